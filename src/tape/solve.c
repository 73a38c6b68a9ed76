// tape/solve.c: linear systems with a positive definite matrix, written out on the tape.
//
// In:    M x = f, or M x = F + A^T lambda with A x = rhs
// Out:   x and lambda; the pivots, and their diagonal entries before elimination
// Cost:  about n^3/6 + n^2 operations for a full M; entries that are identically zero cost only the n^2 and r n
//        checks for them, and the order of unknowns keeps most of them zero
// Not:   no pivoting. A pivot that is not positive shows that the matrix is not positive definite there; a
//        pivot that is small compared with its scale shows that few digits are left.

#include "tape/tape_impl.h"

static Value minus_product(TapeBuilder *b, Value from, Value x, Value y) {
  return tape_op(b, TAPE_SUB, from, tape_op(b, TAPE_MUL, x, y));
}

static Value plus_product(TapeBuilder *b, Value to, Value x, Value y) {
  return tape_op(b, TAPE_ADD, to, tape_op(b, TAPE_MUL, x, y));
}

// --- matrices without their zeros ----------------------------------------------------------------

// An entry of two matrices, x and y, with the same pattern.
typedef struct {
  size_t at;
  Value x, y;
} Entry;

typedef ARRAY(Entry) Entries;

typedef struct {
  Entries *row;     // each in the order of columns
  Entries *column;  // each in the order of rows
  bool *seen;       // room for one row
} Sparse;

static Sparse sparse_make(Arena *arena, size_t rows, size_t columns) {
  return (Sparse){ARENA_ARRAY(arena, Entries, rows), ARENA_ARRAY(arena, Entries, columns),
                  ARENA_ARRAY(arena, bool, rows)};
}

static void put(TapeBuilder *b, const Sparse *s, size_t i, size_t j, Value x, Value y) {
  if (tape_is_zero(b, x) && tape_is_zero(b, y)) return;
  array_push(b->arena, &s->row[i], ((Entry){j, x, y}));
  array_push(b->arena, &s->column[j], ((Entry){i, x, y}));
}

static Sparse sparse_of(TapeBuilder *b, size_t r, size_t n, const Value *X, const Value *Y) {
  const Sparse s = sparse_make(b->arena, r, n);
  for (size_t i = 0; i < r * n; i++) put(b, &s, i / n, i % n, X[i], Y[i]);
  return s;
}

// Marks the rows that share a column with row i.
static void see_neighbours(const Sparse *s, size_t i) {
  for (size_t e = 0; e < s->row[i].n; e++) {
    const Entries *column = &s->column[s->row[i].at[e].at];
    for (size_t k = 0; k < column->n; k++) s->seen[column->at[k].at] = true;
  }
}

// Advances to the next position where both have an entry.
static bool next_common(const Entries *p, const Entries *q, size_t *i, size_t *j) {
  while (*i < p->n && *j < q->n && p->at[*i].at != q->at[*j].at) {
    if (p->at[*i].at < q->at[*j].at)
      ++*i;
    else
      ++*j;
  }
  return *i < p->n && *j < q->n;
}

#define EACH_COMMON(p, q) for (size_t i_ = 0, j_ = 0; next_common(p, q, &i_, &j_); i_++, j_++)

// --- elimination ---------------------------------------------------------------------------------

// A symmetric matrix as L D L^T, L a unit lower triangle.
typedef struct {
  size_t n;
  const size_t *order;  // of the unknowns: number k here is number order[k] elsewhere
  Sparse L;             // x is L, y is L D
  const Value *D;
} Factor;

