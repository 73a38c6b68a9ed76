// motion/constrained.c: constrained accelerations without forming A M^-1 A^T.
//
// From:  docs/theory/multipliers.md (4) to (7)
// Law:   near a singular state the error grows like the condition of the problem, not its square
//        (tests/unit/motion/test_constrained.c, against 50 digits)

#include "motion/constrained.h"
#include "base/part.h"
#include "motion/linear.h"
#include "tape/numbers.h"
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define RANK_LOSS 1e-11  // rows of length one with smaller singular values are dependent
#define ROW_LOSS 1e-13   // a row smaller than this fraction of its terms is rounding
#define SOLVED 1e-12     // residual of an equation that a solution may leave, relative to its terms
#define CONFLICT 1e-8    // of |b|: redundant constraints that differ by more conflict

static double *doubles(size_t n) {
  return calloc(n + 1, sizeof(double));
}

static double norm(const double *v, size_t n, size_t stride) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum = hypot(sum, v[i * stride]);
  return sum;
}

// --- rank ----------------------------------------------------------------------------------------

typedef struct {
  double *rows;   // scaled to length one, column by column; vanishing rows are zero
  double *scale;  // 1/length, 0 for a vanishing row
  double *values, *U, *Vt;
  size_t rank;
} RowSpace;

static void clear_rows(RowSpace *space) {
  free(space->rows);
  free(space->scale);
  free(space->values);
  free(space->U);
  free(space->Vt);
}

// Computes the scaled rows of an r x n matrix and their singular vectors.
static Status row_space(size_t r, size_t n, const double *A, const double *size, RowSpace *space) {
  *space = (RowSpace){doubles(r * n), doubles(r),     doubles(r < n ? r : n),
                      doubles(r * r), doubles(n * n), 0};
  double *copy = doubles(r * n);
  Status status = STATUS_LIMIT;
  if (space->rows && space->scale && space->values && space->U && space->Vt && copy) {
    for (size_t a = 0; a < r; a++) {
      const double length = norm(A + a * n, n, 1);
      space->scale[a] = length > ROW_LOSS * size[a] ? 1 / length : 0;
      for (size_t i = 0; i < n; i++)
        space->rows[i * r + a] = copy[i * r + a] = A[a * n + i] * space->scale[a];
    }
    status = linear_svd(r, n, copy, space->values, space->U, space->Vt);
    while (space->rank < (r < n ? r : n) && space->values[space->rank] > RANK_LOSS) space->rank++;
  }
  free(copy);
  return status;
}

// Marks the constraints involved in the dependence: large in the left singular vectors beyond the rank, or
// vanishing themselves.
static void mark_losers(const RowSpace *space, size_t r, bool *loses) {
  for (size_t a = 0; a < r; a++) {
    loses[a] = space->scale[a] == 0;
    for (size_t k = space->rank; k < r; k++) loses[a] |= fabs(space->U[k * r + a]) > 0.1;
  }
}

Status constrained_check_rank(const ConstrainedSystem *s, ConstrainedResult *result) {
  RowSpace A = {0};
  result->trouble = CONSTRAINED_OK;
  const Status status = row_space(s->r, s->n, s->A, s->size, &A);
  if (status == STATUS_OK && A.rank < s->rank) {
    result->trouble = CONSTRAINED_SINGULAR;
    mark_losers(&A, s->r, result->loses);
  }
  clear_rows(&A);
  return status;
}

// --- rows that are rounding ----------------------------------------------------------------------

// Copies A with zeros for the rows that have few digits. Returns their number.
static size_t blank_rounding(const ConstrainedSystem *s, double *A, bool *blank) {
  size_t count = 0;
  for (size_t a = 0; a < s->r; a++) {
    const double length = norm(s->A + a * s->n, s->n, 1);
    blank[a] = length <= CONSTRAINED_FEW_DIGITS * s->size[a];
    count += blank[a];
    for (size_t i = 0; i < s->n; i++) A[a * s->n + i] = blank[a] ? 0 : s->A[a * s->n + i];
  }
  return count;
}

