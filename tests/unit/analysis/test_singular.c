// tests/unit/analysis/test_singular.c: singular states as cases.
//
// Judge: whole numbers: at every state with small whole coordinates and velocities that satisfies
//        the constraint, the derivatives of the constraint are computed by formulas written here,
//        and they vanish exactly where one of the cases holds. Elsewhere: cases found by hand.

#include "support/desk.h"

#include "analysis/singular.h"
#include "print/print.h"
#include "methods/methods.h"
#include <math.h>
#include <string.h>

static Equations derived;  // of the model on the desk

static const SingularAnalysis *analyze(Desk *desk, const char *text) {
  desk_read_well(desk, text);
  const DeriveOptions options = {.arena = &desk->arena, .energy = EXPR_NONE};
  assert_int_equal(method_multipliers.derive(desk->model, &options, &derived), STATUS_OK);
  return analysis_singular(&derived, &desk->arena);
}

static bool is_complete(const SingularAnalysis *s) {
  for (int i = 0; i < SINGULAR_COUNT; i++)
    if (s->of[i].asked && !(s->of[i].known && s->of[i].complete)) return false;
  return true;
}

// Does one of the cases hold at the state?
static bool in_a_case(Desk *desk, const SingularAnalysis *s, const Expr *symbols, const double *at,
                      size_t n) {
  for (size_t i = 0; i < s->cases.n; i++) {
    bool holds = true;
    for (size_t k = 0; holds && k < s->cases.at[i].n; k++)
      holds = expr_value(desk->pool, s->cases.at[i].equation[k], symbols, at, n) == 0;
    for (size_t k = 0; holds && k < s->cases.at[i].n_divisors; k++)
      holds = expr_value(desk->pool, s->cases.at[i].divisor[k], symbols, at, n) != 0;
    if (holds) return true;
  }
  return false;
}

// --- B11 -----------------------------------------------------------------------------------------

// B11 (1.4) and its derivatives by the velocities, Remark 3
static bool b11_holds(const double *s) {
  return s[0] * s[4] * s[7] - s[2] * s[6] * s[5] + (s[1] - s[3]) * s[5] * s[7] == 0;
}

static bool b11_is_singular(const double *s) {
  return s[0] * s[7] == 0 && (s[1] - s[3]) * s[7] - s[2] * s[6] == 0 && s[2] * s[5] == 0 &&
         (s[1] - s[3]) * s[5] + s[0] * s[4] == 0;
}

// (1.1): x1 = x2 = 0, or y1' = y2' = 0, or rest
static bool b11_is_listed(const double *s) {
  return (s[0] == 0 && s[2] == 0) || (s[5] == 0 && s[7] == 0) ||
         (s[4] == 0 && s[5] == 0 && s[6] == 0 && s[7] == 0);
}

#define B11                                                      \
  "parameter m1 = 1, m2 = 2\ncoordinate x1, y1, x2, y2\n"        \
  "point P1 mass m1 at [x1, y1]\npoint P2 mass m2 at [x2, y2]\n" \
  "constraint pivot: x1*x1'*y2' - x2*x2'*y1' + (y1 - y2)*y1'*y2' = 0\n"

// x1, y1, x2, y2, x1', y1', x2', y2' from -1, 0, 1, 2
static void whole_state(unsigned number, double *s) {
  for (int i = 0; i < 8; i++, number /= 4) s[i] = (double) (number % 4) - 1;
}

static void test_b11(void **state) {
  Desk *desk = *state;
  const SingularAnalysis *s = analyze(desk, B11);
  Expr symbols[8];
  for (size_t i = 0; i < 4; i++) symbols[i] = derived.q[i], symbols[4 + i] = derived.qd[i];
  size_t singular = 0, listed_but_regular = 0, singular_not_listed = 0;
  assert_true(is_complete(s));
  assert_false(s->everywhere);
  for (unsigned number = 0; number < 1u << 16; number++) {
    double at[8];
    whole_state(number, at);
    if (!b11_holds(at)) continue;
    const bool is = b11_is_singular(at), listed = b11_is_listed(at);
    if (in_a_case(desk, s, symbols, at, 8) != is) fail_msg("state %u", number);
    singular += is;
    listed_but_regular += listed && !is;
    singular_not_listed += is && !listed;
  }
  assert_true(singular > 0);
  // (1.1) is not the true set: it contains wrong states and misses others
  assert_true(listed_but_regular > 0);
  assert_true(singular_not_listed > 0);
  for (size_t i = 0; i < s->cases.n; i++)
    assert_true(s->cases.at[i].proved && s->cases.at[i].real == TRUTH_YES);
}

// --- other systems -------------------------------------------------------------------------------

// Compares the cases as text: "x' = 0, y' = 0; z = 0", in the order in which they were found
static void expect_cases(Desk *desk, const SingularAnalysis *s, const char *expected) {
  Text text = text_make(&desk->arena);
  for (size_t i = 0; i < s->cases.n; i++) {
    const SingularCase *c = &s->cases.at[i];
    text_addf(&text, "%s%s:", i ? "; " : "", singular_cause_name(c->cause));
    for (size_t k = 0; k < c->n; k++)
      text_addf(&text, " %s", print_expr_text(desk->pool, c->equation[k], &desk->arena));
    assert_true(c->proved);
    assert_int_equal(c->n_divisors, 0);
  }
  assert_true(is_complete(s));
  assert_string_equal(text_get(&text), expected);
}