// Factors column by column; the pivots D go to the caller's array.
static Status factor(TapeBuilder *b, size_t n, const Value *M, Value *D, Factor *result) {
  size_t *order;
  if (order_elimination(b, n, M, &order) > TAPE_MOST_ELIMINATED) return STATUS_LIMIT;
  const Sparse L = sparse_make(b->arena, n, n);
  for (size_t j = 0; j < n; j++) {
    const Entries *top = &L.row[j];
    const Value *from = M + order[j] * n;
    Value pivot = from[order[j]];
    for (size_t k = 0; k < top->n; k++) pivot = minus_product(b, pivot, top->at[k].y, top->at[k].x);
    D[order[j]] = pivot;
    see_neighbours(&L, j);
    for (size_t i = j + 1; i < n; i++) {
      Value entry = from[order[i]];
      if (!L.seen[i] && tape_is_zero(b, entry)) continue;
      L.seen[i] = false;
      EACH_COMMON(&L.row[i], top)
      entry = minus_product(b, entry, L.row[i].at[i_].y, top->at[j_].x);
      put(b, &L, i, j, tape_op(b, TAPE_DIV, entry, pivot), entry);
    }
  }
  *result = (Factor){n, order, L, D};
  return STATUS_OK;
}

// y becomes L^-1 y.
static void forward(TapeBuilder *b, const Factor *f, Value *y) {
  for (size_t i = 0; i < f->n; i++) {
    const Entries *row = &f->L.row[i];
    Value *to = &y[f->order[i]];
    for (size_t k = 0; k < row->n; k++)
      *to = minus_product(b, *to, row->at[k].x, y[f->order[row->at[k].at]]);
  }
}

// y becomes D^-1 y.
static void divide(TapeBuilder *b, const Factor *f, Value *y) {
  for (size_t i = 0; i < f->n; i++) y[i] = tape_op(b, TAPE_DIV, y[i], f->D[i]);
}

// y becomes L^-T y, from the last unknown upwards. The entry that is ready last is subtracted last, so that
// nothing waits for it.
static void upward(TapeBuilder *b, const Factor *f, Value *y) {
  for (size_t i = f->n; i-- > 0;) {
    const Entries *column = &f->L.column[i];
    Value *to = &y[f->order[i]];
    for (size_t k = column->n; k-- > 0;)
      *to = minus_product(b, *to, column->at[k].x, y[f->order[column->at[k].at]]);
  }
}

static void backward(TapeBuilder *b, const Factor *f, Value *y) {
  divide(b, f, y);
  upward(b, f, y);
}

static void copy(Value *to, const Value *from, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] = from[i];
}

Status tape_solve(TapeBuilder *b, size_t n, const Value *M, const Value *f, Value *x,
                  Value *pivots) {
  Factor m;
  TRY(factor(b, n, M, pivots, &m));
  copy(x, f, n);
  forward(b, &m, x);
  backward(b, &m, x);
  return STATUS_OK;
}

// --- with constraints ----------------------------------------------------------------------------

static bool has_zero(const TapeBuilder *b, const Value *v, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (tape_is_zero(b, v[i])) return true;
  return false;
}

void tape_add_squares(TapeBuilder *b, size_t n, Value *M, size_t r, const Value *A) {
  const Sparse s = sparse_of(b, r, n, A, A);
  for (size_t a = 0; a < r; a++)
    for (size_t i = 0; i < s.row[a].n; i++)
      for (size_t j = 0; j < s.row[a].n; j++) {
        const Entry p = s.row[a].at[i], q = s.row[a].at[j];
        Value *to = &M[p.at * n + q.at];
        *to = plus_product(b, *to, p.x, q.x);
      }
}

// Is y = x/c with a single c wherever both rows have entries, as with equal masses in momenta?
static bool have_one_divisor(const TapeBuilder *b, const Entries *p, const Entries *q, Value *c) {
  bool any = false;
  EACH_COMMON(p, q) {
    const TapeInstruction made = b->values.at[q->at[j_].y.id];
    if (made.op != TAPE_DIV || made.a != p->at[i_].x.id || (any && made.b != c->id)) return false;
    c->id = made.b;
    any = true;
  }
  return any;
}

