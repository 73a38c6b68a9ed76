// ground/real_compare.c: compares formulas at a real state, and describes the state.

#include "ground/balls.h"
#include <math.h>

// --- where a formula is defined ------------------------------------------------------------------

bool ball_program_is_outside(const BallProgram *program, Expr e) {
  ExprPool *pool = program->pool;
  const ExprKind kind = expr_kind(pool, e);
  const Function fn = kind == EXPR_FUNCTION ? expr_function(pool, e) : FN_COUNT;
  const bool arc = fn == FN_ASIN || fn == FN_ACOS;
  if (kind != EXPR_PRODUCT && fn != FN_LOG && !arc) return false;
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const ExprTerm term = expr_operand(pool, e, i);
    uint32_t place = 0;
    if (kind == EXPR_PRODUCT && ratio_is_integer(pool, term.c)) continue;
    memo_get(&program->place, term.e.id, &place);
    arb_srcptr a = program->value + place;
    if (!arb_is_finite(a)) continue;
    arb_t rest;
    arb_init(rest);
    arb_one(rest);
    if (arc) arb_submul(rest, a, a, 64);
    const bool outside = arb_is_negative(arc ? rest : a);
    arb_clear(rest);
    if (outside) return true;
  }
  return false;
}

// Is a higher precision useless, because a symbol is unknown there or the formula is undefined?
static bool is_hopeless(const BallProgram *program, const Balls *balls) {
  ExprPool *pool = program->pool;
  for (size_t i = 0; i < program->nodes.n; i++) {
    const Expr e = program->nodes.at[i];
    if (expr_kind(pool, e) == EXPR_SYMBOL && !expr_same(e, EXPR_PI) && balls_get(balls, e) == NULL)
      return true;
    if (ball_program_is_outside(program, e)) return true;
    for (size_t k = 0; expr_kind(pool, e) == EXPR_PRODUCT && k < expr_count(pool, e); k++) {
      const ExprTerm term = expr_operand(pool, e, k);
      uint32_t place = 0;
      memo_get(&program->place, term.e.id, &place);
      if (ratio_sign(pool, term.c) < 0 && arb_is_zero(program->value + place)) return true;
    }
  }
  return false;
}

// --- comparing -----------------------------------------------------------------------------------

// A lower bound of |value| of the largest term.
static void largest_term(ExprPool *pool, Expr e, const BallProgram *program, slong bits,
                         arf_t largest) {
  const bool sum = expr_kind(pool, e) == EXPR_SUM;
  arb_t value;
  arf_t low;
  arb_init(value);
  arf_init(low);
  for (size_t i = 0; i < (sum ? expr_count(pool, e) : 1); i++) {
    const ExprTerm term = sum ? expr_operand(pool, e, i) : (ExprTerm){e, RATIO_ONE};
    uint32_t place = 0;
    memo_get(&program->place, term.e.id, &place);
    arb_set_d(value, ratio_double(pool, term.c));
    arb_mul(value, value, program->value + place, bits);
    arb_get_abs_lbound_arf(low, value, bits);
    if (arf_cmp(low, largest) > 0) arf_set(largest, low);
  }
  arf_clear(low);
  arb_clear(value);
}

// The largest term of the two sides, or 1 if all vanish.
static void scale_of(ExprPool *pool, const Expr side[2], const BallProgram *program, slong bits,
                     arf_t scale) {
  arf_zero(scale);
  for (int i = 0; i < 2; i++) largest_term(pool, side[i], program, bits, scale);
  if (arf_is_zero(scale)) arf_one(scale);
}

// Do the sides agree in this number of digits, relative to the largest term?
static bool agree(const arf_t scale, const arb_t difference, int digits, slong bits) {
  arf_t bound;
  arb_t unit;
  arf_init(bound);
  arb_init(unit);
  arb_set_si(unit, 10);
  arb_pow_ui(unit, unit, (ulong) digits, bits);
  arb_get_abs_ubound_arf(bound, difference, bits);
  arb_mul_arf(unit, unit, bound, bits);
  arb_get_abs_ubound_arf(bound, unit, bits);
  const bool close = arf_cmp(bound, scale) <= 0;
  arb_clear(unit);
  arf_clear(bound);
  return close;
}

#define CLEAR_BITS 120  // required of a difference at an inexact state

// Is the difference much larger than the possible error of an inexact state?
static bool is_clear(const arf_t scale, const arb_t difference) {
  arf_t low;
  arf_init(low);
  arb_get_abs_lbound_arf(low, difference, 64);
  arf_mul_2exp_si(low, low, CLEAR_BITS);
  const bool clear = arf_cmp(low, scale) > 0;
  arf_clear(low);
  return clear;
}

// Judges at the present precision.
static Truth judge(RealPoint *point, const Expr side[2], int digits, bool *hopeless) {
  ExprPool *pool = point->eq->pool;
  const Expr roots[] = {side[0], side[1], expr_sub(pool, side[0], side[1])};
  BallProgram *program = ball_program_make(pool, roots, 3, &point->work);
  arb_ptr difference = vector_make(&point->work, 1);
  ball_program_run(program, &point->balls, point->bits);
  *hopeless = false;
  if (!ball_program_is_finite(program)) {
    *hopeless = is_hopeless(program, &point->balls);
    return TRUTH_UNKNOWN;
  }
  arb_sub(difference, ball_program_value(program, 0), ball_program_value(program, 1), point->bits);
  arf_t scale;
  arf_init(scale);
  scale_of(pool, side, program, point->bits, scale);
  Truth truth = TRUTH_UNKNOWN;
  if (!arb_contains_zero(difference) || !arb_contains_zero(ball_program_value(program, 2)))
    truth = point->exact || is_clear(scale, difference) ? TRUTH_NO : TRUTH_UNKNOWN;
  else if (expr_same(roots[2], EXPR_ZERO) || agree(scale, difference, digits, point->bits))
    truth = TRUTH_YES;
  arf_clear(scale);
  return truth;
}

