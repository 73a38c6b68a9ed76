// bench/chains.c: how do right-hand sides of chains grow?
//
// Question: does the right-hand side of the planar pendulum of n links take O(n), like the hand-written one by the
// tensions of its rods (bench/hand/chain.c)? Masses and lengths are parameters; the program is given only angles and
// points. "instr." are instructions of the tape, "ready" is the processor time from the text to the tapes of a run.
// Prints the least of many repetitions, ours and theirs in turn, with the exponents of growth from each size to the
// next, and those fitted to all sizes and to the larger half. "comp." is the time that a run waits: compiling only the
// functions, with an empty cache. Both must compute the same, or the program ends.

#include "bench/common/flows.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AGREE 1e-9  // parts of the largest rate
#define RUNS 30
#define MOST 300

typedef struct {
  int links;
  size_t instructions;
  double ready, compile, ours, hand;
} Row;

// Code by hand may be compiled with any fused operations; its sines and cosines stand before this.
static const char fuse[] =
  "#ifndef __clang__\n#pragma GCC optimize(\"fp-contract=fast\")\n#else\n#pragma clang fp "
  "contract(fast)\n#endif\n";

static const char hand_call[] =
  "\nvoid called(const double *k, double t, const double *y, double *yd) { rate(k, t, y, yd); }\n";

static double time_rate(BenchRate *rate, const double *k, const double *y, int calls) {
  static double yd[2 * MOST];
  const double start = bench_now();
  for (int i = 0; i < calls; i++) rate(k, 0, y, yd);
  return (bench_now() - start) / calls;
}

static double time_flow(const Flow *flow, const double *y, int calls) {
  static double yd[2 * MOST], watch[8 * MOST];
  const double start = bench_now();
  for (int i = 0; i < calls; i++) flow->rate(flow, 0, y, yd, watch);
  return (bench_now() - start) / calls;
}

static void check_agreement(const BenchFlow *f, BenchRate *rate, const double *k,
                            const char *what) {
  static double ours[2 * MOST], hand[2 * MOST], watch[8 * MOST];
  double size = 0;
  f->compiled->rate(f->compiled, 0, f->y0, ours, watch);
  rate(k, 0, f->y0, hand);
  for (size_t i = 0; i < f->n; i++) size = fmax(size, fabs(hand[i]));
  for (size_t i = 0; i < f->n; i++) {
    if (fabs(ours[i] - hand[i]) <= AGREE * size) continue;
    fprintf(stderr, "%s: rate %zu differs: %.17g, by hand %.17g\n", what, i, ours[i], hand[i]);
    exit(1);
  }
}

// Returns the seconds that compiling only the functions takes, with an empty cache.
static double compile_soon(const BenchFlow *f) {
  char folder[] = "/tmp/dalembert-bench-XXXXXX";
  const char *given = getenv("DALEMBERT_CACHE");
  char *before = given != NULL ? strdup(given) : NULL;
  NativeTrouble trouble;
  Flow *soon;
  if (mkdtemp(folder) == NULL || setenv("DALEMBERT_CACHE", folder, 1) != 0) exit(1);
  const double start = bench_now();
  if (flow_compile_soon(f->interpreted, &soon, &trouble) != STATUS_OK) exit(1);
  const double seconds = bench_now() - start;
  flow_destroy(soon);
  bench_remove_folder(folder);
  if (before != NULL)
    setenv("DALEMBERT_CACHE", before, 1);
  else
    unsetenv("DALEMBERT_CACHE");
  free(before);
  return seconds;
}

