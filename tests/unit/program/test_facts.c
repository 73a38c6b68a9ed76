// Unit tests of program/facts.c: facts about a system are computed once.
//
// Judge: counters. The linker puts the functions below in the place of those that do the work, so that every
//        derivation, ground, solution, compilation, plan and run is counted, wherever it is requested.
//
// wraps: ground_at walk_make walk_join free_equations free_equations_later canonical_equations closed_forms
// wraps: evaluator_create flow_plan system_follow process_run

#include "api/api_impl.h"
#include "base/process.h"
#include "ground/ground.h"
#include "ground/walk.h"
#include "methods/canonical.h"
#include "methods/free.h"
#include "program/facts.h"
#include "program/flow.h"
#include "program/follow.h"

#include "support/check.h"
#include "support/models.h"
#include "support/texts.h"

#include <stdio.h>
#include <string.h>

// --- counters ------------------------------------------------------------------------------------

typedef enum { DERIVATION, GROUND, CLOSED, PLAN, KINDS } Kind;

static const char *const kind_name[KINDS] = {"derivation", "ground", "closed forms", "plan"};

// A fact, and how often it was computed. Two with the same key are the same.
typedef struct {
  Kind kind;
  uint64_t key;
  const Method *method;
  char mode[64];  // a letter for each declared constraint: + in force, - not
  size_t times;
} Counted;

#define COUNTED_MOST 2000

static struct {
  Counted at[COUNTED_MOST];
  size_t n;
  const Walk *walk;  // the last one that was made, from all constraints
  size_t ground;     // and its place
  uint64_t state;    // key of the state that the ground is sought at; 0: the initial one
  size_t compiled, runs, processes;
} count;

static uint64_t mix(uint64_t key, uint64_t more) {
  return hash_mix(key * 31 + more + 1);
}

static uint64_t mix_all(uint64_t key, const Expr *at, size_t n) {
  for (size_t i = 0; i < n; i++) key = mix(key, at[i].id);
  return key;
}

static uint64_t mix_assignments(uint64_t key, const Assignments *list) {
  for (size_t i = 0; i < list->n; i++)
    key = mix_all(key, (Expr[]){list->at[i].symbol, list->at[i].value}, 2);
  return mix(key, list->n);
}

static uint64_t key_of_mode(const Model *model) {
  uint64_t key = 0;
  for (size_t i = 0; i < model->constraints.n; i++)
    key = mix_all(key, &model->constraints.at[i].residual, 1);
  return mix(key, model->constraints.n);
}

static uint64_t mix_numbers(uint64_t key, const double *at, size_t n) {
  for (size_t i = 0; i < n; i++) {
    uint64_t bits;
    memcpy(&bits, &at[i], sizeof bits);
    key = mix(key, bits);
  }
  return key;
}

// Conditions change rows, or the velocities in terms of speeds.
static uint64_t key_of_ground(const Equations *eq) {
  const Constraints *c = &eq->constraints;
  const Model *model = eq->model;
  uint64_t key = mix_assignments(mix_assignments(count.state, &model->initial), &model->guess);
  for (size_t i = 0; i < model->parameters.n; i++)
    key = mix_all(key, &model->parameters.at[i].value, 1);
  for (size_t a = 0; a < c->r; a++)
    key = mix_all(key, (Expr[]){c->row[a].position, c->row[a].velocity, c->b[a]}, 3);
  key = mix_all(key, eq->state.psi, eq->beside > 0 ? eq->n : 0);
  return mix_all(mix_all(key, c->A.at, c->r * eq->n), c->B.at, c->r * eq->n);
}

