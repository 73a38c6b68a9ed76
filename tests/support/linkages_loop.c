// support/linkages_loop.c: single loops of links with revolute joints, paradoxical ones among them.
//
// A loop of N links (Denavit and Hartenberg): joint i turns by t_i about z, then the link goes d_i
// along z and a_i along x and twists by alpha_i about x. The last link is the ground. Coordinates are
// the angles t_1 .. t_(N-1) and the last joint closes the loop with 5 equations; or every link is a
// body of its own, with 5 equations for each joint.
//
// Freedoms: in space a loop of N revolute joints has N - 6, so 7 of them have 1 by count. Less than
// that is geometry:
//   all axes parallel        N - 3    (planar four-bar: 1)
//   all axes through a point N - 3    (spherical four-bar: 1)
//   Bennett (1903), N = 4    1        a1 = a3, a2 = a4, alpha1 = alpha3, alpha2 = alpha4,
//                                     a1/sin(alpha1) = a2/sin(alpha2), d = 0
//   Sarrus (1853), N = 6     1        t1 + t2 + t3 = t4 + t5 + t6 = 0 with parallel axes 1, 2, 3 and
//                                     4, 5, 6: both planes of motion share one direction
//   Bricard (1897, 1927), N = 6, each 1, as listed by Baker, Mech. Mach. Theory 15 (1980) 267-286:
//     line-symmetric         a, alpha, d of links 1, 2, 3 again at 4, 5, 6
//     plane-symmetric        a1 = a6, a2 = a5, a3 = a4; alpha1 + alpha6 = alpha2 + alpha5 =
//                            alpha3 + alpha4 = pi; d1 = d4 = 0, d2 = d6, d3 = d5
//     trihedral              a1^2 + a3^2 + a5^2 = a2^2 + a4^2 + a6^2; alpha = pi/2, -pi/2, ...; d = 0

#include "support/linkages.h"

#include <math.h>
#include <string.h>

#define MOST_LINKS 7

typedef struct {
  size_t n;
  Formula a[MOST_LINKS], d[MOST_LINKS], alpha[MOST_LINKS];
  double a0[MOST_LINKS], d0[MOST_LINKS], alpha0[MOST_LINKS], t0[MOST_LINKS];  // as numbers
  size_t freedoms;
} Loop;

typedef bool LoopMaker(Mechanism *m, Loop *loop);

// --- parts of loops ------------------------------------------------------------------------------

// Draws hundredths between these tenths: with fewer digits, lengths of two and two links often have the same
// sum, and a linkage that can lie flat is singular there.
static double tenths(Mechanism *m, long least, long most) {
  return 0.01 * (double) dice_int(&m->dice, 10 * least, 10 * most);
}

static void zero_loop(Mechanism *m, Loop *loop, size_t n) {
  *loop = (Loop){.n = n};
  for (size_t i = 0; i < n; i++) loop->a[i] = loop->d[i] = loop->alpha[i] = mech_zero(m);
}

static void set_a(Mechanism *m, Loop *loop, size_t i, double value) {
  loop->a0[i] = value;
  loop->a[i] = mech_number(m, value, 2);
}

static void set_d(Mechanism *m, Loop *loop, size_t i, double value) {
  loop->d0[i] = value;
  loop->d[i] = mech_number(m, value, 2);
}

static void set_alpha(Mechanism *m, Loop *loop, size_t i, double value) {
  loop->alpha0[i] = value;
  loop->alpha[i] = mech_number(m, value, 2);
}

// Returns the same formula, or, for a parameter, one of the same value by another name.
static Formula copy_of(Mechanism *m, Formula e, double value, int digits, bool by_another) {
  return by_another && m->symbols && value != 0 ? mech_parameter(m, value, digits) : e;
}

static void copy_link(Mechanism *m, Loop *loop, size_t from, size_t to, bool by_another) {
  loop->a0[to] = loop->a0[from];
  loop->d0[to] = loop->d0[from];
  loop->alpha0[to] = loop->alpha0[from];
  loop->a[to] = copy_of(m, loop->a[from], loop->a0[from], 2, by_another);
  loop->d[to] = copy_of(m, loop->d[from], loop->d0[from], 2, by_another);
  loop->alpha[to] = copy_of(m, loop->alpha[from], loop->alpha0[from], 2, by_another);
}

