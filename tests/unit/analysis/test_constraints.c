// tests/unit/analysis/test_constraints.c: kinds of constraints, growth vectors, what is integrable.
//
// Judge: growth vectors are those of the literature, named beside each; functions that
//        constraints keep constant were found by hand, and are recognized by their differentials: h is
//        right if dh is a combination of the expected ones.

#include "support/desk.h"

#include "algebra/algebra.h"
#include "analysis/constraints.h"
#include "methods/methods.h"
#include <string.h>

#define PLANE "coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\n"
#define SPACE "coordinate x, y, z\nkinetic = 1/2*(x'^2 + y'^2 + z'^2)\n"

static Equations derived;  // of the model on the desk

static const ConstraintAnalysis *analyze(Desk *desk, const char *text) {
  desk_read_well(desk, text);
  const DeriveOptions options = {.arena = &desk->arena, .energy = EXPR_NONE};
  if (method_multipliers.derive(desk->model, &options, &derived) != STATUS_OK) {
    desk->diags.all.n = 0;
    assert_int_equal(methods_default(desk->model)->derive(desk->model, &options, &derived),
                     STATUS_OK);
  }
  return analysis_constraints(&derived, NULL, 0, &desk->arena);
}

static void expect_flag(const Flag *flag, const size_t *expected, size_t n) {
  assert_int_equal(flag->n, n);
  for (size_t i = 0; i < n; i++) assert_int_equal(flag->dimension[i], expected[i]);
}

#define EXPECT_GROWTH(a, ...)                                                              \
  do {                                                                                     \
    const ConstraintAnalysis *a_ = (a);                                                    \
    const size_t dimensions_[] = {__VA_ARGS__};                                            \
    assert_int_equal(a_->flag, STATUS_OK);                                                 \
    expect_flag(&a_->pfaff.growth, dimensions_, sizeof dimensions_ / sizeof *dimensions_); \
  } while (0)

// Fails unless as many functions are found, all functions of these: by the rank of all differentials together.
static void expect_constants(Desk *desk, const ConstraintAnalysis *a, const char *const *text,
                             size_t n) {
  const size_t columns = a->pfaff.n;
  Expr *d = ARENA_ARRAY(&desk->arena, Expr, 2 * n * columns + 1);
  assert_int_equal(a->integrable, n);
  assert_int_equal(a->potentials.n, n);
  for (size_t k = 0; k < n; k++)
    for (size_t i = 0; i < columns; i++) {
      d[k * columns + i] = expr_diff(desk->pool, a->potentials.at[k], a->pfaff.x[i]);
      d[(n + k) * columns + i] = expr_diff(desk->pool, desk_expr(desk, text[k]), a->pfaff.x[i]);
    }
  assert_int_equal(algebra_rank(desk->pool, &desk->arena, n, columns, d), n);
  assert_int_equal(algebra_rank(desk->pool, &desk->arena, 2 * n, columns, d), n);
}

#define EXPECT_CONSTANTS(desk, a, ...)                                  \
  do {                                                                  \
    const char *const text_[] = {__VA_ARGS__};                          \
    expect_constants((desk), (a), text_, sizeof text_ / sizeof *text_); \
  } while (0)

// --- kinds ---------------------------------------------------------------------------------------

static void test_kinds(void **state) {
  const ConstraintAnalysis *a =
    analyze(*state, "coordinate x, y, z, u, w, s\n"
                    "kinetic = 1/2*(x'^2 + y'^2 + z'^2 + u'^2 + w'^2 + s'^2)\n"
                    "constraint h: x = y + t\n"
                    "constraint l: z' = y*x'\n"
                    "constraint f: u' = y + t\n"
                    "constraint n: w'^3 = x'^2*u'\n"
                    "constraint g: s'' = x\n");
  const ConstraintKind kinds[] = {KIND_HOLONOMIC, KIND_LINEAR, KIND_AFFINE, KIND_NONLINEAR,
                                  KIND_ACCELERATION};
  assert_int_equal(a->n, 5);
  for (size_t i = 0; i < 5; i++) assert_int_equal(a->at[i].kind, kinds[i]);
  assert_true(a->at[0].with_time && a->at[2].with_time && !a->at[1].with_time);
  assert_int_equal(a->at[3].degree, 3);
  assert_true(a->at[1].homogeneous && a->at[3].homogeneous && !a->at[2].homogeneous);
  for (size_t i = 0; i < 5; i++) assert_false(a->at[i].redundant);
}

