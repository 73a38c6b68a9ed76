// support/ulps.h: the distance of a double from a number of MPFR.

#ifndef SUPPORT_ULPS_H
#define SUPPORT_ULPS_H

#include <math.h>
#include <mpfr.h>

// Returns |value - exact| in units of the last place of a double near exact; doubles have 53 bits, or end at
// 2^-1074.
static inline double ulps_between(double value, const mpfr_t exact, mpfr_t work) {
  if (mpfr_zero_p(exact)) return value == 0 ? 0 : (double) INFINITY;
  const long last = (long) mpfr_get_exp(exact) - 53;
  mpfr_sub_d(work, exact, value, MPFR_RNDN);
  mpfr_mul_2si(work, work, -(last < -1074 ? -1074 : last), MPFR_RNDN);
  return fabs(mpfr_get_d(work, MPFR_RNDN));
}

#endif
