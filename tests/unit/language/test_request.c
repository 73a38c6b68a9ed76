// Unit tests of language/request.c: outputs, initial values, runs, drawings.

#include "support/desk.h"

#define START                                                                               \
  "parameter l = 2, T = 10\ncoordinate x, y\nspeed w = x' + y'\npoint P mass 1 at [x, y]\n" \
  "body D mass 1 at [x, l] inertia (1, 1, 1)\nconstraint c: x = y\n"

static void test_observe(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, START "let a = x''\nobserve e = a + lambda(c) + reaction(y) + residual(c)\n"
                             "observe h = energy - kinetic_energy - potential_energy, k = e^2\n");
  const Model *model = desk->model;
  assert_int_equal(model->observables.n, 3);
  assert_string_equal(model->observables.at[0].name, "e");
  assert_expr(desk, model->observables.at[0].value,
              desk_expr(desk, "x'' + lambda(c) + reaction(y) + residual(c)"));
  assert_expr(desk, model->observables.at[2].value,
              desk_expr(desk, "(x'' + lambda(c) + reaction(y) + residual(c))^2"));
}

static void test_names_of_later_constraints(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, START "observe e = lambda(late.2) + lambda(c1)\n"
                             "constraint late: [x', y'] = [y, x]\nconstraint x*y = 1\n");
}

static void check_assignment(Desk *desk, const Assignments *list, size_t i, const char *symbol,
                             const char *value) {
  assert_true(i < list->n);
  assert_string_equal(expr_symbol_name(desk->pool, list->at[i].symbol), symbol);
  assert_expr(desk, list->at[i].value, desk_expr(desk, value));
}

static void test_initial_and_guess(void **state) {
  Desk *desk = *state;
  desk_read_well(desk,
                 START "initial x = 1, x' = -l/2,\n  p_y = sqrt(2)\ninitial w = sin(1), t = 3\n"
                       "guess y' = 2, y = pi\n");
  const Model *model = desk->model;
  assert_int_equal(model->initial.n, 5);
  check_assignment(desk, &model->initial, 0, "x", "1");
  check_assignment(desk, &model->initial, 1, "x'", "-l/2");
  check_assignment(desk, &model->initial, 2, "p_y", "sqrt(2)");
  check_assignment(desk, &model->initial, 3, "w", "sin(1)");
  check_assignment(desk, &model->initial, 4, "t", "3");
  assert_int_equal(model->guess.n, 2);
  check_assignment(desk, &model->guess, 0, "y'", "2");
  check_assignment(desk, &model->guess, 1, "y", "pi");
}

static void test_simulate(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, START "simulate to T every 1/50\n");
  const Simulation *run = &desk->model->simulation;
  assert_true(run->given);
  assert_expr(desk, run->from, EXPR_NONE);
  assert_expr(desk, run->to, desk_expr(desk, "T"));
  assert_expr(desk, run->every, desk_expr(desk, "1/50"));
}

static void test_simulate_from(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, START "simulate from -1 to 2*T\n");
  const Simulation *run = &desk->model->simulation;
  assert_expr(desk, run->from, desk_expr(desk, "-1"));
  assert_expr(desk, run->to, desk_expr(desk, "2*T"));
  assert_expr(desk, run->every, EXPR_NONE);
}

static void test_stop(void **state) {
  Desk *desk = *state;
  desk_read_well(desk,
                 START "stop when x = 2\nstop when x' = y rising\nstop when energy = 0 falling\n");
  const Stop *stops = desk->model->stops.at;
  assert_int_equal(desk->model->stops.n, 3);
  assert_expr(desk, stops[0].difference, desk_expr(desk, "x - 2"));
  assert_int_equal(stops[0].crossing, CROSSING_ANY);
  assert_expr(desk, stops[1].difference, desk_expr(desk, "x' - y"));
  assert_int_equal(stops[1].crossing, CROSSING_RISING);
  assert_int_equal(stops[2].crossing, CROSSING_FALLING);
}

static void test_draw(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, START "draw line O P\ndraw path D\ndraw circle P radius l/2\n");
  const Drawing *drawings = desk->model->drawings.at;
  assert_int_equal(desk->model->drawings.n, 3);
  assert_int_equal(drawings[0].kind, DRAW_LINE);
  assert_string_equal(drawings[0].name[0], "O");
  assert_vec(desk, drawings[0].at[0], EXPR_ZERO, EXPR_ZERO, EXPR_ZERO);
  assert_string_equal(drawings[0].name[1], "P");
  assert_vec(desk, drawings[0].at[1], desk_expr(desk, "x"), desk_expr(desk, "y"), EXPR_ZERO);
  assert_int_equal(drawings[1].kind, DRAW_PATH);
  assert_vec(desk, drawings[1].at[0], desk_expr(desk, "x"), desk_expr(desk, "l"), EXPR_ZERO);
  assert_int_equal(drawings[2].kind, DRAW_CIRCLE);
  assert_expr(desk, drawings[2].radius, desk_expr(desk, "l/2"));
}

static void test_draw_shapes(void **state) {
  Desk *desk = *state;
  desk_read_well(desk, START "draw box P size [l, 2*l]\ndraw cylinder O P radius l\ndraw arrow P along 2*vel(P)\n");
  const Drawing *drawings = desk->model->drawings.at;
  assert_int_equal(desk->model->drawings.n, 3);
  assert_int_equal(drawings[0].kind, DRAW_BOX);
  assert_vec(desk, drawings[0].vector, desk_expr(desk, "l"), desk_expr(desk, "2*l"), EXPR_ZERO);
  assert_int_equal(drawings[1].kind, DRAW_CYLINDER);
  assert_string_equal(drawings[1].name[1], "P");
  assert_expr(desk, drawings[1].radius, desk_expr(desk, "l"));
  assert_int_equal(drawings[2].kind, DRAW_ARROW);
  assert_vec(desk, drawings[2].vector, desk_expr(desk, "2*x'"), desk_expr(desk, "2*y'"), EXPR_ZERO);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, desk_open, desk_close)

int main(void) {
  const struct CMUnitTest tests[] = {
    TEST(test_observe),
    TEST(test_names_of_later_constraints),
    TEST(test_initial_and_guess),
    TEST(test_simulate),
    TEST(test_simulate_from),
    TEST(test_stop),
    TEST(test_draw),
    TEST(test_draw_shapes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