static void set_to_zero(ConstrainedSystem *s, const bool *blank) {
  for (size_t a = 0; a < s->r; a++) {
    if (!blank[a]) continue;
    for (size_t i = 0; i < s->n; i++) s->A[a * s->n + i] = s->B[a * s->n + i] = 0;
    s->b[a] = 0;
  }
}

static bool is_finite_matrix(const double *A, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!isfinite(A[i])) return false;
  return true;
}

Status constrained_drop_rounding(ConstrainedSystem *s) {
  if (s->rank >= s->r || !is_finite_matrix(s->A, s->r * s->n)) return STATUS_OK;
  double *A = doubles(s->r * s->n);
  bool *blank = calloc(s->r + 1, sizeof *blank);
  RowSpace others = {0};
  Status status = A && blank ? STATUS_OK : STATUS_LIMIT;
  if (status == STATUS_OK && blank_rounding(s, A, blank) > 0) {
    status = row_space(s->r, s->n, A, s->size, &others);
    if (status == STATUS_OK && others.rank >= s->rank) set_to_zero(s, blank);
  }
  clear_rows(&others);
  free(A);
  free(blank);
  return status;
}

// --- by pivoting ---------------------------------------------------------------------------------

static NumberProblem numbers_of(const ConstrainedSystem *s) {
  return (NumberProblem){s->n, s->r, s->rank, s->M, s->F, s->A, s->B, s->b};
}

bool constrained_has_digits(const ConstrainedSystem *s) {
  size_t good = 0;
  for (size_t a = 0; a < s->r; a++)
    good += norm(s->A + a * s->n, s->n, 1) > CONSTRAINED_FEW_DIGITS * s->size[a];
  return good >= s->rank;
}

bool constrained_is_solved(const ConstrainedSystem *s, const double *x, const double *lambda) {
  const NumberProblem p = numbers_of(s);
  return numbers_residual(&p, x, lambda) <= SOLVED;
}

typedef struct {
  NumberProblem problem;
  double *x, *lambda;
  double determinant, measure;
  Arena arena;
} Pivoting;

// Chooses as many rows of A as its rank, the best first: each is the farthest from the space of those before
// it. An elimination might otherwise choose a dependent row of which only rounding is left.
static void choose_rows(Pivoting *p, size_t *row) {
  const NumberProblem *all = &p->problem;
  const size_t n = all->n;
  double *left = ARENA_ARRAY(&p->arena, double, all->r * n);
  for (size_t a = 0; a < all->r; a++) {
    const double length = norm(all->A + a * n, n, 1);
    for (size_t i = 0; i < n; i++) left[a * n + i] = length > 0 ? all->A[a * n + i] / length : 0;
  }
  for (size_t k = 0; k < all->rank; k++) {
    size_t best = 0;
    double longest = -1;
    for (size_t a = 0; a < all->r; a++) {
      const double length = norm(left + a * n, n, 1);
      if (length > longest) longest = length, best = a;
    }
    row[k] = best;
    for (size_t a = 0; a < all->r && longest > 0; a++) {
      if (a == best) continue;
      double part = 0;
      for (size_t i = 0; i < n; i++) part += left[a * n + i] * left[best * n + i];
      for (size_t i = 0; i < n; i++)
        left[a * n + i] -= part / (longest * longest) * left[best * n + i];
    }
    for (size_t i = 0; i < n; i++) left[best * n + i] = 0;
  }
}

