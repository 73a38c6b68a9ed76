// Known systems of rigid bodies against closed forms: see support/known.h for the law and its
// judge, and the README in tests/golden/NAME for the source of each.

#include "support/known.h"

#include <math.h>

static Real square(Real x) { return x * x; }

// L8 Ex1, from the pulls of the rope: S1 between A and B, S between D and E, S2 between G and P.
// C sinks:      m q'' = m g - S1 - S
// C turns:    m/2 q'' = S1 - S            (1/2 m r^2 q''/r = (S1 - S) r)
// F turns:      M q'' = S - S2            (1/2 M R^2 2 q''/R = (S - S2) R)
// P rises:   2 mu q'' = S2 - mu g
// Elimination gives (3/2 m + 2 M + 4 mu) q'' = (m - 2 mu) g.
static void pulleys(const State *s, Closed *c) {
  const Real m = s->p[0], M = s->p[1], mu = s->p[2], r = s->p[3], R = s->p[4], L = s->p[5];
  const Real g = s->p[6], q = s->q[0], v = s->v[0], pi = acosl(-1);
  const Real inertia = 3 * m / 2 + 2 * M + 4 * mu;
  c->a[0] =
    known_alone(2 * (m - 2 * mu) * g / (3 * m + 4 * M + 8 * mu), (m + 2 * mu) * g / inertia);
  c->p[0]          = known(inertia * v, fabsl(inertia * v));
  const Real depth = L - pi * r - pi * R - 2 * q;
  c->energy =
    known(inertia * v * v / 2 - m * g * q - mu * g * depth,
          inertia * v * v + fabsl(m * g * q) + mu * g * (L + 2 * fabsl(q) + pi * (r + R)));
}

// L8 Ex4, from the forces at the contact: friction f along the bar, N across it.
// disk along the bar, u = s'' + R theta'':   M (u - s theta'^2) = M g sin + f
// disk about its centre:                     1/2 M R^2 u/R = -f R
// disk across the bar:                       N = M (g cos - 2 s' theta' - R theta'^2 - s theta'')
// bar about its pivot:                       2/3 m l^2 theta'' = s N - k theta
static void disk_on_bar(const State *st, Closed *c) {
  const Real m = st->p[0], l = st->p[1], M = st->p[2], R = st->p[3], k = st->p[4], g = st->p[5];
  const Real s = st->q[0], th = st->q[1], sd = st->v[0], td = st->v[1];
  const Real sn = sinl(th), cs = cosl(th), bar = 2 * m * l * l / 3;
  const Real u    = 2 * (s * td * td + g * sn) / 3;
  const Real push = M * s * (g * cs - 2 * sd * td - R * td * td);
  c->a[1].value   = (push - k * th) / (bar + M * s * s);
  c->a[0].value   = u - R * c->a[1].value;

  const Real turn = bar + 3 * M * R * R / 2 + M * s * s, det = 3 * M / 2 * (bar + M * s * s);
  const Real size[3]    = {3 * M / 2, 3 * M * R / 2 + M * fabsl(s), turn + M * R * fabsl(s)};
  const Real inverse[3] = {turn / det, 3 * M * R / 2 / det, 3 * M / 2 / det};
  const Real along      = 2 * fabsl(sd * td) + (fabsl(s) + R) * td * td + g;
  const Real f[2]       = {M * along, M * (fabsl(s) + R) * along + fabsl(k * th)};
  known_size_two(inverse, size, f, c->a);

  const Real slide = 3 * M / 2 * (sd + R * td);
  c->p[0]          = known(slide, size[0] * fabsl(sd) + size[1] * fabsl(td));
  c->p[1] = known(R * slide + (bar + M * s * s) * td, size[1] * fabsl(sd) + size[2] * fabsl(td));
  const Real T = 3 * M / 4 * square(sd + R * td) + (bar + M * s * s) * td * td / 2;
  const Real V = M * g * (R * cs - s * sn) + k * th * th / 2;
  c->energy =
    known(T + V, size[0] * sd * sd + size[2] * td * td + M * g * (R + fabsl(s)) + k * th * th);
}

