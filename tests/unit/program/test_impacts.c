// Unit tests of program/hybrid.c, contacts.c and modes.c through include/dalembert.h.
//
// Judges: closed forms. Bouncing ball: t_k = t1 (1 + 2 (e + ... + e^(k-1))), limit t1 (1 + e)/(1 - e), t1 =
// sqrt(2 h/g). Rocking block: G. W. Housner 1963, r = 1 - 3/2 sin^2(alpha). Rimless wheel: T. McGeer 1990.
// Bead and ladder: energy and N = 0 give 2/3. Pendulum against a stop: momentum about both joints, by hand.

#include "dalembert.h"

#include "support/check.h"
#include "support/texts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define TIME_NEAR 1e-12  // if the motion between impacts is a polynomial; otherwise rtol is 1e-10

static DalModel *gallery(const char *name) {
  char path[200];
  DalModel *m = dal_model_create();
  snprintf(path, sizeof path, "models/%s.mech", name);
  if (dal_model_read(m, path) != DAL_OK || dal_model_finish(m) != DAL_OK)
    fail_msg("%s", dal_model_messages(m));
  return m;
}

static DalModel *model_of(const char *text) {
  DalModel *m = dal_model_create();
  if (dal_model_add(m, text) != DAL_OK || dal_model_finish(m) != DAL_OK)
    fail_msg("%s", dal_model_messages(m));
  return m;
}

static void set(DalModel *m, const char *values) {
  if (dal_model_set(m, values) != DAL_OK) fail_msg("%s", dal_model_messages(m));
}

static DalRun *run_of(DalModel *m, const DalRunOptions *options) {
  DalRun *run;
  if (dal_model_simulate(m, options, &run) != DAL_OK) fail_msg("%s", dal_model_messages(m));
  return run;
}

static void assert_near(double a, double b, double tolerance) {
  if (!(fabs(a - b) <= tolerance)) fail_msg("%.17g is not %.17g", a, b);
}

// Returns the k-th event of a kind; fails if it is missing.
static DalEvent find_event(const DalRun *run, const char *what, size_t k) {
  for (size_t i = 0; i < dal_run_events(run); i++) {
    const DalEvent e = dal_run_event(run, i);
    if (strcmp(e.what, what) == 0 && k-- == 0) return e;
  }
  fail_msg("no such %s", what);
  return (DalEvent){0};
}

static size_t count_events(const DalRun *run, const char *what) {
  size_t n = 0;
  for (size_t i = 0; i < dal_run_events(run); i++)
    n += strcmp(dal_run_event(run, i).what, what) == 0;
  return n;
}

static double last(const DalRun *run, const char *column) {
  for (size_t j = 0; j < dal_run_columns(run); j++)
    if (strcmp(dal_run_column(run, j), column) == 0)
      return dal_run_row(run, dal_run_rows(run) - 1)[j];
  fail_msg("no column %s", column);
  return 0;
}

// --- impacts -------------------------------------------------------------------------------------

// Checks every impact, its impulse and its loss, and the limit of the series.
static void bounce(double e, const char *values, const char *to, const char *integrator) {
  DalModel *m = gallery("bouncing-ball");
  set(m, values);
  DalRun *run = run_of(m, &(DalRunOptions){.to = to, .every = "1", .integrator = integrator});
  const double t1 = 1, v1 = 10;
  double t = t1, v = v1;
  const size_t n = count_events(run, "impact");
  assert_true(n > 5);
  for (size_t k = 0; k < n; k++) {
    const DalEvent impact = find_event(run, "impact", k);
    assert_near(impact.t, t, TIME_NEAR);
    assert_near(impact.impulse, (1 + e) * v, 1e-12 * v1);
    assert_near(impact.energy_lost, (1 - e * e) * v * v / 2, 1e-11);
    v *= e;
    t += 2 * v / 10;
  }
  assert_near(find_event(run, "contact", 0).t, t1 * (1 + e) / (1 - e), TIME_NEAR);
  assert_near(last(run, "y"), 0, 0);
  assert_near(last(run, "y'"), 0, 0);
  dal_run_destroy(run);
  dal_model_destroy(m);
}

static void test_ball(void **state) {
  (void) state;
  bounce(0.5, "e=1/2", "4", "dop853");
  bounce(0.5, "e=1/2", "4", "taylor");
  bounce(0.8, "e=4/5", "12", "dop853");
  bounce(0.1, "e=1/10", "4", "dop853");
}

// Unfolded, the motion is straight: the walls of a box are mirrors.
static void test_box(void **state) {
  (void) state;
  DalModel *m = gallery("ball-in-box");
  DalRun *run = run_of(m, &(DalRunOptions){.to = "101/10", .every = "1/10"});
  for (size_t i = 0; i < dal_run_rows(run); i++) {
    const double *row = dal_run_row(run, i), x = fmod(0.5 + row[0], 4), y = fmod(0.25 + row[0] / 2, 2);
    assert_near(row[1], x > 2 ? 4 - x : x, 1e-11);
    assert_near(row[2], y > 1 ? 2 - y : y, 1e-11);
  }
  assert_true(dal_run_summary(run).energy_drift < 1e-14);
  dal_run_destroy(run);
  dal_model_destroy(m);
}

