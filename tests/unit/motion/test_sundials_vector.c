// Unit tests of motion/sundials_vector.c: the arithmetic that SUNDIALS is given.
// Judge: the same operations one number after the other; sums and residuals in long double.

#include "motion/sundials_impl.h"
#include "support/check.h"
#include "support/dice.h"

#include <float.h>
#include <math.h>

#define MOST 23

typedef struct {
  const Sundials *lib;
  SUNContext context;
  double at[4][MOST];
  N_Vector vector[4];
} Room;

// Vectors of n random numbers; the others are copies of the first, as SUNDIALS makes them.
static void open_room(Room *r, size_t n, Dice *d) {
  r->lib = sundials_cvode();
  assert_non_null(r->lib);
  assert_int_equal(r->lib->SUNContext_Create(r->lib->communicator, &r->context), 0);
  for (int k = 0; k < 4; k++) {
    for (size_t i = 0; i < MOST; i++) r->at[k][i] = dice_signed(d, 0.1, 10);
    r->vector[k] = r->lib->N_VMake_Serial((sunindextype) n, r->at[k], r->context);
    assert_non_null(r->vector[k]);
    sundials_use_own_vector(r->vector[k]);
  }
}

static void close_room(Room *r) {
  for (int k = 0; k < 4; k++) r->lib->N_VDestroy(r->vector[k]);
  assert_int_equal(r->lib->SUNContext_Free(&r->context), 0);
}

// The result of an operation at place i, by both operands and its number.
typedef double Formula(double a, double b, double x, double y);

static double sum_of(double a, double b, double x, double y) {
  return a * x + b * y;
}
static double product_of(double a, double b, double x, double y) {
  (void) a, (void) b;
  return x * y;
}
static double quotient_of(double a, double b, double x, double y) {
  (void) a, (void) b;
  return x / y;
}
static double scaled_of(double a, double b, double x, double y) {
  (void) b, (void) y;
  return a * x;
}
static double inverse_of(double a, double b, double x, double y) {
  (void) a, (void) b, (void) y;
  return 1 / x;
}
static double more_of(double a, double b, double x, double y) {
  (void) a, (void) y;
  return x + b;
}
static double size_of(double a, double b, double x, double y) {
  (void) a, (void) b, (void) y;
  return fabs(x);
}
static double constant_of(double a, double b, double x, double y) {
  (void) b, (void) x, (void) y;
  return a;
}

static Formula *const formulas[] = {sum_of,     product_of, quotient_of, scaled_of,
                                    inverse_of, more_of,    size_of,     constant_of};

static void apply(size_t which, double a, double b, N_Vector x, N_Vector y, N_Vector z) {
  const N_Vector_Ops ops = x->ops;
  switch (which) {
    case 0: ops->nvlinearsum(a, x, b, y, z); return;
    case 1: ops->nvprod(x, y, z); return;
    case 2: ops->nvdiv(x, y, z); return;
    case 3: ops->nvscale(a, x, z); return;
    case 4: ops->nvinv(x, z); return;
    case 5: ops->nvaddconst(x, b, z); return;
    case 6: ops->nvabs(x, z); return;
    default: ops->nvconst(a, z);
  }
}

// Every operation at all lengths, into another vector and into each operand; nothing after the end changes.
static void test_each_place(void **state) {
  (void) state;
  Dice d = {1};
  for (size_t n = 0; n < MOST; n++)
    for (size_t which = 0; which < COUNT(formulas); which++)
      for (int to = 0; to < 3; to++) {
        Room r;
        double wanted[MOST];
        open_room(&r, n, &d);
        const double a = dice_signed(&d, 0, 2), b = dice_signed(&d, 0, 2);
        for (size_t i = 0; i < MOST; i++)
          wanted[i] = i < n ? formulas[which](a, b, r.at[0][i], r.at[1][i]) : r.at[to][i];
        apply(which, a, b, r.vector[0], r.vector[1], r.vector[to]);
        assert_memory_equal(r.at[to], wanted, sizeof wanted);
        close_room(&r);
      }
}

