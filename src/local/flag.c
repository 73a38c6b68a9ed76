// local/flag.c: how the directions allowed by constraints grow by brackets.
//
// In:    a Pfaffian system
// Out:   the growth vector and the derived flag, and the forms that vanish on everything that is
//        reached: combinations of them are differentials of functions
// From:  docs/theory/flag.md (3) to (5)
// Law:   dimensions are those at a random point of the manifold over the finite fields
// Not:   special points, at which the growth is slower (flag_at.c)
//
// There are two ways. By the forms: those stay whose derivatives vanish on the brackets, and if enough of them stay
// unchanged, only the derivatives of the forms are needed. Otherwise by vector fields in solved form, whose brackets
// are formed and reduced.

#include "algebra/algebra.h"
#include "algebra/field_linear.h"
#include "expr/field.h"
#include "local/pfaff_impl.h"

#define WEIGHT_MOST 4000   // limit for bringing an entry into a readable form
#define NODES_MOST 200000  // limit of nodes that the flag adds to the pool

// --- rows in solved form -------------------------------------------------------------------------

Rows rows_make(const Pfaff *p) {
  return (Rows){0, ARENA_ARRAY(p->arena, Expr, p->n * (p->n + 1)),
                ARENA_ARRAY(p->arena, size_t, p->n + 1)};
}

static Expr *row_of(const Pfaff *p, const Rows *s, size_t k) {
  return s->at + k * p->n;
}

static Rows rows_copy(const Pfaff *p, const Rows *from) {
  Rows to = rows_make(p);
  to.n = from->n;
  for (size_t i = 0; i < from->n; i++) to.lead[i] = from->lead[i];
  for (size_t i = 0; i < from->n * p->n; i++) to.at[i] = from->at[i];
  return to;
}

// Simplifies e for further work: 0 if it vanishes on the manifold, otherwise a short form
Expr pfaff_tidy(const Pfaff *p, Expr e) {
  if (pfaff_is_zero(p, e)) return EXPR_ZERO;
  return expr_weight(p->pool, e) < WEIGHT_MOST ? algebra_readable(p->pool, e) : e;
}

// row - factor*by
static void subtract(const Pfaff *p, Expr *row, Expr factor, const Expr *by) {
  for (size_t i = 0; i < p->n; i++)
    if (!expr_same(by[i], EXPR_ZERO))
      row[i] = pfaff_tidy(p, expr_sub(p->pool, row[i], expr_mul(p->pool, factor, by[i])));
}

// The lightest nonzero entry; for forms, dt only if there is no other.
static size_t best_entry(const Pfaff *p, const Expr *row, bool forms) {
  size_t best = NOWHERE;
  for (size_t i = 0; i < p->n; i++) {
    if (expr_same(row[i], EXPR_ZERO)) continue;
    if (best != NOWHERE && forms && p->with_time && i == p->n - 1) continue;
    if (best == NOWHERE || expr_weight(p->pool, row[i]) < expr_weight(p->pool, row[best])) best = i;
  }
  return best;
}

bool rows_insert(const Pfaff *p, Rows *s, Expr *row, bool forms) {
  for (size_t i = 0; i < p->n; i++) row[i] = pfaff_tidy(p, row[i]);
  for (size_t k = 0; k < s->n; k++)
    if (!expr_same(row[s->lead[k]], EXPR_ZERO)) subtract(p, row, row[s->lead[k]], row_of(p, s, k));
  const size_t lead = best_entry(p, row, forms);
  if (lead == NOWHERE) return false;
  const Expr pivot = row[lead];
  for (size_t i = 0; i < p->n; i++)
    if (!expr_same(row[i], EXPR_ZERO)) row[i] = pfaff_tidy(p, expr_div(p->pool, row[i], pivot));
  for (size_t k = 0; k < s->n; k++) {
    Expr *other = row_of(p, s, k);
    if (!expr_same(other[lead], EXPR_ZERO)) subtract(p, other, other[lead], row);
  }
  s->lead[s->n] = lead;
  for (size_t i = 0; i < p->n; i++) row_of(p, s, s->n)[i] = row[i];
  s->n++;
  return true;
}

static bool is_lead(const Rows *s, size_t i) {
  for (size_t k = 0; k < s->n; k++)
    if (s->lead[k] == i) return true;
  return false;
}

