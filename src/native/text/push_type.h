// native/text/push_type.h: M x = F + B^T lambda with equations and with rows that only push: the problem and its solution.
//
// This text is compiled into the program and is a part of exported C: plain C99, with <stdbool.h> and <stddef.h>.

#ifndef NATIVE_TEXT_PUSH_TYPE_H
#define NATIVE_TEXT_PUSH_TYPE_H

typedef enum {
  PUSH_SOLVED,
  PUSH_SINGULAR,     // M is not definite on what the rows allow
  PUSH_CONFLICT,     // the equations contradict each other
  PUSH_UNDETERMINED  // no choice of rows satisfies all conditions
} PushTrouble;

// All matrices row by row. A row that pushes: A x >= b, lambda >= 0, with equality in at least one of the two.
// Accelerations in contact and velocities after an impact are both such problems.
typedef struct {
  size_t n, r;             // unknowns; rows
  double *A, *B, *b;       // r*n, r*n, r
  int *row, *pushes;       // r: the number that the caller gave it; does it only push?
  double *x, *lambda;      // n, r: the solution; lambda is 0 for rows that depend on others
  int *taken, *keep;       // r: is it an equation now? the independent ones of these, `kept` in number
  size_t kept;
  double *left;            // n*n: the directions of those that are kept
  double *system, *solved;  // for the elimination
  double largest;          // part of any x so far: the scale of rounding for a row with a single term
  bool singular;
} Push;

// Numbers and marks that a problem with n unknowns and up to r rows needs to work in.
#define PUSH_COUNT(m) (2 + (m) * ((m) + 3))
#define PUSH_NUMBERS(n, r) (2 * (r) * (n) + 2 * (r) + (n) + (n) * (n) + 4 * PUSH_COUNT((n) + (r)))
#define PUSH_MARKS(r) (4 * (r))

#endif
