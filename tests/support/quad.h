// support/quad.h: numbers of 113 bits, about 34 decimal digits, and linear algebra with them.
//
// The functions are those of the C library for _Float128, declared here because its headers show
// them only to some compilers and settings. No library besides libm is needed.

#ifndef SUPPORT_QUAD_H
#define SUPPORT_QUAD_H

#include <stdbool.h>
#include <stddef.h>

// gcc knows the first name on all processors; clang the second, on some
#ifdef __clang__
typedef __float128 Quad;
#else
__extension__ typedef _Float128 Quad;
#endif

Quad sinf128(Quad x);
Quad cosf128(Quad x);
Quad tanf128(Quad x);
Quad asinf128(Quad x);
Quad acosf128(Quad x);
Quad atanf128(Quad x);
Quad atan2f128(Quad y, Quad x);
Quad sinhf128(Quad x);
Quad coshf128(Quad x);
Quad tanhf128(Quad x);
Quad expf128(Quad x);
Quad logf128(Quad x);
Quad sqrtf128(Quad x);
Quad powf128(Quad x, Quad y);
Quad strtof128(const char *restrict text, char **restrict end);
int strfromf128(char *restrict text, size_t room, const char *restrict format, Quad x);

#define QUAD_DIGITS 36  // a Quad written with this many digits reads back exactly

static inline Quad quad(double x) {
  return (Quad) x;
}

static inline Quad quad_ratio(long numerator, long denominator) {
  return (Quad) numerator / (Quad) denominator;
}

static inline Quad quad_abs(Quad x) {
  return x < 0 ? -x : x;
}

// Returns the larger number; NaN if one of them is.
static inline Quad quad_max(Quad a, Quad b) {
  return a > b || a != a ? a : b;
}

static inline bool quad_is_finite(Quad x) {
  return x - x == 0;
}

static inline Quad quad_pi(void) {
  return acosf128((Quad) -1);
}

// Returns the largest absolute value among n numbers; not finite if one of them is not.
Quad quad_norm(const Quad *x, size_t n);

// A square matrix factored by elimination with complete pivoting, after scaling rows and columns.
typedef struct {
  size_t n, rank;
  Quad *a;               // the factors, in the order of the pivots
  size_t *row, *column;  // the rows and columns of the matrix in that order
  Quad *row_scale, *column_scale;
  Quad *work, *solution;  // n each; the second for the caller
  Quad smallest;          // the last pivot that counts, as a part of the first
} QuadFactors;

// Makes room for matrices of n rows; false if memory runs out. quad_factors_clear releases it.
bool quad_factors_init(QuadFactors *f, size_t n);
void quad_factors_clear(QuadFactors *f);

// Factors a (n*n, row by row). Pivots are used as long as they are above the tolerance, relative to
// the first, but no more than `most`.
void quad_factor(QuadFactors *f, const Quad *a, size_t most, Quad tolerance);

// Solves a x = b. If the rank is below n, dependent equations are omitted and undetermined unknowns
// are 0.
void quad_solve(QuadFactors *f, const Quad *b, Quad *x);

// Finds the x of least norm with a x = b, for a of rows*columns numbers, row by row. Singular directions,
// below QUAD_OPEN of the largest, are omitted. Returns false for lack of memory.
#define QUAD_OPEN 1e-10
bool quad_least_norm(size_t rows, size_t columns, const Quad *a, const Quad *b, Quad *x);

#endif
