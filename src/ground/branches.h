// ground/branches.h: conditions that can hold in several ways.

#ifndef GROUND_BRANCHES_H
#define GROUND_BRANCHES_H

#include "methods/methods.h"

typedef ARRAY(Expr) Factors;

// The factors of e, irreducible over the rationals, one of which vanishes if e does. Omits factors made of parameters
// alone, which are not zero, and factors without real zeros (1 + x^2). Each factor is divided by what e divides by.
// Empty if e is not a product, or nothing in it can vanish.
Factors branches_factors(const Model *model, Expr e, Arena *arena);

// The divisors in e, anywhere in it.
Factors branches_divisors(ExprPool *pool, Expr e, Arena *arena);
// e without the factors by which it is divided.
Expr branches_numerator(ExprPool *pool, Expr e);

// Is it a product with a non-integer power, or |u|?
bool branches_is_root(const ExprPool *pool, Expr e);

#endif
