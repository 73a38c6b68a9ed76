// Wheels, edges and balls by every method, against their closed forms: see support/constrained.h for the
// law and its judge. The equations are those of Neimark and Fufaev, Dynamics of Nonholonomic Systems,
// derived again by hand.

#include "support/constrained.h"

#include <math.h>

static Real sq(Real x) { return x * x; }

// --- rolling disk; q = x, y, psi, theta, phi, p = m, R, g --------------------------------------------------

static Real disk_spin(const State *s) { return s->v[4] + s->v[2] * cosl(s->q[3]); }

// Along and across the line of nodes: -R w3 and -R theta' sin(theta)
static void close_disk(State *s) {
  const Real R = s->p[1], w3 = disk_spin(s), side = s->v[3] * sinl(s->q[3]);
  s->v[0] = -R * (w3 * cosl(s->q[2]) - side * sinl(s->q[2]));
  s->v[1] = -R * (w3 * sinl(s->q[2]) + side * cosl(s->q[2]));
}

static void disk_rows(const State *s, Rows *x) {
  const Real R = s->p[1], c = cosl(s->q[2]), n = sinl(s->q[2]), ct = cosl(s->q[3]),
             st  = sinl(s->q[3]);
  const Real psi = s->v[2], theta = s->v[3], w3 = disk_spin(s);
  const Real spin = -psi * theta * st, lean = sq(theta) * ct;  // parts of (w3)' and (theta' sin)'
  x->A[0][0] = 1, x->A[0][2] = R * ct * c, x->A[0][3] = -R * st * n, x->A[0][4] = R * c;
  x->A[1][1] = 1, x->A[1][2] = R * ct * n, x->A[1][3] = R * st * c, x->A[1][4] = R * n;
  x->b[0] = -R * (spin * c - w3 * n * psi - lean * n - theta * st * c * psi);
  x->b[1] = -R * (spin * n + w3 * c * psi + lean * c - theta * st * n * psi);
}

// Euler's equations about the contact point; the friction is m times the acceleration of the centre
static void print_disk(const State *s, Printed *x) {
  const Real m = s->p[0], R = s->p[1], g = s->p[2], mR = m * R * R, I = mR / 4, J = mR / 2;
  const Real ct = cosl(s->q[3]), st = sinl(s->q[3]), psi = s->v[2], theta = s->v[3],
             w3 = disk_spin(s);
  x->a[3]       = (I * sq(psi) * st * ct - (J + mR) * w3 * psi * st - m * g * R * ct) / (I + mR);
  x->a[2]       = (J * w3 * theta / I - 2 * psi * theta * ct) / st;
  x->a[4]       = mR * psi * theta * st / (J + mR) - x->a[2] * ct + psi * theta * st;
  Rows rows     = {0};
  disk_rows(s, &rows);
  for (size_t a = 0; a < 2; a++) {
    x->a[a] = rows.b[a];
    for (size_t i = 2; i < 5; i++) x->a[a] -= rows.A[a][i] * x->a[i];
    x->lambda[a] = m * x->a[a];
  }
}

// --- edges; q = x, y, theta ---------------------------------------------------------------------------

static void edge_row(const State *s, Rows *x) {
  const Real c = cosl(s->q[2]), n = sinl(s->q[2]);
  x->A[0][0] = -n, x->A[0][1] = c;
  x->b[0] = s->v[2] * (s->v[0] * c + s->v[1] * n);
}

static void print_edge(const State *s, Real v, Real rate, Real turn, Printed *x) {
  const Real c = cosl(s->q[2]), n = sinl(s->q[2]);
  x->a[0] = rate * c - v * n * s->v[2];
  x->a[1] = rate * n + v * c * s->v[2];
  x->a[2] = turn;
}

// Chaplygin's sleigh; z = v, w, p = m, a, I
static void close_sleigh(State *s) {
  s->v[0] = s->z[0] * cosl(s->q[2]);
  s->v[1] = s->z[0] * sinl(s->q[2]);
  s->v[2] = s->z[1];
}

