// Unit tests of expr/pool.c: symbols and their rates, and looking at expressions.

#include "support/check.h"

static Expr variable(Bench *b, const char *name) {
  return expr_symbol(b->pool, str(name), SYMBOL_VARIABLE);
}

static Expr constant(Bench *b, const char *name) {
  return expr_symbol(b->pool, str(name), SYMBOL_CONSTANT);
}

static void test_fixed_expressions(void **state) {
  Bench *b = *state;
  assert_same(b, expr_int(b->pool, 0), EXPR_ZERO);
  assert_same(b, expr_ratio(b->pool, 3, 3), EXPR_ONE);
  assert_same(b, expr_symbol(b->pool, str("pi"), SYMBOL_CONSTANT), EXPR_PI);
  assert_same(b, expr_symbol(b->pool, str("t"), SYMBOL_TIME), EXPR_TIME);
  assert_int_equal(expr_symbol_kind(b->pool, EXPR_PI), SYMBOL_CONSTANT);
  assert_int_equal(expr_symbol_kind(b->pool, EXPR_TIME), SYMBOL_TIME);
  assert_true(expr_is_none(EXPR_NONE));
  assert_false(expr_is_none(EXPR_ZERO));
}

static void test_symbols(void **state) {
  Bench *b = *state;
  const Expr x = variable(b, "x"), m = constant(b, "m");
  Expr found;
  assert_false(expr_same(x, m));
  assert_same(b, variable(b, "x"), x);
  assert_same(b, constant(b, "x"), x);  // asking again ignores the kind
  assert_int_equal(expr_symbol_kind(b->pool, x), SYMBOL_VARIABLE);
  assert_true(expr_find_symbol(b->pool, str("m"), &found));
  assert_same(b, found, m);
  assert_false(expr_find_symbol(b->pool, str("y"), &found));
  assert_string_equal(expr_symbol_name(b->pool, m), "m");
}

static void test_rates(void **state) {
  Bench *b = *state;
  const Expr x = variable(b, "x"), xd = expr_symbol_rate(b->pool, x), xdd = expr_symbol_rate(b->pool, xd);
  int order;
  assert_string_equal(expr_symbol_name(b->pool, xd), "x'");
  assert_string_equal(expr_symbol_name(b->pool, xdd), "x''");
  assert_same(b, expr_symbol_rate(b->pool, x), xd);
  assert_same(b, expr_symbol_base(b->pool, xdd, &order), x);
  assert_int_equal(order, 2);
  assert_same(b, expr_symbol_base(b->pool, x, &order), x);
  assert_int_equal(order, 0);
  assert_int_equal(expr_trouble(b->pool), TROUBLE_NONE);
  assert_true(expr_is_none(expr_symbol_rate(b->pool, xdd)));
  assert_int_equal(expr_trouble(b->pool), TROUBLE_RATE);
  assert_int_equal(expr_trouble(b->pool), TROUBLE_NONE);  // reported once
}

static void test_what_has_no_rate(void **state) {
  Bench *b = *state;
  assert_true(expr_is_none(expr_symbol_rate(b->pool, constant(b, "m"))));
  assert_int_equal(expr_trouble(b->pool), TROUBLE_RATE);
  const Expr lambda = expr_symbol(b->pool, str("lambda(c)"), SYMBOL_QUANTITY);
  assert_true(expr_is_none(expr_rate(b->pool, lambda)));
  assert_int_equal(expr_trouble(b->pool), TROUBLE_RATE);
  assert_same(b, expr_rate(b->pool, constant(b, "m")), EXPR_ZERO);
  assert_same(b, expr_rate(b->pool, EXPR_TIME), EXPR_ONE);
  assert_same(b, expr_rate(b->pool, expr_square(b->pool, EXPR_PI)), EXPR_ZERO);
}