// second - first is r r': the third follows from the two together.
static void test_implied(void **state) {
  const ConstraintAnalysis *a = analyze(*state, SPACE "constraint a: x' = y*z'\n"
                                                      "constraint b: y' = x*z'\n"
                                                      "constraint c: z'^2*x' = y*z'^3\n"
                                                      "constraint d: x' - y' = (y - x)*z'\n");
  assert_true(a->at[2].redundant && a->at[3].redundant);
  assert_int_equal(a->at[2].n_from, 1);
  assert_string_equal(a->at[2].from[0], "a");
  assert_int_equal(a->at[3].n_from, 2);
  assert_string_equal(a->at[3].from[0], "a");
  assert_string_equal(a->at[3].from[1], "b");
  assert_int_equal(a->rank, 2);
  assert_int_equal(a->at[2].apparent.kind, APPARENT_IMPLIED);
}

// --- nonlinear in form only ----------------------------------------------------------------------

#define POINTS                                                   \
  "parameter m1 = 1, m2 = 2\ncoordinate x1, y1, x2, y2\n"        \
  "point P1 mass m1 at [x1, y1]\npoint P2 mass m2 at [x2, y2]\n" \
  "let r = pos(P2) - pos(P1)\n"

// B08 8.1: the quadratic condition follows from the linear ones, and the distance is constant.
static void test_b08_8_1(void **state) {
  const ConstraintAnalysis *a =
    analyze(*state, POINTS "constraint first: dot(vel(P1), r) = 0\n"
                           "constraint second: dot(vel(P2), r) = 0\n"
                           "constraint parallel: x1'*y2' - x2'*y1' = 0\n");
  assert_int_equal(a->at[2].kind, KIND_NONLINEAR);
  assert_int_equal(a->at[2].apparent.kind, APPARENT_IMPLIED);
  assert_int_equal(a->at[0].integrable, TRUTH_NO);
  assert_int_equal(a->rank, 2);
  EXPECT_GROWTH(a, 2, 3);
  EXPECT_CONSTANTS(*state, a, "dot(r, r)");
}

// The same as one sum of squares, whose real solutions are the same.
static void test_squares(void **state) {
  const ConstraintAnalysis *a =
    analyze(*state, POINTS "constraint both: m1*dot(vel(P1), r)^2 + m2*dot(vel(P2), r)^2 = 0\n");
  assert_int_equal(a->at[0].apparent.kind, APPARENT_SQUARES);
  assert_int_equal(a->at[0].apparent.n, 2);
  assert_int_equal(a->rank, 2);
  EXPECT_CONSTANTS(*state, a, "dot(r, r)");
}

// (x' - 1)^2 + y'^2 = 0 is affine; with + 1 it has no real solution; with a - it is nonlinear.
static void test_squares_affine(void **state) {
  const ConstraintAnalysis *a = analyze(*state, PLANE "constraint c: x'^2 - 2*x' + 1 + y'^2 = 0\n");
  assert_int_equal(a->at[0].apparent.kind, APPARENT_SQUARES);
  EXPECT_CONSTANTS(*state, a, "x - t", "y");
}

static void test_squares_empty(void **state) {
  const ConstraintAnalysis *a = analyze(*state, PLANE "constraint c: x'^2 + y'^2 + 1 = 0\n");
  assert_int_equal(a->at[0].apparent.kind, APPARENT_EMPTY);
}

static void test_no_squares(void **state) {
  const ConstraintAnalysis *a = analyze(*state, SPACE "constraint c: x'^2 + y'^2 = z'^2\n");
  assert_int_equal(a->at[0].apparent.kind, APPARENT_NOT);
}

// Neither is linear; their difference is.
static void test_combined(void **state) {
  const ConstraintAnalysis *a = analyze(*state, SPACE "constraint a: x'*y' + z' = x*x'\n"
                                                      "constraint b: x'*y' = 2*z'\n");
  assert_int_equal(a->hidden.combined.n, 1);
  const Expr form = a->hidden.combined.at[0], expected = desk_expr(*state, "3*z' - x*x'");
  const Expr ratio = expr_div(((Desk *) *state)->pool, form, expected);
  assert_true(
    expr_is_number(((Desk *) *state)->pool, algebra_readable(((Desk *) *state)->pool, ratio)));
}

