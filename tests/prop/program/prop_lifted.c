// Laws of program/lifted.c: masses in a tree have the accelerations of their coordinates, in O(n) operations.
//
// Judge: the problem in coordinates, in 113 bits, by elimination with complete pivoting (support/reference.h), which knows
// nothing of trees. Trees are random: links with absolute angles, angles between links, frames in frames, links in space;
// branches, sliding lengths, masses on some joints only, bodies; springs between far points, forces, friction; a base at
// rest, moving or free; constraints on positions and velocities.

#include "api/api_impl.h"
#include "program/flow.h"
#include "program/lifted.h"

#include "support/check.h"
#include "support/dice.h"
#include "support/reference.h"

#include <math.h>
#include <stdlib.h>

#define LINKS_MOST 9
#define WRONG \
  1e-9  // of the largest acceleration: conditions of such trees are below 1e5, a wrong relation is far off

typedef enum { ABSOLUTE, RELATIVE, FRAMES, SPACE, BODIES, KINDS } Kind;

static const char *const kind_name[KINDS] = {"absolute", "relative", "frames", "space", "bodies"};

// --- trees --------------------------------------------------------------------------------------

typedef struct {
  size_t parent;  // 0: the base
  int axis;       // of a joint in space
  bool leaf, slides, body, massless, universal;
} Link;

static void draw_links(Dice *d, Kind kind, size_t n, Link *link) {
  for (size_t i = 1; i <= n; i++) link[i] = (Link){.leaf = true};
  for (size_t i = 1; i <= n; i++) {
    link[i].parent = dice_one_in(d, 3) ? dice_below(d, i) : i - 1;
    link[i].slides = kind != BODIES && dice_one_in(d, 8);
    link[i].body = kind != SPACE && dice_one_in(d, 3);
    if (kind == BODIES) link[i].body = !dice_one_in(d, 8);
    link[i].axis = (int) dice_below(d, 3);
    link[i].universal = kind == BODIES && dice_one_in(d, 4);
    link[i].massless = !link[i].body && dice_one_in(d, 5);
    if (link[i].parent > 0) link[link[i].parent].leaf = false;
  }
  for (size_t i = 1; i <= n; i++) link[i].massless &= !link[i].leaf;
}

static void add_direction(Text *text, Kind kind, size_t i, const Link *l) {
  text_addf(text, "parameter l%zu = %zu/10, m%zu = %zu/7\ncoordinate q%zu\n", i, 5 + i * 7 % 9, i,
            4 + i * 5 % 11, i);
  if (kind == SPACE || l->universal) text_addf(text, "coordinate p%zu\n", i);
  if (l->slides) text_addf(text, "coordinate s%zu\n", i);
  if (kind == RELATIVE && l->parent > 0)
    text_addf(text, "let phi%zu = phi%zu + q%zu\n", i, l->parent, i);
  else
    text_addf(text, "let phi%zu = q%zu\n", i, i);
  if (kind == BODIES) {
    text_addf(text, "frame B%zu", i);
    if (l->parent > 0) text_addf(text, " in B%zu", l->parent);
    text_addf(text, " = rotate(%c, q%zu)", "xyz"[l->axis], i);
    if (l->universal) text_addf(text, " rotate(%c, p%zu)", "xyz"[(l->axis + 1) % 3], i);
    text_addf(text, "\nlet e%zu = B%zu.%c\n", i, i, "xyz"[(l->axis + 2) % 3]);
    return;
  }
  if (kind == FRAMES && l->parent > 0)
    text_addf(text, "frame B%zu in B%zu = rotate(z, q%zu)\n", i, l->parent, i);
  else if (kind != SPACE)
    text_addf(text, "frame B%zu = rotate(z, phi%zu)\n", i, i);
  if (kind == FRAMES)
    text_addf(text, "let e%zu = B%zu.x\n", i, i);
  else if (kind == SPACE)
    text_addf(text, "let e%zu = [sin(q%zu)*cos(p%zu), sin(q%zu)*sin(p%zu), -cos(q%zu)]\n", i, i, i,
              i, i, i);
  else
    text_addf(text, "let e%zu = [sin(phi%zu), -cos(phi%zu)]\n", i, i, i);
}

