// methods/later.c: M, F and momenta of masses, made when something first asks for them.
//
// In:    a free system of masses
// Out:   problem_M, problem_F and equations_momentum
// Law:   the same M, F and p as if they were made at once (tests/unit/methods/test_later.c)
// Cost:  with angles between links, M of a chain has n^2 entries of n terms. A run solves by the forces between the
//        masses (program/lifted.h) and asks for none of them: deciding that takes as long as reading the positions

#include "methods/later.h"
#include "methods/constraints.h"

// Coordinates: up to here a run compares both ways to solve, and needs M (COMPARED_MOST of program/motion_tape.c).
#define WAIT_LEAST 12
// Pairs for each coordinate: of the directions in which a mass moves, at least a third are not orthogonal, so that M has
// more entries than a run takes for sparse (SPARSE_ENTRIES of program/motion_tape.c).
#define FULL_ENTRIES 12
#define MOST_WORDS 4000000  // of bits for the coordinates that expressions depend on

struct LaterMasses {
  FreeSystem s;
  size_t entries;     // of M that may differ from zero
  size_t operations;  // that its entries take at least
  bool made;
  ProblemMatrices matrices;
  Expr *momentum;
};

// --- can they wait? ------------------------------------------------------------------------------

typedef ARRAY(Expr) Roots;

static void add_root(const FreeSystem *s, Roots *roots, Expr e) {
  if (!expr_is_none(e)) array_push(s->arena, roots, e);
}

static void add_vector(const FreeSystem *s, Roots *roots, Vec v) {
  for (int k = 0; k < 3; k++) add_root(s, roots, v.x[k]);
}

static bool has_mass(Expr mass) {
  return !expr_is_none(mass) && !expr_same(mass, EXPR_ZERO);
}

// Lists three expressions for each thing that moves: the position of a mass, or the angular velocity of a body.
static Roots list_movers(const FreeSystem *s) {
  const Model *model = s->model;
  Roots roots = {0};
  for (size_t i = 0; i < model->points.n; i++)
    if (has_mass(model->points.at[i].mass)) add_vector(s, &roots, model->points.at[i].at);
  for (size_t i = 0; i < model->bodies.n; i++) {
    const Body *body = &model->bodies.at[i];
    if (has_mass(body->mass)) add_vector(s, &roots, body->at);
    if (body->frame != NOWHERE) add_vector(s, &roots, model->frames.at[body->frame].omega_own);
  }
  return roots;
}

// Lists everything else that M and F are made of; forces may act on points without mass.
static Roots list_forces(const FreeSystem *s) {
  const Model *model = s->model;
  Roots roots = {0};
  for (size_t i = 0; i < model->points.n; i++) {
    add_root(s, &roots, model->points.at[i].mass);
    add_vector(s, &roots, model->points.at[i].at);
  }
  for (size_t i = 0; i < model->bodies.n; i++) {
    add_root(s, &roots, model->bodies.at[i].mass);
    add_vector(s, &roots, model->bodies.at[i].at);
    for (int k = 0; k < 6; k++) add_root(s, &roots, model->bodies.at[i].inertia[k]);
  }
  for (size_t i = 0; i < model->forces.n; i++) add_vector(s, &roots, model->forces.at[i].vector);
  for (size_t i = 0; i < s->n; i++) add_root(s, &roots, model->generalized_force[i]);
  if (model->has_gravity) add_vector(s, &roots, model->gravity);
  add_root(s, &roots, model->dissipation);
  add_root(s, &roots, model->potential);
  return roots;
}

typedef struct {
  const FreeSystem *s;
  Memo place;  // id of q_i or q_i' -> i
} Coordinates;

static Coordinates number_coordinates(const FreeSystem *s) {
  Coordinates c = {.s = s};
  for (size_t i = 0; i < s->n; i++) {
    memo_put(s->arena, &c.place, s->q[i].id, (uint32_t) i);
    memo_put(s->arena, &c.place, s->qd[i].id, (uint32_t) i);
  }
  return c;
}

static bool switches(const ExprPool *pool, Expr e) {
  if (expr_kind(pool, e) != EXPR_FUNCTION) return false;
  const Function f = expr_function(pool, e);
  return f == FN_ABS || f == FN_SIGN || f == FN_IF;
}

// Are these functions of parameters, coordinates, velocities and, if allowed, time alone, without jumps and bends?
static bool are_plain(const Coordinates *c, const ExprList *nodes, bool time) {
  const ExprPool *pool = c->s->pool;
  uint32_t place;
  for (size_t i = 0; i < nodes->n; i++) {
    const Expr e = nodes->at[i];
    if (switches(pool, e)) return false;
    if (expr_kind(pool, e) != EXPR_SYMBOL || expr_is_constant(pool, e)) continue;
    if (expr_same(e, EXPR_TIME) ? !time : !memo_get(&c->place, e.id, &place)) return false;
  }
  return true;
}

