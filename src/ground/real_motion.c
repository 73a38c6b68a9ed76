// ground/real_motion.c: the motion at a real state, and formulas compared there.
//
// From:  docs/theory/real.md, section "The motion"; where the momenta are part of the state, p' in
//        place of q'' (docs/theory/hamilton.md (8), (9))
// Fails: STATUS_DOMAIN if the constraints have a smaller rank than at states near by, or contradict
//        each other, or a formula is not defined

#include "methods/constraints.h"
#include "ground/balls.h"

// The problem as values, and its solution.
typedef struct {
  RealPoint *point;
  Arena *work;
  size_t n, r;
  arb_mat_struct *M, *F, *A, *B, *b;
  arb_mat_struct *free;    // L_q + Q, which p' is without reactions
  size_t rank, *row;       // independent rows of A
  arb_mat_struct *x;       // q'' or p'
  arb_mat_struct *lambda;  // of all r constraints
  arb_mat_struct *push;    // B^T lambda
} Problem;

// --- the problem ---------------------------------------------------------------------------------

arb_mat_struct *real_matrix(RealPoint *point, const Expr *at, size_t rows, size_t columns,
                            Arena *work) {
  arb_mat_struct *values = ball_matrix(work, rows, columns);
  Sheet *sheet = sheet_make(point->eq->pool, at, rows * columns, work);
  sheet_run(sheet, &point->balls, point->bits);
  for (size_t i = 0; i < rows * columns; i++)
    arb_set(arb_mat_entry(values, (slong) (i / columns), (slong) (i % columns)),
            sheet_value(sheet, i));
  return values;
}

static arb_mat_struct *matrix_of(const Problem *p, const Expr *at, size_t rows, size_t columns) {
  return real_matrix(p->point, at, rows, columns, p->work);
}

// M, F, A, B, b and L_q + Q in one sheet, which all points of a source share.
static Sheet *problem_sheet(RealSource *source) {
  const Equations *eq = source->eq;
  const Constraints *c = &eq->constraints;
  const size_t n = eq->n, r = c->r;
  if (source->motion != NULL) return source->motion;
  Formulas all = {0};
  for (size_t i = 0; i < n * n; i++) array_push(source->arena, &all, eq->free_M.at[i]);
  for (size_t i = 0; i < n; i++) array_push(source->arena, &all, eq->free_F[i]);
  for (size_t i = 0; i < r * n; i++) array_push(source->arena, &all, c->A.at[i]);
  for (size_t i = 0; i < r * n; i++) array_push(source->arena, &all, c->B.at[i]);
  for (size_t i = 0; i < r; i++) array_push(source->arena, &all, c->b[i]);
  for (size_t i = 0; i < n; i++)
    array_push(source->arena, &all,
               expr_add(eq->pool, expr_diff(eq->pool, eq->lagrangian, eq->q[i]), eq->force[i]));
  source->motion = sheet_make(eq->pool, all.at, all.n, source->arena);
  return source->motion;
}

// The next rows x columns values of the sheet.
static arb_mat_struct *next_matrix(const Problem *p, const Sheet *sheet, size_t *next, size_t rows,
                                   size_t columns) {
  arb_mat_struct *values = ball_matrix(p->work, rows, columns);
  for (size_t i = 0; i < rows * columns; i++)
    arb_set(arb_mat_entry(values, (slong) (i / columns), (slong) (i % columns)),
            sheet_value(sheet, (*next)++));
  return values;
}

static void evaluate_problem(Problem *p) {
  Sheet *sheet = problem_sheet(p->point->source);
  size_t next = 0;
  sheet_run(sheet, &p->point->balls, p->point->bits);
  p->M = next_matrix(p, sheet, &next, p->n, p->n);
  p->F = next_matrix(p, sheet, &next, p->n, 1);
  p->A = next_matrix(p, sheet, &next, p->r, p->n);
  p->B = next_matrix(p, sheet, &next, p->r, p->n);
  p->b = next_matrix(p, sheet, &next, p->r, 1);
  p->free = next_matrix(p, sheet, &next, p->n, 1);
}

