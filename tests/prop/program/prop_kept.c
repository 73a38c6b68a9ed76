// Laws of successive motions: a motion has the same bits, messages and counts, whatever motions were computed with its
// model before, with whatever options.
//
// Judge: a fresh model for each motion. Models are some of the gallery, with constraints, charts, events, sections and
// switching forces, and random ones (support/lane_models.h). From motion to motion parameters, integrator, tolerance,
// columns and code change, or stay; between two motions there are other calls, and runs that a limit ends. TEST_SEED
// and TEST_SCALE as everywhere.

#include "dalembert.h"
#include "api/api_impl.h"
#include "support/check.h"
#include "support/lane_models.h"
#include "support/settings.h"

#include <math.h>
#include <stdlib.h>

#define MOST 16  // parameters that are set

typedef struct {
  double value[MOST];  // the values set so far; NAN: that of the model
  DalRunOptions options;
  char to[32];
} Wish;

typedef struct {
  size_t motions, again, rows, refused;
} Tally;

// Makes a model and evaluates it: warnings that are given only once are reported then.
static DalModel *make(const char *text) {
  DalModel *m = dal_model_create();
  DalResult *result = NULL;
  assert_non_null(m);
  assert_int_equal(dal_model_add(m, text), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  (void) dal_model_eval(m, NULL, DAL_TEXT, &result);
  dal_result_destroy(result);
  return m;
}

// Changes some values a little; now and then by orders of magnitude. Zeros may make other equations.
static void choose_values(Dice *d, DalModel *m, Wish *w) {
  for (size_t i = 0; i < MOST; i++) {
    double value;
    if (i >= dal_model_parameters(m) || dal_model_parameter_value(m, i, &value) != DAL_OK) continue;
    if (dice_one_in(d, 3)) w->value[i] = value * dice_between(d, 0.9, 1.1);
    if (dice_one_in(d, 20)) w->value[i] = value * dice_between(d, 0.2, 5);
  }
}

static void choose_options(Dice *d, Wish *w) {
  static const char *const integrators[] = {NULL, "dop853", "taylor", "bdf", "erk"};
  static const char *const columns[] = {NULL, "accelerations", "multipliers, reactions"};
  static const double rtol[] = {0, 1e-6, 1e-13};
  snprintf(w->to, sizeof w->to, "%.3f", dice_between(d, 0.01, 2));
  w->options = (DalRunOptions){.to = w->to,
                               .rows = 5,
                               .integrator = integrators[dice_below(d, COUNT(integrators))],
                               .columns = columns[dice_below(d, COUNT(columns))],
                               .rtol = rtol[dice_below(d, COUNT(rtol))],
                               .no_projection = dice_one_in(d, 4),
                               .code = "interpreter"};
}

static void set_values(DalModel *m, const Wish *w) {
  for (size_t i = 0; i < MOST && i < dal_model_parameters(m); i++)
    if (!isnan(w->value[i])) (void) dal_model_set_parameter(m, i, w->value[i]);
}

static DalStatus follow(DalModel *m, const Wish *w, DalRun **run) {
  set_values(m, w);
  return dal_model_simulate(m, &w->options, run);
}

static void check_same(const DalRun *a, const DalRun *b, Tally *tally) {
  assert_true((a == NULL) == (b == NULL));
  if (a == NULL) return;
  const DalRunSummary x = dal_run_summary(a), y = dal_run_summary(b);
  assert_true(x.end == y.end && x.steps == y.steps && x.rejected == y.rejected);
  assert_true(x.calls == y.calls && x.charts == y.charts && x.switches == y.switches);
  assert_true(x.compiled == y.compiled);
  assert_memory_equal(&x.energy_drift, &y.energy_drift, sizeof x.energy_drift);
  assert_int_equal(dal_run_columns(a), dal_run_columns(b));
  assert_int_equal(dal_run_rows(a), dal_run_rows(b));
  const size_t numbers = dal_run_rows(a) * dal_run_columns(a);
  if (numbers > 0) assert_memory_equal(dal_run_row(a, 0), dal_run_row(b, 0), numbers * sizeof(double));
  tally->rows += dal_run_rows(a);
}

// Does something else with a model between two motions.
static void disturb(Dice *d, DalModel *m) {
  DalRun *run = NULL;
  DalResult *result = NULL;
  switch (dice_below(d, 12)) {
    case 0: (void) dal_model_eval(m, NULL, DAL_TEXT, &result); break;
    case 1: {
      (void) dal_model_limit(m, &(DalLimits){.bytes = 300000});
      (void) dal_model_simulate(m, &(DalRunOptions){.to = "1", .columns = "accelerations"}, &run);
      (void) dal_model_limit(m, &(DalLimits){0});
      break;
    }
    case 2: (void) dal_model_simulate(m, &(DalRunOptions){.to = "no number"}, &run); break;
    default: break;
  }
  dal_run_destroy(run);
  dal_result_destroy(result);
}

static void check_motion(Dice *d, const char *text, DalModel *m, const Wish *w, Tally *tally) {
  DalModel *own = make(text);
  DalRun *run = NULL, *alone = NULL;
  const bool kept = m->kept != NULL;
  const DalStatus status = follow(m, w, &run), wanted = follow(own, w, &alone);
  assert_int_equal(status, wanted);
  assert_string_equal(dal_model_messages(m), dal_model_messages(own));
  check_same(run, alone, tally);
  tally->motions++;
  tally->again += kept && m->kept != NULL;
  tally->refused += status != DAL_OK;
  dal_run_destroy(run);
  dal_run_destroy(alone);
  dal_model_destroy(own);
  disturb(d, m);
}

static Wish no_wish(void) {
  Wish w = {0};
  for (size_t i = 0; i < MOST; i++) w.value[i] = (double) NAN;
  return w;
}

static void check_model(Dice *d, const char *text, size_t motions, Tally *tally) {
  DalModel *m = make(text);
  Wish w = no_wish();
  for (size_t i = 0; i < motions; i++) {
    choose_values(d, m, &w);
    if (i == 0 || dice_one_in(d, 4)) choose_options(d, &w);
    check_motion(d, text, m, &w, tally);
  }
  dal_model_destroy(m);
}

static const char *gallery_text(const char *name) {
  for (size_t i = 0; i < dal_example_count(); i++)
    if (strcmp(dal_example_name(i), name) == 0) return dal_example_text(i);
  fail_msg("%s is not in the gallery", name);
  return NULL;
}

// --- laws ----------------------------------------------------------------------------------------

static void test_same_bits(void **state) {
  (void) state;
  static const char *const gallery[] = {"double-pendulum", "pendulum-cartesian", "four-bar",
                                        "nonholonomic-double-pendulum", "bouncing-ball"};
  Dice d = {(uint64_t) test_setting("TEST_SEED", 1)};
  Tally tally = {0};
  const size_t models = test_scaled(8);
  for (size_t i = 0; i < COUNT(gallery); i++)
    check_model(&d, gallery_text(gallery[i]), 8, &tally);
  // the whole gallery, if there is time
  for (size_t i = 0; test_scaled(1) >= 10 && i < dal_example_count(); i++)
    check_model(&d, dal_example_text(i), 6, &tally);
  for (size_t i = 0; i < models; i++) {
    Guard guard = {.budget = SIZE_MAX};
    Arena arena;
    arena_init(&arena, allocator_heap(), &guard);
    check_model(&d, lane_model(&arena, &d), 12, &tally);
    arena_clear(&arena);
  }
  print_message("%zu motions, %zu with an atlas before and after, %zu rows, %zu refused\n", tally.motions,
                tally.again, tally.rows, tally.refused);
  assert_true(tally.again > tally.motions / 4);
}

// Compiled code: that of the last motion is used again, with the parameters of this one; and not by a motion that is
// to be interpreted.
static void test_compiled(void **state) {
  (void) state;
  const char *text = gallery_text("double-pendulum");
  DalModel *m = make(text);
  Dice d = {7};
  Tally tally = {0};
  Wish w = no_wish();
  for (int i = 0; i < 12; i++) {
    choose_values(&d, m, &w);
    w.options = (DalRunOptions){.to = "3", .rows = 5, .code = i % 4 == 3 ? "interpreter" : "native"};
    DalModel *own = make(text);
    DalRun *run = NULL, *alone = NULL;
    assert_int_equal(follow(m, &w, &run), DAL_OK);
    assert_int_equal(follow(own, &w, &alone), DAL_OK);
    assert_true(dal_run_summary(run).compiled == (i % 4 != 3));
    check_same(run, alone, &tally);
    dal_run_destroy(run);
    dal_run_destroy(alone);
    dal_model_destroy(own);
  }
  dal_model_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_same_bits), cmocka_unit_test(test_compiled)};
  return cmocka_run_group_tests_name("kept", tests, NULL, NULL);
}
