// Unit tests of motion/evaluator.c: free systems, solved by the motion's tape and by LAPACK, regular and singular.

#include "motion/evaluator.h"
#include "support/check.h"

#include <malloc.h>
#include <math.h>

#define MOST 4

// Makes an evaluator whose parameters are M (lower triangle by rows) and F themselves; its state is q1 .. qn, with
// velocities 0. With the tape of the motion, or without.
static Evaluator *evaluator_of(Bench *b, size_t n, bool by_tape) {
  TapeBuilder *builder = tape_builder_create(&b->arena, b->pool);
  const size_t entries = n * (n + 1) / 2, known = entries + n, inputs = known + 1 + 2 * n;
  Value all[MOST * (MOST + 1) / 2 + 3 * MOST + 1], M[MOST * MOST], out[MOST * (MOST + 1) / 2 + 6 * MOST], *own = out + known;
  for (size_t i = 0; i < inputs; i++)
    all[i] = tape_input(builder, expr_symbol(b->pool, str(text_format(&b->arena, "v%zu", i)), SYMBOL_CONSTANT));
  for (size_t i = 0, k = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++, k++) M[i * n + j] = M[j * n + i] = all[k];
  EvaluatorParts parts = {.kind = EVALUATE_FREE, .n = n, .velocities = known + 1 + n};
  parts.system = tape_finish(builder, all, known);
  if (by_tape) {
    parts.enter = tape_finish(builder, all + known, 1 + 2 * n);
    memcpy(out, all, known * sizeof *out);
    for (size_t i = 0; i < n; i++) own[i] = all[known + 1 + n + i], own[2 * n + i] = tape_constant(builder, 0);
    for (size_t i = 0; i < n; i++) own[4 * n + i] = M[i * n + i];
    assert_int_equal(tape_solve(builder, n, M, all + entries, own + n, own + 3 * n), STATUS_OK);
    parts.watched = n;
    parts.motion = tape_finish(builder, out, known + 5 * n);
  }
  Evaluator *e = evaluator_create(parts);
  assert_non_null(e);
  return e;
}

static Status solve(Evaluator *e, const double *given, size_t n, EvaluatorMotion *motion, EvaluatorFailure *failure) {
  double inputs[MOST * (MOST + 1) / 2 + 3 * MOST + 1] = {0};
  memcpy(inputs, given, (n * (n + 1) / 2 + n) * sizeof *inputs);
  return evaluator_solve(e, inputs, motion, failure);
}

static void test_regular(void **state) {
  Bench *b = *state;
  const double given[] = {4, 2, 3, 1, 0.5, 2, /* F */ 9, 8.5, 8};
  for (int by_tape = 0; by_tape < 2; by_tape++) {
    Evaluator *e = evaluator_of(b, 3, by_tape);
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

// M may be indefinite: then the tape's pivots vanish and LAPACK decides.
static void test_indefinite(void **state) {
  Bench *b = *state;
  const double given[] = {0, 1, 0, /* F */ 2, 3};
  for (int by_tape = 0; by_tape < 2; by_tape++) {
    Evaluator *e = evaluator_of(b, 2, by_tape);
    EvaluatorMotion motion;
    EvaluatorFailure failure;
    assert_int_equal(solve(e, given, 2, &motion, &failure), STATUS_OK);
    assert_true(motion.acceleration[0] == 3 && motion.acceleration[1] == 2);
    evaluator_destroy(e);
  }
}

#define SOME_UNKNOWN 99  // any of the unknowns concerned

static void assert_trouble(Bench *b, size_t n, const double *given, EvaluatorTrouble trouble, size_t bad) {
  for (int by_tape = 0; by_tape < 2; by_tape++) {
    Evaluator *e = evaluator_of(b, n, by_tape);
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

// One point in two coordinates, M = m J^T J: singular for all numbers.
static void test_singular_but_for_rounding(void **state) {
  Bench *b = *state;
  for (int i = 1; i < 20; i++) {
    const double u = 0.1 * i, v = 0.3;
    const double given[] = {u * u, u * v, v * v, 1, 1};
    for (int by_tape = 0; by_tape < 2; by_tape++) {
      Evaluator *e = evaluator_of(b, 2, by_tape);
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
  for (int by_tape = 0; by_tape < 2; by_tape++) {
    Evaluator *e = evaluator_of(b, 1, by_tape);
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

// A tape that misses the equations is not believed.
static void test_wrong_tape(void **state) {
  Bench *b = *state;
  TapeBuilder *builder = tape_builder_create(&b->arena, b->pool);
  Value in[5], out[7];
  for (size_t i = 0; i < 5; i++)
    in[i] = tape_input(builder, expr_symbol(b->pool, str(text_format(&b->arena, "w%zu", i)), SYMBOL_CONSTANT));
  EvaluatorParts parts = {.kind = EVALUATE_FREE, .n = 1, .velocities = 4, .watched = 1};
  parts.system = tape_finish(builder, in, 2);
  parts.enter = tape_finish(builder, in + 2, 3);
  out[0] = in[0], out[1] = in[1], out[2] = in[4], out[3] = in[1], out[4] = tape_constant(builder, 0);  // q'' = F, without M
  out[5] = out[6] = in[0];
  parts.motion = tape_finish(builder, out, 7);
  Evaluator *e = evaluator_create(parts);
  EvaluatorMotion motion;
  EvaluatorFailure failure;
  assert_non_null(e);
  assert_int_equal(evaluator_solve(e, (double[]){4, 2, 0, 0, 0}, &motion, &failure), STATUS_OK);
  assert_true(motion.acceleration[0] == 0.5);
  evaluator_destroy(e);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_regular),          BENCH_TEST(test_indefinite),
    BENCH_TEST(test_singular),         BENCH_TEST(test_singular_but_for_rounding),
    BENCH_TEST(test_not_finite),       BENCH_TEST(test_after_a_failure),
    BENCH_TEST(test_takes_no_memory),  BENCH_TEST(test_wrong_tape),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
