// ground/jumps.h: how much formulas change where they jump.

#ifndef GROUND_JUMPS_H
#define GROUND_JUMPS_H

#include "methods/methods.h"

// Where `where` passes through zero, upwards, the formula is `below` before and `above` afterwards. Both may have the same
// value there, as those of |u| do. EXPR_NONE if they are not defined.
typedef struct {
  Expr where, above, below;
} Jump;

typedef ARRAY(Jump) Jumps;

// One for each function u of the |u|, sign(u), if(u, ...) and atan2(u, x) in the formula, and for what u of atan(u)
// divides by; all parts with the same u change together. Only the first ones if there are many: a table has one for each
// of its points.
Jumps jumps_of(ExprPool *pool, Expr formula, Arena *arena);

// Does the formula jump where a motion passes? A state of these equations at which `where` vanishes and has a rate, the
// conditions hold, and the two values differ by more than rounding. state: that state in words. False if none was found.
bool jump_is_passed(const Equations *eq, const Condition *given, size_t n, const Jump *jump,
                    Arena *arena, const char **state);

// The constraint with which velocities jump where a motion passes, as with y = |x| and x' = sign(sin(t)); or NULL.
const ConstraintRow *jumps_of_constraint(const Equations *eq, const Condition *given, size_t n,
                                         Arena *arena, Expr *where);

// Would the motion need an impulse that the equations do not contain? The Lagrangian jumps there, for the parameter
// values of the model, and not by the rate of a function alone. False if no such place was found.
bool jumps_of_lagrangian(const Equations *eq, Arena *arena, Expr *where, const char **state);

#endif
