// proof/algebra.h: claims proved by algebra: identities of polynomials, decided with certainty.

#ifndef PROOF_ALGEBRA_H
#define PROOF_ALGEBRA_H

#include "methods/methods.h"

// The equations of a model under conditions, as polynomials.
typedef struct Algebra Algebra;

// What is to be proved: left = right, or that left is conserved.
typedef struct {
  Expr left, right;
  bool conserved;
} Question;

// Is the claim such a question, and which?
bool claims_is_for_algebra(const Model *model, const Claim *claim);
Question question_of(const Claim *claim);

// For questions such as these, in the arena. NULL if they are not polynomials of reasonable size.
// recorded: every step is kept, for a certificate.
Algebra *algebra_open(const Equations *eq, const Condition *given, size_t n,
                      const Question *questions, size_t count, Arena *arena, bool recorded);

// Does it hold at all states that satisfy constraints and conditions, for almost all values of the
// parameters? TRUTH_YES or TRUTH_UNKNOWN. which: of the questions it was opened for.
Truth algebra_proves(Algebra *algebra, size_t which);

#endif
