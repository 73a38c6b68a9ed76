// ground/large.c: rank and redundancy of hundreds of constraints.
//
// In:    sparse constraints; the initial state of the model
// Out:   the same as ground.c, in doubles: independent rows by rank-revealing sparse QR
// Not:   a rank that depends on the threshold for zero between 3e-7 and 1e-5 is not accepted
// From:  docs/theory/ground.md, section "Large systems"

#include "ground/large.h"
#include "ground/balls.h"
#include <math.h>
#include <string.h>

#define NEWTON_STEPS 40
#define HALVINGS 12
#define MET 1e-9  // a smaller residual, relative to the constraint's slope, counts as zero
// Thresholds for the remainder of a row of length one. If rows are redundant, rounding may leave the state at a
// distance of its own root from the manifold, 1e-8: the rank must be the same for thresholds well above that.
#define ZERO 1e-6
#define ZERO_LARGE 1e-5
#define ZERO_SMALL 3e-7
#define STEP 0.01
#define STEPS 3
#define IMPLIED 1e-6  // largest value of a dropped constraint after steps of STEP

// Some rows of expressions f with their nonzero derivatives.
typedef struct {
  size_t rows;
  Expr *f;
  int64_t *start, *column;
  Expr *entry;
  const Expr *variable;
  size_t columns;
} Pattern;

typedef struct {
  const Equations *eq;
  Arena *arena;
  size_t known;  // symbols with values: parameters, t, coordinates, velocities
  Expr *symbol;
  double *value;
  size_t first_q, first_v;
  Variables v;
  Pattern positions, velocities, A;
  uint64_t seed;
} Large;

static double random_unit(Large *l) {
  l->seed = hash_mix(l->seed + 0x9e3779b97f4a7c15u);
  return (double) (l->seed >> 12) * 0x1p-51 - 1;
}

// --- patterns ------------------------------------------------------------------------------------

static Expr derivative(const Large *l, Expr f, Expr variable) {
  return expr_depends(l->eq->pool, f, variable) ? expr_diff(l->eq->pool, f, variable) : EXPR_ZERO;
}

// entry(row, column): the derivative of f, or the entry of A
static Pattern make_pattern(Large *l, const Expr *f, size_t rows, const Expr *variable,
                            size_t columns, const Matrix *given) {
  Pattern p = {.rows = rows, .variable = variable, .columns = columns};
  ARRAY(int64_t) column = {0};
  ARRAY(Expr) entry = {0};
  p.f = ARENA_ARRAY(l->arena, Expr, rows + 1);
  p.start = ARENA_ARRAY(l->arena, int64_t, rows + 1);
  for (size_t i = 0; i < rows; i++) {
    p.f[i] = f != NULL ? f[i] : EXPR_ZERO;
    for (size_t j = 0; j < columns; j++) {
      const Expr e = given != NULL ? *matrix_entry(given, i, j) : derivative(l, f[i], variable[j]);
      if (expr_same(e, EXPR_ZERO)) continue;
      array_push(l->arena, &column, (int64_t) j);
      array_push(l->arena, &entry, e);
    }
    p.start[i + 1] = (int64_t) column.n;
  }
  p.column = column.at;
  p.entry = entry.at;
  return p;
}

static Pattern constraint_pattern(Large *l, const bool *kept, bool positions) {
  const Constraints *c = &l->eq->constraints;
  Expr *f = ARENA_ARRAY(l->arena, Expr, c->r + 1);
  size_t rows = 0;
  for (size_t a = 0; a < c->r; a++) {
    const Expr e = positions ? c->row[a].position : real_in_variables(l->eq, c->row[a].velocity);
    if ((kept == NULL || kept[a]) && !expr_is_none(e) && !expr_same(e, EXPR_ZERO)) f[rows++] = e;
  }
  return make_pattern(l, f, rows, positions ? l->eq->q : l->v.at, positions ? l->eq->n : l->v.n,
                      NULL);
}

static void values_of(const Large *l, const Expr *at, size_t n, double *values) {
  expr_values(l->eq->pool, at, n, l->symbol, l->value, l->known, values);
}

