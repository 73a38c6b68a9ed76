// tape/solve.c: linear systems with a small positive definite matrix, written out on the tape.
//
// In:    M x = f, or M x = F + A^T lambda with A x = rhs
// Out:   x and lambda; the pivots and what they were before elimination
// Cost:  about n^3/6 + n^2 operations for a full M; entries that are identically zero cost nothing
// Not:   no pivoting. A pivot that is not positive says that the matrix is not positive definite
//        there; one that is small beside its scale, that few digits are left.

#include "tape/tape_impl.h"

static Value minus_product(TapeBuilder *b, Value from, Value x, Value y) {
  return tape_op(b, TAPE_SUB, from, tape_op(b, TAPE_MUL, x, y));
}

static Value plus_product(TapeBuilder *b, Value to, Value x, Value y) {
  return tape_op(b, TAPE_ADD, to, tape_op(b, TAPE_MUL, x, y));
}

// A symmetric matrix as L D L^T, L a unit lower triangle.
typedef struct {
  size_t n;
  Value *L;
  const Value *D;
} Factor;

// Column by column; the pivots D go to the caller's array.
static Factor factor(TapeBuilder *b, size_t n, const Value *M, Value *D) {
  Value *L = ARENA_ARRAY(b->arena, Value, n * n);
  Value *LD = ARENA_ARRAY(b->arena, Value, n * n);  // L times D
  for (size_t j = 0; j < n; j++) {
    D[j] = M[j * n + j];
    for (size_t k = 0; k < j; k++) D[j] = minus_product(b, D[j], LD[j * n + k], L[j * n + k]);
    for (size_t i = j + 1; i < n; i++) {
      Value entry = M[i * n + j];
      for (size_t k = 0; k < j; k++) entry = minus_product(b, entry, LD[i * n + k], L[j * n + k]);
      LD[i * n + j] = entry;
      L[i * n + j] = tape_op(b, TAPE_DIV, entry, D[j]);
    }
  }
  return (Factor){n, L, D};
}

// y becomes L^-1 y.
static void forward(TapeBuilder *b, const Factor *f, Value *y) {
  for (size_t i = 0; i < f->n; i++)
    for (size_t k = 0; k < i; k++) y[i] = minus_product(b, y[i], f->L[i * f->n + k], y[k]);
}

// y becomes D^-1 y.
static void divide(TapeBuilder *b, const Factor *f, Value *y) {
  for (size_t i = 0; i < f->n; i++) y[i] = tape_op(b, TAPE_DIV, y[i], f->D[i]);
}

// y becomes L^-T y, from the last unknown upwards. What is known last is subtracted last, so that
// nothing waits for it.
static void upward(TapeBuilder *b, const Factor *f, Value *y) {
  for (size_t i = f->n; i-- > 0;)
    for (size_t k = f->n; k-- > i + 1;) y[i] = minus_product(b, y[i], f->L[k * f->n + i], y[k]);
}

static void backward(TapeBuilder *b, const Factor *f, Value *y) {
  divide(b, f, y);
  upward(b, f, y);
}

static void copy(Value *to, const Value *from, size_t n) {
  for (size_t i = 0; i < n; i++) to[i] = from[i];
}

void tape_solve(TapeBuilder *b, size_t n, const Value *M, const Value *f, Value *x, Value *pivots) {
  const Factor m = factor(b, n, M, pivots);
  copy(x, f, n);
  forward(b, &m, x);
  backward(b, &m, x);
}

// --- with constraints ----------------------------------------------------------------------------

static bool has_zero(const TapeBuilder *b, const Value *v, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (tape_is_zero(b, v[i])) return true;
  return false;
}

// M + A^T A, definite where M is definite on ker A
static Value *with_constraints(TapeBuilder *b, size_t n, const Value *M, size_t r, const Value *A) {
  Value *sum = ARENA_ARRAY(b->arena, Value, n * n);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++) {
      Value entry = M[i * n + j];
      for (size_t a = 0; a < r; a++) entry = plus_product(b, entry, A[a * n + i], A[a * n + j]);
      sum[i * n + j] = sum[j * n + i] = entry;
    }
  return sum;
}

// Are all y_k = z_k/c, as with equal masses in momenta, or both zero?
static bool have_one_divisor(const TapeBuilder *b, size_t n, const Value *z, const Value *y,
                             Value *c) {
  bool any = false;
  for (size_t k = 0; k < n; k++) {
    const TapeInstruction made = b->values.at[y[k].id];
    if (tape_is_zero(b, z[k]) && tape_is_zero(b, y[k])) continue;
    if (made.op != TAPE_DIV || made.a != z[k].id || (any && made.b != c->id)) return false;
    c->id = made.b;
    any = true;
  }
  return any;
}

