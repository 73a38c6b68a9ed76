// proof/algebra_impl.h: what the files about proofs by algebra share.

#ifndef PROOF_ALGEBRA_IMPL_H
#define PROOF_ALGEBRA_IMPL_H

#include "algebra/chain.h"
#include "proof/algebra.h"
#include "ground/field_motion.h"

typedef struct {
  Expr e;
  const char *name;
  bool position;  // a constraint on positions
} Premise;

typedef ARRAY(Premise) Premises;
typedef ARRAY(Expr) ExprArray;

// The premises that may be used: functions and definitions only, or the constraints and conditions as well.
typedef enum { USING_NONE, USING_CONSTRAINTS, USING_COUNT } Using;

// Chains of these premises, one for each piece of the set of states.
typedef struct {
  bool opened, failed;
  Chains simple;            // solved for the unknowns that are easy to solve for
  Chain *all[CHAIN_CASES];  // solved for all unknowns; NULL before the first attempt
} AlgebraPieces;

// The chain that proves a question on a piece, and its proof.
typedef struct {
  const Chain *chain;
  const ChainProof *how;
} PieceProof;

struct Algebra {
  const Equations *eq;
  ExprPool *pool;
  Arena *arena;
  FieldMotion fields;  // without conditions
  ExprArray from, to;  // conditions that assign a value to a symbol
  bool bound;          // there are other conditions
  size_t holonomic;    // the number of holonomic premises at the beginning of state
  Premises state, values, unknowns;
  ExprArray free;  // parameters that conditions relate to each other
  ZeroSums zeros;  // sums that were simplified to 0 on the way
  Question *questions;
  size_t count;
  Rationals *field;
  unsigned char *level;
  AlgebraPieces pieces[USING_COUNT];
  bool recorded;
  const Rational **difference;  // of each question
  bool *proved;                 // for each question
  PieceProof *proofs;           // for each question and piece, if recorded
};

// Gathers the premises, with the conditions substituted, and the questions.
void algebra_gather(Algebra *a, const Condition *given, size_t n, const Question *questions);
// Gathers the values of the field's generators that contain a symbol with a value: the rate of a conserved
// quantity may contain these generators.
void algebra_gather_values(Algebra *a);

#endif
