// bench/files.c: how long does it take to write a run?
//
// Question: does writing ever take a noticeable part of the time? Writes ROWS rows of COLUMNS
// numbers that need all their digits, in every format, the best of REPEATS, into a folder in memory
// if there is one, so that the disk is not measured. For HDF5 also the first time, when its library
// is loaded.

#include "report/run_file.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { ROWS = 100000, COLUMNS = 10, REPEATS = 5 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static double seconds_to_write(const RunTable *run, const char *path, Diags *diags) {
  RunFormat format;
  const double start = now();
  if (run_format_find(path, &format, diags) == STATUS_OK &&
      run_write(run, format, path, diags) == STATUS_OK)
    return now() - start;
  Text text = text_make(diags->arena);
  diags_write(diags, &text);
  fputs(text_get(&text), stderr);
  exit(EXIT_FAILURE);
}

static void measure(const RunTable *run, const char *folder, const char *name, Diags *diags) {
  char path[256];
  struct stat there;
  snprintf(path, sizeof path, "%s/%s", folder, name);
  const double first = seconds_to_write(run, path, diags);
  double best = first;
  for (int i = 1; i < REPEATS; i++) best = fmin(best, seconds_to_write(run, path, diags));
  const double numbers = (double) (run->rows * run->columns);
  stat(path, &there);
  printf("%-9s %8.1f %8.1f %14.1f %10.1f\n", name, 1e3 * first, 1e3 * best, numbers / best / 1e6,
         (double) there.st_size / numbers);
  unlink(path);
}

int main(void) {
  static const char *const column[COLUMNS] = {"t",  "x",  "y",  "z",      "x'",
                                              "y'", "z'", "px", "energy", "constraint_error"};
  static const char *const files[] = {"run.csv", "run.npy", "run.json", "run.h5"};
  static double at[ROWS * COLUMNS];
  for (size_t i = 0; i < ROWS * COLUMNS; i++) at[i] = sin((double) i);
  Guard guard = {.budget = SIZE_MAX};
  Arena arena;
  arena_init(&arena, allocator_heap(), &guard);
  Diags diags = {.arena = &arena};
  char folder[64] = "/dev/shm/dalembert-bench-XXXXXX";
  if (mkdtemp(folder) == NULL) snprintf(folder, sizeof folder, "/tmp");
  const RunTable run = {.column = column, .columns = COLUMNS, .rows = ROWS, .at = at};
  printf("%d rows of %d numbers\n", ROWS, COLUMNS);
  printf("%-9s %8s %8s %14s %10s\n", "file", "first ms", "best ms", "million/s", "bytes each");
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) measure(&run, folder, files[i], &diags);
  rmdir(folder);
  arena_clear(&arena);
}
