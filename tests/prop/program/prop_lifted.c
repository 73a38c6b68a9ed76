// Laws of program/lifted.c: masses in a tree have the accelerations of their coordinates, in O(n) operations.
//
// That they are is proved before they are used; falsehoods made from these problems are refuted.
//
// Judge: the problem in coordinates, in 113 bits, by elimination with complete pivoting (support/reference.h), which knows
// nothing of trees. Trees are random: links with absolute angles, angles between links, frames in frames, links in space;
// branches, sliding lengths, masses on some joints only; bodies in space with products of inertia, oblique axes of joints,
// frames fixed in others, joints beside each other; springs between far points, forces, friction; a base at rest, moving or
// free; constraints on positions and velocities.

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
  bool oblique;   // the joint turns about no axis of the frame
  bool tilted;    // the body's frame is fixed in that of the joint
  bool offset;    // the next joint lies beside it
  bool products;  // of inertia
} Link;

static void draw_links(Dice *d, Kind kind, size_t n, Link *link) {
  for (size_t i = 1; i <= n; i++) link[i] = (Link){.leaf = true};
  for (size_t i = 1; i <= n; i++) {
    link[i].parent = dice_one_in(d, 3) ? dice_below(d, i) : i - 1;
    link[i].slides = dice_one_in(d, 8);
    link[i].body = kind != SPACE && dice_one_in(d, 3);
    if (kind == BODIES) link[i].body = !dice_one_in(d, 8);
    link[i].axis = (int) dice_below(d, 3);
    link[i].universal = kind == BODIES && dice_one_in(d, 4);
    link[i].oblique = kind == BODIES && dice_one_in(d, 6);
    link[i].tilted = kind == BODIES && dice_one_in(d, 4);
    link[i].offset = kind == BODIES && dice_one_in(d, 4);
    link[i].products = kind == BODIES && dice_one_in(d, 3);
    link[i].massless = !link[i].body && dice_one_in(d, 5);
    if (link[i].parent > 0) link[link[i].parent].leaf = false;
  }
  for (size_t i = 1; i <= n; i++) link[i].massless &= !link[i].leaf;
}

// A joint in space turns the frame J; the body's frame B is that, or fixed in it.
static void add_frames(Text *text, size_t i, const Link *l) {
  const char *letter = l->tilted ? "J" : "B";
  text_addf(text, "frame %s%zu", letter, i);
  if (l->parent > 0) text_addf(text, " in B%zu", l->parent);
  if (l->oblique)
    text_addf(text, " = rotate([2, -1, 2], q%zu)", i);
  else
    text_addf(text, " = rotate(%c, q%zu)", "xyz"[l->axis], i);
  if (l->universal) text_addf(text, " rotate(%c, p%zu)", "xyz"[(l->axis + 1) % 3], i);
  if (l->tilted)
    text_addf(text, "\nframe B%zu in J%zu = rotate(%c, 2/5)", i, i, "xyz"[(l->axis + 1) % 3]);
  text_addf(text, "\nlet e%zu = B%zu.%c", i, i, "xyz"[(l->axis + 2) % 3]);
  if (l->offset) text_addf(text, " + 1/3*%s%zu.%c", letter, i, "xyz"[l->axis]);
  text_add(text, "\n");
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
    add_frames(text, i, l);
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
    text_addf(
      text,
      "body C%zu mass m%zu at r%zu + (1/2*l%zu%s)*e%zu frame B%zu inertia (1/5, 1/4, %zu/20%s)\n",
      i, i, l->parent, i, slide, i, i, 2 + i, l->products ? ", 1/50, -1/40, 1/30" : "");
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
  if (dice_one_in(d, 4) && a != c)
    text_addf(text,
              "spring P%zu P%zu stiffness 3 length 1/2\ndamper P%zu [1/2, 3] coefficient 1/7\n", a,
              c, b);
  if (dice_one_in(d, 3)) text_addf(text, "potential += 2*(q%zu - 1/5)^2\n", c);
  if (dice_one_in(d, 3))
    text_addf(text, "dissipation += 1/3*q%zu'^2 + 1/7*dot(vel(P%zu), vel(P%zu))\n", a, b, b);
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
  Dice *dice;  // for falsehoods; or NULL
  size_t falsehoods, refuted;
  bool found, stable, equal;
  size_t n, length;
  double t, *q, *v, *x;
} Lift;

