// Convergence: each integrator shows its order on systems whose motions are known in closed form.
//
// Judge: support/closed.h. The largest error of the rows is compared with the number of steps: for a method of order p
//        it falls like steps^-p while the steps are short compared with the motion and the error is above rounding.
//        Methods of variable order must meet their tolerance.

#include "dalembert.h"
#include "support/check.h"
#include "support/closed.h"

#include <math.h>
#include <stdlib.h>

typedef struct {
  double error, steps;
} Point;

// Returns the largest error up to `end`, relative to the largest component of the state and 1.
static Point measure(const ClosedMotion *motion, const char *integrator, double rtol, double end) {
  char *text = closed_text(motion), to[32];
  DalModel *m = dal_model_create();
  DalRun *run;
  snprintf(to, sizeof to, "%g", end);
  assert_non_null(text);
  assert_int_equal(dal_model_add(m, text), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  const DalRunOptions options = {.from = "0",
                                 .to = to,
                                 .every = "1/2",
                                 .integrator = integrator,
                                 .rtol = rtol,
                                 .atol = rtol / 100};
  if (dal_model_simulate(m, &options, &run) != DAL_OK) fail_msg("%s", dal_model_messages(m));
  // over all rows: an error may pass through zero
  Quad q[CLOSED_MOST], v[CLOSED_MOST], error = 0, size = 1;
  for (size_t k = 0; k < dal_run_rows(run); k++) {
    const double *row = dal_run_row(run, k);
    motion->state(quad(row[0]), q, v);
    for (size_t i = 0; i < motion->n; i++) {
      error = quad_max(error, quad_abs(q[i] - quad(row[1 + i])));
      error = quad_max(error, quad_abs(v[i] - quad(row[1 + motion->n + i])));
      size = quad_max(size, quad_max(quad_abs(q[i]), quad_abs(v[i])));
    }
  }
  const Point point = {(double) (error / size), (double) dal_run_summary(run).steps};
  dal_run_destroy(run);
  dal_model_destroy(m);
  free(text);
  return point;
}

// D74's rod, the Chaplygin sleigh, B11 Example 4, Kepler's problem, a pendulum on a rod
static const char *const smooth[] = {"djukic-rod",   "sleigh",           "symmetric-pair",
                                     "kepler-plane", "kepler-cartesian", "pendulum-rod"};

#define LOOSE 1e-6
#define TIGHT 1e-11
#define SHORT_OF 0.3  // of the order: there are few steps, not all of one length
#define END 10

static void assert_order(const char *integrator, double order) {
  for (size_t i = 0; i < COUNT(smooth); i++) {
    const ClosedMotion *motion = closed_find(smooth[i]);
    const Point loose = measure(motion, integrator, LOOSE, END),
                tight = measure(motion, integrator, TIGHT, END);
    const double slope = log(loose.error / tight.error) / log(tight.steps / loose.steps);
    if (!(slope > order - SHORT_OF))
      fail_msg("%s with %s: order %g (%g in %g steps, %g in %g)", smooth[i], integrator, slope,
               loose.error, loose.steps, tight.error, tight.steps);
  }
}

static void test_orders(void **state) {
  (void) state;
  assert_order("dop853", 8);
  assert_order("erk", 6);
  assert_order("dirk", 5);
}

// A step may be wrong by the tolerance, and the end by a small factor more.
static void test_tolerances(void **state) {
  (void) state;
  for (size_t k = 0; dal_integrator_name(k) != NULL; k++)
    for (size_t i = 0; i < COUNT(smooth); i++)
      for (double rtol = 1e-4; rtol > TIGHT / 2; rtol /= 10) {
        const Point p = measure(closed_find(smooth[i]), dal_integrator_name(k), rtol, END);
        if (!(p.error < 10 * rtol * p.steps))
          fail_msg("%s with %s at %g: %g in %g steps", smooth[i], dal_integrator_name(k), rtol,
                   p.error, p.steps);
      }
}

// B11 Examples 2 and 3: uniform motions, and a fall, of which t^2 is the highest power. Every method
// here is exact for the first, the Runge-Kutta methods for both.
static void test_exact(void **state) {
  (void) state;
  for (size_t k = 0; dal_integrator_name(k) != NULL; k++) {
    const char *name = dal_integrator_name(k);
    const bool one_step = strcmp(name, "adams") != 0 && strcmp(name, "bdf") != 0;
    // Taylor's method takes two steps, over which a rounding of an acceleration grows 50 times
    const double rounding = strcmp(name, "taylor") == 0 ? 1e-12 : 1e-14;
    assert_true(measure(closed_find("uniform-pair"), name, LOOSE, END).error < rounding);
    const double error = measure(closed_find("coinciding-pair"), name, LOOSE, END).error;
    assert_true(error < (one_step ? rounding : LOOSE));
  }
}

// What is promised for the usual tolerances.
static void test_usual(void **state) {
  (void) state;
  for (size_t i = 0; i < closed_motions_count; i++) {
    const ClosedMotion *motion = &closed_motions[i];
    const Point p = measure(motion, NULL, 1e-10, fmin(motion->end, 20));
    if (!(p.error < 1e-7)) fail_msg("%s: %g", motion->name, p.error);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_orders),
    cmocka_unit_test(test_tolerances),
    cmocka_unit_test(test_exact),
    cmocka_unit_test(test_usual),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