// B08 8.3: "v1 = v2 = 0 is a singular state"
static void test_parallel(void **state) {
  const SingularAnalysis *s =
    analyze(*state, "coordinate x1, y1, x2, y2\nkinetic = 1/2*(x1'^2 + y1'^2 + x2'^2 + y2'^2)\n"
                    "constraint parallel: x1'*y2' = x2'*y1'\n");
  expect_cases(*state, s, "constraints: x1' y1' x2' y2'");
}

// B08 8.4: where both factors vanish
static void test_product(void **state) {
  const SingularAnalysis *s =
    analyze(*state, "coordinate x, y, phi\nkinetic = 1/2*(x'^2 + y'^2 + phi'^2)\n"
                    "constraint c: (x'*cos(phi) + y'*sin(phi))*phi' = 0\n");
  expect_cases(*state, s, "constraints: phi' x'*cos(phi) + y'*sin(phi)");
}

// A knife edge has no singular state: cos and sin do not vanish together.
static void test_knife_edge(void **state) {
  const SingularAnalysis *s =
    analyze(*state, "coordinate x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"
                    "constraint c: x'*sin(z) = y'*cos(z)\n");
  expect_cases(*state, s, "");
}

// x^2 + y^2 = l^2 excludes x = y = 0
static void test_circle(void **state) {
  const SingularAnalysis *s = analyze(*state, "parameter l = 2\ncoordinate x, y\n"
                                              "kinetic = 1/2*(x'^2 + y'^2)\n"
                                              "constraint c: x^2 + y^2 = l^2\n");
  expect_cases(*state, s, "");
}

// The normals of y = x^2 and y = z^2, (-2 x, 1, 0) and (0, 1, -2 z), are parallel at the origin
// alone.
static void test_tangent(void **state) {
  const SingularAnalysis *s =
    analyze(*state, "coordinate x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"
                    "constraint a: y = x^2\nconstraint b: y = z^2\n");
  expect_cases(*state, s, "constraints: x z");
}

// Polar coordinates: the mass matrix is singular at the pole; with a constraint that fixes the
// angle it does not matter.
static void test_pole(void **state) {
  const SingularAnalysis *s = analyze(*state, "parameter m = 2\ncoordinate r, phi\n"
                                              "point P mass m at r*[cos(phi), sin(phi)]\n");
  expect_cases(*state, s, "mass: r");
}

static void test_pole_held(void **state) {
  const SingularAnalysis *s = analyze(*state, "parameter m = 2\ncoordinate r, phi\n"
                                              "point P mass m at r*[cos(phi), sin(phi)]\n"
                                              "constraint hold: phi' = 1\n");
  expect_cases(*state, s, "");
}

// Spherical coordinates: at the two poles
static void test_poles(void **state) {
  const SingularAnalysis *s =
    analyze(*state, "parameter m = 2, l = 3\ncoordinate theta, phi\n"
                    "kinetic = 1/2*m*l^2*(theta'^2 + sin(theta)^2*phi'^2)\n");
  expect_cases(*state, s, "mass: sin(theta)");
}

// det M = m2 l1^2 l2^2 (m1 + m2 sin(a - b)^2) never vanishes
static void test_double_pendulum(void **state) {
  const SingularAnalysis *s =
    analyze(*state, "parameter m1 = 1, m2 = 2, l1 = 1, l2 = 1/2\ncoordinate a, b\n"
                    "point P1 mass m1 at l1*[sin(a), -cos(a)]\n"
                    "point P2 mass m2 at pos(P1) + l2*[sin(b), -cos(b)]\n");
  expect_cases(*state, s, "");
}

// M = (2, cos; cos, 1): a force along x turns phi only where cos(phi) does not vanish.
static void test_servo(void **state) {
  const SingularAnalysis *s = analyze(
    *state, "coordinate x, phi\nkinetic = 1/2*(x'^2 + phi'^2 + 2*x'*phi'*cos(phi)) + 1/2*x'^2\n"
            "constraint hold: phi' = 1 realized by x'\n");
  expect_cases(*state, s, "both: cos(phi)");
}

// The snakeboard: the axles say the same where both are along the board, phi = pi/2; sin(2 phi) =
// 0 at phi = 0 as well, but there they are independent.
static void test_snakeboard(void **state) {
  const SingularAnalysis *s =
    analyze(*state, "parameter r = 2\ncoordinate x, y, a, phi\n"
                    "kinetic = 1/2*(x'^2 + y'^2 + a'^2 + phi'^2)\n"
                    "constraint f: -x'*sin(a + phi) + y'*cos(a + phi) + r*a'*cos(phi) = 0\n"
                    "constraint b: -x'*sin(a - phi) + y'*cos(a - phi) - r*a'*cos(phi) = 0\n");
  expect_cases(*state, s, "constraints: cos(phi)");
}

// The derivative of a square vanishes with it.
static void test_square(void **state) {
  const SingularAnalysis *s = analyze(
    *state, "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\nconstraint c: (x' - y')^2 = 0\n");
  assert_int_equal(s->idle.n, 1);
  assert_string_equal(s->idle.at[0], "c");
}

// A coordinate without mass has no acceleration anywhere.
static void test_no_mass(void **state) {
  const SingularAnalysis *s =
    analyze(*state, "coordinate x, y\nkinetic = 1/2*x'^2\npotential = x*y\n");
  assert_true(s->everywhere);
}

int main(void) {
#define T(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)
  const struct CMUnitTest tests[] = {
    T(test_b11),    T(test_parallel),        T(test_product), T(test_knife_edge),
    T(test_circle), T(test_tangent),         T(test_pole),    T(test_pole_held),
    T(test_poles),  T(test_double_pendulum), T(test_servo),   T(test_snakeboard),
    T(test_square), T(test_no_mass),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
