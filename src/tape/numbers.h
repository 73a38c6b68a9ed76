// tape/numbers.h: the linear problem of mechanics in numbers.

#ifndef TAPE_NUMBERS_H
#define TAPE_NUMBERS_H

#include "base/arena.h"

// M x = F + B^T lambda, A x = rhs, as one matrix K = [M -B^T; A 0]; all matrices row by row. Some of the r rows
// may depend on the others; units are compared best if the first `rank` rows are independent.
typedef struct {
  size_t n, r, rank;
  const double *M, *F, *A, *B, *rhs;
} NumberProblem;

// Factors for the rows and columns of K, powers of two, that make its entries comparable.
void numbers_factors(Arena *arena, const NumberProblem *p, double *row, double *column);

// Returns the largest entry of |L| |U| if the scaled K is eliminated from the first unknown to the last.
double numbers_growth(Arena *arena, const NumberProblem *p, const double *row,
                      const double *column);

// Returns the largest relative residual of an equation, compared with the sum of the sizes of its terms.
double numbers_residual(const NumberProblem *p, const double *x, const double *lambda);

// Returns the factors that tape/pivoting.h needs for the problem.
void numbers_pivoting_factors(Arena *arena, const NumberProblem *p, double *row, double *column);

// Solves the problem by elimination with complete pivoting. Also gives its determinant and the measure of that,
// as defined in tape/pivoting.h. lambda is 0 for rows that depend on others.
void numbers_solve(Arena *arena, const NumberProblem *p, double *x, double *lambda,
                   double *determinant, double *measure);

#define NUMBERS_LEAST_PART \
  1e-13  // of its measure; a problem with a smaller determinant is singular

#endif
