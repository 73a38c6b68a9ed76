// methods/matrix.c: products of matrices of expressions.

#include "methods/matrix.h"

Matrix matrix_make(Arena *arena, size_t rows, size_t columns) {
  Matrix m = {rows, columns, ARENA_ARRAY(arena, Expr, rows * columns)};
  for (size_t i = 0; i < rows * columns; i++) m.at[i] = EXPR_ZERO;
  return m;
}

Expr matrix_row_times(ExprPool *pool, const Matrix *A, size_t i, const Expr *x) {
  return expr_dot(pool, A->at + i * A->columns, 1, x, A->columns);
}

Expr matrix_column_times(ExprPool *pool, const Matrix *A, size_t i, const Expr *x) {
  return expr_dot(pool, A->at + i, A->columns, x, A->rows);
}

Matrix matrix_product(ExprPool *pool, Arena *arena, const Matrix *a, const Matrix *b) {
  Matrix product = matrix_make(arena, a->rows, b->columns);
  for (size_t i = 0; i < a->rows; i++)
    for (size_t j = 0; j < b->columns; j++)
      *matrix_entry(&product, i, j) = expr_dot(pool, b->at + j, b->columns, a->at + i * a->columns, a->columns);
  return product;
}