// The coordinates that expressions depend on, as bits.
typedef struct {
  size_t words;
  uint64_t *bits;    // by node
  uint32_t *number;  // of a node, by id
} Dependence;

static uint64_t *bits_of(const Dependence *d, Expr e) {
  return d->bits + d->number[e.id] * d->words;
}

static void merge(const Dependence *d, uint64_t *to, const uint64_t *from) {
  for (size_t k = 0; k < d->words; k++) to[k] |= from[k];
}

static Dependence find_dependence(const Coordinates *c, const ExprList *nodes) {
  const FreeSystem *s = c->s;
  Dependence d = {.words = (s->n + 63) / 64};
  size_t last = 0;
  for (size_t i = 0; i < nodes->n; i++) last = nodes->at[i].id > last ? nodes->at[i].id : last;
  d.bits = ARENA_ARRAY(s->arena, uint64_t, nodes->n * d.words + 1);
  d.number = ARENA_ARRAY(s->arena, uint32_t, last + 1);
  for (size_t i = 0; i < nodes->n; i++) {
    const Expr e = nodes->at[i];
    const ExprKind kind = expr_kind(s->pool, e);
    uint32_t place;
    d.number[e.id] = (uint32_t) i;
    if (kind == EXPR_SYMBOL && memo_get(&c->place, e.id, &place))
      bits_of(&d, e)[place / 64] |= (uint64_t) 1 << place % 64;
    if (kind == EXPR_SYMBOL || kind == EXPR_NUMBER) continue;
    for (size_t k = 0; k < expr_count(s->pool, e); k++)
      merge(&d, bits_of(&d, e), bits_of(&d, expr_operand(s->pool, e, k).e));
  }
  return d;
}

static size_t count_bits(const uint64_t *bits, size_t words) {
  size_t count = 0;
  for (size_t k = 0; k < words; k++)
    for (uint64_t rest = bits[k]; rest != 0; rest &= rest - 1) count++;
  return count;
}

// Counts the pairs of coordinates that move a mass together: an entry of M without such a pair is zero.
static size_t count_pairs(const Coordinates *c, const Dependence *d, const Roots *movers) {
  const size_t n = c->s->n;
  uint64_t *pairs = ARENA_ARRAY(c->s->arena, uint64_t, n * d->words),
           *moved = ARENA_ARRAY(c->s->arena, uint64_t, d->words);
  for (size_t i = 0; i < movers->n; i += 3) {
    for (size_t k = 0; k < d->words; k++) moved[k] = 0;
    for (size_t k = 0; k < 3; k++) merge(d, moved, bits_of(d, movers->at[i + k]));
    for (size_t j = 0; j < n; j++)
      if (moved[j / 64] >> j % 64 & 1) merge(d, pairs + j * d->words, moved);
  }
  return count_bits(pairs, n * d->words);
}

#define DOT 5  // operations of a product of two vectors

// Counts operations of M that bodies take which turn in space: W_i . I W_j for each pair of coordinates, and m J_i . J_j if
// these move the centre of mass, too. No two bodies have these vectors in common.
static size_t count_operations(const FreeSystem *s, const Dependence *d) {
  uint64_t *turned = ARENA_ARRAY(s->arena, uint64_t, d->words),
           *both = ARENA_ARRAY(s->arena, uint64_t, d->words);
  size_t count = 0;
  for (size_t i = 0; i < s->model->bodies.n; i++) {
    const Body *body = &s->model->bodies.at[i];
    if (body->frame == NOWHERE) continue;
    const Vec omega = s->model->frames.at[body->frame].omega_own;
    int axes = 0;
    for (size_t w = 0; w < d->words; w++) turned[w] = both[w] = 0;
    for (int k = 0; k < 3; k++) {
      axes += !expr_same(omega.x[k], EXPR_ZERO);
      merge(d, turned, bits_of(d, omega.x[k]));
      if (has_mass(body->mass)) merge(d, both, bits_of(d, body->at.x[k]));
    }
    if (axes < 2) continue;
    for (size_t w = 0; w < d->words; w++) both[w] &= turned[w];
    const size_t turning = count_bits(turned, d->words), moving = count_bits(both, d->words);
    count += DOT * (turning * (turning + 1) + moving * (moving + 1)) / 2;
  }
  return count;
}

