// bench/start.c: how long does the program take to start, read a small model and answer?
//
// Question: does a command on a small model feel immediate? Runs `eval` on the pulleys and /bin/true
// in turn, RUNS times each, and prints both times and their ratio: what is left after the price of
// starting any process at all.
//
//   start [PROGRAM [MODEL]]     default: build/dalembert models/pulleys.mech, from the source root

#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define RUNS 200

extern char **environ;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

// Seconds from start to end of one process; its output goes nowhere. Ends this program on failure.
static double run(char *const argv[]) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child;
  int status = -1;
  const double start = now();
  if (posix_spawn(&child, argv[0], &actions, NULL, argv, environ) == 0) waitpid(child, &status, 0);
  const double seconds = now() - start;
  posix_spawn_file_actions_destroy(&actions);
  if (status == 0) return seconds;
  fprintf(stderr, "start: %s failed\n", argv[0]);
  exit(EXIT_FAILURE);
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static double median(double seconds[RUNS]) {
  qsort(seconds, RUNS, sizeof *seconds, ascending);
  return (seconds[RUNS / 2 - 1] + seconds[RUNS / 2]) / 2;
}

static double mean(const double seconds[RUNS]) {
  double sum = 0;
  for (int i = 0; i < RUNS; i++) sum += seconds[i];
  return sum / RUNS;
}

int main(int argc, char **argv) {
  char program[] = "build/dalembert", eval[] = "eval", model[] = "models/pulleys.mech";
  char nothing[] = "/bin/true";
  char *const command[] = {argc > 1 ? argv[1] : program, eval, argc > 2 ? argv[2] : model, NULL};
  char *const empty[] = {nothing, NULL};
  static double ours[RUNS], bare[RUNS];
  run(command), run(empty);  // both in the page cache
  for (int i = 0; i < RUNS; i++) ours[i] = run(command), bare[i] = run(empty);
  printf("%d runs of each      mean      median\n", RUNS);
  printf("dalembert eval  %7.3f ms  %7.3f ms\n", 1e3 * mean(ours), 1e3 * median(ours));
  printf("/bin/true       %7.3f ms  %7.3f ms\n", 1e3 * mean(bare), 1e3 * median(bare));
  printf("ratio           %7.2f     %7.2f\n", mean(ours) / mean(bare), median(ours) / median(bare));
  return EXIT_SUCCESS;
}
