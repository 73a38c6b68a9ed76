// support/mechanism_bodies.c: rigid bodies in several kinds of coordinates.

#include "support/mechanism.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// --- rotations as numbers ------------------------------------------------------------------------

// Multiplies R by a rotation about its own axis.
void turn_numbers(double R[3][3], size_t about, double angle) {
  const size_t i = (about + 1) % 3, j = (about + 2) % 3;
  const double c = cos(angle), s = sin(angle);
  for (size_t k = 0; k < 3; k++) {
    const double x = R[k][i], y = R[k][j];
    R[k][i] = c * x + s * y;
    R[k][j] = c * y - s * x;
  }
}

static void turned(const size_t about[3], const double angle[3], double R[3][3]) {
  memset(R, 0, sizeof(double[3][3]));
  for (size_t i = 0; i < 3; i++) R[i][i] = 1;
  for (size_t i = 0; i < 3; i++) turn_numbers(R, about[i], angle[i]);
}

static double distance(double A[3][3], double B[3][3]) {
  double sum = 0;
  for (size_t i = 0; i < 9; i++)
    sum += (A[i / 3][i % 3] - B[i / 3][i % 3]) * (A[i / 3][i % 3] - B[i / 3][i % 3]);
  return sum;
}

// Finds angles about these axes that give R: a search that makes the largest gain along one angle after
// the other, each of which is a sine wave, from several starts.
static void find_angles(Mechanism *m, const size_t about[3], double R[3][3], double angle[3]) {
  double best = 1e300;
  for (size_t start = 0; start < 20 && best > 1e-20; start++) {
    double a[3], S[3][3];
    for (size_t i = 0; i < 3; i++) a[i] = start == 0 ? 0 : dice_between(&m->dice, -1.5, 1.5);
    double left = 1e300;
    for (size_t sweep = 0; sweep < 2000 && left > 1e-26; sweep++) {
      const size_t i = sweep % 3;
      double at[3];
      for (size_t k = 0; k < 3; k++) {
        const double kept = a[i];
        a[i] += 2 * M_PI / 3 * (double) k;
        turned(about, a, S);
        at[k] = distance(R, S);
        a[i] = kept;
      }
      // at = mean + p cos(shift) + q sin(shift)
      const double p = (2 * at[0] - at[1] - at[2]) / 3, q = (at[1] - at[2]) / sqrt(3);
      a[i] += atan2(-q, -p);
      left = (at[0] + at[1] + at[2]) / 3 - hypot(p, q);
    }
    turned(about, a, S);
    left = distance(R, S);
    if (left >= best) continue;
    best = left;
    for (size_t i = 0; i < 3; i++) angle[i] = atan2(sin(a[i]), cos(a[i]));
  }
}

static void find_quaternion(double R[3][3], double q[4]) {
  const double trace = R[0][0] + R[1][1] + R[2][2];
  size_t largest = 0;
  double squares[4] = {1 + trace, 1 + 2 * R[0][0] - trace, 1 + 2 * R[1][1] - trace,
                       1 + 2 * R[2][2] - trace};
  for (size_t i = 1; i < 4; i++)
    if (squares[i] > squares[largest]) largest = i;
  const double w[3] = {R[2][1] - R[1][2], R[0][2] - R[2][0], R[1][0] - R[0][1]};
  const double root = 2 * sqrt(squares[largest]);
  if (largest == 0) {
    q[0] = root / 4;
    for (size_t i = 0; i < 3; i++) q[1 + i] = w[i] / root;
  } else {
    const size_t i = largest - 1;
    q[0] = w[i] / root;
    for (size_t j = 0; j < 3; j++) q[1 + j] = j == i ? root / 4 : (R[i][j] + R[j][i]) / root;
  }
}

// --- axes as formulas ----------------------------------------------------------------------------

void mech_turn(Mechanism *m, Formula axis[3], size_t about, Formula angle) {
  Formulas *f = &m->f;
  const size_t i = (about + 1) % 3, j = (about + 2) % 3;
  const Formula c = formula_call(f, FORMULA_COS, angle), s = formula_call(f, FORMULA_SIN, angle);
  const Formula x = axis[i], y = axis[j];
  axis[i] = formula_add(f, formula_mul(f, c, x), formula_mul(f, s, y));
  axis[j] = formula_sub(f, formula_mul(f, c, y), formula_mul(f, s, x));
}

