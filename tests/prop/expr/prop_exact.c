// Laws of expr/exact.c: numbers of any size, most of them about as large as a word holds. Judge: GMP's mpq and mpz.

#include "expr/exact_impl.h"
#include "expr/field.h"
#include "support/check.h"

#include <flint/fmpq.h>
#include <gmp.h>
#include <string.h>

typedef struct {
  fmpq_t ours, other, result;
  mpq_t a, b, expected;
} Case;

// A number of up to 70 bits, often at the edge of what is small: 2^62, 2^63.
static void draw_integer(Gen *g, mpz_t z) {
  const unsigned bits =
    (unsigned) gen_int(g, 0, 3) == 0 ? (unsigned) gen_int(g, 60, 66) : (unsigned) gen_int(g, 0, 70);
  mpz_set_ui(z, 0);
  for (unsigned i = 0; i < bits; i += 16) {
    mpz_mul_2exp(z, z, 16);
    mpz_add_ui(z, z, (unsigned long) gen_int(g, 0, 65535));
  }
  mpz_fdiv_r_2exp(z, z, bits);
  if (gen_int(g, 0, 4) == 0) {
    mpz_set_ui(z, 1);
    mpz_mul_2exp(z, z, (mp_bitcnt_t) gen_int(g, 0, 66));
    if (gen_int(g, 0, 1) == 0) mpz_sub_ui(z, z, 1);
  }
  if (gen_int(g, 0, 1) == 0) mpz_neg(z, z);
}

static void draw(Gen *g, mpq_t q, fmpq_t f) {
  draw_integer(g, mpq_numref(q));
  draw_integer(g, mpq_denref(q));
  if (gen_int(g, 0, 2) == 0) mpz_set_ui(mpq_denref(q), 1);
  if (mpz_sgn(mpq_denref(q)) == 0) mpz_set_ui(mpq_denref(q), 7);
  mpq_canonicalize(q);
  fmpq_set_mpq(f, q);
}

static void open_case(Gen *g, Case *c) {
  fmpq_init(c->ours), fmpq_init(c->other), fmpq_init(c->result);
  mpq_init(c->a), mpq_init(c->b), mpq_init(c->expected);
  draw(g, c->a, c->ours);
  draw(g, c->b, c->other);
}

static void close_case(Case *c) {
  fmpq_clear(c->ours), fmpq_clear(c->other), fmpq_clear(c->result);
  mpq_clear(c->a), mpq_clear(c->b), mpq_clear(c->expected);
}

// In lowest terms, in the one representation that FLINT has for it, and equal to what GMP found?
static bool is_expected(const fmpq_t result, const mpq_t expected) {
  fmpq_t same;
  fmpq_init(same);
  fmpq_set_mpq(same, expected);
  const bool small = !COEFF_IS_MPZ(*fmpq_numref(same)) && !COEFF_IS_MPZ(*fmpq_denref(same));
  const bool good = fmpq_is_canonical(result) && fmpq_equal(result, same) &&
                    exact_both_small(result) == small && exact_equal(result, same);
  fmpq_clear(same);
  return good;
}

PROP(sums, 4000) {
  Case c;
  open_case(g, &c);
  mpq_add(c.expected, c.a, c.b);
  exact_add(c.result, c.ours, c.other);
  const bool sum = is_expected(c.result, c.expected);
  exact_add(c.ours, c.ours, c.other);  // in place
  const bool in_place = is_expected(c.ours, c.expected);
  close_case(&c);
  CHECK(sum);
  CHECK(in_place);
}

PROP(products, 4000) {
  Case c;
  open_case(g, &c);
  mpq_mul(c.expected, c.a, c.b);
  exact_mul(c.result, c.ours, c.other);
  const bool product = is_expected(c.result, c.expected);
  exact_mul(c.other, c.ours, c.other);
  const bool in_place = is_expected(c.other, c.expected);
  close_case(&c);
  CHECK(product);
  CHECK(in_place);
}

PROP(inverse_sign_order, 4000) {
  Case c;
  open_case(g, &c);
  const int order = mpq_cmp(c.a, c.b), sign = mpq_sgn(c.a);
  bool good =
    exact_compare(c.ours, c.other) == (order > 0) - (order < 0) && exact_sign(c.ours) == sign;
  good = good && exact_equal(c.ours, c.other) == (order == 0);
  if (sign != 0) {
    mpq_inv(c.expected, c.a);
    exact_invert(c.result, c.ours);
    good = good && is_expected(c.result, c.expected);
  }
  mpq_neg(c.expected, c.a);
  exact_copy(c.result, c.ours);
  exact_negate(c.result);
  good = good && is_expected(c.result, c.expected);
  close_case(&c);
  CHECK(good);
}

PROP(powers, 4000) {
  Case c;
  open_case(g, &c);
  const long n = gen_int(g, -9, 9);
  const bool defined = n >= 0 || mpq_sgn(c.a) != 0;
  bool good = true;
  if (defined) {
    const unsigned long size = (unsigned long) (n < 0 ? -n : n);
    mpz_pow_ui(mpq_numref(c.expected), mpq_numref(c.a), size);
    mpz_pow_ui(mpq_denref(c.expected), mpq_denref(c.a), size);
    if (n < 0) mpq_inv(c.expected, c.expected);
    exact_power(c.result, c.ours, n);
    good = is_expected(c.result, c.expected);
  }
  close_case(&c);
  CHECK(good);
}

