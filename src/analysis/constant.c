// analysis/constant.c: combinations of candidates that are conserved, from values and rates at points.
//
// In:    values and rates of all candidates at many points; which candidates change sign if the motion runs backwards
// Out:   the combinations whose rate vanishes, each with one candidate that no other has
// From:  docs/theory/integrals.md (3), (3a)
// Cost:  cubic in the number of candidates: a quarter of that, from half as many points, if there are two kinds

#include "analysis/integrals_impl.h"
#include <string.h>

#define VALUE_ROWS 64  // points more than combinations whose values are compared: on all branches

// The candidates of one kind.
typedef struct {
  size_t n, *number;  // their columns
} Kind;

static Kind kind_of(size_t columns, const bool *odd, bool which, Arena *arena) {
  Kind kind = {0, ARENA_ARRAY(arena, size_t, columns + 1)};
  for (size_t j = 0; j < columns; j++)
    if ((odd != NULL && odd[j]) == which) kind.number[kind.n++] = j;
  return kind;
}

static Residues columns_of(const Residues *A, const Kind *kind, Arena *arena) {
  Residues B = residues_make(arena, A->rows, kind->n);
  for (size_t i = 0; i < A->rows; i++)
    for (size_t j = 0; j < kind->n; j++)
      B.at[i * kind->n + j] = A->at[i * A->columns + kind->number[j]];
  return B;
}

// Combinations of the candidates of one kind, as vectors of all candidates. vector[j]: the one whose last candidate is
// number j, or NULL.
static void find_in(const Residues *rate, const Residues *value, const Kind *kind, Arena *arena,
                    uint64_t **vector) {
  const bool whole = kind->n == rate->columns;
  const Residues D = whole ? *rate : columns_of(rate, kind, arena),
                 V = whole ? *value : columns_of(value, kind, arena);
  size_t *lead = ARENA_ARRAY(arena, size_t, kind->n + 1);
  const Residues K = residues_kernel(&D, arena, lead);
  if (K.rows == 0) return;
  const size_t enough = K.rows + VALUE_ROWS;
  const Residues values = residues_product(&V, enough < V.rows ? enough : V.rows, &K, arena);
  size_t *pivot = ARENA_ARRAY(arena, size_t, K.rows + 1);
  const size_t rank = residues_pivots(&values, arena, pivot);
  for (size_t k = 0; k < rank; k++) {
    const uint64_t *x = K.at + pivot[k] * kind->n;
    uint64_t *all = ARENA_ARRAY(arena, uint64_t, rate->columns);
    for (size_t j = 0; j < kind->n; j++) all[kind->number[j]] = x[j];
    vector[kind->number[lead[pivot[k]]]] = all;
  }
}

Residues residues_constant(const Residues *rate, const Residues *value, const bool *odd,
                           Arena *arena) {
  const size_t n = rate->columns;
  uint64_t **vector = ARENA_ARRAY(arena, uint64_t *, n + 1);
  for (int which = 0; which < 2; which++) {
    const Kind kind = kind_of(n, odd, which == 1, arena);
    if (kind.n > 0) find_in(rate, value, &kind, arena, vector);
  }
  size_t found = 0;
  for (size_t j = 1; j < n; j++) found += vector[j] != NULL;
  Residues K = residues_make(arena, found, n);
  K.rows = 0;
  for (size_t j = 1; j < n; j++)
    if (vector[j] != NULL) memcpy(K.at + K.rows++ * n, vector[j], n * sizeof *K.at);
  return K;
}
