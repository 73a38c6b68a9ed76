// ground/rank.c: the rank of the constraints on accelerations, and which rows depend on others.
//
// From:  docs/theory/fingerprints.md, section "On the constraint manifold"

#include "algebra/field_linear.h"
#include "expr/field.h"
#include "ground/ground.h"

// A constraint follows from those before it when its row of [A b] does: a row of A alone may also
// contradict them.
static void mark_redundant(const Equations *eq, FieldPoint *point, Arena *arena,
                           const Fingerprint *A, bool *redundant) {
  const size_t n = eq->n, r = eq->constraints.r;
  uint64_t *a = ARENA_ARRAY(arena, uint64_t, r * (n + 1));
  size_t *ranks = ARENA_ARRAY(arena, size_t, r + 1);
  for (size_t i = 0; i < r; i++) {
    Fingerprint b = expr_fingerprint(eq->pool, eq->constraints.b[i]);
    if (point != NULL) (void) field_point_values(point, &eq->constraints.b[i], 1, &b);
    for (size_t j = 0; j < n; j++) a[i * (n + 1) + j] = A[i * n + j].v[0];
    a[i * (n + 1) + n] = b.v[0];
  }
  field_ranks(0, arena, r, n + 1, a, ranks);
  for (size_t i = 0; i < r; i++) redundant[i] = ranks[i + 1] == ranks[i];
}

// A at a point of the manifold, in one field; false where no point was found, off the manifold then.
static bool constraint_matrix(const Equations *eq, Arena *arena, FieldPoint **point,
                              Fingerprint *A) {
  const size_t entries = eq->constraints.r * eq->n;
  const Expr *at = eq->constraints.A.at;
  *point = NULL;
  if (ground_point(eq, arena, 0, point) == STATUS_OK && field_point_values(*point, at, entries, A))
    return true;
  for (size_t i = 0; i < entries; i++) A[i] = expr_fingerprint(eq->pool, at[i]);
  *point = NULL;
  return false;
}

GenericRank ground_rank(const Equations *eq, Arena *arena, bool *redundant) {
  const size_t n = eq->n, r = eq->constraints.r;
  if (r == 0) return (GenericRank){0, true};
  Fingerprint *A = ARENA_ARRAY(arena, Fingerprint, r * n);
  FieldPoint *point;
  GenericRank result = {0, constraint_matrix(eq, arena, &point, A)};
  uint64_t *a = ARENA_ARRAY(arena, uint64_t, r * n);
  size_t *ranks = ARENA_ARRAY(arena, size_t, r + 1);
  for (size_t i = 0; i < r * n; i++) a[i] = A[i].v[0];
  field_ranks(0, arena, r, n, a, ranks);
  result.rank = ranks[r];
  if (redundant != NULL) mark_redundant(eq, point, arena, A, redundant);
  return result;
}

size_t ground_independent_rows(const Equations *eq, Arena *arena, const bool *among,
                              size_t *chosen) {
  const size_t n = eq->n, r = eq->constraints.r;
  if (r == 0) return 0;
  Fingerprint *A = ARENA_ARRAY(arena, Fingerprint, r * n);
  FieldPoint *point;
  (void) constraint_matrix(eq, arena, &point, A);
  // rows that are left out count as zeros
  uint64_t *a = ARENA_ARRAY(arena, uint64_t, r * n);
  size_t *ranks = ARENA_ARRAY(arena, size_t, r + 1), count = 0;
  for (size_t i = 0; i < r * n; i++) a[i] = among[i / n] ? A[i].v[0] : 0;
  field_ranks(0, arena, r, n, a, ranks);
  for (size_t i = 0; i < r; i++)
    if (ranks[i + 1] > ranks[i]) chosen[count++] = i;
  return count;
}
