// algebra/algebra.h: readable forms of an expression.

#ifndef ALGEBRA_ALGEBRA_H
#define ALGEBRA_ALGEBRA_H

#include "algebra/rational.h"
#include "expr/expr.h"

// The lightest of several forms of e, each proved equal to it by fingerprint: as built; expanded,
// with sin^2 + cos^2 = 1 used, products of sines and cosines contracted to cos(a - b), and terms
// that differ only in constants, or not in velocities, collected; over one denominator in lowest
// terms; numerator or denominator factored. Never heavier than e.
Expr algebra_readable(ExprPool *pool, Expr e);

// The lightest form of an element of a field: in lowest terms, numerator and denominator as sums or
// factored. EXPR_NONE if none could be proved equal.
Expr algebra_quotient(ExprPool *pool, Rationals *field, const Rational *r);

// Is something in e divided by a sum, or by a name that stands for one?
bool algebra_has_denominator(const ExprPool *pool, Expr e);

// e as a product f^c of factors that do not factor further, those with negative c being divided by;
// numbers and constants are omitted. The heaviest first. One factor, e itself, if factoring takes
// too much or e is not a rational function of its symbols, sines and cosines.
typedef ARRAY(ExprTerm) FactorList;
FactorList algebra_factors(ExprPool *pool, Arena *arena, Expr e);

// The rank of a matrix (row by row) for almost all values of its symbols: that of its fingerprints.
size_t algebra_rank(ExprPool *pool, Arena *arena, size_t rows, size_t columns, const Expr *A);

#define ALGEBRA_INVERSE_MOST 4  // rows of a block; larger inverses are not for reading

// The inverse of a square matrix (row by row) in readable form. It is split into blocks that
// do not touch; false if a block has more than ALGEBRA_INVERSE_MOST rows or is singular.
bool algebra_inverse(ExprPool *pool, Arena *arena, size_t n, const Expr *A, Expr *inverse);

#define ALGEBRA_ENTRY_MOST 20000   // weight of an entry; larger ones end the attempt
#define ALGEBRA_STEPS_MOST 5000    // entries computed; a full matrix of 16 rows takes that many
#define ALGEBRA_NODES_MOST 150000  // expressions made with given pivots: two seconds
#define ALGEBRA_SEARCH_MOST 50000  // and in a search for pivots: half a second

// The inverse of a matrix of any size by elimination, the lightest pivots first: for matrices with
// many zeros and ones, such as those of quasi-velocities; those of a symmetric matrix on its
// diagonal. False if it is singular or takes too much.
bool algebra_eliminate(ExprPool *pool, Arena *arena, size_t n, const Expr *A, Expr *inverse);
// The same by these pivots, one in each row and column. False also if one of them is zero.
bool algebra_eliminate_by(ExprPool *pool, Arena *arena, size_t n, const Expr *A, const size_t *row,
                          const size_t *column, Expr *inverse);

#endif
