// bench/taylor.c: Taylor's method compared with DOP853 and others.
//
// Question: how long does a run take for a given error at its end? DOP853, Taylor's method and CVODE's Adams methods
// are run_flow with compiled code, as `dalembert simulate` calls it; GSL's rk8pd, if GSL is available, has the same
// compiled rates, and does not project. For each tolerance from 1e-4 to 1e-15 (relative; the absolute one is a tenth of
// it): steps, the least processor time of some repetitions, all methods in turn, and the largest error of a coordinate,
// compared with a motion in 113 bits (tests/support/reference.h). Then the times at the same error, interpolated
// between tolerances in logarithms, and what our Taylor's method takes relative to each. "By hand" is Taylor's method
// written for one system alone (bench/hand/*_taylor.c, taylor.h), with orders from 6 to 20 instead of tolerances; the
// pendulum in x and y, which needs projections, has none. Kepler's ellipse is followed for 100 orbits; its error is the
// relative error of its energy, since 113 bits would take too long. Then it is followed for 10^5 orbits.
//
//   taylor [-o FIGURE.svg] [WORD]     work and precision of all cases as a figure; only cases with that word

#include "base/arena.h"
#include "bench/common/flows.h"
#include "figure/figure.h"
#include "support/reference.h"
#ifdef BENCH_GSL
#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#endif
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define FIRST 4
#define TOLERANCES 12
#define SECONDS 0.1  // for one method at one tolerance, about
#define MOST_RUNS 60

typedef struct {
  const char *title, *text, *hand;  // the last one a file, or NULL
  double end;
  bool energy;  // the error is that of the energy
} Case;

static const char pendulum[] = "parameter m1 = 1, m2 = 1, l1 = 1, l2 = 1, g = 9.81\n"
                               "coordinate theta1, theta2\n"
                               "let r1 = l1*[sin(theta1), -cos(theta1)]\n"
                               "let r2 = r1 + l2*[sin(theta2), -cos(theta2)]\n"
                               "point P1 mass m1 at r1\npoint P2 mass m2 at r2\ngravity = [0, -g]\n"
                               "initial theta1 = 1, theta2 = 1/2, theta1' = 0, theta2' = 0\n";

static const char parallel[] =
  "parameter m1 = 1, m2 = 2, k = 3\ncoordinate x1, y1, x2, y2\n"
  "point P1 mass m1 at [x1, y1]\npoint P2 mass m2 at [x2, y2]\n"
  "potential += 1/2*k*((x1 - x2)^2 + (y1 - y2)^2)\n"
  "constraint parallel: x1'*y2' - x2'*y1' = 0\n"
  "initial x1 = 0, y1 = 0, x2 = 1, y2 = 0, x1' = 3/10, y1' = 1/2, x2' = 3/5, y2' = 1\n";

static const char kepler[] =
  "parameter m = 1, k = 1\ncoordinate x, y\npoint P mass m at [x, y]\n"
  "potential = -k/sqrt(x^2 + y^2)\ninitial x = 1, y = 0, x' = 0, y' = 6/5\n";

static const char cartesian[] =
  "parameter m = 1, l = 1, g = 9.81\ncoordinate x, y\npoint P mass m at [x, y]\n"
  "gravity = [0, -g]\nconstraint rod: x^2 + y^2 = l^2\n"
  "initial x = 3/5, y = -4/5, x' = 0, y' = 0\n";

static const Case cases[] = {
  {"planar double pendulum, t = 100", pendulum, "bench/hand/double_pendulum_taylor.c", 100, false},
  {"parallel velocities and a spring, t = 100", parallel, "bench/hand/b08_taylor.c", 100, false},
  {"pendulum in x and y, t = 100", cartesian, NULL, 100, false},
  {"Kepler's ellipse, 100 times round", kepler, "bench/hand/kepler_taylor.c", 1497.56, true},
};
#define CASES (sizeof cases / sizeof *cases)

enum { DOP853, TAYLOR, ADAMS, RK8PD, BY_HAND, METHODS };
static const char *const method_name[METHODS] = {"DOP853", "Taylor", "CVODE Adams", "GSL rk8pd",
                                                 "by hand"};

