// motion/small.c: least squares of a few unknowns.
//
// In:    A, a right-hand side, a tolerance
// Out:   the x of least norm among those that minimise |A x - f|, as linear_least_squares has it, but for rounding
// How:   A P = Q R with the longest column first; if the rank is less than the number of unknowns, R = L Q' as well
// Not:   matrices whose rank is in doubt: a pivot is near a singular value, but not equal to it

#include "motion/small.h"
#include <math.h>
#include <stddef.h>

#define DOUBT 1e2  // a pivot within this factor of the tolerance does not decide the rank

typedef struct {
  size_t rows, columns;
  double at[SMALL_MOST * SMALL_MOST];  // column by column
} Small;

static double *column_of(Small *A, size_t j) {
  return A->at + j * A->rows;
}

static double norm(const double *x, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum += x[i] * x[i];
  return sqrt(sum);
}

// x -= v (v.x) * 2/|v|^2
static void reflect(const double *v, double factor, double *x, size_t n) {
  double dot = 0;
  for (size_t i = 0; i < n; i++) dot += v[i] * x[i];
  dot *= factor;
  for (size_t i = 0; i < n; i++) x[i] -= dot * v[i];
}

// Reflects column k, from row k on, onto the first axis, and the later columns with it. v becomes the direction of the
// mirror, whose factor is returned, and *diagonal the entry of column k that is left.
static double eliminate(Small *A, size_t k, double *v, double *diagonal) {
  const size_t n = A->rows - k;
  double *x = column_of(A, k) + k;
  const double size = norm(x, n);
  *diagonal = x[0] > 0 ? -size : size;
  for (size_t i = 0; i < n; i++) v[i] = x[i];
  v[0] -= *diagonal;
  const double square = norm(v, n) * norm(v, n), factor = square > 0 ? 2 / square : 0;
  for (size_t j = k + 1; j < A->columns; j++) reflect(v, factor, column_of(A, j) + k, n);
  return factor;
}

static void swap_columns(Small *A, size_t a, size_t b, size_t *order) {
  double *x = column_of(A, a), *y = column_of(A, b);
  const size_t kept = order[a];
  for (size_t i = 0; i < A->rows; i++) {
    const double swap = x[i];
    x[i] = y[i];
    y[i] = swap;
  }
  order[a] = order[b];
  order[b] = kept;
}

// R in place of A, Q^T f in place of f; the rank, or SMALL_MOST + 1 if it is in doubt.
static size_t factor_by_columns(Small *A, double *f, double tolerance, size_t *order) {
  double first = 0, v[SMALL_MOST];
  size_t k = 0;
  for (; k < A->rows && k < A->columns; k++) {
    size_t longest = k;
    double most = -1, diagonal;
    for (size_t j = k; j < A->columns; j++) {
      const double size = norm(column_of(A, j) + k, A->rows - k);
      if (size > most) most = size, longest = j;
    }
    if (k == 0) first = most;
    if (!(first > 0) || most < tolerance * first / DOUBT) break;
    if (most < tolerance * first * DOUBT) return SMALL_MOST + 1;
    if (longest != k) swap_columns(A, k, longest, order);
    const double factor = eliminate(A, k, v, &diagonal);
    reflect(v, factor, f + k, A->rows - k);
    column_of(A, k)[k] = diagonal;
  }
  return k;
}

// y with R y = f for the first unknowns alone, an upper triangle.
static void solve_upper(Small *R, size_t rank, double *f) {
  for (size_t i = rank; i-- > 0;) {
    for (size_t j = i + 1; j < rank; j++) f[i] -= column_of(R, j)[i] * f[j];
    f[i] /= column_of(R, i)[i];
  }
}

// The shortest y with the first rows of R y = f: y = Q' z with R^T = Q' T, T^T z = f.
static void solve_shortest(Small *R, size_t rank, double *f) {
  Small T = {R->columns, rank, {0}};
  double v[SMALL_MOST][SMALL_MOST], factor[SMALL_MOST];
  for (size_t i = 0; i < rank; i++)
    for (size_t j = i; j < R->columns; j++) column_of(&T, i)[j] = column_of(R, j)[i];
  for (size_t k = 0; k < rank; k++) {
    double diagonal;
    factor[k] = eliminate(&T, k, v[k], &diagonal);
    column_of(&T, k)[k] = diagonal;
  }
  for (size_t i = 0; i < rank; i++) {
    for (size_t j = 0; j < i; j++) f[i] -= column_of(&T, i)[j] * f[j];
    f[i] /= column_of(&T, i)[i];
  }
  for (size_t i = rank; i < R->columns; i++) f[i] = 0;
  for (size_t k = rank; k-- > 0;) reflect(v[k], factor[k], f + k, R->columns - k);
}

bool small_least_squares(size_t rows, size_t columns, const double *A, double *f, double tolerance,
                         size_t *rank) {
  if (rows > SMALL_MOST || columns > SMALL_MOST) return false;
  Small R = {rows, columns, {0}};
  double x[SMALL_MOST] = {0};
  size_t order[SMALL_MOST];
  for (size_t i = 0; i < rows * columns; i++) R.at[i] = A[i];
  for (size_t i = 0; i < rows; i++) x[i] = f[i];
  for (size_t j = 0; j < columns; j++) order[j] = j;
  *rank = factor_by_columns(&R, x, tolerance, order);
  if (*rank > SMALL_MOST) return false;
  if (*rank == columns)
    solve_upper(&R, *rank, x);
  else
    solve_shortest(&R, *rank, x);
  for (size_t j = 0; j < columns; j++)
    if (!isfinite(x[j])) return false;
  for (size_t j = 0; j < columns; j++) f[order[j]] = x[j];
  return true;
}