// Solves the problem by a tape made at one state, at another one.
static Status solve_at(Lift *to, const Chart *chart, const LiftedProblem *p,
                       const double *reference, const double *inputs, double *x) {
  System *m = to->m;
  MotionTape s;
  LiftedSolution solution;
  motion_tape_open(m, chart, false, &s);
  tape_refer(s.b, reference);
  TRY(lifted_solve(&s, p, &solution));
  to->stable = solution.stable;
  Tape **tape = system_hold_tape(m);
  *tape = tape_finish(s.b, solution.x, to->n);
  to->length = tape_length(*tape);
  double *work = ARENA_ARRAY(&m->work, double, tape_values(*tape));
  memcpy(work, inputs, tape_inputs(*tape) * sizeof *work);
  tape_start(*tape, work);
  tape_run(*tape, work);
  for (size_t i = 0; i < to->n; i++) x[i] = work[tape_output(*tape, i)];
  return STATUS_OK;
}

// --- falsehoods ---------------------------------------------------------------------------------

static void *copy_of(Arena *arena, const void *from, size_t size) {
  return memcpy(arena_take(arena, size), from, size);
}

// Returns a place in the problem where an expression can be changed, in a copy of it.
static Expr *draw_place(Dice *d, System *m, LiftedProblem *p) {
  Arena *arena = &m->work;
  const LiftedProblem from = *p;
  switch (dice_below(d, 4)) {
    case 0:
      if (from.entries.n == 0) return NULL;
      p->entries.at = copy_of(arena, from.entries.at, from.entries.n * sizeof *from.entries.at);
      return &p->entries.at[dice_below(d, from.entries.n)].value;
    case 1:
      if (from.rows == 0) return NULL;
      p->rhs = copy_of(arena, from.rhs, from.rows * sizeof *from.rhs);
      return &p->rhs[dice_below(d, from.rows)];
    case 2: {
      p->acceleration = copy_of(arena, from.acceleration, from.n * sizeof *from.acceleration);
      LiftedForm *form = &p->acceleration[dice_below(d, from.n)];
      if (form->terms.n == 0 || dice_one_in(d, 3)) return &form->constant;
      form->terms.at = copy_of(arena, form->terms.at, form->terms.n * sizeof *form->terms.at);
      return &form->terms.at[dice_below(d, form->terms.n)].by;
    }
    default: {
      Lifted *l = copy_of(arena, from.from, sizeof *from.from);
      if (l->definitions.n == 0) return NULL;
      l->definitions.at =
        copy_of(arena, l->definitions.at, l->definitions.n * sizeof *l->definitions.at);
      p->from = l;
      return &l->definitions.at[dice_below(d, l->definitions.n)].value;
    }
  }
}

// Changes an expression: its sign, its size, one coordinate in it; or by a factor that is 1 at the state where the run
// starts, so that no number shows it there.
static Expr draw_change(Dice *d, const Lift *l, Expr e) {
  ExprPool *pool = l->m->pool;
  const Equations *eq = &l->m->equations;
  const size_t i = dice_below(d, l->n), j = dice_below(d, l->n);
  switch (dice_below(d, 4)) {
    case 0: return expr_neg(pool, e);
    case 1: return expr_scale(pool, ratio_make(pool, 101, 100), e);
    case 2: return expr_substitute(pool, e, &eq->q[i], &eq->q[j], 1);
    default: {
      const Expr off = expr_sub(pool, eq->q[i], expr_exact(pool, l->q[i]));
      return expr_mul(pool, e, expr_add(pool, EXPR_ONE, off));
    }
  }
}

#define FALSEHOODS 4    // of each problem
#define DIFFERENT 1e-7  // of the largest acceleration

