// bench/pendulum.c: how long does a planar n-link pendulum take from text to numbers?
//
// Question: does derivation stay near the size of the answer? The formula written by hand takes about
// 3 n^2 operations for M and F (n^2/2 cosines by products, n^2/2 sines, their multiples).
// Prints, for n = 5, 10, 20, 50: the time from text to ready-to-evaluate M and F, the instructions on
// the tape, their ratio to 3 n^2, and the time of one evaluation.

#include "dalembert.h"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

// Appends to a text that has room.
static void add(char *text, size_t room, const char *format, ...) {
  const size_t used = strlen(text);
  va_list args;
  va_start(args, format);
  vsnprintf(text + used, room - used, format, args);
  va_end(args);
}

// With a mass and a length for each link, and points in minimal coordinates.
static char *pendulum_text(int n) {
  const size_t room = 256 * (size_t) n + 256;
  char *text = calloc(1, room);
  add(text, room, "parameter g = 9.81\n");
  for (int i = 1; i <= n; i++) add(text, room, "parameter m%d = 1, l%d = 1\n", i, i);
  for (int i = 1; i <= n; i++) add(text, room, "coordinate theta%d\n", i);
  add(text, room, "let r0 = [0, 0]\n");
  for (int i = 1; i <= n; i++) {
    add(text, room, "let r%d = r%d + l%d*[sin(theta%d), -cos(theta%d)]\n", i, i - 1, i, i, i);
    add(text, room, "point P%d mass m%d at r%d\n", i, i, i);
  }
  add(text, room, "gravity = [0, -g]\n");
  return text;
}

static void measure(int n) {
  char *text = pendulum_text(n);
  const double start = now();
  DalModel *m = dal_model_create();
  DalStatus status = dal_model_add(m, text);
  if (status == DAL_OK) status = dal_model_finish(m);
  const double parsed = now();
  if (status == DAL_OK) status = dal_model_derive(m, NULL);
  const double derived = now();
  if (status == DAL_OK) status = dal_model_compile(m);
  const double ready = now();
  if (status != DAL_OK) fputs(dal_model_messages(m), stderr);

  double *q = calloc((size_t) n, sizeof *q), *v = calloc((size_t) n, sizeof *v),
         *a = calloc((size_t) n, sizeof *a);
  for (int i = 0; i < n; i++) q[i] = 0.1 * i, v[i] = 0.01 * i;
  if (status == DAL_OK)
    status = dal_model_accelerations(m, 0, q, v, a);  // opens LAPACK if it is needed
  const int runs = 2000 / n;
  const double before = now();
  for (int i = 0; i < runs && status == DAL_OK; i++)
    status = dal_model_accelerations(m, 0, q, v, a);
  const double each = (now() - before) / runs;

  const DalSize size = dal_model_size(m);
  printf("%3d  %8.2f ms  (parse %.2f, derive %.2f, tape %.2f)  %7zu instructions  %5.2f x 3n^2  "
         "%9.2f us/eval\n",
         n, 1e3 * (ready - start), 1e3 * (parsed - start), 1e3 * (derived - parsed),
         1e3 * (ready - derived), size.instructions, (double) size.instructions / (3.0 * n * n),
         1e6 * each);
  free(q), free(v), free(a), free(text);
  dal_model_destroy(m);
}

int main(void) {
  static const int sizes[] = {5, 10, 20, 50};
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) measure(sizes[i]);
  return 0;
}