static size_t counted(Kind kind, uint64_t key, const Method *method, const Model *model) {
  size_t i = 0, n;
  while (i < count.n &&
         (count.at[i].kind != kind || count.at[i].key != key || count.at[i].method != method))
    i++;
  assert_true(i < COUNTED_MOST);
  Counted *fact = &count.at[i];
  if (i == count.n) {
    *fact = (Counted){.kind = kind, .key = key, .method = method};
    (void) model_declared(model, &n);
    for (size_t a = 0; a < n && a + 1 < sizeof fact->mode; a++)
      fact->mode[a] = model_use(model, a) == USE_IN_FORCE ? '+' : '-';
    count.n++;
  }
  fact->times++;
  return i;
}

const Ground *__real_ground_at(const Equations *eq, double t, const double *q, const double *qd,
                               const double *z, Arena *arena);
const Ground *__wrap_ground_at(const Equations *eq, double t, const double *q, const double *qd,
                               const double *z, Arena *arena);
Walk *__real_walk_make(const Equations *eq, const bool *kept, Arena *arena);
Walk *__wrap_walk_make(const Equations *eq, const bool *kept, Arena *arena);
void __real_walk_join(Walk *walk, const Balls *balls);
void __wrap_walk_join(Walk *walk, const Balls *balls);
Status __real_free_equations(const FreeSystem *s, const Method *method, Equations *eq);
Status __wrap_free_equations(const FreeSystem *s, const Method *method, Equations *eq);
Status __real_free_equations_later(const FreeSystem *s, const Method *method, LaterMasses *later,
                                   Equations *eq);
Status __wrap_free_equations_later(const FreeSystem *s, const Method *method, LaterMasses *later,
                                   Equations *eq);
Status __real_canonical_equations(const FreeSystem *s, const Method *method, Equations *eq);
Status __wrap_canonical_equations(const FreeSystem *s, const Method *method, Equations *eq);
Status __real_closed_forms(Equations *eq, Arena *arena, bool reactions, ClosedForms *forms);
Status __wrap_closed_forms(Equations *eq, Arena *arena, bool reactions, ClosedForms *forms);
Evaluator *__real_evaluator_create(EvaluatorParts parts);
Evaluator *__wrap_evaluator_create(EvaluatorParts parts);
Status __real_flow_plan(System *m, const FlowWish *wish, FlowPlan *plan);
Status __wrap_flow_plan(System *m, const FlowWish *wish, FlowPlan *plan);
Status __real_system_follow(System *m, const MotionRequest *r, Arena *arena, Motion *motion);
Status __wrap_system_follow(System *m, const MotionRequest *r, Arena *arena, Motion *motion);
ProcessEnd __real_process_run(Process *process);
ProcessEnd __wrap_process_run(Process *process);

const Ground *__wrap_ground_at(const Equations *eq, double t, const double *q, const double *qd,
                               const double *z, Arena *arena) {
  count.state = mix_numbers(mix_numbers(mix_numbers(1, &t, 1), q, eq->n), qd, eq->n);
  const Ground *ground = __real_ground_at(eq, t, q, qd, z, arena);
  count.state = 0;
  return ground;
}

// A ground begins with a walk from all constraints that does not continue another one.
Walk *__wrap_walk_make(const Equations *eq, const bool *kept, Arena *arena) {
  Walk *walk = __real_walk_make(eq, kept, arena);
  if (kept != NULL) return walk;
  count.walk = walk;
  count.ground = counted(GROUND, key_of_ground(eq), NULL, eq->model);
  return walk;
}

void __wrap_walk_join(Walk *walk, const Balls *balls) {
  if (walk == count.walk) count.at[count.ground].times--;
  count.walk = NULL;
  __real_walk_join(walk, balls);
}

// One of these functions may call another: lld wraps that call, too, unless the compiler has inlined it. Only the outer
// one counts. Within the calls of these tests none is left in the middle.
static int deriving;

static void note_derivation(const FreeSystem *s, const Method *method) {
  if (deriving++ == 0) (void) counted(DERIVATION, key_of_mode(s->model), method, s->model);
}

Status __wrap_free_equations(const FreeSystem *s, const Method *method, Equations *eq) {
  note_derivation(s, method);
  const Status status = __real_free_equations(s, method, eq);
  deriving--;
  return status;
}

