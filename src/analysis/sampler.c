// analysis/sampler.c: candidates for first integrals at points of the constraint manifold.
//
// In:    an Ansatz
// Out:   values and rates along the motion of all candidates, point by point
// From:  docs/theory/integrals.md (2)
// How:   every second number has a square root in a field. With k different roots one random point in 2^k has
//        them all; so coordinates are chosen one after the other, each redrawn until the roots that it
//        completes exist
// Cost:  only functions and letters are evaluated; candidates are combined from their values, without building
//        expressions

#include "analysis/integrals_impl.h"
#include "base/table.h"
#include "expr/field.h"

#define STAND_PATIENCE 400  // points without motion, or without a root, before giving up
#define ROOT_PATIENCE 1000  // values of a coordinate, until all roots that it completes exist

uint64_t sampler_residue(uint64_t *seed) {
  *seed = hash_mix(*seed + 0x9e3779b97f4a7c15u);
  return 1 + *seed % (field_prime(SAMPLER_FIELD) - 1);
}

uint64_t sampler_pin(Sampler *s, Expr symbol, uint64_t value, bool angle) {
  Pin pin = {.symbol = symbol, .angle = angle};
  // parameters have square roots, with the same signs at all points; e^(i*symbol) is a 24th power
  for (int k = 0; k < FIELD_COUNT; k++)
    pin.value.v[k] = field_pow(k, value % field_prime(k), angle ? 24 : 2);
  uint32_t i;
  if (memo_get(&s->places, symbol.id, &i) && i < s->pins.n &&
      expr_same(s->pins.at[i].symbol, symbol)) {
    s->pins.at[i] = pin;
  } else {
    memo_put(s->work, &s->places, symbol.id, (uint32_t) s->pins.n);
    array_push(s->work, &s->pins, pin);
  }
  return pin.value.v[SAMPLER_FIELD];
}

void sampler_pin_parameters(Sampler *s, uint64_t seed) {
  const Model *model = s->ansatz->eq->model;
  for (size_t i = 0; i < model->parameters.n; i++) {
    const Expr symbol = model->parameters.at[i].symbol;
    if (expr_symbol_is_used(s->ansatz->eq->pool, symbol))
      (void) sampler_pin(s, symbol, sampler_residue(&seed), false);
  }
}

// --- square roots --------------------------------------------------------------------------------

// Does a constraint on positions contain the coordinate? Then its value cannot be chosen.
static bool is_bound(const Equations *eq, Expr q) {
  for (size_t a = 0; a < eq->constraints.r; a++) {
    const Expr h = eq->constraints.row[a].position;
    if (!expr_is_none(h) && expr_depends(eq->pool, h, q)) return true;
  }
  return false;
}

// Does it consist of parameters, t, and unconstrained coordinates outside functions?
static bool is_choosable(const Sampler *s, Expr e) {
  const Equations *eq = s->ansatz->eq;
  const ExprList nodes = expr_reachable(eq->pool, &e, 1, s->work);
  bool found = false;
  for (size_t i = 0; i < nodes.n; i++) {
    const ExprKind kind = expr_kind(eq->pool, nodes.at[i]);
    if (kind == EXPR_FUNCTION && expr_depends_on_any(eq->pool, nodes.at[i], eq->q, eq->n))
      return false;
    if (kind != EXPR_SYMBOL) continue;
    const Role role = model_role(eq->model, nodes.at[i], NULL);
    if ((role & (ROLE_CONSTANT | ROLE_TIME | ROLE_COORDINATE)) == 0) return false;
    if (role == ROLE_COORDINATE && is_bound(eq, nodes.at[i])) return false;
    found = found || role == ROLE_COORDINATE;
  }
  return found;
}

static void add_radicand(Sampler *s, Expr e) {
  for (size_t i = 0; i < s->radicands.n; i++)
    if (expr_same(s->radicands.at[i], e)) return;
  if (is_choosable(s, e)) array_push(s->work, &s->radicands, e);
}

static void gather_radicands(Sampler *s, const Expr *roots, size_t n) {
  ExprPool *pool = s->ansatz->pool;
  const ExprList nodes = expr_reachable(pool, roots, n, s->work);
  for (size_t i = 0; i < nodes.n; i++) {
    if (expr_kind(pool, nodes.at[i]) != EXPR_PRODUCT) continue;
    for (size_t k = 0; k < expr_count(pool, nodes.at[i]); k++) {
      const ExprTerm factor = expr_operand(pool, nodes.at[i], k);
      long num, den;
      if (ratio_get(pool, factor.c, &num, &den) && den == 2) add_radicand(s, factor.e);
    }
  }
}

static bool is_pinned(const Sampler *s, Expr symbol) {
  for (size_t i = 0; i < s->pins.n; i++)
    if (expr_same(s->pins.at[i].symbol, symbol)) return true;
  return false;
}

