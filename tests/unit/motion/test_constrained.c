// Unit tests of motion/constrained.c: M x = F + B^T lambda, A x = b. Judge: elimination with 200 bits.

#include "base/table.h"
#include "motion/constrained.h"
#include "support/check.h"

#include <float.h>
#include <math.h>
#include <mpfr.h>
#include <stdlib.h>

#define MOST_N 6
#define MOST_R 4
#define MOST (MOST_N + MOST_R)
#define BITS 200

typedef struct {
  double M[MOST_N * MOST_N], F[MOST_N], A[MOST_R * MOST_N], B[MOST_R * MOST_N], b[MOST_R], size[MOST_R];
  bool loses[MOST_R];
  double x[MOST_N], lambda[MOST_R];
} Numbers;

static double random_number(uint64_t seed) {
  return (double) (hash_mix(seed) >> 11) * 0x1p-52 - 1;  // -1 .. 1
}

static ConstrainedSystem system_of(Numbers *v, size_t n, size_t r, size_t rank) {
  return (ConstrainedSystem){n, r, rank, v->M, v->F, v->A, v->B, v->b, v->size};
}

// Makes a positive definite M and random constraints; B is A unless a test changes it.
static ConstrainedSystem random_system(Numbers *v, uint64_t seed, size_t n, size_t r) {
  *v = (Numbers){0};
  for (size_t i = 0; i < n; i++) {
    v->F[i] = random_number(seed + i);
    for (size_t j = 0; j <= i; j++)
      v->M[i * n + j] = v->M[j * n + i] = (i == j ? (double) n : 0) + random_number(seed + 100 + i * n + j);
  }
  for (size_t a = 0; a < r; a++) {
    v->b[a] = random_number(seed + 200 + a);
    v->size[a] = 1;
    for (size_t i = 0; i < n; i++) v->A[a * n + i] = v->B[a * n + i] = random_number(seed + 300 + a * n + i);
  }
  return system_of(v, n, r, r);
}

// --- the judge ----------------------------------------------------------------------------------

typedef struct {
  mpfr_t at[MOST][MOST + 1];
} Exact;

static void eliminate(Exact *e, size_t size) {
  mpfr_t factor;
  mpfr_init2(factor, BITS);
  for (size_t k = 0; k < size; k++) {
    size_t best = k;
    for (size_t i = k + 1; i < size; i++)
      if (mpfr_cmpabs(e->at[i][k], e->at[best][k]) > 0) best = i;
    for (size_t j = 0; j <= size; j++) mpfr_swap(e->at[k][j], e->at[best][j]);
    for (size_t i = 0; i < size; i++) {
      if (i == k) continue;
      mpfr_div(factor, e->at[i][k], e->at[k][k], MPFR_RNDN);
      for (size_t j = k; j <= size; j++) {
        mpfr_t product;
        mpfr_init2(product, BITS);
        mpfr_mul(product, factor, e->at[k][j], MPFR_RNDN);
        mpfr_sub(e->at[i][j], e->at[i][j], product, MPFR_RNDN);
        mpfr_clear(product);
      }
    }
  }
  mpfr_clear(factor);
}

// Computes x and lambda to many digits, rounded at the end. For independent constraints.
static void exact_solution(const ConstrainedSystem *s, double *x, double *lambda) {
  const size_t n = s->n, r = s->r, size = n + r;
  Exact *e = malloc(sizeof *e);
  assert_non_null(e);
  for (size_t i = 0; i < size; i++)
    for (size_t j = 0; j <= size; j++) {
      mpfr_init2(e->at[i][j], BITS);
      double entry = 0;
      if (j == size) entry = i < n ? s->F[i] : s->b[i - n];
      else if (i < n) entry = j < n ? s->M[i * n + j] : -s->B[(j - n) * n + i];
      else if (j < n) entry = s->A[(i - n) * n + j];
      mpfr_set_d(e->at[i][j], entry, MPFR_RNDN);
    }
  eliminate(e, size);
  for (size_t i = 0; i < size; i++) {
    mpfr_div(e->at[i][size], e->at[i][size], e->at[i][i], MPFR_RNDN);
    *(i < n ? &x[i] : &lambda[i - n]) = mpfr_get_d(e->at[i][size], MPFR_RNDN);
  }
  for (size_t i = 0; i < size; i++)
    for (size_t j = 0; j <= size; j++) mpfr_clear(e->at[i][j]);
  free(e);
}

