// bench/control.c: how should the length of steps follow their errors?
//
// Question: which step size controller of DOP853 needs the fewest right-hand sides for the same
// accuracy? The next step is safety h e^-gain last^memory, where e is the error of this step and
// `last` that of the step before; Hairer's code has 0.9, 1/8 and 0. For models of the gallery and
// the pendulum of ten links: calls times error^(1/8) at the end, as the geometric mean over
// tolerances from 1e-5 to 1e-11, relative to Hairer's controller. The factor error^(1/8) makes runs
// of one method with different errors comparable. The last line has the number of rejected steps.

#include "bench/common/flows.h"
#include "support/reference.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
  double safety, gain, memory;
} control[] = {{0.9, 0.125, 0},     {0.8, 0.125, 0},    {0.7, 0.125, 0},    {0.8, 0.0625, 0},
               {0.9, 0.117, 0.04},  {0.9, 0.113, 0.06}, {0.9, 0.109, 0.08}, {0.85, 0.113, 0.06},
               {0.85, 0.109, 0.08}, {0.9, 0.101, 0.12}};
#define CONTROLS (sizeof control / sizeof *control)

static const struct {
  const char *model;
  double to;
} run[] = {{"models/double-pendulum.mech", 10},
           {"models/parallel-velocities-spring.mech", 20},
           {"models/hamilton-spherical-pendulum.mech", 20},
           {"ten-links", 2},
           {"models/kepler-plane.mech", 20},
           {"models/kepler-cartesian.mech", 20},
           {"models/spring-pendulum.mech", 20},
           {"models/heavy-symmetric-top.mech", 5},
           {"models/trailer-3.mech", 10},
           {"models/damped-cart-pendulum.mech", 10},
           {"models/vibrated-pendulum.mech", 5},
           {"models/rolling-disk.mech", 5},
           {"models/quaternion-body.mech", 10},
           {"models/charged-particle.mech", 10},
           {"models/foucault-pendulum.mech", 10},
           {"models/four-bar.mech", 5},
           {"models/chaplygin-sleigh.mech", 10}};
#define RUNS (sizeof run / sizeof *run)

// Around the driver of bench/hand: the rates of the flow's unit, and an adjustable controller.
static const char before[] =
  "#undef STAGE\n"
  "#define N DRIVE_N\n"
  "double safety, gain, memory;\n"
  "#define FACTOR(error, last) (safety * pow(error, -gain) * pow(last, memory))\n"
  "static void own_rate(const double *p, double t, const double *y, double *yd) {\n"
  "  double w[2 * DRIVE_WATCHED + 1];\n"
  "  rate(p, t, y, yd, w);\n"
  "}\n"
  "#define rate own_rate\n";

typedef long Fused(const double *k, double t, double end, double rtol, double atol, double *y);

static double part[RUNS][CONTROLS], refused[CONTROLS], calls[CONTROLS];

static void set(const NativeUnit *unit, const char *name, double value) {
  double *at = native_symbol(unit, name);
  if (at != NULL) *at = value;
}

static double error_of(const Quad *q, size_t n, const double *y) {
  double error = 0;
  for (size_t i = 0; i < n; i++) error = fmax(error, fabs((double) ((Quad) y[i] - q[i])));
  return error;
}

// The logarithm of calls error^(1/8), over the tolerances.
static double cost(const BenchFlow *f, const NativeUnit *unit, double end, const Quad *q, size_t nq,
                   size_t which) {
  Fused *fused;
  bench_find(unit, "fused", &fused);
  set(unit, "safety", control[which].safety);
  set(unit, "gain", control[which].gain);
  set(unit, "memory", control[which].memory);
  double sum = 0;
  int count = 0;
  for (double digits = 5; digits <= 11; digits += 0.25) {
    double y[BENCH_MOST];
    memcpy(y, f->y0, sizeof y);
    const double tol = pow(10, -digits);
    const long n = fused(f->compiled->fixed, f->t0, end, tol, tol, y);
    const double error = error_of(q, nq, y);
    refused[which] += 11.0 * (double) *(long *) native_symbol(unit, "refused");
    calls[which] += (double) n;
    if (!(error > 1e-12 && error < 0.1)) continue;  // rounding; chaos
    sum += log((double) n * pow(error, 0.125));
    count++;
  }
  return sum / count;
}

static void measure(size_t k, const char *driver) {
  char *text = bench_text(run[k].model);
  BenchFlow f = bench_flow(text, true, true);
  NativeUnit *unit = bench_unit(&f, driver);
  QuadMotion *reference = reference_open(text);
  Quad t, q[BENCH_MOST], v[BENCH_MOST];
  const double end = f.t0 + run[k].to;
  if (reference == NULL || !reference_initial(reference, &t, q, v) ||
      !reference_start(reference, t, q, v) || !reference_reach(reference, (Quad) end, q, v))
    exit(1);
  printf("%-38s", run[k].model);
  for (size_t i = 0; i < CONTROLS; i++) {
    part[k][i] = cost(&f, unit, end, q, reference_count(reference), i);
    printf(" %6.3f", exp(part[k][i] - part[k][0]));
  }
  putchar('\n');
  reference_close(reference);
  native_close(unit);
  bench_flow_close(&f);
  free(text);
}

static void print_controls(void) {
  printf("%-38s", "safety");
  for (size_t i = 0; i < CONTROLS; i++) printf(" %6.3g", control[i].safety);
  printf("\n%-38s", "gain");
  for (size_t i = 0; i < CONTROLS; i++) printf(" %6.3g", control[i].gain);
  printf("\n%-38s", "memory");
  for (size_t i = 0; i < CONTROLS; i++) printf(" %6.3g", control[i].memory);
  putchar('\n');
}

int main(void) {
  char *text = bench_text("bench/hand/dop853.h");
  char *driver = bench_join((const char *const[]){before, text, NULL});
  print_controls();
  for (size_t k = 0; k < RUNS; k++) measure(k, driver);
  printf("%-38s", "mean");
  for (size_t i = 0; i < CONTROLS; i++) {
    double sum = 0;
    for (size_t k = 0; k < RUNS; k++) sum += part[k][i] - part[k][0];
    printf(" %6.3f", exp(sum / RUNS));
  }
  printf("\n%-38s", "calls for refused steps");
  for (size_t i = 0; i < CONTROLS; i++) printf(" %6.3f", refused[i] / calls[i]);
  putchar('\n');
  free(text);
  free(driver);
  return 0;
}
