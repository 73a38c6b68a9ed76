// tests/unit/algebra/test_factors.c: expressions as products.
//
// Judge: the product is e, by fingerprint; the factors are those that e was written with.

#include "support/check.h"

#include "algebra/algebra.h"
#include "algebra/field_linear.h"
#include "expr/field.h"

static Expr symbol(Bench *b, const char *name) {
  return expr_symbol(b->pool, str(name), SYMBOL_VARIABLE);
}

static Expr product_of(Bench *b, const FactorList *f) {
  Expr product = EXPR_ONE;
  for (size_t i = 0; i < f->n; i++)
    product = expr_mul(b->pool, product, expr_product(b->pool, &f->at[i], 1));
  return product;
}

// (x cos a + y sin a) (x^2 + y) x/(a - y), multiplied out as far as the first two are
static void test_product(void **state) {
  Bench *b = *state;
  ExprPool *p = b->pool;
  const Expr x = symbol(b, "x"), y = symbol(b, "y"), a = symbol(b, "a");
  const Expr c = expr_call1(p, FN_COS, a), s = expr_call1(p, FN_SIN, a);
  Expr e = EXPR_ZERO;
  e = expr_add(p, e, expr_mul(p, expr_mul(p, x, c), expr_square(p, x)));
  e = expr_add(p, e, expr_mul(p, expr_mul(p, x, c), y));
  e = expr_add(p, e, expr_mul(p, expr_mul(p, y, s), expr_square(p, x)));
  e = expr_add(p, e, expr_mul(p, expr_mul(p, y, s), y));
  e = expr_div(p, expr_mul(p, x, e), expr_sub(p, a, y));
  const FactorList f = algebra_factors(p, &b->arena, e);
  assert_int_equal(f.n, 4);
  const Expr ratio = expr_div(p, e, product_of(b, &f));
  assert_true(expr_is_number(p, algebra_readable(p, ratio)));
  // the heaviest first, what it is divided by last
  assert_true(expr_depends(p, f.at[0].e, a) && expr_depends(p, f.at[0].e, x));
  assert_true(ratio_sign(p, f.at[3].c) < 0);
}

// x^2 (x + y)^3: powers are kept with the factors; constants are left out
static void test_powers(void **state) {
  Bench *b = *state;
  ExprPool *p = b->pool;
  const Expr x = symbol(b, "x"), y = symbol(b, "y");
  const Expr m = expr_symbol(p, str("m"), SYMBOL_CONSTANT);
  const Expr sum = expr_add(p, x, y);
  const Expr e =
    expr_mul(p, expr_mul(p, m, expr_square(p, x)), expr_pow_ratio(p, sum, ratio_make(p, 3, 1)));
  const FactorList f = algebra_factors(p, &b->arena, e);
  assert_int_equal(f.n, 2);
  assert_same(b, f.at[0].e, sum);
  assert_int_equal(ratio_compare(p, f.at[0].c, ratio_make(p, 3, 1)), 0);
  assert_same(b, f.at[1].e, x);
  assert_int_equal(ratio_compare(p, f.at[1].c, ratio_make(p, 2, 1)), 0);
}

// x^2 + y^2 does not factor over the rationals
static void test_irreducible(void **state) {
  Bench *b = *state;
  const Expr e =
    expr_add(b->pool, expr_square(b->pool, symbol(b, "x")), expr_square(b->pool, symbol(b, "y")));
  const FactorList f = algebra_factors(b->pool, &b->arena, e);
  assert_int_equal(f.n, 1);
  assert_same(b, f.at[0].e, e);
}

// Rows (1, 2, 3) and (2, 4, 7): the solutions are multiples of (-2, 1, 0).
static void test_kernel(void **state) {
  Bench *b = *state;
  const uint64_t A[] = {1, 2, 3, 2, 4, 7};
  uint64_t basis[9];
  for (int k = 0; k < FIELD_COUNT; k++) {
    assert_int_equal(field_kernel(k, &b->arena, 2, 3, A, basis), 1);
    assert_int_equal(basis[0], field_prime(k) - 2);
    assert_int_equal(basis[1], 1);
    assert_int_equal(basis[2], 0);
    assert_int_equal(field_kernel(k, &b->arena, 0, 3, A, basis), 3);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {BENCH_TEST(test_product), BENCH_TEST(test_powers),
                                     BENCH_TEST(test_irreducible), BENCH_TEST(test_kernel)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
