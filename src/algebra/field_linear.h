// algebra/field_linear.h: linear algebra over the finite fields of expr/field.h.

#ifndef ALGEBRA_FIELD_LINEAR_H
#define ALGEBRA_FIELD_LINEAR_H

#include "base/arena.h"
#include <stdbool.h>
#include <stdint.h>

// Solves A x = b over field k; A has rows*columns entries, row by row, and both A and b are destroyed. x is one
// solution, with its free entries zero. bound[j]: do all solutions have this x[j]? (may be NULL). Returns false if
// there is no solution.
bool field_solve(int k, Arena *arena, size_t rows, size_t columns, uint64_t *A, uint64_t *b,
                 uint64_t *x, bool *bound);

// Computes the rank of the first r rows for r = 0 .. rows, as ranks[r].
void field_ranks(int k, Arena *arena, size_t rows, size_t columns, const uint64_t *A,
                 size_t *ranks);

// Finds vectors that span the solutions of A x = 0, one after another in basis, which has room for `columns` of them.
// Returns their number.
size_t field_kernel(int k, Arena *arena, size_t rows, size_t columns, const uint64_t *A,
                    uint64_t *basis);

#endif
