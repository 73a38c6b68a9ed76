// support/mechanism_joints.c: joints as equations.

#include "support/mechanism.h"

#include <stdlib.h>

const Axis AXIS_X = {{1, 0, 0}, 1}, AXIS_Y = {{0, 1, 0}, 1}, AXIS_Z = {{0, 0, 1}, 1};

Axis draw_axis(Dice *d) {
  static const Axis table[] = {{{0, 0, 1}, 1}, {{0, 3, 4}, 5},   {{1, 2, 2}, 3}, {{2, 3, 6}, 7},
                               {{1, 4, 8}, 9}, {{0, 5, 12}, 13}, {{4, 4, 7}, 9}, {{2, 6, 9}, 11}};
  Axis a = table[dice_below(d, sizeof table / sizeof *table)];
  size_t order[3];
  dice_order(d, order, 3);
  const Axis kept = a;
  for (size_t i = 0; i < 3; i++) a.x[i] = dice_below(d, 2) ? kept.x[order[i]] : -kept.x[order[i]];
  return a;
}

Local mech_axis(Mechanism *m, Axis a) {
  return mech_local_ratio(m, a.x[0], a.x[1], a.x[2], a.d);
}

static long divisor(long a, long b) {
  while (b != 0) {
    const long rest = a % b;
    a = b;
    b = rest;
  }
  return labs(a);
}

static Axis cross_axis(Axis a, Axis b) {
  Axis r = {.d = 1};
  for (size_t i = 0; i < 3; i++) {
    const size_t j = (i + 1) % 3, k = (i + 2) % 3;
    r.x[i] = a.x[j] * b.x[k] - a.x[k] * b.x[j];
  }
  const long common = divisor(divisor(r.x[0], r.x[1]), r.x[2]);
  for (size_t i = 0; i < 3 && common > 1; i++) r.x[i] /= common;
  return r;
}

// Finds two vectors at right angles to the axis and to each other; integers, not of length 1.
static void across(Axis a, Axis out[2]) {
  size_t least = 0;
  for (size_t i = 1; i < 3; i++)
    if (labs(a.x[i]) < labs(a.x[least])) least = i;
  Axis e = {.d = 1};
  e.x[least] = 1;
  out[0] = cross_axis(a, e);
  out[1] = cross_axis(a, out[0]);
}

static Formula direction(Mechanism *m, const JointEnd *end, Axis a) {
  return mech_direction(m, end->body, mech_axis(m, a));
}

static Formula place(Mechanism *m, const JointEnd *end) {
  return mech_place(m, end->body, end->at);
}

// --- parts of joints -----------------------------------------------------------------------------

static void same(Mechanism *m, const char *name, Formula a, Formula b) {
  switch (dice_below(&m->dice, 4)) {
    case 0: mech_constraint(m, name, formula_sub(&m->f, a, b), mech_zero(m)); break;
    case 1: mech_constraint(m, name, b, a); break;
    default: mech_constraint(m, name, a, b);
  }
}

static void normal(Mechanism *m, const char *name, Formula a, Formula b) {
  mech_constraint(m, name,
                  dice_below(&m->dice, 2) ? formula_dot(&m->f, a, b) : formula_dot(&m->f, b, a),
                  mech_zero(m));
}

static void same_place(Mechanism *m, const char *name, const JointEnd *a, const JointEnd *b) {
  const Formula p = place(m, a), q = place(m, b);
  if (!dice_one_in(&m->dice, 4)) {
    same(m, name, p, q);
    return;
  }
  for (size_t k = 0; k < 3; k++)
    same(m, mech_text(m, "%s%c", name, (char) ('x' + (int) k)), formula_component(&m->f, p, k),
         formula_component(&m->f, q, k));
}

