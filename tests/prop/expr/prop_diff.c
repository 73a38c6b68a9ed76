// Laws of expr/diff.c and expr/transform.c: derivatives, along a symbol and along the motion.

#include "support/judge.h"

#include <math.h>

// abs and roots come in through the outer derivatives; fingerprints need not detect identities among them, so exact
// laws are stated without them and the numeric ones with everything.
#define EXACT_KINDS (GEN_INVERSE | GEN_CIRCULAR | GEN_EXP | GEN_RATES | GEN_TIME | GEN_PI)

// Law: the derivative of a sum. Judge: equal ids.
PROP(sum_rule, 1000) {
  const Expr a = gen_expr(g, 3), b = gen_expr(g, 3), x = gen_symbol(g);
  const Ratio k = gen_ratio(g);
  const Expr e = expr_add(p, a, expr_scale(p, k, b));
  ASSUME(!expr_same(e, EXPR_ZERO));
  const Expr da = expr_diff(p, a, x), db = expr_diff(p, b, x);
  CHECK_EQUAL(expr_diff(p, e, x), expr_add(p, da, expr_scale(p, k, db)));
}

// Law: the product rule. Judge: exact zero test over the rationals, no tolerance.
PROP(product_rule, 1000) {
  const Expr a = gen_expr_of(g, 3, EXACT_KINDS), b = gen_expr_of(g, 3, EXACT_KINDS),
             x = gen_symbol(g);
  const Expr left = expr_diff(p, expr_mul(p, a, b), x);
  const Expr right =
    expr_add(p, expr_mul(p, expr_diff(p, a, x), b), expr_mul(p, a, expr_diff(p, b, x)));
  CHECK_EQUAL(left, right);
}

// Law: the quotient rule. Judge: exact zero test over the rationals, no tolerance.
PROP(quotient_rule, 1000) {
  const Expr a = gen_expr_of(g, 3, EXACT_KINDS), b = gen_expr_of(g, 3, EXACT_KINDS),
             x = gen_symbol(g);
  ASSUME(!expr_same(b, EXPR_ZERO));
  const Expr left = expr_diff(p, expr_div(p, a, b), x);
  const Expr top =
    expr_sub(p, expr_mul(p, expr_diff(p, a, x), b), expr_mul(p, a, expr_diff(p, b, x)));
  CHECK_EQUAL(left, expr_div(p, top, expr_square(p, b)));
}

// Law: the chain rule, (f(u(x)))' = f'(u) u', with f' found by differentiating f(s) by a symbol s
// and substituting afterwards. Judge: exact zero test over the rationals, no tolerance.
PROP(chain_rule, 1000) {
  const Expr s = gen_variable_at(g, 0), x = gen_variable_at(g, 1);
  const Expr f = gen_expr_of(g, 3, EXACT_KINDS), u = gen_expr_of(g, 2, EXACT_KINDS);
  ASSUME(!expr_depends(p, f, x));
  const Expr composed = expr_substitute(p, f, &s, &u, 1);
  const Expr outer = expr_substitute(p, expr_diff(p, f, s), &s, &u, 1);
  ASSUME(!expr_is_none(composed) && !expr_is_none(outer));
  // s must be the only thing in f that depends on x
  CHECK_EQUAL(expr_diff(p, composed, x), expr_mul(p, outer, expr_diff(p, u, x)));
}

// Returns a function of s without x: a link of a chain.
static Expr gen_link(Gen *g, ExprPool *p, Expr s, Expr other) {
  static const Function functions[] = {FN_SIN, FN_COS, FN_TANH, FN_ATAN, FN_SINH};
  switch (gen_below(g, 8)) {
    case 0: return expr_add(p, expr_scale(p, gen_ratio(g), s), expr_int(p, gen_int(g, 1, 9)));
    case 1: return expr_mul(p, other, s);
    case 2: return expr_add(p, expr_square(p, s), other);
    default: return expr_call1(p, functions[gen_below(g, COUNT(functions))], s);
  }
}

// Law: the chain rule for functions of functions, so many deep that their derivatives are multiplied at once, alone
// and beside other terms. Judge: the derivative of each link by its own symbol, put together link by link; equal
// over the fields.
PROP(long_chains, 60) {
  const Expr s = gen_variable_at(g, 0), x = gen_variable_at(g, 1), other = gen_constant_at(g, 0);
  const size_t length = 60 + gen_below(g, 90);
  Expr e = gen_below(g, 2) ? x : expr_add(p, expr_square(p, x), expr_call1(p, FN_EXP, x)),
       product = expr_diff(p, e, x);
  for (size_t i = 0; i < length; i++) {
    const Expr link = gen_link(g, p, s, other);
    product = expr_mul(p, product, expr_substitute(p, expr_diff(p, link, s), &s, &e, 1));
    e = expr_substitute(p, link, &s, &e, 1);
    ASSUME(!expr_is_none(e) && !expr_is_none(product));
  }
  CHECK_EQUAL(expr_diff(p, e, x), product);
  const Expr sum = expr_add(p, expr_mul(p, x, e), x);
  CHECK_EQUAL(expr_diff(p, sum, x), expr_add(p, expr_add(p, e, EXPR_ONE), expr_mul(p, x, product)));
}

// Law: second derivatives are symmetric. Judge: exact zero test over the rationals, no tolerance.
PROP(second_derivatives_commute, 600) {
  const Expr e = gen_expr_of(g, 3, EXACT_KINDS), x = gen_symbol(g), y = gen_symbol(g);
  const Expr xy = expr_diff(p, expr_diff(p, e, x), y), yx = expr_diff(p, expr_diff(p, e, y), x);
  CHECK_EQUAL(xy, yx);
}