Truth real_compare(RealPoint *point, Expr left, Expr right, int digits) {
  for (;;) {
    const ArenaMark mark = arena_mark(&point->work);
    Expr side[2];
    side[0] = real_without_quantities(point->eq, left, &point->work);
    side[1] = real_without_quantities(point->eq, right, &point->work);
    bool hopeless;
    const Truth truth = judge(point, side, digits, &hopeless);
    arena_release(&point->work, mark);
    if (truth != TRUTH_UNKNOWN || hopeless || 2 * point->bits > REAL_BITS_MOST) return truth;
    if (real_refine(point, (int) (2 * point->bits)) != STATUS_OK) return TRUTH_UNKNOWN;
  }
}

int real_sign(RealPoint *point, Expr e) {
  double low, high;
  if (!real_bounds(point, e, &low, &high)) return 0;
  return low > 0 ? 1 : high < 0 ? -1 : 0;
}

// --- as text -------------------------------------------------------------------------------------

bool real_bounds(RealPoint *point, Expr e, double *low, double *high) {
  const ArenaMark mark = arena_mark(&point->work);
  arb_ptr value = vector_make(&point->work, 1);
  value_of_expr(point->eq->pool, real_without_quantities(point->eq, e, &point->work), &point->balls,
                point->bits, &point->work, value);
  const bool known = arb_is_finite(value);
  arf_t end;
  arf_init(end);
  if (known) {
    arb_get_lbound_arf(end, value, 53);
    *low = arf_get_d(end, ARF_RND_FLOOR);
    arb_get_ubound_arf(end, value, 53);
    *high = arf_get_d(end, ARF_RND_CEIL);
  }
  arf_clear(end);
  arena_release(&point->work, mark);
  return known;
}

#define TEXT_DIGITS 6

static const char *number_text(double value, Arena *arena) {
  return text_format(arena, "%.*g", TEXT_DIGITS, value == 0 ? 0.0 : value);
}

static const char *value_text(RealPoint *point, Expr e, Arena *arena) {
  double low, high;
  if (!real_bounds(point, e, &low, &high)) return "undefined";
  return number_text(low <= 0 && high >= 0 && high - low < 1e-30 ? 0.0 : low / 2 + high / 2, arena);
}

static void write_value(const RealPoint *point, Expr symbol, Text *text) {
  const arb_struct *ball = balls_get(&point->balls, symbol);
  if (ball == NULL) return;
  text_addf(text, "%s%s = %s", text->n > 0 ? ", " : "", expr_symbol_name(point->eq->pool, symbol),
            number_text(arf_get_d(arb_midref(ball), ARF_RND_NEAR), text->arena));
}

static bool has_time(ExprPool *pool, const Expr *at, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!expr_is_none(at[i]) && expr_depends(pool, at[i], EXPR_TIME)) return true;
  return false;
}

// Does the model depend on time?
static bool is_rheonomic(const Equations *eq) {
  const Constraints *c = &eq->constraints;
  for (size_t a = 0; a < c->r; a++)
    if (has_time(eq->pool, (Expr[]){c->row[a].position, c->row[a].velocity, c->b[a]}, 3))
      return true;
  return has_time(eq->pool, problem_M(&eq->free)->at, eq->n * eq->n) ||
         has_time(eq->pool, problem_F(&eq->free), eq->n);
}

// Writes the values of the symbols for which is_shown is true, in the order of coordinates, velocities, parameters,
// time.
static const char *state_text(const RealPoint *point, bool (*is_shown)(const void *, Expr),
                              const void *context, Arena *arena) {
  const Equations *eq = point->eq;
  const Variables v = real_velocity_variables(eq);
  Text text = text_make(arena);
  for (size_t i = 0; i < eq->n; i++)
    if (is_shown(context, eq->q[i])) write_value(point, eq->q[i], &text);
  for (size_t i = 0; i < v.n; i++)
    if (is_shown(context, v.at[i])) write_value(point, v.at[i], &text);
  for (size_t i = 0; i < eq->model->parameters.n; i++)
    if (is_shown(context, eq->model->parameters.at[i].symbol))
      write_value(point, eq->model->parameters.at[i].symbol, &text);
  if (is_shown(context, EXPR_TIME)) write_value(point, EXPR_TIME, &text);
  return text_get(&text);
}

static bool is_in_list(const void *context, Expr symbol) {
  const ExprList *list = context;
  for (size_t i = 0; i < list->n; i++)
    if (expr_same(list->at[i], symbol)) return true;
  return false;
}

const char *real_state(const RealPoint *point, const Expr *formulas, size_t n, Arena *arena) {
  const ExprList symbols = expr_symbols(point->eq->pool, formulas, n, arena);
  return state_text(point, is_in_list, &symbols, arena);
}

static bool is_any(const void *context, Expr symbol) {
  const bool *time = context;
  return *time || !expr_same(symbol, EXPR_TIME);
}

RealAccount real_describe(RealPoint *point, Expr left, Expr right, Arena *arena) {
  const bool time = is_rheonomic(point->eq) || has_time(point->eq->pool, (Expr[]){left, right}, 2);
  return (RealAccount){state_text(point, is_any, &time, arena), value_text(point, left, arena),
                       value_text(point, right, arena),
                       value_text(point, expr_sub(point->eq->pool, left, right), arena)};
}
