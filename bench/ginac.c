// bench/ginac.c: deriving a chain beside GiNaC.
//
// Question: how long does it take from the text of the planar pendulum of n links to the tapes of its motion, beside the
// terms of Lagrange's equations by GiNaC (bench/hand/ginac.cc), which has no text to read and no equations to
// solve? Milliseconds, the least of some repetitions. Without GiNaC or a compiler of C++ it is left out.

#define _POSIX_C_SOURCE 200809L

#include "bench/common/flows.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static double ours(int n) {
  char *text = bench_chain(n, false);
  double best = HUGE_VAL;
  for (int run = 0; run < 5; run++) {
    const double start = bench_now();
    BenchFlow f = bench_flow(text, false, false);
    best = fmin(best, bench_now() - start);
    bench_flow_close(&f);
  }
  free(text);
  return best * 1e3;
}

static double theirs(const char *program, int n) {
  char command[256];
  double time = (double) NAN;
  snprintf(command, sizeof command, "%s %d", program, n);
  FILE *pipe = popen(command, "r");
  if (pipe == NULL) return time;
  if (fscanf(pipe, "%lf", &time) != 1) time = (double) NAN;
  pclose(pipe);
  return time;
}

int main(void) {
  char folder[] = "/tmp/dalembert-bench-XXXXXX", command[256], program[64];
  if (mkdtemp(folder) == NULL) return 1;
  snprintf(program, sizeof program, "%s/ginac", folder);
  snprintf(command, sizeof command, "c++ -O2 -o %s bench/hand/ginac.cc -lginac -lcln 2> /dev/null",
           program);
  if (system(command) != 0) {
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
