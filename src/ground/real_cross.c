// ground/real_cross.c: states on a chosen side of places where a formula jumps or bends.
//
// In:    a state, and functions of the state that vanish where |u|, a root, a logarithm or an inverse
//        function changes its form
// Out:   a state beyond the nearest zero of one function, as seen from the given one; or a state at which
//        several of them have chosen values, e.g. small ones of chosen signs; or a state with one
//        parameter multiplied by a large factor
// How:   Newton steps of least norm from the state to a common zero of the equations and the
//        function; then as far again in the same direction, and back to the equations. The function
//        need not change its sign: sqrt(1 - sin(x)^2) bends where 1 - sin(x)^2 touches zero.
// Not:   the new state may lie on another part of the manifold; any state will do

#include "ground/balls.h"
#include <math.h>

#define NEAR_BITS 40  // precision of a zero
#define NEARER 3      // attempts closer to the zero, if there is no state as far beyond it

typedef struct {
  const RealSource *source;
  RealPoint *from;
  const Expr *e;  // functions that are to vanish
  size_t n;
  double reach;  // how far to go beyond
  Arena *work;
  Formulas equations, unknowns;
} Cross;

// --- what is solved ------------------------------------------------------------------------------

static void add_stage(Cross *c, size_t k) {
  const Equations *eq = c->source->eq;
  const Formulas *f = &c->source->equations[k];
  const Variables v = enclosure_variables(eq, k, c->work);
  for (size_t i = 0; i < f->n; i++) array_push(c->work, &c->equations, f->at[i]);
  for (size_t i = 0; i < v.n; i++) {
    const bool held = k == ENCLOSE_PARAMETERS && c->source->for_values;
    if (!held && !real_is_eliminated(c->source, v.at[i]))
      array_push(c->work, &c->unknowns, v.at[i]);
  }
}

// Adds M q'' = F + B^T lambda, A q'' = b, for a function of accelerations and multipliers.
static void add_motion(Cross *c) {
  const Equations *eq = c->source->eq;
  ExprPool *pool = eq->pool;
  for (size_t i = 0; i < eq->n; i++) {
    const Expr force =
      expr_add(pool, problem_F(&eq->free)[i], constraints_reaction(pool, &eq->constraints, i));
    const Expr sum =
      expr_sub(pool, matrix_row_times(pool, problem_M(&eq->free), i, eq->qdd), force);
    array_push(c->work, &c->equations, real_in_state(c->source, sum, c->work));
    array_push(c->work, &c->unknowns, eq->qdd[i]);
  }
  for (size_t a = 0; a < eq->constraints.r; a++) {
    Expr sum = expr_neg(pool, eq->constraints.b[a]);
    for (size_t j = 0; j < eq->n; j++)
      sum =
        expr_add(pool, sum, expr_mul(pool, *matrix_entry(&eq->constraints.A, a, j), eq->qdd[j]));
    array_push(c->work, &c->equations, real_in_state(c->source, sum, c->work));
    array_push(c->work, &c->unknowns, eq->constraints.row[a].lambda);
  }
}

static bool is_unknown(const Cross *c, Expr symbol) {
  for (size_t i = 0; i < c->unknowns.n; i++)
    if (expr_same(c->unknowns.at[i], symbol)) return true;
  return false;
}

// Do they contain accelerations or multipliers?
static bool has_motion(const Cross *c) {
  const Equations *eq = c->source->eq;
  for (size_t i = 0; i < c->n; i++) {
    if (expr_depends_on_any(eq->pool, c->e[i], eq->qdd, eq->n)) return true;
    for (size_t a = 0; a < eq->constraints.r; a++)
      if (expr_depends(eq->pool, c->e[i], eq->constraints.row[a].lambda)) return true;
  }
  return false;
}

// Is every symbol in them solved for, or does it have a value?
static bool is_known(const Cross *c) {
  const ExprList inside = expr_symbols(c->source->eq->pool, c->e, c->n, c->work);
  for (size_t i = 0; i < inside.n; i++)
    if (!is_unknown(c, inside.at[i]) && !expr_same(inside.at[i], EXPR_PI) &&
        balls_get(&c->from->balls, inside.at[i]) == NULL)
      return false;
  return true;
}

// --- there and beyond ----------------------------------------------------------------------------

