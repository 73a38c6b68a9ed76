// expr/exact.c: rational numbers in a word each for numerator and denominator, by Knuth's rules (The Art of Computer
// Programming, 4.5.1): cancel before multiplying. Whatever does not fit is computed by FLINT.

#include "expr/exact_impl.h"
#include <string.h>

#define WORD_DIGITS 18  // decimal digits that always fit below 2^62
#define ROOT_MOST 61    // 2^61 is the largest power that is small

static uint64_t magnitude(long a) {
  return a < 0 ? -(uint64_t) a : (uint64_t) a;
}

static uint64_t gcd(uint64_t a, uint64_t b) {
  if (a == 0 || b == 0) return a | b;
  const int twos = __builtin_ctzl(a | b);
  a >>= __builtin_ctzl(a);
  while (b != 0) {
    b >>= __builtin_ctzl(b);
    const uint64_t least = a < b ? a : b;
    b = a < b ? b - a : a - b;
    a = least;
  }
  return a << twos;
}

// Puts a*b into *to; returns false if it is not small.
static bool product(long a, long b, long *to) {
  return !__builtin_mul_overflow(a, b, to) && *to <= COEFF_MAX && *to >= COEFF_MIN;
}

static bool sum(long a, long b, long *to) {
  return !__builtin_add_overflow(a, b, to) && *to <= COEFF_MAX && *to >= COEFF_MIN;
}

// num/den, which is in lowest terms and small, in place of what `to` was
static void put(fmpq_t to, long num, long den) {
  fmpz_set_si(fmpq_numref(to), num);
  fmpz_set_si(fmpq_denref(to), den);
}

unsigned long exact_bits(const fmpz_t a) {
  if (!exact_is_small(a)) return fmpz_bits(a);
  return *a == 0 ? 0 : 64 - (unsigned long) __builtin_clzl(magnitude(*a));
}

bool exact_long(const fmpz_t a, long *value) {
  if (exact_is_small(a)) {
    *value = *a;
    return true;
  }
  if (!fmpz_fits_si(a)) return false;
  *value = fmpz_get_si(a);
  return true;
}

void exact_copy(fmpq_t to, const fmpq_t from) {
  if (exact_both_small(from))
    put(to, from->num, from->den);
  else
    fmpq_set(to, from);
}

void exact_make(fmpq_t to, long num, unsigned long den) {
  const uint64_t common = gcd(magnitude(num), den);
  if (den / common <= (unsigned long) COEFF_MAX &&
      magnitude(num) / common <= (unsigned long) COEFF_MAX)
    put(to, num / (long) common, (long) (den / common));
  else
    fmpq_set_si(to, num, den);
}

// a/b + c/d with g = gcd(b, d): t = a (d/g) + c (b/g) has only factors of g in common with the denominator.
static bool add_small(fmpq_t to, const fmpq_t x, const fmpq_t y) {
  const long b = x->den, d = y->den, g = (long) gcd((uint64_t) b, (uint64_t) d);
  long left, right, t, den;
  if (!product(x->num, d / g, &left) || !product(y->num, b / g, &right) || !sum(left, right, &t))
    return false;
  const long h = (long) gcd(magnitude(t), (uint64_t) g);
  if (!product(b / g, d / h, &den)) return false;
  put(to, t / h, den);
  return true;
}

void exact_add(fmpq_t to, const fmpq_t a, const fmpq_t b) {
  if (!exact_both_small(a) || !exact_both_small(b) || !add_small(to, a, b)) fmpq_add(to, a, b);
}

static bool mul_small(fmpq_t to, const fmpq_t x, const fmpq_t y) {
  const long g = (long) gcd(magnitude(x->num), (uint64_t) y->den);
  const long h = (long) gcd(magnitude(y->num), (uint64_t) x->den);
  long num, den;
  if (!product(x->num / g, y->num / h, &num) || !product(x->den / h, y->den / g, &den))
    return false;
  put(to, num, den);
  return true;
}

void exact_mul(fmpq_t to, const fmpq_t a, const fmpq_t b) {
  if (!exact_both_small(a) || !exact_both_small(b) || !mul_small(to, a, b)) fmpq_mul(to, a, b);
}

void exact_invert(fmpq_t to, const fmpq_t a) {
  if (exact_both_small(a))
    put(to, a->num < 0 ? -a->den : a->den, (long) magnitude(a->num));
  else
    fmpq_inv(to, a);
}

// a^n for n >= 0, which stays in lowest terms
static bool power_small(long a, unsigned long n, long *to) {
  long result = 1;
  for (; n != 0; n >>= 1) {
    if ((n & 1) != 0 && !product(result, a, &result)) return false;
    if (n > 1 && !product(a, a, &a)) return false;
  }
  *to = result;
  return true;
}

