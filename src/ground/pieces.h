// ground/pieces.h: the pieces of the constraint set.
//
// A constraint (x - y)*(x - z) = 0 can hold in two ways, and so can a condition of a claim. Each way to choose one
// factor of every product is a piece: a set of states with its own equations of motion. What holds on one piece need
// not hold on another.

#ifndef GROUND_PIECES_H
#define GROUND_PIECES_H

#include "methods/methods.h"

typedef struct {
  Equations eq;  // the given ones, with the chosen factors in place of the constraints that hold
                 // by them; A, B, b unchanged
  Condition *given;  // the conditions, with chosen factors in their place or added
  size_t n;
  const char *name;   // "x - y = 0, x + z = 0": the chosen factors; "" if there was no choice
  const char *power;  // a constraint of which a square or higher power is chosen: its derivatives
                      // vanish wherever it holds; or NULL
} GroundPiece;

#define PIECES_MOST 32  // the most that are distinguished

typedef struct {
  GroundPiece *at;
  size_t n;
  size_t all;    // n, or more: pieces beyond PIECES_MOST are omitted
  bool counted;  // otherwise there are more than `all`
} GroundPieces;

// All pieces of these equations (by time) under conditions. Ways of choosing factors that contain another way, or are
// obviously contradictory, are omitted; some of the others may still have no real states. Factors without a coordinate
// or velocity, and those without real zeros, are not chosen; nor are factors without velocities of a constraint on
// velocities, since it loses its independence where these vanish.
GroundPieces ground_pieces(const Equations *eq, const Condition *given, size_t n, Arena *arena);

#endif
