// Unit tests of motions through include/dalembert.h.
//
// Judge: an oscillator x'' = -k x from x = 1 at rest, x = cos(sqrt(k) t), to 1e-8 where rtol is
// 1e-10; a pendulum on a rod, whose energy and length stay; what include/dalembert.h says.

#include "dalembert.h"

#include "support/check.h"
#include "support/texts.h"
#include "support/folder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NEAR 1e-8

static const char oscillator[] = "system \"Oscillator\"\n"
                                 "parameter k = 4\n"
                                 "coordinate x\n"
                                 "kinetic = 1/2*x'^2\n"
                                 "potential = 1/2*k*x^2\n"
                                 "initial x = 1\n";

static const char rod[] = "coordinate x, y\n"
                          "point P mass 1 at [x, y]\n"
                          "gravity = [0, -9.81]\n"
                          "constraint rod: x^2 + y^2 = 4\n"
                          "initial x = 1.2, y = -1.6\n"
                          "simulate to 1/2 every 1/4\n";

static DalModel *model_of(const char *text, const char *more) {
  DalModel *m = dal_model_create();
  assert_non_null(m);
  assert_int_equal(dal_model_add(m, text), DAL_OK);
  assert_int_equal(dal_model_add(m, more), DAL_OK);
  if (dal_model_finish(m) != DAL_OK) fail_msg("%s", dal_model_messages(m));
  return m;
}

static DalRun *run_well(DalModel *m, const DalRunOptions *options) {
  DalRun *run;
  if (dal_model_simulate(m, options, &run) != DAL_OK) fail_msg("%s", dal_model_messages(m));
  assert_non_null(run);
  return run;
}

static void assert_near(double a, double b) {
  if (!(fabs(a - b) <= NEAR)) fail_msg("%.17g is not %.17g", a, b);
}

// --- a run ---------------------------------------------------------------------------------------

static void test_table(void **state) {
  (void) state;
  static const char *const columns[] = {"t", "x", "x'", "energy", "constraint_error"};
  DalModel *m = model_of(oscillator, "");
  DalRun *run = run_well(m, &(DalRunOptions){.to = "2", .every = "1/4"});
  assert_int_equal(dal_run_columns(run), COUNT(columns));
  for (size_t i = 0; i < COUNT(columns); i++)
    assert_string_equal(dal_run_column(run, i), columns[i]);
  assert_int_equal(dal_run_rows(run), 9);
  for (size_t i = 0; i < 9; i++) {
    const double *row = dal_run_row(run, i), t = 0.25 * (double) i;
    assert_true(row[0] == t && row[4] == 0);
    assert_near(row[1], cos(2 * t));
    assert_near(row[2], -2 * sin(2 * t));
    assert_near(row[3], 2);
  }
  const DalRunSummary s = dal_run_summary(run);
  assert_int_equal(s.end, DAL_RUN_DONE);
  assert_string_equal(s.why, "the end was reached");
  assert_string_equal(s.variable, "t");
  assert_true(s.from == 0 && s.t == 2 && s.energy == 2 && s.constraint_error == 0);
  assert_true(s.energy_drift > 0 && s.energy_drift < NEAR && s.seconds >= 0 && !s.compiled);
  assert_true(s.steps > 3 && s.calls > 11 * s.steps);
  dal_run_destroy(run);
  dal_model_destroy(m);
}

// A run owns its memory: the model can still be used.
static void test_several(void **state) {
  (void) state;
  static const char *const settings[] = {"k=1", "k=9", "k=pi^2", "k=4"};
  static const double omega[] = {1, 3, 3.14159265358979324, 2};
  DalModel *m = model_of(oscillator, "simulate to 1 every 1\n");
  DalRun *run[COUNT(settings)];
  for (size_t i = 0; i < COUNT(settings); i++) {
    assert_int_equal(dal_model_set(m, settings[i]), DAL_OK);
    run[i] = run_well(m, &(DalRunOptions){0});
  }
  for (size_t i = 0; i < COUNT(settings); i++) {
    assert_int_equal(dal_run_rows(run[i]), 2);
    assert_near(dal_run_row(run[i], 1)[1], cos(omega[i]));
    assert_near(dal_run_row(run[i], 1)[3], omega[i] * omega[i] / 2);
    dal_run_destroy(run[i]);
  }
  dal_model_destroy(m);
}