static void right_angle(Mechanism *m, Loop *loop, size_t i, int sign) {
  loop->alpha0[i] = sign * M_PI / 2;
  loop->alpha[i] =
    formula_parameter(&m->f, sign > 0 ? "pi/2" : "-pi/2", (Quad) sign * quad_pi() / 2);
}

static void random_angles(Mechanism *m, Loop *loop) {
  for (size_t i = 0; i < loop->n; i++) loop->t0[i] = dice_between(&m->dice, -3, 3);
}

// --- kinds of loops ------------------------------------------------------------------------------

static bool four_bar(Mechanism *m, Loop *loop) {
  zero_loop(m, loop, dice_one_in(&m->dice, 4) ? 5 : 4);
  for (size_t i = 0; i < loop->n; i++) set_a(m, loop, i, tenths(m, 5, 25));
  if (dice_below(&m->dice, 2)) {
    // offsets along the axes that cancel
    set_d(m, loop, 0, tenths(m, 1, 9));
    loop->d0[2] = -loop->d0[0];
    loop->d[2] = formula_mul(&m->f, formula_ratio(&m->f, -1, 1), loop->d[0]);
  }
  random_angles(m, loop);
  loop->freedoms = loop->n - 3;
  return true;
}

static bool spherical(Mechanism *m, Loop *loop) {
  zero_loop(m, loop, dice_one_in(&m->dice, 4) ? 5 : 4);
  for (size_t i = 0; i < loop->n; i++) set_alpha(m, loop, i, tenths(m, 5, 20));
  random_angles(m, loop);
  loop->freedoms = loop->n - 3;
  return true;
}

static bool seven(Mechanism *m, Loop *loop) {
  zero_loop(m, loop, 7);
  for (size_t i = 0; i < 7; i++) {
    set_a(m, loop, i, tenths(m, 3, 15));
    set_alpha(m, loop, i, dice_signed(&m->dice, 0.5, 1.5));
    if (dice_below(&m->dice, 2)) set_d(m, loop, i, tenths(m, -8, 8));
  }
  random_angles(m, loop);
  loop->freedoms = 1;
  return true;
}

// a = k sin(alpha), b = k sin(beta); tan(t1/2) tan(t2/2) = sin((beta + alpha)/2)/sin((beta - alpha)/2),
// t3 = -t1, t4 = -t2
static bool bennett(Mechanism *m, Loop *loop) {
  zero_loop(m, loop, 4);
  const double k = tenths(m, 8, 20);
  const Formula scale = mech_number(m, k, 2);
  set_alpha(m, loop, 0, tenths(m, 4, 13));
  set_alpha(m, loop, 1, loop->alpha0[0] + tenths(m, 4, 12));
  for (size_t i = 0; i < 2; i++) {
    loop->a0[i] = k * sin(loop->alpha0[i]);
    const Formula sine = formula_call(&m->f, FORMULA_SIN, loop->alpha[i]);
    const Formula length = formula_mul(&m->f, scale, sine);
    loop->a[i] = mech_derived(
      m, length, m->f.nodes.at[scale.at].number * sinf128(m->f.nodes.at[loop->alpha[i].at].number));
    loop->a0[i + 2] = loop->a0[i];
    loop->a[i + 2] = loop->a[i];
    loop->alpha0[i + 2] = loop->alpha0[i];
    loop->alpha[i + 2] = loop->alpha[i];
  }
  const double sum = (loop->alpha0[1] + loop->alpha0[0]) / 2;
  const double difference = (loop->alpha0[1] - loop->alpha0[0]) / 2;
  loop->t0[0] = dice_signed(&m->dice, 0.5, 2.6);
  loop->t0[1] = 2 * atan2(sin(sum) / sin(difference), tan(loop->t0[0] / 2));
  loop->t0[2] = -loop->t0[0];
  loop->t0[3] = -loop->t0[1];
  loop->freedoms = 1;
  return true;
}

