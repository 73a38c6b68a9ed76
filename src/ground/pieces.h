// ground/pieces.h: the pieces of the constraint set.
//
// A constraint (x - y)*(x - z) = 0 holds in two ways, and so may a condition of a claim. Each way to
// choose one factor of every product is a piece, a set of states of its own with equations of motion
// of its own; what holds on one need not hold on another.

#ifndef GROUND_PIECES_H
#define GROUND_PIECES_H

#include "methods/methods.h"

typedef struct {
  Equations eq;      // the given ones, the chosen factors in place of the constraints that hold by
                     // them; A, B, b as they were
  Condition *given;  // the conditions, chosen factors in their places or added
  size_t n;
  const char
    *name;  // "x - y = 0, x + z = 0": the factors that were chosen; "" if there was no choice
  const char *power;  // a constraint of which the square, or a higher power, is chosen: its
                      // derivatives vanish wherever it holds; or NULL
} GroundPiece;

#define PIECES_MOST 32  // that are distinguished

typedef struct {
  GroundPiece *at;
  size_t n;
  size_t all;    // n, or more: those beyond PIECES_MOST are left out
  bool counted;  // otherwise there are more than `all`
} GroundPieces;

// All pieces of these equations (by time) under conditions. A way of choosing factors that another
// contains, or that contradicts itself in an obvious way, is not among them; another may have no real
// states all the same. Factors without a coordinate or velocity, and those that have no real zeros,
// are not chosen; nor are factors without velocities of a constraint on velocities, where it loses
// its independence.
GroundPieces ground_pieces(const Equations *eq, const Condition *given, size_t n, Arena *arena);

#endif
