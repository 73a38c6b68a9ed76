// program/linear.c: the linear problem of a motion: what is eliminated, and when to search for pivots.
//
// In:    M x = F + B^T lambda, A x = rhs as expressions, and the motion's state of reference
// Out:   x and lambda as values of the tape; the pivots to be watched along a motion
//
// Straight-line code in an order that preserves zeros is fastest, and it is stable for a definite M and masses
// that are not too far apart. Whether that is so is decided by numbers, at the state of reference. Otherwise
// the tape searches for pivots on each evaluation: that costs more, and works for any regular problem:
// indefinite, light or zero masses, servo constraints.

#include "program/linear.h"
#include "algebra/algebra.h"
#include "expr/fingerprint.h"
#include "tape/numbers.h"
#include <math.h>
#include <string.h>

#define MOST_GROWTH 1000   // three digits may be lost for lack of pivoting
#define MOST_MISSED 1e-12  // residual of an equation, relative to its terms
#define LEAST_PART 1e-8    // of a pivot's scale; a smaller pivot has lost more digits than that
#define MOST_REFINED 3     // times

// --- rows ----------------------------------------------------------------------------------------

const size_t *linear_rows(MotionTape *s, const Expr *residual, size_t r, size_t *all) {
  const size_t n = s->chart->known, *own = s->chart->row;
  size_t *rows = ARENA_ARRAY(&s->m->work, size_t, n + 1);
  *all = 0;
  for (size_t k = 0; k < n; k++)
    if (k < r || !expr_is_none(residual[own[k]])) rows[(*all)++] = own[k];
  return rows;
}

static Status lower_rows(MotionTape *s, const Matrix *A, const size_t *rows, size_t r,
                         Value *values) {
  const size_t n = A->columns;
  Expr *entries = ARENA_ARRAY(&s->m->work, Expr, r * n);
  for (size_t i = 0; i < r * n; i++) entries[i] = *matrix_entry(A, rows[i / n], i % n);
  return motion_tape_lower_own(s, entries, r * n, values);
}

static Status lower_some(MotionTape *s, const Expr *e, const size_t *rows, size_t r,
                         Value *values) {
  Expr *chosen = ARENA_ARRAY(&s->m->work, Expr, r);
  for (size_t a = 0; a < r; a++) chosen[a] = e[rows[a]];
  return motion_tape_lower_own(s, chosen, r, values);
}

// Lowers the rows from number `from` to before `to`.
static Status lower_constraints(MotionTape *s, Linear *p, size_t from, size_t to) {
  if (from == to) return STATUS_OK;
  const size_t *rows = p->rows + from, r = to - from, at = from * p->n;
  TRY(lower_rows(s, p->all_A, rows, r, p->A + at));
  TRY(lower_some(s, p->all_rhs, rows, r, p->rhs + from));
  for (size_t a = from; p->negated && a < to; a++)
    p->rhs[a] = tape_op(s->b, TAPE_NEG, p->rhs[a], p->rhs[a]);
  return p->all_B != NULL ? lower_rows(s, p->all_B, rows, r, p->B + at) : STATUS_OK;
}

// --- the problem ---------------------------------------------------------------------------------

Linear linear_make(MotionTape *s, size_t n, const size_t *rows, size_t r, size_t all,
                   const Matrix *A, const Matrix *B, const Expr *rhs) {
  Linear p = {.all_A = A,
              .all_B = B,
              .all_rhs = rhs,
              .rows = rows,
              .r = r,
              .all = all,
              .n = n,
              .M = motion_tape_values(s, n * n),
              .F = motion_tape_values(s, n),
              .A = motion_tape_values(s, all * n),
              .rhs = motion_tape_values(s, all),
              .x = motion_tape_values(s, n),
              .lambda = motion_tape_values(s, all),
              .pivots = motion_tape_values(s, n + r),
              .scale = motion_tape_values(s, n + r)};
  p.B = B != NULL ? motion_tape_values(s, all * n) : p.A;
  p.mass = p.M;
  p.force = p.F;
  return p;
}

Status linear_lower(MotionTape *s, Linear *p) {
  return lower_constraints(s, p, 0, p->r);
}

// --- singular mass matrices ----------------------------------------------------------------------

