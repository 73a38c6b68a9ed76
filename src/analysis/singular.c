// analysis/singular.c: states where accelerations or reactions are not determined.
//
// In:    K = [M -B^T; A 0], the matrix of the accelerations and multipliers
// Out:   where its rank drops on the constraint manifold, as cases: where det M = 0; where the minors of A
//        vanish together; for a mass matrix that is singular anyway, or reactions that are not along A, where
//        the minors of K do
// From:  docs/theory/flag.md (11), (12); B11 Remark 1, (1.1)
// Law:   a case is proved by the rank over the finite fields, where its equations hold
// Not:   special values of parameters: these may have further cases

#include "analysis/singular.h"
#include "methods/canonical.h"
#include "algebra/algebra.h"
#include "algebra/field_linear.h"
#include "ground/real.h"

#define WEIGHT_MOST 4000  // of an entry that is brought to readable form
#define MINORS_MOST 120   // if there are more, none are examined
#define REAL_DRAWS 3      // real states tried

const char *singular_cause_name(SingularCause cause) {
  static const char *const names[SINGULAR_COUNT] = {"mass", "constraints", "both"};
  return names[cause];
}

typedef struct {
  const Equations *eq;
  ExprPool *pool;
  Arena *arena;
  SingularAnalysis *out;
  ARRAY(Expr) sides;  // expressions that vanish on the manifold
} Work;

// A matrix whose rank is examined.
typedef struct {
  size_t rows, columns;
  Expr *at;
} Block;

// --- matrices ------------------------------------------------------------------------------------

static Block block_make(const Work *w, size_t rows, size_t columns) {
  Block b = {rows, columns, ARENA_ARRAY(w->arena, Expr, rows * columns + 1)};
  for (size_t i = 0; i < rows * columns; i++) b.at[i] = EXPR_ZERO;
  return b;
}

// M, A, or K
static Block matrix_of(const Work *w, SingularCause cause) {
  const Equations *eq = w->eq;
  const size_t n = eq->n, r = eq->constraints.r;
  if (cause == SINGULAR_MASS) return (Block){n, n, problem_M(&eq->free)->at};
  if (cause == SINGULAR_CONSTRAINTS) return (Block){r, n, eq->constraints.A.at};
  Block K = block_make(w, n + r, n + r);
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) K.at[i * (n + r) + j] = problem_M(&eq->free)->at[i * n + j];
    for (size_t a = 0; a < r; a++) {
      K.at[i * (n + r) + n + a] = expr_neg(w->pool, eq->constraints.B.at[a * n + i]);
      K.at[(n + a) * (n + r) + i] = eq->constraints.A.at[a * n + i];
    }
  }
  return K;
}

static Block in_short(const Work *w, const Block *b) {
  Block shorter = block_make(w, b->rows, b->columns);
  for (size_t i = 0; i < b->rows * b->columns; i++)
    shorter.at[i] =
      expr_weight(w->pool, b->at[i]) < WEIGHT_MOST ? algebra_readable(w->pool, b->at[i]) : b->at[i];
  return shorter;
}

static size_t rank_of_values(const Work *w, const Block *b, const Fingerprint *values) {
  uint64_t *a = ARENA_ARRAY(w->arena, uint64_t, b->rows * b->columns + 1);
  size_t *ranks = ARENA_ARRAY(w->arena, size_t, b->rows + 1);
  for (size_t i = 0; i < b->rows * b->columns; i++) a[i] = values[i].v[0];
  field_ranks(0, w->arena, b->rows, b->columns, a, ranks);
  return ranks[b->rows];
}

// Finds the rank on the manifold, where the conditions hold as well; NOWHERE if no point was found.
static size_t rank_there(const Work *w, const Block *b, const Expr *conditions, size_t n) {
  FieldPoint *point;
  Fingerprint *values = ARENA_ARRAY(w->arena, Fingerprint, b->rows * b->columns + 1);
  if (ground_point_given(w->eq, w->arena, 0, conditions, n, &point) != STATUS_OK ||
      !field_point_values(point, b->at, b->rows * b->columns, values))
    return NOWHERE;
  return rank_of_values(w, b, values);
}

