// tape/pivots.c: linear problems whose pivots are chosen by their numerical values.
//
// In:    M x = F + B^T lambda, A x = rhs as values, and a state of reference
// Out:   whether an elimination that begins with M is stable there; a solution that is always stable

#include "tape/numbers.h"
#include "tape/tape_impl.h"
#include <math.h>

// --- at the state of reference -------------------------------------------------------------------

static const double *numbers(TapeBuilder *b, const Value *v, size_t n) {
  double *x = ARENA_ARRAY(b->arena, double, n + 1);
  for (size_t i = 0; i < n; i++) x[i] = tape_number(b, v[i]);
  return x;
}

static bool are_finite(const double *x, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!isfinite(x[i])) return false;
  return true;
}

// Returns the matrices as numbers, with `mass` for M.
static NumberProblem matrices(TapeBuilder *b, const TapeProblem *p, const Value *mass) {
  return (NumberProblem){.n = p->n,
                         .r = p->r,
                         .rank = p->rank,
                         .M = numbers(b, mass, p->n * p->n),
                         .A = numbers(b, p->A, p->r * p->n),
                         .B = numbers(b, p->B, p->r * p->n)};
}

static bool is_ideal(const TapeProblem *p) {
  for (size_t i = 0; i < p->r * p->n; i++)
    if (p->A[i].id != p->B[i].id) return false;
  return true;
}

// For a definite M and ideal constraints, |L| |U| nowhere exceeds the diagonals of M and of A M^-1 A^T, which
// is definite, too, as long as it has digits left.
double tape_growth(TapeBuilder *b, const TapeProblem *p, const Value *mass, const Value *pivots,
                   const Value *scale) {
  const size_t n = p->n, size = p->n + p->r;
  const bool ideal = is_ideal(p);
  NumberProblem known = matrices(b, p, p->M);
  if (!are_finite(known.M, n * n) || !are_finite(known.A, p->r * n) ||
      !are_finite(known.B, p->r * n))
    return (double) NAN;
  for (size_t i = 0; i < (ideal ? size : n); i++)
    if (!(tape_number(b, pivots[i]) > 0)) return HUGE_VAL;
  if (p->r == 0) return 1;
  double *row = ARENA_ARRAY(b->arena, double, size), *column = ARENA_ARRAY(b->arena, double, size);
  numbers_factors(b->arena, &known, row, column);
  if (!ideal && size <= TAPE_MOST_PIVOTED) {
    known.M = numbers(b, mass, n * n);
    return numbers_growth(b->arena, &known, row, column);
  }
  double growth = 0;
  for (size_t i = 0; i < size; i++) {
    const double entry = fabs(tape_number(b, scale[i])) * row[i] * column[i];
    growth = entry <= growth ? growth : entry;
  }
  return isnan(growth) ? HUGE_VAL : growth;
}

double tape_residual(TapeBuilder *b, const TapeProblem *p, const Value *x, const Value *lambda) {
  NumberProblem known = matrices(b, p, p->M);
  known.F = numbers(b, p->F, p->n);
  known.rhs = numbers(b, p->rhs, p->r);
  return numbers_residual(&known, numbers(b, x, p->n), numbers(b, lambda, p->r));
}

// --- a solution that is always stable ------------------------------------------------------------

Status tape_solve_pivoting(TapeBuilder *b, const TapeProblem *p, Value *x, Value *lambda,
                           Value *determinant, Value *measure) {
  const size_t n = p->n, size = p->n + p->r, count = 2 + size * (size + 3);
  if (size > TAPE_MOST_PIVOTED) return STATUS_LIMIT;
  double *row = ARENA_ARRAY(b->arena, double, size), *column = ARENA_ARRAY(b->arena, double, size);
  Value *operands = ARENA_ARRAY(b->arena, Value, count);
  const NumberProblem known = matrices(b, p, p->M);
  numbers_pivoting_factors(b->arena, &known, row, column);
  operands[0] = tape_constant(b, (double) size);
  operands[1] = tape_constant(b, (double) (n + p->rank));
  for (size_t i = 0; i < size; i++) {
    operands[2 + i] = tape_constant(b, row[i]);
    operands[2 + size + i] = tape_constant(b, column[i]);
  }
  Value *const K = operands + 2 + 2 * size, *const f = K + size * size;
  for (size_t i = 0; i < size * size; i++) K[i] = tape_constant(b, 0);
  for (size_t i = 0; i < n * n; i++) K[i / n * size + i % n] = p->M[i];
  for (size_t i = 0; i < p->r * n; i++) {
    K[i % n * size + n + i / n] = tape_op(b, TAPE_NEG, p->B[i], p->B[i]);
    K[(n + i / n) * size + i % n] = p->A[i];
  }
  for (size_t i = 0; i < size; i++) f[i] = i < n ? p->F[i] : p->rhs[i - n];
  const Value first = tape_builder_solve(b, operands, count);
  for (size_t i = 0; i < n; i++) x[i] = (Value){first.id + (uint32_t) i};
  for (size_t a = 0; a < p->r; a++) lambda[a] = (Value){first.id + (uint32_t) (n + a)};
  *determinant = (Value){first.id + (uint32_t) size};
  *measure = (Value){first.id + (uint32_t) size + 1};
  return STATUS_OK;
}
