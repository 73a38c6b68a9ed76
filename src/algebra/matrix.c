// algebra/matrix.c: inverses of small matrices of expressions, for reading.

#include "algebra/algebra.h"

// --- blocks -------------------------------------------------------------------------------------

// Gives every row the number of its block: rows i and j are in one block when A_ij or A_ji is not zero.
static void find_blocks(size_t n, const Expr *A, size_t *block) {
  for (size_t i = 0; i < n; i++) block[i] = i;
  for (bool changed = true; changed;) {
    changed = false;
    for (size_t i = 0; i < n; i++)
      for (size_t j = 0; j < n; j++) {
        if (expr_same(A[i * n + j], EXPR_ZERO) || block[i] == block[j]) continue;
        block[i] = block[j] = block[i] < block[j] ? block[i] : block[j];
        changed = true;
      }
  }
}

// --- determinants -------------------------------------------------------------------------------

// The determinant of the given rows and columns (k of each), by the first row.
static Expr minor(ExprPool *pool, size_t n, const Expr *A, const size_t *rows, const size_t *columns, size_t k) {
  if (k == 0) return EXPR_ONE;
  if (k == 1) return A[rows[0] * n + columns[0]];
  Expr sum = EXPR_ZERO;
  for (size_t j = 0; j < k; j++) {
    const Expr entry = A[rows[0] * n + columns[j]];
    if (expr_same(entry, EXPR_ZERO)) continue;
    size_t rest[ALGEBRA_INVERSE_MOST];
    for (size_t c = 0, at = 0; c < k; c++)
      if (c != j) rest[at++] = columns[c];
    const Expr term = expr_mul(pool, entry, minor(pool, n, A, rows + 1, rest, k - 1));
    sum = j % 2 ? expr_sub(pool, sum, term) : expr_add(pool, sum, term);
  }
  return algebra_readable(pool, sum);
}

// inverse_ij = (-1)^(i+j) minor_ji / det, for the rows of one block
static bool invert_block(ExprPool *pool, size_t n, const Expr *A, const size_t *rows, size_t k, Expr *inverse) {
  const Expr det = minor(pool, n, A, rows, rows, k);
  if (expr_same(det, EXPR_ZERO)) return false;
  for (size_t i = 0; i < k; i++)
    for (size_t j = 0; j < k; j++) {
      size_t without_j[ALGEBRA_INVERSE_MOST], without_i[ALGEBRA_INVERSE_MOST];
      for (size_t c = 0, a = 0, b = 0; c < k; c++) {
        if (c != j) without_j[a++] = rows[c];
        if (c != i) without_i[b++] = rows[c];
      }
      const Expr cofactor = minor(pool, n, A, without_j, without_i, k - 1);
      const Expr entry = expr_div(pool, (i + j) % 2 ? expr_neg(pool, cofactor) : cofactor, det);
      inverse[rows[i] * n + rows[j]] = entry;
    }
  return true;
}

bool algebra_inverse(ExprPool *pool, Arena *arena, size_t n, const Expr *A, Expr *inverse) {
  size_t *block = ARENA_ARRAY(arena, size_t, n);
  find_blocks(n, A, block);
  for (size_t i = 0; i < n * n; i++) inverse[i] = EXPR_ZERO;
  for (size_t first = 0; first < n; first++) {
    size_t rows[ALGEBRA_INVERSE_MOST], k = 0;
    if (block[first] != first) continue;
    for (size_t i = 0; i < n; i++) {
      if (block[i] != first) continue;
      if (k == ALGEBRA_INVERSE_MOST) return false;
      rows[k++] = i;
    }
    if (!invert_block(pool, n, A, rows, k, inverse)) return false;
  }
  return true;
}
