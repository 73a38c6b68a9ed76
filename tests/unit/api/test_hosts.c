// Unit tests of what hosts rely on: memory that does not grow, messages of one call, objects that
// outlive their model, limits and cancellation.
//
// Judge: the bytes that a model holds, as it counts them; the same call undisturbed, whose text must be the same,
//        byte for byte, after a call that was cancelled anywhere.

#include "api/api_impl.h"
#include "base/part.h"

#include "support/check.h"
#include "support/models.h"
#include "support/folder.h"

#include <math.h>
#include <stdlib.h>

static const char pendulum[] = "system \"Pendulum\"\n"
                               "parameter l = 2, g = 9.81\n"
                               "coordinate x, y\n"
                               "point P mass 3 at [x, y]\n"
                               "gravity = [0, -g]\n"
                               "constraint rod: x^2 + y^2 = l^2\n"
                               "initial x = 2\n"
                               "claim conserved energy\n"
                               "deny x' = 0\n"
                               "simulate to 1 every 0.5\n";

// --- growth --------------------------------------------------------------------------------------

enum { EVALS = 10000 };

static void test_growth(void **state) {
  (void) state;
  DalModel *m = model_of(pendulum);
  size_t held = 0;
  for (int i = 0; i < EVALS; i++) {
    char at[64];
    snprintf(at, sizeof at, "x=%.7f, y=0.%d", 0.1 + i * 1e-6, i);
    DalResult *result;
    const DalEvalOptions options = {.at = at, .project = true};
    assert_int_equal(dal_model_eval(m, &options, DAL_JSON, &result), DAL_OK);
    assert_true(dal_result_length(result) > 100);
    dal_result_destroy(result);
    // with mistakes, too
    if (i % 10 == 0) {
      assert_int_equal(dal_model_eval(m, &(DalEvalOptions){.at = "z=1"}, DAL_JSON, &result),
                       DAL_INPUT);
      dal_result_destroy(result);
    }
    if (i == 100) held = dal_model_size(m).bytes;
  }
  assert_int_equal(dal_model_size(m).bytes, held);
  for (int i = 0; i < 200; i++) {
    DalRun *run;
    DalFlow *flow;
    assert_int_equal(dal_model_simulate(m, NULL, &run), DAL_OK);
    assert_int_equal(dal_model_flow(m, &(DalFlowOptions){.jacobian = true}, &flow), DAL_OK);
    dal_run_destroy(run);
    dal_flow_destroy(flow);
    if (i == 10) held = dal_model_size(m).bytes;
  }
  assert_int_equal(dal_model_size(m).bytes, held);
  dal_model_destroy(m);
}

// --- messages ------------------------------------------------------------------------------------

static void test_messages(void **state) {
  (void) state;
  DalModel *m = dal_model_create();
  // statements add theirs up
  assert_int_equal(dal_model_add(m, "coordinate x\n"), DAL_OK);
  assert_int_equal(dal_model_add(m, "coordinate y\npotential = 1/2*k*x^2\n"), DAL_INPUT);
  assert_int_equal(dal_model_add(m, "kinetic = x'^2 + +\n"), DAL_INPUT);
  const DalMessage first = dal_model_message(m, 0);
  assert_string_equal(first.file, "<text>");
  assert_int_equal(first.line, 2);
  assert_int_equal(first.column, 17);
  assert_int_equal(first.length, 1);
  assert_int_equal(first.severity, DAL_ERROR);
  assert_int_equal(first.code[0], 'N');
  assert_true(strlen(first.text) > 5);
  assert_non_null(dal_model_message(m, 1).text);
  assert_null(dal_model_message(m, 2).text);
  dal_model_destroy(m);
  // after that each call has its own
  m = model_of(pendulum);
  DalResult *wrong, *right;
  assert_int_equal(dal_model_eval(m, &(DalEvalOptions){.at = "x=1, z=1"}, DAL_TEXT, &wrong),
                   DAL_INPUT);
  assert_int_equal(dal_model_errors(m), 1);
  assert_int_equal(dal_model_eval(m, NULL, DAL_TEXT, &right), DAL_OK);
  assert_int_equal(dal_model_errors(m), 0);
  assert_string_equal(dal_model_messages(m), "");
  assert_null(dal_result_message(right, 0).text);
  dal_model_destroy(m);
  const DalMessage kept = dal_result_message(wrong, 0);
  assert_string_equal(kept.file, "--at");
  assert_int_equal(kept.column, 6);
  assert_string_equal(kept.code, "N0201");
  assert_non_null(strstr(dal_result_messages(wrong), "--at:1:6: error"));
  assert_string_equal(dal_result_text(wrong), "");
  dal_result_destroy(wrong);
  dal_result_destroy(right);
}

