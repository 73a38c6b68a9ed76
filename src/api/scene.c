// api/scene.c: equations to the rates of a state, and to everything else along a motion.

#include "api/scene.h"
#include "algebra/algebra.h"
#include "api/divisors.h"
#include "methods/constraints.h"
#include "methods/free.h"

// --- lowering ------------------------------------------------------------------------------------

Status scene_lower(Scene *s, const Expr *roots, size_t n, Value *values) {
  Expr *own = ARENA_ARRAY(&s->m->work, Expr, n);
  for (size_t i = 0; i < n; i++) own[i] = roots[i];
  api_in_inputs(s->m, own, n);
  return api_lower(s->m, s->b, own, n, values);
}

// As the method states them: its speeds are inputs here, not to be rewritten.
static Status lower_own(Scene *s, const Expr *roots, size_t n, Value *values) {
  return api_lower(s->m, s->b, roots, n, values);
}

// Rows of a matrix.
static Status lower_rows(Scene *s, const Matrix *A, const size_t *rows, size_t r, Value *values) {
  const size_t n = A->columns;
  Expr *entries = ARENA_ARRAY(&s->m->work, Expr, r * n);
  for (size_t i = 0; i < r * n; i++) entries[i] = *matrix_entry(A, rows[i / n], i % n);
  return lower_own(s, entries, r * n, values);
}

static Status lower_some(Scene *s, const Expr *e, const size_t *rows, size_t r, Value *values) {
  Expr *chosen = ARENA_ARRAY(&s->m->work, Expr, r);
  for (size_t a = 0; a < r; a++) chosen[a] = e[rows[a]];
  return lower_own(s, chosen, r, values);
}

static Value *values_for(Scene *s, size_t n) {
  return ARENA_ARRAY(&s->m->work, Value, n + 1);
}

static const size_t *independent_rows(const Scene *s, size_t *r) {
  *r = s->chart->rows;
  return s->chart->row;
}

// --- a linear problem ----------------------------------------------------------------------------

// M x = F + B^T lambda, A x = rhs with independent rows.
typedef struct {
  size_t n, r;
  Value *M, *F, *A, *B, *rhs;  // B NULL: A
  Value *x, *lambda, *pivots, *scale;
} Linear;

static Linear linear_make(Scene *s, size_t n, size_t r) {
  return (Linear){.n = n,
                  .r = r,
                  .M = values_for(s, n * n),
                  .F = values_for(s, n),
                  .A = values_for(s, r * n),
                  .rhs = values_for(s, r),
                  .x = values_for(s, n),
                  .lambda = values_for(s, r),
                  .pivots = values_for(s, n + r),
                  .scale = values_for(s, n + r)};
}

// A mass matrix may be singular, if only it is definite on what the constraints allow. Then
// M + A^T A, with all constraints, takes its place: it gives the same x. A^T A x = A^T rhs, which is
// added on the right, goes into lambda where the reactions are along A; otherwise (p->B) it is
// added to F, and the rows of p are all constraints.
static Status make_definite(Scene *s, const Matrix *M, const Matrix *A, Linear *p) {
  DalModel *m = s->m;
  size_t r;
  if (algebra_rank(m->pool, &m->work, p->n, p->n, M->at) == p->n) return STATUS_OK;
  const size_t *rows = independent_rows(s, &r);
  Value *a = values_for(s, r * p->n);
  TRY(lower_rows(s, A, rows, r, a));
  tape_add_squares(s->b, p->n, p->M, r, a);
  for (size_t i = 0; p->B != NULL && i < p->n; i++)
    for (size_t k = 0; k < r; k++) {
      const Value part = tape_op(s->b, TAPE_MUL, a[k * p->n + i], p->rhs[k]);
      p->F[i] = tape_op(s->b, TAPE_ADD, p->F[i], part);
    }
  return STATUS_OK;
}

// What was solved, or else that it is too large.
static Status solved(Scene *s, Status status, size_t unknowns) {
  if (status != STATUS_LIMIT) return status;
  diag_report(&s->m->diags, DIAG_RUN_TOO_LARGE, (Span){0}, unknowns, TAPE_MOST_ELIMINATED);
  return STATUS_UNABLE;
}

