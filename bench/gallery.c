// bench/gallery.c: how long do check, analyze and report take over the whole gallery?
//
// Question: can they be run after every change of a model? Runs each command on each model and prints the slowest
// models and the sum: processor time in user mode, that of gnuplot and compilers included. On a shared machine seconds
// mean little, so a fixed loop runs before each command, and sums are also given as multiples of its time.
//
//   gallery [PROGRAM [FOLDER]]     default: build/dalembert models, from the source root

#define _DEFAULT_SOURCE  // for wait4
#include <dirent.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST 500
#define SLOWEST 10
#define LOOP 10000000  // steps of the loop before each command
#define UNIT 1e9       // steps whose time is the unit

extern char **environ;

// Models added since the aims of 3, 8 and 15 s were set for the others.
static const char *const later[] = {
  "ball-in-box",
  "bead-leaving-sphere",
  "block-on-incline",
  "bouncing-ball",
  "double-pendulum-stop",
  "flip-map",
  "henon-heiles",
  "ladder",
  "newtons-cradle",
  "rimless-wheel",
  "rocking-block",
  "stick-slip",
  "trebuchet",
};

typedef struct {
  char name[64];
  double seconds;
} Row;

static double user_seconds(const struct rusage *used) {
  return (double) used->ru_utime.tv_sec + 1e-6 * (double) used->ru_utime.tv_usec;
}

static bool is_later(const char *name) {
  for (size_t i = 0; i < sizeof later / sizeof *later; i++)
    if (strcmp(later[i], name) == 0) return true;
  return false;
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const Row *) a)->name, ((const Row *) b)->name);
}

static int slowest_first(const void *a, const void *b) {
  const double x = ((const Row *) a)->seconds, y = ((const Row *) b)->seconds;
  return (x < y) - (x > y);
}

// Returns the time of the loop: multiplications, each of which waits for the one before.
static double loop(void) {
  static volatile uint64_t x = 1;
  struct rusage before, after;
  uint64_t y = x;
  getrusage(RUSAGE_SELF, &before);
  for (size_t i = 0; i < LOOP; i++) y = (y ^ y >> 29) * 0xbf58476d1ce4e5b9u;
  getrusage(RUSAGE_SELF, &after);
  x = y;
  return user_seconds(&after) - user_seconds(&before);
}

// Returns the time of a command, whose output is discarded. A failed claim counts as success.
static double run(char *program, char *command, const char *folder, const char *name) {
  char path[512];
  char *argv[] = {program, command, path, NULL};
  posix_spawn_file_actions_t actions;
  struct rusage used;
  pid_t child;
  int status = -1;
  snprintf(path, sizeof path, "%s/%s.mech", folder, name);
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  if (posix_spawnp(&child, program, &actions, NULL, argv, environ) == 0)
    wait4(child, &status, 0, &used);
  posix_spawn_file_actions_destroy(&actions);
  if (WIFEXITED(status) && WEXITSTATUS(status) <= 1) return user_seconds(&used);
  fprintf(stderr, "gallery: %s %s failed\n", command, path);
  exit(EXIT_FAILURE);
}

static size_t models_in(const char *folder, Row *rows) {
  size_t n = 0;
  DIR *models = opendir(folder);
  if (models == NULL) {
    fprintf(stderr, "gallery: no folder %s\n", folder);
    exit(EXIT_FAILURE);
  }
  for (struct dirent *entry; n < MOST && (entry = readdir(models)) != NULL;) {
    const char *end = strstr(entry->d_name, ".mech");
    if (end == NULL) continue;
    snprintf(rows[n++].name, sizeof rows->name, "%.*s", (int) (end - entry->d_name), entry->d_name);
  }
  closedir(models);
  qsort(rows, n, sizeof *rows, by_name);
  return n;
}

static void measure(char *program, char *command, const char *folder, Row *rows, size_t n) {
  double loops = 0, sum = 0, sum_first = 0;
  size_t first = 0;
  for (size_t i = 0; i < n; i++) {
    loops += loop();
    rows[i].seconds = run(program, command, folder, rows[i].name);
    sum += rows[i].seconds;
    if (is_later(rows[i].name)) continue;
    sum_first += rows[i].seconds;
    first++;
  }
  const double unit = loops * UNIT / ((double) LOOP * (double) n);
  printf("%-8s %3zu models %7.2f s %6.2f loops;  the first %zu: %7.2f s %6.2f loops\n", command, n,
         sum, sum / unit, first, sum_first, sum_first / unit);
  qsort(rows, n, sizeof *rows, slowest_first);
  for (size_t i = 0; i < SLOWEST && i < n; i++)
    printf("         %-40s %7.0f ms\n", rows[i].name, 1e3 * rows[i].seconds);
  qsort(rows, n, sizeof *rows, by_name);
}

int main(int argc, char **argv) {
  static char program[] = "build/dalembert", commands[][8] = {"check", "analyze", "report"};
  static Row rows[MOST];
  const char *folder = argc > 2 ? argv[2] : "models";
  const size_t n = models_in(folder, rows);
  printf("a loop is %.0e steps, each a multiplication and a shift\n", UNIT);
  for (size_t k = 0; k < sizeof commands / sizeof *commands; k++)
    measure(argc > 1 ? argv[1] : program, commands[k], folder, rows, n);
  return EXIT_SUCCESS;
}
