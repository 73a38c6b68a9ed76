// Laws of code that is compiled soon: a motion has the same bits with only the functions of a flow, compiled with
// little effort, and the program's own integrators, as with the whole unit; also if it changes from one to the other at
// any pause.
//
// Judge: run_flow with the whole unit. Models are random (support/lane_models.h), and some of the gallery, which have
// constraints, redundant ones, charts and events; runs differ in tolerances, times, directions of time and rows, by DOP853,
// by Taylor's method and by CVODE's BDF with its compiled Jacobian, which is compared with the interpreted one. TEST_SEED
// and TEST_SCALE as everywhere.

#include "api/api_impl.h"
#include "motion/compiled.h"
#include "motion/run.h"
#include "program/flow.h"
#include "support/check.h"
#include "support/folder.h"
#include "support/lane_models.h"
#include "support/open_flow.h"
#include "support/settings.h"

#include <math.h>
#include <stdlib.h>

#define ROWS 8

typedef struct {
  DalModel *m;
  FlowPlan plan;
  Integrator integrator;
  Flow *flow, *whole, *soon;
  double t0, *y0;
} Subject;

typedef struct {
  size_t models, runs, rows, changed, ends[RUN_ASKED + 1];
} Tally;

static Status open_body(void *context) {
  Subject *s = context;
  const FlowWish wish = {.series = s->integrator == INTEGRATOR_TAYLOR,
                         .jacobian = s->integrator == INTEGRATOR_BDF};
  return open_flow(s->m, wish, &s->plan, &s->t0, &s->y0, &s->flow);
}

// The unit that is compiled soon goes first: the whole one would be found in the cache.
static bool open_subject(Subject *s, const char *text, Integrator integrator) {
  NativeTrouble trouble;
  *s = (Subject){.m = dal_model_create(), .integrator = integrator};
  return dal_model_add(s->m, text) == DAL_OK && dal_model_finish(s->m) == DAL_OK &&
         guard_run(&s->m->guard, open_body, s) == STATUS_OK &&
         flow_compile_soon(s->flow, &s->soon, &trouble) == STATUS_OK &&
         flow_compile(s->flow, &s->whole, &trouble) == STATUS_OK;
}

static void close_subject(Subject *s) {
  flow_destroy(s->soon);
  flow_destroy(s->whole);
  flow_destroy(s->flow);
  flow_plan_clear(&s->plan);
  dal_model_destroy(s->m);
}

// --- runs ----------------------------------------------------------------------------------------

// Changes to the other flow at one of the pauses.
typedef struct {
  const Flow *other;
  int left;  // pauses until then; negative: never
  bool changed;
} Change;

static void on_pause(void *context, double t, size_t calls, const Flow **flow) {
  Change *change = context;
  (void) t, (void) calls;
  if (change->left < 0 || change->left-- > 0) return;
  *flow = change->other;
  change->changed = true;
}

typedef struct {
  double *y, *rows;
  RunResult result;
} Run;

static Run follow(const Subject *s, const Flow *flow, RunRequest r, const double *y, Change *change) {
  const size_t n = s->flow->n;
  Run run = {.y = calloc(n * (ROWS + 1) + 1, sizeof(double))};
  assert_non_null(run.y);
  memcpy(run.y, y, n * sizeof *y);
  run.rows = run.y + n;
  run.result = (RunResult){.y = run.y, .rows = run.rows};
  r.pause = on_pause;
  r.context = change;
  assert_int_equal(run_flow(flow, &r, &run.result), STATUS_OK);
  return run;
}

static void check_same(const Subject *s, const Run *a, const Run *b) {
  const size_t n = s->flow->n;
  assert_int_equal(a->result.end, b->result.end);
  assert_int_equal(a->result.steps, b->result.steps);
  assert_int_equal(a->result.rejected, b->result.rejected);
  assert_int_equal(a->result.calls, b->result.calls);
  assert_int_equal(a->result.n_rows, b->result.n_rows);
  assert_memory_equal(&a->result.t, &b->result.t, sizeof a->result.t);
  assert_memory_equal(a->y, b->y, n * sizeof *a->y);
  assert_memory_equal(a->rows, b->rows, n * a->result.n_rows * sizeof *a->rows);
}

