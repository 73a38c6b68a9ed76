// bench/again.c: how long does it take to compute a motion again, with another parameter?
//
// Question: what does a host pay, beyond the integration, that computes many motions of one model through the library?
// The double pendulum, compiled, to t = 1 with one row; m1 differs each time. For comparison: the integration alone, as
// the run reports it, and a new model for each motion. Milliseconds of processor time, the least of RUNS.

#include "bench/common/flows.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define RUNS 400

static void require(bool good, DalModel *m) {
  if (good) return;
  fputs(dal_model_messages(m), stderr);
  exit(1);
}

static DalModel *open_model(const char *text) {
  DalModel *m = dal_model_create();
  require(m != NULL && dal_model_add(m, text) == DAL_OK && dal_model_finish(m) == DAL_OK, m);
  return m;
}

// Computes one motion; returns the seconds of its integration.
static double follow(DalModel *m, const char *code, double mass) {
  DalRun *run = NULL;
  const DalRunOptions options = {.to = "1", .every = "1", .code = code};
  require(dal_model_set_parameter(m, 0, mass) == DAL_OK, m);
  require(dal_model_simulate(m, &options, &run) == DAL_OK, m);
  const double seconds = dal_run_summary(run).seconds;
  dal_run_destroy(run);
  return seconds;
}

static void measure(const char *name, const char *text, const char *code) {
  double again = HUGE_VAL, inside = HUGE_VAL, alone = HUGE_VAL;
  DalModel *m = open_model(text);
  for (int i = 0; i < RUNS; i++) {
    const double mass = 1 + 1e-3 * i, start = bench_processor();
    inside = fmin(inside, follow(m, code, mass));
    again = fmin(again, bench_processor() - start);
  }
  dal_model_destroy(m);
  for (int i = 0; i < RUNS / 10; i++) {
    const double start = bench_processor();
    DalModel *own = open_model(text);
    (void) follow(own, code, 1 + 1e-3 * i);
    dal_model_destroy(own);
    alone = fmin(alone, bench_processor() - start);
  }
  printf("%-34s %-12s %8.4f %12.4f %14.4f %8.2f\n", name, code, 1e3 * again, 1e3 * inside, 1e3 * alone,
         again / inside);
}

int main(void) {
  static const char *const model[] = {"models/double-pendulum.mech", "models/parallel-velocities-spring.mech",
                                      "models/pendulum-cartesian.mech"};
  printf("%-34s %-12s %8s %12s %14s %8s\n", "model", "code", "again/ms", "integration", "from the text", "ratio");
  for (size_t i = 0; i < sizeof model / sizeof *model; i++) {
    char *text = bench_text(model[i]);
    measure(model[i], text, "native");
    measure(model[i], text, "interpreter");
    free(text);
  }
  return 0;
}
