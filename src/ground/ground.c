// ground/ground.c: the rank of the constraints and the redundant ones, on the real piece of the manifold on which the
// motion takes place.
//
// In:    the constraints; the initial state of the model, or another one
// Out:   the rank of A at almost all states of the piece, the rows that follow from those before them,
//        and the fault of the constraints, if any
// Law:   a row is redundant only if its constraint stays zero on a walk that keeps only the others
// From:  docs/theory/ground.md

#include "ground/ground.h"
#include "algebra/field_linear.h"
#include "ground/large.h"
#include "ground/range.h"
#include "ground/switches.h"
#include "ground/walk.h"
#include <math.h>
#include <stdlib.h>

#define ATTEMPTS 24        // states at which a search begins
#define STEPS 5            // states at which the rank is computed
#define STEPS_IMPLIED 3    // states at which dropped rows must vanish
#define STEPS_VARIED 2     // states with other parameters
#define ENTRIES_MOST 2500  // of A, for evaluation in many digits

typedef struct {
  const Equations *eq;
  Arena *arena;  // of the result
  Ground *out;
  GroundState *state;
  Walk *walk;  // on all constraints
  RowOrder order;
  size_t *rows;  // the independent ones
  bool *kept;
  bool *seen;  // rows of A that were nonzero at some state
} Making;

// --- the order of rows ---------------------------------------------------------------------------

// The marked rows (NULL: all), those on positions first, then those on velocities: a constraint on positions implies
// its derivative, but not vice versa.
static RowOrder row_order(const Equations *eq, const bool *among, Arena *arena) {
  static const Level levels[] = {LEVEL_POSITION, LEVEL_VELOCITY, LEVEL_ACCELERATION};
  const Constraints *c = &eq->constraints;
  size_t *at = ARENA_ARRAY(arena, size_t, c->r + 1), n = 0;
  for (size_t k = 0; k < sizeof levels / sizeof *levels; k++)
    for (size_t a = 0; a < c->r; a++)
      if (c->row[a].level == levels[k] && (among == NULL || among[a])) at[n++] = a;
  return (RowOrder){n, at};
}

static int by_size(const void *a, const void *b) {
  const size_t x = *(const size_t *) a, y = *(const size_t *) b;
  return (x > y) - (x < y);
}

// --- the rank ------------------------------------------------------------------------------------

static bool is_zero_row(const arb_mat_t A, size_t a, size_t n, slong zero_bits) {
  for (size_t i = 0; i < n; i++)
    if (arf_cmpabs_2exp_si(arb_midref(arb_mat_entry(A, (slong) a, (slong) i)), -zero_bits) > 0)
      return false;
  return true;
}

// Computes the rank of A at the present state of the walk; keeps the state if the rank is the largest so far.
static bool look_at_rank(Making *m, bool first) {
  const size_t n = m->eq->n, r = m->eq->constraints.r;
  arb_mat_struct *A = walk_problem(m->walk, m->arena);
  if (A == NULL) return false;
  const slong zero_bits = walk_zero_bits(m->walk);
  size_t *rows = ARENA_ARRAY(m->arena, size_t, r + 1);
  const size_t rank = walk_independent_rows(A, n, &m->order, zero_bits, &m->walk->work, rows, NULL);
  for (size_t a = 0; a < r; a++) m->seen[a] = m->seen[a] || !is_zero_row(A, a, n, zero_bits);
  if (first) m->out->regular = true;
  if (!first && rank <= m->out->rank) return true;
  if (!first) m->out->regular = false;
  m->out->rank = rank;
  m->rows = rows;
  m->state->A = A;
  m->state->zero_bits = zero_bits;
  m->state->positions = walk_positions(m->walk);
  return true;
}

static void copy_balls(Making *m) {
  const Balls *from = &m->walk->balls;
  const Equations *eq = m->eq;
  const Model *model = eq->model;
  const Variables v = real_velocity_variables(eq);
  Balls *to = &m->state->balls;
  balls_set(to, EXPR_TIME, balls_get(from, EXPR_TIME));
  for (size_t i = 0; i < model->parameters.n; i++)
    balls_set(to, model->parameters.at[i].symbol, balls_get(from, model->parameters.at[i].symbol));
  for (size_t i = 0; i < eq->n; i++) balls_set(to, eq->q[i], balls_get(from, eq->q[i]));
  for (size_t i = 0; i < eq->n; i++) balls_set(to, eq->qd[i], balls_get(from, eq->qd[i]));
  for (size_t i = 0; i < v.n; i++) balls_set(to, v.at[i], balls_get(from, v.at[i]));
}