static Status pivoting_body(void *context) {
  Pivoting *p = context;
  const NumberProblem *all = &p->problem;
  const size_t n = all->n, rank = all->rank < all->r ? all->rank : all->r;
  size_t *row = ARENA_ARRAY(&p->arena, size_t, rank + 1);
  double *A = ARENA_ARRAY(&p->arena, double, n * rank + 1),
         *B = ARENA_ARRAY(&p->arena, double, n * rank + 1),
         *b = ARENA_ARRAY(&p->arena, double, rank + 1),
         *lambda = ARENA_ARRAY(&p->arena, double, rank + 1);
  if (rank == all->r) {
    numbers_solve(&p->arena, all, p->x, p->lambda, &p->determinant, &p->measure);
    return STATUS_OK;
  }
  choose_rows(p, row);
  for (size_t k = 0; k < rank; k++) {
    memcpy(A + k * n, all->A + row[k] * n, n * sizeof *A);
    memcpy(B + k * n, all->B + row[k] * n, n * sizeof *B);
    b[k] = all->rhs[row[k]];
  }
  const NumberProblem kept = {n, rank, rank, all->M, all->F, A, B, b};
  numbers_solve(&p->arena, &kept, p->x, lambda, &p->determinant, &p->measure);
  for (size_t a = 0; a < all->r; a++) p->lambda[a] = 0;
  for (size_t k = 0; k < rank; k++) p->lambda[row[k]] = lambda[k];
  return STATUS_OK;
}

Status constrained_by_pivoting(const ConstrainedSystem *s, double *x, double *lambda,
                               bool *regular) {
  Guard guard = {.budget = SIZE_MAX};
  Pivoting p = {.problem = numbers_of(s), .x = x, .lambda = lambda};
  *regular = false;
  if (s->n == 0) return STATUS_OK;
  arena_init(&p.arena, allocator_heap(), &guard);
  const Status status = guard_run(&guard, pivoting_body, &p);
  arena_clear(&p.arena);
  *regular = status == STATUS_OK && fabs(p.determinant) > NUMBERS_LEAST_PART * p.measure;
  return status;
}

// Tries another solution if the one found so far fails.
static Status improve(const ConstrainedSystem *s, double *x, double *lambda,
                      ConstrainedResult *result) {
  if (result->trouble == CONSTRAINED_OK && constrained_is_solved(s, x, lambda)) return STATUS_OK;
  double *other = doubles(s->n), *multipliers = doubles(s->r);
  bool regular = false;
  Status status = other && multipliers ? STATUS_OK : part_refuse();
  if (status == STATUS_OK) status = constrained_by_pivoting(s, other, multipliers, &regular);
  if (status == STATUS_OK && regular && s->rank < s->r)
    status = constrained_multipliers(s, other, multipliers);
  if (status == STATUS_OK && regular) {
    result->trouble = CONSTRAINED_OK;
    memcpy(x, other, s->n * sizeof *x);
    for (size_t a = 0; a < s->r; a++) lambda[a] = multipliers[a];
  }
  free(other);
  free(multipliers);
  return status;
}

// --- by the null space ---------------------------------------------------------------------------

// [Z^T M; A] x = [Z^T F; b], every row scaled; Z spans the null space of B
static size_t stack_system(const ConstrainedSystem *s, const RowSpace *B, const RowSpace *A,
                           double *K, double *f) {
  const size_t n = s->n, free_rows = n - B->rank, rows = free_rows + s->r;
  for (size_t k = 0; k < free_rows; k++) {
    const double *z = B->Vt + B->rank + k;  // stride n
    f[k] = 0;
    for (size_t j = 0; j < n; j++) {
      f[k] += z[j * n] * s->F[j];
      double sum = 0;
      for (size_t i = 0; i < n; i++) sum += z[i * n] * s->M[i * n + j];
      K[j * rows + k] = sum;
    }
    const double length = norm(K + k, n, rows);
    if (length == 0) continue;
    f[k] /= length;
    for (size_t j = 0; j < n; j++) K[j * rows + k] /= length;
  }
  for (size_t a = 0; a < s->r; a++) {
    f[free_rows + a] = s->b[a] * A->scale[a];
    for (size_t j = 0; j < n; j++) K[j * rows + free_rows + a] = A->rows[j * s->r + a];
  }
  return rows;
}

