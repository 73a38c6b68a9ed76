// tests/unit/api/slow_rest.c: as test_rest.c, over all starts, times and tolerances, interpreted
// and compiled; and the gallery, which ends with every integrator as it ends with DOP853.
//
// Judge: closed forms (support/rest.h); for the gallery DOP853 at the usual tolerances, which
// tests/unit/api/slow_gallery.c holds to 113 bits.

#include "api/api_impl.h"
#include "support/check.h"
#include "support/rest.h"

#define ALL(i) for (size_t i = 0; dal_integrator_name(i) != NULL; i++)

static const double tolerance[] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10};

static size_t count_rests(const char *code, size_t starts, bool loose) {
  static const double T[] = {0.43, 1.37};
  size_t count = 0;
  ALL(i)
  for (size_t model = 0; model < REST_MODELS; model++)
    for (size_t run = 0; run < starts * COUNT(T) * COUNT(tolerance) * 2; run++) {
      if (loose && rest_is_friction(model)) continue;
      const double rtol = tolerance[run / 2 % COUNT(tolerance)];
      assert_comes_to_rest(&(RestRun){.model = model,
                                      .start = run / 2 / COUNT(tolerance) / COUNT(T),
                                      .T = T[run / 2 / COUNT(tolerance) % COUNT(T)],
                                      .backward = run % 2,
                                      .integrator = dal_integrator_name(i),
                                      .code = code,
                                      .rtol = rtol,
                                      .atol = loose ? rtol : 0});
      count++;
    }
  return count;
}

static void test_rest(void **state) {
  (void) state;
  assert_int_equal(count_rests("interpreter", REST_STARTS, false), 6 * 7 * 4 * 2 * 6 * 2);
}

static void test_rest_native(void **state) {
  (void) state;
  count_rests("native", 1, false);
}

// The velocity may be wrong by the tolerance of the whole motion: from the last start, a run at 1e-3
// misses rest by a hundredth of its first speed, which cannot be distinguished from a regular motion.
static void test_rest_loose(void **state) {
  (void) state;
  count_rests("interpreter", REST_STARTS - 1, true);
}

static void test_turns(void **state) {
  (void) state;
  ALL(i) for (size_t run = 0; run < COUNT(tolerance) * 16; run++) {
    const double rtol = tolerance[run / 16];
    assert_turns(&(RestRun){.start = run % 2,
                            .backward = run / 2 % 2,
                            .integrator = dal_integrator_name(i),
                            .code = run / 4 % 2 ? "native" : "interpreter",
                            .rtol = rtol,
                            .atol = run / 8 % 2 ? rtol : 0});
  }
}

// --- the gallery ---------------------------------------------------------------------------------

static DalRunEnd end_of(size_t example, const char *integrator, double rtol) {
  DalModel *m = dal_model_create();
  assert_int_equal(dal_model_add(m, dal_example_text(example)), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  DalRun *run = NULL;
  const DalRunOptions options = {.rtol = rtol, .integrator = integrator, .rows = 10};
  const DalStatus status = dal_model_simulate(m, &options, &run);
  if (run == NULL) fail_msg("%s: %s", dal_example_name(example), dal_model_messages(m));
  const DalRunEnd end = dal_run_summary(run).end;
  assert_int_equal(status, end == DAL_RUN_DONE || end == DAL_RUN_EVENT ? DAL_OK : DAL_DOMAIN);
  dal_run_destroy(run);
  dal_model_destroy(m);
  return end;
}

// Does the motion end at, or pass beside, a singular state? The ball's Euler angles fail at sin(theta) = 0,
// and theta comes within 0.005 of it, which a tolerance of 1e-3 cannot distinguish from 0; the symmetric pendulum
// stops by its own `stop when` at the singular state y1' = 0.
static bool is_beside_singular(const char *name, double rtol) {
  return (strcmp(name, "ball-on-turntable") == 0 && rtol > 1e-4) ||
         strcmp(name, "nonholonomic-double-pendulum-symmetric") == 0;
}

// Constraints that come and go: at 1e-3 it is not known which of several balls that touch are struck, or in what order; a
// run may then end with a message (N0889).
static bool has_modes(size_t example) {
  DalModel *m = dal_model_create();
  assert_int_equal(dal_model_add(m, dal_example_text(example)), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  const bool modes = model_has_modes(m->model);
  dal_model_destroy(m);
  return modes;
}

static void test_gallery(void **state) {
  (void) state;
  size_t count = 0;
  for (size_t example = 0; example < dal_example_count(); example++) {
    const char *name = dal_example_name(example);
    const DalRunEnd right = end_of(example, NULL, 0);
    const bool modes = has_modes(example);
    ALL(i) for (double rtol = 1e-3; rtol > 1e-7; rtol /= 1e3) {
      if (is_beside_singular(name, rtol)) continue;
      if (modes && rtol > 1e-4) continue;
      const DalRunEnd end = end_of(example, dal_integrator_name(i), rtol);
      if (end != right) fail_msg("%s, %s, %g: %d", name, dal_integrator_name(i), rtol, end);
      count++;
    }
  }
  assert_true(count > 5 * 2 * 60);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_rest),       cmocka_unit_test(test_rest_native),
    cmocka_unit_test(test_rest_loose), cmocka_unit_test(test_turns),
    cmocka_unit_test(test_gallery),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
