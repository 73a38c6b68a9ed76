// algebra/rational_matrix.c: fraction-free elimination over polynomials.
//
// From:  docs/theory/rational.md, section "Matrices"; bareiss1968: every division by the previous
//        pivot is exact
// Law:   after k pivots every entry is a minor of order k + 1 of the matrix, so that no entry grows
//        beyond the determinant of which it is a part
//
// Relations between generators are used only at the end: modulo them divisions would not be exact.
// An entry that is zero because of a relation is never a pivot: pivots are judged as functions.

#include "algebra/rational_impl.h"

#define NOWHERE ((size_t) -1)

typedef struct {
  Rationals *f;
  size_t rows, columns, pivots;  // pivots are searched in the first `pivots` columns
  Poly **at;
  size_t *column_of;  // of the pivot in a row, or NOWHERE
  bool *used;         // columns with a pivot
  size_t rank;
  Poly *last;  // the last pivot: the determinant of the pivots' rows and columns, up to its sign
} Elimination;

static Poly **entry(const Elimination *e, size_t i, size_t j) {
  return &e->at[i * e->columns + j];
}

// --- setting up ----------------------------------------------------------------------------------

// scale = least common multiple of scale and den
static bool widen(Rationals *f, Poly *scale, const Poly *den) {
  Poly *left = poly_new(f), *right = poly_new(f);
  fmpz_mpoly_set(left, scale, f->ctx);
  fmpz_mpoly_set(right, den, f->ctx);
  return poly_cancel(f, left, right) && poly_mul(f, scale, scale, right);
}

// Writes a row of fractions as polynomials over one denominator.
static bool put_row(Elimination *e, size_t i, const Rational *const *row, Poly *scale) {
  Rationals *f = e->f;
  fmpz_mpoly_one(scale, f->ctx);
  for (size_t j = 0; j < e->columns; j++)
    if (row[j] == NULL || !widen(f, scale, &row[j]->den)) return false;
  for (size_t j = 0; j < e->columns; j++) {
    Poly *p = poly_new(f);
    if (!fmpz_mpoly_divides(p, scale, &row[j]->den, f->ctx)) return false;
    if (!poly_mul(f, p, p, &row[j]->num)) return false;
    *entry(e, i, j) = p;
  }
  return true;
}

// --- pivots --------------------------------------------------------------------------------------

static size_t entries_in_row(const Elimination *e, size_t i) {
  size_t n = 0;
  for (size_t j = 0; j < e->pivots; j++) n += !e->used[j] && (*entry(e, i, j))->length > 0;
  return n;
}

static size_t entries_in_column(const Elimination *e, size_t j) {
  size_t n = 0;
  for (size_t i = 0; i < e->rows; i++)
    n += e->column_of[i] == NOWHERE && (*entry(e, i, j))->length > 0;
  return n;
}

// Finds the shortest nonzero entry; of several, the one that fills least (Markowitz).
static bool find_pivot(const Elimination *e, size_t *row, size_t *column) {
  size_t least = SIZE_MAX;
  for (size_t i = 0; i < e->rows; i++) {
    if (e->column_of[i] != NOWHERE) continue;
    for (size_t j = 0; j < e->pivots; j++) {
      const Poly *p = *entry(e, i, j);
      if (e->used[j] || p->length == 0) continue;
      const size_t fill = (entries_in_row(e, i) - 1) * (entries_in_column(e, j) - 1);
      const size_t cost = (size_t) p->length * 1024 + fill;
      if (cost >= least || poly_is_zero(e->f, p)) continue;
      least = cost;
      *row = i;
      *column = j;
    }
  }
  return least < SIZE_MAX;
}

// row i := (pivot * row i - entry * pivot row) / last
static bool eliminate_row(Elimination *e, size_t i, size_t row, size_t column) {
  Rationals *f = e->f;
  const Poly *pivot = *entry(e, row, column), *factor = *entry(e, i, column);
  Poly *a = poly_new(f), *b = poly_new(f);
  for (size_t j = 0; j < e->columns; j++) {
    Poly *p = *entry(e, i, j);
    const Poly *above = *entry(e, row, j);
    if (j == column || (p->length == 0 && (factor->length == 0 || above->length == 0))) continue;
    if (e->used[j] && e->column_of[i] != j) continue;  // zero already
    if (!poly_mul(f, a, pivot, p) || !poly_mul(f, b, factor, above)) return false;
    fmpz_mpoly_sub(a, a, b, f->ctx);
    if (!rationals_spend(f, (size_t) a->length * (size_t) e->last->length)) return false;
    Poly *quotient = poly_new(f);
    if (!fmpz_mpoly_divides(quotient, a, e->last, f->ctx))
      return rationals_fail(f, STATUS_INTERNAL) != NULL;
    *entry(e, i, j) = quotient;
  }
  *entry(e, i, column) = poly_new(f);
  return true;
}

