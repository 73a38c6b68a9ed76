// Unit tests of motion/evaluator.c: free systems, solved on the tape and by LAPACK, regular and singular.

#include "motion/evaluator.h"
#include "support/check.h"

#include <malloc.h>
#include <math.h>

#define MOST 4

// An evaluator whose inputs are M (lower triangle by rows) and F themselves.
static Evaluator *evaluator_of(Bench *b, size_t n, bool solved) {
  TapeBuilder *builder = tape_builder_create(&b->arena, b->pool);
  const size_t entries = n * (n + 1) / 2;
  Value values[MOST * (MOST + 1) / 2 + 3 * MOST], M[MOST * MOST];
  for (size_t i = 0; i < entries + n; i++)
    values[i] = tape_input(builder, expr_symbol(b->pool, str(text_format(&b->arena, "v%zu", i)), SYMBOL_CONSTANT));
  for (size_t i = 0, k = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++, k++) M[i * n + j] = M[j * n + i] = values[k];
  if (solved) assert_int_equal(tape_solve(builder, n, M, values + entries, values + entries + n, values + entries + 2 * n), STATUS_OK);
  Tape *tape = tape_finish(builder, values, entries + (solved ? 3 * n : n));
  const EvaluatorParts parts = {.kind = EVALUATE_FREE, .n = n, .m = n, .system = tape, .system_solved = solved};
  Evaluator *e = evaluator_create(parts);
  assert_non_null(e);
  return e;
}

static Status solve(Evaluator *e, const double *given, size_t n, EvaluatorMotion *motion, EvaluatorFailure *failure) {
  double inputs[MOST * (MOST + 1) / 2 + MOST];
  memcpy(inputs, given, (n * (n + 1) / 2 + n) * sizeof *inputs);
  return evaluator_solve(e, inputs, motion, failure);
}

static void test_regular(void **state) {
  Bench *b = *state;
  const double given[] = {4, 2, 3, 1, 0.5, 2, /* F */ 9, 8.5, 8};
  for (int solved = 0; solved < 2; solved++) {
    Evaluator *e = evaluator_of(b, 3, solved);
    EvaluatorMotion motion;
    EvaluatorFailure failure;
    assert_int_equal(solve(e, given, 3, &motion, &failure), STATUS_OK);
    const double M[3][3] = {{4, 2, 1}, {2, 3, 0.5}, {1, 0.5, 2}};
    for (int i = 0; i < 3; i++) {
      double sum = -given[6 + i];
      for (int j = 0; j < 3; j++) sum += M[i][j] * motion.acceleration[j];
      assert_true(fabs(sum) < 1e-14);
    }
    double read[9], F[3];
    assert_int_equal(evaluator_system(e, read, F), STATUS_OK);
    for (int i = 0; i < 9; i++) assert_true(read[i] == M[i / 3][i % 3]);
    assert_true(F[2] == 8);
    evaluator_destroy(e);
  }
}

// M may be indefinite: then the tape's pivots are not trusted and LAPACK decides.
static void test_indefinite(void **state) {
  Bench *b = *state;
  const double given[] = {0, 1, 0, /* F */ 2, 3};
  for (int solved = 0; solved < 2; solved++) {
    Evaluator *e = evaluator_of(b, 2, solved);
    EvaluatorMotion motion;
    EvaluatorFailure failure;
    assert_int_equal(solve(e, given, 2, &motion, &failure), STATUS_OK);
    assert_true(motion.acceleration[0] == 3 && motion.acceleration[1] == 2);
    evaluator_destroy(e);
  }
}

#define SOME_UNKNOWN 99  // any that is concerned

static void assert_trouble(Bench *b, size_t n, const double *given, EvaluatorTrouble trouble, size_t bad) {
  for (int solved = 0; solved < 2; solved++) {
    Evaluator *e = evaluator_of(b, n, solved);
    EvaluatorMotion motion;
    EvaluatorFailure failure;
    assert_int_equal(solve(e, given, n, &motion, &failure), STATUS_DOMAIN);
    assert_int_equal(failure.trouble, trouble);
    if (bad != SOME_UNKNOWN) assert_int_equal(failure.bad, bad);
    assert_true(failure.bad < n);
    evaluator_destroy(e);
  }
}

