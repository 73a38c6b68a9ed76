// methods/parametrize.c: solves the constraints for velocities, one after another.
//
// In:    constraints on velocities; linear ones first, so that they always succeed
// Out:   every velocity as a function of the free ones
// From:  docs/theory/appell.md (2); B08 section 3, step 1
// Not:   a constraint in which no velocity enters linearly, or only squared, is not solved
//
// Among the velocities for which a constraint can be solved, one without an initial value is preferred, then one whose
// coefficient does not vanish near the initial state, then the shortest.

#include "methods/parametrize.h"
#include "algebra/algebra.h"
#include "methods/start.h"
#include <math.h>

typedef struct {
  const FreeSystem *s;
  Expr *psi;  // psi[i] is the velocity itself while it is free
  bool *bound;
  Start start;
} Search;

#define REGULAR 0.05  // a coefficient above this part of the largest counts as nonvanishing

// --- one constraint ------------------------------------------------------------------------------

static bool is_linear_in(ExprPool *pool, Expr C, Expr v) {
  return expr_same(expr_diff(pool, expr_diff(pool, C, v), v), EXPR_ZERO);
}

static Expr at_zero(ExprPool *pool, Expr C, Expr v) {
  return expr_substitute(pool, C, &v, &EXPR_ZERO, 1);
}

// The velocity for which to solve C, or NOWHERE if it is linear in none.
static size_t best_velocity(const Search *x, Expr C) {
  const FreeSystem *s = x->s;
  double largest = 0, *size = ARENA_ARRAY(s->arena, double, s->n);
  for (size_t i = 0; i < s->n; i++) {
    const Expr alpha = expr_diff(s->pool, C, s->qd[i]);
    if (x->bound[i] || expr_same(alpha, EXPR_ZERO) || !is_linear_in(s->pool, C, s->qd[i])) continue;
    size[i] = fabs(start_value(&x->start, alpha));
    if (!isfinite(size[i])) size[i] = 0;
    if (size[i] > largest) largest = size[i];
  }
  size_t best = NOWHERE;
  double best_score = (double) INFINITY;
  for (size_t i = 0; i < s->n; i++) {
    const Expr alpha = expr_diff(s->pool, C, s->qd[i]);
    if (x->bound[i] || expr_same(alpha, EXPR_ZERO) || !is_linear_in(s->pool, C, s->qd[i])) continue;
    const double score = (double) expr_weight(s->pool, alpha) +
                         (size[i] < REGULAR * largest ? 1e6 : 0) +
                         (start_has_initial(s->model, s->qd[i]) ? 1e3 : 0);
    if (score < best_score) best = i, best_score = score;
  }
  return best;
}

// C = alpha v + beta: v = -beta/alpha
static Expr solve_linear(const Search *x, Expr C, Expr v) {
  ExprPool *pool = x->s->pool;
  const Expr beta = at_zero(pool, C, v);
  return algebra_readable(pool, expr_neg(pool, expr_div(pool, beta, expr_diff(pool, C, v))));
}

// C = alpha v^2 + beta: v = sqrt(-beta/alpha) with the sign of v, |v|/v, which does not change along a motion
static bool solve_square(const Search *x, Expr C, Expr v, Expr *solution) {
  ExprPool *pool = x->s->pool;
  if (!expr_depends(pool, C, v)) return false;
  const Expr beta = at_zero(pool, C, v);
  const Expr alpha = expr_half(pool, expr_diff(pool, expr_diff(pool, C, v), v));
  const Expr form = expr_add(pool, expr_mul(pool, alpha, expr_square(pool, v)), beta);
  if (expr_depends(pool, alpha, v) || !expr_equal(pool, form, C) || expr_same(beta, EXPR_ZERO))
    return false;
  const Expr root =
    expr_sqrt(pool, algebra_readable(pool, expr_neg(pool, expr_div(pool, beta, alpha))));
  *solution = expr_mul(pool, root, expr_div(pool, expr_call1(pool, FN_ABS, v), v));
  if (!expr_is_none(*solution)) return true;
  (void) expr_trouble(pool);  // the root of a negative number
  return false;
}

