// tape/numbers.h: the linear problem of mechanics in numbers.

#ifndef TAPE_NUMBERS_H
#define TAPE_NUMBERS_H

#include "base/arena.h"

// M x = F + B^T lambda, A x = rhs, as one matrix K = [M -B^T; A 0]; all matrices row by row. Of the r
// rows some may follow from the others; if the first `rank` do not, their units are compared best.
typedef struct {
  size_t n, r, rank;
  const double *M, *F, *A, *B, *rhs;
} NumberProblem;

// Factors for the rows and columns of K, powers of two, that make its entries comparable.
void numbers_factors(Arena *arena, const NumberProblem *p, double *row, double *column);

// How large entries of |L| |U| become if K, scaled, is eliminated from the first unknown to the last.
double numbers_growth(Arena *arena, const NumberProblem *p, const double *row,
                      const double *column);

// The largest part of its own terms by which x and lambda miss an equation.
double numbers_residual(const NumberProblem *p, const double *x, const double *lambda);

// The factors that tape/pivoting.h is to have for the problem.
void numbers_pivoting_factors(Arena *arena, const NumberProblem *p, double *row, double *column);

// Solves the problem by elimination with complete pivoting; with its determinant and the measure of
// that, as tape/pivoting.h has them. lambda is 0 for rows that the others make up for.
void numbers_solve(Arena *arena, const NumberProblem *p, double *x, double *lambda,
                   double *determinant, double *measure);

#define NUMBERS_LEAST_PART \
  1e-13  // of its measure; a problem with a smaller determinant is singular

#endif
