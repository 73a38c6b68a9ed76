// methods/implicit.c: constraints on accelerations from rates alone.
//
// In:    q' = psi(q, z, t) with m free speeds, and no constraint stated otherwise
// Out:   n - m rows A q'' = b, each named after the velocity that it determines
// From:  docs/theory/constraints.md (5)
// Law:   A psi_z = 0 and b = A (psi_q psi + psi_t), so that A q'' = b for every z'
// Not:   velocities are not solved for z: A and b may contain the speeds, which are part of the state

#include "algebra/algebra.h"
#include "methods/constraints.h"
#include "methods/start.h"
#include <math.h>

typedef struct {
  const FreeSystem *s;
  Parametrization p;
  Matrix slope;   // psi_z, n x m
  Expr *drift;    // psi_q psi + psi_t
  size_t *order;  // coordinates: the first m have independent rows of psi_z
} Rates;

static void differentiate(Rates *r) {
  const FreeSystem *s = r->s;
  for (size_t i = 0; i < s->n; i++) {
    for (size_t k = 0; k < r->p.m; k++)
      *matrix_entry(&r->slope, i, k) = expr_diff(s->pool, r->p.psi[i], r->p.z[k]);
    r->drift[i] = rate_along(s, r->p.psi[i], r->p.psi);
  }
}

// The length of a row, with a penalty if it vanishes at the initial state, where it would be a bad choice.
static double row_cost(const Rates *r, const Start *start, size_t i) {
  double cost = 0, largest = 0;
  for (size_t k = 0; k < r->p.m; k++) {
    const Expr entry = *matrix_entry(&r->slope, i, k);
    cost += (double) expr_weight(r->s->pool, entry);
    const double value = fabs(start_value(start, entry));
    if (value > largest) largest = value;
  }
  return largest < 1e-3 ? cost + 1e6 : cost;
}

// Puts m coordinates with independent rows of psi_z first: the shortest that are regular at the start.
static bool choose_rows(Rates *r) {
  const FreeSystem *s = r->s;
  const size_t n = s->n, m = r->p.m;
  const Start start = start_make(s);
  Expr *rows = ARENA_ARRAY(s->arena, Expr, m * m);
  for (size_t i = 0; i < n; i++) r->order[i] = i;
  for (size_t i = 1; i < n; i++)
    for (size_t j = i;
         j > 0 && row_cost(r, &start, r->order[j]) < row_cost(r, &start, r->order[j - 1]); j--) {
      const size_t swap = r->order[j];
      r->order[j] = r->order[j - 1];
      r->order[j - 1] = swap;
    }
  size_t found = 0;
  for (size_t i = 0; i < n && found < m; i++) {
    for (size_t k = 0; k < m; k++) rows[found * m + k] = *matrix_entry(&r->slope, r->order[i], k);
    if (algebra_rank(s->pool, s->arena, found + 1, m, rows) <= found) continue;
    const size_t chosen = r->order[i];
    for (size_t j = i; j > found; j--) r->order[j] = r->order[j - 1];
    r->order[found++] = chosen;
  }
  return found == m;
}

// (5)  with psi_z = [P; N], P invertible: A = [-N P^-1, 1], b = A drift
static bool make_rows(const Rates *r, Constraints *c) {
  const FreeSystem *s = r->s;
  ExprPool *pool = s->pool;
  const size_t m = r->p.m;
  Expr *P = ARENA_ARRAY(s->arena, Expr, m * m), *inverse = ARENA_ARRAY(s->arena, Expr, m * m);
  for (size_t i = 0; i < m * m; i++) P[i] = *matrix_entry(&r->slope, r->order[i / m], i % m);
  if (!algebra_eliminate(pool, s->arena, m, P, inverse)) return false;
  for (size_t a = 0; a < c->r; a++) {
    const size_t own = r->order[m + a];
    *matrix_entry(&c->A, a, own) = EXPR_ONE;
    for (size_t j = 0; j < m; j++) {
      Expr sum = EXPR_ZERO;
      for (size_t k = 0; k < m; k++)
        sum =
          expr_sub(pool, sum, expr_mul(pool, *matrix_entry(&r->slope, own, k), inverse[k * m + j]));
      *matrix_entry(&c->A, a, r->order[j]) = algebra_readable(pool, sum);
    }
    for (size_t j = 0; j < s->n; j++) {
      *matrix_entry(&c->B, a, j) = *matrix_entry(&c->A, a, j);
      c->b[a] = expr_add(pool, c->b[a], expr_mul(pool, *matrix_entry(&c->A, a, j), r->drift[j]));
    }
    const Coordinate *x = &s->model->coordinates.at[own];
    const char *name = text_format(s->arena, "%s'", x->name);
    const char *lambda = text_format(s->arena, "lambda(%s)", name);
    c->row[a] = (ConstraintRow){.name = name,
                                .level = LEVEL_ACCELERATION,
                                .ideal = true,
                                .span = x->rate_span,
                                .lambda = expr_symbol(pool, str(lambda), SYMBOL_QUANTITY)};
  }
  return true;
}

void implicit_rows(const FreeSystem *s, Constraints *c) {
  Rates r = {.s = s, .p = parametrization_given(s)};
  if (r.p.m == 0 || r.p.m >= s->n) return;
  r.slope = matrix_make(s->arena, s->n, r.p.m);
  r.drift = ARENA_ARRAY(s->arena, Expr, s->n);
  r.order = ARENA_ARRAY(s->arena, size_t, s->n);
  differentiate(&r);
  const size_t rows = s->n - r.p.m;
  Constraints made = {rows, ARENA_ARRAY(s->arena, ConstraintRow, rows),
                      matrix_make(s->arena, rows, s->n), matrix_make(s->arena, rows, s->n),
                      matrix_make(s->arena, rows, 1).at};
  if (choose_rows(&r) && make_rows(&r, &made)) *c = made;
}
