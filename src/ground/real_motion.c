// ground/real_motion.c: the motion at a real state.
//
// From:  docs/theory/real.md, section "The motion"; if the momenta are part of the state, p' in
//        place of q'' (docs/theory/hamilton.md (8), (9))
// Fails: STATUS_DOMAIN if the constraints have a smaller rank than at nearby states, or contradict
//        each other, or a formula is undefined

#include "methods/constraints.h"
#include "ground/balls.h"

// The problem in numbers, and its solution.
typedef struct {
  RealPoint *point;
  Arena *work;
  size_t n, r;
  arb_ptr M;  // the entries of source->masses
  arb_mat_struct *F, *A, *B, *b;
  size_t rank, *row;       // independent rows of A
  arb_mat_struct *x;       // q'' or p'
  arb_mat_struct *lambda;  // of all r constraints
  arb_mat_struct *push;    // B^T lambda
} BallProblem;

// --- the problem ---------------------------------------------------------------------------------

arb_mat_struct *real_matrix(RealPoint *point, const Expr *at, size_t rows, size_t columns,
                            Arena *work) {
  arb_mat_struct *values = ball_matrix(work, rows, columns);
  BallProgram *program = ball_program_make(point->eq->pool, at, rows * columns, work);
  ball_program_run(program, &point->balls, point->bits);
  for (size_t i = 0; i < rows * columns; i++)
    arb_set(arb_mat_entry(values, (slong) (i / columns), (slong) (i % columns)),
            ball_program_value(program, i));
  return values;
}

static arb_mat_struct *matrix_of(const BallProblem *p, const Expr *at, size_t rows,
                                 size_t columns) {
  return real_matrix(p->point, at, rows, columns, p->work);
}

// M, F, A, B, b as one program, shared by all points of a source. Of M, which is sparse in large systems, only the
// entries that are not zero.
static BallProgram *problem_sheet(RealSource *source) {
  const Equations *eq = source->eq;
  const Constraints *c = &eq->constraints;
  const size_t n = eq->n, r = c->r;
  if (source->motion != NULL) return source->motion;
  Formulas all = {0};
  SparsePlaces masses = {0};
  const Expr *M = problem_M(&eq->free)->at;
  for (size_t i = 0; i < n * n; i++) {
    if (expr_same(M[i], EXPR_ZERO)) continue;
    array_push(source->arena, &all, M[i]);
    array_push(source->arena, &masses, ((SparsePlace){(uint32_t) (i / n), (uint32_t) (i % n)}));
  }
  for (size_t i = 0; i < n; i++) array_push(source->arena, &all, problem_F(&eq->free)[i]);
  for (size_t i = 0; i < r * n; i++) array_push(source->arena, &all, c->A.at[i]);
  for (size_t i = 0; i < r * n; i++) array_push(source->arena, &all, c->B.at[i]);
  for (size_t i = 0; i < r; i++) array_push(source->arena, &all, c->b[i]);
  source->masses = masses;
  source->motion = ball_program_make(eq->pool, all.at, all.n, source->arena);
  return source->motion;
}

// The next rows x columns values of the program.
static arb_mat_struct *next_matrix(const BallProblem *p, const BallProgram *program, size_t *next,
                                   size_t rows, size_t columns) {
  arb_mat_struct *values = ball_matrix(p->work, rows, columns);
  for (size_t i = 0; i < rows * columns; i++)
    arb_set(arb_mat_entry(values, (slong) (i / columns), (slong) (i % columns)),
            ball_program_value(program, (*next)++));
  return values;
}

static void evaluate_problem(BallProblem *p) {
  RealSource *source = p->point->source;
  BallProgram *program = problem_sheet(source);
  size_t next = 0;
  ball_program_run(program, &p->point->balls, p->point->bits);
  p->M = vector_make(p->work, source->masses.n);
  for (; next < source->masses.n; next++) arb_set(p->M + next, ball_program_value(program, next));
  p->F = next_matrix(p, program, &next, p->n, 1);
  p->A = next_matrix(p, program, &next, p->r, p->n);
  p->B = next_matrix(p, program, &next, p->r, p->n);
  p->b = next_matrix(p, program, &next, p->r, 1);
}

