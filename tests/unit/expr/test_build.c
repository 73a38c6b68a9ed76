// Unit tests of expr/build.c and expr/function.c: known forms, known values, and what cannot be built.

#include "support/check.h"

typedef struct {
  Bench *b;
  ExprPool *p;
  Expr x, y, z, a;
} World;

static World world(void **state) {
  World w = {.b = *state};
  w.p = w.b->pool;
  w.x = expr_symbol(w.p, str("x"), SYMBOL_VARIABLE);
  w.y = expr_symbol(w.p, str("y"), SYMBOL_VARIABLE);
  w.z = expr_symbol(w.p, str("z"), SYMBOL_VARIABLE);
  w.a = expr_symbol(w.p, str("a"), SYMBOL_CONSTANT);
  return w;
}

static Expr power(const World *w, Expr e, long num, unsigned long den) {
  return expr_pow_ratio(w->p, e, ratio_make(w->p, num, den));
}

static Expr pi_times(const World *w, long num, unsigned long den) {
  return expr_scale(w->p, ratio_make(w->p, num, den), EXPR_PI);
}

// --- sums and products --------------------------------------------------------------------------

static void test_sums(void **state) {
  const World w = world(state);
  assert_text(w.b, expr_add(w.p, w.x, w.x), "2*x");
  assert_same(w.b, expr_sub(w.p, w.x, w.x), EXPR_ZERO);
  assert_same(w.b, expr_sum(w.p, NULL, 0), EXPR_ZERO);
  assert_text(w.b, expr_add(w.p, expr_add(w.p, w.x, EXPR_ONE), expr_sub(w.p, w.y, EXPR_ONE)),
              "x + y");
  // an identity makes the whole sum vanish
  const Expr s = expr_call1(w.p, FN_SIN, w.x), c = expr_call1(w.p, FN_COS, w.x);
  const Expr one = expr_add(w.p, expr_square(w.p, s), expr_square(w.p, c));
  assert_same(w.b, expr_sub(w.p, one, EXPR_ONE), EXPR_ZERO);
  assert_true(expr_equal(w.p, one, EXPR_ONE));
}

static void test_products(void **state) {
  const World w = world(state);
  const Expr xy = expr_add(w.p, w.x, w.y);
  assert_same(w.b, expr_product(w.p, NULL, 0), EXPR_ONE);
  assert_same(w.b, expr_mul(w.p, w.x, EXPR_ZERO), EXPR_ZERO);
  assert_text(w.b, expr_mul(w.p, w.x, expr_mul(w.p, w.y, w.x)), "x^2*y");
  assert_same(w.b, expr_mul(w.p, expr_scale(w.p, ratio_make(w.p, 2, 1), xy), w.z),
              expr_scale(w.p, ratio_make(w.p, 2, 1), expr_mul(w.p, xy, w.z)));
  assert_same(w.b, expr_mul(w.p, expr_neg(w.p, xy), expr_neg(w.p, xy)), expr_square(w.p, xy));
  assert_same(w.b, power(&w, xy, 0, 1), EXPR_ONE);
  assert_text(w.b, expr_mul(w.p, w.x, xy), "x*(x + y)");  // nothing is expanded
}

static void test_number_roots(void **state) {
  const World w = world(state);
  assert_same(w.b, expr_sqrt(w.p, expr_int(w.p, 4)), expr_int(w.p, 2));
  assert_text(w.b, expr_sqrt(w.p, expr_int(w.p, 8)), "2*sqrt(2)");
  assert_text(w.b, expr_sqrt(w.p, expr_ratio(w.p, 1, 2)), "sqrt(2)/2");
  assert_same(w.b,
              expr_mul(w.p, expr_sqrt(w.p, expr_int(w.p, 2)), expr_sqrt(w.p, expr_int(w.p, 3))),
              expr_sqrt(w.p, expr_int(w.p, 6)));
  assert_same(w.b, expr_square(w.p, expr_sqrt(w.p, expr_int(w.p, 7))), expr_int(w.p, 7));
  assert_same(w.b, power(&w, expr_int(w.p, -8), 1, 3), expr_int(w.p, -2));
  assert_same(w.b, power(&w, expr_int(w.p, 32), -2, 5), expr_ratio(w.p, 1, 4));
  assert_same(w.b, expr_sqrt(w.p, expr_int(w.p, 1018081)),
              expr_int(w.p, 1009));  // a prime beyond the trial ones
}