// v' = a w^2, (I + m a^2) w' = -m a v w
static void print_sleigh(const State *s, Printed *x) {
  const Real m = s->p[0], a = s->p[1], I = s->p[2], J = I + m * sq(a), v = s->z[0], w = s->z[1];
  print_edge(s, v, a * sq(w), -m * a * v * w / J, x);
  x->lambda[0] = I / J * m * v * w;
}

// Knife edge on an incline; p = m, I, g, alpha
static void close_edge(State *s) {
  const Real v = s->v[0];
  s->v[0]      = v * cosl(s->q[2]);
  s->v[1]      = v * sinl(s->q[2]);
}

// theta'' = 0, v' = g sin(alpha) cos(theta)
static void print_knife(const State *s, Printed *x) {
  const Real m = s->p[0], g1 = s->p[2] * sinl(s->p[3]), c = cosl(s->q[2]), n = sinl(s->q[2]);
  const Real v = s->v[0] * c + s->v[1] * n;
  print_edge(s, v, g1 * c, 0, x);
  x->lambda[0] = m * v * s->v[2] + m * g1 * n;
}

// --- ball on a turntable; q = x, y, psi, theta, phi, p = m, R, Omega -----------------------------------------

// x' = R w_y - Omega y, y' = -R w_x + Omega x
static void close_ball(State *s) {
  const Real R = s->p[1], W = s->p[2], c = cosl(s->q[2]), n = sinl(s->q[2]);
  const Real wx = (W * s->q[0] - s->v[1]) / R, wy = (s->v[0] + W * s->q[1]) / R;
  s->v[3] = wx * c + wy * n;
  s->v[4] = (wx * n - wy * c) / sinl(s->q[3]);
}

static void ball_rows(const State *s, Rows *x) {
  const Real R = s->p[1], W = s->p[2], c = cosl(s->q[2]), n = sinl(s->q[2]);
  const Real ct = cosl(s->q[3]), st = sinl(s->q[3]), psi = s->v[2], theta = s->v[3], phi = s->v[4];
  // w_x = theta' c + phi' st n, w_y = theta' n - phi' st c; their rates at constant velocities
  const Real wx = -theta * n * psi + phi * (ct * theta * n + st * c * psi);
  const Real wy = theta * c * psi - phi * (ct * theta * c - st * n * psi);
  x->A[0][0] = 1, x->A[0][3] = -R * n, x->A[0][4] = R * st * c;
  x->A[1][1] = 1, x->A[1][3] = R * c, x->A[1][4] = R * st * n;
  x->b[0]     = R * wy - W * s->v[1];
  x->b[1]     = -R * wx + W * s->v[0];
  x->drift[0] = -W * s->q[1];
  x->drift[1] = W * s->q[0];
}

// r'' = 2/7 Omega z x r', held by the friction m r''
static void print_ball(const State *s, Printed *x) {
  const Real m = s->p[0], rate = 2 * s->p[2] / 7;
  x->a[0]      = -rate * s->v[1];
  x->a[1]      = rate * s->v[0];
  x->lambda[0] = m * x->a[0];
  x->lambda[1] = m * x->a[1];
}

// --- Appell and Hamel's particle; p = m, a, g ------------------------------------------------------------------

static void close_cone(State *s) {
  s->v[2] = copysignl(hypotl(s->v[0], s->v[1]) / s->p[1], s->v[2]);
}

static void cone_row(const State *s, Rows *x) {
  x->A[0][0] = 2 * s->v[0], x->A[0][1] = 2 * s->v[1], x->A[0][2] = -2 * sq(s->p[1]) * s->v[2];
}

static void print_cone(const State *s, Printed *x) {
  const Real m = s->p[0], a = s->p[1], g = s->p[2], k = -g / (1 + sq(a));
  x->a[0]      = k * s->v[0] / s->v[2];
  x->a[1]      = k * s->v[1] / s->v[2];
  x->a[2]      = k;
  x->lambda[0] = m * k / (2 * s->v[2]);
}

