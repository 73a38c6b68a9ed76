// expr/function.c: the elementary functions in canonical form: known values, signs, whole turns.

#include "expr/expr_impl.h"
#include <assert.h>

static const struct {
  const char *name, *latex;
  size_t arguments;
} functions[] = {
#define X(id, text, count, tex) {text, tex, count},
#include "expr/functions.def"
#undef X
};

const char *function_name(Function fn) {
  return functions[fn].name;
}

const char *function_latex(Function fn) {
  return functions[fn].latex;
}

size_t function_arguments(Function fn) {
  return functions[fn].arguments;
}

bool function_find(Str name, Function *fn) {
  for (size_t i = 0; i < FN_COUNT; i++) {
    if (!str_is(name, functions[i].name)) continue;
    *fn = (Function) i;
    return true;
  }
  return false;
}

static Expr plain_call(ExprPool *pool, Function fn, Expr argument) {
  return pool_intern(pool, EXPR_FUNCTION, fn, &(ExprTerm){argument, RATIO_ONE}, 1);
}

// Does the first symbolic term of e have a minus sign? Then f(e) is written with f(-e).
static bool leads_with_minus(ExprPool *pool, Expr e) {
  if (expr_is_number(pool, e)) return ratio_sign(pool, expr_ratio_of(pool, e)) < 0;
  if (expr_kind(pool, e) != EXPR_SUM) return false;
  return ratio_sign(pool, ratio_content(pool, pool_terms(pool, e), pool_node(pool, e)->n)) < 0;
}

// --- angles --------------------------------------------------------------------------------------

// The coefficient of pi in e.
static Ratio half_turns(const ExprPool *pool, Expr e) {
  if (expr_same(e, EXPR_PI)) return RATIO_ONE;
  if (expr_kind(pool, e) == EXPR_SUM)
    for (size_t i = 0; i < expr_count(pool, e); i++)
      if (expr_same(expr_operand(pool, e, i).e, EXPR_PI)) return expr_operand(pool, e, i).c;
  return RATIO_ZERO;
}

// sin(k*pi/12) for k = 0 .. 6.
static Expr known_sine(ExprPool *pool, long k) {
  if (k == 0) return EXPR_ZERO;
  if (k == 2) return expr_number(pool, RATIO_HALF);
  if (k == 6) return EXPR_ONE;
  const Expr root2 = expr_sqrt(pool, expr_int(pool, 2)), root3 = expr_sqrt(pool, expr_int(pool, 3));
  if (k == 3 || k == 4) return expr_half(pool, k == 3 ? root2 : root3);
  const Expr root6 = expr_mul(pool, root2, root3);  // (sqrt 6 -+ sqrt 2)/4
  const Expr sum = k == 1 ? expr_sub(pool, root6, root2) : expr_add(pool, root6, root2);
  return expr_scale(pool, ratio_make(pool, 1, 4), sum);
}

// sin(k*pi/12) for any k, by symmetry
static Expr sine_of_twelfths(ExprPool *pool, long k) {
  k = ((k % 24) + 24) % 24;
  const bool negative = k >= 12;
  if (negative) k -= 12;
  if (k > 6) k = 12 - k;
  const Expr value = known_sine(pool, k);
  return negative ? expr_neg(pool, value) : value;
}

// sqrt(1 + sign u^2), or EXPR_NONE if that is not real
static Expr root_beside_one(ExprPool *pool, int sign, Expr u) {
  const Expr square = expr_square(pool, u);
  const Expr sum = expr_add(pool, EXPR_ONE, sign < 0 ? expr_neg(pool, square) : square);
  const bool number = expr_is_number(pool, sum);
  if (number && ratio_sign(pool, expr_ratio_of(pool, sum)) < 0) return EXPR_NONE;
  return expr_sqrt(pool, sum);
}

