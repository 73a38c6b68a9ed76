// ground/branches.h: conditions that hold in several ways.

#ifndef GROUND_BRANCHES_H
#define GROUND_BRANCHES_H

#include "methods/methods.h"

typedef ARRAY(Expr) Factors;

// The factors of e, irreducible over the rationals, of which one vanishes where e does. Parameters alone, which are
// not zero, and factors without real zeros (1 + x^2) are not among them. Each of them is divided by what e divides
// by. Empty if e is not a product, or nothing in it can vanish.
Factors branches_factors(const Model *model, Expr e, Arena *arena);

// What e divides by, anywhere in it.
Factors branches_divisors(ExprPool *pool, Expr e, Arena *arena);
// e without the factors that it is divided by.
Expr branches_numerator(ExprPool *pool, Expr e);

// Is it a product with a power that is not an integer, or |u|?
bool branches_is_root(const ExprPool *pool, Expr e);

#endif
