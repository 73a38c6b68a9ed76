// tests/unit/analysis/test_steady.c: steady motions, vehicles, linearizations.
//
// Law:   the eigenvalues about a steady motion are the published ones
// Judge: formulas and tables of the literature, named at each test

#include "support/steady.h"
#include "support/desk.h"

#include "analysis/steady.h"
#include <complex.h>
#undef I  // a moment of inertia here
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NEAR 1e-11
#define PI 3.14159265358979323846

static const Equations *derive(Desk *desk) {
  const DeriveOptions options = {.arena = &desk->arena, .energy = EXPR_NONE};
  Equations *eq = ARENA_NEW(&desk->arena, Equations);
  assert_int_equal(method_multipliers.derive(desk->model, &options, eq), STATUS_OK);
  return eq;
}

static void read_file(Desk *desk, const char *path) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  char *text = ARENA_ARRAY(&desk->arena, char, 1 << 16);
  assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
  fclose(file);
  desk_read_well(desk, text);
}

static void read_model(Desk *desk, const char *name) {
  char path[200];
  snprintf(path, sizeof path, "models/%s.mech", name);
  read_file(desk, path);
}

static void set(Desk *desk, const char *name, double value) {
  char text[60];
  snprintf(text, sizeof text, "%.17g", value);
  for (size_t i = 0; i < desk->model->parameters.n; i++)
    if (strcmp(desk->model->parameters.at[i].name, name) == 0)
      desk->model->parameters.at[i].value =
        expr_decimal(desk->pool, str(str_copy(&desk->arena, str(text))));
}

static void assert_near(double actual, double expected, double bound) {
  if (!(fabs(actual - expected) <= bound * (1 + fabs(expected))))
    fail_msg("%.17g, not %.17g", actual, expected);
}

// --- a rolling disk ------------------------------------------------------------------------------

// Neimark and Fufaev: rolling straight ahead is stable if w^2 > m g R I/(J (J + m R^2)), with w the
// spin; for a uniform disk v^2 > g R/3. The lean obeys
// (I + m R^2) a'' = (m g R - (J + m R^2) J w^2/I) a.
static void test_disk(void **state) {
  Desk *desk = *state;
  const struct {
    double I, J;  // in m R^2
  } inertia[] = {{0.25, 0.5}, {0.5, 1}, {0.4, 0.4}, {0.1, 0.15}};
  const double R = 0.5, g = 9.81;
  read_model(desk, "rolling-disk");
  for (size_t k = 0; k < 4; k++) {
    const double I = inertia[k].I * R * R, J = inertia[k].J * R * R, N = J + R * R;
    set(desk, "I", I);
    set(desk, "J", J);
    const Equations *eq = derive(desk);
    const double critical = R * sqrt(g * R * I / (J * N));
    if (k == 0) assert_near(critical * critical, g * R / 3, NEAR);
    for (int i = 0; i < 4; i++) {
      const double v = critical * (const double[]){0.5, 0.9999, 1.0001, 2}[i], w = v / R,
                   square = (g * R - N * J * w * w / I) / (I + R * R);
      const Linearization l = desk_steady(desk, eq, "x' = %.17g, theta = pi/2, psi = 0", v);
      assert_true(l.enclosed);
      assert_int_equal(l.d, 4);
      assert_int_equal(l.left_out, 4);
      assert_int_equal(count_zeros(&l), 2);
      assert_int_equal(is_unstable(&l), v < critical);
      assert_root(&l, square > 0 ? sqrt(square) : 0, square > 0 ? 0 : sqrt(-square), 1e-9);
    }
  }
}

// On a circle: I psi'^2 sin cos = (J + m R^2) w psi' sin + m g R cos, w = phi' + psi' cos(theta)
static void test_disk_on_circle(void **state) {
  Desk *desk = *state;
  read_model(desk, "rolling-disk");
  const Equations *eq = derive(desk);
  const Linearization l = desk_steady(desk, eq, "theta = 1.2, psi' = %.17g", 0.8);
  const double s = sin(1.2), c = cos(1.2), I = 0.0625, N = 0.375, psi = 0.8;
  const double w = (I * psi * psi * s * c - 9.81 * 0.5 * c) / (N * psi * s);
  assert_near(l.state[9], w - psi * c, NEAR);
  assert_near(l.state[8], 0, NEAR);
  assert_int_equal(l.left_out, 4);
}

// --- a top ---------------------------------------------------------------------------------------

// Landau and Lifshitz, section 35: upright rotation is stable if C^2 n^2 > 4 A m g l; then the
// frequencies are (C n -+ sqrt(C^2 n^2 - 4 A m g l))/(2 A).
static void test_sleeping_top(void **state) {
  Desk *desk = *state;
  read_model(desk, "sleeping-top");
  const Equations *eq = derive(desk);
  const double A = 0.012, C = 0.004, mgl = 0.981, critical = sqrt(4 * A * mgl) / C;
  for (int i = 0; i < 3; i++) {
    const double n = critical * (const double[]){0.999, 1.001, 1.5}[i];
    const Linearization l = desk_steady(desk, eq, "gamma' = %.17g, alpha = 0, beta = 0", n);
    assert_int_equal(is_unstable(&l), i == 0);
    const double inside = C * C * n * n - 4 * A * mgl;
    for (int sign = -1; inside > 0 && sign <= 1; sign += 2)
      assert_root(&l, 0, (C * n + sign * sqrt(inside)) / (2 * A), 1e-9);
  }
}

// --- bicycles ------------------------------------------------------------------------------------

