// bench/common/flows.c: makes flows of models, and hand-written rates for comparison.

#include "bench/common/flows.h"
#include "api/api_impl.h"
#include "program/flow.h"
#include <dirent.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

const BenchCase bench_case[] = {
  {"B11 (4.14), gravity", "models/nonholonomic-double-pendulum.mech", "bench/hand/b11.c", 10},
  {"B08 (55), spring", "models/parallel-velocities-spring.mech", "bench/hand/b08.c", 20},
  {"double pendulum", "models/double-pendulum.mech", "bench/hand/double_pendulum.c", 10},
  {"spherical, (42)", "models/hamilton-spherical-pendulum.mech", "bench/hand/spherical.c", 20},
  {"spherical, off too", "models/hamilton-spherical-pendulum.mech", "bench/hand/spherical_off.c",
   20},
  {"pendulum of 10 links", "ten-links", "bench/hand/ten_links.c", 2},
};
const size_t bench_cases = sizeof bench_case / sizeof *bench_case;

double bench_now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

double bench_processor(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static void fail(const char *what, const char *why) {
  fprintf(stderr, "%s: %s\n", what, why);
  exit(1);
}

// --- texts ---------------------------------------------------------------------------------------

static void add(char *text, size_t room, const char *format, ...) {
  const size_t used = strlen(text);
  va_list args;
  va_start(args, format);
  vsnprintf(text + used, room - used, format, args);
  va_end(args);
}

// Angles from the vertical; all links differ.
static char *ten_links(void) {
  const size_t room = 4096;
  char *text = calloc(1, room);
  if (text == NULL) fail("ten-links", "out of memory");
  add(text, room, "system \"Ten links\"\nparameter g = 9.81\n");
  for (int i = 1; i <= 10; i++)
    add(text, room, "parameter m%d = %d/10, l%d = %d/20\ncoordinate theta%d\n", i, 9 + i, i, 30 - i,
        i);
  add(text, room, "let r0 = [0, 0]\n");
  for (int i = 1; i <= 10; i++) {
    add(text, room, "let r%d = r%d + l%d*[sin(theta%d), -cos(theta%d)]\n", i, i - 1, i, i, i);
    add(text, room, "point P%d mass m%d at r%d\n", i, i, i);
    add(text, room, "initial theta%d = %d/10\n", i, i);
  }
  add(text, room, "gravity = [0, -g]\n");
  return text;
}

char *bench_text(const char *path) {
  if (strcmp(path, "ten-links") == 0) return ten_links();
  FILE *file = fopen(path, "r");
  if (file == NULL) fail(path, "not there; run this in the root of the source tree");
  const size_t room = 1 << 16;
  char *text = calloc(1, room);
  if (text == NULL) fail(path, "out of memory");
  const size_t n = fread(text, 1, room - 1, file);
  fclose(file);
  if (n == room - 1) fail(path, "too long");
  return text;
}

char *bench_join(const char *const *parts) {
  size_t room = 1, used = 0;
  for (size_t i = 0; parts[i] != NULL; i++) room += strlen(parts[i]);
  char *all = calloc(1, room);
  if (all == NULL) fail("text", "out of memory");
  for (size_t i = 0; parts[i] != NULL; i++) {
    const size_t n = strlen(parts[i]);
    memcpy(all + used, parts[i], n);
    used += n;
  }
  return all;
}

char *bench_chain(int n, bool relative) {
  const size_t room = 4096 + (size_t) n * (256 + (relative ? 8 * (size_t) n : 0));
  char *text = malloc(room);
  size_t at = 0;
  if (text == NULL) exit(1);
#define ADD(...) at += (size_t) snprintf(text + at, room - at, __VA_ARGS__)
  ADD("parameter g = 9.81\nlet r0 = [0, 0]\ngravity = [0, -g]\n");
  for (int i = 1; i <= n; i++) {
    ADD("parameter m%d = %d/10, l%d = %d/%d\ncoordinate q%d\n", i, 9 + i % 20, i, 80 - i % 40, 100,
        i);
    ADD("let phi%d = %s%.0d%sq%d\n", i, relative && i > 1 ? "phi" : "",
        relative && i > 1 ? i - 1 : 0, relative && i > 1 ? " + " : "", i);
    ADD("let r%d = r%d + l%d*[sin(phi%d), -cos(phi%d)]\npoint P%d mass m%d at r%d\n", i, i - 1, i,
        i, i, i, i, i);
    ADD("initial q%d = %d/100, q%d' = %d/50\n", i, 10 + i % 37, i, i % 11);
  }
#undef ADD
  return text;
}

void bench_remove_folder(const char *folder) {
  DIR *list = opendir(folder);
  char path[512];
  for (struct dirent *entry; list != NULL && (entry = readdir(list)) != NULL;) {
    snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
    if (entry->d_name[0] != '.') unlink(path);
  }
  if (list != NULL) closedir(list);
  rmdir(folder);
}

// --- flows ---------------------------------------------------------------------------------------

typedef struct {
  BenchFlow *f;
  FlowPlan plan;
  bool project;
  FlowWish wish;
} Opening;

static Status open_body(void *context) {
  Opening *o = context;
  BenchFlow *f = o->f;
  DalModel *m = f->model;
  States states = {0};
  TRY(system_prepare(m));
  TRY(system_start(m, &(StateRequest){0}, &f->t0, &states));
  const Program *p = &m->program;
  memcpy(p->inputs + p->parameters, states.rows.at[0],
         (program_inputs(p) - p->parameters) * sizeof(double));
  TRY(flow_plan(m, &o->wish, &o->plan));
  f->n = o->plan.n;
  f->parameters = o->plan.parameters;
  if (f->n > BENCH_MOST) return STATUS_LIMIT;
  TRY(flow_enter(m, &o->plan, f->y0));
  f->interpreted = flow_interpret(&o->plan.tapes, o->plan.parameters, o->project);
  return f->interpreted ? STATUS_OK : STATUS_LIMIT;
}

static BenchFlow open_flow(const char *text, bool project, FlowWish wish, bool compile) {
  BenchFlow f = {.model = dal_model_create()};
  Opening o = {.f = &f, .project = project, .wish = wish};
  NativeTrouble trouble;
  if (f.model == NULL) fail("model", "out of memory");
  DalStatus status = dal_model_add(f.model, text);
  if (status == DAL_OK) status = dal_model_finish(f.model);
  if (status == DAL_OK) status = (DalStatus) guard_run(&f.model->guard, open_body, &o);
  flow_plan_clear(&o.plan);
  if (status != DAL_OK) fail("model", dal_model_messages(f.model));
  if (compile && flow_compile(f.interpreted, &f.compiled, &trouble) != STATUS_OK)
    fail("compiler", trouble.text);
  return f;
}

BenchFlow bench_flow(const char *text, bool project, bool compile) {
  return open_flow(text, project, (FlowWish){0}, compile);
}

BenchFlow bench_flow_series(const char *text) {
  return open_flow(text, true, (FlowWish){.series = true}, true);
}

BenchFlow bench_flow_stiff(const char *text) {
  return open_flow(text, true, (FlowWish){.jacobian = true}, true);
}

void bench_flow_close(BenchFlow *f) {
  flow_destroy(f->compiled);
  flow_destroy(f->interpreted);
  dal_model_destroy(f->model);
}

void bench_states(const BenchFlow *f, double t, size_t n, double *states) {
  double times[256], y[BENCH_MOST];
  if (n > sizeof times / sizeof *times) fail("states", "too many");
  for (size_t i = 0; i < n; i++) times[i] = f->t0 + t * (double) (i + 1) / (double) n;
  memcpy(y, f->y0, sizeof y);
  const RunRequest request = {.from = f->t0,
                              .to = times[n - 1],
                              .rtol = 1e-10,
                              .atol = 1e-12,
                              .times = times,
                              .n_times = n,
                              .most_steps = 1000000};
  RunResult result = {.y = y, .rows = states};
  if (run_flow(f->interpreted, &request, &result) != STATUS_OK || result.end != RUN_DONE)
    fail("states", "the run failed");
}

// --- hand-written rates --------------------------------------------------------------------------

void bench_find(const NativeUnit *unit, const char *name, void *function) {
  void *symbol = native_symbol(unit, name);
  if (symbol == NULL) fail(name, "not in the unit");
  memcpy(function, &symbol, sizeof symbol);
}

NativeUnit *bench_compile(const char *text) {
  NativeUnit *unit;
  NativeTrouble trouble;
  if (native_open(text, strlen(text), &unit, &trouble) != STATUS_OK) fail("compiler", trouble.text);
  return unit;
}

static NativeUnit *compile_both(const char *first, const char *second) {
  char *all = bench_join((const char *const[]){first, second, NULL});
  NativeUnit *unit = bench_compile(all);
  free(all);
  return unit;
}

NativeUnit *bench_unit(const BenchFlow *f, const char *added) {
  Guard guard = {.budget = SIZE_MAX};
  Arena arena;
  arena_init(&arena, allocator_heap(), &guard);
  const char *text =
    flow_unit_text(flow_tapes(f->interpreted), f->interpreted->project != NULL, &arena);
  NativeUnit *unit = compile_both(text, added);
  arena_clear(&arena);
  return unit;
}

BenchHand bench_hand(const char *path, const char *added, const BenchFlow *f) {
  BenchHand hand = {0};
  // hand-written text may be compiled with any fused operations
  static const char fuse[] = "#ifndef __clang__\n#pragma GCC optimize(\"fp-contract=fast\")\n#else\n"
                             "#pragma clang fp contract(fast)\n#endif\n";
  char *real = bench_text("src/native/text/real.h"), *own = bench_text(path);
  char *all = bench_join((const char *const[]){fuse, real, own, added, NULL});
  hand.unit = bench_compile(all);
  free(all);
  free(real);
  free(own);
  void (*prepare)(const double *p, double *k);
  bench_find(hand.unit, "prepare", &prepare);
  prepare(f->parameters, hand.constants);
  return hand;
}