// Is this row the length of a vector v of coordinates, sum c v^2, along which they have no inertia, M v = 0? So are the unit
// lengths of quaternions. As A v = 2 sum c v^2 is never zero, the row makes M definite along v at any state.
static bool is_length(MotionTape *s, const Matrix *M, const Matrix *A, size_t row) {
  ExprPool *pool = s->m->pool;
  const Expr *q = s->m->equations.q;
  Fingerprint *v = ARENA_ARRAY(&s->m->work, Fingerprint, A->columns + 1);
  for (size_t i = 0; i < A->columns; i++) {
    const Expr entry = *matrix_entry(A, row, i);
    if (expr_same(entry, EXPR_ZERO)) continue;
    if (i >= s->m->equations.n) return false;
    const Expr c = expr_div(pool, entry, q[i]);
    if (!expr_is_number(pool, c) || ratio_sign(pool, expr_ratio_of(pool, c)) < 0) return false;
    v[i] = expr_fingerprint(pool, q[i]);
  }
  for (size_t i = 0; i < M->rows; i++) {
    Fingerprint sum = {{0}};
    for (size_t k = 0; k < M->columns; k++)
      if (!fingerprint_is_zero(v[k]))
        sum = fingerprint_plus_product(sum, expr_fingerprint(pool, *matrix_entry(M, i, k)), v[k]);
    if (!fingerprint_is_zero(sum)) return false;
  }
  return true;
}

// Numbers rows of the chart that make M definite together with A^T A of these rows: the lengths if they suffice, which leave
// most zeros of M, otherwise all. Returns how many they are; 0 if M is definite itself.
static size_t choose_rows(MotionTape *s, const Matrix *M, const Matrix *A, size_t *chosen) {
  System *m = s->m;
  const size_t n = A->columns, r = s->chart->rows;
  size_t lengths = 0;
  if (algebra_rank(m->pool, &m->work, n, n, M->at) == n) return 0;
  for (size_t k = 0; k < r; k++)
    if (is_length(s, M, A, s->chart->row[k])) chosen[lengths++] = k;
  Expr *all = ARENA_ARRAY(&m->work, Expr, (n + lengths) * n + 1);
  memcpy(all, M->at, n * n * sizeof *all);
  for (size_t k = 0; k < lengths; k++)
    memcpy(all + (n + k) * n, matrix_entry(A, s->chart->row[chosen[k]], 0), n * sizeof *all);
  if (algebra_rank(m->pool, &m->work, n + lengths, n, all) == n) return lengths;
  for (size_t k = 0; k < r; k++) chosen[k] = k;
  return r;
}

// A mass matrix may be singular, as long as it is definite on the directions that the constraints allow. Then M
// + A^T A, with some of the constraints, replaces it: it gives the same x. A^T A x = A^T rhs, which is added on the
// right, goes into lambda if the reactions are along A; otherwise (all_B) it is added to F, and the rows of p
// are all constraints.
Status linear_make_definite(MotionTape *s, const Matrix *M, const Matrix *A, Linear *p) {
  const size_t n = p->n, all = s->chart->rows;
  size_t *chosen = ARENA_ARRAY(&s->m->work, size_t, 2 * all + 1), *row = chosen + all;
  const size_t r = choose_rows(s, M, A, chosen);
  if (r == 0) return STATUS_OK;
  for (size_t k = 0; k < r; k++) row[k] = s->chart->row[chosen[k]];
  Value *a = motion_tape_values(s, r * n);
  TRY(lower_rows(s, A, row, r, a));
  p->mass = motion_tape_values(s, n * n);
  p->force = motion_tape_values(s, n);
  memcpy(p->mass, p->M, n * n * sizeof *p->M);
  memcpy(p->force, p->F, n * sizeof *p->F);
  tape_add_squares(s->b, n, p->mass, r, a);
  for (size_t i = 0; p->all_B != NULL && i < n; i++)
    for (size_t k = 0; k < r; k++) {
      const Value part = tape_op(s->b, TAPE_MUL, a[k * n + i], p->rhs[chosen[k]]);
      p->force[i] = tape_op(s->b, TAPE_ADD, p->force[i], part);
    }
  return STATUS_OK;
}

// --- solving it ----------------------------------------------------------------------------------

// Returns the status; reports a problem that is too large.
static Status solved(MotionTape *s, Status status, size_t unknowns) {
  if (status != STATUS_LIMIT) return status;
  diag_report(&s->m->diags, DIAG_RUN_TOO_LARGE, (Span){0}, unknowns, TAPE_MOST_ELIMINATED);
  return STATUS_UNABLE;
}

