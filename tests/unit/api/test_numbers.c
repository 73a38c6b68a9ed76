// Unit tests of include/dalembert.h: numbers without text: parameters, quantities, matrices, states.

#include "dalembert.h"

#include "support/check.h"
#include "support/models.h"

#include <float.h>
#include <malloc.h>
#include <math.h>
#include <stdlib.h>

#define PENDULUM                                      \
  "parameter l = 2, g = 9.81, w = g/l\n"              \
  "coordinate theta\n"                                \
  "point P mass 3 at [l*sin(theta), -l*cos(theta)]\n" \
  "gravity = [0, -g]\n"                               \
  "observe period = 2*pi/sqrt(w)\n"

// The same in Cartesian coordinates, with a constraint.
#define ON_CIRCLE                      \
  "parameter l = 2, g = 9.81, m = 3\n" \
  "coordinate x, y\n"                  \
  "point P mass m at [x, y]\n"         \
  "gravity = [0, -g]\n"                \
  "constraint rod: x^2 + y^2 = l^2\n"  \
  "initial x = 2, y = 0\n"

static void assert_near(double a, double b) {
  if (!(fabs(a - b) <= 64 * DBL_EPSILON * (1 + fabs(b)))) fail_msg("%.17g is not %.17g", a, b);
}

static double value_of(DalModel *m, size_t i) {
  double value;
  assert_int_equal(dal_model_parameter_value(m, i, &value), DAL_OK);
  return value;
}

// Returns the quantity of that name at a state of one coordinate or more.
static double quantity_of(DalModel *m, const double *q, const double *v, const char *group,
                          const char *name) {
  const double t = 0;
  const size_t n = dal_model_quantities(m);
  double *values = calloc(n + 1, sizeof *values), found = (double) NAN;
  assert_int_equal(dal_model_evaluate(m, 1, &t, q, v, values), DAL_OK);
  for (size_t i = 0; i < n; i++) {
    const DalQuantity quantity = dal_model_quantity(m, i);
    const bool same = name == NULL ? quantity.name == NULL
                                   : quantity.name != NULL && strcmp(quantity.name, name) == 0;
    if (same && strcmp(quantity.group, group) == 0) found = values[i];
  }
  free(values);
  return found;
}

// --- parameters ----------------------------------------------------------------------------------

static void test_parameters(void **state) {
  (void) state;
  for (int compiled = 0; compiled < 2; compiled++) {
    DalModel *m = model_of(PENDULUM);
    if (compiled) assert_int_equal(dal_model_compile(m), DAL_OK);
    assert_int_equal(dal_model_parameters(m), 3);
    assert_string_equal(dal_model_parameter(m, 0), "l");
    assert_string_equal(dal_model_parameter(m, 2), "w");
    assert_true(value_of(m, 0) == 2 && value_of(m, 1) == 9.81);
    assert_near(value_of(m, 2), 9.81 / 2);
    assert_int_equal(dal_model_set_parameter(m, 0, 0.5), DAL_OK);
    assert_true(value_of(m, 0) == 0.5);
    assert_near(value_of(m, 2), 9.81 / 0.5);  // follows
    const double theta = 1, velocity = 0;
    assert_near(quantity_of(m, &theta, &velocity, "accelerations", "theta''"),
                -9.81 / 0.5 * sin(1));
    assert_near(quantity_of(m, &theta, &velocity, "observables", "period"),
                2 * acos(-1) / sqrt(9.81 / 0.5));
    dal_model_destroy(m);
  }
}