// Law: putting b + k for one symbol and differentiating by another commute.
// Judge: exact zero test over the rationals, no tolerance.
PROP(substitution_commutes, 1000) {
  const Expr x = gen_variable_at(g, 0), y = gen_variable_at(g, 1);
  const Expr e = gen_expr_of(g, 3, EXACT_KINDS), to = gen_expr_of(g, 2, EXACT_KINDS);
  ASSUME(!expr_depends(p, to, x));
  const Expr put = expr_substitute(p, e, &y, &to, 1);
  const Expr put_after = expr_substitute(p, expr_diff(p, e, x), &y, &to, 1);
  ASSUME(!expr_is_none(put) && !expr_is_none(put_after));
  CHECK_EQUAL(expr_diff(p, put, x), put_after);
}

// Law: substitution replaces all symbols at once: exchanging symbols there and back changes nothing.
// Judge: equal ids; with roots the form depends on the order of symbols, so without them.
PROP(exchange_and_back, 1000) {
  const Expr x = gen_variable_at(g, 0), y = gen_variable_at(g, 1), a = gen_constant_at(g, 0);
  const Expr e = gen_expr_of(g, 4, GEN_ALL & ~(unsigned) (GEN_ROOT | GEN_ABS | GEN_POWER));
  const Expr from[] = {x, y, a}, to[] = {y, a, x};
  const Expr turned = expr_substitute(p, e, from, to, 3);
  CHECK(!expr_is_none(turned));
  CHECK_SAME(expr_substitute(p, turned, to, from, 3), e);
  CHECK_SAME(expr_substitute(p, e, from, from, 3), e);
}

// Law: d/dt = d/dt|fixed + sum over variables of rate times partial derivative.
// Judge: exact zero test over the rationals, no tolerance.
PROP(rate_is_sum_of_partials, 1000) {
  const Expr e = gen_expr_of(g, 3, EXACT_KINDS);
  Expr sum = expr_diff(p, e, EXPR_TIME);
  for (size_t i = 0; i < GEN_VARIABLES; i++) {
    const Expr x = gen_variable_at(g, i), xd = expr_symbol_rate(p, x),
               xdd = expr_symbol_rate(p, xd);
    sum = expr_add(p, sum, expr_mul(p, expr_diff(p, e, x), xd));
    sum = expr_add(p, sum, expr_mul(p, expr_diff(p, e, xd), xdd));
  }
  CHECK_EQUAL(expr_rate(p, e), sum);
}

// Law: a derivative contains no symbol that was not there, and is zero if the symbol is missing.
// Judge: expr_symbols.
PROP(derivatives_add_no_symbols, 1000) {
  const Expr e = gen_expr(g, 3), x = gen_symbol(g), d = expr_diff(p, e, x);
  ASSUME(!expr_is_none(d));
  if (!expr_depends(p, e, x)) CHECK_ZERO(d);
  const ExprList inside = expr_symbols(p, &d, 1, g->arena);
  for (size_t i = 0; i < inside.n; i++) CHECK(expr_depends(p, e, inside.at[i]));
}

// Law: the derivative is the limit of difference quotients.
// Judge: central differences D(h) by MPFR with 200 bits. D(h) = f' + h^2 f'''/6 + O(h^4), so
// D(h) - D(h/2) is three times the error of D(h/2); rounding is 2^-200 |f| / h, with room for cancellation.
PROP(derivative_is_limit, 800) {
  const long step = -40;
  const Expr e = gen_expr(g, 3), x = gen_symbol(g), d = expr_diff(p, e, x);
  CHECK(!expr_is_none(d));
  mpfr_t wide, narrow, exact, bound;
  mpfr_inits2(JUDGE_BITS, wide, narrow, exact, bound, (mpfr_ptr) 0);
  const bool good = judge_value(&(Judge){.g = g}, d, exact) &&
                    judge_difference(g, e, x, step, wide) &&
                    judge_difference(g, e, x, step - 1, narrow);
  mpfr_sub(bound, wide, narrow, MPFR_RNDU);
  mpfr_abs(bound, bound, MPFR_RNDU);
  const double truncation = mpfr_get_d(bound, MPFR_RNDU);
  mpfr_sub(narrow, narrow, exact, MPFR_RNDN);
  const double error = mpfr_get_d(narrow, MPFR_RNDN), slope = mpfr_get_d(exact, MPFR_RNDN);
  mpfr_clears(wide, narrow, exact, bound, (mpfr_ptr) 0);
  // far from any singularity; near one the expansion in h says nothing
  ASSUME(good && truncation < 1e-12 * (1 + fabs(slope)));
  gen_note(g, "derivative by %s: %s", expr_symbol_name(p, x), print_expr_text(p, d, g->arena));
  const double rounding =
    0x1p-80;  // 2^(-200 + 41), 60 bits of cancellation, intermediate numbers up to 2^19
  CHECK_NEAR(error, 0.0, truncation + rounding * (1 + fabs(slope)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(sum_rule),
    cmocka_unit_test(product_rule),
    cmocka_unit_test(quotient_rule),
    cmocka_unit_test(chain_rule),
    cmocka_unit_test(long_chains),
    cmocka_unit_test(second_derivatives_commute),
    cmocka_unit_test(substitution_commutes),
    cmocka_unit_test(exchange_and_back),
    cmocka_unit_test(rate_is_sum_of_partials),
    cmocka_unit_test(derivatives_add_no_symbols),
    cmocka_unit_test(derivative_is_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
