// ground/large.h: the ground of large systems, in doubles.

#ifndef GROUND_LARGE_H
#define GROUND_LARGE_H

#include "ground/ground.h"
#include "ground/sparse.h"

// A state of the piece, given by the rows of A there, each normalized to length one.
typedef struct LargeGround {
  SparseRows A;
} LargeGround;

// Fills in rank, regular, for_values, redundant, fault and large, in the arena. Returns STATUS_UNABLE if no state is
// found, the rank is numerically in doubt, or SuiteSparse cannot be opened. order: the order in which rows are kept.
MUST_USE Status large_ground(const Equations *eq, const size_t *order, Arena *arena, Ground *out);

// Finds those of these rows that are independent of the ones before them: their indices in chosen, and their number.
MUST_USE Status large_independent_rows(const LargeGround *large, const size_t *order, size_t n,
                                       Arena *arena, size_t *chosen, size_t *count);

#endif