static double distance(const double *a, const double *b, size_t n) {
  double sum = 0;
  for (size_t i = 0; i < n; i++) sum = hypot(sum, a[i] - b[i]);
  return sum;
}

static double length(const double *a, size_t n) {
  const double zero[MOST] = {0};
  return distance(a, zero, n);
}

// --- regular systems ----------------------------------------------------------------------------

static void test_regular(void **state) {
  (void) state;
  for (uint64_t seed = 1; seed <= 60; seed++) {
    Numbers v;
    const size_t n = 2 + seed % (MOST_N - 1), r = 1 + seed % (n - 1 < MOST_R ? n - 1 : MOST_R);
    const ConstrainedSystem s = random_system(&v, 1000 * seed, n, r);
    double x[MOST_N], lambda[MOST_R];
    exact_solution(&s, x, lambda);
    // random rows: conditions up to some thousand
    const double tolerance = 1e5 * DBL_EPSILON;
    ConstrainedResult result = {.loses = v.loses};
    assert_int_equal(constrained_by_null_space(&s, v.x, v.lambda, &result), STATUS_OK);
    assert_int_equal(result.trouble, CONSTRAINED_OK);
    assert_true(distance(v.x, x, n) <= tolerance * (1 + length(x, n)));
    assert_true(distance(v.lambda, lambda, r) <= tolerance * (1 + length(lambda, r)));
    assert_int_equal(constrained_by_pseudo_inverse(&s, v.x, v.lambda, &result), STATUS_OK);
    assert_int_equal(result.trouble, CONSTRAINED_OK);
    assert_true(distance(v.x, x, n) <= tolerance * (1 + length(x, n)));
    assert_int_equal(constrained_multipliers(&s, v.x, v.lambda), STATUS_OK);
    assert_true(distance(v.lambda, lambda, r) <= tolerance * (1 + length(lambda, r)));
  }
}

// Reactions along other directions than the constraints: not ideal.
static void test_not_ideal(void **state) {
  (void) state;
  Numbers v;
  const ConstrainedSystem s = random_system(&v, 77, 4, 2);
  for (size_t i = 0; i < 8; i++) v.B[i] = v.A[i] + 0.3 * random_number(900 + i);
  double x[MOST_N], lambda[MOST_R];
  exact_solution(&s, x, lambda);
  ConstrainedResult result = {.loses = v.loses};
  assert_int_equal(constrained_by_null_space(&s, v.x, v.lambda, &result), STATUS_OK);
  assert_int_equal(result.trouble, CONSTRAINED_OK);
  assert_true(distance(v.x, x, 4) <= 1e5 * DBL_EPSILON * (1 + length(x, 4)));
  assert_true(distance(v.lambda, lambda, 2) <= 1e5 * DBL_EPSILON * (1 + length(lambda, 2)));
}

// Law: near a singular state the error grows like 1/angle between two constraints, not like its square.
static void test_near_singular(void **state) {
  (void) state;
  for (double angle = 0.1; angle > 1e-8; angle /= 10) {
    Numbers v;
    const ConstrainedSystem s = random_system(&v, 4242, 4, 2);
    for (size_t i = 0; i < 4; i++) v.A[4 + i] = v.A[i] + angle * random_number(700 + i);
    memcpy(v.B, v.A, sizeof v.B);
    double x[MOST_N], lambda[MOST_R];
    exact_solution(&s, x, lambda);
    ConstrainedResult result = {.loses = v.loses};
    assert_int_equal(constrained_by_null_space(&s, v.x, v.lambda, &result), STATUS_OK);
    assert_int_equal(result.trouble, CONSTRAINED_OK);
    const double tolerance = 1000 * DBL_EPSILON / angle;
    assert_true(distance(v.x, x, 4) <= tolerance * length(x, 4));
  }
}

