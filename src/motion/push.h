// motion/push.h: M x = F + B^T lambda with equations and with rows that only push, in numbers.

#ifndef MOTION_PUSH_H
#define MOTION_PUSH_H

#include "base/arena.h"
#include "base/status.h"

// All matrices row by row. A row that pushes: A x >= b, lambda >= 0, with equality in at least one of the two.
// Accelerations in contact and velocities after an impact are both such problems.
typedef struct {
  size_t n, r;
  double *M, *F;            // n*n, n
  const double *A, *B, *b;  // r*n, r*n, r
  const bool *pushes;       // r; the others are equations
} PushProblem;

typedef enum {
  PUSH_SOLVED,
  PUSH_SINGULAR,     // M is not definite on what the rows allow
  PUSH_CONFLICT,     // the equations contradict each other
  PUSH_UNDETERMINED  // no choice of rows satisfies all conditions
} PushTrouble;

// Finds x (n) and lambda (r). lambda is 0 for rows that depend on others. The status is not OK only for lack of
// memory.
MUST_USE Status push_solve(const PushProblem *p, Arena *arena, double *x, double *lambda,
                           PushTrouble *trouble);

#endif