typedef struct {
  double seconds, error;
  long steps;
} Point;

static Point points[CASES][METHODS][TOLERANCES];

// Processor time: the machine may be shared.
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

static double energy_of(const double *y) {
  return (y[2] * y[2] + y[3] * y[3]) / 2 - 1 / sqrt(y[0] * y[0] + y[1] * y[1]);
}

static double error_of(const Case *c, const BenchFlow *f, const Quad *q, size_t n,
                       const double *y) {
  if (c->energy) return fabs(energy_of(y) / energy_of(f->y0) - 1);
  double error = 0;
  for (size_t i = 0; i < n; i++) error = fmax(error, fabs((double) ((Quad) y[i] - q[i])));
  return error;
}

// --- methods -------------------------------------------------------------------------------------

static bool run_ours(const BenchFlow *f, Integrator integrator, double end, double tol, double *y,
                     long *steps) {
  const RunRequest request = {.integrator = integrator,
                              .from = f->t0,
                              .to = end,
                              .rtol = tol,
                              .atol = tol / 10,
                              .most_steps = 100000000};
  RunResult result = {.y = y};
  const Status status = run_flow(f->compiled, &request, &result);
  *steps = (long) result.steps;
  return status == STATUS_OK && result.end == RUN_DONE;
}

#ifdef BENCH_GSL
static int gsl_rate(double t, const double *y, double *yd, void *context) {
  const Flow *flow = context;
  double watch[4 * BENCH_MOST];
  flow->rate(flow, t, y, yd, watch);
  return GSL_SUCCESS;
}

static bool run_gsl(const BenchFlow *f, double end, double tol, double *y, long *steps) {
  const gsl_odeiv2_system system = {gsl_rate, NULL, f->n, f->compiled};
  gsl_odeiv2_driver *driver =
    gsl_odeiv2_driver_alloc_y_new(&system, gsl_odeiv2_step_rk8pd, 1e-3, tol / 10, tol);
  double t = f->t0;
  const bool done = gsl_odeiv2_driver_apply(driver, &t, end, y) == GSL_SUCCESS;
  *steps = (long) driver->n;
  gsl_odeiv2_driver_free(driver);
  return done;
}
#else
static bool run_gsl(const BenchFlow *f, double end, double tol, double *y, long *steps) {
  (void) f, (void) end, (void) tol, (void) y, (void) steps;
  return false;
}
#endif

// --- Taylor's method by hand ---------------------------------------------------------------------

typedef long FollowSeries(const double *p, int order, double end, double *y);

typedef struct {
  NativeUnit *unit;  // or NULL
  FollowSeries *follow;
  double constants[8];
} ByHand;

// Sines and cosines are exact to the last place; what follows may be computed in any order.
static ByHand open_by_hand(const char *path, const double *parameters) {
  static const char words[] = "\n#pragma GCC optimize(\"O3,fast-math,no-finite-math-only\")\n"
                              "#define WIDTH 4\n#define ORDERS 24\n"
                              "typedef double Four __attribute__((vector_size(8 * WIDTH)));\n"
                              "typedef long FourMask __attribute__((vector_size(8 * WIDTH)));\n";
  char *real = bench_text("src/native/text/real.h"),
       *sincos = bench_text("src/native/text/sincos.h");
  char *own = bench_text(path), *steps = bench_text("bench/hand/taylor.h");
  char *all = bench_join((const char *const[]){real, sincos, words, own, steps, NULL});
  ByHand hand = {.unit = bench_compile(all)};
  void (*prepare)(const double *p, double *k);
  bench_find(hand.unit, "follow_series", &hand.follow);
  bench_find(hand.unit, "prepare", &prepare);
  prepare(parameters, hand.constants);
  free(all), free(steps), free(own), free(sincos), free(real);
  return hand;
}

static bool run_by_hand(const ByHand *hand, double end, double tol, double *y, long *steps) {
  static const int orders[TOLERANCES] = {6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20};
  if (hand->unit == NULL) return false;
  *steps = hand->follow(hand->constants, orders[(int) round(-log10(tol)) - FIRST], end, y);
  return *steps > 0;
}

typedef struct {
  BenchFlow flow, series;
  ByHand hand;
} Subject;

