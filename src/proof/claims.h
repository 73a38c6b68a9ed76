// proof/claims.h: is what somebody printed right?

#ifndef PROOF_CLAIMS_H
#define PROOF_CLAIMS_H

#include "proof/proof.h"

typedef enum {
  VERDICT_PROVED,    // exactly, for all states and parameter values
  VERDICT_VERIFIED,  // to many digits at random states
  VERDICT_REFUTED,   // by a counterexample
  VERDICT_UNKNOWN    // neither
} Verdict;

const char *verdict_name(Verdict verdict);  // "proved", ...

typedef struct {
  Verdict verdict;     // on the formula; a denial passes where it is refuted
  const char *detail;  // how it was found, the counterexample, or why it is unknown
} Judgement;

// eq: any derivation of the claim's model that has its free system and constraints.
Judgement proof_judge(const Equations *eq, const Claim *claim, Arena *arena);

// left = right on the constraint manifold, where the conditions hold.
Judgement proof_judge_equation(const Equations *eq, const Condition *given, size_t n, Expr left,
                               Expr right, Arena *arena);

// e = 0 there. what: e in words, for the counterexample.
Judgement proof_judge_zero(const Equations *eq, const Condition *given, size_t n, Expr e,
                           const char *what, Arena *arena);

// Is the i-th coordinate cyclic: L does not contain it, and no force works along it?
bool is_cyclic(const Equations *eq, size_t i);

// Is the row the constraint of that name, or a component of it?
bool is_named(const ConstraintRow *row, const char *name);

// Does the claim, or denial, hold good?
static inline bool claim_passes(const Claim *claim, Judgement j) {
  return claim->deny ? j.verdict == VERDICT_REFUTED
                     : j.verdict == VERDICT_PROVED || j.verdict == VERDICT_VERIFIED;
}

#endif