static Status solve(Scene *s, Linear *p) {
  const Status status = p->B != NULL
                          ? tape_solve_servo(s->b, p->n, p->M, p->F, p->r, p->A, p->B, p->rhs, p->x,
                                             p->lambda, p->pivots, p->scale)
                          : tape_solve_constrained(s->b, p->n, p->M, p->F, p->r, p->A, p->rhs, p->x,
                                                   p->lambda, p->pivots, p->scale);
  return solved(s, status, p->n + p->r);
}

static Status solve_gram(Scene *s, size_t r, size_t n, const Value *N, const Value *f, Value *x) {
  return solved(s, tape_solve_gram(s->b, r, n, N, f, x), r);
}

// --- rates ---------------------------------------------------------------------------------------

static void watch(Scene *s, Value pivot, Value scale, Watched what) {
  s->pivot[s->watched] = pivot;
  s->scale[s->watched] = scale;
  s->watch[s->watched++] = what;
}

// Those pivots that change along a motion.
static void watch_pivots(Scene *s, const Linear *p, const size_t *rows) {
  const size_t n = p->n + p->r;
  bool *varies = ARENA_ARRAY(&s->m->work, bool, n);
  tape_varying(s->b, s->fixed, p->pivots, n, varies);
  for (size_t i = 0; i < n; i++) {
    if (!varies[i]) continue;
    const bool inertia = i < p->n;
    watch(s, p->pivots[i], p->scale[i],
          (Watched){.kind = inertia ? WATCH_INERTIA : WATCH_CONSTRAINT,
                    .index = inertia ? i : rows[i - p->n]});
  }
}

// A pivot that is zero at every state leaves its acceleration open.
static Status check_pivots(Scene *s, const Linear *p) {
  for (size_t i = 0; i < p->n; i++) {
    if (!tape_is_zero(s->b, p->pivots[i])) continue;
    api_report_open(s->m, i);
    return STATUS_DOMAIN;
  }
  return STATUS_OK;
}

static bool is_servo(const Constraints *c) {
  for (size_t a = 0; a < c->r; a++)
    if (!c->row[a].ideal) return true;
  return false;
}

// The problem of the method: u' and its multipliers.
static Status solve_problem(Scene *s, Value *ud) {
  const Equations *eq = &s->m->equations;
  const bool reduced = eq->psi != NULL,
             constrained = reduced ? eq->rows > 0 : eq->constraints.r > 0;
  if (reduced && !constrained && eq->rate != NULL) return lower_own(s, eq->rate, eq->m, ud);
  size_t r = 0;
  const size_t *rows = constrained ? independent_rows(s, &r) : NULL;
  Linear p = linear_make(s, eq->m, r);
  const Matrix *M = reduced ? &eq->M : &eq->free_M;
  TRY(lower_own(s, M->at, eq->m * eq->m, p.M));
  TRY(lower_own(s, reduced ? eq->F : eq->free_F, eq->m, p.F));
  if (r > 0) {
    const Expr *b = reduced ? eq->row_b : eq->constraints.b;
    TRY(lower_rows(s, reduced ? &eq->row_A : &eq->constraints.A, rows, r, p.A));
    TRY(lower_some(s, b, rows, r, p.rhs));
  }
  if (!reduced && is_servo(&eq->constraints)) {
    p.B = values_for(s, r * eq->m);
    TRY(lower_rows(s, &eq->constraints.B, rows, r, p.B));
  }
  if (r > 0) TRY(make_definite(s, M, reduced ? &eq->row_A : &eq->constraints.A, &p));
  TRY(solve(s, &p));
  TRY(check_pivots(s, &p));
  for (size_t i = 0; i < eq->m; i++) ud[i] = p.x[i];
  watch_pivots(s, &p, rows);
  return STATUS_OK;
}

// The pace of the quasi-coordinate in the place of time, watched; and t, which goes with it.
static Status define_pace(Scene *s) {
  const Equations *eq = &s->m->equations;
  const Value start = tape_input(s->b, s->symbol[s->fixed - FIXED_COUNT + FIXED_PACE]);
  TRY(lower_own(s, &eq->pace, 1, &s->pace));
  watch(s, s->pace, start, (Watched){.kind = WATCH_PACE});
  s->rate[s->n - 1] = tape_op(s->b, TAPE_DIV, tape_constant(s->b, 1), s->pace);
  return STATUS_OK;
}

