// algebra/field_linear.c: elimination over a finite field.

#include "algebra/field_linear.h"
#include "expr/field.h"
#include <string.h>

// Makes column j of every row but `pivot` zero; the pivot row has a 1 there. Large matrices take long: a limit ends it.
static void eliminate(int k, Guard *guard, size_t rows, size_t columns, uint64_t *A, uint64_t *b,
                      size_t pivot, size_t j) {
  for (size_t i = 0; i < rows; i++) {
    const uint64_t factor = A[i * columns + j];
    if (i == pivot || factor == 0) continue;
    guard_poll(guard);
    for (size_t c = 0; c < columns; c++)
      A[i * columns + c] =
        field_sub(k, A[i * columns + c], field_mul(k, factor, A[pivot * columns + c]));
    b[i] = field_sub(k, b[i], field_mul(k, factor, b[pivot]));
  }
}

static void swap_rows(size_t columns, uint64_t *A, uint64_t *b, size_t i, size_t j) {
  for (size_t c = 0; c < columns; c++) {
    const uint64_t swap = A[i * columns + c];
    A[i * columns + c] = A[j * columns + c];
    A[j * columns + c] = swap;
  }
  const uint64_t swap = b[i];
  b[i] = b[j];
  b[j] = swap;
}

bool field_solve(int k, Arena *arena, size_t rows, size_t columns, uint64_t *A, uint64_t *b,
                 uint64_t *x, bool *bound) {
  size_t *row_of = ARENA_ARRAY(arena, size_t, columns);  // 1 + the pivot row of a column, or 0
  size_t rank = 0;
  for (size_t j = 0; j < columns && rank < rows; j++) {
    size_t pivot = rank;
    while (pivot < rows && A[pivot * columns + j] == 0) pivot++;
    if (pivot == rows) continue;
    swap_rows(columns, A, b, pivot, rank);
    const uint64_t inverse = field_inv(k, A[rank * columns + j]);
    for (size_t c = 0; c < columns; c++)
      A[rank * columns + c] = field_mul(k, A[rank * columns + c], inverse);
    b[rank] = field_mul(k, b[rank], inverse);
    eliminate(k, arena->guard, rows, columns, A, b, rank, j);
    row_of[j] = ++rank;
  }
  for (size_t i = rank; i < rows; i++)
    if (b[i] != 0) return false;
  for (size_t j = 0; j < columns; j++) {
    x[j] = row_of[j] ? b[row_of[j] - 1] : 0;
    if (bound == NULL) continue;
    bound[j] = row_of[j] != 0;
    for (size_t c = 0; bound[j] && c < columns; c++)
      bound[j] = row_of[c] != 0 || A[(row_of[j] - 1) * columns + c] == 0;
  }
  return true;
}

void field_ranks(int k, Arena *arena, size_t rows, size_t columns, const uint64_t *A,
                 size_t *ranks) {
  uint64_t *kept =
    ARENA_ARRAY(arena, uint64_t, rows * columns);  // reduced rows, each with a leading 1
  size_t *lead = ARENA_ARRAY(arena, size_t, rows);
  ranks[0] = 0;
  for (size_t i = 0; i < rows; i++) {
    uint64_t *row = kept + ranks[i] * columns;
    memcpy(row, A + i * columns, columns * sizeof *row);
    for (size_t r = 0; r < ranks[i]; r++) {
      const uint64_t factor = row[lead[r]];
      if (factor != 0) guard_poll(arena->guard);
      for (size_t c = 0; factor != 0 && c < columns; c++)
        row[c] = field_sub(k, row[c], field_mul(k, factor, kept[r * columns + c]));
    }
    size_t j = 0;
    while (j < columns && row[j] == 0) j++;
    ranks[i + 1] = ranks[i];
    if (j == columns) continue;
    const uint64_t inverse = field_inv(k, row[j]);
    for (size_t c = 0; c < columns; c++) row[c] = field_mul(k, row[c], inverse);
    lead[ranks[i + 1]++] = j;
  }
}

size_t field_kernel(int k, Arena *arena, size_t rows, size_t columns, const uint64_t *A,
                    uint64_t *basis) {
  uint64_t *a = ARENA_ARRAY(arena, uint64_t, rows * columns + 1);
  uint64_t *none = ARENA_ARRAY(arena, uint64_t, rows + 1);
  size_t *row_of = ARENA_ARRAY(arena, size_t, columns), rank = 0, count = 0;
  memcpy(a, A, rows * columns * sizeof *a);
  for (size_t j = 0; j < columns && rank < rows; j++) {
    size_t pivot = rank;
    while (pivot < rows && a[pivot * columns + j] == 0) pivot++;
    if (pivot == rows) continue;
    swap_rows(columns, a, none, pivot, rank);
    const uint64_t inverse = field_inv(k, a[rank * columns + j]);
    for (size_t c = 0; c < columns; c++)
      a[rank * columns + c] = field_mul(k, a[rank * columns + c], inverse);
    eliminate(k, arena->guard, rows, columns, a, none, rank, j);
    row_of[j] = ++rank;
  }
  for (size_t j = 0; j < columns; j++) {
    if (row_of[j]) continue;
    uint64_t *x = basis + count++ * columns;
    for (size_t c = 0; c < columns; c++)
      x[c] = row_of[c] ? field_sub(k, 0, a[(row_of[c] - 1) * columns + j]) : c == j;
  }
  return count;
}
