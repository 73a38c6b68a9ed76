// algebra/algebra_impl.h: what the files about readable forms share.

#ifndef ALGEBRA_ALGEBRA_IMPL_H
#define ALGEBRA_ALGEBRA_IMPL_H

#include "algebra/algebra.h"

// The lightest of the forms that take e as a sum of terms: expanded, contracted, collected. Forms
// with parentheses around terms must get below this part of the weight of the others.
Expr readable_terms(ExprPool *pool, Expr e, double gain);

// Is something in e divided by a sum, or by a name that stands for one?
bool has_denominator(const ExprPool *pool, Expr e);

// The lightest of the forms that take e as a quotient of polynomials; e where there is none.
Expr readable_quotient(ExprPool *pool, Expr e);
#endif
