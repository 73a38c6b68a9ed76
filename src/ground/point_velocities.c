// ground/point_velocities.c: velocities of a random point over the finite fields.
//
// In:    a point whose positions satisfy the holonomic constraints
// Out:   velocities (momenta, free speeds) that satisfy all constraints on them
// From:  docs/theory/fingerprints.md, section "On the constraint manifold"

#include "algebra/algebra.h"
#include "algebra/field_linear.h"
#include "ground/points_impl.h"
#include "methods/constraints.h"

typedef struct {
  Fingerprint *start, *along;  // velocities start + s*along
} Line;

static void put_velocities(Draw *d, const Line *line, Fingerprint s) {
  for (size_t i = 0; i < d->eq->n; i++) {
    Fingerprint value;
    for (int k = 0; k < FIELD_COUNT; k++)
      value.v[k] = field_add(k, line->start[i].v[k], field_mul(k, s.v[k], line->along[i].v[k]));
    field_point_set(d->point, d->v[i], value);
  }
}

static void move_line(Draw *d, void *self, Fingerprint at, Fingerprint *x) {
  put_velocities(d, self, at);
  *x = at;
}

static bool arrive_line(Draw *d, void *self, Fingerprint root) {
  put_velocities(d, self, root);
  return true;
}

typedef ARRAY(Expr) Rows;

// Adds to v, which is random, a solution of A step = f.
static bool linear_step(Draw *d, const Rows *rows, const Fingerprint *A, const Fingerprint *f,
                        Fingerprint *v) {
  const size_t n = d->eq->n, r = rows->n;
  for (int k = 0; k < d->point->fields; k++) {
    uint64_t *a = ARENA_ARRAY(d->arena, uint64_t, r * n), *b = ARENA_ARRAY(d->arena, uint64_t, r);
    uint64_t *x = ARENA_ARRAY(d->arena, uint64_t, n);
    for (size_t i = 0; i < r; i++) {
      b[i] = f[i].v[k];
      for (size_t j = 0; j < n; j++) a[i * n + j] = A[i * n + j].v[k];
    }
    if (!field_solve(k, d->arena, r, n, a, b, x, NULL)) return false;
    for (size_t j = 0; j < n; j++) v[j].v[k] = field_add(k, v[j].v[k], x[j]);
  }
  return true;
}

// Moves v onto the linear constraints: A (v + step) + a = 0. With homogeneous, onto their directions.
static bool onto_linear(Draw *d, const Rows *rows, Fingerprint *v, bool homogeneous) {
  const Equations *eq = d->eq;
  const size_t n = eq->n, r = rows->n;
  Expr *derivatives = ARENA_ARRAY(d->arena, Expr, r * n);
  for (size_t i = 0; i < r * n; i++)
    derivatives[i] = expr_diff(eq->pool, rows->at[i / n], d->v[i % n]);
  Fingerprint *A = ARENA_ARRAY(d->arena, Fingerprint, r * n),
              *f = ARENA_ARRAY(d->arena, Fingerprint, r);
  for (size_t i = 0; i < n; i++) field_point_set(d->point, d->v[i], v[i]);
  if (!field_point_values(d->point, derivatives, r * n, A) ||
      !field_point_values(d->point, rows->at, r, f))
    return false;
  for (size_t i = 0; i < r; i++)
    for (int k = 0; k < d->point->fields; k++) {
      uint64_t sum = homogeneous ? 0 : f[i].v[k];
      for (size_t j = 0; homogeneous && j < n; j++)
        sum = field_add(k, sum, field_mul(k, A[i * n + j].v[k], v[j].v[k]));
      f[i].v[k] = field_sub(k, 0, sum);
    }
  return linear_step(d, rows, A, f, v);
}

Expr point_numerator(const Draw *d, Expr C) {
  ExprPool *pool = d->eq->pool;
  if (d->eq->beside == 0) return C;
  const Expr e = algebra_readable(pool, C);
  if (expr_kind(pool, e) != EXPR_PRODUCT) return C;
  Expr product = EXPR_ONE;
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const ExprTerm factor = expr_operand(pool, e, i);
    if (ratio_sign(pool, factor.c) > 0)
      product = expr_mul(pool, product, expr_product(pool, &factor, 1));
  }
  return product;
}

bool point_velocities(Draw *d) {
  const Equations *eq = d->eq;
  Rows linear = {0}, others = {0};
  for (size_t a = 0; a < eq->constraints.r; a++) {
    if (expr_is_none(eq->constraints.row[a].velocity)) continue;
    const Expr C = point_numerator(d, eq->constraints.row[a].velocity);
    if (constraints_linear_in_velocities(eq->pool, C, d->v, eq->n))
      array_push(d->arena, &linear, C);
    else
      array_push(d->arena, &others, C);
  }
  Line line = {ARENA_ARRAY(d->arena, Fingerprint, eq->n),
               ARENA_ARRAY(d->arena, Fingerprint, eq->n)};
  for (size_t i = 0; i < eq->n; i++)
    line.start[i] = point_random(d), line.along[i] = point_random(d);
  if (!onto_linear(d, &linear, line.along, true) || !onto_linear(d, &linear, line.start, false))
    return false;
  put_velocities(d, &line, (Fingerprint){{0}});
  bool free = true;
  for (size_t i = 0; i < others.n; i++) {
    Fingerprint value;
    if (!point_value(d, others.at[i], &value)) return false;
    if (field_point_is_zero(d->point, value)) continue;  // follows from the others
    if (!free || !point_solve_along(d, others.at[i], &(Path){move_line, arrive_line, &line, 0}))
      return false;
    free = false;
  }
  return true;
}

bool point_rates(Draw *d) {
  const Equations *eq = d->eq;
  Fingerprint *value = ARENA_ARRAY(d->arena, Fingerprint, eq->n + 1);
  if (!field_point_values(d->point, eq->state.psi, eq->n, value)) return false;
  for (size_t i = 0; i < eq->n; i++) field_point_set(d->point, eq->qd[i], value[i]);
  return true;
}
