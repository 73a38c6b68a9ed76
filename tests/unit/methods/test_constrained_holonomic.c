// Holonomic, rheonomic and servo constraints, and coordinates without mass, by every method that applies: see
// support/constrained.h for the law and its judge.

#include "support/constrained.h"

#include <math.h>

static Real sq(Real x) { return x * x; }

// --- pendulum in Cartesian coordinates; p = m, l, g ---------------------------------------------------------

// from the angle q[0] and its rate v[0]
static void close_rod(State *s) {
  const Real l = s->p[1], theta = s->q[0], w = s->v[0];
  s->q[0] = l * sinl(theta), s->q[1] = -l * cosl(theta);
  s->v[0] = l * w * cosl(theta), s->v[1] = l * w * sinl(theta);
}

static void rod_row(const State *s, Rows *x) {
  x->A[0][0] = 2 * s->q[0], x->A[0][1] = 2 * s->q[1];
  x->b[0] = -2 * (sq(s->v[0]) + sq(s->v[1]));
}

// The tension is m (v^2 - g y)/l, and -2 l lambda
static void print_rod(const State *s, Printed *x) {
  const Real m = s->p[0], l = s->p[1], g = s->p[2];
  const Real tension = m * (sq(s->v[0]) + sq(s->v[1]) - g * s->q[1]) / l;
  x->lambda[0]       = -tension / (2 * l);
  x->a[0]            = -tension * s->q[0] / (m * l);
  x->a[1]            = -g - tension * s->q[1] / (m * l);
}

// --- bead on a turning wire; p = m, Omega, g ---------------------------------------------------------------

// from the distance q[0] and its rate v[0]
static void close_wire(State *s) {
  const Real W = s->p[1], c = cosl(W * s->t), n = sinl(W * s->t), r = s->q[0], v = s->v[0];
  s->q[0] = r * c, s->q[1] = r * n;
  s->v[0] = v * c - W * r * n, s->v[1] = v * n + W * r * c;
}

static void wire_row(const State *s, Rows *x) {
  const Real W = s->p[1], c = cosl(W * s->t), n = sinl(W * s->t);
  x->A[0][0] = -n, x->A[0][1] = c;
  x->b[0]     = 2 * W * (s->v[0] * c + s->v[1] * n) + sq(W) * (s->q[1] * c - s->q[0] * n);
  x->drift[0] = W * (s->q[0] * c + s->q[1] * n);
}

// along the wire gravity only, across it the acceleration of Coriolis
static void print_wire(const State *s, Printed *x) {
  const Real m = s->p[0], W = s->p[1], g = s->p[2], c = cosl(W * s->t), n = sinl(W * s->t);
  const Real coriolis = 2 * W * (s->v[0] * c + s->v[1] * n);
  x->a[0]             = -g * n * c - coriolis * n;
  x->a[1]             = -g * n * n + coriolis * c;
  x->lambda[0]        = m * (coriolis + g * c);
}

// --- four-bar linkage; q = x1, y1, phi1, x2, ..., p = m1, m2, m3, g -------------------------------------------

static const Real bar[3] = {1, 2.5L, 2}, ground = 2.5L;

// from the crank's angle and rate; the side of the coupler by the sign of the drawn phi2
static void close_linkage(State *s) {
  Real phi[3], rate[3];
  phi[0]        = s->q[2];
  rate[0]       = s->v[2];
  const Real bx = bar[0] * cosl(phi[0]), by = bar[0] * sinl(phi[0]), d = hypotl(ground - bx, by);
  const Real open = acosl((sq(d) + sq(bar[1]) - sq(bar[2])) / (2 * d * bar[1]));
  phi[1]          = atan2l(-by, ground - bx) + copysignl(open, s->q[5]);
  phi[2]          = atan2l(by + bar[1] * sinl(phi[1]), bx + bar[1] * cosl(phi[1]) - ground);
  rate[2]         = bar[0] * rate[0] * sinl(phi[0] - phi[1]) / (bar[2] * sinl(phi[2] - phi[1]));
  rate[1]         = -bar[0] * rate[0] * sinl(phi[0] - phi[2]) / (bar[1] * sinl(phi[1] - phi[2]));
  const Real from[3][2] = {{0, 0}, {bx, by}, {ground, 0}};
  for (size_t k = 0; k < 3; k++) {
    const Real c = bar[k] / 2 * cosl(phi[k]), n = bar[k] / 2 * sinl(phi[k]);
    s->q[3 * k] = from[k][0] + c, s->q[3 * k + 1] = from[k][1] + n, s->q[3 * k + 2] = phi[k];
    s->v[3 * k] = -n * rate[k], s->v[3 * k + 1] = c * rate[k], s->v[3 * k + 2] = rate[k];
    if (k == 1) s->v[3] -= by * rate[0], s->v[4] += bx * rate[0];
  }
}

