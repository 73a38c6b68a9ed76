// motion/constrained.h: M x = F + B^T lambda, A x = b in numbers.

#ifndef MOTION_CONSTRAINED_H
#define MOTION_CONSTRAINED_H

#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>

// All matrices row by row.
typedef struct {
  size_t n, r;
  size_t rank;        // of A at regular states; fewer there is a singular state
  double *M, *F;      // n*n, n
  double *A, *B, *b;  // r*n, r*n, r
  double *size;       // r: what the entries of a row of A are measured by
} ConstrainedSystem;

typedef enum {
  CONSTRAINED_OK,
  CONSTRAINED_SINGULAR,      // the constraints lose rank: `loses` marks which
  CONSTRAINED_UNDETERMINED,  // M is not definite on what the constraints allow: coordinate `bad`
  CONSTRAINED_UNREACHED,     // the reactions of the marked servo constraints do not reach them
  CONSTRAINED_INCONSISTENT   // no accelerations satisfy A x = b: the marked rows conflict
} ConstrainedTrouble;

typedef struct {
  ConstrainedTrouble trouble;
  size_t bad;
  bool *loses;  // r
} ConstrainedResult;

// A row of which less than this part of its terms is left has few digits. If it follows from the others,
// it is better left out: the row of a square where that vanishes is only rounding.
#define CONSTRAINED_FEW_DIGITS 1e-6

// Sets rows that have few digits to zero if the others have the rank without them.
MUST_USE Status constrained_drop_rounding(ConstrainedSystem *s);

// By the null space of B: no inverse of M, no product A M^-1 A^T. Fills x (n) and lambda (r, of
// least norm). Status other than OK only for lack of memory or LAPACK.
MUST_USE Status constrained_by_null_space(const ConstrainedSystem *s, double *x, double *lambda,
                                          ConstrainedResult *result);

// x = a + M^(-1/2) (A M^(-1/2))^+ (b - A a), a = M^-1 F, for ideal constraints; by the null space
// where M is not positive definite, which also fills lambda.
MUST_USE Status constrained_by_pseudo_inverse(const ConstrainedSystem *s, double *x, double *lambda,
                                              ConstrainedResult *result);

// By elimination with complete pivoting, which serves where masses are far apart, too: lambda is 0 for
// constraints that the others make up for. *regular is false if the problem is singular.
MUST_USE Status constrained_by_pivoting(const ConstrainedSystem *s, double *x, double *lambda,
                                        bool *regular);

// Do as many rows as the rank have digits? Where the gradient of a constraint vanishes, what is left of it is rounding.
bool constrained_has_digits(const ConstrainedSystem *s);

// Does x satisfy the equations, with these multipliers, to the last digits but some?
bool constrained_is_solved(const ConstrainedSystem *s, const double *x, const double *lambda);

// Do the constraints keep their rank at this state?
MUST_USE Status constrained_check_rank(const ConstrainedSystem *s, ConstrainedResult *result);

// The lambda of least norm with B^T lambda = M x - F.
MUST_USE Status constrained_multipliers(const ConstrainedSystem *s, const double *x,
                                        double *lambda);

#endif
