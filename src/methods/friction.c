// methods/friction.c: forces that depend on reactions, as dry friction does.
//
// In:    forces F that contain multipliers, or reactions on coordinates, linearly
// Out:   F without them, and the directions B of the reactions with them
// Law:   M q'' = F0 + G lambda + B^T lambda = F0 + (B + G^T)^T lambda
// From:  docs/theory/switching.md (5)

#include "methods/free.h"

// reaction(x) = (B^T lambda)_x, of the constraints without friction
static void expand_reactions(const FreeSystem *s, const Equations *eq, Expr *F) {
  for (size_t i = 0; i < s->n; i++) {
    const Expr symbol = reaction_symbol(eq, i);
    if (!expr_depends(s->pool, *F, symbol)) continue;
    const Expr sum = constraints_reaction(s->pool, &eq->constraints, i);
    *F = expr_substitute(s->pool, *F, &symbol, &sum, 1);
  }
}

static void report(const FreeSystem *s, size_t i) {
  const Coordinate *x = &s->model->coordinates.at[i];
  diag_report(s->model->diags, DIAG_FORCE_MULTIPLIER, x->span, x->name);
  diag_help(s->model->diags, "a force may contain lambda(...) and reaction(...) linearly: with the sign "
                             "that the normal force has, in the place of its size");
}

// Do forces contain multipliers or reactions at all? Those that the model states are short.
static bool have_multipliers(const FreeSystem *s, const Equations *eq, const Expr *lambda) {
  Expr *reaction = ARENA_ARRAY(s->arena, Expr, s->n + 1);
  for (size_t i = 0; i < s->n; i++) reaction[i] = reaction_symbol(eq, i);
  for (size_t i = 0; i < s->n; i++) {
    const Expr force = eq->force[i];
    if (expr_is_none(force) || expr_same(force, EXPR_ZERO)) continue;
    if (expr_depends_on_any(s->pool, force, lambda, eq->constraints.r) ||
        expr_depends_on_any(s->pool, force, reaction, s->n))
      return true;
  }
  return false;
}

Status take_multipliers(const FreeSystem *s, Equations *eq) {
  ExprPool *pool = s->pool;
  const Constraints *c = &eq->constraints;
  const size_t n = s->n, r = c->r;
  Expr *lambda = ARENA_ARRAY(s->arena, Expr, r + 1), *zero = ARENA_ARRAY(s->arena, Expr, r + 1);
  for (size_t a = 0; a < r; a++) lambda[a] = c->row[a].lambda, zero[a] = EXPR_ZERO;
  if (!have_multipliers(s, eq, lambda)) return STATUS_OK;
  Matrix G = matrix_make(s->arena, r, n);
  for (size_t i = 0; i < n; i++) {
    Expr *const forces[] = {&eq->free.F[i], &eq->force[i]};
    for (size_t k = 0; k < 2; k++) {
      if (expr_is_none(*forces[k])) continue;
      expand_reactions(s, eq, forces[k]);
      for (size_t a = 0; a < r; a++) {
        if (!expr_depends(pool, *forces[k], lambda[a])) continue;
        const Expr slope = expr_diff(pool, *forces[k], lambda[a]);
        if (expr_depends_on_any(pool, slope, lambda, r)) {
          report(s, i);
          return STATUS_INPUT;
        }
        if (k == 0) *matrix_entry(&G, a, i) = slope;
      }
      *forces[k] = expr_substitute(pool, *forces[k], lambda, zero, r);
    }
  }
  for (size_t a = 0; a < r; a++)
    for (size_t i = 0; i < n; i++) {
      const Expr slope = *matrix_entry(&G, a, i);
      if (expr_same(slope, EXPR_ZERO)) continue;
      Expr *entry = matrix_entry(&c->B, a, i);
      *entry = expr_add(pool, *entry, slope);
      c->row[a].ideal = false;
    }
  return STATUS_OK;
}
