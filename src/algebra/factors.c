// algebra/factors.c: an expression as a product.

#include "algebra/algebra.h"

// Finds the factors of e; returns false if their product is not e.
static bool take_apart(ExprPool *pool, Arena *arena, Expr e, Angles angles, FactorList *factors) {
  Rationals *field = rationals_create(pool, arena, &e, 1, angles);
  RationalFactors found;
  if (field == NULL || !rational_factors(field, rational_of(field, e), &found)) return false;
  Expr product = EXPR_ONE;
  for (size_t i = 0; i < found.n; i++)
    product = expr_mul(pool, product, expr_product(pool, &found.at[i], 1));
  if (!expr_equal(pool, product, e)) return false;
  for (size_t i = 0; i < found.n; i++) {
    if (expr_is_constant(pool, found.at[i].e)) continue;
    const ExprTerm factor = {algebra_readable(pool, found.at[i].e), found.at[i].c};
    array_push(arena, factors, factor);
  }
  return true;
}

// Heavier factors come first; divisors come last in any case.
static void sort(ExprPool *pool, FactorList *f) {
  for (size_t i = 1; i < f->n; i++)
    for (size_t j = i; j > 0; j--) {
      const ExprTerm a = f->at[j - 1], b = f->at[j];
      const bool over = ratio_sign(pool, a.c) > 0, over_too = ratio_sign(pool, b.c) > 0;
      if (over != over_too ? over : expr_weight(pool, a.e) >= expr_weight(pool, b.e)) break;
      f->at[j - 1] = b, f->at[j] = a;
    }
}

static size_t over_line(ExprPool *pool, const FactorList *f) {
  size_t n = 0;
  for (size_t i = 0; i < f->n; i++) n += ratio_sign(pool, f->at[i].c) > 0;
  return n;
}

FactorList algebra_factors(ExprPool *pool, Arena *arena, Expr e) {
  // sin(a - b) as a whole may be a factor; split, it may reveal others
  FactorList whole = {0}, split = {0};
  const bool is_whole = take_apart(pool, arena, e, ANGLES_WHOLE, &whole),
             is_split = take_apart(pool, arena, e, ANGLES_SPLIT, &split);
  FactorList best =
    is_split && (!is_whole || over_line(pool, &split) > over_line(pool, &whole)) ? split : whole;
  if (!is_whole && !is_split) array_push(arena, &best, ((ExprTerm){e, RATIO_ONE}));
  sort(pool, &best);
  return best;
}
