// tape/numbers.c: how accurately a linear problem is solved, and a solver that is always accurate.
//
// In:    M, F, A, B, rhs in numbers
// Out:   how stable an elimination of K = [M -B^T; A 0] is; x and lambda
// Law:   the error is what rounding K and f explains (tests/prop/tape/prop_pivoting.c)
// From:  Higham, Accuracy and Stability of Numerical Algorithms, 2nd ed. (2002), theorem 9.3: the
//        error of an elimination is that of K + E with |E| <= 3 n u |L| |U|
//
// A positive definite M without constraints can be eliminated in any order. With constraints K is indefinite: a
// light mass, no mass at all, or a definite M that is nearly singular make |L| |U| large although the problem
// is well-conditioned. How large depends on units, so K is scaled first (scaling.c).

#include "tape/numbers.h"
#include "tape/tape_impl.h"
#include <math.h>
#include <string.h>

#include "tape/pivoting.h"

// --- factors -------------------------------------------------------------------------------------

static void put_entry(Arena *arena, ScaledRow *row, size_t column, double x) {
  if (x != 0 && isfinite(x)) array_push(arena, row, ((ScaledEntry){column, fabs(x)}));
}

// Returns the factor that makes the largest entry of a row or column 1, given the factors across it.
static double lone_factor(const double *x, size_t n, const double *others) {
  double size = 0;
  for (size_t i = 0; i < n; i++) size = fmax(size, fabs(x[i]) * others[i]);
  return size > 0 && isfinite(size) ? exp2(-rint(log2(size))) : 1;
}

// Constraints that depend on others do not influence the common scale.
void numbers_factors(Arena *arena, const NumberProblem *p, double *row, double *column) {
  const size_t n = p->n, size = p->n + p->rank;
  ScaledRow *rows = ARENA_ARRAY(arena, ScaledRow, size);
  for (size_t i = 0; i < n * n; i++) put_entry(arena, &rows[i / n], i % n, p->M[i]);
  for (size_t i = 0; i < p->rank * n; i++) {
    put_entry(arena, &rows[i % n], n + i / n, p->B[i]);
    put_entry(arena, &rows[n + i / n], i % n, p->A[i]);
  }
  scaling_factors(arena, rows, size, row, column);
  for (size_t a = p->rank; a < p->r; a++) {
    row[n + a] = lone_factor(p->A + a * n, n, column);
    column[n + a] = lone_factor(p->B + a * n, n, row);
  }
}

// Entries of M are scaled down so that constraints are eliminated first: on the directions they allow, M is a
// sum without cancellation, while A M^-1 A^T contains squares of the differences between rows. How far does not
// matter (measured between 2^-3 and 2^-12); this value keeps the determinant in range. 1 fails if rows are
// parallel to within 1e-7.
#define MASS_COUNTS 0x1p-3

void numbers_pivoting_factors(Arena *arena, const NumberProblem *p, double *row, double *column) {
  numbers_factors(arena, p, row, column);
  for (size_t i = 0; i < p->n; i++) row[i] *= MASS_COUNTS;
  for (size_t a = 0; a < p->r; a++) column[p->n + a] /= MASS_COUNTS;
}

// --- how stable an elimination is ----------------------------------------------------------------

static void fill_matrix(const NumberProblem *p, double *K) {
  const size_t n = p->n, size = p->n + p->r;
  for (size_t i = 0; i < n * n; i++) K[i / n * size + i % n] = p->M[i];
  for (size_t i = 0; i < p->r * n; i++) {
    K[i % n * size + n + i / n] = -p->B[i];
    K[(n + i / n) * size + i % n] = p->A[i];
  }
}

double numbers_growth(Arena *arena, const NumberProblem *p, const double *row,
                      const double *column) {
  const size_t size = p->n + p->r, entries = size * size;
  double *a = ARENA_ARRAY(arena, double, entries), *sum = ARENA_ARRAY(arena, double, entries);
  double growth = 0;
  fill_matrix(p, a);
  for (size_t i = 0; i < entries; i++) {
    a[i] *= row[i / size] * column[i % size];
    sum[i] = fabs(a[i]);
  }
  for (size_t k = 0; k < size; k++) {
    if (a[k * size + k] == 0) return HUGE_VAL;
    for (size_t i = k + 1; i < size; i++) {
      const double factor = a[i * size + k] / a[k * size + k];
      for (size_t j = k + 1; factor != 0 && j < size; j++) {
        a[i * size + j] -= factor * a[k * size + j];
        sum[i * size + j] += fabs(factor * a[k * size + j]);
      }
    }
  }
  for (size_t i = 0; i < entries; i++) growth = sum[i] <= growth ? growth : sum[i];
  return isnan(growth) ? HUGE_VAL : growth;
}

// --- how well a solution fits --------------------------------------------------------------------

// A sum of terms, and the sum of their sizes.
typedef struct {
  double sum, size;
} Equation;

static void add_term(Equation *e, double part) {
  e->sum += part;
  e->size += fabs(part);
}

static Equation dynamic_equation(const NumberProblem *p, size_t i, const double *x,
                                 const double *lambda) {
  Equation e = {0};
  for (size_t j = 0; j < p->n; j++) add_term(&e, p->M[i * p->n + j] * x[j]);
  for (size_t a = 0; a < p->r; a++) add_term(&e, -p->B[a * p->n + i] * lambda[a]);
  add_term(&e, -p->F[i]);
  return e;
}

static Equation constraint_equation(const NumberProblem *p, size_t a, const double *x) {
  Equation e = {0};
  for (size_t j = 0; j < p->n; j++) add_term(&e, p->A[a * p->n + j] * x[j]);
  add_term(&e, -p->rhs[a]);
  return e;
}

double numbers_residual(const NumberProblem *p, const double *x, const double *lambda) {
  double largest = 0;
  for (size_t i = 0; i < p->n + p->r; i++) {
    const Equation e =
      i < p->n ? dynamic_equation(p, i, x, lambda) : constraint_equation(p, i - p->n, x);
    const double part = e.size > 0 ? fabs(e.sum) / e.size : e.size;
    largest = part <= largest ? largest : part;
  }
  return largest;
}

// --- a solution ----------------------------------------------------------------------------------

void numbers_solve(Arena *arena, const NumberProblem *p, double *x, double *lambda,
                   double *determinant, double *measure) {
  const size_t size = p->n + p->r, count = 2 + size * (size + 3);
  const ArenaMark mark = arena_mark(arena);
  double *k = ARENA_ARRAY(arena, double, count), *K = k + 2 + 2 * size, *f = K + size * size;
  double *out = ARENA_ARRAY(arena, double, DAL_PIVOTING(count));
  k[0] = (double) size;
  k[1] = (double) (p->n + p->rank);
  numbers_pivoting_factors(arena, p, k + 2, k + 2 + size);
  fill_matrix(p, K);
  for (size_t i = 0; i < size; i++) f[i] = i < p->n ? p->F[i] : p->rhs[i - p->n];
  dal_pivoting((int) count, k, out);
  memcpy(x, out, p->n * sizeof *x);
  memcpy(lambda, out + p->n, p->r * sizeof *lambda);
  *determinant = out[size];
  *measure = out[size + 1];
  arena_release(arena, mark);
}
