// Single states from the papers: examples and singular states of B11 and B08, motions in closed
// form. If a paper is wrong, the test shows both: the right value, and that the printed one differs.

#include "support/constrained.h"
#include "dalembert.h"

#include <math.h>
#include <stdio.h>

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#define STATES   50
#define VANISHES 1e-13  // of the size of the terms: 450 roundings
#define DIFFERS  1e-3   // a formula off by that much somewhere is wrong

static const char *const methods[] = {"multipliers", "udwadia", "appell"};

static DalModel *finished(DalModel *m, DalStatus status) {
  assert_non_null(m);
  if (status != DAL_OK || dal_model_finish(m) != DAL_OK) fail_msg("%s", dal_model_messages(m));
  return m;
}

static DalModel *model_of_file(const char *name) {
  char path[128];
  snprintf(path, sizeof path, "models/%s.mech", name);
  DalModel *m = dal_model_create();
  return finished(m, dal_model_read(m, path));
}

static DalModel *model_of_text(const char *text) {
  DalModel *m = dal_model_create();
  return finished(m, dal_model_add(m, text));
}

static void expect(const char *what, double value, double expected, double size) {
  if (fabs(value - expected) <= VANISHES * size) return;
  print_error("%s is %.17g, should be %.17g\n", what, value, expected);
  fail();
}

// Finds accelerations by one method; fails the test if they do not exist.
static void accelerations(DalModel *m, const char *method, double t, const double *q,
                          const double *v, double *a) {
  if (dal_model_derive(m, &(DalDeriveOptions){.method = method}) != DAL_OK ||
      dal_model_accelerations(m, t, q, v, a) != DAL_OK)
    fail_msg("%s: %s", method, dal_model_messages(m));
}

static double square(double x) { return x * x; }

// --- B11, the nonholonomic double pendulum; q = x1, y1, x2, y2 ----------------------------------------------

// Example 1: at v2 = 0 the constraint holds whatever P1 does; the paper has P1 on a circle
static void example_1(void **state) {
  (void) state;
  DalModel *m          = model_of_file("nonholonomic-double-pendulum-free");
  uint64_t seed        = 1;
  double worst_printed = 0;
  for (int k = 0; k < STATES; k++) {
    double q[4], v[4] = {0}, a[4];
    for (int i = 0; i < 4; i++) q[i] = draw_signed(&seed, 0.3, 1.5);
    for (int i = 0; i < 2; i++) v[i] = draw_signed(&seed, 0.3, 1.5);
    for (int i = 0; i < 2; i++) {  // appell divides by y2'
      accelerations(m, methods[i], 0, q, v, a);
      for (int j = 0; j < 4; j++) expect("acceleration at v2 = 0", a[j], 0, 1);
      worst_printed = fmax(worst_printed, fabs(a[0] + square(v[1]) / q[0]));
    }
  }
  assert_true(worst_printed > DIFFERS);
  dal_model_destroy(m);
}

// P2 on the x-axis, P1 anywhere: v1 along the normal of P0P1, of size `speed`, with y1' y2' > 0
static void uniform_start(uint64_t *seed, double *q, double *v,
                          double speed(const double *, const double *)) {
  for (int i = 0; i < 3; i++) q[i] = draw_signed(seed, 0.3, 1.5);
  q[3] = 0;
  v[2] = draw_signed(seed, 0.3, 1.5), v[3] = draw_signed(seed, 0.3, 1.5);
  const double d = q[1] - q[2] * v[2] / v[3], r = hypot(q[0], d);
  const double s = fabs(speed(q, v)) * copysign(1, q[0] * v[3]);
  v[0] = -s * d / r, v[1] = s * q[0] / r;
}

// (4.13), right: v1 = x1 v2^2/sqrt(x1^2 y2'^2 + (y1 y2' - x2 x2')^2), from v0 = v1/cos(theta1)
static double right_speed(const double *q, const double *v) {
  return q[0] * (square(v[2]) + square(v[3])) / hypot(q[0] * v[3], q[1] * v[3] - q[2] * v[2]);
}

