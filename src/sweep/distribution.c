// sweep/distribution.c: inverse cumulative distribution functions.
//
// Law:  increasing in p, so that strata of p map to strata of the distribution
// From: Wichura 1988, algorithm AS 241 (PPND16), for the normal distribution: about 16 digits

#include "sweep/draw.h"
#include <math.h>

// (a0 + a1 x + ...) / (1 + b1 x + ...), both of degree 7.
static double rational(const double a[8], const double b[7], double x) {
  double above = a[7], below = b[6];
  for (int i = 6; i >= 0; i--) above = above * x + a[i];
  for (int i = 5; i >= 0; i--) below = below * x + b[i];
  return above / (below * x + 1);
}

static double normal_middle(double q) {
  static const double a[8] = {3.3871328727963666080e0, 1.3314166789178437745e2,
                              1.9715909503065514427e3, 1.3731693765509461125e4,
                              4.5921953931549871457e4, 6.7265770927008700853e4,
                              3.3430575583588128105e4, 2.5090809287301226727e3};
  static const double b[7] = {4.2313330701600911252e1, 6.8718700749205790830e2,
                              5.3941960214247511077e3, 2.1213794301586595867e4,
                              3.9307895800092710610e4, 2.8729085735721942674e4,
                              5.2264952788528545610e3};
  return q * rational(a, b, 0.180625 - q * q);
}

// r = sqrt(-log(tail))
static double normal_tail(double r) {
  static const double c[8] = {1.42343711074968357734e0,  4.63033784615654529590e0,
                              5.76949722146069140550e0,  3.64784832476320460504e0,
                              1.27045825245236838258e0,  2.41780725177450611770e-1,
                              2.27238449892691845833e-2, 7.74545014278341407640e-4};
  static const double d[7] = {2.05319162663775882187e0,  1.67638483018380384940e0,
                              6.89767334985100004550e-1, 1.48103976427480074590e-1,
                              1.51986665636164571966e-2, 5.47593808499534494600e-4,
                              1.05075007164441684324e-9};
  static const double e[8] = {6.65790464350110377720e0,  5.46378491116411436990e0,
                              1.78482653991729133580e0,  2.96560571828504891230e-1,
                              2.65321895265761230930e-2, 1.24266094738807843860e-3,
                              2.71155556874348757815e-5, 2.01033439929228813265e-7};
  static const double f[7] = {5.99832206555887937690e-1, 1.36929880922735805310e-1,
                              1.48753612908506148525e-2, 7.86869131145613259100e-4,
                              1.84631831751005468180e-5, 1.42151175831644588870e-7,
                              2.04426310338993978564e-15};
  return r <= 5 ? rational(c, d, r - 1.6) : rational(e, f, r - 5);
}

double distribution_inverse_normal(double p) {
  const double q = p - 0.5;
  if (fabs(q) <= 0.425) return normal_middle(q);
  return copysign(normal_tail(sqrt(-log(q < 0 ? p : 1 - p))), q);
}

double distribution_inverse_triangular(double p, double low, double mode, double high) {
  const double width = high - low, left = mode - low, right = high - mode;
  if (p * width < left) return low + sqrt(p * width * left);
  return high - sqrt((1 - p) * width * right);
}

static double normal_below(double z) {
  return 0.5 * erfc(-z * 0.70710678118654752440);
}

double distribution_inverse_truncated(double p, double mean, double deviation, double low,
                                      double high) {
  const double a = (low - mean) / deviation, b = (high - mean) / deviation;
  double z;
  if (a > 0) {  // mirror the upper tail to the lower one, which has more digits
    const double from = normal_below(-a), to = normal_below(-b);
    z = -distribution_inverse_normal(from + p * (to - from));
  } else {
    const double from = normal_below(a), to = normal_below(b);
    z = distribution_inverse_normal(from + p * (to - from));
  }
  return fmin(fmax(mean + deviation * z, low), high);
}
