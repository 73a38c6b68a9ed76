// ground/sparse.h: independent rows of large sparse matrices in doubles, and solutions of least norm. The door to
// SuiteSparse's QR, which is opened when it is first needed.

#ifndef GROUND_SPARSE_H
#define GROUND_SPARSE_H

#include "base/library.h"
#include "base/status.h"
#include <stddef.h>
#include <stdint.h>

// A matrix by rows: the entries of row i are those from start[i] to start[i + 1] - 1.
typedef struct {
  size_t rows, columns;
  int64_t *start, *column;  // columns in ascending order
  double *value;
} SparseRows;

// Marks the rows that are independent of the ones before them; rows have length one, and one with a remainder below
// `zero` is dependent. Returns STATUS_UNABLE if the library cannot be opened or fails.
MUST_USE Status sparse_independent_rows(const SparseRows *A, double zero, bool *independent,
                                        size_t *rank);

// Finds the x of least norm with A x = f; the rows must be independent.
MUST_USE Status sparse_least_norm(const SparseRows *A, const double *f, double *x);

const Library *sparse_library(void);

#endif