static void test_roots(void **state) {
  const World w = world(state);
  assert_text(w.b, expr_sqrt(w.p, expr_square(w.p, w.x)), "abs(x)");
  assert_same(w.b, expr_square(w.p, expr_sqrt(w.p, w.x)), w.x);
  assert_text(w.b, expr_sqrt(w.p, expr_mul(w.p, expr_square(w.p, w.x), w.y)), "sqrt(y)*abs(x)");
  assert_text(w.b, expr_sqrt(w.p, expr_scale(w.p, ratio_make(w.p, 4, 1), expr_add(w.p, w.x, w.y))),
              "2*sqrt(x + y)");
  assert_same(w.b, expr_square(w.p, expr_call1(w.p, FN_ABS, w.x)), expr_square(w.p, w.x));
  assert_text(w.b, power(&w, w.x, 3, 2), "x^(3/2)");
}

// The sign of a sum moves out when the power becomes an integer again.
static void test_root_of_negative_sum(void **state) {
  const World w = world(state);
  const Expr minus = expr_neg(w.p, w.x), root = expr_sqrt(w.p, minus);
  const Expr built = expr_mul(w.p, expr_mul(w.p, root, root), w.y);
  assert_same(w.b, built, expr_neg(w.p, expr_mul(w.p, w.x, w.y)));
}

// An exponential below a root is not lost when the root is squared.
static void test_root_of_exponential(void **state) {
  const World w = world(state);
  const Expr inside = expr_mul(w.p, w.y, expr_call1(w.p, FN_EXP, w.x)),
             root = expr_sqrt(w.p, inside);
  assert_same(w.b, expr_mul(w.p, root, root), inside);
  const Expr with_power = expr_mul(w.p, w.y, expr_pow(w.p, w.a, w.x)),
             root2 = expr_sqrt(w.p, with_power);
  assert_same(w.b, expr_mul(w.p, root2, root2), with_power);
  assert_same(w.b, expr_mul(w.p, expr_mul(w.p, root, root2), expr_mul(w.p, root, root2)),
              expr_mul(w.p, inside, with_power));
}

static void test_powers(void **state) {
  const World w = world(state);
  assert_text(w.b, expr_pow(w.p, w.a, w.x), "a^x");
  assert_same(w.b, expr_mul(w.p, expr_pow(w.p, w.a, w.x), expr_pow(w.p, w.a, w.y)),
              expr_pow(w.p, w.a, expr_add(w.p, w.x, w.y)));
  assert_same(w.b, expr_pow(w.p, w.a, expr_add(w.p, w.x, expr_int(w.p, 2))),
              expr_mul(w.p, expr_square(w.p, w.a), expr_pow(w.p, w.a, w.x)));
  assert_same(w.b, expr_pow(w.p, EXPR_ONE, w.x), EXPR_ONE);
  assert_same(w.b, expr_pow(w.p, EXPR_ZERO, EXPR_ZERO), EXPR_ONE);
  assert_same(w.b, expr_pow(w.p, w.x, expr_int(w.p, 3)), power(&w, w.x, 3, 1));
}

// --- functions ----------------------------------------------------------------------------------

static void test_known_sines(void **state) {
  const World w = world(state);
  static const char *const sines[] = {
    "0",         "1/4*sqrt(2)*sqrt(3) - sqrt(2)/4", "1/2", "sqrt(2)/2",
    "sqrt(3)/2", "1/4*sqrt(2)*sqrt(3) + sqrt(2)/4", "1",
  };
  for (long k = 0; k <= 6; k++) {
    const Expr s = expr_call1(w.p, FN_SIN, pi_times(&w, k, 12));
    const Expr expected[] = {s, s, expr_neg(w.p, s), expr_neg(w.p, s)};
    const Expr same[] = {
      expr_call1(w.p, FN_SIN, pi_times(&w, 12 - k, 12)),
      expr_call1(w.p, FN_COS, pi_times(&w, 6 - k, 12)),
      expr_call1(w.p, FN_SIN, pi_times(&w, -k, 12)),
      expr_call1(w.p, FN_COS, pi_times(&w, 6 + k, 12)),
    };
    for (size_t i = 0; i < COUNT(same); i++) assert_same(w.b, same[i], expected[i]);
    assert_same(w.b, expr_call1(w.p, FN_SIN, pi_times(&w, k + 240, 12)), s);
    if (k != 1 && k != 5)
      assert_text(w.b, s, sines[k]);
    else
      assert_true(strstr(print_expr_text(w.p, s, &w.b->arena), "sqrt") != NULL);
  }
}

