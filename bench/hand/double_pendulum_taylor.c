// bench/hand/double_pendulum_taylor.c: the Taylor series of the planar double pendulum, with steps by taylor.h. Sines and
// cosines of both angles and of their difference are computed side by side, and so are the two products with the cosine
// of the difference and the two with the denominator. native/text/sincos.h stands before it.

#define PARTS 1  // theta1, theta2 and their rates
#define NUMBERS 4

// p: m1, m2, l1, l2, g; k: m2/(m1 + m2), l1, l2, g
void prepare(const double *p, double *k) {
  k[0] = p[1] / (p[0] + p[1]);
  k[1] = p[2];
  k[2] = p[3];
  k[3] = p[4];
}

// As in double_pendulum.c: z1 = l1 a1 = (f1 - mu c f2)/d, z2 = l2 a2 = (f2 - c f1)/d, d = 1 - mu c^2,
//   f1 = -mu l2 s w2^2 - g sin theta1, f2 = l1 s w1^2 - g sin theta2,
// where s and c belong to theta1 - theta2.
static inline __attribute__((always_inline)) void series(const double *p, const int order,
                                                         Four (*c)[PARTS]) {
  const double mu = p[0], g = p[3];
  const Four inverse = {0, 0, 1 / p[1], 1 / p[2]}, weights = {-mu * p[2], p[1], 0, 0};
  Four rates[ORDERS], sines[ORDERS], cosines[ORDERS];  // of theta1, theta2, theta1 - theta2
  Four factors[ORDERS];                                // w1, w2, c
  Four turned[ORDERS];                                 // w2^2, w1^2
  Four left[ORDERS], right[ORDERS];                    // c, c, d, d; mu f2, f1, z1, z2
  double over = 0;
#pragma GCC unroll 32
  for (int k = 0; k < order; k++) {
    const double w1 = c[k][0][2], w2 = c[k][0][3];
    rates[k] = (Four){w1, w2, w1 - w2, 0};
    if (k == 0) {
      double s1, c1, s2, c2;
      dal_sincos_near(c[0][0][0], &s1, &c1);
      dal_sincos_near(c[0][0][1], &s2, &c2);
      sines[0] = (Four){s1, s2, s1 * c2 - c1 * s2, 0};
      cosines[0] = (Four){c1, c2, c1 * c2 + s1 * s2, 0};
    } else {
      Four up = {0}, down = {0};
#pragma GCC unroll 32
      for (int j = 0; j < k; j++) {
        up += rates[j] * cosines[k - 1 - j];
        down += rates[j] * sines[k - 1 - j];
      }
      sines[k] = up * (1.0 / k);
      cosines[k] = down * (-1.0 / k);
    }
    factors[k] = (Four){w1, w2, cosines[k][2], 0};
    Four squares = {0};
#pragma GCC unroll 32
    for (int j = 0; 2 * j < k; j++) squares += factors[j] * factors[k - j];
    squares += squares;
    if (k % 2 == 0) squares += factors[k / 2] * factors[k / 2];
    turned[k] = (Four){squares[1], squares[0], 0, 0};
    const double cosine = cosines[k][2], d = (k == 0) - mu * squares[2];
    left[k] = (Four){cosine, cosine, d, d};
    if (k == 0) over = 1 / d;
    Four force = {0};
#pragma GCC unroll 32
    for (int j = 0; j <= k; j++) force += sines[j][2] * turned[k - j];
    force = force * weights - g * sines[k];
    Four known = left[0] * (Four){mu * force[1], force[0], 0, 0};
#pragma GCC unroll 32
    for (int j = 1; j <= k; j++) known += left[j] * right[k - j];
    const double z1 = (force[0] - known[0] - known[2]) * over,
                 z2 = (force[1] - known[1] - known[3]) * over;
    right[k] = (Four){mu * force[1], force[0], z1, z2};
    c[k + 1][0] = ((Four){w1, w2, 0, 0} + inverse * right[k]) * (1.0 / (k + 1));
  }
}