// (4.13) as printed, from v0 = v1 tan(theta1)
static double printed_speed(const double *q, const double *v) {
  return q[0] * v[2] * hypot(v[2], v[3]) / (q[1] * v[3] - q[2] * v[2]);
}

// Example 2: uniform motions of both points
static void example_2(void **state) {
  (void) state;
  DalModel *m          = model_of_file("nonholonomic-double-pendulum-free");
  uint64_t seed        = 2;
  double worst_printed = 0;
  for (int k = 0; k < STATES; k++) {
    double q[4], v[4], a[4];
    uniform_start(&seed, q, v, right_speed);
    const double size = square(v[0]) + square(v[1]) + square(v[2]) + square(v[3]);
    for (int i = 0; i < 3; i++) {
      accelerations(m, methods[i], 0, q, v, a);
      // the chart of appell divides by x2 and y1', down to 0.03 here
      for (int j = 0; j < 4; j++)
        expect("acceleration of a uniform motion", a[j], 0, 100 * (1 + size));
    }
    uniform_start(&seed, q, v, printed_speed);
    accelerations(m, "multipliers", 0, q, v, a);
    for (int j = 0; j < 4; j++) worst_printed = fmax(worst_printed, fabs(a[j]));
  }
  assert_true(worst_printed > DIFFERS);
  dal_model_destroy(m);
}

// Example 3: points that move together fall freely, whatever their masses
static void example_3(void **state) {
  (void) state;
  DalModel *m   = model_of_file("nonholonomic-double-pendulum");
  uint64_t seed = 3;
  assert_int_equal(dal_model_set(m, "m1=0.7, m2=1.9, g=2"), DAL_OK);
  for (int k = 0; k < STATES; k++) {
    double q[4], v[4], a[4];
    for (int i = 0; i < 2; i++) {
      q[i] = q[i + 2] = draw_signed(&seed, 0.3, 1.5);
      v[i] = v[i + 2] = draw_signed(&seed, 0.3, 1.5);
    }
    for (int i = 0; i < 3; i++) {
      accelerations(m, methods[i], 0, q, v, a);
      for (int j = 0; j < 4; j++) expect("acceleration together", a[j], j % 2 == 0 ? 2 : 0, 100);
    }
  }
  dal_model_destroy(m);
}

// Proposition 1: symmetric motions only with equal masses
static void proposition_1(void **state) {
  (void) state;
  DalModel *m       = model_of_file("nonholonomic-double-pendulum-symmetric");
  const double q[4] = {0.8, 0.6, 0.8, -0.6}, v[4] = {-0.3, 0.4, -0.3, -0.4};
  double a[4];
  accelerations(m, "multipliers", 0, q, v, a);
  expect("x1'' - x2''", a[0] - a[2], 0, 10);
  expect("y1'' + y2''", a[1] + a[3], 0, 10);
  assert_int_equal(dal_model_set(m, "m2=2"), DAL_OK);
  accelerations(m, "multipliers", 0, q, v, a);
  assert_true(fabs(a[0] - a[2]) > DIFFERS);
  dal_model_destroy(m);
}