// x_j - sum_k row_k[j] x_lead(k) for every j that is not a lead
Rows rows_dual(const Pfaff *p, const Rows *s) {
  Rows d = rows_make(p);
  for (size_t j = 0; j < p->n; j++) {
    if (is_lead(s, j)) continue;
    Expr *row = row_of(p, &d, d.n);
    for (size_t i = 0; i < p->n; i++) row[i] = i == j ? EXPR_ONE : EXPR_ZERO;
    for (size_t k = 0; k < s->n; k++) row[s->lead[k]] = expr_neg(p->pool, row_of(p, s, k)[j]);
    d.lead[d.n++] = j;
  }
  return d;
}

Rows pfaff_solved(const Pfaff *p) {
  if (p->forms.lead != NULL) return p->forms;
  Rows solved = rows_make(p);
  Expr *row = ARENA_ARRAY(p->arena, Expr, p->n);
  for (size_t k = 0; k < p->forms.n; k++) {
    for (size_t i = 0; i < p->n; i++) row[i] = row_of(p, &p->forms, k)[i];
    (void) rows_insert(p, &solved, row, true);
  }
  return solved;
}

// --- by the forms --------------------------------------------------------------------------------

// (4)  w([X, Y]) = -dw(X, Y) if w vanishes on X and Y
static uint64_t derivative(const Pfaff *p, const uint64_t *curls, const uint64_t *X,
                           const uint64_t *Y) {
  uint64_t sum = 0;
  for (size_t i = 0, at = 0; i < p->n; i++)
    for (size_t j = i + 1; j < p->n; j++, at++) {
      if (curls[at] == 0) continue;
      const uint64_t area = field_sub(0, field_mul(0, X[i], Y[j]), field_mul(0, X[j], Y[i]));
      sum = field_add(0, sum, field_mul(0, curls[at], area));
    }
  return sum;
}

// Values at the point of a system of forms and of their derivatives, and which forms are left.
typedef struct {
  size_t r, pairs;
  uint64_t *form, *curl;
  bool *left;
} Values;

static bool values_of(const Pfaff *p, Values *v) {
  v->r = p->forms.n;
  v->pairs = p->n * (p->n - 1) / 2;
  Expr *curls = ARENA_ARRAY(p->arena, Expr, v->r * v->pairs + 1);
  v->form = ARENA_ARRAY(p->arena, uint64_t, v->r * p->n);
  v->curl = ARENA_ARRAY(p->arena, uint64_t, v->r * v->pairs + 1);
  v->left = ARENA_ARRAY(p->arena, bool, v->r);
  for (size_t a = 0, at = 0; a < v->r; a++)
    for (size_t i = 0; i < p->n; i++)
      for (size_t j = i + 1; j < p->n; j++)
        curls[at++] = pfaff_curl(p, row_of(p, &p->forms, a), i, j);
  return pfaff_values(p, p->forms.at, v->r * p->n, v->form) &&
         pfaff_values(p, curls, v->r * v->pairs, v->curl);
}

// Finds the vectors on which the remaining forms vanish.
static size_t allowed(const Pfaff *p, const Values *v, uint64_t *basis) {
  uint64_t *a = ARENA_ARRAY(p->arena, uint64_t, v->r * p->n + 1);
  size_t rows = 0;
  for (size_t k = 0; k < v->r; k++) {
    for (size_t i = 0; v->left[k] && i < p->n; i++) a[rows * p->n + i] = v->form[k * p->n + i];
    rows += v->left[k];
  }
  return field_kernel(0, p->arena, rows, p->n, a, basis);
}

// (5)  forms stay if their derivatives vanish on all pairs X of `by`, Y of `of`. Returns false if a combination of
// others would stay, too.
static bool drop_forms(const Pfaff *p, Values *v, const uint64_t *by, size_t n_by,
                       const uint64_t *of, size_t n_of, size_t *dropped) {
  const size_t columns = n_by * n_of;
  uint64_t *b = ARENA_ARRAY(p->arena, uint64_t, v->r * columns + 1);
  size_t *ranks = ARENA_ARRAY(p->arena, size_t, v->r + 1);
  *dropped = 0;
  for (size_t k = 0; k < v->r; k++) {
    bool vanishes = true;
    for (size_t c = 0; v->left[k] && c < columns; c++) {
      b[k * columns + c] =
        derivative(p, v->curl + k * v->pairs, by + c / n_of * p->n, of + c % n_of * p->n);
      vanishes = vanishes && b[k * columns + c] == 0;
    }
    if (!v->left[k] || vanishes) continue;
    v->left[k] = false;
    ++*dropped;
  }
  field_ranks(0, p->arena, v->r, columns, b, ranks);
  return ranks[v->r] == *dropped;
}