// Adds sign (P + end l/2 e) of bar k to the joint in rows a and a + 1.
static void join(const State *s, Rows *x, size_t a, size_t k, Real sign, Real end) {
  const Real h = end * bar[k] / 2, c = h * cosl(s->q[3 * k + 2]), n = h * sinl(s->q[3 * k + 2]);
  const Real w2  = sq(s->v[3 * k + 2]);
  x->A[a][3 * k] = sign, x->A[a][3 * k + 2] = -sign * n;
  x->A[a + 1][3 * k + 1] = sign, x->A[a + 1][3 * k + 2] = sign * c;
  x->b[a] += sign * c * w2;
  x->b[a + 1] += sign * n * w2;
}

static void linkage_rows(const State *s, Rows *x) {
  join(s, x, 0, 0, 1, -1);
  join(s, x, 2, 0, 1, 1), join(s, x, 2, 1, -1, -1);
  join(s, x, 4, 1, 1, 1), join(s, x, 4, 2, -1, 1);
  join(s, x, 6, 2, 1, -1);
}

// --- rigid body with a quaternion; p = I1, I2, I3 -------------------------------------------------------------

static void close_quaternion(State *s) {
  Real norm = 0, along = 0;
  for (size_t i = 0; i < 4; i++) norm += sq(s->q[i]);
  for (size_t i = 0; i < 4; i++) s->q[i] /= sqrtl(norm);
  for (size_t i = 0; i < 4; i++) along += s->q[i] * s->v[i];
  for (size_t i = 0; i < 4; i++) s->v[i] -= along * s->q[i];
}

static void quaternion_row(const State *s, Rows *x) {
  for (size_t i = 0; i < 4; i++) x->A[0][i] = 2 * s->q[i], x->b[0] -= 2 * sq(s->v[i]);
}

// w = 2 G q', Euler's equations, q'' = G^T w'/2 - |w|^2 q/4; lambda = -2T
static void print_quaternion(const State *s, Printed *x) {
  const Real *q = s->q, *I = s->p;
  const Real G[3][4] = {
    {-q[1], q[0], q[3], -q[2]}, {-q[2], -q[3], q[0], q[1]}, {-q[3], q[2], -q[1], q[0]}};
  Real w[3] = {0}, T = 0, square = 0;
  for (size_t k = 0; k < 3; k++) {
    for (size_t i = 0; i < 4; i++) w[k] += 2 * G[k][i] * s->v[i];
    T += I[k] * sq(w[k]) / 2;
    square += sq(w[k]);
  }
  const Real rate[3] = {(I[1] - I[2]) * w[1] * w[2] / I[0], (I[2] - I[0]) * w[2] * w[0] / I[1],
                        (I[0] - I[1]) * w[0] * w[1] / I[2]};
  for (size_t i = 0; i < 4; i++) {
    x->a[i] = -square * q[i] / 4;
    for (size_t k = 0; k < 3; k++) x->a[i] += G[k][i] * rate[k] / 2;
  }
  x->lambda[0] = -2 * T;
}

// --- massless link; q = x1, y1, x2, y2, theta, p = m1, m2, l, g --------------------------------------------------

static void close_link(State *s) {
  const Real l = s->p[2], c = l * cosl(s->q[4]), n = l * sinl(s->q[4]), w = s->v[4];
  s->q[2] = s->q[0] + c, s->q[3] = s->q[1] + n;
  s->v[2] = s->v[0] - n * w, s->v[3] = s->v[1] + c * w;
}

static void link_rows(const State *s, Rows *x) {
  const Real l = s->p[2], c = l * cosl(s->q[4]), n = l * sinl(s->q[4]), w2 = sq(s->v[4]);
  x->A[0][0] = -1, x->A[0][2] = 1, x->A[0][4] = n, x->b[0] = -c * w2;
  x->A[1][1] = -1, x->A[1][3] = 1, x->A[1][4] = -c, x->b[1] = -n * w2;
}

// the link turns uniformly, and pulls with mu l theta'^2
static void print_link(const State *s, Printed *x) {
  const Real m1 = s->p[0], m2 = s->p[1], pull = m1 * m2 / (m1 + m2) * s->p[2] * sq(s->v[4]),
             g = s->p[3];
  x->lambda[0] = -pull * cosl(s->q[4]);
  x->lambda[1] = -pull * sinl(s->q[4]);
  x->a[0]      = -x->lambda[0] / m1;
  x->a[1]      = -x->lambda[1] / m1 - g;
  x->a[2]      = x->lambda[0] / m2;
  x->a[3]      = x->lambda[1] / m2 - g;
  x->a[4]      = 0;
}

// --- servo constraints; q = x, phi, p = M, m, l, g, a, w ---------------------------------------------------------

static void close_servo(State *s) {
  const Real a = s->p[4], w = s->p[5];
  s->q[1] = a * sinl(w * s->t);
  s->v[1] = a * w * cosl(w * s->t);
}

