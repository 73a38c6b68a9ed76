// bench/first.c: how soon is compiled code ready, and what does that cost?
//
// Question: how long does it take from a flow to the first steps of its compiled code, with an empty cache, if only the
// functions of the flow are compiled ("soon"), and if the whole unit is, with its integrator; and how much longer do
// the steps of the former take? How long does the same compiler take for rates by hand (bench/hand/double_pendulum.c,
// b08.c, chain.c), with the flags of the whole unit, and for an empty function? Seconds of the clock, and of the
// processor including the compiler; what takes less than a second is the least of REPEATED, in turn. Both codes of ours
// must give the same bits, or the program ends.

#include "bench/common/flows.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define RUNS 9
#define REPEATED 5  // compilations of what is ready soon

static double processor(void) {
  struct rusage own, others;
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &others);
  const struct timeval *const all[] = {&own.ru_utime, &own.ru_stime, &others.ru_utime,
                                       &others.ru_stime};
  double sum = 0;
  for (int i = 0; i < 4; i++) sum += (double) all[i]->tv_sec + 1e-6 * (double) all[i]->tv_usec;
  return sum;
}

// --- compiling -----------------------------------------------------------------------------------

typedef struct {
  double clock, processor;
} Times;

static const Times forever = {HUGE_VAL, HUGE_VAL};

static Times least(Times a, Times b) {
  return (Times){fmin(a.clock, b.clock), fmin(a.processor, b.processor)};
}

typedef Status Compile(const Flow *interpreted, Flow **compiled, NativeTrouble *trouble);

static void empty_cache(char *folder) {
  if (mkdtemp(folder) == NULL || setenv("DALEMBERT_CACHE", folder, 1) != 0) exit(1);
}

static Times measure_compile(const Flow *flow, Compile *compile, Flow **compiled) {
  char folder[] = "/tmp/dalembert-bench-XXXXXX";
  NativeTrouble trouble;
  empty_cache(folder);
  const Times start = {bench_now(), processor()};
  if (compile(flow, compiled, &trouble) != STATUS_OK) exit(1);
  const Times taken = {bench_now() - start.clock, processor() - start.processor};
  bench_remove_folder(folder);
  return taken;
}

static Times measure_text(const char *text) {
  char folder[] = "/tmp/dalembert-bench-XXXXXX";
  empty_cache(folder);
  const Times start = {bench_now(), processor()};
  native_close(bench_compile(text));
  const Times taken = {bench_now() - start.clock, processor() - start.processor};
  bench_remove_folder(folder);
  return taken;
}

// Returns the rates by hand in a function that can be called; links: of a chain. Free it.
static char *text_by_hand(const char *path, int links) {
  static const char called[] = "\nvoid called(const double *k, double t, const double *y, double "
                               "*yd) { rate(k, t, y, yd); }\n";
  char size[32];
  snprintf(size, sizeof size, "#define LINKS %d\n", links);
  char *real = bench_text("src/native/text/real.h"),
       *sincos = bench_text("src/native/text/sincos.h");
  char *own = bench_text(path);
  char *all = bench_join((const char *const[]){size, real, sincos, own, called, NULL});
  free(own), free(sincos), free(real);
  return all;
}

typedef struct {
  Flow *flow[2];  // compiled soon, and as a whole
  Times soon, whole, hand, empty;
} Compiled;

// by_hand: text, or NULL.
static Compiled compile_all(const Flow *flow, const char *by_hand) {
  Compiled c = {{NULL, NULL}, forever, forever, forever, forever};
  for (int i = 0; i < REPEATED; i++) {
    flow_destroy(c.flow[0]);
    c.soon = least(c.soon, measure_compile(flow, flow_compile_soon, &c.flow[0]));
    if (by_hand != NULL) c.hand = least(c.hand, measure_text(by_hand));
    c.empty = least(c.empty, measure_text("void called(void) {}\n"));
  }
  c.whole = measure_compile(flow, flow_compile, &c.flow[1]);
  return c;
}