static bool run_by(int method, const Subject *s, double end, double tol, double *y, long *steps) {
  switch (method) {
    case DOP853: return run_ours(&s->flow, INTEGRATOR_DOP853, end, tol, y, steps);
    case TAYLOR: return run_ours(&s->series, INTEGRATOR_TAYLOR, end, tol, y, steps);
    case ADAMS: return run_ours(&s->flow, INTEGRATOR_ADAMS, end, tol, y, steps);
    case BY_HAND: return run_by_hand(&s->hand, end, tol, y, steps);
    default: return run_gsl(&s->flow, end, tol, y, steps);
  }
}

// A run with a tolerance that the method cannot reach gives no point.
static void measure_once(const Case *c, const Subject *s, int method, double tol, const Quad *q,
                         size_t n, Point *p) {
  double y[BENCH_MOST];
  memcpy(y, s->flow.y0, sizeof y);
  const double before = now();
  if (!run_by(method, s, c->end, tol, y, &p->steps)) {
    *p = (Point){(double) NAN, (double) NAN, 0};
    return;
  }
  p->seconds = fmin(p->seconds, now() - before);
  p->error = error_of(c, &s->flow, q, n, y);
}

// All methods in turn, until each has had its time.
static void measure(size_t which, const Subject *s, int place, const Quad *q, size_t n) {
  const double tol = pow(10, -FIRST - place);
  double spent[METHODS] = {0};
  for (int i = 0; i < METHODS; i++) points[which][i][place] = (Point){.seconds = HUGE_VAL};
  for (int run = 0; run < MOST_RUNS; run++)
    for (int i = 0; i < METHODS; i++) {
      Point *p = &points[which][i][place];
      if (isnan(p->seconds) || (run >= 2 && spent[i] > SECONDS)) continue;
      const double start = now();
      measure_once(&cases[which], s, i, tol, q, n, p);
      spent[i] += now() - start;
    }
}

// --- what comes out ------------------------------------------------------------------------------

static double seconds_for(const Point *points_of, double error) {
  for (int i = 1; i < TOLERANCES; i++) {
    const Point *a = &points_of[i - 1], *b = &points_of[i];
    if (!(a->error >= error && b->error <= error)) continue;
    const double part = a->error > b->error ? log(a->error / error) / log(a->error / b->error) : 1;
    return a->seconds * pow(b->seconds / a->seconds, part);
  }
  return (double) NAN;
}

static void print_case(size_t which) {
  printf("%s\n  tol.", cases[which].title);
  const int methods = isnan(points[which][BY_HAND][0].seconds) ? BY_HAND : METHODS;
  for (int i = 0; i < methods; i++) printf("  %12s: steps, us, error", method_name[i]);
  for (int place = 0; place < TOLERANCES; place++) {
    printf("\n  1e-%-2d", FIRST + place);
    for (int i = 0; i < methods; i++) {
      const Point *p = &points[which][i][place];
      printf("  %11ld %11.1f  %8.1e", p->steps, 1e6 * p->seconds, p->error);
    }
  }
  for (int k = 6; k <= 12; k += 3) {
    const double ours = seconds_for(points[which][TAYLOR], pow(10, -k));
    printf("\n  error 1e-%-2d:", k);
    for (int i = 0; i < methods; i++) {
      const double seconds = seconds_for(points[which][i], pow(10, -k));
      if (isnan(seconds))
        printf(" %s -", method_name[i]);
      else if (i == TAYLOR)
        printf(" %s %.3f ms", method_name[i], 1e3 * seconds);
      else
        printf(" %s %.3f ms (%.2f)", method_name[i], 1e3 * seconds, ours / seconds);
    }
  }
  printf("\n");
  fflush(stdout);
}

// A thousand times as long: the drift of the energy.
static void run_long(const Case *c, const Subject *s) {
  static const int methods[] = {TAYLOR, DOP853, RK8PD, BY_HAND};
  for (int digits = 13; digits <= 15; digits++) {
    double ours = (double) NAN;
    printf("  1000 times as long, tolerance 1e-%d:", digits);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
      double y[BENCH_MOST];
      long steps;
      memcpy(y, s->flow.y0, sizeof y);
      const double start = now();
      if (!run_by(methods[i], s, 1000 * c->end, pow(10, -digits), y, &steps)) continue;
      const double seconds = now() - start;
      if (methods[i] == TAYLOR) ours = seconds;
      printf(" %s %.2f s (%.2f), %.1e", method_name[methods[i]], seconds, ours / seconds,
             error_of(c, &s->flow, NULL, 0, y));
    }
    printf("\n");
  }
}

