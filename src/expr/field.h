// expr/field.h: arithmetic modulo two primes near 2^61.
//
// Both primes are 1 modulo 24, so that e^(i*pi/12), i, sqrt(2) and sqrt(3) exist in the field; and
// (p - 1)/24 is itself a prime: in the subgroup of that order every element has one d-th root for
// every d, so that sines of rational multiples of an angle are known from one element
// (fingerprint.c).

#ifndef EXPR_FIELD_H
#define EXPR_FIELD_H

#include <stdint.h>

__extension__ typedef unsigned __int128 Wide;

#define FIELD_COUNT 2
#define FIELD_BITS 61

static const uint64_t field_gap[FIELD_COUNT] = {2695, 5719};  // p = 2^61 - gap
// a primitive 24th root of unity: e^(i*pi/12)
static const uint64_t field_root24[FIELD_COUNT] = {1611984087336091912u, 2212928515633817883u};

static inline uint64_t field_prime(int k) {
  return ((uint64_t) 1 << FIELD_BITS) - field_gap[k];
}

// The prime order of the subgroup of 24th powers.
static inline uint64_t field_order(int k) {
  return (field_prime(k) - 1) / 24;
}

static inline uint64_t field_add(int k, uint64_t a, uint64_t b) {
  const uint64_t p = field_prime(k), sum = a + b;
  return sum >= p ? sum - p : sum;
}

static inline uint64_t field_sub(int k, uint64_t a, uint64_t b) {
  return a >= b ? a - b : a + field_prime(k) - b;
}

// 2^61 = gap modulo p, so the high part folds onto the low one.
static inline uint64_t field_mul(int k, uint64_t a, uint64_t b) {
  const uint64_t mask = ((uint64_t) 1 << FIELD_BITS) - 1, p = field_prime(k);
  const Wide x = (Wide) a * b;
  const Wide y = (x & mask) + (x >> FIELD_BITS) * field_gap[k];
  const uint64_t z = (uint64_t) (y & mask) + (uint64_t) (y >> FIELD_BITS) * field_gap[k];
  return z >= p ? z - p : z;
}

static inline uint64_t field_pow(int k, uint64_t a, uint64_t n) {
  uint64_t result = 1;
  for (; n != 0; n >>= 1) {
    if (n & 1) result = field_mul(k, result, a);
    a = field_mul(k, a, a);
  }
  return result;
}

// 1/a; 0 for 0.
static inline uint64_t field_inv(int k, uint64_t a) {
  return field_pow(k, a, field_prime(k) - 2);
}

static inline uint64_t field_half(int k, uint64_t a) {
  return a % 2 == 0 ? a / 2 : (a + field_prime(k)) / 2;
}

#endif
