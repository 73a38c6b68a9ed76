// methods/constraints.h: the constraints of a model, differentiated to the level of accelerations.

#ifndef METHODS_CONSTRAINTS_H
#define METHODS_CONSTRAINTS_H

#include "methods/inertia.h"

// Builds the rows of all constraints of the model. momentum: p of each coordinate, for constraints on momenta.
Constraints constraint_rows(const FreeSystem *s, const Expr *momentum);

// The free speeds and rates that the model itself gives.
Parametrization parametrization_given(const FreeSystem *s);

// Writes momenta and quasi-velocities in e as functions of coordinates and velocities.
Expr constraints_in_velocities(const FreeSystem *s, Expr e, const Expr *momentum);
// The same in n expressions, in place.
void constraints_all_in_velocities(const FreeSystem *s, Expr *e, size_t n, const Expr *momentum);

// The same from rates alone, for a model that states no constraint; c stays empty if that is not possible (implicit.c).
void implicit_rows(const FreeSystem *s, Constraints *c);

// Is C linear in the velocities?
bool constraints_linear_in_velocities(ExprPool *pool, Expr C, const Expr *qd, size_t n);

// The factors of the residual of a constraint, with quasi-velocities written out; the constraint holds if one of them
// vanishes. power: a factor occurs squared or to a higher power.
typedef struct {
  size_t n;
  Expr *at;
  bool power;
} ConstraintFactors;

ConstraintFactors constraint_factors(const Model *model, const Constraint *c, Arena *arena);

#endif