static void draw_masses(Mechanism *m, MechBody *body, double size) {
  body->mass = quad((double) dice_int(&m->dice, 2, 16) / 8);
  double J[3];
  for (size_t i = 0; i < 3; i++) J[i] = size * size * (double) dice_int(&m->dice, 2, 12) / 64.0;
  for (size_t i = 0; i < 3; i++) body->inertia[i] = quad(J[(i + 1) % 3] + J[(i + 2) % 3]);
}

static size_t push_body(Mechanism *m, MechBody body) {
  array_push(&m->arena, &m->bodies, body);
  return m->bodies.n - 1;
}

static void name_axes(Mechanism *m, MechBody *body, const char *frame) {
  for (size_t i = 0; i < 3; i++)
    body->axis[i] =
      formula_named(&m->f, mech_text(m, "%s.%c", frame, (char) ('x' + (int) i)), body->axis[i]);
}

static void declare_body(Mechanism *m, MechBody *body, const char *frame) {
  const size_t k = m->bodies.n + 1;
  mech_declare(m, "body K%zu mass %.12g at ", k, (double) body->mass);
  formula_write(&m->f, body->at, &m->declared);
  mech_declare(m, " frame %s inertia (%.12g, %.12g, %.12g)\n", frame, (double) body->inertia[0],
               (double) body->inertia[1], (double) body->inertia[2]);
  body->at = formula_named(&m->f, mech_text(m, "pos(K%zu)", k), body->at);
}

static Formula place_of(Mechanism *m, size_t k, const double *r, size_t dimensions) {
  Formula x[3] = {mech_zero(m), mech_zero(m), mech_zero(m)};
  for (size_t i = 0; i < dimensions; i++)
    x[i] = mech_coordinate(m, mech_text(m, "%c%zu", (char) ('x' + (int) i), k), r[i], false);
  return formula_vector(&m->f, x[0], x[1], x[2]);
}

size_t mech_planar_body(Mechanism *m, double x, double y, double angle) {
  const size_t k = m->bodies.n + 1;
  MechBody body = {.axis = {m->unit[0], m->unit[1], m->unit[2]}};
  draw_masses(m, &body, 1);
  body.at = place_of(m, k, (const double[]){x, y}, 2);
  const char *name = mech_text(m, "f%zu", k), *frame = mech_text(m, "B%zu", k);
  mech_turn(m, body.axis, 2, mech_coordinate(m, name, angle, true));
  mech_declare(m, "frame %s = rotate(z, %s)\n", frame, name);
  name_axes(m, &body, frame);
  declare_body(m, &body, frame);
  return push_body(m, body);
}

size_t mech_point(Mechanism *m, size_t dimensions, const double *r) {
  const size_t k = m->bodies.n + 1;
  MechBody body = {.is_point = true, .mass = quad((double) dice_int(&m->dice, 2, 16) / 8)};
  body.at = place_of(m, k, r, dimensions);
  mech_declare(m, "point K%zu mass %.12g at ", k, (double) body.mass);
  mech_declare_formula(m, "", body.at, "\n");
  body.at = formula_named(&m->f, mech_text(m, "K%zu", k), body.at);
  return push_body(m, body);
}

size_t mech_carried_body(Mechanism *m, const char *frame, Formula at, const Formula axis[3]) {
  MechBody body = {.at = at, .axis = {axis[0], axis[1], axis[2]}};
  draw_masses(m, &body, 1);
  declare_body(m, &body, frame);
  return push_body(m, body);
}

static size_t body_by_angles(Mechanism *m, const double r[3], double R[3][3]) {
  static const char letter[] = "abc";
  const size_t k = m->bodies.n + 1;
  MechBody body = {.axis = {m->unit[0], m->unit[1], m->unit[2]}};
  draw_masses(m, &body, 1);
  body.at = place_of(m, k, r, 3);
  size_t about[3];
  double angle[3];
  dice_order(&m->dice, about, 3);
  find_angles(m, about, R, angle);
  const char *frame = mech_text(m, "B%zu", k);
  mech_declare(m, "frame %s =", frame);
  for (size_t i = 0; i < 3; i++) {
    const char *name = mech_text(m, "%c%zu", letter[i], k);
    mech_declare(m, " rotate(%c, %s)", (char) ('x' + (int) about[i]), name);
    mech_turn(m, body.axis, about[i], mech_coordinate(m, name, angle[i], true));
  }
  mech_declare(m, "\n");
  name_axes(m, &body, frame);
  declare_body(m, &body, frame);
  return push_body(m, body);
}