Status linear_solve_gram(MotionTape *s, size_t r, size_t n, const Value *N, const Value *f,
                         Value *x) {
  return solved(s, tape_solve_gram(s->b, r, n, N, f, x), r);
}

static Status eliminate(MotionTape *s, Linear *p) {
  const Status status = p->all_B != NULL
                          ? tape_solve_servo(s->b, p->n, p->mass, p->force, p->r, p->A, p->B,
                                             p->rhs, p->x, p->lambda, p->pivots, p->scale)
                          : tape_solve_constrained(s->b, p->n, p->mass, p->force, p->r, p->A,
                                                   p->rhs, p->x, p->lambda, p->pivots, p->scale);
  return solved(s, status, p->n + p->r);
}

static TapeProblem problem_of(const Linear *p, size_t rows) {
  return (TapeProblem){p->n, rows, p->r, p->M, p->F, p->A, p->B, p->rhs};
}

// The growth of entries by elimination at the state of reference; NaN if that has no numbers.
static double growth_of(TapeBuilder *b, const Linear *p) {
  const TapeProblem problem = problem_of(p, p->r);
  return tape_growth(b, &problem, p->mass, p->pivots, p->scale);
}

static bool has_pivots(TapeBuilder *b, const Linear *p) {
  for (size_t i = 0; i < p->n + p->r; i++)
    if (fabs(tape_number(b, p->pivots[i])) < LEAST_PART * fabs(tape_number(b, p->scale[i])))
      return false;
  return true;
}

// Is the elimination stable at the state of reference? Counts as stable if that has no numbers.
static bool is_stable_with(TapeBuilder *b, const void *what) {
  const Linear *p = what;
  const double growth = growth_of(b, p);
  if (isnan(growth)) return true;
  const TapeProblem eliminated = {p->n, p->r, p->r, p->mass, p->force, p->A, p->B, p->rhs};
  return growth <= MOST_GROWTH && has_pivots(b, p) &&
         tape_residual(b, &eliminated, p->x, p->lambda) < MOST_MISSED;
}

static bool is_unstable_with(TapeBuilder *b, const void *what) {
  return !is_stable_with(b, what);
}

// Records what was decided at the state of reference.
static void note(MotionTape *s, const Linear *p, bool (*holds)(TapeBuilder *b, const void *what)) {
  Linear *copy = ARENA_NEW(&s->m->work, Linear);
  *copy = *p;
  array_push(&s->m->work, &s->checks, ((MotionCheck){s->b, holds, copy}));
}

static Value sum_of_products(MotionTape *s, size_t n, const Value *x, size_t step, const Value *y) {
  Value sum = tape_constant(s->b, 0);
  for (size_t k = 0; k < n; k++)
    if (!tape_is_zero(s->b, x[k * step]))
      sum = tape_op(s->b, TAPE_ADD, sum, tape_op(s->b, TAPE_MUL, x[k * step], y[k]));
  return sum;
}

// Corrects the solution by what is left of the equations. The elimination is the same, so that only its substitutions are
// made again.
static Status refine(MotionTape *s, Linear *p) {
  const size_t n = p->n, r = p->r;
  Linear rest = *p;
  rest.force = motion_tape_values(s, n);
  rest.rhs = motion_tape_values(s, r);
  rest.x = motion_tape_values(s, n);
  rest.lambda = motion_tape_values(s, r);
  for (size_t i = 0; i < n; i++) {
    const Value push = sum_of_products(s, r, p->A + i, n, p->lambda);
    const Value inertia = sum_of_products(s, n, p->mass + i * n, 1, p->x);
    const Value whole = tape_op(s->b, TAPE_ADD, p->force[i], push);
    rest.force[i] = tape_op(s->b, TAPE_SUB, whole, inertia);
  }
  for (size_t a = 0; a < r; a++) {
    const Value have = sum_of_products(s, n, p->A + a * n, 1, p->x);
    rest.rhs[a] = tape_op(s->b, TAPE_SUB, p->rhs[a], have);
  }
  TRY(eliminate(s, &rest));
  for (size_t i = 0; i < n; i++) rest.x[i] = tape_op(s->b, TAPE_ADD, p->x[i], rest.x[i]);
  for (size_t a = 0; a < r; a++)
    rest.lambda[a] = tape_op(s->b, TAPE_ADD, p->lambda[a], rest.lambda[a]);
  p->x = rest.x;
  p->lambda = rest.lambda;
  return STATUS_OK;
}