// What q' = psi(q, u) divides by. Where that is zero the speeds of the method are no variables, and
// rates that jump across would be wrong without a sign of it.
static Status watch_divisors(Scene *s, const Divisors *divisors) {
  for (size_t i = 0; i < divisors->n; i++) {
    const Expr roots[2] = {divisors->at[i], size_of_terms(s->m->pool, divisors->at[i])};
    Value values[2];
    TRY(lower_own(s, roots, 2, values));
    watch(s, values[0], values[1], (Watched){.kind = WATCH_DIVISOR, .divisor = roots[0]});
  }
  return STATUS_OK;
}

// A symbol of that name that no model has.
static Expr own_symbol(DalModel *m, const char *name) {
  return expr_symbol(m->pool, str(name), SYMBOL_QUANTITY);
}

// The velocity of a coordinate at the start.
static Expr start_symbol(DalModel *m, size_t i) {
  const char *name = expr_symbol_name(m->pool, m->equations.qd[i]);
  return own_symbol(m, text_format(&m->work, "%s(start)", name));
}

static Status lower_psi(Scene *s) {
  DalModel *m = s->m;
  const Equations *eq = &m->equations;
  Expr *psi = ARENA_ARRAY(&m->work, Expr, eq->n);
  for (size_t i = 0; i < eq->n; i++) {
    psi[i] = eq->psi[i];
    for (size_t k = 0; k < s->branches; k++) {
      const Expr start = start_symbol(m, s->branch[k]);
      psi[i] = expr_substitute(m->pool, psi[i], &eq->qd[s->branch[k]], &start, 1);
    }
  }
  return lower_own(s, psi, eq->n, s->rate);
}

// q' as values, known from here on.
static Status define_velocities(Scene *s) {
  const Equations *eq = &s->m->equations;
  if (eq->psi != NULL) TRY(lower_psi(s));
  for (size_t i = 0; eq->psi == NULL && i < eq->n; i++) s->rate[i] = s->y[eq->n + i];
  if (eq->in_time != NULL) TRY(define_pace(s));
  for (size_t i = 0; eq->psi != NULL && i < eq->n; i++) {
    const Value rate = s->rate[i];
    tape_define(s->b, eq->qd[i],
                eq->in_time != NULL ? tape_op(s->b, TAPE_MUL, s->pace, rate) : rate);
  }
  return STATUS_OK;
}

// Where a coordinate takes the place of time, its part of the state goes with it, and is not used.
static Expr state_symbol(DalModel *m, size_t i) {
  const Equations *eq = &m->equations;
  const bool independent = eq->in_time != NULL && expr_same(eq->q[i], eq->independent);
  return independent ? own_symbol(m, "independent(variable)") : eq->q[i];
}

// Where the constraints are not linear, q' = psi(q, u, t) may hold the sign of a velocity that it
// gives. It stays the same until that velocity vanishes, where psi ends.
static void find_branches(Scene *s) {
  DalModel *m = s->m;
  const Equations *eq = &m->equations;
  s->branch = ARENA_ARRAY(&m->arena, size_t, eq->n);
  for (size_t i = 0; eq->psi != NULL && i < eq->n; i++) {
    bool inside = false;
    for (size_t j = 0; j < eq->n; j++)
      inside = inside || expr_depends(m->pool, eq->psi[j], eq->qd[i]);
    for (size_t k = 0; k < eq->m; k++) inside = inside && !expr_same(eq->u[k], eq->qd[i]);
    if (inside) s->branch[s->branches++] = i;
  }
  s->fixed += s->branches;
}

static void declare_inputs(Scene *s, size_t speeds) {
  DalModel *m = s->m;
  const Equations *eq = &m->equations;
  Expr *symbol = s->symbol = ARENA_ARRAY(&m->work, Expr, s->fixed + 1 + s->n);
  for (size_t i = 0; i < m->program.parameters; i++) *symbol++ = m->program.symbols[i];
  for (size_t i = 0; i < s->branches; i++) *symbol++ = start_symbol(m, s->branch[i]);
  if (eq->in_time != NULL) {
    *symbol++ = eq->constant;
    *symbol++ = eq->direction;
    *symbol++ = own_symbol(m, "pace(start)");
  }
  *symbol++ = eq->in_time != NULL ? eq->independent : EXPR_TIME;
  for (size_t i = 0; i < eq->n; i++) *symbol++ = state_symbol(m, i);
  for (size_t i = 0; i < speeds; i++) *symbol++ = eq->psi != NULL ? eq->u[i] : eq->qd[i];
  if (eq->in_time != NULL) *symbol = EXPR_TIME;
  for (size_t i = 0; i < s->fixed + 1 + s->n; i++) {
    const Value value = tape_input(s->b, s->symbol[i]);
    if (i > s->fixed) s->y[i - s->fixed - 1] = value;
  }
}

