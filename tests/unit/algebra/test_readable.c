// Unit tests of algebra/readable.c: formulas as textbooks print them.

#include "algebra/algebra.h"
#include "methods/methods.h"
#include "support/check.h"
#include "support/desk.h"

// --- single expressions -------------------------------------------------------------------------

#define NAMES "parameter m1, m2, l1, l2, g, a, b, c\ncoordinate x, y, theta, theta1, theta2, phi\n"

static void assert_readable(Desk *desk, Expr e, const char *expected) {
  const Expr readable = algebra_readable(desk->pool, e);
  assert_true(expr_equal(desk->pool, e, readable));
  assert_true(expr_weight(desk->pool, readable) <= expr_weight(desk->pool, e));
  assert_string_equal(print_expr_text(desk->pool, readable, &desk->arena), expected);
}

static void test_identities(void **state) {
  Desk *desk = *state;
  assert_int_equal(language_parse(desk->model, &(Source){"names", str(NAMES)}), STATUS_OK);
  static const char *const cases[][2] = {
    // given, as it should be read
    {"a*sin(x)^2 + a*cos(x)^2", "a"},
    {"a*sin(x)^2 + a*cos(x)^2 + b", "a + b"},
    {"cos(x)*cos(y) + sin(x)*sin(y)", "cos(x - y)"},
    {"cos(x)*cos(y) - sin(x)*sin(y)", "cos(x + y)"},
    {"sin(x)*cos(y) + cos(x)*sin(y)", "sin(x + y)"},
    {"sin(x)*cos(y) - cos(x)*sin(y)", "sin(x - y)"},
    {"m1*l1^2*(cos(theta)*x')^2 + m1*l1^2*(sin(theta)*x')^2", "m1*l1^2*x'^2"},
    {"m1*l1^2 + m2*l1^2", "(m1 + m2)*l1^2"},
    {"l1*m2*l2*(cos(theta1)*cos(theta2) + sin(theta1)*sin(theta2))",
     "m2*l1*l2*cos(theta1 - theta2)"},
    {"(x + y)^2 - x^2 - 2*x*y", "y^2"},
    {"(x + y)*(x - y) + y^2", "x^2"},
    {"x", "x"},
    {"0", "0"},
    {"3/4", "3/4"},
    {"a*b*c + a*b*x", "a*b*(x + c)"},
    {"sin(x)^2*cos(y)^2 + cos(x)^2*cos(y)^2 + sin(y)^2 - 1 + x", "x"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    assert_readable(desk, desk_expr(desk, cases[i][0]), cases[i][1]);
}

// Fractions and factors; every line can be checked by hand.
static void test_quotients(void **state) {
  Desk *desk = *state;
  assert_int_equal(language_parse(desk->model, &(Source){"names", str(NAMES)}), STATUS_OK);
  static const char *const cases[][2] = {
    // given, as it should be read
    {"(x^2 - y^2)/(x - y)", "x + y"},
    {"a/(x + y) + b/(x + y) - (a + b)*x/(x*(x + y))", "0"},
    {"x/(x + y) + y/(x + y)", "1"},
    {"1/(x + 1) + 1/(x - 1)", "2*x/(x^2 - 1)"},
    {"(a*x + a*y)/(b*x + b*y)", "a/b"},
    {"x^2 + 2*x*y + y^2 + 2*x*a + 2*y*a + a^2", "(x + y + a)^2"},
    {"sin(x)/(1 - cos(x)^2)", "1/sin(x)"},
    {"(m1*l1^2*l2 + m2*l1^2*l2*sin(x)^2)/(l1*l2^2*(m1 + m2) - m2*l1*l2^2*cos(x)^2)", "l1/l2"},
    {"1/(x^2 - 2*x*y + y^2 + a)", "1/((x - y)^2 + a)"},
    {"1/(a*x^2*x'^2*y'^4 + a*x^2*y'^4*theta'^2 + b*phi'^4*y'^2 + b*phi'^4*x'^2)",
     "1/(a*x^2*y'^4*(theta'^2 + x'^2) + b*phi'^4*(x'^2 + y'^2))"},
    // short terms stay separate: a common denominator would hide them
    {"m1*x'^2/2 + m2*y^2/l1", "1/2*m1*x'^2 + m2*y^2/l1"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    assert_readable(desk, desk_expr(desk, cases[i][0]), cases[i][1]);
}

// Terms combined as a person would do it, and terms that stay separate.
static void test_groups(void **state) {
  Desk *desk = *state;
  assert_int_equal(language_parse(desk->model, &(Source){"names", str(NAMES)}), STATUS_OK);
  static const char *const cases[][2] = {
    // the same constants in front of several terms
    {"1/2*m1*x'^2 + 1/2*m1*y'^2 - a*x", "1/2*m1*(x'^2 + y'^2) - a*x"},
    {"1/2*m1*x'^2 + 1/2*m2*x'^2 + 1/2*m1*y'^2 + 1/2*m2*y'^2", "1/2*(m1 + m2)*(x'^2 + y'^2)"},
    {"m1*phi'*x'*sin(phi) + m2*phi'*x'*sin(phi) - m1*phi'*y'*cos(phi) - m2*phi'*y'*cos(phi) - b*x",
     "(m1 + m2)*phi'*(x'*sin(phi) - y'*cos(phi)) - b*x"},
    {"1/2*m1*theta'^2 + 1/2*m1*a^2*sin(theta)^2", "1/2*m1*(theta'^2 + a^2*sin(theta)^2)"},
    {"m1*a*b*x + m2*a*b*y + l1", "a*b*(m1*x + m2*y) + l1"},
    // a weight and a centrifugal force stay separate
    {"m2*l1*l2*theta'^2*sin(theta) - m2*a*l2*sin(phi)",
     "m2*l1*l2*theta'^2*sin(theta) - m2*a*l2*sin(phi)"},
    {"m1*a^2*b^2*sin(theta)*cos(theta) - m1*b*c*sin(theta)",
     "m1*a^2*b^2*sin(theta)*cos(theta) - m1*b*c*sin(theta)"},
    // all terms of one degree in the velocities: one factor in front
    {"m2*a^2*theta' - m2*a*x'*sin(theta) + m2*a*y'*cos(theta)",
     "m2*a*(a*theta' - x'*sin(theta) + y'*cos(theta))"},
    // squares of sums whose terms are products
    {"1/2*c*phi'^2*sin(theta)^2 + c*phi'*x'*sin(theta) + 1/2*c*x'^2 + m1*x",
     "1/2*c*(phi'*sin(theta) + x')^2 + m1*x"},
    {"(x' - a*y*sin(b))^2 + (y' + a*x*sin(b))^2 + 1 - 1",
     "(x' - a*y*sin(b))^2 + (y' + a*x*sin(b))^2"},
    // a factor of a sum under a power
    {"m1*(a*theta'*cos(theta) + b*theta')^2 + c*theta'^2",
     "theta'^2*(m1*(a*cos(theta) + b)^2 + c)"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    assert_readable(desk, desk_expr(desk, cases[i][0]), cases[i][1]);
}

// Angles that depend on each other: the addition theorem, if something is divided by a sine.
static void test_angles(void **state) {
  Desk *desk = *state;
  assert_int_equal(language_parse(desk->model, &(Source){"names", str(NAMES)}), STATUS_OK);
  assert_readable(desk,
                  desk_expr(desk, "(cos(x - y)*cos(theta - x) - cos(theta - y))/sin(theta - x)"),
                  "sin(x - y)");
}

// An expression that is too large to expand stays as it is.
static void test_limits(void **state) {
  Desk *desk = *state;
  assert_int_equal(language_parse(desk->model, &(Source){"names", str(NAMES)}), STATUS_OK);
  const Expr power = desk_expr(desk, "(x + y + theta + phi + a + b + c + 1)^9");
  assert_true(expr_same(algebra_readable(desk->pool, power), power));
  const Expr product =
    desk_expr(desk, "(x+a)*(y+b)*(x+c)*(y+a)*(x+b)*(y+c)*(x+1)*(y+1)*(x+2)*(y+2)*(x+3)*(y+3)");
  assert_true(expr_same(algebra_readable(desk->pool, product), product));
  assert_true(expr_is_none(algebra_readable(desk->pool, EXPR_NONE)));
}

// --- systems ------------------------------------------------------------------------------------

static Equations derived(Desk *desk, const char *text) {
  desk_read_well(desk, text);
  Equations eq = {0};
  assert_int_equal(
    method_lagrange.derive(desk->model, &(DeriveOptions){.arena = &desk->arena}, &eq), STATUS_OK);
  return eq;
}

static void test_double_pendulum(void **state) {
  Desk *desk = *state;
  const Equations eq = derived(desk, "parameter m1, m2, l1, l2, g\n"
                                     "coordinate theta1, theta2\n"
                                     "let r1 = l1*[sin(theta1), -cos(theta1)]\n"
                                     "let r2 = r1 + l2*[sin(theta2), -cos(theta2)]\n"
                                     "point P1 mass m1 at r1\n"
                                     "point P2 mass m2 at r2\n"
                                     "gravity = [0, -g]\n");
  assert_readable(desk, *matrix_entry(problem_M(&eq.problem), 0, 0), "(m1 + m2)*l1^2");
  assert_readable(desk, *matrix_entry(problem_M(&eq.problem), 0, 1),
                  "m2*l1*l2*cos(theta1 - theta2)");
  assert_readable(desk, *matrix_entry(problem_M(&eq.problem), 1, 1), "m2*l2^2");
  assert_readable(desk, problem_F(&eq.problem)[0],
                  "-m2*l1*l2*theta2'^2*sin(theta1 - theta2) - (m1 + m2)*g*l1*sin(theta1)");
  assert_readable(desk, problem_F(&eq.problem)[1],
                  "m2*l1*l2*theta1'^2*sin(theta1 - theta2) - m2*g*l2*sin(theta2)");
}

static void test_spherical_pendulum(void **state) {
  Desk *desk = *state;
  const Equations eq =
    derived(desk, "parameter m, l, g\n"
                  "coordinate theta, phi\n"
                  "point P mass m at l*[sin(theta)*cos(phi), sin(theta)*sin(phi), -cos(theta)]\n"
                  "gravity = [0, 0, -g]\n");
  assert_readable(desk, *matrix_entry(problem_M(&eq.problem), 0, 0), "m*l^2");
  assert_readable(desk, *matrix_entry(problem_M(&eq.problem), 0, 1), "0");
  assert_readable(desk, *matrix_entry(problem_M(&eq.problem), 1, 1), "m*l^2*sin(theta)^2");
  assert_readable(desk, problem_F(&eq.problem)[0],
                  "m*l^2*phi'^2*sin(theta)*cos(theta) - m*g*l*sin(theta)");
  assert_readable(desk, problem_F(&eq.problem)[1], "-2*m*l^2*phi'*theta'*sin(theta)*cos(theta)");
  assert_readable(desk, eq.kinetic, "1/2*m*l^2*(phi'^2*sin(theta)^2 + theta'^2)");
}

// A bead on a hoop that turns: the textbook's centrifugal term.
static void test_turning_hoop(void **state) {
  Desk *desk = *state;
  const Equations eq = derived(desk, "parameter m, R, Omega, g\n"
                                     "coordinate theta\n"
                                     "let s = sin(theta), c = cos(theta)\n"
                                     "point P mass m at R*[s*cos(Omega*t), s*sin(Omega*t), -c]\n"
                                     "gravity = [0, 0, -g]\n");
  assert_readable(desk, *matrix_entry(problem_M(&eq.problem), 0, 0), "m*R^2");
  assert_readable(desk, problem_F(&eq.problem)[0],
                  "m*Omega^2*R^2*sin(theta)*cos(theta) - m*g*R*sin(theta)");
}

static void test_cart_and_pendulum(void **state) {
  Desk *desk = *state;
  const Equations eq = derived(desk, "parameter M, m, l, g\n"
                                     "coordinate x, theta\n"
                                     "point C mass M at [x, 0]\n"
                                     "point P mass m at [x + l*sin(theta), -l*cos(theta)]\n"
                                     "gravity = [0, -g]\n");
  assert_readable(desk, *matrix_entry(problem_M(&eq.problem), 0, 0), "M + m");
  assert_readable(desk, *matrix_entry(problem_M(&eq.problem), 0, 1), "m*l*cos(theta)");
  assert_readable(desk, *matrix_entry(problem_M(&eq.problem), 1, 1), "m*l^2");
  assert_readable(desk, problem_F(&eq.problem)[0], "m*l*theta'^2*sin(theta)");
  assert_readable(desk, problem_F(&eq.problem)[1], "-m*g*l*sin(theta)");
}

// The symmetric top in Euler's angles: I1 = I2.
static void test_symmetric_top(void **state) {
  Desk *desk = *state;
  const Equations eq = derived(desk, "parameter m, I1, I3, h, g\n"
                                     "coordinate psi, theta, phi\n"
                                     "frame E = rotate(z, psi) rotate(x, theta) rotate(z, phi)\n"
                                     "body B mass m at h*E.z frame E inertia (I1, I1, I3)\n"
                                     "gravity = [0, 0, -g]\n");
  assert_readable(desk, *matrix_entry(problem_M(&eq.problem), 1, 1), "m*h^2 + I1");
  assert_readable(desk, *matrix_entry(problem_M(&eq.problem), 2, 2), "I3");
  assert_readable(desk, *matrix_entry(problem_M(&eq.problem), 0, 2), "I3*cos(theta)");
  assert_readable(desk, *matrix_entry(problem_M(&eq.problem), 0, 1), "0");
  assert_readable(desk, equations_momentum(&eq)[2], "I3*(phi' + psi'*cos(theta))");
}

// --- the law ------------------------------------------------------------------------------------

// Law: a readable form is equal and never heavier. Judge: fingerprint and weight.
PROP(readable_is_equal_and_light, 300) {
  const Expr e = gen_expr(g, 4), readable = algebra_readable(p, e);
  CHECK_EQUAL(readable, e);
  CHECK(expr_weight(p, readable) <= expr_weight(p, e));
  const Expr again = algebra_readable(p, readable);
  CHECK(expr_weight(p, again) <= expr_weight(p, readable));
}

#define DESK_TEST(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

int main(void) {
  const struct CMUnitTest tests[] = {
    DESK_TEST(test_identities),
    DESK_TEST(test_quotients),
    DESK_TEST(test_groups),
    DESK_TEST(test_angles),
    DESK_TEST(test_limits),
    DESK_TEST(test_double_pendulum),
    DESK_TEST(test_spherical_pendulum),
    DESK_TEST(test_turning_hoop),
    DESK_TEST(test_cart_and_pendulum),
    DESK_TEST(test_symmetric_top),
    cmocka_unit_test(readable_is_equal_and_light),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
