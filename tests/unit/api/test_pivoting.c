// Unit tests of runs whose linear problem has no definite mass matrix, or masses that are far apart.
//
// Judge: motions in closed form, derived above each model; energies and lengths that stay. Runs have rtol 1e-10, and
// states of size 1: 1e-8 leaves room for 100 times that.

#include "dalembert.h"

#include "support/check.h"

#include <math.h>
#include <stdlib.h>

#define NEAR 1e-8

// x'' = -x and e x'' + y'' = -y: from x = 1, y' = 1/2, x = cos t and y = (1 + e t)/2 sin t. The mass matrix [e 1; 1 0]
// is indefinite for all e.
static const char indefinite[] = "parameter e = 0\n"
                                 "coordinate x, y\n"
                                 "lagrangian = e*x'^2/2 + x'*y' - x*y\n"
                                 "initial x = 1, y' = 1/2\n";

// The same with a plain number: a zero that is known.
static const char zero_diagonal[] = "coordinate x, y\n"
                                    "lagrangian = x'*y' - x*y\n"
                                    "initial x = 1, y' = 1/2\n";

// P on the x axis, Q on the y axis, a rod of length 1. 2 x lambda = m1 x'', so lambda = 0 without mass at P: Q falls
// freely, y = -0.8 - g t^2/2, until y = -1, where the rod can go no further.
static const char massless[] = "parameter m1 = 0, m2 = 1, g = 9.81\n"
                               "coordinate x, y\n"
                               "point P mass m1 at [x, 0]\n"
                               "point Q mass m2 at [0, y]\n"
                               "gravity = [0, -g]\n"
                               "constraint rod: x^2 + y^2 = 1\n"
                               "initial x = 0.6\n"
                               "guess y = -1\n";

// P on a rod of length 1 from the origin, Q on another one from P: a light P is pulled straight and whirls.
static const char light[] = "parameter m1 = 1e-12, m2 = 1, g = 9.81\n"
                            "coordinate x1, y1, x2, y2\n"
                            "point P mass m1 at [x1, y1]\n"
                            "point Q mass m2 at [x2, y2]\n"
                            "gravity = [0, -g]\n"
                            "constraint a: x1^2 + y1^2 = 1\n"
                            "constraint b: (x2 - x1)^2 + (y2 - y1)^2 = 1\n"
                            "initial x1 = 0.6, y1 = -0.8, x2 = 1.4\n"
                            "guess y2 = -1.4\n"
                            "initial x1' = 0.8, y1' = 0.6\n";

// Two points on a rod of length 1 without forces: their centre rests at the origin, and they go round it, once in 2 pi.
static const char dumbbell[] = "parameter m1 = 1, m2 = 1\n"
                               "coordinate x1, y1, x2, y2\n"
                               "point P mass m1 at [x1, y1]\n"
                               "point Q mass m2 at [x2, y2]\n"
                               "constraint rod: (x2 - x1)^2 + (y2 - y1)^2 = 1\n"
                               "initial x1 = m2/(m1 + m2), y1 = 0, x2 = -m1/(m1 + m2)\n"
                               "guess y2 = 0\n"
                               "initial x1' = 0, y1' = m2/(m1 + m2), x2' = 0\n"
                               "guess y2' = -m1/(m1 + m2)\n";

// A point of mass 1 at x between two springs of the stiffness 1, and a point without mass at the joint u of the first
// one with a third: k1 (x - u) = k2 u holds u = x/2 for k1 = k2 = 1, so x'' = -x/2 - x. The constraint ties w to u.
static const char joint[] = "coordinate x, u, w\n"
                            "kinetic = 1/2*x'^2\n"
                            "potential = 1/2*(x - w)^2 + 1/2*w^2 + 1/2*x^2\n"
                            "constraint tie: w' = 1/2*x'\n"
                            "constraint other: u' = w'\n"
                            "initial x = 1, w = 1/2, u = 1/2\n";

// A mass that passes zero and becomes negative, tied to one that does not: y = x, x'^2 (1 + cos x) = 2, so that
// cos(x/2) x' = 1 and 2 sin(x/2) = t, up to t = 2.
static const char crossing[] = "coordinate x, y\n"
                               "lagrangian = 1/2*x'^2 + 1/2*cos(x)*y'^2\n"
                               "constraint tie: y = x\n"
                               "initial x = 0, x' = 1\n";

// Reactions in directions that turn: A M^-1 B^T is a rotation by t, whose first entry passes zero. x = 1 - cos t.
static const char turning[] = "coordinate x, y\n"
                              "lagrangian = 1/2*(x'^2 + y'^2)\n"
                              "constraint a: x' = sin(t) realized by cos(t)*x' + sin(t)*y'\n"
                              "constraint b: y' = 1 realized by -sin(t)*x' + cos(t)*y'\n"
                              "initial x = 0, y = 0\n";

