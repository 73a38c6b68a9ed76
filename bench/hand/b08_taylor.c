// bench/hand/b08_taylor.c: Benenti 2008, (55): Taylor's method for this one system, as an engineer would write it for
// AVX2. The four numbers of positions, velocities and accelerations fill a register each; the order is fixed, and
// everything is written out for it. Steps are those of Jorba and Zou (2005), which depend on the order alone: e^-2 of
// the radius of convergence. Nothing is monitored, no error is estimated, nothing is compensated.

#define WIDTH 4
#define ORDERS 24

typedef double Four __attribute__((vector_size(8 * WIDTH)));
typedef long FourMask __attribute__((vector_size(8 * WIDTH)));

static inline double four_sum(Four a) {
  return (a[0] + a[1]) + (a[2] + a[3]);
}

static inline double four_largest(Four a, Four b) {
  double largest = 0;
  for (int i = 0; i < WIDTH; i++) {
    const double x = __builtin_fabs(a[i]), y = __builtin_fabs(b[i]), z = x > y ? x : y;
    largest = z > largest ? z : largest;
  }
  return largest;
}

// x and v up to the given order. p: k, 1/m1, 1/m2; m1 a1 = f + r (v2y, -v2x), m2 a2 = -f + r (-v1y, v1x), where the
// constraint determines r = n/d.
static inline __attribute__((always_inline)) void four_series(const double *p, const int order, Four *x, Four *v) {
  const Four inverse = {p[1], p[1], p[2], p[2]}, weights = {p[2], p[2], p[1], p[1]}, signs = {1, -1, -1, 1};
  double fx[ORDERS], fy[ORDERS], a[ORDERS], b[ORDERS], d[ORDERS], r[ORDERS], over = 0;
  Four across[ORDERS];
#pragma GCC unroll 32
  for (int k = 0; k < order; k++) {
    fx[k] = p[0] * (x[k][2] - x[k][0]);
    fy[k] = p[0] * (x[k][3] - x[k][1]);
    a[k] = p[1] * v[k][3] + p[2] * v[k][1];
    b[k] = p[1] * v[k][2] + p[2] * v[k][0];
    across[k] = __builtin_shuffle(v[k], (FourMask){3, 2, 1, 0}) * signs;
    Four squares = {0};
#pragma GCC unroll 32
    for (int j = 0; 2 * j < k; j++) squares += v[j] * v[k - j];
    squares += squares;
    if (k % 2 == 0) squares += v[k / 2] * v[k / 2];
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
    x[k + 1] = v[k] * (1.0 / (k + 1));
    v[k + 1] = force * inverse * (1.0 / (k + 1));
  }
}

// (scale/|c_n|)^(1/n), the largest component of x and v counts
static inline double four_radius(const Four *x, const Four *v, int n, double scale) {
  return __builtin_exp2(__builtin_log2(scale / four_largest(x[n], v[n])) / n);
}

static inline __attribute__((always_inline)) long follow(const double *p, const int order, double end, double *y) {
  Four x[ORDERS + 1] = {{y[0], y[1], y[2], y[3]}}, v[ORDERS + 1] = {{y[4], y[5], y[6], y[7]}};
  const double part = __builtin_exp(-2 - 0.7 / (order - 1));
  long steps = 0;
  for (double t = 0, h; t < end; t += h, steps++) {
    four_series(p, order, x, v);
    const double size = four_largest(x[0], v[0]), scale = size > 1 ? size : 1;
    const double last = four_radius(x, v, order, scale), before = four_radius(x, v, order - 1, scale);
    h = part * (last < before ? last : before);
    if (t + h > end) h = end - t;
    Four at = x[order], rate = v[order];
#pragma GCC unroll 32
    for (int k = order - 1; k >= 0; k--) {
      at = x[k] + h * at;
      rate = v[k] + h * rate;
    }
    x[0] = at;
    v[0] = rate;
  }
  for (int i = 0; i < WIDTH; i++) {
    y[i] = x[0][i];
    y[WIDTH + i] = v[0][i];
  }
  return steps;
}

#define FOLLOW(order) \
  case order: return follow(p, order, end, y)

// Follows the motion from 0 to end; 0 steps if the order is not one of these.
long follow_series(const double *p, int order, double end, double *y) {
  switch (order) {
    FOLLOW(6);
    FOLLOW(7);
    FOLLOW(8);
    FOLLOW(9);
    FOLLOW(10);
    FOLLOW(11);
    FOLLOW(12);
    FOLLOW(13);
    FOLLOW(14);
    FOLLOW(16);
    FOLLOW(18);
    FOLLOW(20);
    default: return 0;
  }
}
