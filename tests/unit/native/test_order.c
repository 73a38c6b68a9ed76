// Unit tests of native/emit_order.c: an order of instructions and outputs for functions of several parts.
//
// Judge: the definition of an order; for few shared values, a count by hand.

#include "native/emit_impl.h"
#include "support/check.h"
#include "support/dice.h"

#include <string.h>

static void destroy(void *tape) {
  tape_destroy(tape);
}

static Tape *finished(Bench *bench, TapeBuilder *t, const Value *values, size_t n) {
  Tape *tape = tape_finish(t, values, n);
  arena_defer(&bench->arena, destroy, tape);
  return tape;
}

static Value input(Bench *bench, TapeBuilder *t, size_t i) {
  return tape_input(
    t, expr_symbol(bench->pool, str(text_format(&bench->arena, "x%zu", i)), SYMBOL_VARIABLE));
}

static const bool *all_vary(Bench *bench, const Tape *tape) {
  bool *varies = ARENA_ARRAY(&bench->arena, bool, tape_values(tape) + 1);
  memset(varies, true, tape_values(tape));
  return varies;
}

// Every instruction and output once, operands first. Returns the number of values that another part uses.
static size_t check_order(Bench *bench, const Tape *tape) {
  const EmitOrder order = emit_order(tape, all_vary(bench, tape), &bench->arena);
  const size_t length = tape_length(tape), given = tape_inputs(tape) + tape_constants(tape);
  size_t *part = ARENA_ARRAY(&bench->arena, size_t, tape_values(tape) + 1), shared = 0;
  bool *seen = ARENA_ARRAY(&bench->arena, bool, length + tape_outputs(tape) + 1),
       *counted = ARENA_ARRAY(&bench->arena, bool, tape_values(tape) + 1);
  assert_int_equal(order.n, length + tape_outputs(tape));
  for (size_t i = 0; i < order.n; i++) {
    const size_t item = order.item[i], now = 1 + i / EMIT_PART;
    assert_true(item < order.n && !seen[item]);
    seen[item] = true;
    TapeInstruction at = {0};
    if (item < length) at = tape_instruction(tape, item);
    const uint32_t uses[] = {item < length ? at.a : tape_output(tape, item - length),
                             item < length ? at.b : tape_output(tape, item - length)};
    for (size_t k = 0; k < 2; k++) {
      if (uses[k] < given) continue;
      assert_true(part[uses[k]] > 0);
      shared += part[uses[k]] != now && !counted[uses[k]];
      counted[uses[k]] = counted[uses[k]] || part[uses[k]] != now;
    }
    for (size_t k = 0; item < length && k < tape_results(at); k++) part[at.to + k] = now;
  }
  return shared;
}

// Law: any tape, with values that are used often, never together, or are outputs several times.
static void test_random_tapes(void **state) {
  Bench *bench = *state;
  static const TapeOp ops[] = {TAPE_ADD, TAPE_SUB, TAPE_MUL, TAPE_DIV, TAPE_SINCOS, TAPE_NEG};
  for (size_t seed = 1; seed <= 40; seed++) {
    Dice d = {seed};
    const size_t n = 1 + dice_below(&d, 3000), far = 1 + dice_below(&d, 400);
    TapeBuilder *t = tape_builder_create(&bench->arena, bench->pool);
    Value *value = ARENA_ARRAY(&bench->arena, Value, n + 8), out[40];
    for (size_t i = 0; i < 8; i++) value[i] = input(bench, t, i);
    for (size_t i = 8; i < n + 8; i++) {
      const size_t back = far < i ? far : i;
      value[i] = tape_op(t, ops[dice_below(&d, COUNT(ops))], value[i - 1 - dice_below(&d, back)],
                         value[i - 1 - dice_below(&d, back)]);
    }
    for (size_t i = 0; i < COUNT(out); i++) out[i] = value[i == 0 ? n + 7 : dice_below(&d, n + 8)];
    check_order(bench, finished(bench, t, out, COUNT(out)));
  }
}

#define ROWS 400

// A tridiagonal system whose matrix is written first, then eliminated, then substituted back: by the order of the tape
// each of the 3 n entries and right-hand sides is used in a later part. By demand only what the way back uses is: a pivot,
// a factor and a right-hand side of each row.
static void test_elimination(void **state) {
  Bench *bench = *state;
  TapeBuilder *t = tape_builder_create(&bench->arena, bench->pool);
  static Value a[ROWS], b[ROWS], f[ROWS], x[ROWS];
  Value square[ROWS];
  for (size_t i = 0; i < ROWS; i++) {
    const Value u = input(bench, t, 2 * i), v = input(bench, t, 2 * i + 1);
    square[i] = tape_op(t, TAPE_MUL, u, u);
    a[i] = tape_op(t, TAPE_ADD, square[i], tape_constant(t, 4));
    b[i] = tape_op(t, TAPE_SUB, u, v);
    f[i] = tape_op(t, TAPE_MUL, v, v);
  }
  for (size_t i = 1; i < ROWS; i++) {
    const Value factor = tape_op(t, TAPE_DIV, b[i - 1], a[i - 1]);
    a[i] = tape_op(t, TAPE_SUB, a[i], tape_op(t, TAPE_MUL, factor, b[i - 1]));
    f[i] = tape_op(t, TAPE_SUB, f[i], tape_op(t, TAPE_MUL, factor, f[i - 1]));
  }
  for (size_t i = ROWS; i-- > 0;) {
    const Value rest =
      i + 1 < ROWS ? tape_op(t, TAPE_SUB, f[i], tape_op(t, TAPE_MUL, b[i], x[i + 1])) : f[i];
    x[i] = tape_op(t, TAPE_DIV, rest, a[i]);
  }
  const Tape *tape = finished(bench, t, x, ROWS);
  assert_true(tape_length(tape) > EMIT_WHOLE);
  const size_t shared = check_order(bench, tape);
  print_message("%zu values shared, %zu instructions\n", shared, tape_length(tape));
  assert_true(shared <= 3 * ROWS + 20);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_random_tapes),
    BENCH_TEST(test_elimination),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