// Finds the rank at states near the first one. A state with a smaller rank is singular.
static void walk_for_rank(Making *m) {
  for (int i = 0; i < STEPS && m->out->rank < m->eq->constraints.r; i++)
    if (!walk_step(m->walk, false) || !look_at_rank(m, false)) break;
}

// --- kinks ---------------------------------------------------------------------------------------

static void blame(Making *m, GroundFault fault, size_t a) {
  if (m->out->fault != GROUND_SOUND) return;
  m->out->fault = fault;
  m->out->culprit = a;
}

static bool begin_elsewhere(Walk *walk) {
  for (unsigned i = 2; i < ATTEMPTS; i++)
    if (walk_begin(walk, i)) return true;
  return false;
}

// Does constraint a lack derivatives at the present state of the walk?
static bool is_at_kink(Making *m, size_t a) {
  const ConstraintRow *row = &m->eq->constraints.row[a];
  const Expr e = expr_is_none(row->position) ? row->velocity : row->position;
  const ArenaMark mark = arena_mark(&m->walk->work);
  bool kink = false;
  if (!expr_is_none(e)) {
    const Switches kinks = switches_kinks(m->eq->pool, e, &m->walk->work);
    for (size_t i = 0; i < kinks.n; i++) kink = kink || walk_vanishes(m->walk, kinks.at[i]);
  }
  arena_release(&m->walk->work, mark);
  return kink;
}

// Blames a constraint that has a kink at other states, too. A walk cannot continue without derivatives, so it begins
// again somewhere else.
static void look_for_kinks(Making *m) {
  for (size_t a = 0; a < m->eq->constraints.r; a++)
    if (is_at_kink(m, a) && (walk_step(m->walk, false) || begin_elsewhere(m->walk)) &&
        is_at_kink(m, a))
      blame(m, GROUND_KINK, a);
}

// --- what is dropped -----------------------------------------------------------------------------

// Marks rows that vanish everywhere: in doubles they are rounding errors, and must not be kept however they are scaled.
static void mark_vanishing(Making *m) {
  bool *vanishing = ARENA_ARRAY(m->arena, bool, m->eq->constraints.r);
  for (size_t a = 0; a < m->eq->constraints.r; a++) vanishing[a] = !m->kept[a] && !m->seen[a];
  m->out->vanishing = vanishing;
}

// Walks on the kept constraints alone: the dropped ones must hold, too.
static void check_implied(Making *m) {
  const size_t r = m->eq->constraints.r;
  Walk *walk = walk_make(m->eq, m->kept, m->arena);
  walk_join(walk, &m->walk->balls);
  for (int i = 0; i < STEPS_IMPLIED && m->out->fault == GROUND_SOUND; i++) {
    if (!walk_step(walk, false)) break;
    for (size_t a = 0; a < r; a++)
      if (!m->kept[a] && !walk_holds(walk, a))
        blame(m, m->seen[a] ? GROUND_TOUCHES : GROUND_POWER, a);
  }
  walk_clear(walk);
}

// Does row a follow from those before it at other states and times, too?
static bool follows_along(Making *m, size_t a) {
  Walk *walk = walk_make(m->eq, NULL, m->arena);
  walk_join(walk, &m->walk->balls);
  bool follows = true;
  for (int i = 0; follows && i < STEPS_IMPLIED; i++) {
    const ArenaMark mark = arena_mark(&walk->work);
    const size_t r = m->eq->constraints.r;
    size_t *rows = ARENA_ARRAY(&walk->work, size_t, r + 1);
    arb_ptr rest = vector_make(&walk->work, r);
    const arb_mat_struct *A = walk_step(walk, false) ? walk_problem(walk, &walk->work) : NULL;
    if (A != NULL && walk_independent_rows(A, m->eq->n, &m->order, walk_zero_bits(walk),
                                           &walk->work, rows, rest) == m->out->rank)
      follows = arf_cmpabs_2exp_si(arb_midref(rest + a), -40) < 0;
    arena_release(&walk->work, mark);
  }
  walk_clear(walk);
  return follows;
}

