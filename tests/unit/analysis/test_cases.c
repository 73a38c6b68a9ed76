// tests/unit/analysis/test_cases.c: systems of equations taken apart.
//
// Law:   whole numbers that satisfy all equations are exactly those of the cases.
// Judge: all points of a grid, in doubles that hold whole numbers exactly.

#include "support/desk.h"

#include "analysis/cases.h"
#include "print/print.h"

#define MODEL                                    \
  "parameter a = 1, b = 2\ncoordinate x, y, z\n" \
  "kinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"

typedef struct {
  Desk *desk;
  Expr all[4], symbols[5];
  size_t n;
  Cases cases;
} Sheet;

static void take_apart(Sheet *s, Desk *desk, const char *const *text, size_t n) {
  static const char *const names[] = {"x", "y", "z", "a", "b"};
  *s = (Sheet){.desk = desk, .n = n};
  desk_read_well(desk, MODEL);
  for (size_t i = 0; i < n; i++) s->all[i] = desk_expr(desk, text[i]);
  for (size_t i = 0; i < 5; i++)
    assert_true(expr_find_symbol(desk->pool, str(names[i]), &s->symbols[i]));
  assert_true(cases_find(desk->model, &desk->arena, s->all, n, NULL, 0, &s->cases));
}

static bool vanish(const Sheet *s, const Expr *e, size_t n, const double *at) {
  for (size_t i = 0; i < n; i++)
    if (expr_value(s->desk->pool, e[i], s->symbols, at, 5) != 0) return false;
  return true;
}

static bool in_a_case(const Sheet *s, const double *at) {
  for (size_t i = 0; i < s->cases.n; i++) {
    const Case *c = &s->cases.at[i];
    bool holds = vanish(s, c->equation, c->n, at);
    for (size_t k = 0; holds && k < c->n_divisors; k++) holds = !vanish(s, &c->divisor[k], 1, at);
    if (holds) return true;
  }
  return false;
}

// Compares on a grid; returns how many points satisfy the equations.
static size_t compare(const Sheet *s) {
  size_t found = 0;
  for (int i = 0; i < 343; i++) {
    const double at[5] = {i % 7 - 3, i / 7 % 7 - 3, i / 49 - 3, 1, 2};
    const bool is = vanish(s, s->all, s->n, at);
    if (in_a_case(s, at) != is) fail_msg("at %g, %g, %g", at[0], at[1], at[2]);
    found += is;
  }
  return found;
}

#define COMPARE(state, points, ...)                                 \
  do {                                                              \
    static const char *const text_[] = {__VA_ARGS__};               \
    Sheet s_;                                                       \
    take_apart(&s_, *(state), text_, sizeof text_ / sizeof *text_); \
    assert_int_equal(compare(&s_), (points));                       \
  } while (0)

// x y = y z = 0: y = 0, or x = z = 0: 49 + 7 - 1 points
static void test_products(void **state) {
  COMPARE(state, 55, "x*y", "y*z");
}

// x^2 + 2 y^2 = 0: a line
static void test_squares(void **state) {
  COMPARE(state, 7, "x^2 + 2*y^2");
}

// a + x^2 never vanishes for a positive a
static void test_never(void **state) {
  COMPARE(state, 0, "(a + x^2)*exp(y)");
}

// x y = z and z = 0
static void test_linear(void **state) {
  COMPARE(state, 13, "x*y - z", "z");
}

// x y + z = 0, x z + y = 0: y = -x z, z (1 - x^2) = 0: (x, 0, 0), x = 1: z = -y, x = -1: z = y
static void test_quadratic(void **state) {
  COMPARE(state, 19, "x*y + z", "x*z + y");
}

// x = 0, or x = 1 and y = z
static void test_divisor(void **state) {
  COMPARE(state, 49 + 7, "x*(y - z)", "x*(x - 1)*(y + z + 7)");
}

// x^2 + y^2 = 5 stays as it is
static void test_open(void **state) {
  COMPARE(state, 8 * 1, "x^2 + y^2 - 5", "z - 1");
}

static void test_contradiction(void **state) {
  COMPARE(state, 0, "x - 1", "x - 2");
}

// sin and cos never vanish together; sin(x) = 0 and cos(x) = 1 is one of two cases
static void test_circular(void **state) {
  static const char *const both[] = {"sin(x)", "cos(x)"}, *const one[] = {"sin(x)", "cos(x) - 1"};
  Desk *desk = *state;
  Sheet s;
  take_apart(&s, desk, both, 2);
  assert_int_equal(s.cases.n, 0);
  desk_clear_model(desk);
  take_apart(&s, desk, one, 2);
  assert_int_equal(s.cases.n, 1);
  assert_int_equal(s.cases.at[0].n, 1);
  assert_string_equal(print_expr_text(desk->pool, s.cases.at[0].equation[0], &desk->arena),
                      "cos(x) - 1");
}

// 3 cos(x) = 4 never holds, 3 cos(x) = 2 is left, sin(2 x) is sin(x) or cos(x)
static void test_levels(void **state) {
  static const char *const never[] = {"3*cos(x) - 4"}, *const open[] = {"3*cos(x) - 2"},
                           *const twice[] = {"sin(2*x)"};
  Desk *desk = *state;
  Sheet s;
  take_apart(&s, desk, never, 1);
  assert_int_equal(s.cases.n, 0);
  desk_clear_model(desk);
  take_apart(&s, desk, open, 1);
  assert_int_equal(s.cases.n, 1);
  assert_true(s.cases.at[0].open);
  desk_clear_model(desk);
  take_apart(&s, desk, twice, 1);
  assert_int_equal(s.cases.n, 4);  // x = 0, pi, and +-pi/2
}

int main(void) {
#define T(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)
  const struct CMUnitTest tests[] = {
    T(test_products), T(test_squares), T(test_never),         T(test_linear),   T(test_quadratic),
    T(test_divisor),  T(test_open),    T(test_contradiction), T(test_circular), T(test_levels)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