// M x
static arb_mat_struct *mass_times(const BallProblem *p, const arb_mat_t x) {
  const SparsePlaces *masses = &p->point->source->masses;
  arb_mat_struct *y = ball_matrix(p->work, p->n, 1);
  for (size_t k = 0; k < masses->n; k++)
    arb_addmul(arb_mat_entry(y, (slong) masses->at[k].row, 0), p->M + k,
               arb_mat_entry(x, (slong) masses->at[k].column, 0), p->point->bits);
  return y;
}

// The chosen rows of a matrix.
static arb_mat_struct *chosen_rows(const BallProblem *p, const arb_mat_t A) {
  arb_mat_struct *rows = ball_matrix(p->work, p->rank, (size_t) arb_mat_ncols(A));
  for (size_t a = 0; a < p->rank; a++)
    for (slong j = 0; j < arb_mat_ncols(A); j++)
      arb_set(arb_mat_entry(rows, (slong) a, j), arb_mat_entry(A, (slong) p->row[a], j));
  return rows;
}

static arb_mat_struct *transposed(const BallProblem *p, const arb_mat_t A) {
  arb_mat_struct *T = ball_matrix(p->work, (size_t) arb_mat_ncols(A), (size_t) arb_mat_nrows(A));
  arb_mat_transpose(T, A);
  return T;
}

static arb_mat_struct *product(const BallProblem *p, const arb_mat_t A, const arb_mat_t B) {
  arb_mat_struct *C = ball_matrix(p->work, (size_t) arb_mat_nrows(A), (size_t) arb_mat_ncols(B));
  arb_mat_mul(C, A, B, p->point->bits);
  return C;
}

static size_t rank_at(RealPoint *point, Arena *work) {
  const Equations *eq = point->eq;
  const size_t n = eq->n, r = eq->constraints.r;
  return enclose_choose_pivots(real_matrix(point, eq->constraints.A.at, r, n, work), work,
                               ARENA_ARRAY(work, size_t, r), ARENA_ARRAY(work, size_t, n));
}

// Is the rank at the point smaller than at nearby states?
static bool is_special(const BallProblem *p) {
  RealPoint *other = real_neighbour(p->point, p->work);
  const bool special = other != NULL && rank_at(other, p->work) > p->rank;
  if (other != NULL) real_point_clear(other);
  return special;
}

// Chooses independent rows of A. An omitted row must depend on the others near the point, too. That is known only
// numerically, so the point is inexact from here on.
static Status choose_rows(BallProblem *p) {
  p->row = ARENA_ARRAY(p->work, size_t, p->r);
  p->rank = enclose_choose_pivots(p->A, p->work, p->row, ARENA_ARRAY(p->work, size_t, p->n));
  if (p->rank == p->r) return STATUS_OK;
  if (is_special(p)) return STATUS_DOMAIN;
  p->point->exact = false;
  return STATUS_OK;
}

// The matrix [M -B^T; A 0] with the chosen rows, and its right-hand side.
typedef struct {
  SparsePlaces places;
  ARRAY(arb_srcptr) value;
  size_t first, end;  // the entries of B^T, whose sign changes
  arb_mat_struct *f;
} BallSystem;

static void list_rows(const BallProblem *p, BallSystem *s, const arb_mat_t A, bool transposed) {
  const uint32_t n = (uint32_t) p->n;
  for (uint32_t a = 0; a < p->rank; a++)
    for (uint32_t j = 0; j < n; j++) {
      arb_srcptr value = arb_mat_entry(A, (slong) a, (slong) j);
      if (arb_is_zero(value)) continue;
      array_push(p->work, &s->places, (transposed ? (SparsePlace){j, n + a} : (SparsePlace){n + a, j}));
      array_push(p->work, &s->value, value);
    }
}