// --- a tractor with trailers; q = x, y, theta0, ..., z = v, w, p = m0, I0, m, I, l, f, tau ---------------------------

// v_i = c_i v and theta_i' = s_i v for trailer i; with their rates
typedef struct {
  Real c, s, c_rate, s_rate;
} Follow;

static size_t trailers(const State *s) { return s->n - 3; }

static void follow(const State *s, Follow *f) {
  const Real l = s->p[4], *theta = s->q + 2;
  Real before = s->z[1];  // rate of the angle before
  f[0]        = (Follow){.c = 1};
  for (size_t i = 1; i <= trailers(s); i++) {
    const Real d = theta[i - 1] - theta[i], c = cosl(d), n = sinl(d);
    f[i].c         = f[i - 1].c * c;
    f[i].s         = f[i - 1].c * n / l;
    const Real now = f[i].s * s->z[0], turn = before - now;
    f[i].c_rate = f[i - 1].c_rate * c - f[i - 1].c * n * turn;
    f[i].s_rate = (f[i - 1].c_rate * n + f[i - 1].c * c * turn) / l;
    before      = now;
  }
}

static void close_trailer(State *s) {
  Follow f[MOST_COORDINATES];
  follow(s, f);
  s->v[0] = s->z[0] * cosl(s->q[2]);
  s->v[1] = s->z[0] * sinl(s->q[2]);
  s->v[2] = s->z[1];
  for (size_t i = 1; i <= trailers(s); i++) s->v[2 + i] = f[i].s * s->z[0];
}

// axle i: (P_i)' . B_i.y with P_i' = (x', y') - sum l theta_k' (-sin, cos)
static void trailer_rows(const State *s, Rows *x) {
  const Real l = s->p[4], *theta = s->q + 2, *rate = s->v + 2;
  for (size_t i = 0; i <= trailers(s); i++) {
    const Real c = cosl(theta[i]), n = sinl(theta[i]);
    x->A[i][0] = -n, x->A[i][1] = c;
    x->b[i] = rate[i] * (s->v[0] * c + s->v[1] * n);
    for (size_t k = 1; k <= i; k++) {
      x->A[i][2 + k] = -l * cosl(theta[k] - theta[i]);
      x->b[i] -= l * rate[k] * sinl(theta[k] - theta[i]) * (rate[k] - rate[i]);
    }
  }
}

// 2T = K v^2 + I0 w^2 with K = m0 + sum m c_i^2 + I s_i^2: I0 w' = tau, K v' + K' v/2 = f
static void print_trailer(const State *s, Printed *x) {
  Follow f[MOST_COORDINATES];
  follow(s, f);
  const Real m = s->p[2], I = s->p[3], v = s->z[0], w = s->z[1];
  Real K = s->p[0], half_rate = 0;
  for (size_t i = 1; i <= trailers(s); i++) {
    K += m * sq(f[i].c) + I * sq(f[i].s);
    half_rate += m * f[i].c * f[i].c_rate + I * f[i].s * f[i].s_rate;
  }
  const Real pull = (s->p[5] - half_rate * v) / K, c = cosl(s->q[2]), n = sinl(s->q[2]);
  x->a[0] = pull * c - v * n * w;
  x->a[1] = pull * n + v * c * w;
  x->a[2] = s->p[6] / s->p[1];
  for (size_t i = 1; i <= trailers(s); i++) x->a[2 + i] = f[i].s * pull + f[i].s_rate * v;
}

// --- the cases ----------------------------------------------------------------------------------

#define PART  0.3, 3
#define ANGLE -3.14, 3.14
#define TILT  0.4, 2.7  // away from the poles of Euler's angles
#define BEND  -0.5, 0.5
#define TRAILER                                                         \
  .parameters = {{"m0", PART}, {"I0", PART}, {"m", PART},  {"I", PART}, \
                 {"l", PART},  {"f", 0, 0},  {"tau", 0, 0}},            \
  .speeds = {"v", "w"}, .complete = close_trailer, .rows = trailer_rows, .printed = print_trailer