// With the linear constraint, v1 x v2 = 0 is a product: v1 = 0, or v2 is orthogonal to r, too.
static void test_product_with_others(void **state) {
  const ConstraintAnalysis *a = analyze(*state, POINTS "constraint first: dot(vel(P1), r) = 0\n"
                                                       "constraint parallel: x1'*y2' = x2'*y1'\n");
  assert_int_equal(a->at[1].apparent.kind, APPARENT_PRODUCT);
  assert_int_equal(a->at[1].apparent.n, 2);
  assert_int_equal(a->at[1].factors.n, 1);
}

// --- products ------------------------------------------------------------------------------------

// B08 8.4, (60) to (62): tau = 0 is not integrable, phi' = 0 is.
static void test_b08_8_4(void **state) {
  Desk *desk = *state;
  const ConstraintAnalysis *a =
    analyze(desk, "parameter m1 = 1, m2 = 2, l = 1\ncoordinate x, y, phi\n"
                  "point P1 mass m1 at [x, y]\n"
                  "point P2 mass m2 at [x, y] + l*[cos(phi), sin(phi)]\n"
                  "constraint parallel: cross(vel(P1), vel(P2)).z = 0\n");
  const ConstraintFinding *f = &a->at[0];
  assert_int_equal(f->factors.n, 2);
  assert_expr(desk, f->factors.at[0], desk_expr(desk, "x'*cos(phi) + y'*sin(phi)"));
  assert_expr(desk, f->factors.at[1], desk_expr(desk, "phi'"));
  assert_int_equal(f->factor[0].integrable, TRUTH_NO);
  assert_int_equal(f->factor[1].integrable, TRUTH_YES);
  assert_int_equal(f->transitions.n, 1);
  assert_int_equal(f->transitions.at[0].real, TRUTH_YES);
  assert_false(f->factors.power);
}

static void test_power(void **state) {
  const ConstraintAnalysis *a = analyze(*state, PLANE "constraint c: (x' - x*y')^2 = 0\n");
  assert_true(a->at[0].factors.power);
  assert_int_equal(a->at[0].factors.n, 1);
  assert_int_equal(a->at[0].apparent.kind, APPARENT_LINEAR);
  assert_false(a->at[0].redundant);
  EXPECT_CONSTANTS(*state, a, "y - log(x)");
}

// --- growth vectors ------------------------------------------------------------------------------

// Murray, Li and Sastry 1994, chapter 7: (2, 3) for the unicycle, (2, 3, 4) for the car and for the
// upright disk.
static void test_unicycle(void **state) {
  EXPECT_GROWTH(analyze(*state, SPACE "constraint c: x'*sin(z) = y'*cos(z)\n"), 2, 3);
}

#define CAR                                           \
  "parameter l = 2\ncoordinate x, y, theta, phi\n"    \
  "kinetic = 1/2*(x'^2 + y'^2 + theta'^2 + phi'^2)\n" \
  "constraint rear: x'*sin(theta) = y'*cos(theta)\n"  \
  "constraint front: x'*sin(theta + phi) - y'*cos(theta + phi) = l*theta'*cos(phi)\n"

static void test_car(void **state) {
  const ConstraintAnalysis *a = analyze(*state, CAR);
  EXPECT_GROWTH(a, 2, 3, 4);
  assert_int_equal(a->integrable, 0);
}

static void test_disk(void **state) {
  EXPECT_GROWTH(analyze(*state, "parameter R = 2\ncoordinate x, y, theta, phi\n"
                                "kinetic = 1/2*(x'^2 + y'^2 + theta'^2 + phi'^2)\n"
                                "speed v, w\nrate x' = R*v*cos(theta)\nrate y' = R*v*sin(theta)\n"
                                "rate phi' = v\nrate theta' = w\n"),
                2, 3, 4);
}