// The sine or cosine of an arc function, which is algebraic: cos(acos u) = u, sin(atan2(y, x)) = y/sqrt(x^2 + y^2).
// EXPR_NONE for other arguments.
static Expr circular_of_arc(ExprPool *pool, bool sine, Expr e) {
  if (expr_kind(pool, e) != EXPR_FUNCTION) return EXPR_NONE;
  const Function fn = expr_function(pool, e);
  const Expr u = expr_operand(pool, e, 0).e;
  switch (fn) {
    case FN_ASIN: return sine ? u : root_beside_one(pool, -1, u);
    case FN_ACOS: return sine ? root_beside_one(pool, -1, u) : u;
    case FN_ATAN: return expr_div(pool, sine ? u : EXPR_ONE, root_beside_one(pool, 1, u));
    case FN_ATAN2: {
      const Expr x = expr_operand(pool, e, 1).e;
      const Expr xx = expr_square(pool, x);
      const Expr r = expr_sqrt(pool, expr_add(pool, expr_square(pool, u), xx));
      return expr_div(pool, sine ? u : x, r);
    }
    default: return EXPR_NONE;
  }
}

// sin(e) or cos(e) with the quarter turns in e taken out: sin(x + pi/2) = cos(x)
static Expr circular(ExprPool *pool, bool sine, Expr e) {
  const Ratio turns = half_turns(pool, e);
  const Expr rest = expr_sub(pool, e, expr_scale(pool, turns, EXPR_PI));
  long num = 0, den = 1;
  const Ratio twelfths = ratio_mul(pool, turns, ratio_make(pool, 12, 1));
  const bool known = ratio_is_integer(pool, twelfths) && ratio_get(pool, twelfths, &num, &den);
  if (known && expr_same(rest, EXPR_ZERO))
    return sine_of_twelfths(pool, sine ? num % 24 : num % 24 + 6);
  bool negative = false;
  if (known && num != 0 && num % 6 == 0) {
    const long quarters = ((num / 6 % 4) + 4) % 4;  // each turns sin into cos, cos into -sin
    e = rest;
    for (long i = 0; i < quarters; i++) {
      negative ^= !sine;
      sine = !sine;
    }
  }
  if (leads_with_minus(pool, e)) {
    negative ^= sine;
    e = expr_neg(pool, e);
  }
  Expr value = circular_of_arc(pool, sine, e);
  if (expr_is_none(value)) value = plain_call(pool, sine ? FN_SIN : FN_COS, e);
  return negative ? expr_neg(pool, value) : value;
}

static Expr tangent(ExprPool *pool, Expr e) {
  const bool turned = half_turns(pool, e).id != RATIO_ZERO.id;
  if (turned || expr_same(e, EXPR_ZERO)) {
    const Expr cosine = circular(pool, false, e);
    return expr_div(pool, circular(pool, true, e), cosine);
  }
  if (leads_with_minus(pool, e)) return expr_neg(pool, tangent(pool, expr_neg(pool, e)));
  const Expr sine = circular_of_arc(pool, true, e);
  if (!expr_is_none(sine)) return expr_div(pool, sine, circular_of_arc(pool, false, e));
  return plain_call(pool, FN_TAN, e);
}

// --- the others ----------------------------------------------------------------------------------

// exp(c*log(u) + v) = u^c * exp(v)
static Expr exponential(ExprPool *pool, Expr e) {
  Expr power = EXPR_ONE, rest = EXPR_ZERO;
  const bool sum = expr_kind(pool, e) == EXPR_SUM;
  const size_t n = sum ? expr_count(pool, e) : 1;
  for (size_t i = 0; i < n; i++) {
    const ExprTerm term = sum ? expr_operand(pool, e, i) : (ExprTerm){e, RATIO_ONE};
    if (expr_kind(pool, term.e) == EXPR_FUNCTION && expr_function(pool, term.e) == FN_LOG)
      power = expr_mul(pool, power, expr_pow_ratio(pool, expr_operand(pool, term.e, 0).e, term.c));
    else
      rest = expr_add(pool, rest, expr_scale(pool, term.c, term.e));
  }
  if (expr_same(rest, EXPR_ZERO)) return power;
  return expr_mul(pool, power, plain_call(pool, FN_EXP, rest));
}

