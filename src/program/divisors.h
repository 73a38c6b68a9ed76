// program/divisors.h: what expressions divide by.

#ifndef PROGRAM_DIVISORS_H
#define PROGRAM_DIVISORS_H

#include "base/array.h"
#include "expr/expr.h"

typedef ARRAY(Expr) Divisors;

// All divisors in these expressions that are not constant, each once.
void divisors_find(ExprPool *pool, Arena *arena, const Expr *roots, size_t n, Divisors *found);

#endif
