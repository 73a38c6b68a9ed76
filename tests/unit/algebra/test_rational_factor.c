// Unit tests of algebra/rational_factor.c: FLINT's own functions judge it on random polynomials and on divisors that an
// image over a finite field hides.

#include "algebra/rational_impl.h"
#include "expr/field.h"
#include "support/check.h"
#include "support/desk.h"

#define GENERATORS "x + y + z + m + l"

typedef struct {
  Rationals *f;
  flint_rand_t random;
} Draws;

static Draws draws_open(Desk *desk) {
  Draws d;
  assert_int_equal(
    language_parse(desk->model, &(Source){"names", str("parameter m, l\ncoordinate x, y, z\n")}),
    STATUS_OK);
  const Expr e = desk_expr(desk, GENERATORS);
  d.f = rationals_create(desk->pool, &desk->arena, &e, 1, ANGLES_WHOLE);
  assert_non_null(d.f);
  flint_randinit(d.random);
  return d;
}

// A polynomial that is not zero, with small exponents; coefficients may be longer than a word.
static Poly *draw(Draws *d, slong terms, ulong degrees) {
  Poly *p = poly_new(d->f);
  const flint_bitcnt_t bits = n_randint(d->random, 10) == 0 ? 100 : 4;
  do fmpz_mpoly_randtest_bound(p, d->random, terms, bits, degrees, d->f->ctx);
  while (p->length == 0);
  return p;
}

static Poly *times(Draws *d, const Poly *a, const Poly *b) {
  Poly *product = poly_new(d->f);
  fmpz_mpoly_mul(product, a, b, d->f->ctx);
  return product;
}

static void assert_gcd(Draws *d, const Poly *a, const Poly *b) {
  Poly *ours = poly_new(d->f), *theirs = poly_new(d->f);
  assert_true(poly_gcd(d->f, ours, a, b));
  assert_true(fmpz_mpoly_gcd(theirs, a, b, d->f->ctx));
  assert_true(fmpz_mpoly_equal(ours, theirs, d->f->ctx));
}

// The constants, bases and exponents are FLINT's; the order of the factors does not count.
static void assert_factors(Draws *d, const Poly *a) {
  fmpz_mpoly_factor_t theirs;
  const PolyFactors *ours = poly_factors(d->f, a);
  fmpz_mpoly_factor_init2(theirs, 0, d->f->ctx);
  assert_non_null(ours);
  assert_true(fmpz_mpoly_factor(theirs, a, d->f->ctx));
  assert_true(fmpz_equal(ours->constant, theirs->constant));
  assert_int_equal(ours->num, theirs->num);
  for (slong i = 0; i < ours->num; i++) {
    slong k = 0;
    while (k < theirs->num && !fmpz_mpoly_equal(&ours->poly[i], &theirs->poly[k], d->f->ctx)) k++;
    assert_true(k < theirs->num);
    assert_true(fmpz_equal(&ours->exp[i], &theirs->exp[k]));
  }
  fmpz_mpoly_factor_clear(theirs, d->f->ctx);
}

static void test_gcd(void **state) {
  Desk *desk = *state;
  Draws d = draws_open(desk);
  for (int i = 0; i < 2000; i++) {
    const slong terms = 1 + (slong) n_randint(d.random, 8);
    const Poly *a = draw(&d, terms, 3), *b = draw(&d, terms, 3);
    const Poly *common = draw(&d, 1 + (slong) n_randint(d.random, 4), 2);
    assert_gcd(&d, a, b);
    assert_gcd(&d, times(&d, a, common), times(&d, b, common));
  }
  flint_randclear(d.random);
}

static void test_factors(void **state) {
  Desk *desk = *state;
  Draws d = draws_open(desk);
  for (int i = 0; i < 500; i++) {
    const Poly *a = draw(&d, 1 + (slong) n_randint(d.random, 6), 3);
    const Poly *b = draw(&d, 1 + (slong) n_randint(d.random, 4), 2);
    assert_factors(&d, a);
    assert_factors(&d, times(&d, a, b));
    assert_factors(&d, times(&d, times(&d, a, b), b));
  }
  flint_randclear(d.random);
}

// p x + 1 is the number 1 in the field of p elements: the images of (p x + 1) (y + 1) and (p x + 1) (y + 2) do not show
// the common divisor, nor does the image of the first show that it factors.
static void test_hidden(void **state) {
  Desk *desk = *state;
  Draws d = draws_open(desk);
  const fmpz_mpoly_ctx_struct *ctx = d.f->ctx;
  for (int k = 0; k < FIELD_COUNT; k++)
    for (slong g = 0; g < (slong) d.f->n; g++) {
      Poly *hidden = poly_new(d.f), *one = poly_new(d.f), *two = poly_new(d.f);
      fmpz_mpoly_gen(hidden, g, ctx);
      fmpz_mpoly_scalar_mul_ui(hidden, hidden, field_prime(k), ctx);
      fmpz_mpoly_add_ui(hidden, hidden, 1, ctx);
      fmpz_mpoly_gen(one, (g + 1) % (slong) d.f->n, ctx);
      fmpz_mpoly_add_ui(two, one, 2, ctx);
      fmpz_mpoly_add_ui(one, one, 1, ctx);
      const Poly *a = times(&d, hidden, one), *b = times(&d, hidden, two);
      assert_gcd(&d, a, b);
      assert_gcd(&d, a, hidden);
      assert_gcd(&d, one, b);
      assert_factors(&d, a);
      assert_factors(&d, times(&d, a, b));
      Poly *gcd = poly_new(d.f);
      assert_true(poly_gcd(d.f, gcd, a, b));
      assert_true(fmpz_mpoly_equal(gcd, hidden, ctx));
    }
  flint_randclear(d.random);
}

// The parts of a polynomial are in order, and their sum with the powers is the polynomial.
static void test_split(void **state) {
  Desk *desk = *state;
  Draws d = draws_open(desk);
  for (int i = 0; i < 1000; i++) {
    const Poly *a = draw(&d, 1 + (slong) n_randint(d.random, 20), 9);
    const slong g = (slong) n_randint(d.random, d.f->n), index = 1 + (slong) n_randint(d.random, 3);
    Poly *bucket[POLY_BUCKETS], *sum = poly_new(d.f), *power = poly_new(d.f);
    const size_t n = poly_split(d.f, a, g, index, bucket);
    for (size_t j = 0; j < n; j++) {
      fmpz_mpoly_assert_canonical(bucket[j], d.f->ctx);
      fmpz_mpoly_gen(power, g, d.f->ctx);
      assert_true(fmpz_mpoly_pow_ui(power, power, j * (ulong) index, d.f->ctx));
      fmpz_mpoly_add(sum, sum, times(&d, bucket[j], power), d.f->ctx);
    }
    assert_true(fmpz_mpoly_equal(sum, a, d.f->ctx));
  }
  flint_randclear(d.random);
}

#define DESK_TEST(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

int main(void) {
  const struct CMUnitTest tests[] = {
    DESK_TEST(test_gcd),
    DESK_TEST(test_factors),
    DESK_TEST(test_hidden),
    DESK_TEST(test_split),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
