// bench/again.c: how long does it take to compute a motion again, with another parameter?
//
// Question: what does a host pay, beyond the integration, that computes many motions of one model through the library?
// To t = 1 with one row, tolerances of 1e-10 and 1e-12; the first mass differs each time. For comparison: the integration
// alone, as the run reports it; a new model for each motion; DOP853 fused with rates by hand (bench/hand), constants
// included; GSL's rk8pd with these rates, if GSL is available. Milliseconds of processor time, the least of RUNS, all in
// turn. Ends by all must agree, or the program ends; the pendulum in x and y has no code by hand.

#include "bench/common/flows.h"
#ifdef BENCH_GSL
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#endif
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RUNS 400
#define MOST 16  // numbers of a state, parameters
#define RTOL 1e-10
#define ATOL 1e-12
#define AGREE 1e-7  // of the states at the end

static void require(bool good, DalModel *m) {
  if (good) return;
  fputs(dal_model_messages(m), stderr);
  exit(1);
}

static DalModel *open_model(const char *text) {
  DalModel *m = dal_model_create();
  require(m != NULL && dal_model_add(m, text) == DAL_OK && dal_model_finish(m) == DAL_OK, m);
  return m;
}

// Computes one motion; returns the seconds of its integration.
static double follow(DalModel *m, const char *code, double mass) {
  DalRun *run = NULL;
  const DalRunOptions options = {.to = "1", .every = "1", .code = code, .rtol = RTOL, .atol = ATOL};
  require(dal_model_set_parameter(m, 0, mass) == DAL_OK, m);
  require(dal_model_simulate(m, &options, &run) == DAL_OK, m);
  const double seconds = dal_run_summary(run).seconds;
  dal_run_destroy(run);
  return seconds;
}

// --- by hand -------------------------------------------------------------------------------------

typedef struct {
  BenchFlow flow;  // its initial state and parameters
  BenchHand hand;
  void (*prepare)(const double *p, double *k);
  BenchRate *rate;
  long (*fused)(const double *k, double t, double end, double rtol, double atol, double *y);
  double parameters[MOST];
} ByHand;

static ByHand open_by_hand(const char *text, const char *path) {
  static const char called[] = "\nvoid called(const double *k, double t, const double *y, double "
                               "*yd) { rate(k, t, y, yd); }\n";
  char *coefficients = bench_text("src/native/text/coefficients.h");
  char *steps = bench_text("bench/hand/dop853.h");
  char *added = bench_join((const char *const[]){coefficients, steps, called, NULL});
  ByHand h = {.flow = bench_flow(text, false, false)};
  h.hand = bench_hand(path, added, &h.flow);
  bench_find(h.hand.unit, "prepare", &h.prepare);
  bench_find(h.hand.unit, "called", &h.rate);
  bench_find(h.hand.unit, "fused", &h.fused);
  if (h.flow.n > MOST || dal_model_parameters(h.flow.model) > MOST) exit(1);
  memcpy(h.parameters, h.flow.parameters, dal_model_parameters(h.flow.model) * sizeof(double));
  free(added), free(steps), free(coefficients);
  return h;
}

static void close_by_hand(ByHand *h) {
  native_close(h->hand.unit);
  bench_flow_close(&h->flow);
}

static void follow_fused(ByHand *h, double mass, double *y) {
  h->parameters[0] = mass;
  h->prepare(h->parameters, h->hand.constants);
  memcpy(y, h->flow.y0, h->flow.n * sizeof *y);
  (void) h->fused(h->hand.constants, 0, 1, RTOL, ATOL, y);
}

#ifdef BENCH_GSL
static int gsl_rate(double t, const double *y, double *yd, void *context) {
  const ByHand *h = context;
  h->rate(h->hand.constants, t, y, yd);
  return GSL_SUCCESS;
}

static void follow_gsl(ByHand *h, double mass, double *y) {
  const gsl_odeiv2_system system = {gsl_rate, NULL, h->flow.n, h};
  double t = 0;
  h->parameters[0] = mass;
  h->prepare(h->parameters, h->hand.constants);
  memcpy(y, h->flow.y0, h->flow.n * sizeof *y);
  gsl_odeiv2_driver *driver =
    gsl_odeiv2_driver_alloc_y_new(&system, gsl_odeiv2_step_rk8pd, 1e-3, ATOL, RTOL);
  if (gsl_odeiv2_driver_apply(driver, &t, 1, y) != GSL_SUCCESS) exit(1);
  gsl_odeiv2_driver_free(driver);
}
#endif

