// Unit tests of motion/linear.c: dense problems with known answers. Judge: the residual, or the textbook.

#include "base/table.h"
#include "motion/linear.h"
#include "support/check.h"

#include <float.h>
#include <math.h>

#define MOST 12

static double random_number(uint64_t seed) {
  return (double) (hash_mix(seed) >> 11) * 0x1p-52 - 1;  // -1 .. 1
}

// Returns the largest entry of |M x - f|, for a symmetric full M.
static double residual(size_t n, const double *M, const double *x, const double *f) {
  double largest = 0;
  for (size_t i = 0; i < n; i++) {
    long double sum = -(long double) f[i];
    for (size_t j = 0; j < n; j++) sum += (long double) M[i * n + j] * (long double) x[j];
    largest = fmax(largest, fabs((double) sum));
  }
  return largest;
}

static Status solve(size_t n, const double *M, double *f, size_t *bad) {
  double copy[MOST * MOST], work[LINEAR_WORK(MOST)];
  int integers[LINEAR_INTEGERS(MOST)];
  memcpy(copy, M, n * n * sizeof *M);
  return linear_solve_symmetric(n, copy, f, work, integers, bad);
}

// --- symmetric systems --------------------------------------------------------------------------

static void test_positive_definite(void **state) {
  (void) state;
  for (size_t n = 1; n <= MOST; n++) {
    double M[MOST * MOST], f[MOST], x[MOST];
    size_t bad;
    for (size_t i = 0; i < n; i++) {
      x[i] = f[i] = random_number(i + 1);
      for (size_t j = 0; j <= i; j++) M[i * n + j] = M[j * n + i] = random_number(100 * i + j);
      M[i * n + i] += (double) n + 1;
    }
    assert_int_equal(solve(n, M, x, &bad), STATUS_OK);
    // diagonally dominant: |x| <= |f|, so rounding is n times a few units of the largest entry
    assert_true(residual(n, M, x, f) <= 10 * (double) (n * n) * DBL_EPSILON);
  }
}

static void test_indefinite(void **state) {
  (void) state;
  const double M[] = {0, 1, 2, 1, 0, 3, 2, 3, 0}, f[] = {8, 10, 8};  // no Cholesky, and zero pivots everywhere
  double x[] = {8, 10, 8};
  size_t bad;
  assert_int_equal(solve(3, M, x, &bad), STATUS_OK);
  assert_true(residual(3, M, x, f) <= 100 * DBL_EPSILON);
  for (int i = 0; i < 3; i++) assert_true(fabs(x[i] - (double[]){1, 2, 3}[i]) <= 100 * DBL_EPSILON);
}

static void test_singular(void **state) {
  (void) state;
  size_t bad = 99;
  assert_int_equal(solve(1, (double[]){0}, (double[]){1}, &bad), STATUS_DOMAIN);
  assert_int_equal(bad, 0);
  bad = 99;
  assert_int_equal(solve(2, (double[]){1, 0, 0, 0}, (double[]){1, 1}, &bad), STATUS_DOMAIN);
  assert_int_equal(bad, 1);
  bad = 99;
  assert_int_equal(solve(3, (double[]){0, 0, 0, 0, 1, 0, 0, 0, 1}, (double[]){1, 1, 1}, &bad), STATUS_DOMAIN);
  assert_int_equal(bad, 0);
}

// The pivots change places; the unknown is reported, not the final place of its pivot.
static void test_singular_unknown_after_exchange(void **state) {
  (void) state;
  size_t bad = 99;
  const double M[] = {1, 0, 3, 0, 0, 0, 3, 0, 1};  // the second unknown appears nowhere
  assert_int_equal(solve(3, M, (double[]){1, 1, 1}, &bad), STATUS_DOMAIN);
  assert_int_equal(bad, 1);
}

// Singular but for rounding: 0.1*0.9 - 0.3*0.3 is not zero in doubles.
static void test_singular_but_for_rounding(void **state) {
  (void) state;
  size_t bad = 99;
  const double M[] = {0.1 * 0.1, 0.1 * 0.3, 0.1 * 0.3, 0.3 * 0.3};
  assert_int_equal(solve(2, M, (double[]){1, 1}, &bad), STATUS_DOMAIN);
}

// --- least squares ------------------------------------------------------------------------------

static void test_overdetermined(void **state) {
  (void) state;
  // the line through (0, 1), (1, 3), (2, 4): 7/6 + 3/2 t
  double A[] = {1, 1, 1, 0, 1, 2}, f[] = {1, 3, 4};
  size_t rank;
  assert_int_equal(linear_least_squares(3, 2, A, f, 1e-12, &rank), STATUS_OK);
  assert_int_equal(rank, 2);
  assert_true(fabs(f[0] - 7.0 / 6) < 1e-14 && fabs(f[1] - 1.5) < 1e-14);
}