static BallSystem system_of(const BallProblem *p, const arb_mat_t A, const arb_mat_t B) {
  const SparsePlaces *masses = &p->point->source->masses;
  BallSystem s = {0};
  for (size_t k = 0; k < masses->n; k++) {
    array_push(p->work, &s.places, masses->at[k]);
    array_push(p->work, &s.value, p->M + k);
  }
  s.first = s.places.n;
  list_rows(p, &s, B, true);
  s.end = s.places.n;
  list_rows(p, &s, A, false);
  s.f = ball_matrix(p->work, p->n + p->rank, 1);
  for (size_t i = 0; i < p->n; i++)
    arb_set(arb_mat_entry(s.f, (slong) i, 0), arb_mat_entry(p->F, (slong) i, 0));
  for (size_t a = 0; a < p->rank; a++)
    arb_set(arb_mat_entry(s.f, (slong) (p->n + a), 0), arb_mat_entry(p->b, (slong) p->row[a], 0));
  return s;
}

// Solves one block, and writes its part of y.
static Status solve_block(const BallProblem *p, const BallSystem *s, const SparseBlocks *blocks,
                          const SparseBlock *block, arb_mat_t y) {
  if (block->rows != block->columns) return STATUS_DOMAIN;
  arb_mat_struct *K = ball_matrix(p->work, block->rows, block->rows), *f = ball_matrix(p->work, block->rows, 1),
                 *x = ball_matrix(p->work, block->rows, 1);
  for (size_t k = 0; k < block->places; k++) {
    const uint32_t number = block->place[k];
    const SparsePlace at = s->places.at[number];
    arb_struct *to = arb_mat_entry(K, (slong) blocks->row_in[at.row], (slong) blocks->column_in[at.column]);
    if (number >= s->first && number < s->end)
      arb_neg(to, s->value.at[number]);
    else
      arb_set(to, s->value.at[number]);
  }
  for (size_t i = 0; i < block->rows; i++)
    arb_set(arb_mat_entry(f, (slong) i, 0), arb_mat_entry(s->f, (slong) block->row[i], 0));
  if (!arb_mat_is_finite(K) || !arb_mat_is_finite(f) || !ball_solve(p->work, x, K, f, p->point->bits))
    return STATUS_DOMAIN;
  for (size_t j = 0; j < block->columns; j++)
    arb_set(arb_mat_entry(y, (slong) block->column[j], 0), arb_mat_entry(x, (slong) j, 0));
  return STATUS_OK;
}

// [M -B^T; A 0] [x; lambda] = [F; b] with the chosen rows
static Status solve_problem(BallProblem *p, const arb_mat_t A, const arb_mat_t B,
                            arb_mat_t lambda) {
  const size_t size = p->n + p->rank;
  const BallSystem s = system_of(p, A, B);
  const SparseBlocks blocks = sparse_blocks(size, size, &s.places, p->work);
  arb_mat_struct *y = ball_matrix(p->work, size, 1);
  for (size_t b = 0; b < blocks.n; b++) TRY(solve_block(p, &s, &blocks, &blocks.at[b], y));
  for (size_t i = 0; i < p->n; i++) arb_set(arb_mat_entry(p->x, (slong) i, 0), arb_mat_entry(y, (slong) i, 0));
  for (size_t a = 0; a < p->rank; a++)
    arb_set(arb_mat_entry(lambda, (slong) a, 0), arb_mat_entry(y, (slong) (p->n + a), 0));
  return STATUS_OK;
}

