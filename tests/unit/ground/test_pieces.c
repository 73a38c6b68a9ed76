// tests/unit/ground/test_pieces.c: products of constraints and conditions taken apart; what may vanish;
// where formulas bend.
//
// Judge: each list was written by hand.

#include "support/desk.h"

#include "ground/pieces.h"
#include "ground/range.h"
#include "ground/real.h"
#include "ground/switches.h"
#include "print/print.h"
#include <string.h>

#define SPACE "parameter a = 2, b\ncoordinate x, y, z\nkinetic = x'^2 + y'^2 + z'^2\n"

static const Equations *derive(Desk *desk, const char *text) {
  Equations *eq = ARENA_NEW(&desk->arena, Equations);
  const DeriveOptions options = {.arena = &desk->arena, .energy = EXPR_NONE};
  desk_clear_model(desk);
  desk_read_well(desk, text);
  assert_int_equal(method_multipliers.derive(desk->model, &options, eq), STATUS_OK);
  return eq;
}

// --- pieces --------------------------------------------------------------------------------------

static GroundPieces pieces_given(Desk *desk, const char *text, const char *const *given, size_t n) {
  const Equations *eq = derive(desk, text);
  Condition *conditions = ARENA_ARRAY(&desk->arena, Condition, n + 1);
  for (size_t i = 0; i < n; i++) conditions[i] = (Condition){desk_expr(desk, given[i]), EXPR_ZERO};
  return ground_pieces(eq, conditions, n, &desk->arena);
}

static GroundPieces pieces_of(Desk *desk, const char *text) {
  return pieces_given(desk, text, NULL, 0);
}

// Returns all names, with bars between them.
static const char *names(Desk *desk, GroundPieces pieces) {
  Text text = text_make(&desk->arena);
  for (size_t i = 0; i < pieces.n; i++)
    text_addf(&text, "%s%s", i > 0 ? " | " : "", pieces.at[i].name);
  return text_get(&text);
}

static void test_products(void **state) {
  Desk *desk = *state;
  assert_string_equal(names(desk, pieces_of(desk, SPACE "constraint c: x = y\n")), "");
  assert_string_equal(names(desk, pieces_of(desk, SPACE "constraint c: x*y = 0\n")),
                      "x = 0 | y = 0");
  // multiplied out
  assert_string_equal(names(desk, pieces_of(desk, SPACE "constraint c: x*y - 2*x - y + 2 = 0\n")),
                      "y - 2 = 0 | x - 1 = 0");
  // no rational function
  assert_string_equal(
    names(desk, pieces_of(desk, SPACE "constraint c: (exp(x) - 1)*(y - 2) = 0\n")),
    "y - 2 = 0 | exp(x) - 1 = 0");
}

// A product holds by a factor of another: {x}, {y, z}.
static void test_least(void **state) {
  Desk *desk = *state;
  assert_string_equal(
    names(desk, pieces_of(desk, SPACE "constraint c: x*y = 0\nconstraint d: x*z = 0\n")),
    "x = 0 | y = 0, z = 0");
  assert_string_equal(
    names(desk, pieces_of(desk, SPACE "constraint c: x = 0\nconstraint d: x*z = 0\n")), "");
  assert_string_equal(names(desk, pieces_of(desk, SPACE "constraint c: (x - 1)*(x - 2) = 0\n"
                                                        "constraint d: (x - 2)*(x - 3) = 0\n")),
                      "x - 2 = 0");
}

static void test_not_chosen(void **state) {
  Desk *desk = *state;
  const char *const none[] = {
    "constraint c: (x^2 + 1)*(y - z) = 0\n",     // no real zeros
    "constraint c: (2 + sin(x))*(y - z) = 0\n",  // nor here
    "constraint c: (x^2 + z^2)*(y - z) = 0\n",   // its derivatives vanish with it
    "constraint c: (a - b)*(y - z) = 0\n",       // parameters
    "constraint c: exp(x)*(y - z) = 0\n",
    "constraint c: x*(y' - z') = 0\n"};  // it loses its independence at x = 0
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
    const GroundPieces pieces = pieces_of(desk, text_format(&desk->arena, "%s%s", SPACE, none[i]));
    assert_int_equal(pieces.n, 1);
    assert_string_equal(pieces.at[0].name, "");
    assert_null(pieces.at[0].power);
  }
}

static void test_power(void **state) {
  Desk *desk = *state;
  const GroundPieces pieces = pieces_of(desk, SPACE "constraint c: (x - y)^2*z = 0\n");
  assert_int_equal(pieces.n, 2);
  for (size_t i = 0; i < 2; i++) {
    const bool square = strcmp(pieces.at[i].name, "z = 0") != 0;
    assert_int_equal(pieces.at[i].power != NULL, square);
  }
}

