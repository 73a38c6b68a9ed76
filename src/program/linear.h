// program/linear.h: solves the linear problem of a motion on its tape.

#ifndef PROGRAM_LINEAR_H
#define PROGRAM_LINEAR_H

#include "program/motion_tape.h"

// M x = F + B^T lambda, A x = rhs.
typedef struct {
  const Matrix *all_A, *all_B;  // of all constraints; all_B NULL: the same as A
  const Expr *all_rhs;
  bool negated;        // rhs is minus all_rhs
  const size_t *rows;  // r independent ones among all constraints, followed by
  size_t r, all;       // others that depend on them, `all` together

  size_t n;
  Value *M, *F, *A, *B, *rhs;  // B may be A
  Value *mass, *force;         // used instead of M and F in an elimination
  Value *x, *lambda, *pivots, *scale;
  bool pivoting;  // solved by pivoting: one pivot, and a multiplier for each row
} Linear;

// Lists the first r constraints of the chart, which are independent, followed by the others that have such a
// residual and enough digits, which depend on them.
const size_t *linear_rows(MotionTape *s, const Expr *residual, size_t r, size_t *all);

// Makes a problem of n unknowns for rows from linear_rows; M and F are still to be filled in.
Linear linear_make(MotionTape *s, size_t n, const size_t *rows, size_t r, size_t all,
                   const Matrix *A, const Matrix *B, const Expr *rhs);
// Lowers the independent rows to values.
MUST_USE Status linear_lower(MotionTape *s, Linear *p);
// Finds replacements of M and F for elimination if M, which is this matrix, is singular; A are the rows of all
// constraints.
MUST_USE Status linear_make_definite(MotionTape *s, const Matrix *M, const Matrix *A, Linear *p);

// Solves it: by elimination in an order that preserves zeros, or by pivoting if that is not stable at the
// motion's state of reference. Problems that are singular there are eliminated.
MUST_USE Status linear_solve(MotionTape *s, Linear *p);
// Does the same if M is only a metric: another one replaces it if the problem is singular with it.
MUST_USE Status linear_solve_metric(MotionTape *s, Linear *p);
// Finds the lambda of least norm with B^T lambda = R for all constraints, by pivoting.
MUST_USE Status linear_least_norm(MotionTape *s, const Value *R, Value *lambda);

MUST_USE Status linear_solve_gram(MotionTape *s, size_t r, size_t n, const Value *N, const Value *f,
                                  Value *x);

#endif