// The last ball has the velocity of the first, and the others rest.
static void test_cradle(void **state) {
  (void) state;
  DalModel *m = gallery("newtons-cradle");
  const double omega = sqrt(10);
  DalRun *run = run_of(m, &(DalRunOptions){.to = "1", .every = "1/10"});
  assert_int_equal(count_events(run, "impact"), 4);
  for (size_t k = 0; k < 4; k++)
    assert_near(find_event(run, "impact", k).t, acos(0) / omega, 1e-10);
  assert_near(last(run, "x[5]"), 0.3 * sin(omega * 1 - acos(0)), 1e-10);
  assert_near(last(run, "x[1]"), 0, 1e-12);
  assert_near(last(run, "x[3]"), 0, 1e-12);
  dal_run_destroy(run);
  dal_model_destroy(m);
}

// After the impact: the angle between the rods opens with e times the speed, and momentum is kept about the
// point that moves without an impulse from outside: p1 + p2 is.
static void test_elbow(void **state) {
  (void) state;
  DalModel *m = gallery("double-pendulum-stop");
  DalRun *run = run_of(m, &(DalRunOptions){.to = "0.24284432346", .every = "1"});
  const double q = last(run, "theta1"), m1 = 1, m2 = 2, l1 = 1, l2 = 0.5, e = 0.6;
  const double a = last(run, "theta1'"), b = last(run, "theta2'");
  assert_near(last(run, "theta2"), q, 1e-10);
  // rods in line: M = [[(m1 + m2) l1^2, m2 l1 l2], [m2 l1 l2, m2 l2^2]], C = (-1, 1)
  const double A = (m1 + m2) * l1 * l1, B = m2 * l1 * l2, C = m2 * l2 * l2, D = A * C - B * B;
  const double G = (A + 2 * B + C) / D;
  const double L = -(1 + e) * (b - a) / G;
  dal_run_destroy(run);
  run = run_of(m, &(DalRunOptions){.to = "1/4", .every = "1"});
  const DalEvent impact = find_event(run, "impact", 0);
  assert_near(impact.impulse, L, 1e-9);
  assert_near(impact.energy_lost, (1 - e * e) * (b - a) * (b - a) / (2 * G), 1e-9);
  dal_run_destroy(run);
  dal_model_destroy(m);
}

// --- contact and release -------------------------------------------------------------------------

static void test_leaving(void **state) {
  (void) state;
  DalModel *m = gallery("bead-leaving-sphere");
  DalRun *run = run_of(m, NULL);
  const double t = find_event(run, "release", 0).t;
  dal_run_destroy(run);
  char to[60];
  snprintf(to, sizeof to, "%.17g", t);
  run = run_of(m, &(DalRunOptions){.to = to});
  // N = 0 and energy: cos = 2/3 of that at the start
  assert_near(last(run, "cosine"), 2.0 / 3 * cos(0.001), 1e-9);
  dal_run_destroy(run);
  dal_model_destroy(m);

  m = gallery("ladder");
  run = run_of(m, NULL);
  const DalEvent wall = find_event(run, "release", 0);
  assert_string_equal(wall.name, "wall");
  dal_run_destroy(run);
  snprintf(to, sizeof to, "%.17g", wall.t);
  run = run_of(m, &(DalRunOptions){.to = to});
  assert_near(last(run, "height"), 2.0 / 3, 1e-9);
  dal_run_destroy(run);
  dal_model_destroy(m);
}

// --- `when` --------------------------------------------------------------------------------------

static void test_block(void **state) {
  (void) state;
  DalModel *m = gallery("rocking-block");
  DalRun *run = run_of(m, NULL);
  const double b = 0.25, h = 1, R2 = b * b + h * h, R = sqrt(R2), alpha = atan2(b, h);
  const double r = 1 - 1.5 * b * b / R2;
  double energy = 9.81 * R * (cos(alpha - 0.1) - cos(alpha));  // kinetic, at the first impact
  for (size_t k = 0; k < 5; k++) {
    assert_near(find_event(run, "when", k).energy_lost, (1 - r * r) * energy, 1e-9);
    energy *= r * r;
  }
  dal_run_destroy(run);
  dal_model_destroy(m);
}

static void test_wheel(void **state) {
  (void) state;
  DalModel *m = gallery("rimless-wheel");
  DalRun *run = run_of(m, &(DalRunOptions){.to = "40", .every = "40"});
  const double alpha = acos(-1) / 8, gamma = 0.1;
  const double after = sqrt(4 * 9.81 * sin(alpha) * sin(gamma)) / tan(2 * alpha);
  const size_t n = count_events(run, "when");
  const DalEvent step = find_event(run, "when", n - 1);
  // energy between: from the last step to the end
  const double theta = last(run, "theta"), omega = last(run, "theta'");
  const double square = omega * omega + 2 * 9.81 * (cos(theta) - cos(gamma - alpha));
  assert_near(sqrt(square), after, 1e-7);
  assert_true(step.t > 35);
  dal_run_destroy(run);
  dal_model_destroy(m);
}

