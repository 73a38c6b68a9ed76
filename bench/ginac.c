// bench/ginac.c: deriving a chain, compared with GiNaC.
//
// Question: how long does it take from the text of the planar pendulum of n links to the tapes of its motion, compared
// with the terms of Lagrange's equations by GiNaC (bench/hand/ginac.cc), which has no text to read and no equations to
// solve? Milliseconds of processor time, the least of some repetitions. Skipped without GiNaC or a C++ compiler.

#define _POSIX_C_SOURCE 200809L

#include "base/process.h"
#include "bench/common/flows.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static double ours(int n) {
  char *text = bench_chain(n, false);
  double best = HUGE_VAL;
  for (int run = 0; run < 5; run++) {
    const double start = bench_processor();
    BenchFlow f = bench_flow(text, false, false);
    best = fmin(best, bench_processor() - start);
    bench_flow_close(&f);
  }
  free(text);
  return best * 1e3;
}

// Returns the output of the program, or NULL if it fails.
static const char *said(Process *process) {
  process->seconds = 600;
  return process_run(process) == PROCESS_DONE ? process->output : NULL;
}

static double theirs(char *program, int n) {
  char links[16];
  snprintf(links, sizeof links, "%d", n);
  char *arguments[] = {program, links, NULL};
  const char *text = said(&(Process){.program = program, .arguments = arguments});
  return text != NULL ? strtod(text, NULL) : (double) NAN;
}

static bool compile(char *program) {
  char compiler[PATH_MAX], fast[] = "-O2", to[] = "-o", source[] = "bench/hand/ginac.cc",
                           ginac[] = "-lginac", numbers[] = "-lcln";
  char *arguments[] = {compiler, fast, to, program, source, ginac, numbers, NULL};
  return process_find("c++", compiler) &&
         said(&(Process){.program = compiler, .arguments = arguments}) != NULL;
}

int main(void) {
  char folder[] = "/tmp/dalembert-bench-XXXXXX", program[64];
  if (mkdtemp(folder) == NULL) return 1;
  snprintf(program, sizeof program, "%s/ginac", folder);
  if (!compile(program)) {
    puts("left out: libginac-dev, g++");
    bench_remove_folder(folder);
    return 0;
  }
  printf("%5s %12s %12s %8s\n", "links", "ours, ms", "GiNaC", "ratio");
  for (int n = 2; n <= 20; n += n == 2 ? 3 : n == 5 ? 5 : 10) {
    const double a = ours(n), b = theirs(program, n);
    printf("%5d %12.2f %12.2f %8.1f\n", n, a, b, b / a);
    fflush(stdout);
  }
  bench_remove_folder(folder);
  return 0;
}
