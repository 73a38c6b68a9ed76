// ground/range.c: bounds of expressions, by interval arithmetic over whole domains.
//
// In:    an expression of a model
// Out:   an interval that contains all of its real values
// Law:   1 + x^2, 2 + sin(x), exp(x), a positive parameter do not vanish; x - y may
// Not:   two occurrences of a variable are treated as independent: x - x/2 has no bounds

#include "ground/range.h"
#include "base/table.h"
#include <float.h>
#include <math.h>

#define TINY DBL_TRUE_MIN  // lower bound of any positive number
#define ROOM 1e-12         // relative margin for rounding

static const Range anything = {-(double) INFINITY, (double) INFINITY};
static const Range positive = {TINY, (double) INFINITY};
static const Range not_negative = {0, (double) INFINITY};

// Adds a margin for rounding errors; a bound on one side of zero stays there.
static Range widened(Range r) {
  if (isnan(r.low) || isnan(r.high)) return anything;
  const double low = r.low - ROOM * fabs(r.low), high = r.high + ROOM * fabs(r.high);
  return (Range){isfinite(r.low) ? low : r.low, isfinite(r.high) ? high : r.high};
}

static Range sum(Range a, Range b) {
  // a tiny positive bound disappears when a number is added
  return widened((Range){a.low + b.low, a.high + b.high});
}

// 0 times infinity is 0: an infinite bound is only a limit.
static double product_of(double a, double b) {
  return a == 0 || b == 0 ? 0 : a * b;
}

static Range product(Range a, Range b) {
  const double p[] = {product_of(a.low, b.low), product_of(a.low, b.high),
                      product_of(a.high, b.low), product_of(a.high, b.high)};
  Range r = {p[0], p[0]};
  for (int i = 1; i < 4; i++) r = (Range){fmin(r.low, p[i]), fmax(r.high, p[i])};
  // both are on one side of zero, so underflow must not reach zero
  const bool same = (a.low > 0 && b.low > 0) || (a.high < 0 && b.high < 0);
  const bool other = (a.low > 0 && b.high < 0) || (a.high < 0 && b.low > 0);
  if (same) r.low = fmax(r.low, TINY);
  if (other) r.high = fmin(r.high, -TINY);
  return widened(r);
}

static Range power(ExprPool *pool, Range base, Ratio exponent) {
  long num, den;
  if (!ratio_get(pool, exponent, &num, &den)) return anything;
  if (den != 1) return base.low > 0 ? positive : num > 0 ? not_negative : positive;
  if (num < 0) {
    if (base.low > 0 || num % 2 == 0) return positive;
    return base.high < 0 ? (Range){-(double) INFINITY, -TINY} : anything;
  }
  Range r = base;
  if (num % 2 == 0) {
    const double least = base.low > 0 ? base.low : base.high < 0 ? -base.high : 0;
    const double most = fmax(fabs(base.low), fabs(base.high));
    r = (Range){pow(least, (double) num), pow(most, (double) num)};
    if (least > 0) r.low = fmax(r.low, TINY);
    return widened(r);
  }
  for (long i = 1; i < num && i < 8; i++) r = product(r, base);
  return num < 8 ? r : anything;
}

static Range function_range(Function fn, Range a) {
  switch (fn) {
    case FN_SIN:
    case FN_COS:
    case FN_TANH: return (Range){-1, 1};
    case FN_COSH: return (Range){1, (double) INFINITY};
    case FN_EXP: return (Range){fmax(exp(a.low) * (1 - ROOM), TINY), exp(a.high) * (1 + ROOM)};
    case FN_ABS: return a.low > 0 || a.high < 0 ? positive : not_negative;
    case FN_SIGN: return a.low > 0 ? (Range){1, 1} : a.high < 0 ? (Range){-1, -1} : (Range){-1, 1};
    case FN_ACOS: return (Range){0, 4};
    case FN_ASIN:
    case FN_ATAN: return (Range){-2, 2};
    case FN_ATAN2: return (Range){-4, 4};
    default: return anything;
  }
}

// The value of a parameter given as a number; EXPR_NONE for other expressions.
static Expr number_of(const Model *model, Expr e) {
  size_t i;
  if (expr_kind(model->pool, e) != EXPR_SYMBOL || expr_same(e, EXPR_PI)) return EXPR_NONE;
  if (model_role(model, e, &i) != ROLE_CONSTANT) return EXPR_NONE;
  const Expr value = model->parameters.at[i].value;
  return !expr_is_none(value) && expr_is_number(model->pool, value) ? value : EXPR_NONE;
}

Expr range_in_numbers(const Model *model, Expr e) {
  const Expr number = number_of(model, e);
  if (!expr_is_none(number)) return number;
  for (size_t i = model->parameters.n; i-- > 0 && !expr_is_number(model->pool, e);) {
    const Parameter *p = &model->parameters.at[i];
    const Expr value =
      expr_is_none(p->value) ? expr_ratio(model->pool, 11 + (long) i, 10) : p->value;
    if (expr_depends(model->pool, e, p->symbol))
      e = expr_substitute(model->pool, e, &p->symbol, &value, 1);
  }
  return e;
}

static Range symbol_range(const Model *model, Expr symbol) {
  if (expr_same(symbol, EXPR_PI)) return (Range){3.14, 3.15};
  if (model_role(model, symbol, NULL) != ROLE_CONSTANT) return anything;
  const double value = expr_value(model->pool, range_in_numbers(model, symbol), NULL, NULL, 0);
  return value > 0 ? positive : anything;
}

// The range of a node from those of its operands.
static Range node_range(const Model *model, Expr e, const Memo *place, const Range *known) {
  ExprPool *pool = model->pool;
  const ExprKind kind = expr_kind(pool, e);
  if (kind == EXPR_SYMBOL) return symbol_range(model, e);
  if (kind == EXPR_NUMBER) {
    const double value = ratio_double(pool, expr_ratio_of(pool, e));
    return widened((Range){value, value});
  }
  Range r = kind == EXPR_SUM ? (Range){0, 0} : (Range){1, 1};
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const ExprTerm term = expr_operand(pool, e, i);
    uint32_t at = 0;
    memo_get(place, term.e.id, &at);
    const double c = ratio_double(pool, term.c);
    if (kind == EXPR_FUNCTION) return function_range(expr_function(pool, e), known[at]);
    r = kind == EXPR_SUM ? sum(r, product((Range){c, c}, known[at]))
                         : product(r, power(pool, known[at], term.c));
  }
  return r;
}

Range range_of(const Model *model, Expr e, Arena *work) {
  const ExprList nodes = expr_reachable(model->pool, &e, 1, work);
  Range *known = ARENA_ARRAY(work, Range, nodes.n + 1);
  Memo place = {0};
  for (size_t i = 0; i < nodes.n; i++) {
    known[i] = node_range(model, nodes.at[i], &place, known);
    memo_put(work, &place, nodes.at[i].id, (uint32_t) i);
  }
  return nodes.n > 0 ? known[nodes.n - 1] : anything;
}

bool range_may_vanish(const Model *model, Expr e, Arena *work) {
  const Range r = range_of(model, e, work);
  return r.low <= 0 && r.high >= 0;
}
