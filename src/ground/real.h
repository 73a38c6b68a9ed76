// ground/real.h: states of a model in ball arithmetic, for refutations and verification.
//
// Where no point of the constraint manifold is known in a finite field, or a counterexample is to
// be shown, formulas are compared at real states: every number is a ball, a midpoint with a bound
// of its error, so that two values whose balls are apart are different beyond doubt.

#ifndef GROUND_REAL_H
#define GROUND_REAL_H

#include "methods/methods.h"

typedef struct RealPoint RealPoint;

#define REAL_BITS 200       // of a point, as it is found
#define REAL_BITS_MOST 800  // to which a comparison that is not clear raises it

// A state that satisfies the constraints on positions and velocities and the conditions given:
// equations in parameters, coordinates, velocities, momenta, speeds, energies. draw 0 is as near to
// the model's initial state and parameter values as these allow; the others are random and near to
// them, where positive parameters stay positive and those without a value are positive. The
// dependent variables are enclosed: a true state lies in the balls. The point is cleared with the
// arena. STATUS_UNABLE where none is found.
MUST_USE Status real_point(const Equations *eq, const Condition *given, size_t n_given,
                           unsigned draw, Arena *arena, RealPoint **point);

// Gives its memory back before the arena does.
void real_point_clear(RealPoint *point);

// Were all equations that the state satisfies solved with a proof? Otherwise some of them were
// found to follow from the others by their digits only, and the point refutes nothing.
bool real_is_exact(const RealPoint *point);

// Makes known what follows at the point: accelerations, multipliers (the ones of least norm),
// reactions, momenta and speeds with their rates, energies. STATUS_DOMAIN at singular states, and
// where a formula of the equations is not defined.
MUST_USE Status real_motion(RealPoint *point);

// Is left = right there? TRUTH_NO: the balls are apart. TRUTH_YES: they agree in this number of
// digits, measured by the largest term of the two sides. TRUTH_UNKNOWN: something is not defined or
// not known there, or the balls are too wide even at REAL_BITS_MOST.
Truth real_compare(RealPoint *point, Expr left, Expr right, int digits);

// What is told to people about a point: the state, "x = 0.8, y' = -0.3, m = 2", the two sides and
// their difference, in a few digits; "undefined" where a value is.
typedef struct {
  const char *state, *left, *right, *difference;
} RealAccount;

RealAccount real_describe(RealPoint *point, Expr left, Expr right, Arena *arena);

// The values there of what the formulas contain, as in a RealAccount; "" where that is nothing.
const char *real_state(const RealPoint *point, const Expr *formulas, size_t n, Arena *arena);

// The bounds of a value, as doubles rounded outwards; false where it is not defined there.
bool real_bounds(RealPoint *point, Expr e, double *low, double *high);

// The same point at this precision, at most REAL_BITS_MOST unless a test wants more. STATUS_UNABLE
// where it cannot be enclosed; nothing is defined at the point then.
MUST_USE Status real_refine(RealPoint *point, int bits);

#endif