Status scene_make(DalModel *m, const Chart *chart, Scene *s) {
  const Equations *eq = &m->equations;
  Divisors divisors = {0};
  if (eq->psi != NULL) divisors_find(m->pool, &m->work, eq->psi, eq->n, &divisors);
  const size_t k = eq->psi != NULL ? eq->m : eq->n;
  const size_t most = eq->n + eq->constraints.r + 1 + divisors.n;
  const bool by_time = eq->in_time == NULL;
  *s = (Scene){.m = m,
               .chart = chart,
               .b = tape_builder_create(&m->work, m->pool),
               .fixed = m->program.parameters + (by_time ? 0 : FIXED_COUNT),
               .n = eq->n + k + (by_time ? 0 : 1),
               .watch = ARENA_ARRAY(&m->arena, Watched, most)};
  find_branches(s);
  s->y = values_for(s, s->n);
  s->rate = values_for(s, s->n);
  s->pivot = values_for(s, most);
  s->scale = values_for(s, most);
  declare_inputs(s, k);
  TRY(define_velocities(s));
  TRY(watch_divisors(s, &divisors));
  return solve_problem(s, s->rate + eq->n);
}

// --- the rest of the motion ----------------------------------------------------------------------

// q'' = psi_z u' + drift
static Status define_accelerations(Scene *s) {
  const Equations *eq = &s->m->equations;
  ExprPool *pool = s->m->pool;
  if (eq->psi == NULL) {
    for (size_t i = 0; i < eq->n; i++) tape_define(s->b, eq->qdd[i], s->rate[eq->n + i]);
    return STATUS_OK;
  }
  const Equations *by_time = equations_in_time(eq);
  for (size_t k = 0; k < eq->m; k++) {
    const Value rate = s->rate[eq->n + k];
    tape_define(s->b, by_time->unknown[k],
                by_time != eq ? tape_op(s->b, TAPE_MUL, s->pace, rate) : rate);
  }
  Value *x = values_for(s, eq->n);
  Expr *sum = ARENA_ARRAY(&s->m->work, Expr, eq->n);
  for (size_t i = 0; i < eq->n; i++) {
    sum[i] = by_time->drift[i];
    for (size_t k = 0; k < eq->m; k++) {
      const Expr slope = *matrix_entry(&by_time->psi_z, i, k);
      sum[i] = expr_add(pool, sum[i], expr_mul(pool, slope, by_time->unknown[k]));
    }
  }
  TRY(lower_own(s, sum, eq->n, x));
  for (size_t i = 0; i < eq->n; i++) tape_define(s->b, eq->qdd[i], x[i]);
  return STATUS_OK;
}

// M q'' - F, the reactions. Where the momenta are part of the state, M and F are those of p', and
// M p' - F takes their place in what the multipliers are found from.
static Status define_reactions(Scene *s, Value *R) {
  const Equations *eq = &s->m->equations;
  ExprPool *pool = s->m->pool;
  const bool momenta = momenta_are_state(eq);
  const Expr *x = momenta ? eq->given.zd : eq->qdd;
  Expr *sum = ARENA_ARRAY(&s->m->work, Expr, eq->n);
  for (size_t i = 0; i < eq->n; i++) {
    sum[i] = expr_neg(pool, eq->free_F[i]);
    for (size_t j = 0; j < eq->n; j++)
      sum[i] = expr_add(pool, sum[i], expr_mul(pool, *matrix_entry(&eq->free_M, i, j), x[j]));
  }
  TRY(lower_own(s, sum, eq->n, R));
  for (size_t i = 0; !momenta && i < eq->n; i++) tape_define(s->b, api_reaction(s->m, i), R[i]);
  return STATUS_OK;
}

static Value product(Scene *s, const Value *a, const Value *b, size_t n) {
  Value sum = tape_constant(s->b, 0);
  for (size_t i = 0; i < n; i++)
    sum = tape_op(s->b, TAPE_ADD, sum, tape_op(s->b, TAPE_MUL, a[i], b[i]));
  return sum;
}