// --- the comparison ------------------------------------------------------------------------------

// Returns the best of some runs; leaves the final state in y.
static double measure_run(const BenchFlow *f, const Flow *flow, double to, double *y) {
  const RunRequest request = {
    .from = f->t0, .to = f->t0 + to, .rtol = 1e-10, .atol = 1e-12, .most_steps = 10000000};
  RunResult result = {.y = y};
  memcpy(y, f->y0, f->n * sizeof *y);
  const double start = processor();
  const Status status = run_flow(flow, &request, &result);
  const double taken = processor() - start;
  if (status != STATUS_OK || result.end != RUN_DONE) exit(1);
  return taken;
}

// by_hand: text, or NULL.
static void compare(const char *name, const char *text, double to, const char *by_hand) {
  static double y[2][BENCH_MOST];
  BenchFlow f = bench_flow(text, true, false);
  double best[2] = {HUGE_VAL, HUGE_VAL};
  const Compiled c = compile_all(f.interpreted, by_hand);
  for (int run = 0; run < RUNS; run++)
    for (int i = 0; i < 2; i++) best[i] = fmin(best[i], measure_run(&f, c.flow[i], to, y[i]));
  if (memcmp(y[0], y[1], f.n * sizeof **y) != 0) {
    fprintf(stderr, "%s: the bits differ\n", name);
    exit(1);
  }
  printf("%-18s %7zu %8.3f %8.3f %8.3f %8.3f %9.1f %9.1f %6.2f %8.3f %6.2f", name,
         tape_length(flow_tapes(f.interpreted)->rate), c.soon.clock, c.soon.processor,
         c.whole.clock, c.whole.processor, best[0] * 1e3, best[1] * 1e3, best[0] / best[1],
         c.empty.processor, c.soon.processor / c.empty.processor);
  if (by_hand != NULL)
    printf(" %8.3f %6.2f", c.hand.processor, c.soon.processor / c.hand.processor);
  putchar('\n');
  fflush(stdout);
  flow_destroy(c.flow[0]);
  flow_destroy(c.flow[1]);
  bench_flow_close(&f);
}

static void print_head(void) {
  printf("%-18s %7s %17s %17s %26s %15s %15s\n", "", "", "soon/s", "whole/s", "a run/ms", "empty/s",
         "by hand/s");
  printf("%-18s %7s %8s %8s %8s %8s %9s %9s %6s %8s %6s %8s %6s\n", "model", "instr.", "clock",
         "proc.", "clock", "proc.", "soon", "whole", "ratio", "proc.", "soon/", "proc.", "soon/");
}

int main(void) {
  static const struct {
    const char *name, *model, *hand;
    double to;
  } models[] = {
    {"double pendulum", "models/double-pendulum.mech", "bench/hand/double_pendulum.c", 3000},
    {"parallel, spring", "models/parallel-velocities-spring.mech", "bench/hand/b08.c", 5000},
    {"pendulum in x, y", "models/pendulum-cartesian.mech", NULL, 5000},
    {"heavy top", "models/heavy-symmetric-top.mech", NULL, 500},
    {"rattleback", "models/rattleback.mech", NULL, 100},
  };
  static const int links[] = {5, 10, 20, 50, 100};
  print_head();
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    char *text = bench_text(models[i].model);
    char *hand = models[i].hand != NULL ? text_by_hand(models[i].hand, 2) : NULL;
    compare(models[i].name, text, models[i].to, hand);
    free(hand), free(text);
  }
  for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
    char name[32], *text = bench_chain(links[i], false),
                   *hand = text_by_hand("bench/hand/chain.c", links[i]);
    snprintf(name, sizeof name, "%d links", links[i]);
    compare(name, text, 400.0 / links[i], hand);
    free(hand), free(text);
  }
  return 0;
}
