// ground/large.h: the ground of large systems, in doubles.

#ifndef GROUND_LARGE_H
#define GROUND_LARGE_H

#include "ground/ground.h"
#include "ground/sparse.h"

// A state of the piece, as the rows of A there, each of length one.
typedef struct LargeGround {
  SparseRows A;
} LargeGround;

// Fills in rank, regular, for_values, redundant, fault and large. STATUS_UNABLE if no state is found,
// the digits leave a doubt, or SuiteSparse cannot be opened. order: that in which rows are kept.
// Everything is left in the arena.
MUST_USE Status large_ground(const Equations *eq, const size_t *order, Arena *arena, Ground *out);

// Which of these rows depend on none before them? Their numbers in chosen; how many there are.
MUST_USE Status large_independent_rows(const LargeGround *large, const size_t *order, size_t n,
                                       Arena *arena, size_t *chosen, size_t *count);

#endif
