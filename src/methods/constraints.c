// methods/constraints.c: A q'' = b for every kind of constraint.
//
// In:    constraints on positions, velocities, momenta, quasi-velocities or accelerations
// Out:   rows of A and b, and of B, the directions of the reactions
// From:  docs/theory/constraints.md (1) to (4); B11 (3.2), (3.24), U16 (12)

#include "methods/constraints.h"
#include "algebra/algebra.h"

bool constraints_linear_in_velocities(ExprPool *pool, Expr C, const Expr *qd, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (expr_depends_on_any(pool, expr_diff(pool, C, qd[i]), qd, n)) return false;
  return true;
}

void constraints_all_in_velocities(const FreeSystem *s, Expr *e, size_t n, const Expr *momentum) {
  const size_t most = s->n + s->model->speeds.n;
  Expr *from = ARENA_ARRAY(s->arena, Expr, most), *to = ARENA_ARRAY(s->arena, Expr, most);
  size_t k = 0;
  for (size_t i = 0; momentum != NULL && i < s->n; i++) {
    if (expr_is_none(s->model->coordinates.at[i].p)) continue;
    from[k] = s->model->coordinates.at[i].p;
    to[k++] = momentum[i];
  }
  for (size_t i = 0; i < s->model->speeds.n; i++) {
    if (expr_is_none(s->model->speeds.at[i].definition)) continue;
    from[k] = s->model->speeds.at[i].z;
    to[k++] = s->model->speeds.at[i].definition;
  }
  if (k > 0) expr_substitute_all(s->pool, e, n, from, to, k);
}

Expr constraints_in_velocities(const FreeSystem *s, Expr e, const Expr *momentum) {
  constraints_all_in_velocities(s, &e, 1, momentum);
  return e;
}

// (1)  h(q, t) = 0:       A = h_q,  b = -(h_q q')_q q' - 2 h_qt q' - h_tt, which is -(h')' at q'' = 0
// (2)  C(q, q', t) = 0:   A = C_q', b = -C_q q' - C_t
static void velocity_row(const FreeSystem *s, Constraints *c, size_t a) {
  const Expr C = c->row[a].velocity;
  for (size_t i = 0; i < s->n; i++) *matrix_entry(&c->A, a, i) = expr_diff(s->pool, C, s->qd[i]);
  c->b[a] = expr_neg(s->pool, rate_along(s, C, s->qd));
}

// (3)  A q'' - b = 0 as given
static void acceleration_row(const FreeSystem *s, Constraints *c, size_t a, Expr residual) {
  Expr *zeros = matrix_make(s->arena, s->n, 1).at;
  for (size_t i = 0; i < s->n; i++)
    *matrix_entry(&c->A, a, i) = expr_diff(s->pool, residual, s->qdd[i]);
  c->b[a] = expr_neg(s->pool, expr_substitute(s->pool, residual, s->qdd, zeros, s->n));
}

// (4)  the reaction is lambda dE/dq' for `realized by E`, lambda A otherwise
static void reaction_row(const FreeSystem *s, Constraints *c, size_t a, Expr realized) {
  for (size_t i = 0; i < s->n; i++)
    *matrix_entry(&c->B, a, i) =
      c->row[a].ideal ? *matrix_entry(&c->A, a, i) : expr_diff(s->pool, realized, s->qd[i]);
}

static ConstraintRow make_row(const FreeSystem *s, const Constraint *from, Expr residual) {
  ExprPool *pool = s->pool;
  ConstraintRow row = {.name = from->name,
                       .level = from->level,
                       .ideal = expr_is_none(from->realized),
                       .span = from->span};
  row.lambda =
    expr_symbol(pool, str(text_format(s->arena, "lambda(%s)", from->name)), SYMBOL_QUANTITY);
  if (from->level == LEVEL_POSITION) {
    row.position = residual;
    row.velocity = expr_rate(pool, residual);
  }
  if (from->level == LEVEL_VELOCITY) row.velocity = residual;
  return row;
}

Constraints constraint_rows(const FreeSystem *s, const Expr *momentum) {
  const Model *model = s->model;
  const size_t r = model->constraints.n;
  Constraints c = {r, ARENA_ARRAY(s->arena, ConstraintRow, r), matrix_make(s->arena, r, s->n),
                   matrix_make(s->arena, r, s->n), matrix_make(s->arena, r, 1).at};
  for (size_t a = 0; a < r; a++) {
    const Constraint *from = &model->constraints.at[a];
    const Expr residual = constraints_in_velocities(s, from->residual, momentum);
    if (expr_is_none(residual)) {
      c.row[a] = (ConstraintRow){.name = from->name, .span = from->span};
      c.b[a] = EXPR_NONE;
      continue;
    }
    c.row[a] = make_row(s, from, residual);
    if (from->level == LEVEL_ACCELERATION)
      acceleration_row(s, &c, a, residual);
    else
      velocity_row(s, &c, a);
    reaction_row(s, &c, a, from->realized);
  }
  if (r == 0) implicit_rows(s, &c);
  return c;
}

ConstraintFactors constraint_factors(const Model *model, const Constraint *c, Arena *arena) {
  Expr e = c->residual;
  for (size_t i = 0; i < model->speeds.n; i++) {
    const Speed *speed = &model->speeds.at[i];
    if (!expr_is_none(speed->definition))
      e = expr_substitute(model->pool, e, &speed->z, &speed->definition, 1);
  }
  const FactorList all = algebra_factors(model->pool, arena, e);
  ConstraintFactors f = {0, ARENA_ARRAY(arena, Expr, all.n + 1), false};
  for (size_t i = 0; i < all.n; i++) {
    if (ratio_sign(model->pool, all.at[i].c) < 0) continue;
    f.at[f.n++] = all.at[i].e;
    f.power = f.power || ratio_compare(model->pool, all.at[i].c, RATIO_ONE) > 0;
  }
  return f;
}

Parametrization parametrization_given(const FreeSystem *s) {
  const Model *model = s->model;
  Parametrization p = {0, ARENA_ARRAY(s->arena, Expr, model->speeds.n),
                       ARENA_ARRAY(s->arena, Expr, model->speeds.n),
                       ARENA_ARRAY(s->arena, Expr, s->n)};
  if (s->n == 0 || expr_is_none(model->coordinates.at[0].rate)) return p;
  for (size_t i = 0; i < s->n; i++) p.psi[i] = model->coordinates.at[i].rate;
  for (size_t i = 0; i < model->speeds.n; i++) {
    if (!expr_is_none(model->speeds.at[i].definition)) continue;
    p.z[p.m] = model->speeds.at[i].z;
    p.zd[p.m++] = model->speeds.at[i].zd;
  }
  return p;
}
