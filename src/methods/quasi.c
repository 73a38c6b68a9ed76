// methods/quasi.c: choosing quasi-velocities; their objects of anholonomy.
//
// In:    quasi-velocities omega = a(q) q' (`speed w = ...`), constraints linear and homogeneous in
//        the velocities; a set that is too small is completed by velocities
// Out:   a, b = a^-1 and the curls of the rows of a
// From:  D74 (3) to (7); labels are those of docs/theory/hamel.md

#include "methods/quasi.h"
#include "algebra/algebra.h"
#include "methods/start.h"
#include "methods/worksheet.h"
#include <math.h>

// --- choosing them -------------------------------------------------------------------------------

// Adds row to the first k rows of a unless it depends on them.
static bool add_row(const FreeSystem *s, Matrix *a, size_t *k, const Expr *row) {
  if (*k == s->n) return false;
  for (size_t j = 0; j < s->n; j++) *matrix_entry(a, *k, j) = row[j];
  if (algebra_rank(s->pool, s->arena, *k + 1, s->n, a->at) <= *k) return false;
  ++*k;
  return true;
}

static Expr *velocity_row(const FreeSystem *s, Expr e) {
  Expr *row = ARENA_ARRAY(s->arena, Expr, s->n);
  for (size_t j = 0; j < s->n; j++) row[j] = expr_diff(s->pool, e, s->qd[j]);
  return row;
}

// Is e linear and homogeneous in the velocities, with coefficients that do not contain t?
static bool is_pfaffian(const FreeSystem *s, Expr e) {
  Expr sum = EXPR_ZERO;
  const Expr *row = velocity_row(s, e);
  for (size_t j = 0; j < s->n; j++) {
    if (expr_depends_on_any(s->pool, row[j], s->qd, s->n) ||
        expr_depends(s->pool, row[j], EXPR_TIME))
      return false;
    sum = expr_add(s->pool, sum, expr_mul(s->pool, row[j], s->qd[j]));
  }
  return expr_equal(s->pool, sum, e);
}

// (3)  the constraints first
static Status take_constraint(const FreeSystem *s, const Equations *eq, size_t a, Quasi *w) {
  const ConstraintRow *row = &eq->constraints.row[a];
  if (!row->ideal || expr_is_none(row->velocity) || !is_pfaffian(s, row->velocity)) {
    diag_report(s->model->diags, DIAG_METHOD_PFAFFIAN, row->span, eq->method->name);
    return STATUS_UNABLE;
  }
  if (add_row(s, &w->a, &w->l, velocity_row(s, row->velocity))) w->symbol[w->l - 1] = EXPR_ZERO;
  return STATUS_OK;
}

// Adds one more, unless it depends on the previous ones.
static bool take(const FreeSystem *s, Quasi *w, size_t *k, Expr definition, Expr symbol,
                 Expr rate) {
  if (!add_row(s, &w->a, k, velocity_row(s, definition))) return false;
  w->symbol[*k - 1] = symbol;
  w->rate[*k - 1] = rate;
  return true;
}

// Adds those of the model: all of them, or only this one.
static Status take_speeds(const FreeSystem *s, const Equations *eq, Expr only, Quasi *w,
                          size_t *k) {
  for (size_t i = 0; i < s->model->speeds.n; i++) {
    const Speed *speed = &s->model->speeds.at[i];
    if (expr_is_none(speed->definition)) continue;
    if (!expr_is_none(only) && !expr_same(only, speed->z)) continue;
    if (!is_pfaffian(s, speed->definition)) {
      diag_report(s->model->diags, DIAG_METHOD_PFAFFIAN, speed->span, eq->method->name);
      return STATUS_UNABLE;
    }
    take(s, w, k, speed->definition, speed->z, speed->zd);
  }
  return STATUS_OK;
}

static Status take_first(const FreeSystem *s, const Equations *eq, Expr first, Quasi *w,
                         size_t *k) {
  for (size_t i = 0; i < s->n; i++)
    if (expr_same(first, s->qd[i])) take(s, w, k, s->qd[i], s->qd[i], s->qdd[i]);
  return take_speeds(s, eq, first, w, k);
}

