// Unit tests of model/vec.c.

#include "support/desk.h"

typedef struct {
  ExprPool *p;
  Expr a, b;
} Two;

static Two two(Desk *desk) {
  return (Two){desk->pool, expr_symbol(desk->pool, str("a"), SYMBOL_VARIABLE),
               expr_symbol(desk->pool, str("b"), SYMBOL_CONSTANT)};
}

static void test_arithmetic(void **state) {
  Desk *desk = *state;
  const Two v = two(desk);
  const Vec i = {{EXPR_ONE, EXPR_ZERO, EXPR_ZERO}}, j = {{EXPR_ZERO, EXPR_ONE, EXPR_ZERO}};
  const Vec u = vec_add(v.p, vec_scale(v.p, v.a, i), vec_scale(v.p, v.b, j));
  assert_vec(desk, u, v.a, v.b, EXPR_ZERO);
  assert_vec(desk, vec_sub(v.p, u, u), EXPR_ZERO, EXPR_ZERO, EXPR_ZERO);
  assert_vec(desk, vec_cross(v.p, i, j), EXPR_ZERO, EXPR_ZERO, EXPR_ONE);
  assert_vec(desk, vec_cross(v.p, j, i), EXPR_ZERO, EXPR_ZERO, expr_int(v.p, -1));
  assert_expr(desk, vec_dot(v.p, u, u),
              expr_add(v.p, expr_square(v.p, v.a), expr_square(v.p, v.b)));
}

static void test_derivatives(void **state) {
  Desk *desk = *state;
  const Two v = two(desk);
  const Vec u = {{v.a, v.b, EXPR_TIME}};
  assert_vec(desk, vec_rate(v.p, u), expr_symbol_rate(v.p, v.a), EXPR_ZERO, EXPR_ONE);
  assert_vec(desk, vec_diff(v.p, u, v.b), EXPR_ZERO, EXPR_ONE, EXPR_ZERO);
}

static void test_questions(void **state) {
  Desk *desk = *state;
  const Two v = two(desk);
  assert_true(vec_is_zero(vec_zero()));
  assert_false(vec_is_zero((Vec){{EXPR_ZERO, v.a, EXPR_ZERO}}));
  assert_true(vec_is_none(vec_none()));
  assert_true(vec_is_none((Vec){{EXPR_ZERO, EXPR_ZERO, EXPR_NONE}}));
  assert_false(vec_is_none(vec_zero()));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

int main(void) {
  const struct CMUnitTest tests[] = {TEST(test_arithmetic), TEST(test_derivatives),
                                     TEST(test_questions)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