// Multiplies x of one row by y of another, with a single quotient if possible.
static Value scalar_product(TapeBuilder *b, const Entries *p, const Entries *q) {
  Value sum = tape_constant(b, 0), divisor = sum;
  const bool one = have_one_divisor(b, p, q, &divisor);
  EACH_COMMON(p, q) {
    const Value x = p->at[i_].x;
    sum = plus_product(b, sum, x, one ? x : q->at[j_].y);
  }
  return one ? tape_op(b, TAPE_DIV, sum, divisor) : sum;
}

// x y^T for r rows; the result is symmetric
static Value *gram(TapeBuilder *b, size_t r, const Sparse *s) {
  Value *G = ARENA_ARRAY(b->arena, Value, r * r);
  const Value zero = tape_constant(b, 0);
  for (size_t i = 0; i < r * r; i++) G[i] = zero;
  for (size_t a = 0; a < r; a++) {
    see_neighbours(s, a);
    for (size_t c = 0; c < r; c++) {
      if (s->seen[c] && c <= a)
        G[a * r + c] = G[c * r + a] = scalar_product(b, &s->row[a], &s->row[c]);
      s->seen[c] = false;
    }
  }
  return G;
}

Status tape_solve_gram(TapeBuilder *b, size_t r, size_t n, const Value *N, const Value *f,
                       Value *x) {
  const Sparse rows = sparse_of(b, r, n, N, N);
  return tape_solve(b, r, gram(b, r, &rows), f, x, ARENA_ARRAY(b->arena, Value, r));
}

// value - x . y
static void subtract_row(TapeBuilder *b, const Entries *row, const Value *y, Value *value) {
  for (size_t k = 0; k < row->n; k++)
    *value = minus_product(b, *value, row->at[k].x, y[row->at[k].at]);
}

// y + x factor
static void add_row(TapeBuilder *b, const Entries *row, Value factor, Value *y) {
  for (size_t k = 0; k < row->n; k++)
    y[row->at[k].at] = plus_product(b, y[row->at[k].at], row->at[k].x, factor);
}

// With M = L D L^T and Y = A L^-T:
//   G lambda = rhs - A M^-1 F,   G = A M^-1 A^T = Y D^-1 Y^T
//   x = M^-1 (F + A^T lambda) = L^-T (D^-1 L^-1 F + Z^T lambda),   Z = Y D^-1
// A mass matrix with a zero pivot is singular, but may be definite on ker A. M + A^T A then takes its place; it
// adds A^T rhs to the left-hand side, so its multipliers are lambda + rhs.
Status tape_solve_constrained(TapeBuilder *b, size_t n, const Value *M, const Value *F, size_t r,
                              const Value *A, const Value *rhs, Value *x, Value *lambda,
                              Value *pivots, Value *scale) {
  Factor m, g;
  TRY(factor(b, n, M, pivots, &m));
  const bool singular = has_zero(b, pivots, n);
  if (singular) {
    Value *sum = ARENA_ARRAY(b->arena, Value, n * n);
    copy(sum, M, n * n);
    tape_add_squares(b, n, sum, r, A);
    M = sum;
    TRY(factor(b, n, M, pivots, &m));
  }
  Value *Y = ARENA_ARRAY(b->arena, Value, r * n), *Z = ARENA_ARRAY(b->arena, Value, r * n);
  copy(Y, A, r * n);
  for (size_t a = 0; a < r; a++) forward(b, &m, Y + a * n);
  copy(Z, Y, r * n);
  for (size_t a = 0; a < r; a++) divide(b, &m, Z + a * n);
  const Sparse rows = sparse_of(b, r, n, Z, Y);
  copy(x, F, n);
  forward(b, &m, x);
  copy(lambda, rhs, r);
  const Value *G = gram(b, r, &rows);  // by the forward half of the elimination alone
  for (size_t a = 0; a < r; a++) subtract_row(b, &rows.row[a], x, &lambda[a]);
  TRY(factor(b, r, G, pivots + n, &g));
  forward(b, &g, lambda);
  backward(b, &g, lambda);
  divide(b, &m, x);
  for (size_t a = 0; a < r; a++) add_row(b, &rows.row[a], lambda[a], x);
  upward(b, &m, x);
  for (size_t a = 0; singular && a < r; a++) lambda[a] = tape_op(b, TAPE_SUB, lambda[a], rhs[a]);
  for (size_t i = 0; i < n; i++) scale[i] = M[i * n + i];
  for (size_t a = 0; a < r; a++) scale[n + a] = G[a * r + a];
  return STATUS_OK;
}