// Parameters are exact to the bit: the widest exponents, numbers without a short decimal.
static void test_exact_parameters(void **state) {
  (void) state;
  static const double numbers[] = {0,
                                   -0.0,
                                   0.1,
                                   1.0 / 3,
                                   -7,
                                   1e300,
                                   -DBL_MAX,
                                   DBL_MIN,
                                   DBL_TRUE_MIN,
                                   0x1p-1070,
                                   1 + DBL_EPSILON,
                                   0x1.fffffffffffffp+62};
  DalModel *m = model_of("parameter k = 1\ncoordinate x\nkinetic = x'^2/2\npotential = k*x\n");
  for (size_t i = 0; i < COUNT(numbers); i++) {
    for (int compiled = 0; compiled < 2; compiled++) {
      if (compiled) assert_int_equal(dal_model_compile(m), DAL_OK);
      assert_int_equal(dal_model_set_parameter(m, 0, numbers[i]), DAL_OK);
      if (!(value_of(m, 0) == numbers[i])) fail_msg("%a became %a", numbers[i], value_of(m, 0));
    }
    const double x = 0, v = 0;
    double acceleration;
    assert_int_equal(dal_model_accelerations(m, 0, &x, &v, &acceleration), DAL_OK);
    assert_true(acceleration == -numbers[i]);
  }
  dal_model_destroy(m);
}

// A parameter without a value, and one that is given a value by number.
static void test_no_value(void **state) {
  (void) state;
  DalModel *m = model_of("parameter k\ncoordinate x\nkinetic = x'^2/2\npotential = k*x\n");
  double value = 7;
  assert_int_equal(dal_model_parameter_value(m, 0, &value), DAL_DOMAIN);
  assert_true(isnan(value));
  assert_int_equal(dal_model_errors(m), 0);
  assert_int_equal(dal_model_set_parameter(m, 0, 3), DAL_OK);
  const double x = 0, v = 0;
  assert_near(quantity_of(m, &x, &v, "accelerations", "x''"), -3);
  dal_model_destroy(m);
}

// Setting a value neither derives nor compiles: no expressions but the number itself are made.
static void test_set_is_cheap(void **state) {
  (void) state;
  DalModel *m = model_of(ON_CIRCLE);
  assert_int_equal(dal_model_compile(m), DAL_OK);
  const double q[2] = {2, 0}, v[2] = {0, 1};
  assert_near(quantity_of(m, q, v, "accelerations", "x''"), -0.5);
  const size_t before = dal_model_size(m).expressions;
  for (int i = 1; i <= 20; i++) {
    assert_int_equal(dal_model_set_parameter(m, 1, i), DAL_OK);
    assert_near(quantity_of(m, q, v, "accelerations", "y''"), -i);
  }
  // an integer, and the product of an integer and a power of two that it is made of
  assert_true(dal_model_size(m).expressions - before <= 3 * 20 + 60);
  dal_model_destroy(m);
}

// --- quantities ----------------------------------------------------------------------------------

// At (x, y) = l (cos a, sin a) with the speed s: m x'' = 2 lambda x, m y'' = -m g + 2 lambda y and
// x x'' + y y'' = -s^2 give lambda = m (g y - s^2)/(2 l^2).
static void test_constrained(void **state) {
  (void) state;
  static const char *const methods[] = {"multipliers", "udwadia", "appell", "hamilton", "hamel"};
  const double l = 2, g = 9.81, mass = 3, s = 0.8;
  for (size_t k = 0; k < COUNT(methods); k++) {
    DalModel *m = model_of(ON_CIRCLE);
    assert_int_equal(dal_model_derive(m, &(DalDeriveOptions){.method = methods[k]}), DAL_OK);
    for (double a = 0.3; a < 6; a += 0.7) {
      const double q[2] = {l * cos(a), l * sin(a)}, v[2] = {-s * sin(a), s * cos(a)}, t = 0;
      const double lambda = mass * (g * q[1] - s * s) / (2 * l * l);
      const double x = 2 * lambda * q[0] / mass, y = -g + 2 * lambda * q[1] / mass;
      assert_near(quantity_of(m, q, v, "accelerations", "x''"), x);
      assert_near(quantity_of(m, q, v, "accelerations", "y''"), y);
      assert_near(quantity_of(m, q, v, "multipliers", "rod"), lambda);
      assert_near(quantity_of(m, q, v, "reactions", "y"), 2 * lambda * q[1]);
      assert_near(quantity_of(m, q, v, "energy", NULL), mass * s * s / 2 + mass * g * q[1]);
      double M[4], F[2], A[2], B[2], b[1];
      const DalMatrices to = {M, F, A, B, b};
      assert_int_equal(dal_model_matrices(m, 1, &t, q, v, &to), DAL_OK);
      assert_int_equal(dal_model_constraints(m), 1);
      assert_string_equal(dal_model_constraint(m, 0), "rod");
      assert_near(A[0] * x + A[1] * y, b[0]);
      assert_near(A[0] * q[1], A[1] * q[0]);
      assert_near(fabs(A[0]), fabs(2 * q[0]));
      assert_near(M[0] * x + M[1] * y - F[0] - B[0] * lambda, 0);
      assert_near(M[2] * x + M[3] * y - F[1] - B[1] * lambda, 0);
      assert_near(M[0], mass);
    }
    dal_model_destroy(m);
  }
}

