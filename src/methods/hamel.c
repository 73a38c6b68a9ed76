// methods/hamel.c: the Hamel-Boltzmann equations in quasi-velocities.
//
// In:    quasi-velocities omega = a(q) q' (`speed w = ...`), constraints linear and homogeneous in
//        the velocities; a set that is too small is completed by velocities
// Out:   Equations q' = b omega and one equation for each quasi-velocity that the constraints leave
// Law:   same accelerations as methods/multipliers.c (tests/unit/proof/test_agree.c)
// From:  D74 (1) to (8); labels are those of docs/theory/hamel.md
// Fails: STATUS_UNABLE for constraints that are not linear and homogeneous, for a that depends on
//        t, and where a is not inverted

#include "algebra/algebra.h"
#include "methods/free.h"
#include "methods/start.h"
#include "methods/worksheet.h"
#include <math.h>

// One entry of the curl of a row of a.
typedef struct {
  size_t k, r;
  Expr value;
} Curl;

typedef ARRAY(Curl) Curls;

// The quasi-velocities: the first l vanish by the constraints.
typedef struct {
  size_t l;
  Matrix a, b;   // omega = a q', q' = b omega
  Expr *symbol;  // of each omega; EXPR_ZERO for the first l
  Expr *rate;    // of those beyond
  Curls *curls;  // one list for each row of a
} Quasi;

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

// Linear and homogeneous in the velocities, with coefficients that do not contain t?
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
static Status take_constraints(const FreeSystem *s, const Equations *eq, Quasi *w) {
  for (size_t i = 0; i < eq->constraints.r; i++) {
    const ConstraintRow *row = &eq->constraints.row[i];
    if (!row->ideal || expr_is_none(row->velocity) || !is_pfaffian(s, row->velocity)) {
      diag_report(s->model->diags, DIAG_METHOD_PFAFFIAN, row->span, "hamel");
      return STATUS_UNABLE;
    }
    add_row(s, &w->a, &w->l, velocity_row(s, row->velocity));
  }
  for (size_t i = 0; i < w->l; i++) w->symbol[i] = EXPR_ZERO;
  return STATUS_OK;
}

static Status take_speeds(const FreeSystem *s, Quasi *w, size_t *k) {
  for (size_t i = 0; i < s->model->speeds.n; i++) {
    const Speed *speed = &s->model->speeds.at[i];
    if (expr_is_none(speed->definition)) continue;
    if (!is_pfaffian(s, speed->definition)) {
      diag_report(s->model->diags, DIAG_METHOD_PFAFFIAN, speed->span, "hamel");
      return STATUS_UNABLE;
    }
    if (!add_row(s, &w->a, k, velocity_row(s, speed->definition))) continue;
    w->symbol[*k - 1] = speed->z;
    w->rate[*k - 1] = speed->zd;
  }
  return STATUS_OK;
}

// Adds the row, in numbers, to an orthonormal set of k rows.
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

// (4)  then velocities until there are n: each time the one that is furthest from the rows there are at the
//      initial state, so that a is regular there; of equal ones the last, which tends to be an angle
static void take_velocities(const FreeSystem *s, Quasi *w, size_t *k) {
  const size_t n = s->n;
  const Start start = start_make(s);
  double *set = ARENA_ARRAY(s->arena, double, n *n), *row = ARENA_ARRAY(s->arena, double, n);
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
    if (!add_row(s, &w->a, k, velocity_row(s, s->qd[best]))) continue;
    w->symbol[*k - 1] = s->qd[best];
    w->rate[*k - 1] = s->qdd[best];
    for (size_t j = 0; j < n; j++) row[j] = j == best;
    add_direction(n, *k - 1, set, row);
  }
}

static Status choose_quasi(const FreeSystem *s, const Equations *eq, Quasi *w) {
  const size_t n = s->n;
  *w = (Quasi){.a = matrix_make(s->arena, n, n),
               .b = matrix_make(s->arena, n, n),
               .symbol = ARENA_ARRAY(s->arena, Expr, n),
               .rate = ARENA_ARRAY(s->arena, Expr, n)};
  TRY(take_constraints(s, eq, w));
  size_t k = w->l;
  TRY(take_speeds(s, w, &k));
  take_velocities(s, w, &k);
  // (5)  b = a^-1
  if (algebra_eliminate(s->pool, s->arena, n, w->a.at, w->b.at)) return STATUS_OK;
  diag_report(s->model->diags, DIAG_QUASI_INVERSE, (Span){0});
  return STATUS_UNABLE;
}