static Row measure(int n, bool relative) {
  Row row = {.links = n, .ready = HUGE_VAL, .ours = HUGE_VAL, .hand = HUGE_VAL};
  char *text = bench_chain(n, relative);
  for (int run = 0; run < (n > 50 ? 2 : 5); run++) {
    const double start = bench_processor();
    BenchFlow f = bench_flow(text, false, false);
    row.ready = fmin(row.ready, bench_processor() - start);
    bench_flow_close(&f);
  }
  BenchFlow f = bench_flow(text, false, true);
  row.compile = compile_soon(&f);
  row.instructions = tape_length(flow_tapes(f.interpreted)->rate);
  const int calls = 20000 / n;
  if (relative) {
    for (int run = 0; run < RUNS; run++)
      row.ours = fmin(row.ours, time_flow(f.compiled, f.y0, calls));
  } else {
    char links[32];
    snprintf(links, sizeof links, "#define LINKS %d\n", n);
    char *real = bench_text("src/native/text/real.h");
    char *sincos = bench_text("src/native/text/sincos.h"), *hand = bench_text("bench/hand/chain.c");
    char *all = bench_join((const char *const[]){links, real, sincos, fuse, hand, hand_call, NULL});
    NativeUnit *unit = bench_compile(all);
    BenchRate *called;
    void (*prepare)(const double *p, double *k);
    double *k = calloc(4 * (size_t) n + 1, sizeof *k);
    bench_find(unit, "called", &called);
    bench_find(unit, "prepare", &prepare);
    if (k == NULL) exit(1);
    prepare(f.parameters, k);
    check_agreement(&f, called, k, links);
    for (int run = 0; run < RUNS; run++) {
      row.ours = fmin(row.ours, time_flow(f.compiled, f.y0, calls));
      row.hand = fmin(row.hand, time_rate(called, k, f.y0, calls));
    }
    native_close(unit);
    free(k);
    free(all);
    free(hand);
    free(sincos);
    free(real);
  }
  bench_flow_close(&f);
  free(text);
  return row;
}

static double exponent(double from, double to, int n, int m) {
  return log(to / from) / log((double) m / n);
}

static void print(const Row *row, const Row *before, bool relative) {
  printf("%6d %7zu %9.2f %9.1f %9.3f", row->links, row->instructions, row->ready * 1e3,
         row->compile * 1e3, row->ours * 1e6);
  if (relative)
    printf(" %9s %6s", "", "");
  else
    printf(" %9.3f %6.2f", row->hand * 1e6, row->ours / row->hand);
  if (before->links > 0)
    printf("  %6.2f %6.2f %6.2f",
           exponent((double) before->instructions, (double) row->instructions, before->links,
                    row->links),
           exponent(before->ready, row->ready, before->links, row->links),
           exponent(before->ours, row->ours, before->links, row->links));
  printf("\n");
  fflush(stdout);
}

static double instructions_of(const Row *row) {
  return (double) row->instructions;
}

static double ready_of(const Row *row) {
  return row->ready;
}

static double compile_of(const Row *row) {
  return row->compile;
}

static double ours_of(const Row *row) {
  return row->ours;
}

// Returns the slope of the least-squares line through the logarithms of all rows from `first` on.
static double fitted(const Row *rows, size_t first, size_t n, double (*of)(const Row *row)) {
  double x = 0, y = 0, xx = 0, xy = 0;
  const double count = (double) (n - first);
  for (size_t i = first; i < n; i++) {
    const double a = log(rows[i].links), b = log(of(&rows[i]));
    x += a, y += b, xx += a * a, xy += a * b;
  }
  return (count * xy - x * y) / (count * xx - x * x);
}

static void print_fits(const Row *rows, size_t n) {
  for (size_t first = 0; first < 2; first++) {
    const size_t from = first == 0 ? 0 : n / 2;
    if (n - from < 2) continue;
    printf(
      "fitted from n = %d to %d: instructions n^%.2f, ready n^%.2f, compile n^%.2f, ours n^%.2f\n",
      rows[from].links, rows[n - 1].links, fitted(rows, from, n, instructions_of),
      fitted(rows, from, n, ready_of), fitted(rows, from, n, compile_of),
      fitted(rows, from, n, ours_of));
  }
}

int main(int count, char **arguments) {
  static const int sizes[] = {2, 3, 4, 6, 8, 10, 14, 20, 30, 50, 100, 200, 300};
  static Row rows[sizeof sizes / sizeof *sizes];
  const int most = count > 1 ? atoi(arguments[1]) : MOST;
  for (int relative = 0; relative < 2; relative++) {
    size_t n = 0;
    printf("%s angles\n%6s %7s %9s %9s %9s %9s %6s  %s\n", relative ? "relative" : "absolute",
           "links", "instr.", "ready/ms", "comp./ms", "ours/us", "hand/us", "ratio",
           "exponents: instr., ready, ours");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes && sizes[i] <= most; i++) {
      rows[n] = measure(sizes[i], relative);
      print(&rows[n], n > 0 ? &rows[n - 1] : &(Row){0}, relative);
      n++;
    }
    print_fits(rows, n);
  }
  return 0;
}
