// tests/unit/analysis/test_primitive.c: antiderivatives.
//
// Judge: the function whose derivative is the question, by hand or by expr_diff; a difference that
//        does not contain x is a constant.

#include "support/desk.h"

#include "analysis/primitive.h"

static void expect(Desk *desk, const char *e, const char *expected) {
  Expr x;
  assert_true(expr_find_symbol(desk->pool, str("x"), &x));
  const Expr F = primitive_find(desk->pool, desk_expr(desk, e), x);
  if (expr_is_none(F)) fail_msg("%s has no antiderivative", e);
  const Expr difference = expr_sub(desk->pool, F, desk_expr(desk, expected));
  assert_expr(desk, expr_diff(desk->pool, difference, x), EXPR_ZERO);
}

static void test_table(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "parameter a, b\ncoordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\n");
  expect(desk, "y", "x*y");
  expect(desk, "3*x^2 + a", "x^3 + a*x");
  expect(desk, "1/x", "log(x)");
  expect(desk, "sqrt(x)", "2/3*x*sqrt(x)");
  expect(desk, "y*sin(a*x + b)", "-y*cos(a*x + b)/a");
  expect(desk, "cos(2*x)", "sin(2*x)/2");
  expect(desk, "exp(-x/a)", "-a*exp(-x/a)");
  expect(desk, "cosh(x) + sinh(3*x)", "sinh(x) + cosh(3*x)/3");
  expect(desk, "tan(x)", "-log(cos(x))");
  expect(desk, "tanh(x)", "log(cosh(x))");
}

static void test_rules(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "parameter a, b\ncoordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\n");
  expect(desk, "x/sqrt(x^2 + y^2)", "sqrt(x^2 + y^2)");
  expect(desk, "x/(x^2 + y^2)", "log(x^2 + y^2)/2");
  expect(desk, "sin(x)^3*cos(x)", "sin(x)^4/4");
  expect(desk, "sin(x)^2", "x/2 - sin(2*x)/4");
  expect(desk, "a*cos(3*x)^2", "a*(x/2 + sin(6*x)/12)");
  expect(desk, "1/cos(x)^2", "tan(x)");
  expect(desk, "1/sin(x)^2", "-cos(x)/sin(x)");
  expect(desk, "x*cos(a*x)", "x*sin(a*x)/a + cos(a*x)/a^2");
  expect(desk, "x^2*exp(x)", "(x^2 - 2*x + 2)*exp(x)");
  expect(desk, "(x + y)^2*x", "x^4/4 + 2/3*x^3*y + x^2*y^2/2");
  expect(desk, "1/(1 + x^2)", "atan(x)");
  expect(desk, "1/(4 + 9*x^2)", "atan(3*x/2)/6");
  expect(desk, "cos(x)/(a + sin(x))", "log(a + sin(x))");
}

// No closed form, or not in the table: no result, rather than a wrong one.
static void test_none(void **state) {
  static const char *const texts[] = {"exp(x^2)",    "sin(x)/x", "sin(x^2)", "1/sqrt(1 + x^4)",
                                      "atan2(x, y)", "abs(x)",   "1/log(x)"};
  Desk *desk = *state;
  Expr x;
  desk_read_well(desk, "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\n");
  assert_true(expr_find_symbol(desk->pool, str("x"), &x));
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (!expr_is_none(primitive_find(desk->pool, desk_expr(desk, texts[i]), x)))
      fail_msg("%s", texts[i]);
  assert_int_equal(expr_trouble(desk->pool), TROUBLE_NONE);
}

int main(void) {
#define T(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)
  const struct CMUnitTest tests[] = {T(test_table), T(test_rules), T(test_none)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