// Finds one flag: by brackets with the first distribution, or of each distribution with itself.
static bool follow_forms(const Pfaff *p, bool by_itself, Values *v, Flag *flag) {
  const size_t room = p->n * p->n;
  uint64_t *first = ARENA_ARRAY(p->arena, uint64_t, room),
           *now = ARENA_ARRAY(p->arena, uint64_t, room);
  for (size_t k = 0; k < v->r; k++) v->left[k] = true;
  const size_t m = allowed(p, v, first);
  flag->n = 0;
  for (size_t dropped = 1; dropped > 0;) {
    if (flag->n == FLAG_MOST) return false;
    const size_t dimension = allowed(p, v, now);
    flag->dimension[flag->n++] = dimension;
    if (!drop_forms(p, v, by_itself ? now : first, by_itself ? dimension : m, now, dimension,
                    &dropped))
      return false;
  }
  return true;
}

static bool flag_by_forms(Pfaff *p) {
  Values v;
  if (!values_of(p, &v) || !follow_forms(p, false, &v, &p->growth) ||
      !follow_forms(p, true, &v, &p->derived))
    return false;
  p->last = (Rows){0, ARENA_ARRAY(p->arena, Expr, v.r * p->n + 1), NULL};
  for (size_t k = 0; k < v.r; k++) {
    for (size_t i = 0; v.left[k] && i < p->n; i++)
      row_of(p, &p->last, p->last.n)[i] = row_of(p, &p->forms, k)[i];
    p->last.n += v.left[k];
  }
  return true;
}

// --- by the fields -------------------------------------------------------------------------------

// (3)  [X, Y]_i = sum_j X_j dY_i/dx_j - Y_j dX_i/dx_j
void pfaff_bracket(const Pfaff *p, const Expr *X, const Expr *Y, Expr *result) {
  ExprPool *pool = p->pool;
  for (size_t i = 0; i < p->n; i++) {
    Expr sum = EXPR_ZERO;
    for (size_t j = 0; j < p->n; j++) {
      sum = expr_add(pool, sum, expr_mul(pool, X[j], expr_diff(pool, Y[i], p->x[j])));
      sum = expr_sub(pool, sum, expr_mul(pool, Y[j], expr_diff(pool, X[i], p->x[j])));
    }
    result[i] = sum;
  }
}

// Adds the brackets of the fields `by` with those of *s.
static Status grow(const Pfaff *p, const Rows *by, Rows *s, size_t limit) {
  const Rows old = rows_copy(p, s);
  Expr *row = ARENA_ARRAY(p->arena, Expr, p->n);
  for (size_t a = 0; a < by->n; a++)
    for (size_t b = 0; b < old.n && s->n < p->n - p->holonomic; b++) {
      pfaff_bracket(p, row_of(p, by, a), row_of(p, &old, b), row);
      (void) rows_insert(p, s, row, false);
      if (expr_pool_size(p->pool) > limit) return STATUS_LIMIT;
    }
  return STATUS_OK;
}

static Status follow_fields(const Pfaff *p, const Rows *fields, bool by_itself, Flag *flag,
                            Rows *end) {
  const size_t limit = expr_pool_size(p->pool) + NODES_MOST;
  *end = rows_copy(p, fields);
  flag->n = 0;
  for (;;) {
    if (flag->n == FLAG_MOST) return STATUS_LIMIT;
    flag->dimension[flag->n++] = end->n;
    const Rows now = rows_copy(p, end);
    TRY(grow(p, by_itself ? &now : fields, end, limit));
    if (end->n == now.n) return STATUS_OK;
  }
}

Status pfaff_flag(Pfaff *p) {
  if (flag_by_forms(p)) return STATUS_OK;
  const Rows solved = pfaff_solved(p), fields = rows_dual(p, &solved);
  Rows end;
  TRY(follow_fields(p, &fields, false, &p->growth, &end));
  TRY(follow_fields(p, &fields, true, &p->derived, &end));
  p->last = rows_dual(p, &end);
  (void) expr_trouble(p->pool);
  return STATUS_OK;
}
