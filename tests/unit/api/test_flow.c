// Unit tests of include/dalembert.h: the flow of a motion, y' = f(t, y, p).
//
// The judge of the gallery is the other way to an acceleration: dal_model_evaluate, which solves by
// LAPACK what a flow solves on its tape.

#include "dalembert.h"

#include "support/check.h"
#include "support/models.h"

#include <float.h>
#include <malloc.h>
#include <math.h>
#include <stdlib.h>

#define PENDULUM                                      \
  "parameter l = 2, g = 9.81\n"                       \
  "coordinate theta\n"                                \
  "point P mass 3 at [l*sin(theta), -l*cos(theta)]\n" \
  "gravity = [0, -g]\n"                               \
  "initial theta = 0.3\n"

#define ON_CIRCLE                      \
  "parameter l = 2, g = 9.81, m = 3\n" \
  "coordinate x, y\n"                  \
  "point P mass m at [x, y]\n"         \
  "gravity = [0, -g]\n"                \
  "constraint rod: x^2 + y^2 = l^2\n"  \
  "initial x = 2, y = 0\n"

static DalFlow *flow_of(DalModel *m, const char *method) {
  DalFlow *f;
  assert_int_equal(dal_model_derive(m, &(DalDeriveOptions){.method = method}), DAL_OK);
  const DalStatus status = dal_model_flow(m, &(DalFlowOptions){.jacobian = true}, &f);
  if (status != DAL_OK) fail_msg("%s: %s", method ? method : "", dal_model_messages(m));
  return f;
}

static void assert_near(double a, double b) {
  if (!(fabs(a - b) <= 64 * DBL_EPSILON * (1 + fabs(b)))) fail_msg("%.17g is not %.17g", a, b);
}

// --- closed forms --------------------------------------------------------------------------------

static void test_pendulum(void **state) {
  (void) state;
  DalModel *m = model_of(PENDULUM);
  DalFlow *f = flow_of(m, "lagrange");
  double t, y[2], rates[2], J[4];
  assert_int_equal(dal_flow_size(f), 2);
  assert_string_equal(dal_flow_name(f, 0), "theta");
  assert_string_equal(dal_flow_name(f, 1), "theta'");
  assert_int_equal(dal_flow_start(f, &t, y), DAL_OK);
  assert_true(t == 0 && y[0] == 0.3 && y[1] == 0);
  for (double a = -3; a < 3; a += 0.37) {
    y[0] = a, y[1] = 0.7;
    assert_int_equal(dal_flow_rates(f, 1, &t, y, rates), DAL_OK);
    assert_true(rates[0] == 0.7);
    assert_near(rates[1], -9.81 / 2 * sin(a));
    assert_int_equal(dal_flow_jacobian(f, 1, &t, y, J), DAL_OK);
    assert_true(J[0] == 0 && J[1] == 1 && J[3] == 0);
    assert_near(J[2], -9.81 / 2 * cos(a));
  }
  // l = 4, g = 1.6
  assert_int_equal(dal_flow_set_parameter(f, 0, 4), DAL_OK);
  assert_int_equal(dal_flow_set_parameter(f, 1, 1.6), DAL_OK);
  y[0] = 1;
  assert_int_equal(dal_flow_rates(f, 1, &t, y, rates), DAL_OK);
  assert_near(rates[1], -0.4 * sin(1));
  double row[16];
  assert_true(dal_flow_columns(f) <= COUNT(row));
  assert_int_equal(dal_flow_rows(f, 1, &t, y, row), DAL_OK);
  for (size_t i = 0; i < dal_flow_columns(f); i++)
    if (strcmp(dal_flow_column(f, i), "energy") == 0)
      assert_near(row[i], 0.5 * 3 * 16 * 0.49 - 3 * 1.6 * 4 * cos(1));
  dal_flow_destroy(f);
  dal_model_destroy(m);
}

// y = (theta, p), with p = m l^2 theta'
static void test_momenta(void **state) {
  (void) state;
  DalModel *m = model_of(PENDULUM);
  DalFlow *f = flow_of(m, "hamilton");
  const double t = 0, theta = 1, velocity = 0.5;
  double y[2], rates[2];
  assert_int_equal(dal_flow_enter(f, 1, &t, &theta, &velocity, y), DAL_OK);
  assert_true(y[0] == 1);
  assert_near(y[1], 3 * 4 * 0.5);
  assert_int_equal(dal_flow_rates(f, 1, &t, y, rates), DAL_OK);
  assert_near(rates[0], 0.5);
  assert_near(rates[1], -3 * 9.81 * 2 * sin(1));
  // by the parameters of the flow, and the model keeps its own
  assert_int_equal(dal_flow_set_parameter(f, 0, 1), DAL_OK);
  assert_int_equal(dal_flow_enter(f, 1, &t, &theta, &velocity, y), DAL_OK);
  assert_near(y[1], 3 * 0.5);
  double acceleration;
  assert_int_equal(dal_model_accelerations(m, 0, &theta, &velocity, &acceleration), DAL_OK);
  assert_near(acceleration, -9.81 / 2 * sin(1));
  dal_flow_destroy(f);
  dal_model_destroy(m);
}

