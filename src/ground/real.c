// ground/real.c: the source of real states: constraints and conditions, ready to be solved.
//
// In:    equations; conditions, each an equation in the quantities of a state
// Out:   equations in three enclosures, for parameters, positions and velocities
// How:   conditions that are linear in a variable eliminate it symbolically, so that constraints that
//        follow from them vanish identically and are omitted. The rest is solved enclosure by enclosure
//        (real_solve.c), from starts near the initial state and far from it (real_start.c), or beyond
//        places where a formula jumps (real_cross.c).
// From:  docs/theory/real.md

#include "algebra/algebra.h"
#include "ground/balls.h"
#include "ground/pieces.h"
#include "ground/range.h"
#include "methods/constraints.h"
#include <math.h>

#define NUMBERS_MOST 24
#define NUMBER_LEAST 4  // smaller ones are close enough to zero

// --- formulas in terms of the state --------------------------------------------------------------

static Expr quantity_formula(const Equations *eq, QuantityKind kind, size_t index) {
  switch (kind) {
    case QUANTITY_RESIDUAL: return eq->model->constraints.at[index].residual;
    case QUANTITY_ENERGY: return eq->energy;
    case QUANTITY_KINETIC_ENERGY: return eq->kinetic;
    case QUANTITY_POTENTIAL_ENERGY: return eq->potential;
    default: return EXPR_NONE;
  }
}

Expr real_without_quantities(const Equations *eq, Expr e, Arena *work) {
  const ExprList symbols = expr_symbols(eq->pool, &e, 1, work);
  for (size_t i = 0; i < symbols.n; i++) {
    QuantityKind kind;
    size_t index = 0;
    if (!model_quantity_of(eq->model, symbols.at[i], &kind, &index)) continue;
    if (kind == QUANTITY_LAMBDA || kind == QUANTITY_REACTION) continue;
    const Expr value = quantity_formula(eq, kind, index);
    if (expr_is_none(value)) continue;
    e = expr_substitute(eq->pool, e, &symbols.at[i], &value, 1);
  }
  return e;
}

Expr real_state_formula(const Equations *eq, Expr e, Arena *work) {
  const FreeSystem s = free_system(eq->model, eq->arena);
  e = real_without_quantities(eq, e, work);
  e = constraints_in_velocities(&s, e, equations_momentum(eq));
  return free_in_state_variables(eq, e);
}

Expr real_in_variables(const Equations *eq, Expr C) {
  if (expr_is_none(C)) return C;
  const Expr e = free_in_state_variables(eq, C);
  if (expr_is_none(e)) (void) expr_trouble(eq->pool);
  return e;
}

Variables real_velocity_variables(const Equations *eq) {
  return (Variables){eq->state.m, eq->state.z};
}

static Expr *parameter_symbols(const Equations *eq, Arena *arena) {
  const Model *model = eq->model;
  Expr *at = ARENA_ARRAY(arena, Expr, model->parameters.n + 1);
  at[0] = EXPR_TIME;
  for (size_t i = 0; i < model->parameters.n; i++) at[i + 1] = model->parameters.at[i].symbol;
  return at;
}

Variables enclosure_variables(const Equations *eq, size_t enclosure, Arena *arena) {
  if (enclosure == ENCLOSE_VELOCITIES) return real_velocity_variables(eq);
  if (enclosure == ENCLOSE_POSITIONS) return (Variables){eq->n, eq->q};
  return (Variables){eq->model->parameters.n + 1, parameter_symbols(eq, arena)};
}

size_t enclosure_of(const Equations *eq, Expr e, Arena *arena) {
  for (size_t k = ENCLOSURES; k-- > 1;) {
    const Variables v = enclosure_variables(eq, k, arena);
    if (expr_depends_on_any(eq->pool, e, v.at, v.n)) return k;
  }
  return ENCLOSE_PARAMETERS;
}

// --- values of the model -------------------------------------------------------------------------

Expr real_constant(const Equations *eq, Expr e) {
  return range_in_numbers(eq->model, e);
}

static bool find_assignment(const Assignments *list, Expr symbol, Expr *value) {
  for (size_t i = 0; i < list->n; i++) {
    if (!expr_same(list->at[i].symbol, symbol)) continue;
    *value = list->at[i].value;
    return true;
  }
  return false;
}

bool real_is_initial(const Equations *eq, Expr symbol) {
  Expr value;
  return find_assignment(&eq->model->initial, symbol, &value);
}

Expr real_start_value(const Equations *eq, Expr symbol, Expr otherwise) {
  Expr value;
  if (model_role(eq->model, symbol, NULL) == ROLE_CONSTANT) return real_constant(eq, symbol);
  const bool given = find_assignment(&eq->model->initial, symbol, &value) ||
                     find_assignment(&eq->model->guess, symbol, &value);
  const Expr e = given ? real_constant(eq, value) : otherwise;
  if (!expr_is_none(e)) return e;
  (void) expr_trouble(eq->pool);
  return otherwise;
}