// The rows of a matrix that are chosen.
static arb_mat_struct *chosen_rows(const Problem *p, const arb_mat_t A) {
  arb_mat_struct *rows = ball_matrix(p->work, p->rank, (size_t) arb_mat_ncols(A));
  for (size_t a = 0; a < p->rank; a++)
    for (slong j = 0; j < arb_mat_ncols(A); j++)
      arb_set(arb_mat_entry(rows, (slong) a, j), arb_mat_entry(A, (slong) p->row[a], j));
  return rows;
}

static arb_mat_struct *transposed(const Problem *p, const arb_mat_t A) {
  arb_mat_struct *T = ball_matrix(p->work, (size_t) arb_mat_ncols(A), (size_t) arb_mat_nrows(A));
  arb_mat_transpose(T, A);
  return T;
}

static arb_mat_struct *product(const Problem *p, const arb_mat_t A, const arb_mat_t B) {
  arb_mat_struct *C = ball_matrix(p->work, (size_t) arb_mat_nrows(A), (size_t) arb_mat_ncols(B));
  arb_mat_mul(C, A, B, p->point->bits);
  return C;
}

static size_t rank_at(RealPoint *point, Arena *work) {
  const Equations *eq = point->eq;
  const size_t n = eq->n, r = eq->constraints.r;
  return choose_pivots(real_matrix(point, eq->constraints.A.at, r, n, work), work,
                       ARENA_ARRAY(work, size_t, r), ARENA_ARRAY(work, size_t, n));
}

// Is the rank at the point less than at states near by?
static bool is_special(const Problem *p) {
  RealPoint *other = real_neighbour(p->point, p->work);
  const bool special = other != NULL && rank_at(other, p->work) > p->rank;
  if (other != NULL) real_point_clear(other);
  return special;
}

// A row of A that is left out must depend on the others near the point, too. That it does is seen by
// its digits: the point is not exact from here on.
static Status choose_rows(Problem *p) {
  p->row = ARENA_ARRAY(p->work, size_t, p->r);
  p->rank = choose_pivots(p->A, p->work, p->row, ARENA_ARRAY(p->work, size_t, p->n));
  if (p->rank == p->r) return STATUS_OK;
  if (is_special(p)) return STATUS_DOMAIN;
  p->point->exact = false;
  return STATUS_OK;
}

// [M -B^T; A 0] [x; lambda] = [F; b] with the chosen rows
static Status solve_problem(Problem *p, const arb_mat_t A, const arb_mat_t B, arb_mat_t lambda) {
  const slong n = (slong) p->n, k = (slong) p->rank;
  arb_mat_struct *K = ball_matrix(p->work, p->n + p->rank, p->n + p->rank),
                 *f = ball_matrix(p->work, p->n + p->rank, 1),
                 *y = ball_matrix(p->work, p->n + p->rank, 1);
  for (slong i = 0; i < n; i++) {
    arb_set(arb_mat_entry(f, i, 0), arb_mat_entry(p->F, i, 0));
    for (slong j = 0; j < n; j++) arb_set(arb_mat_entry(K, i, j), arb_mat_entry(p->M, i, j));
    for (slong a = 0; a < k; a++) {
      arb_neg(arb_mat_entry(K, i, n + a), arb_mat_entry(B, a, i));
      arb_set(arb_mat_entry(K, n + a, i), arb_mat_entry(A, a, i));
    }
  }
  for (slong a = 0; a < k; a++)
    arb_set(arb_mat_entry(f, n + a, 0), arb_mat_entry(p->b, (slong) p->row[a], 0));
  if (!arb_mat_is_finite(K) || !arb_mat_is_finite(f) || !arb_mat_solve(y, K, f, p->point->bits))
    return STATUS_DOMAIN;
  for (slong i = 0; i < n; i++) arb_set(arb_mat_entry(p->x, i, 0), arb_mat_entry(y, i, 0));
  for (slong a = 0; a < k; a++) arb_set(arb_mat_entry(lambda, a, 0), arb_mat_entry(y, n + a, 0));
  return STATUS_OK;
}

