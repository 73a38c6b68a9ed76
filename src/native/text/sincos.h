// native/text/sincos.h: sine and cosine together, compiled into the code that uses them.
//
// This text goes into generated C, after real.h or lanes.h.
//
// In:    any double, or one in each lane
// Out:   sine and cosine, each within 1 unit in the last place (tests/unit/native/slow_sincos.c
//        measures it against MPFR), with and without fused multiply-add; signed zeros, infinities
//        and NaN as in the C library
// From:  Cody and Waite, Software Manual for the Elementary Functions (1980), chapter 8: reduction
//        by pi/2 in three parts. Ng, fdlibm (Sun Microsystems 1993), k_sin.c and k_cos.c: the
//        coefficients, which are minimax on [-pi/4, pi/4] with an error below 2^-57 there, and the
//        order in which the tail of the reduced argument enters
// Cost:  about 40 operations without a branch, which a compiler can do for several x at a time

// Up to here n = x/(pi/2) has 16 bits, so that n times one of the first two parts is exact.
#define DAL_SINCOS_FAR 1e5

// For |x| <= DAL_SINCOS_FAR: sine and cosine of x - n*pi/2. Returns bits that end with those of n.
DAL_ALWAYS dal_bits dal_sincos_reduced(dal_real x, dal_real *s, dal_real *c) {
  // n = x/(pi/2), rounded: 1.5*2^52 shifts its bits to the end of the significand
  const dal_real shifted = dal_fma(x, 0x1.45f306dc9c883p-1, 0x1.8p52);
  const dal_real n = shifted - 0x1.8p52;

  // r - tail = x - n*pi/2, where pi/2 is 37 bits, 37 bits, and the rest. Only the rounding of r is
  // not exact, and it goes to the tail. Next to a multiple of pi/2 the tail may be as large as r,
  // but both are below 2^-57 then. The signs are such that -0 stays -0.
  const dal_real a = dal_fma(-n, 0x1.921fb5444p+0, x);
  const dal_real w = n * 0x1.68c234c4cp-39;
  const dal_real r = a - w;
  const dal_real tail = dal_fma(n, 0x1.98a2e03707345p-77, -((a - r) - w));

  // sin(r - tail) and cos(r - tail), to first order in tail, with 1 - z/2 for cos r as its factor
  const dal_real z = r * r, v = z * r, zz = z * z;
  const dal_real p =
    dal_fma(z * zz, dal_fma(z, 1.58969099521155010221e-10, -2.50507602534068634195e-08),
            dal_fma(z, dal_fma(z, 2.75573137070700676789e-06, -1.98412698298579493134e-04),
                    8.33333333332248946124e-03));
  const dal_real bent = dal_fma(-z, dal_fma(v, p, 0.5 * tail), tail);
  *s = r - dal_fma(v, 1.66666666666666324348e-01, bent);
  const dal_real first = dal_fma(z, dal_fma(z, 2.48015872894767294178e-05, -1.38888888888741095749e-03),
                                 4.16666666666666019037e-02);
  const dal_real rest = dal_fma(z, dal_fma(z, -1.13596475577881948265e-11, 2.08757232129817482790e-09),
                                -2.75573143513906633035e-07);
  const dal_real q = dal_fma(zz * zz, rest, z * first);
  const dal_real half = 0.5 * z, near = 1 - half;
  *c = near + (((1 - near) - half) + dal_fma(z, q, r * tail));

  return dal_bits_of(shifted);
}

// The quadrant is n mod 4: odd ones exchange sine and cosine, the second bits are signs.
DAL_ALWAYS void dal_sincos_near(dal_real x, dal_real *s, dal_real *c) {
  const dal_bits k = dal_sincos_reduced(x, s, c);
  const dal_bits sine = dal_bits_of(*s), cosine = dal_bits_of(*c);
  const dal_bits exchange = (sine ^ cosine) & (0 - (k & 1));
  *s = dal_from_bits(sine ^ exchange ^ (k & 2) << 62);
  *c = dal_from_bits(cosine ^ exchange ^ ((k + 1) & 2) << 62);
}

#ifndef DAL_WIDTH

#if defined(__GNUC__) && (defined(__SSE2__) && !defined(__SSE4A__) || defined(__aarch64__))

// The same in the registers of numbers: to those of integers and back takes longer than the exchange, which sine and
// cosine wait for. What depends on k alone is ready before. Not on AMD's processors, the only ones with SSE4A: they have
// units for integers alone, and rates with several angles are faster by a tenth if these do the exchange.
static inline void dal_sincos_one(double x, double *s, double *c) {
  typedef uint64_t Bits __attribute__((vector_size(16)));
  typedef double Number __attribute__((vector_size(16)));
  const uint64_t k = dal_sincos_reduced(x, s, c);
  const Bits odd = {0 - (k & 1), 0}, s_sign = {(k & 2) << 62, 0}, c_sign = {((k + 1) & 2) << 62, 0};
  const Bits sine = (Bits) (Number){*s, 0}, cosine = (Bits) (Number){*c, 0};
  const Bits exchange = (sine ^ cosine) & odd;
  *s = ((Number) (sine ^ s_sign ^ exchange))[0];
  *c = ((Number) (cosine ^ c_sign ^ exchange))[0];
}

#else
#define dal_sincos_one dal_sincos_near
#endif

static inline void dal_sincos(double x, double *s, double *c) {
  if (fabs(x) <= DAL_SINCOS_FAR) {
    dal_sincos_one(x, s, c);
  } else {
    *s = sin(x);
    *c = cos(x);
  }
}

// The same for n numbers, several at a time.
static DAL_ROWS void dal_sincos_row(long n, const double *restrict x, double *restrict s, double *restrict c) {
  int far = 0;
  for (long i = 0; i < n; i++) far |= !(fabs(x[i]) <= DAL_SINCOS_FAR);
  if (far)
    for (long i = 0; i < n; i++) dal_sincos(x[i], &s[i], &c[i]);
  else
    for (long i = 0; i < n; i++) dal_sincos_near(x[i], &s[i], &c[i]);
}

#else

// Replaces the lanes that are far from zero, or NaN.
static __attribute__((noinline)) void dal_sincos_far(dal_real x, dal_real *s, dal_real *c) {
  DAL_EACH {
    if (fabs(x[lane]) <= DAL_SINCOS_FAR) continue;
    (*s)[lane] = sin(x[lane]);
    (*c)[lane] = cos(x[lane]);
  }
}

static inline void dal_sincos(dal_real x, dal_real *s, dal_real *c) {
  dal_sincos_near(x, s, c);
  if (dal_any(~(dal_mask) (dal_fabs(x) <= DAL_SINCOS_FAR))) dal_sincos_far(x, s, c);
}

#endif