static void test_known_values(void **state) {
  const World w = world(state);
  static const struct {
    Function fn;
    long argument;
    long value;
  } whole[] = {
    {FN_SIN, 0, 0},  {FN_COS, 0, 1},  {FN_TAN, 0, 0},  {FN_ASIN, 0, 0}, {FN_ACOS, 1, 0},
    {FN_ATAN, 0, 0}, {FN_SINH, 0, 0}, {FN_COSH, 0, 1}, {FN_TANH, 0, 0}, {FN_EXP, 0, 1},
    {FN_LOG, 1, 0},  {FN_ABS, 0, 0},  {FN_ABS, -5, 5},
  };
  for (size_t i = 0; i < COUNT(whole); i++)
    assert_same(w.b, expr_call1(w.p, whole[i].fn, expr_int(w.p, whole[i].argument)),
                expr_int(w.p, whole[i].value));
  assert_same(w.b, expr_call1(w.p, FN_TAN, pi_times(&w, 1, 4)), EXPR_ONE);
  assert_same(w.b, expr_call1(w.p, FN_TAN, pi_times(&w, 1, 3)), expr_sqrt(w.p, expr_int(w.p, 3)));
  assert_same(w.b, expr_call1(w.p, FN_ATAN, EXPR_ONE), pi_times(&w, 1, 4));
  assert_same(w.b, expr_call1(w.p, FN_ATAN, expr_int(w.p, -1)), pi_times(&w, -1, 4));
  assert_same(w.b, expr_call1(w.p, FN_ACOS, EXPR_ZERO), pi_times(&w, 1, 2));
  assert_same(w.b, expr_call(w.p, FN_ATAN2, (Expr[]){EXPR_ZERO, expr_int(w.p, 3)}), EXPR_ZERO);
  assert_same(w.b, expr_call(w.p, FN_ATAN2, (Expr[]){EXPR_ZERO, expr_int(w.p, -3)}), EXPR_PI);
  assert_same(w.b, expr_call1(w.p, FN_LOG, expr_call1(w.p, FN_EXP, w.x)), w.x);
  assert_same(w.b, expr_call1(w.p, FN_EXP, expr_call1(w.p, FN_LOG, w.x)), w.x);
  assert_same(w.b, expr_call1(w.p, FN_EXP, expr_half(w.p, expr_call1(w.p, FN_LOG, w.x))),
              expr_sqrt(w.p, w.x));
}

static void test_abs(void **state) {
  const World w = world(state);
  const Expr e = expr_mul(w.p, expr_scale(w.p, ratio_make(w.p, -3, 1), w.x), expr_square(w.p, w.y));
  assert_text(w.b, expr_call1(w.p, FN_ABS, e), "3*y^2*abs(x)");
  assert_same(w.b, expr_call1(w.p, FN_ABS, expr_call1(w.p, FN_ABS, w.x)),
              expr_call1(w.p, FN_ABS, w.x));
  assert_same(w.b, expr_call1(w.p, FN_ABS, EXPR_PI), EXPR_PI);
  assert_same(w.b, expr_call1(w.p, FN_ABS, expr_call1(w.p, FN_EXP, w.x)),
              expr_call1(w.p, FN_EXP, w.x));
}

static void test_turned_tangent(void **state) {
  const World w = world(state);
  const Expr turned = expr_call1(w.p, FN_TAN, expr_add(w.p, w.x, EXPR_PI));
  assert_true(expr_equal(w.p, turned, expr_call1(w.p, FN_TAN, w.x)));
}

// --- what cannot be built -----------------------------------------------------------------------

static void assert_trouble(const World *w, Expr e, ExprTrouble trouble) {
  assert_true(expr_is_none(e));
  assert_int_equal(expr_trouble(w->p), trouble);
}

