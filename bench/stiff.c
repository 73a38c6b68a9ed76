// bench/stiff.c: how long does a stiff run take with `bdf`, compared with CVODE tuned by hand?
//
// Question: what do the program's rates and Jacobian, its linear solver and its checks at every step cost, compared
// with CVODE called directly with hand-written rates and Jacobian and the most suitable linear solver? Masses on a line
// between two walls, springs that become harder, strong dampers. By hand, the state has the order x1 v1 x2 v2 ..., in
// which the Jacobian has three diagonals on each side (band), or q' = v is solved by KLU or a dense matrix. All have
// the same tolerances; errors are those at the end, compared with a run at 1e-12.

#include "bench/common/flows.h"
#include "motion/sundials_impl.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunmatrix/sunmatrix_band.h>

#define MOST 256  // masses
#define STIFF 100.0
#define HARD 50.0
#define DAMP 1000.0
#define RTOL 1e-6
#define ATOL 1e-8
#define END 10.0
#define REPEATED 41  // at most

static const char line[] =
  "parameter m = 1, k = 100, h = 50, c = 1000\n"
  "coordinate x[1..n]\n"
  "point P[i] mass m at [x[i], 0] for i = 1..n\n"
  "potential = k/2*(x[1]^2 + x[n]^2) + h/4*(x[1]^4 + x[n]^4)"
  " + sum(k/2*(x[i] - x[i-1])^2 + h/4*(x[i] - x[i-1])^4 for i = 2..n)\n"
  "dissipation = c/2*(x[1]'^2 + x[n]'^2) + sum(c/2*(x[i]' - x[i-1]')^2 for i = 2..n)\n"
  "initial x[i] = (i - n/2)/n, x[i]' = 1 for i = 1..n\n";

// --- by hand -------------------------------------------------------------------------------------

typedef enum { HAND_BAND, HAND_KLU, HAND_DENSE, HANDS } Solver;

typedef struct {
  int n;  // masses
  Solver solver;
} Hand;

// Where x and v of a mass are in the state: side by side for the band, otherwise all x first.
static int place_x(const Hand *h, int i) {
  return h->solver == HAND_BAND ? 2 * i : i;
}

static int place_v(const Hand *h, int i) {
  return h->solver == HAND_BAND ? 2 * i + 1 : h->n + i;
}

// The force in a spring and its damper, and how it changes with the length.
static double force_of(double x, double v) {
  return (STIFF + HARD * x * x) * x + DAMP * v;
}

static double hardness_of(double x) {
  return STIFF + 3 * HARD * x * x;
}

static int hand_rates(double t, N_Vector at, N_Vector rates, void *data) {
  const Hand *h = data;
  const double *y = NV_DATA_S(at);
  double *yd = NV_DATA_S(rates);
  const int step = h->solver == HAND_BAND ? 2 : 1, v = place_v(h, 0);
  (void) t;
  double x0 = 0, v0 = 0, left = force_of(y[0], y[v]);
  for (int i = 0; i < h->n; i++) {
    x0 = y[step * i], v0 = y[step * i + v];
    const bool last = i + 1 == h->n;
    const double right =
      last ? -force_of(x0, v0) : force_of(y[step * (i + 1)] - x0, y[step * (i + 1) + v] - v0);
    yd[step * i] = v0;
    yd[step * i + v] = right - left;
    left = right;
  }
  return 0;
}

// Sets entries of a matrix of any kind; those of a sparse one in the order of its columns.
static void put(const Hand *h, SUNMatrix J, sunindextype *k, int i, int j, double value) {
  switch (h->solver) {
    case HAND_BAND: SM_ELEMENT_B(J, i, j) = value; return;
    case HAND_DENSE: SM_ELEMENT_D(J, i, j) = value; return;
    default: SM_INDEXVALS_S(J)[*k] = i; SM_DATA_S(J)[(*k)++] = value;
  }
}