// Another method, and other functions between.
static void test_methods_between(void **state) {
  (void) state;
  static const char *const methods[] = {"multipliers", "udwadia", "appell", "hamilton", "hamel"};
  DalModel *m = model_of(rod, "");
  const char *text;
  for (size_t i = 0; i < COUNT(methods); i++) {
    assert_int_equal(dal_model_derive(m, &(DalDeriveOptions){.method = methods[i]}), DAL_OK);
    assert_int_equal(text_of(&text, dal_model_eval, m, &(DalEvalOptions){0}, DAL_TEXT), DAL_OK);
    DalRun *run = run_well(m, &(DalRunOptions){.columns = "multipliers"});
    const DalRunSummary s = dal_run_summary(run);
    assert_true(s.energy_drift < NEAR * 9.81 * 2 && s.constraint_error < 1e-15);
    const double *row = dal_run_row(run, 2), x = row[1], y = row[2];
    assert_near(x * x + y * y, 4);
    // v^2 = -2 g (y + 1.6), and the rod pulls with m (v^2 - g y)/l = -lambda 2 l
    assert_string_equal(dal_run_column(run, 5), "lambda(rod)");
    assert_near(row[5], 9.81 * (3 * y + 3.2) / 8);
    dal_run_destroy(run);
  }
  dal_model_destroy(m);
}

// --- progress and stop ---------------------------------------------------------------------------

typedef struct {
  size_t calls;
  double last;
  double stop_after;
  int stop;
} Watch;

static void watch(void *context, double done) {
  Watch *w = context;
  w->calls++;
  if (!(done >= w->last && done <= 1)) w->last = (double) NAN;  // never again in order
  w->last = done;
  if (done > w->stop_after) w->stop = 1;
}

static void test_progress(void **state) {
  (void) state;
  DalModel *m = model_of(oscillator, "");
  Watch w = {.stop_after = 2};
  DalRun *run = run_well(m, &(DalRunOptions){.to = "4000",
                                             .every = "1000",
                                             .code = "interpreter",
                                             .progress = watch,
                                             .progress_context = &w});
  assert_true(w.calls > 10 && w.last > 0.9 && w.last <= 1);
  dal_run_destroy(run);
  // backwards it grows as well
  w = (Watch){.stop_after = 2};
  run = run_well(
    m, &(DalRunOptions){.to = "-4000", .every = "1000", .progress = watch, .progress_context = &w});
  assert_true(w.calls > 10 && w.last > 0.9 && w.last <= 1);
  dal_run_destroy(run);
  dal_model_destroy(m);
}

static void test_stop(void **state) {
  (void) state;
  DalModel *m = model_of(oscillator, "");
  Watch w = {.stop_after = 0.5};
  DalRun *run;
  DalRunOptions options = {
    .to = "4000", .every = "100", .progress = watch, .progress_context = &w};
  assert_int_equal(dal_model_limit(m, &(DalLimits){.cancel = &w.stop}), DAL_OK);
  assert_int_equal(dal_model_simulate(m, &options, &run), DAL_CANCELLED);
  assert_non_null(run);
  DalRunSummary s = dal_run_summary(run);
  assert_int_equal(s.end, DAL_RUN_INTERRUPTED);
  assert_true(s.t > 2000 && s.t < 3000);
  assert_non_null(strstr(dal_model_messages(m), "[N0814]"));
  // the rows before, and the state where it stopped
  const size_t rows = dal_run_rows(run);
  assert_int_equal(rows, (size_t) (s.t / 100) + 2);
  assert_true(dal_run_row(run, rows - 2)[0] == 100 * (double) (rows - 2));
  assert_true(dal_run_row(run, rows - 1)[0] == s.t);
  assert_true(fabs(dal_run_row(run, rows - 1)[1] - cos(2 * s.t)) < 1e-5);
  dal_run_destroy(run);
  // stopped before it began
  options.progress = NULL;
  assert_int_equal(dal_model_simulate(m, &options, &run), DAL_CANCELLED);
  assert_null(run);
  assert_non_null(strstr(dal_model_messages(m), "[N0768]"));
  // and after that, another run
  w.stop = 0;
  options.to = "1";
  run = run_well(m, &options);
  dal_run_destroy(run);
  dal_model_destroy(m);
}