static bool sarrus(Mechanism *m, Loop *loop) {
  zero_loop(m, loop, 6);
  for (size_t i = 0; i < 6; i++)
    if (i % 3 != 2 || dice_below(&m->dice, 2)) set_a(m, loop, i, tenths(m, 5, 15));
  set_d(m, loop, 1, tenths(m, -9, 9));
  if (dice_below(&m->dice, 2)) set_d(m, loop, 4, tenths(m, -9, 9));
  set_alpha(m, loop, 2, tenths(m, 6, 22));
  loop->alpha0[5] = -loop->alpha0[2];
  loop->alpha[5] = formula_mul(&m->f, formula_ratio(&m->f, -1, 1), loop->alpha[2]);
  random_angles(m, loop);
  loop->t0[2] = -loop->t0[0] - loop->t0[1];
  loop->t0[5] = -loop->t0[3] - loop->t0[4];
  loop->freedoms = 1;
  return true;
}

static void line_symmetric(Mechanism *m, Loop *loop) {
  for (size_t i = 0; i < 3; i++) {
    set_a(m, loop, i, tenths(m, 4, 15));
    set_alpha(m, loop, i, dice_signed(&m->dice, 0.5, 1.5));
    if (dice_below(&m->dice, 2)) set_d(m, loop, i, tenths(m, -8, 8));
  }
  const bool by_another = dice_below(&m->dice, 2);
  for (size_t i = 0; i < 3; i++) copy_link(m, loop, i, i + 3, by_another);
  random_angles(m, loop);
  for (size_t i = 0; i < 3; i++) loop->t0[i + 3] = loop->t0[i];
}

static void plane_symmetric(Mechanism *m, Loop *loop) {
  const Formula pi = formula_parameter(&m->f, "pi", quad_pi());
  for (size_t i = 0; i < 3; i++) {
    const size_t j = 5 - i;
    set_a(m, loop, i, tenths(m, 4, 15));
    set_alpha(m, loop, i, dice_between(&m->dice, 0.5, 1.5));
    loop->a0[j] = loop->a0[i];
    loop->a[j] = loop->a[i];
    loop->alpha0[j] = M_PI - loop->alpha0[i];
    loop->alpha[j] = formula_sub(&m->f, pi, loop->alpha[i]);
  }
  for (size_t i = 1; i < 3 && dice_below(&m->dice, 2); i++) {
    set_d(m, loop, i, tenths(m, 2, 8));
    loop->d0[6 - i] = loop->d0[i];
    loop->d[6 - i] = loop->d[i];
  }
  random_angles(m, loop);
  for (size_t i = 1; i < 3; i++) loop->t0[6 - i] = -loop->t0[i];
}

static void trihedral(Mechanism *m, Loop *loop) {
  // two ways to write a number as the sum of three squares
  static const double odd[][3] = {{1, 4, 8}, {1, 4, 8}, {4, 4, 7}, {2, 6, 9}, {2, 5, 6}};
  static const double even[][3] = {{4, 4, 7}, {3, 6, 6}, {3, 6, 6}, {6, 6, 7}, {1, 8, 0}};
  const size_t k = dice_below(&m->dice, 4);
  size_t p[3], q[3];
  dice_order(&m->dice, p, 3);
  dice_order(&m->dice, q, 3);
  const bool symbols = m->symbols;
  m->symbols = symbols && dice_below(&m->dice, 2);
  for (size_t i = 0; i < 3; i++) {
    set_a(m, loop, 2 * i, odd[k][p[i]] / 5);
    set_a(m, loop, 2 * i + 1, even[k][q[i]] / 5);
    right_angle(m, loop, 2 * i, 1);
    right_angle(m, loop, 2 * i + 1, -1);
  }
  m->symbols = symbols;
  random_angles(m, loop);
}

static bool bricard(Mechanism *m, Loop *loop) {
  zero_loop(m, loop, 6);
  switch (dice_below(&m->dice, 3)) {
    case 0: line_symmetric(m, loop); break;
    case 1: plane_symmetric(m, loop); break;
    default: trihedral(m, loop);
  }
  loop->freedoms = 1;
  return true;
}

// --- closing -------------------------------------------------------------------------------------

// Adds one vector equation of rank 2, or two equations. u: the axis of one body; across: two directions
// of the other that its axis w is normal to.
static void close_axis(Mechanism *m, const char *name, Formula u, Formula w,
                       const Formula across[2]) {
  if (m->lavish && dice_below(&m->dice, 2)) {
    mech_constraint(m, mech_text(m, "%s_axes", name), u, w);
    return;
  }
  for (size_t k = 0; k < 2; k++)
    mech_constraint(m, mech_text(m, "%s_axis%zu", name, k + 1), formula_dot(&m->f, u, across[k]),
                    mech_zero(m));
}