// All rows are combinations of the chosen ones, B = S C. B^T lambda = C^T mu for all lambda with S^T lambda = mu; the
// solution of least norm is S (S^T S)^-1 mu.
static Status spread_multipliers(BallProblem *p, const arb_mat_t C, const arb_mat_t mu) {
  if (p->rank == p->r) {
    for (size_t a = 0; a < p->r; a++)
      arb_set(arb_mat_entry(p->lambda, (slong) p->row[a], 0), arb_mat_entry(mu, (slong) a, 0));
    return STATUS_OK;
  }
  const slong bits = p->point->bits;
  arb_mat_struct *Ct = transposed(p, C), *Bt = transposed(p, p->B);
  arb_mat_struct *St = ball_matrix(p->work, p->rank, p->r);
  if (!ball_solve(p->work, St, product(p, C, Ct), product(p, C, Bt), bits)) return STATUS_DOMAIN;
  if (!arb_mat_overlaps(product(p, Ct, St), Bt)) return STATUS_DOMAIN;
  arb_mat_struct *S = transposed(p, St), *w = ball_matrix(p->work, p->rank, 1);
  if (!ball_solve(p->work, w, product(p, St, S), mu, bits)) return STATUS_DOMAIN;
  arb_mat_set(p->lambda, product(p, S, w));
  return STATUS_OK;
}

static Status constrained_motion(BallProblem *p) {
  TRY(choose_rows(p));
  arb_mat_struct *A = chosen_rows(p, p->A), *B = chosen_rows(p, p->B);
  arb_mat_struct *mu = ball_matrix(p->work, p->rank, 1);
  TRY(solve_problem(p, A, B, mu));
  // omitted rows may contradict the others
  if (!arb_mat_overlaps(product(p, p->A, p->x), p->b)) return STATUS_DOMAIN;
  arb_mat_set(p->push, product(p, transposed(p, B), mu));
  return spread_multipliers(p, B, mu);
}

// --- free speeds ---------------------------------------------------------------------------------

// psi_z and q'' = psi_z z' + drift
arb_mat_struct *real_slopes(RealPoint *point, Arena *work) {
  const Equations *eq = point->eq;
  const Parametrization *z = &eq->state;
  Expr *at = ARENA_ARRAY(work, Expr, eq->n * z->m);
  for (size_t i = 0; i < eq->n * z->m; i++)
    at[i] = expr_diff(eq->pool, z->psi[i / z->m], z->z[i % z->m]);
  return real_matrix(point, at, eq->n, z->m, work);
}

static arb_mat_struct *slopes(const BallProblem *p) {
  return real_slopes(p->point, p->work);
}

static arb_mat_struct *drifts(const BallProblem *p) {
  const Equations *eq = p->point->eq;
  const FreeSystem s = free_system(eq->model, eq->arena);
  Expr *at = ARENA_ARRAY(p->work, Expr, eq->n);
  for (size_t i = 0; i < eq->n; i++) at[i] = rate_along(&s, eq->state.psi[i], eq->state.psi);
  return matrix_of(p, at, eq->n, 1);
}

// psi_z z' = q'' - drift by independent rows
static Status speed_rates(const BallProblem *given) {
  BallProblem p = *given;
  const Parametrization *q = &p.point->eq->given;
  arb_mat_struct *slope = slopes(&p), *rest = ball_matrix(p.work, p.n, 1),
                 *zd = ball_matrix(p.work, q->m, 1);
  size_t *columns = ARENA_ARRAY(p.work, size_t, q->m);
  arb_mat_sub(rest, p.x, drifts(&p), p.point->bits);
  p.row = ARENA_ARRAY(p.work, size_t, p.n);
  p.rank = enclose_choose_pivots(slope, p.work, p.row, columns);
  if (p.rank < q->m ||
      !ball_solve(p.work, zd, chosen_rows(&p, slope), chosen_rows(&p, rest), p.point->bits))
    return STATUS_DOMAIN;
  for (size_t i = 0; i < q->m; i++)
    balls_set(&p.point->balls, q->zd[i], arb_mat_entry(zd, (slong) i, 0));
  return STATUS_OK;
}

