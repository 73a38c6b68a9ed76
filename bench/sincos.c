// bench/sincos.c: what do sine and cosine of one angle cost in generated code?
//
// Question: how much faster is src/native/text/sincos.h than the C library, whose sin and cos of
// one argument compilers turn into one call? Both are compiled like generated code. "each waits" is
// the time if every angle depends on the sine and cosine before it, "together" if they are
// independent, "one row" if they come a row at a time. Prints the best of several runs.

#include "native/native.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define ANGLES 4096
#define ROUNDS 40
#define RUNS 15

typedef void Loop(int n, const double *x, double *s, double *c);

static const char loops[] =
  "#define NEXT(i) (x[i] + 1e-3*s[i - 1] + 1e-3*c[i - 1])\n"
  "void library_waits(int n, const double *x, double *s, double *c) {\n"
  "  s[0] = c[0] = 0;\n"
  "  for (int i = 1; i < n; i++) { const double y = NEXT(i); s[i] = sin(y); c[i] = cos(y); }\n"
  "}\n"
  "void library_together(int n, const double *x, double *s, double *c) {\n"
  "  for (int i = 0; i < n; i++) { const double y = x[i]; s[i] = sin(y); c[i] = cos(y); }\n"
  "}\n"
  "void text_waits(int n, const double *x, double *s, double *c) {\n"
  "  s[0] = c[0] = 0;\n"
  "  for (int i = 1; i < n; i++) dal_sincos(NEXT(i), &s[i], &c[i]);\n"
  "}\n"
  "void text_together(int n, const double *x, double *s, double *c) {\n"
  "  for (int i = 0; i < n; i++) dal_sincos(x[i], &s[i], &c[i]);\n"
  "}\n"
  "void text_row(int n, const double *x, double *s, double *c) {\n  dal_sincos_row(n, x, s, c);\n}\n";

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static double x[ANGLES], s[ANGLES], c[ANGLES];

// Nanoseconds for one angle.
static double time_of(const NativeUnit *unit, const char *name) {
  Loop *loop;
  void *symbol = native_symbol(unit, name);
  memcpy(&loop, &symbol, sizeof symbol);
  double best = 1e9;
  for (int run = 0; run < RUNS; run++) {
    const double start = now();
    for (int i = 0; i < ROUNDS; i++) loop(ANGLES, x, s, c);
    const double spent = (now() - start) * 1e9 / ((double) ANGLES * ROUNDS);
    if (spent < best) best = spent;
  }
  return best;
}

// Adds a file of the source tree to the text, which has n characters.
static size_t add_file(char *text, size_t n, size_t room, const char *path) {
  FILE *file = fopen(path, "r");
  if (file == NULL) {
    fprintf(stderr, "run this in the root of the source tree\n");
    exit(2);
  }
  n += fread(text + n, 1, room - n, file);
  fclose(file);
  return n;
}

static NativeUnit *compile(void) {
  static char text[1 << 14];
  NativeUnit *unit;
  NativeTrouble trouble;
  const size_t room = sizeof text - sizeof loops;
  const size_t n = add_file(text, add_file(text, 0, room, "src/native/text/real.h"), room,
                            "src/native/text/sincos.h");
  memcpy(text + n, loops, sizeof loops);
  if (native_open(text, n + sizeof loops - 1, &unit, &trouble) != STATUS_OK) {
    fprintf(stderr, "%s\n", trouble.text);
    exit(1);
  }
  return unit;
}

int main(void) {
  static const char *const names[][3] = {{"each waits", "library_waits", "text_waits"},
                                         {"together", "library_together", "text_together"},
                                         {"one row", "library_together", "text_row"}};
  static const double sizes[] = {3, 300};
  NativeUnit *unit = compile();
  printf("%-10s  %-12s  %10s  %10s  %6s\n", "|angle| <", "", "library/ns", "text/ns", "ratio");
  for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
    for (int i = 0; i < ANGLES; i++) x[i] = sizes[k] * (2.0 * (i * 997 % ANGLES) / ANGLES - 1);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
      const double library = time_of(unit, names[i][1]), text = time_of(unit, names[i][2]);
      printf("%-10g  %-12s  %10.1f  %10.1f  %6.2f\n", sizes[k], names[i][0], library, text,
             library / text);
    }
  }
  native_close(unit);
  return 0;
}