static Formula sine(Mechanism *m, Formula angle) {
  return formula_is_zero(&m->f, angle) ? mech_zero(m) : formula_call(&m->f, FORMULA_SIN, angle);
}

static Formula cosine(Mechanism *m, Formula angle) {
  return formula_is_zero(&m->f, angle) ? mech_one(m) : formula_call(&m->f, FORMULA_COS, angle);
}

static Formula negative(Mechanism *m, Formula e) {
  return formula_is_zero(&m->f, e) ? e : formula_mul(&m->f, formula_ratio(&m->f, -1, 1), e);
}

static Formula product(Mechanism *m, Formula a, Formula b) {
  if (formula_is_zero(&m->f, a) || formula_is_zero(&m->f, b)) return mech_zero(m);
  return formula_mul(&m->f, a, b);
}

// The last joint in the ground: its place (-a, -d s, -d c) and its axis (0, s, c).
typedef struct {
  Formula place, axis, across[2];
} LastJoint;

static LastJoint last_joint(Mechanism *m, const Loop *loop) {
  const size_t k = loop->n - 1;
  const Formula s = sine(m, loop->alpha[k]), c = cosine(m, loop->alpha[k]), zero = mech_zero(m);
  LastJoint last;
  last.place =
    formula_vector(&m->f, negative(m, loop->a[k]), negative(m, product(m, loop->d[k], s)),
                   negative(m, product(m, loop->d[k], c)));
  last.axis = formula_vector(&m->f, zero, s, c);
  last.across[0] = m->unit[0];
  last.across[1] = formula_vector(&m->f, zero, c, negative(m, s));
  return last;
}

// --- coordinates: angles of the joints -----------------------------------------------------------

static Formula step(Mechanism *m, Formula from, Formula length, Formula along) {
  if (formula_is_zero(&m->f, length)) return from;
  const Formula move = formula_mul(&m->f, length, along);
  return formula_is_zero(&m->f, from) ? move : formula_add(&m->f, from, move);
}

static void name_axes(Mechanism *m, const char *frame, Formula axis[3]) {
  for (size_t k = 0; k < 3; k++)
    axis[k] = formula_named(&m->f, mech_text(m, "%s.%c", frame, (char) ('x' + (int) k)), axis[k]);
}

static void declare_link(Mechanism *m, const Loop *loop, size_t i) {
  mech_declare(m, "frame F%zu", i + 1);
  if (i > 0) mech_declare(m, " in F%zu", i);
  mech_declare(m, " =");
  if (i > 0 && !formula_is_zero(&m->f, loop->alpha[i - 1]))
    mech_declare_formula(m, " rotate(x, ", loop->alpha[i - 1], ")");
  mech_declare(m, " rotate(z, t%zu)\n", i + 1);
}

static bool chain_of(Mechanism *m, const Loop *loop) {
  Formula axis[3] = {m->unit[0], m->unit[1], m->unit[2]}, at = mech_zero(m);
  for (size_t i = 0; i + 1 < loop->n; i++) {
    if (i > 0 && !formula_is_zero(&m->f, loop->alpha[i - 1]))
      mech_turn(m, axis, 0, loop->alpha[i - 1]);
    const Formula t = mech_coordinate(m, mech_text(m, "t%zu", i + 1), loop->t0[i], true);
    mech_turn(m, axis, 2, t);
    declare_link(m, loop, i);
    const char *frame = mech_text(m, "F%zu", i + 1);
    name_axes(m, frame, axis);
    // the centre of the link: some way along x and a little aside
    Formula centre = step(m, at, formula_ratio(&m->f, dice_int(&m->dice, 1, 5), 8), axis[0]);
    centre = step(m, centre, formula_ratio(&m->f, dice_int(&m->dice, 0, 2), 8), axis[2]);
    mech_carried_body(m, frame, centre, axis);
    at = step(m, step(m, at, loop->d[i], axis[2]), loop->a[i], axis[0]);
  }
  const size_t k = loop->n - 2;
  if (!formula_is_zero(&m->f, loop->alpha[k])) mech_turn(m, axis, 0, loop->alpha[k]);
  // the axis of the last joint: -sin(alpha) y + cos(alpha) z of the last frame
  const LastJoint last = last_joint(m, loop);
  close_axis(m, "close", axis[2], last.axis, last.across);
  if (formula_is_vector(&m->f, at)) mech_constraint(m, "close", at, last.place);
  m->freedoms = loop->freedoms;
  return true;
}

