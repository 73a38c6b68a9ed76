// ground/branches.c: conditions taken apart into factors.
//
// Law:   a state meets the conditions if and only if it meets those of one branch

#include "ground/branches.h"
#include "algebra/algebra.h"
#include <string.h>

bool is_root(const ExprPool *pool, Expr e) {
  if (expr_kind(pool, e) == EXPR_FUNCTION) return expr_function(pool, e) == FN_ABS;
  for (size_t i = 0; expr_kind(pool, e) == EXPR_PRODUCT && i < expr_count(pool, e); i++)
    if (!ratio_is_integer(pool, expr_operand(pool, e, i).c)) return true;
  return false;
}

// Is it a number times even powers? Its sign then, otherwise 0.
static int sign_of_square(const ExprPool *pool, ExprTerm term) {
  const Expr e = term.e;
  const bool product = expr_kind(pool, e) == EXPR_PRODUCT;
  for (size_t i = 0; product && i < expr_count(pool, e); i++) {
    long power, den;
    if (!ratio_get(pool, expr_operand(pool, e, i).c, &power, &den) || den != 1 || power % 2 != 0)
      return 0;
  }
  return product || expr_same(e, EXPR_ONE) ? ratio_sign(pool, term.c) : 0;
}

bool branch_is_definite(const ExprPool *pool, Expr e) {
  if (expr_kind(pool, e) != EXPR_SUM) return false;
  bool number = false;
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const ExprTerm term = expr_operand(pool, e, i);
    const int sign = sign_of_square(pool, term);
    if (sign == 0 || sign != sign_of_square(pool, expr_operand(pool, e, 0))) return false;
    number = number || expr_same(term.e, EXPR_ONE);
  }
  return number;
}

static bool can_vanish(const ExprPool *pool, Expr e) {
  if (expr_kind(pool, e) == EXPR_NUMBER || branch_is_definite(pool, e)) return false;
  return expr_kind(pool, e) != EXPR_SYMBOL || expr_symbol_kind(pool, e) != SYMBOL_CONSTANT;
}

Factors branch_divisors(ExprPool *pool, Expr e, Arena *arena) {
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

Expr branch_numerator(ExprPool *pool, Expr e) {
  if (expr_is_none(e) || expr_kind(pool, e) != EXPR_PRODUCT) return e;
  Expr above = EXPR_ONE;
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const ExprTerm factor = expr_operand(pool, e, i);
    if (ratio_sign(pool, factor.c) > 0)
      above = expr_mul(pool, above, expr_pow_ratio(pool, factor.e, factor.c));
  }
  return above;
}

Factors branch_factors(ExprPool *pool, Expr e, Arena *arena) {
  Factors factors = {0};
  RationalFactors list;
  if (expr_is_none(e) || expr_is_number(pool, e)) return factors;
  Rationals *field = rationals_create(pool, arena, &e, 1, ANGLES_WHOLE);
  if (field == NULL || !rational_factors(field, rational_of(field, e), &list)) return factors;
  Expr inverse = EXPR_ONE;
  const Factors divisors = branch_divisors(pool, e, arena);
  for (size_t i = 0; i < divisors.n; i++) inverse = expr_div(pool, inverse, divisors.at[i]);
  size_t all = 0;
  for (size_t i = 0; i < list.n; i++) {
    if (ratio_sign(pool, list.at[i].c) < 0 || expr_is_number(pool, list.at[i].e)) continue;
    all++;
    if (can_vanish(pool, list.at[i].e))
      array_push(arena, &factors, expr_mul(pool, list.at[i].e, inverse));
  }
  if (all < 2) factors.n = 0;
  return factors;
}

Branches condition_branches(ExprPool *pool, const Claim *claim, Arena *arena) {
  Condition *const given = claim->given.at;
  const size_t n = claim->given.n;
  Branches branches = {0};
  array_push(arena, &branches, given);
  for (size_t i = 0; i < n; i++) {
    const Factors factors =
      branch_factors(pool, expr_sub(pool, given[i].left, given[i].right), arena);
    if (factors.n == 0 || branches.n * factors.n > BRANCHES_MOST) continue;
    Branches more = {0};
    for (size_t b = 0; b < branches.n * factors.n; b++) {
      Condition *way = ARENA_ARRAY(arena, Condition, n);
      memcpy(way, branches.at[b / factors.n], n * sizeof *way);
      way[i] = (Condition){factors.at[b % factors.n], EXPR_ZERO};
      array_push(arena, &more, way);
    }
    branches = more;
  }
  return branches;
}