// --- the equations -------------------------------------------------------------------------------

// da_sk/dq_r - da_sr/dq_k where it does not vanish, for each s
static void find_curls(const FreeSystem *s, Quasi *w) {
  ExprPool *pool = s->pool;
  w->curls = ARENA_ARRAY(s->arena, Curls, s->n);
  for (size_t i = 0; i < s->n * s->n * s->n; i++) {
    const size_t row = i / (s->n * s->n), k = i / s->n % s->n, r = i % s->n;
    const Expr curl = expr_sub(pool, expr_diff(pool, *matrix_entry(&w->a, row, k), s->q[r]),
                               expr_diff(pool, *matrix_entry(&w->a, row, r), s->q[k]));
    if (!expr_same(curl, EXPR_ZERO)) array_push(s->arena, &w->curls[row], ((Curl){k, r, curl}));
  }
}

// (6)  gamma^s_tm = sum_kr (da_sk/dq_r - da_sr/dq_k) b_rt b_km
static Expr gamma(const FreeSystem *s, const Quasi *w, size_t row, size_t t, size_t m) {
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
static Expr quasi_diff(const FreeSystem *s, const Quasi *w, Expr e, size_t index) {
  Expr sum = EXPR_ZERO;
  for (size_t r = 0; r < s->n; r++)
    sum =
      expr_add(s->pool, sum,
               expr_mul(s->pool, *matrix_entry(&w->b, r, index), expr_diff(s->pool, e, s->q[r])));
  return sum;
}

// L_omega_r = sum_k b_kr p_k at q' = b omega, also for the omega that vanish
static Expr quasi_momentum(const FreeSystem *s, const Quasi *w, const Equations *eq, size_t r) {
  Expr sum = EXPR_ZERO;
  for (size_t k = 0; k < s->n; k++)
    sum = expr_add(s->pool, sum,
                   expr_mul(s->pool, *matrix_entry(&w->b, k, r), on_psi(eq, eq->momentum[k])));
  return sum;
}

// (5)  psi = b omega with the first l put to zero, psi_z and the drift
static void quasi_kinematics(const FreeSystem *s, const Quasi *w, Equations *eq) {
  ExprPool *pool = s->pool;
  const size_t n = s->n, m = n - w->l;
  eq->m = m;
  eq->rows = 0;
  eq->u = w->symbol + w->l;
  eq->unknown = w->rate + w->l;
  eq->psi = matrix_make(s->arena, n, 1).at;
  eq->psi_z = matrix_make(s->arena, n, m);
  eq->drift = matrix_make(s->arena, n, 1).at;
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < m; k++) {
      const Expr entry = *matrix_entry(&w->b, i, w->l + k);
      *matrix_entry(&eq->psi_z, i, k) = entry;
      eq->psi[i] = expr_add(pool, eq->psi[i], expr_mul(pool, entry, eq->u[k]));
    }
  for (size_t i = 0; i < n; i++) eq->drift[i] = rate_along(s, eq->psi[i], eq->psi);
}

// (2)  d/dt L_omega_s + sum_r sum_t>l gamma^r_ts L_omega_r omega_t - dL/dpi_s = P_s
static void quasi_dynamics(const FreeSystem *s, const Quasi *w, Equations *eq) {
  ExprPool *pool = s->pool;
  const size_t n = s->n, l = w->l, m = eq->m;
  Expr *p = ARENA_ARRAY(s->arena, Expr, n);
  for (size_t r = 0; r < n; r++) p[r] = quasi_momentum(s, w, eq, r);
  const Expr L = on_psi(eq, eq->lagrangian);
  eq->M = matrix_make(s->arena, m, m);
  eq->F = matrix_make(s->arena, m, 1).at;
  for (size_t i = 0; i < m; i++) {
    Expr F = quasi_diff(s, w, L, l + i);
    for (size_t k = 0; k < n; k++)
      F =
        expr_add(pool, F, expr_mul(pool, *matrix_entry(&w->b, k, l + i), on_psi(eq, eq->force[k])));
    // d/dt L_omega at fixed omega
    F = expr_sub(pool, F, rate_along(s, p[l + i], eq->psi));
    for (size_t r = 0; r < n; r++)
      for (size_t t = 0; t < m; t++) {
        const Expr factor = expr_mul(pool, p[r], eq->u[t]);
        F = expr_sub(pool, F, expr_mul(pool, gamma(s, w, r, l + t, l + i), factor));
      }
    eq->F[i] = F;
    for (size_t t = 0; t < m; t++)
      *matrix_entry(&eq->M, i, t) = expr_diff(pool, p[l + i], eq->u[t]);
  }
}