PROP(integers, 4000) {
  Case c;
  open_case(g, &c);
  mpz_t z;
  mpz_init(z);
  mpz_fdiv_q(mpq_numref(c.expected), mpq_numref(c.a), mpq_denref(c.a));
  exact_floor(fmpq_numref(c.result), c.ours);
  bool good = is_expected(c.result, c.expected);

  mpz_gcd(mpq_numref(c.expected), mpq_numref(c.a), mpq_numref(c.b));
  exact_gcd(fmpq_numref(c.result), fmpq_numref(c.ours), fmpq_numref(c.other));
  good = good && is_expected(c.result, c.expected);

  mpz_lcm(mpq_numref(c.expected), mpq_numref(c.a), mpq_numref(c.b));
  exact_lcm(fmpq_numref(c.result), fmpq_numref(c.ours), fmpq_numref(c.other));
  good = good && is_expected(c.result, c.expected);

  const uint64_t modulus = ((uint64_t) 1 << 61) - 2695;
  good = good &&
         exact_modulo(fmpq_numref(c.ours), modulus) == mpz_fdiv_r_ui(z, mpq_numref(c.a), modulus);
  const bool zero = mpz_sgn(mpq_numref(c.a)) == 0;
  good = good && exact_bits(fmpq_numref(c.ours)) == (zero ? 0 : mpz_sizeinbase(mpq_numref(c.a), 2));
  long value = 0;
  const bool fits = mpz_fits_slong_p(mpq_numref(c.a)) != 0;
  good = good && exact_long(fmpq_numref(c.ours), &value) == fits;
  good = good && (!fits || value == mpz_get_si(mpq_numref(c.a)));
  mpz_clear(z);
  close_case(&c);
  CHECK(good);
}

// Powers of a prime, and roots of what is left.
PROP(factors, 2000) {
  static const unsigned long primes[] = {2, 3, 997, 1009, 1013, 65537};
  const unsigned long prime = primes[gen_int(g, 0, 2)], base = primes[gen_int(g, 3, 5)];
  const unsigned long k = (unsigned long) gen_int(g, 1, 8);
  const long times = gen_int(g, 0, 5);
  fmpz_t a, root;
  mpz_t z, power;
  fmpz_init(a), fmpz_init(root);
  mpz_init(z), mpz_init(power);
  mpz_ui_pow_ui(z, base, k);
  fmpz_set_mpz(a, z);
  const int found = exact_root(root, a);
  fmpz_get_mpz(power, root);
  mpz_pow_ui(power, power, (unsigned long) found);
  const bool rooted =
    k == 1 ? found == 1 : mpz_cmp(power, z) == 0 && (COEFF_IS_MPZ(*a) || found == (int) k);
  mpz_set_ui(power, prime);
  mpz_pow_ui(power, power, (unsigned long) times);
  mpz_mul(power, power, z);
  fmpz_set_mpz(a, power);
  const long removed = exact_remove(a, prime);
  fmpz_get_mpz(power, a);
  const bool same = mpz_cmp(power, z) == 0;
  fmpz_clear(a), fmpz_clear(root);
  mpz_clear(z), mpz_clear(power);
  CHECK(rooted);
  CHECK(removed == times && same);
}

PROP(decimals, 4000) {
  char digits[40];
  const int n = (int) gen_int(g, 1, 30);
  for (int i = 0; i < n; i++) digits[i] = (char) ('0' + gen_int(g, 0, 9));
  digits[n] = '\0';
  const long exponent = gen_int(g, -25, 25);
  mpq_t expected;
  fmpq_t result;
  mpq_init(expected);
  fmpq_init(result);
  mpz_set_str(mpq_numref(expected), digits, 10);
  mpz_t power;
  mpz_init(power);
  mpz_ui_pow_ui(power, 10, (unsigned long) (exponent < 0 ? -exponent : exponent));
  if (exponent < 0)
    mpz_set(mpq_denref(expected), power);
  else
    mpz_mul(mpq_numref(expected), mpq_numref(expected), power);
  mpq_canonicalize(expected);
  exact_decimal(result, digits, exponent);
  const bool good = is_expected(result, expected);
  mpz_clear(power);
  mpq_clear(expected);
  fmpq_clear(result);
  gen_note(g, "%se%ld", digits, exponent);
  CHECK(good);
}

PROP(quotients, 4000) {
  const long num =
    gen_int(g, 0, 3) == 0 ? (gen_int(g, 0, 1) ? INT64_MAX : INT64_MIN) : gen_int(g, -1000, 1000);
  const unsigned long den = gen_int(g, 0, 3) == 0 ? UINT64_MAX - (unsigned long) gen_int(g, 0, 3)
                                                  : (unsigned long) gen_int(g, 1, 1000);
  mpq_t expected;
  fmpq_t result;
  mpq_init(expected);
  fmpq_init(result);
  mpq_set_si(expected, num, den);
  mpq_canonicalize(expected);
  exact_make(result, num, den);
  const bool good = is_expected(result, expected);
  mpq_clear(expected);
  fmpq_clear(result);
  CHECK(good);
}

PROP(inverses_modulo_primes, 2000) {
  static const uint64_t primes[] = {2, 3, 1000003, (((uint64_t) 1 << 61) - 2695 - 1) / 24};
  const uint64_t prime = primes[gen_int(g, 0, 3)];
  const uint64_t a = 1 + (uint64_t) gen_int(g, 0, INT64_MAX) % (prime - 1);
  const uint64_t b = exact_inverse_modulo(a, prime);
  CHECK(b < prime && (uint64_t) ((Wide) a * b % prime) == 1 % prime);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(sums),
    cmocka_unit_test(products),
    cmocka_unit_test(inverse_sign_order),
    cmocka_unit_test(powers),
    cmocka_unit_test(integers),
    cmocka_unit_test(factors),
    cmocka_unit_test(decimals),
    cmocka_unit_test(quotients),
    cmocka_unit_test(inverses_modulo_primes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
