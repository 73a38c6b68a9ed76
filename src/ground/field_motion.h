// ground/field_motion.h: the quantities of claims at points of the constraint manifold over the finite fields.

#ifndef GROUND_FIELD_MOTION_H
#define GROUND_FIELD_MOTION_H

#include "algebra/sparse.h"
#include "ground/ground.h"

typedef ARRAY(Expr) Statements;

// A point visited before.
typedef struct {
  FieldPoint *point;
  Status status;
  bool lacks_root;  // the motion there needs a root that the field lacks
} FieldMotionPoint;

// A linear system in formulas, those that are not zero; some of them, from `first` to `end`, change their sign.
typedef struct {
  SparsePlaces places;
  Statements formulas;  // of each place
  size_t first, end;
  SparseBlocks blocks;
} FieldSystem;

// The equations of a model under further conditions. A condition that can be solved for a symbol eliminates it from all
// expressions; the other conditions are left to the choice of points.
typedef struct {
  Arena *arena;
  ExprPool *pool;
  Equations eq;             // with the conditions substituted
  Statements from, to;      // the substitution
  Statements conditions;    // the other conditions: these vanish
  Statements denominators;  // divisors in conditions: these do not vanish
  // besides the equations, with the conditions substituted:
  Expr *push;                // L_q + Q
  Expr *rate;                // if a state has variables z besides q': psi' at fixed z
  Expr *slope;               // likewise psi_z, n x m
  Expr *follows, *formula;   // q'', reactions and rates of momenta: 3 n symbols and their formulas
  Expr *push_of;             // the symbols of M u' - F
  Expr *quasi, *quasi_rate;  // for each speed of the model: its definition, and the rate of that
  Pins pins;                 // symbols with chosen values; the others are random
  uint64_t signs;            // of roots, for all points; 0: different at each point
  FieldSystem motion;       // for accelerations and multipliers
  FieldSystem multipliers;  // for multipliers of least norm
  FieldPoint *point;
  bool keeps;  // points and the motion there are kept for the next statement
  ARRAY(FieldMotionPoint) kept;
} FieldMotion;

// Takes over the equations, under the conditions left = right.
FieldMotion field_motion_open(const Equations *eq, const Condition *given, size_t n, Arena *arena);

// e with the energies written out.
Expr field_motion_energies(const Equations *eq, Expr e);
// e under the conditions.
Expr field_motion_statement(const FieldMotion *fields, Expr e);

// Goes to a point of the manifold and finds the motion there. Returns STATUS_UNABLE if no point is found, STATUS_DOMAIN
// if the motion is not determined at this one.
MUST_USE Status field_motion_go(FieldMotion *fields, unsigned draw);

// Goes to the same positions with opposite velocities, including these free speeds, and finds the motion there; returns
// false if a constraint does not hold there, or the motion is not determined.
bool field_motion_reverse(FieldMotion *fields, const Expr *speed, size_t n);
// Do the statement, or the formulas of the motion, contain roots? In a field, half of all numbers have a square root,
// and its sign is not known.
bool field_motion_has_roots(const FieldMotion *fields, Expr statement);
// Do they contain functions that the fields do not have, roots included? An identity between these can be missed.
bool field_motion_has_strangers(const FieldMotion *fields, Expr statement);
// Was a root needed at this point that the field does not have?
bool field_motion_lacks_roots(const FieldMotion *fields);

// Counts roots and |u| whose two signs are different functions: |u| always, and roots of expressions that have a root
// at every point, i.e. squares. Something that vanishes for one sign of these need not vanish for the other; the signs
// of other roots are conjugate. in_motion: the motion depends on some of them.
size_t field_motion_split_roots(FieldMotion *fields, Expr statement, bool *in_motion);
// Gives the roots other signs at the present point, by a seed; the motion is unchanged.
void field_motion_change_signs(FieldMotion *fields, uint64_t seed);

// Computes the value of a statement there; returns false if it divides by zero.
bool field_motion_value(FieldMotion *fields, Expr statement, Fingerprint *value);

// Gives momenta and quasi-velocities the values of their definitions at the point; returns false if something divides
// by zero.
bool field_motion_define(const Equations *eq, FieldPoint *point);

#endif