// Murray and Sastry 1993: a car with n trailers has (2, 3, 4, ..., n + 4). Here three of them
// follow a tractor that is steered directly: (2, ..., 6).
static void test_trailers(void **state) {
  EXPECT_GROWTH(analyze(*state,
                        "coordinate x, y, a, b, c, d\n"
                        "kinetic = 1/2*(x'^2 + y'^2 + a'^2 + b'^2 + c'^2 + d'^2)\n"
                        "let p1 = [x, y] - [cos(b), sin(b)]\nlet p2 = p1 - [cos(c), sin(c)]\n"
                        "let p3 = p2 - [cos(d), sin(d)]\n"
                        "constraint c0: dot(d([x, y]), [-sin(a), cos(a), 0]) = 0\n"
                        "constraint c1: dot(d(p1), [-sin(b), cos(b), 0]) = 0\n"
                        "constraint c2: dot(d(p2), [-sin(c), cos(c), 0]) = 0\n"
                        "constraint c3: dot(d(p3), [-sin(d), cos(d), 0]) = 0\n"),
                2, 3, 4, 5, 6);
}

// Bushnell, Tilbury and Sastry 1995: the fire truck, steered at both ends, has (3, 5, 6).
static void test_fire_truck(void **state) {
  EXPECT_GROWTH(analyze(*state,
                        "parameter l0 = 1, l1 = 2\ncoordinate x, y, f0, t0, f1, t1\n"
                        "kinetic = 1/2*(x'^2 + y'^2 + f0'^2 + t0'^2 + f1'^2 + t1'^2)\n"
                        "let front = [x, y] + l0*[cos(t0), sin(t0)]\n"
                        "let tail = [x, y] - l1*[cos(t1), sin(t1)]\n"
                        "constraint c1: dot(d([x, y]), [-sin(t0), cos(t0), 0]) = 0\n"
                        "constraint c2: dot(d(front), [-sin(t0 + f0), cos(t0 + f0), 0]) = 0\n"
                        "constraint c3: dot(d(tail), [-sin(t1 + f1), cos(t1 + f1), 0]) = 0\n"),
                3, 5, 6);
}

#define BALL                                                     \
  "parameter m = 1, R = 1/2\ncoordinate x, y, psi, theta, phi\n" \
  "frame B = rotate(z, psi) rotate(x, theta) rotate(z, phi)\n"   \
  "body ball mass m at [x, y, R] frame B inertia (1, 1, 1)\n"    \
  "constraint rolling: vel(ball) - R*cross(omega(ball), N.z) = [0, 0, 0]\n"

// Cartan's (2, 3, 5) for a sphere that rolls without pivoting (Murray, Li and Sastry 1994,
// chapter 7); with pivoting one bracket is enough.
static void test_sphere(void **state) {
  EXPECT_GROWTH(analyze(*state, BALL "constraint pivot: omega(ball).z = 0\n"), 2, 3, 5);
}

static void test_sphere_pivoting(void **state) {
  EXPECT_GROWTH(analyze(*state, BALL), 3, 5);
}

// The derived flag, in which every step is combined with itself, can be faster: with the fields
//   X = d_x,  Y = d_y + x d_a + (b - x z) d_f + (c - x b/2) d_e,  Z = d_z + x d_b + x^2/2 d_c
// A = [X, Y] and B = [X, Z] come first, then C = [X, B] and F = [Y, B], and E = d_e as [Y, C], in
// the fourth step; but [A, B] = E/2 is in the third of the derived flag.
static void test_derived_flag(void **state) {
  const ConstraintAnalysis *a =
    analyze(*state, "coordinate x, y, z, a, b, c, f, e\n"
                    "kinetic = 1/2*(x'^2 + y'^2 + z'^2 + a'^2 + b'^2 + c'^2 + f'^2 + e'^2)\n"
                    "speed u, v, w\nrate x' = u\nrate y' = v\nrate z' = w\nrate a' = x*v\n"
                    "rate b' = x*w\nrate c' = x^2/2*w\nrate f' = (b - x*z)*v\n"
                    "rate e' = (c - x*b/2)*v\n");
  EXPECT_GROWTH(a, 3, 5, 7, 8);
  const size_t dimensions[] = {3, 5, 8};
  expect_flag(&a->pfaff.derived, dimensions, 3);
}