// L8 Ex5, from moments of momentum. The second bar about A, which moves with a_A:
//   4/3 m l^2 phi'' + 2 m l^2 (theta'' cos d - theta'^2 sin d) = -m g l sin phi,  d = theta - phi,
// and the first about O, on which the second pulls at A with m (g - a_AB):
//   4/3 m l^2 theta'' = -m g l sin theta - 2 m g l sin theta
//                       - 2 m l^2 (2 theta'' + phi'' cos d + phi'^2 sin d).
static void two_bars(const State *s, Closed *c) {
  const Real m = s->p[0], l = s->p[1], g = s->p[2];
  const Real th = s->q[0], ph = s->q[1], d = th - ph, u = s->v[0], w = s->v[1];
  const Real f1 = -2 * w * w * sinl(d) - 3 * g / l * sinl(th);
  const Real f2 = 2 * u * u * sinl(d) - g / l * sinl(ph);
  const Real x = 2 * cosl(d), det = 64.0L / 9 - x * x;
  c->a[0].value = (4 * f1 / 3 - x * f2) / det;
  c->a[1].value = (16 * f2 / 3 - x * f1) / det;

  const Real M[3]       = {16.0L / 3, 2, 4.0L / 3};
  const Real inverse[3] = {M[2] / det, M[1] / det, M[0] / det};
  const Real f[2] = {2 * w * w + 16 * u * u / 3 + 3 * g / l, 2 * u * u + 4 * w * w / 3 + g / l};
  known_size_two(inverse, M, f, c->a);

  const Real ml2 = m * l * l;
  c->p[0]        = known(ml2 * (M[0] * u + x * w), ml2 * (M[0] * fabsl(u) + M[1] * fabsl(w)));
  c->p[1]        = known(ml2 * (x * u + M[2] * w), ml2 * (M[1] * fabsl(u) + M[2] * fabsl(w)));
  const Real T   = ml2 * (8 * u * u / 3 + x * u * w + 2 * w * w / 3);
  c->energy      = known(T - m * g * l * (3 * cosl(th) + cosl(ph)),
                         ml2 * (16 * u * u / 3 + 4 * w * w / 3) + 4 * m * g * l);
}

// Euler's angles psi, theta, phi about z, x, z: omega = E (psi', theta', phi') in the body's axes.
typedef struct {
  Real E[3][3], inverse[3][3];
  Real sth, cth, sph, cph;
} Euler;

static Euler euler(Real theta, Real phi) {
  const Real a = sinl(theta), b = cosl(theta), s = sinl(phi), c = cosl(phi);
  return (Euler){{{a * s, c, 0}, {a * c, -s, 0}, {b, 0, 1}},
                 {{s / a, c / a, 0}, {c, -s, 0}, {-b * s / a, -b * c / a, 1}},
                 a,
                 b,
                 s,
                 c};
}

static void euler_omega(const Euler *e, const Real v[3], Real w[3]) {
  for (int i = 0; i < 3; i++) w[i] = e->E[i][0] * v[0] + e->E[i][1] * v[1] + e->E[i][2] * v[2];
}

// From omega' back to the angles: the time derivatives of theta' = w1 cos phi - w2 sin phi,
// psi' sin theta = w1 sin phi + w2 cos phi, and phi' = w3 - psi' cos theta.
static void euler_back(const Euler *e, const Real v[3], const Real wd[3], Known *a) {
  const Real psi = v[0], theta = v[1], phi = v[2];
  a[0].value = (wd[0] * e->sph + wd[1] * e->cph + phi * theta - psi * theta * e->cth) / e->sth;
  a[1].value = wd[0] * e->cph - wd[1] * e->sph - phi * psi * e->sth;
  a[2].value = wd[2] - a[0].value * e->cth + psi * theta * e->sth;
}

// |M^-1| (|F| + |M| |q''|) with M = E^T I E and F = -E^T (I E' v + omega x I omega) + more.
static void euler_sizes(const Euler *e, const Real I[3], const Real v[3], const Real more[3],
                        Known *a) {
  Real w[3] = {0}, turn[3], f[3] = {more[0], more[1], more[2]}, b[3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) w[i] += fabsl(e->E[i][j] * v[j]);
  const Real mixed = fabsl(v[0] * v[1]) + fabsl(v[0] * v[2]) + fabsl(v[1] * v[2]);
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    turn[i] = I[i] * mixed + (I[j] + I[k]) * w[j] * w[k];
    for (int n = 0; n < 3; n++) turn[i] += I[i] * fabsl(e->E[i][n] * a[n].value);
  }
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) f[i] += fabsl(e->E[j][i]) * turn[j];
  for (int i = 0; i < 3; i++) {
    b[i] = 0;
    for (int j = 0; j < 3; j++) b[i] += fabsl(e->inverse[j][i]) * f[j] / I[i];
  }
  for (int i = 0; i < 3; i++) {
    a[i].size = 0;
    for (int j = 0; j < 3; j++) a[i].size += fabsl(e->inverse[i][j]) * b[j];
  }
}

