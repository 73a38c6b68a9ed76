// algebra/algebra.h: readable forms of an expression.

#ifndef ALGEBRA_ALGEBRA_H
#define ALGEBRA_ALGEBRA_H

#include "algebra/rational.h"
#include "expr/expr.h"

// Returns the lightest of several forms of e, each proved equal to it by fingerprint: as built; expanded, using sin^2 +
// cos^2 = 1, with products of sines and cosines contracted to cos(a - b), and terms collected that differ only in
// constants, or agree in velocities; over one denominator in lowest terms; with numerator or denominator factored.
// Never heavier than e.
Expr algebra_readable(ExprPool *pool, Expr e);

// Returns the lightest form of an element of a field: in lowest terms, numerator and denominator as sums or factored.
// EXPR_NONE if no form could be proved equal.
Expr algebra_quotient(ExprPool *pool, Rationals *field, const Rational *r);

// Does e contain a division by a sum, or by a name that stands for one?
bool algebra_has_denominator(const ExprPool *pool, Expr e);

// e as a product of irreducible factors f^c, those with negative c being divisors; numbers and constants are omitted.
// The heaviest come first. Gives e itself as the only factor if factoring takes too much or e is not a rational
// function of its symbols, sines and cosines.
typedef ARRAY(ExprTerm) FactorList;
FactorList algebra_factors(ExprPool *pool, Arena *arena, Expr e);

// The rank of a matrix (row by row) for almost all values of its symbols, computed from its fingerprints.
size_t algebra_rank(ExprPool *pool, Arena *arena, size_t rows, size_t columns, const Expr *A);

#define ALGEBRA_INVERSE_MOST 4  // rows of a block; larger inverses are unreadable

// Computes the inverse of a square matrix (row by row) in readable form. The matrix is split into independent blocks;
// returns false if a block has more than ALGEBRA_INVERSE_MOST rows or is singular.
bool algebra_inverse(ExprPool *pool, Arena *arena, size_t n, const Expr *A, Expr *inverse);

#define ALGEBRA_ENTRY_MOST 20000   // weight of an entry; larger ones end the attempt
#define ALGEBRA_STEPS_MOST 5000    // entries computed; enough for a full matrix of 16 rows
#define ALGEBRA_NODES_MOST 150000  // expressions made with given pivots: about two seconds
#define ALGEBRA_SEARCH_MOST 50000  // the same in a search for pivots: about half a second

// Inverts a matrix of any size by elimination, the lightest pivots first: for matrices with many zeros and ones, such
// as those of quasi-velocities. The pivots of a symmetric matrix are on its diagonal. Returns false if the matrix is
// singular or this takes too much.
bool algebra_eliminate(ExprPool *pool, Arena *arena, size_t n, const Expr *A, Expr *inverse);
// The same with these pivots, one in each row and column. Returns false also if one of them is zero.
bool algebra_eliminate_by(ExprPool *pool, Arena *arena, size_t n, const Expr *A, const size_t *row,
                          const size_t *column, Expr *inverse);

#endif
