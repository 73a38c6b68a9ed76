// bench/compile.c: what does it cost to compile a model?
//
// Question: how long do the C compiler and the loading of its result take, first when the equations
// are compiled, and later when they are found in the cache? For every model of the gallery, with a
// separate cache that is empty at the start. "pays" is the number of right-hand sides after which
// compiling pays off compared with the interpreter.

#include "bench/common/flows.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define RATES 2000

static double seconds_of(const BenchFlow *f, const Flow *flow) {
  double yd[BENCH_MOST], watch[4 * BENCH_MOST], best = HUGE_VAL;
  for (int run = 0; run < 5; run++) {
    const double start = bench_now();
    for (int i = 0; i < RATES; i++) flow->rate(flow, f->t0, f->y0, yd, watch);
    best = fmin(best, (bench_now() - start) / RATES);
  }
  return best;
}

static void measure(const char *name, const char *text) {
  BenchFlow f = bench_flow(text, true, true);
  const NativeFacts first = *flow_compile_facts(f.compiled);
  NativeTrouble trouble;
  Flow *again;
  const double start = bench_now();
  if (flow_compile(f.interpreted, &again, &trouble) != STATUS_OK) exit(1);
  const double found = bench_now() - start;
  const double gain = seconds_of(&f, f.interpreted) - seconds_of(&f, f.compiled);
  printf("%-40s %6zu %10.0f %9.2f %9.2f %11.0f\n", name,
         tape_length(flow_tapes(f.interpreted)->rate), 1e3 * first.compile_seconds,
         1e3 * first.load_seconds, 1e3 * found, first.compile_seconds / gain);
  flow_destroy(again);
  bench_flow_close(&f);
}

int main(void) {
  char folder[] = "/tmp/dalembert-bench-XXXXXX";
  if (mkdtemp(folder) == NULL || setenv("DALEMBERT_CACHE", folder, 1) != 0) return 1;
  printf("%-40s %6s %10s %9s %9s %11s\n", "model", "instr.", "compile/ms", "load/ms", "again/ms",
         "pays, calls");
  for (size_t i = 0; i < dal_example_count(); i++)
    measure(dal_example_name(i), dal_example_text(i));
  bench_remove_folder(folder);
  return 0;
}
