// base/decimal.c: Schubfach, the shortest decimal of a double by three multiplications.
//
// From: R. Giulietti, The Schubfach way to render doubles, 2020, sections 8 and 9. A double is
//       c 2^q. The decimals that read back as it lie between the midpoints to its neighbours. With
//       k = floor(log10(2^q)), an interval that long contains a multiple of 10^k and at most one
//       of 10^(k+1): if there is one, it is the shortest, else the nearest multiple of 10^k is.
//       Midpoints and value, times 4 10^-k, are computed with 10^-k to 128 bits and rounded to
//       odd, which leaves every comparison with an integer as it is for the exact numbers.
// Cost: about 50 ns a number; the powers of ten take 0.06 ms when the first very large or small one is written.

#include "base/decimal.h"
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

__extension__ typedef unsigned __int128 Wide;

// --- powers of ten -------------------------------------------------------------------------------

enum { POWER_LEAST = -292, POWER_MOST = 324 };  // the -k of all doubles

// 10^p = g 2^(floor(log2(10^p)) - 127), with g rounded up to 128 bits
static Wide powers[POWER_MOST - POWER_LEAST + 1];

#define LIMBS 40  // of 32 bits: 10^324 has 1077 bits; 2^1279/10^292 has 309, of which 128 are used

// The leading 128 bits, rounded up unless the rest is zero and nothing was dropped.
static Wide leading(const uint32_t limb[LIMBS], bool exact) {
  size_t top = LIMBS - 1;
  while (limb[top] == 0) top--;
  int shift = 0;
  while ((limb[top] << shift & 0x80000000u) == 0) shift++;
  // five limbs hold 128 bits at any shift; below a number's last limb all is zero
  Wide g = 0;
  for (size_t i = 0; i < 4; i++) g = g << 32 | (i <= top ? limb[top - i] : 0);
  const uint32_t fifth = top >= 4 ? limb[top - 4] : 0;
  if (shift > 0) g = g << shift | fifth >> (32 - shift);
  bool rest = !exact || fifth << shift != 0;
  for (size_t i = 0; i + 4 < top && !rest; i++) rest = limb[i] != 0;
  return g + rest;
}

static void make_powers(void) {
  uint32_t limb[LIMBS] = {1};
  for (int p = 0; p <= POWER_MOST; p++) {
    powers[p - POWER_LEAST] = leading(limb, true);
    uint64_t carry = 0;
    for (size_t i = 0; i < LIMBS; i++) {
      carry += (uint64_t) limb[i] * 10;
      limb[i] = (uint32_t) carry;
      carry >>= 32;
    }
  }
  // floor(floor(x / 10) / 10) is floor(x / 100), so the digits dropped on the way do no harm
  memset(limb, 0, sizeof limb);
  limb[LIMBS - 1] = 0x80000000u;
  for (int p = -1; p >= POWER_LEAST; p--) {
    uint64_t rest = 0;
    for (size_t i = LIMBS; i-- > 0;) {
      rest = rest << 32 | limb[i];
      limb[i] = (uint32_t) (rest / 10);
      rest %= 10;
    }
    powers[p - POWER_LEAST] = leading(limb, false);
  }
}

// Up to this p, 5^p has at most 128 bits: numbers from 1e-39 to 1e15 need no other powers.
enum { POWER_EXACT = 55 };
static Wide exact_powers[POWER_EXACT + 1];

static void make_exact_powers(void) {
  Wide g = 1;
  for (int p = 0; p <= POWER_EXACT; p++, g *= 5) {
    const uint64_t high = (uint64_t) (g >> 64);
    const int shift = high != 0 ? __builtin_clzll(high) : 64 + __builtin_clzll((uint64_t) g);
    exact_powers[p] = g << shift;
  }
}

static Wide power_of_ten(int p) {
  static pthread_once_t exact = PTHREAD_ONCE_INIT, all = PTHREAD_ONCE_INIT;
  const bool is_exact = p >= 0 && p <= POWER_EXACT;
  pthread_once(is_exact ? &exact : &all, is_exact ? make_exact_powers : make_powers);
  return is_exact ? exact_powers[p] : powers[p - POWER_LEAST];
}

// --- the digits ----------------------------------------------------------------------------------

typedef struct {
  uint64_t digits;
  int exponent;  // of ten
} Decimal;

// floor(g c / 2^128), with the last bit set if that is inexact
static uint64_t times_odd(Wide g, uint64_t c) {
  const Wide low = (Wide) (uint64_t) g * c;
  const Wide high = (Wide) (uint64_t) (g >> 64) * c + (uint64_t) (low >> 64);
  return (uint64_t) (high >> 64) | ((uint64_t) high > 1);
}

