// model/assume.c: what `assume` states about parameters.
//
// A sign is decided by the form of an expression: products of factors with known signs, sums of terms with one sign.

#include "model/assume.h"

#define DEPTH 40  // of expressions, and of assumptions that refer to each other

// --- signs ---------------------------------------------------------------------------------------

static int sign_of(Model *model, Expr e, int depth);

// Uses m > 0, or m > a with a not negative.
static int symbol_sign(Model *model, Expr symbol, int depth) {
  for (size_t i = 0; i < model->assumptions.n; i++) {
    const Assumption *a = &model->assumptions.at[i];
    if (expr_same(a->larger, symbol) && sign_of(model, a->smaller, depth) >= 0 &&
        (expr_same(a->smaller, EXPR_ZERO) || sign_of(model, a->smaller, depth) > 0))
      return 1;
    if (expr_same(a->smaller, symbol) &&
        (expr_same(a->larger, EXPR_ZERO) || sign_of(model, a->larger, depth) < 0))
      return -1;
  }
  return expr_same(symbol, EXPR_PI) ? 1 : 0;
}

static int sum_sign(Model *model, Expr e, int depth) {
  int sign = 0;
  for (size_t i = 0; i < expr_count(model->pool, e); i++) {
    const ExprTerm term = expr_operand(model->pool, e, i);
    const int own = ratio_sign(model->pool, term.c) * sign_of(model, term.e, depth);
    if (own == 0 || own * sign < 0) return 0;
    sign = own;
  }
  return sign;
}

static int product_sign(Model *model, Expr e, int depth) {
  int sign = 1;
  for (size_t i = 0; i < expr_count(model->pool, e); i++) {
    const ExprTerm factor = expr_operand(model->pool, e, i);
    // an even power is not negative, whatever its base; neither is a radicand
    if (ratio_is_even(model->pool, factor.c) || !ratio_is_integer(model->pool, factor.c)) continue;
    sign *= sign_of(model, factor.e, depth);
  }
  return sign;
}

static int sign_of(Model *model, Expr e, int depth) {
  const ExprPool *pool = model->pool;
  if (depth > DEPTH || expr_is_none(e)) return 0;
  switch (expr_kind(pool, e)) {
    case EXPR_NUMBER: return ratio_sign(pool, expr_ratio_of(pool, e));
    case EXPR_SYMBOL: return symbol_sign(model, e, depth + 1);
    case EXPR_SUM: return sum_sign(model, e, depth + 1);
    case EXPR_PRODUCT: return product_sign(model, e, depth + 1);
    case EXPR_FUNCTION: {
      const Function fn = expr_function(pool, e);
      return fn == FN_ABS || fn == FN_EXP || fn == FN_COSH ? 1 : 0;
    }
  }
  return 0;
}

// Returns 1 if e is not negative for all assumed values, -1 if it is not positive, 0 if its sign is unknown.
static int assumed_sign(Model *model, Expr e) {
  return sign_of(model, e, 0);
}

// --- absolute values -----------------------------------------------------------------------------

static bool is_abs(const Model *model, Expr e) {
  return expr_kind(model->pool, e) == EXPR_FUNCTION && expr_function(model->pool, e) == FN_ABS;
}

static Expr one_without_abs(Model *model, Expr e) {
  if (!is_abs(model, e)) return e;
  const Expr argument = expr_operand(model->pool, e, 0).e;
  const int sign = assumed_sign(model, argument);
  return sign == 0 ? e : sign > 0 ? argument : expr_neg(model->pool, argument);
}

Expr model_without_abs(Model *model, Expr e) {
  ExprPool *pool = model->pool;
  if (expr_is_none(e) || model->assumptions.n == 0) return e;
  if (expr_kind(pool, e) != EXPR_PRODUCT) return one_without_abs(model, e);
  Expr product = EXPR_ONE;
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const ExprTerm factor = expr_operand(pool, e, i);
    const Expr power = expr_pow_ratio(pool, one_without_abs(model, factor.e), factor.c);
    product = expr_mul(pool, product, power);
  }
  return product;
}

// --- values --------------------------------------------------------------------------------------

void model_check_assumptions(Model *model) {
  const size_t n = model->parameters.n;
  if (model->assumptions.n == 0) return;
  Arena *work = expr_workspace(model->pool);
  const ArenaMark mark = arena_mark(work);
  Expr *symbols = ARENA_ARRAY(work, Expr, n + 1);
  double *values = ARENA_ARRAY(work, double, n + 1);
  for (size_t i = 0; i < n; i++) {
    const Parameter *p = &model->parameters.at[i];
    symbols[i] = p->symbol;
    // a parameter without a value makes everything that depends on it NaN
    values[i] = expr_value(model->pool, expr_is_none(p->value) ? p->symbol : p->value, symbols,
                           values, i);
  }
  for (size_t i = 0; i < model->assumptions.n; i++) {
    const Assumption *a = &model->assumptions.at[i];
    const double larger = expr_value(model->pool, a->larger, symbols, values, n);
    const double smaller = expr_value(model->pool, a->smaller, symbols, values, n);
    if (a->strict ? larger <= smaller : larger < smaller)
      diag_report(model->diags, DIAG_ASSUMED_FALSE, a->span);
  }
  arena_release(work, mark);
}