static void check_run(const Subject *s, Dice *d, Tally *tally) {
  double times[ROWS], *y = calloc(s->flow->n + 1, sizeof *y);
  int *direction = calloc(s->flow->events + 1, sizeof *direction);
  const int length = (int) dice_below(d, 250);
  RunRequest r = {
    .integrator = s->integrator,
    .from = s->t0,
    .to = s->t0 + dice_signed(d, 0, 2 + length),
    .rtol = pow(10, -dice_between(d, 4, 13)),
    .atol = pow(10, -dice_between(d, 4, 13)),
    .most_steps = 3000,
    .times = times,
    .n_times = dice_below(d, ROWS + 1),
    .direction = direction,
  };
  assert_true(y != NULL && direction != NULL);
  for (size_t i = 0; i < r.n_times; i++)
    times[i] = r.from + (r.to - r.from) * (double) (i + 1) / (double) r.n_times;
  if (r.n_times > 0) times[r.n_times - 1] = r.to;
  for (size_t i = 0; i < s->flow->n; i++) y[i] = s->y0[i] + dice_signed(d, 0, 0.3);
  if (dice_below(d, 2) == 0) memcpy(y, s->y0, s->flow->n * sizeof *y);
  Change never = {.left = -1}, over = {.other = s->whole, .left = (int) dice_below(d, 4)};
  Change back = {.other = s->soon, .left = (int) dice_below(d, 2)};
  const Run whole = follow(s, s->whole, r, y, &never), soon = follow(s, s->soon, r, y, &never);
  const Run mixed = follow(s, s->soon, r, y, &over), mixed_back = follow(s, s->whole, r, y, &back);
  check_same(s, &soon, &whole);
  check_same(s, &mixed, &whole);
  check_same(s, &mixed_back, &whole);
  tally->runs++;
  tally->rows += whole.result.n_rows;
  tally->changed += (size_t) over.changed + back.changed;
  tally->ends[whole.result.end]++;
  free(whole.y);
  free(soon.y);
  free(mixed.y);
  free(mixed_back.y);
  free(y);
  free(direction);
}

// Compares the compiled Jacobian with the interpreted one, up to rounding; runs compare the bits of both compiled ones.
static void check_jacobian(const Subject *s) {
  const size_t entries = s->flow->pattern->entries;
  double *J = calloc(2 * entries + 1, sizeof *J), largest = 0;
  assert_non_null(J);
  assert_true(s->soon->jacobian != s->whole->jacobian && s->soon->jacobian != s->flow->jacobian);
  s->flow->jacobian(s->flow, s->t0, s->y0, J);
  s->soon->jacobian(s->soon, s->t0, s->y0, J + entries);
  for (size_t i = 0; i < entries; i++) largest = fmax(largest, fabs(J[i]));
  for (size_t i = 0; i < entries; i++)
    if (isfinite(J[i])) assert_true(fabs(J[entries + i] - J[i]) <= 1e-11 * largest);
  free(J);
}

static void check_model(const char *text, Integrator integrator, size_t runs, Dice *d, Tally *tally) {
  Subject s;
  if (open_subject(&s, text, integrator)) {
    if (s.flow->jacobian != NULL)
      check_jacobian(&s);
    else if (flow_tapes(s.flow)->series.next != NULL)  // not every model has them
      assert_true(s.soon->taylor != s.whole->taylor);
    else
      assert_true(s.soon->drive != s.whole->drive);
    for (size_t i = 0; i < runs; i++) check_run(&s, d, tally);
    tally->models++;
  }
  close_subject(&s);
}

static const char *gallery_text(const char *name) {
  for (size_t i = 0; i < dal_example_count(); i++)
    if (strcmp(dal_example_name(i), name) == 0) return dal_example_text(i);
  fail_msg("%s is not in the gallery", name);
  return NULL;
}

// Uses an empty cache, or the whole units of the last time would be found.
static void use_cache(const Folder *folder) {
  assert_int_equal(setenv("DALEMBERT_CACHE", folder->path, 1), 0);
}

