// ground/follows.c: which constraints follow from others.
//
// Law:   a constraint that stays zero on a walk on the manifold of the others follows from them there;
//        points over the fields, which may also lie on other pieces, must not contradict this

#include "ground/walk.h"

#define FOLLOWS_STEPS 4
#define FOLLOWS_POINTS 4  // the manifold may have several pieces

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

// Does constraint a hold along a walk that keeps the marked ones?
static Truth follows_near(const Equations *eq, const bool *from, size_t a, Arena *arena) {
  const Ground *ground = ground_of(eq);
  if (ground->state == NULL) return TRUTH_UNKNOWN;
  Walk *walk = walk_make(eq, from, arena);
  walk_join(walk, &ground->state->balls);
  Truth truth = TRUTH_YES;
  for (int i = 0; i < FOLLOWS_STEPS && truth == TRUTH_YES; i++)
    truth = !walk_step(walk, false) ? TRUTH_UNKNOWN : walk_holds(walk, a) ? TRUTH_YES : TRUTH_NO;
  walk_clear(walk);
  return truth;
}

// The same at points over the fields; TRUTH_UNKNOWN if there are none.
static Truth follows_over_fields(const Equations *eq, const bool *from, size_t a, Arena *arena) {
  const Expr C = eq->constraints.row[a].velocity;
  const Equations less = ground_with_constraints(eq, from, arena);
  FieldPoint *any;
  if (ground_point(eq, arena, 0, &any) != STATUS_OK) return TRUTH_UNKNOWN;
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

Truth ground_follows(const Equations *eq, const bool *from, size_t a, Arena *arena) {
  if (expr_is_none(eq->constraints.row[a].velocity)) return TRUTH_UNKNOWN;
  const Truth near = follows_near(eq, from, a, arena);
  // points over the fields have other parameter values
  if (near == TRUTH_NO || ground_of(eq)->for_values) return near;
  const Truth points = follows_over_fields(eq, from, a, arena);
  return points == TRUTH_UNKNOWN ? near : points;
}