// Declares a body that is not a `body` of the language: its axes are named vectors, its centre is a point.
static void declare_axes(Mechanism *m, MechBody *body, size_t k) {
  for (size_t i = 0; i < 3; i++) {
    const char *name = mech_text(m, "%c%zu", (char) ('X' + (int) i), k);
    mech_declare(m, "let %s = ", name);
    mech_declare_formula(m, "", body->axis[i], "\n");
    body->axis[i] = formula_named(&m->f, name, body->axis[i]);
  }
  mech_declare(m, "point K%zu mass %.12g at ", k, (double) body->mass);
  mech_declare_formula(m, "", body->at, "\n");
  body->at = formula_named(&m->f, mech_text(m, "K%zu", k), body->at);
}

// signs times products of a quaternion's parts, two indices each
static Formula quadratic(Mechanism *m, const Formula e[4], const int terms[][3], size_t n) {
  Formula sum = mech_zero(m);
  for (size_t i = 0; i < n; i++) {
    const Formula a = e[terms[i][1]], b = e[terms[i][2]];
    Formula product = a.at == b.at ? formula_power(&m->f, a, 2) : formula_mul(&m->f, a, b);
    const int factor = terms[i][0];
    if (factor == 2 || factor == -2)
      product = formula_mul(&m->f, formula_ratio(&m->f, 2, 1), product);
    sum = factor > 0 ? formula_add(&m->f, sum, product) : formula_sub(&m->f, sum, product);
  }
  return sum;
}

// omega = 2 vec(conj(e) e'), T = 1/2 omega.I omega. The other term makes the mass matrix regular and has no effect
// where the norm is 1.
static void declare_spin(Mechanism *m, const MechBody *body, size_t k) {
  for (size_t i = 0; i < 3; i++) {
    const size_t j = (i + 1) % 3, l = (i + 2) % 3;
    static const char part[] = "fgh";
    mech_declare(m,
                 "kinetic += %.12g*(e%zu*%c%zu' - %c%zu*e%zu' - %c%zu*%c%zu' + %c%zu*%c%zu')^2\n",
                 2 * (double) body->inertia[i], k, part[i], k, part[i], k, k, part[j], k, part[l],
                 k, part[l], k, part[j], k);
  }
  if (dice_below(&m->dice, 2))
    mech_declare(m, "kinetic += 1/2*(e%zu*e%zu' + f%zu*f%zu' + g%zu*g%zu' + h%zu*h%zu')^2\n", k, k,
                 k, k, k, k, k, k);
}

static size_t body_by_quaternion(Mechanism *m, const double r[3], double R[3][3]) {
  const size_t k = m->bodies.n + 1;
  Formulas *f = &m->f;
  MechBody body = {0};
  draw_masses(m, &body, 1);
  body.at = place_of(m, k, r, 3);
  double start[4];
  Formula e[4];
  find_quaternion(R, start);
  for (size_t i = 0; i < 4; i++)
    e[i] = mech_coordinate(m, mech_text(m, "%c%zu", "efgh"[i], k), start[i], false);
  static const int parts[9][4][3] = {{{1, 0, 0}, {1, 1, 1}, {-1, 2, 2}, {-1, 3, 3}},
                                     {{2, 1, 2}, {2, 0, 3}},
                                     {{2, 1, 3}, {-2, 0, 2}},
                                     {{2, 1, 2}, {-2, 0, 3}},
                                     {{1, 0, 0}, {-1, 1, 1}, {1, 2, 2}, {-1, 3, 3}},
                                     {{2, 2, 3}, {2, 0, 1}},
                                     {{2, 1, 3}, {2, 0, 2}},
                                     {{2, 2, 3}, {-2, 0, 1}},
                                     {{1, 0, 0}, {-1, 1, 1}, {-1, 2, 2}, {1, 3, 3}}};
  for (size_t i = 0; i < 3; i++) {
    Formula x[3];
    for (size_t c = 0; c < 3; c++) x[c] = quadratic(m, e, parts[3 * i + c], i == c ? 4 : 2);
    body.axis[i] = formula_vector(f, x[0], x[1], x[2]);
  }
  declare_axes(m, &body, k);
  declare_spin(m, &body, k);
  static const int norm[4][3] = {{1, 0, 0}, {1, 1, 1}, {1, 2, 2}, {1, 3, 3}};
  mech_constraint(m, mech_text(m, "norm%zu", k), quadratic(m, e, norm, 4), mech_one(m));
  m->same_multipliers = false;
  return push_body(m, body);
}