// The flow is right all the way round the circle, far from the state that it was made for.
static void test_circle(void **state) {
  (void) state;
  DalModel *m = model_of(ON_CIRCLE);
  DalFlow *f = flow_of(m, "multipliers");
  enum { STATES = 40 };
  double t[STATES] = {0}, y[4 * STATES], rates[4 * STATES];
  for (size_t i = 0; i < STATES; i++) {
    const double a = 0.16 * (double) i, s = 0.8;
    const double here[4] = {2 * cos(a), 2 * sin(a), -s * sin(a), s * cos(a)};
    memcpy(y + 4 * i, here, sizeof here);
  }
  assert_int_equal(dal_flow_rates(f, STATES, t, y, rates), DAL_OK);
  for (size_t i = 0; i < STATES; i++) {
    const double *q = y + 4 * i, lambda = 3 * (9.81 * q[1] - 0.64) / 8;
    assert_near(rates[4 * i + 2], 2 * lambda * q[0] / 3);
    assert_near(rates[4 * i + 3], -9.81 + 2 * lambda * q[1] / 3);
  }
  // off the circle and back, by the shortest way
  y[0] = 1.2, y[1] = 1.7, y[2] = 0.3, y[3] = 0.1;
  assert_int_equal(dal_flow_project(f, 1, t, y), DAL_OK);
  const double r = hypot(1.2, 1.7);
  if (fabs(y[0] - 2.4 / r) > 1e-7) fail_msg("%.17g", y[0]);
  if (fabs(hypot(y[0], y[1]) - 2) > 1e-12) fail_msg("%.17g", hypot(y[0], y[1]));
  assert_true(fabs(y[0] * y[2] + y[1] * y[3]) < 1e-12);
  // from the middle there is no projection, and no motion
  double middle[4] = {0, 0, 1, 0};
  assert_int_equal(dal_flow_project(f, 1, t, middle), DAL_DOMAIN);
  assert_true(middle[0] == 0 && middle[2] == 1);
  memset(y + 4, 0, 2 * sizeof *y);
  assert_int_equal(dal_flow_rates(f, 3, t, y, rates), DAL_DOMAIN);
  assert_true(isfinite(rates[3]) && isnan(rates[4]) && isnan(rates[7]) && isfinite(rates[11]));
  assert_non_null(strstr(dal_model_messages(m), "dal_flow_rates: state 2 of the block"));
  dal_flow_destroy(f);
  dal_model_destroy(m);
}

// --- the gallery ---------------------------------------------------------------------------------

static size_t column_of(const DalFlow *f, const char *name) {
  for (size_t i = 0; i < dal_flow_columns(f); i++)
    if (strcmp(dal_flow_column(f, i), name) == 0) return i;
  return dal_flow_columns(f);
}

// Takes a step by Heun's method, which is accurate enough to move around, and projects onto the constraints.
static bool step(DalFlow *f, double *t, double *y, double h) {
  double rate[2][128];
  double there[128];
  const size_t n = dal_flow_size(f);
  const double next = *t + h;
  if (dal_flow_rates(f, 1, t, y, rate[0]) != DAL_OK) return false;
  for (size_t i = 0; i < n; i++) there[i] = y[i] + h * rate[0][i];
  if (dal_flow_rates(f, 1, &next, there, rate[1]) != DAL_OK) return false;
  for (size_t i = 0; i < n; i++) y[i] += h / 2 * (rate[0][i] + rate[1][i]);
  *t = next;
  return dal_flow_project(f, 1, t, y) == DAL_OK;
}

// Compares the accelerations of a row with those that the other way finds at its coordinates and velocities.
static double acceleration_gap(DalModel *m, DalFlow *f, double t, const double *y) {
  const size_t n = dal_model_coordinates(m), columns = dal_flow_columns(f);
  double *row = calloc(columns, sizeof *row), *a = calloc(n, sizeof *a), gap = 0, size = 1;
  assert_int_equal(dal_flow_rows(f, 1, &t, y, row), DAL_OK);
  char name[64];
  snprintf(name, sizeof name, "%s''", dal_model_coordinate(m, 0));
  const double *q = row + column_of(f, dal_model_coordinate(m, 0)), *qdd = row + column_of(f, name);
  const DalStatus status = dal_model_accelerations(m, row[0], q, q + n, a);
  for (size_t i = 0; i < n && status == DAL_OK; i++) {
    gap = fmax(gap, fabs(a[i] - qdd[i]));
    size = fmax(size, fabs(a[i]));
  }
  free(row);
  free(a);
  return status == DAL_OK ? gap / size : (double) INFINITY;
}

// Finds the rates at both sides of y[j], h away; false if they do not exist.
static bool beside(DalFlow *f, double t, double *y, size_t j, double h, double *up, double *down) {
  const double kept = y[j];
  y[j] = kept + h;
  const bool ahead = dal_flow_rates(f, 1, &t, y, up) == DAL_OK;
  y[j] = kept - h;
  const bool behind = dal_flow_rates(f, 1, &t, y, down) == DAL_OK;
  y[j] = kept;
  return ahead && behind;
}

