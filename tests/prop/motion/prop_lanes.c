// Laws of lanes: motions computed several at a time have the same bits as those computed alone.
//
// Judge: run_flow with the compiled flow, one motion after the other. Models are random
// (support/lane_models.h), and some of the gallery, which have constraints, redundant ones and charts;
// members differ in parameters, initial states, tolerances, times, directions of time, rows, budgets of
// steps and in what they do when a pivot becomes small. TEST_SEED and TEST_SCALE as everywhere.

#include "api/api_impl.h"
#include "motion/lanes.h"
#include "program/flow.h"
#include "support/check.h"
#include "support/lane_models.h"
#include "support/open_flow.h"

#include <math.h>
#include <stdlib.h>

#define ROWS 12  // at most, of a member

typedef struct {
  const char *text;
  DalModel *m;
  FlowPlan plan;
  Flow *flow, *compiled;
  double t0, *y0;
} Subject;

typedef struct {
  double *fixed, *ask, *fall, *y[2], *rows[2], times[ROWS];
  RunRequest request;
  RunResult alone;
  LaneMotion together;
  bool done;
} Member;

typedef struct {
  Member *member;
  size_t n, given;
} Crowd;

typedef struct {
  size_t models, members, ends[RUN_ASKED + 1], rows, events, refused;
  LaneCount steps;
} Tally;

// --- models --------------------------------------------------------------------------------------

static Status open_body(void *context) {
  Subject *s = context;
  return open_flow(s->m, (FlowWish){0}, &s->plan, &s->t0, &s->y0, &s->flow);
}

static bool open_subject(Subject *s, const char *text) {
  NativeTrouble trouble;
  *s = (Subject){.text = text, .m = dal_model_create()};
  return dal_model_add(s->m, text) == DAL_OK && dal_model_finish(s->m) == DAL_OK &&
         guard_run(&s->m->guard, open_body, s) == STATUS_OK &&
         flow_compile(s->flow, &s->compiled, &trouble) == STATUS_OK;
}

static void close_subject(Subject *s) {
  flow_destroy(s->compiled);
  flow_destroy(s->flow);
  flow_plan_clear(&s->plan);
  dal_model_destroy(s->m);
}

// --- members -------------------------------------------------------------------------------------

// Gives advice that depends only on the question.
static RunAdvice advise(void *context, double t, const double *y, size_t pivot, double part) {
  (void) context, (void) t, (void) y;
  return part == 0 || pivot % 2 == 0 ? RUN_STAY : RUN_CHANGE;
}

static void draw_times(Member *k, Dice *d) {
  RunRequest *r = &k->request;
  const double length = r->to - r->from;
  r->n_times = dice_below(d, 3) == 0 ? 0 : dice_below(d, ROWS);
  r->times = k->times;
  for (size_t i = 0; i < r->n_times; i++)
    k->times[i] = r->from + length * (double) (i + 1) / (double) r->n_times;
  if (r->n_times > 0) k->times[r->n_times - 1] = r->to;
}

static void draw_member(const Subject *s, Member *k, Dice *d, int *direction) {
  const size_t n = s->flow->n, fixed = s->plan.fixed, watched = s->flow->watched;
  double *at = calloc(fixed + 2 * watched + 2 * n * (ROWS + 1) + 1, sizeof *at);
  assert_non_null(at);
  *k = (Member){.fixed = at};
  k->ask = at + fixed;
  k->fall = k->ask + watched;
  for (int i = 0; i < 2; i++) {
    k->y[i] = k->fall + watched + (size_t) i * n * (ROWS + 1);
    k->rows[i] = k->y[i] + n;
  }
  for (size_t i = 0; i < fixed; i++)
    k->fixed[i] = s->plan.parameters[i] * dice_between(d, 0.9, 1.1);
  for (size_t i = 0; i < n; i++)
    k->y[0][i] = s->y0[i] + dice_signed(d, 0, dice_below(d, 8) ? 0.5 : 3);
  k->request = (RunRequest){
    .integrator = INTEGRATOR_DOP853,
    .from = s->t0,
    .to = s->t0 + dice_signed(d, 0, dice_below(d, 10) ? 8 : 0.01),
    .rtol = pow(10, -dice_between(d, 4, 12)),
    .atol = pow(10, -dice_between(d, 4, 12)),
    .most_steps = dice_below(d, 12) ? 20000 : 1 + dice_below(d, 60),
    .direction = direction,
  };
  if (dice_below(d, 20) == 0) k->request.to = k->request.from;
  if (dice_below(d, 3) == 0) {
    k->request.ask = advise;
    k->request.ask_part = k->ask;
    k->request.fall = k->fall;
    for (size_t i = 0; i < watched; i++) {
      k->ask[i] = dice_between(d, 0, 0.9);
      k->fall[i] = dice_below(d, 4) ? 0 : dice_between(d, 0.1, 0.6);
    }
  }
  draw_times(k, d);
}