Status __wrap_free_equations_later(const FreeSystem *s, const Method *method, LaterMasses *later,
                                   Equations *eq) {
  note_derivation(s, method);
  const Status status = __real_free_equations_later(s, method, later, eq);
  deriving--;
  return status;
}

Status __wrap_canonical_equations(const FreeSystem *s, const Method *method, Equations *eq) {
  note_derivation(s, method);
  const Status status = __real_canonical_equations(s, method, eq);
  deriving--;
  return status;
}

Status __wrap_closed_forms(Equations *eq, Arena *arena, bool reactions, ClosedForms *forms) {
  (void) counted(CLOSED, mix(key_of_mode(eq->model), reactions), eq->method, eq->model);
  return __real_closed_forms(eq, arena, reactions, forms);
}

Evaluator *__wrap_evaluator_create(EvaluatorParts parts) {
  count.compiled++;
  return __real_evaluator_create(parts);
}

Status __wrap_flow_plan(System *m, const FlowWish *wish, FlowPlan *plan) {
  const Program *p = &m->program;
  const uint64_t mode = mix(mix(key_of_mode(m->model), wish->chart != NULL), wish->jacobian);
  (void) counted(PLAN, mix_numbers(mode, p->inputs, program_inputs(p)), m->equations.method,
                 m->model);
  return __real_flow_plan(m, wish, plan);
}

Status __wrap_system_follow(System *m, const MotionRequest *r, Arena *arena, Motion *motion) {
  count.runs++;
  return __real_system_follow(m, r, arena, motion);
}

ProcessEnd __wrap_process_run(Process *process) {
  count.processes++;
  return __real_process_run(process);
}

