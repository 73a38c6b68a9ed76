// local/pfaff.c: constraints that are affine in the velocities, as a Pfaffian system.
//
// In:    forms w = sum a_i dq_i + a_t dt; those of holonomic constraints are their differentials
// Out:   the independent ones among them, at a random point of the manifold over the finite fields
// From:  docs/theory/flag.md (1), (2)

#include "algebra/field_linear.h"
#include "methods/constraints.h"
#include "local/pfaff_impl.h"

#define POINT_DRAWS 40  // attempts to find a point with all roots that are needed

// --- values at the point -------------------------------------------------------------------------

bool pfaff_values(const Pfaff *p, const Expr *at, size_t n, uint64_t *values) {
  Fingerprint *both = ARENA_ARRAY(p->arena, Fingerprint, n + 1);
  p->point->lacks_root = 0;
  if (!field_point_values(p->point, at, n, both) || p->point->lacks_root) return false;
  for (size_t i = 0; i < n; i++) values[i] = both[i].v[0];
  return true;
}

bool pfaff_is_zero(const Pfaff *p, Expr e) {
  Fingerprint value;
  if (expr_same(e, EXPR_ZERO)) return true;
  p->point->lacks_root = 0;
  return field_point_values(p->point, &e, 1, &value) && !p->point->lacks_root && value.v[0] == 0 &&
         value.v[1] == 0;
}

bool pfaff_implies(const Pfaff *p, const Rows *rows, const Expr *form) {
  const size_t n = rows->n;
  uint64_t *a = ARENA_ARRAY(p->arena, uint64_t, (n + 1) * p->n);
  size_t *ranks = ARENA_ARRAY(p->arena, size_t, n + 2);
  if (!pfaff_values(p, rows->at, n * p->n, a) || !pfaff_values(p, form, p->n, a + n * p->n))
    return false;
  field_ranks(0, p->arena, n + 1, p->n, a, ranks);
  return ranks[n + 1] == ranks[n];
}

// --- forms ---------------------------------------------------------------------------------------

bool pfaff_form(const Pfaff *p, Expr C, Expr *form) {
  const Equations *eq = p->eq;
  Expr rest = C;
  if (expr_is_none(C) || expr_depends_on_any(p->pool, C, eq->state.z, eq->beside)) return false;
  for (size_t i = 0; i < eq->n; i++) {
    form[i] = expr_diff(p->pool, C, eq->qd[i]);
    if (expr_depends_on_any(p->pool, form[i], eq->qd, eq->n)) return false;
    rest = expr_substitute(p->pool, rest, &eq->qd[i], &EXPR_ZERO, 1);
  }
  if (!p->with_time) return expr_same(rest, EXPR_ZERO);
  form[eq->n] = rest;
  return true;
}

Expr pfaff_curl(const Pfaff *p, const Expr *a, size_t i, size_t j) {
  const Expr back = expr_diff(p->pool, a[i], p->x[j]);
  return expr_sub(p->pool, expr_diff(p->pool, a[j], p->x[i]), back);
}

bool pfaff_is_closed_alone(const Pfaff *p, const Expr *a) {
  for (size_t i = 0; i < p->n; i++)
    for (size_t j = i + 1; j < p->n; j++)
      for (size_t k = j + 1; k < p->n; k++) {
        Expr sum = expr_mul(p->pool, a[i], pfaff_curl(p, a, j, k));
        sum = expr_add(p->pool, sum, expr_mul(p->pool, a[j], pfaff_curl(p, a, k, i)));
        sum = expr_add(p->pool, sum, expr_mul(p->pool, a[k], pfaff_curl(p, a, i, j)));
        if (!expr_equal(p->pool, sum, EXPR_ZERO)) return false;
      }
  return true;
}

// --- the variables -------------------------------------------------------------------------------

// Does the form of C contain t or dt? If C is not affine, it has no form.
static bool needs_time(const Pfaff *p, Expr C) {
  const Equations *eq = p->eq;
  if (expr_is_none(C)) return false;
  if (expr_depends(p->pool, C, EXPR_TIME)) return true;
  Expr rest = C;
  for (size_t i = 0; i < eq->n; i++)
    rest = expr_substitute(p->pool, rest, &eq->qd[i], &EXPR_ZERO, 1);
  return constraints_linear_in_velocities(p->pool, C, eq->qd, eq->n) && !expr_same(rest, EXPR_ZERO);
}

// Do rates alone define what is allowed, without constraints?
static bool has_rates_alone(const Equations *eq) {
  return eq->given.m > 0 && eq->model->constraints.n == 0;
}

static Expr at_rest(const Pfaff *p, Expr psi) {
  const Equations *eq = p->eq;
  for (size_t k = 0; k < eq->given.m; k++)
    psi = expr_substitute(p->pool, psi, &eq->given.z[k], &EXPR_ZERO, 1);
  return psi;
}

