// Unit tests of program/facts.c: facts about a system are computed once.
//
// Judge: counters. The linker puts the functions below in the place of those that do the work, so that every
//        derivation, solution, compilation, plan and run is counted, wherever it is requested.
//
// wraps: walk_make free_equations closed_forms evaluator_create flow_plan system_follow process_run

#include "api/api_impl.h"
#include "base/process.h"
#include "ground/walk.h"
#include "methods/free.h"
#include "program/facts.h"
#include "program/flow.h"
#include "program/follow.h"

#include "support/check.h"
#include "support/models.h"
#include "support/texts.h"

#include <string.h>

#define METHODS_MOST 16
#define WALKS_MOST 1000

static struct {
  const Method *method[METHODS_MOST];
  size_t derivations[METHODS_MOST], methods;
  size_t closed, compiled, planned, runs, processes;
  Expr walked[WALKS_MOST];  // b of the first constraint, of each walk from all constraints
  size_t walks;
} count;

Walk *__real_walk_make(const Equations *eq, const bool *kept, Arena *arena);
Walk *__wrap_walk_make(const Equations *eq, const bool *kept, Arena *arena);
Status __real_free_equations(const FreeSystem *s, const Method *method, Equations *eq);
Status __wrap_free_equations(const FreeSystem *s, const Method *method, Equations *eq);
Status __real_closed_forms(Equations *eq, Arena *arena, bool reactions, ClosedForms *forms);
Status __wrap_closed_forms(Equations *eq, Arena *arena, bool reactions, ClosedForms *forms);
Evaluator *__real_evaluator_create(EvaluatorParts parts);
Evaluator *__wrap_evaluator_create(EvaluatorParts parts);
Status __real_flow_plan(System *m, const FlowWish *wish, FlowPlan *plan);
Status __wrap_flow_plan(System *m, const FlowWish *wish, FlowPlan *plan);
Status __real_system_follow(System *m, const MotionRequest *r, Arena *arena, Motion *motion);
Status __wrap_system_follow(System *m, const MotionRequest *r, Arena *arena, Motion *motion);

Walk *__wrap_walk_make(const Equations *eq, const bool *kept, Arena *arena) {
  assert_true(count.walks < WALKS_MOST);
  if (kept == NULL) count.walked[count.walks++] = eq->constraints.b[0];
  return __real_walk_make(eq, kept, arena);
}

Status __wrap_free_equations(const FreeSystem *s, const Method *method, Equations *eq) {
  size_t i = 0;
  while (i < count.methods && count.method[i] != method) i++;
  assert_true(i < METHODS_MOST);
  if (i == count.methods) count.method[count.methods++] = method;
  count.derivations[i]++;
  return __real_free_equations(s, method, eq);
}

Status __wrap_closed_forms(Equations *eq, Arena *arena, bool reactions, ClosedForms *forms) {
  count.closed++;
  return __real_closed_forms(eq, arena, reactions, forms);
}

Evaluator *__wrap_evaluator_create(EvaluatorParts parts) {
  count.compiled++;
  return __real_evaluator_create(parts);
}

Status __wrap_flow_plan(System *m, const FlowWish *wish, FlowPlan *plan) {
  count.planned++;
  return __real_flow_plan(m, wish, plan);
}

Status __wrap_system_follow(System *m, const MotionRequest *r, Arena *arena, Motion *motion) {
  count.runs++;
  return __real_system_follow(m, r, arena, motion);
}

ProcessEnd __real_process_run(Process *process);
ProcessEnd __wrap_process_run(Process *process);

ProcessEnd __wrap_process_run(Process *process) {
  count.processes++;
  return __real_process_run(process);
}

// --- models --------------------------------------------------------------------------------------

static const char pendulum[] = "system \"Pendulum\"\n"
                               "parameter m = 1, g = 10, l = 1\n"
                               "coordinate x, y\n"
                               "point P mass m at [x, y]\n"
                               "gravity = [0, -g]\n"
                               "constraint rod: (x^2 + y^2)/2 = l^2/2\n"
                               "initial x = 0.6, y = -0.8\n"
                               "simulate to 1 every 0.1\n"
                               "claim \"energy\" conserved energy\n"
                               "claim \"tension\" lambda(rod) = lambda(rod)\n";

static DalModel *counted_model(const char *text) {
  DalModel *m = model_of(text);
  memset(&count, 0, sizeof count);
  return m;
}

static void each_method_once(size_t methods) {
  assert_int_equal(count.methods, methods);
  for (size_t i = 0; i < count.methods; i++)
    if (count.derivations[i] != 1)
      fail_msg("%s: %zu derivations", count.method[i]->name, count.derivations[i]);
}

