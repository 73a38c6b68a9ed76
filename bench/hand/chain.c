// bench/hand/chain.c: the planar pendulum of LINKS links in absolute angles, in O(n): by the tensions of the rods.
//
// Rod i holds mass i at its distance from mass i - 1. With e_i its direction and T_i its tension,
//   -(e_i.e_i-1) T_i-1/m_i-1 + (1/m_i-1 + 1/m_i) T_i - (e_i.e_i+1) T_i+1/m_i = l_i w_i^2,
// gravity and no mass 0 in the first; then l_i theta_i'' is what is left across the rod. bench/chains.c puts
// native/text/sincos.h before it.

#define N (2 * LINKS)

// p: g, m1, l1, m2, l2, ...; k: 1/m_i, l_i, 1/l_i, the diagonal, g
void prepare(const double *p, double *k) {
  for (int i = 0; i < LINKS; i++) {
    k[i] = 1 / p[1 + 2 * i];
    k[LINKS + i] = p[2 + 2 * i];
    k[2 * LINKS + i] = 1 / p[2 + 2 * i];
    k[3 * LINKS + i] = i > 0 ? k[i] + k[i - 1] : k[i];
  }
  k[4 * LINKS] = p[0];
}

static inline void rate(const double *restrict k, double t, const double *restrict y,
                        double *restrict yd) {
  const double *mass = k, *l = k + LINKS, *inverse = k + 2 * LINKS, *diagonal = k + 3 * LINKS;
  const double g = k[4 * LINKS];
  double s[LINKS], c[LINKS], along[LINKS + 1], across[LINKS + 1], b[LINKS], D[LINKS];
  double T[LINKS + 2];
  (void) t;
  for (int i = 0; i < LINKS; i++) dal_sincos_near(y[i], &s[i], &c[i]);
  for (int i = 0; i < LINKS; i++) b[i] = l[i] * y[LINKS + i] * y[LINKS + i];
  b[0] += g * c[0];
  for (int i = 0; i + 1 < LINKS; i++) {
    along[i] = (c[i] * c[i + 1] + s[i] * s[i + 1]) * mass[i];
    across[i] = (s[i + 1] * c[i] - c[i + 1] * s[i]) * mass[i];
  }
  D[0] = 1 / diagonal[0];
  for (int i = 1; i < LINKS; i++) {
    const double factor = along[i - 1] * D[i - 1];
    D[i] = 1 / (diagonal[i] - along[i - 1] * factor);
    b[i] += factor * b[i - 1];
  }
  T[LINKS] = b[LINKS - 1] * D[LINKS - 1];
  for (int i = LINKS - 1; i > 0; i--) T[i] = (b[i - 1] + along[i - 1] * T[i + 1]) * D[i - 1];
  T[0] = T[LINKS + 1] = 0;
  across[LINKS - 1] = 0;
  for (int i = 0; i < LINKS; i++) {
    const double before = i > 0 ? T[i] * across[i - 1] : g * s[0];
    yd[i] = y[LINKS + i];
    yd[LINKS + i] = (T[i + 2] * across[i] - before) * inverse[i];
  }
}
