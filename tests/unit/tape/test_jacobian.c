// Unit tests of tape/jacobian.c: every rule, what it costs, where it stops.

#include "support/check.h"
#include "tape/tape.h"

#include <math.h>

typedef struct {
  Bench *b;
  TapeBuilder *t;
  Value x, y;
} World;

static World world(void **state) {
  World w = {.b = *state};
  w.t = tape_builder_create(&w.b->arena, w.b->pool);
  w.x = tape_input(w.t, expr_symbol(w.b->pool, str("x"), SYMBOL_VARIABLE));
  w.y = tape_input(w.t, expr_symbol(w.b->pool, str("y"), SYMBOL_VARIABLE));
  return w;
}

static void destroy(void *tape) {
  tape_destroy(tape);
}

static Tape *finished(const World *w, const Value *values, size_t n) {
  Tape *tape = tape_finish(w->t, values, n);
  arena_defer(&w->b->arena, destroy, tape);
  return tape;
}

// Returns one of the values of a tape at x, y.
static double value_at(const World *w, const Tape *tape, size_t i, double x, double y) {
  double *work = ARENA_ARRAY(&w->b->arena, double, tape_values(tape));
  tape_start(tape, work);
  work[0] = x, work[1] = y;
  tape_run(tape, work);
  return work[tape_output(tape, i)];
}

// The derivatives of op(x, y) at (x, y), from tables of derivatives.
static void test_rules(void **state) {
  const double x = 0.3, y = 1.7, rr = x * x + y * y, xy = pow(x, y);
  const struct {
    TapeOp op;
    double by_x, by_y;
  } rules[] = {
    {TAPE_ADD, 1, 1},
    {TAPE_SUB, 1, -1},
    {TAPE_MUL, y, x},
    {TAPE_DIV, 1 / y, -x / (y * y)},
    {TAPE_NEG, -1, 0},
    {TAPE_SQRT, 1 / (2 * sqrt(x)), 0},
    {TAPE_POW, y * pow(x, y - 1), xy * log(x)},
    {TAPE_SIN, cos(x), 0},
    {TAPE_COS, -sin(x), 0},
    {TAPE_SINCOS, cos(x), 0},
    {TAPE_TAN, 1 / (cos(x) * cos(x)), 0},
    {TAPE_ASIN, 1 / sqrt(1 - x * x), 0},
    {TAPE_ACOS, -1 / sqrt(1 - x * x), 0},
    {TAPE_ATAN, 1 / (1 + x * x), 0},
    {TAPE_ATAN2, y / rr, -x / rr},
    {TAPE_SINH, cosh(x), 0},
    {TAPE_COSH, sinh(x), 0},
    {TAPE_TANH, 1 / (cosh(x) * cosh(x)), 0},
    {TAPE_EXP, exp(x), 0},
    {TAPE_LOG, 1 / x, 0},
    {TAPE_ABS, 1, 0},
    {TAPE_SIGN, 0, 0},
    {TAPE_SIDE, 0, 0},
    {TAPE_PICK, 0, (1 + x) / 2},  // a side does not vary
  };
  assert_int_equal(COUNT(rules), TAPE_OP_COUNT);
  for (size_t i = 0; i < COUNT(rules); i++) {
    const World w = world(state);
    const Value inputs[] = {w.x, w.y}, v = tape_op(w.t, rules[i].op, w.x, w.y);
    Value by[2];
    assert_int_equal(tape_jacobian(w.t, &v, 1, inputs, 2, by), STATUS_OK);
    const Tape *tape = finished(&w, by, 2);
    const double tol = 8 * 0x1p-52;  // at most six roundings on either side, of numbers below 4
    assert_true(fabs(value_at(&w, tape, 0, x, y) - rules[i].by_x) <= tol * (1 + fabs(rules[i].by_x)));
    assert_true(fabs(value_at(&w, tape, 1, x, y) - rules[i].by_y) <= tol * (1 + fabs(rules[i].by_y)));
    if (rules[i].by_y == 0) assert_true(tape_is_zero(w.t, by[1]));
  }
}