static void test_singular(void **state) {
  Bench *b = *state;
  assert_trouble(b, 1, (double[]){0, 1}, EVALUATED_SINGULAR_MASS, 0);
  assert_trouble(b, 2, (double[]){0, 0, 1, 1, 1}, EVALUATED_SINGULAR_MASS, 0);
  assert_trouble(b, 2, (double[]){1, 0, 0, 1, 1}, EVALUATED_SINGULAR_MASS, 1);
  assert_trouble(b, 2, (double[]){1, 1, 1, 1, 1}, EVALUATED_SINGULAR_MASS, SOME_UNKNOWN);
}

// One point in two coordinates, M = m J^T J: singular whatever the numbers are.
static void test_singular_but_for_rounding(void **state) {
  Bench *b = *state;
  for (int i = 1; i < 20; i++) {
    const double u = 0.1 * i, v = 0.3;
    const double given[] = {u * u, u * v, v * v, 1, 1};
    for (int solved = 0; solved < 2; solved++) {
      Evaluator *e = evaluator_of(b, 2, solved);
      EvaluatorMotion motion;
      EvaluatorFailure failure;
      assert_int_equal(solve(e, given, 2, &motion, &failure), STATUS_DOMAIN);
      assert_int_equal(failure.trouble, EVALUATED_SINGULAR_MASS);
      evaluator_destroy(e);
    }
  }
}

static void test_not_finite(void **state) {
  Bench *b = *state;
  assert_trouble(b, 2, (double[]){1, 0, 1, 0, HUGE_VAL}, EVALUATED_NOT_FINITE, SOME_UNKNOWN);
  assert_trouble(b, 2, (double[]){1, 0, 1, nan(""), 0}, EVALUATED_NOT_FINITE, SOME_UNKNOWN);
  assert_trouble(b, 2, (double[]){1, 0, nan(""), 0, 0}, EVALUATED_NOT_FINITE, SOME_UNKNOWN);
  assert_trouble(b, 1, (double[]){1e-300, 1e300}, EVALUATED_NOT_FINITE, 0);
}

// A state that failed leaves no trace in the next.
static void test_after_a_failure(void **state) {
  Bench *b = *state;
  for (int solved = 0; solved < 2; solved++) {
    Evaluator *e = evaluator_of(b, 1, solved);
    EvaluatorMotion motion;
    EvaluatorFailure failure;
    assert_int_equal(solve(e, (double[]){nan(""), 1}, 1, &motion, &failure), STATUS_DOMAIN);
    assert_int_equal(solve(e, (double[]){2, 1}, 1, &motion, &failure), STATUS_OK);
    assert_true(fabs(motion.acceleration[0] - 0.5) < 1e-15);
    assert_int_equal(failure.trouble, EVALUATED);
    evaluator_destroy(e);
  }
}

// Judge: the C library's count of bytes in use.
static void test_takes_no_memory(void **state) {
  Bench *b = *state;
  Evaluator *e = evaluator_of(b, 3, true);
  EvaluatorMotion motion;
  EvaluatorFailure failure;
  double given[] = {4, 2, 3, 1, 0.5, 2, 9, 8.5, 8};
  assert_int_equal(solve(e, given, 3, &motion, &failure), STATUS_OK);
  const struct mallinfo2 before = mallinfo2();
  for (int i = 0; i < 5000; i++) {
    given[0] = 4 + 0.001 * i;
    if (solve(e, given, 3, &motion, &failure) != STATUS_OK) fail();
  }
  assert_int_equal(mallinfo2().uordblks, before.uordblks);
  evaluator_destroy(e);
  evaluator_destroy(NULL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_regular),          BENCH_TEST(test_indefinite),
    BENCH_TEST(test_singular),         BENCH_TEST(test_singular_but_for_rounding),
    BENCH_TEST(test_not_finite),       BENCH_TEST(test_after_a_failure),
    BENCH_TEST(test_takes_no_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
