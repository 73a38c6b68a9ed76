// methods/matrix.h: matrices of expressions.

#ifndef METHODS_MATRIX_H
#define METHODS_MATRIX_H

#include "expr/expr.h"
#include <assert.h>

// Row by row.
typedef struct {
  size_t rows, columns;
  Expr *at;
} Matrix;

Matrix matrix_make(Arena *arena, size_t rows, size_t columns);  // of zeros

static inline Expr *matrix_entry(const Matrix *m, size_t i, size_t j) {
  assert(i < m->rows && j < m->columns);
  return &m->at[i * m->columns + j];
}

Matrix matrix_product(ExprPool *pool, Arena *arena, const Matrix *a, const Matrix *b);
// Row i of A x, and of A^T x.
Expr matrix_row_times(ExprPool *pool, const Matrix *A, size_t i, const Expr *x);
Expr matrix_column_times(ExprPool *pool, const Matrix *A, size_t i, const Expr *x);

#endif
