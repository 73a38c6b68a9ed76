// tests/unit/ground/test_sparse.c: rows of sparse matrices.
//
// Judge: matrices whose dependent rows are known by hand; solutions of least norm by their normal
//        equations

#include "support/desk.h"

#include "ground/sparse.h"
#include <math.h>

// e1, 2 e2, e1 + 2 e2, 0, 5 e3, 3 e1 + 3 e3 of four columns
static void test_staircase(void **state) {
  (void) state;
  int64_t start[] = {0, 1, 2, 4, 4, 5, 7}, column[] = {0, 1, 0, 1, 2, 0, 2};
  double value[] = {1, 2, 1, 2, 5, 3, 3};
  const SparseRows A = {6, 4, start, column, value};
  static const bool expected[] = {true, true, false, false, true, false};
  bool independent[6];
  size_t rank;
  assert_int_equal(sparse_independent_rows(&A, 1e-10, independent, &rank), STATUS_OK);
  assert_int_equal(rank, 3);
  for (size_t i = 0; i < 6; i++) assert_int_equal(independent[i], expected[i]);
}

// a row that differs from the one before it by 1e-8
static void test_threshold(void **state) {
  (void) state;
  int64_t start[] = {0, 2, 4}, column[] = {0, 1, 0, 1};
  double value[] = {1, 0, 1, 1e-8};
  const SparseRows A = {2, 2, start, column, value};
  bool independent[2];
  size_t rank;
  assert_int_equal(sparse_independent_rows(&A, 1e-6, independent, &rank), STATUS_OK);
  assert_int_equal(rank, 1);
  assert_int_equal(sparse_independent_rows(&A, 1e-10, independent, &rank), STATUS_OK);
  assert_int_equal(rank, 2);
}

// x + y = 2 and y + z = 4: least norm is A^T (2 1; 1 2)^-1 (2, 4)^T = A^T (0, 2)^T = (0, 2, 2)
static void test_least_norm(void **state) {
  (void) state;
  int64_t start[] = {0, 2, 4}, column[] = {0, 1, 1, 2};
  double value[] = {1, 1, 1, 1}, x[3];
  const SparseRows A = {2, 3, start, column, value};
  assert_int_equal(sparse_least_norm(&A, (const double[]){2, 4}, x), STATUS_OK);
  assert_true(fabs(x[0]) < 1e-15 && fabs(x[1] - 2) < 1e-15 && fabs(x[2] - 2) < 1e-15);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_staircase),
    cmocka_unit_test(test_threshold),
    cmocka_unit_test(test_least_norm),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