// Marks redundant rows: a row that depends on those before it follows from them if its b agrees, too.
static void mark_redundant(Making *m) {
  const size_t r = m->eq->constraints.r;
  bool *redundant = ARENA_ARRAY(m->arena, bool, r);
  const ArenaMark mark = arena_mark(&m->walk->work);
  arb_ptr rest = vector_make(&m->walk->work, r);
  size_t *rows = ARENA_ARRAY(&m->walk->work, size_t, r + 1);
  (void) walk_independent_rows(m->state->A, m->eq->n, &m->order, m->state->zero_bits,
                               &m->walk->work, rows, rest);
  for (size_t a = 0; a < r; a++)
    redundant[a] = !m->kept[a] && arf_cmpabs_2exp_si(arb_midref(rest + a), -40) < 0;
  arena_release(&m->walk->work, mark);
  m->out->redundant = redundant;
  // a constraint on accelerations has no residual that could stay zero, so b decides
  for (size_t a = 0; a < r; a++)
    if (!m->kept[a] && m->eq->constraints.row[a].level == LEVEL_ACCELERATION &&
        !(redundant[a] && follows_along(m, a)))
      blame(m, GROUND_CONTRADICTS, a);
}

// --- reactions -----------------------------------------------------------------------------------

static bool all_ideal(const Constraints *c) {
  for (size_t a = 0; a < c->r; a++)
    if (!c->row[a].ideal) return false;
  return true;
}

// Ideal constraints first: of two with the same direction, the servo constraint is reported.
static RowOrder servo_last(const Constraints *c, Arena *arena) {
  size_t *at = ARENA_ARRAY(arena, size_t, c->r), n = 0;
  for (int servo = 0; servo < 2; servo++)
    for (size_t a = 0; a < c->r; a++)
      if (c->row[a].ideal == (servo == 0)) at[n++] = a;
  return (RowOrder){n, at};
}

// With fewer directions of reactions, B, than conditions on the accelerations, A, no reactions satisfy all of them.
static void check_reach(Making *m) {
  const Constraints *c = &m->eq->constraints;
  const size_t n = m->eq->n;
  Arena *work = &m->walk->work;
  if (all_ideal(c)) return;
  const ArenaMark mark = arena_mark(work);
  const RowOrder order = servo_last(c, work);
  arb_mat_struct *B = ball_matrix(work, c->r, n);
  bool *chosen = ARENA_ARRAY(work, bool, c->r);
  size_t *rows = ARENA_ARRAY(work, size_t, c->r + 1);
  for (size_t i = 0; i < c->r * n; i++)
    value_of_expr(m->eq->pool, c->B.at[i], &m->walk->balls, WALK_BITS, work,
                  arb_mat_entry(B, (slong) (i / n), (slong) (i % n)));
  const size_t rank = walk_independent_rows(B, n, &order, m->state->zero_bits, work, rows, NULL);
  for (size_t k = 0; k < rank; k++) chosen[rows[k]] = true;
  for (size_t a = 0; a < c->r && rank < m->out->rank; a++)
    if (!c->row[a].ideal && !chosen[a] && !m->out->redundant[a]) blame(m, GROUND_UNREACHED, a);
  arena_release(work, mark);
}

// --- parameters ----------------------------------------------------------------------------------

// Checks whether the constraints have the same rank for nearby parameters.
static void vary_parameters(Making *m) {
  Walk *walk = walk_make(m->eq, NULL, m->arena);
  walk_join(walk, &m->walk->balls);
  for (int i = 0; i < STEPS_VARIED && !m->out->for_values; i++) {
    const ArenaMark mark = arena_mark(&walk->work);
    size_t *rows = ARENA_ARRAY(&walk->work, size_t, m->eq->constraints.r + 1);
    arb_mat_struct *A = walk_step(walk, true) ? walk_problem(walk, &walk->work) : NULL;
    m->out->for_values =
      A == NULL || walk_independent_rows(A, m->eq->n, &m->order, walk_zero_bits(walk), &walk->work,
                                         rows, NULL) != m->out->rank;
    arena_release(&walk->work, mark);
  }
  walk_clear(walk);
}

// --- without a state -----------------------------------------------------------------------------