// --- what goes wrong -----------------------------------------------------------------------------

static void assert_refused(DalModel *m, const DalRunOptions *options, DalStatus status,
                           const char *code) {
  DalRun *run = (DalRun *) &status;  // must be overwritten
  assert_int_equal(dal_model_simulate(m, options, &run), status);
  assert_null(run);
  if (strstr(dal_model_messages(m), code) == NULL) fail_msg("%s", dal_model_messages(m));
}

static void test_refused(void **state) {
  (void) state;
  const struct {
    DalRunOptions options;
    const char *code;
  } cases[] = {{{.to = NULL}, "N0801"},
               {{.to = "1", .every = "0"}, "N0802"},
               {{.to = "1", .every = "1e-12"}, "N0803"},
               {{.to = "1", .integrator = "euler"}, "N0804"},
               {{.to = "1", .code = "gpu"}, "N0805"},
               {{.to = "1", .columns = "forces"}, "N0806"},
               {{.to = "1", .units = "feet"}, "N0824"},
               {{.to = "1", .from = "2", .start = &(DalEvalOptions){.at = "t=1"}}, "N0807"},
               {{.to = "1", .rtol = -1}, "N0818"},
               {{.to = "1", .rtol = (double) NAN}, "N0818"},
               {{.to = "1", .atol = (double) INFINITY}, "N0818"},
               {{.to = "z"}, "N0201"},
               {{.to = "1", .start = &(DalEvalOptions){.at = "z=1"}}, "N0201"}};
  for (size_t i = 0; i < COUNT(cases); i++) {
    DalModel *m = model_of(oscillator, "");
    assert_refused(m, &cases[i].options, DAL_INPUT, cases[i].code);
    // it did no harm
    dal_run_destroy(run_well(m, &(DalRunOptions){.to = "1"}));
    dal_model_destroy(m);
  }
  dal_run_destroy(NULL);
}

static void test_unfinished(void **state) {
  (void) state;
  DalModel *m = dal_model_create();
  DalRun *run;
  assert_int_equal(dal_model_add(m, oscillator), DAL_OK);
  assert_int_not_equal(dal_model_simulate(m, &(DalRunOptions){.to = "1"}, &run), DAL_OK);
  assert_null(run);
  dal_model_destroy(m);
  // a model with a mistake
  m = dal_model_create();
  (void) dal_model_add(m, "coordinate x\nkinetic = 1/2*y'^2\n");
  (void) dal_model_finish(m);
  assert_int_not_equal(dal_model_simulate(m, &(DalRunOptions){.to = "1"}, &run), DAL_OK);
  assert_null(run);
  dal_model_destroy(m);
}

// A parameter without a value is missing until it is set.
static void test_parameter(void **state) {
  (void) state;
  DalModel *m = model_of("parameter k\ncoordinate x\nkinetic = 1/2*x'^2\npotential = 1/2*k*x^2\n"
                         "initial x = 1\n",
                         "");
  assert_refused(m, &(DalRunOptions){.to = "1"}, DAL_INPUT, "N0704");
  assert_int_equal(dal_model_set(m, "k=1"), DAL_OK);
  DalRun *run = run_well(m, &(DalRunOptions){.to = "pi"});
  assert_near(dal_run_row(run, dal_run_rows(run) - 1)[1], -1);
  dal_run_destroy(run);
  dal_model_destroy(m);
}