// Law: a changed problem that has other accelerations at a state near by is not taken for the problem in coordinates.
static Status refute(Lift *l, const Chart *chart, const LiftedProblem *truth,
                     const double *inputs) {
  const size_t parameters = l->m->program.parameters, n = l->n;
  double *near = copy_of(&l->m->work, inputs, (parameters + 1 + 2 * n) * sizeof *inputs);
  double *x = ARENA_ARRAY(&l->m->work, double, 2 * n), *y = x + n;
  for (size_t i = 0; i < 2 * n; i++) near[parameters + 1 + i] += dice_signed(l->dice, 0.02, 0.1);
  TRY(solve_at(l, chart, truth, inputs, near, x));
  for (int k = 0; k < FALSEHOODS; k++) {
    LiftedProblem p = *truth;
    Expr *place = draw_place(l->dice, l->m, &p);
    if (place == NULL) continue;
    *place = draw_change(l->dice, l, *place);
    if (expr_is_none(*place)) continue;
    double size = 1, error = 0;
    TRY(solve_at(l, chart, &p, inputs, near, y));
    for (size_t i = 0; i < n; i++) {
      size = fmax(size, fabs(x[i]));
      error = fmax(error, fabs(y[i] - x[i]));
    }
    if (!(error > DIFFERENT * size)) continue;  // the expression does not matter, or is the same
    l->falsehoods++;
    l->refuted += !lifted_is_equal(&p);
  }
  return STATUS_OK;
}

// ------------------------------------------------------------------------------------------------

static Status judge_problem(Lift *to, const Chart *chart, const double *inputs) {
  LiftedProblem p;
  to->found = lifted_find(to->m, chart, &p);
  if (!to->found) return STATUS_OK;
  to->equal = lifted_is_equal(&p);
  TRY(solve_at(to, chart, &p, inputs, inputs, to->x));
  const bool stable = to->stable;
  const size_t length = to->length;
  if (to->dice != NULL && stable) TRY(refute(to, chart, &p, inputs));
  to->stable = stable;
  to->length = length;
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
  return judge_problem(to, &chart, p->inputs);
}

// Returns false if the model has no state, or is singular there.
static bool lift(const char *text, Dice *dice, Lift *to) {
  *to = (Lift){.m = dal_model_create(), .dice = dice};
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
#define CHAINS 40

static void trees_have_the_accelerations_of_their_coordinates(void **state) {
  Bench *bench = *state;
  const size_t first = (size_t) test_setting("TEST_SEED", 1), count = test_scaled(TREES);
  for (int kind = 0; kind < KINDS; kind++) {
    size_t found = 0, stable = 0, equal = 0, all = 0, falsehoods = 0, refuted = 0;
    for (size_t seed = first; seed < first + count; seed++) {
      const ArenaMark mark = arena_mark(&bench->arena);
      Dice d = {seed * KINDS + (size_t) kind};
      Text text = text_make(&bench->arena);
      draw_tree(&text, &d, (Kind) kind);
      Lift l;
      if (lift(text_get(&text), &d, &l)) {
        all++;
        found += l.found;
        stable += l.found && l.stable;
        equal += l.found && l.equal;
        falsehoods += l.falsehoods;
        refuted += l.refuted;
        if (l.refuted < l.falsehoods || (l.found && !l.equal))
          print_message("seed %zu, %s: %zu of %zu refuted\n%s", seed, kind_name[kind], l.refuted,
                        l.falsehoods, text_get(&text));
        if (l.found && l.stable && !is_right(text_get(&text), &l))
          fail_msg("seed %zu, %s", seed, kind_name[kind]);
      }
      dal_model_destroy(l.m);
      arena_release(&bench->arena, mark);
    }
    print_message(
      "%s: %zu trees, %zu as such, %zu of these proved, %zu stable; %zu falsehoods, %zu refuted\n",
      kind_name[kind], all, found, equal, stable, falsehoods, refuted);
    assert_int_equal(equal, found);
    assert_int_equal(refuted, falsehoods);
    assert_true(falsehoods > found);
    assert_true(4 * all > 3 * count);  // nearly all have a state
    assert_true(3 * found > all);      // most of them the program recognizes as trees of masses
    assert_true(10 * stable > 9 * found);
  }
}

static const char *chain(Arena *arena, Kind kind, size_t n) {
  Text text = text_make(arena);
  text_add(&text, "let r0 = [0, 0]\ngravity = [0, -9.81]\n");
  for (size_t i = 1; i <= n; i++) {
    const bool bodies = kind == BODIES;
    add_link(&text, kind, i,
             &(Link){.parent = i - 1,
                     .body = bodies,
                     .axis = (int) (i % 3),
                     .products = bodies && i % 2 == 0,
                     .tilted = bodies && i % 3 == 0,
                     .offset = bodies && i % 6 == 0});
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
      assert_true(lift(text, NULL, &l));
      assert_true(l.found && l.stable && l.equal);
      if (n <= JUDGED_LINKS) assert_true(is_right(text, &l));
      print_message("%s, %zu links: %zu operations\n", kind_name[kind], n, l.length);
      if (more > 0) assert_true(10 * (l.length - before) <= 21 * more);
      if (before > 0) more = l.length - before;
      before = l.length;
      dal_model_destroy(l.m);
    }
  }
}