// --- special states -----------------------------------------------------------------------------

static void test_rank_loss(void **state) {
  (void) state;
  Numbers v;
  const ConstrainedSystem s = random_system(&v, 5, 5, 3);
  // the third repeats the first; the second must not be named
  for (size_t i = 0; i < 5; i++) v.A[10 + i] = 2 * v.A[i];
  memcpy(v.B, v.A, sizeof v.B);
  ConstrainedResult result = {.loses = v.loses};
  assert_int_equal(constrained_check_rank(&s, &result), STATUS_OK);
  assert_int_equal(result.trouble, CONSTRAINED_SINGULAR);
  assert_true(v.loses[0] && !v.loses[1] && v.loses[2]);
  assert_int_equal(constrained_by_null_space(&s, v.x, v.lambda, &result), STATUS_OK);
  assert_int_equal(result.trouble, CONSTRAINED_SINGULAR);
  assert_int_equal(constrained_by_pseudo_inverse(&s, v.x, v.lambda, &result), STATUS_OK);
  assert_int_equal(result.trouble, CONSTRAINED_SINGULAR);
}

static void test_vanishing_row(void **state) {
  (void) state;
  Numbers v;
  const ConstrainedSystem s = random_system(&v, 6, 3, 2);
  for (size_t i = 0; i < 3; i++) v.A[3 + i] = v.B[3 + i] = 0;
  ConstrainedResult result = {.loses = v.loses};
  assert_int_equal(constrained_check_rank(&s, &result), STATUS_OK);
  assert_int_equal(result.trouble, CONSTRAINED_SINGULAR);
  assert_true(!v.loses[0] && v.loses[1]);
}

// Redundant at all states (the generic rank is 1), and consistent.
static void test_redundant(void **state) {
  (void) state;
  Numbers v, single;
  random_system(&v, 8, 3, 2);
  for (size_t i = 0; i < 3; i++) v.A[3 + i] = -3 * v.A[i];
  v.b[1] = -3 * v.b[0];
  memcpy(v.B, v.A, sizeof v.B);
  const ConstrainedSystem two = system_of(&v, 3, 2, 1), one = random_system(&single, 8, 3, 1);
  double x[MOST_N], lambda[MOST_R];
  exact_solution(&one, x, lambda);
  ConstrainedResult result = {.loses = v.loses};
  assert_int_equal(constrained_by_null_space(&two, v.x, v.lambda, &result), STATUS_OK);
  assert_int_equal(result.trouble, CONSTRAINED_OK);
  assert_true(distance(v.x, x, 3) <= 1e4 * DBL_EPSILON);
  // lambda1 - 3 lambda2 = lambda, of least norm
  assert_true(fabs(v.lambda[0] - lambda[0] / 10) <= 1e4 * DBL_EPSILON * fabs(lambda[0]));
  assert_true(fabs(v.lambda[1] + 3 * lambda[0] / 10) <= 1e4 * DBL_EPSILON * fabs(lambda[0]));
  assert_int_equal(constrained_by_pseudo_inverse(&two, v.x, v.lambda, &result), STATUS_OK);
  assert_true(distance(v.x, x, 3) <= 1e4 * DBL_EPSILON);
}

static void test_contradiction(void **state) {
  (void) state;
  Numbers v;
  random_system(&v, 9, 3, 2);
  for (size_t i = 0; i < 3; i++) v.A[3 + i] = v.A[i];
  v.b[1] = v.b[0] + 1;
  memcpy(v.B, v.A, sizeof v.B);
  const ConstrainedSystem s = system_of(&v, 3, 2, 1);
  ConstrainedResult result = {.loses = v.loses};
  assert_int_equal(constrained_by_null_space(&s, v.x, v.lambda, &result), STATUS_OK);
  assert_int_equal(result.trouble, CONSTRAINED_INCONSISTENT);
  assert_true(v.loses[0] && v.loses[1]);
  assert_int_equal(constrained_by_pseudo_inverse(&s, v.x, v.lambda, &result), STATUS_OK);
  assert_int_equal(result.trouble, CONSTRAINED_INCONSISTENT);
}

