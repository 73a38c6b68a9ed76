// methods/constraints.h: the constraints of a model, differentiated to the level of accelerations.

#ifndef METHODS_CONSTRAINTS_H
#define METHODS_CONSTRAINTS_H

#include "methods/inertia.h"

// All constraints of the model. momentum: p of each coordinate, for constraints on momenta.
Constraints constraint_rows(const FreeSystem *s, const Expr *momentum);

// Which free speeds and which rates does the model itself give?
Parametrization parametrization_given(const FreeSystem *s);

// e with momenta and quasi-velocities written in coordinates and velocities.
Expr constraints_in_velocities(const FreeSystem *s, Expr e, const Expr *momentum);
// The same in n expressions, in place.
void constraints_all_in_velocities(const FreeSystem *s, Expr *e, size_t n, const Expr *momentum);

// The same from rates alone, for a model that states no constraint; c stays empty if it cannot be done (implicit.c).
void implicit_rows(const FreeSystem *s, Constraints *c);

// Does C contain the velocities only linearly?
bool constraints_linear_in_velocities(ExprPool *pool, Expr C, const Expr *qd, size_t n);

// The factors of what a constraint of the model requires to vanish, quasi-velocities written out; each
// of them is a constraint that is enough. power: one of them occurs squared, or more often.
typedef struct {
  size_t n;
  Expr *at;
  bool power;
} ConstraintFactors;

ConstraintFactors constraint_factors(const Model *model, const Constraint *c, Arena *arena);

#endif