// A column of x or of v: the effect of the springs or dampers on both sides of mass j.
static void put_column(const Hand *h, SUNMatrix J, sunindextype *k, int j, double left,
                       double right, bool speed) {
  const int column = speed ? place_v(h, j) : place_x(h, j);
  if (h->solver == HAND_KLU) SM_INDEXPTRS_S(J)[column] = *k;
  if (speed) put(h, J, k, place_x(h, j), column, 1);
  if (j > 0) put(h, J, k, place_v(h, j - 1), column, left);
  put(h, J, k, place_v(h, j), column, -left - right);
  if (j + 1 < h->n) put(h, J, k, place_v(h, j + 1), column, right);
}

static int hand_jacobian(double t, N_Vector at, N_Vector rates, SUNMatrix J, void *data,
                         N_Vector work1, N_Vector work2, N_Vector work3) {
  (void) t, (void) rates, (void) work1, (void) work2, (void) work3;
  const Hand *h = data;
  const double *y = NV_DATA_S(at);
  sunindextype k = 0;
  double left = hardness_of(y[0]);
  for (int j = 0; j < h->n; j++) {
    const double x = y[place_x(h, j)];
    const double right = hardness_of(j + 1 < h->n ? y[place_x(h, j + 1)] - x : x);
    put_column(h, J, &k, j, left, right, false);
    if (h->solver == HAND_BAND) put_column(h, J, &k, j, DAMP, DAMP, true);
    left = right;
  }
  for (int j = 0; h->solver != HAND_BAND && j < h->n; j++)
    put_column(h, J, &k, j, DAMP, DAMP, true);
  if (h->solver == HAND_KLU) SM_INDEXPTRS_S(J)[2 * h->n] = k;
  return 0;
}

static void require(bool good, const char *what) {
  if (good) return;
  fprintf(stderr, "stiff: %s\n", what);
  exit(1);
}

typedef struct {
  SUNMatrix matrix;
  SUNLinearSolver solver;
} Linear;

static Linear make_linear(const Hand *h, const Sundials *lib, N_Vector y, SUNContext sun) {
  const sunindextype n = 2 * h->n;
  Linear l = {0};
  if (h->solver == HAND_DENSE) {
    l.matrix = lib->SUNDenseMatrix(n, n, sun);
    l.solver = lib->SUNLinSol_Dense(y, l.matrix, sun);
  } else if (h->solver == HAND_KLU) {
    SundialsKlu *klu = sundials_klu();
    require(klu != NULL, "KLU is missing");
    l.matrix = lib->SUNSparseMatrix(n, n, 7 * h->n, CSC_MAT, sun);
    l.solver = klu(y, l.matrix, sun);
  } else {
    Library cvode = *run_library(RUN_LIBRARY_CVODE);
    __typeof__(SUNBandMatrix) *band = NULL;
    __typeof__(SUNLinSol_Band) *solver = NULL;
    require(library_symbol(&cvode, "SUNBandMatrix", &band) &&
              library_symbol(&cvode, "SUNLinSol_Band", &solver),
            cvode.trouble);
    l.matrix = band(n, 3, 3, sun);
    l.solver = solver(y, l.matrix, sun);
  }
  return l;
}

