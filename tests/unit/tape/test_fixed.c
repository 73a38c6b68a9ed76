// Unit tests of tapes for a run, in which some inputs stay the same: values that depend on these alone are computed
// once.

#include "support/check.h"
#include "tape/tape.h"

#include <math.h>

enum { A, B, C, X, Y, Z, INPUTS };  // a, b, c are fixed
#define FIXED X

typedef struct {
  Bench *bench;
  TapeBuilder *t;
  Value in[INPUTS];
} World;

static World world(void **state) {
  static const char *const names[INPUTS] = {"a", "b", "c", "x", "y", "z"};
  World w = {.bench = *state};
  w.t = tape_builder_create(&w.bench->arena, w.bench->pool);
  for (int i = 0; i < INPUTS; i++)
    w.in[i] = tape_input(w.t, expr_symbol(w.bench->pool, str(names[i]), SYMBOL_VARIABLE));
  return w;
}

static void destroy(void *tape) {
  tape_destroy(tape);
}

static Tape *finished(const World *w, const Value *values, size_t n, TapeUse use) {
  Tape *tape = tape_finish_for(w->t, values, n, use);
  arena_defer(&w->bench->arena, destroy, tape);
  assert_true(tape_check(tape));
  return tape;
}

static Value mul(const World *w, Value x, Value y) {
  return tape_op(w->t, TAPE_MUL, x, y);
}

static Value quotient(const World *w, Value x, Value y) {
  return tape_op(w->t, TAPE_DIV, x, y);
}

// a x + b y
static Value sum(const World *w) {
  return tape_op(w->t, TAPE_ADD, mul(w, w->in[A], w->in[X]), mul(w, w->in[B], w->in[Y]));
}

// Counts the instructions that depend on inputs that are not fixed, and the divisions among them.
static void count_varying(const World *w, const Tape *tape, size_t *all, size_t *divisions) {
  bool *varies = ARENA_ARRAY(&w->bench->arena, bool, tape_values(tape));
  for (size_t i = FIXED; i < INPUTS; i++) varies[i] = true;
  *all = *divisions = 0;
  for (size_t i = 0; i < tape_length(tape); i++) {
    const TapeInstruction made = tape_instruction(tape, i);
    varies[made.to] = varies[made.a] || varies[made.b];
    *all += varies[made.to];
    *divisions += varies[made.to] && made.op == TAPE_DIV;
  }
}

static const double numbers[INPUTS] = {2, 3, 5, 0.7, 1.1, 1.3};

static double first_output(const World *w, const Tape *tape) {
  double *work = ARENA_ARRAY(&w->bench->arena, double, tape_values(tape));
  memcpy(work, numbers, sizeof numbers);
  tape_start(tape, work);
  tape_run(tape, work);
  return work[tape_output(tape, 0)];
}

// Values made of a fixed input are those of the start, whatever the input is later.
static void test_done_once(void **state) {
  const World w = world(state);
  const Value square = mul(&w, w.in[A], w.in[A]), both = mul(&w, square, w.in[X]);
  const Value sine = tape_op(w.t, TAPE_SIN, w.in[B], w.in[B]);
  const Tape *tape = finished(&w, (Value[]){both, sine, square}, 3, (TapeUse){.fixed = FIXED});
  double work[32] = {2, 0.5, 0, 7};
  assert_true(tape_values(tape) <= COUNT(work));
  tape_start(tape, work);
  work[A] = work[B] = 100;
  for (int x = 1; x < 4; x++) {
    work[X] = x;
    tape_run(tape, work);
    assert_true(work[tape_output(tape, 0)] == 4 * x && work[tape_output(tape, 2)] == 4);
    assert_true(work[tape_output(tape, 1)] == sin(0.5));
  }
  // without fixed inputs a tape may be started before its inputs are known
  const Tape *other = finished(&w, &square, 1, (TapeUse){0});
  tape_start(other, work);
  work[A] = 9;
  tape_run(other, work);
  assert_true(work[tape_output(other, 0)] == 81);
}

// Fixed divisors are divided by once, and fixed factors of a divisor go to where they cost nothing.
static void test_fixed_divisors(void **state) {
  const World w = world(state);
  const Value a = w.in[A], c = w.in[C], x = w.in[X], z = w.in[Z];
  const double s = 2 * 0.7 + 3 * 1.1;
  const struct {
    Value root;
    double value;
    size_t all, divisions;  // in the run
  } cases[] = {
    {quotient(&w, x, c), 0.7 / 5, 1, 0},
    {quotient(&w, sum(&w), mul(&w, c, z)), s / (5 * 1.3), 4, 1},
    {quotient(&w, sum(&w), mul(&w, z, c)), s / (5 * 1.3), 4, 1},
    {quotient(&w, sum(&w), quotient(&w, z, c)), s * 5 / 1.3, 4, 1},
    {quotient(&w, tape_op(w.t, TAPE_NEG, sum(&w), a), mul(&w, a, z)), -s / (2 * 1.3), 5, 1},
    {quotient(&w, quotient(&w, x, mul(&w, a, a)), quotient(&w, z, a)), 0.7 / 2 / 1.3, 2, 1},
    {quotient(&w, quotient(&w, a, x), mul(&w, c, z)), 2 / 0.7 / (5 * 1.3), 2, 2},
    {quotient(&w, a, quotient(&w, tape_constant(w.t, 1), x)), 2 * 0.7, 1, 0},
    // x + z cannot absorb the factor: the divisor keeps it
    {quotient(&w, tape_op(w.t, TAPE_ADD, x, z), mul(&w, c, z)), (0.7 + 1.3) / (5 * 1.3), 3, 1},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    const Tape *tape = finished(&w, &cases[i].root, 1, (TapeUse){.fixed = FIXED});
    size_t all, divisions;
    count_varying(&w, tape, &all, &divisions);
    assert_int_equal(all, cases[i].all);
    assert_int_equal(divisions, cases[i].divisions);
    assert_true(fabs(first_output(&w, tape) / cases[i].value - 1) <= 8 * 0x1p-53);
  }
}

// A sum that is also used as it is is not computed twice.
static void test_factor_stays(void **state) {
  const World w = world(state);
  const Value s = sum(&w), divisor = mul(&w, w.in[C], w.in[Z]);
  const Tape *tape =
    finished(&w, (Value[]){quotient(&w, s, divisor), s}, 2, (TapeUse){.fixed = FIXED});
  size_t all, divisions;
  count_varying(&w, tape, &all, &divisions);
  assert_int_equal(all, 5);
  assert_int_equal(divisions, 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_done_once),
    BENCH_TEST(test_fixed_divisors),
    BENCH_TEST(test_factor_stays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