// Compares with central differences of the rates. If constraints are redundant, rates are not smooth off the
// constraints: they depend on which rows are kept. At a jump of a force there is no slope: the difference stays
// the same however near both sides are.
static double jacobian_gap(DalFlow *f, double t, double *y) {
  const size_t n = dal_flow_size(f);
  double *J = calloc(n * n, sizeof *J), up[128], down[128], near_up[128], near_down[128], worst = 0, size = 1;
  const DalStatus status = dal_flow_jacobian(f, 1, &t, y, J);
  for (size_t i = 0; status == DAL_OK && i < n * n; i++) size = fmax(size, fabs(J[i]));
  for (size_t j = 0; status == DAL_OK && j < n; j++) {
    const double h = 1e-5 * (1 + fabs(y[j]));
    if (!beside(f, t, y, j, h, up, down) || !beside(f, t, y, j, h / 8, near_up, near_down)) continue;
    for (size_t i = 0; i < n; i++) {
      const bool jumps = fabs(near_up[i] - near_down[i]) > 1e-3 && fabs(near_up[i] - near_down[i]) > 0.5 * fabs(up[i] - down[i]);
      if (!jumps) worst = fmax(worst, fabs(J[i * n + j] - (up[i] - down[i]) / (2 * h)));
    }
  }
  free(J);
  return status == DAL_UNABLE ? 0 : status == DAL_OK ? worst / size : (double) INFINITY;
}

#define GAP 1e-9  // of the accelerations: 1e7 rounding errors, for condition numbers up to that
#define SLOPE_GAP 1e-4  // h^2 of the differences, times the size of third derivatives

// Walks along the motion of one model by one method. Returns how many states were compared.
static size_t walk(const char *text, const char *method, const char *title) {
  DalModel *m = model_of(text);
  DalFlow *f = NULL;
  size_t count = 0;
  double t, y[128];
  const bool small = dal_model_coordinates(m) <= 8;
  const bool derived = small && dal_model_derive(m, &(DalDeriveOptions){.method = method}) == DAL_OK;
  if (derived && dal_model_flow(m, &(DalFlowOptions){.jacobian = true}, &f) == DAL_OK) {
    const bool redundant = strstr(dal_model_messages(m), "[N0719]") != NULL;
    assert_int_equal(dal_flow_start(f, &t, y), DAL_OK);
    do {
      const double gap = acceleration_gap(m, f, t, y), slopes = jacobian_gap(f, t, y);
      if (!(gap < GAP)) fail_msg("%s, %s: accelerations %g", title, method, gap);
      if (!(slopes < SLOPE_GAP) && !redundant) fail_msg("%s, %s: slopes %g", title, method, slopes);
    } while (++count < 20 && step(f, &t, y, 5e-3));
  }
  dal_flow_destroy(f);
  dal_model_destroy(m);
  return count;
}

static void test_gallery(void **state) {
  (void) state;
  static const char *const methods[] = {"lagrange", "multipliers", "appell", "hamilton"};
  size_t states = 0, flows = 0;
  for (size_t i = 0; i < dal_example_count(); i++)
    for (size_t k = 0; k < COUNT(methods); k++) {
      const size_t count = walk(dal_example_text(i), methods[k], dal_example_name(i));
      states += count;
      flows += count > 0;
    }
  printf("%zu flows, %zu states\n", flows, states);
  assert_true(flows > dal_example_count() && states > 15 * flows);
}

// --- memory and time -----------------------------------------------------------------------------

static void test_memory(void **state) {
  (void) state;
  DalModel *m = model_of(ON_CIRCLE);
  DalFlow *f = flow_of(m, "multipliers");
  double t, y[4], rates[4], J[16], row[32];
  assert_int_equal(dal_flow_start(f, &t, y), DAL_OK);
  assert_true(dal_flow_columns(f) <= COUNT(row));
  struct mallinfo2 before = {0};
  for (int i = 0; i < 25000; i++) {
    if (i == 200) before = mallinfo2();
    const double bad[4] = {0};
    assert_int_equal(dal_flow_rates(f, 1, &t, y, rates), DAL_OK);
    assert_int_equal(dal_flow_jacobian(f, 1, &t, y, J), DAL_OK);
    assert_int_equal(dal_flow_project(f, 1, &t, y), DAL_OK);
    assert_int_equal(dal_flow_rows(f, 1, &t, y, row), DAL_OK);
    assert_int_equal(dal_flow_enter(f, 1, &t, y, y + 2, rates), DAL_OK);
    assert_int_equal(dal_flow_set_parameter(f, 1, 9 + 1e-6 * i), DAL_OK);
    assert_int_equal(dal_flow_rates(f, 1, &t, bad, rates), DAL_DOMAIN);
  }
  const struct mallinfo2 after = mallinfo2();
  assert_int_equal(after.uordblks + after.hblkhd, before.uordblks + before.hblkhd);
  dal_flow_destroy(f);
  dal_model_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_pendulum), cmocka_unit_test(test_momenta), cmocka_unit_test(test_circle),
    cmocka_unit_test(test_gallery),  cmocka_unit_test(test_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
