// bench/hand/spherical.c: Udwadia 2016, (38) and (42): the spherical pendulum by its Hamiltonian.
//
// (42) as printed, with L^2 instead of x^2 + y^2 + z^2: right only on the sphere.

#include <math.h>
#include <string.h>

#define N 6

// p: m, L, g
void prepare(const double *p, double *k) {
  k[0] = 1 / p[0];
  k[1] = p[0] / (p[1] * p[1]);
  k[2] = p[2];
  k[3] = p[0] * p[2];
}

static inline void rate(const double *restrict k, double t, const double *restrict y,
                        double *restrict yd) {
  const double vx = k[0] * y[3], vy = k[0] * y[4], vz = k[0] * y[5];
  const double f = -k[1] * (vx * vx + vy * vy + vz * vz + k[2] * y[2]);
  (void) t;
  yd[0] = vx;
  yd[1] = vy;
  yd[2] = vz;
  yd[3] = f * y[0];
  yd[4] = f * y[1];
  yd[5] = k[3] + f * y[2];
}
