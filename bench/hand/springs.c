// bench/hand/springs.c: the right-hand side of 1000 masses on a line with springs that become harder, as in
// bench/large.c, or, if LINEAR is defined, with linear springs, as in bench/mujoco.c. Loops over forces and accelerations
// apart, so that a compiler handles several masses at a time: no iteration needs the one before.

#define MASSES 1000
#define N (2 * MASSES)

// p: m, k
void prepare(const double *p, double *k) {
  k[0] = p[1] / p[0];
}

// The first mass is held at the origin by a spring without the cubic part.
static inline void rate(const double *restrict k, double t, const double *restrict y,
                        double *restrict yd) {
  double force[MASSES + 1];  // over m, of the spring before each mass; none after the last
  (void) t;
  force[0] = k[0] * y[0];
  for (int i = 1; i < MASSES; i++) {
    const double d = y[i] - y[i - 1];
#ifdef LINEAR
    force[i] = k[0] * d;
#else
    force[i] = k[0] * (d + d * d * d);
#endif
  }
  force[MASSES] = 0;
  for (int i = 0; i < MASSES; i++) yd[MASSES + i] = force[i + 1] - force[i];
  for (int i = 0; i < MASSES; i++) yd[i] = y[MASSES + i];
}
