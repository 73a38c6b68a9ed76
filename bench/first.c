// bench/first.c: how soon is compiled code ready, and what does that cost?
//
// Question: how long does it take from a flow to the first steps of its compiled code, with an empty cache, if only the
// functions of the flow are compiled ("soon"), and if the whole unit is, with its integrator; and how much longer do
// the steps of the former take? For the planar double pendulum and chains of links; seconds of the clock, and of the
// processor including the compiler. Both must give the same bits, or the program ends.

#include "bench/common/flows.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#define RUNS 9

static double processor(void) {
  struct rusage own, others;
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &others);
  const struct timeval *const all[] = {&own.ru_utime, &own.ru_stime, &others.ru_utime, &others.ru_stime};
  double sum = 0;
  for (int i = 0; i < 4; i++) sum += (double) all[i]->tv_sec + 1e-6 * (double) all[i]->tv_usec;
  return sum;
}

typedef struct {
  double clock, processor;
} Times;

typedef Status Compile(const Flow *interpreted, Flow **compiled, NativeTrouble *trouble);

static Times measure_compile(const Flow *flow, Compile *compile, Flow **compiled) {
  char folder[] = "/tmp/dalembert-bench-XXXXXX";
  NativeTrouble trouble;
  if (mkdtemp(folder) == NULL || setenv("DALEMBERT_CACHE", folder, 1) != 0) exit(1);
  const Times start = {bench_now(), processor()};
  if (compile(flow, compiled, &trouble) != STATUS_OK) exit(1);
  const Times taken = {bench_now() - start.clock, processor() - start.processor};
  bench_remove_folder(folder);
  return taken;
}

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

static void compare(const char *name, const char *text, double to) {
  static double y[2][BENCH_MOST];
  BenchFlow f = bench_flow(text, true, false);
  Flow *flow[2];
  double best[2] = {HUGE_VAL, HUGE_VAL};
  const Times soon = measure_compile(f.interpreted, flow_compile_soon, &flow[0]);
  const Times whole = measure_compile(f.interpreted, flow_compile, &flow[1]);
  for (int run = 0; run < RUNS; run++)
    for (int i = 0; i < 2; i++) best[i] = fmin(best[i], measure_run(&f, flow[i], to, y[i]));
  if (memcmp(y[0], y[1], f.n * sizeof **y) != 0) {
    fprintf(stderr, "%s: the bits differ\n", name);
    exit(1);
  }
  printf("%-18s %7zu %8.3f %8.3f %8.3f %8.3f %9.1f %9.1f %6.2f\n", name,
         tape_length(flow_tapes(f.interpreted)->rate), soon.clock, soon.processor, whole.clock,
         whole.processor, best[0] * 1e3, best[1] * 1e3, best[0] / best[1]);
  fflush(stdout);
  flow_destroy(flow[0]);
  flow_destroy(flow[1]);
  bench_flow_close(&f);
}

int main(void) {
  static const struct {
    const char *name, *model;
    double to;
  } models[] = {
    {"double pendulum", "models/double-pendulum.mech", 3000},
    {"parallel, spring", "models/parallel-velocities-spring.mech", 5000},
    {"pendulum in x, y", "models/pendulum-cartesian.mech", 5000},
    {"heavy top", "models/heavy-symmetric-top.mech", 500},
    {"rattleback", "models/rattleback.mech", 100},
  };
  static const int links[] = {5, 10, 20, 50, 100};
  printf("%-18s %7s %17s %17s %19s\n%-18s %7s %8s %8s %8s %8s %9s %9s %6s\n", "", "", "soon/s", "whole/s",
         "a run/ms", "model", "instr.", "clock", "proc.", "clock", "proc.", "soon", "whole", "ratio");
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    char *text = bench_text(models[i].model);
    compare(models[i].name, text, models[i].to);
    free(text);
  }
  for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
    char name[32], *text = bench_chain(links[i], false);
    snprintf(name, sizeof name, "%d links", links[i]);
    compare(name, text, 400.0 / links[i]);
    free(text);
  }
  return 0;
}
