// Known systems of points against closed forms: see support/known.h for the law and its judge, and
// the README in tests/golden/NAME for the source of each.

#include "support/known.h"

#include <math.h>

static Real square(Real x) { return x * x; }

// Newton's law for both points, along and across the rods. With the pull of the second rod
// T2 = m1 tau:  tau (m1/m2 + sin^2 d) = l2 theta2'^2 + (l1 theta1'^2 + g cos theta1) cos d,
// l1 theta1'' = -tau sin d - g sin theta1,
// l2 theta2'' = (l1 theta1'^2 + g cos theta1 + tau cos d) sin d,  d = theta1 - theta2.
static void double_pendulum(const State *s, Closed *c) {
  const Real m1 = s->p[0], m2 = s->p[1], l1 = s->p[2], l2 = s->p[3], g = s->p[4];
  const Real th1 = s->q[0], d = th1 - s->q[1], w1 = s->v[0], w2 = s->v[1];
  const Real pull = l1 * w1 * w1 + g * cosl(th1);
  const Real tau  = (l2 * w2 * w2 + pull * cosl(d)) / (m1 / m2 + square(sinl(d)));
  c->a[0].value   = -(tau * sinl(d) + g * sinl(th1)) / l1;
  c->a[1].value   = (pull + tau * cosl(d)) * sinl(d) / l2;

  const Real m = m1 + m2, M[3] = {m * l1 * l1, m2 * l1 * l2, m2 * l2 * l2};
  const Real det        = M[0] * M[2] - square(M[1] * cosl(d));
  const Real inverse[3] = {M[2] / det, M[1] / det, M[0] / det};
  const Real f[2]       = {m * l1 * (l1 * w1 * w1 + g) + m2 * l1 * l2 * w2 * w2,
                           m2 * l2 * (l1 * w1 * w1 + l2 * w2 * w2 + g)};
  known_size_two(inverse, M, f, c->a);

  const Real mixed = M[1] * cosl(d);
  c->p[0]          = known(M[0] * w1 + mixed * w2, fabsl(M[0] * w1) + fabsl(M[1] * w2));
  c->p[1]          = known(mixed * w1 + M[2] * w2, fabsl(M[1] * w1) + fabsl(M[2] * w2));
  const Real T     = M[0] * w1 * w1 / 2 + mixed * w1 * w2 + M[2] * w2 * w2 / 2;
  const Real V     = -m * g * l1 * cosl(th1) - m2 * g * l2 * cosl(s->q[1]);
  c->energy        = known(T + V, M[0] * w1 * w1 + M[2] * w2 * w2 + m * g * l1 + m2 * g * l2);
}

// Newton's law along e_theta and e_phi; the rod pulls across both:
// l theta'' - l phi'^2 sin cos = -g sin,  l phi'' sin + 2 l theta' phi' cos = 0.
static void spherical_pendulum(const State *s, Closed *c) {
  const Real m = s->p[0], l = s->p[1], g = s->p[2];
  const Real sn = sinl(s->q[0]), cs = cosl(s->q[0]), u = s->v[0], w = s->v[1];
  c->a[0].value = sn * cs * w * w - g / l * sn;
  c->a[1].value = -2 * u * w * cs / sn;

  // the terms of P_theta.P'' and P_phi.P'' in fixed components
  const Real M[3]       = {m * l * l, m * l * l * fabsl(sn), m * l * l * sn * sn};
  const Real inverse[3] = {1 / M[0], 0, 1 / M[2]};
  const Real turn = u * u + w * w, mixed = 2 * fabsl(u * w);
  const Real f[2] = {m * l * (l * (turn + mixed) + g), M[1] * (fabsl(sn) * turn + mixed)};
  known_size_two(inverse, M, f, c->a);

  c->p[0]      = known(M[0] * u, M[0] * fabsl(u) + M[1] * fabsl(w));
  c->p[1]      = known(M[2] * w, M[1] * fabsl(u) + M[2] * fabsl(w));
  const Real T = (M[0] * u * u + M[2] * w * w) / 2;
  c->energy    = known(T - m * g * l * cs, M[0] * u * u + M[2] * w * w + m * g * l);
}

// Along the hoop, in its frame: R theta'' = Omega^2 R sin cos - g sin. The energy is Jacobi's.
static void bead_on_hoop(const State *s, Closed *c) {
  const Real m = s->p[0], R = s->p[1], W = s->p[2], g = s->p[3];
  const Real sn = sinl(s->q[0]), cs = cosl(s->q[0]), u = s->v[0], mR2 = m * R * R;
  c->a[0] = known_alone(sn * (W * W * cs - g / R), square(fabsl(u) + fabsl(W)) + g / R);
  c->p[0] = known(mR2 * u, mR2 * (fabsl(u) + fabsl(W)));
  c->energy =
    known(mR2 * (u * u - W * W * sn * sn) / 2 - m * g * R * cs, mR2 * (u * u + W * W) + m * g * R);
}

