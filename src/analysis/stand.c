// analysis/stand.c: candidates for first integrals at points of the constraint manifold.
//
// In:    an Ansatz
// Out:   values and rates along the motion of all candidates at one point after the other
// From:  docs/theory/integrals.md (2)
// Cost:  functions and letters are evaluated, and combined in numbers: no expression is built for
//        a candidate

#include "analysis/integrals_impl.h"
#include "base/table.h"
#include "expr/field.h"

#define STAND_PATIENCE 60  // points without motion, or without a root, before it is given up

uint64_t random_residue(uint64_t *seed) {
  *seed = hash_mix(*seed + 0x9e3779b97f4a7c15u);
  return 1 + *seed % (field_prime(STAND_FIELD) - 1);
}

uint64_t stand_pin(Stand *s, Expr symbol, uint64_t value, bool angle) {
  Pin pin = {.symbol = symbol, .angle = angle};
  // parameters have square roots, of the same signs at all points; e^(i*symbol) is a 24th power
  for (int k = 0; k < FIELD_COUNT; k++)
    pin.value.v[k] = field_pow(k, value % field_prime(k), angle ? 24 : 2);
  for (size_t i = 0; i < s->pins.n; i++)
    if (expr_same(s->pins.at[i].symbol, symbol)) {
      s->pins.at[i] = pin;
      return pin.value.v[STAND_FIELD];
    }
  array_push(s->work, &s->pins, pin);
  return pin.value.v[STAND_FIELD];
}

void stand_pin_parameters(Stand *s, uint64_t seed) {
  const Model *model = s->ansatz->eq->model;
  for (size_t i = 0; i < model->parameters.n; i++)
    (void) stand_pin(s, model->parameters.at[i].symbol, random_residue(&seed), false);
}

static void clear_points(void *points) {
  arena_clear(points);
}

Stand *stand_open(const Ansatz *ansatz, const Expr *more, size_t n, Arena *work) {
  Stand *s = ARENA_NEW(work, Stand);
  *s = (Stand){.ansatz = ansatz, .work = work};
  s->court = court_open(ansatz->eq, NULL, 0, work);
  arena_init(&s->points, work->allocator, work->guard);
  arena_defer(work, clear_points, &s->points);
  s->court.arena = &s->points;
  s->court.signs = 1;
  (void) stand_pin(s, EXPR_TIME, 1, false);
  for (size_t i = 0; i < ansatz->functions.n; i++) {
    array_push(work, &s->roots, ansatz->functions.at[i].e);
    array_push(work, &s->roots, ansatz->functions.at[i].rate);
  }
  for (size_t i = 0; i < ansatz->letters.n; i++) {
    array_push(work, &s->roots, ansatz->letters.at[i].e);
    array_push(work, &s->roots, ansatz->letters.at[i].rate);
  }
  for (size_t i = 0; i < n; i++) array_push(work, &s->roots, more[i]);
  s->value = ARENA_ARRAY(work, Fingerprint, s->roots.n + 1);
  return s;
}

bool stand_next(Stand *s) {
  for (s->idle = 0; s->idle < STAND_PATIENCE; s->idle++) {
    const unsigned draw = s->draw++;
    arena_release(&s->points, (ArenaMark){0});
    uint64_t seed = draw + 1;
    (void) stand_pin(s, EXPR_TIME, random_residue(&seed), false);
    s->court.pins = (Pins){s->pins.at, s->pins.n};
    const Status status = court_go(&s->court, draw);
    if (status == STATUS_UNABLE) return false;
    if (status != STATUS_OK) continue;
    if (!field_point_values(s->court.point, s->roots.at, s->roots.n, s->value)) continue;
    if (!court_lacks_roots(&s->court)) return true;
  }
  return false;
}

static uint64_t function_part(const Stand *s, const Candidate *c, bool rate) {
  return s->value[2 * c->function + rate].v[STAND_FIELD];
}

static uint64_t letter_part(const Stand *s, const Candidate *c, size_t i, bool rate) {
  return s->value[2 * (s->ansatz->functions.n + c->letter[i]) + rate].v[STAND_FIELD];
}

uint64_t stand_value(const Stand *s, const Candidate *c) {
  uint64_t value = function_part(s, c, false);
  for (size_t i = 0; i < c->degree; i++)
    value = field_mul(STAND_FIELD, value, letter_part(s, c, i, false));
  return value;
}

// (f u v)' = f' u v + f u' v + f u v'
uint64_t stand_rate(const Stand *s, const Candidate *c) {
  uint64_t sum = 0;
  for (size_t k = 0; k <= c->degree; k++) {
    uint64_t term = function_part(s, c, k == c->degree);
    for (size_t i = 0; i < c->degree; i++)
      term = field_mul(STAND_FIELD, term, letter_part(s, c, i, i == k));
    sum = field_add(STAND_FIELD, sum, term);
  }
  return sum;
}

uint64_t stand_more(const Stand *s, size_t i) {
  return s->value[2 * (s->ansatz->functions.n + s->ansatz->letters.n) + i].v[STAND_FIELD];
}

uint64_t stand_symbol(Stand *s, Expr e) {
  Fingerprint value;
  return court_value(&s->court, e, &value) ? value.v[STAND_FIELD] : 0;
}
