// expr/size.c: the scale against which rounding of an expression is measured, computed once for each node.

#include "expr/walk.h"

static bool size_known(void *self, Expr e, Expr *result) {
  ExprPool *pool = self;
  const ExprKind kind = expr_kind(pool, e);
  if (kind == EXPR_SUM || kind == EXPR_PRODUCT) return memo_get(&pool->sizes, e.id, &result->id);
  *result = expr_call1(pool, FN_ABS, e);
  return true;
}

static Expr size_of(ExprPool *pool, Expr e) {
  Expr result;
  return size_known(pool, e, &result) ? result : EXPR_NONE;
}

// |e| as the product of the sizes of its factors: for (1 - cos(a))*x it is 2 |x|, however small a is.
static Expr size_of_product(ExprPool *pool, Expr e) {
  Expr size = EXPR_ONE;
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const ExprTerm factor = expr_operand(pool, e, i);
    const bool above = ratio_sign(pool, factor.c) > 0;
    const Expr base = above ? size_of(pool, factor.e) : expr_call1(pool, FN_ABS, factor.e);
    size = expr_mul(pool, size, expr_pow_ratio(pool, base, factor.c));
  }
  return size;
}

static Expr size_of_sum(ExprPool *pool, Expr e) {
  Expr size = EXPR_ZERO;
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const ExprTerm term = expr_operand(pool, e, i);
    const Ratio c = ratio_sign(pool, term.c) < 0 ? ratio_neg(pool, term.c) : term.c;
    size = expr_add(pool, size, expr_scale(pool, c, size_of(pool, term.e)));
  }
  return size;
}

static Expr size_visit(void *self, Expr e) {
  ExprPool *pool = self;
  const Expr size =
    expr_kind(pool, e) == EXPR_SUM ? size_of_sum(pool, e) : size_of_product(pool, e);
  if (!expr_is_none(size)) memo_put(pool->arena, &pool->sizes, e.id, size.id);
  return size;
}

Expr expr_size_of_terms(ExprPool *pool, Expr e) {
  if (expr_is_none(e)) return EXPR_NONE;
  return walk_run(&(Walk){pool, size_known, size_visit, pool}, e);
}
