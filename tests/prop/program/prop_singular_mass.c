// Law of program/linear.c: a problem with a singular mass matrix has the accelerations of the problem itself, however large it is
// and however much the accelerations differ.
//
// Judge: the problem in coordinates in 113 bits, by elimination with complete pivoting (support/reference.h). Trees of bodies in
// positions and quaternions are random: their number and order, masses over six orders of magnitude, where the joints are, whether
// these are balls or hinges, points and springs between them, coordinates without mass; velocities are found from guesses.

#include "api/api_impl.h"
#include "program/flow.h"
#include "program/motion_tape.h"

#include "support/check.h"
#include "support/dice.h"
#include "support/reference.h"

#include <math.h>
#include <stdlib.h>

#define BODIES_MOST 12
#define TREES 60
#define WRONG \
  1e-8  // of the largest acceleration: masses differ by 1e6, and as many digits are lost in some of them

// --- trees --------------------------------------------------------------------------------------

static void add_joint(Text *text, Dice *d, size_t i, size_t parent) {
  const char axis = "xyz"[dice_below(d, 3)], other = "xyz"[dice_below(d, 3)];
  text_addf(text, "constraint r%zu + %zu/10*B%zu.%c = ", i, 3 + dice_below(d, 5), i, axis);
  if (parent > 0)
    text_addf(text, "r%zu - %zu/10*B%zu.%c\n", parent, 2 + dice_below(d, 5), parent, other);
  else
    text_add(text, "[0, 0, 0]\n");
  // a hinge leaves one axis of the parent where it is
  if (parent > 0 && dice_one_in(d, 4))
    text_addf(text, "constraint dot(B%zu.%c, B%zu.%c) = dot(B%zu.%c, B%zu.%c)\n", i, axis, parent,
              axis, i, axis, parent, axis);
}

static void add_body(Text *text, Dice *d, size_t i) {
  static const char *const masses[] = {"1", "3/2", "1/1000", "1000", "2"};
  text_addf(text, "coordinate x%zu, y%zu, z%zu, a%zu, b%zu, c%zu, d%zu\n", i, i, i, i, i, i, i);
  text_addf(text, "let r%zu = [x%zu, y%zu, z%zu]\n", i, i, i, i);
  text_addf(text, "frame B%zu = quaternion(a%zu, b%zu, c%zu, d%zu)\n", i, i, i, i, i);
  text_addf(text, "body D%zu mass %s at r%zu frame B%zu inertia (1/9, 1/7, 1/%zu)\n", i,
            masses[dice_below(d, dice_one_in(d, 2) ? COUNT(masses) : 2)], i, i, 8 + i);
  text_addf(text, "guess a%zu = %ld/10, b%zu = %ld/10, c%zu = %ld/10, d%zu = 4/5\n", i,
            dice_int(d, 2, 9), i, dice_int(d, -9, 9), i, dice_int(d, -9, 9), i);
  text_addf(text, "guess b%zu' = %ld/10, c%zu' = %ld/10\n", i, dice_int(d, -9, 9), i,
            dice_int(d, -9, 9));
}

static void draw_tree(Text *text, Dice *d) {
  const size_t n = 1 + dice_below(d, BODIES_MOST);
  text_add(text, "gravity = [0.2, 0.1, -9.81]\n");
  for (size_t i = 1; i <= n; i++) {
    const size_t parent = dice_one_in(d, 3) ? dice_below(d, i) : i - 1;
    add_body(text, d, i);
    if (!dice_one_in(d, 9)) add_joint(text, d, i, parent);
  }
  const size_t a = 1 + dice_below(d, n), b = 1 + dice_below(d, n);
  if (dice_one_in(d, 3) && a != b)
    text_addf(text, "spring D%zu D%zu stiffness 3 length 1/2\n", a, b);
  if (dice_one_in(d, 3)) text_addf(text, "torque on D%zu = [1/2, 1/3, -1/4]\n", a);
  // a coordinate without mass, which follows a body
  if (dice_one_in(d, 3)) text_addf(text, "coordinate s\nconstraint s + x%zu*z%zu = 1/5\n", a, b);
}

// --- accelerations ------------------------------------------------------------------------------