// If the constraints are known as rates only: M z' = F of the method, and B^T lambda is the difference in M q'' = F.
static Status reduced_motion(BallProblem *p) {
  const Equations *eq = p->point->eq;
  const slong bits = p->point->bits;
  arb_mat_struct *M = matrix_of(p, problem_M(&eq->problem)->at, eq->problem.m, eq->problem.m),
                 *F = matrix_of(p, problem_F(&eq->problem), eq->problem.m, 1),
                 *zd = ball_matrix(p->work, eq->problem.m, 1);
  if (!arb_mat_is_finite(M) || !arb_mat_is_finite(F) || !ball_solve(p->work, zd, M, F, bits))
    return STATUS_DOMAIN;
  arb_mat_add(p->x, product(p, slopes(p), zd), drifts(p), bits);
  arb_mat_sub(p->push, mass_times(p, p->x), p->F, bits);
  return STATUS_OK;
}

static bool has_rates_only(const Equations *eq) {
  return eq->given.m > 0 && eq->given.m < eq->n && eq->constraints.r == 0;
}

// --- what follows --------------------------------------------------------------------------------

// Makes one program for q'', reactions and rates of momenta, in terms of u' and M u' - F, and lists the symbols of all
// of them, those of M u' - F first.
static void follow(RealSource *source) {
  const Equations *eq = source->eq;
  const size_t n = eq->n;
  if (source->follow != NULL) return;
  Expr *formula = ARENA_ARRAY(source->arena, Expr, 3 * n + 1),
       *symbol = source->following = ARENA_ARRAY(source->arena, Expr, 4 * n + 1);
  for (size_t i = 0; i < n; i++) {
    const Expr momentum = eq->model->coordinates.at[i].p;
    symbol[i] = rates_push_symbol(eq, i);
    symbol[n + i] = eq->qdd[i];
    symbol[2 * n + i] = rates_reaction_symbol(eq, i);
    symbol[3 * n + i] = expr_is_none(momentum) ? EXPR_NONE : expr_symbol_rate(eq->pool, momentum);
    formula[i] = rates_acceleration(eq, &eq->free, i);
    formula[n + i] = rates_reaction(eq, i);
    formula[2 * n + i] = rates_momentum(eq, i);
  }
  source->follow = ball_program_make(eq->pool, formula, 3 * n, source->arena);
}

// Sets u' and M u' - F, and everything that follows from them.
static void set_rates(BallProblem *p) {
  RealSource *source = p->point->source;
  Balls *balls = &p->point->balls;
  follow(source);
  for (size_t i = 0; i < p->n; i++) {
    balls_set(balls, source->eq->free.ud[i], arb_mat_entry(p->x, (slong) i, 0));
    balls_set(balls, source->following[i], arb_mat_entry(p->push, (slong) i, 0));
  }
  ball_program_run(source->follow, balls, p->point->bits);
  for (size_t i = 0; i < 3 * p->n; i++)
    if (!expr_is_none(source->following[p->n + i]))
      balls_set(balls, source->following[p->n + i], ball_program_value(source->follow, i));
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
  BallProblem p = {.point = point, .work = &point->work, .n = eq->n, .r = eq->constraints.r};
  p.x = ball_matrix(p.work, p.n, 1);
  p.push = ball_matrix(p.work, p.n, 1);
  p.lambda = ball_matrix(p.work, p.r, 1);
  evaluate_problem(&p);
  TRY(rates_only ? reduced_motion(&p) : constrained_motion(&p));
  for (size_t a = 0; a < p.r; a++)
    balls_set(&point->balls, eq->constraints.row[a].lambda, arb_mat_entry(p.lambda, (slong) a, 0));
  set_rates(&p);
  set_quasi_rates(point);
  return eq->given.m > 0 ? speed_rates(&p) : STATUS_OK;
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