// --- what is left after pivots that never vanish -------------------------------------------------

// Counts the nonzero entries of a row or column.
static size_t entries_in(const Block *b, size_t first, size_t step, size_t n) {
  size_t count = 0;
  for (size_t i = 0; i < n; i++) count += !expr_same(b->at[first + i * step], EXPR_ZERO);
  return count;
}

// Finds a constant entry, the one that changes the fewest others (Markowitz).
static bool find_pivot(const Work *w, const Block *b, size_t *row, size_t *column) {
  size_t best = NOWHERE;
  for (size_t i = 0; i < b->rows * b->columns; i++) {
    if (i % b->columns == 0) guard_poll(w->arena->guard);
    if (expr_same(b->at[i], EXPR_ZERO) || !expr_is_constant(w->pool, b->at[i])) continue;
    const size_t r = i / b->columns, c = i % b->columns;
    const size_t cost = (entries_in(b, r * b->columns, 1, b->columns) - 1) *
                        (entries_in(b, c, b->columns, b->rows) - 1);
    if (best != NOWHERE && cost >= best) continue;
    best = cost;
    *row = r;
    *column = c;
  }
  return best != NOWHERE;
}

// Returns the rest after one elimination step: its rank is one less.
static Block without_pivot(const Work *w, const Block *b, size_t row, size_t column) {
  Block less = block_make(w, b->rows - 1, b->columns - 1);
  const Expr pivot = b->at[row * b->columns + column];
  size_t to = 0;
  for (size_t i = 0; i < b->rows; i++) {
    guard_poll(w->arena->guard);
    for (size_t j = 0; j < b->columns; j++) {
      if (i == row || j == column) continue;
      const Expr u = b->at[i * b->columns + column], v = b->at[row * b->columns + j];
      Expr e = b->at[i * b->columns + j];
      if (!expr_same(u, EXPR_ZERO) && !expr_same(v, EXPR_ZERO))
        e = algebra_readable(
          w->pool, expr_sub(w->pool, e, expr_div(w->pool, expr_mul(w->pool, u, v), pivot)));
      less.at[to++] = e;
    }
  }
  return less;
}

// The rows and columns of a matrix that are left, and how many entries each of them has there.
typedef struct {
  const Block *b;
  bool *row_gone, *column_gone;
  size_t *in_row, *in_column;
} Rest;

static bool is_left(const Rest *rest, size_t i, size_t j) {
  return !rest->row_gone[i] && !rest->column_gone[j] && !expr_same(rest->b->at[i * rest->b->columns + j], EXPR_ZERO);
}

static Rest rest_of(const Work *w, const Block *b) {
  Rest rest = {b, ARENA_ARRAY(w->arena, bool, b->rows + 1), ARENA_ARRAY(w->arena, bool, b->columns + 1),
               ARENA_ARRAY(w->arena, size_t, b->rows + 1), ARENA_ARRAY(w->arena, size_t, b->columns + 1)};
  for (size_t i = 0; i < b->rows; i++)
    for (size_t j = 0; j < b->columns; j++) {
      const bool left = is_left(&rest, i, j);
      rest.in_row[i] += left;
      rest.in_column[j] += left;
    }
  return rest;
}

static void take_out(Rest *rest, size_t row, size_t column) {
  for (size_t j = 0; j < rest->b->columns; j++) rest->in_column[j] -= is_left(rest, row, j);
  rest->row_gone[row] = true;
  for (size_t i = 0; i < rest->b->rows; i++) rest->in_row[i] -= is_left(rest, i, column);
  rest->column_gone[column] = true;
}

