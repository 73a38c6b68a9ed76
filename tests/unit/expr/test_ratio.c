// Unit tests of expr/ratio.c: exact rational numbers.

#include "support/check.h"

#include <math.h>

static void test_fixed_ids(void **state) {
  Bench *b = *state;
  assert_int_equal(ratio_make(b->pool, 0, 7).id, RATIO_ZERO.id);
  assert_int_equal(ratio_make(b->pool, 5, 5).id, RATIO_ONE.id);
  assert_int_equal(ratio_make(b->pool, -3, 3).id, RATIO_MINUS_ONE.id);
  assert_int_equal(ratio_make(b->pool, 21, 42).id, RATIO_HALF.id);
}

static void test_arithmetic(void **state) {
  Bench *b = *state;
  ExprPool *p = b->pool;
  const Ratio third = ratio_make(p, 1, 3), sixth = ratio_make(p, 1, 6);
  assert_int_equal(ratio_add(p, third, sixth).id, RATIO_HALF.id);
  assert_int_equal(ratio_mul(p, third, RATIO_HALF).id, sixth.id);
  assert_int_equal(ratio_neg(p, ratio_neg(p, third)).id, third.id);
  assert_int_equal(ratio_inv(p, third).id, ratio_make(p, 3, 1).id);
  assert_int_equal(ratio_inv(p, ratio_make(p, -2, 3)).id, ratio_make(p, -3, 2).id);
  assert_int_equal(ratio_add(p, third, ratio_neg(p, third)).id, RATIO_ZERO.id);
  assert_int_equal(ratio_mul(p, third, RATIO_ZERO).id, RATIO_ZERO.id);
  assert_int_equal(ratio_add(p, RATIO_ZERO, third).id, third.id);
}

// Sums and products that were computed before numbers were released are computed anew: ids stand for others now.
static void test_release(void **state) {
  Bench *b = *state;
  ExprPool *p = b->pool;
  const ExprMark mark = expr_mark(p);
  const Ratio a = ratio_make(p, 3, 17), c = ratio_make(p, 5, 19);
  assert_int_equal(ratio_add(p, a, c).id, ratio_make(p, 142, 323).id);
  assert_int_equal(ratio_mul(p, a, c).id, ratio_make(p, 15, 323).id);
  expr_release(p, mark);
  const Ratio d = ratio_make(p, 2, 23), e = ratio_make(p, 7, 29);
  assert_int_equal(d.id, a.id);
  assert_int_equal(e.id, c.id);
  ratio_make(p, 1, 31), ratio_make(p, 1, 37);  // where sum and product were
  assert_int_equal(ratio_add(p, d, e).id, ratio_make(p, 219, 667).id);
  assert_int_equal(ratio_mul(p, d, e).id, ratio_make(p, 14, 667).id);
}

static void test_order(void **state) {
  Bench *b = *state;
  ExprPool *p = b->pool;
  const Ratio third = ratio_make(p, 1, 3);
  assert_true(ratio_compare(p, third, RATIO_HALF) < 0);
  assert_true(ratio_compare(p, third, ratio_neg(p, third)) > 0);
  assert_int_equal(ratio_compare(p, third, ratio_make(p, 2, 6)), 0);
  assert_int_equal(ratio_sign(p, ratio_neg(p, third)), -1);
  assert_int_equal(ratio_sign(p, RATIO_ZERO), 0);
  assert_true(ratio_is_integer(p, ratio_make(p, 6, 3)));
  assert_false(ratio_is_integer(p, third));
}

static void test_get(void **state) {
  Bench *b = *state;
  ExprPool *p = b->pool;
  long num, den;
  assert_true(ratio_get(p, ratio_make(p, -4, 6), &num, &den));
  assert_int_equal(num, -2);
  assert_int_equal(den, 3);
  Ratio large = ratio_make(p, INT64_MAX, 1);
  assert_true(ratio_get(p, large, &num, &den));
  assert_true(num == INT64_MAX);
  large = ratio_mul(p, large, large);
  assert_false(ratio_get(p, large, &num, &den));
  assert_string_equal(ratio_numerator(p, large, &b->arena),
                      "85070591730234615847396907784232501249");
  assert_string_equal(ratio_denominator(p, ratio_inv(p, large), &b->arena),
                      "85070591730234615847396907784232501249");
  assert_string_equal(ratio_numerator(p, ratio_make(p, -2, 3), &b->arena), "-2");
}