// Masses from 1e-5 to 2750, a term that is linear in the velocities and far larger than the momentum of the light
// mass, and a constraint that is not linear. q'' at the start is from an independent solution of the augmented problem in
// 40 digits; momenta in 53 bits leave 2e-11 of it open.
static const char unequal[] =
  "coordinate q1, q2, q3\n"
  "kinetic = 1/2*2750*q1'^2 + 1/2*q2'^2 + 1/2*0.0000125*q3'^2 + 3/8*(3*cos(q2)*q1' + 1/4*q1*q2')^2\n"
  "kinetic += -4/3*cos(2*q2)*q3'\n"
  "constraint c: q3'^2 + 1/3*q1*q2'^2 + 5/3*q3' + 1/2*q1' + 3/2*q2' = 0\n"
  "guess q1 = 0.755170984678563028680287061433773488\n"
  "guess q1' = -1.16847043957043999591582976074018391\n"
  "initial q2 = 0.672507133759772113279495897586457431\n"
  "initial q2' = 0.314809193841315937629129546046026688\n"
  "initial q3 = 1.14638623964816410705225280253216624\n"
  "initial q3' = 0.0507022107216785088320140561336199337\n";

static DalModel *model_of(const char *text, const char *setting) {
  DalModel *m = dal_model_create();
  assert_non_null(m);
  assert_int_equal(dal_model_add(m, text), DAL_OK);
  if (setting != NULL && dal_model_set(m, setting) != DAL_OK) fail_msg("%s", dal_model_messages(m));
  if (dal_model_finish(m) != DAL_OK) fail_msg("%s", dal_model_messages(m));
  return m;
}

static DalRun *run_well(DalModel *m, DalRunOptions options) {
  DalRun *run;
  if (dal_model_simulate(m, &options, &run) != DAL_OK) fail_msg("%s", dal_model_messages(m));
  return run;
}

static double at_end(const DalRun *run, const char *column) {
  for (size_t i = 0; i < dal_run_columns(run); i++)
    if (strcmp(dal_run_column(run, i), column) == 0) return dal_run_row(run, dal_run_rows(run) - 1)[i];
  fail_msg("no column %s", column);
  return 0;
}

static void assert_end(const DalRun *run, const char *column, double expected) {
  const double value = at_end(run, column);
  if (!(fabs(value - expected) <= NEAR)) fail_msg("%s is %.17g, not %.17g", column, value, expected);
}

static const char *const integrators[] = {"dop853", "taylor", "bdf", "dirk"};

// Runs with every kind of code and Jacobian.
static void test_indefinite(void **state) {
  (void) state;
  static const double e[] = {0, 1e-16, 1e-12, -1e-12, 1e-8, 1e-4, 1, 1e6};
  for (size_t i = 0; i < COUNT(e); i++) {
    char setting[32];
    snprintf(setting, sizeof setting, "e=%g", e[i]);
    DalModel *m = model_of(indefinite, setting);
    DalRun *run = run_well(m, (DalRunOptions){.to = "2", .code = i == 2 ? "native" : "interpreter"});
    assert_end(run, "x", cos(2));
    const double y = (1 + 2 * e[i]) / 2 * sin(2), size = fmax(1, fabs(e[i]));
    if (!(fabs(at_end(run, "y") - y) <= NEAR * size)) fail_msg("e = %g: %.17g, not %.17g", e[i], at_end(run, "y"), y);
    dal_run_destroy(run);
    dal_model_destroy(m);
  }
}

static void test_zero_diagonal(void **state) {
  (void) state;
  for (size_t i = 0; i < COUNT(integrators); i++) {
    DalModel *m = model_of(zero_diagonal, NULL);
    DalRun *run = run_well(m, (DalRunOptions){.to = "2", .integrator = integrators[i]});
    // of the others the errors at this tolerance are larger: up to some 1e-7
    const double near = i == 0 ? NEAR : 1e-6;
    assert_true(fabs(at_end(run, "x") - cos(2)) < near && fabs(at_end(run, "y") - sin(2) / 2) < near);
    dal_run_destroy(run);
    dal_model_destroy(m);
  }
}

static void test_unequal(void **state) {
  (void) state;
  static const struct {
    const char *name;
    double value;
  } expected[] = {{"q1''", -0.00029425300765292325}, {"q2''", -4.0578757477493962}, {"q3''", 3.8282924537961946}};
  static const char *const methods[] = {"multipliers", "hamilton"};
  for (size_t i = 0; i < COUNT(methods); i++) {
    DalModel *m = model_of(unequal, NULL);
    assert_int_equal(dal_model_derive(m, &(DalDeriveOptions){.method = methods[i]}), DAL_OK);
    DalRun *run = run_well(m, (DalRunOptions){.to = "0.25", .rows = 2, .columns = "accelerations"});
    for (size_t k = 0; k < COUNT(expected); k++) {
      size_t c = 0;
      while (strcmp(dal_run_column(run, c), expected[k].name) != 0) c++;
      const double value = dal_run_row(run, 0)[c];
      if (!(fabs(value - expected[k].value) < 1e-10))
        fail_msg("%s by %s is %.17g", expected[k].name, methods[i], value);
    }
    assert_true(at_end(run, "constraint_error") < 1e-9);
    dal_run_destroy(run);
    dal_model_destroy(m);
  }
}