void exact_power(fmpq_t to, const fmpq_t a, long n) {
  fmpq_t base;
  fmpq_init(base);
  if (n < 0)
    exact_invert(base, a);
  else
    exact_copy(base, a);
  long num, den;
  if (exact_both_small(base) && power_small(base->num, magnitude(n), &num) &&
      power_small(base->den, magnitude(n), &den))
    put(to, num, den);
  else
    fmpq_pow_si(to, a, n);
  fmpq_clear(base);
}

int exact_compare(const fmpq_t a, const fmpq_t b) {
  if (!exact_both_small(a) || !exact_both_small(b)) return fmpq_cmp(a, b);
  __extension__ const __int128 left = (__int128) a->num * b->den,
                               right = (__int128) b->num * a->den;
  return (left > right) - (left < right);
}

void exact_floor(fmpz_t to, const fmpq_t a) {
  if (!exact_both_small(a)) {
    fmpz_fdiv_q(to, fmpq_numref(a), fmpq_denref(a));
    return;
  }
  const long quotient = a->num / a->den;
  fmpz_set_si(to, quotient - (a->num % a->den < 0));
}

void exact_gcd(fmpz_t to, const fmpz_t a, const fmpz_t b) {
  if (exact_is_small(a) && exact_is_small(b))
    fmpz_set_si(to, (long) gcd(magnitude(*a), magnitude(*b)));
  else
    fmpz_gcd(to, a, b);
}

void exact_lcm(fmpz_t to, const fmpz_t a, const fmpz_t b) {
  long value;
  if (exact_is_small(a) && exact_is_small(b) && *a != 0 && *b != 0 &&
      product((long) (magnitude(*a) / gcd(magnitude(*a), magnitude(*b))), (long) magnitude(*b),
              &value))
    fmpz_set_si(to, value);
  else
    fmpz_lcm(to, a, b);
}

long exact_remove(fmpz_t a, unsigned long prime) {
  long times = 0;
  if (exact_is_small(a)) {
    for (; *a % (long) prime == 0; times++) *a /= (long) prime;
    return times;
  }
  fmpz_t factor;
  fmpz_init(factor);
  fmpz_set_ui(factor, prime);
  times = (long) fmpz_remove(a, a, factor);
  fmpz_clear(factor);
  return times;
}

// The integer nearest to the k-th root of a, for k >= 2, so that it is the root if there is one.
static long near_root(long a, int k) {
  long low = 1, high = 1L << (62 / k + 1);
  while (low < high) {
    const long middle = low + (high - low + 1) / 2;
    long power;
    if (power_small(middle, (unsigned long) k, &power) && power <= a)
      low = middle;
    else
      high = middle - 1;
  }
  return low;
}

int exact_root(fmpz_t root, const fmpz_t a) {
  if (!exact_is_small(a)) {
    const int k = fmpz_is_perfect_power(root, a);
    return k > 1 ? k : 1;
  }
  for (int k = ROOT_MOST; k > 1; k--) {
    const long candidate = near_root(*a, k);
    long power;
    if (candidate == 1 || !power_small(candidate, (unsigned long) k, &power) || power != *a)
      continue;
    fmpz_set_si(root, candidate);
    return k;
  }
  return 1;
}

// digits times 10^exponent in words
static bool decimal_small(fmpq_t to, const char *digits, long exponent) {
  const unsigned long shift = magnitude(exponent);
  if (strlen(digits) > WORD_DIGITS || shift > WORD_DIGITS) return false;
  long value = 0, power, num;
  for (const char *c = digits; *c != '\0'; c++) value = 10 * value + (*c - '0');
  if (!power_small(10, shift, &power)) return false;
  if (exponent >= 0) {
    if (!product(value, power, &num)) return false;
    put(to, num, 1);
  } else {
    exact_make(to, value, (unsigned long) power);
  }
  return true;
}

void exact_decimal(fmpq_t to, const char *digits, long exponent) {
  if (decimal_small(to, digits, exponent)) return;
  fmpz_t power;
  fmpz_init(power);
  fmpz_set_str(fmpq_numref(to), digits, 10);
  fmpz_one(fmpq_denref(to));
  fmpz_set_ui(power, 10);
  fmpz_pow_ui(power, power, magnitude(exponent));
  if (exponent < 0)
    fmpq_div_fmpz(to, to, power);
  else
    fmpq_mul_fmpz(to, to, power);
  fmpz_clear(power);
}

// Euclid's algorithm: s a = r modulo the prime all the way.
uint64_t exact_inverse_modulo(uint64_t a, uint64_t prime) {
  int64_t s = 1, next_s = 0;
  uint64_t r = a, next_r = prime;
  while (next_r != 0) {
    const uint64_t q = r / next_r, rest = r - q * next_r;
    const int64_t t = s - (int64_t) q * next_s;
    r = next_r, next_r = rest;
    s = next_s, next_s = t;
  }
  return s < 0 ? prime - magnitude(s) : (uint64_t) s;
}
