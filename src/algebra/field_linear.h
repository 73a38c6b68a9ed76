// algebra/field_linear.h: linear algebra over the finite fields of expr/field.h.

#ifndef ALGEBRA_FIELD_LINEAR_H
#define ALGEBRA_FIELD_LINEAR_H

#include "expr/fingerprint.h"

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

// An entry of a matrix in both fields.
typedef struct {
  size_t row, column;
  Fingerprint value;
} FieldEntry;

// Solves A x = b in both fields for a symmetric n x n matrix, given by `count` entries on and below its diagonal, each
// at most once. The work depends on how many entries elimination adds. Returns false if a pivot is zero.
bool field_solve_symmetric(Arena *arena, size_t n, const FieldEntry *entries, size_t count,
                           const Fingerprint *b, Fingerprint *x);

#endif
