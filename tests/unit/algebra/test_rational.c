// Unit tests of algebra/rational*.c: normal forms known from textbooks, and budgets.

#include "algebra/rational.h"
#include "support/check.h"
#include "support/desk.h"

#include <math.h>

#define NAMES "parameter m, l, a, b, c, d, x1, x2, x3, x4\ncoordinate x, y, z, theta, phi\n"

static void read_names(Desk *desk) {
  assert_int_equal(language_parse(desk->model, &(Source){"names", str(NAMES)}), STATUS_OK);
}

// Checks the normal form of the text: numerator and denominator.
static void assert_parts(Desk *desk, const char *text, const char *numerator,
                         const char *denominator) {
  const Expr e = desk_expr(desk, text);
  Rationals *f = rationals_create(desk->pool, &desk->arena, &e, 1, ANGLES_SPLIT);
  assert_non_null(f);
  const Rational *r = rational_cancel(f, rational_of(f, e));
  assert_non_null(r);
  Expr num, den;
  rational_parts(f, r, &num, &den);
  assert_string_equal(print_expr_text(desk->pool, num, &desk->arena), numerator);
  assert_string_equal(print_expr_text(desk->pool, den, &desk->arena), denominator);
}

static void test_normal_forms(void **state) {
  Desk *desk = *state;
  read_names(desk);
  static const char *const cases[][3] = {
    // given, numerator, denominator
    {"x/y + y/x", "x^2 + y^2", "x*y"},
    {"(x^2 - y^2)/(x - y)", "x + y", "1"},
    {"1/(1/x + 1/y)", "x*y", "x + y"},
    {"(x^3 - 1)/(x - 1)", "x^2 + x + 1", "1"},
    {"a/2 + b/3", "3*a + 2*b", "6"},
    // circular functions: every line is an identity of a first course
    {"sin(x)^2/(1 - cos(x))", "cos(x) + 1", "1"},
    {"(1 - cos(x)^2)/sin(x)", "sin(x)", "1"},
    {"tan(x)*cos(x)", "sin(x)", "1"},
    {"(1 + tan(x)^2)*cos(x)^2", "1", "1"},
    {"sin(2*x)/sin(x)", "2*cos(x)", "1"},
    {"sin(x + y) - sin(x)*cos(y)", "sin(y)*cos(x)", "1"},
    {"cos(x - pi/2)", "sin(x)", "1"},
    {"sin(3*x)/sin(x) + 4*sin(x)^2", "3", "1"},
    {"(1 - cos(x) + sin(x))/(1 + cos(x) + sin(x)) - sin(x)/(1 + cos(x))", "0", "1"},
    // roots
    {"(sqrt(x^2 + y^2) + x)*(sqrt(x^2 + y^2) - x)", "y^2", "1"},
    {"sqrt(a)*(sqrt(a) + b)", "a + sqrt(a)*b", "1"},
    {"(x - y)/(sqrt(x) - sqrt(y))", "sqrt(x) + sqrt(y)", "1"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    assert_parts(desk, cases[i][0], cases[i][1], cases[i][2]);
}

// What cancels only because of s^2 + c^2 = 1: both forms of tan(x/2), times something.
static void test_half_angles(void **state) {
  Desk *desk = *state;
  read_names(desk);
  static const char *const cases[] = {
    "(a*(1 - cos(x)) + b*sin(x))/(a*sin(x) + b*(1 + cos(x)))",  // tan(x/2)
    "((1 - cos(x))*(1 - cos(y)))/(sin(x)*sin(y))",              // tan(x/2) tan(y/2)
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    const Expr e = desk_expr(desk, cases[i]);
    Rationals *f = rationals_create(desk->pool, &desk->arena, &e, 1, ANGLES_SPLIT);
    const Rational *r = rational_cancel(f, rational_of(f, e));
    assert_non_null(r);
    Expr num, den;
    rational_parts(f, r, &num, &den);
    assert_true(expr_equal(desk->pool, expr_div(desk->pool, num, den), e));
    assert_true(rational_terms(r) <= 3 + 2 * i);
    assert_false(expr_depends(desk->pool, den, desk_expr(desk, "a")));
  }
}

static void test_factors(void **state) {
  Desk *desk = *state;
  read_names(desk);
  const Expr e = desk_expr(desk, "(2*x^3 - 2*x*y^2)/(3*a^2 + 6*a*b + 3*b^2)");
  Rationals *f = rationals_create(desk->pool, &desk->arena, &e, 1, ANGLES_WHOLE);
  RationalFactors factors;
  assert_true(rational_factors(f, rational_of(f, e), &factors));
  assert_int_equal(factors.n, 6);  // 2, x, x + y, x - y; 3, (a + b)^2
  assert_true(fabs(ratio_double(desk->pool, expr_ratio_of(desk->pool, factors.at[0].e))) == 2);
  assert_expr(desk, factors.at[4].e, desk_expr(desk, "3"));
  assert_true(ratio_sign(desk->pool, factors.at[5].c) < 0);
  assert_true(expr_equal(desk->pool, expr_product(desk->pool, factors.at, factors.n), e));
}

// (a x + a y + b)/(x + y) = a + b/(x + y)
static void test_whole_and_rest(void **state) {
  Desk *desk = *state;
  read_names(desk);
  const Expr e = desk_expr(desk, "(a*x + a*y + b)/(x + y)"), proper = desk_expr(desk, "b/(x + y)");
  Rationals *f = rationals_create(desk->pool, &desk->arena, &e, 1, ANGLES_WHOLE);
  const Rational *whole, *rest;
  Expr num, den;
  assert_true(rational_split(f, rational_of(f, e), &whole, &rest));
  rational_parts(f, whole, &num, &den);
  assert_expr(desk, num, desk_expr(desk, "a"));
  rational_parts(f, rest, &num, &den);
  assert_expr(desk, expr_div(desk->pool, num, den), proper);
  assert_false(rational_split(f, rest, &whole, &rest));
}

// x^2 + y^2 + z^2 = l^2 on a sphere
static void test_relations(void **state) {
  Desk *desk = *state;
  read_names(desk);
  const Expr e = desk_expr(desk, "m*(x^2 + y^2 + z^2)/(a + x^2)"),
             h = desk_expr(desk, "x^2 + y^2 + z^2 - l^2");
  Rationals *f = rationals_create(desk->pool, &desk->arena, (Expr[]){e, h}, 2, ANGLES_WHOLE);
  const Rational *p = rational_of(f, h), *r = rational_of(f, e);
  bool found = false;
  for (size_t k = 0; k < 4; k++) {
    const Rational *shorter = rational_modulo(f, r, p, k);
    Expr num, den;
    if (shorter == NULL) continue;
    rational_parts(f, shorter, &num, &den);
    const char *text = print_expr_text(desk->pool, expr_div(desk->pool, num, den), &desk->arena);
    found = found || strcmp(text, "m*l^2/(x^2 + a)") == 0;
  }
  assert_true(found);
  assert_null(rational_modulo(f, r, p, 4));  // no such monomial
  assert_int_equal(rationals_status(f), STATUS_OK);
}

// The Vandermonde determinant is the product of the differences.
static void test_vandermonde(void **state) {
  Desk *desk = *state;
  read_names(desk);
  static const char *const names[] = {"x1", "x2", "x3", "x4"};
  Expr A[16], product = EXPR_ONE, x[4];
  ExprPool *p = desk->pool;
  for (size_t i = 0; i < 4; i++) x[i] = desk_expr(desk, names[i]);
  for (size_t i = 0; i < 16; i++)
    A[i] = expr_pow_ratio(p, x[i / 4], ratio_make(p, (long) (i % 4), 1));
  for (size_t i = 0; i < 4; i++)
    for (size_t j = i + 1; j < 4; j++) product = expr_mul(p, product, expr_sub(p, x[j], x[i]));
  Rationals *f = rationals_create(p, &desk->arena, A, 16, ANGLES_WHOLE);
  const Rational *entries[16];
  for (size_t i = 0; i < 16; i++) entries[i] = rational_of(f, A[i]);
  Expr num, den;
  rational_parts(f, rational_determinant(f, 4, entries), &num, &den);
  assert_true(expr_equal(p, num, product));
  assert_true(expr_same(den, EXPR_ONE));
}

// A matrix that is singular only because of s^2 + c^2 = 1 has no inverse, but a kernel.
static void test_singular(void **state) {
  Desk *desk = *state;
  read_names(desk);
  static const char *const texts[] = {"cos(x)^2", "1 - sin(x)", "1 + sin(x)", "1"};
  Expr A[4];
  const Rational *entries[4], *result[4];
  size_t count = 0;
  for (size_t i = 0; i < 4; i++) A[i] = desk_expr(desk, texts[i]);
  Rationals *f = rationals_create(desk->pool, &desk->arena, A, 4, ANGLES_WHOLE);
  for (size_t i = 0; i < 4; i++) entries[i] = rational_of(f, A[i]);
  assert_true(rational_is_zero(f, rational_determinant(f, 2, entries)));
  assert_true(rational_kernel(f, 2, 2, entries, result, &count));
  assert_int_equal(count, 1);
  assert_false(rational_inverse(f, 2, entries, result));
  assert_int_equal(rationals_status(f), STATUS_DOMAIN);
}

// Work that would take too long is refused by a count, so that the result is the same on every machine.
static void test_budgets(void **state) {
  Desk *desk = *state;
  read_names(desk);
  const Expr power = desk_expr(desk, "(x + y + z + a + b + c + d + m + l + 1)^40");
  Rationals *f = rationals_create(desk->pool, &desk->arena, &power, 1, ANGLES_WHOLE);
  assert_non_null(f);
  assert_null(rational_of(f, power));
  assert_int_equal(rationals_status(f), STATUS_LIMIT);
  assert_null(rational_add(f, NULL, NULL));
  const Expr multiple = desk_expr(desk, "sin(100*x) + sin(x)");
  f = rationals_create(desk->pool, &desk->arena, &multiple, 1, ANGLES_WHOLE);
  assert_true(f == NULL || rational_of(f, multiple) == NULL);
  Expr sum = EXPR_ZERO;
  for (long i = 0; i < RATIONAL_GENERATORS + 1; i++) {
    const Expr s =
      expr_symbol(desk->pool, str(text_format(&desk->arena, "s%ld", i)), SYMBOL_CONSTANT);
    sum = expr_add(desk->pool, sum, s);
  }
  assert_null(rationals_create(desk->pool, &desk->arena, &sum, 1, ANGLES_WHOLE));
  assert_null(rationals_create(desk->pool, &desk->arena, &(Expr){0}, 1, ANGLES_WHOLE));
  const Expr zero = desk_expr(desk, "x");
  f = rationals_create(desk->pool, &desk->arena, &zero, 1, ANGLES_WHOLE);
  const Rational *r = rational_of(f, zero);
  assert_null(rational_div(f, r, rational_sub(f, r, r)));
  assert_int_equal(rationals_status(f), STATUS_DOMAIN);
}

// Numbers longer than a machine word.
static void test_large_numbers(void **state) {
  Desk *desk = *state;
  read_names(desk);
  assert_parts(desk, "-123456789012345678901234567890*x/17", "-123456789012345678901234567890*x",
               "17");
}

#define DESK_TEST(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

int main(void) {
  const struct CMUnitTest tests[] = {
    DESK_TEST(test_normal_forms),   DESK_TEST(test_half_angles), DESK_TEST(test_factors),
    DESK_TEST(test_whole_and_rest), DESK_TEST(test_relations),   DESK_TEST(test_vandermonde),
    DESK_TEST(test_singular),       DESK_TEST(test_budgets),     DESK_TEST(test_large_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
