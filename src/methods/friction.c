// methods/friction.c: forces that depend on reactions, such as dry friction.
//
// In:    forces F that contain multipliers, or reactions on coordinates, linearly; or the absolute value of such
//        a sum
// Out:   F without them, and the directions B of the reactions with them
// Law:   M q'' = F0 + G lambda + B^T lambda = F0 + (B + G^T)^T lambda
// From:  docs/theory/switching.md (7) and (8)

#include "algebra/algebra.h"
#include "methods/free.h"

// reaction(x) = (B^T lambda)_x, of the constraints without friction
static void expand_reactions(const FreeSystem *s, const Equations *eq, Expr *F) {
  for (size_t i = 0; i < s->n; i++) {
    const Expr symbol = rates_reaction_symbol(eq, i);
    if (!expr_depends(s->pool, *F, symbol)) continue;
    const Expr sum = constraints_reaction(s->pool, &eq->constraints, i);
    *F = expr_substitute(s->pool, *F, &symbol, &sum, 1);
  }
}

static void report(const FreeSystem *s, size_t i) {
  const Coordinate *x = &s->model->coordinates.at[i];
  diag_report(s->model->diags, DIAG_FORCE_MULTIPLIER, x->span, x->name);
  diag_help(
    s->model->diags,
    "a force may contain lambda(...) and reaction(...) linearly, and abs(...) of such a sum");
}

// --- sizes of reactions --------------------------------------------------------------------------

// Eliminates below the diagonal of a square matrix of order n with its right-hand sides, in rows of this width. Returns
// false if a pivot vanishes identically.
static bool eliminate(ExprPool *pool, Expr *at, size_t n, size_t width) {
  for (size_t k = 0; k < n; k++) {
    const Expr pivot = at[k * width + k];
    if (expr_equal(pool, pivot, EXPR_ZERO)) return false;
    for (size_t i = k + 1; i < n; i++) {
      if (expr_same(at[i * width + k], EXPR_ZERO)) continue;
      const Expr factor = expr_div(pool, at[i * width + k], pivot);
      for (size_t j = k; j < width; j++) {
        const Expr part = expr_mul(pool, factor, at[k * width + j]);
        at[i * width + j] = expr_sub(pool, at[i * width + j], part);
      }
    }
  }
  return true;
}

// The multipliers without friction: A M^-1 B^T lambda0 = b - A M^-1 F0, in closed form. Returns false if elimination
// along the diagonal finds no inverse of M.
static bool without_friction(const FreeSystem *s, const Equations *eq, const Expr *F0,
                             Expr *lambda0) {
  ExprPool *pool = s->pool;
  const Constraints *c = &eq->constraints;
  const size_t n = s->n, r = c->r, width = n + r + 1;
  Expr *at = ARENA_ARRAY(s->arena, Expr, (n + r) * width);
  for (size_t i = 0; i < (n + r) * width; i++) at[i] = EXPR_ZERO;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) at[i * width + j] = *matrix_entry(&eq->free.made.M, i, j);
    for (size_t a = 0; a < r; a++)
      at[i * width + n + a] = expr_neg(pool, *matrix_entry(&c->B, a, i));
    at[i * width + n + r] = F0[i];
  }
  for (size_t a = 0; a < r; a++) {
    for (size_t j = 0; j < n; j++) at[(n + a) * width + j] = *matrix_entry(&c->A, a, j);
    at[(n + a) * width + n + r] = c->b[a];
  }
  if (!eliminate(pool, at, n + r, width)) return false;
  for (size_t a = r; a-- > 0;) {
    Expr sum = at[(n + a) * width + n + r];
    for (size_t k = a + 1; k < r; k++) {
      const Expr part = expr_mul(pool, at[(n + a) * width + n + k], lambda0[k]);
      sum = expr_sub(pool, sum, part);
    }
    lambda0[a] = algebra_readable(pool, expr_div(pool, sum, at[(n + a) * width + n + a]));
  }
  return true;
}

