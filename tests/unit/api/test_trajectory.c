// Unit tests of the method whittaker through include/dalembert.h: numbers at states, starts of trajectories.
//
// Judge: closed forms, and the method multipliers at the same state. Tolerance 1e-12 of the largest acceleration: some
// hundred operations, and u = omega_p/omega_n with omega_n at least a tenth of the velocities.

#include "dalembert.h"

#include "support/check.h"
#include "support/texts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST 16  // coordinates

static void assert_within(double a, double b, double tolerance) {
  if (!(fabs(a - b) <= tolerance)) fail_msg("%.17g is not %.17g", a, b);
}

static DalModel *finished(DalModel *m) {
  assert_non_null(m);
  if (dal_model_finish(m) != DAL_OK) fail_msg("%s", dal_model_messages(m));
  return m;
}

static DalModel *model_of(const char *text) {
  DalModel *m = dal_model_create();
  assert_int_equal(dal_model_add(m, text), DAL_OK);
  return finished(m);
}

static DalModel *gallery_model(const char *name) {
  char path[256];
  snprintf(path, sizeof path, "models/%s.mech", name);
  DalModel *m = dal_model_create();
  assert_int_equal(dal_model_read(m, path), DAL_OK);
  return finished(m);
}

static void derive(DalModel *m, const char *method, const char *independent) {
  const DalDeriveOptions options = {.method = method, .independent = independent};
  if (dal_model_derive(m, &options) != DAL_OK) fail_msg("%s", dal_model_messages(m));
}

// --- accelerations at random states -------------------------------------------------------------------

static double draw(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double) (*seed >> 11) / 9007199254740992.0;
}

static void compare(DalModel *m, const char *name, double t, const double *q, const double *v, double *largest) {
  double a[MOST], b[MOST], size = 1, error = 0;
  const size_t n = dal_model_coordinates(m);
  derive(m, "multipliers", NULL);
  assert_int_equal(dal_model_accelerations(m, t, q, v, a), DAL_OK);
  derive(m, "whittaker", NULL);
  if (dal_model_accelerations(m, t, q, v, b) != DAL_OK) fail_msg("%s", dal_model_messages(m));
  for (size_t i = 0; i < n; i++) size = fmax(size, fabs(a[i])), error = fmax(error, fabs(a[i] - b[i]));
  *largest = fmax(*largest, error / size);
  if (!(error <= 1e-12 * size)) print_error("%s: %g of %g\n", name, error, size);
  assert_true(error <= 1e-12 * size);
}

// Without constraints every state is allowed; velocities have both signs and are not near 0.
static void test_free_models(void **state) {
  (void) state;
  static const char *const names[] = {"charged-particle", "cyclic-particle", "disk-on-bar", "double-pendulum",
                                      "heavy-symmetric-top", "kepler-cartesian", "kepler-plane", "pulleys",
                                      "rigid-body-euler", "spherical-pendulum", "spring-pendulum", "two-bars"};
  uint64_t seed = 1;
  double largest = 0;
  for (size_t k = 0; k < COUNT(names); k++) {
    DalModel *m = gallery_model(names[k]);
    for (int i = 0; i < 20; i++) {
      double q[MOST], v[MOST];
      for (size_t j = 0; j < dal_model_coordinates(m); j++) {
        q[j] = 0.3 + draw(&seed);
        v[j] = (0.5 + draw(&seed)) * (draw(&seed) < 0.5 ? -1 : 1);
      }
      compare(m, names[k], 0, q, v, &largest);
    }
    dal_model_destroy(m);
  }
  assert_true(largest > 0);  // something was compared that rounds
}

// With constraints: a part of the state is drawn, the rest follows.
static void test_constrained_models(void **state) {
  (void) state;
  static const struct {
    const char *name, *at;
  } models[] = {
    {"djukic-rod", "q1=%g, q2=%g, q3=%g, omega2=%g, omega3=%g"},
    {"chaplygin-sleigh", "x=%g, y=%g, theta=%g, v=%g, w=%g"},
    {"knife-edge-incline", "x=%g, y=%g, theta=%g, theta'=%g, x'=%g"},
  };
  uint64_t seed = 2;
  double largest = 0;
  for (size_t k = 0; k < COUNT(models); k++) {
    DalModel *m = gallery_model(models[k].name);
    for (int i = 0; i < 20; i++) {
      char at[256];
      const double sign = draw(&seed) < 0.5 ? -1 : 1;
      snprintf(at, sizeof at, models[k].at, draw(&seed), draw(&seed), 0.2 + draw(&seed), sign * (0.5 + draw(&seed)),
               -sign * (0.5 + draw(&seed)));
      double t, q[MOST], v[MOST];
      const DalEvalOptions options = {.at = at};
      if (dal_model_state(m, &options, &t, q, v) != DAL_OK) fail_msg("%s", dal_model_messages(m));
      compare(m, models[k].name, t, q, v, &largest);
    }
    dal_model_destroy(m);
  }
}

