// Unit tests of motion/complete.c: states completed and projected. Judge: the textbook's geometry.

#include "motion/complete.h"
#include "support/check.h"

#include <math.h>

#define MOST 4

typedef struct {
  Bench *b;
  ExprPool *p;
  Expr unknown[MOST];
  Tape *tape;
  size_t place[MOST];
} Problem;

static void destroy(void *tape) {
  tape_destroy(tape);
}

static void problem_open(Problem *problem, Bench *b) {
  static const char *const names[MOST] = {"x", "y", "z", "w"};
  *problem = (Problem){.b = b, .p = b->pool};
  for (size_t i = 0; i < MOST; i++) {
    problem->unknown[i] = expr_symbol(b->pool, str(names[i]), SYMBOL_VARIABLE);
    problem->place[i] = i;
  }
}

// Puts the equations and their derivatives by the first n unknowns on a tape.
static Completion completion_of(Problem *problem, const Expr *equations, size_t m, size_t n) {
  Expr roots[MOST + MOST * MOST];
  Value values[MOST + MOST * MOST];
  TapeBuilder *builder = tape_builder_create(&problem->b->arena, problem->p);
  for (size_t i = 0; i < MOST; i++) tape_input(builder, problem->unknown[i]);
  for (size_t i = 0; i < m; i++) {
    roots[i] = equations[i];
    for (size_t j = 0; j < n; j++)
      roots[m + i * n + j] = expr_diff(problem->p, equations[i], problem->unknown[j]);
  }
  assert_int_equal(tape_lower(builder, roots, m + m * n, values, NULL), STATUS_OK);
  problem->tape = tape_finish(builder, values, m + m * n);
  arena_defer(&problem->b->arena, destroy, problem->tape);
  return (Completion){.equations = m, .unknowns = n, .tape = problem->tape, .place = problem->place};
}

// x^2 + y^2 - r^2
static Expr circle(const Problem *problem, long r) {
  ExprPool *p = problem->p;
  const Expr sum =
    expr_add(p, expr_square(p, problem->unknown[0]), expr_square(p, problem->unknown[1]));
  return expr_sub(p, sum, expr_int(p, r * r));
}

static void test_nothing_to_do(void **state) {
  Problem problem;
  problem_open(&problem, *state);
  const Completion none = completion_of(&problem, NULL, 0, 2);
  double inputs[MOST] = {1, 2}, error = 9;
  assert_int_equal(complete_state(&none, inputs, &error), STATUS_OK);
  assert_true(error == 0 && inputs[0] == 1 && inputs[1] == 2);
  assert_int_equal(complete_project(&none, (double[]){1, 0, 0, 1}, inputs), STATUS_OK);
}

static void test_completes(void **state) {
  Problem problem;
  problem_open(&problem, *state);
  const Expr e = circle(&problem, 5);
  const Completion c = completion_of(&problem, &e, 1, 1);  // y is given, x is found
  double inputs[MOST] = {1, 3}, error;
  assert_int_equal(complete_state(&c, inputs, &error), STATUS_OK);
  assert_true(fabs(inputs[0] - 4) < 1e-14 && inputs[1] == 3);
  inputs[0] = -0.5;
  assert_int_equal(complete_state(&c, inputs, &error), STATUS_OK);
  assert_true(fabs(inputs[0] + 4) < 1e-14);
}

// Underdetermined linear equations: the nearest solution.
static void test_stays_near(void **state) {
  Problem problem;
  problem_open(&problem, *state);
  ExprPool *p = problem.p;
  const Expr e = expr_sub(p, expr_add(p, problem.unknown[0], problem.unknown[1]), expr_int(p, 4));
  const Completion c = completion_of(&problem, &e, 1, 2);
  double inputs[MOST] = {0, 1}, error;
  assert_int_equal(complete_state(&c, inputs, &error), STATUS_OK);
  assert_true(fabs(inputs[0] - 1.5) < 1e-14 && fabs(inputs[1] - 2.5) < 1e-14);
}

static void test_redundant(void **state) {
  Problem problem;
  problem_open(&problem, *state);
  const Expr one = circle(&problem, 5),
             equations[] = {one, expr_scale(problem.p, ratio_make(problem.p, 2, 1), one)};
  const Completion c = completion_of(&problem, equations, 2, 2);
  double inputs[MOST] = {6, 8}, error;
  assert_int_equal(complete_state(&c, inputs, &error), STATUS_OK);
  assert_true(fabs(inputs[0] - 3) < 1e-13 && fabs(inputs[1] - 4) < 1e-13);
}

