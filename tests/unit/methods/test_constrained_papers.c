// The systems of Benenti 2011 (B11) and Benenti 2008 (B08) by every method, against what the papers
// print: see support/constrained.h for the law and its judge. Formulas that are wrong as printed are
// here with the correction; docs/papers.md lists them.

#include "support/constrained.h"

#include <math.h>

static Real sq(Real x) { return x * x; }

// --- B11: the nonholonomic double pendulum; q = x1, y1, x2, y2 -----------------------------------------

// (1.2), solved for x2'
static void close_pendulum(State *s) {
  const Real *q = s->q;
  s->v[2]       = s->v[3] * (q[0] * s->v[0] + (q[1] - q[3]) * s->v[1]) / (q[2] * s->v[1]);
}

// step 3 and step 9 of the worksheet
static void pendulum_rows(const State *s, Rows *x) {
  const Real *q = s->q, *v = s->v, d = q[1] - q[3];
  x->A[0][0] = q[0] * v[3];
  x->A[0][1] = d * v[3] - q[2] * v[2];
  x->A[0][2] = -q[2] * v[1];
  x->A[0][3] = d * v[1] + q[0] * v[0];
  x->b[0]    = -(v[3] * (sq(v[0]) + sq(v[1])) - v[1] * (sq(v[2]) + sq(v[3])));
}

typedef struct {
  Real m1, m2, v1, v2, Delta;  // v1 and v2 squared
} Pendulum;

// (4.8)
static Pendulum pendulum(const State *s) {
  const Real *q = s->q, *v = s->v;
  Pendulum x = {s->p[0], s->p[1], sq(v[0]) + sq(v[1]), sq(v[2]) + sq(v[3]), 0};
  x.Delta    = x.m1 * sq(q[2]) * sq(sq(v[1])) * x.v2 + x.m2 * sq(q[0]) * sq(sq(v[3])) * x.v1;
  return x;
}

// (4.6), (4.7)
static void print_forces(const State *s, Printed *x) {
  const Pendulum c = pendulum(s);
  const Real x1 = s->q[0], x2 = s->q[2], u1 = s->v[0], w1 = s->v[1], u2 = s->v[2], w2 = s->v[3];
  const Real *A = s->p + 2, W1 = u1 * A[0] + w1 * A[1], W2 = u2 * A[2] + w2 * A[3];
  const Real s1 = w1 * c.v2 - w2 * c.v1;
  x->a[0] = (sq(x2) * powl(w1, 4) * c.v2 * A[0] + c.m2 / c.m1 * sq(x1) * u1 * powl(w2, 4) * W1 +
             x1 * x2 * powl(w1, 3) * sq(w2) * (w2 * A[2] - u2 * A[3]) +
             c.m2 * x1 * s1 * sq(w1) * powl(w2, 3)) /
            c.Delta;
  x->a[1] =
    w1 / c.Delta *
    (sq(x2) * powl(w1, 3) * c.v2 * A[1] + c.m2 / c.m1 * sq(x1) * powl(w2, 4) * W1 +
     x1 * x2 * u1 * w1 * sq(w2) * (u2 * A[3] - w2 * A[2]) - c.m2 * x1 * u1 * powl(w2, 3) * s1);
  x->a[2] = (sq(x1) * powl(w2, 4) * c.v1 * A[2] + c.m1 / c.m2 * sq(x2) * u2 * powl(w1, 4) * W2 +
             x1 * x2 * powl(w2, 3) * sq(w1) * (w1 * A[0] - u1 * A[1]) -
             c.m1 * x2 * s1 * sq(w2) * powl(w1, 3)) /
            c.Delta;
  x->a[3] =
    w2 / c.Delta *
    (sq(x1) * powl(w2, 3) * c.v1 * A[3] + c.m1 / c.m2 * sq(x2) * powl(w1, 4) * W2 +
     x1 * x2 * u2 * w2 * sq(w1) * (u1 * A[1] - w1 * A[0]) + c.m1 * x2 * u2 * powl(w1, 3) * s1);
}

