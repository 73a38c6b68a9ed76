// algebra/algebra.h: forms of an expression that a person would rather read.

#ifndef ALGEBRA_ALGEBRA_H
#define ALGEBRA_ALGEBRA_H

#include "expr/expr.h"

// The lightest of several forms of e, each proved equal to it by fingerprint: as built; or expanded,
// with sin^2 + cos^2 = 1 used, products of sines and cosines contracted to cos(a - b), and terms that
// differ only in constants collected. Never heavier than e.
Expr algebra_readable(ExprPool *pool, Expr e);

#endif