// Fails unless there is one ground of the model's own constraints; conditions have others, each of another manifold.
static void one_ground(DalModel *m) {
  const Equations *eq;
  const Method *method;
  size_t own = 0;
  assert_int_equal(system_reference(m, &eq, &method), STATUS_OK);
  for (size_t i = 0; i < count.walks; i++) own += expr_same(count.walked[i], eq->constraints.b[0]);
  assert_int_equal(own, 1);
}

static void check_ok(DalModel *m, DalStatus status) {
  if (status != DAL_OK) fail_msg("%s", dal_model_messages(m));
}

// --- tests ---------------------------------------------------------------------------------------

// Six methods take the constraint; the seventh, for free systems, refuses before it derives anything.
static void test_check(void **state) {
  (void) state;
  DalModel *m = counted_model(pendulum);
  DalResult *result;
  check_ok(m, dal_model_check(m, DAL_TEXT, &result));
  assert_true(dal_result_check(result)->ok);
  dal_result_destroy(result);
  each_method_once(6);
  assert_int_equal(count.compiled, 1);
  one_ground(m);
  assert_int_equal(count.closed + count.planned + count.runs, 0);
  check_ok(m, dal_model_check(m, DAL_JSON, &result));
  dal_result_destroy(result);
  each_method_once(6);
  dal_model_destroy(m);
}

static void test_analyze(void **state) {
  (void) state;
  DalModel *m = counted_model(pendulum);
  const char *text;
  check_ok(m, text_of(&text, dal_model_analyze, m, NULL, DAL_TEXT));
  each_method_once(1);
  one_ground(m);
  assert_int_equal(count.closed + count.planned + count.runs + count.compiled, 0);
  dal_model_destroy(m);
}

// The page shows equations, claims, an analysis, two figures and an animation.
static void test_report(void **state) {
  (void) state;
  DalModel *m = counted_model(pendulum);
  const char *text;
  check_ok(m, text_of(&text, dal_model_report, m, NULL));
  each_method_once(6);
  one_ground(m);
  assert_int_equal(count.closed, 1);
  assert_int_equal(count.compiled, 1);
  assert_int_equal(count.runs, 1);
  assert_int_equal(count.planned, 2);    // for the run, and for those that the page makes itself
  assert_int_equal(count.processes, 1);  // gnuplot, for both figures
  assert_non_null(strstr(text, "<svg"));
  dal_model_destroy(m);
}

// Text after text of the same equations: the forms are those found first.
static void test_forms(void **state) {
  (void) state;
  DalModel *m = counted_model(pendulum);
  const char *first, *again;
  check_ok(m, text_of(&first, dal_model_print, m, DAL_TEXT));
  check_ok(m, text_of(&again, dal_model_print, m, DAL_LATEX));
  check_ok(m, text_of(&again, dal_model_print, m, DAL_TEXT));
  assert_string_equal(first, again);
  each_method_once(1);
  assert_int_equal(count.closed, 1);
  dal_model_destroy(m);
}

// A parameter with another value: equations with multipliers depend on none.
static void test_change(void **state) {
  (void) state;
  DalModel *m = counted_model(pendulum);
  const Equations *eq, *same, *other;
  const Method *method;
  assert_int_equal(system_reference(m, &eq, &method), STATUS_OK);
  assert_int_equal(system_reference(m, &same, &method), STATUS_OK);
  assert_ptr_equal(eq, same);
  assert_string_equal(method->name, "multipliers");
  check_ok(m, dal_model_set(m, "l = 2"));
  assert_int_equal(system_reference(m, &other, &method), STATUS_OK);
  assert_ptr_not_equal(eq, other);
  assert_int_equal(count.derivations[0], 1);
  dal_model_destroy(m);
}

// A refusal is kept, too, with its reason.
static void test_refusal(void **state) {
  (void) state;
  DalModel *m = counted_model(pendulum);
  const Equations *eq;
  assert_int_equal(system_by_method(m, methods_find("lagrange"), &eq), STATUS_UNABLE);
  assert_int_equal(dal_model_errors(m), 0);
  assert_int_equal(system_by_method(m, methods_find("lagrange"), &eq), STATUS_UNABLE);
  system_report_refusal(m, methods_find("lagrange"), NULL);
  assert_int_equal(dal_model_errors(m), 1);
  assert_non_null(strstr(dal_model_messages(m), "lagrange"));
  dal_model_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_check), cmocka_unit_test(test_analyze), cmocka_unit_test(test_report),
    cmocka_unit_test(test_forms), cmocka_unit_test(test_change),  cmocka_unit_test(test_refusal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