// The derivatives there, each row normalized to length one; length: the original length.
static SparseRows rows_at(const Large *l, const Pattern *p, double *length, Arena *arena) {
  const size_t entries = (size_t) p->start[p->rows];
  SparseRows J = {p->rows, p->columns, p->start, p->column,
                  ARENA_ARRAY(arena, double, entries + 1)};
  values_of(l, p->entry, entries, J.value);
  for (size_t i = 0; i < p->rows; i++) {
    double sum = 0;
    for (int64_t k = p->start[i]; k < p->start[i + 1]; k++) sum = hypot(sum, J.value[k]);
    length[i] = sum;
    for (int64_t k = p->start[i]; k < p->start[i + 1] && sum > 0; k++) J.value[k] /= sum;
  }
  return J;
}

static SparseRows some_rows(const SparseRows *A, const size_t *row, size_t n, Arena *arena) {
  SparseRows some = {n, A->columns, ARENA_ARRAY(arena, int64_t, n + 1), NULL, NULL};
  for (size_t i = 0; i < n; i++)
    some.start[i + 1] = some.start[i] + A->start[row[i] + 1] - A->start[row[i]];
  some.column = ARENA_ARRAY(arena, int64_t, some.start[n] + 1);
  some.value = ARENA_ARRAY(arena, double, some.start[n] + 1);
  for (size_t i = 0; i < n; i++) {
    const size_t count = (size_t) (some.start[i + 1] - some.start[i]);
    memcpy(some.column + some.start[i], A->column + A->start[row[i]], count * sizeof(int64_t));
    memcpy(some.value + some.start[i], A->value + A->start[row[i]], count * sizeof(double));
  }
  return some;
}

// --- onto the constraints ------------------------------------------------------------------------

// The largest |f| relative to its length; infinity if something is undefined.
static double residual(const Large *l, const Pattern *p, const double *length, double *f) {
  double largest = 0;
  values_of(l, p->f, p->rows, f);
  for (size_t i = 0; i < p->rows; i++) {
    f[i] /= length[i] > 0 ? length[i] : 1;
    largest = isfinite(f[i]) ? fmax(largest, fabs(f[i])) : (double) INFINITY;
  }
  return largest;
}

// Finds the rows that are independent of the ones before them, and their number.
static Status independent_rows(const SparseRows *J, size_t *row, size_t *n, Arena *work) {
  bool *independent = ARENA_ARRAY(work, bool, J->rows + 1);
  TRY(sparse_independent_rows(J, ZERO, independent, n));
  *n = 0;
  for (size_t i = 0; i < J->rows; i++)
    if (independent[i]) row[(*n)++] = i;
  return STATUS_OK;
}

// Takes one step of least norm by independent rows, halved until it helps.
static Status newton_step(Large *l, const Pattern *p, double *x, double *size, Arena *work) {
  double *length = ARENA_ARRAY(work, double, p->rows + 1),
         *f = ARENA_ARRAY(work, double, p->rows + 1), *g = ARENA_ARRAY(work, double, p->rows + 1),
         *step = ARENA_ARRAY(work, double, p->columns),
         *before = ARENA_ARRAY(work, double, p->columns);
  size_t *row = ARENA_ARRAY(work, size_t, p->rows + 1), n;
  const SparseRows J = rows_at(l, p, length, work);
  const double now = residual(l, p, length, f);
  *size = now;
  if (!isfinite(now)) return STATUS_UNABLE;
  if (now < MET * MET) return STATUS_OK;
  TRY(independent_rows(&J, row, &n, work));
  if (n == 0) return STATUS_OK;
  for (size_t i = 0; i < n; i++) g[i] = f[row[i]];
  const SparseRows some = some_rows(&J, row, n, work);
  TRY(sparse_least_norm(&some, g, step));
  memcpy(before, x, p->columns * sizeof *x);
  double part = 1;
  for (int i = 0; i < HALVINGS; i++, part /= 2) {
    for (size_t j = 0; j < p->columns; j++) x[j] = before[j] - part * step[j];
    *size = residual(l, p, length, f);
    if (*size < now) return STATUS_OK;
  }
  memcpy(x, before, p->columns * sizeof *x);
  *size = now;
  return STATUS_OK;
}

static Status meet(Large *l, const Pattern *p, double *x) {
  double size = (double) INFINITY, before;
  for (int i = 0; i < NEWTON_STEPS; i++) {
    const ArenaMark mark = arena_mark(l->arena);
    before = size;
    const Status status = newton_step(l, p, x, &size, l->arena);
    arena_release(l->arena, mark);
    TRY(status);
    if (size >= before / 2 || size < MET * MET) break;
  }
  return size < MET ? STATUS_OK : STATUS_UNABLE;
}

