// tests/unit/ground/test_balls.c: programs of formulas in ball arithmetic.
//
// Law:   the value of a formula at any point of the symbols' balls lies in its ball, and the ball is narrow; the same
//        balls, whether a program is run whole or in parts.
// Judge: exact rational arithmetic of the pool, at the centres and at the ends of the balls.

#include "ground/balls.h"
#include "support/check.h"
#include "support/desk.h"

#define BITS 128

// Every kind of factor and power that the program treats separately, and numbers longer than a word.
static const char *const formulas[] = {
  "x + y",
  "x - y",
  "-x - y",
  "7*x - 12*y + 3",
  "x/3 - 5*y/7",
  "123456789012345678901234567890*x - y/98765432109876543210987654321",
  "x*y",
  "x/y",
  "1/(x*y)",
  "x^2*y^3",
  "x^(-2)*y^5",
  "(x + y)^2/(x - 3*y) - 1/(1 + 1/x)",
  "abs(x - y)*x^4 - 2*abs(y)/x",
  "if(x > 0, y + 1, x - 1) + sign(y)*x",
};

static Balls balls_of(Desk *desk) {
  assert_int_equal(language_parse(desk->model, &(Source){"names", str("coordinate x, y\n")}),
                   STATUS_OK);
  return (Balls){.arena = &desk->arena};
}

// The ball of a symbol: its centre, give or take 2^-up.
static void set_ball(Desk *desk, Balls *balls, const char *name, Expr centre, slong up) {
  arb_t ball;
  arb_init(ball);
  ball_ratio(desk->pool, expr_ratio_of(desk->pool, centre), BITS, ball);
  if (up > 0) arb_add_error_2exp_si(ball, -up);
  balls_set(balls, desk_expr(desk, name), ball);
  arb_clear(ball);
}

static void assert_holds(Desk *desk, const arb_t ball, Expr e, const Expr *at) {
  const Expr symbols[] = {desk_expr(desk, "x"), desk_expr(desk, "y")};
  const Expr exact = expr_substitute(desk->pool, e, symbols, at, 2);
  arb_t value;
  arb_init(value);
  assert_true(expr_is_number(desk->pool, exact));
  ball_ratio(desk->pool, expr_ratio_of(desk->pool, exact), 4 * BITS, value);
  assert_true(arb_contains(ball, value));
  arb_clear(value);
}

static void test_exact(void **state) {
  Desk *desk = *state;
  Balls balls = balls_of(desk);
  static const char *const values[][2] = {{"5/3", "2/7"}, {"-9/4", "11"}, {"1/1000003", "-6/5"}};
  for (size_t i = 0; i < COUNT(values); i++) {
    const Expr at[] = {desk_expr(desk, values[i][0]), desk_expr(desk, values[i][1])};
    set_ball(desk, &balls, "x", at[0], 0);
    set_ball(desk, &balls, "y", at[1], 0);
    for (size_t k = 0; k < COUNT(formulas); k++) {
      const Expr e = desk_expr(desk, formulas[k]);
      arb_t value;
      arb_init(value);
      value_of_expr(desk->pool, e, &balls, BITS, &desk->arena, value);
      assert_holds(desk, value, e, at);
      assert_true(arb_rel_accuracy_bits(value) > BITS - 20);
      arb_clear(value);
    }
  }
  balls_clear(&balls);
}

// The ends of the balls, and points between, belong to the ball of the value.
static void test_wide(void **state) {
  Desk *desk = *state;
  Balls balls = balls_of(desk);
  const Expr x = desk_expr(desk, "5/2"), y = desk_expr(desk, "-3/4");
  set_ball(desk, &balls, "x", x, 3);
  set_ball(desk, &balls, "y", y, 4);
  for (size_t k = 0; k < COUNT(formulas); k++) {
    const Expr e = desk_expr(desk, formulas[k]);
    arb_t value;
    arb_init(value);
    value_of_expr(desk->pool, e, &balls, BITS, &desk->arena, value);
    assert_true(arb_is_finite(value));
    for (long i = -2; i <= 2; i++)
      for (long j = -2; j <= 2; j++) {
        const Expr at[] = {
          expr_add(desk->pool, x, expr_number(desk->pool, ratio_make(desk->pool, i, 16))),
          expr_add(desk->pool, y, expr_number(desk->pool, ratio_make(desk->pool, j, 32)))};
        assert_holds(desk, value, e, at);
      }
    arb_clear(value);
  }
  balls_clear(&balls);
}

// A division by a ball that contains zero has no value, and neither has anything that contains it.
static void test_undefined(void **state) {
  Desk *desk = *state;
  Balls balls = balls_of(desk);
  static const char *const undefined[] = {"x/y", "1/y", "x/y^2", "(x + 1/y)^2", "0*x + 1/(y*x)"};
  set_ball(desk, &balls, "x", desk_expr(desk, "2"), 0);
  for (int wide = 0; wide < 2; wide++) {
    set_ball(desk, &balls, "y", desk_expr(desk, "0"), wide ? 5 : 0);
    for (size_t k = 0; k < COUNT(undefined); k++) {
      arb_t value;
      arb_init(value);
      value_of_expr(desk->pool, desk_expr(desk, undefined[k]), &balls, BITS, &desk->arena, value);
      assert_false(arb_is_finite(value));
      arb_clear(value);
    }
  }
  balls_clear(&balls);
}

// The first roots alone do not touch the others; both parts give the balls of a whole run.
static void test_parts(void **state) {
  Desk *desk = *state;
  Balls balls = balls_of(desk);
  Expr roots[COUNT(formulas)];
  for (size_t k = 0; k < COUNT(formulas); k++) roots[k] = desk_expr(desk, formulas[k]);
  set_ball(desk, &balls, "x", desk_expr(desk, "5/2"), 50);
  set_ball(desk, &balls, "y", desk_expr(desk, "-3/4"), 50);
  BallProgram *whole = ball_program_make(desk->pool, roots, COUNT(formulas), &desk->arena);
  ball_program_run(whole, &balls, BITS);
  for (size_t first = 0; first <= COUNT(formulas); first++) {
    BallProgram *parts =
      ball_program_make_parts(desk->pool, roots, first, COUNT(formulas), &desk->arena);
    ball_program_run_first(parts, &balls, BITS);
    for (size_t k = 0; k < first; k++)
      assert_true(arb_equal(ball_program_value(parts, k), ball_program_value(whole, k)));
    ball_program_run_others(parts, &balls, BITS);
    for (size_t k = 0; k < COUNT(formulas); k++)
      assert_true(arb_equal(ball_program_value(parts, k), ball_program_value(whole, k)));
  }
  balls_clear(&balls);
}

#define DESK_TEST(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

int main(void) {
  const struct CMUnitTest tests[] = {
    DESK_TEST(test_exact),
    DESK_TEST(test_wide),
    DESK_TEST(test_undefined),
    DESK_TEST(test_parts),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