// Energy is conserved through all three phases, since the sling does not strike the stone.
static void test_trebuchet(void **state) {
  (void) state;
  DalModel *m = gallery("trebuchet");
  DalRun *run = run_of(m, NULL);
  assert_string_equal(find_event(run, "contact", 0).name, "trough");
  const DalEvent leaves = find_event(run, "release", 0), lets_go = find_event(run, "when", 0);
  assert_string_equal(leaves.name, "trough");
  assert_true(leaves.t < lets_go.t);
  const DalRunSummary s = dal_run_summary(run);
  assert_true(s.energy_drift < 1e-8 * fabs(s.energy));
  dal_run_destroy(run);
  dal_model_destroy(m);
}

// A law of impact that the user assigns agrees with that of the constraint.
static void test_assignment(void **state) {
  (void) state;
  DalModel *m = model_of("coordinate y\npoint P mass 1 at [0, y]\ngravity = [0, -10]\n"
                         "initial y = 5\nwhen y = 0 falling: y' = -0.5*y'\n"
                         "when \"slow\" y' = -1: stop\n");
  DalRun *run = run_of(m, &(DalRunOptions){.to = "2.9", .every = "1"});
  assert_near(find_event(run, "when", 0).t, 0.1, TIME_NEAR);
  assert_int_equal(dal_run_summary(run).end, DAL_RUN_EVENT);
  dal_run_destroy(run);
  dal_model_destroy(m);
  m = model_of("coordinate y\npoint P mass 1 at [0, y]\ngravity = [0, -10]\n"
               "initial y = 5\nwhen y = 0 falling: y' = -0.5*y'\n");
  run = run_of(m, &(DalRunOptions){.to = "2.9", .every = "1"});
  assert_near(find_event(run, "when", 0).t, 1, TIME_NEAR);
  assert_near(find_event(run, "when", 1).t, 2, TIME_NEAR);
  assert_near(find_event(run, "when", 2).t, 2.5, TIME_NEAR);
  dal_run_destroy(run);
  dal_model_destroy(m);
}

// Values that `when` assigns hold; the rest follows from the constraints: on a rod x x' + y y' = 0.
static void test_assigned_on_a_rod(void **state) {
  (void) state;
  DalModel *m = model_of("coordinate x, y\npoint P mass 1 at [x, y]\n"
                         "constraint rod: x^2 + y^2 = 25\ninitial x = 5, y = 0, x' = 0, y' = -5\n"
                         "when y = -3 falling: x' = 3\nsimulate to 2 every 1/100\n");
  DalRun *run = run_of(m, NULL);
  // at (4, -3) y' = -x x'/y = 4: the speed is 5 as before, and the point turns back
  const double t = asin(0.6), back = find_event(run, "when", 0).t;
  assert_near(back, t, 1e-10);
  assert_near(last(run, "x"), 5 * cos(2 * t - 2), 1e-8);
  assert_near(last(run, "y"), -5 * sin(2 * t - 2), 1e-8);
  dal_run_destroy(run);
  dal_model_destroy(m);
}

// Two `when`s at one time both happen.
static void test_together(void **state) {
  (void) state;
  DalModel *m = model_of("coordinate x, y\nkinetic = 1/2*(x'^2 + y'^2)\ninitial x' = 1, y' = 1\n"
                         "when x = 1: x' = 2\nwhen y = 1: y' = 3\nsimulate to 2\n");
  DalRun *run = run_of(m, NULL);
  assert_int_equal(count_events(run, "when"), 2);
  assert_near(last(run, "x"), 3, 1e-11);
  assert_near(last(run, "y"), 4, 1e-11);
  dal_run_destroy(run);
  dal_model_destroy(m);
}

// Runs of one model do not add to it: modes are derived once.
static void test_again(void **state) {
  (void) state;
  DalModel *m = gallery("ladder");
  double end = 0;
  for (int i = 0; i < 3; i++) {
    DalRun *run = run_of(m, NULL);
    if (i > 0) assert_near(last(run, "x"), end, 0);
    end = last(run, "x");
    dal_run_destroy(run);
  }
  dal_model_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_ball),     cmocka_unit_test(test_box),
    cmocka_unit_test(test_cradle),   cmocka_unit_test(test_elbow),
    cmocka_unit_test(test_leaving),  cmocka_unit_test(test_block),
    cmocka_unit_test(test_wheel),    cmocka_unit_test(test_trebuchet),
    cmocka_unit_test(test_assignment), cmocka_unit_test(test_assigned_on_a_rod),
    cmocka_unit_test(test_together), cmocka_unit_test(test_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