static void pin_at(Sampler *s, FieldPoint *point, Expr symbol, uint64_t *seed) {
  Pin pin = {.symbol = symbol};
  for (int k = 0; k < FIELD_COUNT; k++) {
    const uint64_t r = sampler_residue(seed) % field_prime(k);
    pin.value.v[k] =
      model_role(s->ansatz->eq->model, symbol, NULL) == ROLE_COORDINATE ? r : field_mul(k, r, r);
  }
  field_point_set(point, symbol, pin.value);
  if (is_pinned(s, symbol))
    s->pins.at[s->pins.n - 1] = pin;
  else
    array_push(s->work, &s->pins, pin);
}

// Have all radicands a root that depend on coordinate i, but on none after it?
static bool has_roots(const Sampler *s, FieldPoint *point, size_t i) {
  const Equations *eq = s->ansatz->eq;
  for (size_t k = 0; k < s->radicands.n; k++) {
    const Expr e = s->radicands.at[k];
    if (!expr_depends(eq->pool, e, eq->q[i]) ||
        expr_depends_on_any(eq->pool, e, eq->q + i + 1, eq->n - i - 1))
      continue;
    const Expr root = expr_sqrt(eq->pool, e);
    Fingerprint value;
    point->lacks_root = 0;
    if (!field_point_values(point, &root, 1, &value) || point->lacks_root >> SAMPLER_FIELD & 1)
      return false;
  }
  return true;
}

// Chooses the coordinates and parameters under roots, and pins them.
static void choose_roots(Sampler *s, uint64_t seed) {
  const Equations *eq = s->ansatz->eq;
  if (s->radicands.n == 0) return;
  FieldPoint *point = field_point_create(eq->pool, &s->points);
  field_point_take_roots(point, 0, s->fields.signs);
  for (size_t i = 0; i < s->pins.n; i++) {
    const Pin *pin = &s->pins.at[i];
    if (pin->angle)
      field_point_set_angle(point, pin->symbol, pin->value);
    else
      field_point_set(point, pin->symbol, pin->value);
  }
  const ExprList symbols = expr_symbols(eq->pool, s->radicands.at, s->radicands.n, &s->points);
  for (size_t i = 0; i < symbols.n; i++)
    if (expr_symbol_kind(eq->pool, symbols.at[i]) == SYMBOL_CONSTANT &&
        !expr_same(symbols.at[i], EXPR_PI) && !is_pinned(s, symbols.at[i]))
      pin_at(s, point, symbols.at[i], &seed);
  for (size_t i = 0; i < eq->n; i++) {
    bool below = false;
    for (size_t k = 0; k < symbols.n; k++) below = below || expr_same(symbols.at[k], eq->q[i]);
    for (size_t k = 0; below && k < ROOT_PATIENCE; k++) {
      pin_at(s, point, eq->q[i], &seed);
      if (has_roots(s, point, i)) break;
    }
  }
}

// --- the sampler ---------------------------------------------------------------------------------

static void clear_points(void *points) {
  arena_clear(points);
}

Sampler *sampler_open(const Ansatz *ansatz, const Expr *more, size_t n, Arena *work) {
  Sampler *s = ARENA_NEW(work, Sampler);
  *s = (Sampler){.ansatz = ansatz, .work = work};
  s->fields = field_motion_open(ansatz->eq, NULL, 0, work);
  arena_init(&s->points, work->allocator, work->guard);
  arena_defer(work, clear_points, &s->points);
  s->fields.arena = &s->points;
  s->fields.signs = 1;
  (void) sampler_pin(s, EXPR_TIME, 1, false);
  for (size_t i = 0; i < ansatz->functions.n; i++) {
    array_push(work, &s->roots, ansatz->functions.at[i].e);
    array_push(work, &s->roots, ansatz->functions.at[i].rate);
  }
  for (size_t i = 0; i < ansatz->letters.n; i++) {
    array_push(work, &s->roots, ansatz->letters.at[i].e);
    array_push(work, &s->roots, ansatz->letters.at[i].rate);
  }
  for (size_t i = 0; i < n; i++) array_push(work, &s->roots, more[i]);
  const Equations *eq = ansatz->eq;
  gather_radicands(s, s->roots.at, s->roots.n);
  gather_radicands(s, problem_M(&eq->free)->at, eq->n * eq->n);
  gather_radicands(s, problem_F(&eq->free), eq->n);
  gather_radicands(s, eq->constraints.A.at, eq->n * eq->constraints.r);
  gather_radicands(s, eq->constraints.b, eq->constraints.r);
  s->value = ARENA_ARRAY(work, Fingerprint, s->roots.n + 1);
  return s;
}

static bool lacks_root(const Sampler *s) {
  return s->fields.point->lacks_root >> SAMPLER_FIELD & 1;
}

void sampler_share(Sampler *s, SamplePoints *points) {
  // with roots, points are chosen for the candidates and cannot be shared
  if (s->radicands.n == 0) s->shared = points;
}