static bool has_values(const Model *model) {
  for (size_t i = 0; i < model->parameters.n; i++)
    if (expr_is_none(model->parameters.at[i].value)) return false;
  return true;
}

static bool begin(Walk *walk, unsigned attempts) {
  for (unsigned i = 0; i < attempts; i++)
    if (walk_begin(walk, i)) return true;
  return false;
}

// Is constraint a the same nonzero number along the whole walk?
static bool is_constant_along(Walk *walk, size_t a) {
  const ConstraintRow *row = &walk->eq->constraints.row[a];
  const Expr e = expr_is_none(row->position) ? row->velocity : row->position;
  if (expr_is_none(e)) return false;
  arb_t first, value;
  arb_init(first);
  arb_init(value);
  value_of_expr(walk->eq->pool, e, &walk->balls, WALK_BITS, &walk->work, first);
  bool constant = arb_is_finite(first) && arf_cmpabs_2exp_si(arb_midref(first), -40) > 0;
  for (int i = 0; constant && i < STEPS_IMPLIED; i++) {
    constant = walk_step(walk, false);
    value_of_expr(walk->eq->pool, e, &walk->balls, WALK_BITS, &walk->work, value);
    arb_sub(value, value, first, WALK_BITS);
    constant = constant && arf_cmpabs_2exp_si(arb_midref(value), -100) < 0;
  }
  arb_clear(value);
  arb_clear(first);
  return constant;
}

// Can constraint a never vanish, for the parameter values as given?
static bool never_vanishes(const Making *m, size_t a) {
  const ConstraintRow *row = &m->eq->constraints.row[a];
  const Expr e = expr_is_none(row->position) ? row->velocity : row->position;
  return !expr_is_none(e) &&
         !range_may_vanish(m->eq->model, range_in_numbers(m->eq->model, e), m->arena);
}

// Finds a constraint that certainly cannot be satisfied together with those before it.
static void find_contradiction(Making *m) {
  const size_t r = m->eq->constraints.r;
  if (!has_values(m->eq->model)) return;
  for (size_t a = 0; a < r; a++)
    if (never_vanishes(m, a)) blame(m, GROUND_EMPTY, a);
  for (size_t a = 0; a < r; a++) m->kept[a] = false;
  for (size_t a = 0; a < r && m->out->fault == GROUND_SOUND; a++) {
    m->kept[a] = true;
    Walk *walk = walk_make(m->eq, m->kept, m->arena);
    const bool met = begin(walk, ATTEMPTS / 2);
    walk_clear(walk);
    if (met) continue;
    m->kept[a] = false;
    walk = walk_make(m->eq, m->kept, m->arena);
    if (begin(walk, ATTEMPTS / 2) && is_constant_along(walk, a)) blame(m, GROUND_CONTRADICTS, a);
    walk_clear(walk);
  }
}

// The ranks of the first rows of A among those marked (NULL: all): at a point over a field, or otherwise as functions,
// off the manifold. A point over a field may have a length of zero, or lie where there is no real state. So it only
// counts for a large system, whose real states exist but are hard to judge.
static size_t *field_ranks_of(const Equations *eq, const bool *among, Arena *arena) {
  const size_t r = eq->constraints.r, n = eq->n;
  Fingerprint *A = ARENA_ARRAY(arena, Fingerprint, r * n);
  uint64_t *a = ARENA_ARRAY(arena, uint64_t, r * n);
  size_t *ranks = ARENA_ARRAY(arena, size_t, r + 1);
  FieldPoint *point;
  const Expr *at = eq->constraints.A.at;
  if (r * n <= ENTRIES_MOST || ground_point_anywhere(eq, arena, 0, &point) != STATUS_OK ||
      !field_point_values(point, at, r * n, A))
    for (size_t i = 0; i < r * n; i++) A[i] = expr_fingerprint(eq->pool, at[i]);
  for (size_t i = 0; i < r * n; i++) a[i] = among == NULL || among[i / n] ? A[i].v[0] : 0;
  field_ranks(0, arena, r, n, a, ranks);
  return ranks;
}

static void take_rank_over_fields(Making *m) {
  const size_t r = m->eq->constraints.r;
  const size_t *ranks = field_ranks_of(m->eq, NULL, m->arena);
  bool *redundant = ARENA_ARRAY(m->arena, bool, r);
  for (size_t a = 0; a < r; a++) redundant[a] = ranks[a + 1] == ranks[a];
  m->out->rank = ranks[r];
  m->out->redundant = redundant;
}

