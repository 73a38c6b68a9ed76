// ground/real_solve.c: finds a real state from a start, and encloses it.
//
// In:    equations by enclosures (real.c), a start (real_start.c)
// Out:   balls that contain a state. Variables that the equations leave open are rounded to a few digits, so that
//        messages can show the state.
// Law:   an equation that depends on others at the state is omitted only if it still holds slightly
//        beside the state when only the others are kept: (x - y)^2 = 0 is never omitted
// From:  docs/theory/real.md

#include "ground/balls.h"
#include <math.h>

typedef struct {
  RealPoint *point;
  const RealStart *start;
} Attempt;

// --- values --------------------------------------------------------------------------------------

void real_define(RealPoint *point, Expr symbol, Expr e) {
  if (expr_is_none(symbol)) return;
  const ArenaMark mark = arena_mark(&point->work);
  arb_ptr ball = vector_make(&point->work, 1);
  value_of_expr(point->eq->pool, e, &point->balls, point->bits, &point->work, ball);
  balls_set(&point->balls, symbol, ball);
  arena_release(&point->work, mark);
}

// The start of a symbol, searched from *next on; *next becomes the index after it: variables are asked for in the order
// of the starts, of which there may be a hundred thousand.
static Expr start_of(const RealStart *start, Expr symbol, size_t *next) {
  const size_t n = start->at.n;
  for (size_t k = 0; k < n; k++) {
    const size_t i = (*next + k) % n;
    if (!expr_same(start->at.at[i].symbol, symbol)) continue;
    *next = i + 1;
    return start->at.at[i].value;
  }
  return EXPR_ZERO;
}

static bool is_among(const Expr *list, size_t n, Expr symbol) {
  for (size_t i = 0; i < n; i++)
    if (expr_same(list[i], symbol)) return true;
  return false;
}

// --- the enclosures ------------------------------------------------------------------------------

// Adds what the initial state gives besides the variables: momenta, quasi-velocities.
static bool add_initial(RealPoint *point, size_t k, Formulas *equations) {
  const Equations *eq = point->eq;
  const Variables v = real_velocity_variables(eq);
  Arena *arena = &point->store;
  for (size_t i = 0; i < eq->model->initial.n; i++) {
    const Assignment *given = &eq->model->initial.at[i];
    const Role role = model_role(eq->model, given->symbol, NULL);
    if (role == ROLE_COORDINATE || role == ROLE_TIME || is_among(v.at, v.n, given->symbol))
      continue;
    const Expr e = real_in_state(
      point->source, expr_sub(eq->pool, given->symbol, real_constant(eq, given->value)), arena);
    if (expr_is_none(e)) return false;
    if (enclosure_of(eq, e, arena) == k) array_push(arena, equations, e);
  }
  return true;
}

// Makes the enclosure with the values of the initial state held.
static Enclosure *held_enclosure(RealPoint *point, size_t k) {
  const RealSource *source = point->source;
  const Formulas *f = &source->equations[k];
  Formulas equations = {0};
  Expr *unknown = ARENA_ARRAY(&point->store, Expr, source->enclosure[k]->columns + 1);
  size_t n = 0;
  for (size_t i = 0; i < f->n; i++) array_push(&point->store, &equations, f->at[i]);
  if (!add_initial(point, k, &equations)) return NULL;
  for (size_t j = 0; j < source->enclosure[k]->columns; j++)
    if (!real_is_initial(point->eq, source->enclosure[k]->unknown[j]))
      unknown[n++] = source->enclosure[k]->unknown[j];
  return enclosure_make(point->eq->pool, equations.at, equations.n, unknown, n, &point->store);
}

// Gives every variable its start; those that the enclosure does not change keep it.
static void put_start(const Attempt *a, size_t k) {
  RealPoint *point = a->point;
  const Enclosure *enclosure = point->enclosure[k];
  const Variables v = enclosure_variables(point->eq, k, &point->store);
  size_t next = 0;
  for (size_t i = 0; i < v.n; i++) {
    if (real_is_eliminated(point->source, v.at[i])) continue;
    const Expr value = start_of(a->start, v.at[i], &next);
    real_define(point, v.at[i], value);
    if (!is_among(enclosure->unknown, enclosure->columns, v.at[i]))
      array_push(&point->store, &point->fixed, ((Setting){v.at[i], value}));
  }
}

static bool is_pivot(const Enclosure *enclosure, size_t column) {
  for (size_t j = 0; j < enclosure->rank; j++)
    if (enclosure->column[j] == column) return true;
  return false;
}

static void save_unknowns(const RealPoint *point, const Enclosure *enclosure, arb_ptr to) {
  for (size_t j = 0; j < enclosure->columns; j++)
    arb_set(to + j, balls_get(&point->balls, enclosure->unknown[j]));
}