// Lorentz: m v' = e (E + v x B), E = [E, 0, 0], B = [0, 0, B]; p = m v + e A.
static void charged_particle(const State *s, Closed *c) {
  const Real m = s->p[0], e = s->p[1], B = s->p[2], E = s->p[3];
  const Real *q = s->q, *v = s->v;
  c->a[0]      = known_alone(e / m * (E + v[1] * B), fabsl(e / m) * (fabsl(E) + fabsl(v[1] * B)));
  c->a[1]      = known_alone(-e / m * v[0] * B, fabsl(e / m * v[0] * B));
  c->a[2]      = known(0, 0);
  c->p[0]      = known(m * v[0] - e * B * q[1] / 2, fabsl(m * v[0]) + fabsl(e * B * q[1]));
  c->p[1]      = known(m * v[1] + e * B * q[0] / 2, fabsl(m * v[1]) + fabsl(e * B * q[0]));
  c->p[2]      = known(m * v[2], fabsl(m * v[2]));
  const Real T = m * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2, V = -e * E * q[0];
  const Real magnetic = fabsl(e * B) * (fabsl(q[0] * v[1]) + fabsl(q[1] * v[0]));
  c->energy           = known(T + V, T + fabsl(V) + magnetic);
}

// Newton with the force -grad V.
static void cyclic_particle(const State *s, Closed *c) {
  const Real m = s->p[0], k = s->p[1], a = s->p[2], y = s->q[1], z = s->q[2];
  const Real *v = s->v;
  c->a[0]       = known(0, 0);
  c->a[1] = known_alone(-(k * y + 2 * a * y * z) / m, (fabsl(k * y) + 2 * fabsl(a * y * z)) / m);
  c->a[2] = known_alone(-(k * z + a * (y * y - z * z)) / m,
                        (fabsl(k * z) + fabsl(a) * (y * y + z * z)) / m);
  for (int i = 0; i < 3; i++) c->p[i] = known(m * v[i], fabsl(m * v[i]));
  const Real T = m * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2;
  const Real V = k * (y * y + z * z) / 2 + a * (y * y * z - z * z * z / 3);
  c->energy    = known(T + V, T + k * (y * y + z * z) + fabsl(a * z) * (y * y + z * z));
}

// Newton along e_r and e_phi, the central force k/r^2.
static void kepler_plane(const State *s, Closed *c) {
  const Real m = s->p[0], k = s->p[1], r = s->q[0], u = s->v[0], w = s->v[1];
  c->a[0]      = known_alone(r * w * w - k / (m * r * r), r * w * w + k / (m * r * r));
  c->a[1]      = known_alone(-2 * u * w / r, 2 * fabsl(u * w / r));
  c->p[0]      = known(m * u, fabsl(m * u));
  c->p[1]      = known(m * r * r * w, fabsl(m * r * r * w));
  const Real T = m * (u * u + r * r * w * w) / 2;
  c->energy    = known(T - k / r, T + k / r);
}

static void kepler_cartesian(const State *s, Closed *c) {
  const Real m = s->p[0], k = s->p[1], r = hypotl(s->q[0], s->q[1]);
  for (int i = 0; i < 2; i++) {
    const Real a = -k * s->q[i] / (m * r * r * r);
    c->a[i]      = known_alone(a, fabsl(a));
    c->p[i]      = known(m * s->v[i], fabsl(m * s->v[i]));
  }
  const Real T = m * (square(s->v[0]) + square(s->v[1])) / 2;
  c->energy    = known(T - k / r, T + k / r);
}

// In the frame of the support, where gravity is g + y_S'' = g - a Omega^2 cos(Omega t). The energy
// is h = T2 - T0 + V.
static void vibrated_pendulum(const State *s, Closed *c) {
  const Real m = s->p[0], l = s->p[1], a = s->p[2], W = s->p[3], g = s->p[4];
  const Real sn = sinl(s->q[0]), cs = cosl(s->q[0]), u = s->v[0], angle = W * s->t;
  const Real ml2 = m * l * l, shake = a * W * sinl(angle);
  c->a[0]   = known_alone(-(g - a * W * W * cosl(angle)) / l * sn, u * u + (g + a * W * W) / l);
  c->p[0]   = known(ml2 * u - m * l * shake * sn, ml2 * fabsl(u) + m * l * a * W);
  c->energy = known(ml2 * u * u / 2 - m * shake * shake / 2 + m * g * (a * cosl(angle) - l * cs),
                    ml2 * u * u + m * square(a * W) + m * l * a * W * fabsl(u) + m * g * (a + l));
}