// The second value of a SINCOS has its own derivative, and the two need no further function.
static void test_sine_and_cosine(void **state) {
  const World w = world(state);
  const Value s = tape_op(w.t, TAPE_SINCOS, w.x, w.x), c = {s.id + 1};
  Value by[2];
  assert_int_equal(tape_jacobian(w.t, (Value[]){s, c}, 2, &w.x, 1, by), STATUS_OK);
  assert_int_equal(by[0].id, c.id);
  const Tape *tape = finished(&w, by, 2);
  assert_int_equal(tape_length(tape), 2);  // SINCOS NEG
  assert_true(value_at(&w, tape, 1, 0.3, 0) == -sin(0.3));
}

static void test_absolute_value_of_a_negative(void **state) {
  const World w = world(state);
  const Value v = tape_op(w.t, TAPE_ABS, w.x, w.x);
  Value by;
  assert_int_equal(tape_jacobian(w.t, &v, 1, &w.x, 1, &by), STATUS_OK);
  assert_true(value_at(&w, finished(&w, &by, 1), 0, -0.3, 0) == -1);
}

// d(x*x) = (x + x): one operation. d(x*y*x): x*y exists, d = y + ... three more.
static void test_cost(void **state) {
  const World w = world(state);
  const Value xx = tape_op(w.t, TAPE_MUL, w.x, w.x), xy = tape_op(w.t, TAPE_MUL, w.x, w.y);
  Value by;
  assert_int_equal(tape_jacobian(w.t, &xx, 1, &w.x, 1, &by), STATUS_OK);
  assert_int_equal(tape_length(finished(&w, &by, 1)), 1);
  const Value xyx = tape_op(w.t, TAPE_MUL, xy, w.x);
  assert_int_equal(tape_jacobian(w.t, &xyx, 1, &w.x, 1, &by), STATUS_OK);
  assert_int_equal(tape_length(finished(&w, &by, 1)), 2);  // x*y, and x*y + x*y
}

// Derivatives by inputs: of the inputs themselves, of constants, given twice, without any.
static void test_inputs(void **state) {
  const World w = world(state);
  const Value seven = tape_constant(w.t, 7), inputs[] = {w.x, seven, w.x};
  Value by[9];
  assert_int_equal(tape_jacobian(w.t, (Value[]){w.x, seven, w.y}, 3, inputs, 3, by), STATUS_OK);
  static const bool expected[] = {true, false, true, false, false, false, false, false, false};
  for (size_t i = 0; i < 9; i++) assert_true(tape_is_zero(w.t, by[i]) == !expected[i]);
  assert_int_equal(by[0].id, tape_constant(w.t, 1).id);
  assert_int_equal(by[2].id, by[0].id);
  assert_int_equal(tape_jacobian(w.t, &w.x, 1, NULL, 0, NULL), STATUS_OK);
  assert_int_equal(tape_jacobian(w.t, NULL, 0, inputs, 3, NULL), STATUS_OK);
}

// A chain of n products and sines of n inputs has about n^2 derivatives.
static void test_limit(void **state) {
  Bench *b = *state;
  TapeBuilder *t = tape_builder_create(&b->arena, b->pool);
  enum { N = 700 };
  Value *inputs = ARENA_ARRAY(&b->arena, Value, N), *by = ARENA_ARRAY(&b->arena, Value, N);
  for (size_t i = 0; i < N; i++) {
    const char *name = text_format(&b->arena, "x%zu", i);
    inputs[i] = tape_input(t, expr_symbol(b->pool, str(name), SYMBOL_VARIABLE));
  }
  Value chain = inputs[0];
  for (size_t i = 1; i < N; i++)
    chain = tape_op(t, TAPE_SIN, tape_op(t, TAPE_MUL, chain, inputs[i]), chain);
  assert_int_equal(tape_jacobian(t, &chain, 1, inputs, 100, by), STATUS_OK);
  assert_int_equal(tape_jacobian(t, &chain, 1, inputs, N, by), STATUS_LIMIT);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_rules), BENCH_TEST(test_sine_and_cosine), BENCH_TEST(test_absolute_value_of_a_negative),
    BENCH_TEST(test_cost),  BENCH_TEST(test_inputs),          BENCH_TEST(test_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
