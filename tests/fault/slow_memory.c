// Requests for memory refused, one after the other, while a model is parsed, derived, printed, compiled,
// compared at a real state, exported, run and reported: the status is STATUS_LIMIT each time, and
// nothing leaks.
//
// The common part runs only once. At a request the process splits: its children are refused what the parent gets,
// clean up, report whether all memory came back, and exit; then the parent continues.

#include "api/api_impl.h"
#include "ground/real.h"
#include "program/facts.h"
#include "report/report.h"
#include "support/check.h"

#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

// --- all blocks of the C library counted ------------------------------------------------------------
//
// Tapes and evaluators are heap blocks of their own, beside the arenas. The names below replace those
// of the C library for the whole program; the sanitizers do the same and look for leaks themselves.

static size_t live_blocks;

#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define __SANITIZE_ADDRESS__ 1  // as gcc says it
#endif
#endif

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *block, size_t size);
void __libc_free(void *block);

void *malloc(size_t size) {
  void *block = __libc_malloc(size);
  live_blocks += block != NULL;
  return block;
}

void *calloc(size_t n, size_t size) {
  void *block = __libc_calloc(n, size);
  live_blocks += block != NULL;
  return block;
}

void *realloc(void *old, size_t size) {
  void *block = __libc_realloc(old, size);
  live_blocks += old == NULL && block != NULL;
  live_blocks -= old != NULL && size == 0;
  return block;
}

void free(void *block) {
  live_blocks -= block != NULL;
  __libc_free(block);
}
#endif

// --- an allocator that refuses --------------------------------------------------------------------

typedef enum {
  REFUSE_NONE,
  REFUSE_ONE,     // this request
  REFUSE_REST,    // and all after it
  REFUSE_BUDGET,  // the next: it would go beyond the budget
} Refusal;

typedef struct {
  size_t asked, taken, given;
  size_t every;     // children at every so many requests; 0: none
  size_t refused;   // the number of the request at which this child was split off
  Refusal refusal;  // REFUSE_NONE in the parent
  Guard *guard;
  bool exceeded;  // memory was given beyond the budget
  size_t children, wrong;
} Counter;

// Splits off a child in which memory is refused, and waits for its end. Returns true in the child.
static bool split_off(Counter *c, Refusal refusal) {
  const pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    c->refusal = refusal;
    c->refused = c->asked;
    if (refusal == REFUSE_BUDGET) c->guard->budget = c->guard->used;
    return true;
  }
  int status;
  assert_int_equal(waitpid(child, &status, 0), child);
  c->children++;
  c->wrong += status != 0;
  return false;
}

static void *counted_take(void *self, size_t size) {
  Counter *c = self;
  c->asked++;
  if (c->every != 0 && c->refusal == REFUSE_NONE && (c->asked - 1) % c->every == 0)
    for (Refusal r = REFUSE_ONE; r <= REFUSE_BUDGET; r++)
      if (split_off(c, r)) break;
  if (c->refusal == REFUSE_ONE && c->asked == c->refused) return NULL;
  if (c->refusal == REFUSE_REST) return NULL;
  if (c->refusal == REFUSE_BUDGET && c->guard->used > c->guard->budget) c->exceeded = true;
  c->taken++;
  return malloc(size);
}

static void counted_give(void *self, void *block) {
  Counter *c = self;
  c->given++;
  free(block);
}

// --- a model from its text to its report ------------------------------------------------------------

static const char *const texts[] = {
  // points, frames, bodies, forces, observables; a number that does not fit a machine word
  "system \"A little of everything\"\n"
  "parameter m = 1, l = 2, g = 9.81, big = 123456789012345678901234567890, I1 = 1, I3 = 3\n"
  "coordinate theta, phi, x\n"
  "let r = l*[sin(theta)*cos(phi), sin(theta)*sin(phi), -cos(theta)]\n"
  "frame E = rotate(z, phi) rotate(x, theta)\n"
  "point P mass m at r + [x, 0, 0]\n"
  "body B mass big at r frame E inertia (I1, I1, I3)\n"
  "force on P = [0, -x', sqrt(2)*exp(-t)]\n"
  "gravity = [0, 0, -g]\n"
  "observe height = pos(P).z, E0 = energy\n"
  "initial theta = 1, phi = 0, x = 0\nsimulate to 0.01 every 0.01\n",
  // constraints
  "parameter m = 1, l = 2, g = 9.81\n"
  "coordinate x, y, phi\n"
  "point P mass m at [x, y]\n"
  "kinetic += phi'^2/2\n"
  "gravity = [0, -g]\n"
  "constraint rod: x^2 + y^2 = l^2\n"
  "constraint roll: phi' = x'*cos(phi)\n"
  "observe tension = lambda(rod)\n"
  "initial x = 2, y = 0, phi = 0, x' = 0, y' = 1\nsimulate to 0.01 every 0.01\n",
};

typedef struct {
  DalModel *m;
  const char *text;
} Way;

