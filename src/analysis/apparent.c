// analysis/apparent.c: constraints that are nonlinear in form only.
//
// In:    constraints on velocities; the affine ones are solved for some velocities
// Out:   for each of the others, its meaning on the space that the affine ones leave: nothing, one affine
//        equation (also as a square), several (a sum of squares), a product
// From:  B08 8.1 and 8.4; docs/theory/flag.md (9), (10)
// Law:   random velocities at one position, over the finite fields, span enough to show that no affine equation
//        was missed

#include "analysis/apparent.h"
#include "algebra/algebra.h"
#include "algebra/field_linear.h"
#include "analysis/sign.h"
#include "methods/constraints.h"

#define VANISHES_POINTS 3

typedef struct {
  const Equations *eq;
  ExprPool *pool;
  Arena *arena;
  Appearances *out;
  Expr *from, *to;  // velocities that the affine constraints determine, and their values
  size_t solved;
  Equations others;  // without the constraints being examined
  bool holonomic;    // `others` has constraints on positions
} Look;

// --- the space of the affine constraints ---------------------------------------------------------

// v_lead = -(sum of the others), from the solved forms
static void solve_affine(Look *l) {
  const size_t n = l->eq->n;
  Pfaff p;
  l->solved = 0;
  if (pfaff_open(l->eq, l->out->more.at, l->out->more.n, l->arena, &p) != STATUS_OK) return;
  const Rows forms = pfaff_solved(&p);
  for (size_t k = 0; k < forms.n; k++) {
    if (forms.lead[k] >= n) continue;  // dt: there is no state at all
    const Expr *row = forms.at + k * p.n;
    Expr sum = p.with_time ? expr_neg(l->pool, row[n]) : EXPR_ZERO;
    for (size_t i = 0; i < n; i++)
      if (i != forms.lead[k]) sum = expr_sub(l->pool, sum, expr_mul(l->pool, row[i], l->eq->qd[i]));
    l->from[l->solved] = l->eq->qd[forms.lead[k]];
    l->to[l->solved++] = sum;
  }
}

static bool is_affine(const Look *l, Expr C) {
  return constraints_linear_in_velocities(l->pool, C, l->eq->qd, l->eq->n);
}

static bool has_velocities(const Look *l, Expr e) {
  return expr_depends_on_any(l->pool, e, l->eq->qd, l->eq->n);
}

static bool has_coordinates(const Look *l, Expr e) {
  return expr_depends_on_any(l->pool, e, l->eq->q, l->eq->n);
}

// Does e vanish wherever the constraints on positions and the affine ones hold? The solved velocities are valid
// there; elsewhere they may leave terms that contain constraints on positions as factors.
static Truth vanishes(const Look *l, Expr e) {
  if (!l->holonomic) return TRUTH_NO;
  for (unsigned draw = 0; draw < VANISHES_POINTS; draw++) {
    FieldPoint *point;
    Fingerprint value;
    if (ground_point(&l->others, l->arena, draw, &point) != STATUS_OK ||
        !field_point_values(point, &e, 1, &value))
      return TRUTH_UNKNOWN;
    if (value.v[0] != 0 || value.v[1] != 0) return TRUTH_NO;
  }
  return TRUTH_YES;
}

// --- sums of squares -----------------------------------------------------------------------------

// C = 1/2 sum S_ij w_i w_j with w = (q', 1)
static bool quadratic_form(const Look *l, Expr C, Expr *S) {
  const size_t n = l->eq->n, m = n + 1;
  ExprPool *pool = l->pool;
  Expr *zeros = ARENA_ARRAY(l->arena, Expr, n), rest = C;
  for (size_t i = 0; i < n; i++) zeros[i] = EXPR_ZERO;
  for (size_t i = 0; i < n; i++) {
    const Expr slope = expr_diff(pool, C, l->eq->qd[i]);
    for (size_t j = 0; j < n; j++) {
      S[i * m + j] = expr_diff(pool, slope, l->eq->qd[j]);
      if (has_velocities(l, S[i * m + j])) return false;
    }
    S[i * m + n] = S[n * m + i] = expr_substitute(pool, slope, l->eq->qd, zeros, n);
  }
  rest = expr_substitute(pool, C, l->eq->qd, zeros, n);
  S[n * m + n] = expr_add(pool, rest, rest);
  return true;
}

// Returns the factor of a form that contains velocities.
static Expr velocity_factor(const Look *l, Expr form) {
  const FactorList f = algebra_factors(l->pool, l->arena, form);
  for (size_t i = 0; i < f.n; i++)
    if (has_velocities(l, f.at[i].e)) return f.at[i].e;
  return form;
}