static void define_velocities(Large *l) {
  const Equations *eq = l->eq;
  if (eq->beside > 0) values_of(l, eq->state.psi, eq->n, l->value + l->known - eq->n);
}

static Status meet_all(Large *l, const Pattern *positions, const Pattern *velocities) {
  TRY(meet(l, positions, l->value + l->first_q));
  TRY(meet(l, velocities, l->value + l->first_v));
  define_velocities(l);
  return STATUS_OK;
}

// Finds a random direction without the components that the equations forbid.
static Status open_direction(Large *l, const Pattern *p, double *w, Arena *work) {
  double *length = ARENA_ARRAY(work, double, p->rows + 1),
         *x = ARENA_ARRAY(work, double, p->columns), *f = ARENA_ARRAY(work, double, p->rows + 1);
  size_t *row = ARENA_ARRAY(work, size_t, p->rows + 1), n;
  for (size_t j = 0; j < p->columns; j++) w[j] = random_unit(l);
  if (p->rows == 0) return STATUS_OK;
  const SparseRows J = rows_at(l, p, length, work);
  TRY(independent_rows(&J, row, &n, work));
  if (n == 0) return STATUS_OK;
  const SparseRows some = some_rows(&J, row, n, work);
  for (size_t i = 0; i < n; i++)
    for (int64_t k = some.start[i]; k < some.start[i + 1]; k++)
      f[i] += some.value[k] * w[some.column[k]];
  TRY(sparse_least_norm(&some, f, x));
  for (size_t j = 0; j < p->columns; j++) w[j] -= x[j];
  return STATUS_OK;
}

static Status step_pattern(Large *l, const Pattern *p, double *x) {
  const ArenaMark mark = arena_mark(l->arena);
  double *w = ARENA_ARRAY(l->arena, double, p->columns + 1),
         *before = ARENA_ARRAY(l->arena, double, p->columns + 1);
  Status status = meet(l, p, x);  // after the variables it depends on have moved
  if (status == STATUS_OK) status = open_direction(l, p, w, l->arena);
  memcpy(before, x, p->columns * sizeof *x);
  double size = STEP;
  for (int i = 0; status != STATUS_INTERNAL && i < HALVINGS; i++, size /= 4) {
    for (size_t j = 0; j < p->columns; j++) x[j] = before[j] + size * w[j];
    status = meet(l, p, x);
    if (status == STATUS_OK) break;
  }
  arena_release(l->arena, mark);
  return status;
}

// Takes a short step in a random direction that the constraints leave open; parameters: they change, too.
static Status step(Large *l, const Pattern *positions, const Pattern *velocities, bool parameters) {
  for (size_t i = 0; parameters && i < l->eq->model->parameters.n; i++)
    l->value[i] *= 1 + STEP * STEP * random_unit(l);
  TRY(step_pattern(l, positions, l->value + l->first_q));
  TRY(step_pattern(l, velocities, l->value + l->first_v));
  define_velocities(l);
  return STATUS_OK;
}

// --- rank ----------------------------------------------------------------------------------------

// Finds the independent rows of A there; returns STATUS_UNABLE if they are in doubt.
static Status rank_there(Large *l, const size_t *order, bool *independent, size_t *rank,
                         SparseRows *A) {
  const size_t r = l->A.rows;
  double *length = ARENA_ARRAY(l->arena, double, r + 1);
  bool *in_order = ARENA_ARRAY(l->arena, bool, r + 1);
  size_t low, high;
  *A = rows_at(l, &l->A, length, l->arena);
  const SparseRows rows = some_rows(A, order, r, l->arena);
  TRY(sparse_independent_rows(&rows, ZERO_LARGE, in_order, &low));
  TRY(sparse_independent_rows(&rows, ZERO_SMALL, in_order, &high));
  for (size_t k = 0; k < r; k++) independent[order[k]] = in_order[k];
  *rank = high;
  return low == high ? STATUS_OK : STATUS_UNABLE;
}

// On a walk that keeps only the independent rows, the others must stay zero.
static Status check_implied(Large *l, const bool *kept, Ground *out) {
  const Constraints *c = &l->eq->constraints;
  const Pattern positions = constraint_pattern(l, kept, true),
                velocities = constraint_pattern(l, kept, false);
  TRY(step(l, &positions, &velocities, false));
  for (size_t a = 0; a < c->r && out->fault == GROUND_SOUND; a++) {
    const Expr level[2] = {c->row[a].position, c->row[a].velocity};
    double value[2] = {0, 0};
    for (int k = 0; k < 2 && !kept[a]; k++)
      if (!expr_is_none(level[k])) values_of(l, &level[k], 1, &value[k]);
    if (fabs(value[0]) < IMPLIED && fabs(value[1]) < IMPLIED) continue;
    out->fault = l->A.start[a] == l->A.start[a + 1] ? GROUND_POWER : GROUND_TOUCHES;
    out->culprit = a;
  }
  return STATUS_OK;
}

