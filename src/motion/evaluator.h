// motion/evaluator.h: from a state to accelerations and whatever else is asked, in numbers.
//
// Two tapes do it: the first computes M and F of M x = F (and x itself, where the system is
// small enough to be solved on the tape), the second everything that depends on x.

#ifndef MOTION_EVALUATOR_H
#define MOTION_EVALUATOR_H

#include "base/status.h"
#include "tape/tape.h"

typedef struct Evaluator Evaluator;

typedef struct {
  size_t n;       // unknowns
  Tape *system;   // inputs -> lower triangle of M by rows, F, then, if solved, x and the pivots
  bool solved;
  Tape *outputs;  // inputs, then x -> outputs; may be NULL
} EvaluatorParts;

// Takes over the tapes. NULL when there is no memory (the tapes are destroyed then too).
Evaluator *evaluator_create(EvaluatorParts parts);
void evaluator_destroy(Evaluator *e);

// inputs -> x (n doubles). Allocates nothing. STATUS_DOMAIN when M is singular there or a result is not
// finite, *bad being the unknown concerned; STATUS_UNABLE when LAPACK is needed and not there.
MUST_USE Status evaluator_solve(Evaluator *e, const double *inputs, double *x, size_t *bad);
// inputs, x -> outputs, of the second tape
void evaluator_outputs(Evaluator *e, const double *inputs, const double *x, double *outputs);
// M (full, n*n) and F at the last evaluator_solve.
void evaluator_system(const Evaluator *e, double *M, double *F);

size_t evaluator_length(const Evaluator *e);  // instructions of the first tape

#endif
