// Unit tests of tape/solve.c: the operations that zeros in a matrix save.

#include "support/check.h"
#include "tape/tape.h"

#include <math.h>

#define MOST 6

typedef struct {
  Bench *b;
  TapeBuilder *builder;
  size_t n;
  Value M[MOST * MOST], f[MOST], x[MOST], pivots[MOST];
} System;

// Makes a symmetric matrix of inputs, with zeros where the pattern has a dot.
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
  assert_int_equal(tape_solve(s.builder, n, s.M, s.f, s.x, s.pivots), STATUS_OK);
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
  assert_cost(b, 4, "xxxx" "xx.." "x.x." "x..x", 7, 9);        // an arrow the other way is taken from its end
  assert_cost(b, 6, "x..x.." ".x..xx" "..x.x." "x..x.x" ".xx.x." ".x.x.x", 11, 15);  // a band, its rows in another order
  assert_cost(b, 4, "xxxx" "xxxx" "xxxx" "xxxx", 5, 29);       // reciprocals of two pivots: 10 quotients and 22 products otherwise
}

// n^3/3 operations for a full matrix, none for a diagonal one of any n.
static void test_too_large(void **state) {
  Bench *b = *state;
  enum { n = 300 };
  TapeBuilder *t = tape_builder_create(&b->arena, b->pool);
  Value *M = ARENA_ARRAY(&b->arena, Value, n * n), x[n], pivots[n];
  for (size_t i = 0; i < n * n; i++) M[i] = tape_constant(t, i % (n + 1) == 0 ? n : 1);
  for (size_t i = 0; i < n; i++) x[i] = tape_constant(t, 1);
  assert_int_equal(tape_solve(t, n, M, x, x, pivots), STATUS_LIMIT);
  assert_int_equal(tape_solve_gram(t, n, 1, M, x, x), STATUS_LIMIT);
  for (size_t i = 0; i < n * n; i++) M[i] = tape_constant(t, i % (n + 1) == 0);
  assert_int_equal(tape_solve(t, n, M, x, x, pivots), STATUS_OK);
}

static void test_pivots(void **state) {
  Bench *b = *state;
  System s = system_of(b, 2, "xx" "xx");
  assert_int_equal(tape_solve(s.builder, 2, s.M, s.f, s.x, s.pivots), STATUS_OK);
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
  assert_int_equal(tape_solve(s.builder, 0, s.M, s.f, s.x, s.pivots), STATUS_OK);
  Tape *tape = tape_finish(s.builder, s.x, 0);
  assert_int_equal(tape_length(tape), 0);
  tape_destroy(tape);
}

// --- with constraints ---------------------------------------------------------------------------

static Value input(Bench *b, TapeBuilder *builder, const char *name) {
  return tape_input(builder, expr_symbol(b->pool, str(name), SYMBOL_CONSTANT));
}

typedef struct {
  double x[2], lambda, pivots[3], scale[3];
  size_t operations;
} Particle;

// A particle in a plane, masses m1 and m2 along x and y, force (3, 5), constraint 1 x + 2 y = 7.
static Particle particle(Bench *b, bool massless_y) {
  TapeBuilder *t = tape_builder_create(&b->arena, b->pool);
  const Value m1 = input(b, t, "m1"), m2 = input(b, t, "m2"), zero = tape_constant(t, 0);
  const Value M[] = {m1, zero, zero, massless_y ? zero : m2};
  const Value F[] = {input(b, t, "f1"), input(b, t, "f2")}, A[] = {input(b, t, "a1"), input(b, t, "a2")};
  const Value rhs = input(b, t, "c");
  Value out[9];
  assert_int_equal(tape_solve_constrained(t, 2, M, F, 1, A, &rhs, out, out + 2, out + 3, out + 6), STATUS_OK);
  Tape *tape = tape_finish(t, out, 9);
  double *work = ARENA_ARRAY(&b->arena, double, tape_values(tape));
  tape_start(tape, work);
  memcpy(work, (double[]){1, 4, 3, 5, 1, 2, 7}, 7 * sizeof *work);
  tape_run(tape, work);
  Particle p = {.operations = tape_length(tape)};
  double *to[] = {&p.x[0],      &p.x[1],      &p.lambda,   &p.pivots[0], &p.pivots[1],
                  &p.pivots[2], &p.scale[0],  &p.scale[1], &p.scale[2]};
  for (size_t i = 0; i < 9; i++) *to[i] = work[tape_output(tape, i)];
  tape_destroy(tape);
  return p;
}