// Runs only CVODE. The final state has all x first. Returns the number of steps.
static long run_hand(Hand h, const double *y0, double *end, double rtol) {
  const Sundials *lib = sundials_cvode();
  require(lib != NULL, "CVODE is missing");
  SUNContext sun;
  double y[2 * MOST], t = 0;
  for (int i = 0; i < h.n; i++) y[place_x(&h, i)] = y0[i], y[place_v(&h, i)] = y0[h.n + i];
  Library all = *run_library(RUN_LIBRARY_CVODE);
  __typeof__(CVodeSetJacFn) *set = NULL;
  __typeof__(CVodeGetNumSteps) *count = NULL;
  require(library_symbol(&all, "CVodeSetJacFn", &set) &&
            library_symbol(&all, "CVodeGetNumSteps", &count),
          all.trouble);
  bool good = lib->SUNContext_Create(lib->communicator, &sun) == 0;
  N_Vector vector = lib->N_VMake_Serial(2 * h.n, y, sun);
  void *cvode = lib->CVodeCreate(CV_BDF, sun);
  const Linear l = make_linear(&h, lib, vector, sun);
  good = good && lib->CVodeInit(cvode, hand_rates, 0, vector) == 0 &&
         lib->set_tolerances(cvode, rtol, rtol * ATOL / RTOL) == 0 &&
         lib->set_user_data(cvode, &h) == 0 && lib->set_most_steps(cvode, 1000000) == 0 &&
         lib->set_linear_solver(cvode, l.solver, l.matrix) == 0 && set(cvode, hand_jacobian) == 0 &&
         lib->set_stop_time(cvode, END) == 0;
  good = good && lib->evolve(cvode, END, vector, &t, CV_NORMAL) >= 0;
  long steps = 0;
  require(good && count(cvode, &steps) == 0, "CVODE failed");
  lib->destroy(&cvode);
  lib->SUNLinSolFree(l.solver);
  lib->SUNMatDestroy(l.matrix);
  lib->N_VDestroy(vector);
  lib->SUNContext_Free(&sun);
  for (int i = 0; i < h.n; i++) end[i] = y[place_x(&h, i)], end[h.n + i] = y[place_v(&h, i)];
  return steps;
}

// --- ours ----------------------------------------------------------------------------------------

static long run_ours(const Flow *flow, const double *y0, double *end) {
  const RunRequest request = {
    .integrator = INTEGRATOR_BDF, .to = END, .rtol = RTOL, .atol = ATOL, .most_steps = 1000000};
  RunResult result = {.y = end};
  memcpy(end, y0, flow->n * sizeof *end);
  require(run_flow(flow, &request, &result) == STATUS_OK && result.end == RUN_DONE,
          "the run failed");
  return (long) result.steps;
}

// --- the comparison ------------------------------------------------------------------------------

enum { COMPILED = HANDS, INTERPRETED, METHODS };
static const char *const title[METHODS] = {"by hand, band", "by hand, KLU", "by hand, dense",
                                           "ours, compiled", "ours, interpreted"};

typedef struct {
  double seconds, error;
  long steps;
} Outcome;

static double error_of(const double *y, const double *exact, int n) {
  double error = 0;
  for (int i = 0; i < n; i++) error = fmax(error, fabs(y[i] - exact[i]));
  return error;
}

static void measure(int n) {
  char text[1024];
  double exact[2 * MOST], end[2 * MOST];
  Outcome out[METHODS];
  snprintf(text, sizeof text, "count n = %d\n%s", n, line);
  BenchFlow f = bench_flow_stiff(text);
  (void) run_hand((Hand){n, HAND_BAND}, f.y0, exact, 1e-12);
  for (int k = 0; k < METHODS; k++) out[k].seconds = HUGE_VAL;
  for (int run = 0; run < REPEATED; run++)
    for (int k = 0; k < METHODS; k++) {
      if (run >= REPEATED / 8 && out[k].seconds > 0.05) continue;
      const double start = bench_processor();
      out[k].steps = k < HANDS ? run_hand((Hand){n, (Solver) k}, f.y0, end, RTOL)
                               : run_ours(k == COMPILED ? f.compiled : f.interpreted, f.y0, end);
      out[k].seconds = fmin(out[k].seconds, bench_processor() - start);
      out[k].error = error_of(end, exact, 2 * n);
    }
  double best = HUGE_VAL;
  for (int k = 0; k < HANDS; k++) best = fmin(best, out[k].seconds);
  for (int k = 0; k < METHODS; k++)
    printf("%5d  %-18s %8.3f %8.2f %8ld %10.1e\n", n, title[k], 1e3 * out[k].seconds,
           out[k].seconds / best, out[k].steps, out[k].error);
  bench_flow_close(&f);
}

int main(int argc, char **argv) {
  printf("%5s  %-18s %8s %8s %8s %10s\n", "n", "", "ms", "ratio", "steps", "error");
  static const int n[] = {10, 100};
  if (argc > 1) {
    measure(atoi(argv[1]));
    return 0;
  }
  for (size_t i = 0; i < sizeof n / sizeof *n; i++) measure(n[i]);
  return 0;
}