// (4.11), (4.12)
static void print_free(const State *s, Printed *x) {
  const Pendulum c = pendulum(s);
  const Real x1 = s->q[0], x2 = s->q[2], u1 = s->v[0], w1 = s->v[1], u2 = s->v[2], w2 = s->v[3];
  const Real s1 = w1 * c.v2 - w2 * c.v1;
  x->a[0]       = c.m2 * x1 * s1 * sq(w1) * powl(w2, 3) / c.Delta;
  x->a[1]       = -c.m2 * x1 * u1 * w1 * powl(w2, 3) * s1 / c.Delta;
  x->a[2]       = -c.m1 * x2 * s1 * sq(w2) * powl(w1, 3) / c.Delta;
  x->a[3]       = c.m1 * x2 * u2 * w2 * powl(w1, 3) * s1 / c.Delta;
}

// (4.14), (4.15); lambda from (3.27)
static void print_gravity(const State *s, Printed *x) {
  const Pendulum c = pendulum(s);
  const Real g = s->p[2], x1 = s->q[0], x2 = s->q[2];
  const Real u1 = s->v[0], w1 = s->v[1], u2 = s->v[2], w2 = s->v[3];
  const Real Theta = (g * x2 + c.v2) * w1 - (g * x1 + c.v1) * w2;
  x->a[0]          = g + c.m2 * Theta / c.Delta * x1 * sq(w1) * powl(w2, 3);
  x->a[1]          = -c.m2 * Theta / c.Delta * x1 * u1 * w1 * powl(w2, 3);
  x->a[2]          = g - c.m1 * Theta / c.Delta * x2 * sq(w2) * powl(w1, 3);
  x->a[3]          = c.m1 * Theta / c.Delta * x2 * u2 * w2 * powl(w1, 3);
  x->lambda[0]     = c.m1 * c.m2 * sq(w1) * sq(w2) * Theta / c.Delta;
}

// Example 4: x2 = x1, y2 = -y1, and x1 x1' + y1 y1' = 0 (4.16)
static void close_symmetric(State *s) {
  s->v[0] = -s->q[1] * s->v[1] / s->q[0];
  s->q[2] = s->q[0], s->q[3] = -s->q[1];
  s->v[2] = s->v[0], s->v[3] = -s->v[1];
}

// (4.17)
static void print_symmetric(const State *s, Printed *x) {
  const Real g = s->p[0], v = sq(s->v[0]) + sq(s->v[1]), factor = (g * s->q[0] + v) / (s->q[0] * v);
  x->a[0] = x->a[2] = g - factor * sq(s->v[1]);
  x->a[1]           = factor * s->v[0] * s->v[1];
  x->a[3]           = -x->a[1];
}

// Remark 4; q = x1, y1, x2, y2, y0
static void close_linear(State *s) {
  for (size_t k = 0; k < 4; k += 2) s->v[k] = -(s->q[k + 1] - s->q[4]) * s->v[k + 1] / s->q[k];
}

static void linear_rows(const State *s, Rows *x) {
  for (size_t a = 0, k = 0; a < 2; a++, k += 2) {
    x->A[a][k]     = s->q[k];
    x->A[a][k + 1] = s->q[k + 1] - s->q[4];
    x->b[a]        = -sq(s->v[k]) - (s->v[k + 1] - s->v[4]) * s->v[k + 1];
  }
}

// Not in the paper: each point alone, m (v'' - g) = lambda P0P
static void print_linear(const State *s, Printed *x) {
  const Real g = s->p[3];
  for (size_t a = 0, k = 0; a < 2; a++, k += 2) {
    const Real m = s->p[1 + a], d = s->q[k + 1] - s->q[4], u = s->v[k], w = s->v[k + 1];
    x->lambda[a] = -m * (sq(u) + sq(w) - s->v[4] * w + g * s->q[k]) / (sq(s->q[k]) + sq(d));
    x->a[k]      = g + x->lambda[a] * s->q[k] / m;
    x->a[k + 1]  = x->lambda[a] * d / m;
  }
  x->a[4] = 0;
}

// --- B08 8.1, 8.2: velocities orthogonal to the joining line ----------------------------------------------

