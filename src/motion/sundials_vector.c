// motion/sundials_vector.c: the arithmetic of SUNDIALS' vectors and dense matrices.
//
// Law:   the same bits on every processor: the order of a sum depends on its length alone
//
// The integrators do most of their work here. Distributions build SUNDIALS with little optimization (Debian 12
// with none), and its vectors allow other functions to be substituted, which halves the time of a step
// (bench/stiff.c). Results may overwrite an operand.

#include "motion/sundials_impl.h"
#include <math.h>
#include <stddef.h>

#define WIDTH 4
typedef double Four
  __attribute__((vector_size(WIDTH * sizeof(double)), aligned(sizeof(double)), may_alias));

#define FOUR(x) (*(const Four *) ((x) + i))
#define ONE(x) ((x)[i])
// Computes to = formula for every index, four at a time.
#define EACH(n, to, formula)                                                   \
  do {                                                                         \
    ptrdiff_t i = 0;                                                           \
    for (; i + WIDTH <= (n); i += WIDTH) *(Four *) ((to) + i) = formula(FOUR); \
    for (; i < (n); i++) (to)[i] = formula(ONE);                               \
  } while (0)

// --- vectors -------------------------------------------------------------------------------------

static void linear_sum(double a, N_Vector vx, double b, N_Vector vy, N_Vector vz) {
  const double *x = NV_DATA_S(vx), *y = NV_DATA_S(vy);
#define SUM(AT) (a * AT(x) + b * AT(y))
  EACH(NV_LENGTH_S(vz), NV_DATA_S(vz), SUM);
}

static void fill(double c, N_Vector vz) {
  double *z = NV_DATA_S(vz);
  for (ptrdiff_t i = 0; i < NV_LENGTH_S(vz); i++) z[i] = c;
}

static void scale(double c, N_Vector vx, N_Vector vz) {
  const double *x = NV_DATA_S(vx);
#define SCALED(AT) (c * AT(x))
  EACH(NV_LENGTH_S(vz), NV_DATA_S(vz), SCALED);
}

static void multiply(N_Vector vx, N_Vector vy, N_Vector vz) {
  const double *x = NV_DATA_S(vx), *y = NV_DATA_S(vy);
#define PRODUCT(AT) (AT(x) * AT(y))
  EACH(NV_LENGTH_S(vz), NV_DATA_S(vz), PRODUCT);
}

static void divide(N_Vector vx, N_Vector vy, N_Vector vz) {
  const double *x = NV_DATA_S(vx), *y = NV_DATA_S(vy);
#define QUOTIENT(AT) (AT(x) / AT(y))
  EACH(NV_LENGTH_S(vz), NV_DATA_S(vz), QUOTIENT);
}

static void invert(N_Vector vx, N_Vector vz) {
  const double *x = NV_DATA_S(vx);
#define INVERSE(AT) (1.0 / AT(x))
  EACH(NV_LENGTH_S(vz), NV_DATA_S(vz), INVERSE);
}

static void add_constant(N_Vector vx, double b, N_Vector vz) {
  const double *x = NV_DATA_S(vx);
#define MORE(AT) (AT(x) + b)
  EACH(NV_LENGTH_S(vz), NV_DATA_S(vz), MORE);
}

static void take_size(N_Vector vx, N_Vector vz) {
  const double *x = NV_DATA_S(vx);
  double *z = NV_DATA_S(vz);
  for (ptrdiff_t i = 0; i < NV_LENGTH_S(vz); i++) z[i] = fabs(x[i]);
}

// The root of the mean of (x w)^2, summed in four parts.
static double norm(N_Vector vx, N_Vector vw) {
  const double *x = NV_DATA_S(vx), *w = NV_DATA_S(vw);
  const ptrdiff_t n = NV_LENGTH_S(vx);
  Four part = {0};
  ptrdiff_t i = 0;
  for (; i + WIDTH <= n; i += WIDTH) {
    const Four product = FOUR(x) * FOUR(w);
    part += product * product;
  }
  double sum = (part[0] + part[1]) + (part[2] + part[3]);
  for (; i < n; i++) sum += (x[i] * w[i]) * (x[i] * w[i]);
  return sqrt(sum / (double) n);
}

