// bench/hand/double_pendulum.c: the planar double pendulum, its 2 x 2 system solved by hand.

#include <math.h>
#include <string.h>

#define N 4

// p: m1, m2, l1, l2, g
void prepare(const double *p, double *k) {
  const double m = p[0] + p[1];
  k[0] = p[1] / m;
  k[1] = p[2];
  k[2] = p[3];
  k[3] = p[4];
}

// With mu = m2/(m1 + m2), the equations divided by (m1 + m2) l1 and by m2 l2:
//   l1 a1 + mu l2 c a2 = -mu l2 s w2^2 - g sin theta1
//   l1 c a1 + l2 a2    = l1 s w1^2 - g sin theta2
static inline void rate(const double *restrict k, double t, const double *restrict y,
                        double *restrict yd) {
  const double mu = k[0], l1 = k[1], l2 = k[2], g = k[3], w1 = y[2], w2 = y[3];
  double s, c;
  __builtin_sincos(y[0] - y[1], &s, &c);
  const double f1 = -mu * l2 * s * w2 * w2 - g * sin(y[0]);
  const double f2 = l1 * s * w1 * w1 - g * sin(y[1]);
  const double q = 1 / (1 - mu * c * c);
  (void) t;
  yd[0] = w1;
  yd[1] = w2;
  yd[2] = (f1 - mu * c * f2) * q / l1;
  yd[3] = (f2 - c * f1) * q / l2;
}
