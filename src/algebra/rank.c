// algebra/rank.c: generic rank, by elimination over a finite field.

#include "algebra/algebra.h"
#include "expr/field.h"

// Elimination modulo the first prime; destroys the matrix.
static size_t field_rank(size_t rows, size_t columns, uint64_t *a) {
  size_t rank = 0;
  for (size_t j = 0; j < columns && rank < rows; j++) {
    size_t pivot = rank;
    while (pivot < rows && a[pivot * columns + j] == 0) pivot++;
    if (pivot == rows) continue;
    const uint64_t inverse = field_inv(0, a[pivot * columns + j]);
    for (size_t k = 0; k < columns; k++) {
      const uint64_t swap = a[rank * columns + k];
      a[rank * columns + k] = field_mul(0, a[pivot * columns + k], inverse);
      if (pivot != rank) a[pivot * columns + k] = swap;
    }
    for (size_t i = rank + 1; i < rows; i++) {
      const uint64_t factor = a[i * columns + j];
      for (size_t k = j; k < columns; k++)
        a[i * columns + k] =
          field_sub(0, a[i * columns + k], field_mul(0, factor, a[rank * columns + k]));
    }
    rank++;
  }
  return rank;
}

size_t algebra_rank(ExprPool *pool, Arena *arena, size_t rows, size_t columns, const Expr *A) {
  uint64_t *prints = ARENA_ARRAY(arena, uint64_t, rows * columns);
  for (size_t i = 0; i < rows * columns; i++) prints[i] = expr_fingerprint(pool, A[i]).v[0];
  return field_rank(rows, columns, prints);
}
