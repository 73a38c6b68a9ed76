// bench/rhs.c: how fast are compiled right-hand sides?
//
// Question: are they slower than code that a good engineer writes by hand (bench/hand), compiled by
// the same compiler with the same flags? "called" is one call through a pointer, at independent
// states along a motion; "chained" is the time in a loop of Euler steps in the same unit, where
// each state waits for the one before, as in an integrator. Prints the least of many repetitions,
// ours and theirs in turn. Both must compute the same, or the program ends.

#include "bench/common/flows.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STATES 64
#define ROUNDS 200
#define RUNS 200
#define AGREE 1e-9  // parts of the largest rate
#define WATCHED 64

static const char hand_loops[] =
  "void called(const double *k, double t, const double *y, double *yd) { rate(k, t, y, yd); }\n"
  "void chain(const double *k, double h, int steps, double *y) {\n"
  "  double x[N], xd[N];\n"
  "  memcpy(x, y, sizeof x);\n"
  "  for (int step = 0; step < steps; step++) {\n"
  "    rate(k, 0, x, xd);\n"
  "    for (int i = 0; i < N; i++) x[i] += h * xd[i];\n"
  "  }\n"
  "  memcpy(y, x, sizeof x);\n"
  "}\n";

// The pivots stay in registers, and products are added with one rounding, as in the stages of a step. The text by hand
// is compiled with leave to do so.
static const char own_loop[] =
  "void called(const double *k, double t, const double *y, double *yd) {\n"
  "  double w[2 * DRIVE_WATCHED + 1];\n"
  "  rate(k, t, y, yd, w);\n"
  "}\n"
  "void chain(const double *k, double h, int steps, double *y) {\n"
  "  double x[DRIVE_N], xd[DRIVE_N], w[2 * DRIVE_WATCHED + 1];\n"
  "  memcpy(x, y, sizeof x);\n"
  "  for (int step = 0; step < steps; step++) {\n"
  "    rate(k, 0, x, xd, w);\n"
  "    for (int i = 0; i < DRIVE_N; i++) x[i] = dal_fma(h, xd[i], x[i]);\n"
  "  }\n"
  "  memcpy(y, x, sizeof x);\n"
  "}\n";

// Each on separate pages, so that their relative position does not matter.
static _Alignas(4096) double states[STATES * BENCH_MOST];
static _Alignas(4096) double room[512];
static double *const yd = room + 448, *const watch = room;  // not where states are, modulo a page

// Nanoseconds per call.
static double time_flow(const Flow *flow, int rounds) {
  const double start = bench_now();
  for (int round = 0; round < rounds; round++)
    for (size_t i = 0; i < STATES; i++) flow->rate(flow, 0, states + i * flow->n, yd, watch);
  return (bench_now() - start) * 1e9 / (STATES * rounds);
}

static double time_called(BenchRate *rate, const double *k, size_t n) {
  const double start = bench_now();
  for (int round = 0; round < ROUNDS; round++)
    for (size_t i = 0; i < STATES; i++) rate(k, 0, states + i * n, yd);
  return (bench_now() - start) * 1e9 / (STATES * ROUNDS);
}

static double time_chain(BenchChain *chain, const double *k, size_t n) {
  double y[BENCH_MOST];
  memcpy(y, states, n * sizeof *y);
  const double start = bench_now();
  chain(k, 1e-9, STATES * ROUNDS, y);
  return (bench_now() - start) * 1e9 / (STATES * ROUNDS);
}

static void check_agreement(const BenchFlow *f, BenchRate *rate, const double *k) {
  for (size_t i = 0; i < STATES; i++) {
    const double *y = states + i * f->n;
    double ours[BENCH_MOST], hand[BENCH_MOST], size = 0;
    f->compiled->rate(f->compiled, 0, y, ours, watch);
    rate(k, 0, y, hand);
    for (size_t j = 0; j < f->n; j++) size = fmax(size, fabs(ours[j]));
    for (size_t j = 0; j < f->n; j++) {
      if (fabs(ours[j] - hand[j]) <= AGREE * size) continue;
      fprintf(stderr, "rate %zu differs at state %zu: %.17g by hand %.17g\n", j, i, ours[j],
              hand[j]);
      exit(1);
    }
  }
}

static void measure(const BenchCase *c) {
  char *text = bench_text(c->model);
  BenchFlow f = bench_flow(text, true, true);
  bench_states(&f, c->to, STATES, states);
  BenchHand hand = bench_hand(c->hand, hand_loops, &f);
  NativeUnit *unit = bench_unit(&f, own_loop);
  BenchRate *called, *hand_called;
  BenchChain *chain, *hand_chain;
  bench_find(unit, "called", &called);
  bench_find(unit, "chain", &chain);
  bench_find(hand.unit, "called", &hand_called);
  bench_find(hand.unit, "chain", &hand_chain);
  check_agreement(&f, hand_called, hand.constants);
  double best[5] = {1e9, 1e9, 1e9, 1e9, 1e9};
  for (int run = 0; run < RUNS; run++) {
    const double spent[5] = {
      time_called(called, f.compiled->fixed, f.n), time_called(hand_called, hand.constants, f.n),
      time_chain(chain, f.compiled->fixed, f.n), time_chain(hand_chain, hand.constants, f.n),
      time_flow(f.interpreted, 2)};
    for (int i = 0; i < 5; i++) best[i] = fmin(best[i], spent[i]);
  }
  printf("%-22s %6zu  %7.1f %7.1f %6.2f  %7.1f %7.1f %6.2f  %7.1f\n", c->title,
         tape_length(flow_tapes(f.interpreted)->rate), best[0], best[1], best[0] / best[1], best[2],
         best[3], best[2] / best[3], best[4] / best[0]);
  native_close(unit);
  native_close(hand.unit);
  bench_flow_close(&f);
  free(text);
}

int main(void) {
  printf("%-22s %6s  %-22s  %-22s  %7s\n", "", "", "called", "chained", "interpr.");
  printf("%-22s %6s  %7s %7s %6s  %7s %7s %6s  %7s\n", "right-hand side", "instr.", "ours/ns",
         "hand/ns", "ratio", "ours/ns", "hand/ns", "ratio", "/ours");
  for (size_t i = 0; i < bench_cases; i++) measure(&bench_case[i]);
  return 0;
}
