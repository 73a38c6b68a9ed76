// Unit tests of tape/solve.c: what zeros in a matrix save.

#include "support/check.h"
#include "tape/tape.h"

#define MOST 6

typedef struct {
  Bench *b;
  TapeBuilder *builder;
  size_t n;
  Value M[MOST * MOST], f[MOST], x[MOST], pivots[MOST];
} System;

// A symmetric matrix of inputs, with zeros where the pattern has a dot.
static System system_of(Bench *b, size_t n, const char *pattern) {
  System s = {.b = b, .builder = tape_builder_create(&b->arena, b->pool), .n = n};
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++) {
      const char *name = text_format(&b->arena, "m%zu%zu", i, j);
      const Expr entry = expr_symbol(b->pool, str(name), SYMBOL_CONSTANT);
      const bool zero = pattern[i * n + j] == '.';
      s.M[i * n + j] = zero ? tape_constant(s.builder, 0) : tape_input(s.builder, entry);
      s.M[j * n + i] = s.M[i * n + j];
    }
  for (size_t i = 0; i < n; i++)
    s.f[i] = tape_input(s.builder, expr_symbol(b->pool, str(text_format(&b->arena, "f%zu", i)), SYMBOL_CONSTANT));
  return s;
}

static void assert_cost(Bench *b, size_t n, const char *pattern, size_t most_divisions, size_t most_products) {
  System s = system_of(b, n, pattern);
  tape_solve(s.builder, n, s.M, s.f, s.x, s.pivots);
  Tape *tape = tape_finish(s.builder, s.x, n);
  assert_true(tape_check(tape));
  assert_true(tape_count(tape, TAPE_DIV) <= most_divisions);
  assert_true(tape_count(tape, TAPE_MUL) <= most_products);
  tape_destroy(tape);
}

static void test_cost_by_pattern(void **state) {
  Bench *b = *state;
  assert_cost(b, 1, "x", 1, 0);
  assert_cost(b, 3, "x.." ".x." "..x", 3, 0);
  assert_cost(b, 4, "xx.." "xx.." "..xx" "..xx", 6, 6);        // two blocks of two
  assert_cost(b, 4, "x..x" ".x.x" "..xx" "xxxx", 7, 9);        // an arrow fills nothing in
  assert_cost(b, 4, "xx.." "xxx." ".xxx" "..xx", 7, 9);        // a band neither
  assert_cost(b, 4, "xxxx" "xxxx" "xxxx" "xxxx", 10, 22);      // n^3/6 + n^2 and so on
}

static void test_pivots(void **state) {
  Bench *b = *state;
  System s = system_of(b, 2, "xx" "xx");
  tape_solve(s.builder, 2, s.M, s.f, s.x, s.pivots);
  Tape *tape = tape_finish(s.builder, s.pivots, 2);
  double work[32] = {0};
  assert_true(tape_values(tape) <= COUNT(work));
  tape_start(tape, work);
  work[0] = 4, work[1] = 2, work[2] = 0;  // m00, m10, m11: indefinite
  tape_run(tape, work);
  assert_true(work[tape_output(tape, 0)] == 4);
  assert_true(work[tape_output(tape, 1)] == -1);
  tape_destroy(tape);
}

static void test_empty_system(void **state) {
  Bench *b = *state;
  System s = system_of(b, 0, "");
  tape_solve(s.builder, 0, s.M, s.f, s.x, s.pivots);
  Tape *tape = tape_finish(s.builder, s.x, 0);
  assert_int_equal(tape_length(tape), 0);
  tape_destroy(tape);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_cost_by_pattern),
    BENCH_TEST(test_pivots),
    BENCH_TEST(test_empty_system),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