// floor(log10(2^q)), or of 3/4 2^q; floor(log2(10^p))
static int log10_of_2(int q, bool three_quarters) {
  return (q * 1262611 - (three_quarters ? 524031 : 0)) >> 22;
}

static int log2_of_10(int p) {
  return (p * 1741647) >> 19;
}

// The shortest decimal of c 2^q; `uneven`: the neighbour below is only half as far away as the one above.
static Decimal shortest(uint64_t c, int q, bool uneven) {
  const int k = log10_of_2(q, uneven), h = q + log2_of_10(-k) + 1;
  const Wide g = power_of_ten(-k);
  const uint64_t odd = c & 1;  // a midpoint reads back as the even one of its neighbours
  const uint64_t lower = times_odd(g, (4 * c - 2 + uneven) << h) + odd;
  const uint64_t value = times_odd(g, (4 * c) << h);
  const uint64_t upper = times_odd(g, (4 * c + 2) << h) - odd;
  const uint64_t s = value / 4, tens = s / 10;

  // try one digit less
  if (s >= 10) {
    const bool below = lower <= 40 * tens, above = 40 * tens + 40 <= upper;
    if (below != above) return (Decimal){tens + above, k + 1};
  }
  const bool below = lower <= 4 * s, above = 4 * s + 4 <= upper;
  if (below != above) return (Decimal){s + above, k};

  // both neighbours read back: take the nearer one, or the even one if halfway
  const uint64_t half = 4 * s + 2;
  return (Decimal){s + (value > half || (value == half && (s & 1))), k};
}

// The decimal of a positive finite double, without trailing zeros.
static Decimal decimal_of(uint64_t bits) {
  const uint64_t fraction = bits & 0xfffffffffffffu;
  const int exponent = (int) (bits >> 52);
  const uint64_t c = exponent > 0 ? fraction | (uint64_t) 1 << 52 : fraction;
  const int q = (exponent > 0 ? exponent : 1) - 1075;
  Decimal d = {0};
  if (q <= 0 && q > -53 && (c & (((uint64_t) 1 << -q) - 1)) == 0)
    d.digits = c >> -q;  // an integer below 2^53
  else
    d = shortest(c, q, fraction == 0 && exponent > 1);
  while (d.digits % 10 == 0) d.digits /= 10, d.exponent++;
  return d;
}

// --- the layout ----------------------------------------------------------------------------------

static char *put(char *at, const char *from, int n) {
  memcpy(at, from, (size_t) n);
  return at + n;
}

static char *put_zeros(char *at, int n) {
  memset(at, '0', (size_t) n);
  return at + n;
}

// d.ddde-07: at least two digits of exponent
static char *put_exponent(char *at, int exponent) {
  const int size = exponent < 0 ? -exponent : exponent;
  *at++ = 'e';
  *at++ = exponent < 0 ? '-' : '+';
  if (size >= 100) *at++ = (char) ('0' + size / 100);
  *at++ = (char) ('0' + size / 10 % 10);
  *at++ = (char) ('0' + size % 10);
  return at;
}

// As %.15g: the exponent is written when it is below -4 or not below the number of digits.
static char *put_decimal(char *at, Decimal d) {
  char digit[20], *first = digit + sizeof digit;
  do *--first = (char) ('0' + d.digits % 10);
  while (d.digits /= 10);
  const int n = (int) (digit + sizeof digit - first), exponent = n - 1 + d.exponent;
  if (exponent < -4 || exponent >= (n > 15 ? n : 15)) {
    *at++ = *first;
    if (n > 1) *at++ = '.';
    return put_exponent(put(at, first + 1, n - 1), exponent);
  }
  if (exponent < 0) return put(put_zeros(put(at, "0.", 2), -exponent - 1), first, n);
  if (n <= exponent + 1) return put_zeros(put(at, first, n), exponent + 1 - n);
  at = put(at, first, exponent + 1);
  *at++ = '.';
  return put(at, first + exponent + 1, n - exponent - 1);
}

size_t decimal_write(char out[DECIMAL_ROOM], double value) {
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  const bool negative = bits >> 63;
  bits &= UINT64_MAX >> 1;
  char *at = out;
  if (negative && value == value) *at++ = '-';  // the sign of a NaN is not shown
  if (bits == 0) {
    at = negative ? put(at, "0.0", 3) : put(at, "0", 1);
  } else if (bits >> 52 == 0x7ff) {
    at = put(at, value == value ? "inf" : "nan", 3);
  } else {
    at = put_decimal(at, decimal_of(bits));
  }
  *at = '\0';
  return (size_t) (at - out);
}