// --- servo constraints ---------------------------------------------------------------------------

// G x = f by elimination; f becomes x, G is destroyed.
static void eliminate(TapeBuilder *b, size_t n, Value *G, Value *f, Value *pivots) {
  for (size_t k = 0; k < n; k++) {
    pivots[k] = G[k * n + k];
    for (size_t i = k + 1; i < n; i++) {
      if (tape_is_zero(b, G[i * n + k])) continue;
      const Value factor = tape_op(b, TAPE_DIV, G[i * n + k], pivots[k]);
      for (size_t j = k + 1; j < n; j++)
        G[i * n + j] = minus_product(b, G[i * n + j], factor, G[k * n + j]);
      f[i] = minus_product(b, f[i], factor, f[k]);
    }
  }
  for (size_t i = n; i-- > 0;) {
    for (size_t j = i + 1; j < n; j++) f[i] = minus_product(b, f[i], G[i * n + j], f[j]);
    f[i] = tape_op(b, TAPE_DIV, f[i], pivots[i]);
  }
}

// W = M^-1 B^T:  A W lambda = rhs - A M^-1 F,  x = M^-1 F + W lambda
Status tape_solve_servo(TapeBuilder *b, size_t n, const Value *M, const Value *F, size_t r,
                        const Value *A, const Value *B, const Value *rhs, Value *x, Value *lambda,
                        Value *pivots, Value *scale) {
  Factor m;
  if (r * r * r / 3 > TAPE_MOST_ELIMINATED / 2) return STATUS_LIMIT;
  TRY(factor(b, n, M, pivots, &m));
  Value *W = ARENA_ARRAY(b->arena, Value, r * n), *G = ARENA_ARRAY(b->arena, Value, r * r);
  copy(x, F, n);
  forward(b, &m, x);
  backward(b, &m, x);
  copy(W, B, r * n);
  copy(lambda, rhs, r);
  for (size_t c = 0; c < r; c++) {
    forward(b, &m, W + c * n);
    backward(b, &m, W + c * n);
  }
  const Sparse rows = sparse_of(b, r, n, A, A);
  for (size_t a = 0; a < r; a++) {
    const Entries *row = &rows.row[a];
    subtract_row(b, row, x, &lambda[a]);
    for (size_t c = 0; c < r; c++) {
      G[a * r + c] = tape_constant(b, 0);
      for (size_t k = 0; k < row->n; k++)
        G[a * r + c] = plus_product(b, G[a * r + c], row->at[k].x, W[c * n + row->at[k].at]);
    }
  }
  for (size_t i = 0; i < n; i++) scale[i] = M[i * n + i];
  for (size_t a = 0; a < r; a++) {
    scale[n + a] = tape_constant(b, 0);
    for (size_t c = 0; c < r; c++)
      scale[n + a] =
        tape_op(b, TAPE_ADD, scale[n + a], tape_op(b, TAPE_ABS, G[a * r + c], G[a * r + c]));
  }
  eliminate(b, r, G, lambda, pivots + n);
  for (size_t c = 0; c < r; c++)
    for (size_t i = 0; i < n; i++) x[i] = plus_product(b, x[i], W[c * n + i], lambda[c]);
  return STATUS_OK;
}