// Returns the number of facts of a kind; fails if one was computed twice.
static size_t each_once(Kind kind) {
  size_t n = 0;
  for (size_t i = 0; i < count.n; i++) {
    const Counted *fact = &count.at[i];
    if (fact->kind != kind) continue;
    if (fact->times > 1)
      fail_msg("%s %s %s: %zu times", kind_name[kind],
               fact->method != NULL ? fact->method->name : "", fact->mode, fact->times);
    n += fact->times;
  }
  return n;
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

static DalModel *counted_gallery(const char *name) {
  char path[200];
  DalModel *m = dal_model_create();
  snprintf(path, sizeof path, "models/%s.mech", name);
  if (dal_model_read(m, path) != DAL_OK || dal_model_finish(m) != DAL_OK)
    fail_msg("%s", dal_model_messages(m));
  memset(&count, 0, sizeof count);
  return m;
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
  assert_int_equal(each_once(DERIVATION), 6);
  assert_true(each_once(GROUND) > 0);
  assert_int_equal(count.compiled, 1);
  assert_int_equal(each_once(CLOSED) + each_once(PLAN) + count.runs, 0);
  check_ok(m, dal_model_check(m, DAL_JSON, &result));
  dal_result_destroy(result);
  assert_int_equal(each_once(DERIVATION), 6);
  dal_model_destroy(m);
}

static void test_analyze(void **state) {
  (void) state;
  DalModel *m = counted_model(pendulum);
  const char *text;
  check_ok(m, text_of(&text, dal_model_analyze, m, NULL, DAL_TEXT));
  assert_int_equal(each_once(DERIVATION), 1);
  assert_true(each_once(GROUND) > 0);
  assert_int_equal(each_once(CLOSED) + each_once(PLAN) + count.runs + count.compiled, 0);
  dal_model_destroy(m);
}

// The page shows equations, claims, an analysis, two figures and an animation.
static void test_report(void **state) {
  (void) state;
  DalModel *m = counted_model(pendulum);
  const char *text;
  check_ok(m, text_of(&text, dal_model_report, m, NULL));
  assert_int_equal(each_once(DERIVATION), 6);
  assert_true(each_once(GROUND) > 0);
  assert_int_equal(each_once(CLOSED), 1);
  assert_int_equal(count.compiled, 1);
  assert_int_equal(count.runs, 1);
  assert_int_equal(each_once(PLAN), 2);  // for the run, and for those that the page makes itself
  assert_int_equal(count.processes, 1);  // gnuplot, for both figures
  assert_non_null(strstr(text, "<svg"));
  dal_model_destroy(m);
}

// Models of all kinds: derivations, each by another method or in another mode, and plans, each at another state of the
// run or for another use. A mode that a run enters is compiled, too.
static const struct {
  const char *name, *kind;
  size_t check, analyze, report;  // derivations
  size_t compiled, plans;         // in the report
} gallery[] = {
  {"double-pendulum", "free", 7, 1, 7, 1, 2},
  {"rolling-disk", "constrained", 6, 1, 6, 1, 2},
  {"orthogonal-velocities", "with rows that follow from others", 6, 1, 6, 1, 2},
  {"chaplygin-sleigh", "by speeds", 6, 2, 6, 1, 2},
  {"ball-in-box", "with impacts", 9, 1, 13, 1, 2},
  {"bouncing-ball", "with contact, entered by the run", 8, 1, 8, 2, 3},
  {"ladder", "with contacts that end", 9, 1, 10, 3, 3},
  {"rimless-wheel", "with another mode of the same constraints", 6, 1, 6, 1, 3},
  {"rocking-block", "with events that switch constraints", 7, 1, 8, 2, 3},
  {"stick-slip", "with forces that switch", 7, 1, 7, 1, 2},
};

#define GALLERY (sizeof gallery / sizeof *gallery)

// Fails unless these are the numbers of derivations, plans and runs, and each fact was computed once.
static void each_fact_once(size_t i, const char *call, size_t derivations, size_t plans,
                           size_t runs, size_t compiled) {
  print_message("%s, %s: %s\n", gallery[i].name, gallery[i].kind, call);
  assert_int_equal(each_once(DERIVATION), derivations);
  (void) each_once(GROUND);
  assert_int_equal(each_once(CLOSED), runs);  // a report shows a motion and the equations
  assert_int_equal(each_once(PLAN), plans);
  assert_int_equal(count.runs, runs);
  assert_int_equal(count.compiled, compiled);
}

static void test_check_gallery(void **state) {
  (void) state;
  for (size_t i = 0; i < GALLERY; i++) {
    DalModel *m = counted_gallery(gallery[i].name);
    for (int again = 0; again < 2; again++) {
      DalResult *result;
      check_ok(m, dal_model_check(m, again ? DAL_JSON : DAL_TEXT, &result));
      dal_result_destroy(result);
      each_fact_once(i, again ? "check again" : "check", gallery[i].check, 0, 0, 1);
    }
    dal_model_destroy(m);
  }
}

static void test_analyze_gallery(void **state) {
  (void) state;
  for (size_t i = 0; i < GALLERY; i++) {
    DalModel *m = counted_gallery(gallery[i].name);
    const char *text;
    check_ok(m, text_of(&text, dal_model_analyze, m, NULL, DAL_TEXT));
    each_fact_once(i, "analyze", gallery[i].analyze, 0, 0, 0);
    dal_model_destroy(m);
  }
}

static void test_report_gallery(void **state) {
  (void) state;
  for (size_t i = 0; i < GALLERY; i++) {
    DalModel *m = counted_gallery(gallery[i].name);
    const char *text;
    check_ok(m, text_of(&text, dal_model_report, m, NULL));
    each_fact_once(i, "report", gallery[i].report, gallery[i].plans, 1, gallery[i].compiled);
    dal_model_destroy(m);
  }
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
  assert_int_equal(each_once(DERIVATION), 1);
  assert_int_equal(each_once(CLOSED), 1);
  dal_model_destroy(m);
}

// A parameter with another value: facts that may depend on it are computed again, but only when needed. Equations with
// multipliers depend on none, but the ground from which questions about them are answered does.
static void test_change(void **state) {
  (void) state;
  DalModel *m = counted_model(pendulum);
  const Equations *eq, *same, *other;
  const Method *method, *appell = methods_find("appell");
  assert_int_equal(system_by_method(m, appell, &eq), STATUS_OK);
  assert_int_equal(system_by_method(m, appell, &same), STATUS_OK);
  assert_ptr_equal(eq, same);
  assert_int_equal(system_reference(m, &eq, &method), STATUS_OK);
  assert_string_equal(method->name, "multipliers");
  check_ok(m, dal_model_set(m, "l = 2"));
  assert_int_equal(each_once(DERIVATION), 2);
  const size_t grounds = each_once(GROUND);
  assert_int_equal(system_reference(m, &other, &method), STATUS_OK);
  assert_ptr_not_equal(eq, other);
  assert_ptr_equal(eq->problem.made.M.at, other->problem.made.M.at);
  assert_int_equal(each_once(DERIVATION), 2);
  assert_ptr_not_equal(ground_of(eq), NULL);
  assert_int_equal(each_once(GROUND), grounds + 1);
  assert_int_equal(system_by_method(m, appell, &other), STATUS_OK);
  assert_ptr_not_equal(same, other);
  for (size_t i = 0; i < count.n; i++)
    if (count.at[i].kind == DERIVATION)
      assert_int_equal(count.at[i].times, count.at[i].method == appell ? 2 : 1);
  dal_model_destroy(m);
}

// Rows that follow from rates are chosen at the initial state, for the values of parameters.
static void test_change_of_rates(void **state) {
  (void) state;
  DalModel *m = counted_model("system \"Rail\"\n"
                              "parameter m = 1, a = 1\n"
                              "coordinate x, y\n"
                              "point P mass m at [x, y]\n"
                              "speed v\n"
                              "rate x' = v*cos(a)\n"
                              "rate y' = v*sin(a)\n");
  const Equations *eq;
  const Method *method;
  assert_int_equal(system_reference(m, &eq, &method), STATUS_OK);
  assert_true(eq->constraints.r > eq->model->constraints.n);
  check_ok(m, dal_model_set(m, "a = 1.5"));
  assert_int_equal(system_reference(m, &eq, &method), STATUS_OK);
  assert_int_equal(count.at[0].times, 2);
  dal_model_destroy(m);
}

// What is kept of other modes says the same after a change as what is made for it.
static void test_change_of_modes(void **state) {
  (void) state;
  DalModel *m = counted_gallery("ball-in-box");
  const char *before, *after, *fresh;
  check_ok(m, text_of(&before, dal_model_check, m, DAL_JSON));
  const size_t derivations = each_once(DERIVATION);
  check_ok(m, dal_model_set(m, "e = 1/2, m = 3"));
  check_ok(m, text_of(&after, dal_model_check, m, DAL_JSON));
  dal_model_destroy(m);
  size_t again = 0;
  for (size_t i = 0; i < count.n; i++)
    if (count.at[i].kind == DERIVATION && count.at[i].method == methods_reference())
      again += count.at[i].times - 1;
  assert_int_equal(again, 0);
  m = counted_gallery("ball-in-box");
  check_ok(m, dal_model_set(m, "e = 1/2, m = 3"));
  check_ok(m, text_of(&fresh, dal_model_check, m, DAL_JSON));
  assert_int_equal(each_once(DERIVATION), derivations);
  assert_string_equal(after, fresh);
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
    cmocka_unit_test(test_check),           cmocka_unit_test(test_analyze),
    cmocka_unit_test(test_report),          cmocka_unit_test(test_check_gallery),
    cmocka_unit_test(test_analyze_gallery), cmocka_unit_test(test_report_gallery),
    cmocka_unit_test(test_forms),           cmocka_unit_test(test_change),
    cmocka_unit_test(test_change_of_rates), cmocka_unit_test(test_change_of_modes),
    cmocka_unit_test(test_refusal),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