// The rows of a piece say what vanishes there; A, B, b are those of the product.
static void test_rows(void **state) {
  Desk *desk = *state;
  const GroundPieces pieces = pieces_of(desk, SPACE "constraint c: x*(y - 1) = 0\n");
  assert_int_equal(pieces.n, 2);
  assert_expr(desk, pieces.at[0].eq.constraints.row[0].position, desk_expr(desk, "x"));
  assert_expr(desk, pieces.at[0].eq.constraints.row[0].velocity, desk_expr(desk, "x'"));
  assert_expr(desk, pieces.at[0].eq.constraints.A.at[0], desk_expr(desk, "y - 1"));
}

static void test_conditions(void **state) {
  Desk *desk = *state;
  const char *const plain[] = {"x - 1"}, *const product[] = {"x*y - x"},
                    *const sum[] = {"z - y", "x*y - z"}, *const quotient[] = {"x/y - 1"},
                    *const circle[] = {"y'"};
  assert_string_equal(names(desk, pieces_given(desk, SPACE, plain, 1)), "");
  assert_string_equal(names(desk, pieces_given(desk, SPACE, product, 1)), "x = 0 | y - 1 = 0");
  // a product only if the other one holds
  assert_string_equal(names(desk, pieces_given(desk, SPACE, sum, 2)), "x - 1 = 0 | y = 0");
  // x*y = y^2 is not met by y = 0 where x/y = 1; x*x' + y*y' = 0 is a product where y' = 0
  assert_string_equal(names(desk, pieces_given(desk, SPACE "constraint c: x*z = y*z\n", plain, 1)),
                      "y - x = 0 | z = 0");
  assert_int_equal(pieces_given(desk, SPACE "constraint c: x*y = y*y\n", quotient, 1).n, 1);
  assert_string_equal(
    names(desk, pieces_given(desk, SPACE "constraint c: x^2 + y^2 = 1\n", circle, 1)),
    "x = 0, y + 1 = 0 | x = 0, y - 1 = 0 | x' = 0");
}

static void test_too_many(void **state) {
  Desk *desk = *state;
  Text text = text_make(&desk->arena);
  text_add(&text, SPACE);
  for (int i = 0; i < 3; i++) {
    text_addf(&text, "constraint c%d: 1", i);
    for (int k = 0; k < 8; k++) text_addf(&text, "*(%c - %d)", "xyz"[i], k);
    text_add(&text, " = 0\n");
  }
  const GroundPieces pieces = pieces_of(desk, text_get(&text));
  assert_int_equal(pieces.all, 512);
  assert_int_equal(pieces.n, PIECES_MOST);
  assert_true(pieces.counted);
  // spread: every factor of the first occurs
  for (int k = 0; k < 8; k++) {
    bool found = false;
    const char *factor = k == 0 ? "x = 0" : text_format(&desk->arena, "x - %d = 0", k);
    for (size_t i = 0; i < pieces.n; i++)
      found = found || strncmp(pieces.at[i].name, factor, strlen(factor)) == 0;
    assert_true(found);
  }
}

// --- ranges --------------------------------------------------------------------------------------

static void test_ranges(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, SPACE);
  const char *const never[] = {"1 + x^2",    "2 + sin(x)",    "exp(x)",      "a",
                               "b",          "a*b + x^2",     "-1 - x^4",    "cosh(x)",
                               "exp(x) + 1", "3 - cos(x)*2",  "1/x^2",       "5 + atan(x)",
                               "a/b",        "sqrt(x^2 + 1)", "(x^2 + 1)^3", "-exp(x)*b"};
  const char *const maybe[] = {
    "x",      "x - y",      "x^2", "sin(x)",     "a - b",     "1 + x",       "x^2 - 1", "log(x)",
    "abs(x)", "cos(x) - 1", "x*y", "1 + sin(x)", "x^2 + y^2", "atan(x) + 1", "tan(x)",  "x^3 + 5"};
  for (size_t i = 0; i < sizeof never / sizeof *never; i++)
    if (range_may_vanish(desk->model, desk_expr(desk, never[i]), &desk->arena))
      fail_msg("%s", never[i]);
  for (size_t i = 0; i < sizeof maybe / sizeof *maybe; i++)
    if (!range_may_vanish(desk->model, desk_expr(desk, maybe[i]), &desk->arena))
      fail_msg("%s", maybe[i]);
}

// --- switches ------------------------------------------------------------------------------------

static const char *switches(Desk *desk, const char *formula) {
  const Expr e = desk_expr(desk, formula);
  const Switches list = switches_of(desk->model, &e, 1, &desk->arena);
  Text text = text_make(&desk->arena);
  for (size_t i = 0; i < list.n; i++)
    text_addf(&text, "%s%s", i > 0 ? ", " : "",
              print_expr_text(desk->pool, list.at[i], &desk->arena));
  return text_get(&text);
}