static Expr logarithm(ExprPool *pool, Expr e) {
  if (expr_same(e, EXPR_ONE)) return EXPR_ZERO;
  if (expr_is_number(pool, e) && ratio_sign(pool, expr_ratio_of(pool, e)) <= 0)
    return pool_trouble(pool, TROUBLE_LOG);
  if (expr_kind(pool, e) == EXPR_FUNCTION && expr_function(pool, e) == FN_EXP)
    return expr_operand(pool, e, 0).e;
  return plain_call(pool, FN_LOG, e);
}

// |c*u*v^2| = |c| * |u| * v^2
static Expr absolute(ExprPool *pool, Expr e) {
  if (expr_is_number(pool, e)) return expr_number(pool, ratio_abs(pool, expr_ratio_of(pool, e)));
  if (expr_same(e, EXPR_PI)) return e;
  if (expr_kind(pool, e) == EXPR_SUM) {
    const Ratio content = ratio_content(pool, pool_terms(pool, e), pool_node(pool, e)->n);
    const Expr primitive = expr_scale(pool, ratio_inv(pool, content), e);
    const Expr value = expr_kind(pool, primitive) == EXPR_SUM ? plain_call(pool, FN_ABS, primitive)
                                                              : absolute(pool, primitive);
    return expr_scale(pool, ratio_abs(pool, content), value);
  }
  if (expr_kind(pool, e) == EXPR_PRODUCT) {
    Expr value = EXPR_ONE;
    for (size_t i = 0; i < expr_count(pool, e); i++) {
      const ExprTerm factor = expr_operand(pool, e, i);
      const bool signless = !ratio_is_integer(pool, factor.c) || ratio_is_even(pool, factor.c);
      const Expr base = signless ? factor.e : expr_call1(pool, FN_ABS, factor.e);
      value = expr_mul(pool, value, expr_pow_ratio(pool, base, factor.c));
    }
    return value;
  }
  if (expr_kind(pool, e) == EXPR_FUNCTION) {
    const Function fn = expr_function(pool, e);
    if (fn == FN_ABS || fn == FN_EXP || fn == FN_COSH) return e;
  }
  return plain_call(pool, FN_ABS, e);
}

Expr expr_same_sign(ExprPool *pool, Expr e) {
  if (expr_is_none(e) || expr_kind(pool, e) != EXPR_SUM) return e;
  ExprTerm first = expr_operand(pool, e, 0);
  if (expr_same(first.e, EXPR_ONE) && expr_count(pool, e) > 1) first = expr_operand(pool, e, 1);
  return expr_scale(pool, ratio_inv(pool, ratio_abs(pool, first.c)), e);
}

// sign(u*v^2) = sign(u), sign(u*v) = sign(u) * sign(v); 0 at 0
static Expr sign(ExprPool *pool, Expr e) {
  if (expr_is_number(pool, e)) return expr_int(pool, ratio_sign(pool, expr_ratio_of(pool, e)));
  if (expr_same(e, EXPR_PI)) return EXPR_ONE;
  if (leads_with_minus(pool, e))
    return expr_neg(pool, expr_call1(pool, FN_SIGN, expr_neg(pool, e)));
  e = expr_same_sign(pool, e);
  if (expr_kind(pool, e) == EXPR_PRODUCT) {
    Expr value = EXPR_ONE;
    for (size_t i = 0; i < expr_count(pool, e); i++) {
      const ExprTerm factor = expr_operand(pool, e, i);
      const bool signless = !ratio_is_integer(pool, factor.c) || ratio_is_even(pool, factor.c);
      if (!signless) value = expr_mul(pool, value, expr_call1(pool, FN_SIGN, factor.e));
    }
    return value;
  }
  if (expr_kind(pool, e) == EXPR_FUNCTION) {
    const Function fn = expr_function(pool, e);
    if (fn == FN_EXP || fn == FN_COSH) return EXPR_ONE;
    if (fn == FN_SIGN) return e;
  }
  return plain_call(pool, FN_SIGN, e);
}