// --- laws ----------------------------------------------------------------------------------------

// At rest, where it begins, and where it turns, it has no series: DOP853 takes some steps.
static const char drag[] =
  "parameter m = 1, c = 0.3, g = 9.81\ncoordinate x, y\npoint P mass m at [x, y]\n"
  "gravity = [0, -g]\ndissipation = c/3*(x'^2 + y'^2)^(3/2)\n"
  "initial x = 0, y = 0, x' = 0, y' = 0\n";

static void test_same_bits(void **state) {
  static const char *const gallery[] = {"double-pendulum", "pendulum-cartesian", "four-bar"};
  static const Integrator integrators[] = {INTEGRATOR_TAYLOR, INTEGRATOR_DOP853, INTEGRATOR_BDF};
  Dice d = {(uint64_t) test_setting("TEST_SEED", 1)};
  Tally tally = {0};
  const size_t models = test_scaled(3);
  use_cache(*state);
  for (size_t i = 0; i < COUNT(gallery); i++)
    check_model(gallery_text(gallery[i]), i % 2 == 0 ? INTEGRATOR_TAYLOR : INTEGRATOR_DOP853, 12, &d,
                &tally);
  check_model(gallery_text("pendulum-cartesian"), INTEGRATOR_BDF, 12, &d, &tally);
  check_model(drag, INTEGRATOR_TAYLOR, 12, &d, &tally);
  for (size_t i = 0; i < models; i++) {
    Guard guard = {.budget = SIZE_MAX};
    Arena arena;
    arena_init(&arena, allocator_heap(), &guard);
    check_model(lane_model(&arena, &d), integrators[(i + 1) % COUNT(integrators)], 12, &d, &tally);
    arena_clear(&arena);
  }
  print_message("%zu models, %zu runs, %zu rows, %zu changes of code; %zu reached their end, %zu singular\n",
                tally.models, tally.runs, tally.rows, tally.changed, tally.ends[RUN_DONE],
                tally.ends[RUN_SINGULAR]);
  assert_true(tally.models > COUNT(gallery) && tally.changed > 0);
}

// The whole unit becomes ready during a run, which does not change its numbers, and is in the cache afterwards.

static void improve_at_pause(void *context, double t, size_t calls, const Flow **flow) {
  (void) t, (void) calls, (void) flow;
  flow_improve(context);
}

static void test_improved(void **state) {
  use_cache(*state);
  Subject s;
  NativeTrouble trouble;
  s = (Subject){.m = dal_model_create()};
  assert_int_equal(dal_model_add(s.m, gallery_text("double-pendulum")), DAL_OK);
  assert_int_equal(dal_model_finish(s.m), DAL_OK);
  assert_int_equal(guard_run(&s.m->guard, open_body, &s), STATUS_OK);
  assert_int_equal(flow_compile_soon(s.flow, &s.soon, &trouble), STATUS_OK);
  int (*const alone)(Drive *d) = s.soon->drive;
  RunRequest r = {.from = 0, .to = 1e9, .rtol = 1e-10, .atol = 1e-12, .most_steps = 500};
  r.context = s.soon;
  r.pause = improve_at_pause;
  Change never = {.left = -1};
  // runs until it has happened; the last run is repeated with the whole unit
  double start[4], now[4];
  memcpy(now, s.y0, sizeof now);
  assert_int_equal(s.flow->n, 4);
  RunResult result = {.y = now};
  for (int i = 0; i < 2000000 && s.soon->drive == alone; i++) {
    memcpy(start, now, sizeof now);
    assert_int_equal(run_flow(s.soon, &r, &result), STATUS_OK);
  }
  assert_true(s.soon->drive != alone);
  assert_int_equal(flow_compile(s.flow, &s.whole, &trouble), STATUS_OK);
  assert_false(flow_compile_facts(s.whole)->compiled);
  const Run again = follow(&s, s.whole, r, start, &never);
  assert_memory_equal(again.y, now, sizeof now);
  free(again.y);
  close_subject(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {FOLDER_TEST(test_same_bits), FOLDER_TEST(test_improved)};
  return cmocka_run_group_tests_name("soon", tests, NULL, NULL);
}
