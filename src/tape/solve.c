// tape/solve.c: M x = f for small positive definite M, written out on the tape.
//
// Cost:  about n^3/6 + n^2 operations for a full M; entries that are identically zero cost nothing
// Not:   no pivoting. A pivot that is not positive says that M is not positive definite there.

#include "tape/tape_impl.h"

static Value minus_product(TapeBuilder *b, Value from, Value x, Value y) {
  return tape_op(b, TAPE_SUB, from, tape_op(b, TAPE_MUL, x, y));
}

void tape_solve(TapeBuilder *b, size_t n, const Value *M, const Value *f, Value *x, Value *pivots) {
  Value *L = ARENA_ARRAY(b->arena, Value, n * n);   // unit lower triangle
  Value *LD = ARENA_ARRAY(b->arena, Value, n * n);  // L times D

  // M = L D L^T, column by column
  for (size_t j = 0; j < n; j++) {
    Value pivot = M[j * n + j];
    for (size_t k = 0; k < j; k++) pivot = minus_product(b, pivot, LD[j * n + k], L[j * n + k]);
    pivots[j] = pivot;
    for (size_t i = j + 1; i < n; i++) {
      Value entry = M[i * n + j];
      for (size_t k = 0; k < j; k++) entry = minus_product(b, entry, LD[i * n + k], L[j * n + k]);
      LD[i * n + j] = entry;
      L[i * n + j] = tape_op(b, TAPE_DIV, entry, pivot);
    }
  }

  // L y = f, then D L^T x = y from the last unknown upwards
  for (size_t i = 0; i < n; i++) {
    x[i] = f[i];
    for (size_t k = 0; k < i; k++) x[i] = minus_product(b, x[i], L[i * n + k], x[k]);
  }
  for (size_t i = n; i-- > 0;) {
    x[i] = tape_op(b, TAPE_DIV, x[i], pivots[i]);
    for (size_t k = i + 1; k < n; k++) x[i] = minus_product(b, x[i], L[k * n + i], x[k]);
  }
}
