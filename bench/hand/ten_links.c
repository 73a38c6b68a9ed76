// bench/hand/ten_links.c: the planar pendulum of ten links in absolute angles: the mass matrix in
// closed form, solved by Cholesky's method (as L D L^T: no roots).
//
//   M_ij = mu_max(i,j) l_i l_j cos(theta_i - theta_j), mu_i = m_i + ... + m_n
//   F_i  = -sum_j mu_max(i,j) l_i l_j sin(theta_i - theta_j) w_j^2 - mu_i g l_i sin theta_i

#include <math.h>
#include <string.h>

#define LINKS 10
#define N (2 * LINKS)

// p: g, m1, l1, m2, l2, ...; k: l_i, mu_i, g
void prepare(const double *p, double *k) {
  double mu = 0;
  for (int i = LINKS - 1; i >= 0; i--) {
    mu += p[1 + 2 * i];
    k[i] = p[2 + 2 * i];
    k[LINKS + i] = mu;
  }
  k[2 * LINKS] = p[0];
}

static inline void rate(const double *restrict k, double t, const double *restrict y,
                        double *restrict yd) {
  const double *l = k, *mu = k + LINKS, g = k[2 * LINKS];
  double s[LINKS], c[LINKS], M[LINKS][LINKS], f[LINKS] = {0};
  (void) t;
  // with l_i, so that products are all that is left
  for (int i = 0; i < LINKS; i++) {
    __builtin_sincos(y[i], &s[i], &c[i]);
    s[i] *= l[i], c[i] *= l[i];
  }
  for (int i = 0; i < LINKS; i++) {
    M[i][i] = mu[i] * l[i] * l[i];
    f[i] -= mu[i] * g * s[i];
    for (int j = 0; j < i; j++) {
      const double sine = mu[i] * (s[i] * c[j] - c[i] * s[j]);
      M[i][j] = mu[i] * (c[i] * c[j] + s[i] * s[j]);
      f[i] -= sine * y[LINKS + j] * y[LINKS + j];
      f[j] += sine * y[LINKS + i] * y[LINKS + i];
    }
  }
  // M becomes L below the diagonal and 1/D on it
  for (int j = 0; j < LINKS; j++) {
    double row[LINKS], d = M[j][j];
    for (int i = 0; i < j; i++) {
      row[i] = M[j][i] * M[i][i];  // L_ji
      d -= row[i] * M[j][i];
    }
    M[j][j] = 1 / d;
    for (int i = j + 1; i < LINKS; i++)
      for (int m = 0; m < j; m++) M[i][j] -= M[i][m] * row[m];
    for (int m = 0; m < j; m++) f[j] -= row[m] * f[m];
  }
  // M[i][j] below the diagonal is L_ij D_j
  for (int j = LINKS - 1; j >= 0; j--) {
    double x = f[j];
    for (int i = j + 1; i < LINKS; i++) x -= M[i][j] * yd[LINKS + i];
    yd[LINKS + j] = x * M[j][j];
    yd[j] = y[LINKS + j];
  }
}
