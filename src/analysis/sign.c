// analysis/sign.c: obvious signs: even powers, sums of terms of one sign.

#include "analysis/sign.h"

static int sign_of_parameter(const Model *model, size_t index, int depth) {
  const Expr value = model->parameters.at[index].value;
  if (expr_is_none(value)) return 1;
  if (expr_is_number(model->pool, value))
    return ratio_sign(model->pool, expr_ratio_of(model->pool, value));
  // it is given in terms of other parameters
  return depth > 0 ? sign_seen(model, value) : 0;
}

static int sign_of_symbol(const Model *model, Expr e) {
  size_t index;
  if (expr_same(e, EXPR_PI)) return 1;
  if (model_role(model, e, &index) != ROLE_CONSTANT) return 0;
  return sign_of_parameter(model, index, 1);
}

static bool is_even(const ExprPool *pool, Ratio c) {
  long num, den;
  return ratio_get(pool, c, &num, &den) && den == 1 && num % 2 == 0;
}

static int sign_of_product(const Model *model, Expr e) {
  int sign = 1;
  for (size_t i = 0; i < expr_count(model->pool, e) && sign != 0; i++) {
    const ExprTerm f = expr_operand(model->pool, e, i);
    if (is_even(model->pool, f.c)) continue;
    const int base = sign_seen(model, f.e);
    // a root that exists is positive
    sign *= ratio_is_integer(model->pool, f.c) ? base : 1;
  }
  return sign;
}

int sign_seen(const Model *model, Expr e) {
  const ExprPool *pool = model->pool;
  switch (expr_kind(pool, e)) {
    case EXPR_NUMBER: return ratio_sign(pool, expr_ratio_of(pool, e));
    case EXPR_SYMBOL: return sign_of_symbol(model, e);
    case EXPR_PRODUCT: return sign_of_product(model, e);
    case EXPR_FUNCTION: {
      const Function fn = expr_function(pool, e);
      return fn == FN_EXP || fn == FN_COSH || fn == FN_ABS;
    }
    case EXPR_SUM: break;
  }
  int sign = 0;
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const ExprTerm term = expr_operand(pool, e, i);
    const int own = ratio_sign(pool, term.c) * sign_seen(model, term.e);
    if (own == 0 || (sign != 0 && own != sign)) return 0;
    sign = own;
  }
  return sign;
}