// Without inertia along the direction that the constraint leaves free.
static void test_undetermined(void **state) {
  (void) state;
  Numbers v = {.M = {1, 0, 0, 0, 0, 0, 0, 0, 1}, .A = {1, 0, 1}, .B = {1, 0, 1}, .size = {1}};
  const ConstrainedSystem s = system_of(&v, 3, 1, 1);
  ConstrainedResult result = {.loses = v.loses};
  assert_int_equal(constrained_by_null_space(&s, v.x, v.lambda, &result), STATUS_OK);
  assert_int_equal(result.trouble, CONSTRAINED_UNDETERMINED);
  assert_int_equal(result.bad, 1);
  assert_int_equal(constrained_by_pseudo_inverse(&s, v.x, v.lambda, &result), STATUS_OK);
  assert_int_equal(result.trouble, CONSTRAINED_UNDETERMINED);
  assert_int_equal(result.bad, 1);
}

// A singular M is allowed if the constraints determine what it leaves open.
static void test_massless_but_constrained(void **state) {
  (void) state;
  Numbers v = {.M = {2, 0, 0, 0}, .F = {6, 0}, .A = {0, 1}, .B = {0, 1}, .b = {5}, .size = {1}};
  const ConstrainedSystem s = system_of(&v, 2, 1, 1);
  ConstrainedResult result = {.loses = v.loses};
  assert_int_equal(constrained_by_null_space(&s, v.x, v.lambda, &result), STATUS_OK);
  assert_int_equal(result.trouble, CONSTRAINED_OK);
  assert_true(fabs(v.x[0] - 3) < 1e-14 && fabs(v.x[1] - 5) < 1e-14 && fabs(v.lambda[0]) < 1e-14);
  v.x[0] = v.x[1] = 0;
  assert_int_equal(constrained_by_pseudo_inverse(&s, v.x, v.lambda, &result), STATUS_OK);
  assert_int_equal(result.trouble, CONSTRAINED_OK);
  assert_true(fabs(v.x[0] - 3) < 1e-14 && fabs(v.x[1] - 5) < 1e-14);
}

// Metres and kilometres: constraints and masses of very different size.
static void test_scales(void **state) {
  (void) state;
  for (double scale = 1e-9; scale < 1e10; scale *= 1e3) {
    Numbers v;
    const ConstrainedSystem s = random_system(&v, 11, 4, 2);
    for (size_t i = 0; i < 4; i++) v.A[4 + i] *= scale, v.B[4 + i] *= scale;
    v.b[1] *= scale;
    v.size[1] = scale;
    double x[MOST_N], lambda[MOST_R];
    exact_solution(&s, x, lambda);
    ConstrainedResult result = {.loses = v.loses};
    assert_int_equal(constrained_by_null_space(&s, v.x, v.lambda, &result), STATUS_OK);
    assert_int_equal(result.trouble, CONSTRAINED_OK);
    assert_true(distance(v.x, x, 4) <= 1e4 * DBL_EPSILON * (1 + length(x, 4)));
    for (size_t a = 0; a < 2; a++) assert_true(fabs(v.lambda[a] - lambda[a]) <= 1e5 * DBL_EPSILON * fabs(lambda[a]));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_regular),       cmocka_unit_test(test_not_ideal),
    cmocka_unit_test(test_near_singular), cmocka_unit_test(test_rank_loss),
    cmocka_unit_test(test_vanishing_row), cmocka_unit_test(test_redundant),
    cmocka_unit_test(test_contradiction), cmocka_unit_test(test_undetermined),
    cmocka_unit_test(test_massless_but_constrained), cmocka_unit_test(test_scales),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