static void test_looking(void **state) {
  Bench *b = *state;
  ExprPool *p = b->pool;
  const Expr x = variable(b, "x"), y = variable(b, "y");
  const Expr sum = expr_add(p, expr_scale(p, ratio_make(p, 3, 1), x), expr_sub(p, expr_int(p, 2), y));
  assert_int_equal(expr_kind(p, sum), EXPR_SUM);
  assert_int_equal(expr_count(p, sum), 3);
  assert_same(b, expr_operand(p, sum, 0).e, EXPR_ONE);  // the constant is the coefficient of one
  assert_int_equal(expr_operand(p, sum, 0).c.id, ratio_make(p, 2, 1).id);
  assert_same(b, expr_operand(p, sum, 1).e, x);
  assert_int_equal(expr_operand(p, sum, 2).c.id, RATIO_MINUS_ONE.id);
  const Expr product = expr_div(p, expr_sqrt(p, x), y);
  assert_int_equal(expr_kind(p, product), EXPR_PRODUCT);
  assert_int_equal(expr_operand(p, product, 0).c.id, RATIO_HALF.id);
  assert_int_equal(expr_exponent(p, product, expr_operand(p, product, 0).e).id, RATIO_HALF.id);
  assert_int_equal(expr_exponent(p, product, product).id, RATIO_ONE.id);
  assert_int_equal(expr_exponent(p, sum, x).id, RATIO_ZERO.id);  // a summand is no factor
  assert_int_equal(expr_exponent(p, product, sum).id, RATIO_ZERO.id);
  const Expr triple = expr_scale(p, ratio_make(p, 3, 1), x);
  assert_int_equal(expr_kind(p, triple), EXPR_SUM);  // 3*x is a sum of one term
  assert_int_equal(expr_count(p, triple), 1);
  const Expr call = expr_call(p, FN_ATAN2, (Expr[]){y, x});
  assert_int_equal(expr_kind(p, call), EXPR_FUNCTION);
  assert_int_equal(expr_function(p, call), FN_ATAN2);
  assert_int_equal(expr_count(p, call), 2);
  assert_same(b, expr_operand(p, call, 1).e, x);
  assert_true(expr_is_number(p, expr_int(p, 7)));
  assert_false(expr_is_number(p, EXPR_PI));
  assert_false(expr_is_number(p, EXPR_NONE));
}

static void test_weight(void **state) {
  Bench *b = *state;
  ExprPool *p = b->pool;
  const Expr x = variable(b, "x"), y = variable(b, "y");
  const Expr sum = expr_add(p, x, y);
  assert_int_equal(expr_weight(p, x), 1);
  assert_true(expr_weight(p, sum) > expr_weight(p, x));
  assert_true(expr_weight(p, expr_square(p, sum)) > expr_weight(p, sum));
  assert_true(expr_weight(p, expr_scale(p, ratio_make(p, 5, 1), x)) > expr_weight(p, expr_neg(p, x)));
  // as a tree it is astronomic, as a graph it has 100 nodes
  Expr e = sum;
  for (int i = 0; i < 100; i++) e = expr_add(p, expr_call1(p, FN_SIN, e), expr_call1(p, FN_COS, e));
  assert_int_equal(expr_weight(p, e), UINT32_MAX);
  assert_true(expr_pool_size(p) < 1000);
}

static void test_functions_by_name(void **state) {
  (void) state;
  Function fn;
  for (int i = 0; i < FN_COUNT; i++) {
    assert_true(function_find(str(function_name((Function) i)), &fn));
    assert_int_equal(fn, i);
    assert_int_equal(function_arguments(fn), fn == FN_ATAN2 ? 2 : fn == FN_IF ? 3 : 1);
    assert_int_equal(function_latex(fn)[0], '\\');
  }
  assert_false(function_find(str("sqrt"), &fn));
  assert_false(function_find(str("Sin"), &fn));
  assert_false(function_find((Str){"sinh", 2}, &fn));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_fixed_expressions), BENCH_TEST(test_symbols), BENCH_TEST(test_rates),
    BENCH_TEST(test_what_has_no_rate),  BENCH_TEST(test_looking), BENCH_TEST(test_weight),
    cmocka_unit_test(test_functions_by_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
