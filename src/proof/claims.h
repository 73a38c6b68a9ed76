// proof/claims.h: published formulas, proved or refuted.

#ifndef PROOF_CLAIMS_H
#define PROOF_CLAIMS_H

#include "ground/pieces.h"
#include "proof/proof.h"

typedef enum {
  VERDICT_PROVED,    // exactly, for all states and parameter values
  VERDICT_VERIFIED,  // to many digits at real states, on both sides of whatever it jumps or bends at
  VERDICT_REFUTED,   // by a counterexample
  VERDICT_UNKNOWN    // neither
} Verdict;

const char *verdict_name(Verdict verdict);  // "proved", ...

// How a proof was found.
typedef enum {
  PROVED_OTHERWISE,   // by what the kind of claim is about: a rank, a derivative
  PROVED_BY_ALGEBRA,  // as an identity of polynomials, which is certain
  PROVED_BY_POINTS    // at random points over finite fields, which has odds
} ProofKind;

typedef struct {
  Verdict verdict;     // of the formula; a denial passes if it is refuted
  ProofKind proof;     // if it is proved
  int odds;            // by points: wrong with odds below 10^-odds; 0: not known
  const char *detail;  // how it was found, the counterexample, or why it is unknown
  const char *state;   // of a counterexample: "x = 1, y = 2"; or NULL
  const char *piece;   // the piece of the constraint set on which it was found: "x - 2 = 0";
                       // NULL if it is about all pieces, or there is only one
} Judgement;

static inline Judgement judged(Verdict verdict, const char *detail) {
  return (Judgement){.verdict = verdict, .detail = detail};
}

// Judges claims about a system. Keeps the states and points it finds from one claim to the next.
typedef struct Judge Judge;

// eq: any derivation of the claims' model that has its free system and constraints. The judge lives in the arena.
Judge *judge_open(const Equations *eq, Arena *arena);
// The pieces of its constraint set, as far as they are distinguished.
const GroundPieces *judge_pieces(const Judge *judge);
// Were real states found on this piece?
bool judge_has_states(Judge *judge, size_t piece);

// Decides equations and conservation by algebra first from here on. claims: the claims that algebra will be
// asked about; those with conditions are opened one by one.
void judge_use_algebra(Judge *judge, const Claim *claims, size_t n);
Judgement judge_claim(Judge *judge, const Claim *claim, Arena *arena);
// Judges left = right on every piece, where the conditions hold. what: the left side in words, for the
// counterexample, if the right side is 0; else NULL.
Judgement judge_equation(Judge *judge, const Condition *given, size_t n, Expr left, Expr right,
                         const char *what, Arena *arena);

// Says where a quantity claimed to be conserved jumps although its rate is 0 on both sides, as with sign(x), or
// returns NULL.
const char *claims_conserved_jumps(const Equations *eq, const Claim *claim, Arena *arena);

// Judges a single claim, by algebra first.
Judgement proof_judge(const Equations *eq, const Claim *claim, Arena *arena);
Judgement proof_judge_equation(const Equations *eq, const Condition *given, size_t n, Expr left,
                               Expr right, Arena *arena);
// Judges e = 0. what: e in words.
Judgement proof_judge_zero(const Equations *eq, const Condition *given, size_t n, Expr e,
                           const char *what, Arena *arena);

// Combines the verdicts on the pieces: one counterexample refutes, and a claim that is unknown on one piece is
// not proved. A piece without states says nothing.
typedef struct {
  const GroundPieces *pieces;
  Judgement so_far;
  size_t with_states;
  Arena *arena;
} Tally;

Tally tally_make(const GroundPieces *pieces, Arena *arena);
// Returns false once the remaining pieces do not matter.
bool tally_add(Tally *tally, size_t piece, Judgement j);
Judgement tally_end(const Tally *tally);
// The judgement on a piece that has no states.
Judgement judgement_empty(void);

// Is the i-th coordinate cyclic: L does not contain it, and no force works along it?
bool claims_is_cyclic(const Equations *eq, size_t i);

// Is the row the constraint of that name, or a component of it?
bool claims_is_named(const ConstraintRow *row, const char *name);

// Does the claim, or denial, pass?
static inline bool claim_passes(const Claim *claim, Judgement j) {
  return claim->deny ? j.verdict == VERDICT_REFUTED
                     : j.verdict == VERDICT_PROVED || j.verdict == VERDICT_VERIFIED;
}

#endif