// T = 1/2 sum of J |e'|^2 with J = (I2 + I3 - I1)/2
static size_t body_by_cosines(Mechanism *m, const double r[3], double R[3][3]) {
  const size_t k = m->bodies.n + 1;
  Formulas *f = &m->f;
  MechBody body = {0};
  draw_masses(m, &body, 1);
  body.at = place_of(m, k, r, 3);
  for (size_t i = 0; i < 3; i++) {
    Formula x[3];
    for (size_t c = 0; c < 3; c++)
      x[c] = mech_coordinate(m, mech_text(m, "%c%zu%c", "uvw"[i], k, (char) ('x' + (int) c)),
                             R[c][i], false);
    body.axis[i] = formula_vector(f, x[0], x[1], x[2]);
  }
  declare_axes(m, &body, k);
  for (size_t i = 0; i < 3; i++) {
    const Quad J = (body.inertia[(i + 1) % 3] + body.inertia[(i + 2) % 3] - body.inertia[i]) / 2;
    mech_declare(m, "kinetic += %.12g*(%c%zux'^2 + %c%zuy'^2 + %c%zuz'^2)\n", (double) J / 2,
                 "uvw"[i], k, "uvw"[i], k, "uvw"[i], k);
  }
  for (size_t i = 0; i < 3; i++)
    for (size_t j = i; j < 3; j++)
      mech_constraint(m, mech_text(m, "%c%c%zu", "uvw"[i], "uvw"[j], k),
                      formula_dot(f, body.axis[i], body.axis[j]),
                      i == j ? mech_one(m) : mech_zero(m));
  m->same_multipliers = false;
  return push_body(m, body);
}

size_t mech_body(Mechanism *m, BodyKind kind, const double r[3], double R[3][3]) {
  switch (kind) {
    case BODY_QUATERNION: return body_by_quaternion(m, r, R);
    case BODY_COSINES: return body_by_cosines(m, r, R);
    default: return body_by_angles(m, r, R);
  }
}

// --- what is fixed in a body ---------------------------------------------------------------------

Local mech_local(Mechanism *m, Formula x, Formula y, Formula z) {
  (void) m;
  return (Local){{x, y, z}};
}

Local mech_local_ratio(Mechanism *m, long x, long y, long z, long denominator) {
  Local u;
  const long part[3] = {x, y, z};
  for (size_t i = 0; i < 3; i++) {
    const bool whole = part[i] % denominator == 0;
    u.x[i] = whole ? formula_ratio(&m->f, part[i] / denominator, 1)
                   : formula_ratio(&m->f, part[i], denominator);
  }
  return u;
}

// Returns the sum of components times unit vectors, written with as few signs as necessary.
static Formula combined(Mechanism *m, Formula sum, const Formula axis[3], Local u) {
  Formulas *f = &m->f;
  for (size_t i = 0; i < 3; i++) {
    if (formula_is_zero(f, u.x[i])) continue;
    const FormulaNode node = f->nodes.at[u.x[i].at];
    if (node.kind == FORMULA_NUMBER && node.text[0] == '-' && formula_is_vector(f, sum)) {
      const Formula positive = formula_parameter(f, node.text + 1, -node.number);
      const bool is_one = strcmp(node.text, "-1") == 0;
      const Formula term = is_one ? axis[i] : formula_mul(f, positive, axis[i]);
      sum = formula_sub(f, sum, term);
    } else {
      sum = formula_add(f, sum, formula_mul(f, u.x[i], axis[i]));
    }
  }
  return sum;
}

Formula mech_direction(Mechanism *m, size_t body, Local u) {
  const Formula *axis = body == GROUND ? m->unit : m->bodies.at[body].axis;
  const Formula sum = combined(m, mech_zero(m), axis, u);
  if (formula_is_vector(&m->f, sum)) return sum;
  return formula_vector(&m->f, mech_zero(m), mech_zero(m), mech_zero(m));
}

Formula mech_place(Mechanism *m, size_t body, Local u) {
  if (body == GROUND) return formula_vector(&m->f, u.x[0], u.x[1], u.x[2]);
  const MechBody *b = &m->bodies.at[body];
  if (!b->is_point) return combined(m, b->at, b->axis, u);
  return b->at;
}
