// motion/small.h: least squares of a few unknowns, without LAPACK.

#ifndef MOTION_SMALL_H
#define MOTION_SMALL_H

#include <stdbool.h>
#include <stddef.h>

#define SMALL_MOST 16  // rows or columns

// Computes what linear_least_squares does, without changing A. Returns false, and leaves f as it was, if A is too large,
// if its rank is in doubt, or if something is not finite.
bool small_least_squares(size_t rows, size_t columns, const double *A, double *f, double tolerance,
                         size_t *rank);

#endif