// (1.1) lists the singular states incorrectly: (a) and (b) do not belong there, and one kind is missing
static void singular_states(void **state) {
  (void) state;
  static const struct {
    const char *what;
    double q[4], v[4];
    bool singular;
  } states[] = {
    {"(a): x1 = x2 = 0, but P2 moves along y", {0, 1, 0, 2}, {0.4, 0, 0.3, 0.5}, false},
    {"(a) with both velocities along x", {0, 1, 0, 2}, {0.4, 0, 0.3, 0}, true},
    {"(a) with P1 = P2", {0, 1, 0, 1}, {0.4, 0.7, 0.3, 0.5}, true},
    {"(b): y1' = y2' = 0", {1, 0.5, -1.2, 0.1}, {0.4, 0, 0.3, 0}, false},
    {"(b) with both points on the y-axis", {0, 0.5, 0, 0.1}, {0.4, 0, 0.3, 0}, true},
    {"(c): v1 = v2 = 0", {1, 0.5, -1.2, 0.1}, {0}, true},
    {"v2 = 0 only: Example 1", {1, 0.5, -1.2, 0.1}, {0.3, 1, 0, 0}, false},
    // not in (1.1): v1 is across the y-axis in P1, and the normal to v2 goes through P1
    {"x1 = y1' = 0 and y0 = y1", {0, 1, 2, 0.5}, {0.7, 0, 0.25, 1}, true},
    {"x2 = y2' = 0 and y0 = y2", {2, 0.5, 0, 1}, {0.25, 1, 0.7, 0}, true},
  };
  DalModel *m = model_of_file("nonholonomic-double-pendulum");
  for (size_t k = 0; k < sizeof states / sizeof *states; k++) {
    double a[4];
    for (int i = 0; i < 2; i++) {  // appell has a chart of its own, and may fail elsewhere
      assert_int_equal(dal_model_derive(m, &(DalDeriveOptions){.method = methods[i]}), DAL_OK);
      const DalStatus status = dal_model_accelerations(m, 0, states[k].q, states[k].v, a);
      if (status != (states[k].singular ? DAL_DOMAIN : DAL_OK))
        fail_msg("%s, %s: status %d", states[k].what, methods[i], (int) status);
    }
  }
  dal_model_destroy(m);
}

// --- B08 ------------------------------------------------------------------------------------------

static const char parallel_text[] = "coordinate x1, y1, x2, y2\n"
                                    "point P1 mass 1 at [x1, y1]\n"
                                    "point P2 mass 2 at [x2, y2]\n"
                                    "potential += 3/2*((x1 - x2)^2 + (y1 - y2)^2)\n"
                                    "constraint parallel: x1'*y2' - x2'*y1' = 0\n";

// 8.3: v1 = v2 = 0 is singular; one of them alone is not. Fig. 17: equal velocities across stay equal
static void parallel_velocities(void **state) {
  (void) state;
  DalModel *m       = model_of_text(parallel_text);
  const double q[4] = {0, 0, 1, 0}, rest[4] = {0}, one[4] = {0.3, 0.4, 0, 0},
               across[4] = {0, 2, 0, 2};
  double a[4];
  for (int i = 0; i < 2; i++) {
    assert_int_equal(dal_model_derive(m, &(DalDeriveOptions){.method = methods[i]}), DAL_OK);
    assert_int_equal(dal_model_accelerations(m, 0, q, rest, a), DAL_DOMAIN);
    assert_int_equal(dal_model_accelerations(m, 0, q, one, a), DAL_OK);
    // P2 is pulled by 3 towards P1, but can only start along the velocity of P1
    expect("x2''", a[2], -1.5 * 0.36, 1);
    expect("y2''", a[3], -1.5 * 0.48, 1);
    assert_int_equal(dal_model_accelerations(m, 0, q, across, a), DAL_OK);
    for (int j = 0; j < 4; j++) expect("acceleration in Fig. 17", a[j], 0, 1);
  }
  dal_model_destroy(m);
}

// 8.4: where both factors vanish the state is singular
static void transition_states(void **state) {
  (void) state;
  DalModel *m       = model_of_file("parallel-segment");
  const double q[3] = {0}, v[3] = {0, 1, 0};
  double a[3];
  for (int i = 0; i < 2; i++) {
    assert_int_equal(dal_model_derive(m, &(DalDeriveOptions){.method = methods[i]}), DAL_OK);
    assert_int_equal(dal_model_accelerations(m, 0, q, v, a), DAL_DOMAIN);
  }
  dal_model_destroy(m);
}

// (49): with the printed G_12 = -2 rho m2 the kinetic energy would not be positive
static void segment_as_printed(void **state) {
  (void) state;
  const double m1 = 1, m2 = 2, rho = 1.5, G12 = -2 * rho * m2;
  assert_true((m1 + m2) * rho * rho * m2 - G12 * G12 < 0);
}

// --- closed motions ---------------------------------------------------------------------------------