// z . y, with one quotient where that is enough.
static Value scalar_product(TapeBuilder *b, size_t n, const Value *z, const Value *y) {
  Value sum = tape_constant(b, 0), divisor;
  const bool one = have_one_divisor(b, n, z, y, &divisor);
  for (size_t k = 0; k < n; k++) sum = plus_product(b, sum, z[k], one ? z[k] : y[k]);
  return one ? tape_op(b, TAPE_DIV, sum, divisor) : sum;
}

// Y D^-1 Y^T for the r rows of Y, and what remains of rhs: rhs - Y D^-1 y. Both are A M^-1 of
// something, with half of the elimination left out. Z is Y D^-1.
static Value *schur_complement(TapeBuilder *b, size_t n, size_t r, const Value *Y, const Value *Z,
                               const Value *y, Value *rhs) {
  Value *G = ARENA_ARRAY(b->arena, Value, r * r);
  for (size_t a = 0; a < r; a++) {
    const Value *row = Z + a * n;
    for (size_t c = 0; c <= a; c++) {
      G[a * r + c] = G[c * r + a] = scalar_product(b, n, row, Y + c * n);
    }
    for (size_t k = 0; k < n; k++) rhs[a] = minus_product(b, rhs[a], row[k], y[k]);
  }
  return G;
}

// With M = L D L^T and Y = A L^-T:
//   G lambda = rhs - A M^-1 F,   G = A M^-1 A^T = Y D^-1 Y^T
//   x = M^-1 (F + A^T lambda) = L^-T (D^-1 L^-1 F + Z^T lambda),   Z = Y D^-1
// A mass matrix with a zero pivot is singular, but may be definite on ker A. There M + A^T A takes
// its place; it adds A^T rhs to the left-hand side, so its multipliers are lambda + rhs.
void tape_solve_constrained(TapeBuilder *b, size_t n, const Value *M, const Value *F, size_t r,
                            const Value *A, const Value *rhs, Value *x, Value *lambda,
                            Value *pivots, Value *scale) {
  Factor m = factor(b, n, M, pivots);
  const bool singular = has_zero(b, pivots, n);
  if (singular) {
    M = with_constraints(b, n, M, r, A);
    m = factor(b, n, M, pivots);
  }
  Value *Y = ARENA_ARRAY(b->arena, Value, r * n), *Z = ARENA_ARRAY(b->arena, Value, r * n);
  copy(Y, A, r * n);
  for (size_t a = 0; a < r; a++) forward(b, &m, Y + a * n);
  copy(Z, Y, r * n);
  for (size_t a = 0; a < r; a++) divide(b, &m, Z + a * n);
  copy(x, F, n);
  forward(b, &m, x);
  copy(lambda, rhs, r);
  const Value *G = schur_complement(b, n, r, Y, Z, x, lambda);
  const Factor g = factor(b, r, G, pivots + n);
  forward(b, &g, lambda);
  backward(b, &g, lambda);
  divide(b, &m, x);
  for (size_t a = 0; a < r; a++)
    for (size_t i = 0; i < n; i++) x[i] = plus_product(b, x[i], Z[a * n + i], lambda[a]);
  upward(b, &m, x);
  for (size_t a = 0; singular && a < r; a++) lambda[a] = tape_op(b, TAPE_SUB, lambda[a], rhs[a]);
  for (size_t i = 0; i < n; i++) scale[i] = M[i * n + i];
  for (size_t a = 0; a < r; a++) scale[n + a] = G[a * r + a];
}

// --- servo constraints ---------------------------------------------------------------------------

// G x = f by elimination; f becomes x, G is destroyed.
static void eliminate(TapeBuilder *b, size_t n, Value *G, Value *f, Value *pivots) {
  for (size_t k = 0; k < n; k++) {
    pivots[k] = G[k * n + k];
    for (size_t i = k + 1; i < n; i++) {
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
void tape_solve_servo(TapeBuilder *b, size_t n, const Value *M, const Value *F, size_t r,
                      const Value *A, const Value *B, const Value *rhs, Value *x, Value *lambda,
                      Value *pivots, Value *scale) {
  const Factor m = factor(b, n, M, pivots);
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
  for (size_t a = 0; a < r; a++) {
    for (size_t i = 0; i < n; i++) lambda[a] = minus_product(b, lambda[a], A[a * n + i], x[i]);
    for (size_t c = 0; c < r; c++) {
      G[a * r + c] = tape_constant(b, 0);
      for (size_t i = 0; i < n; i++)
        G[a * r + c] = plus_product(b, G[a * r + c], A[a * n + i], W[c * n + i]);
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
}
