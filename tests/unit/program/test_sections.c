// Unit tests of sections: the fixed points of the section of Henon and Heiles at the energy 1/12.
//
// Judges: Two fixed points have a closed form. By the symmetry of a triangle the straight orbit along x = 0 has two
// copies, turned by 120 degrees, which cross x = 0 in the origin with the speed sqrt(2 E): y = 0, y' = -+sqrt(E/2).
// Along them 2 E - r^2 + 2/3 r^3 has the roots (1 - sqrt 3)/2, 1/2, (1 + sqrt 3)/2 at E = 1/12, so that their period is
// 4 sqrt(3/2)/3^(1/4) K, K = Gamma(1/4)^2/(4 sqrt pi), the complete elliptic integral of the modulus 1/sqrt 2.
// The other three on y' = 0, two elliptic and one hyperbolic, were computed with 40 digits of mpmath: the return map by
// Taylor's series of order 34, steps of 1/8, Newton's method. Henon and Heiles (1964) show them in figure 4; they print
// no digits.

#include "dalembert.h"

#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CROSSINGS 12

static const struct {
  const char *y, *v;  // of the fixed point, with more digits than a double has
  double period;
  double multiplier;  // by which errors grow from crossing to crossing
} fixed[] = {
  {"0.2548061629624253579975848", "0", 6.13523549612922, 1},
  {"-0.3036927772954229613590877", "0", 6.13523549612922, 1},
  // the trace of the return map is 2.52: its multipliers are 2.03 and 1/2.03
  {"-0.1203005913219120980204445", "0", 6.7159563285473, 2.03},
  {"0", "sqrt(1/24)", 0, 1},
  {"0", "-sqrt(1/24)", 0, 1},
};

static double straight_period(void) {
  const double gamma = tgamma(0.25), K = gamma * gamma / (4 * sqrt(acos(-1)));
  return 4 * sqrt(1.5) / pow(3, 0.25) * K;
}

static DalModel *model_at(size_t i) {
  char start[100];
  DalModel *m = dal_model_create();
  snprintf(start, sizeof start, "y0=%s, v0=%s", fixed[i].y, fixed[i].v);
  if (dal_model_read(m, "models/henon-heiles.mech") != DAL_OK || dal_model_finish(m) != DAL_OK ||
      dal_model_set(m, start) != DAL_OK)
    fail_msg("%s", dal_model_messages(m));
  return m;
}

// The motion crosses the section where it began, again and again, at whole periods.
static void test_fixed_points(void **state) {
  (void) state;
  for (size_t i = 0; i < COUNT(fixed); i++) {
    DalModel *m = model_at(i);
    DalRun *run;
    const double period = fixed[i].period > 0 ? fixed[i].period : straight_period();
    char to[40];
    snprintf(to, sizeof to, "%.17g", (CROSSINGS + 0.5) * period);
    const DalRunOptions options = {.to = to, .only = "S", .rtol = 1e-13, .atol = 1e-15};
    if (dal_model_simulate(m, &options, &run) != DAL_OK) fail_msg("%s", dal_model_messages(m));
    assert_int_equal(dal_run_rows(run), CROSSINGS);
    const double v = i < 3 ? 0 : copysign(sqrt(1.0 / 24), i == 3 ? 1 : -1), y = strtod(fixed[i].y, NULL);
    double room = 1e-11;  // some hundred steps of 1e-13
    for (size_t k = 0; k < CROSSINGS; k++, room *= fixed[i].multiplier) {
      const double *row = dal_run_row(run, k);
      if (!(fabs(row[2] - y) < room && fabs(row[4] - v) < room && fabs(row[0] - (double) (k + 1) * period) < 10 * room * (double) (k + 1)))
        fail_msg("%zu, crossing %zu: %.17g, %.17g at %.17g", i, k, row[2], row[4], row[0]);
      assert_true(fabs(row[1]) < 1e-13 && row[3] > 0);
    }
    dal_run_destroy(run);
    dal_model_destroy(m);
  }
}

// A section beside impacts: unfolded, the motion in the box is straight, and x passes 1 with x' > 0 at t = 1/2, 9/2, ...
static void test_section_with_impacts(void **state) {
  (void) state;
  DalModel *m = dal_model_create();
  DalRun *run;
  assert_int_equal(dal_model_read(m, "models/ball-in-box.mech"), DAL_OK);
  assert_int_equal(dal_model_add(m, "section S: x = 1 rising\n"), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  const DalRunOptions options = {.to = "39", .only = "S"};
  if (dal_model_simulate(m, &options, &run) != DAL_OK) fail_msg("%s", dal_model_messages(m));
  assert_int_equal(dal_run_rows(run), 10);
  assert_int_equal(dal_run_events(run), 2 * 19);  // walls and ceilings, both at once
  for (size_t k = 0; k < 10; k++) {
    const double *row = dal_run_row(run, k), t = 0.5 + 4 * (double) k, y = fmod(0.25 + t / 2, 2);
    assert_true(fabs(row[0] - t) < 1e-11 && fabs(row[1] - 1) < 1e-11 && row[3] > 0);
    assert_true(fabs(row[2] - (y > 1 ? 2 - y : y)) < 1e-11);
  }
  dal_run_destroy(run);
  dal_model_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_fixed_points), cmocka_unit_test(test_section_with_impacts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
