// api/divisors.h: what expressions divide by.

#ifndef API_DIVISORS_H
#define API_DIVISORS_H

#include "base/array.h"
#include "expr/expr.h"

typedef ARRAY(Expr) Divisors;

// All divisors in these expressions that are not constant, each once.
void divisors_find(ExprPool *pool, Arena *arena, const Expr *roots, size_t n, Divisors *found);

#endif
