// algebra/matrix.c: inverses of small matrices of expressions, for reading.

#include "algebra/algebra.h"

// --- blocks --------------------------------------------------------------------------------------

// Numbers the block of every row: rows i and j are in one block if A_ij or A_ji is nonzero.
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

// --- determinants --------------------------------------------------------------------------------

// The determinant of the given rows and columns (k of each), expanded along the first row.
static Expr minor(ExprPool *pool, size_t n, const Expr *A, const size_t *rows,
                  const size_t *columns, size_t k) {
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
static bool invert_block(ExprPool *pool, size_t n, const Expr *A, const size_t *rows, size_t k,
                         Expr *inverse) {
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

// --- elimination ---------------------------------------------------------------------------------

// Finds the lightest nonzero entry in the rows and columns still open, on the diagonal or anywhere; returns false if
// all are zero.
static bool lightest_pivot(const ExprPool *pool, size_t n, const Expr *A, const bool *row_used,
                           const bool *column_used, bool diagonal, size_t *row, size_t *column) {
  uint32_t least = UINT32_MAX;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++) {
      if ((diagonal && i != j) || row_used[i] || column_used[j] ||
          expr_same(A[i * n + j], EXPR_ZERO))
        continue;
      if (expr_weight(pool, A[i * n + j]) >= least) continue;
      least = expr_weight(pool, A[i * n + j]);
      *row = i;
      *column = j;
    }
  return least < UINT32_MAX;
}

static bool is_symmetric(size_t n, const Expr *A) {
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < i; j++)
      if (!expr_same(A[i * n + j], A[j * n + i])) return false;
  return true;
}

// The remaining budget of an elimination. Expressions grow from pivot to pivot: an elimination that has used more than
// its share of nodes before the last pivot will not finish.
typedef struct {
  size_t entries;
  size_t first, nodes;  // nodes of the pool at the beginning, and how many may be added
  size_t pool;          // limit of the pool's nodes for the pivots so far
} Budget;

// row i of A and B minus factor times row p
static bool subtract_row(ExprPool *pool, size_t n, Expr *A, Expr *B, size_t i, size_t p,
                         Expr factor, Budget *left) {
  for (size_t k = 0; k < 2 * n; k++) {
    Expr *row = k < n ? &A[i * n + k] : &B[i * n + k - n];
    const Expr other = k < n ? A[p * n + k] : B[p * n + k - n];
    if (expr_same(other, EXPR_ZERO)) continue;
    if (left->entries-- == 0 || expr_pool_size(pool) > left->pool) return false;
    *row = algebra_readable(pool, expr_sub(pool, *row, expr_mul(pool, factor, other)));
    if (expr_weight(pool, *row) > ALGEBRA_ENTRY_MOST) return false;
  }
  return true;
}

// Makes the entry (p, c) 1 and the rest of its column 0.
static bool clear_column(ExprPool *pool, size_t n, Expr *a, Expr *b, size_t p, size_t c,
                         Budget *left) {
  const Expr pivot = a[p * n + c];
  for (size_t k = 0; k < n; k++) {
    a[p * n + k] = algebra_readable(pool, expr_div(pool, a[p * n + k], pivot));
    b[p * n + k] = algebra_readable(pool, expr_div(pool, b[p * n + k], pivot));
  }
  for (size_t i = 0; i < n; i++)
    if (i != p && !expr_same(a[i * n + c], EXPR_ZERO) &&
        !subtract_row(pool, n, a, b, i, p, a[i * n + c], left))
      return false;
  return true;
}

// Does the budget suffice if each remaining pivot takes as much as the last one?
static bool will_last(const Budget *left, size_t before, size_t now, size_t pivots) {
  return now - left->first + (now - before) * pivots <= left->nodes;
}

bool algebra_eliminate(ExprPool *pool, Arena *arena, size_t n, const Expr *A, Expr *inverse) {
  return algebra_eliminate_by(pool, arena, n, A, NULL, NULL, inverse);
}

static bool eliminate(ExprPool *pool, Arena *arena, size_t n, const Expr *A, const size_t *row,
                      const size_t *column, Expr *inverse) {
  Expr *a = ARENA_ARRAY(arena, Expr, n * n), *b = ARENA_ARRAY(arena, Expr, n * n);
  bool *row_used = ARENA_ARRAY(arena, bool, n), *column_used = ARENA_ARRAY(arena, bool, n);
  Budget left = {ALGEBRA_STEPS_MOST, expr_pool_size(pool),
                 row != NULL ? ALGEBRA_NODES_MOST : ALGEBRA_SEARCH_MOST, 0};
  for (size_t i = 0; i < n * n; i++) {
    a[i] = algebra_readable(pool, A[i]);
    b[i] = i / n == i % n ? EXPR_ONE : EXPR_ZERO;
  }
  // pivots on the diagonal of a definite matrix vanish nowhere; others may
  const bool symmetric = is_symmetric(n, a);
  for (size_t step = 0; step < n; step++) {
    size_t p = row != NULL ? row[step] : 0, c = row != NULL ? column[step] : 0;
    if (row != NULL && expr_same(a[p * n + c], EXPR_ZERO)) return false;
    if (row == NULL &&
        !(symmetric && lightest_pivot(pool, n, a, row_used, column_used, true, &p, &c)) &&
        !lightest_pivot(pool, n, a, row_used, column_used, false, &p, &c))
      return false;
    row_used[p] = column_used[c] = true;
    left.pool = left.first + (row != NULL ? left.nodes : left.nodes * (step + 1) / n);
    const size_t before = expr_pool_size(pool);
    if (!clear_column(pool, n, a, b, p, c, &left)) return false;
    if (row == NULL && !will_last(&left, before, expr_pool_size(pool), n - 1 - step)) return false;
  }
  // row p of a is now the unit row of column c, so row c of the inverse is row p of b
  for (size_t i = 0; i < n; i++)
    for (size_t c = 0; c < n; c++)
      if (!expr_same(a[i * n + c], EXPR_ZERO))
        for (size_t k = 0; k < n; k++) inverse[c * n + k] = b[i * n + k];
  return true;
}

// A failed search is not repeated: with the forms kept since, it would only get a little further.
bool algebra_eliminate_by(ExprPool *pool, Arena *arena, size_t n, const Expr *A, const size_t *row,
                          const size_t *column, Expr *inverse) {
  if (algebra_rank(pool, arena, n, n, A) < n) return false;
  if (row == NULL && expr_is_refused(pool, A, n * n)) return false;
  const bool found = eliminate(pool, arena, n, A, row, column, inverse);
  if (!found && row == NULL) expr_keep_refused(pool, A, n * n);
  return found;
}