// Takes out all constants that are alone in their row or column, which changes no other entry: a diagonal matrix is
// done in one pass. At most this many.
static Block without_lone_pivots(const Work *w, const Block *b, size_t most, size_t *taken) {
  Rest rest = rest_of(w, b);
  *taken = 0;
  for (size_t last = NOWHERE; last != *taken;) {
    last = *taken;
    for (size_t i = 0; i < b->rows; i++) {
      guard_poll(w->arena->guard);
      for (size_t j = 0; !rest.row_gone[i] && *taken < most && j < b->columns; j++)
        if (is_left(&rest, i, j) && (rest.in_row[i] == 1 || rest.in_column[j] == 1) &&
            expr_is_constant(w->pool, b->at[i * b->columns + j])) {
          take_out(&rest, i, j);
          ++*taken;
        }
    }
  }
  if (*taken == 0) return *b;
  Block less = block_make(w, b->rows - *taken, b->columns - *taken);
  size_t to = 0;
  for (size_t i = 0; i < b->rows; i++)
    for (size_t j = 0; j < b->columns; j++)
      if (!rest.row_gone[i] && !rest.column_gone[j]) less.at[to++] = b->at[i * b->columns + j];
  return less;
}

static bool row_is_zero(const Block *b, size_t i) {
  for (size_t j = 0; j < b->columns; j++)
    if (!expr_same(b->at[i * b->columns + j], EXPR_ZERO)) return false;
  return true;
}

// Removes rows and columns of zeros.
static Block without_zeros(const Work *w, const Block *b) {
  Block less = block_make(w, b->rows, b->columns);
  size_t rows = 0, columns = 0, to = 0;
  bool *kept = ARENA_ARRAY(w->arena, bool, b->columns + 1);
  for (size_t j = 0; j < b->columns; j++) {
    for (size_t i = 0; i < b->rows; i++)
      kept[j] = kept[j] || !expr_same(b->at[i * b->columns + j], EXPR_ZERO);
    columns += kept[j];
  }
  for (size_t i = 0; i < b->rows; i++) {
    if (row_is_zero(b, i)) continue;
    for (size_t j = 0; j < b->columns; j++)
      if (kept[j]) less.at[to++] = b->at[i * b->columns + j];
    rows++;
  }
  less.rows = rows;
  less.columns = columns;
  return less;
}

// --- minors --------------------------------------------------------------------------------------

// The numerator of a determinant, or EXPR_NONE if it is too expensive
static Expr determinant(const Work *w, const Block *b, Angles angles) {
  const size_t n = b->rows;
  Rationals *field = rationals_create(w->pool, w->arena, b->at, n * n, angles);
  if (field == NULL) return EXPR_NONE;
  const Rational **A = ARENA_ARRAY(w->arena, const Rational *, n * n);
  for (size_t i = 0; i < n * n; i++) A[i] = rational_of(field, b->at[i]);
  const Rational *d = rational_determinant(field, n, A);
  if (d == NULL) return rationals_status(field) == STATUS_DOMAIN ? EXPR_ZERO : EXPR_NONE;
  if (rational_is_zero(field, d)) return EXPR_ZERO;
  Expr numerator, denominator;
  rational_parts(field, d, &numerator, &denominator);
  return numerator;
}

// sin(a - b) as one generator, or expanded: whichever gives the shorter result
static Expr lightest_determinant(const Work *w, const Block *b) {
  if (b->rows == 1) return b->at[0];
  Expr whole = determinant(w, b, ANGLES_WHOLE), split = determinant(w, b, ANGLES_SPLIT);
  if (expr_is_none(whole) || expr_is_none(split)) return expr_is_none(whole) ? split : whole;
  if (expr_same(split, EXPR_ZERO)) return EXPR_ZERO;
  whole = algebra_readable(w->pool, whole);
  split = algebra_readable(w->pool, split);
  return expr_weight(w->pool, split) < expr_weight(w->pool, whole) ? split : whole;
}

// Advances to the next choice of k out of n numbers, in order; false after the last.
static bool next_choice(size_t *choice, size_t k, size_t n) {
  for (size_t i = k; i-- > 0;) {
    if (choice[i] == n - k + i) continue;
    choice[i]++;
    for (size_t j = i + 1; j < k; j++) choice[j] = choice[j - 1] + 1;
    return true;
  }
  return false;
}

static void first_choice(size_t *choice, size_t k) {
  for (size_t i = 0; i < k; i++) choice[i] = i;
}

