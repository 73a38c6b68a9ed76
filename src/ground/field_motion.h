// ground/field_motion.h: everything that a claim may contain, at points of the constraint manifold.

#ifndef GROUND_FIELD_MOTION_H
#define GROUND_FIELD_MOTION_H

#include "ground/ground.h"

typedef ARRAY(Expr) Statements;

// A point that was visited before.
typedef struct {
  FieldPoint *point;
  Status status;
  bool lacks_root;  // for the motion there
} FieldMotionPoint;

// The equations of a model under further conditions. A condition that can be solved for a symbol
// takes it out of all expressions; the others are left to the choice of points.
typedef struct {
  Arena *arena;
  ExprPool *pool;
  Equations eq;             // with the conditions put in
  Statements from, to;      // what was put in
  Statements conditions;    // what was not: these vanish
  Statements denominators;  // and these do not
  // beside the equations, with the conditions put in:
  Expr *push;                // L_q + Q
  Expr *rate;                // where a state has variables z beside q': psi' at fixed z
  Expr *slope;               // and psi_z, n x m
  Expr *follows, *formula;   // q'', reactions and rates of momenta: 3 n symbols, and what they are
  Expr *push_of;             // the symbols of M u' - F
  Expr *quasi, *quasi_rate;  // of each speed of the model: its definition and the rate of that
  Pins pins;                 // symbols whose values are chosen; the others are random
  uint64_t signs;            // of roots, for all points; 0: others at each
  FieldPoint *point;
  bool keeps;  // points are kept for the next statement, with the motion there
  ARRAY(FieldMotionPoint) kept;
} FieldMotion;

// Takes over the equations and the conditions left = right.
FieldMotion field_motion_open(const Equations *eq, const Condition *given, size_t n, Arena *arena);

// e with the energies written out.
Expr field_motion_energies(const Equations *eq, Expr e);
// e as it is under the conditions.
Expr field_motion_statement(const FieldMotion *fields, Expr e);

// Goes to a point of the manifold and finds the motion there. STATUS_UNABLE if no point is
// found, STATUS_DOMAIN if the motion is not determined at this one.
MUST_USE Status field_motion_go(FieldMotion *fields, unsigned draw);

// Goes to the same positions with opposite velocities, those of these free speeds included, and finds the motion there;
// false if a constraint does not hold there, or the motion is not determined.
bool field_motion_reverse(FieldMotion *fields, const Expr *speed, size_t n);
// Does the statement, or what the motion is found from, contain roots? A field has a square root of
// one number in two, and does not know its sign.
bool field_motion_has_roots(const FieldMotion *fields, Expr statement);
// Does it contain functions that the fields do not have, roots included? An identity between these
// can be missed.
bool field_motion_has_strangers(const FieldMotion *fields, Expr statement);
// Was a root asked for at this point that the field does not have?
bool field_motion_lacks_roots(const FieldMotion *fields);

// Roots and |u| whose two signs are different functions: |u| always, and a root of what has one at
// every point, a square. What vanishes for one sign of these need not vanish for the other; the signs
// of other roots are conjugate. in_motion: the motion is found from some of them.
size_t field_motion_split_roots(FieldMotion *fields, Expr statement, bool *in_motion);
// Gives the roots other signs at the present point, by a seed; the motion stays what it is.
void field_motion_change_signs(FieldMotion *fields, uint64_t seed);

// The value of a statement there; false if it divides by zero.
bool field_motion_value(FieldMotion *fields, Expr statement, Fingerprint *value);

// Gives momenta and quasi-velocities the values of their definitions at the point; false if something
// divides by zero.
bool field_motion_define(const Equations *eq, FieldPoint *point);

#endif