// All rows are combinations of the chosen ones, B = S C. B^T lambda = C^T mu for all lambda with
// S^T lambda = mu; that of least norm is S (S^T S)^-1 mu.
static Status spread_multipliers(Problem *p, const arb_mat_t C, const arb_mat_t mu) {
  if (p->rank == p->r) {
    for (size_t a = 0; a < p->r; a++)
      arb_set(arb_mat_entry(p->lambda, (slong) p->row[a], 0), arb_mat_entry(mu, (slong) a, 0));
    return STATUS_OK;
  }
  const slong bits = p->point->bits;
  arb_mat_struct *Ct = transposed(p, C), *Bt = transposed(p, p->B);
  arb_mat_struct *St = ball_matrix(p->work, p->rank, p->r);
  if (!arb_mat_solve(St, product(p, C, Ct), product(p, C, Bt), bits)) return STATUS_DOMAIN;
  if (!arb_mat_overlaps(product(p, Ct, St), Bt)) return STATUS_DOMAIN;
  arb_mat_struct *S = transposed(p, St), *w = ball_matrix(p->work, p->rank, 1);
  if (!arb_mat_solve(w, product(p, St, S), mu, bits)) return STATUS_DOMAIN;
  arb_mat_set(p->lambda, product(p, S, w));
  return STATUS_OK;
}

static Status constrained_motion(Problem *p) {
  TRY(choose_rows(p));
  arb_mat_struct *A = chosen_rows(p, p->A), *B = chosen_rows(p, p->B);
  arb_mat_struct *mu = ball_matrix(p->work, p->rank, 1);
  TRY(solve_problem(p, A, B, mu));
  // rows that were left out may contradict the others
  if (!arb_mat_overlaps(product(p, p->A, p->x), p->b)) return STATUS_DOMAIN;
  arb_mat_set(p->push, product(p, transposed(p, B), mu));
  return spread_multipliers(p, B, mu);
}

// --- free speeds ---------------------------------------------------------------------------------

// psi_z and q'' = psi_z z' + drift
arb_mat_struct *real_slopes(RealPoint *point, Arena *work) {
  const Equations *eq = point->eq;
  const Parametrization *given = &eq->given;
  Expr *at = ARENA_ARRAY(work, Expr, eq->n * given->m);
  for (size_t i = 0; i < eq->n * given->m; i++)
    at[i] = expr_diff(eq->pool, given->psi[i / given->m], given->z[i % given->m]);
  return real_matrix(point, at, eq->n, given->m, work);
}

static arb_mat_struct *slopes(const Problem *p) {
  return real_slopes(p->point, p->work);
}

static arb_mat_struct *drifts(const Problem *p) {
  const Equations *eq = p->point->eq;
  const FreeSystem s = free_system(eq->model, eq->arena);
  Expr *at = ARENA_ARRAY(p->work, Expr, eq->n);
  for (size_t i = 0; i < eq->n; i++) at[i] = rate_along(&s, eq->given.psi[i], eq->given.psi);
  return matrix_of(p, at, eq->n, 1);
}

// psi_z z' = q'' - drift by independent rows
static Status speed_rates(const Problem *given) {
  Problem p = *given;
  const Parametrization *q = &p.point->eq->given;
  arb_mat_struct *slope = slopes(&p), *rest = ball_matrix(p.work, p.n, 1),
                 *zd = ball_matrix(p.work, q->m, 1);
  size_t *columns = ARENA_ARRAY(p.work, size_t, q->m);
  arb_mat_sub(rest, p.x, drifts(&p), p.point->bits);
  p.row = ARENA_ARRAY(p.work, size_t, p.n);
  p.rank = choose_pivots(slope, p.work, p.row, columns);
  if (p.rank < q->m ||
      !arb_mat_solve(zd, chosen_rows(&p, slope), chosen_rows(&p, rest), p.point->bits))
    return STATUS_DOMAIN;
  for (size_t i = 0; i < q->m; i++)
    balls_set(&p.point->balls, q->zd[i], arb_mat_entry(zd, (slong) i, 0));
  return STATUS_OK;
}

// Where the constraints are known as rates only: M z' = F of the method, and B^T lambda is what is
// missing in M q'' = F.
static Status reduced_motion(Problem *p) {
  const Equations *eq = p->point->eq;
  const slong bits = p->point->bits;
  arb_mat_struct *M = matrix_of(p, eq->M.at, eq->m, eq->m), *F = matrix_of(p, eq->F, eq->m, 1),
                 *zd = ball_matrix(p->work, eq->m, 1);
  if (!arb_mat_is_finite(M) || !arb_mat_is_finite(F) || !arb_mat_solve(zd, M, F, bits))
    return STATUS_DOMAIN;
  arb_mat_add(p->x, product(p, slopes(p), zd), drifts(p), bits);
  arb_mat_sub(p->push, product(p, p->M, p->x), p->F, bits);
  return STATUS_OK;
}