// L8 Ex3. Euler's equations I1 w1' = (I2 - I3) w2 w3 ..., then the angles; the momenta are the
// components of K along the vertical, the line of nodes and the body's axis.
static void rigid_body(const State *s, Closed *c) {
  const Real m = s->p[0], g = s->p[4], *I = s->p + 1, *v = s->v + 3;
  const Euler e = euler(s->q[4], s->q[5]);
  Real w[3], K[3], wd[3];
  euler_omega(&e, v, w);
  for (int i = 0; i < 3; i++) {
    const int j = (i + 1) % 3, k = (i + 2) % 3;
    K[i]  = I[i] * w[i];
    wd[i] = (I[j] - I[k]) * w[j] * w[k] / I[i];
  }
  c->a[0] = c->a[1] = known(0, 0);
  c->a[2]           = known(-g, g);
  euler_back(&e, v, wd, c->a + 3);
  euler_sizes(&e, I, v, (const Real[3]){0, 0, 0}, c->a + 3);

  // the vertical in the body: sin theta sin phi, sin theta cos phi, cos theta
  Real T = 0;
  for (int i = 0; i < 3; i++) c->p[i] = known(m * s->v[i], fabsl(m * s->v[i]));
  for (int i = 3; i < 6; i++) {
    const Real a0 = e.E[0][i - 3], a1 = e.E[1][i - 3], a2 = e.E[2][i - 3];
    Real size = 0;
    for (int k = 0; k < 3; k++)
      for (int j = 0; j < 3; j++) size += fabsl(e.E[k][i - 3] * I[k] * e.E[k][j] * v[j]);
    c->p[i] = known(K[0] * a0 + K[1] * a1 + K[2] * a2, size);
    T += K[i - 3] * w[i - 3] / 2;
  }
  // K stands still in space: p_psi' = 0, p_phi' = K3' = (I1 - I2) w1 w2; p_theta' is K along the
  // moving line of nodes: psi' times K across it, in the horizontal plane
  Real acceleration = 0, rates = 0;
  for (int i = 0; i < 3; i++) {
    acceleration += (I[0] + I[1] + I[2]) * c->a[3 + i].size;
    rates += (I[0] + I[1] + I[2]) * v[i] * v[i];
  }
  const Real across = (K[0] * e.sph + K[1] * e.cph) * e.cth - K[2] * e.sth;
  c->rate[3]        = known(0, acceleration + rates);
  c->rate[4]        = known(v[0] * across, acceleration + rates);
  c->rate[5]        = known(I[2] * wd[2], acceleration + rates);
  for (int i = 0; i < 3; i++) T += m * square(s->v[i]) / 2;
  c->energy = known(T + m * g * s->q[2], T + rates + fabsl(m * g * s->q[2]));
}

// Euler's equations about O with the moment of the weight m g l sin theta along the line of nodes.
static void heavy_top(const State *s, Closed *c) {
  const Real m = s->p[0], l = s->p[1], A = s->p[2] + m * l * l, C = s->p[3], g = s->p[4];
  const Real *v = s->v, I[3] = {A, A, C};
  const Euler e = euler(s->q[1], s->q[2]);
  Real w[3], wd[3];
  euler_omega(&e, v, w);
  const Real weight = m * g * l * e.sth;
  wd[0]             = ((A - C) * w[1] * w[2] + weight * e.cph) / A;
  wd[1]             = ((C - A) * w[2] * w[0] - weight * e.sph) / A;
  wd[2]             = 0;
  euler_back(&e, v, wd, c->a);
  // the centre as a point on a sphere, in fixed components
  const Real ball = m * l * l * square(fabsl(v[0]) + fabsl(v[1]));
  euler_sizes(&e, I, v, (const Real[3]){fabsl(e.sth) * ball, ball + fabsl(weight), 0}, c->a);

  c->p[0]      = known((A * e.sth * e.sth + C * e.cth * e.cth) * v[0] + C * v[2] * e.cth,
                       (A + C) * fabsl(v[0]) + C * fabsl(v[2]) + m * l * l * fabsl(v[1]));
  c->p[1]      = known(A * v[1], A * (fabsl(v[1]) + fabsl(v[0])));
  c->p[2]      = known(C * w[2], C * (fabsl(v[2]) + fabsl(v[0])));
  const Real T = (A * (w[0] * w[0] + w[1] * w[1]) + C * w[2] * w[2]) / 2;
  c->energy    = known(T + m * g * l * e.cth,
                       (A + C) * (v[0] * v[0] + v[1] * v[1]) + 2 * C * v[2] * v[2] + m * g * l);
}

// clang-format off
static const System systems[] = {
  {"pulleys", pulleys,
   {{"m", PART}, {"M", PART}, {"mu", PART}, {"r", PART}, {"R", PART}, {"L_rope", 1, 9},
    {"g", 1, 10}},
   {{"q", -2, 2}}},
  {"disk-on-bar", disk_on_bar,
   {{"m", PART}, {"l", PART}, {"M", PART}, {"R", PART}, {"k", 1, 30}, {"g", 1, 10}},
   {{"s", -2, 2}, {"theta", ANGLE}}},
  {"two-bars", two_bars,
   {{"m", PART}, {"l", PART}, {"g", 1, 10}},
   {{"theta", ANGLE}, {"phi", ANGLE}}},
  {"rigid-body-euler", rigid_body,
   {{"m", PART}, {"I1", PART}, {"I2", PART}, {"I3", PART}, {"g", 1, 10}},
   {{"x", -2, 2}, {"y", -2, 2}, {"z", -2, 2}, {"psi", ANGLE}, {"theta", TILT}, {"phi", ANGLE}}},
  {"heavy-symmetric-top", heavy_top,
   {{"m", PART}, {"l", PART}, {"A", PART}, {"C", PART}, {"g", 1, 10}},
   {{"psi", ANGLE}, {"theta", TILT}, {"phi", ANGLE}}},
};
// clang-format on

int main(void) { return known_run(systems, sizeof systems / sizeof *systems); }