static void test_massless(void **state) {
  (void) state;
  for (size_t i = 0; i < COUNT(integrators); i++) {
    DalModel *m = model_of(massless, NULL);
    DalRun *run = run_well(m, (DalRunOptions){.to = "0.15", .columns = "accelerations, multipliers", .integrator = integrators[i]});
    const double y = -0.8 - 9.81 * 0.15 * 0.15 / 2;
    assert_true(fabs(at_end(run, "y") - y) < (i == 0 ? NEAR : 1e-6));
    assert_end(run, "lambda(rod)", 0);
    if (i == 0) assert_end(run, "x", sqrt(1 - y * y));
    dal_run_destroy(run);
    dal_model_destroy(m);
  }
  // it ends where the rod is upright, at sqrt(0.4/g)
  DalModel *m = model_of(massless, NULL);
  DalRun *run;
  assert_int_equal(dal_model_simulate(m, &(DalRunOptions){.to = "1"}, &run), DAL_DOMAIN);
  assert_int_equal(dal_run_summary(run).end, DAL_RUN_SINGULAR);
  assert_true(fabs(dal_run_summary(run).t - sqrt(0.4 / 9.81)) < 1e-6);
  dal_run_destroy(run);
  dal_model_destroy(m);
}

static void test_light(void **state) {
  (void) state;
  static const char *const masses[] = {"m1=1e-3", "m1=1e-6", "m1=1e-9", "m1=1e-12", "m1=1e3", "m1=1e9"};
  for (size_t i = 0; i < COUNT(masses); i++) {
    DalModel *m = model_of(light, masses[i]);
    DalRun *run = run_well(m, (DalRunOptions){.to = "3"});
    const DalRunSummary s = dal_run_summary(run);
    // some thousand steps of 1e-10 each where P whirls
    if (!(s.energy_drift < 1e-8 * fabs(s.energy) && s.constraint_error < 1e-13))
      fail_msg("%s: drift %g of %g, constraints %g", masses[i], s.energy_drift, s.energy, s.constraint_error);
    dal_run_destroy(run);
    dal_model_destroy(m);
  }
}

static void test_dumbbell(void **state) {
  (void) state;
  static const char *const masses[] = {"m1=1e-18", "m1=1e-12", "m1=1e-6", "m1=1e-3", "m1=1e3", "m1=1e12", "m1=1e18"};
  for (size_t i = 0; i < COUNT(masses); i++) {
    const double m1 = strtod(masses[i] + 3, NULL), far = 1 / (m1 + 1);
    DalModel *m = model_of(dumbbell, masses[i]);
    DalRun *run = run_well(m, (DalRunOptions){.to = "4"});
    assert_end(run, "x1", far * cos(4));
    assert_end(run, "y1", far * sin(4));
    assert_end(run, "x2", -m1 * far * cos(4));
    assert_end(run, "y2", -m1 * far * sin(4));
    dal_run_destroy(run);
    dal_model_destroy(m);
  }
}

// omega^2 = (1 - 1/2)^2 + (1/2)^2 + 1 = 3/2 along (1, 1/2, 1/2)
static void test_joint(void **state) {
  (void) state;
  DalModel *m = model_of(joint, NULL);
  DalRun *run = run_well(m, (DalRunOptions){.to = "5"});
  assert_end(run, "x", cos(sqrt(1.5) * 5));
  assert_end(run, "u", cos(sqrt(1.5) * 5) / 2);
  dal_run_destroy(run);
  dal_model_destroy(m);
}

// Pivots are searched for as soon as a fixed order of elimination fails.
static void test_turns(void **state) {
  (void) state;
  for (size_t i = 0; i < COUNT(integrators); i++)
    for (int native = 0; native < (i == 0 ? 2 : 1); native++) {
      const DalRunOptions options = {
        .integrator = integrators[i], .code = native ? "native" : "interpreter", .to = "1.8", .rtol = 1e-12, .atol = 1e-14};
      DalModel *m = model_of(crossing, NULL);
      DalRun *run = run_well(m, options);
      assert_end(run, "x", 2 * asin(0.9));
      assert_end(run, "y", 2 * asin(0.9));
      assert_int_equal(dal_run_summary(run).charts, 0);
      dal_run_destroy(run);
      dal_model_destroy(m);
      m = model_of(turning, NULL);
      run = run_well(m, options);
      assert_end(run, "x", 1 - cos(1.8));
      assert_end(run, "y", 1.8);
      dal_run_destroy(run);
      dal_model_destroy(m);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_indefinite), cmocka_unit_test(test_zero_diagonal), cmocka_unit_test(test_unequal), cmocka_unit_test(test_massless),
    cmocka_unit_test(test_light),      cmocka_unit_test(test_dumbbell),      cmocka_unit_test(test_joint),
    cmocka_unit_test(test_turns),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