static void test_switches(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, SPACE);
  assert_string_equal(switches(desk, "x^2*sin(y)/z"), "");
  assert_string_equal(switches(desk, "abs(x - 2)"), "x - 2");
  assert_string_equal(switches(desk, "sqrt(x^2 + 1)"), "");
  assert_string_equal(switches(desk, "log(x)*abs(y)"), "x, y");
  assert_string_equal(switches(desk, "asin(x)"), "x - 1, x + 1");
  assert_string_equal(switches(desk, "atan(y/x)"), "x");
  assert_string_equal(switches(desk, "atan(tan(x))"), "cos(x)");
  assert_string_equal(switches(desk, "atan2(y, x)"), "y, x");
  assert_string_equal(switches(desk, "atan(x)"), "");
  assert_string_equal(switches(desk, "abs(a - b)"), "a - b");
}

// --- crossing ------------------------------------------------------------------------------------

static double value_at(RealPoint *point, Desk *desk, const char *formula) {
  double low, high;
  assert_true(real_bounds(point, desk_expr(desk, formula), &low, &high));
  return low / 2 + high / 2;
}

// From one side to the other: along a line, on a circle, through a zero that only touches, for
// parameters; and not where a positive one would become negative.
static void test_crossing(void **state) {
  Desk *desk = *state;
  const Equations *eq = derive(desk, "parameter l = 2, k = 1\ncoordinate x, y\n"
                                     "kinetic = x'^2 + y'^2\nconstraint rod: x^2 + y^2 = l^2\n"
                                     "initial x = 1.2, y = 1.6\n");
  RealSource *source = real_source(eq, NULL, 0, &desk->arena);
  RealPoint *start, *to;
  assert_non_null(source);
  assert_false(real_is_flat(source));
  assert_int_equal(real_draw(source, 0, &desk->arena, &start), STATUS_OK);
  assert_int_equal(real_cross(source, start, desk_expr(desk, "y"), 1, &desk->arena, &to),
                   STATUS_OK);
  assert_true(value_at(to, desk, "y") < -0.1);
  assert_int_equal(real_cross(source, start, desk_expr(desk, "l^2 - x^2"), 1, &desk->arena, &to),
                   STATUS_OK);
  assert_true(value_at(to, desk, "y") < -0.1);
  assert_int_equal(real_cross(source, start, desk_expr(desk, "x' - 50"), 1, &desk->arena, &to),
                   STATUS_OK);
  assert_true(value_at(to, desk, "x'") > 51);
  assert_int_equal(real_cross(source, start, desk_expr(desk, "l - 3*k"), 1, &desk->arena, &to),
                   STATUS_OK);
  assert_true(value_at(to, desk, "l - 3*k") > 0);
  // the circle does not reach x = 3 l, and l stays positive
  assert_int_equal(real_cross(source, start, desk_expr(desk, "k"), 1, &desk->arena, &to),
                   STATUS_UNABLE);
  // both signs of two functions that meet
  const Expr e[] = {desk_expr(desk, "x - y"), desk_expr(desk, "x' - 1")};
  for (int i = 0; i < 4; i++) {
    const double value[] = {i & 1 ? -0.01 : 0.01, i & 2 ? -0.02 : 0.02};
    assert_int_equal(real_reach(source, start, e, value, 2, &desk->arena, &to), STATUS_OK);
    assert_int_equal(real_sign(to, e[0]), i & 1 ? -1 : 1);
    assert_int_equal(real_sign(to, e[1]), i & 2 ? -1 : 1);
  }
}

// sqrt(x*y) and sqrt(x)*sqrt(y) differ where both are negative; asin(x) + acos(x) is pi/2 everywhere.
static void test_complex(void **state) {
  Desk *desk = *state;
  const Equations *eq =
    derive(desk, "coordinate x, y\nkinetic = x'^2 + y'^2\ninitial x = -2, y = -3\n");
  RealPoint *point;
  assert_int_equal(real_point(eq, NULL, 0, 0, &desk->arena, &point), STATUS_OK);
#define DIFFERS(left, right) \
  real_differs_in_complex(point, desk_expr(desk, left), desk_expr(desk, right))
  assert_true(DIFFERS("sqrt(x*y)", "sqrt(x)*sqrt(y)"));
  assert_false(DIFFERS("asin(x) + acos(x)", "pi/2"));
  assert_false(DIFFERS("exp(log(x))", "x"));
  assert_true(DIFFERS("log(x^2)", "2*log(x)"));
  assert_false(DIFFERS("sqrt(x)", "sqrt(y)"));  // neither is real
  assert_false(DIFFERS("x", "y"));              // both are real
  assert_false(DIFFERS("1/(x + 2)", "y"));      // there is no root
  assert_true(DIFFERS("acos(x)", "y"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
#define DESK_TEST(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)
    DESK_TEST(test_products), DESK_TEST(test_least),  DESK_TEST(test_not_chosen),
    DESK_TEST(test_power),    DESK_TEST(test_rows),   DESK_TEST(test_conditions),
    DESK_TEST(test_too_many), DESK_TEST(test_ranges), DESK_TEST(test_switches),
    DESK_TEST(test_crossing), DESK_TEST(test_complex)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
