// proof/frobenius.c: can a constraint on velocities be integrated?
//
// In:    constraints that are affine in the velocities, as forms w = sum a_i dq_i + a_t dt
// Out:   proved where w dw = 0, so that w alone has a factor that makes it the differential of a
//        function; or where the derivatives of all forms vanish on what the forms allow; refuted where that of w does
//        not, at a random point of the manifold over the finite fields
// From:  Frobenius; docs/theory/claims.md
// Not:   a constraint that is integrable only together with some of the others, not with all of them,
//        is unknown

#include "proof/frobenius.h"
#include "algebra/field_linear.h"
#include "expr/field.h"
#include "proof/court.h"

// The form sum a_i dq_i + a_t dt of a constraint that is affine in the velocities.
typedef struct {
  size_t n;
  Expr *a, *x;
} Form;

static bool form_of(const Equations *eq, const ConstraintRow *row, Arena *arena, Form *form) {
  const size_t n = eq->n;
  *form = (Form){n + 1, ARENA_ARRAY(arena, Expr, n + 1), ARENA_ARRAY(arena, Expr, n + 1)};
  Expr rest = row->velocity;
  for (size_t i = 0; i < n; i++) {
    form->x[i] = eq->q[i];
    form->a[i] = expr_diff(eq->pool, row->velocity, eq->qd[i]);
    if (expr_depends_on_any(eq->pool, form->a[i], eq->qd, n)) return false;
    rest = expr_sub(eq->pool, rest, expr_mul(eq->pool, form->a[i], eq->qd[i]));
  }
  const Expr zero = EXPR_ZERO;
  for (size_t i = 0; i < n; i++) rest = expr_substitute(eq->pool, rest, &eq->qd[i], &zero, 1);
  form->x[n] = EXPR_TIME;
  form->a[n] = rest;
  return true;
}

static Expr curl(ExprPool *pool, const Form *f, size_t i, size_t j) {
  return expr_sub(pool, expr_diff(pool, f->a[j], f->x[i]), expr_diff(pool, f->a[i], f->x[j]));
}

// Frobenius: the form times its exterior derivative vanishes
static bool is_closed_up_to_a_factor(ExprPool *pool, const Form *f) {
  for (size_t i = 0; i < f->n; i++)
    for (size_t j = i + 1; j < f->n; j++)
      for (size_t k = j + 1; k < f->n; k++) {
        Expr sum = expr_mul(pool, f->a[i], curl(pool, f, j, k));
        sum = expr_add(pool, sum, expr_mul(pool, f->a[j], curl(pool, f, k, i)));
        sum = expr_add(pool, sum, expr_mul(pool, f->a[k], curl(pool, f, i, j)));
        if (!expr_equal(pool, sum, EXPR_ZERO)) return false;
      }
  return true;
}

// --- together with the others --------------------------------------------------------------------

typedef struct {
  size_t n, r;  // variables, forms
  Form *form;
} System;

static bool system_of(const Equations *eq, Arena *arena, System *system) {
  const Constraints *c = &eq->constraints;
  *system = (System){eq->n + 1, c->r, ARENA_ARRAY(arena, Form, c->r + 1)};
  for (size_t a = 0; a < c->r; a++)
    if (expr_is_none(c->row[a].velocity) || !form_of(eq, &c->row[a], arena, &system->form[a]))
      return false;
  return true;
}

// Are there forms alpha_b with dw = sum alpha_b w_b at the point? Then dw vanishes on what the w_b
// allow. values: of all forms, one after the other; curls: those of dw, for i < j.
static bool vanishes_on_kernel(const System *s, int k, const Fingerprint *values,
                               const Fingerprint *curls, Arena *arena) {
  const size_t n = s->n, rows = n * (n - 1) / 2, columns = s->r * n;
  uint64_t *K = ARENA_ARRAY(arena, uint64_t, rows * columns),
           *f = ARENA_ARRAY(arena, uint64_t, rows + 1),
           *x = ARENA_ARRAY(arena, uint64_t, columns + 1);
  for (size_t i = 0, row = 0; i < n; i++)
    for (size_t j = i + 1; j < n; j++, row++) {
      f[row] = curls[row].v[k];
      for (size_t b = 0; b < s->r; b++) {
        K[row * columns + b * n + i] = values[b * n + j].v[k];
        K[row * columns + b * n + j] = field_sub(k, 0, values[b * n + i].v[k]);
      }
    }
  return field_solve(k, arena, rows, columns, K, f, x, NULL);
}