// Marks the rows of A x = b that x does not satisfy. Are there any?
static bool conflicts(const ConstrainedSystem *s, const double *x, const RowSpace *A, bool *loses) {
  bool any = false;
  for (size_t a = 0; a < s->r; a++) {
    double sum = -s->b[a], scale = fabs(s->b[a]);
    for (size_t j = 0; j < s->n; j++) {
      sum += s->A[a * s->n + j] * x[j];
      scale += fabs(s->A[a * s->n + j] * x[j]);
    }
    loses[a] = fabs(sum) * A->scale[a] > CONFLICT * (scale * A->scale[a]) &&
               fabs(sum) > CONFLICT * s->size[a];
    any |= loses[a];
  }
  return any;
}

// Marks the constraints whose reactions act along other directions than their own. Are there any?
static bool mark_servo(const ConstrainedSystem *s, bool *loses) {
  bool any = false;
  for (size_t a = 0; a < s->r; a++) {
    loses[a] = memcmp(s->A + a * s->n, s->B + a * s->n, s->n * sizeof *s->A) != 0;
    any |= loses[a];
  }
  return any;
}

static Status solve_stacked(const ConstrainedSystem *s, const RowSpace *A, const RowSpace *B,
                            double *x, ConstrainedResult *result) {
  const size_t most = s->n + s->r;
  double *K = doubles(most * s->n), *copy = doubles(most * s->n), *f = doubles(most);
  Status status = K && copy && f ? STATUS_OK : part_refuse();
  if (status == STATUS_OK) {
    const size_t rows = stack_system(s, B, A, K, f);
    memcpy(copy, K, rows * s->n * sizeof *K);
    size_t rank;
    status = linear_least_squares(rows, s->n, K, f, RANK_LOSS, &rank);
    memcpy(x, f, s->n * sizeof *x);
    if (status == STATUS_OK && rank < s->n) {
      result->trouble =
        mark_servo(s, result->loses) ? CONSTRAINED_UNREACHED : CONSTRAINED_UNDETERMINED;
      status = linear_open_unknown(rows, s->n, copy, &result->bad);
    }
  }
  free(K);
  free(copy);
  free(f);
  return status;
}

Status constrained_multipliers(const ConstrainedSystem *s, const double *x, double *lambda) {
  const size_t n = s->n, r = s->r, longer = n > r ? n : r;
  double *Bt = doubles(n * r), *f = doubles(longer), *scale = doubles(r);
  size_t rank = 0;
  Status status = Bt && f && scale ? STATUS_OK : part_refuse();
  // independent constraints: scaled rows lose no digits; dependent ones: lambda itself must have least norm
  for (int scaled = 1; scaled >= 0 && status == STATUS_OK && rank < r; scaled--) {
    for (size_t a = 0; a < r; a++) {
      const double length = norm(s->B + a * n, n, 1);
      scale[a] = scaled && length > 0 ? 1 / length : 1;
      for (size_t i = 0; i < n; i++) Bt[a * n + i] = s->B[a * n + i] * scale[a];
    }
    for (size_t i = 0; i < n; i++) {
      f[i] = -s->F[i];
      for (size_t j = 0; j < n; j++) f[i] += s->M[i * n + j] * x[j];
    }
    status = linear_least_squares(n, r, Bt, f, RANK_LOSS, &rank);
    for (size_t a = 0; a < r; a++) lambda[a] = f[a] * scale[a];
  }
  free(Bt);
  free(f);
  free(scale);
  return status;
}

// Improves x if it is not yet a solution, and looks for constraints that contradict each other. Reports those
// that differ at the first x, which lies between them, unless all agree at a better x.
static Status check_agreement(const ConstrainedSystem *s, const RowSpace *A, double *x,
                              double *lambda, ConstrainedResult *result) {
  const bool redundant = A->rank < s->r, known = result->trouble == CONSTRAINED_OK;
  bool *other = calloc(s->r + 1, sizeof *other);
  if (other == NULL) return part_refuse();
  const bool differ = known && redundant && conflicts(s, x, A, result->loses);
  const Status status = improve(s, x, lambda, result);
  if (status == STATUS_OK && result->trouble == CONSTRAINED_OK && redundant &&
      conflicts(s, x, A, differ ? other : result->loses))
    result->trouble = CONSTRAINED_INCONSISTENT;
  free(other);
  return status;
}