static void test_norm(void **state) {
  (void) state;
  Dice d = {2};
  for (size_t n = 1; n < MOST; n++) {
    Room r;
    long double sum = 0;
    open_room(&r, n, &d);
    for (size_t i = 0; i < n; i++) {
      const long double product = (long double) r.at[0][i] * (long double) r.at[1][i];
      sum += product * product;
    }
    const double wanted = (double) sqrtl(sum / (long double) n);
    const double norm = r.vector[0]->ops->nvwrmsnorm(r.vector[0], r.vector[1]);
    assert_true(fabs(norm - wanted) <= 4 * (double) MOST * DBL_EPSILON * wanted);
    r.at[0][n - 1] = (double) NAN;
    assert_true(isnan(r.vector[0]->ops->nvwrmsnorm(r.vector[0], r.vector[1])));
    close_room(&r);
  }
}

// c0 x0 + c1 x1 + c2 x2 into another vector and into one of them; y_k + a_k x into y_k.
static void test_several(void **state) {
  (void) state;
  Dice d = {3};
  for (size_t n = 0; n < MOST; n++)
    for (int to = 0; to < 4; to++) {
      Room r;
      double wanted[MOST], c[3];
      open_room(&r, n, &d);
      for (int k = 0; k < 3; k++) c[k] = dice_signed(&d, 0, 2);
      for (size_t i = 0; i < MOST; i++)
        wanted[i] =
          i < n ? (c[0] * r.at[0][i] + c[1] * r.at[1][i]) + c[2] * r.at[2][i] : r.at[to][i];
      assert_int_equal(r.vector[0]->ops->nvlinearcombination(3, c, r.vector, r.vector[to]), 0);
      assert_memory_equal(r.at[to], wanted, sizeof wanted);
      for (size_t i = 0; i < MOST; i++) wanted[i] = r.at[2][i] + (i < n ? c[1] * r.at[0][i] : 0);
      N_Vector *y = r.vector + 1;
      assert_int_equal(r.vector[0]->ops->nvscaleaddmulti(3, c, r.vector[0], y, y), 0);
      assert_memory_equal(r.at[2], wanted, sizeof wanted);
      close_room(&r);
    }
}

// Solves A x = b, with the first pivot zero: residuals are rounding.
static void check_solution(size_t n, Dice *d) {
  Room r;
  double A[MOST][MOST], size = 0;
  open_room(&r, n, d);
  const sunindextype rows = (sunindextype) n;
  SUNMatrix matrix = r.lib->SUNDenseMatrix(rows, rows, r.context);
  SUNLinearSolver solver = r.lib->SUNLinSol_Dense(r.vector[0], matrix, r.context);
  assert_true(matrix != NULL && solver != NULL);
  sundials_use_own_dense(solver);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      SM_ELEMENT_D(matrix, i, j) = A[i][j] = i + j == 0 && n > 1 ? 0 : dice_signed(d, 0.1, 10);
  assert_int_equal(solver->ops->setup(solver, matrix), 0);
  assert_int_equal(solver->ops->solve(solver, matrix, r.vector[0], r.vector[1], 0), 0);
  for (size_t i = 0; i < n; i++) size = fmax(size, fabs(r.at[0][i]));
  for (size_t i = 0; i < n; i++) {
    long double residual = (long double) r.at[1][i];
    for (size_t j = 0; j < n; j++) residual -= (long double) A[i][j] * (long double) r.at[0][j];
    assert_true(fabs((double) residual) <= 1000 * (double) n * DBL_EPSILON * (size + 10));
  }
  for (size_t j = 0; j < n; j++) SM_ELEMENT_D(matrix, j, n - 1) = 0;
  assert_int_equal(solver->ops->setup(solver, matrix), (int) n);  // the column without pivot
  r.lib->SUNLinSolFree(solver);
  r.lib->SUNMatDestroy(matrix);
  close_room(&r);
}

static void test_dense(void **state) {
  (void) state;
  Dice d = {4};
  for (size_t n = 1; n < MOST; n++) check_solution(n, &d);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_each_place), cmocka_unit_test(test_norm),
                                     cmocka_unit_test(test_several), cmocka_unit_test(test_dense)};
  return cmocka_run_group_tests_name("sundials_vector", tests, NULL, NULL);
}
