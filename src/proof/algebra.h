// proof/algebra.h: claims proved by algebra: identities of polynomials, decided with certainty.

#ifndef PROOF_ALGEBRA_H
#define PROOF_ALGEBRA_H

#include "methods/methods.h"

// The equations of a model under conditions, as polynomials.
typedef struct Algebra Algebra;

// A statement to be proved: left = right, or that left is conserved.
typedef struct {
  Expr left, right;
  bool conserved;
} Question;

// Reports whether algebra could decide the claim, and returns it as a question.
bool claims_is_for_algebra(const Model *model, const Claim *claim);
Question question_of(const Claim *claim);

// Prepares to answer these questions. Lives in the arena; NULL if they are not polynomials of reasonable size.
// recorded: every step is kept, for a certificate.
Algebra *algebra_open(const Equations *eq, const Condition *given, size_t n,
                      const Question *questions, size_t count, Arena *arena, bool recorded);

// Does the question hold at all states that satisfy constraints and conditions, for almost all values of the
// parameters? Returns TRUTH_YES or TRUTH_UNKNOWN. which: index into the questions of algebra_open.
Truth algebra_proves(Algebra *algebra, size_t which);

#endif
