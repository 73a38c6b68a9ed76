// algebra/quotient.c: readable forms of fractions: over one denominator, in lowest terms, factored.
//
// Law:   every form was proved equal by fingerprint
// Cost:  bounded by QUOTIENT_WEIGHT and by the budget of the field

#include "algebra/algebra_impl.h"

#define QUOTIENT_WEIGHT 1500  // heavier expressions are not attempted
#define SPLIT_WEIGHT 400      // nor heavier ones than this with all angles split
#define FRACTION_GAIN 1.2     // weight that avoiding a fraction below a fraction bar is worth

// Is it a sum, or a name that stands for one?
static bool is_long(const ExprPool *pool, Expr e) {
  const ExprKind kind = expr_kind(pool, e);
  return kind == EXPR_SUM || (kind == EXPR_SYMBOL && expr_symbol_kind(pool, e) == SYMBOL_QUANTITY);
}

bool algebra_has_denominator(const ExprPool *pool, Expr e) {
  const ExprKind kind = expr_kind(pool, e);
  if (kind != EXPR_SUM && kind != EXPR_PRODUCT) return false;
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const ExprTerm part = expr_operand(pool, e, i);
    const bool below = kind == EXPR_PRODUCT && ratio_sign(pool, part.c) < 0;
    if (below && is_long(pool, part.e)) return true;
    if (algebra_has_denominator(pool, part.e)) return true;
  }
  return false;
}

// Does it divide by anything at all?
static bool divides(const ExprPool *pool, Expr e) {
  const ExprKind kind = expr_kind(pool, e);
  if (kind != EXPR_SUM && kind != EXPR_PRODUCT) return false;
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const ExprTerm part = expr_operand(pool, e, i);
    if ((kind == EXPR_PRODUCT && ratio_sign(pool, part.c) < 0) || divides(pool, part.e))
      return true;
  }
  return false;
}

static bool has_fraction_below(const ExprPool *pool, Expr e) {
  const ExprKind kind = expr_kind(pool, e);
  if (kind != EXPR_SUM && kind != EXPR_PRODUCT) return false;
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const ExprTerm part = expr_operand(pool, e, i);
    const bool below = kind == EXPR_PRODUCT && ratio_sign(pool, part.c) < 0;
    if ((below && divides(pool, part.e)) || has_fraction_below(pool, part.e)) return true;
  }
  return false;
}

// The product of the factors above (sign 1) or below (-1) the bar, each in its lightest form.
static Expr side(ExprPool *pool, const RationalFactors *factors, int sign) {
  Expr product = EXPR_ONE;
  for (size_t i = 0; i < factors->n; i++) {
    ExprTerm f = factors->at[i];
    if (ratio_sign(pool, f.c) != sign) continue;
    if (sign < 0) f.c = ratio_neg(pool, f.c);
    f.e = readable_terms(pool, f.e, GAIN_SIDE);
    product = expr_mul(pool, product, expr_product(pool, &f, 1));
  }
  return product;
}

// A leading sign does not count: turning all signs of a sum to save it gains nothing.
static uint32_t weight(const ExprPool *pool, Expr e) {
  const bool one = expr_kind(pool, e) == EXPR_SUM && expr_count(pool, e) == 1;
  if (!one || expr_operand(pool, e, 0).c.id != RATIO_MINUS_ONE.id) return expr_weight(pool, e);
  return expr_weight(pool, expr_operand(pool, e, 0).e);
}

// Returns the candidate if it weighs less than this part of the best.
static Expr lighter(ExprPool *pool, Expr best, Expr candidate, Expr e, double part) {
  if (expr_is_none(candidate) || !expr_equal(pool, candidate, e)) return best;
  return weight(pool, candidate) < part * weight(pool, best) ? candidate : best;
}

// The index of the heaviest sum among the factors above the bar, or factors->n.
static size_t heaviest_sum(const ExprPool *pool, const RationalFactors *factors) {
  size_t best = factors->n;
  for (size_t i = 0; i < factors->n; i++) {
    const ExprTerm f = factors->at[i];
    if (f.c.id != RATIO_ONE.id || expr_kind(pool, f.e) != EXPR_SUM) continue;
    if (best == factors->n || expr_weight(pool, f.e) > expr_weight(pool, factors->at[best].e))
      best = i;
  }
  return best;
}

// (a/m1 + b/m2)*x/y in place of (m2*a + m1*b)*x/(m1*m2*y): the heaviest sum above the bar absorbs those factors below
// that occur in it.
static Expr divided_sum(ExprPool *pool, const RationalFactors *factors) {
  const size_t which = heaviest_sum(pool, factors);
  if (which == factors->n) return EXPR_NONE;
  // avoid fractions within fractions
  for (size_t i = 0; i < factors->n; i++)
    if (ratio_sign(pool, factors->at[i].c) < 0 && is_long(pool, factors->at[i].e)) return EXPR_NONE;
  Expr sum = factors->at[which].e, rest = EXPR_ONE;
  bool divided = false;
  for (size_t i = 0; i < factors->n; i++) {
    ExprTerm f = factors->at[i];
    if (i == which) continue;
    const bool within = ratio_sign(pool, f.c) < 0 && expr_kind(pool, f.e) == EXPR_SYMBOL &&
                        expr_depends(pool, factors->at[which].e, f.e);
    divided = divided || within;
    if (!within) f.e = readable_terms(pool, f.e, GAIN_SIDE);
    Expr *to = within ? &sum : &rest;
    *to = expr_mul(pool, *to, expr_product(pool, &f, 1));
  }
  return divided ? expr_mul(pool, readable_terms(pool, sum, GAIN_SIDE), rest) : EXPR_NONE;
}

