// motion/linear.h: dense linear algebra, by LAPACK.
//
// LAPACK is loaded when it is first needed: most models are small enough to be solved on the tape,
// and loading it takes longer than evaluating them.

#ifndef MOTION_LINEAR_H
#define MOTION_LINEAR_H

#include "base/library.h"
#include "base/status.h"
#include <stddef.h>

// Returns the library that was found, or the reason why none was.
const Library *linear_library(void);

// Doubles and ints of workspace for linear_solve_symmetric.
#define LINEAR_WORK(n) (2 * (n) * (n) + 3 * (n))
#define LINEAR_INTEGERS(n) (2 * (n))

// Solves M x = f, M symmetric (n*n); f becomes x, M is destroyed. Uses Cholesky if M is positive definite,
// Bunch-Kaufman otherwise. STATUS_DOMAIN if M is singular to working precision, *bad being the unknown that it
// leaves open; STATUS_UNABLE without LAPACK.
MUST_USE Status linear_solve_symmetric(size_t n, double *M, double *f, double *work, int *integers,
                                       size_t *bad);

// Inverts the symmetric M (n*n). STATUS_DOMAIN if it is singular. Allocates its own workspace.
MUST_USE Status linear_inverse(size_t n, const double *M, double *inverse);

// Finds the x of least norm that minimises |A x - f|; A is rows*columns, column by column. f holds
// max(rows, columns) doubles and becomes x. Singular values below tolerance times the largest count as zero.
// Allocates its own workspace.
MUST_USE Status linear_least_squares(size_t rows, size_t columns, double *A, double *f,
                                     double tolerance, size_t *rank);

// Computes singular values (largest first, min(rows, columns) of them) and right singular vectors of A
// (rows*columns, column by column, destroyed): row k of Vt (columns*columns, column by column) belongs to value
// k; the rows beyond the rank span the null space. U (rows*rows, column by column) may be NULL.
MUST_USE Status linear_svd(size_t rows, size_t columns, double *A, double *values, double *U,
                           double *Vt);

// Computes the eigenvalues (smallest first) of the symmetric M (n*n), which becomes the eigenvectors, one per
// column.
MUST_USE Status linear_eigen(size_t n, double *M, double *values);

// Finds the unknown that A x = f leaves open most, A being rows*n, column by column, and destroyed: the largest
// entry of its last right singular vector.
MUST_USE Status linear_open_unknown(size_t rows, size_t n, double *A, size_t *open);

// R = M^(-1/2), symmetric. Eigenvalues below floor times the largest are raised to that. If floor is 0,
// STATUS_DOMAIN if M is not positive definite, *open being the unknown that shows it most.
MUST_USE Status linear_inverse_root(size_t n, const double *M, double floor, double *R,
                                    size_t *open);

#endif
