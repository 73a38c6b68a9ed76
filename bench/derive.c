// bench/derive.c: deriving a chain, compared with the least that could do it.
//
// Question: how long does it take from the text of the planar pendulum of n links to the tapes of its motion, compared
// with a bare DAG of expressions (bench/hand/dag.c), which builds and differentiates the Lagrangian of this family alone
// and lists the operations of M and F? The DAG reads no text, tests nothing for zero, solves no equations; its header says
// what else it does not do. "one by one" differentiates as the books do, "by sweeps" with the fewest nodes. "reading" is
// the program's time up to the finished model, before any equation. Milliseconds of processor time, the least of many
// repetitions, all in turn. M a = F must hold with the program's accelerations, or this program ends.
//
//   derive [N ...]     numbers of links; default: 2 10 20 50 100

#include "bench/common/flows.h"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define AGREE 1e-9   // parts of the largest term of a row
#define SECONDS 2.0  // for one number of links, about
#define MOST_RUNS 2000
#define LEAST_RUNS 3

typedef struct Dag Dag;

typedef struct {
  NativeUnit *unit;
  Dag *(*open)(int n, int one_by_one);
  void (*close)(Dag *d);
  uint32_t (*nodes)(const Dag *d);
  uint32_t (*operations)(const Dag *d);
  void (*evaluate)(const Dag *d, const double *p, const double *y, double *M_F);
} Hand;

static Hand open_hand(void) {
  char *text = bench_text("bench/hand/dag.c");
  Hand hand = {.unit = bench_compile(text)};
  bench_find(hand.unit, "dag_open", &hand.open);
  bench_find(hand.unit, "dag_close", &hand.close);
  bench_find(hand.unit, "dag_nodes", &hand.nodes);
  bench_find(hand.unit, "dag_operations", &hand.operations);
  bench_find(hand.unit, "dag_evaluate", &hand.evaluate);
  free(text);
  return hand;
}

// Ends the program unless M a = F, where M_F holds the lower half of M by rows, then F.
static void check_rows(size_t n, const double *M_F, const double *a, const char *what) {
  const double *const F = M_F + n * (n + 1) / 2;
  for (size_t i = 0; i < n; i++) {
    double rest = -F[i], size = fabs(F[i]);
    for (size_t j = 0; j < n; j++) {
      const double term = (i > j ? M_F[i * (i + 1) / 2 + j] : M_F[j * (j + 1) / 2 + i]) * a[j];
      rest += term;
      size = fmax(size, fabs(term));
    }
    if (fabs(rest) <= AGREE * size) continue;
    fprintf(stderr, "%zu links, %s: row %zu leaves %.3g of %.3g\n", n, what, i, rest, size);
    exit(1);
  }
}

static void check_agreement(const Hand *hand, const Dag *d, const char *text, const char *what) {
  static double yd[BENCH_MOST], watch[4 * BENCH_MOST];
  BenchFlow f = bench_flow(text, false, false);
  const size_t n = f.n / 2;
  double *M_F = calloc(n * (n + 1) / 2 + n, sizeof *M_F);
  if (M_F == NULL) exit(1);
  hand->evaluate(d, f.parameters, f.y0, M_F);
  f.interpreted->rate(f.interpreted, f.t0, f.y0, yd, watch);
  check_rows(n, M_F, yd + n, what);
  free(M_F);
  bench_flow_close(&f);
}

static double time_reading(const char *text) {
  const double start = bench_processor();
  DalModel *m = dal_model_create();
  if (m == NULL || dal_model_add(m, text) != DAL_OK || dal_model_finish(m) != DAL_OK) exit(1);
  dal_model_destroy(m);
  return bench_processor() - start;
}

static double time_ours(const char *text) {
  const double start = bench_processor();
  BenchFlow f = bench_flow(text, false, false);
  const double seconds = bench_processor() - start;
  bench_flow_close(&f);
  return seconds;
}

// Small ones several times in a row, since a clock takes as long as they do.
static double time_hand(const Hand *hand, int n, int one_by_one) {
  const int times = 1 + 200 / (n * n);
  const double start = bench_processor();
  for (int i = 0; i < times; i++) hand->close(hand->open(n, one_by_one));
  return (bench_processor() - start) / times;
}

static void measure(const Hand *hand, int n) {
  static const char *const way[] = {"by sweeps", "one by one"};
  char *text = bench_chain(n, false);
  uint32_t nodes[2], operations[2];
  for (int k = 0; k < 2; k++) {
    Dag *d = hand->open(n, k);
    check_agreement(hand, d, text, way[k]);
    nodes[k] = hand->nodes(d);
    operations[k] = hand->operations(d);
    hand->close(d);
  }
  double best[4] = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
  const double start = bench_processor();
  for (int run = 0; run < MOST_RUNS && (run < LEAST_RUNS || bench_processor() - start < SECONDS);
       run++) {
    const double spent[4] = {time_hand(hand, n, 0), time_hand(hand, n, 1), time_ours(text),
                             time_reading(text)};
    for (int k = 0; k < 4; k++) best[k] = fmin(best[k], spent[k]);
  }
  printf("%5d %10.4f %10.4f", n, 1e3 * best[2], 1e3 * best[3]);
  for (int k = 1; k >= 0; k--)
    printf("  %9u %9u %10.4f %7.2f", nodes[k], operations[k], 1e3 * best[k], best[2] / best[k]);
  putchar('\n');
  fflush(stdout);
  free(text);
}

int main(int argc, char **argv) {
  static const int links[] = {2, 10, 20, 50, 100};
  const Hand hand = open_hand();
  printf("%5s %10s %10s  %-38s  %s\n", "", "", "", "the DAG, one by one", "the DAG, by sweeps");
  printf("%5s %10s %10s", "links", "ours/ms", "reading");
  for (int k = 0; k < 2; k++) printf("  %9s %9s %10s %7s", "nodes", "operat.", "ms", "ours/it");
  putchar('\n');
  for (int i = 1; i < argc; i++) measure(&hand, atoi(argv[i]));
  for (size_t i = 0; argc == 1 && i < sizeof links / sizeof *links; i++) measure(&hand, links[i]);
  native_close(hand.unit);
  return 0;
}