// Newton along e_r and e_theta; the spring pulls along e_r.
static void spring_pendulum(const State *s, Closed *c) {
  const Real m = s->p[0], g = s->p[1], l0 = s->p[2], k = s->p[3];
  const Real r = s->q[0], sn = sinl(s->q[1]), cs = cosl(s->q[1]), u = s->v[0], w = s->v[1];
  c->a[0].value = r * w * w + g * cs - k / m * (r - l0);
  c->a[1].value = -(2 * u * w + g * sn) / r;

  const Real M[3] = {m, m * r, m * r * r}, inverse[3] = {1 / M[0], 0, 1 / M[2]};
  const Real along = r * w * w + 2 * fabsl(u * w) + g;
  const Real f[2]  = {m * along + k * (r + l0), m * r * along};
  known_size_two(inverse, M, f, c->a);

  c->p[0]   = known(m * u, m * (fabsl(u) + r * fabsl(w)));
  c->p[1]   = known(m * r * r * w, m * r * (fabsl(u) + r * fabsl(w)));
  c->energy = known(m * (u * u + r * r * w * w) / 2 - m * g * r * cs + k * square(r - l0) / 2,
                    m * (u * u + r * r * w * w) + m * g * r + k * square(r + l0));
}

static void driven_oscillator(const State *s, Closed *c) {
  const Real m = s->p[0], d = s->p[1], k = s->p[2], F = s->p[3], W = s->p[4];
  const Real x = s->q[0], v = s->v[0];
  c->a[0]   = known_alone((F * cosl(W * s->t) - d * v - k * x) / m,
                          (fabsl(F) + fabsl(d * v) + fabsl(k * x)) / m);
  c->p[0]   = known(m * v, fabsl(m * v));
  c->energy = known((m * v * v + k * x * x) / 2, m * v * v + k * x * x);
}

// Coriolis' and the centrifugal acceleration: r'' = -g/l r - 2 w z x r' + w^2 r. The energy is
// Jacobi's.
static void foucault_pendulum(const State *s, Closed *c) {
  const Real m = s->p[0], l = s->p[1], g = s->p[2], w = s->p[3] * sinl(s->p[4]);
  const Real x = s->q[0], y = s->q[1], u = s->v[0], v = s->v[1];
  const Real turn  = fabsl(w) * (fabsl(u) + fabsl(v)) + w * w * (fabsl(x) + fabsl(y));
  c->a[0]          = known_alone(2 * w * v + (w * w - g / l) * x, 2 * turn + g / l * fabsl(x));
  c->a[1]          = known_alone(-2 * w * u + (w * w - g / l) * y, 2 * turn + g / l * fabsl(y));
  const Real speed = fabsl(u) + fabsl(v) + fabsl(w * x) + fabsl(w * y);
  c->p[0]          = known(m * (u - w * y), m * speed);
  c->p[1]          = known(m * (v + w * x), m * speed);
  const Real r2 = x * x + y * y, v2 = u * u + v * v;
  c->energy = known(m * (v2 + (g / l - w * w) * r2) / 2, m * (v2 + (g / l + w * w) * r2));
}

// clang-format off
static const System systems[] = {
  {"double-pendulum", double_pendulum,
   {{"m1", PART}, {"m2", PART}, {"l1", PART}, {"l2", PART}, {"g", 1, 10}},
   {{"theta1", ANGLE}, {"theta2", ANGLE}}},
  {"spherical-pendulum", spherical_pendulum,
   {{"m", PART}, {"l", PART}, {"g", 1, 10}},
   {{"theta", TILT}, {"phi", ANGLE}}},
  {"bead-on-hoop", bead_on_hoop,
   {{"m", PART}, {"R", PART}, {"Omega", -5, 5}, {"g", 1, 10}},
   {{"theta", ANGLE}}},
  {"charged-particle", charged_particle,
   {{"m", PART}, {"e", -2, 2}, {"B", -3, 3}, {"E", -3, 3}},
   {{"x", -2, 2}, {"y", -2, 2}, {"z", -2, 2}}},
  {"cyclic-particle", cyclic_particle,
   {{"m", PART}, {"k", PART}, {"a", -2, 2}},
   {{"x", -2, 2}, {"y", -2, 2}, {"z", -2, 2}}},
  {"kepler-plane", kepler_plane,
   {{"m", PART}, {"k", PART}},
   {{"r", PART}, {"phi", ANGLE}}},
  {"kepler-cartesian", kepler_cartesian,
   {{"m", PART}, {"k", PART}},
   {{"x", 0.1, 3}, {"y", -3, 3}}},
  {"vibrated-pendulum", vibrated_pendulum,
   {{"m", PART}, {"l", PART}, {"a", 0.1, 1}, {"Omega", 1, 10}, {"g", 1, 10}},
   {{"theta", ANGLE}}},
  {"spring-pendulum", spring_pendulum,
   {{"m", PART}, {"g", 1, 10}, {"l0", PART}, {"k", 1, 30}},
   {{"r", PART}, {"theta", ANGLE}}},
  {"driven-oscillator", driven_oscillator,
   {{"m", PART}, {"c", PART}, {"k", PART}, {"F", -2, 2}, {"Omega", PART}},
   {{"x", -2, 2}}},
  {"foucault-pendulum", foucault_pendulum,
   {{"m", PART}, {"l", PART}, {"g", 1, 10}, {"Omega", -1, 1}, {"latitude", -1.5, 1.5}},
   {{"x", -2, 2}, {"y", -2, 2}}},
};
// clang-format on

int main(void) { return known_run(systems, sizeof systems / sizeof *systems); }