static void restore_unknowns(RealPoint *point, const Enclosure *enclosure, arb_srcptr from) {
  for (size_t j = 0; j < enclosure->columns; j++)
    balls_set(&point->balls, enclosure->unknown[j], from + j);
}

// Rounds the variables that the enclosure leaves open to this number of digits, and solves for the rest.
static bool round_and_enclose(RealPoint *point, Enclosure *enclosure, int digits) {
  const ArenaMark mark = arena_mark(&point->work);
  arb_ptr before = vector_make(&point->work, enclosure->columns);
  const size_t fixed = point->fixed.n;
  save_unknowns(point, enclosure, before);
  for (size_t j = 0; j < enclosure->columns; j++) {
    if (is_pivot(enclosure, j)) continue;
    const Expr value =
      real_decimal(point->eq->pool, arf_get_d(arb_midref(before + j), ARF_RND_NEAR), digits);
    real_define(point, enclosure->unknown[j], value);
    array_push(&point->store, &point->fixed, ((Setting){enclosure->unknown[j], value}));
  }
  const bool good = enclosure_enclose(enclosure, &point->balls, point->bits, &point->work);
  if (!good) restore_unknowns(point, enclosure, before);
  if (!good) point->fixed.n = fixed;
  arena_release(&point->work, mark);
  return good;
}

#define STEP_BITS 20  // size of a step that tests whether omitted equations hold beside the state

// Do the omitted equations hold slightly beside the state when the others are kept?
static bool are_implied(RealPoint *point, Enclosure *enclosure) {
  if (enclosure_is_exact(enclosure) || enclosure->rank == enclosure->columns) return true;
  const ArenaMark mark = arena_mark(&point->work);
  arb_ptr before = vector_make(&point->work, enclosure->columns),
          step = vector_make(&point->work, 1);
  uint64_t seed = 1;
  save_unknowns(point, enclosure, before);
  for (size_t j = 0; j < enclosure->columns; j++) {
    if (is_pivot(enclosure, j)) continue;
    seed = hash_mix(seed);
    arb_set_ui(step, 1 + (seed & 0xffff));
    arb_mul_2exp_si(step, step, -16 - STEP_BITS);
    arb_add(step, before + j, step, point->bits);
    balls_set(&point->balls, enclosure->unknown[j], step);
  }
  const bool good = enclosure_enclose(enclosure, &point->balls, point->bits, &point->work);
  restore_unknowns(point, enclosure, before);
  arena_release(&point->work, mark);
  return good;
}

static bool solve_stage(const Attempt *a, size_t k) {
  RealPoint *point = a->point;
  Enclosure *enclosure = a->start->held
                           ? held_enclosure(point, k)
                           : enclosure_copy(point->source->enclosure[k], &point->store);
  if (enclosure == NULL) return false;
  point->enclosure[k] = enclosure;
  put_start(a, k);
  if (!enclosure_find(enclosure, &point->balls, &point->work)) return false;
  point->exact = point->exact && enclosure_is_exact(enclosure);
  for (int digits = a->start->digits; digits <= 17; digits += 7)
    if (round_and_enclose(point, enclosure, digits)) return are_implied(point, enclosure);
  return false;
}

// --- what follows --------------------------------------------------------------------------------

// Defines eliminated variables, velocities, momenta, quasi-velocities.
static bool define_rest(RealPoint *point) {
  const Equations *eq = point->eq;
  const Model *model = eq->model;
  const Settings *eliminated = &point->source->eliminated;
  for (size_t i = eliminated->n; i-- > 0;)
    real_define(point, eliminated->at[i].symbol, eliminated->at[i].value);
  for (size_t i = 0; i < eq->n && eq->beside > 0; i++)
    real_define(point, eq->qd[i], eq->state.psi[i]);
  for (size_t i = 0; i < eq->n; i++)
    real_define(point, model->coordinates.at[i].p, equations_momentum(eq)[i]);
  for (size_t i = 0; i < model->speeds.n; i++)
    if (!expr_is_none(model->speeds.at[i].definition))
      real_define(point, model->speeds.at[i].z, model->speeds.at[i].definition);
  for (size_t i = 0; i < point->balls.ball.n; i++)
    if (!arb_is_finite(&point->balls.ball.at[i])) return false;
  return true;
}

// Are parameters that are positive in the model not negative? Conditions may require that they are.
static bool signs_are_kept(const RealPoint *point) {
  const Model *model = point->eq->model;
  for (size_t i = 0; i < model->parameters.n; i++) {
    const Expr symbol = model->parameters.at[i].symbol;
    const Expr value = real_constant(point->eq, symbol);
    const bool positive = expr_value(point->eq->pool, value, NULL, NULL, 0) > 0;
    if (positive && arb_is_negative(balls_get(&point->balls, symbol))) return false;
  }
  return true;
}