static bool make_chain(Mechanism *m, LoopMaker *make) {
  Loop loop;
  return make(m, &loop) && chain_of(m, &loop);
}

// --- coordinates: every link a body --------------------------------------------------------------

// Finds the angles of the joints in a chain of the same links.
static bool solve_loop(Mechanism *m, Loop *loop, LoopMaker *make, uint64_t seed) {
  Mechanism *chain = mech_create(seed);
  Loop same;
  chain->symbols = m->symbols;
  bool solved = make(chain, &same) && chain_of(chain, &same) && mech_settle(chain, 60);
  double gap = 0;
  solved = solved && mech_is_regular(chain, &gap) && gap > 1e-3;
  for (size_t i = 0; solved && i + 1 < loop->n; i++) loop->t0[i] = (double) chain->x[FORMULA_Q(i)];
  mech_destroy(chain);
  return solved;
}

// Returns the axis of the far joint in a link: (0, -s, c).
static Local far_axis(Mechanism *m, const Loop *loop, size_t i) {
  return mech_local(m, mech_zero(m), negative(m, sine(m, loop->alpha[i])),
                    cosine(m, loop->alpha[i]));
}

static bool bodies_of(Mechanism *m, const Loop *loop) {
  double R[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, r[3] = {0, 0, 0};
  const BodyKind kind = dice_one_in(&m->dice, 3) && loop->n < 6
                          ? (BodyKind) dice_below(&m->dice, BODY_KINDS)
                          : BODY_ANGLES;
  size_t before = GROUND;
  Local place = mech_local_ratio(m, 0, 0, 0, 1), axis = mech_axis(m, AXIS_Z);
  for (size_t i = 0; i + 1 < loop->n; i++) {
    turn_numbers(R, 2, loop->t0[i]);
    const size_t body = mech_body(m, kind, r, R);
    // the near joint is at the body's centre, its axis is z
    const char *name = mech_text(m, "J%zu", i + 1);
    const Formula u = mech_direction(m, before, axis), p = mech_place(m, before, place);
    const MechBody *b = &m->bodies.at[body];
    const Formula across[2] = {b->axis[0], b->axis[1]};
    mech_constraint(m, name, b->at, p);
    close_axis(m, name, u, b->axis[2], across);
    for (size_t k = 0; k < 3; k++) r[k] += loop->d0[i] * R[k][2] + loop->a0[i] * R[k][0];
    turn_numbers(R, 0, loop->alpha0[i]);
    place = mech_local(m, loop->a[i], mech_zero(m), loop->d[i]);
    axis = far_axis(m, loop, i);
    before = body;
  }
  const LastJoint last = last_joint(m, loop);
  mech_constraint(m, "close", mech_place(m, before, place), last.place);
  close_axis(m, "close", mech_direction(m, before, axis), last.axis, last.across);
  m->freedoms = loop->freedoms;
  return true;
}

static bool make_bodies(Mechanism *m, LoopMaker *make) {
  Loop loop;
  const uint64_t seed = m->dice.state;
  return make(m, &loop) && solve_loop(m, &loop, make, seed) && bodies_of(m, &loop);
}

// --- classes -------------------------------------------------------------------------------------

bool make_four_bar_chain(Mechanism *m) {
  return make_chain(m, four_bar);
}

bool make_spherical_chain(Mechanism *m) {
  return make_chain(m, spherical);
}

bool make_bennett_chain(Mechanism *m) {
  return make_chain(m, bennett);
}

bool make_bricard_chain(Mechanism *m) {
  return make_chain(m, bricard);
}

bool make_sarrus_chain(Mechanism *m) {
  return make_chain(m, sarrus);
}

bool make_seven_chain(Mechanism *m) {
  return make_chain(m, seven);
}

bool make_four_bar_bodies(Mechanism *m) {
  return make_bodies(m, four_bar);
}

bool make_spherical_bodies(Mechanism *m) {
  return make_bodies(m, spherical);
}

bool make_bennett_bodies(Mechanism *m) {
  return make_bodies(m, bennett);
}

bool make_bricard_bodies(Mechanism *m) {
  return make_bodies(m, bricard);
}

bool make_sarrus_bodies(Mechanism *m) {
  return make_bodies(m, sarrus);
}