// (49) with G_12 = -rho m2: v' and omega' from the Lagrangian forces
typedef struct {
  Real v, omega;
} Speeds;

static Speeds segment_rates(Real m1, Real m2, Real rho, Real theta, const Real A[3]) {
  const Real mu = (m1 + m2) / (m2 * rho), Av = sinl(theta) * A[0] - cosl(theta) * A[1];
  const Real denominator = rho * m2 * (mu * rho - 1);
  return (Speeds){(rho * Av + A[2]) / denominator, (Av + mu * A[2]) / denominator};
}

// q = x1, y1, x2, y2
static void close_orthogonal(State *s) {
  const Real dx = s->q[2] - s->q[0], dy = s->q[3] - s->q[1];
  s->v[0] = -s->v[1] * dy / dx;
  s->v[2] = -s->v[3] * dy / dx;
}

static void orthogonal_rows(const State *s, Rows *x) {
  const Real *v = s->v, d[2] = {s->q[2] - s->q[0], s->q[3] - s->q[1]};
  for (size_t a = 0; a < 2; a++) {
    for (size_t i = 0; i < 2; i++) x->A[a][2 * a + i] = d[i];
    x->b[a] = -v[2 * a] * (v[2] - v[0]) - v[2 * a + 1] * (v[3] - v[1]);
  }
  x->A[2][0] = v[3], x->A[2][1] = -v[2], x->A[2][2] = -v[1], x->A[2][3] = v[0];
}

// (46), (49) in Cartesian coordinates
static void print_orthogonal(const State *s, Printed *x) {
  const Real m1 = s->p[0], m2 = s->p[1], g = s->p[2];
  const Real dx = s->q[2] - s->q[0], dy = s->q[3] - s->q[1], rho = hypotl(dx, dy),
             theta = atan2l(dy, dx);
  const Real c = dx / rho, n = dy / rho, v = s->v[0] * n - s->v[1] * c;
  const Real omega  = ((s->v[3] - s->v[1]) * c - (s->v[2] - s->v[0]) * n) / rho;
  const Real A[3]   = {(m1 + m2) * g, 0, -m2 * g * rho * n};
  const Speeds rate = segment_rates(m1, m2, rho, theta, A);
  x->a[0]           = rate.v * n + v * c * omega;
  x->a[1]           = -rate.v * c + v * n * omega;
  x->a[2]           = x->a[0] - rho * (c * sq(omega) + n * rate.omega);
  x->a[3]           = x->a[1] - rho * (n * sq(omega) - c * rate.omega);
}

// q = x, y, theta, rho; also q = x, y, theta, the same without rho
static void close_polar(State *s) {
  const Real v = s->v[0];
  s->v[0]      = v * sinl(s->q[2]);
  s->v[1]      = -v * cosl(s->q[2]);
  if (s->n == 4) s->v[3] = 0;
}

static void polar_rows(const State *s, Rows *x) {
  const Real c = cosl(s->q[2]), n = sinl(s->q[2]), rho = s->q[3], *v = s->v;
  const Real tau = v[0] * c + v[1] * n, turn = v[2] * (v[1] * c - v[0] * n);
  x->A[0][0] = x->A[1][0] = rho * c;
  x->A[0][1] = x->A[1][1] = rho * n;
  x->A[1][3]              = rho;
  x->b[0]                 = -v[3] * tau - rho * turn;
  x->b[1]                 = -v[3] * (tau + v[3]) - rho * turn;
}

static void print_turning(const State *s, Speeds rate, Printed *x) {
  const Real c = cosl(s->q[2]), n = sinl(s->q[2]), v = s->v[0] * n - s->v[1] * c;
  x->a[0] = rate.v * n + v * c * s->v[2];
  x->a[1] = -rate.v * c + v * n * s->v[2];
  x->a[2] = rate.omega;
}

static void print_polar(const State *s, Printed *x) {
  print_turning(s, segment_rates(s->p[0], s->p[1], s->q[3], s->q[2], s->p + 2), x);
  x->a[3] = 0;
}

