// expr/exact_impl.h: FLINT's integers and rational numbers; those that fit into a word are computed without FLINT.
//
// Nearly every number of a model fits. Besides time this saves opening FLINT at all for a command that needs nothing
// else of it (base/lazy.h).
//
// Law:  every result is the one that FLINT gives, in lowest terms
// Not:  the size of results; the caller bounds it (ratio.c)

#ifndef EXPR_EXACT_IMPL_H
#define EXPR_EXACT_IMPL_H

#include <flint/fmpq.h>
#include <stdbool.h>
#include <stdint.h>

// Is it in a word, with a magnitude below 2^62?
static inline bool exact_is_small(const fmpz_t a) {
  return !COEFF_IS_MPZ(*a);
}

static inline bool exact_both_small(const fmpq_t a) {
  return exact_is_small(fmpq_numref(a)) && exact_is_small(fmpq_denref(a));
}

static inline int exact_sign(const fmpq_t a) {
  const fmpz *n = fmpq_numref(a);
  return exact_is_small(n) ? (*n > 0) - (*n < 0) : fmpz_sgn(n);
}

// A small integer never equals one that is not small.
static inline bool exact_equal(const fmpq_t a, const fmpq_t b) {
  return exact_both_small(a) ? a->num == b->num && a->den == b->den : fmpq_equal(a, b) != 0;
}

static inline void exact_negate(fmpq_t a) {
  if (exact_is_small(fmpq_numref(a)))
    a->num = -a->num;
  else
    fmpz_neg(fmpq_numref(a), fmpq_numref(a));
}

// a modulo n, not negative
static inline uint64_t exact_modulo(const fmpz_t a, uint64_t n) {
  if (!exact_is_small(a)) return fmpz_fdiv_ui(a, n);
  const uint64_t rest = (uint64_t) (*a < 0 ? -*a : *a) % n;
  return *a < 0 && rest > 0 ? n - rest : rest;
}

// Bits of |a|.
unsigned long exact_bits(const fmpz_t a);
// Does a fit into a long? Then it is *value.
bool exact_long(const fmpz_t a, long *value);

void exact_copy(fmpq_t to, const fmpq_t from);
void exact_make(fmpq_t to, long num, unsigned long den);
void exact_add(fmpq_t to, const fmpq_t a, const fmpq_t b);
void exact_mul(fmpq_t to, const fmpq_t a, const fmpq_t b);
void exact_invert(fmpq_t to, const fmpq_t a);
void exact_power(fmpq_t to, const fmpq_t a, long n);
int exact_compare(const fmpq_t a, const fmpq_t b);

void exact_floor(fmpz_t to, const fmpq_t a);
void exact_gcd(fmpz_t to, const fmpz_t a, const fmpz_t b);
void exact_lcm(fmpz_t to, const fmpz_t a, const fmpz_t b);
// Divides a positive a by a prime as often as possible; returns how often.
long exact_remove(fmpz_t a, unsigned long prime);
// The largest k with positive a = root^k; 1 if a is not a power.
int exact_root(fmpz_t root, const fmpz_t a);

// The number with these decimal digits, times 10^exponent.
void exact_decimal(fmpq_t to, const char *digits, long exponent);

// 1/a modulo a prime, for 0 < a < prime.
uint64_t exact_inverse_modulo(uint64_t a, uint64_t prime);

#endif
