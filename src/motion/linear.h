// motion/linear.h: dense linear algebra, by LAPACK.
//
// LAPACK is loaded when it is first needed: most models are small enough to be solved on the tape, and
// loading it takes longer than evaluating them.

#ifndef MOTION_LINEAR_H
#define MOTION_LINEAR_H

#include "base/status.h"
#include <stddef.h>

// Solves M x = f, M symmetric (lower triangle, column by column, n*n), f becomes x, M is destroyed.
// Cholesky where M is positive definite, Bunch-Kaufman otherwise. pivots: n ints, work: n*n doubles.
// STATUS_DOMAIN when M is singular, *bad being the place of the pivot; STATUS_UNABLE without LAPACK.
MUST_USE Status linear_solve_symmetric(size_t n, double *M, double *f, int *pivots, double *work, size_t *bad);

// The x of least norm among those that minimise |A x - f|; A is rows*columns, column by column.
// f holds max(rows, columns) doubles and becomes x. Singular values below tolerance times the largest
// count as zero. Allocates its own workspace.
MUST_USE Status linear_least_squares(size_t rows, size_t columns, double *A, double *f, double tolerance,
                                     size_t *rank);

// Singular values (largest first, min(rows, columns) of them) and right singular vectors of A (rows*columns,
// column by column, destroyed): row k of Vt (columns*columns, column by column) belongs to value k,
// the rows beyond the rank span the null space. U (rows*rows, column by column) may be NULL.
MUST_USE Status linear_svd(size_t rows, size_t columns, double *A, double *values, double *U, double *Vt);

// Eigenvalues (smallest first) of the symmetric M (n*n), which becomes the eigenvectors, one a column.
MUST_USE Status linear_eigen(size_t n, double *M, double *values);

#endif
