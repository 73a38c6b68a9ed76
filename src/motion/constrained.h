// motion/constrained.h: M x = F + B^T lambda, A x = b in numbers.

#ifndef MOTION_CONSTRAINED_H
#define MOTION_CONSTRAINED_H

#include "base/status.h"
#include <stdbool.h>
#include <stddef.h>

// All matrices row by row.
typedef struct {
  size_t n, r;
  size_t rank;        // of A at regular states; a lower rank makes a state singular
  double *M, *F;      // n*n, n
  double *A, *B, *b;  // r*n, r*n, r
  double *size;       // r: the scale of the entries in each row of A
} ConstrainedSystem;

typedef enum {
  CONSTRAINED_OK,
  CONSTRAINED_SINGULAR,      // the constraints marked in `loses` lose rank
  CONSTRAINED_UNDETERMINED,  // M is not definite on what the constraints leave: coordinate `bad`
  CONSTRAINED_UNREACHED,     // the reactions of the marked servo constraints do not reach them
  CONSTRAINED_INCONSISTENT   // no accelerations satisfy A x = b: the marked rows conflict
} ConstrainedTrouble;

typedef struct {
  ConstrainedTrouble trouble;
  size_t bad;
  bool *loses;  // r
} ConstrainedResult;

// A row that is smaller than this fraction of its terms has few digits left. If it depends on the others, it is
// better left out: where a square vanishes, its row is only rounding.
#define CONSTRAINED_FEW_DIGITS 1e-6

// Sets rows that have few digits to zero if the others have full rank without them.
MUST_USE Status constrained_drop_rounding(ConstrainedSystem *s);

// Solves by the null space of B, without an inverse of M or the product A M^-1 A^T. Fills x (n) and lambda (r,
// of least norm). The status is not OK only without memory or LAPACK.
MUST_USE Status constrained_by_null_space(const ConstrainedSystem *s, double *x, double *lambda,
                                          ConstrainedResult *result);

// x = a + M^(-1/2) (A M^(-1/2))^+ (b - A a), a = M^-1 F, for ideal constraints; by the null space if M is not
// positive definite, which also fills lambda.
MUST_USE Status constrained_by_pseudo_inverse(const ConstrainedSystem *s, double *x, double *lambda,
                                              ConstrainedResult *result);

// Solves by elimination with complete pivoting, which also copes with masses that are far apart. lambda is 0
// for constraints that depend on others. *regular is false if the problem is singular.
MUST_USE Status constrained_by_pivoting(const ConstrainedSystem *s, double *x, double *lambda,
                                        bool *regular);

// Do at least `rank` rows have digits left? Where the gradient of a constraint vanishes, its row is only rounding.
bool constrained_has_digits(const ConstrainedSystem *s);

// Does x satisfy the equations, with these multipliers, to almost all digits?
bool constrained_is_solved(const ConstrainedSystem *s, const double *x, const double *lambda);

// Do the constraints keep their rank at this state?
MUST_USE Status constrained_check_rank(const ConstrainedSystem *s, ConstrainedResult *result);

// Finds the lambda of least norm with B^T lambda = M x - F.
MUST_USE Status constrained_multipliers(const ConstrainedSystem *s, const double *x,
                                        double *lambda);

#endif