// Completes squares in S: the row of i is the form whose square is split off. All squares must have the same
// sign. Returns the number of forms, or 0 if S is not known to be definite.
static size_t squares(const Look *l, Expr *S, Expr *forms, bool *empty) {
  const size_t n = l->eq->n, m = n + 1;
  ExprPool *pool = l->pool;
  size_t found = 0;
  int sign = 0;
  for (size_t step = 0; step < m; step++) {
    size_t i = 0;
    while (i < m && expr_same(S[i * m + i], EXPR_ZERO)) i++;
    if (i == m) break;
    const Expr d = algebra_readable(pool, S[i * m + i]);
    const int own = sign_seen(l->eq->model, d);
    if (own == 0 || (sign != 0 && own != sign)) return 0;
    sign = own;
    *empty = *empty || i == n;
    const Expr form = expr_add(pool, S[i * m + n], expr_dot(pool, S + i * m, 1, l->eq->qd, n));
    forms[found++] = velocity_factor(l, form);
    Expr *row = ARENA_ARRAY(l->arena, Expr, m);
    for (size_t j = 0; j < m; j++) row[j] = S[i * m + j];
    for (size_t j = 0; j < m; j++)
      for (size_t k = 0; k < m; k++)
        S[j * m + k] = algebra_readable(
          pool, expr_sub(pool, S[j * m + k], expr_div(pool, expr_mul(pool, row[j], row[k]), d)));
  }
  for (size_t i = 0; i < m * m; i++)
    if (!expr_same(S[i], EXPR_ZERO)) return 0;
  return found;
}

static bool look_for_squares(const Look *l, Expr C, Apparent *a) {
  const size_t m = l->eq->n + 1;
  Expr *S = ARENA_ARRAY(l->arena, Expr, m * m), *forms = ARENA_ARRAY(l->arena, Expr, m);
  bool empty = false;
  if (!quadratic_form(l, C, S)) return false;
  const size_t n = squares(l, S, forms, &empty);
  (void) expr_trouble(l->pool);
  if (n == 0) return false;
  *a = (Apparent){empty ? APPARENT_EMPTY : APPARENT_SQUARES, forms, n};
  return true;
}

// --- one constraint ------------------------------------------------------------------------------

static Apparent look_at(const Look *l, Expr velocity) {
  Apparent a = {APPARENT_UNDECIDED, NULL, 0};
  const Expr C =
    algebra_readable(l->pool, expr_substitute(l->pool, velocity, l->from, l->to, l->solved));
  if (expr_is_none(C)) return a;
  const Truth zero = expr_same(C, EXPR_ZERO) ? TRUTH_YES : vanishes(l, C);
  if (zero == TRUTH_YES) return (Apparent){APPARENT_IMPLIED, NULL, 0};
  const FactorList f = algebra_factors(l->pool, l->arena, C);
  a.forms = ARENA_ARRAY(l->arena, Expr, f.n + 1);
  for (size_t i = 0; i < f.n; i++) {
    if (ratio_sign(l->pool, f.at[i].c) <= 0) continue;
    if (has_velocities(l, f.at[i].e))
      a.forms[a.n++] = f.at[i].e;
    else if (zero == TRUTH_UNKNOWN && l->holonomic && has_coordinates(l, f.at[i].e))
      return (Apparent){APPARENT_UNDECIDED, NULL, 0};  // it may be a constraint
  }
  if (a.n > 1) {
    a.kind = APPARENT_PRODUCT;
  } else if (a.n == 1 && is_affine(l, a.forms[0])) {
    a.kind = APPARENT_LINEAR;
  } else if (a.n != 1 || !look_for_squares(l, a.forms[0], &a)) {
    a.n = 0;
  }
  return a;
}

// --- several of them -----------------------------------------------------------------------------

// (10)  sum c_a C_a is affine if sum c_a C_a,ij = 0 for all second derivatives by velocities
static bool combine(Look *l, const size_t *rows, size_t k) {
  const size_t n = l->eq->n;
  Expr *C = ARENA_ARRAY(l->arena, Expr, k), *entries = ARENA_ARRAY(l->arena, Expr, n * n * k);
  for (size_t a = 0; a < k; a++) {
    C[a] =
      algebra_readable(l->pool, expr_substitute(l->pool, l->eq->constraints.row[rows[a]].velocity,
                                                l->from, l->to, l->solved));
    if (expr_is_none(C[a])) return false;
    for (size_t i = 0; i < n * n; i++)
      entries[i * k + a] =
        expr_diff(l->pool, expr_diff(l->pool, C[a], l->eq->qd[i / n]), l->eq->qd[i % n]);
  }
  Rationals *field = rationals_create(l->pool, l->arena, entries, n * n * k, ANGLES_SPLIT);
  if (field == NULL) return false;
  const Rational **A = ARENA_ARRAY(l->arena, const Rational *, n * n * k),
                 **basis = ARENA_ARRAY(l->arena, const Rational *, k * k + 1);
  for (size_t i = 0; i < n * n * k; i++) A[i] = rational_of(field, entries[i]);
  size_t count = 0;
  if (!rational_kernel(field, n * n, k, A, basis, &count)) return false;
  bool found = false;
  for (size_t v = 0; v < count; v++) {
    Expr sum = EXPR_ZERO;
    for (size_t a = 0; a < k; a++)
      sum = expr_add(l->pool, sum,
                     expr_mul(l->pool, algebra_quotient(l->pool, field, basis[a * k + v]), C[a]));
    sum = algebra_readable(l->pool, sum);
    if (expr_is_none(sum) || !is_affine(l, sum) || !has_velocities(l, sum)) continue;
    if (vanishes(l, sum) == TRUTH_YES) continue;
    array_push(l->arena, &l->out->more, sum);
    array_push(l->arena, &l->out->combined, sum);
    found = true;
  }
  return found;
}