// Astrom, Klein and Lennartsson (2005) with a rider who steers delta = k alpha:
// p a'' + c v k/b a' + (k v^2/b - g) a = 0
static void test_point_bicycle(void **state) {
  Desk *desk = *state;
  read_model(desk, "bicycle");
  const Equations *eq = derive(desk);
  for (int i = 0; i < 3; i++) {
    const double v = (const double[]){2, 2.8, 6}[i], d = 0.4 * v * 1.5 / 1.1,
                 k = 1.5 * v * v / 1.1 - 9.81;
    const Linearization l = desk_steady(desk, eq, "x' = %.17g", v);
    const double complex root = csqrt(d * d / 4 - k);
    assert_root(&l, -d / 2 + creal(root), cimag(root), 1e-9);
    assert_root(&l, -d / 2 - creal(root), -cimag(root), 1e-9);
    assert_int_equal(is_unstable(&l), k < 0);
  }
}

// Meijaard, Papadopoulos, Ruina and Schwab (2007), table 2; slow_whipple.c has more.
static void test_whipple(void **state) {
  Desk *desk = *state;
  read_file(desk, "tests/golden/whipple-bicycle/model.mech");
  const Linearization l = desk_steady(desk, derive(desk), "x' = %.17g", 5);
  assert_int_equal(l.d, 5);
  assert_int_equal(l.left_out, 5);
  assert_int_equal(count_zeros(&l), 1);
  assert_root(&l, -0.775341882195845, 4.46486771378823, 1e-12);
  assert_root(&l, -0.322866429004087, 0, 1e-12);
  assert_root(&l, -14.0783896927982, 0, 1e-11);
}

// --- matrices ------------------------------------------------------------------------------------

#define CART                                                    \
  "parameter M = 2, m = 1, l = 1/2, g = 9.81, F = 0, tau = 0\n" \
  "coordinate x, theta\npoint C mass M at [x, 0]\n"             \
  "point P mass m at pos(C) + l*[sin(theta), -cos(theta)]\n"    \
  "gravity = [0, -g]\nforce x = F\nforce theta = tau\n"

// M x'' = F - tau/l + m g theta, M l theta'' = -F + (M + m) (tau/(m l) - g theta), hanging; with the other sign
// of g, and of the coupling, standing.
static void test_cart(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, CART);
  const Expr input[] = {desk_expr(desk, "F"), desk_expr(desk, "tau")};
  const Equations *eq = derive(desk);
  for (int k = 0; k < 2; k++) {
    const double s = k == 0 ? 1 : -1;
    const LinearizationRequest request = {
      .given = k == 0 ? NULL : desk_values(desk, "theta = pi"), .input = input, .inputs = 2};
    Linearization l;
    assert_int_equal(steady_linearize(eq, &request, &desk->arena, &l), STATUS_OK);
    assert_true(l.found);
    assert_false(l.drifts);
    assert_int_equal(l.d, 4);
    const double A[] = {0, 0, 1, 0, 0, 0, 0, 1, 0, 9.81 / 2, 0, 0, 0, -s * 3 * 9.81, 0, 0},
                 B[] = {0, 0, 0, 0, 0.5, -s, -s, 6};
    for (size_t i = 0; i < 16; i++) assert_near(l.A[i], A[i], NEAR);
    for (size_t i = 0; i < 8; i++) assert_near(l.B[i], B[i], NEAR);
  }
}

// The same system with the bob in Cartesian coordinates on a rod has the same eigenvalues.
static void test_redundant_coordinates(void **state) {
  Desk *desk = *state;
  desk_read_well(desk,
                 "parameter M = 2, m = 1, l = 1/2, g = 9.81\ncoordinate x, a, b\n"
                 "point C mass M at [x, 0]\npoint P mass m at [a, b]\ngravity = [0, -g]\n"
                 "constraint rod: (a - x)^2 + b^2 = l^2\ninitial x = 0, a = 0.1, b = -0.49\n");
  Linearization l;
  const LinearizationRequest request = {0};
  assert_int_equal(steady_linearize(derive(desk), &request, &desk->arena, &l), STATUS_OK);
  assert_true(l.found);
  assert_int_equal(l.d, 4);
  assert_int_equal(count_zeros(&l), 2);
  assert_root(&l, 0, sqrt(3 * 9.81), 1e-10);
}

// Away from rest: f is the rate of the state.
static void test_drift(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "coordinate x\nkinetic = 1/2*x'^2\npotential = x^4/4\ndissipation = x'^2\n");
  Linearization l;
  const LinearizationRequest request = {.given = desk_values(desk, "x = 2, x' = 3")};
  assert_int_equal(steady_linearize(derive(desk), &request, &desk->arena, &l), STATUS_OK);
  assert_true(l.found && l.drifts);
  const double f[] = {3, -8 - 6}, A[] = {0, 1, -12, -2};
  for (size_t i = 0; i < 2; i++) assert_near(l.drift[i], f[i], NEAR);
  for (size_t i = 0; i < 4; i++) assert_near(l.A[i], A[i], NEAR);
}

// There is no steady motion under a constant force, or if the time matters.
static void test_none(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, "coordinate x, y\nkinetic = x'^2 + y'^2\npotential = x + y^2\n");
  Linearization l;
  const LinearizationRequest request = {.given = desk_values(desk, "y = 0")};
  assert_int_equal(steady_motion(derive(desk), &request, &desk->arena, &l), STATUS_OK);
  assert_false(l.found);
  assert_non_null(l.trouble);
}

#define T(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

int main(void) {
  const struct CMUnitTest tests[] = {
    T(test_disk),    T(test_disk_on_circle), T(test_sleeping_top),          T(test_point_bicycle),
    T(test_whipple), T(test_cart),           T(test_redundant_coordinates), T(test_drift),
    T(test_none),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