static void gather_variables(Pfaff *p, const Expr *more, size_t n) {
  const Equations *eq = p->eq;
  for (size_t a = 0; a < eq->constraints.r; a++)
    p->with_time = p->with_time || needs_time(p, eq->constraints.row[a].velocity);
  for (size_t a = 0; a < n; a++) p->with_time = p->with_time || needs_time(p, more[a]);
  for (size_t i = 0; has_rates_alone(eq) && i < eq->n; i++)
    p->with_time = p->with_time || !expr_same(at_rest(p, eq->given.psi[i]), EXPR_ZERO) ||
                   expr_depends(p->pool, eq->given.psi[i], EXPR_TIME);
  p->n = eq->n + (p->with_time ? 1 : 0);
  p->x = ARENA_ARRAY(p->arena, Expr, p->n);
  for (size_t i = 0; i < eq->n; i++) p->x[i] = eq->q[i];
  if (p->with_time) p->x[eq->n] = EXPR_TIME;
}

// --- the system ----------------------------------------------------------------------------------

// The equations with those constraints that have forms: the others do not restrict positions.
static Equations with_forms(const Pfaff *p) {
  const Constraints *c = &p->eq->constraints;
  bool *kept = ARENA_ARRAY(p->arena, bool, c->r + 1);
  Expr *form = ARENA_ARRAY(p->arena, Expr, p->n);
  for (size_t a = 0; a < c->r; a++)
    kept[a] = !expr_is_none(c->row[a].position) || pfaff_form(p, c->row[a].velocity, form);
  return ground_with_constraints(p->eq, kept, p->arena);
}

// Finds a point of the manifold at which all roots in the constraints exist.
static Status find_point(Pfaff *p) {
  const Equations less = with_forms(p), *eq = &less;
  const size_t entries = eq->constraints.r * eq->n;
  uint64_t *values = ARENA_ARRAY(p->arena, uint64_t, entries + 1);
  for (unsigned draw = 0; draw < POINT_DRAWS; draw++) {
    TRY(ground_point(eq, p->arena, draw, &p->point));
    field_point_take_roots(p->point, 0, 0);
    if (pfaff_values(p, eq->constraints.A.at, entries, values)) return STATUS_OK;
  }
  return STATUS_UNABLE;
}

// q' = psi(q, z, t), affine in z: the columns of psi_z, and psi at z = 0 with t' = 1
static bool take_rates(Pfaff *p) {
  const Equations *eq = p->eq;
  const size_t m = eq->given.m;
  Rows fields = rows_make(p);
  Expr *row = ARENA_ARRAY(p->arena, Expr, p->n);
  for (size_t k = 0; k < m + p->with_time; k++) {
    for (size_t i = 0; i < eq->n; i++) {
      row[i] =
        k < m ? expr_diff(p->pool, eq->given.psi[i], eq->given.z[k]) : at_rest(p, eq->given.psi[i]);
      if (expr_depends_on_any(p->pool, row[i], eq->given.z, m)) return false;
    }
    if (p->with_time) row[eq->n] = k == m ? EXPR_ONE : EXPR_ZERO;
    (void) rows_insert(p, &fields, row, false);
  }
  p->forms = rows_dual(p, &fields);
  return true;
}

// Keeps the form of C, unless it depends on the previous ones.
static bool take_form(Pfaff *p, Expr C) {
  Expr *row = p->forms.at + p->forms.n * p->n;
  if (!pfaff_form(p, C, row)) return false;
  if (!pfaff_implies(p, &p->forms, row)) p->forms.n++;
  return true;
}

static void take_forms(Pfaff *p, const Expr *more, size_t n) {
  const Constraints *c = &p->eq->constraints;
  p->forms.at = ARENA_ARRAY(p->arena, Expr, (c->r + n + 1) * p->n);
  for (size_t a = 0; a < c->r; a++)
    if (!expr_is_none(c->row[a].position)) (void) take_form(p, c->row[a].velocity);
  p->holonomic = p->forms.n;
  for (size_t a = 0; a < c->r; a++)
    if (expr_is_none(c->row[a].position) && !take_form(p, c->row[a].velocity)) p->whole = false;
  for (size_t a = 0; a < n; a++) (void) take_form(p, more[a]);
}

Status pfaff_open(const Equations *eq, const Expr *more, size_t n, Arena *arena, Pfaff *p) {
  *p = (Pfaff){.eq = eq, .pool = eq->pool, .arena = arena, .whole = true};
  gather_variables(p, more, n);
  if (!free_in_velocities(eq)) return STATUS_UNABLE;
  TRY(find_point(p));
  if (!has_rates_alone(eq))
    take_forms(p, more, n);
  else if (!take_rates(p))
    return STATUS_UNABLE;
  (void) expr_trouble(p->pool);
  return p->forms.n > 0 ? STATUS_OK : STATUS_DOMAIN;
}
