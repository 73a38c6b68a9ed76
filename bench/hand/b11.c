// bench/hand/b11.c: Benenti 2011, (4.14): the nonholonomic double pendulum with gravity along x.

#include <math.h>
#include <string.h>

#define N 8

// p: m1, m2, g
void prepare(const double *p, double *k) {
  memcpy(k, p, 3 * sizeof *k);
}

static inline void rate(const double *restrict k, double t, const double *restrict y,
                        double *restrict yd) {
  const double m1 = k[0], m2 = k[1], g = k[2];
  const double x1 = y[0], x2 = y[2], vx1 = y[4], vy1 = y[5], vx2 = y[6], vy2 = y[7];
  const double v1 = vx1 * vx1 + vy1 * vy1, v2 = vx2 * vx2 + vy2 * vy2;
  const double a1 = x1 * vy2 * vy2, a2 = x2 * vy1 * vy1;
  const double delta = m1 * a2 * a2 * v2 + m2 * a1 * a1 * v1;
  const double theta = (g * x2 + v2) * vy1 - (g * x1 + v1) * vy2;
  const double f = theta / delta * vy1 * vy2;
  const double f1 = m2 * f * a1, f2 = m1 * f * a2;
  (void) t;
  yd[0] = vx1;
  yd[1] = vy1;
  yd[2] = vx2;
  yd[3] = vy2;
  yd[4] = g + f1 * vy1;
  yd[5] = -f1 * vx1;
  yd[6] = g - f2 * vy2;
  yd[7] = f2 * vx2;
}