// 8.2 and 8.4 type I: p = m1, m2, rho, forces
static void print_segment(const State *s, Printed *x) {
  const Real m1 = s->p[0], m2 = s->p[1], rho = s->p[2], c = cosl(s->q[2]), n = sinl(s->q[2]);
  const Real v = s->v[0] * n - s->v[1] * c;
  print_turning(s, segment_rates(m1, m2, rho, s->q[2], s->p + 3), x);
  // Newton's law for both points along the segment
  x->lambda[0] = (m1 + m2) * v * s->v[2] - m2 * rho * sq(s->v[2]) - s->p[3] * c - s->p[4] * n;
}

static void segment_row(const State *s, Rows *x) {
  const Real c = cosl(s->q[2]), n = sinl(s->q[2]);
  x->A[0][0] = c, x->A[0][1] = n;
  x->b[0] = s->v[2] * (s->v[0] * n - s->v[1] * c);
}

// (46), from the speeds
static void close_segment(State *s) {
  s->v[0] = s->z[0] * sinl(s->q[2]);
  s->v[1] = -s->z[0] * cosl(s->q[2]);
  s->v[2] = s->z[1];
}

// --- B08 8.3: parallel velocities; q = x1, y1, x2, y2, z = v1, v2, theta ------------------------------------

// (51)
static void close_parallel(State *s) {
  for (size_t k = 0; k < 2; k++) {
    s->v[2 * k]     = s->z[k] * cosl(s->z[2]);
    s->v[2 * k + 1] = s->z[k] * sinl(s->z[2]);
  }
}

static void parallel_row(const State *s, Rows *x) {
  const Real *v = s->v;
  x->A[0][0] = v[3], x->A[0][1] = -v[2], x->A[0][2] = -v[1], x->A[0][3] = v[0];
}

// (52)
static void print_parallel_with(const State *s, const Real A[4], Printed *x) {
  const Real m1 = s->p[0], m2 = s->p[1], v1 = s->z[0], v2 = s->z[1];
  const Real c = cosl(s->z[2]), n = sinl(s->z[2]), inertia = m1 * sq(v1) + m2 * sq(v2);
  const Real across1 = A[1] * c - A[0] * n, across2 = A[3] * c - A[2] * n;
  const Real rate1 = (A[0] * c + A[1] * n) / m1, rate2 = (A[2] * c + A[3] * n) / m2;
  const Real turn = (v1 * across1 + v2 * across2) / inertia;
  x->a[0]         = rate1 * c - v1 * n * turn;
  x->a[1]         = rate1 * n + v1 * c * turn;
  x->a[2]         = rate2 * c - v2 * n * turn;
  x->a[3]         = rate2 * n + v2 * c * turn;
  // m1 v1 theta' = across1 - lambda v2, and the same with 2, the sign of lambda changed
  x->lambda[0] = (m2 * v2 * across1 - m1 * v1 * across2) / inertia;
}

static void print_parallel(const State *s, Printed *x) { print_parallel_with(s, s->p + 2, x); }

// (53)
static void print_incline(const State *s, Printed *x) {
  print_parallel_with(s, (Real[]){s->p[0] * s->p[2], 0, s->p[1] * s->p[2], 0}, x);
}

// (55)
static void print_spring(const State *s, Printed *x) {
  const Real k = s->p[2], dx = s->q[2] - s->q[0], dy = s->q[3] - s->q[1];
  print_parallel_with(s, (Real[]){k * dx, k * dy, -k * dx, -k * dy}, x);
}

// --- B08 8.4: a segment with parallel velocities; q = x, y, phi -----------------------------------------------

// (60) as a product: both factors may vanish
static void product_row(const State *s, Rows *x) {
  const Real c = cosl(s->q[2]), n = sinl(s->q[2]), l = s->p[2];
  x->A[0][0] = l * s->v[2] * c;
  x->A[0][1] = l * s->v[2] * n;
  x->A[0][2] = l * (s->v[0] * c + s->v[1] * n);
  x->b[0]    = l * sq(s->v[2]) * (s->v[0] * n - s->v[1] * c);
}