// --- conditions ----------------------------------------------------------------------------------

bool real_is_eliminated(const RealSource *source, Expr symbol) {
  for (size_t i = 0; i < source->eliminated.n; i++)
    if (expr_same(source->eliminated.at[i].symbol, symbol)) return true;
  return false;
}

Expr real_in_state(const RealSource *source, Expr e, Arena *work) {
  const Equations *eq = source->eq;
  e = real_state_formula(eq, e, work);
  for (size_t i = 0; i < source->eliminated.n; i++)
    e = expr_substitute(eq->pool, e, &source->eliminated.at[i].symbol,
                        &source->eliminated.at[i].value, 1);
  if (expr_is_none(e)) (void) expr_trouble(eq->pool);
  return e;
}

// The value of the variable for which e vanishes, or EXPR_NONE if e is not linear in it.
static Expr linear_solution(ExprPool *pool, Expr e, Expr variable, bool *plain) {
  const Expr slope = expr_diff(pool, e, variable), zero = EXPR_ZERO;
  if (expr_same(slope, EXPR_ZERO) || expr_depends(pool, slope, variable)) return EXPR_NONE;
  *plain = expr_is_number(pool, slope);
  const Expr rest = expr_substitute(pool, e, &variable, &zero, 1);
  const Expr solution = expr_neg(pool, expr_div(pool, rest, slope));
  if (expr_is_none(solution)) (void) expr_trouble(pool);
  return solution;
}

// Prefers a variable with a number as its coefficient.
bool real_eliminate(RealSource *s, Expr e) {
  const Equations *eq = s->eq;
  const Variables v = enclosure_variables(eq, enclosure_of(eq, e, s->arena), s->arena);
  Setting found = {EXPR_NONE, EXPR_NONE};
  bool plain = false;
  for (size_t i = v.n; i-- > 0 && !plain;) {
    bool is_plain = false;
    if (!expr_depends(eq->pool, e, v.at[i])) continue;
    const Expr solution = linear_solution(eq->pool, e, v.at[i], &is_plain);
    if (expr_is_none(solution) || (!expr_is_none(found.value) && !is_plain)) continue;
    found = (Setting){v.at[i], solution};
    plain = is_plain;
  }
  if (expr_is_none(found.value)) return false;
  array_push(s->arena, &s->eliminated, found);
  return true;
}

// --- equations -----------------------------------------------------------------------------------

// Is a factor of e zero by a condition? Then e = 0 adds nothing, and its derivatives vanish there, so that Newton's
// method would not find that out.
static bool has_zero_factor(const RealSource *s, Expr e) {
  ExprPool *pool = s->eq->pool;
  if (s->n_given == 0) return false;
  const FactorList factors = algebra_factors(pool, s->arena, e);
  for (size_t i = 0; i < factors.n && factors.n > 1; i++)
    for (size_t k = 0; k < ENCLOSURES && ratio_sign(pool, factors.at[i].c) > 0; k++)
      for (size_t j = 0; j < s->equations[k].n; j++)
        if (expr_equal(pool, s->equations[k].at[j], factors.at[i].e)) return true;
  return false;
}

// Adds e = 0 to its enclosure, unless it holds already. Returns STATUS_UNABLE if it cannot hold.
static Status add_equation(RealSource *s, Expr e) {
  if (expr_is_none(e)) return STATUS_OK;
  e = real_in_state(s, e, s->arena);
  if (expr_is_none(e)) return STATUS_UNABLE;
  if (expr_is_number(s->eq->pool, e)) return expr_same(e, EXPR_ZERO) ? STATUS_OK : STATUS_UNABLE;
  Formulas *enclosure = &s->equations[enclosure_of(s->eq, e, s->arena)];
  for (size_t i = 0; i < enclosure->n; i++)
    if (expr_same(enclosure->at[i], e)) return STATUS_OK;
  if (has_zero_factor(s, e)) return STATUS_OK;
  array_push(s->arena, enclosure, e);
  return STATUS_OK;
}

static Status add_conditions(RealSource *s) {
  const Equations *eq = s->eq;
  Formulas left = {0};
  for (size_t i = 0; i < s->n_given; i++) {
    const Condition c = s->given[i];
    const Expr e = real_in_state(s, expr_sub(eq->pool, c.left, c.right), s->arena);
    if (expr_is_none(e)) return STATUS_UNABLE;
    if (!expr_same(e, EXPR_ZERO) && !real_eliminate(s, e)) array_push(s->arena, &left, e);
  }
  for (size_t i = 0; i < left.n; i++) TRY(add_equation(s, left.at[i]));
  return STATUS_OK;
}