// --- the law -------------------------------------------------------------------------------------

static LaneMotion *next_member(void *context) {
  Crowd *c = context;
  return c->given < c->n ? &c->member[c->given++].together : NULL;
}

static void member_done(void *context, LaneMotion *motion) {
  (void) context;
  Member *k = motion->context;
  assert_false(k->done);
  k->done = true;
}

static bool same(const double *a, const double *b, size_t n) {
  return memcmp(a, b, n * sizeof *a) == 0;
}

// Compares everything that a run reports.
static bool same_result(const RunResult *a, const RunResult *b, size_t n) {
  const bool event = a->end != RUN_EVENT || a->event == b->event;
  const bool singular = a->end != RUN_SINGULAR || (a->pivot == b->pivot && same(&a->where, &b->where, 1));
  const bool stray = a->end != RUN_STRAYED || (a->stray == b->stray && same(&a->off, &b->off, 1));
  return a->end == b->end && same(&a->t, &b->t, 1) && same(a->y, b->y, n) &&
         a->n_rows == b->n_rows && same(a->rows, b->rows, a->n_rows * n) && a->steps == b->steps &&
         a->rejected == b->rejected && a->calls == b->calls && a->stiff == b->stiff && event &&
         singular && stray && same(&a->digits, &b->digits, 1) && same(a->slack, b->slack, 2);
}

static void run_alone(const Subject *s, Crowd *c) {
  Flow *flow = flow_share_compiled(s->compiled);
  assert_non_null(flow);
  for (size_t i = 0; i < c->n; i++) {
    Member *k = &c->member[i];
    flow_set_fixed(flow, k->fixed);
    flow->project != NULL ? flow->project(flow, k->request.from, k->y[0]) : (void) 0;
    memcpy(k->y[1], k->y[0], s->flow->n * sizeof(double));
    k->alone = (RunResult){.y = k->y[0], .rows = k->rows[0]};
    assert_int_equal(run_flow(flow, &k->request, &k->alone), STATUS_OK);
  }
  flow_destroy(flow);
}

static void run_together(const Subject *s, Crowd *c, Tally *tally) {
  NativeTrouble trouble;
  Lanes *lanes = lanes_create(s->compiled, HUGE_VAL, &trouble);
  assert_non_null(lanes);
  if (lanes_width(lanes) == 1) fail_msg("%s\n%s", trouble.text, s->text);
  for (size_t i = 0; i < c->n; i++) {
    Member *k = &c->member[i];
    k->together = (LaneMotion){.fixed = k->fixed,
                               .request = k->request,
                               .result = {.y = k->y[1], .rows = k->rows[1]},
                               .context = k};
  }
  LaneCount count;
  assert_int_equal(lanes_follow(lanes, &(LaneSource){next_member, member_done, c}, &count), STATUS_OK);
  tally->steps.together += count.together;
  tally->steps.alone += count.alone;
  lanes_destroy(lanes);
}