// --- longer than the model -----------------------------------------------------------------------

static void test_outlive(void **state) {
  Folder *folder = *state;
  DalModel *m = model_of(pendulum);
  DalRun *run, *again;
  DalFlow *flow;
  DalFigure *figure;
  DalResult *check, *text;
  double t, y[4], rates[4];
  const char *const show[] = {"x, y", "orbits"}, *const set[] = {"g = 9", "g = 10"};
  const DalPlotOptions options = {.show = show, .shows = 2, .set = set, .sets = 2};
  assert_int_equal(dal_model_simulate(m, NULL, &run), DAL_OK);
  assert_int_equal(dal_model_flow(m, NULL, &flow), DAL_OK);
  assert_int_equal(dal_model_plot(m, &options, &figure), DAL_OK);
  assert_int_equal(dal_model_check(m, DAL_JSON, &check), DAL_OK);
  dal_model_destroy(m);
  const char *path = folder_path(folder, "run.json");
  assert_int_equal(dal_run_write(run, path, NULL), DAL_OK);
  assert_int_equal(dal_run_read(path, &again, NULL), DAL_OK);
  assert_int_equal(dal_run_rows(again), dal_run_rows(run));
  assert_int_equal(dal_run_summary(again).end, DAL_RUN_DONE);
  for (size_t i = 0; i < dal_run_rows(run); i++)
    assert_memory_equal(dal_run_row(run, i), dal_run_row(again, i),
                        dal_run_columns(run) * sizeof(double));
  assert_string_equal(dal_run_column(run, 1), "x");
  assert_string_equal(dal_run_summary(run).variable, "t");
  assert_int_equal(dal_flow_start(flow, &t, y), DAL_OK);
  assert_int_equal(dal_flow_rates(flow, 1, &t, y, rates), DAL_OK);
  assert_true(fabs(rates[3] + 9.81) < 1e-12);
  y[0] = (double) NAN;
  assert_int_equal(dal_flow_rates(flow, 1, &t, y, rates), DAL_DOMAIN);
  assert_int_equal(dal_figure_text(figure, 80, 20, false, &text), DAL_OK);
  assert_non_null(strstr(dal_result_text(text), "Pendulum"));
  assert_true(dal_result_check(check)->ok);
  assert_int_equal(dal_result_check(check)->claims, 2);
  assert_int_equal(dal_result_check(check)->claim[0].verdict, DAL_PROVED);
  assert_int_equal(dal_result_check(check)->claim[1].verdict, DAL_REFUTED);
  assert_non_null(strstr(dal_result_check(check)->claim[1].counterexample, "x = "));
  dal_run_destroy(run);
  dal_run_destroy(again);
  dal_figure_destroy(figure);
  dal_flow_destroy(flow);
  dal_result_destroy(text);
  dal_result_destroy(check);
}

// --- numbers of an analysis ----------------------------------------------------------------------