// Large numbers are stored once as well.
static void test_large_are_shared(void **state) {
  Bench *b = *state;
  ExprPool *p = b->pool;
  Ratio a = RATIO_ONE, c = RATIO_ONE;
  for (long i = 1; i <= 50; i++) a = ratio_mul(p, a, ratio_make(p, i, 1));
  for (long i = 50; i >= 1; i--) c = ratio_mul(p, c, ratio_make(p, i, 1));
  assert_int_equal(a.id, c.id);
  assert_string_equal(ratio_numerator(p, a, &b->arena),
                      "30414093201713378043612608166064768844377641568960512000000000000");
  assert_int_equal(ratio_mul(p, a, ratio_inv(p, c)).id, RATIO_ONE.id);
}

static void test_nearest_double(void **state) {
  Bench *b = *state;
  ExprPool *p = b->pool;
  assert_true(ratio_double(p, ratio_make(p, 1, 10)) == 0.1);
  assert_true(ratio_double(p, ratio_make(p, -1, 3)) == -1.0 / 3);
  // halfway between two doubles: to the even one; a little more: up
  const Ratio tie = ratio_make(p, (1L << 53) + 1, 1),
              above = ratio_add(p, tie, ratio_make(p, 1, 1000000000));
  assert_true(ratio_double(p, tie) == 0x1p53);
  assert_true(ratio_double(p, above) == 0x1p53 + 2);
  Ratio tiny = ratio_make(p, 1, 10), huge = ratio_make(p, 10, 1);
  for (int i = 0; i < 9; i++) tiny = ratio_mul(p, tiny, tiny), huge = ratio_mul(p, huge, huge);
  assert_true(ratio_double(p, tiny) == 0);         // 10^-512
  assert_true(ratio_double(p, huge) == HUGE_VAL);  // 10^512
}

static void assert_decimal(Bench *b, const char *digits, long num, unsigned long den) {
  assert_same(b, expr_decimal(b->pool, str(digits)), expr_ratio(b->pool, num, den));
}

static void test_decimals(void **state) {
  Bench *b = *state;
  assert_decimal(b, "0", 0, 1);
  assert_decimal(b, "12", 12, 1);
  assert_decimal(b, "007", 7, 1);
  assert_decimal(b, "0.1", 1, 10);
  assert_decimal(b, ".5", 1, 2);
  assert_decimal(b, "5.", 5, 1);
  assert_decimal(b, "1e-3", 1, 1000);
  assert_decimal(b, "2.5E+4", 25000, 1);
  assert_decimal(b, "9.81", 981, 100);
  assert_decimal(b, "0.000e5", 0, 1);
  assert_decimal(b, "6.02214076e17", 602214076000000000, 1);
}

static void test_decimal_limits(void **state) {
  Bench *b = *state;
  assert_true(expr_is_none(expr_decimal(b->pool, str("1e999999"))));
  assert_int_equal(expr_trouble(b->pool), TROUBLE_SIZE);
  assert_true(expr_is_none(expr_decimal(b->pool, str("1e-999999999999999999999"))));
  assert_int_equal(expr_trouble(b->pool), TROUBLE_SIZE);
  assert_false(expr_is_none(expr_decimal(b->pool, str("1e400"))));
  assert_int_equal(expr_trouble(b->pool), TROUBLE_NONE);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_fixed_ids),      BENCH_TEST(test_arithmetic), BENCH_TEST(test_order),
    BENCH_TEST(test_release),        BENCH_TEST(test_get),        BENCH_TEST(test_large_are_shared),
    BENCH_TEST(test_nearest_double), BENCH_TEST(test_decimals),   BENCH_TEST(test_decimal_limits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