// --- starts ----------------------------------------------------------------------------------------------

#define KEPLER                                  \
  "parameter m = 2, k = 3\ncoordinate r, phi\n" \
  "kinetic = 1/2*m*(r'^2 + r^2*phi'^2)\npotential = -k/r\ninitial r = 2, r' = 1/2, phi' = -1\n"

static void test_start(void **state) {
  (void) state;
  DalModel *m = model_of(KEPLER);
  double q[2], u[1];
  DalTrajectory start;
  assert_int_equal(dal_model_slopes(m), 0);
  assert_int_equal(dal_model_trajectory(m, NULL, q, u, &start), DAL_INPUT);  // by time
  derive(m, "whittaker", NULL);
  assert_int_equal(dal_model_slopes(m), 1);
  assert_int_equal(dal_model_trajectory(m, NULL, q, u, &start), DAL_OK);
  assert_within(q[0], 2, 0);
  assert_within(u[0], -0.5, 0);
  assert_within(start.pace, -1, 0);
  assert_int_equal(start.direction, -1);
  assert_within(start.energy, 0.25 + 4 - 1.5, 1e-15);
  // the velocities have the energy asked for, and their direction
  double t, v[2];
  const DalEvalOptions options = {.energy = "k"};
  assert_int_equal(dal_model_state(m, &options, &t, q, v), DAL_OK);
  assert_within(v[0] / v[1], -0.5, 1e-15);
  assert_within(v[0] * v[0] + 4 * v[1] * v[1] - 1.5, 3, 1e-14);
  assert_int_equal(dal_model_trajectory(m, &options, q, u, &start), DAL_OK);
  assert_within(start.energy, 3, 1e-14);
  // a turning point
  assert_int_equal(dal_model_trajectory(m, &(DalEvalOptions){.at = "phi' = 0"}, q, u, &start), DAL_DOMAIN);
  dal_model_destroy(m);
}

static void test_pendulum(void **state) {
  (void) state;
  DalModel *m = model_of("parameter l = 2, g = 9.81\ncoordinate theta\n"
                         "point P mass 3 at [l*sin(theta), -l*cos(theta)]\ngravity = [0, -g]\n");
  derive(m, "whittaker", NULL);
  for (double theta = -3; theta < 3; theta += 0.37) {
    double acceleration;
    assert_int_equal(dal_model_accelerations(m, 0, &theta, &(double){0.7}, &acceleration), DAL_OK);
    assert_within(acceleration, -9.81 / 2 * sin(theta), 1e-14);
  }
  assert_int_equal(dal_model_slopes(m), 0);
  dal_model_destroy(m);
}

// --- mistakes ----------------------------------------------------------------------------------------------

static void test_mistakes(void **state) {
  (void) state;
  static const struct {
    DalDeriveOptions derive;
    DalEvalOptions eval;
    const char *code;
  } cases[] = {
    {{.method = "lagrange", .independent = "phi"}, {0}, "[N0747]"},
    {{.method = "lagrange", .energy = "1"}, {0}, "[N0747]"},
    {{.method = "lagrange"}, {.energy = "1"}, "[N0747]"},
    {{.method = "whittaker", .independent = "k"}, {0}, "[N0743]"},
    {{.method = "whittaker", .energy = "r"}, {0}, "error"},
    {{.method = "whittaker", .energy = "1 +"}, {0}, "error"},
    {{.method = "whittaker"}, {.energy = "phi'"}, "error"},
    {{.method = "whittaker"}, {.energy = "-1.5"}, "[N0748]"},
    {{.method = "whittaker"}, {.energy = "1", .at = "r' = 0, phi' = 0"}, "[N0749]"},
    {{.method = "whittaker"}, {.at = "phi' = 0"}, "[N0745]"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    DalModel *m = model_of(KEPLER);
    const char *text;
    DalStatus status = dal_model_derive(m, &cases[i].derive);
    if (status == DAL_OK) status = text_of(&text, dal_model_eval, m, &cases[i].eval, DAL_TEXT);
    assert_true(status == DAL_INPUT || status == DAL_DOMAIN);
    if (strstr(dal_model_messages(m), cases[i].code) == NULL) fail_msg("%zu: %s", i, dal_model_messages(m));
    dal_model_destroy(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_free_models), cmocka_unit_test(test_constrained_models), cmocka_unit_test(test_start),
    cmocka_unit_test(test_pendulum), cmocka_unit_test(test_mistakes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