// Do the parameters satisfy every `assume`, judging by the balls?
static bool is_assumed(RealPoint *point) {
  const Model *model = point->eq->model;
  const ArenaMark mark = arena_mark(&point->work);
  arb_ptr ball = vector_make(&point->work, 1);
  bool good = true;
  for (size_t i = 0; i < model->assumptions.n && good; i++) {
    const Assumption *a = &model->assumptions.at[i];
    const Expr rest = expr_sub(point->eq->pool, a->larger, a->smaller);
    value_of_expr(point->eq->pool, rest, &point->balls, point->bits, &point->work, ball);
    good = a->strict ? !arb_is_nonpositive(ball) : !arb_is_negative(ball);
  }
  arena_release(&point->work, mark);
  return good;
}

// May left = right hold, judging by the balls? False if a side is undefined.
static bool may_hold(RealPoint *point, Expr left, Expr right) {
  const Expr roots[] = {left, right};
  BallProgram *program = ball_program_make(point->eq->pool, roots, 2, &point->work);
  ball_program_run(program, &point->balls, point->bits);
  return ball_program_is_finite(program) &&
         arb_overlaps(ball_program_value(program, 0), ball_program_value(program, 1));
}

// Checks conditions and constraints as stated: y'/x' = 1 does not hold if both vanish, though y' = x' does.
static bool all_hold(RealPoint *point) {
  const RealSource *source = point->source;
  const Constraints *c = &point->eq->constraints;
  const ArenaMark mark = arena_mark(&point->work);
  bool good = true;
  for (size_t i = 0; i < source->n_given && good; i++) {
    const Expr right = real_without_quantities(point->eq, source->given[i].right, &point->work);
    const Expr left = real_without_quantities(point->eq, source->given[i].left, &point->work);
    good = may_hold(point, left, right);
  }
  for (size_t a = 0; a < c->r && good; a++) {
    if (!expr_is_none(c->row[a].position)) good = may_hold(point, c->row[a].position, EXPR_ZERO);
    if (!expr_is_none(c->row[a].velocity))
      good = good && may_hold(point, c->row[a].velocity, EXPR_ZERO);
  }
  arena_release(&point->work, mark);
  return good;
}

// --- all of it -----------------------------------------------------------------------------------

static bool solve(RealPoint *point, const RealStart *start) {
  const Attempt a = {point, start};
  for (size_t k = 0; k < ENCLOSURES; k++)
    if (!solve_stage(&a, k)) return false;
  return define_rest(point) && all_hold(point) && is_assumed(point) &&
         (start->any_sign || signs_are_kept(point));
}

bool real_attempt(RealPoint *point, const RealStart *start) {
  point->balls = (Balls){.arena = &point->store};
  point->fixed = (Settings){0};
  point->exact = true;
  if (solve(point, start)) return true;
  balls_clear(&point->balls);
  arena_clear(&point->store);
  return false;
}

static void clear_point(void *object) {
  real_point_clear(object);
}

void real_point_clear(RealPoint *point) {
  if (point->cleared) return;
  balls_clear(&point->balls);
  arena_clear(&point->store);
  arena_clear(&point->work);
  point->cleared = true;
}

RealPoint *real_point_make(RealSource *source, Arena *arena) {
  RealPoint *point = ARENA_NEW(arena, RealPoint);
  *point = (RealPoint){.source = source, .eq = source->eq, .bits = REAL_BITS};
  arena_init(&point->store, arena->allocator, arena->guard);
  arena_init(&point->work, arena->allocator, arena->guard);
  arena_defer(arena, clear_point, point);
  return point;
}

RealPoint *real_neighbour(RealPoint *point, Arena *arena) {
  RealSource *source = point->source;
  if (source->n_given > 0 && source->plain == NULL)
    source->plain = real_source(source->eq, NULL, 0, source->arena);
  RealSource *plain = source->n_given > 0 ? source->plain : source;
  if (plain == NULL) return NULL;
  RealPoint *other = real_point_make(plain, arena);
  const RealStart start = real_start_beside(plain, point, arena);
  return real_attempt(other, &start) ? other : NULL;
}

static Status refine(RealPoint *point, int bits) {
  if (point->balls.ball.n == 0) return STATUS_UNABLE;  // it has failed before
  point->bits = bits;
  for (size_t i = 0; i < point->fixed.n; i++)
    real_define(point, point->fixed.at[i].symbol, point->fixed.at[i].value);
  for (size_t k = 0; k < ENCLOSURES; k++)
    if (!enclosure_enclose(point->enclosure[k], &point->balls, point->bits, &point->work))
      return STATUS_UNABLE;
  if (!define_rest(point)) return STATUS_UNABLE;
  return point->moves ? real_motion(point) : STATUS_OK;
}

Status real_refine(RealPoint *point, int bits) {
  const Status status = refine(point, bits);
  if (status != STATUS_OK) balls_clear(&point->balls);  // nothing is known any more
  return status;
}
