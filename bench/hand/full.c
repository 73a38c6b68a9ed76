// bench/hand/full.c: the right-hand side of a pendulum of 60 equal links whose energy is written as a double sum over the
// angles, as in bench/large.c, in O(n^3): the mass matrix is full.
//
// With d_ij = q_i - q_j, w_ij = n + 1 - max(i, j), divided by m l^2,
//   sum_j w_ij cos d_ij q_j'' = -sum_j w_ij sin d_ij q_j'^2 - g/l w_ii sin q_i.
// Sines and cosines of differences are sums of products. The elimination goes by rows of what is left of the matrix, each
// of which is changed by a multiple of one row: its loops handle several columns at a time.

#define LINKS 60
#define N (2 * LINKS)

// p: m, k, g, l
void prepare(const double *p, double *k) {
  k[0] = p[2] / p[3];
}

// Solves M x = x; the upper triangle of M is used, and overwritten.
static inline void solve(double (*restrict M)[LINKS], double *restrict x) {
  double over[LINKS];
  for (int j = 0; j < LINKS; j++) {
    over[j] = 1 / M[j][j];
    for (int i = j + 1; i < LINKS; i++) {
      const double factor = M[j][i] * over[j];
      for (int k = i; k < LINKS; k++) M[i][k] -= factor * M[j][k];
      x[i] -= factor * x[j];
    }
  }
  for (int j = LINKS; j-- > 0;) {
    x[j] *= over[j];
    for (int i = 0; i < j; i++) x[i] -= M[i][j] * x[j];
  }
}

// y: the angles, then their rates
static inline void rate(const double *restrict k, double t, const double *restrict y, double *restrict yd) {
  const double *w = y + LINKS;
  double s[LINKS], c[LINKS], M[LINKS][LINKS], f[LINKS];
  (void) t;
  for (int i = 0; i < LINKS; i++) __builtin_sincos(y[i], &s[i], &c[i]);
  for (int i = 0; i < LINKS; i++) f[i] = -k[0] * (LINKS - i) * s[i];
  for (int i = 0; i < LINKS; i++) {
    double sum = 0;
    for (int j = i; j < LINKS; j++) M[i][j] = (LINKS - j) * (c[i] * c[j] + s[i] * s[j]);
    for (int j = i + 1; j < LINKS; j++) {
      const double sine = (LINKS - j) * (s[i] * c[j] - c[i] * s[j]);
      sum += sine * w[j] * w[j];
      f[j] += sine * w[i] * w[i];
    }
    f[i] -= sum;
  }
  solve(M, f);
  for (int i = 0; i < LINKS; i++) yd[i] = w[i];
  for (int i = 0; i < LINKS; i++) yd[LINKS + i] = f[i];
}
