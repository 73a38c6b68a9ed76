// ground/branches.h: conditions that hold in several ways.

#ifndef GROUND_BRANCHES_H
#define GROUND_BRANCHES_H

#include "methods/methods.h"

typedef ARRAY(Expr) Factors;

// The factors of e, irreducible over the rationals, of which one vanishes where e does. Parameters
// alone, which are not zero, and sums of squares and a number are not among them. What e divides by
// stands below each of them. None where e is not a product, or nothing in it can vanish.
Factors branch_factors(ExprPool *pool, Expr e, Arena *arena);

// What e divides by, anywhere in it.
Factors branch_divisors(ExprPool *pool, Expr e, Arena *arena);
// e without the factors that it is divided by.
Expr branch_numerator(ExprPool *pool, Expr e);

// Is it a sum of squares and a number, all of one sign: 1 + x^2?
bool branch_is_definite(const ExprPool *pool, Expr e);

// Is it a product with a power that is no integer, or |u|?
bool is_root(const ExprPool *pool, Expr e);

#define BRANCHES_MOST 16

// The ways to meet all conditions of the claim, each a list as long as theirs: (x - 1)*(y - 1) = 0
// is met by x - 1 = 0 or by y - 1 = 0. More than BRANCHES_MOST are not told apart.
typedef ARRAY(Condition *) Branches;
Branches condition_branches(ExprPool *pool, const Claim *claim, Arena *arena);

#endif
