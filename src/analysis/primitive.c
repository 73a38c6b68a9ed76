// analysis/primitive.c: antiderivatives by the rules of a short table.
//
// In:    sums of products of powers and functions
// Out:   by linearity; u^c u', f(u) u' for the functions of the table; x^n f(a x + b) by parts;
//        squares of sines and cosines; 1/(a x^2 + b)
// Law:   the derivative of the result equals the integrand, by fingerprint
// Not:   a decision method: if no rule fits, there may still be an antiderivative

#include "analysis/primitive.h"
#include "algebra/algebra.h"

#define DEPTH_MOST 6     // of parts and expansions
#define FACTORS_MOST 12  // of a product

static Expr primitive_of(ExprPool *pool, Expr e, Expr x, int depth);

static Expr div2(ExprPool *pool, Expr a, Expr b) {
  const Expr e = expr_div(pool, a, b);
  if (expr_is_none(e)) (void) expr_trouble(pool);
  return e;
}

// Returns the part of a product that does not contain x; *rest is the other part.
static Expr free_part(ExprPool *pool, Expr e, Expr x, Expr *rest) {
  Expr free = EXPR_ONE;
  *rest = EXPR_ONE;
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const ExprTerm f = expr_operand(pool, e, i);
    Expr *part = expr_depends(pool, f.e, x) ? rest : &free;
    *part = expr_mul(pool, *part, expr_product(pool, &f, 1));
  }
  return free;
}

// --- functions -----------------------------------------------------------------------------------

// F with F'(u) = fn(u), or EXPR_NONE
static Expr of_function(ExprPool *pool, Function fn, Expr u) {
  switch (fn) {
    case FN_SIN: return expr_neg(pool, expr_call1(pool, FN_COS, u));
    case FN_COS: return expr_call1(pool, FN_SIN, u);
    case FN_EXP: return expr_call1(pool, FN_EXP, u);
    case FN_SINH: return expr_call1(pool, FN_COSH, u);
    case FN_COSH: return expr_call1(pool, FN_SINH, u);
    case FN_TAN: return expr_neg(pool, expr_call1(pool, FN_LOG, expr_call1(pool, FN_COS, u)));
    case FN_TANH: return expr_call1(pool, FN_LOG, expr_call1(pool, FN_COSH, u));
    default: return EXPR_NONE;
  }
}

static bool is_call(const ExprPool *pool, Expr e, Function fn) {
  return expr_kind(pool, e) == EXPR_FUNCTION && expr_function(pool, e) == fn;
}

// F with F'(u) = f^c, f a sine or cosine of u, c = 2 or -2
static Expr of_square(ExprPool *pool, Expr f, Ratio c) {
  const bool sine = is_call(pool, f, FN_SIN);
  long num, den;
  if ((!sine && !is_call(pool, f, FN_COS)) || !ratio_get(pool, c, &num, &den) || den != 1)
    return EXPR_NONE;
  const Expr u = expr_operand(pool, f, 0).e;
  const Expr s = expr_call1(pool, FN_SIN, u), k = expr_call1(pool, FN_COS, u);
  if (num == 2) {
    const Expr half = expr_half(pool, expr_mul(pool, s, k));
    const Expr part = sine ? expr_neg(pool, half) : half;
    return expr_add(pool, expr_half(pool, u), part);
  }
  if (num != -2) return EXPR_NONE;
  return sine ? expr_neg(pool, div2(pool, k, s)) : expr_call1(pool, FN_TAN, u);
}

// F with F'(u) = u^c
static Expr of_power(ExprPool *pool, Expr u, Ratio c) {
  if (ratio_compare(pool, c, RATIO_MINUS_ONE) == 0) return expr_call1(pool, FN_LOG, u);
  const Ratio up = ratio_add(pool, c, RATIO_ONE);
  return expr_scale(pool, ratio_inv(pool, up), expr_pow_ratio(pool, u, up));
}

// --- products ------------------------------------------------------------------------------------

// F(u) G/u' if G/u' does not contain x
static Expr chain(ExprPool *pool, Expr F, Expr u, Expr G, Expr x) {
  const Expr slope = expr_diff(pool, u, x);
  if (expr_is_none(F) || expr_same(slope, EXPR_ZERO)) return EXPR_NONE;
  const Expr ratio = algebra_readable(pool, div2(pool, G, slope));
  if (expr_is_none(ratio) || expr_depends(pool, ratio, x)) return EXPR_NONE;
  return expr_mul(pool, ratio, F);
}

// Takes one factor f^c of e as the outer function, the others as the inner derivative.
static Expr by_chain(ExprPool *pool, Expr e, ExprTerm f, Expr x) {
  const Expr G = div2(pool, e, expr_product(pool, &f, 1));
  Expr F = chain(pool, of_power(pool, f.e, f.c), f.e, G, x);
  if (!expr_is_none(F) || expr_kind(pool, f.e) != EXPR_FUNCTION) return F;
  if (function_arguments(expr_function(pool, f.e)) != 1) return EXPR_NONE;
  const Expr u = expr_operand(pool, f.e, 0).e;
  if (ratio_compare(pool, f.c, RATIO_ONE) == 0)
    F = chain(pool, of_function(pool, expr_function(pool, f.e), u), u, G, x);
  return expr_is_none(F) ? chain(pool, of_square(pool, f.e, f.c), u, G, x) : F;
}