// A holonomic constraint removes a dimension: the unicycle with x = z required.
static void test_growth_on_surface(void **state) {
  const ConstraintAnalysis *a =
    analyze(*state, "coordinate x, y, z, w\nkinetic = 1/2*(x'^2 + y'^2 + z'^2 + w'^2)\n"
                    "constraint c: x'*sin(z) = y'*cos(z)\nconstraint s: w = x*y\n");
  EXPECT_GROWTH(a, 2, 3);
  assert_int_equal(a->integrable, 0);
}

// --- what is integrable --------------------------------------------------------------------------

// A hoop that rolls on a line: x - R phi = constant.
static void test_hoop(void **state) {
  const ConstraintAnalysis *a = analyze(*state, "parameter m = 1, R = 2, J = 1\ncoordinate x, phi\n"
                                                "kinetic = 1/2*m*x'^2 + 1/2*J*phi'^2\n"
                                                "constraint roll: x' = R*phi'\n");
  assert_true(a->at[0].alone);
  EXPECT_CONSTANTS(*state, a, "x - R*phi");
}

// Neither dz - y dx nor dy - z dx is integrable; together they are: their sum and difference.
static void test_only_together(void **state) {
  const ConstraintAnalysis *a =
    analyze(*state, SPACE "constraint a: z' = y*x'\nconstraint b: y' = z*x'\n");
  for (size_t i = 0; i < 2; i++) {
    assert_false(a->at[i].alone);
    assert_int_equal(a->at[i].integrable, TRUTH_YES);
  }
  EXPECT_CONSTANTS(*state, a, "(y + z)*exp(-x)", "(y - z)*exp(x)");
}

// A disk that keeps its direction: on theta = constant the others can be integrated.
static void test_one_after_the_other(void **state) {
  const ConstraintAnalysis *a =
    analyze(*state, "parameter R = 2\ncoordinate x, y, phi, theta\n"
                    "kinetic = 1/2*(x'^2 + y'^2 + theta'^2 + phi'^2)\n"
                    "constraint a: x' = R*phi'*cos(theta)\nconstraint b: y' = R*phi'*sin(theta)\n"
                    "constraint c: theta' = 0\n");
  assert_false(a->at[0].alone);
  EXPECT_CONSTANTS(*state, a, "theta", "x - R*phi*cos(theta)", "y - R*phi*sin(theta)");
}

// d(x y z) over x, and a form that contains the time: x' = x cos t.
static void test_factors(void **state) {
  const ConstraintAnalysis *a =
    analyze(*state, SPACE "constraint c: y*z*x' + x*z*y' + x*y*z' = 0\n");
  EXPECT_CONSTANTS(*state, a, "x*y*z");
}

static void test_factors_time(void **state) {
  const ConstraintAnalysis *a = analyze(*state, PLANE "constraint c: x' = x*cos(t)\n");
  assert_true(a->pfaff.with_time);
  EXPECT_CONSTANTS(*state, a, "log(x) - sin(t)");
}

// One of two is integrable and the other is not, whatever is added to it.
static void test_mixed(void **state) {
  const ConstraintAnalysis *a =
    analyze(*state, "coordinate x, y, z, w\nkinetic = 1/2*(x'^2 + y'^2 + z'^2 + w'^2)\n"
                    "constraint a: z' = y*x'\nconstraint b: w' = x*y' + y*x' + z' - y*x'\n");
  assert_int_equal(a->at[0].integrable, TRUTH_NO);
  assert_int_equal(a->at[1].integrable, TRUTH_NO);
  EXPECT_CONSTANTS(*state, a, "w - x*y");
}

// --- at a place ----------------------------------------------------------------------------------

static void expect_growth_at(Desk *desk, const char *text, const char *const *value, size_t n,
                             const size_t *expected, size_t steps) {
  Condition place[5];
  (void) analyze(desk, text);
  for (size_t i = 0; i < n; i++)
    place[i] = (Condition){desk_expr(desk, value[2 * i]), desk_expr(desk, value[2 * i + 1])};
  const ConstraintAnalysis *a = analysis_constraints(&derived, place, n, &desk->arena);
  assert_int_equal(a->place_status, STATUS_OK);
  expect_flag(&a->growth_at, expected, steps);
}