// Adds the row, as numbers, to an orthonormal set of k rows.
static void add_direction(size_t n, size_t k, double *set, const double *row) {
  double *to = set + k * n, length = 0;
  for (size_t j = 0; j < n; j++) to[j] = row[j];
  for (size_t i = 0; i < k; i++) {
    double dot = 0;
    for (size_t j = 0; j < n; j++) dot += set[i * n + j] * to[j];
    for (size_t j = 0; j < n; j++) to[j] -= dot * set[i * n + j];
  }
  for (size_t j = 0; j < n; j++) length = hypot(length, to[j]);
  for (size_t j = 0; j < n; j++) to[j] = length > 0 ? to[j] / length : 0;
}

// (4)  then velocities until there are n: each time the one that is furthest from the present rows
//      at the initial state, so that a is regular there; of equal ones the last, which tends to
//      be an angle
static void take_velocities(const FreeSystem *s, Quasi *w, size_t *k) {
  const size_t n = s->n;
  const Start start = start_make(s);
  double *set = ARENA_ARRAY(s->arena, double, n * n), *row = ARENA_ARRAY(s->arena, double, n);
  for (size_t i = 0; i < *k; i++) {
    for (size_t j = 0; j < n; j++) row[j] = start_value(&start, *matrix_entry(&w->a, i, j));
    add_direction(n, i, set, row);
  }
  bool *tried = ARENA_ARRAY(s->arena, bool, n);
  for (size_t step = 0; step < n && *k < n; step++) {
    size_t best = 0;
    double most = -1;
    for (size_t j = 0; j < n; j++) {
      double rest = 1;
      for (size_t i = 0; i < *k; i++) rest -= set[i * n + j] * set[i * n + j];
      if (!tried[j] && rest >= most - 1e-9) best = j, most = fmax(most, rest);
    }
    tried[best] = true;
    if (!take(s, w, k, s->qd[best], s->qd[best], s->qdd[best])) continue;
    for (size_t j = 0; j < n; j++) row[j] = j == best;
    add_direction(n, *k - 1, set, row);
  }
}

// Finds the nonzero da_sk/dq_r - da_sr/dq_k for each s
static void find_curls(const FreeSystem *s, Quasi *w) {
  ExprPool *pool = s->pool;
  w->curls = ARENA_ARRAY(s->arena, Curls, s->n);
  for (size_t i = 0; i < s->n * s->n * s->n; i++) {
    const size_t row = i / (s->n * s->n), k = i / s->n % s->n, r = i % s->n;
    const Expr back = expr_diff(pool, *matrix_entry(&w->a, row, r), s->q[k]);
    const Expr curl = expr_sub(pool, expr_diff(pool, *matrix_entry(&w->a, row, k), s->q[r]), back);
    if (!expr_same(curl, EXPR_ZERO)) array_push(s->arena, &w->curls[row], ((Curl){k, r, curl}));
  }
}

static Quasi quasi_make(const FreeSystem *s) {
  return (Quasi){.a = matrix_make(s->arena, s->n, s->n),
                 .b = matrix_make(s->arena, s->n, s->n),
                 .symbol = ARENA_ARRAY(s->arena, Expr, s->n),
                 .rate = ARENA_ARRAY(s->arena, Expr, s->n)};
}

static bool are_finite(const Start *start, const Expr *at, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!isfinite(start_value(start, at[i]))) return false;
  return true;
}

// Checks b and its rate: 1/(y + 1/x) is finite at x = 0, but its derivatives, which the equations contain, are not.
static bool is_regular(const FreeSystem *s, const Start *start, const Quasi *w) {
  for (size_t i = 0; i < s->n; i++)
    for (size_t j = w->l; j < s->n; j++) {
      const Expr e[] = {*matrix_entry(&w->b, i, j),
                        rate_along(s, *matrix_entry(&w->b, i, j), s->qd)};
      if (!are_finite(start, e, 2)) return false;
    }
  return true;
}