static void check_agreement(const ByHand *h, const double *a, const double *b, const char *name) {
  for (size_t i = 0; i < h->flow.n; i++) {
    if (fabs(a[i] - b[i]) <= AGREE * fmax(1, fabs(a[i]))) continue;
    fprintf(stderr, "%s: number %zu of the state ends at %.17g and %.17g\n", name, i, a[i], b[i]);
    exit(1);
  }
}

// The end of our motion, by the flow whose parameters are those of the model.
static void check_ours(const ByHand *h, const char *name) {
  ByHand same = *h;
  double ours[MOST], theirs[MOST];
  const RunRequest request = {.to = 1, .rtol = RTOL, .atol = ATOL, .most_steps = 100000};
  RunResult result = {.y = ours};
  memcpy(ours, h->flow.y0, h->flow.n * sizeof *ours);
  if (run_flow(h->flow.interpreted, &request, &result) != STATUS_OK || result.end != RUN_DONE)
    exit(1);
  follow_fused(&same, h->flow.parameters[0], theirs);
  check_agreement(h, ours, theirs, name);
#ifdef BENCH_GSL
  follow_gsl(&same, h->flow.parameters[0], theirs);
  check_agreement(h, ours, theirs, name);
#endif
}

// --- the comparison ------------------------------------------------------------------------------

typedef struct {
  double again, integration, alone, fused, gsl;
} Times;

static void time_by_hand(ByHand *h, double mass, Times *best) {
  double y[MOST];
  const double start = bench_processor();
  follow_fused(h, mass, y);
  const double middle = bench_processor();
  best->fused = fmin(best->fused, middle - start);
#ifdef BENCH_GSL
  follow_gsl(h, mass, y);
  best->gsl = fmin(best->gsl, bench_processor() - middle);
#endif
}

static void time_alone(const char *text, const char *code, double mass, Times *best) {
  const double start = bench_processor();
  DalModel *own = open_model(text);
  (void) follow(own, code, mass);
  dal_model_destroy(own);
  best->alone = fmin(best->alone, bench_processor() - start);
}

static void print_other(double seconds, double ours) {
  if (seconds < HUGE_VAL)
    printf(" %8.4f %6.2f", 1e3 * seconds, ours / seconds);
  else
    printf(" %8s %6s", "-", "-");
}

static void measure(const char *name, const char *text, const char *code, ByHand *h) {
  Times best = {HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL, HUGE_VAL};
  DalModel *m = open_model(text);
  for (int i = 0; i < RUNS; i++) {
    const double mass = 1 + 1e-3 * i, start = bench_processor();
    best.integration = fmin(best.integration, follow(m, code, mass));
    best.again = fmin(best.again, bench_processor() - start);
    if (h != NULL) time_by_hand(h, mass, &best);
    if (i % 10 == 0) time_alone(text, code, mass, &best);
  }
  dal_model_destroy(m);
  printf("%-42s %-12s %8.4f %12.4f %6.2f %13.4f", name, code, 1e3 * best.again,
         1e3 * best.integration, best.again / best.integration, 1e3 * best.alone);
  print_other(best.fused, best.again);
  print_other(best.gsl, best.again);
  putchar('\n');
  fflush(stdout);
}

int main(void) {
  static const struct {
    const char *model, *hand;
  } cases[] = {{"models/double-pendulum.mech", "bench/hand/double_pendulum.c"},
               {"models/parallel-velocities-spring.mech", "bench/hand/b08.c"},
               {"models/pendulum-cartesian.mech", NULL}};
  printf("%-42s %-12s %8s %12s %6s %13s %8s %6s %8s %6s\n", "model", "code", "again/ms",
         "integration", "ratio", "from the text", "by hand", "ratio", "rk8pd", "ratio");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char *text = bench_text(cases[i].model);
    ByHand hand = {0}, *const h = cases[i].hand != NULL ? &hand : NULL;
    if (h != NULL) {
      hand = open_by_hand(text, cases[i].hand);
      check_ours(h, cases[i].model);
    }
    measure(cases[i].model, text, "native", h);
    measure(cases[i].model, text, "interpreter", h);
    if (h != NULL) close_by_hand(h);
    free(text);
  }
  return 0;
}