// The lambda of least norm with B^T lambda = R. With independent rows N of B and B = C N:
// lambda = C (C^T C)^-1 l, where N^T l = R.
static Status define_multipliers(Scene *s, const Value *R) {
  const Constraints *c = &s->m->equations.constraints;
  const size_t n = s->m->equations.n, all = c->r;
  if (all == 0) return STATUS_OK;
  size_t r;
  const size_t *rows = independent_rows(s, &r);
  Value *B = values_for(s, all * n), *N = values_for(s, r * n), *l = values_for(s, r);
  TRY(lower_own(s, c->B.at, all * n, B));
  for (size_t i = 0; i < r * n; i++) N[i] = B[rows[i / n] * n + i % n];
  for (size_t a = 0; a < r; a++) l[a] = product(s, N + a * n, R, n);
  TRY(solve_gram(s, r, n, N, l, l));
  Value *C = values_for(s, r < all ? all * r : 0);  // row by row
  if (r < all) {
    Value *columns = values_for(s, all * r);
    for (size_t a = 0; a < all; a++) {
      for (size_t k = 0; k < r; k++) C[a * r + k] = product(s, B + a * n, N + k * n, n);
      TRY(solve_gram(s, r, n, N, C + a * r, C + a * r));
    }
    for (size_t i = 0; i < all * r; i++) columns[i] = C[i % all * r + i / all];
    TRY(solve_gram(s, r, all, columns, l, l));
  }
  for (size_t a = 0; a < all; a++) {
    const size_t at = r < all ? a : rows[a];
    tape_define(s->b, c->row[at].lambda, r < all ? product(s, C + a * r, l, r) : l[a]);
  }
  return STATUS_OK;
}

// Are the velocities linear in the free speeds of the model?
static bool is_linear_in_speeds(const Scene *s) {
  const Equations *eq = &s->m->equations;
  const Parametrization *g = &eq->given;
  for (size_t i = 0; i < eq->n; i++)
    for (size_t k = 0; k < g->m; k++) {
      const Expr slope = expr_diff(s->m->pool, g->psi[i], g->z[k]);
      for (size_t l = 0; l < g->m; l++)
        if (expr_depends(s->m->pool, slope, g->z[l])) return false;
    }
  return true;
}

bool scene_knows_speed(const Scene *s, Expr z) {
  const Equations *eq = &s->m->equations;
  for (size_t k = 0; eq->psi != NULL && k < eq->m; k++)
    if (expr_same(eq->u[k], z)) return true;
  return s->speeds;
}

// x with psi_z x = difference, by least squares: it is one that has a solution.
static Status solve_speeds(Scene *s, const Expr *difference, const Expr *symbol) {
  const Equations *eq = &s->m->equations;
  const Parametrization *g = &eq->given;
  Expr *slopes = ARENA_ARRAY(&s->m->work, Expr, g->m * eq->n);
  for (size_t k = 0; k < g->m; k++)
    for (size_t i = 0; i < eq->n; i++)
      slopes[k * eq->n + i] = expr_diff(s->m->pool, g->psi[i], g->z[k]);
  Value *N = values_for(s, g->m * eq->n), *b = values_for(s, eq->n), *x = values_for(s, g->m);
  TRY(lower_own(s, slopes, g->m * eq->n, N));
  TRY(lower_own(s, difference, eq->n, b));
  for (size_t k = 0; k < g->m; k++) x[k] = product(s, N + k * eq->n, b, eq->n);
  TRY(solve_gram(s, g->m, eq->n, N, x, x));
  for (size_t k = 0; k < g->m; k++) tape_define(s->b, symbol[k], x[k]);
  return STATUS_OK;
}

