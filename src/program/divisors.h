// program/divisors.h: the divisors in expressions.

#ifndef PROGRAM_DIVISORS_H
#define PROGRAM_DIVISORS_H

#include "base/array.h"
#include "expr/expr.h"

typedef ARRAY(Expr) Divisors;

// Finds all divisors in these expressions that are not constant, each once.
void divisors_find(ExprPool *pool, Arena *arena, const Expr *roots, size_t n, Divisors *found);

// Those whose root a force is divided by, as that of x'^2 + y'^2 in the direction of a velocity: bases of negative powers that are
// not whole numbers and contain any of the symbols.
void divisors_find_lengths(ExprPool *pool, Arena *arena, const Expr *roots, size_t n, const Expr *symbols, size_t count,
                           Divisors *found);

#endif