static bool has_rates_only(const Equations *eq) {
  return eq->given.m > 0 && eq->given.m < eq->n && eq->constraints.r == 0;
}

// --- what follows --------------------------------------------------------------------------------

static void set_reaction(Problem *p, size_t i, const arb_t value) {
  const Equations *eq = p->point->eq;
  const char *name = text_format(p->work, "%s(%s)", quantity_name(QUANTITY_REACTION),
                                 eq->model->coordinates.at[i].name);
  balls_set(&p->point->balls, expr_symbol(eq->pool, str(name), SYMBOL_QUANTITY), value);
}

// x is p': q'' = H_pp p' + drift, and the reactions are p' - L_q - Q
static void set_canonical(Problem *p) {
  const Equations *eq = p->point->eq;
  arb_mat_struct *qdd = product(p, p->M, p->x);
  arb_mat_add(qdd, qdd, drifts(p), p->point->bits);
  arb_mat_sub(p->push, p->x, p->free, p->point->bits);
  for (size_t i = 0; i < eq->n; i++) {
    balls_set(&p->point->balls, eq->given.zd[i], arb_mat_entry(p->x, (slong) i, 0));
    balls_set(&p->point->balls, eq->qdd[i], arb_mat_entry(qdd, (slong) i, 0));
    set_reaction(p, i, arb_mat_entry(p->push, (slong) i, 0));
  }
}

// x is q''; p' = L_q + Q + B^T lambda
static void set_velocities(Problem *p) {
  const Equations *eq = p->point->eq;
  arb_mat_struct *rates = p->free;
  arb_mat_add(rates, rates, p->push, p->point->bits);
  for (size_t i = 0; i < eq->n; i++) {
    const Expr momentum = eq->model->coordinates.at[i].p;
    balls_set(&p->point->balls, eq->qdd[i], arb_mat_entry(p->x, (slong) i, 0));
    set_reaction(p, i, arb_mat_entry(p->push, (slong) i, 0));
    if (!expr_is_none(momentum))
      balls_set(&p->point->balls, expr_symbol_rate(eq->pool, momentum),
                arb_mat_entry(rates, (slong) i, 0));
  }
}

static void set_quasi_rates(RealPoint *point) {
  const Model *model = point->eq->model;
  for (size_t i = 0; i < model->speeds.n; i++) {
    const Speed *speed = &model->speeds.at[i];
    if (!expr_is_none(speed->definition))
      real_define(point, speed->zd, expr_rate(point->eq->pool, speed->definition));
  }
}

static Status find_motion(RealPoint *point) {
  const Equations *eq = point->eq;
  const bool rates_only = has_rates_only(eq);
  Problem p = {.point = point, .work = &point->work, .n = eq->n, .r = eq->constraints.r};
  p.x = ball_matrix(p.work, p.n, 1);
  p.push = ball_matrix(p.work, p.n, 1);
  p.lambda = ball_matrix(p.work, p.r, 1);
  evaluate_problem(&p);
  TRY(rates_only ? reduced_motion(&p) : constrained_motion(&p));
  for (size_t a = 0; a < p.r; a++)
    balls_set(&point->balls, eq->constraints.row[a].lambda, arb_mat_entry(p.lambda, (slong) a, 0));
  if (momenta_are_state(eq))
    set_canonical(&p);
  else
    set_velocities(&p);
  set_quasi_rates(point);
  return eq->given.m > 0 && !momenta_are_state(eq) ? speed_rates(&p) : STATUS_OK;
}

Status real_motion(RealPoint *point) {
  point->moves = false;  // while the precision is raised
  for (;;) {
    const ArenaMark mark = arena_mark(&point->work);
    const Status status = find_motion(point);
    arena_release(&point->work, mark);
    point->moves = status == STATUS_OK;
    if (status == STATUS_OK || 2 * point->bits > REAL_BITS_MOST) return status;
    if (real_refine(point, (int) (2 * point->bits)) != STATUS_OK) return STATUS_DOMAIN;
  }
}

bool real_moves(const RealPoint *point) {
  return point->moves;
}
