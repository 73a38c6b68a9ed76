// bench/start.c: how long does the program take to start, read a small model and answer?
//
// Question: does a command on a small model feel immediate? Runs `eval` on the pulleys, `--version`, an empty program
// with the same libraries (bench/hand/libraries.c) and /bin/true in turn, RUNS times each. Prints the times: for
// starting any process, for loading the libraries, and what is left for the program. An installed program starts faster
// than one in the build folder, which searches more folders for its library.
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

// Returns the seconds from start to end of one process, whose output is discarded. Ends this program on failure.
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
  char version[] = "--version", nothing[] = "/bin/true", libraries[] = "build/bench/hand/libraries";
  char *const ours = argc > 1 ? argv[1] : program;
  char *const commands[][4] = {{ours, eval, argc > 2 ? argv[2] : model, NULL},
                               {ours, version, NULL},
                               {libraries, NULL},
                               {nothing, NULL}};
  static const char *const name[] = {"dalembert eval", "dalembert --version", "its libraries", "/bin/true"};
  enum { COMMANDS = sizeof commands / sizeof *commands };
  static double seconds[COMMANDS][RUNS];
  for (int k = 0; k < COMMANDS; k++) run(commands[k]);  // all in the page cache
  for (int i = 0; i < RUNS; i++)
    for (int k = 0; k < COMMANDS; k++) seconds[k][i] = run(commands[k]);
  printf("%d runs of each         least      median     mean     median beside /bin/true\n", RUNS);
  const double bare = median(seconds[COMMANDS - 1]);
  for (int k = 0; k < COMMANDS; k++) {
    const double middle = median(seconds[k]);  // sorts them
    printf("%-20s %7.3f ms %7.3f ms %7.3f ms %7.2f\n", name[k], 1e3 * seconds[k][0], 1e3 * middle,
           1e3 * mean(seconds[k]), middle / bare);
  }
  return EXIT_SUCCESS;
}
