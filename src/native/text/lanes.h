// native/text/lanes.h: the numbers of several motions, each in a lane of one register.
//
// The types and functions of real.h for vectors. Every operation does in each lane what real.h does to a
// double, to the last bit; functions without a vector instruction are called lane by lane. It needs the
// vectors of GNU C. DAL_WIDTH, the number of lanes, may be defined before: a compiler maps any power of
// two to what the processor has.

#include <math.h>
#include <stdint.h>
#include <string.h>

#ifndef DAL_WIDTH
#if defined(__AVX512F__)
#define DAL_WIDTH 8
#elif defined(__AVX__)
#define DAL_WIDTH 4
#else
#define DAL_WIDTH 2
#endif
#endif

#if DAL_WIDTH == 4 && defined(__FMA__)
#include <immintrin.h>
#elif DAL_WIDTH == 8 && defined(__AVX512F__)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#define DAL_BYTES (DAL_WIDTH * 8)

typedef double dal_real __attribute__((vector_size(DAL_BYTES)));
typedef int64_t dal_mask __attribute__((vector_size(DAL_BYTES)));  // 0 or -1 in each lane
typedef uint64_t dal_bits __attribute__((vector_size(DAL_BYTES)));

#define DAL_EACH for (int lane = 0; lane < DAL_WIDTH; lane++)
#define DAL_LOOP  // as in real.h; an iteration fills the registers already
#define DAL_ROWS __attribute__((noinline, noclone))  // called with tables, which are data
#define DAL_LOOSE DAL_ROWS
#define DAL_ALWAYS static inline __attribute__((always_inline))

// Puts a number into all lanes; a vector stays as it is, because -0 - 0 is -0.
#define DAL_REAL(x) ((x) - (dal_real){0})

#define dal_select(mask, a, b) dal_choose((dal_mask) (mask), DAL_REAL(a), DAL_REAL(b))
#define dal_fma(a, b, c) dal_fused(DAL_REAL(a), DAL_REAL(b), DAL_REAL(c))

#if DAL_WIDTH == 8 && defined(__AVX512F__)

DAL_ALWAYS dal_real dal_fused(dal_real a, dal_real b, dal_real c) {
  return (dal_real) _mm512_fmadd_pd((__m512d) a, (__m512d) b, (__m512d) c);
}

DAL_ALWAYS dal_real dal_sqrt(dal_real x) {
  return (dal_real) _mm512_sqrt_pd((__m512d) x);
}

// Looks up a number in a table of 16 for each lane.
DAL_ALWAYS dal_real dal_look_up(const double *table, dal_bits index) {
  return (dal_real) _mm512_permutex2var_pd(_mm512_loadu_pd(table), (__m512i) index,
                                           _mm512_loadu_pd(table + 8));
}

DAL_ALWAYS int dal_any(dal_mask mask) {
  return _mm512_test_epi64_mask((__m512i) mask, (__m512i) mask) != 0;
}

#elif DAL_WIDTH == 4 && defined(__FMA__)

DAL_ALWAYS dal_real dal_fused(dal_real a, dal_real b, dal_real c) {
  return (dal_real) _mm256_fmadd_pd((__m256d) a, (__m256d) b, (__m256d) c);
}

DAL_ALWAYS dal_real dal_sqrt(dal_real x) {
  return (dal_real) _mm256_sqrt_pd((__m256d) x);
}

DAL_ALWAYS int dal_any(dal_mask mask) {
  return _mm256_movemask_pd((__m256d) mask) != 0;
}

#elif DAL_WIDTH == 2 && defined(__aarch64__)

DAL_ALWAYS dal_real dal_fused(dal_real a, dal_real b, dal_real c) {
  return (dal_real) vfmaq_f64((float64x2_t) c, (float64x2_t) a, (float64x2_t) b);
}

DAL_ALWAYS dal_real dal_sqrt(dal_real x) {
  return (dal_real) vsqrtq_f64((float64x2_t) x);
}