static bool eliminate(Elimination *e) {
  size_t row = 0, column = 0;
  while (find_pivot(e, &row, &column)) {
    for (size_t i = 0; i < e->rows; i++)
      if (i != row && !eliminate_row(e, i, row, column)) return false;
    e->last = *entry(e, row, column);
    e->column_of[row] = column;
    e->used[column] = true;
    e->rank++;
  }
  return e->f->status == STATUS_OK;
}

static bool start(Elimination *e, Rationals *f, size_t rows, size_t columns, size_t pivots) {
  *e = (Elimination){.f = f, .rows = rows, .columns = columns, .pivots = pivots};
  e->at = ARENA_ARRAY(f->arena, Poly *, rows * columns);
  e->column_of = ARENA_ARRAY(f->arena, size_t, rows);
  e->used = ARENA_ARRAY(f->arena, bool, columns);
  for (size_t i = 0; i < rows; i++) e->column_of[i] = NOWHERE;
  e->last = poly_new(f);
  fmpz_mpoly_one(e->last, f->ctx);
  return f->status == STATUS_OK;
}

// --- results -------------------------------------------------------------------------------------

// p/q as an element of its own
static const Rational *quotient_of(Rationals *f, const Poly *p, const Poly *q, int sign) {
  Poly *num = poly_new(f), *den = poly_new(f);
  fmpz_mpoly_set(num, p, f->ctx);
  fmpz_mpoly_set(den, q, f->ctx);
  if (sign < 0) fmpz_mpoly_neg(num, num, f->ctx);
  return rational_cancel(f, rational_make(f, num, den));
}

bool rational_solve(Rationals *f, size_t n, size_t sides, const Rational *const *A,
                    const Rational *const *B, const Rational **X) {
  Elimination e;
  const Rational **row = ARENA_ARRAY(f->arena, const Rational *, n + sides);
  if (!start(&e, f, n, n + sides, n)) return false;
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) row[j] = A[i * n + j];
    for (size_t j = 0; j < sides; j++) row[n + j] = B[i * sides + j];
    if (!put_row(&e, i, row, poly_new(f))) return false;
  }
  if (!eliminate(&e)) return false;
  if (e.rank < n) return rationals_fail(f, STATUS_DOMAIN) != NULL;
  for (size_t i = 0; i < n; i++)
    for (size_t k = 0; k < sides; k++) {
      const Rational *x = quotient_of(f, *entry(&e, i, n + k), e.last, 1);
      if (x == NULL) return false;
      X[e.column_of[i] * sides + k] = x;
    }
  return true;
}

bool rational_inverse(Rationals *f, size_t n, const Rational *const *A, const Rational **X) {
  const Rational **unit = ARENA_ARRAY(f->arena, const Rational *, n * n);
  for (size_t i = 0; i < n * n; i++)
    unit[i] = rational_of(f, i / n == i % n ? EXPR_ONE : EXPR_ZERO);
  return rational_solve(f, n, n, A, unit, X);
}

// Is the permutation from rows to their pivot columns odd?
static bool is_odd(const Elimination *e) {
  bool odd = false;
  for (size_t i = 0; i < e->rows; i++)
    for (size_t j = i + 1; j < e->rows; j++) odd ^= e->column_of[i] > e->column_of[j];
  return odd;
}

const Rational *rational_determinant(Rationals *f, size_t n, const Rational *const *A) {
  Elimination e;
  Poly *all = poly_new(f), *scale = poly_new(f);
  fmpz_mpoly_one(all, f->ctx);
  if (!start(&e, f, n, n, n)) return NULL;
  for (size_t i = 0; i < n; i++)
    if (!put_row(&e, i, A + i * n, scale) || !poly_mul(f, all, all, scale)) return NULL;
  if (!eliminate(&e)) return NULL;
  return e.rank < n ? rational_of(f, EXPR_ZERO) : quotient_of(f, e.last, all, is_odd(&e) ? -1 : 1);
}

bool rational_kernel(Rationals *f, size_t rows, size_t columns, const Rational *const *A,
                     const Rational **basis, size_t *count) {
  Elimination e;
  *count = 0;
  if (!start(&e, f, rows, columns, columns)) return false;
  for (size_t i = 0; i < rows; i++)
    if (!put_row(&e, i, A + i * columns, poly_new(f))) return false;
  if (!eliminate(&e)) return false;
  for (size_t free = 0; free < columns; free++) {
    if (e.used[free]) continue;
    // x_free = 1; row i means last * x_column + entry * x_free = 0
    for (size_t j = 0; j < columns; j++)
      basis[j * columns + *count] = rational_of(f, j == free ? EXPR_ONE : EXPR_ZERO);
    for (size_t i = 0; i < rows; i++) {
      if (e.column_of[i] == NOWHERE) continue;
      const Rational *x = quotient_of(f, *entry(&e, i, free), e.last, -1);
      if (x == NULL) return false;
      basis[e.column_of[i] * columns + *count] = x;
    }
    ++*count;
  }
  return true;
}
