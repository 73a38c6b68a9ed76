// ground/jumps.h: the size of jumps of formulas.

#ifndef GROUND_JUMPS_H
#define GROUND_JUMPS_H

#include "methods/methods.h"

// When `where` passes upwards through zero, the formula changes from `below` to `above`. Both may have the same value
// there, as for |u|. EXPR_NONE if undefined.
typedef struct {
  Expr where, above, below;
} Jump;

typedef ARRAY(Jump) Jumps;

// Finds one jump for each function u of |u|, sign(u), if(u, ...) and atan2(u, x) in the formula, and for each divisor
// in the u of atan(u); all parts with the same u change together. Finds only the first ones if there are many: a table
// has one for each of its points.
Jumps jumps_of(ExprPool *pool, Expr formula, Arena *arena);

// Does the formula jump at a place that a motion passes? Searches for a state of these equations at which `where`
// vanishes and has a rate, the conditions hold, and the two values differ by more than rounding. state: that state in
// words. Returns false if none was found.
bool jump_is_passed(const Equations *eq, const Condition *given, size_t n, const Jump *jump,
                    Arena *arena, const char **state);

// Returns the constraint by which velocities jump along a motion, as with y = |x| and x' = sign(sin(t)), or NULL.
const ConstraintRow *jumps_of_constraint(const Equations *eq, const Condition *given, size_t n,
                                         Arena *arena, Expr *where);

// Would the motion need an impulse that the equations do not contain? True if the Lagrangian jumps, for the parameter
// values of the model, by more than the rate of a function. Returns false if no such place was found.
bool jumps_of_lagrangian(const Equations *eq, Arena *arena, Expr *where, const char **state);

#endif