// Orders rows and columns of a by elimination with complete pivoting at the initial state.
static void pivots_there(const FreeSystem *s, const Start *start, const Matrix *a, size_t *rows,
                         size_t *columns) {
  const size_t n = s->n;
  double *A = ARENA_ARRAY(s->arena, double, n * n);
  for (size_t i = 0; i < n * n; i++) A[i] = start_value(start, a->at[i]);
  for (size_t i = 0; i < n; i++) rows[i] = columns[i] = i;
  for (size_t k = 0; k < n; k++) {
    size_t row = k, column = k;
    for (size_t i = k; i < n; i++)
      for (size_t j = k; j < n; j++)
        if (fabs(A[rows[i] * n + columns[j]]) > fabs(A[rows[row] * n + columns[column]]))
          row = i, column = j;
    const size_t r = rows[row], c = columns[column];
    rows[row] = rows[k], rows[k] = r;
    columns[column] = columns[k], columns[k] = c;
    for (size_t i = k + 1; i < n && A[r * n + c] != 0; i++) {
      const double factor = A[rows[i] * n + c] / A[r * n + c];
      for (size_t j = k; j < n; j++) A[rows[i] * n + columns[j]] -= factor * A[r * n + columns[j]];
    }
  }
}

#define DIGITS_LEFT 1e-6  // a larger error of the inverse means division by something that vanishes

// Is b also numerically the inverse of a at the initial state, in the columns that are used? A pivot that vanishes
// wherever the constraints hold is only rounding error there, yet the inverse is finite.
static bool has_digits(const FreeSystem *s, const Start *start, const Quasi *w) {
  const size_t n = s->n;
  double worst = 0, *length = ARENA_ARRAY(s->arena, double, n);
  double *a = ARENA_ARRAY(s->arena, double, n * n), *b = ARENA_ARRAY(s->arena, double, n * n);
  for (size_t i = 0; i < n * n; i++) {
    a[i] = start_value(start, w->a.at[i]);
    b[i] = start_value(start, w->b.at[i]);
    length[i / n] = hypot(length[i / n], a[i]);
  }
  for (size_t i = 0; i < n * n; i++) {
    if (i % n < w->l) continue;
    double sum = i / n == i % n ? -1 : 0;
    for (size_t k = 0; k < n; k++) sum += a[i / n * n + k] * b[k * n + i % n];
    worst = fmax(worst, fabs(sum) * length[i % n] / length[i / n]);
  }
  return worst <= DIGITS_LEFT;
}

// Inverts a with the lightest pivots, unless these vanish at the initial state, where the inverse is needed.
static bool invert_freely(const FreeSystem *s, Quasi *w) {
  const size_t n = s->n;
  const Start start = start_make(s);
  size_t *rows = ARENA_ARRAY(s->arena, size_t, n), *columns = ARENA_ARRAY(s->arena, size_t, n);
  if (algebra_eliminate_by(s->pool, s->arena, n, w->a.at, NULL, NULL, w->b.at) &&
      ((is_regular(s, &start, w) && has_digits(s, &start, w)) ||
       !are_finite(&start, w->a.at, n * n)))
    return true;
  pivots_there(s, &start, &w->a, rows, columns);
  return algebra_eliminate_by(s->pool, s->arena, n, w->a.at, rows, columns, w->b.at);
}

// (5)  b = a^-1, with pivots in these columns; NULL: with the lightest ones that are regular
static Status invert(const FreeSystem *s, const size_t *columns, Quasi *w) {
  size_t *rows = columns != NULL ? ARENA_ARRAY(s->arena, size_t, s->n) : NULL;
  for (size_t i = 0; rows != NULL && i < s->n; i++) rows[i] = i;
  if (columns == NULL
        ? invert_freely(s, w)
        : algebra_eliminate_by(s->pool, s->arena, s->n, w->a.at, rows, columns, w->b.at)) {
    find_curls(s, w);
    return STATUS_OK;
  }
  diag_report(s->model->diags, DIAG_QUASI_INVERSE, (Span){0});
  return STATUS_UNABLE;
}

Status quasi_choose(const FreeSystem *s, const Equations *eq, const bool *redundant, Expr first,
                    Quasi *w) {
  *w = quasi_make(s);
  for (size_t a = 0; a < eq->constraints.r; a++)
    if (redundant == NULL || !redundant[a]) TRY(take_constraint(s, eq, a, w));
  size_t k = w->l;
  if (!expr_is_none(first)) TRY(take_first(s, eq, first, w, &k));
  TRY(take_speeds(s, eq, EXPR_NONE, w, &k));
  take_velocities(s, w, &k);
  return invert(s, NULL, w);
}