static void test_ends(void **state) {
  (void) state;
  const struct {
    const char *more;
    DalRunOptions options;
    DalStatus status;
    DalRunEnd end;
  } cases[] = {
    {"stop when x = 0\n", {.to = "3"}, DAL_OK, DAL_RUN_EVENT},
    {"", {.to = "3", .steps = 2}, DAL_DOMAIN, DAL_RUN_STEPS},
    {"potential += -x^4\n",
     {.to = "30", .start = &(DalEvalOptions){.at = "x=3"}},
     DAL_DOMAIN,
     DAL_RUN_SMALL_STEP},
    {"potential += log(x)\n",
     {.to = "3", .start = &(DalEvalOptions){.at = "x=0"}},
     DAL_DOMAIN,
     DAL_RUN_NOT_FINITE},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    DalModel *m = model_of(oscillator, cases[i].more);
    DalRun *run;
    assert_int_equal(dal_model_simulate(m, &cases[i].options, &run), cases[i].status);
    assert_non_null(run);
    assert_int_equal(dal_run_summary(run).end, cases[i].end);
    assert_true(dal_run_row(run, dal_run_rows(run) - 1)[0] == dal_run_summary(run).t);
    dal_run_destroy(run);
    dal_model_destroy(m);
  }
}

static void test_integrators(void **state) {
  (void) state;
  size_t n = 0;
  DalModel *m = model_of(oscillator, "");
  for (; dal_integrator_name(n) != NULL; n++) {
    assert_non_null(dal_integrator_title(n));
    DalRun *run =
      run_well(m, &(DalRunOptions){.to = "1", .every = "1", .integrator = dal_integrator_name(n)});
    assert_near(dal_run_row(run, 1)[1], cos(2));
    dal_run_destroy(run);
  }
  assert_int_equal(n, 6);
  assert_null(dal_integrator_title(n));
  dal_model_destroy(m);
}

// --- files ---------------------------------------------------------------------------------------

static void test_files(void **state) {
  Folder *folder = *state;
  static const char *const good[] = {"run.csv", "run.npy", "run.json"};
  DalModel *m = model_of(oscillator, "");
  DalRun *run = run_well(m, &(DalRunOptions){.to = "1", .every = "1/2"});
  for (size_t i = 0; i < COUNT(good); i++) {
    const char *path = folder_path(folder, good[i]);
    assert_int_equal(dal_run_can_write(path, NULL), DAL_OK);
    assert_int_equal(dal_run_write(run, path, NULL), DAL_OK);
    assert_int_equal(folder_count(folder), i + 1);
  }
  size_t n;
  const char *csv = folder_read(folder, folder_path(folder, "run.csv"), &n);
  assert_int_equal(strncmp(csv, "t,x,x',energy,constraint_error\n0,1,0,2,0\n0.5,", 45), 0);
  assert_int_equal(dal_run_can_write("-", NULL), DAL_OK);
  assert_int_equal(dal_run_can_write(folder_path(folder, "run.txt"), NULL), DAL_INPUT);
  assert_int_equal(dal_run_write(run, folder_path(folder, "run.txt"), NULL), DAL_INPUT);
  assert_int_equal(dal_run_write(run, folder_path(folder, "no/run.csv"), NULL), DAL_INPUT);
  assert_int_equal(folder_count(folder), COUNT(good));
  dal_run_destroy(run);
  dal_model_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_table),
    cmocka_unit_test(test_several),
    cmocka_unit_test(test_methods_between),
    cmocka_unit_test(test_progress),
    cmocka_unit_test(test_stop),
    cmocka_unit_test(test_refused),
    cmocka_unit_test(test_unfinished),
    cmocka_unit_test(test_parameter),
    cmocka_unit_test(test_ends),
    cmocka_unit_test(test_integrators),
    FOLDER_TEST(test_files),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
