// bench/taylor.c: Taylor's method beside DOP853.
//
// Question: for an error at the end of a run, how long does it take with either? Both are run_flow with
// compiled code, as `dalembert simulate` calls it. For each tolerance from 1e-5 to 1e-15 (relative;
// absolute is a tenth of it): steps, the least time of many repetitions, both methods in turn, and the
// largest error of a coordinate against a motion in 113 bits (tests/support/reference.h). Then the
// times at the same error, between tolerances by logarithms, and the tolerance from which on Taylor's
// method is the faster one. Kepler's ellipse goes round 1000 times; its error is that of its
// energy, relative, since 113 bits would take too long.

#include "bench/common/flows.h"
#include "support/reference.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST 5
#define TOLERANCES 11
#define SECONDS 0.25  // for one method at one tolerance, about
#define MOST_RUNS 60

typedef struct {
  const char *title, *text;
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
  {"planar double pendulum, t = 100", pendulum, 100, false},
  {"parallel velocities and a spring, t = 100", parallel, 100, false},
  {"pendulum in x and y, t = 100", cartesian, 100, false},
  {"Kepler's ellipse, 1000 times round", kepler, 14975.6, true},
};

typedef struct {
  double seconds, error;
  long steps;
} Point;

static Point points[2][TOLERANCES];

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

static void measure(const Case *c, const BenchFlow *f, int place, const Quad *q, size_t n) {
  static const Integrator integrator[] = {INTEGRATOR_DOP853, INTEGRATOR_TAYLOR};
  const double tol = pow(10, -FIRST - place), start = bench_now();
  for (int i = 0; i < 2; i++) points[i][place] = (Point){.seconds = HUGE_VAL};
  for (int run = 0; run < MOST_RUNS && (run < 2 || bench_now() - start < 2 * SECONDS); run++)
    for (int i = 0; i < 2; i++) {
      double y[BENCH_MOST];
      const RunRequest request = {.integrator = integrator[i],
                                  .from = f[i].t0,
                                  .to = c->end,
                                  .rtol = tol,
                                  .atol = tol / 10,
                                  .most_steps = 100000000};
      RunResult result = {.y = y};
      memcpy(y, f[i].y0, sizeof y);
      const double before = bench_now();
      if (run_flow(f[i].compiled, &request, &result) != STATUS_OK || result.end != RUN_DONE)
        exit(1);
      Point *p = &points[i][place];
      p->seconds = fmin(p->seconds, bench_now() - before);
      p->error = error_of(c, &f[i], q, n, y);
      p->steps = (long) result.steps;
    }
}

static double seconds_for(int which, double error) {
  for (int i = 1; i < TOLERANCES; i++) {
    const Point *a = &points[which][i - 1], *b = &points[which][i];
    if (!(a->error >= error && b->error <= error)) continue;
    const double part = a->error > b->error ? log(a->error / error) / log(a->error / b->error) : 1;
    return a->seconds * pow(b->seconds / a->seconds, part);
  }
  return (double) NAN;
}

static void print_case(const Case *c) {
  printf("%s\n  tol.   DOP853: steps         us     error   Taylor: steps         us     error\n",
         c->title);
  for (int place = 0; place < TOLERANCES; place++) {
    const Point *a = &points[0][place], *b = &points[1][place];
    printf("  1e-%-2d %15ld %10.1f  %8.1e %15ld %10.1f  %8.1e\n", FIRST + place, a->steps,
           1e6 * a->seconds, a->error, b->steps, 1e6 * b->seconds, b->error);
  }
  for (int k = 6; k <= 12; k += 3) {
    const double a = seconds_for(0, pow(10, -k)), b = seconds_for(1, pow(10, -k));
    printf("  error 1e-%-2d: DOP853 %8.3f ms, Taylor %8.3f ms, ratio %.2f\n", k, 1e3 * a, 1e3 * b,
           b / a);
  }
}

static void run_case(const Case *c) {
  BenchFlow f[2] = {bench_flow(c->text, true, true), bench_flow_series(c->text)};
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
  for (int place = 0; place < TOLERANCES; place++) measure(c, f, place, q, n);
  print_case(c);
  for (int i = 0; i < 2; i++) bench_flow_close(&f[i]);
}

int main(int argc, char **argv) {
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    if (argc < 2 || strstr(cases[i].title, argv[1]) != NULL) run_case(&cases[i]);
  return 0;
}
