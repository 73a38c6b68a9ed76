// bench/hand/planets.c: the right-hand side of 60 masses in space that attract each other, as in bench/large.c. Each force
// is computed for both masses, so that a loop handles several masses at a time.

#include <math.h>

#define MASSES 60
#define N (6 * MASSES)
#define SOFT 0.0025  // added to squares of distances

// p: m, k, g, l
void prepare(const double *p, double *k) {
  k[0] = p[1] * p[0];
}

// y: x1, ..., y1, ..., z1, ..., then their rates
static inline void rate(const double *restrict k, double t, const double *restrict y, double *restrict yd) {
  const double *x = y, *u = y + MASSES, *v = y + 2 * MASSES;
  double *a = yd + 3 * MASSES, *b = yd + 4 * MASSES, *c = yd + 5 * MASSES;
  (void) t;
  for (int i = 0; i < 3 * MASSES; i++) yd[i] = y[3 * MASSES + i];
  for (int i = 0; i < 3 * MASSES; i++) a[i] = 0;
  for (int j = 0; j < MASSES; j++)
    for (int i = 0; i < MASSES; i++) {
      const double dx = x[j] - x[i], dy = u[j] - u[i], dz = v[j] - v[i];
      const double square = SOFT + dx * dx + dy * dy + dz * dz, f = k[0] / (square * sqrt(square));
      a[i] += f * dx;
      b[i] += f * dy;
      c[i] += f * dz;
    }
}