// z = c[0] x[0] + ...
static int combine(int terms, double *c, N_Vector *x, N_Vector vz) {
  double *z = NV_DATA_S(vz);
  const ptrdiff_t n = NV_LENGTH_S(vz);
  ptrdiff_t i = 0;
  for (; i + WIDTH <= n; i += WIDTH) {
    Four sum = c[0] * FOUR(NV_DATA_S(x[0]));
    for (int k = 1; k < terms; k++) sum += c[k] * FOUR(NV_DATA_S(x[k]));
    *(Four *) (z + i) = sum;
  }
  for (; i < n; i++) {
    double sum = c[0] * NV_Ith_S(x[0], i);
    for (int k = 1; k < terms; k++) sum += c[k] * NV_Ith_S(x[k], i);
    z[i] = sum;
  }
  return 0;
}

// z[k] = y[k] + a[k] x
static int add_multiples(int vectors, double *a, N_Vector vx, N_Vector *y, N_Vector *z) {
  for (int k = 0; k < vectors; k++) linear_sum(a[k], vx, 1, y[k], z[k]);
  return 0;
}

void sundials_use_own_vector(N_Vector vector) {
  N_Vector_Ops ops = vector->ops;
  ops->nvlinearsum = linear_sum;
  ops->nvconst = fill;
  ops->nvscale = scale;
  ops->nvprod = multiply;
  ops->nvdiv = divide;
  ops->nvinv = invert;
  ops->nvaddconst = add_constant;
  ops->nvabs = take_size;
  ops->nvwrmsnorm = norm;
  ops->nvlinearcombination = combine;
  ops->nvscaleaddmulti = add_multiples;
}

// --- dense matrices ------------------------------------------------------------------------------

// x -= f y
static void subtract(ptrdiff_t n, double f, const double *y, double *x) {
#define LESS(AT) (AT(x) - f * AT(y))
  EACH(n, x, LESS);
}

static void swap(double *x, ptrdiff_t i, ptrdiff_t k) {
  const double kept = x[i];
  x[i] = x[k];
  x[k] = kept;
}

static ptrdiff_t largest(const double *x, ptrdiff_t from, ptrdiff_t n) {
  ptrdiff_t at = from;
  for (ptrdiff_t i = from + 1; i < n; i++)
    if (fabs(x[i]) > fabs(x[at])) at = i;
  return at;
}

// LU with the largest pivot of each column. Returns 0, or the number of a column without a pivot, starting at 1.
static int factor(SUNLinearSolver solver, SUNMatrix matrix) {
  const SUNLinearSolverContent_Dense own = solver->content;
  const ptrdiff_t n = own->N;
  double *A = SM_DATA_D(matrix);
  own->last_flag = 0;
  for (ptrdiff_t k = 0; k < n; k++) {
    double *column = A + k * n;
    const ptrdiff_t row = largest(column, k, n);
    own->pivots[k] = (sunindextype) row;
    if (column[row] == 0) return (int) (own->last_flag = (sunindextype) k + 1);
    if (row != k)
      for (ptrdiff_t j = 0; j < n; j++) swap(A + j * n, row, k);
    const double inverse = 1 / column[k];
    for (ptrdiff_t i = k + 1; i < n; i++) column[i] *= inverse;
    for (ptrdiff_t j = k + 1; j < n; j++)
      if (A[j * n + k] != 0) subtract(n - k - 1, A[j * n + k], column + k + 1, A + j * n + k + 1);
  }
  return 0;
}

static int solve(SUNLinearSolver solver, SUNMatrix matrix, N_Vector vx, N_Vector vb,
                 double enough) {
  (void) enough;
  const SUNLinearSolverContent_Dense own = solver->content;
  const ptrdiff_t n = own->N;
  const double *A = SM_DATA_D(matrix);
  double *x = NV_DATA_S(vx);
  if (vx != vb) scale(1, vb, vx);
  for (ptrdiff_t k = 0; k < n; k++) swap(x, own->pivots[k], k);
  for (ptrdiff_t k = 0; k < n; k++) subtract(n - k - 1, x[k], A + k * n + k + 1, x + k + 1);
  for (ptrdiff_t k = n - 1; k >= 0; k--) {
    x[k] /= A[k * n + k];
    subtract(k, x[k], A + k * n, x);
  }
  own->last_flag = 0;
  return 0;
}

void sundials_use_own_dense(SUNLinearSolver solver) {
  solver->ops->setup = factor;
  solver->ops->solve = solve;
}