#define EULER \
  .coordinates = {{"x", 0, 0}, {"y", 0, 0}, {"psi", ANGLE}, {"theta", TILT}, {"phi", ANGLE}}

static const Case cases[] = {
  {.name       = "rolling-disk",
   .r          = 2,
   .parameters = {{"m", PART}, {"R", PART}, {"g", PART}},
   EULER,
   .constraints = {"rolling.1", "rolling.2"},
   .complete    = close_disk,
   .rows        = disk_rows,
   .printed     = print_disk},
  {.name        = "chaplygin-sleigh",
   .r           = 1,
   .parameters  = {{"m", PART}, {"a", PART}, {"I", PART}},
   .coordinates = {{"x", 0, 0}, {"y", 0, 0}, {"theta", ANGLE}},
   .speeds      = {"v", "w"},
   .constraints = {"edge"},
   .complete    = close_sleigh,
   .rows        = edge_row,
   .printed     = print_sleigh},
  {.name        = "knife-edge-incline",
   .r           = 1,
   .parameters  = {{"m", PART}, {"I", PART}, {"g", PART}, {"alpha", 0.1, 1.5}},
   .coordinates = {{"x", 0, 0}, {"y", 0, 0}, {"theta", ANGLE}},
   .constraints = {"edge"},
   .complete    = close_edge,
   .rows        = edge_row,
   .printed     = print_knife},
  {.name       = "ball-on-turntable",
   .r          = 2,
   .parameters = {{"m", PART}, {"R", PART}, {"Omega", 0, 0}},
   EULER,
   .constraints = {"rolling.1", "rolling.2"},
   .complete    = close_ball,
   .rows        = ball_rows,
   .printed     = print_ball},
  {.name        = "appell-hamel",
   .r           = 1,
   .traits      = CASE_CHART,
   .parameters  = {{"m", PART}, {"a", PART}, {"g", PART}},
   .coordinates = {{"x", 0, 0}, {"y", 0, 0}, {"z", 0, 0}},
   .constraints = {"cone"},
   .complete    = close_cone,
   .rows        = cone_row,
   .printed     = print_cone},
  {.name        = "trailer-1",
   .r           = 2,
   .coordinates = {{"x", 0, 0}, {"y", 0, 0}, {"theta[0]", BEND}, {"theta[1]", BEND}},
   .constraints = {"axle[0]", "axle[1]"},
   TRAILER},
  {.name        = "trailer-3",
   .r           = 4,
   .coordinates = {{"x", 0, 0},
                   {"y", 0, 0},
                   {"theta[0]", BEND},
                   {"theta[1]", BEND},
                   {"theta[2]", BEND},
                   {"theta[3]", BEND}},
   .constraints = {"axle[0]", "axle[1]", "axle[2]", "axle[3]"},
   TRAILER},
  {.name        = "trailer-10",
   .r           = 11,
   .coordinates = {{"x", 0, 0},
                   {"y", 0, 0},
                   {"theta[0]", BEND},
                   {"theta[1]", BEND},
                   {"theta[2]", BEND},
                   {"theta[3]", BEND},
                   {"theta[4]", BEND},
                   {"theta[5]", BEND},
                   {"theta[6]", BEND},
                   {"theta[7]", BEND},
                   {"theta[8]", BEND},
                   {"theta[9]", BEND},
                   {"theta[10]", BEND}},
   .constraints = {"axle[0]", "axle[1]", "axle[2]", "axle[3]", "axle[4]", "axle[5]", "axle[6]", "axle[7]", "axle[8]",
                   "axle[9]", "axle[10]"},
   TRAILER},
};

int main(void) { return constrained_run(cases, sizeof cases / sizeof *cases); }