// 1/(a x^2 + b): atan(x sqrt(a/b))/sqrt(a b)
static Expr by_arctangent(ExprPool *pool, Expr u, Expr x) {
  const Expr zero = EXPR_ZERO, b = expr_substitute(pool, u, &x, &zero, 1);
  const Expr a = expr_half(pool, expr_diff(pool, expr_diff(pool, u, x), x));
  const Expr form = expr_add(pool, expr_mul(pool, a, expr_square(pool, x)), b);
  if (expr_depends(pool, a, x) || expr_same(b, EXPR_ZERO) || !expr_equal(pool, form, u))
    return EXPR_NONE;
  const Expr root = expr_sqrt(pool, expr_mul(pool, a, b));
  const Expr F = expr_call1(pool, FN_ATAN, div2(pool, expr_mul(pool, a, x), root));
  return div2(pool, F, root);
}

// x^n f: x^n F - n int x^(n-1) F
static Expr by_parts(ExprPool *pool, Expr e, Ratio n, Expr x, int depth) {
  const Expr power = expr_pow_ratio(pool, x, n);
  const Expr F = primitive_of(pool, div2(pool, e, power), x, depth + 1);
  if (expr_is_none(F)) return EXPR_NONE;
  const Expr slope = expr_diff(pool, power, x);
  const Expr rest = primitive_of(pool, expr_mul(pool, slope, F), x, depth + 1);
  return expr_is_none(rest) ? EXPR_NONE : expr_sub(pool, expr_mul(pool, power, F), rest);
}

// Expands a factor that is a sum, or a power of one.
static Expr by_expansion(ExprPool *pool, Expr e, ExprTerm f, Expr x, int depth) {
  const Expr less = div2(pool, e, f.e);
  Expr sum = EXPR_ZERO;
  for (size_t i = 0; i < expr_count(pool, f.e); i++) {
    const ExprTerm term = expr_operand(pool, f.e, i);
    const Expr F =
      primitive_of(pool, expr_scale(pool, term.c, expr_mul(pool, term.e, less)), x, depth + 1);
    if (expr_is_none(F)) return EXPR_NONE;
    sum = expr_add(pool, sum, F);
  }
  return sum;
}

static bool is_positive_integer(const ExprPool *pool, Ratio c) {
  return ratio_is_integer(pool, c) && ratio_sign(pool, c) > 0;
}

// Integrates a product, or a power, in which everything contains x.
static Expr of_product(ExprPool *pool, Expr e, Expr x, int depth) {
  ExprTerm f[FACTORS_MOST] = {{e, RATIO_ONE}};
  size_t n = 1;
  if (expr_kind(pool, e) == EXPR_PRODUCT) {
    n = expr_count(pool, e);
    if (n > FACTORS_MOST) return EXPR_NONE;
    for (size_t i = 0; i < n; i++) f[i] = expr_operand(pool, e, i);
  }
  for (size_t i = 0; i < n; i++) {
    const Expr F = by_chain(pool, e, f[i], x);
    if (!expr_is_none(F)) return F;
  }
  if (n == 1 && ratio_compare(pool, f[0].c, RATIO_MINUS_ONE) == 0)
    return by_arctangent(pool, f[0].e, x);
  for (size_t i = 0; i < n; i++)
    if (expr_kind(pool, f[i].e) == EXPR_SUM && is_positive_integer(pool, f[i].c))
      return by_expansion(pool, e, f[i], x, depth);
  for (size_t i = 0; i < n; i++)
    if (expr_same(f[i].e, x) && is_positive_integer(pool, f[i].c))
      return by_parts(pool, e, f[i].c, x, depth);
  return EXPR_NONE;
}

// --- all of it -----------------------------------------------------------------------------------

static Expr primitive_of(ExprPool *pool, Expr e, Expr x, int depth) {
  if (expr_is_none(e) || depth > DEPTH_MOST) return EXPR_NONE;
  if (!expr_depends(pool, e, x)) return expr_mul(pool, e, x);
  if (expr_kind(pool, e) == EXPR_SUM) {
    Expr sum = EXPR_ZERO;
    for (size_t i = 0; i < expr_count(pool, e); i++) {
      const ExprTerm term = expr_operand(pool, e, i);
      const Expr F = primitive_of(pool, term.e, x, depth);
      if (expr_is_none(F)) return EXPR_NONE;
      sum = expr_add(pool, sum, expr_scale(pool, term.c, F));
    }
    return sum;
  }
  Expr rest = e, free = EXPR_ONE;
  if (expr_kind(pool, e) == EXPR_PRODUCT) free = free_part(pool, e, x, &rest);
  // the rest may be a sum or a single factor
  const Expr F = expr_kind(pool, rest) == EXPR_SUM ? primitive_of(pool, rest, x, depth)
                                                   : of_product(pool, rest, x, depth);
  return expr_is_none(F) ? EXPR_NONE : expr_mul(pool, free, F);
}

Expr primitive_find(ExprPool *pool, Expr e, Expr x) {
  Expr F = primitive_of(pool, e, x, 0);
  if (expr_is_none(F)) F = primitive_of(pool, algebra_readable(pool, e), x, 0);
  (void) expr_trouble(pool);
  if (expr_is_none(F) || !expr_equal(pool, expr_diff(pool, F, x), e)) return EXPR_NONE;
  return F;
}