// The given values leave a residual of 1e-4 in an equation of large numbers: the other one is still solved.
// x^3 + x = 1.11 by Cardano's formula.
static void test_beside_large_numbers(void **state) {
  Problem problem;
  problem_open(&problem, *state);
  ExprPool *p = problem.p;
  const Expr x = problem.unknown[0], y = problem.unknown[1];
  const Expr cubic =
    expr_sub(p, expr_add(p, expr_mul(p, x, expr_square(p, x)), x), expr_ratio(p, 111, 100));
  const Expr large = expr_scale(p, ratio_make(p, 100000, 1), expr_sub(p, y, EXPR_ONE));
  const Expr equations[] = {large, cubic};
  const Completion c = completion_of(&problem, equations, 2, 1);
  double inputs[MOST] = {0.5, 1 + 1e-9}, error;
  assert_int_equal(complete_state(&c, inputs, &error), STATUS_DOMAIN);
  const double root = sqrt(1.11 * 1.11 / 4 + 1. / 27),
               solution = cbrt(1.11 / 2 + root) + cbrt(1.11 / 2 - root);
  if (!(fabs(inputs[0] - solution) < 1e-14)) fail_msg("%.17g, not %.17g", inputs[0], solution);
}

static void test_no_solution(void **state) {
  Problem problem;
  problem_open(&problem, *state);
  ExprPool *p = problem.p;
  const Expr never = expr_add(p, expr_square(p, problem.unknown[0]), EXPR_ONE);
  Completion c = completion_of(&problem, &never, 1, 1);
  double inputs[MOST] = {2}, error;
  assert_int_equal(complete_state(&c, inputs, &error), STATUS_DOMAIN);
  assert_true(error >= 1);
  const Expr x = problem.unknown[0],
             parallel[] = {expr_sub(p, x, EXPR_ONE), expr_sub(p, x, expr_int(p, 2))};
  c = completion_of(&problem, parallel, 2, 1);
  assert_int_equal(complete_state(&c, inputs, &error), STATUS_DOMAIN);
}

// --- projection ---------------------------------------------------------------------------------

static void test_projects_to_the_nearest(void **state) {
  Problem problem;
  problem_open(&problem, *state);
  const Expr e = circle(&problem, 5);
  const Completion c = completion_of(&problem, &e, 1, 2);
  double inputs[MOST] = {3.3, 4.4};  // along the radius
  assert_int_equal(complete_project(&c, (double[]){2, 0, 0, 2}, inputs), STATUS_OK);
  assert_true(fabs(inputs[0] - 3) < 1e-13 && fabs(inputs[1] - 4) < 1e-13);
}

// In a metric, not in the plane: the point of x + y = 1 nearest to 0 in 4x^2 + y^2 is (1/5, 4/5).
static void test_projects_in_the_metric(void **state) {
  Problem problem;
  problem_open(&problem, *state);
  ExprPool *p = problem.p;
  const Expr e = expr_sub(p, expr_add(p, problem.unknown[0], problem.unknown[1]), EXPR_ONE);
  const Completion c = completion_of(&problem, &e, 1, 2);
  double inputs[MOST] = {0, 0};
  assert_int_equal(complete_project(&c, (double[]){4, 0, 0, 1}, inputs), STATUS_OK);
  assert_true(fabs(inputs[0] - 0.2) < 1e-14 && fabs(inputs[1] - 0.8) < 1e-14);
}

static void test_projects_nowhere(void **state) {
  Problem problem;
  problem_open(&problem, *state);
  ExprPool *p = problem.p;
  const Expr never = expr_add(p, expr_square(p, problem.unknown[0]), EXPR_ONE);
  const Completion c = completion_of(&problem, &never, 1, 1);
  double inputs[MOST] = {2};
  assert_int_equal(complete_project(&c, (double[]){1}, inputs), STATUS_DOMAIN);
  const Expr x = problem.unknown[0],
             parallel[] = {expr_sub(p, x, EXPR_ONE), expr_sub(p, x, expr_int(p, 2))};
  const Completion two = completion_of(&problem, parallel, 2, 1);
  assert_int_equal(complete_project(&two, (double[]){1}, inputs), STATUS_DOMAIN);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_nothing_to_do),
    BENCH_TEST(test_completes),
    BENCH_TEST(test_stays_near),
    BENCH_TEST(test_redundant),
    BENCH_TEST(test_beside_large_numbers),
    BENCH_TEST(test_no_solution),
    BENCH_TEST(test_projects_to_the_nearest),
    BENCH_TEST(test_projects_in_the_metric),
    BENCH_TEST(test_projects_nowhere),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
