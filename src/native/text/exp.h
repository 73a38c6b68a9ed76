// native/text/exp.h: the exponential function, compiled into the code that uses it.
//
// This text goes into generated C, after real.h or lanes.h.
//
// In:    any double, or one in each lane
// Out:   exp(x) within 0.6 units in the last place (tests/unit/native/slow_exp.c measures it against
//        MPFR), with and without fused multiply-add; infinities, NaN, and results too large or too small
//        for a normal number as in the C library
// From:  Tang, Table-driven implementation of the exponential function in IEEE floating-point arithmetic,
//        ACM Transactions on Mathematical Software 15 (1989) 144: exp(x) = 2^(n/16) exp(r) with powers of
//        2^(1/16) as two doubles; 1/n! for the series, whose first omitted term is below 2^-59
// Cost:  16 operations without a branch, of which eight depend on one another, and two table look-ups

// Up to here exp(x) is a normal number, and n = x/(log(2)/16) has 14 bits, so that n times the first part
// of log(2)/16, which has 38, is exact.
#define DAL_EXP_FAR 700.0

// 2^(j/16), rounded, and the rounding error relative to it.
static const double dal_exp_root[16] = {
  0x1p+0,               0x1.0b5586cf9890fp+0, 0x1.172b83c7d517bp+0, 0x1.2387a6e756238p+0,
  0x1.306fe0a31b715p+0, 0x1.3dea64c123422p+0, 0x1.4bfdad5362a27p+0, 0x1.5ab07dd485429p+0,
  0x1.6a09e667f3bcdp+0, 0x1.7a11473eb0187p+0, 0x1.8ace5422aa0dbp+0, 0x1.9c49182a3f090p+0,
  0x1.ae89f995ad3adp+0, 0x1.c199bdd85529cp+0, 0x1.d5818dcfba487p+0, 0x1.ea4afa2a490dap+0,
};
static const double dal_exp_tail[16] = {
  0,                      0x1.79aa65d837b6dp-54,  -0x1.01b15eaa59348p-55, 0x1.68efde3a8a894p-54,
  0x1.34d754db0abb6p-55,  0x1.59f48a72a4c6dp-55,  0x1.690cebb7aafb0p-56,  0x1.063e1e21c5409p-54,
  -0x1.3b3efbf5e2228p-54, -0x1.b32dcb94da51dp-56, 0x1.db72fc1f0eab4p-55,  0x1.1affc2b91ce27p-56,
  0x1.c1a7792cb3387p-55,  0x1.36eae30af0cb3p-56,  0x1.4a385a63d07a7p-56,  -0x1.ff7128fd391f0p-55,
};

// For |x| <= DAL_EXP_FAR.
static inline dal_real dal_exp_near(dal_real x) {
  // n = x/(log(2)/16), rounded: 1.5*2^52 shifts its bits to the end of the significand
  const dal_real shifted = dal_fma(x, 0x1.71547652b82fep+4, 0x1.8p52);
  const dal_real n = shifted - 0x1.8p52;
  const dal_bits k = dal_bits_of(shifted);

  // r = x - n*log(2)/16; only the last sum is rounded, to 2^-59
  const dal_real r = dal_fma(n, -0x1.cf79abc9e3b3ap-44, dal_fma(n, -0x1.62e42fefap-5, x));

  // exp(r) - 1 and the tail, small terms first
  const dal_real z = r * r, zz = z * z;
  const dal_real low = dal_fma(z, dal_fma(r, 1.0 / 6, 0.5), r + dal_look_up(dal_exp_tail, k & 15));
  const dal_real high =
    dal_fma(z, dal_fma(r, 1.0 / 5040, 1.0 / 720), dal_fma(r, 1.0 / 120, 1.0 / 24));
  const dal_real part = dal_fma(zz, high, low);

  // 2^(n/16): the sixteenths come from the table, the rest goes into the exponent
  const dal_bits root = dal_bits_of(dal_look_up(dal_exp_root, k & 15));
  const dal_real scale = dal_from_bits(root + ((k >> 4) << 52));
  return dal_fma(scale, part, scale);
}

#ifndef DAL_WIDTH

static inline double dal_exp(double x) {
  return fabs(x) <= DAL_EXP_FAR ? dal_exp_near(x) : exp(x);
}

#else

// Replaces the lanes that are far from zero, or NaN.
static __attribute__((noinline)) dal_real dal_exp_far(dal_real x, dal_real near) {
  DAL_EACH if (!(fabs(x[lane]) <= DAL_EXP_FAR)) near[lane] = exp(x[lane]);
  return near;
}

static inline dal_real dal_exp(dal_real x) {
  const dal_real near = dal_exp_near(x);
  return dal_any(~(dal_mask) (dal_fabs(x) <= DAL_EXP_FAR)) ? dal_exp_far(x, near) : near;
}

#endif
