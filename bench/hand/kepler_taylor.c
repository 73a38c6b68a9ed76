// bench/hand/kepler_taylor.c: the Taylor series of Kepler's ellipse in x and y, with steps by taylor.h. What is multiplied
// by the coefficients of r^-3 stands side by side: the position, and both parts of the recurrence of the power. Positions
// are known an order before velocities, and have registers of their own, so that only these products wait for r^-3.

#define PARTS 2  // x, y; their rates
#define NUMBERS 2

// p: m, k; k: k/m
void prepare(const double *p, double *k) {
  k[0] = p[1] / p[0];
}

// a = r^2, u = a^(-3/2): k a_0 u_k = -sum of (k + j/2) a_j u_k-j for j = 1..k; the acceleration is -(k/m) u (x, y).
static inline __attribute__((always_inline)) void series(const double *p, const int order,
                                                         Four (*c)[PARTS]) {
  double u[ORDERS], over = 0;
  Four row[ORDERS];  // x, y, a, and j/2 times a
#pragma GCC unroll 32
  for (int k = 0; k < order; k++) {
    const Four at = c[k][0];
    Four squares = {0};
#pragma GCC unroll 32
    for (int j = 0; 2 * j < k; j++) squares += c[j][0] * c[k - j][0];
    squares += squares;
    if (k % 2 == 0) squares += c[k / 2][0] * c[k / 2][0];
    const double a = squares[0] + squares[1];
    row[k] = (Four){at[0], at[1], a, 0.5 * k * a};
    Four known = {0};
#pragma GCC unroll 32
    for (int j = k; j > 0; j--) known += row[j] * u[k - j];
    if (k == 0) {
      over = 1 / a;
      u[0] = over * __builtin_sqrt(over);
    } else {
      u[k] = -over * (known[2] + known[3] * (1.0 / k));
    }
    known += row[0] * u[k];
    c[k + 1][0] = c[k][1] * (1.0 / (k + 1));
    c[k + 1][1] = known * (-p[0] / (k + 1));
  }
}