static void add_link(Text *text, Kind kind, size_t i, const Link *l) {
  add_direction(text, kind, i, l);
  const char *slide = l->slides ? text_format(text->arena, " + s%zu", i) : "";
  text_addf(text, "let r%zu = r%zu + (l%zu%s)*e%zu\n", i, l->parent, i, slide, i);
  if (l->body)
    text_addf(text,
              "body C%zu mass m%zu at r%zu + 1/2*l%zu*e%zu frame B%zu inertia (1/5, 1/4, %zu/20)\n",
              i, i, l->parent, i, i, i, 2 + i);
  if (l->massless || l->body)
    text_addf(text, "point P%zu at r%zu\n", i, i);
  else
    text_addf(text, "point P%zu mass m%zu at r%zu\n", i, i, i);
}

static void add_forces_on(Text *text, Dice *d, size_t n, const Link *link) {
  const size_t a = 1 + dice_below(d, n), b = 1 + dice_below(d, n), c = 1 + dice_below(d, n);
  if (dice_one_in(d, 2)) text_add(text, "gravity = [0.2, -9.81, 0.1]\n");
  if (dice_one_in(d, 3) && a != b)
    text_addf(text, "potential += 3/2*dot(r%zu - r%zu, r%zu - r%zu)\n", a, b, a, b);
  if (dice_one_in(d, 3)) text_addf(text, "potential += 2*(q%zu - 1/5)^2\n", c);
  if (dice_one_in(d, 3))
    text_addf(text, "dissipation = 1/3*q%zu'^2 + 1/7*dot(vel(P%zu), vel(P%zu))\n", a, b, b);
  if (dice_one_in(d, 3)) text_addf(text, "force on P%zu = [1/2 - q%zu', 1/3*cos(t), 0]\n", b, a);
  if (dice_one_in(d, 4)) text_addf(text, "force q%zu = sin(q%zu) + t\n", c, b);
  if (dice_one_in(d, 6)) text_addf(text, "kinetic += 1/2*(2 + cos(q%zu))*q%zu'^2\n", a, a);
  if (link[a].body && dice_one_in(d, 2))
    text_addf(text, "torque on C%zu = [0, 0, 1/2 - q%zu']\n", a, c);
}

static size_t add_constraints_on(Text *text, Dice *d, Kind kind, size_t n) {
  const size_t count = dice_one_in(d, 3) ? 1 + dice_below(d, n > 3 ? 2 : 1) : 0;
  for (size_t k = 0; k < count; k++) {
    const size_t a = 1 + dice_below(d, n);
    if (kind < SPACE && dice_one_in(d, 2))
      text_addf(text, "constraint r%zu.%c = %zu/10\n", a, "xy"[k], dice_below(d, 4));
    else
      text_addf(text, "constraint vel(P%zu).%c*cos(q%zu + 1/2) - vel(P%zu).%c*sin(q%zu) = 1/10\n",
                a, "xy"[k], a, a, "yx"[k], a);
  }
  return count;
}

static void draw_tree(Text *text, Dice *d, Kind kind) {
  const size_t n = 2 + dice_below(d, LINKS_MOST - 1);
  Link link[LINKS_MOST + 1];
  draw_links(d, kind, n, link);
  switch (dice_below(d, 4)) {
    case 0: text_add(text, "let r0 = [sin(2*t)/3, t^2/10]\n"); break;
    case 1: text_add(text, "coordinate x\npoint cart mass 2 at [x, 0]\nlet r0 = [x, 0]\n"); break;
    default: text_add(text, "let r0 = [0, 0]\n");
  }
  for (size_t i = 1; i <= n; i++) add_link(text, kind, i, &link[i]);
  add_forces_on(text, d, n, link);
  const char *word = add_constraints_on(text, d, kind, n) > 0 ? "guess" : "initial";
  for (size_t i = 1; i <= n; i++) {
    text_addf(text, "%s q%zu = %ld/10, q%zu' = %ld/10\n", word, i, dice_int(d, 2, 12), i,
              dice_int(d, -20, 20));
    if (kind == SPACE || link[i].universal)
      text_addf(text, "%s p%zu = %ld/10, p%zu' = %ld/10\n", word, i, dice_int(d, -9, 9), i,
                dice_int(d, -9, 9));
    if (link[i].slides)
      text_addf(text, "%s s%zu = 1/10, s%zu' = %ld/10\n", word, i, i, dice_int(d, -9, 9));
  }
  text_add(text, "simulate from 1/4 to 1\n");
}