// --- the worksheet -------------------------------------------------------------------------------

static void write_gamma(const FreeSystem *s, const Quasi *w, Equations *eq) {
  work_step(
    eq, "Objects of anholonomy; those not listed vanish or follow from gamma^s_tm = -gamma^s_mt",
    "gamma^s_tm = sum (da_sk/dq_r - da_sr/dq_k) b_rt b_km",
    "\\gamma^s_{tm} = \\sum\\left(\\partial a_{sk}/\\partial q_r - \\partial a_{sr}/\\partial "
    "q_k\\right) b_{rt} b_{km}",
    "D74 (6)");
  for (size_t r = 0; r < s->n; r++)
    for (size_t t = 0; t < s->n; t++)
      for (size_t m = t + 1; m < s->n; m++) {
        const Expr g = gamma(s, w, r, t, m);
        if (expr_same(g, EXPR_ZERO)) continue;
        const char *text = text_format(eq->arena, "gamma^%zu_%zu%zu", r + 1, t + 1, m + 1);
        work_formula(eq, text,
                     text_format(eq->arena, "\\gamma^{%zu}_{%zu%zu}", r + 1, t + 1, m + 1), g);
      }
}

static void write_worksheet(const FreeSystem *s, const Quasi *w, Equations *eq) {
  work_step(eq, "Quasi-velocities; the first vanish by the constraints", "omega = a q'",
            "\\omega = a\\,\\dot q", "D74 (3), (4)");
  work_matrix(eq, work_own(eq, "a"), "a", w->a);
  work_step(eq, "Velocities", "q' = b omega, b = a^-1", "\\dot q = b\\,\\omega,\\; b = a^{-1}",
            "D74 (5)");
  work_matrix(eq, work_own(eq, "b"), "b", w->b);
  for (size_t i = 0; i < s->n; i++) work_symbol(eq, s->qd[i], eq->psi[i]);
  write_gamma(s, w, eq);
  write_free_system(s, eq);
  work_step(eq, "The Lagrangian in quasi-velocities", "L(q, b omega)", "L(q, b\\,\\omega)",
            "D74 (2)");
  work_formula(eq, "L(q, omega)", "L(q, \\omega)", on_psi(eq, eq->lagrangian));
  work_step(eq, "Hamel-Boltzmann equations M omega' = F",
            "d/dt L_omega_s + gamma^r_ts L_omega_r omega_t - dL/dpi_s = P_s",
            "\\frac{d}{dt} L_{\\omega_s} + \\gamma^r_{ts} L_{\\omega_r}\\omega_t - \\partial "
            "L/\\partial\\pi_s = P_s",
            "D74 (2)");
  work_matrix(eq, work_own(eq, "M"), "M", eq->M);
  work_vector(eq, work_own(eq, "F"), "F", eq->F, eq->m);
  work_step(eq, "Energy integral", "h = sum omega_s L_omega_s - L",
            "h = \\sum\\omega_s L_{\\omega_s} - L", "D74 (8)");
  work_letter(eq, "h", on_psi(eq, eq->energy));
}

// --- the method ----------------------------------------------------------------------------------

static Status hamel_derive(const Model *model, const DeriveOptions *options, Equations *eq) {
  const FreeSystem s = free_system(model, options->arena);
  TRY(free_equations(&s, &method_hamel, eq));
  TRY(need_implicit(eq));
  Quasi w;
  TRY(choose_quasi(&s, eq, &w));
  find_curls(&s, &w);
  quasi_kinematics(&s, &w, eq);
  quasi_dynamics(&s, &w, eq);
  if (options->worksheet) write_worksheet(&s, &w, eq);
  return STATUS_OK;
}

const Method method_hamel = {
  .name = "hamel",
  .title = "Hamel-Boltzmann equations in quasi-velocities",
  .source = "djukic1974",
  .derive = hamel_derive,
};