// --- the state that is kept ----------------------------------------------------------------------

static void clear_state(void *object) {
  GroundState *state = object;
  balls_clear(&state->balls);
  for (size_t i = 0; i < state->derivative.n; i++) arb_clear(&state->derivative.at[i]);
  state->derivative.n = 0;
  arena_clear(&state->work);
  arena_clear(&state->store);
}

static GroundState *state_make(Arena *arena) {
  GroundState *state = ARENA_NEW(arena, GroundState);
  arena_init(&state->store, arena->allocator, arena->guard);
  arena_init(&state->work, arena->allocator, arena->guard);
  state->balls.arena = &state->store;
  arena_defer(arena, clear_state, state);
  return state;
}

// --- derivatives at the state --------------------------------------------------------------------

static arb_srcptr derivative_at(GroundState *state, ExprPool *pool, Expr e, Expr symbol) {
  const uint64_t key = (uint64_t) e.id << 32 | symbol.id;
  uint32_t place;
  if (!memo_get(&state->place, key, &place)) {
    place = (uint32_t) state->derivative.n;
    arb_struct value;
    arb_init(&value);
    array_push(&state->store, &state->derivative, value);
    value_of_expr(pool, expr_diff(pool, e, symbol), &state->balls, WALK_BITS, &state->work,
                  &state->derivative.at[place]);
    memo_put(&state->store, &state->place, key, place);  // last: a call may be cancelled before
  }
  return &state->derivative.at[place];
}

bool ground_state_determines(GroundState *state, ExprPool *pool, const Expr *equation,
                             const Expr *symbol, size_t n) {
  Arena *work = &state->work;
  const ArenaMark mark = arena_mark(work);
  arb_mat_struct *J = ball_matrix(work, n, n);
  size_t *rows = ARENA_ARRAY(work, size_t, n + 1);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      arb_set(arb_mat_entry(J, (slong) i, (slong) j),
              derivative_at(state, pool, equation[i], symbol[j]));
  const bool regular = arb_mat_is_finite(J) &&
                       walk_independent_rows(J, n, NULL, state->zero_bits, work, rows, NULL) == n;
  arena_release(work, mark);
  return regular;
}

// --- all of it -----------------------------------------------------------------------------------

static void settle(Making *m) {
  const size_t r = m->eq->constraints.r;
  walk_for_rank(m);
  look_for_kinks(m);
  copy_balls(m);
  for (size_t a = 0; a < r; a++) m->kept[a] = false;
  for (size_t k = 0; k < m->out->rank; k++) m->kept[m->rows[k]] = true;
  mark_redundant(m);
  check_reach(m);
  if (m->out->rank == r) return;  // independent rows stay independent for other parameters
  mark_vanishing(m);
  check_implied(m);
  if (m->out->fault == GROUND_SOUND) vary_parameters(m);
}

// The coordinates and velocities at the present state of the walk.
static const double *numbers_there(const Making *m) {
  const Equations *eq = m->eq;
  double *state = ARENA_ARRAY(m->arena, double, 2 * eq->n);
  for (size_t i = 0; i < 2 * eq->n; i++) {
    const arb_struct *ball = balls_get(&m->walk->balls, i < eq->n ? eq->q[i] : eq->qd[i - eq->n]);
    state[i] = ball != NULL ? arf_get_d(arb_midref(ball), ARF_RND_NEAR) : (double) NAN;
  }
  return state;
}