static void servo_row(const State *s, Rows *x) {
  x->A[0][1] = x->B[0][0] = 1;
  x->b[0]                 = -s->p[4] * sq(s->p[5]) * sinl(s->p[5] * s->t);
}

// the pendulum is free, x'' cos(phi) + l phi'' = g sin(phi); the motor moves the whole
static void print_cart(const State *s, Real swing, Printed *x) {
  const Real M = s->p[0], m = s->p[1], l = s->p[2], g = s->p[3], c = cosl(s->q[1]),
             n = sinl(s->q[1]);
  x->a[0]      = (g * n - l * swing) / c;
  x->a[1]      = swing;
  x->lambda[0] = (M + m) * x->a[0] + m * l * (swing * c - sq(s->v[1]) * n);
}

static void print_servo(const State *s, Printed *x) { print_cart(s, -sq(s->p[5]) * s->q[1], x); }

static void leave(State *s) { (void) s; }

static void damped_row(const State *s, Rows *x) {
  x->A[0][1] = x->B[0][0] = 1;
  x->b[0]                 = -6 * s->v[1] - 9 * s->q[1];
}

static void print_damped(const State *s, Printed *x) {
  print_cart(s, -6 * s->v[1] - 9 * s->q[1], x);
}

// --- the cases ----------------------------------------------------------------------------------

#define PART  0.3, 3
#define ANGLE -3.14, 3.14

static const Case cases[] = {
  {.name        = "pendulum-cartesian",
   .r           = 1,
   .parameters  = {{"m", PART}, {"l", PART}, {"g", PART}},
   .coordinates = {{"x", ANGLE}, {"y", 0, 0}},
   .constraints = {"rod"},
   .complete    = close_rod,
   .rows        = rod_row,
   .printed     = print_rod},
  {.name        = "rheonomic-bead",
   .r           = 1,
   .parameters  = {{"m", PART}, {"Omega", 0, 0}, {"g", PART}},
   .coordinates = {{"x", 0, 0}, {"y", 0, 0}},
   .constraints = {"wire"},
   .complete    = close_wire,
   .rows        = wire_row,
   .printed     = print_wire},
  {.name        = "four-bar",
   .r           = 8,
   .parameters  = {{"m1", PART}, {"m2", PART}, {"m3", PART}, {"g", PART}},
   .coordinates = {{"x1", 0, 0},
                   {"y1", 0, 0},
                   {"phi1", ANGLE},
                   {"x2", 0, 0},
                   {"y2", 0, 0},
                   {"phi2", ANGLE},
                   {"x3", 0, 0},
                   {"y3", 0, 0},
                   {"phi3", ANGLE}},
   .constraints = {"A.1", "A.2", "B.1", "B.2", "C.1", "C.2", "D.1", "D.2"},
   .complete    = close_linkage,
   .rows        = linkage_rows},
  {.name        = "quaternion-body",
   .r           = 1,
   .traits      = CASE_SEMIDEFINITE,
   .parameters  = {{"I1", PART}, {"I2", PART}, {"I3", PART}},
   .coordinates = {{"q0", 0, 0}, {"q1", 0, 0}, {"q2", 0, 0}, {"q3", 0, 0}},
   .constraints = {"unit"},
   .complete    = close_quaternion,
   .rows        = quaternion_row,
   .printed     = print_quaternion},
  {.name        = "massless-link",
   .r           = 2,
   .traits      = CASE_SEMIDEFINITE,
   .parameters  = {{"m1", PART}, {"m2", PART}, {"l", PART}, {"g", PART}},
   .coordinates = {{"x1", 0, 0}, {"y1", 0, 0}, {"x2", 0, 0}, {"y2", 0, 0}, {"theta", ANGLE}},
   .constraints = {"link.1", "link.2"},
   .complete    = close_link,
   .rows        = link_rows,
   .printed     = print_link},
  {.name        = "servo-cart-pendulum",
   .r           = 1,
   .traits      = CASE_SERVO,
   .parameters  = {{"M", PART}, {"m", PART}, {"l", PART}, {"g", PART}, {"a", 0.1, 1}, {"w", PART}},
   .coordinates = {{"x", 0, 0}, {"phi", 0, 0}},
   .constraints = {"swing"},
   .complete    = close_servo,
   .rows        = servo_row,
   .printed     = print_servo},
  {.name        = "damped-cart-pendulum",
   .r           = 1,
   .traits      = CASE_SERVO,
   .parameters  = {{"M", PART}, {"m", PART}, {"l", PART}, {"g", PART}},
   .coordinates = {{"x", 0, 0}, {"phi", -1, 1}},
   .constraints = {"upright"},
   .complete    = leave,
   .rows        = damped_row,
   .printed     = print_damped},
};

int main(void) { return constrained_run(cases, sizeof cases / sizeof *cases); }