// Law: the same for chains whose M and F are not made, by d'Alembert's principle.
static void falsehoods_about_chains_are_refuted(void **state) {
  Bench *bench = *state;
  static const Kind kinds[] = {ABSOLUTE, RELATIVE, FRAMES, BODIES};
  const size_t first = (size_t) test_setting("TEST_SEED", 1), count = test_scaled(CHAINS);
  size_t falsehoods = 0;
  for (size_t seed = first; seed < first + count; seed++) {
    Dice d = {seed};
    const Kind kind = kinds[seed % COUNT(kinds)];
    const char *text = chain(&bench->arena, kind, 13 + dice_below(&d, 8));
    Lift l;
    assert_true(lift(text, &d, &l));
    assert_true(l.found && l.equal && problem_waits(&l.m->equations.problem));
    if (l.refuted < l.falsehoods) fail_msg("seed %zu, %s", seed, kind_name[kind]);
    falsehoods += l.falsehoods;
    dal_model_destroy(l.m);
  }
  print_message("%zu chains, %zu falsehoods\n", count, falsehoods);
  assert_true(falsehoods > count);
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

// Law: from the text to the tapes of a run, further links make at most 1.2 times as many expressions each as those before,
//      also with angles between links: M, which has n^2 entries of n terms, is not made.
static void expressions_grow_with_links(void **state) {
  Bench *bench = *state;
  static const Kind kinds[] = {ABSOLUTE, RELATIVE, FRAMES, BODIES};
  for (size_t i = 0; i < COUNT(kinds); i++) {
    const size_t some = count_expressions(chain(&bench->arena, kinds[i], 32)),
                 many = count_expressions(chain(&bench->arena, kinds[i], 64));
    print_message("%s: %zu expressions for 32 links, %zu for 64\n", kind_name[kinds[i]], some,
                  many);
    assert_true(10 * many <= 22 * some);
  }
}

// A body at the end of n joints, with nothing between them.
static const char *boom(Arena *arena, size_t n) {
  Text text = text_make(arena);
  for (size_t i = 1; i <= n; i++) {
    text_addf(&text, "coordinate q%zu\nkinetic += 1/2*q%zu'^2\ninitial q%zu = %zu/10\nframe B%zu",
              i, i, i, i, i);
    if (i > 1) text_addf(&text, " in B%zu", i - 1);
    text_addf(&text, " = rotate(%c, q%zu)\n", "xyz"[i % 3], i);
  }
  text_addf(&text, "body C mass 1 at 1/3*B%zu.x frame B%zu inertia (1, 2, 5/2)\n", n, n);
  return text_get(&text);
}

// Law: frames without bodies, one after the other, do not make more than n^2 expressions.
static void frames_without_bodies_are_resolved_in_turn(void **state) {
  Bench *bench = *state;
  const size_t some = count_expressions(boom(&bench->arena, 16)),
               many = count_expressions(boom(&bench->arena, 32));
  print_message("%zu expressions for 16 joints, %zu for 32\n", some, many);
  assert_true(many <= 5 * some);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(trees_have_the_accelerations_of_their_coordinates),
    BENCH_TEST(chains_grow_with_their_links),
    BENCH_TEST(falsehoods_about_chains_are_refuted),
    BENCH_TEST(expressions_grow_with_links),
    BENCH_TEST(frames_without_bodies_are_resolved_in_turn),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