// Judge: omega^2 = g/l of a pendulum, hanging; -g/l, upright; its energy is the one integral.
static void test_analysis(void **state) {
  (void) state;
  DalModel *m = model_of("parameter l = 2, g = 9.81\n"
                         "coordinate theta\n"
                         "point P mass 3 at [l*sin(theta), -l*cos(theta)]\n"
                         "gravity = [0, -g]\n");
  DalResult *result, *linear;
  assert_int_equal(dal_model_analyze(m, NULL, DAL_TEXT, &result), DAL_OK);
  const DalAnalyzeOptions options = {.linearize = true, .at = "theta=0"};
  assert_int_equal(dal_model_analyze(m, &options, DAL_JSON, &linear), DAL_OK);
  dal_model_destroy(m);
  const DalAnalysis *a = dal_result_analysis(result);
  assert_null(dal_result_check(result));
  assert_int_equal(a->coordinates, 1);
  assert_string_equal(a->coordinate[0], "theta");
  assert_int_equal(a->constraints->constraints, 0);
  assert_int_equal(a->integrals->integrals, 1);
  assert_string_equal(a->integrals->integral[0].kind, "energy");
  assert_int_equal(a->integrals->integral[0].verdict, DAL_PROVED);
  assert_int_equal(a->equilibria->equilibria, 2);
  for (size_t i = 0; i < 2; i++) {
    const DalEquilibrium *e = &a->equilibria->equilibrium[i];
    const bool hanging = fabs(e->q[0]) < 1;
    assert_true(hanging || fabs(fabs(e->q[0]) - 3.14159265358979) < 1e-12);
    assert_true(e->enclosed && e->second_order);
    assert_int_equal(e->modes, 1);
    assert_true(fabs(e->mode[0].re - (hanging ? -1 : 1) * 9.81 / 2) < 1e-12);
    assert_true(fabs(e->mode[0].omega - (hanging ? sqrt(9.81 / 2) : 0)) < 1e-12);
    assert_string_equal(e->stable, hanging ? "stable" : "unstable");
  }
  assert_null(a->steady);
  assert_null(a->linearization);
  assert_int_equal(a->singular->singulars, 0);
  const DalLinearization *l = dal_result_analysis(linear)->linearization;
  assert_null(dal_result_analysis(linear)->equilibria);
  assert_true(l->found && l->variables == 2);
  assert_true(l->A[0] == 0 && l->A[1] == 1 && l->A[3] == 0);
  assert_true(fabs(l->A[2] + 9.81 / 2) < 1e-12);
  assert_true(fabs(fabs(l->eigenvalue[1]) - sqrt(9.81 / 2)) < 1e-12);
  dal_result_destroy(result);
  dal_result_destroy(linear);
}

// --- the calls that can take long ----------------------------------------------------------------

typedef enum {
  CALL_DERIVE,
  CALL_PRINT,
  CALL_COMPILE,
  CALL_TAPE,
  CALL_EVAL,
  CALL_EXPORT,
  CALL_FLOW,
  CALL_SIMULATE,
  CALL_NATIVE,
  CALL_BDF,
  CALL_PLOT,
  CALL_CHECK,
  CALL_CERTIFICATE,
  CALL_ANALYZE,
  CALL_REPORT,
  CALL_COUNT
} CallKind;

static int never(void *context, const double *row, size_t columns) {
  (void) context, (void) row, (void) columns;
  return 0;
}

// Makes the call; *result has a text, or is NULL.
static DalStatus carry_out(DalModel *m, CallKind kind, const char *to, DalResult **result) {
  DalRun *run = NULL;
  DalFlow *flow = NULL;
  DalFigure *figure = NULL;
  DalStatus status = DAL_OK;
  const DalRunOptions plain = {.to = to, .rows = 50, .row = never},
                      native = {.to = to, .rows = 50, .code = "native"},
                      stiff = {.to = to, .rows = 50, .integrator = "bdf"};
  *result = NULL;
  switch (kind) {
    case CALL_DERIVE:
      status = dal_model_derive(m, &(DalDeriveOptions){.method = "appell", .worksheet = true});
      break;
    case CALL_PRINT: status = dal_model_print(m, DAL_LATEX, result); break;
    case CALL_COMPILE: status = dal_model_compile(m); break;
    case CALL_TAPE: status = dal_model_tape(m, DAL_TEXT, result); break;
    case CALL_EVAL: status = dal_model_eval(m, NULL, DAL_TEXT, result); break;
    case CALL_EXPORT: status = dal_model_export(m, NULL, result); break;
    case CALL_FLOW:
      status = dal_model_flow(m, &(DalFlowOptions){.jacobian = true}, &flow);
      break;
    case CALL_SIMULATE: status = dal_model_simulate(m, &plain, &run); break;
    case CALL_NATIVE: status = dal_model_simulate(m, &native, &run); break;
    case CALL_BDF: status = dal_model_simulate(m, &stiff, &run); break;
    case CALL_PLOT: status = dal_model_plot(m, &(DalPlotOptions){.run = &plain}, &figure); break;
    case CALL_CHECK: status = dal_model_check(m, DAL_JSON, result); break;
    case CALL_CERTIFICATE: status = dal_model_certificate(m, result); break;
    case CALL_ANALYZE: status = dal_model_analyze(m, NULL, DAL_JSON, result); break;
    case CALL_REPORT: status = dal_model_report(m, NULL, result); break;
    case CALL_COUNT: break;
  }
  dal_run_destroy(run);
  dal_flow_destroy(flow);
  dal_figure_destroy(figure);
  return status;
}

