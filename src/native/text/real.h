// native/text/real.h: the numbers of one motion.
//
// Templates and generated functions use types and functions that this text defines for doubles, and
// lanes.h for several motions at once. Both do the same operations, each of them rounded as IEEE 754
// says, so that a motion has the same bits with either text. Therefore compilers must not fuse products
// and sums by themselves (native/compiler.c); only dal_fma may do both with one rounding.

#ifndef NATIVE_TEXT_REAL_H
#define NATIVE_TEXT_REAL_H

#include <math.h>
#include <stdint.h>
#include <string.h>

typedef double dal_real;
typedef int dal_mask;
typedef uint64_t dal_bits;

#define DAL_REAL(x) (x)

// a*b + c, rounded once if the processor can, unless DAL_FUSED is 0 already.
#ifndef DAL_FUSED
#if defined(__FMA__) || defined(__aarch64__)
#define DAL_FUSED 1
#else
#define DAL_FUSED 0
#endif
#endif
#if DAL_FUSED
#define dal_fma(a, b, c) __builtin_fma(a, b, c)
#else
#define dal_fma(a, b, c) ((a) * (b) + (c))
#endif

// Loops over outputs that are computed alike are vectorized even if the rest is compiled with few passes; so are rows of
// values, but not values whose operands are anywhere: loads from all over the memory take longer in vectors. Tables are
// data: copies of these functions for some of their numbers would only take time to compile.
#if defined(__GNUC__) && !defined(__clang__)
#define DAL_LOOP __attribute__((optimize("O3")))
#define DAL_ROWS __attribute__((optimize("O3"), noinline, noclone))
#define DAL_LOOSE __attribute__((optimize("O2", "unroll-loops"), noinline, noclone))
#else
#define DAL_LOOP
#define DAL_ROWS
#define DAL_LOOSE
#endif

#define dal_select(mask, a, b) ((mask) ? (a) : (b))
#define dal_any(mask) (mask)
#define dal_all(mask) (mask)

// Inlined even by few passes.
#ifdef __GNUC__
#define DAL_ALWAYS static inline __attribute__((always_inline))
#else
#define DAL_ALWAYS static inline
#endif

DAL_ALWAYS dal_bits dal_bits_of(dal_real x) {
  dal_bits bits;
  memcpy(&bits, &x, sizeof bits);
  return bits;
}

DAL_ALWAYS dal_real dal_from_bits(dal_bits bits) {
  dal_real x;
  memcpy(&x, &bits, sizeof x);
  return x;
}

// Looks up a number in a table of 16.
#define dal_look_up(table, index) ((table)[index])

static inline double dal_sign(double a) {
  return a > 0 ? 1 : a < 0 ? -1 : a;
}

static inline double dal_side(double a) {
  return a > 0 ? 1 : a <= 0 ? -1 : a;
}

static inline double dal_pick(double a, double b) {
  return a == 1 ? b : a == -1 ? 0 : (1 + a) / 2 * b;
}

#define dal_sqrt sqrt
#define dal_fabs fabs
#define dal_pow pow
#define dal_tan tan
#define dal_asin asin
#define dal_acos acos
#define dal_atan atan
#define dal_atan2 atan2
#define dal_sinh sinh
#define dal_cosh cosh
#define dal_tanh tanh
#define dal_log log

#endif
