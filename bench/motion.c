// bench/motion.c: how fast are whole runs?
//
// Question: how long does a run take compared with (a) CVODE's Adams methods and (b) GSL's rk8pd, both with the
// hand-written rates of bench/hand, and (c) DOP853 and those rates fused by hand in one unit (bench/hand/dop853.h)?
// "ours" is run_flow with compiled code, as `dalembert simulate` calls it, with everything that a run includes:
// monitoring of pivots and, if there are constraints, the projection; "no proj." is without the latter. Nothing is
// written to files. For each tolerance (relative and absolute): the least time of many repetitions, all methods in
// turn; calls of the right-hand side; the largest error of a coordinate at the end, compared with a motion in 113 bits
// (tests/support/reference.h). Then the times of the others relative to ours: at the same tolerance, and at the same
// error, interpolated between tolerances.

#include "bench/common/flows.h"
#include "motion/sundials_impl.h"
#include "support/reference.h"
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TOLERANCES 10  // 1e-5 to 1e-14
#define FIRST 5
#define SECONDS 0.3  // for one method at one tolerance, about
#define MOST_RUNS 60

typedef long Fused(const double *k, double t, double end, double rtol, double atol, double *y);

// Everything that the methods need. `calls` counts for methods that do not count themselves.
typedef struct {
  BenchFlow f;
  BenchHand hand;
  BenchRate *rate;
  Fused *fused;
  BenchFlow bare;  // without projection
  double end;
  size_t n;
  long calls;
} Case;

typedef long Method(Case *c, double tol, double *y);  // from y at t0 to y at the end; calls

// --- the methods ---------------------------------------------------------------------------------

static long follow(const Case *c, const Flow *flow, double tol, double *y) {
  const RunRequest request = {
    .from = c->f.t0, .to = c->end, .rtol = tol, .atol = tol, .most_steps = 100000000};
  RunResult result = {.y = y};
  if (run_flow(flow, &request, &result) != STATUS_OK || result.end != RUN_DONE) exit(1);
  return (long) result.calls;
}

static long run_ours(Case *c, double tol, double *y) {
  return follow(c, c->f.compiled, tol, y);
}

static long run_bare(Case *c, double tol, double *y) {
  return follow(c, c->bare.compiled, tol, y);
}

static long run_fused(Case *c, double tol, double *y) {
  return c->fused(c->hand.constants, c->f.t0, c->end, tol, tol, y);
}

static int cvode_rate(double t, N_Vector y, N_Vector yd, void *context) {
  Case *c = context;
  c->calls++;
  c->rate(c->hand.constants, t, NV_DATA_S(y), NV_DATA_S(yd));
  return 0;
}

static long run_cvode(Case *c, double tol, double *y) {
  const Sundials *lib = sundials_cvode();
  SUNContext sun;
  if (lib == NULL || lib->SUNContext_Create(lib->communicator, &sun) != 0) exit(1);
  c->calls = 0;
  N_Vector v = lib->N_VMake_Serial((sunindextype) c->n, y, sun);
  void *cvode = lib->CVodeCreate(CV_ADAMS, sun);
  SUNNonlinearSolver solver = lib->SUNNonlinSol_FixedPoint(v, 0, sun);
  double t;
  if (lib->CVodeInit(cvode, cvode_rate, c->f.t0, v) != CV_SUCCESS ||
      lib->set_tolerances(cvode, tol, tol) != CV_SUCCESS ||
      lib->set_user_data(cvode, c) != CV_SUCCESS || lib->set_most_steps(cvode, -1) != CV_SUCCESS ||
      lib->CVodeSetNonlinearSolver(cvode, solver) != CV_SUCCESS ||
      lib->set_stop_time(cvode, c->end) != CV_SUCCESS)
    exit(1);
  const int flag = lib->evolve(cvode, c->end, v, &t, CV_NORMAL);
  if (flag < 0) y[0] = (double) NAN;  // too accurate for it
  lib->SUNNonlinSolFree(solver);
  lib->destroy(&cvode);
  lib->N_VDestroy(v);
  lib->SUNContext_Free(&sun);
  return c->calls;
}

static int gsl_rate(double t, const double *y, double *yd, void *context) {
  Case *c = context;
  c->calls++;
  c->rate(c->hand.constants, t, y, yd);
  return GSL_SUCCESS;
}

static long run_gsl(Case *c, double tol, double *y) {
  const gsl_odeiv2_system system = {gsl_rate, NULL, c->n, c};
  gsl_odeiv2_driver *driver =
    gsl_odeiv2_driver_alloc_y_new(&system, gsl_odeiv2_step_rk8pd, 1e-3, tol, tol);
  double t = c->f.t0;
  c->calls = 0;
  if (gsl_odeiv2_driver_apply(driver, &t, c->end, y) != GSL_SUCCESS) y[0] = (double) NAN;
  gsl_odeiv2_driver_free(driver);
  return c->calls;
}

#define METHODS 5
static const char *const title[METHODS] = {"ours", "no proj.", "CVODE Adams", "GSL rk8pd",
                                           "fused DOP853"};
static Method *const method[METHODS] = {run_ours, run_bare, run_cvode, run_gsl, run_fused};

// --- measuring -----------------------------------------------------------------------------------