// Finds the motion at a point; keeps the values of symbols for other samplers.
static Status go_to(Sampler *s, unsigned draw) {
  SamplePoints *shared = s->shared;
  if (shared == NULL) return field_motion_go(&s->fields, draw);
  if (draw == shared->at.n) {
    const Status status = field_motion_go(&s->fields, draw);
    const bool lacks = status == STATUS_OK && lacks_root(s);
    FieldPoint *kept =
      status == STATUS_OK ? field_point_copy(s->fields.point, shared->arena) : NULL;
    array_push(shared->arena, &shared->at, ((FieldMotionPoint){kept, status, lacks}));
    return status;
  }
  const FieldMotionPoint kept = shared->at.at[draw];
  if (kept.status != STATUS_OK) return kept.status;
  s->fields.point = field_point_copy(kept.point, &s->points);
  s->fields.point->lacks_root = (unsigned) kept.lacks_root << SAMPLER_FIELD;
  return kept.status;
}

bool sampler_next(Sampler *s) {
  for (s->idle = 0; s->idle < STAND_PATIENCE; s->idle++) {
    const unsigned draw = s->draw++;
    arena_release(&s->points, (ArenaMark){0});
    uint64_t seed = draw + 1;
    (void) sampler_pin(s, EXPR_TIME, sampler_residue(&seed), false);
    const size_t pinned = s->pins.n;
    choose_roots(s, seed);
    s->fields.pins = (Pins){s->pins.at, s->pins.n, true};
    s->pins.n = pinned;
    const Status status = go_to(s, draw);
    if (status == STATUS_UNABLE) return false;
    if (status != STATUS_OK || lacks_root(s)) continue;
    if (!field_point_values(s->fields.point, s->roots.at, s->roots.n, s->value)) continue;
    if (!lacks_root(s)) return true;
  }
  return false;
}

static uint64_t function_part(const Sampler *s, const Candidate *c, bool rate) {
  return s->value[2 * c->function + rate].v[SAMPLER_FIELD];
}

static uint64_t letter_part(const Sampler *s, const Candidate *c, size_t i, bool rate) {
  return s->value[2 * (s->ansatz->functions.n + c->letter[i]) + rate].v[SAMPLER_FIELD];
}

uint64_t sampler_value(const Sampler *s, const Candidate *c) {
  uint64_t value = function_part(s, c, false);
  for (size_t i = 0; i < c->degree; i++)
    value = field_mul(SAMPLER_FIELD, value, letter_part(s, c, i, false));
  return value;
}

// (f u v)' = f' u v + f u' v + f u v'
uint64_t sampler_rate(const Sampler *s, const Candidate *c) {
  uint64_t sum = 0;
  for (size_t k = 0; k <= c->degree; k++) {
    uint64_t term = function_part(s, c, k == c->degree);
    for (size_t i = 0; i < c->degree; i++)
      term = field_mul(SAMPLER_FIELD, term, letter_part(s, c, i, i == k));
    sum = field_add(SAMPLER_FIELD, sum, term);
  }
  return sum;
}

uint64_t sampler_more(const Sampler *s, size_t i) {
  return s->value[2 * (s->ansatz->functions.n + s->ansatz->letters.n) + i].v[SAMPLER_FIELD];
}

// --- backwards -----------------------------------------------------------------------------------

// Is a piece with its rate the same backwards or, if it is odd, of opposite sign? Its rate is then the other way round.
static bool piece_reverses(const Fingerprint *before, const Fingerprint *after, bool odd) {
  for (int rate = 0; rate < 2; rate++) {
    const uint64_t x = before[rate].v[SAMPLER_FIELD], back = after[rate].v[SAMPLER_FIELD];
    if (back != (odd == (rate == 0) ? field_sub(SAMPLER_FIELD, 0, x) : x)) return false;
  }
  return true;
}

bool sampler_reverses(Sampler *s) {
  FieldPoint *here = s->fields.point;
  const Ansatz *a = s->ansatz;
  const size_t functions = a->functions.n, n = functions + a->letters.n;
  Expr *speed = ARENA_ARRAY(&s->points, Expr, a->letters.n + 1);
  size_t speeds = 0;
  for (size_t i = 0; i < a->letters.n; i++)
    for (size_t k = 0; k < a->eq->state.m; k++)
      if (expr_same(a->letters.at[i].e, a->eq->state.z[k])) speed[speeds++] = a->letters.at[i].e;
  Fingerprint *back = ARENA_ARRAY(&s->points, Fingerprint, 2 * n + 1);
  bool reverses = field_motion_reverse(&s->fields, speed, speeds) &&
                  field_point_values(s->fields.point, s->roots.at, 2 * n, back) && !lacks_root(s);
  s->fields.point = here;
  for (size_t i = 0; reverses && i < n; i++)
    reverses = piece_reverses(s->value + 2 * i, back + 2 * i, i >= functions);
  return reverses;
}