// Does the derivative of form a vanish on what all forms allow, at a point of the manifold?
static Truth is_closed_with_others(Court *court, const System *s, size_t a, Arena *arena) {
  const size_t n = s->n;
  Expr *forms = ARENA_ARRAY(arena, Expr, s->r * n), *curls = ARENA_ARRAY(arena, Expr, n * n);
  size_t rows = 0;
  for (size_t i = 0; i < s->r * n; i++) forms[i] = s->form[i / n].a[i % n];
  for (size_t i = 0; i < n; i++)
    for (size_t j = i + 1; j < n; j++) curls[rows++] = curl(court->pool, &s->form[a], i, j);
  Fingerprint *values = ARENA_ARRAY(arena, Fingerprint, s->r * n + 1),
              *curl_values = ARENA_ARRAY(arena, Fingerprint, rows + 1);
  FieldPoint *point;
  if (proof_point(&court->eq, arena, 0, &point) != STATUS_OK ||
      !field_point_values(point, forms, s->r * n, values) ||
      !field_point_values(point, curls, rows, curl_values))
    return TRUTH_UNKNOWN;
  bool closed = true;
  for (int k = 0; k < FIELD_COUNT; k++)
    closed = closed && vanishes_on_kernel(s, k, values, curl_values, arena);
  return closed ? TRUTH_YES : TRUTH_NO;
}

static Judgement judge_with_others(Court *court, size_t row, Arena *arena) {
  System s;
  if (!system_of(&court->eq, arena, &s))
    return (Judgement){VERDICT_UNKNOWN, "another constraint is not linear in the velocities"};
  const Truth own = is_closed_with_others(court, &s, row, arena);
  if (own == TRUTH_NO)
    return (Judgement){VERDICT_REFUTED,
                       "the derivative of its form does not vanish on what the constraints allow"};
  bool all = own == TRUTH_YES;
  for (size_t a = 0; a < s.r && all; a++)
    all = is_closed_with_others(court, &s, a, arena) == TRUTH_YES;
  if (all) return (Judgement){VERDICT_PROVED, "by Frobenius, together with the other constraints"};
  return (Judgement){VERDICT_UNKNOWN,
                     "alone it is not; together with some of the others it may be"};
}

// --- judgement -----------------------------------------------------------------------------------

// Conditions on parameters are put in; those on the state would leave a smaller space.
static bool are_on_parameters(const Court *court) {
  for (size_t i = 0; i < court->from.n; i++)
    if (expr_symbol_kind(court->pool, court->from.at[i]) != SYMBOL_CONSTANT) return false;
  return court->conditions.n == 0;
}

Judgement judge_integrable(const Equations *given_eq, const Claim *claim, Arena *arena) {
  Court court = court_open(given_eq, claim->given.at, claim->given.n, arena);
  const Equations *eq = &court.eq;
  const Constraints *c = &eq->constraints;
  if (!are_on_parameters(&court))
    return (Judgement){VERDICT_UNKNOWN, "the conditions are not on parameters alone"};
  for (size_t a = 0; a < c->r; a++) {
    Form form;
    if (!is_named(&c->row[a], claim->name) || !expr_is_none(c->row[a].position)) continue;
    if (expr_is_none(c->row[a].velocity) || !form_of(eq, &c->row[a], arena, &form))
      return (Judgement){VERDICT_UNKNOWN, "it is not linear in the velocities"};
    if (is_closed_up_to_a_factor(eq->pool, &form)) continue;
    const Judgement together = judge_with_others(&court, a, arena);
    if (together.verdict != VERDICT_PROVED) return together;
  }
  return (Judgement){VERDICT_PROVED, "by Frobenius"};
}