// By hand: G = 1/1 + 4/4 = 2, A M^-1 F = 3 + 10/4 = 5.5, lambda = (7 - 5.5)/2 = 3/4, x = (3 + 3/4, (5 + 3/2)/4).
// Operations: A M^-1 2, G 3, the rest of the right-hand side 4, lambda 1, F + A^T lambda 4, x 2.
static void test_diagonal_mass(void **state) {
  const Particle p = particle(*state, false);
  assert_int_equal(p.operations, 16);
  assert_true(p.lambda == 0.75 && p.x[0] == 3.75 && p.x[1] == 1.625);
  assert_true(p.pivots[0] == 1 && p.pivots[1] == 4 && p.pivots[2] == 2);
  assert_true(p.scale[0] == 1 && p.scale[1] == 4 && p.scale[2] == 2);
}

// Momenta of one mass: M = 1/m, A = (a1/m, a2/m). With m = 2, a = (1, 2): G = A M^-1 A^T = (1 + 4)/2,
// lambda = (c - a F)/G = (7 - 13)/2.5 = -12/5, x = m F + a lambda = (18/5, 26/5).
// Products and quotients: G 3, a F 2, lambda 1, m F 2, a lambda 2.
static void test_one_mass(void **state) {
  Bench *b = *state;
  TapeBuilder *t = tape_builder_create(&b->arena, b->pool);
  const Value m = input(b, t, "m"), zero = tape_constant(t, 0), one = tape_constant(t, 1);
  const Value inverse = tape_op(t, TAPE_DIV, one, m), M[] = {inverse, zero, zero, inverse};
  const Value F[] = {input(b, t, "f1"), input(b, t, "f2")};
  const Value A[] = {tape_op(t, TAPE_DIV, input(b, t, "a1"), m), tape_op(t, TAPE_DIV, input(b, t, "a2"), m)};
  const Value rhs = input(b, t, "c");
  Value x[2], lambda, pivots[3], scale[3];
  assert_int_equal(tape_solve_constrained(t, 2, M, F, 1, A, &rhs, x, &lambda, pivots, scale), STATUS_OK);
  Tape *tape = tape_finish(t, (Value[]){x[0], x[1], lambda, pivots[2]}, 4);
  assert_int_equal(tape_count(tape, TAPE_MUL) + tape_count(tape, TAPE_DIV), 10);
  double *work = ARENA_ARRAY(&b->arena, double, tape_values(tape));
  tape_start(tape, work);
  memcpy(work, (double[]){2, 3, 5, 1, 2, 7}, 6 * sizeof *work);
  tape_run(tape, work);
  const double right[] = {18.0 / 5, 26.0 / 5, -12.0 / 5, 2.5};
  for (size_t i = 0; i < COUNT(right); i++) assert_true(fabs(work[tape_output(tape, i)] - right[i]) <= 24 * 0x1p-52);
  tape_destroy(tape);
}

// Without mass along y: 0 = 5 + 2 lambda, x = 3 + lambda, x + 2 y = 7. M + A^T A = (2 2; 2 4) has the pivots 2, 2
// and its A (M + A^T A)^-1 A^T is 1.
static void test_mass_on_the_kernel(void **state) {
  const Particle p = particle(*state, true);
  assert_true(p.lambda == -2.5 && p.x[0] == 0.5 && p.x[1] == 3.25);
  assert_true(p.pivots[0] == 2 && p.pivots[1] == 2 && p.pivots[2] == 1);
  assert_true(p.scale[0] == 2 && p.scale[1] == 4 && p.scale[2] == 1);
}

// Without constraints the result is that of tape_solve.
static void test_no_constraints(void **state) {
  Bench *b = *state;
  System s = system_of(b, 3, "xx." "xxx" ".xx");
  Value pivots[3], scale[3], x[3];
  assert_int_equal(tape_solve(s.builder, 3, s.M, s.f, s.x, s.pivots), STATUS_OK);
  assert_int_equal(tape_solve_constrained(s.builder, 3, s.M, s.f, 0, NULL, NULL, x, NULL, pivots, scale), STATUS_OK);
  for (size_t i = 0; i < 3; i++) {
    assert_int_equal(x[i].id, s.x[i].id);
    assert_int_equal(pivots[i].id, s.pivots[i].id);
    assert_int_equal(scale[i].id, s.M[4 * i].id);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_cost_by_pattern),
    BENCH_TEST(test_too_large),
    BENCH_TEST(test_pivots),
    BENCH_TEST(test_empty_system),
    BENCH_TEST(test_diagonal_mass),
    BENCH_TEST(test_one_mass),
    BENCH_TEST(test_mass_on_the_kernel),
    BENCH_TEST(test_no_constraints),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
