// Unit tests of motion/small.c: least squares of a few unknowns. Judge: LAPACK, by another method; closed forms.

#include "base/table.h"
#include "motion/linear.h"
#include "motion/small.h"
#include "support/check.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define TOLERANCE 1e-12

static double random_number(uint64_t *seed) {
  return (double) (hash_mix((*seed)++) >> 11) * 0x1p-52 - 1;  // -1 .. 1
}

static size_t random_size(uint64_t *seed) {
  return 1 + (size_t) (hash_mix((*seed)++) % SMALL_MOST);
}

// Draws a product over `inner` numbers: of that rank, or less.
static void draw(double *A, size_t rows, size_t columns, size_t inner, uint64_t *seed) {
  memset(A, 0, rows * columns * sizeof *A);
  for (size_t k = 0; k < inner; k++) {
    double left[SMALL_MOST], right[SMALL_MOST];
    for (size_t i = 0; i < rows; i++) left[i] = random_number(seed);
    for (size_t j = 0; j < columns; j++) right[j] = random_number(seed);
    for (size_t i = 0; i < rows * columns; i++) A[i] += left[i % rows] * right[i / rows];
  }
}

// Returns the ratio of the largest singular value to the least that counts: by how much errors grow.
static double condition(size_t rows, size_t columns, const double *A, size_t rank) {
  double copy[SMALL_MOST * SMALL_MOST], values[SMALL_MOST], Vt[SMALL_MOST * SMALL_MOST];
  memcpy(copy, A, rows * columns * sizeof *copy);
  assert_int_equal(linear_svd(rows, columns, copy, values, NULL, Vt), STATUS_OK);
  return rank > 0 ? values[0] / values[rank - 1] : 1;
}

static void test_random(void **state) {
  (void) state;
  uint64_t seed = 1;
  size_t less = 0;
  for (int i = 0; i < 2000; i++) {
    const size_t rows = random_size(&seed), columns = random_size(&seed),
                 inner = random_size(&seed);
    double A[SMALL_MOST * SMALL_MOST], B[SMALL_MOST * SMALL_MOST], f[SMALL_MOST], g[SMALL_MOST];
    size_t rank, rank_by_lapack;
    draw(A, rows, columns, inner, &seed);
    for (size_t k = 0; k < SMALL_MOST; k++) f[k] = g[k] = random_number(&seed);
    memcpy(B, A, sizeof A);
    assert_true(small_least_squares(rows, columns, A, f, TOLERANCE, &rank));
    assert_int_equal(linear_least_squares(rows, columns, B, g, TOLERANCE, &rank_by_lapack),
                     STATUS_OK);
    assert_int_equal(rank, rank_by_lapack);
    const double grows = condition(rows, columns, A, rank);
    double size = 0, error = 0;
    for (size_t k = 0; k < columns; k++) {
      size = fmax(size, fabs(g[k]));
      error = fmax(error, fabs(f[k] - g[k]));
    }
    // both have errors of rounding times the condition, which is squared if there is a residual
    assert_true(error <= 1e3 * DBL_EPSILON * grows * (grows + size));
    less += rank < rows && rank < columns;
  }
  assert_true(less > 500);
}

// x + y = 2: the shortest is (1, 1); x = 1 and x = 3: the best is 2; nothing at all: 0
static void test_closed_forms(void **state) {
  (void) state;
  size_t rank;
  double f[2] = {2, 0}, g[2] = {1, 3}, h[2] = {5, 7};
  assert_true(small_least_squares(1, 2, (const double[]){1, 1}, f, TOLERANCE, &rank));
  assert_int_equal(rank, 1);
  assert_true(fabs(f[0] - 1) < 1e-15 && fabs(f[1] - 1) < 1e-15);
  assert_true(small_least_squares(2, 1, (const double[]){1, 1}, g, TOLERANCE, &rank));
  assert_true(fabs(g[0] - 2) < 1e-15);
  assert_true(small_least_squares(2, 2, (const double[]){0, 0, 0, 0}, h, TOLERANCE, &rank));
  assert_int_equal(rank, 0);
  assert_true(h[0] == 0 && h[1] == 0);
}

// A pivot near the tolerance, a matrix that is too large, and infinity are left to LAPACK.
static void test_doubt(void **state) {
  (void) state;
  size_t rank;
  double f[SMALL_MOST + 1] = {1, 1};
  static const double large[(SMALL_MOST + 1) * (SMALL_MOST + 1)];
  assert_false(small_least_squares(2, 2, (const double[]){1, 0, 0, 1e-12}, f, TOLERANCE, &rank));
  assert_false(small_least_squares(2, 2, (const double[]){1, 0, 0, 1e-13}, f, TOLERANCE, &rank));
  assert_false(small_least_squares(1, 1, (const double[]){HUGE_VAL}, f, TOLERANCE, &rank));
  assert_false(small_least_squares(SMALL_MOST + 1, SMALL_MOST + 1, large, f, TOLERANCE, &rank));
  assert_true(f[0] == 1 && f[1] == 1);
  assert_true(small_least_squares(2, 2, (const double[]){1, 0, 0, 1e-9}, f, TOLERANCE, &rank));
  assert_int_equal(rank, 2);
  assert_true(fabs(f[1] - 1e9) < 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_random),
    cmocka_unit_test(test_closed_forms),
    cmocka_unit_test(test_doubt),
  };
  return cmocka_run_group_tests_name("small", tests, NULL, NULL);
}
