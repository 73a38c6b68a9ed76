// support/flows.c: flows written by hand.

#include "support/flows.h"
#include "support/check.h"

#include <math.h>

#define UNUSED(a) ((void) (a))

void check_near(double a, double b, double tolerance, const char *file, int line) {
  if (fabs(a - b) <= tolerance) return;
  print_error("%.17g and %.17g differ by %.3g, allowed are %.3g\n", a, b, fabs(a - b), tolerance);
  _fail(file, line);
}

// --- the harmonic oscillator ---------------------------------------------------------------------

static void oscillator_rate(const Flow *flow, double t, const double *y, double *yd, double *w) {
  UNUSED(flow), UNUSED(t), UNUSED(w);
  yd[0] = y[1];
  yd[1] = -y[0];
}

static void oscillator_event(const Flow *flow, double t, const double *y, double *g) {
  UNUSED(flow), UNUSED(t);
  *g = y[0] - OSCILLATOR_LEVEL;
}

static void oscillator_jacobian(const Flow *flow, double t, const double *y, double *J) {
  UNUSED(flow), UNUSED(t), UNUSED(y);
  J[0] = J[3] = 0;
  J[1] = -1;
  J[2] = 1;
}

Flow flow_oscillator(void) {
  return (Flow){.n = 2,
                .rate = oscillator_rate,
                .event = oscillator_event,
                .jacobian = oscillator_jacobian,
                .drive = flow_dop853};
}

// --- Kepler's problem ----------------------------------------------------------------------------

static void kepler_rate(const Flow *flow, double t, const double *y, double *yd, double *w) {
  UNUSED(flow), UNUSED(t), UNUSED(w);
  const double r = hypot(y[0], y[1]), cube = r * r * r;
  yd[0] = y[2];
  yd[1] = y[3];
  yd[2] = -y[0] / cube;
  yd[3] = -y[1] / cube;
}

Flow flow_kepler(void) {
  return (Flow){.n = 4, .rate = kepler_rate, .drive = flow_dop853};
}

void kepler_start(double e, double *y) {
  kepler_state(e, 0, y);
}

// By Kepler's equation, E - e sin E = t, with Newton's method.
void kepler_state(double e, double t, double *y) {
  double E = t;
  for (int round = 0; round < 50; round++) E -= (E - e * sin(E) - t) / (1 - e * cos(E));
  const double b = sqrt(1 - e * e), Ed = 1 / (1 - e * cos(E));
  y[0] = cos(E) - e;
  y[1] = b * sin(E);
  y[2] = -sin(E) * Ed;
  y[3] = b * cos(E) * Ed;
}

// --- van der Pol's equation ----------------------------------------------------------------------

#define EPSILON 1e-6

static void van_der_pol_rate(const Flow *flow, double t, const double *y, double *yd, double *w) {
  UNUSED(flow), UNUSED(t), UNUSED(w);
  yd[0] = y[1];
  yd[1] = ((1 - y[0] * y[0]) * y[1] - y[0]) / EPSILON;
}

static void van_der_pol_jacobian(const Flow *flow, double t, const double *y, double *J) {
  UNUSED(flow), UNUSED(t);
  J[0] = 0;
  J[1] = (-2 * y[0] * y[1] - 1) / EPSILON;
  J[2] = 1;
  J[3] = (1 - y[0] * y[0]) / EPSILON;
}

Flow flow_van_der_pol(void) {
  return (Flow){
    .n = 2, .rate = van_der_pol_rate, .jacobian = van_der_pol_jacobian, .drive = flow_dop853};
}

const double van_der_pol_end[2] = {0.1706167732170483e1, -0.8928097010247975};

// --- a pendulum ----------------------------------------------------------------------------------

static void pendulum_rate(const Flow *flow, double t, const double *y, double *yd, double *w) {
  UNUSED(flow), UNUSED(t), UNUSED(w);
  const double lambda = (y[2] * y[2] + y[3] * y[3] - y[1]) / (y[0] * y[0] + y[1] * y[1]);
  yd[0] = y[2];
  yd[1] = y[3];
  yd[2] = -lambda * y[0];
  yd[3] = -lambda * y[1] - 1;
}

double pendulum_correction;

static void pendulum_project(const Flow *flow, double t, double *y) {
  UNUSED(flow), UNUSED(t);
  const double r = hypot(y[0], y[1]);
  y[0] /= r;
  y[1] /= r;
  const double along = y[0] * y[2] + y[1] * y[3];
  y[2] -= along * y[0];
  y[3] -= along * y[1];
  pendulum_correction = fmax(pendulum_correction, fmax(fabs(r - 1), fabs(along)));
}

Flow flow_pendulum(void) {
  return (Flow){.n = 4, .rate = pendulum_rate, .project = pendulum_project, .drive = flow_dop853};
}

// 4 K(sin(theta/2)) with the amplitude theta = pi/2; K by the arithmetic-geometric mean.
double pendulum_period(void) {
  double a = 1, b = sqrt(0.5);
  for (int round = 0; round < 10; round++) {
    const double mean = (a + b) / 2;
    b = sqrt(a * b);
    a = mean;
  }
  return 2 * M_PI / a;
}

double pendulum_energy(const double *y) {
  return (y[2] * y[2] + y[3] * y[3]) / 2 + y[1];
}

// --- a falling body ------------------------------------------------------------------------------

static void falling_rate(const Flow *flow, double t, const double *y, double *yd, double *w) {
  UNUSED(flow), UNUSED(t), UNUSED(w);
  yd[0] = y[1];
  yd[1] = -10;
}

static void falling_event(const Flow *flow, double t, const double *y, double *g) {
  UNUSED(flow), UNUSED(t);
  *g = y[0];
}

Flow flow_falling(void) {
  return (Flow){
    .n = 2, .events = 1, .rate = falling_rate, .event = falling_event, .drive = flow_dop853};
}