// The lightest form as one fraction.
static Expr one_fraction(ExprPool *pool, Rationals *field, const Rational *r) {
  RationalFactors factors;
  Expr above[2], below[2];
  rational_parts(field, r, &above[0], &below[0]);
  const Expr e = expr_div(pool, above[0], below[0]);
  if (expr_is_none(e)) return e;
  above[0] = readable_terms(pool, above[0], GAIN_SIDE);
  below[0] = readable_terms(pool, below[0], GAIN_SIDE);
  const bool factored = rational_factors(field, r, &factors);
  if (factored) {
    above[1] = side(pool, &factors, 1);
    below[1] = side(pool, &factors, -1);
  }
  if (!factored) return lighter(pool, e, expr_div(pool, above[0], below[0]), e, 1);
  // of two forms of about the same weight, the factored one is better: other formulas may share the factors
  Expr best = expr_div(pool, above[1], below[1]);
  if (expr_is_none(best) || !expr_equal(pool, best, e)) best = e;
  best = lighter(pool, best, expr_div(pool, above[0], below[1]), e, SIDE_GAIN);
  best = lighter(pool, best, expr_div(pool, above[1], below[0]), e, SIDE_GAIN);
  best = lighter(pool, best, expr_div(pool, above[0], below[0]), e, SIDE_GAIN);
  best = lighter(pool, best, divided_sum(pool, &factors), e, SIDE_GAIN);
  // each term over its own denominator, x - k*y/m; avoid fractions within fractions
  if (algebra_has_denominator(pool, best)) return best;
  return lighter(pool, best, readable_terms(pool, best, GAIN_SIDE), e, 1);
}

Expr algebra_quotient(ExprPool *pool, Rationals *field, const Rational *r) {
  const Expr best = one_fraction(pool, field, r);
  const Rational *whole, *rest;
  if (expr_is_none(best) || !rational_split(field, r, &whole, &rest)) return best;
  const Expr fraction = one_fraction(pool, field, rest);
  const Expr sum = expr_add(pool, one_fraction(pool, field, whole), fraction);
  return lighter(pool, best, sum, best, 1);
}

// Is something divided by a sine or cosine?
static bool divides_by_function(const ExprPool *pool, Expr e) {
  const ExprKind kind = expr_kind(pool, e);
  if (kind != EXPR_SUM && kind != EXPR_PRODUCT) return false;
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const ExprTerm part = expr_operand(pool, e, i);
    const bool below = kind == EXPR_PRODUCT && ratio_sign(pool, part.c) < 0;
    if ((below && expr_kind(pool, part.e) == EXPR_FUNCTION) || divides_by_function(pool, part.e))
      return true;
  }
  return false;
}

// Does e contain a function of a sum of angles?
static bool has_sum_of_angles(ExprPool *pool, Expr e, Arena *arena) {
  const ExprList nodes = expr_reachable(pool, &e, 1, arena);
  for (size_t i = 0; i < nodes.n; i++) {
    const Expr node = nodes.at[i];
    if (expr_kind(pool, node) != EXPR_FUNCTION || expr_count(pool, node) != 1) continue;
    const Expr angle = expr_operand(pool, node, 0).e;
    if (expr_kind(pool, angle) == EXPR_SUM && expr_count(pool, angle) > 1) return true;
  }
  return false;
}

static Expr quotient_in(ExprPool *pool, Arena *arena, Expr e, Angles angles) {
  Rationals *field = rationals_create(pool, arena, &e, 1, angles);
  const Rational *r = field == NULL ? NULL : rational_cancel(field, rational_of(field, e));
  return r == NULL ? EXPR_NONE : algebra_quotient(pool, field, r);
}

// A fraction below a fraction bar costs more than its weight.
static double gain_needed(const ExprPool *pool, Expr e) {
  return has_fraction_below(pool, e) ? FRACTION_GAIN : 1;
}

Expr readable_quotient(ExprPool *pool, Expr e) {
  if (expr_is_none(e) || expr_weight(pool, e) > QUOTIENT_WEIGHT || expr_weight(pool, e) < 4)
    return e;
  Arena *arena = expr_workspace(pool);
  const ArenaMark mark = arena_mark(arena);
  Expr best = lighter(pool, e, quotient_in(pool, arena, e, ANGLES_WHOLE), e, gain_needed(pool, e));
  // angles that depend on each other may cancel: (cos(a + b) - cos(a)*cos(b))/sin(a) = -sin(b)
  if (expr_weight(pool, e) <= SPLIT_WEIGHT && has_sum_of_angles(pool, e, arena) &&
      (divides_by_function(pool, e) || algebra_has_denominator(pool, e)))
    best = lighter(pool, best, quotient_in(pool, arena, e, ANGLES_SPLIT), e, 1);
  arena_release(arena, mark);
  return best;
}
