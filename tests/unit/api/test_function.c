// Unit tests of include/dalembert.h: expressions at states; equations as MathML; a run as a page.
//
// Numbers are closed forms of the pendulum, theta'' = -g/l sin(theta), and of the particle on a circle.

#include "dalembert.h"

#include "support/check.h"
#include "support/models.h"

#include <float.h>
#include <math.h>
#include <string.h>

// I follows from m and l, and twice from I.
#define PENDULUM                                      \
  "parameter l = 2, g = 9.81, m = 3\n"                \
  "parameter I = m*l^2, twice = 2*I\n"                \
  "coordinate theta\n"                                \
  "point P mass m at [l*sin(theta), -l*cos(theta)]\n" \
  "gravity = [0, -g]\n"                               \
  "observe height = -l*cos(theta)\n"                  \
  "initial theta = 0.3\n"                             \
  "simulate to 1 every 0.25\n"

#define ON_CIRCLE                      \
  "parameter l = 2, g = 9.81, m = 3\n" \
  "coordinate x, y\n"                  \
  "point P mass m at [x, y]\n"         \
  "gravity = [0, -g]\n"                \
  "constraint rod: x^2 + y^2 = l^2\n"  \
  "initial x = 2, y = 0\n"

static DalFunction *function_of(DalModel *m, const char *expressions) {
  DalFunction *f;
  if (dal_model_function(m, expressions, &f) != DAL_OK) fail_msg("%s", dal_model_messages(m));
  return f;
}

static void assert_near(double a, double b) {
  if (!(fabs(a - b) <= 64 * DBL_EPSILON * (1 + fabs(b)))) fail_msg("%.17g is not %.17g", a, b);
}

static void test_values(void **state) {
  (void) state;
  DalModel *m = model_of(PENDULUM);
  DalFunction *f = function_of(m, "theta'', energy, height, atan2(theta', 1 + t), I");
  assert_int_equal(dal_function_size(f), 5);
  assert_string_equal(dal_function_name(f, 0), "theta''");
  assert_string_equal(dal_function_name(f, 3), "atan2(theta', 1 + t)");
  assert_null(dal_function_name(f, 5));
  assert_true(dal_function_needs_motion(f));
  const double t[] = {0, 0.5, 7}, q[] = {0.3, -2, 11}, v[] = {0.1, 4, -3};
  double values[15];
  assert_int_equal(dal_function_values(f, 3, t, q, v, NULL, values), DAL_OK);
  for (size_t i = 0; i < 3; i++) {
    assert_near(values[5 * i], -9.81 / 2 * sin(q[i]));
    assert_near(values[5 * i + 1], 6 * v[i] * v[i] - 3 * 9.81 * 2 * cos(q[i]));
    assert_near(values[5 * i + 2], -2 * cos(q[i]));
    assert_near(values[5 * i + 3], atan2(v[i], 1 + t[i]));
    assert_near(values[5 * i + 4], 12);
  }
  dal_function_destroy(f);
  dal_model_destroy(m);
}

// Values for a call: those that are defined by others follow, unless they are given themselves.
static void test_parameters(void **state) {
  (void) state;
  DalModel *m = model_of(PENDULUM);
  DalFunction *f = function_of(m, "theta'', I, twice");
  const double none = (double) NAN;  // l, g, m, I, twice
  const double p[] = {none, none, none, none, none, 1, none, 5, none, none, 4, 1, none, 7, none};
  const double t[3] = {0}, q[] = {1, 1, 1}, v[3] = {0};
  const double expected[] = {-9.81 / 2 * sin(1), 12, 24, -9.81 * sin(1), 5, 10, -sin(1) / 4, 7, 14};
  double values[9], value;
  assert_int_equal(dal_function_values(f, 3, t, q, v, p, values), DAL_OK);
  for (size_t i = 0; i < 9; i++) assert_near(values[i], expected[i]);
  // the model has its own again
  assert_int_equal(dal_function_values(f, 1, t, q, v, NULL, values), DAL_OK);
  assert_near(values[0], -9.81 / 2 * sin(1));
  assert_int_equal(dal_model_parameter_value(m, 0, &value), DAL_OK);
  assert_near(value, 2);
  // a setting of the model counts from then on, definitions included
  assert_int_equal(dal_model_set(m, "l=1/2, I=l"), DAL_OK);
  assert_int_equal(dal_function_values(f, 1, t, q, v, p, values), DAL_OK);
  assert_near(values[0], -2 * 9.81 * sin(1));
  assert_near(values[1], 0.5);
  assert_int_equal(dal_function_values(f, 1, t, q, v, p + 5, values), DAL_OK);
  assert_near(values[1], 1);
  assert_near(values[2], 2);
  dal_function_destroy(f);
  dal_model_destroy(m);
}

