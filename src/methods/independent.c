// methods/independent.c: the quasi-velocity whose quasi-coordinate takes the place of time.
//
// In:    a name, or the initial state as far as the model gives it
// Out:   quasi-velocities in an order in which the chosen one is the last, as in D74
// From:  D74 section 2
// Not:   the initial state is not completed as in `eval`; values that the model leaves open are small

#include "methods/independent.h"
#include "methods/start.h"
#include <math.h>
#include <string.h>

// --- by name -------------------------------------------------------------------------------------

static bool find_named(const FreeSystem *s, const char *name, Expr *symbol) {
  for (size_t i = 0; i < s->n; i++)
    if (strcmp(s->model->coordinates.at[i].name, name) == 0) {
      *symbol = s->qd[i];
      return true;
    }
  for (size_t i = 0; i < s->model->speeds.n; i++) {
    const Speed *speed = &s->model->speeds.at[i];
    if (expr_is_none(speed->definition) || strcmp(speed->name, name) != 0) continue;
    *symbol = speed->z;
    return true;
  }
  return false;
}

// --- by the initial state ------------------------------------------------------------------------

// Equations row . omega = value in the free quasi-velocities, collected as normal equations.
typedef struct {
  size_t m;
  double *A, *b;
} Normal;

static void add_equation(Normal *e, const double *row, double value) {
  for (size_t i = 0; i < e->m; i++) {
    if (!isfinite(row[i]) || !isfinite(value)) return;
  }
  for (size_t i = 0; i < e->m; i++) {
    e->b[i] += row[i] * value;
    for (size_t j = 0; j < e->m; j++) e->A[i * e->m + j] += row[i] * row[j];
  }
}

#define SMALL 1e-10  // of the diagonal: undetermined values stay near 0

// Solves them by elimination; the term added to the diagonal makes the matrix positive definite.
static void solve_normal(Normal *e) {
  const size_t m = e->m;
  double largest = 1;
  for (size_t i = 0; i < m; i++) largest = fmax(largest, e->A[i * m + i]);
  for (size_t i = 0; i < m; i++) e->A[i * m + i] += SMALL * largest;
  for (size_t k = 0; k < m; k++)
    for (size_t i = k + 1; i < m; i++) {
      const double factor = e->A[i * m + k] / e->A[k * m + k];
      for (size_t j = k; j < m; j++) e->A[i * m + j] -= factor * e->A[k * m + j];
      e->b[i] -= factor * e->b[k];
    }
  for (size_t k = m; k-- > 0;) {
    for (size_t j = k + 1; j < m; j++) e->b[k] -= e->A[k * m + j] * e->b[j];
    e->b[k] /= e->A[k * m + k];
  }
}

// A value of `initial` for velocities, momenta or quasi-velocities as row . q' = value.
static bool initial_row(const FreeSystem *s, const Equations *eq, const Assignment *given,
                        Expr *row, Expr *rest) {
  size_t index;
  const Role role = model_role(s->model, given->symbol, &index);
  Expr e = EXPR_NONE;
  if (role == ROLE_VELOCITY) e = s->qd[index];
  if (role == ROLE_MOMENTUM) e = eq->momentum[index];
  if (role == ROLE_QUASI_VELOCITY) e = s->model->speeds.at[index].definition;
  if (expr_is_none(e)) return false;
  Expr *zero = matrix_make(s->arena, s->n, 1).at;
  for (size_t j = 0; j < s->n; j++) row[j] = expr_diff(s->pool, e, s->qd[j]);
  *rest = expr_substitute(s->pool, e, s->qd, zero, s->n);
  return true;
}

// Finds the free quasi-velocities at the initial state, in normal->b.
static void initial_speeds(const FreeSystem *s, const Equations *eq, const Quasi *w,
                           const Start *start, Normal *normal) {
  const size_t n = s->n, m = normal->m;
  Expr *row = ARENA_ARRAY(s->arena, Expr, n), rest;
  double *part = ARENA_ARRAY(s->arena, double, m);
  for (size_t i = 0; i < s->model->initial.n; i++) {
    const Assignment *given = &s->model->initial.at[i];
    if (!initial_row(s, eq, given, row, &rest)) continue;
    for (size_t k = 0; k < m; k++) part[k] = start_value(start, quasi_part(s, w, row, w->l + k));
    add_equation(normal, part, start_value(start, given->value) - start_value(start, rest));
  }
  solve_normal(normal);
}