static Status add_constraints(RealSource *s) {
  const Constraints *c = &s->eq->constraints;
  for (size_t a = 0; a < c->r; a++) {
    TRY(add_equation(s, c->row[a].position));
    TRY(add_equation(s, c->row[a].velocity));
  }
  return STATUS_OK;
}

// Makes an enclosure; its unknowns are the variables that its equations contain.
static void make_enclosure(RealSource *s, size_t k) {
  const Variables v = enclosure_variables(s->eq, k, s->arena);
  const Formulas *f = &s->equations[k];
  Expr *unknown = ARENA_ARRAY(s->arena, Expr, v.n + 1);
  size_t n = 0;
  for (size_t i = 0; i < v.n; i++) {
    bool occurs = false;
    for (size_t e = 0; e < f->n && !occurs; e++)
      occurs = expr_depends(s->eq->pool, f->at[e], v.at[i]);
    if (occurs && !real_is_eliminated(s, v.at[i])) unknown[n++] = v.at[i];
  }
  s->enclosure[k] = enclosure_make(s->eq->pool, f->at, f->n, unknown, n, s->arena);
  for (size_t i = 0; i < f->n && s->flat; i++)
    for (size_t j = 0; j < n; j++)
      s->flat = s->flat && !expr_depends_on_any(
                             s->eq->pool, expr_diff(s->eq->pool, f->at[i], unknown[j]), unknown, n);
}

static void add_number(RealSource *s, double value) {
  if (!isfinite(value) || value < NUMBER_LEAST || s->numbers.n >= NUMBERS_MOST) return;
  for (size_t i = 0; i < s->numbers.n; i++)
    if (fabs(s->numbers.at[i] - value) < 0.1 * value) return;
  array_push(s->arena, &s->numbers, value);
}

// Collects numbers in the equations, which show the magnitude of coordinates: circles around 0 and 300 are not found
// from starts near zero.
static void gather_numbers(RealSource *s) {
  ExprPool *pool = s->eq->pool;
  for (size_t k = ENCLOSE_POSITIONS; k < ENCLOSURES; k++) {
    const ExprList nodes = expr_reachable(pool, s->equations[k].at, s->equations[k].n, s->arena);
    for (size_t i = 0; i < nodes.n; i++)
      for (size_t j = 0;
           expr_kind(pool, nodes.at[i]) == EXPR_SUM && j < expr_count(pool, nodes.at[i]); j++) {
        const double c = fabs(ratio_double(pool, expr_operand(pool, nodes.at[i], j).c));
        add_number(s, c);
        add_number(s, c / 2);
        add_number(s, sqrt(c));
      }
  }
  for (size_t i = 0; i < s->eq->model->parameters.n; i++) {
    const Expr value = real_constant(s->eq, s->eq->model->parameters.at[i].symbol);
    add_number(s, fabs(expr_value(pool, value, NULL, NULL, 0)));
  }
}

// --- the interface -------------------------------------------------------------------------------

RealSource *real_source(const Equations *eq, const Condition *given, size_t n_given, Arena *arena) {
  RealSource *s = ARENA_NEW(arena, RealSource);
  *s = (RealSource){.eq = eq, .arena = arena, .given = given, .n_given = n_given, .flat = true};
  if (add_conditions(s) != STATUS_OK || add_constraints(s) != STATUS_OK) return NULL;
  for (size_t k = 0; k < ENCLOSURES; k++) make_enclosure(s, k);
  if (!s->flat) gather_numbers(s);
  return s;
}

void real_hold_parameters(RealSource *source) {
  source->for_values = true;
}

bool real_is_flat(const RealSource *source) {
  return source->flat;
}

Status real_draw(RealSource *source, unsigned draw, Arena *arena, RealPoint **point) {
  *point = real_point_make(source, arena);
  for (unsigned i = 0; i < real_tries(draw); i++) {
    const ArenaMark mark = arena_mark(&(*point)->work);
    const RealStart start = real_start(source, draw, i, &(*point)->work);
    const bool found = real_attempt(*point, &start);
    arena_release(&(*point)->work, mark);
    if (found) return STATUS_OK;
  }
  real_point_clear(*point);
  return STATUS_UNABLE;
}

Status real_point(const Equations *eq, const Condition *given, size_t n_given, unsigned draw,
                  Arena *arena, RealPoint **point) {
  Equations free = *eq;
  free.constraints.r = 0;
  const GroundPieces pieces = ground_pieces(&free, given, n_given, arena);
  for (size_t b = 0; b < pieces.n; b++) {
    const GroundPiece *piece = &pieces.at[(draw + b) % pieces.n];
    RealSource *source = real_source(eq, piece->given, piece->n, arena);
    if (source != NULL && real_draw(source, draw, arena, point) == STATUS_OK) return STATUS_OK;
  }
  return STATUS_UNABLE;
}

bool real_is_exact(const RealPoint *point) {
  return point->exact;
}
