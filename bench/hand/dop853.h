// bench/hand/dop853.h: DOP853 around a hand-written rate, as an engineer would fuse the two for one
// system: nothing but steps. The coefficients are inserted before this text. FACTOR is the factor
// from one step to the next, for an error of this step and `last` of the one before; by default
// that of Hairer's code.

typedef struct {
  double k1[N], k2[N], k3[N], k4[N], k5[N], k6[N], k7[N], k8[N], k9[N], k10[N], k11[N], k12[N];
} Stages;

#ifndef FACTOR
#define FACTOR(error, last) (0.9 / sqrt(sqrt(sqrt(error))))
#endif

long refused;  // steps

#define ALL for (int i = 0; i < N; i++)
#define STAGE(c, sum, to)        \
  do {                           \
    ALL x[i] = y[i] + h * (sum); \
    rate(p, t + (c) *h, x, to);  \
  } while (0)

// Integrates from t to end, where y becomes the state. Returns the number of rate evaluations.
long fused(const double *p, double t, double end, double rtol, double atol, double *state) {
  Stages stages, *const k = &stages;
  double x[N], y[N], z[N], h = 1e-3, most = 6, last_error = 1e-4;
  long calls = 1;
  refused = 0;
  memcpy(y, state, sizeof y);
  rate(p, t, y, k->k1);
  while (t < end) {
    const int last = t + 1.01 * h > end;
    if (last) h = end - t;
    STAGE(C2, A2, k->k2);
    STAGE(C3, A3, k->k3);
    STAGE(C4, A4, k->k4);
    STAGE(C5, A5, k->k5);
    STAGE(C6, A6, k->k6);
    STAGE(C7, A7, k->k7);
    STAGE(C8, A8, k->k8);
    STAGE(C9, A9, k->k9);
    STAGE(C10, A10, k->k10);
    STAGE(C11, A11, k->k11);
    STAGE(1, A12, k->k12);
    calls += 11;
    double error5 = 0, error3 = 0;
    ALL {
      const double sum = B, e5 = E, e3 = E3(sum);
      z[i] = y[i] + h * sum;
      const double a = fabs(y[i]), b = fabs(z[i]), scale = 1 / (atol + rtol * (a > b ? a : b));
      error5 += e5 * scale * e5 * scale;
      error3 += e3 * scale * e3 * scale;
    }
    const double bottom = error5 + 0.01 * error3;
    const double error = bottom > 0 ? h * error5 / sqrt(bottom * N) : 0;
    double factor = error <= 1 ? FACTOR(error, last_error) : 0.9 / sqrt(sqrt(sqrt(error)));
    factor = factor > most ? most : factor < 0.333 ? 0.333 : factor;
    most = 1;
    if (error <= 1) {
      t = last ? end : t + h;
      memcpy(y, z, sizeof y);
      rate(p, t, y, k->k1);
      calls++;
      most = 6;
      last_error = error > 1e-4 ? error : 1e-4;
    } else {
      refused++;
    }
    h *= factor;
  }
  memcpy(state, y, sizeof y);
  return calls;
}