typedef struct {
  double seconds, error;
  long calls;
} Point;

static Point points[METHODS][TOLERANCES];

static double error_of(const Quad *q, size_t n, const double *y) {
  double error = 0;
  for (size_t i = 0; i < n; i++) {
    const double difference = fabs((double) ((Quad) y[i] - q[i]));
    error = difference <= error ? error : difference;  // NaN stays
  }
  return error;
}

// Skips a method that would be the same as another, since there is nothing to project.
static bool takes_part(const Case *c, size_t which) {
  return method[which] != run_bare || c->f.compiled->project != NULL;
}

// Runs all methods in turn at one tolerance.
static void measure(Case *c, int place, const Quad *q, size_t nq) {
  const double tol = pow(10, -FIRST - place);
  for (size_t i = 0; i < METHODS; i++) points[i][place] = (Point){.seconds = HUGE_VAL};
  const double start = bench_now();
  for (int run = 0; run < MOST_RUNS && bench_now() - start < METHODS * SECONDS; run++)
    for (size_t i = 0; i < METHODS; i++) {
      if (!takes_part(c, i)) continue;
      double y[BENCH_MOST];
      memcpy(y, c->f.y0, sizeof y);
      Point *p = &points[i][place];
      const double before = bench_now();
      p->calls = method[i](c, tol, y);
      p->seconds = fmin(p->seconds, bench_now() - before);
      p->error = error_of(q, nq, y);
    }
}

// Returns the time of a method for this error, interpolated between two tolerances in logarithms. NaN if it is never
// that accurate, or never that inaccurate.
static double seconds_for(size_t which, double error) {
  for (int i = 1; i < TOLERANCES; i++) {
    const Point *a = &points[which][i - 1], *b = &points[which][i];
    if (!(a->error >= error && b->error <= error)) continue;
    const double part = a->error > b->error ? log(a->error / error) / log(a->error / b->error) : 1;
    return a->seconds * pow(b->seconds / a->seconds, part);
  }
  return (double) NAN;
}

static void print_ratio(double ratio) {
  if (isnan(ratio))
    printf(" %9s", "-");
  else
    printf(" %9.2f", ratio);
}

static void print_points(const Case *c, const char *name) {
  static const int shown[] = {1, 5, 8};  // 1e-6, 1e-10, 1e-13
  for (size_t k = 0; k < sizeof shown / sizeof *shown; k++) {
    const int place = shown[k];
    const Point *ours = &points[0][place];
    for (size_t i = 0; i < METHODS; i++) {
      const Point *p = &points[i][place];
      if (!takes_part(c, i)) continue;
      printf("%-20s  1e-%-2d  %-13s %10.1f %9ld  %8.1e", i == 0 ? name : "", FIRST + place,
             title[i], 1e6 * p->seconds, p->calls, p->error);
      print_ratio(p->seconds / ours->seconds);
      print_ratio(i == 0 ? 1 : seconds_for(i, ours->error) / ours->seconds);
      putchar('\n');
    }
  }
}

// --- cases ---------------------------------------------------------------------------------------

static const char called[] =
  "\nvoid called(const double *k, double t, const double *y, double *yd) { rate(k, t, y, yd); }\n";

static void open_case(Case *c, const BenchCase *what, const char *text) {
  char *coefficients = bench_text("src/native/text/coefficients.h");
  char *driver = bench_text("bench/hand/dop853.h");
  char *added = bench_join((const char *const[]){coefficients, driver, called, NULL});
  *c = (Case){
    .f = bench_flow(text, true, true), .bare = bench_flow(text, false, true), .end = what->to};
  c->n = c->f.n;
  c->end += c->f.t0;
  c->hand = bench_hand(what->hand, added, &c->f);
  bench_find(c->hand.unit, "called", &c->rate);
  bench_find(c->hand.unit, "fused", &c->fused);
  free(coefficients);
  free(driver);
  free(added);
}

static void close_case(Case *c) {
  native_close(c->hand.unit);
  bench_flow_close(&c->bare);
  bench_flow_close(&c->f);
}

static void run_case(const BenchCase *what) {
  char *text = bench_text(what->model);
  Case c;
  Quad t, q[BENCH_MOST], v[BENCH_MOST];
  open_case(&c, what, text);
  QuadMotion *reference = reference_open(text);
  if (reference == NULL || !reference_initial(reference, &t, q, v) ||
      !reference_start(reference, t, q, v) || !reference_reach(reference, (Quad) c.end, q, v)) {
    fprintf(stderr, "%s: no reference\n", what->title);
    exit(1);
  }
  const size_t nq = reference_count(reference);
  for (int place = 0; place < TOLERANCES; place++) measure(&c, place, q, nq);
  print_points(&c, what->title);
  reference_close(reference);
  close_case(&c);
  free(text);
}

int main(void) {
  gsl_set_error_handler_off();
  printf("%-20s  %-5s  %-13s %10s %9s  %8s %9s %9s\n", "", "", "", "", "", "", "/ours at",
         "/ours at");
  printf("%-20s  %-5s  %-13s %10s %9s  %8s %9s %9s\n", "run", "tol.", "method", "us", "calls",
         "error", "same tol.", "same err.");
  for (size_t i = 0; i < bench_cases; i++) run_case(&bench_case[i]);
  return 0;
}