static void run_case(size_t which) {
  const Case *c = &cases[which];
  Subject s = {bench_flow(c->text, true, true), bench_flow_series(c->text), {0}};
  if (c->hand != NULL) s.hand = open_by_hand(c->hand, s.flow.parameters);
  Quad t, q[BENCH_MOST], v[BENCH_MOST];
  size_t n = 0;
  if (!c->energy) {
    QuadMotion *reference = reference_open(c->text);
    if (reference == NULL || !reference_initial(reference, &t, q, v) ||
        !reference_start(reference, t, q, v) || !reference_reach(reference, (Quad) c->end, q, v)) {
      fprintf(stderr, "%s: no reference\n", c->title);
      exit(1);
    }
    n = reference_count(reference);
    reference_close(reference);
  }
  for (int place = 0; place < TOLERANCES; place++) measure(which, &s, place, q, n);
  print_case(which);
  if (c->energy) run_long(c, &s);
  bench_flow_close(&s.flow);
  bench_flow_close(&s.series);
  native_close(s.hand.unit);
}

// --- the figure ----------------------------------------------------------------------------------

typedef struct {
  Arena arena;
  Diags diags;
  bool measured[CASES];
  FigureKind kind;
  Str bytes;
} Drawing;

static Series series_of(Arena *arena, size_t which, int method) {
  double *x = ARENA_ARRAY(arena, double, TOLERANCES), *y = ARENA_ARRAY(arena, double, TOLERANCES);
  for (int i = 0; i < TOLERANCES; i++) {
    const Point *p = &points[which][method][i];
    x[i] = -log10(p->error);
    y[i] = log10(1e3 * p->seconds);
  }
  return (Series){.name = label_plain(method_name[method]),
                  .n = TOLERANCES,
                  .at = {x, y},
                  .colour = (unsigned) method,
                  .dash = (unsigned) method};
}

static Status draw(void *context) {
  Drawing *d = context;
  Figure figure = {.title = label_plain("Work and precision")};
  for (size_t k = 0; k < CASES; k++) {
    Panel panel = {
      .title = label_plain(cases[k].title),
      .label = {label_plain("correct digits at the end"), label_plain("log10 of milliseconds")}};
    for (int i = 0; i < BY_HAND; i++)
      array_push(&d->arena, &panel.series, series_of(&d->arena, k, i));
    if (d->measured[k]) array_push(&d->arena, &figure.panels, panel);
  }
  return figure_file(&figure, d->kind, &d->arena, &d->diags, &d->bytes);
}

static bool write_figure(Drawing *d, const char *path) {
  Guard guard = {.budget = SIZE_MAX};
  arena_init(&d->arena, allocator_heap(), &guard);
  d->diags = (Diags){.arena = &d->arena};
  bool written = figure_kind_of(path, &d->kind) && guard_run(&guard, draw, d) == STATUS_OK;
  FILE *file = written ? fopen(path, "w") : NULL;
  if (file != NULL) {
    written = fwrite(d->bytes.at, 1, d->bytes.n, file) == d->bytes.n;
    written = fclose(file) == 0 && written;
  }
  arena_clear(&d->arena);
  return written && file != NULL;
}

int main(int argc, char **argv) {
  static Drawing drawing;
  const bool figure = argc > 2 && strcmp(argv[1], "-o") == 0;
  const char *word = argc > (figure ? 3 : 1) ? argv[figure ? 3 : 1] : "";
  for (size_t i = 0; i < CASES; i++) {
    drawing.measured[i] = strstr(cases[i].title, word) != NULL;
    if (drawing.measured[i]) run_case(i);
  }
  if (figure && !write_figure(&drawing, argv[2])) {
    fprintf(stderr, "no figure was written\n");
    return 1;
  }
  return 0;
}