// --- late ----------------------------------------------------------------------------------------

#define SOON 1.0  // seconds of processor time: a busy machine may let the test wait
#define LINKS 60

// In angles: most calls take longer than they get on a fast machine, too, if they are not stopped.
static const char chain[] = "count n = 60\n"
                            "parameter g = 9.81, l = 1\n"
                            "coordinate a[1..n]\n"
                            "let r[0] = [0, 0]\n"
                            "let r[i] = r[i-1] + l*[sin(a[i]), -cos(a[i])] for i = 1..n\n"
                            "point P[i] mass 1 at r[i]                     for i = 1..n\n"
                            "initial a[i] = i/30                           for i = 1..n\n"
                            "gravity = [0, -g]\n"
                            "claim conserved energy\n";

static int after_a_while(void *context) {
  return guard_now() > *(const double *) context;
}

// Ended by the time limit, and by a callback that is called now and then.
static void test_late(void **state) {
  (void) state;
  double slowest = 0;
  size_t ended = 0;
  for (int kind = 0; kind < 2 * CALL_COUNT; kind++) {
    DalModel *m = model_of(chain);
    DalResult *result;
    const bool by_time = kind % 2 == 0;
    const double start = guard_now(), work = part_work();
    double end = start + 0.1;
    const DalLimits limits = {.seconds = by_time ? 0.1 : 0,
                              .poll = by_time ? NULL : after_a_while,
                              .poll_context = &end};
    assert_int_equal(dal_model_limit(m, &limits), DAL_OK);
    const DalStatus status = carry_out(m, (CallKind) (kind / 2), "1e5", &result);
    const double late = fmin(guard_now() - start - 0.1, part_work() - work);
    dal_result_destroy(result);
    if (status != DAL_OK) {
      assert_int_equal(status, by_time ? DAL_LIMIT : DAL_CANCELLED);
      const char *code = by_time ? "N0767" : "N0";
      if (strstr(dal_model_messages(m), code) == NULL)
        fail_msg("call %d: %s", kind / 2, dal_model_messages(m));
      ended++;
    }
    slowest = fmax(slowest, late);
    if (late > SOON * TEST_PATIENCE) fail_msg("call %d took %g s too long", kind / 2, late);
    // it is as good as before
    double q[LINKS] = {0}, v[LINKS] = {0}, a[LINKS];
    assert_int_equal(dal_model_limit(m, NULL), DAL_OK);
    assert_int_equal(dal_model_accelerations(m, 0, q, v, a), DAL_OK);
    assert_true(fabs(a[0]) < 1e-9);
    dal_model_destroy(m);
  }
  print_message("%zu of %d calls ended, at most %.3f s late\n", ended, 2 * CALL_COUNT, slowest);
  assert_true(ended >= CALL_COUNT);
}

// --- cancelled anywhere --------------------------------------------------------------------------

// An allocator that cancels the current call at its n-th request.
typedef struct {
  size_t asked, at;
  int cancel;
} Saboteur;

static void *sabotage_take(void *self, size_t size) {
  Saboteur *s = self;
  if (++s->asked == s->at) s->cancel = 1;
  return malloc(size);
}

static void sabotage_give(void *self, void *block) {
  (void) self;
  free(block);
}

static void set_allocator(DalModel *m, Saboteur *s) {
  const Allocator allocator = {sabotage_take, sabotage_give, s};
  m->arena.allocator = m->work.allocator = m->notes.allocator = allocator;
}

// Cancels at one request after the other; afterwards the same call gives the same text.
static void cancel_everywhere(CallKind kind, size_t every, size_t *cancelled) {
  DalResult *expected = NULL, *result;
  DalModel *m = model_of(pendulum);
  assert_int_equal(carry_out(m, kind, "0.3", &expected), DAL_OK);
  dal_model_destroy(m);
  DalStatus status = DAL_CANCELLED;
  for (size_t at = 1; status != DAL_OK; at += every) {
    Saboteur s = {.at = at};
    m = model_of(pendulum);
    set_allocator(m, &s);
    assert_int_equal(dal_model_limit(m, &(DalLimits){.cancel = &s.cancel}), DAL_OK);
    status = carry_out(m, kind, "0.3", &result);
    dal_result_destroy(result);
    if (status != DAL_OK) assert_int_equal(status, DAL_CANCELLED);
    *cancelled += status != DAL_OK;
    assert_int_equal(dal_model_limit(m, NULL), DAL_OK);
    assert_int_equal(carry_out(m, kind, "0.3", &result), DAL_OK);
    if (expected != NULL)
      assert_string_equal(dal_result_text(result), dal_result_text(expected));
    dal_result_destroy(result);
    set_allocator(m, &s);
    dal_model_destroy(m);
  }
  dal_result_destroy(expected);
}

