// Unit tests of runs with forces that jump: closed forms, with every integrator.
// Judge: the closed form.

#include "dalembert.h"

#include "support/check.h"
#include "support/flows.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define EACH(name) for (const char *const *name = integrators; *name != NULL; name++)

static const char *const integrators[] = {"dop853", "taylor", "adams", "bdf", "erk", "dirk", NULL};

static DalRun *run(const char *text, const DalRunOptions *options, DalStatus expected) {
  DalModel *m = dal_model_create();
  DalRun *r = NULL;
  assert_int_equal(dal_model_add(m, text), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  assert_int_equal(dal_model_simulate(m, options, &r), expected);
  assert_non_null(r);
  dal_model_destroy(m);
  return r;
}

static size_t column(const DalRun *r, const char *name) {
  for (size_t i = 0; i < dal_run_columns(r); i++)
    if (strcmp(dal_run_column(r, i), name) == 0) return i;
  fail_msg("no column %s", name);
  return 0;
}

static double last(const DalRun *r, const char *name) {
  return dal_run_row(r, dal_run_rows(r) - 1)[column(r, name)];
}

// A block slides v^2/(2 mu g) far, stops, and stays.
static void test_block_stops(void **state) {
  (void) state;
  EACH(integrator) {
    DalRun *r = run("parameter mu = 0.3, g = 9.81\ncoordinate x\nkinetic = 1/2*x'^2\nforce x = -mu*g*sign(x')\n"
                    "initial x' = 2\nsimulate to 10 every 0.1\n",
                    &(DalRunOptions){.integrator = *integrator}, DAL_OK);
    assert_near(last(r, "x"), 4 / (2 * 0.3 * 9.81), 1e-9);
    for (size_t i = 0; i < dal_run_rows(r); i++) {
      const double *row = dal_run_row(r, i);
      const double v = fmax(0, 2 - 0.3 * 9.81 * row[0]);
      assert_near(row[2], v, 1e-9);
      if (row[0] > 1) assert_near(row[1], last(r, "x"), 1e-13);
      if (row[0] > 1) assert_near(row[2], 0, 1e-15);
    }
    assert_int_equal(dal_run_summary(r).switches, 1);
    dal_run_destroy(r);
  }
}

// On an incline it stays if tan(alpha) <= mu, and else goes down with g (sin(alpha) - mu cos(alpha)), also with the
// normal force as a multiplier.
static void test_incline(void **state) {
  (void) state;
  static const char *const forms[] = {
    "coordinate s\npoint P mass m at [s*cos(a), s*sin(a)]\nforce s = -mu*m*g*cos(a)*sign(s')\n",
    "coordinate s, n\npoint P mass m at [s*cos(a) - n*sin(a), s*sin(a) + n*cos(a)]\nconstraint floor: n = 0\n"
    "force s = -mu*lambda(floor)*sign(s')\n",
    "coordinate s, n\npoint P mass m at [s*cos(a) - n*sin(a), s*sin(a) + n*cos(a)]\nconstraint floor: n = 0\n"
    "force s = -mu*reaction(n)*sign(s')\n"};
  const double mu = 0.5, g = 9.81;
  for (size_t k = 0; k < 3; k++)
    for (double a = 0.40; a < 0.55; a += 0.02) {
      char text[600];
      snprintf(text, sizeof text, "parameter m = 2, mu = %g, g = %g, a = %.17g\n%sgravity = [0, -g]\nsimulate to 2\n",
               mu, g, a, forms[k]);
      DalRun *r = run(text, NULL, DAL_OK);
      const double down = tan(a) <= mu ? 0 : g * (sin(a) - mu * cos(a));
      assert_near(last(r, "s"), -2 * down, 1e-9);
      dal_run_destroy(r);
    }
}

// A mass on a spring, rubbed by a belt with friction that weakens: Fs - c |v|. While it slips, u = x - xe with
// xe = (Fs - c v)/k follows m u'' - c u' + k u = 0 from u = c v/k, u' = v until u' = v again; then the belt takes it
// back to x = Fs/k.
static void test_stick_slip_period(void **state) {
  (void) state;
  const double m = 1, k = 4, c = 0.3, v = 0.5;
  const double a = c / (2 * m), b = sqrt(k / m - a * a), u0 = c * v / k;
  const double A = u0, B = (v - a * u0) / b;
  double low = acos(-1) / b, high = 2 * acos(-1) / b;  // u' < v before, u' > v after
  for (int i = 0; i < 200; i++) {
    const double t = (low + high) / 2, e = exp(a * t);
    const double rate = e * ((a * A + b * B) * cos(b * t) + (a * B - b * A) * sin(b * t));
    *(rate < v ? &low : &high) = t;
  }
  const double slip = low, u = exp(a * slip) * (A * cos(b * slip) + B * sin(b * slip));
  const double period = slip + (u0 - u) / v;
  EACH(integrator) {
    DalRun *r = run("parameter m = 1, k = 4, c = 0.3, Fs = 1, v = 0.5\ncoordinate x\nkinetic = 1/2*m*x'^2\n"
                    "potential = 1/2*k*x^2\nforce x = -(Fs - c*abs(x' - v))*sign(x' - v)\ninitial x = 0, x' = 0.5\n"
                    "section S: x = 0 rising\nsimulate to 60\n",
                    &(DalRunOptions){.integrator = *integrator, .only = "S"}, DAL_OK);
    assert_true(dal_run_rows(r) > 10);
    for (size_t i = 1; i < dal_run_rows(r); i++) {
      assert_near(dal_run_row(r, i)[0] - dal_run_row(r, i - 1)[0], period, 1e-7);
      assert_near(dal_run_row(r, i)[2], v, 1e-9);
    }
    dal_run_destroy(r);
  }
}

// Two blocks, one on the other: the upper one is dragged until both have the same velocity; then they brake together.
// Upper: a1 = -mu g. Lower: a2 = (mu m - nu (m + M)) g/M.
static void test_block_on_block(void **state) {
  (void) state;
  const double g = 9.81, mu = 0.4, nu = 0.1, m = 1, M = 3, v = 3;
  const double a1 = mu * g, a2 = (mu * m - nu * (m + M)) * g / M, together = v / (a1 + a2);
  // nothing drags the lower one if a2 <= 0
  const double v1 = v - a1 * together, x1 = v * together - a1 * together * together / 2;
  const double end = x1 + v1 * v1 / (2 * nu * g);
  assert_true(a2 >= 0 && nu < mu);
  EACH(integrator) {
    DalRun *r = run("parameter m = 1, M = 3, mu = 0.4, nu = 0.1, g = 9.81\ncoordinate x, y\n"
                    "kinetic = 1/2*m*x'^2 + 1/2*M*y'^2\nforce x = -mu*m*g*sign(x' - y')\n"
                    "force y = mu*m*g*sign(x' - y') - nu*(m + M)*g*sign(y')\ninitial x' = 3\nsimulate to 10\n",
                    &(DalRunOptions){.integrator = *integrator}, DAL_OK);
    assert_near(last(r, "x"), end, 1e-8);
    assert_near(last(r, "x'"), 0, 1e-14);
    assert_near(last(r, "y'"), 0, 1e-14);
    dal_run_destroy(r);
  }
}

// A ball on a floor that is a spring on one side: flights and contacts in closed form.
static void test_one_sided_spring(void **state) {
  (void) state;
  const double g = 9.81, k = 1e5, w = sqrt(k);
  // fall from 1 to 0; in contact y = -g/k (1 - cos wt) - v/w sin wt, until it is 0 again
  const double v = sqrt(2 * g), fall = v / g, contact = 2 * (acos(-1) - atan(v * w / g)) / w;
  static const char *const forms[] = {"max(-y, 0)", "((abs(y) - y)/2)", "if(y < 0, -y, 0)"};
  for (size_t i = 0; i < 3; i++) {
    char text[400];
    snprintf(text, sizeof text, "parameter g = 9.81, k = 1e5\ncoordinate y\nkinetic = 1/2*y'^2\n"
             "potential = g*y + 1/2*k*%s^2\ninitial y = 1\nsection S: y' = 0 falling\nsimulate to 10\n", forms[i]);
    DalRun *r = run(text, &(DalRunOptions){.only = "S"}, DAL_OK);
    for (size_t n = 0; n < dal_run_rows(r); n++)
      assert_near(dal_run_row(r, n)[0], (double) (n + 1) * (2 * fall + contact), 1e-8);
    assert_in_range(dal_run_rows(r), 10, 12);
    dal_run_destroy(r);
  }
}

// An undetermined motion is reported: a force that pushes away from a place on both of its sides, by its first or by its
// second derivatives, ends the run; and one that keeps a motion at rest, but lets it leave in a spiral, faster and
// faster: each swing of x'' = -2 sign(x) + sign(x') is three times as high as the one before.
static void test_not_determined(void **state) {
  (void) state;
  static const char *const forces[] = {"sign(x')", "sign(x)", "-2*sign(x) + sign(x')", "2*sign(x) - sign(x')"};
  for (size_t i = 0; i < COUNT(forces); i++) {
    char text[200];
    snprintf(text, sizeof text, "coordinate x\nkinetic = 1/2*x'^2\nforce x = %s\nsimulate to 1\n", forces[i]);
    DalRun *r = run(text, NULL, DAL_DOMAIN);
    assert_int_equal(dal_run_summary(r).end, DAL_RUN_UNDECIDED);
    dal_run_destroy(r);
  }
}

// x'' = -a sign(x) - b sign(x') from rest at 1: it falls with a - b, climbs with a + b to (a - b)/(a + b), and so on; it is at
// rest in x = 0 after infinitely many swings, at a finite time, and stays.
static void test_twisting(void **state) {
  (void) state;
  static const double forces[][2] = {{2, 1}, {1, 0.3}, {1, 0.05}};
  for (size_t i = 0; i < COUNT(forces); i++) {
    const double a = forces[i][0], b = forces[i][1], ratio = (a - b) / (a + b);
    const double limit = (sqrt(2 / (a - b)) + sqrt(2 * (a - b)) / (a + b)) / (1 - sqrt(ratio));
    char text[300];
    snprintf(text, sizeof text, "coordinate x\nkinetic = 1/2*x'^2\nforce x = -%g*sign(x) - %g*sign(x')\ninitial x = 1\n"
             "simulate to 80 every 10\n", a, b);
    EACH(integrator) {
      DalRun *r = run(text, &(DalRunOptions){.integrator = *integrator, .rtol = 1e-13, .atol = 1e-14}, DAL_OK);
      assert_int_equal(dal_run_events(r), 1);
      assert_string_equal(dal_run_event(r, 0).what, "rest");
      assert_string_equal(dal_run_event(r, 0).name, "x = 0");
      assert_near(dal_run_event(r, 0).t, limit, 1e-9);
      for (size_t k = 0; k < dal_run_rows(r); k++)
        if (dal_run_row(r, k)[0] > limit) assert_near(dal_run_row(r, k)[1], 0, 1e-15);
      assert_near(last(r, "x'"), 0, 1e-15);
      dal_run_destroy(r);
    }
  }
}

// It stays where the force of second order pushes back, until another force is larger: 4 sin(t) = 2 + 1 at t0, and from there
// x = -4 (sin(t) - sin(t0) - cos(t0) (t - t0)) - 3/2 (t - t0)^2.
static void test_leaves(void **state) {
  (void) state;
  const double t0 = asin(0.75), t = 2, s = t - t0;
  const double x = -4 * (sin(t) - sin(t0) - cos(t0) * s) - 1.5 * s * s;
  EACH(integrator) {
    DalRun *r = run("coordinate x\nkinetic = 1/2*x'^2\nforce x = 4*sin(t) - 2*sign(x) - sign(x')\nobserve s = sign(x)\n"
                    "simulate to 2 every 0.5\n", &(DalRunOptions){.integrator = *integrator}, DAL_OK);
    assert_near(dal_run_row(r, 1)[1], 0, 1e-15);
    assert_near(last(r, "x"), x, 1e-8);
    assert_int_equal(dal_run_summary(r).switches, 2);  // one side gives way, then the other
    dal_run_destroy(r);
  }
}

// Forces of second order on several masses, some of them between two: from rest they stay together, whatever their weights; the
// last one stays where the others keep it although nothing acts on it from outside.
static void test_several_stay(void **state) {
  (void) state;
  DalRun *r = run("coordinate x, y, z\nkinetic = 1/2*x'^2 + y'^2 + 2*z'^2\npotential = abs(x) + 3*abs(x - y) + abs(y - z)\n"
                  "force z = 0.9\nsimulate to 3\n", NULL, DAL_OK);
  for (size_t i = 1; i < 7; i++) assert_near(dal_run_row(r, dal_run_rows(r) - 1)[i], 0, 1e-14);
  dal_run_destroy(r);
  // 1.1 is more than the force that holds the last one: 4 z'' = 0.1
  r = run("coordinate x, y, z\nkinetic = 1/2*x'^2 + y'^2 + 2*z'^2\npotential = 2*abs(x) + 3*abs(x - y) + abs(y - z)\n"
          "force z = 1.1\nsimulate to 3\n", NULL, DAL_OK);
  assert_near(last(r, "x"), 0, 1e-14);
  assert_near(last(r, "y"), 0, 1e-14);
  assert_near(last(r, "z"), 0.1 / 4 * 9 / 2, 1e-9);
  dal_run_destroy(r);
}

// Backwards across a jump it is the same motion; from rest, with friction, it is not determined.
static void test_backwards(void **state) {
  (void) state;
  const char *slide = "coordinate x\nkinetic = 1/2*x'^2\nforce x = -2*sign(x) - sign(x' + 5)\ninitial x = 1, x' = -0.5\n";
  DalRun *there = run(slide, &(DalRunOptions){.to = "1.2"}, DAL_OK);
  assert_true(dal_run_summary(there).switches == 1 && last(there, "x") < 0);
  char at[100];
  snprintf(at, sizeof at, "x = %.17g, x' = %.17g", last(there, "x"), last(there, "x'"));
  DalRun *back = run(slide, &(DalRunOptions){.start = &(DalEvalOptions){.at = at}, .from = "1.2", .to = "0"}, DAL_OK);
  assert_near(last(back, "x"), 1, 1e-9);
  assert_near(last(back, "x'"), -0.5, 1e-9);
  dal_run_destroy(there);
  dal_run_destroy(back);
  back = run("coordinate x\nkinetic = 1/2*x'^2\nforce x = -sign(x')\n", &(DalRunOptions){.to = "-1"}, DAL_DOMAIN);
  assert_int_equal(dal_run_summary(back).end, DAL_RUN_UNDECIDED);
  dal_run_destroy(back);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_block_stops),       cmocka_unit_test(test_incline),
    cmocka_unit_test(test_stick_slip_period), cmocka_unit_test(test_block_on_block),
    cmocka_unit_test(test_one_sided_spring),  cmocka_unit_test(test_not_determined),
    cmocka_unit_test(test_twisting),          cmocka_unit_test(test_leaves),
    cmocka_unit_test(test_several_stay),      cmocka_unit_test(test_backwards),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
