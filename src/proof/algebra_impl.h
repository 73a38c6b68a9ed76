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

// What may be used: only functions and definitions, or the constraints and conditions as well.
typedef enum { USING_NONE, USING_CONSTRAINTS, USING_COUNT } Using;

// Chains of what may be used, one for each piece of the set of states.
typedef struct {
  bool opened, failed;
  Chains simple;            // solved for unknowns as far as that is easy
  Chain *all[CHAIN_CASES];  // for all of them; NULL before that was tried
} AlgebraPieces;

// Of a question, on a piece: which chain shows it, and how.
typedef struct {
  const Chain *chain;
  const ChainProof *how;
} PieceProof;

struct Algebra {
  const Equations *eq;
  ExprPool *pool;
  Arena *arena;
  FieldMotion fields;  // without conditions
  ExprArray from, to;  // conditions that give a symbol a value
  bool bound;          // there are others
  size_t holonomic;    // how many of the state's premises are, at the beginning
  Premises state, values, unknowns;
  ExprArray free;  // parameters that a condition ties to each other
  ZeroSums zeros;  // sums that were taken for 0 on the way
  Question *questions;
  size_t count;
  Rationals *field;
  unsigned char *level;
  AlgebraPieces pieces[USING_COUNT];
  bool recorded;
  const Rational **difference;  // of each question
  bool *proved;                 // each question
  PieceProof *proofs;           // of each question, on each piece; where it is recorded
};

// Gathers the premises, conditions put in, and the questions.
void algebra_gather(Algebra *a, const Condition *given, size_t n, const Question *questions);
// Gathers what generators of the field are that contain a symbol with a value: the rate of what is
// conserved may contain them.
void algebra_gather_values(Algebra *a);

#endif
