// bench/hand/b08_taylor.c: Benenti 2008, (55): the Taylor series of this one system, with steps by taylor.h. The four
// numbers of positions, velocities and accelerations fill a register each.

#define PARTS 2  // positions x1, y1, x2, y2; velocities
#define NUMBERS 4

// p: m1, m2, k; k: k, 1/m1, 1/m2
void prepare(const double *p, double *k) {
  k[0] = p[2];
  k[1] = 1 / p[0];
  k[2] = 1 / p[1];
}

static inline double four_sum(Four a) {
  return (a[0] + a[1]) + (a[2] + a[3]);
}

// m1 a1 = f + r (v2y, -v2x), m2 a2 = -f + r (-v1y, v1x), where the constraint determines r = n/d.
static inline __attribute__((always_inline)) void series(const double *p, const int order,
                                                         Four (*c)[PARTS]) {
  const Four inverse = {p[1], p[1], p[2], p[2]}, weights = {p[2], p[2], p[1], p[1]},
             signs = {1, -1, -1, 1};
  double fx[ORDERS], fy[ORDERS], a[ORDERS], b[ORDERS], d[ORDERS], r[ORDERS], over = 0;
  Four across[ORDERS];
#pragma GCC unroll 32
  for (int k = 0; k < order; k++) {
    const Four x = c[k][0], v = c[k][1];
    fx[k] = p[0] * (x[2] - x[0]);
    fy[k] = p[0] * (x[3] - x[1]);
    a[k] = p[1] * v[3] + p[2] * v[1];
    b[k] = p[1] * v[2] + p[2] * v[0];
    across[k] = __builtin_shuffle(v, (FourMask){3, 2, 1, 0}) * signs;
    Four squares = {0};
#pragma GCC unroll 32
    for (int j = 0; 2 * j < k; j++) squares += c[j][1] * c[k - j][1];
    squares += squares;
    if (k % 2 == 0) squares += c[k / 2][1] * c[k / 2][1];
    d[k] = four_sum(weights * squares);
    double n = 0;
#pragma GCC unroll 32
    for (int j = 0; j <= k; j++) n += fy[j] * b[k - j] - fx[j] * a[k - j];
    if (k == 0) over = 1 / d[0];
#pragma GCC unroll 32
    for (int j = 1; j <= k; j++) n -= d[j] * r[k - j];
    r[k] = n * over;
    Four force = {fx[k], fy[k], -fx[k], -fy[k]};
#pragma GCC unroll 32
    for (int j = 0; j <= k; j++) force += r[j] * across[k - j];
    c[k + 1][0] = v * (1.0 / (k + 1));
    c[k + 1][1] = force * inverse * (1.0 / (k + 1));
  }
}