// |u| = sign(u0) u for a sum u of multipliers, where u0 is its value without friction: unless friction is strong enough
// to reverse the reaction itself, it does not change the sign. Runs check whether it does.
static void take_sizes(const FreeSystem *s, Equations *eq, const Expr *lambda, const Expr *lambda0,
                       Expr *force) {
  ExprPool *pool = s->pool;
  const size_t r = eq->constraints.r;
  const ExprList nodes = expr_reachable(pool, force, 1, s->arena);
  for (size_t i = 0; i < nodes.n; i++) {
    const Expr node = nodes.at[i];
    if (expr_kind(pool, node) != EXPR_FUNCTION || expr_function(pool, node) != FN_ABS) continue;
    const Expr u = expr_operand(pool, node, 0).e;
    if (!expr_depends_on_any(pool, u, lambda, r)) continue;
    const Expr u0 = expr_substitute(pool, u, lambda, lambda0, r);
    const Expr sign = expr_call1(pool, FN_SIGN, u0), size = expr_mul(pool, sign, u);
    *force = expr_substitute(pool, *force, &node, &size, 1);
    bool known = false;
    for (size_t k = 0; k < eq->sizes.n; k++) known = known || expr_same(eq->sizes.at[k], size);
    if (!known) array_push(s->arena, &eq->sizes, size);
  }
}

static bool has_size(const FreeSystem *s, const Expr *lambda, size_t r, Expr force) {
  const ExprList nodes = expr_reachable(s->pool, &force, 1, s->arena);
  for (size_t i = 0; i < nodes.n; i++)
    if (expr_kind(s->pool, nodes.at[i]) == EXPR_FUNCTION &&
        expr_function(s->pool, nodes.at[i]) == FN_ABS &&
        expr_depends_on_any(s->pool, nodes.at[i], lambda, r))
      return true;
  return false;
}

// Replaces the sizes of reactions in all forces; those that remain are reported as not linear.
static void take_all_sizes(const FreeSystem *s, Equations *eq, const Expr *lambda,
                           const Expr *zero) {
  const size_t n = s->n, r = eq->constraints.r;
  bool any = false;
  for (size_t i = 0; i < n; i++) {
    expand_reactions(s, eq, &eq->free.made.F[i]);
    if (!expr_is_none(eq->force[i])) expand_reactions(s, eq, &eq->force[i]);
    any = any || has_size(s, lambda, r, eq->free.made.F[i]);
  }
  if (!any) return;
  Expr *F0 = ARENA_ARRAY(s->arena, Expr, n + 1), *lambda0 = ARENA_ARRAY(s->arena, Expr, r + 1);
  for (size_t i = 0; i < n; i++)
    F0[i] = expr_substitute(s->pool, eq->free.made.F[i], lambda, zero, r);
  if (!without_friction(s, eq, F0, lambda0)) return;
  for (size_t i = 0; i < n; i++) {
    take_sizes(s, eq, lambda, lambda0, &eq->free.made.F[i]);
    if (!expr_is_none(eq->force[i])) take_sizes(s, eq, lambda, lambda0, &eq->force[i]);
  }
}

// --- all of it -----------------------------------------------------------------------------------

// Do forces contain multipliers or reactions at all? Only the forces stated by the model are searched: they are short.
static bool have_multipliers(const FreeSystem *s, const Equations *eq, const Expr *lambda) {
  Expr *reaction = ARENA_ARRAY(s->arena, Expr, s->n + 1);
  for (size_t i = 0; i < s->n; i++) reaction[i] = rates_reaction_symbol(eq, i);
  for (size_t i = 0; i < s->n; i++) {
    const Expr force = eq->force[i];
    if (expr_is_none(force) || expr_same(force, EXPR_ZERO)) continue;
    if (expr_depends_on_any(s->pool, force, lambda, eq->constraints.r) ||
        expr_depends_on_any(s->pool, force, reaction, s->n))
      return true;
  }
  return false;
}

Status friction_take_multipliers(const FreeSystem *s, Equations *eq) {
  ExprPool *pool = s->pool;
  const Constraints *c = &eq->constraints;
  const size_t n = s->n, r = c->r;
  Expr *lambda = ARENA_ARRAY(s->arena, Expr, r + 1), *zero = ARENA_ARRAY(s->arena, Expr, r + 1);
  for (size_t a = 0; a < r; a++) lambda[a] = c->row[a].lambda, zero[a] = EXPR_ZERO;
  if (!have_multipliers(s, eq, lambda)) return STATUS_OK;
  later_settle(eq);
  take_all_sizes(s, eq, lambda, zero);
  Matrix G = matrix_make(s->arena, r, n);
  for (size_t i = 0; i < n; i++) {
    Expr *const forces[] = {&eq->free.made.F[i], &eq->force[i]};
    for (size_t k = 0; k < 2; k++) {
      if (expr_is_none(*forces[k])) continue;
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