// G_ss omega_s^2, twice its part in the kinetic energy, or 0 if that is not finite; omega is 1 for a system at rest
static double weight(const FreeSystem *s, const Equations *eq, const Quasi *w, const Start *start,
                     size_t index, double omega) {
  Expr *column = matrix_make(s->arena, s->n, 1).at;
  for (size_t i = 0; i < s->n; i++)
    for (size_t j = 0; j < s->n; j++)
      column[i] = expr_add(
        s->pool, column[i],
        expr_mul(s->pool, *matrix_entry(&eq->free.made.M, i, j), *matrix_entry(&w->b, j, index)));
  const double G = start_value(start, quasi_part(s, w, column, index));
  return isfinite(G) && isfinite(omega) ? G * omega * omega : 0;
}

#define EQUAL 1e-9  // of the largest; of equal ones the last is taken, which tends to be an angle

static size_t find_liveliest(const FreeSystem *s, const Equations *eq, const Quasi *w) {
  const size_t m = s->n - w->l;
  const Start start = start_make(s);
  Normal normal = {m, ARENA_ARRAY(s->arena, double, m * m), ARENA_ARRAY(s->arena, double, m)};
  initial_speeds(s, eq, w, &start, &normal);
  double largest = 0;
  for (size_t k = 0; k < m; k++) largest = fmax(largest, fabs(normal.b[k]));
  size_t best = m - 1;
  double most = 0;
  for (size_t k = 0; k < m; k++) {
    const double omega = largest > 0 ? normal.b[k] : 1;
    const double part = weight(s, eq, w, &start, w->l + k, omega);
    if (part >= most * (1 - EQUAL) && part > 0) best = k, most = fmax(part, most);
  }
  return w->l + best;
}

// --- the last place ------------------------------------------------------------------------------

static void swap(Expr *a, Expr *b) {
  const Expr kept = *a;
  *a = *b;
  *b = kept;
}

// Exchanges a quasi-velocity with the next.
static void exchange(const FreeSystem *s, Quasi *w, size_t i) {
  for (size_t j = 0; j < s->n; j++) {
    swap(matrix_entry(&w->a, i, j), matrix_entry(&w->a, i + 1, j));
    swap(matrix_entry(&w->b, j, i), matrix_entry(&w->b, j, i + 1));
  }
  swap(&w->symbol[i], &w->symbol[i + 1]);
  swap(&w->rate[i], &w->rate[i + 1]);
  const Curls kept = w->curls[i];
  w->curls[i] = w->curls[i + 1];
  w->curls[i + 1] = kept;
}

// Moves one quasi-velocity to the end; the others keep their order.
static void put_last(const FreeSystem *s, Quasi *w, size_t index) {
  for (size_t i = index; i + 1 < s->n; i++) exchange(s, w, i);
}

Status independent_choose(const FreeSystem *s, const Equations *eq, const bool *redundant,
                          const char *name, Quasi *w) {
  Expr first = EXPR_NONE;
  if (name != NULL && !find_named(s, name, &first)) {
    diag_report(s->model->diags, DIAG_INDEPENDENT_UNKNOWN, (Span){0}, name);
    return STATUS_INPUT;
  }
  TRY(quasi_choose(s, eq, redundant, first, w));
  if (w->l == s->n) {
    diag_report(s->model->diags, DIAG_NOTHING_MOVES, (Span){0});
    return STATUS_UNABLE;
  }
  if (name == NULL) {
    put_last(s, w, find_liveliest(s, eq, w));
    return STATUS_OK;
  }
  if (expr_same(w->symbol[w->l], first)) {
    put_last(s, w, w->l);
    return STATUS_OK;
  }
  diag_report(s->model->diags, DIAG_INDEPENDENT_HELD, (Span){0}, name);
  return STATUS_INPUT;
}