// Goes to a common zero and beyond, using the balls of the state temporarily. Returns false if there is no zero.
static bool go_beyond(Cross *c, RealStart *start) {
  Balls *balls = &c->from->balls;
  const size_t n = c->unknowns.n;
  arb_ptr before = vector_make(c->work, n + 1), beyond = vector_make(c->work, 1);
  Enclosure *enclosure = enclosure_make(c->source->eq->pool, c->equations.at, c->equations.n,
                                        c->unknowns.at, n, c->work);
  enclosure->found_bits = NEAR_BITS;
  for (size_t j = 0; j < n; j++) {
    const arb_struct *ball = balls_get(balls, c->unknowns.at[j]);
    if (ball == NULL) return false;
    arb_set(before + j, ball);
  }
  const bool found = enclosure_find(enclosure, balls, c->work);
  for (size_t j = 0; found && j < n; j++) {
    arb_sub(beyond, balls_get(balls, c->unknowns.at[j]), before + j, 64);
    const double way = arf_get_d(arb_midref(beyond), ARF_RND_NEAR) * (1 + c->reach);
    const double at = arf_get_d(arb_midref(before + j), ARF_RND_NEAR);
    for (size_t i = 0; i < start->at.n; i++)
      if (expr_same(start->at.at[i].symbol, c->unknowns.at[j]))
        start->at.at[i].value = real_decimal(c->source->eq->pool, at + way, 12);
  }
  for (size_t j = 0; j < n; j++) balls_set(balls, c->unknowns.at[j], before + j);
  return found;
}

// Tries with only the variables of the last enclosure, or with all of them.
static bool try_crossing(Cross *c, bool all, RealStart *start) {
  size_t last = 0;
  for (size_t i = 0; i < c->n; i++) {
    const size_t k = enclosure_of(c->source->eq, c->e[i], c->work);
    if (k > last) last = k;
  }
  const bool moving = has_motion(c);
  c->equations.n = c->unknowns.n = 0;
  for (size_t k = 0; k < ENCLOSURES; k++)
    if (all || moving || k == last) add_stage(c, k);
  if (moving) add_motion(c);
  for (size_t i = 0; i < c->n; i++) array_push(c->work, &c->equations, c->e[i]);
  return c->unknowns.n > 0 && is_known(c) && go_beyond(c, start);
}

static Status cross(Cross *c, RealSource *source, Arena *arena, RealPoint **point) {
  bool found = false, good = c->from->balls.ball.n > 0;
  RealPoint *to = real_point_make(source, arena);
  c->work = &to->work;
  Expr *e = ARENA_ARRAY(c->work, Expr, c->n);
  for (size_t i = 0; i < c->n; i++) {
    e[i] = real_in_state(source, c->e[i], c->work);
    good = good && !expr_is_none(e[i]) && !expr_is_number(source->eq->pool, e[i]);
  }
  c->e = e;
  const double reach = c->reach;
  for (int i = 0; good && i < 2 * NEARER && !found; i++) {
    const bool all = i >= NEARER;
    RealStart start = real_start_at(source, c->from, c->work);
    c->reach = reach * pow(100, -(i % NEARER));
    if (try_crossing(c, all, &start) && (i % NEARER == 0 || reach > 0))
      found = real_attempt(to, &start);
    else
      i += NEARER - 1 - i % NEARER;  // no zero: closer attempts are useless
  }
  arena_clear(&to->work);
  if (!found) real_point_clear(to);
  *point = to;
  return found ? STATUS_OK : STATUS_UNABLE;
}

Status real_cross(RealSource *source, RealPoint *from, Expr e, double reach, Arena *arena,
                  RealPoint **point) {
  Cross c = {.source = source, .from = from, .e = &e, .n = 1, .reach = reach};
  return cross(&c, source, arena, point);
}

Status real_reach(RealSource *source, RealPoint *from, const Expr *e, const double *value, size_t n,
                  Arena *arena, RealPoint **point) {
  ExprPool *pool = source->eq->pool;
  Expr *rest = ARENA_ARRAY(arena, Expr, n);
  for (size_t i = 0; i < n; i++) rest[i] = expr_sub(pool, e[i], real_decimal(pool, value[i], 6));
  Cross c = {.source = source, .from = from, .e = rest, .n = n};
  return cross(&c, source, arena, point);
}

Status real_scale(RealSource *source, RealPoint *from, Expr parameter, double factor, Arena *arena,
                  RealPoint **point) {
  RealPoint *to = real_point_make(source, arena);
  RealStart start = real_start_at(source, from, &to->work);
  bool found = false;
  for (size_t i = 0; i < start.at.n; i++) {
    Setting *at = &start.at.at[i];
    if (!expr_same(at->symbol, parameter)) continue;
    const double value = factor * expr_value(source->eq->pool, at->value, NULL, NULL, 0);
    at->value = real_decimal(source->eq->pool, value, 6);
    found = value != 0 && isfinite(value);
  }
  found = found && !source->for_values && real_attempt(to, &start);
  arena_clear(&to->work);
  if (!found) real_point_clear(to);
  *point = to;
  return found ? STATUS_OK : STATUS_UNABLE;
}