// A block gives the same as its states one by one, to the bit; a state without a motion does not affect the others.
static void test_block(void **state) {
  (void) state;
  enum { STATES = 7, BAD = 3 };
  DalModel *m = model_of("parameter c = 1\ncoordinate x, y\nkinetic = (x'^2 + x^2*y'^2)/2\n"
                         "potential = c*sin(x*y)\n");
  const size_t n = dal_model_quantities(m);
  double t[STATES], q[2 * STATES], v[2 * STATES], M[4 * STATES];
  double *values = calloc(STATES * n, sizeof *values), *one = calloc(n, sizeof *one);
  for (size_t i = 0; i < STATES; i++) {
    t[i] = 0.1 * (double) i;
    q[2 * i] = i == BAD ? 0 : 0.5 + 0.3 * (double) i;
    q[2 * i + 1] = -1 + 0.4 * (double) i;
    v[2 * i] = 0.2, v[2 * i + 1] = 0.7 - 0.3 * (double) i;
  }
  assert_int_equal(dal_model_evaluate(m, STATES, t, q, v, values), DAL_DOMAIN);
  for (size_t i = 0; i < STATES; i++) {
    const DalStatus status = dal_model_evaluate(m, 1, &t[i], &q[2 * i], &v[2 * i], one);
    assert_int_equal(status, i == BAD ? DAL_DOMAIN : DAL_OK);
    for (size_t k = 0; k < n; k++)
      assert_true(i == BAD ? isnan(values[i * n + k]) && isnan(one[k])
                           : values[i * n + k] == one[k]);
    // q'' = -c cos(x y) y + x y'^2, from the text
    if (i != BAD)
      assert_near(one[0], -cos(q[2 * i] * q[2 * i + 1]) * q[2 * i + 1] +
                            q[2 * i] * v[2 * i + 1] * v[2 * i + 1]);
  }
  // the mass matrix of that state exists
  assert_int_equal(dal_model_matrices(m, STATES, t, q, v, &(DalMatrices){.M = M}), DAL_OK);
  assert_true(M[4 * BAD] == 1 && M[4 * BAD + 3] == 0);
  assert_int_equal(dal_model_evaluate(m, 0, t, q, v, values), DAL_OK);  // no states, nothing to do
  free(values);
  free(one);
  dal_model_destroy(m);
}

// --- states --------------------------------------------------------------------------------------

static void test_complete(void **state) {
  (void) state;
  static const char *const methods[] = {"multipliers", "appell"};
  for (size_t k = 0; k < COUNT(methods); k++) {
    DalModel *m = model_of(ON_CIRCLE);
    assert_int_equal(dal_model_derive(m, &(DalDeriveOptions){.method = methods[k]}), DAL_OK);
    // t, x and x' are given; two states, y on either side
    const bool given[] = {true, true, false, true, false};
    double t[2] = {0}, q[4] = {1.2, 1, 1.2, -1}, v[4] = {0.4, 0, 0.4, 0};
    assert_int_equal(dal_model_complete(m, NULL, 2, given, t, q, v), DAL_OK);
    assert_near(q[1], 1.6);
    assert_near(q[3], -1.6);
    assert_near(v[1], -1.2 * 0.4 / 1.6);
    assert_near(v[3], 1.2 * 0.4 / 1.6);
    // all given, and satisfied: nothing moves; violated: reported, and left unchanged
    assert_int_equal(dal_model_complete(m, NULL, 2, NULL, t, q, v), DAL_OK);
    assert_true(q[0] == 1.2 && v[0] == 0.4);
    q[1] = 1.7;
    assert_int_equal(dal_model_complete(m, NULL, 2, NULL, t, q, v), DAL_INPUT);
    assert_true(q[1] == 1.7);
    // projected: along the radius, for one mass; the velocity along the tangent
    assert_int_equal(dal_model_complete(m, &(DalEvalOptions){.project = true}, 1, NULL, t, q, v),
                     DAL_OK);
    const double r = hypot(1.2, 1.7);
    assert_near(hypot(q[0], q[1]), 2);
    assert_near(q[0], 1.2 * 2 / r);
    assert_near(q[0] * v[0] + q[1] * v[1], 0);
    dal_model_destroy(m);
  }
}