// Free speeds z of the model, where the method has other variables: q' = psi(q, z, t), linear in z,
// and q'' = psi_z z' + psi_q q' + psi_t.
static Status define_speeds(Scene *s) {
  const Equations *eq = &s->m->equations;
  const Parametrization *g = &eq->given;
  ExprPool *pool = s->m->pool;
  if (g->m == 0 || momenta_are_state(eq) || scene_knows_speed(s, g->z[0])) return STATUS_OK;
  if (!is_linear_in_speeds(s)) return STATUS_OK;
  Expr *zero = ARENA_ARRAY(&s->m->work, Expr, g->m), *b = ARENA_ARRAY(&s->m->work, Expr, eq->n);
  for (size_t k = 0; k < g->m; k++) zero[k] = EXPR_ZERO;
  for (size_t i = 0; i < eq->n; i++)
    b[i] = expr_sub(pool, eq->qd[i], expr_substitute(pool, g->psi[i], g->z, zero, g->m));
  TRY(solve_speeds(s, b, g->z));
  for (size_t i = 0; i < eq->n; i++) {
    const Expr drift = expr_substitute(pool, expr_rate(pool, g->psi[i]), g->zd, zero, g->m);
    b[i] = expr_sub(pool, eq->qdd[i], drift);
  }
  s->speeds = true;
  return solve_speeds(s, b, g->zd);
}

Status scene_define_motion(Scene *s) {
  Value *R = values_for(s, s->m->equations.n);
  TRY(define_accelerations(s));
  TRY(define_speeds(s));
  TRY(define_reactions(s, R));
  return define_multipliers(s, R);
}

// --- onto the constraints ------------------------------------------------------------------------

// The smallest x with A x = -residual, for the first r rows of the chart.
static Status find_change(Scene *s, const Matrix *M, const Matrix *A, size_t r,
                          const Expr *residual, Value *change, size_t *count) {
  const size_t *rows = s->chart->row, n = A->columns;
  *count = 0;
  if (r == 0) return STATUS_OK;
  Linear p = linear_make(s, n, r);
  TRY(lower_own(s, M->at, n * n, p.M));
  TRY(lower_rows(s, A, rows, r, p.A));
  for (size_t i = 0; i < n; i++) p.F[i] = tape_constant(s->b, 0);
  TRY(lower_some(s, residual, rows, r, p.rhs));
  for (size_t a = 0; a < r; a++) p.rhs[a] = tape_op(s->b, TAPE_NEG, p.rhs[a], p.rhs[a]);
  TRY(make_definite(s, M, A, &p));
  TRY(solve(s, &p));
  for (size_t i = 0; i < n; i++) change[i] = p.x[i];
  *count = n;
  return STATUS_OK;
}

// A coordinate in the place of time stays where it is: the others change.
static Matrix rows_beside_independent(Scene *s) {
  const Equations *eq = &s->m->equations;
  if (eq->in_time == NULL) return eq->constraints.A;
  Matrix A = matrix_make(&s->m->work, eq->constraints.r, eq->n);
  for (size_t i = 0; i < A.rows * A.columns; i++)
    if (!expr_same(eq->q[i % A.columns], eq->independent)) A.at[i] = eq->constraints.A.at[i];
  return A;
}

static Status find_changes(Scene *s, bool positions, Value *change, size_t *count) {
  const Equations *eq = &s->m->equations;
  const Constraints *c = &eq->constraints;
  Expr *residual = ARENA_ARRAY(&s->m->work, Expr, c->r);
  *count = 0;
  const bool reduced = eq->psi != NULL && !positions;
  if (c->r == 0 || (reduced && eq->rows == 0)) return STATUS_OK;
  for (size_t a = 0; a < c->r; a++)
    residual[a] = positions ? c->row[a].position : c->row[a].velocity;
  const size_t r = positions ? s->chart->positions : s->chart->velocities;
  const Matrix A = reduced ? eq->row_A : positions ? rows_beside_independent(s) : c->A;
  return find_change(s, reduced ? &eq->M : &eq->free_M, &A, r, residual, change, count);
}

// Where the momenta are part of the state, rows and metric are those of p': the change that is found
// is one of momenta, and H_pp takes it to the coordinates, as h_q H_pp x = -h.
Status scene_position_change(Scene *s, Value *change, size_t *n) {
  const Equations *eq = &s->m->equations;
  TRY(find_changes(s, true, change, n));
  if (*n == 0 || !momenta_are_state(eq)) return STATUS_OK;
  Value *H = values_for(s, eq->n * eq->n), *x = values_for(s, eq->n);
  TRY(lower_own(s, eq->free_M.at, eq->n * eq->n, H));
  for (size_t i = 0; i < eq->n; i++) x[i] = product(s, H + i * eq->n, change, eq->n);
  for (size_t i = 0; i < eq->n; i++) change[i] = x[i];
  return STATUS_OK;
}

Status scene_velocity_change(Scene *s, Value *change, size_t *n) {
  return find_changes(s, false, change, n);
}