static const char sleigh_text[] = "parameter m = 1, a = 0.5, I = 0.3\n"
                                  "coordinate x, y, theta\n"
                                  "frame S = rotate(z, theta)\n"
                                  "point C at [x, y]\n"
                                  "body sleigh mass m at [x, y] + a*S.x frame S inertia (0, 0, I)\n"
                                  "constraint edge: dot(vel(C), S.y) = 0\n";

// v = V tanh(k t), w = W sech(k t); B08 Theorem 1, without M psi_q psi, would have w' = 0
static void sleigh_motion(void **state) {
  (void) state;
  DalModel *model = model_of_text(sleigh_text);
  const double m = 1, a = 0.5, I = 0.3, J = I + m * a * a, E = 0.8;
  const double V = sqrt(2 * E / m), W = sqrt(2 * E / J), k = a * sqrt(2 * m * E) / J;
  double worst_printed = 0;
  uint64_t seed        = 5;
  for (int i = 0; i < STATES; i++) {
    const double t = draw_between(&seed, -2, 2), theta = draw_between(&seed, -3, 3);
    const double sech = 1 / cosh(k * t), v = V * tanh(k * t), w = W * sech, c = cos(theta),
                 n    = sin(theta);
    const double rate = V * k * sech * sech, turn = -W * k * sech * tanh(k * t);
    const double q[3] = {0.3, -0.2, theta}, qd[3] = {v * c, v * n, w};
    double qdd[3];
    for (int j = 0; j < 3; j++) {
      accelerations(model, methods[j], t, q, qd, qdd);
      // the chart of appell divides by cos(theta)
      const double size = 10 / (j == 2 ? fmax(fabs(c), 0.01) : 1);
      expect("x''", qdd[0], rate * c - v * n * w, size);
      expect("y''", qdd[1], rate * n + v * c * w, size);
      expect("theta''", qdd[2], turn, size);
    }
    worst_printed = fmax(worst_printed, fabs(qdd[2]));
  }
  assert_true(worst_printed > DIFFERS);
  dal_model_destroy(model);
}

// x = g1/(2 w^2) sin^2, y = g1/(2 w^2) (w t - sin(2 w t)/2): a cycloid across the plane
static void knife_motion(void **state) {
  (void) state;
  DalModel *m    = model_of_file("knife-edge-incline");
  const double w = 2, g1 = 9.81 * sin(0.3);
  for (int i = 0; i < STATES; i++) {
    const double t = 0.05 * i, phase = 2 * w * t;
    const double q[3]  = {g1 / (2 * w * w) * square(sin(w * t)),
                          g1 / (2 * w * w) * (w * t - sin(phase) / 2), w * t};
    const double qd[3] = {g1 / (2 * w) * sin(phase), g1 / (2 * w) * (1 - cos(phase)), w};
    double qdd[3];
    for (int j = 0; j < 2; j++) {
      accelerations(m, methods[j], t, q, qd, qdd);
      expect("x''", qdd[0], g1 * cos(phase), 10);
      expect("y''", qdd[1], g1 * sin(phase), 10);
      expect("theta''", qdd[2], 0, 10);
    }
  }
  dal_model_destroy(m);
}

// phi = (a + b t) exp(-3 t) from a state with phi = 0.5, phi' = 0
static void damped_motion(void **state) {
  (void) state;
  DalModel *m = model_of_file("damped-cart-pendulum");
  for (int i = 0; i < STATES; i++) {
    const double t = 0.04 * i, e = exp(-3 * t);
    const double q[2] = {0.1 * t, (0.5 + 1.5 * t) * e}, v[2] = {0.1, -4.5 * t * e};
    double a[2];
    accelerations(m, "multipliers", t, q, v, a);
    expect("phi''", a[1], (13.5 * t - 4.5) * e, 10);
  }
  dal_model_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(example_1),         cmocka_unit_test(example_2),
    cmocka_unit_test(example_3),         cmocka_unit_test(proposition_1),
    cmocka_unit_test(singular_states),   cmocka_unit_test(parallel_velocities),
    cmocka_unit_test(transition_states), cmocka_unit_test(segment_as_printed),
    cmocka_unit_test(sleigh_motion),     cmocka_unit_test(knife_motion),
    cmocka_unit_test(damped_motion),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