// type I, tau = 0: the same motion, lambda smaller by l phi'
static void print_product_1(const State *s, Printed *x) {
  print_segment(s, x);
  x->lambda[0] /= s->p[2] * s->v[2];
}

// type II, phi' = 0, with tau not small: x', y' from the components along and across the segment
static void close_translation(State *s) {
  const Real tau = s->v[0], across = s->v[1], c = cosl(s->q[2]), n = sinl(s->q[2]);
  s->v[0] = tau * c - across * n;
  s->v[1] = tau * n + across * c;
  s->v[2] = 0;
}

static void translation_row(const State *s, Rows *x) {
  (void) s;
  x->A[0][2] = 1;
}

static void print_translation(const State *s, Printed *x) {
  const Real m1 = s->p[0], m2 = s->p[1], l = s->p[2], *A = s->p + 3, c = cosl(s->q[2]),
             n = sinl(s->q[2]);
  x->a[0]      = A[0] / (m1 + m2);
  x->a[1]      = A[1] / (m1 + m2);
  x->a[2]      = 0;
  x->lambda[0] = m2 * l * (A[1] * c - A[0] * n) / (m1 + m2) - A[2];
}

static void print_product_2(const State *s, Printed *x) {
  print_translation(s, x);
  x->lambda[0] /= s->p[2] * (s->v[0] * cosl(s->q[2]) + s->v[1] * sinl(s->q[2]));
}

// --- the cases ----------------------------------------------------------------------------------

#define PART      0.3, 3
#define FORCE     0, 0
#define ANGLE     -3.14, 3.14
#define CARTESIAN .coordinates = {{"x1", 0, 0}, {"y1", 0, 0}, {"x2", 0, 0}, {"y2", 0, 0}}
#define SEGMENT_PARAMETERS(length, force3)                       \
  .parameters = {{"m1", PART},   {"m2", PART},   {length, PART}, \
                 {"A_x", FORCE}, {"A_y", FORCE}, {force3, FORCE}}