// Do bodies turn only with the coordinates? Then their energy is quadratic in the velocities.
static bool turn_with_coordinates(const FreeSystem *s) {
  Expr *zero = ARENA_ARRAY(s->arena, Expr, s->n);
  for (size_t i = 0; i < s->n; i++) zero[i] = EXPR_ZERO;
  for (size_t i = 0; i < s->model->bodies.n; i++) {
    const size_t frame = s->model->bodies.at[i].frame;
    for (int k = 0; frame != NOWHERE && k < 3; k++) {
      const Expr omega = s->model->frames.at[frame].omega_own.x[k];
      if (!expr_same(expr_substitute(s->pool, omega, s->qd, zero, s->n), EXPR_ZERO)) return false;
    }
  }
  return true;
}

// Counts the entries of M, and the operations they take; false if M cannot wait.
static bool can_wait(const FreeSystem *s, LaterMasses *later) {
  const Coordinates c = number_coordinates(s);
  const Roots movers = list_movers(s), forces = list_forces(s);
  const ExprList moving = expr_reachable(s->pool, movers.at, movers.n, s->arena),
                 pushing = expr_reachable(s->pool, forces.at, forces.n, s->arena);
  if (!are_plain(&c, &moving, false) || !are_plain(&c, &pushing, true)) return false;
  if (moving.n > MOST_WORDS / ((s->n + 63) / 64) || !turn_with_coordinates(s)) return false;
  const Dependence d = find_dependence(&c, &moving);
  later->entries = count_pairs(&c, &d, &movers);
  later->operations = count_operations(s, &d);
  return later->entries > FULL_ENTRIES * s->n;
}

// Is the model one of masses and forces alone?
static bool has_only_masses(const FreeSystem *s) {
  const Model *model = s->model;
  if (s->n <= WAIT_LEAST || model->dynamics != DYNAMICS_ENERGY || !expr_is_none(model->kinetic))
    return false;
  for (size_t i = 0; i < s->n; i++)
    if (!expr_is_none(model->coordinates.at[i].rate)) return false;
  return model->constraints.n == 0 && model->speeds.n == 0 && !model->momenta_named;
}

LaterMasses *later_masses(const FreeSystem *s) {
  if (!has_only_masses(s)) return NULL;
  LaterMasses found = {.s = *s};
  const ArenaMark mark = arena_mark(s->arena);
  const bool waits = can_wait(s, &found);
  arena_release(s->arena, mark);
  if (!waits) return NULL;
  LaterMasses *later = ARENA_NEW(s->arena, LaterMasses);
  *later = found;
  return later;
}

// --- made when asked for -------------------------------------------------------------------------

static const LaterMasses *make(LaterMasses *later) {
  if (later->made) return later;
  const FreeSystem *s = &later->s;
  const ExprTrouble before = expr_trouble(s->pool);
  Inertia inertia = inertia_none(s);
  inertia_add_masses(s, &inertia);
  inertia_add_rest(s, EXPR_ZERO, &inertia);
  (void) expr_trouble(s->pool);
  expr_put_trouble(s->pool, before);
  later->matrices = (ProblemMatrices){inertia.M, inertia.F};
  later->momentum = inertia.p;
  later->made = true;
  return later;
}

const Matrix *problem_M(const Problem *p) {
  return p->later != NULL ? &make(p->later)->matrices.M : &p->made.M;
}

Expr *problem_F(const Problem *p) {
  return p->later != NULL ? make(p->later)->matrices.F : p->made.F;
}

size_t problem_entries(const Problem *p) {
  size_t entries = 0;
  if (p->later != NULL) return p->later->entries;
  for (size_t i = 0; p->made.M.at != NULL && i < p->m * p->m; i++)
    entries += !expr_same(p->made.M.at[i], EXPR_ZERO);
  return entries;
}

size_t problem_least_operations(const Problem *p) {
  return p->later != NULL ? p->later->operations : 0;
}

Expr *equations_momentum(const Equations *eq) {
  return eq->free.later != NULL ? make(eq->free.later)->momentum : eq->momentum;
}

const Expr *later_momentum(const Equations *eq) {
  return eq->momentum;
}

void later_replace(Equations *eq, Expr *M, Expr *F, Expr *momentum) {
  eq->free.made = (ProblemMatrices){{eq->n, eq->n, M}, F};
  eq->free.later = NULL;
  eq->momentum = momentum;
}

void later_settle(Equations *eq) {
  if (eq->free.later == NULL) return;
  const LaterMasses *made = make(eq->free.later);
  if (eq->problem.later != NULL) eq->problem.made = made->matrices;
  eq->free.made = made->matrices;
  eq->momentum = made->momentum;
  eq->free.later = eq->problem.later = NULL;
}