typedef struct {
  DalModel *m;
  size_t n;
  bool pivoting;
  double t, *q, *v, *x;
} Solution;

static Status solve_here(Solution *to) {
  System *m = to->m;
  const Program *p = &m->program;
  Chart chart;
  MotionTape s;
  TRY(chart_here(m, &chart));
  motion_tape_open(m, &chart, false, &s);
  double *inputs = ARENA_ARRAY(&m->work, double, s.fixed + 1 + s.n);
  memcpy(inputs, p->inputs, (s.fixed + 1 + s.n) * sizeof *inputs);
  TRY(motion_tape_solve(&s, inputs));
  to->pivoting = s.pivoting;
  Tape **tape = system_hold_tape(m);
  *tape = tape_finish(s.b, s.rate + to->n, to->n);
  double *work = ARENA_ARRAY(&m->work, double, tape_values(*tape));
  memcpy(work, inputs, tape_inputs(*tape) * sizeof *work);
  tape_start(*tape, work);
  tape_run(*tape, work);
  for (size_t i = 0; i < to->n; i++) to->x[i] = work[tape_output(*tape, i)];
  return STATUS_OK;
}

static Status solve_body(void *context) {
  Solution *to = context;
  System *m = to->m;
  States states = {0};
  TRY(system_prepare(m));
  TRY(system_start(m, &(StateRequest){0}, &to->t, &states));
  const Program *p = &m->program;
  double *state = p->inputs + p->parameters;
  memcpy(state, states.rows.at[0], (1 + 2 * p->n) * sizeof *state);
  to->n = p->n;
  to->q = ARENA_ARRAY(&m->arena, double, 3 * p->n);
  to->v = to->q + p->n;
  to->x = to->v + p->n;
  memcpy(to->q, state + 1, 2 * p->n * sizeof *state);
  return solve_here(to);
}

// Returns the largest error, as a part of the largest acceleration.
static double error_of(const char *text, const Solution *s) {
  QuadMotion *r = reference_open(text);
  assert_non_null(r);
  Quad *q = calloc(3 * s->n, sizeof *q);
  assert_non_null(q);
  Quad *v = q + s->n, *x = v + s->n;
  for (size_t i = 0; i < s->n; i++) q[i] = quad(s->q[i]), v[i] = quad(s->v[i]);
  double size = 1, error = 0;
  if (reference_start(r, quad(s->t), q, v)) {
    reference_accelerations(r, x);
    for (size_t i = 0; i < s->n; i++) {
      size = fmax(size, fabs((double) x[i]));
      error = fmax(error, fabs(s->x[i] - (double) x[i]));
    }
  }
  free(q);
  reference_close(r);
  return error / size;
}

static void accelerations_are_right(void **state) {
  Bench *bench = *state;
  const size_t first = (size_t) test_setting("TEST_SEED", 1), count = test_scaled(TREES);
  size_t solved = 0, pivoting = 0;
  double worst = 0;
  for (size_t seed = first; seed < first + count; seed++) {
    const ArenaMark mark = arena_mark(&bench->arena);
    Dice d = {seed};
    Text text = text_make(&bench->arena);
    draw_tree(&text, &d);
    Solution s = {.m = dal_model_create()};
    assert_non_null(s.m);
    if (dal_model_add(s.m, text_get(&text)) != DAL_OK || dal_model_finish(s.m) != DAL_OK)
      fail_msg("%s\n%s", dal_model_messages(s.m), text_get(&text));
    if (guard_run(&s.m->guard, solve_body, &s) == STATUS_OK) {
      const double error = error_of(text_get(&text), &s);
      if (!(error <= WRONG)) fail_msg("seed %zu: off by %.3g\n%s", seed, error, text_get(&text));
      worst = fmax(worst, error);
      solved++;
      pivoting += s.pivoting;
    }
    dal_model_destroy(s.m);
    arena_release(&bench->arena, mark);
  }
  print_message("%zu trees, %zu solved, %zu of these by pivoting; largest error %.2g\n", count,
                solved, pivoting, worst);
  assert_true(2 * solved > count);
  assert_true(3 * pivoting < solved);
}

int main(void) {
  const struct CMUnitTest tests[] = {BENCH_TEST(accelerations_are_right)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