static bool solve_any_square(const Search *x, Expr C, size_t *index, Expr *solution) {
  for (*index = 0; *index < x->s->n; ++*index)
    if (!x->bound[*index] && solve_square(x, C, x->s->qd[*index], solution)) return true;
  return false;
}

static void bind(Search *x, size_t i, Expr solution) {
  const FreeSystem *s = x->s;
  for (size_t k = 0; k < s->n; k++)
    if (x->bound[k])
      x->psi[k] =
        algebra_readable(s->pool, expr_substitute(s->pool, x->psi[k], &s->qd[i], &solution, 1));
  x->psi[i] = solution;
  x->bound[i] = true;
}

// The constraint in terms of the velocities that are still free.
static Expr in_free_velocities(const Search *x, const ConstraintRow *row) {
  const FreeSystem *s = x->s;
  return algebra_readable(s->pool, expr_substitute(s->pool, row->velocity, s->qd, x->psi, s->n));
}

static Status report_unsolved(const Search *x, const ConstraintRow *row) {
  diag_report(x->s->model->diags, DIAG_RATE_NEEDED, row->span);
  diag_help(x->s->model->diags,
            "give the velocities yourself: `speed v` and `rate x' = ...` for each coordinate");
  return STATUS_UNABLE;
}

static Status solve_one(Search *x, const ConstraintRow *row) {
  const Expr C = in_free_velocities(x, row);
  if (expr_same(C, EXPR_ZERO)) return STATUS_OK;  // follows from the others
  size_t i = best_velocity(x, C);
  Expr solution = EXPR_NONE;
  if (i != NOWHERE)
    solution = solve_linear(x, C, x->s->qd[i]);
  else if (!solve_any_square(x, C, &i, &solution))
    return report_unsolved(x, row);
  bind(x, i, solution);
  return STATUS_OK;
}

// The same for a given velocity.
static Status solve_for(Search *x, const ConstraintRow *row, size_t i) {
  ExprPool *pool = x->s->pool;
  const Expr v = x->s->qd[i], C = in_free_velocities(x, row);
  Expr solution;
  if (x->bound[i] || !expr_depends(pool, C, v)) return report_unsolved(x, row);
  if (is_linear_in(pool, C, v))
    solution = solve_linear(x, C, v);
  else if (!solve_square(x, C, v, &solution))
    return report_unsolved(x, row);
  bind(x, i, solution);
  return STATUS_OK;
}

// --- all of them ---------------------------------------------------------------------------------

// Solves the linear constraints first.
static Status solve_all(Search *x, const Equations *eq, const bool *redundant) {
  const FreeSystem *s = x->s;
  for (int linear = 1; linear >= 0; linear--)
    for (size_t a = 0; a < eq->constraints.r; a++)
      if (!(redundant != NULL && redundant[a]) &&
          constraints_linear_in_velocities(s->pool, eq->constraints.row[a].velocity, s->qd, s->n) ==
            (linear == 1))
        TRY(solve_one(x, &eq->constraints.row[a]));
  return STATUS_OK;
}

Status parametrization_find(const FreeSystem *s, const Equations *eq, const bool *redundant,
                            const Elimination *eliminate, Parametrization *p) {
  Search x = {
    .s = s, .psi = ARENA_ARRAY(s->arena, Expr, s->n), .bound = ARENA_ARRAY(s->arena, bool, s->n)};
  x.start = start_make(s);
  for (size_t i = 0; i < s->n; i++) x.psi[i] = s->qd[i];
  if (eliminate == NULL) TRY(solve_all(&x, eq, redundant));
  for (size_t k = 0; eliminate != NULL && k < eliminate->n; k++)
    TRY(solve_for(&x, &eq->constraints.row[eliminate->row[k]], eliminate->velocity[k]));
  *p = (Parametrization){0, ARENA_ARRAY(s->arena, Expr, s->n), ARENA_ARRAY(s->arena, Expr, s->n),
                         x.psi};
  for (size_t i = 0; i < s->n; i++) {
    if (x.bound[i]) continue;
    p->z[p->m] = s->qd[i];
    p->zd[p->m++] = s->qdd[i];
  }
  return STATUS_OK;
}
