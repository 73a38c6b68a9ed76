// program/divisors.h: the divisors in expressions.

#ifndef PROGRAM_DIVISORS_H
#define PROGRAM_DIVISORS_H

#include "base/array.h"
#include "expr/expr.h"

typedef ARRAY(Expr) Divisors;

// Finds all divisors in these expressions that are not constant, each once.
void divisors_find(ExprPool *pool, Arena *arena, const Expr *roots, size_t n, Divisors *found);

#endif
