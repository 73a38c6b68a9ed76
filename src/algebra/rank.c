// algebra/rank.c: generic rank, that of the fingerprints.

#include "algebra/algebra.h"
#include "algebra/field_linear.h"

size_t algebra_rank(ExprPool *pool, Arena *arena, size_t rows, size_t columns, const Expr *A) {
  uint64_t *prints = ARENA_ARRAY(arena, uint64_t, rows * columns);
  size_t *ranks = ARENA_ARRAY(arena, size_t, rows + 1);
  for (size_t i = 0; i < rows * columns; i++) prints[i] = expr_fingerprint(pool, A[i]).v[0];
  field_ranks(0, arena, rows, columns, prints, ranks);
  return ranks[rows];
}
