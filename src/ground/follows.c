// ground/follows.c: which constraints follow from others.
//
// Law:   what vanishes at random points of the manifold of the others follows from them

#include "ground/ground.h"

#define FOLLOWS_POINTS 4  // the manifold may have several branches

Equations ground_with_constraints(const Equations *eq, const bool *kept, Arena *arena) {
  const Constraints *from = &eq->constraints;
  const size_t n = eq->n;
  Equations less = *eq;
  Constraints *to = &less.constraints;
  *to = (Constraints){0,
                      ARENA_ARRAY(arena, ConstraintRow, from->r + 1),
                      {0, n, ARENA_ARRAY(arena, Expr, from->r * n + 1)},
                      {0, n, ARENA_ARRAY(arena, Expr, from->r * n + 1)},
                      ARENA_ARRAY(arena, Expr, from->r + 1)};
  for (size_t a = 0; a < from->r; a++) {
    if (!kept[a]) continue;
    for (size_t i = 0; i < n; i++) {
      to->A.at[to->r * n + i] = from->A.at[a * n + i];
      to->B.at[to->r * n + i] = from->B.at[a * n + i];
    }
    to->b[to->r] = from->b[a];
    to->row[to->r++] = from->row[a];
  }
  to->A.rows = to->B.rows = to->r;
  return less;
}

Truth ground_follows(const Equations *eq, const bool *from, size_t a, Arena *arena) {
  const Expr C = eq->constraints.row[a].velocity;
  if (expr_is_none(C)) return TRUTH_UNKNOWN;
  const Equations less = ground_with_constraints(eq, from, arena);
  for (unsigned draw = 0; draw < FOLLOWS_POINTS; draw++) {
    FieldPoint *point;
    Fingerprint value;
    if (ground_point(&less, arena, draw, &point) != STATUS_OK ||
        !field_point_values(point, &C, 1, &value))
      return TRUTH_UNKNOWN;
    if (value.v[0] != 0 || value.v[1] != 0) return TRUTH_NO;
  }
  return TRUTH_YES;
}