// --- accelerations ------------------------------------------------------------------------------

typedef struct {
  DalModel *m;
  bool found, stable;
  size_t n, length;
  double t, *q, *v, *x;
} Lift;

static Status solve_lifted(Lift *to, const Chart *chart, const double *inputs) {
  System *m = to->m;
  MotionTape s;
  LiftedProblem p;
  LiftedSolution solution;
  motion_tape_open(m, chart, false, &s);
  tape_refer(s.b, inputs);
  to->found = lifted_find(m, chart, &p);
  if (!to->found) return STATUS_OK;
  TRY(lifted_solve(&s, &p, &solution));
  to->stable = solution.stable;
  Tape **tape = system_hold_tape(m);
  *tape = tape_finish(s.b, solution.x, to->n);
  to->length = tape_length(*tape);
  double *work = ARENA_ARRAY(&m->work, double, tape_values(*tape));
  memcpy(work, inputs, tape_inputs(*tape) * sizeof *work);
  tape_start(*tape, work);
  tape_run(*tape, work);
  for (size_t i = 0; i < to->n; i++) to->x[i] = work[tape_output(*tape, i)];
  return STATUS_OK;
}

static Status lift_body(void *context) {
  Lift *to = context;
  System *m = to->m;
  States states = {0};
  Chart chart;
  TRY(system_prepare(m));
  TRY(system_start(m, &(StateRequest){0}, &to->t, &states));
  const Program *p = &m->program;
  double *state = p->inputs + p->parameters;
  memcpy(state, states.rows.at[0], (1 + 2 * p->n) * sizeof *state);
  state[0] = to->t;
  to->n = p->n;
  to->q = ARENA_ARRAY(&m->arena, double, 3 * p->n);
  to->v = to->q + p->n;
  to->x = to->v + p->n;
  memcpy(to->q, state + 1, 2 * p->n * sizeof *state);
  TRY(chart_here(m, &chart));
  return solve_lifted(to, &chart, p->inputs);
}

// Returns false if the model has no state, or is singular there.
static bool lift(const char *text, Lift *to) {
  *to = (Lift){.m = dal_model_create()};
  assert_non_null(to->m);
  if (dal_model_add(to->m, text) != DAL_OK || dal_model_finish(to->m) != DAL_OK)
    fail_msg("%s\n%s", dal_model_messages(to->m), text);
  return guard_run(&to->m->guard, lift_body, to) == STATUS_OK;
}

static bool is_right(const char *text, const Lift *l) {
  QuadMotion *r = reference_open(text);
  assert_non_null(r);
  Quad *q = calloc(3 * l->n, sizeof *q);
  assert_non_null(q);
  Quad *v = q + l->n, *x = v + l->n;
  for (size_t i = 0; i < l->n; i++) q[i] = quad(l->q[i]), v[i] = quad(l->v[i]);
  double size = 1, error = 0;
  if (reference_start(r, quad(l->t), q, v)) {
    reference_accelerations(r, x);
    for (size_t i = 0; i < l->n; i++) {
      size = fmax(size, fabs((double) x[i]));
      error = fmax(error, fabs(l->x[i] - (double) x[i]));
    }
  }
  free(q);
  reference_close(r);
  if (!(error <= WRONG * size)) print_message("off by %.3g of %.3g\n%s", error, size, text);
  return error <= WRONG * size;
}

// --- laws ---------------------------------------------------------------------------------------

#define TREES 60  // of each kind

