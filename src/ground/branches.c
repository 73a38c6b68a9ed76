// ground/branches.c: splits conditions into factors.
//
// Law:   a condition holds if and only if one of its factors vanishes

#include "ground/branches.h"
#include "algebra/algebra.h"
#include "ground/range.h"

bool branches_is_root(const ExprPool *pool, Expr e) {
  if (expr_kind(pool, e) == EXPR_FUNCTION) {
    const Function fn = expr_function(pool, e);
    return fn == FN_ABS || fn == FN_SIGN || fn == FN_IF;
  }
  for (size_t i = 0; expr_kind(pool, e) == EXPR_PRODUCT && i < expr_count(pool, e); i++)
    if (!ratio_is_integer(pool, expr_operand(pool, e, i).c)) return true;
  return false;
}

static bool can_vanish(const Model *model, Expr e, Arena *arena) {
  const bool symbol = expr_kind(model->pool, e) == EXPR_SYMBOL;
  if (symbol && expr_symbol_kind(model->pool, e) == SYMBOL_CONSTANT) return false;
  return range_may_vanish(model, e, arena);
}

Factors branches_divisors(ExprPool *pool, Expr e, Arena *arena) {
  Factors divisors = {0};
  const ExprList nodes = expr_reachable(pool, &e, 1, arena);
  for (size_t k = 0; k < nodes.n; k++) {
    const Expr node = nodes.at[k];
    for (size_t i = 0; expr_kind(pool, node) == EXPR_PRODUCT && i < expr_count(pool, node); i++) {
      const ExprTerm factor = expr_operand(pool, node, i);
      if (ratio_sign(pool, factor.c) < 0) array_push(arena, &divisors, factor.e);
    }
  }
  return divisors;
}

Expr branches_numerator(ExprPool *pool, Expr e) {
  if (expr_is_none(e) || expr_kind(pool, e) != EXPR_PRODUCT) return e;
  Expr above = EXPR_ONE;
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const ExprTerm factor = expr_operand(pool, e, i);
    if (ratio_sign(pool, factor.c) > 0)
      above = expr_mul(pool, above, expr_pow_ratio(pool, factor.e, factor.c));
  }
  return above;
}

Factors branches_factors(const Model *model, Expr e, Arena *arena) {
  ExprPool *pool = model->pool;
  Factors factors = {0};
  RationalFactors list;
  if (expr_is_none(e) || expr_is_number(pool, e)) return factors;
  Rationals *field = rationals_create(pool, arena, &e, 1, ANGLES_WHOLE);
  if (field == NULL || !rational_factors(field, rational_of(field, e), &list)) return factors;
  Expr inverse = EXPR_ONE;
  const Factors divisors = branches_divisors(pool, e, arena);
  for (size_t i = 0; i < divisors.n; i++) inverse = expr_div(pool, inverse, divisors.at[i]);
  size_t all = 0;
  for (size_t i = 0; i < list.n; i++) {
    if (ratio_sign(pool, list.at[i].c) < 0 || expr_is_number(pool, list.at[i].e)) continue;
    all++;
    if (can_vanish(model, list.at[i].e, arena))
      array_push(arena, &factors, expr_mul(pool, list.at[i].e, inverse));
  }
  if (all < 2) factors.n = 0;
  return factors;
}