Status quasi_velocities(const FreeSystem *s, const Equations *eq, const Elimination *eliminate,
                        Quasi *w) {
  size_t *columns = ARENA_ARRAY(s->arena, size_t, s->n);
  *w = quasi_make(s);
  for (size_t a = 0; a < eliminate->n; a++) TRY(take_constraint(s, eq, eliminate->row[a], w));
  size_t k = w->l;
  for (size_t a = 0; a < eliminate->n; a++) columns[a] = eliminate->velocity[a];
  for (size_t i = 0; i < s->n; i++) {
    bool bound = false;
    for (size_t a = 0; a < eliminate->n; a++) bound = bound || eliminate->velocity[a] == i;
    if (!bound && take(s, w, &k, s->qd[i], s->qd[i], s->qdd[i])) columns[k - 1] = i;
  }
  return invert(s, columns, w);
}

// --- what follows from them ----------------------------------------------------------------------

Expr quasi_part(const FreeSystem *s, const Quasi *w, const Expr *v, size_t index) {
  return matrix_column_times(s->pool, &w->b, index, v);
}

// (6)  gamma^s_tm = sum_kr (da_sk/dq_r - da_sr/dq_k) b_rt b_km
Expr quasi_gamma(const FreeSystem *s, const Quasi *w, size_t row, size_t t, size_t m) {
  ExprPool *pool = s->pool;
  Expr sum = EXPR_ZERO;
  for (size_t i = 0; i < w->curls[row].n; i++) {
    const Curl *c = &w->curls[row].at[i];
    const Expr b_rt = *matrix_entry(&w->b, c->r, t), b_km = *matrix_entry(&w->b, c->k, m);
    if (expr_same(b_rt, EXPR_ZERO) || expr_same(b_km, EXPR_ZERO)) continue;
    sum = expr_add(pool, sum, expr_mul(pool, c->value, expr_mul(pool, b_rt, b_km)));
  }
  return algebra_readable(pool, sum);
}

// (7)  de/dpi_s = sum_r b_rs de/dq_r
Expr quasi_diff(const FreeSystem *s, const Quasi *w, Expr e, size_t index) {
  Expr *slope = ARENA_ARRAY(s->arena, Expr, s->n);
  for (size_t r = 0; r < s->n; r++) slope[r] = expr_diff(s->pool, e, s->q[r]);
  return quasi_part(s, w, slope, index);
}

// --- the worksheet -------------------------------------------------------------------------------

void quasi_write_velocities(const FreeSystem *s, const Quasi *w, Equations *eq) {
  work_step(eq, "Quasi-velocities; the first vanish by the constraints", "omega = a q'",
            "\\omega = a\\,\\dot q", "D74 (3), (4)");
  worksheet_matrix(eq, worksheet_own(eq, "a"), "a", w->a);
  work_step(eq, "Velocities", "q' = b omega, b = a^-1", "\\dot q = b\\,\\omega,\\; b = a^{-1}",
            "D74 (5)");
  worksheet_matrix(eq, worksheet_own(eq, "b"), "b", w->b);
  for (size_t i = 0; i < s->n; i++) {
    const Expr *row = w->b.at + i * w->b.columns;
    worksheet_symbol(eq, s->qd[i], expr_dot(s->pool, row + w->l, 1, w->symbol + w->l, s->n - w->l));
  }
}

void quasi_write_gamma(const FreeSystem *s, const Quasi *w, Equations *eq) {
  work_step(
    eq, "Objects of anholonomy; those not listed vanish or follow from gamma^s_tm = -gamma^s_mt",
    "gamma^s_tm = sum (da_sk/dq_r - da_sr/dq_k) b_rt b_km",
    "\\gamma^s_{tm} = \\sum\\left(\\partial a_{sk}/\\partial q_r - \\partial a_{sr}/\\partial "
    "q_k\\right) b_{rt} b_{km}",
    "D74 (6)");
  for (size_t r = 0; r < s->n; r++)
    for (size_t t = 0; t < s->n; t++)
      for (size_t m = t + 1; m < s->n; m++) {
        const Expr g = quasi_gamma(s, w, r, t, m);
        if (expr_same(g, EXPR_ZERO)) continue;
        const char *text = text_format(eq->arena, "gamma^%zu_%zu%zu", r + 1, t + 1, m + 1);
        worksheet_formula(eq, text,
                          text_format(eq->arena, "\\gamma^{%zu}_{%zu%zu}", r + 1, t + 1, m + 1), g);
      }
}