// --- memory --------------------------------------------------------------------------------------

#define TURN 6284  // states that lie 1e-3 apart on a circle

static size_t memory(void) {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

// A hundred thousand calls leave nothing behind, by methods with and without free speeds; nor do
// those that fail, once there are as many messages as are kept. The first turn on the circle may: at some states LAPACK
// decides, and keeps what it allocates when it is called for the first time.
static void test_memory(void **state) {
  (void) state;
  static const char *const methods[] = {"multipliers", "appell", "udwadia"};
  for (size_t k = 0; k < COUNT(methods); k++) {
    DalModel *m = model_of(ON_CIRCLE);
    assert_int_equal(dal_model_derive(m, &(DalDeriveOptions){.method = methods[k]}), DAL_OK);
    double values[64], M[4], A[2], value;
    assert_true(dal_model_quantities(m) <= COUNT(values));
    size_t before = 0;
    for (int i = 0; i < 4 * TURN; i++) {
      double q[2] = {2 * cos(1e-3 * i), 2 * sin(1e-3 * i)}, v[2] = {0, 0}, t = i;
      const double off[2] = {1e200, 1e-200}, fast[2] = {1e200, 1e200};
      if (i == TURN) before = memory();
      assert_int_equal(dal_model_evaluate(m, 1, &t, q, v, values), DAL_OK);
      assert_int_equal(dal_model_matrices(m, 1, &t, q, v, &(DalMatrices){.M = M, .A = A}), DAL_OK);
      assert_int_equal(dal_model_complete(m, NULL, 1, NULL, &t, q, v), DAL_OK);
      assert_int_equal(dal_model_parameter_value(m, 1, &value), DAL_OK);
      assert_int_equal(dal_model_set_parameter(m, 1, 1 + i % 7), DAL_OK);
      if (i % 25 == 0) (void) dal_model_evaluate(m, 1, &t, off, fast, values);
    }
    assert_int_equal(memory(), before);
    dal_model_destroy(m);
  }
}

// A block of accelerations equals that of single calls, and a state without accelerations does not affect the others.
static void test_accelerations_at(void **state) {
  (void) state;
  DalModel *m = dal_model_create();
  assert_int_equal(dal_model_add(m, "parameter l = 2\ncoordinate x, y\npoint P mass 3 at [x, y]\n"
                                    "gravity = [0, -9.81]\nconstraint rod: x^2 + y^2 = l^2\n"),
                   DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  const double t[3] = {0}, q[] = {2, 0, 0, 0, 0, 2}, v[6] = {0, 1, 0, 0, 3, 0};
  double block[6], one[2];
  assert_int_equal(dal_model_accelerations_at(m, 3, t, q, v, block), DAL_DOMAIN);
  for (size_t i = 0; i < 3; i += 2) {
    assert_int_equal(dal_model_accelerations(m, 0, q + 2 * i, v + 2 * i, one), DAL_OK);
    assert_memory_equal(one, block + 2 * i, sizeof one);
  }
  assert_true(isnan(block[2]) && isnan(block[3]));
  assert_int_equal(dal_model_accelerations_at(m, 1, t, q, v, block), DAL_OK);
  dal_model_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_accelerations_at),
    cmocka_unit_test(test_parameters),
    cmocka_unit_test(test_exact_parameters),
    cmocka_unit_test(test_no_value),
    cmocka_unit_test(test_set_is_cheap),
    cmocka_unit_test(test_constrained),
    cmocka_unit_test(test_block),
    cmocka_unit_test(test_complete),
    cmocka_unit_test(test_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