static void judge(const Subject *s, Crowd *c, uint64_t seed, Tally *tally) {
  for (size_t i = 0; i < c->n; i++) {
    Member *k = &c->member[i];
    const RunResult *a = &k->alone, *b = &k->together.result;
    assert_true(k->done);
    tally->ends[a->end]++;
    tally->rows += a->n_rows;
    if (!same_result(a, b, s->flow->n))
      fail_msg("seed %llu, member %zu: end %d and %d, t %.17g and %.17g, steps %zu and %zu, rejected "
               "%zu and %zu, calls %zu and %zu, y[0] %.17g and %.17g\n%s",
               (unsigned long long) seed, i, (int) a->end, (int) b->end, a->t, b->t, a->steps, b->steps,
               a->rejected, b->rejected, a->calls, b->calls, a->y[0], b->y[0], s->text);
    free(k->fixed);
  }
}

static void try_model(const char *text, uint64_t seed, size_t members, Tally *tally) {
  Dice dice = {seed};
  Subject s;
  if (!open_subject(&s, text)) {
    tally->refused++;
    close_subject(&s);
    return;
  }
  Crowd c = {.member = calloc(members, sizeof(Member)), .n = members};
  int *direction = calloc(s.flow->events + 1, sizeof *direction);
  assert_true(c.member != NULL && direction != NULL);
  for (size_t i = 0; i < s.flow->events; i++) direction[i] = (int) dice_int(&dice, -1, 1);
  for (size_t i = 0; i < members; i++) draw_member(&s, &c.member[i], &dice, direction);
  run_alone(&s, &c);
  run_together(&s, &c, tally);
  judge(&s, &c, seed, tally);
  tally->models++;
  tally->members += members;
  tally->events += s.flow->events > 0;
  free(c.member);
  free(direction);
  close_subject(&s);
}

static size_t scale(void) {
  const char *text = getenv("TEST_SCALE");
  return text != NULL && atoi(text) > 0 ? (size_t) atoi(text) : 1;
}

static uint64_t first_seed(void) {
  const char *text = getenv("TEST_SEED");
  return text != NULL ? strtoull(text, NULL, 10) : 1;
}

static void print_tally(const Tally *t) {
  print_message("%zu models (%zu refused, %zu with events), %zu members, %zu rows; ends", t->models,
                t->refused, t->events, t->members, t->rows);
  for (size_t i = 0; i < COUNT(t->ends); i++) print_message(" %zu", t->ends[i]);
  print_message("; steps %zu together, %zu alone\n", t->steps.together, t->steps.alone);
}

static void test_random_models(void **state) {
  (void) state;
  Tally tally = {0};
  const size_t count = 3 * scale();
  for (uint64_t seed = first_seed(), end = seed + count; seed < end; seed++) {
    Guard guard = {.budget = SIZE_MAX};
    Arena arena;
    arena_init(&arena, allocator_heap(), &guard);
    Dice dice = {seed};
    try_model(lane_model(&arena, &dice), seed, 500, &tally);
    arena_clear(&arena);
  }
  print_tally(&tally);
  assert_true(tally.models >= (count + 1) / 2);
  assert_true(tally.steps.together > tally.steps.alone / 4);  // the law is about lanes
}

static char *read_file(const char *path) {
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  char *text = calloc(1, 1 << 16);
  assert_non_null(text);
  assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
  fclose(file);
  return text;
}

// Constraints that are projected onto, a redundant one that is monitored, functions of time, charts.
static void test_gallery(void **state) {
  (void) state;
  static const char *const names[] = {"models/pendulum-cartesian.mech", "models/four-bar.mech",
                                      "models/disk-on-bar.mech"};
  Tally tally = {0};
  for (size_t i = 0; i < COUNT(names); i++) {
    char *text = read_file(names[i]);
    try_model(text, first_seed() + i, 300, &tally);
    free(text);
  }
  print_tally(&tally);
  assert_int_equal(tally.models, COUNT(names));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_random_models),
    cmocka_unit_test(test_gallery),
  };
  return cmocka_run_group_tests_name("lanes", tests, NULL, NULL);
}
