// bench/start.c: how long does the program take to start, read a small model and answer?
//
// Question: does a command on a small model feel immediate? Runs `eval` on the pulleys, `--version`, an empty program
// with the same libraries (bench/hand/libraries.c) and /bin/true in turn, RUNS times each, and Python with SymPy, if it
// is there, each SELDOM-th time. Prints the times: for starting any process, for loading the libraries, and what is left
// for the program. An installed program starts faster than one in the build folder, which searches more folders for its
// library.
//
//   start [PROGRAM [MODEL]]     default: build/dalembert models/pulleys.mech, from the source root

#include <fcntl.h>
#include <math.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define RUNS 200
#define SELDOM 10

extern char **environ;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

// Returns the seconds from start to end of one process, whose output is discarded; NAN if it fails.
static double attempt(char *const argv[]) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t child;
  int status = -1;
  const double start = now();
  if (posix_spawn(&child, argv[0], &actions, NULL, argv, environ) == 0) waitpid(child, &status, 0);
  const double seconds = now() - start;
  posix_spawn_file_actions_destroy(&actions);
  return status == 0 ? seconds : (double) NAN;
}

// The same; ends this program on failure.
static double run(char *const argv[]) {
  const double seconds = attempt(argv);
  if (!isnan(seconds)) return seconds;
  fprintf(stderr, "start: %s failed\n", argv[0]);
  exit(EXIT_FAILURE);
}

static int ascending(const void *a, const void *b) {
  const double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

// Sorts the times.
static double median(double *seconds, int n) {
  qsort(seconds, (size_t) n, sizeof *seconds, ascending);
  return (seconds[(n - 1) / 2] + seconds[n / 2]) / 2;
}

static double mean(const double *seconds, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += seconds[i];
  return sum / n;
}

int main(int argc, char **argv) {
  char program[] = "build/dalembert", eval[] = "eval", model[] = "models/pulleys.mech";
  char version[] = "--version", nothing[] = "/bin/true", libraries[] = "build/bench/hand/libraries";
  char python[] = "/usr/bin/python3", code[] = "-c", sympy[] = "import sympy";
  char *const ours = argc > 1 ? argv[1] : program;
  char *const commands[][4] = {{ours, eval, argc > 2 ? argv[2] : model, NULL},
                               {ours, version, NULL},
                               {libraries, NULL},
                               {nothing, NULL},
                               {python, code, sympy, NULL}};
  static const char *const name[] = {"dalembert eval", "dalembert --version", "its libraries",
                                     "/bin/true", "import sympy"};
  enum { TRUE = 3, SYMPY, COMMANDS };
  static double seconds[COMMANDS][RUNS];
  int n[COMMANDS] = {0};
  for (int k = 0; k < SYMPY; k++) run(commands[k]);  // all in the page cache
  const bool has_sympy = !isnan(attempt(commands[SYMPY]));
  for (int i = 0; i < RUNS; i++)
    for (int k = 0; k < COMMANDS; k++)
      if (k != SYMPY || (has_sympy && i % SELDOM == 0)) seconds[k][n[k]++] = run(commands[k]);
  printf("%-20s %5s %10s %10s %10s %19s %19s\n", "", "runs", "least", "median", "mean",
         "median beside true", "eval beside median");
  const double bare = median(seconds[TRUE], RUNS), own = median(seconds[0], RUNS);
  for (int k = 0; k < COMMANDS; k++) {
    if (n[k] == 0) continue;
    const double middle = median(seconds[k], n[k]);
    printf("%-20s %5d %7.3f ms %7.3f ms %7.3f ms %19.2f %19.4f\n", name[k], n[k],
           1e3 * seconds[k][0], 1e3 * middle, 1e3 * mean(seconds[k], n[k]), middle / bare,
           own / middle);
  }
  return EXIT_SUCCESS;
}
