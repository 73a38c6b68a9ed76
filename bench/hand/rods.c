// bench/hand/rods.c: the right-hand side of 500 points on rods in Cartesian coordinates, as in bench/large.c, in O(n): by
// the tensions of the rods.
//
// With d_i = r_i - r_i-1, r_0 = 0, and the force T_i d_i of rod i on point i - 1 and -T_i d_i on point i,
// d_i.(r_i'' - r_i-1'') = -|d_i'|^2 becomes
//   -(d_i.d_i-1) T_i-1 + 2 (d_i.d_i) T_i - (d_i.d_i+1) T_i+1 = m |d_i'|^2,
// with m g.d_1 added, and (d_1.d_1) T_1, in the first. Elimination goes from both ends to the middle: each half waits for
// one division after the other, and both wait at the same time. The loops before and after that handle several rods at
// a time.

#define POINTS 500
#define N (4 * POINTS)
#define MIDDLE (POINTS / 2)

// p: m, k, g, l
void prepare(const double *p, double *k) {
  k[0] = p[0];
  k[1] = 1 / p[0];
  k[2] = p[2];
}

// Solves for T[1], ..., T[POINTS] the equations with these diagonals, b, and -off[i] between rods i and i + 1. What one
// rod hands to the next stays in registers. Overwrites b.
static inline void solve(const double *restrict diagonal, const double *restrict off,
                         double *restrict b, double *restrict T) {
  double e = diagonal[1], f = diagonal[POINTS], low = b[1], high = b[POINTS];
  for (int i = 1, j = POINTS; i < MIDDLE; i++, j--) {
    const double over = 1 / e, under = 1 / f;
    T[i] = off[i] * over;
    T[j] = off[j - 1] * under;
    b[i] = low * over;
    b[j] = high * under;
    e = diagonal[i + 1] - off[i] * T[i];
    f = diagonal[j - 1] - off[j - 1] * T[j];
    low = b[i + 1] + low * T[i];
    high = b[j - 1] + high * T[j];
  }
  // the two rods in the middle
  const double c = off[MIDDLE], over = 1 / (e * f - c * c);
  double before = (f * low + c * high) * over, after = (c * low + e * high) * over;
  T[MIDDLE] = before;
  T[MIDDLE + 1] = after;
  for (int i = MIDDLE - 1, j = MIDDLE + 2; i > 0; i--, j++) {
    T[i] = before = b[i] + T[i] * before;
    T[j] = after = b[j] + T[j] * after;
  }
}

// y: x1, y1, x2, y2, ..., then their rates
static inline void rate(const double *restrict k, double t, const double *restrict y,
                        double *restrict yd) {
  const double m = k[0], inverse = k[1], g = k[2], *v = y + 2 * POINTS;
  double dx[POINTS + 2], dy[POINTS + 2], b[POINTS + 1], diagonal[POINTS + 1], off[POINTS + 1];
  double T[POINTS + 2];
  (void) t;
  dx[1] = y[0], dy[1] = y[1];
  b[1] = m * (v[0] * v[0] + v[1] * v[1] - g * y[1]);
  for (int i = 1; i < POINTS; i++) {
    const double vx = v[2 * i] - v[2 * i - 2], vy = v[2 * i + 1] - v[2 * i - 1];
    dx[i + 1] = y[2 * i] - y[2 * i - 2];
    dy[i + 1] = y[2 * i + 1] - y[2 * i - 1];
    b[i + 1] = m * (vx * vx + vy * vy);
  }
  for (int i = 1; i < POINTS; i++) off[i] = dx[i] * dx[i + 1] + dy[i] * dy[i + 1];
  diagonal[1] = dx[1] * dx[1] + dy[1] * dy[1];
  for (int i = 2; i <= POINTS; i++) diagonal[i] = 2 * (dx[i] * dx[i] + dy[i] * dy[i]);
  solve(diagonal, off, b, T);
  dx[POINTS + 1] = dy[POINTS + 1] = T[POINTS + 1] = 0;
  for (int i = 1; i <= POINTS; i++) {
    yd[2 * (POINTS + i) - 2] = (T[i + 1] * dx[i + 1] - T[i] * dx[i]) * inverse;
    yd[2 * (POINTS + i) - 1] = (T[i + 1] * dy[i + 1] - T[i] * dy[i]) * inverse - g;
  }
  for (int i = 0; i < 2 * POINTS; i++) yd[i] = v[i];
}