static double choices(size_t n, size_t k) {
  double c = 1;
  for (size_t i = 0; i < k; i++) c = c * (double) (n - i) / (double) (i + 1);
  return c;
}

// Finds all minors of this size that do not vanish identically; false if that takes too much.
static bool find_minors(const Work *w, const Block *b, size_t size, SingularMatrix *m) {
  const double count = choices(b->rows, size) * choices(b->columns, size);
  if (count > MINORS_MOST) return false;
  m->minor = ARENA_ARRAY(w->arena, Expr, (size_t) count + 1);
  size_t *rows = ARENA_ARRAY(w->arena, size_t, size + 1),
         *columns = ARENA_ARRAY(w->arena, size_t, size + 1);
  Block part = block_make(w, size, size);
  first_choice(rows, size);
  do {
    first_choice(columns, size);
    do {
      for (size_t i = 0; i < size * size; i++)
        part.at[i] = b->at[rows[i / size] * b->columns + columns[i % size]];
      const Expr d = lightest_determinant(w, &part);
      if (expr_is_none(d)) return false;
      if (!expr_same(d, EXPR_ZERO)) m->minor[m->minors++] = d;
    } while (next_choice(columns, size, b->columns));
  } while (next_choice(rows, size, b->rows));
  return true;
}

// --- cases ---------------------------------------------------------------------------------------

// Does the rank drop in this case?
static bool is_proved(const Work *w, const Block *b, size_t rank, const Case *c) {
  const size_t entries = b->rows * b->columns;
  Block there = block_make(w, b->rows, b->columns);
  if (c->open) {
    const size_t now = rank_there(w, b, c->equation, c->n);
    return now != NOWHERE && now < rank;
  }
  Fingerprint *values = ARENA_ARRAY(w->arena, Fingerprint, entries + 1);
  for (size_t i = 0; i < entries; i++) {
    there.at[i] = case_value(c, w->pool, b->at[i]);
    if (expr_is_none(there.at[i])) return false;
    values[i] = expr_fingerprint(w->pool, there.at[i]);
  }
  return rank_of_values(w, b, values) < rank;
}

// A case that was solved in real functions has real states if the constraints can be satisfied there, too.
static Truth is_real(const Work *w, const Case *c) {
  if (case_is_real(c, w->eq->model, w->arena, w->sides.at, w->sides.n) == TRUTH_YES)
    return TRUTH_YES;
  Condition *given = ARENA_ARRAY(w->arena, Condition, c->n + 1);
  for (size_t i = 0; i < c->n; i++) given[i] = (Condition){c->equation[i], EXPR_ZERO};
  for (unsigned draw = 0; draw < REAL_DRAWS; draw++) {
    RealPoint *point;
    if (real_point(w->eq, given, c->n, draw, w->arena, &point) == STATUS_OK) return TRUTH_YES;
  }
  return TRUTH_UNKNOWN;
}

// Does a rank drop in this case? Even if M alone is singular, K may determine the accelerations.
static bool is_singular(const Work *w, SingularCause cause, const Block *b, const Case *c) {
  if (cause != SINGULAR_MASS || w->eq->constraints.r == 0)
    return is_proved(w, b, w->out->of[cause].rank, c);
  const Block K = matrix_of(w, SINGULAR_BOTH);
  const size_t rank = rank_there(w, &K, NULL, 0);
  return rank != NOWHERE && is_proved(w, &K, rank, c);
}

static bool merge(const Work *w, SingularCase *a, const SingularCase *b) {
  return a->cause == b->cause && a->n == b->n && a->proved == b->proved && a->real == b->real &&
         a->n_divisors == 0 && b->n_divisors == 0 &&
         cases_merge(w->pool, a->equation, b->equation, a->n);
}

// Merges pairs of cases where possible, until no pair is left.
static void merge_cases(const Work *w) {
  SingularCase *at = w->out->cases.at;
  for (size_t i = 0; i < w->out->cases.n; i++)
    for (size_t k = 0; k < i; k++) {
      if (!merge(w, &at[k], &at[i])) continue;
      for (size_t j = i + 1; j < w->out->cases.n; j++) at[j - 1] = at[j];
      w->out->cases.n--;
      i = 0;
      break;
    }
}

