// bench/hand/b08_lanes.c: Benenti 2008, (55), four motions at once: DOP853 and the rates in Cartesian velocities, as an
// engineer would write them for this one system and AVX2. Each lane has its own time and step, and takes the next
// motion when it is done; nothing is monitored. The coefficients are inserted before this text.

#define LANES 4
#define NUMBERS 8  // x1, y1, x2, y2 and their velocities
#define EACH_NUMBER for (int i = 0; i < NUMBERS; i++)
#define EACH_LANE for (int lane = 0; lane < LANES; lane++)

typedef double Lane __attribute__((vector_size(8 * LANES)));
typedef long LaneMask __attribute__((vector_size(8 * LANES)));

typedef struct {
  Lane k1[NUMBERS], k2[NUMBERS], k3[NUMBERS], k4[NUMBERS], k5[NUMBERS], k6[NUMBERS], k7[NUMBERS],
    k8[NUMBERS], k9[NUMBERS], k10[NUMBERS], k11[NUMBERS], k12[NUMBERS];
} LaneStages;

static inline Lane lane_root(Lane a) {
  EACH_LANE a[lane] = __builtin_sqrt(a[lane]);
  return a;
}

static inline Lane lane_choose(LaneMask mask, Lane a, Lane b) {
  return (Lane) (((LaneMask) a & mask) | ((LaneMask) b & ~mask));
}

// p: k, 1/m1, 1/m2
static inline __attribute__((always_inline)) void lane_rate(const double *p, const Lane *y, Lane *yd) {
  const Lane fx = p[0] * (y[2] - y[0]), fy = p[0] * (y[3] - y[1]);
  const Lane a1 = p[1] * fx, b1 = p[1] * fy, a2 = -p[2] * fx, b2 = -p[2] * fy;
  const Lane top = y[5] * a2 - y[4] * b2 - y[7] * a1 + y[6] * b1;
  const Lane bottom = p[1] * (y[6] * y[6] + y[7] * y[7]) + p[2] * (y[4] * y[4] + y[5] * y[5]);
  const Lane force = top / bottom, f1 = p[1] * force, f2 = p[2] * force;
  for (int i = 0; i < 4; i++) yd[i] = y[4 + i];
  yd[4] = a1 + f1 * y[7];
  yd[5] = b1 - f1 * y[6];
  yd[6] = a2 - f2 * y[5];
  yd[7] = b2 + f2 * y[4];
}

#define LANE_STAGE(sum, to)               \
  do {                                    \
    EACH_NUMBER x[i] = y[i] + h * (sum);  \
    lane_rate(p, x, to);                  \
  } while (0)

// n motions of NUMBERS numbers each, from 0 to end.
void follow_lanes(long n, const double *p, double end, double tol, double *state) {
  LaneStages stages, *const k = &stages;
  Lane x[NUMBERS], y[NUMBERS], z[NUMBERS], t = {0}, step = {0}, most = {0};
  long motion[LANES], next = 0, left = n;
  EACH_NUMBER y[i] = t + 1.0;
  t += end;
  EACH_LANE motion[lane] = -1;
  int refill = 1;
  while (left > 0) {
    if (refill) {
      EACH_LANE {
        if (t[lane] < end) continue;
        if (motion[lane] >= 0) {
          EACH_NUMBER state[motion[lane] * NUMBERS + i] = y[i][lane];
          left--;
        }
        motion[lane] = next < n ? next++ : -1;
        if (motion[lane] < 0) continue;
        EACH_NUMBER y[i][lane] = state[motion[lane] * NUMBERS + i];
        t[lane] = 0;
        step[lane] = 0.02;
        most[lane] = 6;
      }
      lane_rate(p, y, k->k1);
    }
    const LaneMask last = t + step >= end;
    const Lane h = lane_choose(last, end - t, step);
    LANE_STAGE(A2, k->k2);
    LANE_STAGE(A3, k->k3);
    LANE_STAGE(A4, k->k4);
    LANE_STAGE(A5, k->k5);
    LANE_STAGE(A6, k->k6);
    LANE_STAGE(A7, k->k7);
    LANE_STAGE(A8, k->k8);
    LANE_STAGE(A9, k->k9);
    LANE_STAGE(A10, k->k10);
    LANE_STAGE(A11, k->k11);
    LANE_STAGE(A12, k->k12);
    Lane error5 = {0}, error3 = {0};
    EACH_NUMBER {
      const Lane sum = B, e5 = E, e3 = E3(sum);
      z[i] = y[i] + h * sum;
      const Lane a = lane_choose(y[i] > 0, y[i], -y[i]), b = lane_choose(z[i] > 0, z[i], -z[i]);
      const Lane scale = 1 / (tol + tol * lane_choose(a > b, a, b));
      error5 += e5 * scale * e5 * scale;
      error3 += e3 * scale * e3 * scale;
    }
    const Lane error = h * error5 / lane_root((error5 + 0.01 * error3) * NUMBERS + 1e-300);
    const LaneMask good = error < 1;
    Lane factor = 0.9 / lane_root(lane_root(lane_root(error + 1e-16)));
    factor = lane_choose(factor > most, most, factor);
    factor = lane_choose(factor < 0.333, t * 0 + 0.333, factor);
    most = lane_choose(good, t * 0 + 6, t * 0 + 1);
    lane_rate(p, z, k->k2);
    EACH_NUMBER y[i] = lane_choose(good, z[i], y[i]);
    EACH_NUMBER k->k1[i] = lane_choose(good, k->k2[i], k->k1[i]);
    t = lane_choose(good, lane_choose(last, t * 0 + end, t + h), t);
    step = h * factor;
    refill = 0;
    EACH_LANE refill |= motion[lane] >= 0 && t[lane] >= end;
  }
}