// Eliminates, and refines as long as digits are missing. *stable: the result can be used.
static Status eliminate_stably(MotionTape *s, Linear *p, bool *stable) {
  const size_t checks = s->checks.n;
  *stable = false;
  TRY(eliminate(s, p));
  if (s->pivoting) return STATUS_OK;
  *stable = is_stable_with(s->b, p);
  const bool helps = p->all_B == NULL && growth_of(s->b, p) <= MOST_GROWTH && has_pivots(s->b, p);
  for (int k = 0; k < MOST_REFINED && helps && !*stable; k++) {
    note(s, p, is_unstable_with);
    TRY(refine(s, p));
    *stable = is_stable_with(s->b, p);
  }
  if (*stable)
    note(s, p, is_stable_with);
  else
    s->checks.n = checks, s->particular = true;
  return STATUS_OK;
}

static bool is_regular(MotionTape *s, const Value *x, size_t n, Value determinant, Value measure) {
  for (size_t i = 0; i < n; i++)
    if (!isfinite(tape_number(s->b, x[i]))) return false;
  return fabs(tape_number(s->b, determinant)) > NUMBERS_LEAST_PART * tape_number(s->b, measure);
}

// Solves p again, with all rows. Leaves it as it is if it is singular at the state of reference.
static Status pivot(MotionTape *s, Linear *p) {
  const size_t unknowns = p->n + p->all;
  Value *x = motion_tape_values(s, p->n), *lambda = motion_tape_values(s, p->all);
  Value determinant, measure;
  if (unknowns > TAPE_MOST_PIVOTED) {
    diag_report(&s->m->diags, DIAG_RUN_PIVOTING, (Span){0}, unknowns, TAPE_MOST_PIVOTED);
    return STATUS_UNABLE;
  }
  TRY(lower_constraints(s, p, p->r, p->all));
  const TapeProblem problem = problem_of(p, p->all);
  TRY(tape_solve_pivoting(s->b, &problem, x, lambda, &determinant, &measure));
  if (!is_regular(s, x, p->n, determinant, measure)) return STATUS_OK;
  p->pivoting = true;
  p->x = x;
  p->lambda = lambda;
  p->pivots[0] = determinant;
  p->scale[0] = measure;
  return STATUS_OK;
}

Status linear_solve(MotionTape *s, Linear *p) {
  bool stable;
  TRY(eliminate_stably(s, p, &stable));
  return stable ? STATUS_OK : pivot(s, p);
}

// The metric of the coordinates themselves is definite for any masses. It also keeps a light mass from moving a
// long way to correct a rounding error.
Status linear_solve_metric(MotionTape *s, Linear *p) {
  bool stable;
  TRY(eliminate_stably(s, p, &stable));
  if (stable) return STATUS_OK;
  for (size_t i = 0; i < p->n * p->n; i++) p->M[i] = tape_constant(s->b, i % (p->n + 1) == 0);
  return pivot(s, p);
}

// Minimizes lambda^T lambda with B^T lambda = R: a problem with lambda for x and B^T for A.
Status linear_least_norm(MotionTape *s, const Value *R, Value *lambda) {
  const Equations *eq = &s->m->equations;
  const size_t n = eq->n, all = eq->constraints.r;
  Value *I = motion_tape_values(s, all * all), *none = motion_tape_values(s, all), last, measure;
  Value *B = motion_tape_values(s, all * n), *Bt = motion_tape_values(s, all * n),
        *mu = motion_tape_values(s, n);
  TapeProblem problem = {.n = all, .r = n, .M = I, .F = none, .A = Bt, .B = Bt, .rhs = R};
  problem.rank = s->chart->rows;
  TRY(motion_tape_lower_own(s, eq->constraints.B.at, all * n, B));
  for (size_t i = 0; i < all * all; i++) I[i] = tape_constant(s->b, i % (all + 1) == 0);
  for (size_t a = 0; a < all; a++) none[a] = tape_constant(s->b, 0);
  for (size_t i = 0; i < all * n; i++) Bt[i] = B[i % all * n + i / all];
  return solved(s, tape_solve_pivoting(s->b, &problem, lambda, mu, &last, &measure), all + n);
}