static void find_matrix_cases(const Work *w, SingularCause cause) {
  SingularMatrix *m = &w->out->of[cause];
  Block b = matrix_of(w, cause);
  const Block whole = b;
  size_t rank = m->rank, lone, row, column;
  m->asked = true;
  b = in_short(w, &b);
  b = without_lone_pivots(w, &b, rank, &lone);
  rank -= lone;
  while (rank > 0 && find_pivot(w, &b, &row, &column)) {
    b = without_pivot(w, &b, row, column);
    rank--;
  }
  b = without_zeros(w, &b);
  m->known = rank == 0 || find_minors(w, &b, rank, m);
  if (!m->known || rank == 0) {
    m->complete = m->known;
    return;
  }
  Cases cases;
  m->complete =
    cases_find(w->eq->model, w->arena, m->minor, m->minors, w->sides.at, w->sides.n, &cases);
  for (size_t i = 0; m->complete && i < cases.n; i++) {
    const Case *c = &cases.at[i];
    const bool proved = is_singular(w, cause, &whole, c);
    if (!proved && cause == SINGULAR_MASS && w->eq->constraints.r > 0) continue;
    const SingularCase found = {cause,         c->equation, c->n,         c->divisor,
                                c->n_divisors, proved,      is_real(w, c)};
    array_push(w->arena, &w->out->cases, found);
  }
}

// --- all of it -----------------------------------------------------------------------------------

static bool has_own_reactions(const Equations *eq) {
  for (size_t a = 0; a < eq->constraints.r; a++)
    if (!eq->constraints.row[a].ideal) return true;
  return false;
}

static void gather_sides(Work *w) {
  const Constraints *c = &w->eq->constraints;
  for (size_t a = 0; a < c->r; a++) {
    if (!expr_is_none(c->row[a].position)) array_push(w->arena, &w->sides, c->row[a].position);
    if (!expr_is_none(c->row[a].velocity)) array_push(w->arena, &w->sides, c->row[a].velocity);
  }
}

// Finds constraints whose derivatives by the velocities vanish wherever they hold, such as squares.
static void find_idle(const Work *w) {
  const Constraints *c = &w->eq->constraints;
  for (size_t a = 0; a < c->r; a++) {
    const Block row = {1, w->eq->n, c->A.at + a * w->eq->n};
    if (!row_is_zero(&row, 0) && rank_there(w, &row, NULL, 0) == 0)
      array_push(w->arena, &w->out->idle, c->row[a].name);
  }
}

SingularAnalysis *analysis_singular(const Equations *given, Arena *arena) {
  const Equations *eq = canonical_solved(given, arena);
  SingularAnalysis *out = ARENA_NEW(arena, SingularAnalysis);
  Work w = {.eq = eq, .pool = eq->pool, .arena = arena, .out = out};
  gather_sides(&w);
  const Block M = matrix_of(&w, SINGULAR_MASS), K = matrix_of(&w, SINGULAR_BOTH);
  const size_t A = ground_of(eq)->rank;
  out->of[SINGULAR_MASS].rank = algebra_rank(eq->pool, arena, M.rows, M.columns, M.at);
  out->of[SINGULAR_CONSTRAINTS].rank = A;
  const size_t rank = rank_there(&w, &K, NULL, 0);
  out->of[SINGULAR_BOTH].rank = rank;
  out->everywhere = rank != NOWHERE && rank < eq->n + A;
  find_idle(&w);
  if (out->everywhere) return out;
  if (out->of[SINGULAR_MASS].rank < eq->n || has_own_reactions(eq)) {
    if (rank != NOWHERE) find_matrix_cases(&w, SINGULAR_BOTH);
  } else {
    find_matrix_cases(&w, SINGULAR_MASS);
    if (eq->constraints.r > 0) find_matrix_cases(&w, SINGULAR_CONSTRAINTS);
  }
  merge_cases(&w);
  (void) expr_trouble(eq->pool);
  return out;
}