Status constrained_by_null_space(const ConstrainedSystem *s, double *x, double *lambda,
                                 ConstrainedResult *result) {
  RowSpace A = {0}, B = {0};
  result->trouble = CONSTRAINED_OK;
  Status status = row_space(s->r, s->n, s->A, s->size, &A);
  if (status == STATUS_OK) status = row_space(s->r, s->n, s->B, s->size, &B);
  if (status == STATUS_OK && A.rank < s->rank) {
    result->trouble = CONSTRAINED_SINGULAR;
    mark_losers(&A, s->r, result->loses);
  } else if (status == STATUS_OK) {
    status = solve_stacked(s, &A, &B, x, result);
    if (status == STATUS_OK && result->trouble == CONSTRAINED_OK)
      status = constrained_multipliers(s, x, lambda);
    if (status == STATUS_OK) status = check_agreement(s, &A, x, lambda, result);
  }
  clear_rows(&A);
  clear_rows(&B);
  return status;
}

// --- by the pseudo-inverse -----------------------------------------------------------------------

// y = R v for a symmetric matrix
static void times(size_t n, const double *R, const double *v, double *y) {
  for (size_t i = 0; i < n; i++) {
    y[i] = 0;
    for (size_t j = 0; j < n; j++) y[i] += R[i * n + j] * v[j];
  }
}

// Finds the minimal y with A R y = b - A a; x = a + R y
static Status minimal_correction(const ConstrainedSystem *s, const double *R, double *x,
                                 ConstrainedResult *result) {
  const size_t n = s->n, r = s->r, longer = n > r ? n : r;
  double *W = doubles(r * n), *f = doubles(longer), *half = doubles(n);
  RowSpace A = {0};
  Status status = W && f && half ? row_space(r, n, s->A, s->size, &A) : part_refuse();
  if (status == STATUS_OK && A.rank < s->rank) {
    result->trouble = CONSTRAINED_SINGULAR;
    mark_losers(&A, r, result->loses);
  } else if (status == STATUS_OK) {
    times(n, R, s->F, half);
    times(n, R, half, x);
    for (size_t a = 0; a < r; a++) {
      f[a] = s->b[a] * A.scale[a];
      for (size_t j = 0; j < n; j++) {
        f[a] -= A.rows[j * r + a] * x[j];
        W[j * r + a] = 0;
        for (size_t i = 0; i < n; i++) W[j * r + a] += A.rows[i * r + a] * R[i * n + j];
      }
    }
    size_t rank;
    status = linear_least_squares(r, n, W, f, RANK_LOSS, &rank);
    times(n, R, f, half);
    for (size_t i = 0; i < n; i++) x[i] += half[i];
    if (status == STATUS_OK && A.rank < r && conflicts(s, x, &A, result->loses))
      result->trouble = CONSTRAINED_INCONSISTENT;
  }
  clear_rows(&A);
  free(W);
  free(f);
  free(half);
  return status;
}

// (6); if there is no M^(-1/2), (7), which equals (5): 1 - A^+ A = Z Z^T
Status constrained_by_pseudo_inverse(const ConstrainedSystem *s, double *x, double *lambda,
                                     ConstrainedResult *result) {
  double *R = doubles(s->n * s->n);
  size_t open;
  result->trouble = CONSTRAINED_OK;
  Status status = R ? linear_inverse_root(s->n, s->M, 0, R, &open) : part_refuse();
  if (status == STATUS_OK)
    status = minimal_correction(s, R, x, result);
  else if (status == STATUS_DOMAIN)
    status = constrained_by_null_space(s, x, lambda, result);
  free(R);
  return status;
}
