// bench/hand/b08.c: Benenti 2008, (55): parallel velocities and a spring.

#include <math.h>
#include <string.h>

#define N 7

// p: m1, m2, k
void prepare(const double *p, double *k) {
  k[0] = p[2] / p[0];
  k[1] = p[2] / p[1];
  k[2] = p[0] / p[2];
  k[3] = p[1] / p[2];
}

static inline void rate(const double *restrict k, double t, const double *restrict y,
                        double *restrict yd) {
  const double dx = y[2] - y[0], dy = y[3] - y[1], v1 = y[4], v2 = y[5];
  double s, c;
  __builtin_sincos(y[6], &s, &c);
  const double along = dx * c + dy * s, across = dy * c - dx * s;
  (void) t;
  yd[0] = v1 * c;
  yd[1] = v1 * s;
  yd[2] = v2 * c;
  yd[3] = v2 * s;
  yd[4] = k[0] * along;
  yd[5] = -k[1] * along;
  yd[6] = (v1 - v2) * across / (k[2] * v1 * v1 + k[3] * v2 * v2);
}