static const Ground *make(const Equations *eq, const WalkState *at, Arena *arena) {
  const size_t r = eq->constraints.r;
  Making m = {.eq = eq, .arena = arena, .out = ARENA_NEW(arena, Ground)};
  m.out->redundant = ARENA_ARRAY(arena, bool, r + 1);
  m.out->known = m.out->regular = r == 0;
  if (r == 0) return m.out;
  m.state = state_make(arena);
  m.kept = ARENA_ARRAY(arena, bool, r);
  m.seen = ARENA_ARRAY(arena, bool, r);
  m.order = row_order(eq, NULL, arena);
  if (r * eq->n > ENTRIES_MOST) {
    if (large_ground(eq, m.order.at, arena, m.out) != STATUS_OK) {
      *m.out = (Ground){.redundant = m.out->redundant};
      take_rank_over_fields(&m);
    }
    return m.out;
  }
  m.walk = walk_make(eq, NULL, arena);
  const bool found = at != NULL ? walk_begin_at(m.walk, at) : begin(m.walk, ATTEMPTS);
  m.out->known = found && look_at_rank(&m, true);
  if (m.out->known) {
    m.out->state = m.state;
    m.out->near = numbers_there(&m);
    settle(&m);
    if (!m.out->regular) m.out->near = numbers_there(&m);
  } else {
    if (found) look_for_kinks(&m);
    take_rank_over_fields(&m);
    find_contradiction(&m);
  }
  walk_clear(m.walk);
  (void) expr_trouble(eq->pool);
  return m.out;
}

static uint64_t mix_all(uint64_t key, const Expr *at, size_t n) {
  for (size_t i = 0; i < n; i++) key = hash_mix(key * 31 + at[i].id + 1);
  return key;
}

static uint64_t mix_assignments(uint64_t key, const Assignments *list) {
  for (size_t i = 0; i < list->n; i++)
    key = mix_all(key, (Expr[]){list->at[i].symbol, list->at[i].value}, 2);
  return hash_mix(key);
}

// A hash of everything that the ground depends on.
static uint64_t key_of(const Equations *eq) {
  const Constraints *c = &eq->constraints;
  const Model *model = eq->model;
  uint64_t key = hash_mix(c->r + 1);
  for (size_t a = 0; a < c->r; a++)
    key = mix_all(key, (Expr[]){c->row[a].position, c->row[a].velocity, c->b[a]}, 3);
  key = mix_all(key, c->A.at, c->r * eq->n);
  key = mix_all(key, c->B.at, c->r * eq->n);
  key = mix_all(key, eq->state.psi, eq->beside > 0 ? eq->n : 0);
  for (size_t i = 0; i < model->parameters.n; i++)
    key = mix_all(key, &model->parameters.at[i].value, 1);
  return mix_assignments(mix_assignments(key, &model->initial), &model->guess);
}

const Ground *ground_of(const Equations *eq) {
  Facts *facts = eq->model->facts;
  const uint64_t key = key_of(eq);
  for (size_t i = 0; i < facts->n; i++)
    if (facts->at[i].key == key) return facts->at[i].fact;
  const Ground *ground = make(eq, NULL, expr_arena(eq->pool));
  array_push(eq->model->arena, facts, ((Fact){key, ground}));
  return ground;
}

const bool *ground_redundant(const Equations *eq) {
  const Ground *ground = ground_of(eq);
  return ground->known && ground->fault == GROUND_SOUND ? ground->redundant : NULL;
}

const double *ground_known_state(const Equations *eq) {
  const Ground *ground = ground_of(eq);
  return ground->known && ground->fault == GROUND_SOUND ? ground->near : NULL;
}

const Ground *ground_at(const Equations *eq, double t, const double *q, const double *qd,
                        const double *z, Arena *arena) {
  return make(eq, &(WalkState){t, q, qd, z}, arena);
}

size_t ground_independent_rows(const Equations *eq, Arena *arena, const bool *among,
                               size_t *chosen) {
  const Ground *ground = ground_of(eq);
  const size_t r = eq->constraints.r;
  if (r == 0) return 0;
  if (ground->state != NULL) {
    const RowOrder order = row_order(eq, among, arena);
    const size_t n = walk_independent_rows(ground->state->A, eq->n, &order,
                                           ground->state->zero_bits, arena, chosen, NULL);
    qsort(chosen, n, sizeof *chosen, by_size);
    return n;
  }
  if (ground->large != NULL) {
    const RowOrder order = row_order(eq, among, arena);
    size_t n;
    if (large_independent_rows(ground->large, order.at, order.n, arena, chosen, &n) == STATUS_OK) {
      qsort(chosen, n, sizeof *chosen, by_size);
      return n;
    }
  }
  const size_t *ranks = field_ranks_of(eq, among, arena);
  for (size_t a = 0; a < r; a++)
    if (ranks[a + 1] > ranks[a]) chosen[ranks[a]] = a;
  return ranks[r];
}