static Expr choice(ExprPool *pool, Expr c, Expr u, Expr v) {
  if (expr_is_number(pool, c)) return ratio_sign(pool, expr_ratio_of(pool, c)) > 0 ? u : v;
  if (expr_same(u, v)) return u;
  const Expr side = expr_same_sign(pool, c);
  return pool_intern(pool, EXPR_FUNCTION, FN_IF,
                     (ExprTerm[]){{side, RATIO_ONE}, {u, RATIO_ONE}, {v, RATIO_ONE}}, 3);
}

Expr expr_min(ExprPool *pool, Expr a, Expr b) {
  return expr_if(pool, expr_sub(pool, b, a), a, b);
}

Expr expr_max(ExprPool *pool, Expr a, Expr b) {
  return expr_if(pool, expr_sub(pool, a, b), a, b);
}

static Expr odd(ExprPool *pool, Function fn, Expr e) {
  if (expr_same(e, EXPR_ZERO)) return EXPR_ZERO;
  if (leads_with_minus(pool, e)) return expr_neg(pool, expr_call1(pool, fn, expr_neg(pool, e)));
  return plain_call(pool, fn, e);
}

static Expr arc_cosine(ExprPool *pool, Expr e) {
  if (expr_same(e, EXPR_ONE)) return EXPR_ZERO;
  if (expr_same(e, EXPR_ZERO)) return expr_half(pool, EXPR_PI);
  return plain_call(pool, FN_ACOS, e);
}

static Expr arc_tangent(ExprPool *pool, Expr e) {
  if (expr_same(e, EXPR_ONE)) return expr_scale(pool, ratio_make(pool, 1, 4), EXPR_PI);
  return odd(pool, FN_ATAN, e);
}

static Expr arc_tangent2(ExprPool *pool, Expr y, Expr x) {
  if (expr_same(y, EXPR_ZERO) && expr_same(x, EXPR_ZERO))
    return pool_trouble(pool, TROUBLE_DIVISION);
  if (expr_same(y, EXPR_ZERO) && expr_is_number(pool, x))
    return ratio_sign(pool, expr_ratio_of(pool, x)) > 0 ? EXPR_ZERO : EXPR_PI;
  return pool_intern(pool, EXPR_FUNCTION, FN_ATAN2, (ExprTerm[]){{y, RATIO_ONE}, {x, RATIO_ONE}},
                     2);
}

Expr expr_call(ExprPool *pool, Function fn, const Expr *arguments) {
  const Expr e = arguments[0];
  for (size_t i = 0; i < function_arguments(fn); i++)
    if (expr_is_none(arguments[i])) return EXPR_NONE;
  switch (fn) {
    case FN_SIN: return circular(pool, true, e);
    case FN_COS: return circular(pool, false, e);
    case FN_TAN: return tangent(pool, e);
    case FN_EXP: return exponential(pool, e);
    case FN_LOG: return logarithm(pool, e);
    case FN_ABS: return absolute(pool, e);
    case FN_SIGN: return sign(pool, e);
    case FN_IF: return choice(pool, e, arguments[1], arguments[2]);
    case FN_ACOS: return arc_cosine(pool, e);
    case FN_ATAN: return arc_tangent(pool, e);
    case FN_ATAN2: return arc_tangent2(pool, e, arguments[1]);
    case FN_COSH:
      if (expr_same(e, EXPR_ZERO)) return EXPR_ONE;
      return plain_call(pool, FN_COSH, leads_with_minus(pool, e) ? expr_neg(pool, e) : e);
    case FN_ASIN:
    case FN_SINH:
    case FN_TANH: return odd(pool, fn, e);
    default: assert(false); return EXPR_NONE;
  }
}

Expr expr_call1(ExprPool *pool, Function fn, Expr argument) {
  return expr_call(pool, fn, &argument);
}

Expr expr_if(ExprPool *pool, Expr c, Expr u, Expr v) {
  return expr_call(pool, FN_IF, (Expr[]){c, u, v});
}
