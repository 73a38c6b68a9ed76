// ground/switches.h: the places where formulas jump or bend.

#ifndef GROUND_SWITCHES_H
#define GROUND_SWITCHES_H

#include "model/model.h"

typedef ARRAY(Expr) Switches;

// The functions at whose zeros a part of the formulas changes its form: u of |u|, sign(u), if(u, ...), log(u) and of
// roots of u; 1 - u and 1 + u of asin(u) and acos(u); divisors in the u of atan(u); y and x of atan2(y, x). Each is
// split into factors; those without real zeros are omitted. Between the zeros all formulas are analytic.
Switches switches_of(const Model *model, const Expr *formulas, size_t n, Arena *arena);

// The functions at whose zeros the derivatives of a formula do not exist: u of |u|, sign(u), if(u, ...) and of
// non-integer powers of u, 1 - u^2 of asin(u) and acos(u). They are not split.
Switches switches_kinks(ExprPool *pool, Expr formula, Arena *arena);

// The nodes of the formulas that change their form if u vanishes: |u|, sign(u), if(u, ...), and atan2(u, x), which
// jumps there for x < 0. Operands come before their users.
Switches switches_nodes(ExprPool *pool, const Expr *formulas, size_t n, Arena *arena);

#endif
