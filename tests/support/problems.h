// support/problems.h: random linear problems of mechanics, and their solutions in 113 bits.
//
// M x = F + B^T lambda, A x = rhs, as one matrix K = [M -B^T; A 0]: definite, indefinite and singular M, zeros
// on its diagonal, masses over twenty orders of magnitude, rows that are nearly parallel where masses are light,
// rows in other units, servo constraints, rows that follow from others.

#ifndef SUPPORT_PROBLEMS_H
#define SUPPORT_PROBLEMS_H

#include "support/check.h"

#define PROBLEM_MOST 7                                    // coordinates, and rows
#define PROBLEM_SIZE (2 * PROBLEM_MOST)                   // of K
#define PROBLEM_ENTRIES (PROBLEM_MOST * PROBLEM_MOST)

typedef struct {
  size_t n, r, rank;  // rank: this many of the first rows are independent, or K is singular
  double M[PROBLEM_ENTRIES], F[PROBLEM_MOST];
  double A[PROBLEM_ENTRIES], B[PROBLEM_ENTRIES], rhs[PROBLEM_MOST];
  int factor[2][PROBLEM_MOST];  // the rows of which each later row is made
} Problem;

Problem gen_problem(Gen *g);

typedef struct {
  double x[PROBLEM_SIZE];                       // x and, for the first rank rows, lambda
  double inverse[PROBLEM_SIZE * PROBLEM_SIZE];  // K^-1, for these rows
  // by how much each x changes if all entries of K and f change by parts of themselves, per part and to first order:
  // |K^-1| (|K| |x| + |f|)
  double rounding[PROBLEM_SIZE];
  // the larger of these: of K, the least there is whatever units rows and columns are in (Bauer 1963); of x
  // and of lambda, the largest rounding as a part of the largest of them
  double condition;
} ProblemSolution;

// Solves the problem with only its independent rows; false if it is singular in 113 bits.
bool problem_solve(const Problem *s, ProblemSolution *solution);

// Finds the derivative of x if the problem changes as in `rate`; and by how much it changes if all numbers change by
// parts of themselves, those of the solution accordingly.
void problem_derivative(const Problem *s, const Problem *rate, const ProblemSolution *solution, double *xd,
                        double *rounding);

#endif