// Martinet: z' = (y - a)^k x' takes k brackets with d/dy at y = a, one elsewhere.
static void test_martinet(void **state) {
  Desk *desk = *state;
  for (size_t k = 1; k <= 5; k++) {
    const char *text =
      text_format(&desk->arena, SPACE "parameter a\nconstraint c: z' = (y - a)^%zu*x'\n", k);
    size_t expected[6];
    for (size_t i = 0; i < k; i++) expected[i] = 2;
    expected[k] = 3;
    expect_growth_at(desk, text, (const char *const[]){"y", "a"}, 1, expected, k + 1);
    desk_clear_model(desk);
    expect_growth_at(desk, text, (const char *const[]){"y", "a + 1/3"}, 1, (const size_t[]){2, 3},
                     2);
    desk_clear_model(desk);
  }
}

// A car with two trailers: one more bracket where the first is at right angles to the car (Luca and Risler 1994:
// the most is the fifth number of Fibonacci, 5), wherever the second is; none more where only these are at
// right angles.
static void test_right_angles(void **state) {
  Desk *desk = *state;
  const char *text = "coordinate x, y, c, d, e\nkinetic = 1/2*(x'^2 + y'^2 + c'^2 + d'^2 + e'^2)\n"
                     "let v = x'*cos(c) + y'*sin(c)\n"
                     "constraint wheels: x'*sin(c) = y'*cos(c)\n"
                     "constraint first: d' = v*sin(c - d)\n"
                     "constraint second: e' = v*cos(c - d)*sin(d - e)\n";
  static const struct {
    const char *value[6];
    size_t growth[5], n;
  } places[] = {{{"c", "0", "d", "0", "e", "0"}, {2, 3, 4, 5}, 4},
                {{"c", "pi/2", "d", "0", "e", "0"}, {2, 3, 4, 4, 5}, 5},
                {{"c", "pi", "d", "pi/2", "e", "0"}, {2, 3, 4, 4, 5}, 5},
                {{"c", "pi/2", "d", "pi/2", "e", "0"}, {2, 3, 4, 5}, 4},
                {{"c", "1/5", "d", "1/3", "e", "2"}, {2, 3, 4, 5}, 4}};
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    expect_growth_at(desk, text, places[i].value, 3, places[i].growth, places[i].n);
    desk_clear_model(desk);
  }
}

// With a holonomic constraint: on the cylinder x^2 + y^2 = 1, z' = y^2 w' is slower at y = 0. If forms
// depend on each other there is no growth.
static void test_place_on_manifold(void **state) {
  Desk *desk = *state;
  const char *text = "coordinate x, y, z, w\nkinetic = 1/2*(x'^2 + y'^2 + z'^2 + w'^2)\n"
                     "constraint h: x^2 + y^2 = 1\nconstraint c: z' = y^2*w'\ninitial x = 1\n";
  expect_growth_at(desk, text, (const char *const[]){"y", "0"}, 1, (const size_t[]){2, 2, 3}, 3);
  desk_clear_model(desk);
  expect_growth_at(desk, text, (const char *const[]){"y", "3/5"}, 1, (const size_t[]){2, 3}, 2);
  desk_clear_model(desk);
  (void) analyze(desk, SPACE "constraint c: y*z' = x*x'\n");
  const Condition place[] = {{desk_expr(desk, "x"), EXPR_ZERO}, {desk_expr(desk, "y"), EXPR_ZERO}};
  const ConstraintAnalysis *a = analysis_constraints(&derived, place, 2, &desk->arena);
  assert_int_equal(a->place_status, STATUS_DOMAIN);
}

int main(void) {
#define T(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)
  const struct CMUnitTest tests[] = {
    T(test_kinds),
    T(test_implied),
    T(test_b08_8_1),
    T(test_squares),
    T(test_squares_affine),
    T(test_squares_empty),
    T(test_no_squares),
    T(test_combined),
    T(test_product_with_others),
    T(test_b08_8_4),
    T(test_power),
    T(test_unicycle),
    T(test_car),
    T(test_disk),
    T(test_trailers),
    T(test_fire_truck),
    T(test_sphere),
    T(test_sphere_pivoting),
    T(test_derived_flag),
    T(test_growth_on_surface),
    T(test_hoop),
    T(test_only_together),
    T(test_one_after_the_other),
    T(test_factors),
    T(test_factors_time),
    T(test_mixed),
    T(test_martinet),
    T(test_right_angles),
    T(test_place_on_manifold),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
