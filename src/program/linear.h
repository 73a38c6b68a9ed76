// program/linear.h: the linear problem of a motion, solved on its tape.

#ifndef PROGRAM_LINEAR_H
#define PROGRAM_LINEAR_H

#include "program/motion_tape.h"

// M x = F + B^T lambda, A x = rhs.
typedef struct {
  const Matrix *all_A, *all_B;  // of all constraints; all_B NULL: A
  const Expr *all_rhs;
  bool negated;        // rhs is minus those
  const size_t *rows;  // r independent ones among all constraints, and after them
  size_t r, all;       // others that follow from them, `all` together

  size_t n;
  Value *M, *F, *A, *B, *rhs;  // B may be A
  Value *mass, *force;         // what replaces M and F if they are eliminated
  Value *x, *lambda, *pivots, *scale;
  bool pivoting;  // solved with one pivot, and a multiplier for each of the rows
} Linear;

// The first r constraints of the chart, which are independent, and after them the others that have
// such a residual and enough digits, which follow from them.
const size_t *linear_rows(MotionTape *s, const Expr *residual, size_t r, size_t *all);

// A problem of n unknowns for rows as linear_rows gives them; M and F are still to be filled in.
Linear linear_make(MotionTape *s, size_t n, const size_t *rows, size_t r, size_t all,
                   const Matrix *A, const Matrix *B, const Expr *rhs);
// The independent rows as values.
MUST_USE Status linear_lower(MotionTape *s, Linear *p);
// Finds what is to be eliminated if M, which is this matrix, is singular; A are the rows of all
// constraints.
MUST_USE Status linear_make_definite(MotionTape *s, const Matrix *M, const Matrix *A, Linear *p);

// Solves it: by elimination in an order that keeps zeros, or by pivoting if that is not stable at the
// motion's state of reference. Problems that are singular there are eliminated.
MUST_USE Status linear_solve(MotionTape *s, Linear *p);
// The same where M is only a metric: another one takes its place if the problem is singular with it.
MUST_USE Status linear_solve_metric(MotionTape *s, Linear *p);
// The lambda of least norm with B^T lambda = R for all constraints, by pivoting.
MUST_USE Status linear_least_norm(MotionTape *s, const Value *R, Value *lambda);

MUST_USE Status linear_solve_gram(MotionTape *s, size_t r, size_t n, const Value *N, const Value *f,
                                  Value *x);

#endif