static void test_cancelled_anywhere(void **state) {
  (void) state;
  size_t cancelled = 0;
  for (CallKind kind = 0; kind < CALL_COUNT; kind++)
    if (kind != CALL_NATIVE)
      cancel_everywhere(kind, kind == CALL_REPORT ? 80 : kind >= CALL_CHECK ? 7 : 1, &cancelled);
  print_message("%zu calls cancelled\n", cancelled);
  assert_true(cancelled > 50);
}

// --- rows ----------------------------------------------------------------------------------------

typedef struct {
  size_t rows, most;
  double last;
} Rows;

static int take_row(void *context, const double *row, size_t columns) {
  Rows *r = context;
  assert_true(columns > 4 && (r->rows == 0 || row[0] > r->last));
  r->last = row[0];
  return ++r->rows == r->most;
}

static void test_rows(void **state) {
  (void) state;
  DalModel *m = model_of(pendulum);
  DalRun *run;
  Rows all = {0}, some = {.most = 700};
  DalRunOptions options = {.to = "1000", .every = "1", .row = take_row, .row_context = &all};
  assert_int_equal(dal_model_simulate(m, &options, &run), DAL_OK);
  assert_int_equal(all.rows, 1001);
  assert_int_equal(dal_run_rows(run), 1001);
  dal_run_destroy(run);
  options.row_context = &some;
  assert_int_equal(dal_model_simulate(m, &options, &run), DAL_CANCELLED);
  assert_int_equal(some.rows, 700);
  assert_true(dal_run_rows(run) >= 700 && dal_run_rows(run) < 1000);
  assert_int_equal(dal_run_summary(run).end, DAL_RUN_INTERRUPTED);
  dal_run_destroy(run);
  dal_model_destroy(m);
}

// --- options of other versions, calls in calls ---------------------------------------------------

static void test_versions(void **state) {
  (void) state;
  DalModel *m = model_of(pendulum);
  DalResult *result;
  struct {
    DalEvalOptions known;
    const char *later;
  } options = {.known = {.size = sizeof options, .project = true}};
  assert_int_equal(dal_model_eval(m, &options.known, DAL_TEXT, &result), DAL_OK);
  dal_result_destroy(result);
  options.later = "x";
  assert_int_equal(dal_model_eval(m, &options.known, DAL_TEXT, &result), DAL_INPUT);
  assert_null(result);
  assert_non_null(strstr(dal_model_messages(m), "options of a later version"));
  dal_model_destroy(m);
}

// During a call the model must not be used; if it is destroyed, that happens when the call ends.
static int meddle(void *context) {
  DalModel *m = context;
  double room[2] = {0};
  DalResult *result;
  assert_int_equal(dal_model_accelerations(m, 0, room, room, room), DAL_INPUT);
  assert_int_equal(dal_model_print(m, DAL_TEXT, &result), DAL_INPUT);
  assert_null(result);
  assert_int_equal(dal_model_limit(m, NULL), DAL_INPUT);
  assert_string_equal(dal_model_messages(m), "");
  dal_model_destroy(m);
  return 1;
}

static void test_meddling(void **state) {
  (void) state;
  DalModel *m = model_of(chain);
  DalResult *result;
  assert_int_equal(dal_model_limit(m, &(DalLimits){.poll = meddle, .poll_context = m}), DAL_OK);
  assert_int_equal(dal_model_check(m, DAL_TEXT, &result), DAL_CANCELLED);
  assert_non_null(strstr(dal_result_messages(result), "cancelled"));
  dal_result_destroy(result);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_growth),   cmocka_unit_test(test_messages),
    FOLDER_TEST(test_outlive),       cmocka_unit_test(test_late),
    cmocka_unit_test(test_rows),     cmocka_unit_test(test_cancelled_anywhere),
    cmocka_unit_test(test_versions), cmocka_unit_test(test_meddling),
    cmocka_unit_test(test_analysis),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
