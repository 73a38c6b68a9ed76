// algebra/algebra.h: forms of an expression that a person would rather read.

#ifndef ALGEBRA_ALGEBRA_H
#define ALGEBRA_ALGEBRA_H

#include "expr/expr.h"

// The lightest of several forms of e, each proved equal to it by fingerprint: as built; or expanded,
// with sin^2 + cos^2 = 1 used, products of sines and cosines contracted to cos(a - b), and terms that
// differ only in constants collected. Never heavier than e.
Expr algebra_readable(ExprPool *pool, Expr e);

#define ALGEBRA_INVERSE_MOST 4  // rows of a block; larger inverses are not for reading

// The inverse of a square matrix (row by row) in readable form. It is taken apart into blocks that
// do not touch; false where a block has more than ALGEBRA_INVERSE_MOST rows or is singular.
bool algebra_inverse(ExprPool *pool, Arena *arena, size_t n, const Expr *A, Expr *inverse);

#endif