// --- were all found? -----------------------------------------------------------------------------

// Do the velocities at one position span the space that the affine equations leave?
static bool spans_all(const Look *l) {
  const Equations *eq = l->eq;
  const size_t n = eq->n, points = 2 * (n + 1);
  FieldPoint *point;
  if (ground_point(eq, l->arena, 0, &point) != STATUS_OK) return false;
  uint64_t *rows = ARENA_ARRAY(l->arena, uint64_t, points * (n + 1));
  size_t *ranks = ARENA_ARRAY(l->arena, size_t, points + 1);
  Fingerprint *v = ARENA_ARRAY(l->arena, Fingerprint, n);
  for (unsigned i = 0; i < points; i++) {
    if (ground_redraw_velocities(eq, l->arena, i + 1, point) != STATUS_OK ||
        !field_point_values(point, eq->qd, n, v))
      return false;
    for (size_t j = 0; j < n; j++) rows[i * (n + 1) + j] = v[j].v[0];
    rows[i * (n + 1) + n] = 1;
  }
  field_ranks(0, l->arena, points, n + 1, rows, ranks);
  return ranks[points] == n - l->solved + 1;
}

// --- all of them ---------------------------------------------------------------------------------

static bool is_found(const Apparent *a) {
  return a->kind == APPARENT_LINEAR || a->kind == APPARENT_SQUARES;
}

// Makes one pass over the constraints that are not explained yet. Did it yield affine equations?
static bool pass(Look *l, const size_t *rows, size_t k) {
  Appearances *out = l->out;
  const size_t before = out->more.n;
  solve_affine(l);
  for (size_t i = 0; i < k; i++) {
    Apparent *a = &out->row[rows[i]];
    if (is_found(a)) continue;
    *a = look_at(l, l->eq->constraints.row[rows[i]].velocity);
    for (size_t j = 0; is_found(a) && j < a->n; j++) array_push(l->arena, &out->more, a->forms[j]);
  }
  return out->more.n > before;
}

// Lists the rows that are left for combinations.
static size_t undecided(const Look *l, const size_t *rows, size_t k, size_t *left) {
  size_t n = 0;
  for (size_t i = 0; i < k; i++)
    if (l->out->row[rows[i]].kind == APPARENT_UNDECIDED) left[n++] = rows[i];
  return n;
}

Appearances apparent_find(const Equations *eq, Arena *arena) {
  const Constraints *c = &eq->constraints;
  Appearances out = {.row = ARENA_ARRAY(arena, Apparent, c->r + 1)};
  Look l = {.eq = eq, .pool = eq->pool, .arena = arena, .out = &out};
  l.from = ARENA_ARRAY(arena, Expr, eq->n + 1);
  l.to = ARENA_ARRAY(arena, Expr, eq->n + 1);
  size_t *rows = ARENA_ARRAY(arena, size_t, c->r + 1), *left = ARENA_ARRAY(arena, size_t, c->r + 1);
  size_t k = 0;
  if (!free_in_velocities(eq)) return out;
  bool *others = ARENA_ARRAY(arena, bool, c->r + 1);
  for (size_t a = 0; a < c->r; a++) {
    others[a] = expr_is_none(c->row[a].velocity) || is_affine(&l, c->row[a].velocity);
    if (!others[a]) rows[k++] = a;
    l.holonomic = l.holonomic || (others[a] && !expr_is_none(c->row[a].position));
  }
  if (k == 0) return out;
  l.others = ground_with_constraints(eq, others, arena);
  for (size_t round = 0; round <= c->r; round++) {
    if (pass(&l, rows, k)) continue;
    const size_t n = undecided(&l, rows, k, left);
    if (n < 2 || !combine(&l, left, n)) break;
    solve_affine(&l);
  }
  const bool all = spans_all(&l);
  for (size_t i = 0; i < k; i++)
    if (all && out.row[rows[i]].kind == APPARENT_UNDECIDED) out.row[rows[i]].kind = APPARENT_NOT;
  return out;
}
