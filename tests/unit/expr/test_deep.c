// Unit tests: expressions nested far deeper than any stack.

#include "support/check.h"
#include "algebra/algebra.h"
#include "tape/tape.h"

#include <math.h>
#include <stdlib.h>

#define DEPTH 20000

typedef struct {
  Bench *b;
  ExprPool *p;
  Expr x, y;
} World;

static World world(void **state) {
  World w = {.b = *state};
  w.p = w.b->pool;
  w.x = expr_symbol(w.p, str("x"), SYMBOL_VARIABLE);
  w.y = expr_symbol(w.p, str("y"), SYMBOL_VARIABLE);
  return w;
}

// sin(sin(... sin(x)))
static Expr nested_sines(const World *w, size_t depth) {
  Expr e = w->x;
  for (size_t i = 0; i < depth; i++) e = expr_call1(w->p, FN_SIN, e);
  return e;
}

// sin, sums, products, powers and roots by turns
static Expr nested_mixture(const World *w, size_t depth) {
  Expr e = w->x;
  for (size_t i = 0; i < depth; i++) {
    switch (i % 6) {
      case 0: e = expr_call1(w->p, FN_SIN, e); break;
      case 1: e = expr_add(w->p, e, w->y); break;
      case 2: e = expr_mul(w->p, e, w->x); break;
      case 3: e = expr_div(w->p, w->y, expr_add(w->p, e, EXPR_ONE)); break;
      case 4: e = expr_sqrt(w->p, expr_add(w->p, e, expr_int(w->p, 3))); break;
      default: e = expr_call(w->p, FN_ATAN2, (Expr[]){e, w->y});
    }
  }
  return e;
}

static void test_build_and_look(void **state) {
  const World w = world(state);
  const Expr deep[] = {nested_sines(&w, DEPTH), nested_mixture(&w, DEPTH)};
  for (size_t i = 0; i < COUNT(deep); i++) {
    assert_false(expr_is_none(deep[i]));
    assert_true(expr_depends(w.p, deep[i], w.x));
    assert_true(expr_reachable(w.p, &deep[i], 1, &w.b->arena).n > DEPTH);
    assert_true(expr_weight(w.p, deep[i]) >= DEPTH);
  }
  assert_int_equal(expr_symbols(w.p, deep, 1, &w.b->arena).n, 1);
}

static void test_substitute(void **state) {
  const World w = world(state);
  const Expr e = nested_mixture(&w, DEPTH), from[] = {w.x, w.y}, to[] = {w.y, w.x};
  const Expr there = expr_substitute(w.p, e, from, to, 2);
  assert_false(expr_is_none(there));
  assert_false(expr_same(there, e));
  assert_same(w.b, expr_substitute(w.p, there, from, to, 2), e);
}

// The derivative has as many factors as levels, at every level: the square of the depth in all.
static void test_differentiate(void **state) {
  const World w = world(state);
  const Expr e = nested_sines(&w, 1000), d = expr_diff(w.p, e, w.x);
  assert_int_equal(expr_kind(w.p, d), EXPR_PRODUCT);
  assert_int_equal(expr_count(w.p, d), 1000);
  assert_false(expr_is_none(expr_rate(w.p, nested_mixture(&w, 300))));
}

static void test_print_limits(void **state) {
  const World w = world(state);
  static const Format formats[] = {FORMAT_TEXT, FORMAT_LATEX, FORMAT_MATHML};
  const Expr deep[] = {nested_sines(&w, DEPTH), nested_mixture(&w, DEPTH)};
  for (size_t i = 0; i < COUNT(deep); i++)
    for (size_t k = 0; k < COUNT(formats); k++) {
      Text text = text_make(&w.b->arena);
      assert_false(print_expr(w.p, deep[i], formats[k], NULL, &text));  // cut short, and says so
      assert_true(text.n > 3 * PRINT_DEPTH);                            // "sin(" for each level
    }
  Text text = text_make(&w.b->arena);
  assert_true(print_expr(w.p, nested_sines(&w, PRINT_DEPTH - 1), FORMAT_TEXT, NULL, &text));
  assert_non_null(strstr(text_get(&text), "sin(x)"));
}

// A sum that doubles at every step is written out to the limit and no further.
static void test_print_length(void **state) {
  const World w = world(state);
  Expr e = w.x;
  for (int i = 0; i < 60; i++) e = expr_mul(w.p, expr_add(w.p, e, w.y), expr_call1(w.p, FN_SIN, e));
  Text text = text_make(&w.b->arena);
  assert_false(print_expr(w.p, e, FORMAT_TEXT, NULL, &text));
  assert_true(text.n < 2 * PRINT_LENGTH);
}

static void test_tape(void **state) {
  const World w = world(state);
  const Expr e = nested_mixture(&w, DEPTH);
  TapeBuilder *b = tape_builder_create(&w.b->arena, w.p);
  tape_input(b, w.x);
  tape_input(b, w.y);
  Value value;
  assert_int_equal(tape_lower(b, &e, 1, &value, NULL), STATUS_OK);
  Tape *tape = tape_finish(b, &value, 1);
  assert_true(tape_check(tape));
  double *work = calloc(tape_values(tape), sizeof *work);
  assert_non_null(work);
  tape_start(tape, work);
  work[0] = 0.5;
  work[1] = 0.7;
  tape_run(tape, work);
  assert_true(isfinite(work[tape_output(tape, 0)]));
  free(work);
  tape_destroy(tape);
}

static void test_readable(void **state) {
  const World w = world(state);
  const Expr e = nested_mixture(&w, DEPTH), readable = algebra_readable(w.p, e);
  assert_true(expr_equal(w.p, e, readable));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_build_and_look), BENCH_TEST(test_substitute),   BENCH_TEST(test_differentiate),
    BENCH_TEST(test_print_limits),   BENCH_TEST(test_print_length), BENCH_TEST(test_tape),
    BENCH_TEST(test_readable),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