DAL_ALWAYS int dal_any(dal_mask mask) {
  return (mask[0] | mask[1]) != 0;
}

#else  // without an instruction: lane by lane

DAL_ALWAYS dal_real dal_fused(dal_real a, dal_real b, dal_real c) {
#if defined(__FMA__) || defined(__aarch64__)
  dal_real r;
  DAL_EACH r[lane] = __builtin_fma(a[lane], b[lane], c[lane]);
  return r;
#else
  return a * b + c;
#endif
}

DAL_ALWAYS dal_real dal_sqrt(dal_real x) {
  dal_real r;
  DAL_EACH r[lane] = sqrt(x[lane]);
  return r;
}

DAL_ALWAYS int dal_any(dal_mask mask) {
  int64_t any = 0;
  DAL_EACH any |= mask[lane];
  return any != 0;
}

#endif

#if DAL_WIDTH == 4 && defined(__AVX2__)

DAL_ALWAYS dal_real dal_look_up(const double *table, dal_bits index) {
  return (dal_real) _mm256_i64gather_pd(table, (__m256i) index, 8);
}

#elif DAL_WIDTH != 8 || !defined(__AVX512F__)

DAL_ALWAYS dal_real dal_look_up(const double *table, dal_bits index) {
  dal_real r;
  DAL_EACH r[lane] = table[index[lane]];
  return r;
}

#endif

DAL_ALWAYS dal_bits dal_bits_of(dal_real x) {
  return (dal_bits) x;
}

DAL_ALWAYS dal_real dal_from_bits(dal_bits bits) {
  return (dal_real) bits;
}

DAL_ALWAYS dal_real dal_choose(dal_mask mask, dal_real a, dal_real b) {
  return (dal_real) (((dal_mask) a & mask) | ((dal_mask) b & ~mask));
}

DAL_ALWAYS dal_real dal_fabs(dal_real x) {
  return (dal_real) ((dal_bits) x & 0x7fffffffffffffffULL);
}

#define dal_sign(a) dal_sign_of(DAL_REAL(a))
DAL_ALWAYS dal_real dal_sign_of(dal_real a) {
  return dal_select(a > 0.0, 1.0, dal_select(a < 0.0, -1.0, a));
}

#define dal_side(a) dal_side_of(DAL_REAL(a))
DAL_ALWAYS dal_real dal_side_of(dal_real a) {
  return dal_select(a > 0.0, 1.0, dal_select(a <= 0.0, -1.0, a));
}

#define dal_pick(a, b) dal_pick_of(DAL_REAL(a), DAL_REAL(b))
DAL_ALWAYS dal_real dal_pick_of(dal_real a, dal_real b) {
  const dal_real between = (1.0 + a) / 2.0 * b;
  return dal_select(a == 1.0, b, dal_select(a == -1.0, 0.0, between));
}

#define DAL_BY_LANE(name)                             \
  static inline dal_real dal_##name(dal_real x) {     \
    dal_real r;                                       \
    DAL_EACH r[lane] = name(x[lane]);                 \
    return r;                                         \
  }
#define DAL_BY_LANES(name)                                   \
  static inline dal_real dal_##name##_of(dal_real a, dal_real b) { \
    dal_real r;                                              \
    DAL_EACH r[lane] = name(a[lane], b[lane]);               \
    return r;                                                \
  }

DAL_BY_LANE(tan)
DAL_BY_LANE(asin)
DAL_BY_LANE(acos)
DAL_BY_LANE(atan)
DAL_BY_LANE(sinh)
DAL_BY_LANE(cosh)
DAL_BY_LANE(tanh)
DAL_BY_LANE(log)
DAL_BY_LANES(pow)
DAL_BY_LANES(atan2)
// one of the two may be a single number
#define dal_pow(a, b) dal_pow_of(DAL_REAL(a), DAL_REAL(b))
#define dal_atan2(a, b) dal_atan2_of(DAL_REAL(a), DAL_REAL(b))