static Status go(void *context) {
  const Way *way = context;
  DalModel *m = way->m;
  m->diags.arena = &m->arena;
  m->pool = expr_pool_create(&m->arena);
  m->model = model_create(m->pool, &m->diags);
  Source *source = ARENA_NEW(&m->arena, Source);
  *source = (Source){"test.mech", str(way->text)};
  TRY(language_parse(m->model, source));
  TRY(model_finish(m->model));
  m->finished = true;
  TRY(methods_default(m->model)->derive(
    m->model, &(DeriveOptions){.arena = &m->arena, .worksheet = true}, &m->equations));
  m->derived = true;
  const SolvedForms *forms = system_forms(m, true, false);
  for (int format = FORMAT_TEXT; format <= FORMAT_LATEX; format++) {
    Text text = text_make(&m->work);
    report_equations(&m->equations, (Format) format, FORM_AUTO, forms, 0, &text);
  }
  Text text = text_make(&m->work);
  report_equations_json(&m->equations, FORM_AUTO, forms, &text);
  TRY(system_compile(m));
  States states = {0};
  TRY(system_states(m, NULL, &states));
  RealPoint *point;
  TRY(real_point(&m->equations, NULL, 0, 1, &m->work, &point));
  TRY(real_motion(point));
  return real_compare(point, m->equations.qdd[0], EXPR_ONE, 10) == TRUTH_NO ? STATUS_OK
                                                                            : STATUS_INTERNAL;
}

static Status export_and_run(DalModel *m) {
  DalResult *result;
  const DalStatus status = dal_model_export(m, NULL, &result);
  dal_result_destroy(result);
  if (status != DAL_OK) return (Status) status;
  DalRun *run;
  const DalRunOptions options = {.to = "0.01", .every = "0.01", .integrator = "dop853"};
  const DalStatus end = dal_model_simulate(m, &options, &run);
  dal_run_destroy(run);
  if (end != DAL_OK) return (Status) end;
  const DalStatus reported = dal_model_report(m, NULL, &result);
  dal_result_destroy(result);
  return (Status) reported;
}

static Status go_with(Counter *counter, size_t budget, const char *text) {
  DalModel *m = calloc(1, sizeof *m);
  assert_non_null(m);
  m->references = 1;
  m->memory_limit = m->guard.budget = budget;
  counter->guard = &m->guard;
  const Allocator allocator = {counted_take, counted_give, counter};
  arena_init(&m->arena, allocator, &m->guard);
  arena_init(&m->work, allocator, &m->guard);
  arena_init(&m->plans, allocator, &m->guard);
  arena_init(&m->notes, allocator, &m->guard);
  Status status = guard_run(&m->guard, go, &(Way){m, text});
  if (status == STATUS_OK) status = export_and_run(m);
  dal_model_destroy(m);
  return status;
}

#define PLENTY ((size_t) 1 << 30)

// Reports for a child whether all memory was returned and the status gives the reason. A budget as large as the most
// that is ever held ends nothing; then it must have been kept.
static _Noreturn void end_child(const Counter *c, Status status, size_t k, size_t before) {
  const bool enough = c->refusal == REFUSE_BUDGET && !c->exceeded;
  const bool told = status == STATUS_LIMIT || (enough && status == STATUS_OK);
  const bool good = told && c->given == c->taken && live_blocks == before;
  if (!good)
    fprintf(
      stderr,
      "text %zu, request %zu refused (%d): status %d, %zu of %zu given back, %zu blocks leak\n", k,
      c->refused, (int) c->refusal, (int) status, c->given, c->taken, live_blocks - before);
  _exit(good ? 0 : 1);
}

#define EVERY 3  // one request in three stands for all

static void test_requests_refused(void **state) {
  (void) state;
  for (size_t k = 0; k < COUNT(texts); k++) {
    Counter counter = {0};
    assert_int_equal(go_with(&counter, PLENTY, texts[k]),
                     STATUS_OK);  // libraries allocate what they keep
    counter = (Counter){.every = EVERY};
    const size_t before = live_blocks;
    const Status status = go_with(&counter, PLENTY, texts[k]);
    if (counter.refusal != REFUSE_NONE) end_child(&counter, status, k, before);
    assert_int_equal(status, STATUS_OK);
    assert_int_equal(counter.taken, counter.given);
    assert_int_equal(live_blocks, before);
    print_message("text %zu: %zu requests, %zu refused\n", k, counter.asked, counter.children);
    assert_true(counter.children > 300);
    assert_int_equal(counter.wrong, 0);
  }
}

// A budget that is small from the start.
static void test_small_budgets(void **state) {
  (void) state;
  for (size_t k = 0; k < COUNT(texts); k++)
    for (size_t budget = 0; budget < 300000; budget += 100000) {
      Counter counter = {0};
      const size_t before = live_blocks;
      assert_int_equal(go_with(&counter, budget, texts[k]), STATUS_LIMIT);
      assert_int_equal(counter.taken, counter.given);
      assert_int_equal(live_blocks, before);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_requests_refused),
    cmocka_unit_test(test_small_budgets),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
