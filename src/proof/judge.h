// proof/judge.h: what a judge keeps from one claim to the next.

#ifndef PROOF_JUDGE_H
#define PROOF_JUDGE_H

#include "ground/real.h"
#include "ground/switches.h"
#include "proof/algebra.h"
#include "proof/claims.h"
#include "ground/field_motion.h"

// A piece with its points over the fields and its real states, each found when first needed.
typedef struct {
  const GroundPiece *piece;
  Arena *arena;
  FieldMotion fields;
  RealSource *source;         // NULL: conditions and constraints contradict each other
  bool for_values;            // the constraints are special for the parameter values of the model
  ARRAY(RealPoint *) states;  // by draw; NULL: not found
} PieceStates;

struct Judge {
  const Equations *eq;         // by time
  Arena store;                 // of everything that is kept
  GroundPieces pieces;         // without conditions
  PieceStates *states;         // of each piece; empty until it is examined
  bool by_algebra;             // claims are decided by algebra first
  Algebra *algebra;            // for claims without conditions; NULL: they are too large for it
  ARRAY(const Claim *) asked;  // claims that algebra was opened for
};

// Returns the real state of this draw, with its motion if it has one, or NULL.
RealPoint *piece_state(PieceStates *s, unsigned draw);

#endif