static void test_underdetermined(void **state) {
  (void) state;
  double A[] = {3, 4}, f[] = {10, 0};  // 3x + 4y = 10: the nearest point to the origin
  size_t rank;
  assert_int_equal(linear_least_squares(1, 2, A, f, 1e-12, &rank), STATUS_OK);
  assert_int_equal(rank, 1);
  assert_true(fabs(f[0] - 1.2) < 1e-14 && fabs(f[1] - 1.6) < 1e-14);
}

static void test_rank_deficient(void **state) {
  (void) state;
  // x + y = 2, twice, and a row that differs by less than the tolerance
  double A[] = {1, 1, 1, 1, 1, 1 + 1e-13}, f[] = {2, 2, 2};
  size_t rank;
  assert_int_equal(linear_least_squares(3, 2, A, f, 1e-10, &rank), STATUS_OK);
  assert_int_equal(rank, 1);
  assert_true(fabs(f[0] - 1) < 1e-10 && fabs(f[1] - 1) < 1e-10);
  double zero[] = {0, 0}, g[] = {1, 1};
  assert_int_equal(linear_least_squares(2, 1, zero, g, 1e-10, &rank), STATUS_OK);
  assert_int_equal(rank, 0);
  assert_true(g[0] == 0);
}

// --- decompositions -----------------------------------------------------------------------------

static void test_svd(void **state) {
  (void) state;
  enum { R = 3, C = 5 };
  double A[R * C], copy[R * C], values[R], U[R * R], Vt[C * C];
  for (size_t i = 0; i < R * C; i++) A[i] = copy[i] = random_number(i + 7);
  assert_int_equal(linear_svd(R, C, copy, values, U, Vt), STATUS_OK);
  for (size_t i = 0; i + 1 < R; i++) assert_true(values[i] >= values[i + 1] && values[i + 1] >= 0);
  for (size_t i = 0; i < R; i++)
    for (size_t j = 0; j < C; j++) {
      double sum = 0;
      for (size_t k = 0; k < R; k++) sum += U[k * R + i] * values[k] * Vt[j * C + k];
      assert_true(fabs(sum - A[j * R + i]) < 1e-14);
    }
  // rows beyond the rank span the null space
  for (size_t k = R; k < C; k++)
    for (size_t i = 0; i < R; i++) {
      double sum = 0;
      for (size_t j = 0; j < C; j++) sum += A[j * R + i] * Vt[j * C + k];
      assert_true(fabs(sum) < 1e-14);
    }
  memcpy(copy, A, sizeof A);
  double again[R];
  assert_int_equal(linear_svd(R, C, copy, again, NULL, Vt), STATUS_OK);
  for (size_t i = 0; i < R; i++) assert_true(fabs(again[i] - values[i]) < 1e-14);
}

static void test_eigen(void **state) {
  (void) state;
  double M[] = {2, 1, 0, 1, 2, 0, 0, 0, -5}, values[3];
  assert_int_equal(linear_eigen(3, M, values), STATUS_OK);
  for (int i = 0; i < 3; i++) assert_true(fabs(values[i] - (double[]){-5, 1, 3}[i]) < 1e-14);
  assert_true(fabs(fabs(M[2]) - 1) < 1e-14);  // the first column belongs to -5
}

// By hand: an indefinite matrix, and one that is singular.
static void test_inverse(void **state) {
  (void) state;
  const double M[] = {1, 2, 2, 1}, singular[] = {1, 2, 2, 4};
  double inverse[4];
  assert_int_equal(linear_inverse(2, M, inverse), STATUS_OK);
  for (int i = 0; i < 4; i++)
    assert_true(fabs(inverse[i] - (double[]){-1, 2, 2, -1}[i] / 3) <= 10 * DBL_EPSILON);
  assert_int_equal(linear_inverse(2, singular, inverse), STATUS_DOMAIN);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_positive_definite),
    cmocka_unit_test(test_indefinite),
    cmocka_unit_test(test_singular),
    cmocka_unit_test(test_singular_unknown_after_exchange),
    cmocka_unit_test(test_singular_but_for_rounding),
    cmocka_unit_test(test_overdetermined),
    cmocka_unit_test(test_underdetermined),
    cmocka_unit_test(test_rank_deficient),
    cmocka_unit_test(test_svd),
    cmocka_unit_test(test_eigen),
    cmocka_unit_test(test_inverse),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