// Multipliers and reactions, and the same after another derivation.
static void test_constrained(void **state) {
  (void) state;
  static const char *const methods[] = {"multipliers", "udwadia", "appell"};
  DalModel *m = model_of(ON_CIRCLE);
  DalFunction *f = function_of(m, "x''^2 + y''^2, reaction(x), x^2 + y^2");
  const double a = 0.7, w = 1.3, t = 0, q[] = {2 * cos(a), 2 * sin(a)};
  const double v[] = {-2 * w * sin(a), 2 * w * cos(a)};
  // along the tangent -g cos(a), towards the centre l w^2, which the rod adds to gravity
  const double along = 9.81 * cos(a), inward = 2 * w * w;
  for (size_t k = 0; k < 3; k++) {
    double values[3];
    assert_int_equal(dal_model_derive(m, &(DalDeriveOptions){.method = methods[k]}), DAL_OK);
    if (dal_function_values(f, 1, &t, q, v, NULL, values) != DAL_OK)
      fail_msg("%s: %s", methods[k], dal_model_messages(m));
    assert_near(values[0], along * along + inward * inward);
    assert_near(values[1], 3 * (-inward * cos(a) + along * sin(a)));
    assert_near(values[2], 4);
  }
  dal_model_destroy(m);  // the function keeps what it needs
  double values[3];
  assert_int_equal(dal_function_values(f, 1, &t, q, v, NULL, values), DAL_OK);
  assert_near(values[2], 4);
  dal_function_destroy(f);
}

// Without a motion there is no acceleration; an expression that does not need one has its value.
static void test_no_value(void **state) {
  (void) state;
  DalModel *m = model_of(ON_CIRCLE);
  DalFunction *f = function_of(m, "x''"), *g = function_of(m, "x + 1, x/y");
  const double t[2] = {0}, q[] = {0, 0, 2, 0}, v[4] = {0};
  double values[4];
  assert_false(dal_function_needs_motion(g));
  assert_int_equal(dal_function_values(f, 2, t, q, v, NULL, values), DAL_DOMAIN);
  assert_true(isnan(values[0]));
  assert_near(values[1], 0);
  assert_int_equal(dal_function_values(g, 2, t, q, v, NULL, values), DAL_DOMAIN);
  assert_near(values[0], 1);
  assert_true(isnan(values[1]) && isnan(values[3]));
  assert_near(values[2], 3);
  dal_function_destroy(f);
  dal_function_destroy(g);
  dal_model_destroy(m);
}

static void test_mistakes(void **state) {
  (void) state;
  static const struct {
    const char *text;
    size_t column;
  } wrong[] = {{"", 1}, {"theta, ,theta", 8}, {"theta, sin(q)", 12}, {"theta)", 6}, {"1/0", 3}};
  DalModel *m = model_of(PENDULUM);
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    DalFunction *f;
    assert_int_equal(dal_model_function(m, wrong[i].text, &f), DAL_INPUT);
    assert_null(f);
    const DalMessage message = dal_model_message(m, 0);
    assert_non_null(message.text);
    if (message.column != wrong[i].column)
      fail_msg("%s: column %zu: %s", wrong[i].text, message.column, message.text);
  }
  dal_model_destroy(m);
}

static void test_mathml(void **state) {
  (void) state;
  DalModel *m = model_of(PENDULUM);
  DalResult *result;
  assert_int_equal(dal_model_print(m, DAL_MATHML, &result), DAL_OK);
  assert_non_null(strstr(dal_result_text(result), "<math display=\"block\">"));
  assert_non_null(strstr(dal_result_text(result), "<mi>θ</mi>"));
  dal_result_destroy(result);
  // others have no such format
  assert_int_equal(dal_model_check(m, DAL_MATHML, &result), DAL_INPUT);
  dal_model_destroy(m);
}

static void test_animation(void **state) {
  (void) state;
  DalModel *m = model_of(PENDULUM), *other = model_of(ON_CIRCLE);
  DalModel *bare = model_of("coordinate theta\nlagrangian = theta'^2/2\ninitial theta = 1\n");
  DalRun *run;
  DalResult *result;
  assert_int_equal(dal_model_simulate(m, NULL, &run), DAL_OK);
  assert_int_equal(dal_model_animation(m, run, &result), DAL_OK);
  const char *page = dal_result_text(result);
  assert_true(strncmp(page, "<!DOCTYPE html>", 15) == 0);
  assert_non_null(strstr(page, "<figure class=\"animation\">"));
  assert_null(strstr(page, "https://"));  // it loads nothing
  assert_null(strstr(page, "src="));
  dal_result_destroy(result);
  assert_int_equal(dal_model_animation(other, run, &result), DAL_INPUT);
  assert_string_equal(dal_result_message(result, 0).text, "the run has no column x");
  dal_result_destroy(result);
  assert_int_equal(dal_model_animation(bare, run, &result), DAL_DOMAIN);
  dal_result_destroy(result);
  dal_run_destroy(run);
  dal_model_destroy(m);
  dal_model_destroy(other);
  dal_model_destroy(bare);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_values),      cmocka_unit_test(test_parameters),
    cmocka_unit_test(test_constrained), cmocka_unit_test(test_no_value),
    cmocka_unit_test(test_mistakes),    cmocka_unit_test(test_mathml),
    cmocka_unit_test(test_animation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