// --- all of it -----------------------------------------------------------------------------------

static void know(Large *l, Expr symbol, Expr otherwise) {
  const Expr e = real_start_value(l->eq, symbol, otherwise);
  l->symbol[l->known] = symbol;
  l->value[l->known++] = expr_value(l->eq->pool, e, NULL, NULL, 0);
}

static void open(Large *l) {
  const Equations *eq = l->eq;
  const Model *model = eq->model;
  l->v = real_velocity_variables(eq);
  const size_t most = model->parameters.n + 1 + 2 * eq->n + l->v.n;
  l->symbol = ARENA_ARRAY(l->arena, Expr, most);
  l->value = ARENA_ARRAY(l->arena, double, most);
  for (size_t i = 0; i < model->parameters.n; i++)
    know(l, model->parameters.at[i].symbol, EXPR_ZERO);
  know(l, EXPR_TIME, EXPR_ZERO);
  l->first_q = l->known;
  for (size_t i = 0; i < eq->n; i++) know(l, eq->q[i], EXPR_ZERO);
  l->first_v = l->known;
  for (size_t i = 0; i < l->v.n; i++)
    know(l, l->v.at[i], expr_ratio(eq->pool, 53 + 7 * (long) (i % 7), 100));
  for (size_t i = 0; eq->beside > 0 && i < eq->n; i++) l->symbol[l->known++] = eq->qd[i];
  l->positions = constraint_pattern(l, NULL, true);
  l->velocities = constraint_pattern(l, NULL, false);
  l->A = make_pattern(l, NULL, eq->constraints.r, eq->q, eq->n, &eq->constraints.A);
}

static Status largest_rank(Large *l, const size_t *order, Ground *out, bool *kept) {
  const size_t r = l->A.rows;
  bool *independent = ARENA_ARRAY(l->arena, bool, r + 1);
  out->large = ARENA_NEW(l->arena, LargeGround);
  for (int i = 0; i <= STEPS && out->rank < r; i++) {
    size_t rank;
    SparseRows A;
    if (i > 0) TRY(step(l, &l->positions, &l->velocities, false));
    const Status status = rank_there(l, order, independent, &rank, &A);
    if (status != STATUS_OK && i == STEPS && out->rank == 0) return status;
    if (status != STATUS_OK || (i > 0 && rank <= out->rank)) continue;
    out->regular = i == 0;
    out->rank = rank;
    out->large->A = A;
    memcpy(kept, independent, r * sizeof *kept);
  }
  return STATUS_OK;
}

Status large_ground(const Equations *eq, const size_t *order, Arena *arena, Ground *out) {
  const size_t r = eq->constraints.r;
  Large l = {.eq = eq, .arena = arena, .seed = 0x6c61};
  bool *kept = ARENA_ARRAY(arena, bool, r + 1), *redundant = ARENA_ARRAY(arena, bool, r + 1);
  open(&l);
  TRY(meet_all(&l, &l.positions, &l.velocities));
  TRY(largest_rank(&l, order, out, kept));
  for (size_t a = 0; a < r; a++) redundant[a] = !kept[a];
  out->redundant = redundant;
  out->known = true;
  if (out->rank == r) return STATUS_OK;
  TRY(check_implied(&l, kept, out));
  size_t rank;
  SparseRows A;
  out->for_values = step(&l, &l.positions, &l.velocities, true) != STATUS_OK ||
                    rank_there(&l, order, kept, &rank, &A) != STATUS_OK || rank != out->rank;
  return STATUS_OK;
}

Status large_independent_rows(const LargeGround *large, const size_t *order, size_t n, Arena *arena,
                              size_t *chosen, size_t *count) {
  bool *independent = ARENA_ARRAY(arena, bool, n + 1);
  const SparseRows rows = some_rows(&large->A, order, n, arena);
  TRY(sparse_independent_rows(&rows, ZERO, independent, count));
  *count = 0;
  for (size_t k = 0; k < n; k++)
    if (independent[k]) chosen[(*count)++] = order[k];
  return STATUS_OK;
}
