// bench/hand/taylor.h: the steps around a series written by hand for one system (b08_taylor.c, double_pendulum_taylor.c,
// kepler_taylor.c): Taylor's method as an engineer would write it for AVX2. Numbers of the state fill registers of four;
// the order is fixed, and everything is written out for it. Steps are e^-1.7 of the radius of convergence, estimated from
// the last two orders as by Jorba and Zou (2005), who take e^-2. Of e^-2, e^-1.7 and e^-1.5 this one was the best compromise
// for these three systems; e^-2 takes up to a quarter longer. Steps depend on the order alone. Nothing is monitored, no
// error is estimated, nothing is compensated.
//
// A system defines before this text
//   PARTS, NUMBERS          the registers that its state fills, and how many numbers there are in each
//   series(p, order, c)     c[k][part], the coefficients of the orders 1 to order from those of order 0

static inline double largest_of(const Four *c) {
  double largest = 0;
  for (int part = 0; part < PARTS; part++)
    for (int i = 0; i < NUMBERS; i++) {
      const double x = __builtin_fabs(c[part][i]);
      largest = x > largest ? x : largest;
    }
  return largest;
}

// (scale/|c_n|)^(1/n)
static inline double radius_of(Four (*c)[PARTS], int n, double scale) {
  return __builtin_exp2(__builtin_log2(scale / largest_of(c[n])) / n);
}

static inline __attribute__((always_inline)) long follow(const double *p, const int order,
                                                         double end, double *y) {
  Four c[ORDERS + 1][PARTS];
  const double part_of_radius = __builtin_exp(-1.7 - 0.7 / (order - 1));
  long steps = 0;
  for (int part = 0; part < PARTS; part++) c[0][part] = (Four){0};
  for (int i = 0; i < PARTS * NUMBERS; i++) c[0][i / NUMBERS][i % NUMBERS] = y[i];
  for (double t = 0, h; t < end; t += h, steps++) {
    series(p, order, c);
    const double size = largest_of(c[0]), scale = size > 1 ? size : 1;
    const double last = radius_of(c, order, scale), before = radius_of(c, order - 1, scale);
    h = part_of_radius * (last < before ? last : before);
    if (t + h > end) h = end - t;
    for (int part = 0; part < PARTS; part++) {
      Four at = c[order][part];
#pragma GCC unroll 32
      for (int k = order - 1; k >= 0; k--) at = c[k][part] + h * at;
      c[0][part] = at;
    }
  }
  for (int i = 0; i < PARTS * NUMBERS; i++) y[i] = c[0][i / NUMBERS][i % NUMBERS];
  return steps;
}

#define FOLLOW(order) \
  case order: return follow(p, order, end, y)

// Follows the motion from 0 to end; 0 steps if the order is not one of these.
long follow_series(const double *p, int order, double end, double *y) {
  switch (order) {
    FOLLOW(6);
    FOLLOW(8);
    FOLLOW(9);
    FOLLOW(10);
    FOLLOW(11);
    FOLLOW(12);
    FOLLOW(13);
    FOLLOW(14);
    FOLLOW(15);
    FOLLOW(16);
    FOLLOW(18);
    FOLLOW(20);
    default: return 0;
  }
}