static void test_troubles(void **state) {
  const World w = world(state);
  const Expr s = expr_call1(w.p, FN_SIN, w.x), c = expr_call1(w.p, FN_COS, w.x);
  const Expr hidden =
    expr_sub(w.p, expr_sub(w.p, EXPR_ONE, expr_square(w.p, s)), expr_square(w.p, c));
  assert_trouble(&w, expr_div(w.p, w.x, EXPR_ZERO), TROUBLE_DIVISION);
  assert_trouble(&w, expr_div(w.p, w.x, hidden), TROUBLE_DIVISION);
  assert_trouble(&w, power(&w, EXPR_ZERO, -1, 2), TROUBLE_DIVISION);
  assert_trouble(&w, expr_call1(w.p, FN_TAN, pi_times(&w, 1, 2)), TROUBLE_DIVISION);
  assert_trouble(&w, expr_call(w.p, FN_ATAN2, (Expr[]){EXPR_ZERO, EXPR_ZERO}), TROUBLE_DIVISION);
  assert_trouble(&w, expr_sqrt(w.p, expr_int(w.p, -1)), TROUBLE_ROOT);
  assert_trouble(&w, power(&w, expr_int(w.p, -5), 3, 4), TROUBLE_ROOT);
  assert_trouble(&w, expr_call1(w.p, FN_LOG, EXPR_ZERO), TROUBLE_LOG);
  assert_trouble(&w, expr_call1(w.p, FN_LOG, expr_int(w.p, -2)), TROUBLE_LOG);
  assert_trouble(&w, expr_pow(w.p, EXPR_ZERO, w.x), TROUBLE_LOG);
  assert_trouble(&w, power(&w, expr_int(w.p, 10), 1000000, 1), TROUBLE_SIZE);
  assert_int_equal(expr_trouble(w.p), TROUBLE_NONE);
}

static void test_none_is_passed_on(void **state) {
  const World w = world(state);
  const Expr none = expr_div(w.p, w.x, EXPR_ZERO);
  assert_true(expr_is_none(expr_add(w.p, w.x, none)));
  assert_true(expr_is_none(expr_sub(w.p, none, w.x)));
  assert_true(expr_is_none(expr_mul(w.p, EXPR_ONE, none)));
  assert_true(expr_is_none(expr_mul(w.p, none, EXPR_ZERO)));
  assert_true(expr_is_none(expr_div(w.p, none, w.x)));
  assert_true(expr_is_none(expr_neg(w.p, none)));
  assert_true(expr_is_none(expr_half(w.p, none)));
  assert_true(expr_is_none(expr_sqrt(w.p, none)));
  assert_true(expr_is_none(expr_pow(w.p, w.x, none)));
  assert_true(expr_is_none(expr_pow(w.p, none, w.x)));
  assert_true(expr_is_none(expr_call1(w.p, FN_SIN, none)));
  assert_true(expr_is_none(expr_call(w.p, FN_ATAN2, (Expr[]){w.x, none})));
  assert_true(expr_is_none(expr_diff(w.p, none, w.x)));
  assert_true(expr_is_none(expr_rate(w.p, none)));
  assert_true(expr_is_none(expr_substitute(w.p, none, &w.x, &w.y, 1)));
  assert_false(expr_equal(w.p, none, none));
  assert_int_equal(expr_trouble(w.p), TROUBLE_DIVISION);  // the first, and only that
  assert_int_equal(expr_trouble(w.p), TROUBLE_NONE);
}

// (-1)^n is not a large number, however large n is.
static void test_sign_of_high_powers(void **state) {
  const World w = world(state);
  assert_same(w.b, power(&w, expr_int(w.p, -1), 60000, 1), EXPR_ONE);
  assert_same(w.b, power(&w, expr_neg(w.p, w.x), 60000, 1), power(&w, w.x, 60000, 1));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_sums),
    BENCH_TEST(test_products),
    BENCH_TEST(test_number_roots),
    BENCH_TEST(test_roots),
    BENCH_TEST(test_root_of_negative_sum),
    BENCH_TEST(test_root_of_exponential),
    BENCH_TEST(test_powers),
    BENCH_TEST(test_known_sines),
    BENCH_TEST(test_known_values),
    BENCH_TEST(test_abs),
    BENCH_TEST(test_turned_tangent),
    BENCH_TEST(test_troubles),
    BENCH_TEST(test_none_is_passed_on),
    BENCH_TEST(test_sign_of_high_powers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