static void trees_have_the_accelerations_of_their_coordinates(void **state) {
  Bench *bench = *state;
  const size_t first = (size_t) test_setting("TEST_SEED", 1), count = test_scaled(TREES);
  for (int kind = 0; kind < KINDS; kind++) {
    size_t found = 0, stable = 0, all = 0;
    for (size_t seed = first; seed < first + count; seed++) {
      const ArenaMark mark = arena_mark(&bench->arena);
      Dice d = {seed * KINDS + (size_t) kind};
      Text text = text_make(&bench->arena);
      draw_tree(&text, &d, (Kind) kind);
      Lift l;
      if (lift(text_get(&text), &l)) {
        all++;
        found += l.found;
        stable += l.found && l.stable;
        if (l.found && l.stable && !is_right(text_get(&text), &l))
          fail_msg("seed %zu, %s", seed, kind_name[kind]);
      }
      dal_model_destroy(l.m);
      arena_release(&bench->arena, mark);
    }
    print_message("%s: %zu trees, %zu as such, %zu of these stable\n", kind_name[kind], all, found,
                  stable);
    assert_true(4 * all > 3 * count);  // nearly all have a state
    assert_true(3 * found > all);      // most of them the program recognizes as trees of masses
    assert_true(10 * stable > 9 * found);
  }
}

static const char *chain(Arena *arena, Kind kind, size_t n) {
  Text text = text_make(arena);
  text_add(&text, "let r0 = [0, 0]\ngravity = [0, -9.81]\n");
  for (size_t i = 1; i <= n; i++) {
    add_link(&text, kind, i,
             &(Link){.parent = i - 1, .body = kind == BODIES, .axis = (int) (i % 3)});
    text_addf(&text, "initial q%zu = %zu/10, q%zu' = %zu/10\n", i, 1 + i % 5, i, i % 3);
  }
  return text_get(&text);
}

#define JUDGED_LINKS 24  // elimination in 113 bits takes the cube of their number

// Law: further links take as many operations each as those before.
static void chains_grow_with_their_links(void **state) {
  Bench *bench = *state;
  static const Kind kinds[] = {ABSOLUTE, RELATIVE, FRAMES, BODIES};
  for (size_t i = 0; i < COUNT(kinds); i++) {
    const Kind kind = kinds[i];
    size_t before = 0, more = 0;
    for (size_t n = 6; n <= 48; n *= 2) {
      const char *text = chain(&bench->arena, kind, n);
      Lift l;
      assert_true(lift(text, &l));
      assert_true(l.found && l.stable);
      if (n <= JUDGED_LINKS) assert_true(is_right(text, &l));
      print_message("%s, %zu links: %zu operations\n", kind_name[kind], n, l.length);
      if (more > 0) assert_true(10 * (l.length - before) <= 21 * more);
      if (before > 0) more = l.length - before;
      before = l.length;
      dal_model_destroy(l.m);
    }
  }
}

static Status plan_body(void *context) {
  System *m = context;
  States states = {0};
  FlowPlan *plan = ARENA_NEW(&m->work, FlowPlan);
  double t = 0;
  TRY(system_prepare(m));
  TRY(system_start(m, &(StateRequest){0}, &t, &states));
  const Program *p = &m->program;
  memcpy(p->inputs + p->parameters, states.rows.at[0], (1 + 2 * p->n) * sizeof(double));
  const Status status = flow_plan(m, &(FlowWish){0}, plan);
  flow_plan_clear(plan);
  return status;
}

static size_t count_expressions(const char *text) {
  DalModel *m = dal_model_create();
  assert_non_null(m);
  assert_int_equal(dal_model_add(m, text), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  assert_int_equal(guard_run(&m->guard, plan_body, m), STATUS_OK);
  const size_t count = expr_pool_size(m->pool);
  dal_model_destroy(m);
  return count;
}

// Law: from the text to the tapes of a run, further links make as many expressions each as those before, also with angles
//      between links: M, which has n^2 entries of n terms, is not made.
static void expressions_grow_with_links(void **state) {
  Bench *bench = *state;
  static const Kind kinds[] = {ABSOLUTE, RELATIVE, FRAMES};
  for (size_t i = 0; i < COUNT(kinds); i++) {
    const size_t some = count_expressions(chain(&bench->arena, kinds[i], 32)),
                 many = count_expressions(chain(&bench->arena, kinds[i], 64));
    print_message("%s: %zu expressions for 32 links, %zu for 64\n", kind_name[kinds[i]], some,
                  many);
    assert_true(10 * many <= 21 * some);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(trees_have_the_accelerations_of_their_coordinates),
    BENCH_TEST(chains_grow_with_their_links),
    BENCH_TEST(expressions_grow_with_links),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