static const Case cases[] = {
  {.name       = "nonholonomic-double-pendulum",
   .r          = 1,
   .parameters = {{"m1", PART}, {"m2", PART}, {"g", PART}},
   CARTESIAN,
   .constraints = {"pivot"},
   .complete    = close_pendulum,
   .rows        = pendulum_rows,
   .printed     = print_gravity},
  {.name       = "nonholonomic-double-pendulum-free",
   .r          = 1,
   .parameters = {{"m1", PART}, {"m2", PART}},
   CARTESIAN,
   .constraints = {"pivot"},
   .complete    = close_pendulum,
   .rows        = pendulum_rows,
   .printed     = print_free},
  {.name       = "nonholonomic-double-pendulum-forces",
   .r          = 1,
   .parameters = {{"m1", PART},
                  {"m2", PART},
                  {"A_x1", FORCE},
                  {"A_y1", FORCE},
                  {"A_x2", FORCE},
                  {"A_y2", FORCE}},
   CARTESIAN,
   .constraints = {"pivot"},
   .complete    = close_pendulum,
   .rows        = pendulum_rows,
   .printed     = print_forces},
  {.name       = "nonholonomic-double-pendulum-symmetric",
   .r          = 1,
   .parameters = {{"g", PART}},
   CARTESIAN,
   .constraints = {"pivot"},
   .complete    = close_symmetric,
   .rows        = pendulum_rows,
   .printed     = print_symmetric},
  {.name        = "nonholonomic-double-pendulum-linear",
   .r           = 2,
   .parameters  = {{"m0", PART}, {"m1", PART}, {"m2", PART}, {"g", PART}},
   .coordinates = {{"x1", 0, 0}, {"y1", 0, 0}, {"x2", 0, 0}, {"y2", 0, 0}, {"y0", 0, 0}},
   .constraints = {"first", "second"},
   .complete    = close_linear,
   .rows        = linear_rows,
   .printed     = print_linear},
  {.name        = "orthogonal-velocities",
   .r           = 3,
   .traits      = CASE_REDUNDANT,
   .parameters  = {{"m1", PART}, {"m2", PART}, {"g", PART}},
   .coordinates = {{"x1", -1.5, -0.3}, {"y1", 0, 0}, {"x2", 0.3, 1.5}, {"y2", 0, 0}},
   .constraints = {"first", "second", "parallel"},
   .complete    = close_orthogonal,
   .rows        = orthogonal_rows,
   .printed     = print_orthogonal},
  {.name        = "orthogonal-velocities-polar",
   .r           = 2,
   .parameters  = {{"m1", PART}, {"m2", PART}, {"A_x", FORCE}, {"A_y", FORCE}, {"A_theta", FORCE}},
   .coordinates = {{"x", 0, 0}, {"y", 0, 0}, {"theta", ANGLE}, {"rho", PART}},
   .constraints = {"first", "second"},
   .complete    = close_polar,
   .rows        = polar_rows,
   .printed     = print_polar},
  {.name = "orthogonal-velocities-segment",
   .r    = 1,
   SEGMENT_PARAMETERS("rho", "A_theta"),
   .coordinates = {{"x", 0, 0}, {"y", 0, 0}, {"theta", ANGLE}},
   .speeds      = {"v", "omega"},
   .constraints = {"orthogonal"},
   .complete    = close_segment,
   .rows        = segment_row,
   .printed     = print_segment},
  {.name = "parallel-velocities",
   .r    = 1,
   .parameters =
     {{"m1", PART}, {"m2", PART}, {"A_1", FORCE}, {"A_2", FORCE}, {"A_3", FORCE}, {"A_4", FORCE}},
   CARTESIAN,
   .speeds      = {"v1", "v2", "theta"},
   .constraints = {"parallel"},
   .complete    = close_parallel,
   .rows        = parallel_row,
   .printed     = print_parallel},
  {.name       = "parallel-velocities-incline",
   .r          = 1,
   .parameters = {{"m1", PART}, {"m2", PART}, {"g", PART}},
   CARTESIAN,
   .speeds      = {"v1", "v2", "theta"},
   .constraints = {"parallel"},
   .complete    = close_parallel,
   .rows        = parallel_row,
   .printed     = print_incline},
  {.name       = "parallel-velocities-spring",
   .r          = 1,
   .parameters = {{"m1", PART}, {"m2", PART}, {"k", PART}},
   CARTESIAN,
   .speeds      = {"v1", "v2", "theta"},
   .constraints = {"parallel"},
   .complete    = close_parallel,
   .rows        = parallel_row,
   .printed     = print_spring},
  {.name   = "parallel-segment",
   .r      = 1,
   .traits = CASE_CHART,
   SEGMENT_PARAMETERS("l", "A_phi"),
   .coordinates = {{"x", 0, 0}, {"y", 0, 0}, {"phi", ANGLE}},
   .constraints = {"parallel"},
   .complete    = close_polar,
   .rows        = product_row,
   .printed     = print_product_1},
  {.name   = "parallel-segment",
   .r      = 1,
   .traits = CASE_CHART,
   SEGMENT_PARAMETERS("l", "A_phi"),
   .coordinates = {{"x", 0, 0}, {"y", 0, 0}, {"phi", ANGLE}},
   .constraints = {"parallel"},
   .complete    = close_translation,
   .rows        = product_row,
   .printed     = print_product_2},
  {.name = "parallel-segment-1",
   .r    = 1,
   SEGMENT_PARAMETERS("l", "A_phi"),
   .coordinates = {{"x", 0, 0}, {"y", 0, 0}, {"phi", ANGLE}},
   .constraints = {"tau"},
   .complete    = close_polar,
   .rows        = segment_row,
   .printed     = print_segment},
  {.name = "parallel-segment-2",
   .r    = 1,
   SEGMENT_PARAMETERS("l", "A_phi"),
   .coordinates = {{"x", 0, 0}, {"y", 0, 0}, {"phi", ANGLE}},
   .constraints = {"translation"},
   .complete    = close_translation,
   .rows        = translation_row,
   .printed     = print_translation},
};

int main(void) { return constrained_run(cases, sizeof cases / sizeof *cases); }