// Adds two equations, or three of rank 2.
static void same_axis(Mechanism *m, const char *name, const JointEnd *a, const JointEnd *b) {
  const Formula u = direction(m, a, a->axis), w = direction(m, b, b->axis);
  if (m->lavish && dice_one_in(&m->dice, 2)) {
    if (dice_below(&m->dice, 2))
      same(m, mech_text(m, "%s_axes", name), u, w);
    else
      mech_constraint(m, mech_text(m, "%s_axes", name), formula_cross(&m->f, u, w), mech_zero(m));
    return;
  }
  Axis p[2];
  const bool first = dice_below(&m->dice, 2);
  across(first ? b->axis : a->axis, p);
  for (size_t k = 0; k < 2; k++)
    normal(m, mech_text(m, "%s_axis%zu", name, k + 1), first ? u : w,
           direction(m, first ? b : a, p[k]));
}

// Puts the place of b on the axis of a: two equations, or three of rank 2.
static void on_axis(Mechanism *m, const char *name, const JointEnd *a, const JointEnd *b) {
  const Formula d = formula_sub(&m->f, place(m, b), place(m, a));
  if (m->lavish && dice_one_in(&m->dice, 3)) {
    mech_constraint(m, mech_text(m, "%s_on", name),
                    formula_cross(&m->f, d, direction(m, a, a->axis)), mech_zero(m));
    return;
  }
  Axis p[2];
  across(a->axis, p);
  for (size_t k = 0; k < 2; k++)
    normal(m, mech_text(m, "%s_on%zu", name, k + 1), d, direction(m, a, p[k]));
}

// Keeps a direction across a at right angles to one across b: no turning about the common axis.
static void no_turning(Mechanism *m, const char *name, const JointEnd *a, const JointEnd *b) {
  Axis p[2], q[2];
  across(a->axis, p);
  across(b->axis, q);
  normal(m, mech_text(m, "%s_turn", name), direction(m, a, p[0]), direction(m, b, q[1]));
}

static void same_axes(Mechanism *m, const char *name, const JointEnd *a, const JointEnd *b) {
  static const Axis unit[3] = {{{1, 0, 0}, 1}, {{0, 1, 0}, 1}, {{0, 0, 1}, 1}};
  const bool all = m->lavish && dice_one_in(&m->dice, 2);
  for (size_t k = 0; k < 3; k++) {
    const char *part = mech_text(m, "%s_%zu", name, k + 1);
    if (all)
      same(m, part, direction(m, a, unit[k]), direction(m, b, unit[k]));
    else
      normal(m, part, direction(m, a, unit[k]), direction(m, b, unit[(k + 1) % 3]));
  }
}

// --- joints --------------------------------------------------------------------------------------

size_t joint_equations(JointKind kind) {
  static const size_t equations[JOINT_KINDS] = {5, 3, 4, 4, 5, 6};
  return equations[kind];
}

void mech_joint(Mechanism *m, JointKind kind, const char *name, JointEnd a, JointEnd b) {
  switch (kind) {
    case JOINT_REVOLUTE:
      same_place(m, name, &a, &b);
      same_axis(m, name, &a, &b);
      break;
    case JOINT_SPHERICAL: same_place(m, name, &a, &b); break;
    case JOINT_UNIVERSAL:
      same_place(m, name, &a, &b);
      normal(m, mech_text(m, "%s_cross", name), direction(m, &a, a.axis), direction(m, &b, b.axis));
      break;
    case JOINT_CYLINDRICAL:
      same_axis(m, name, &a, &b);
      on_axis(m, name, &a, &b);
      break;
    case JOINT_PRISMATIC:
      same_axis(m, name, &a, &b);
      on_axis(m, name, &a, &b);
      no_turning(m, name, &a, &b);
      break;
    default: same_place(m, name, &a, &b); same_axes(m, name, &a, &b);
  }
}

void mech_rod(Mechanism *m, const char *name, Formula a, Formula b, Formula length) {
  const Formula d = formula_sub(&m->f, a, b), square = formula_dot(&m->f, d, d);
  if (dice_one_in(&m->dice, 6))
    mech_constraint(m, name, formula_call(&m->f, FORMULA_SQRT, square), length);
  else
    mech_constraint(m, name, square, formula_power(&m->f, length, 2));
}
