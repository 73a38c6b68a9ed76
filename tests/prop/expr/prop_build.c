// Laws of expr/build.c and expr/function.c: one canonical form, and it has the right value.

#include "support/judge.h"

#include <math.h>

#define LARGEST 5  // terms of a list

typedef struct {
  ExprTerm at[LARGEST];
  size_t n;
} List;

static List gen_list(Gen *g, int depth, unsigned kinds) {
  List list = {.n = 2 + gen_below(g, LARGEST - 1)};
  for (size_t i = 0; i < list.n; i++) list.at[i] = (ExprTerm){gen_expr_of(g, depth, kinds), RATIO_ONE};
  return list;
}

static void gen_shuffle(Gen *g, List *list) {
  for (size_t i = list->n; i-- > 1;) {
    const size_t j = gen_below(g, i + 1);
    const ExprTerm swap = list->at[i];
    list->at[i] = list->at[j];
    list->at[j] = swap;
  }
}

// Joins neighbours two by two, in any nesting. With sums, *vanished is set if a part of the sum was identically zero
// without being the empty sum: then other terms are left over.
static Expr gen_nested(Gen *g, List list, Expr (*join)(ExprPool *, Expr, Expr), bool *vanished) {
  while (list.n > 1) {
    const size_t i = gen_below(g, list.n - 1);
    list.at[i].e = join(g->pool, list.at[i].e, list.at[i + 1].e);
    if (expr_same(list.at[i].e, EXPR_ZERO)) *vanished = true;
    for (size_t k = i + 1; k + 1 < list.n; k++) list.at[k] = list.at[k + 1];
    list.n--;
  }
  return list.at[0].e;
}

// Law: the same sum in any order is the same expression. Judge: equal ids.
PROP(sum_in_any_order, 500) {
  List list = gen_list(g, 3, GEN_ALL);
  for (size_t i = 0; i < list.n; i++) list.at[i].c = gen_ratio(g);
  const Expr e = expr_sum(p, list.at, list.n);
  gen_shuffle(g, &list);
  CHECK_SAME(expr_sum(p, list.at, list.n), e);
}

// Law: the same sum in any nesting is the same expression. Judge: equal ids; if a part of it vanished
// on the way, which the whole list cannot show, equal functions.
PROP(sum_in_any_nesting, 500) {
  List list = gen_list(g, 3, GEN_ALL);
  const Expr e = expr_sum(p, list.at, list.n);
  gen_shuffle(g, &list);
  bool vanished = false;
  const Expr nested = gen_nested(g, list, expr_add, &vanished);
  if (!vanished) CHECK_SAME(nested, e);
  CHECK_EQUAL(nested, e);
}

// Law: the same product in any order is the same expression. Judge: equal ids.
PROP(product_in_any_order, 500) {
  List list = gen_list(g, 3, GEN_ALL);
  for (size_t i = 0; i < list.n; i++) list.at[i].c = ratio_make(p, gen_int(g, -3, 3), 1 + gen_below(g, 2));
  const Expr e = expr_product(p, list.at, list.n);
  gen_shuffle(g, &list);
  CHECK_SAME(expr_product(p, list.at, list.n), e);
}

// Law: the same product in any nesting is the same expression. Judge: equal ids. Without roots and
// abs, because |x|*|x| = x^2 forgets that it came from two.
PROP(product_in_any_nesting, 500) {
  List list = gen_list(g, 3, GEN_ALL & ~(unsigned) (GEN_ROOT | GEN_ABS | GEN_POWER));
  const Expr e = expr_product(p, list.at, list.n);
  gen_shuffle(g, &list);
  bool vanished = false;
  CHECK_SAME(gen_nested(g, list, expr_mul, &vanished), e);
}

static void check_canonical(Gen *g, ExprPool *p, Expr e) {
  const ExprList nodes = expr_reachable(p, &e, 1, g->arena);
  for (size_t i = 0; i < nodes.n; i++) {
    const Expr node = nodes.at[i];
    const ExprKind kind = expr_kind(p, node);
    if (kind == EXPR_NUMBER || kind == EXPR_SYMBOL) continue;
    ExprTerm *terms = ARENA_ARRAY(g->arena, ExprTerm, expr_count(p, node));
    for (size_t k = 0; k < expr_count(p, node); k++) terms[k] = expr_operand(p, node, k);
    const size_t n = expr_count(p, node);
    if (kind == EXPR_SUM) CHECK_SAME(expr_sum(p, terms, n), node);
    else if (kind == EXPR_PRODUCT) CHECK_SAME(expr_product(p, terms, n), node);
    else CHECK_SAME(expr_call(p, expr_function(p, node), (Expr[]){terms[0].e, terms[n > 1].e, terms[n - 1].e}), node);
  }
}

// Law: every node built again from its operands is the same node. Judge: equal ids.
PROP(nodes_are_in_canonical_form, 500) {
  const Expr a = gen_expr(g, 3), b = gen_expr(g, 3), e = expr_mul(p, expr_mul(p, a, a), expr_mul(p, a, b));
  ASSUME(!expr_is_none(e));
  check_canonical(g, p, e);
}

// Law: adding and then subtracting changes nothing. Judge: equal ids; if the sum is identically zero,
// equal functions.
PROP(add_then_subtract, 500) {
  const Expr a = gen_expr(g, 4), b = gen_expr(g, 4), sum = expr_add(p, a, b);
  if (!expr_same(sum, EXPR_ZERO)) CHECK_SAME(expr_sub(p, sum, b), a);
  CHECK_EQUAL(expr_sub(p, sum, b), a);
  CHECK_ZERO(expr_sub(p, a, a));
  CHECK_SAME(expr_neg(p, expr_neg(p, a)), a);
}

// Law: multiplying and then dividing changes nothing. Judge: equal ids.
PROP(multiply_then_divide, 500) {
  const unsigned kinds = GEN_ALL & ~(unsigned) (GEN_ROOT | GEN_ABS | GEN_POWER);
  const Expr a = gen_expr_of(g, 3, kinds), b = gen_expr_of(g, 3, kinds);
  ASSUME(!expr_same(b, EXPR_ZERO));
  CHECK_SAME(expr_div(p, expr_mul(p, a, b), b), a);
  CHECK_SAME(expr_mul(p, b, expr_div(p, EXPR_ONE, b)), EXPR_ONE);
  CHECK_SAME(expr_div(p, b, b), EXPR_ONE);
}

// Law: a number is multiplied into a sum. Judge: equal ids.
PROP(numbers_distribute, 500) {
  const Expr a = gen_expr(g, 3), b = gen_expr(g, 3);
  const Ratio k = gen_ratio(g), l = gen_ratio(g);
  const Expr sum = expr_add(p, a, b);
  CHECK_SAME(expr_scale(p, k, expr_scale(p, l, a)), expr_scale(p, ratio_mul(p, k, l), a));
  CHECK_SAME(expr_mul(p, expr_number(p, k), a), expr_scale(p, k, a));
  if (!expr_same(sum, EXPR_ZERO))
    CHECK_SAME(expr_scale(p, k, sum), expr_add(p, expr_scale(p, k, a), expr_scale(p, k, b)));
  CHECK_SAME(expr_mul(p, expr_scale(p, k, a), b), expr_scale(p, k, expr_mul(p, a, b)));
}

// Law: rules of integer powers. Judge: equal ids.
PROP(integer_powers, 500) {
  const unsigned kinds = GEN_ALL & ~(unsigned) (GEN_ABS | GEN_ROOT | GEN_POWER);
  const Expr a = gen_expr_of(g, 3, kinds), b = gen_expr_of(g, 3, kinds);
  ASSUME(!expr_same(a, EXPR_ZERO) && !expr_same(b, EXPR_ZERO));
  const Ratio m = ratio_make(p, gen_int(g, -4, 4), 1), n = ratio_make(p, gen_int(g, -4, 4), 1);
  const Expr am = expr_pow_ratio(p, a, m), an = expr_pow_ratio(p, a, n), bn = expr_pow_ratio(p, b, n);
  CHECK_SAME(expr_mul(p, am, an), expr_pow_ratio(p, a, ratio_add(p, m, n)));
  CHECK_SAME(expr_pow_ratio(p, am, n), expr_pow_ratio(p, a, ratio_mul(p, m, n)));
  CHECK_SAME(expr_mul(p, an, bn), expr_pow_ratio(p, expr_mul(p, a, b), n));
}

// Law: even and odd functions. Judge: equal ids.
PROP(parity, 400) {
  static const Function odd[] = {FN_SIN, FN_TAN, FN_ASIN, FN_ATAN, FN_SINH, FN_TANH};
  static const Function even[] = {FN_COS, FN_COSH, FN_ABS};
  const Expr u = gen_expr(g, 3), minus = expr_neg(p, u);
  for (size_t i = 0; i < COUNT(odd); i++)
    CHECK_SAME(expr_call1(p, odd[i], minus), expr_neg(p, expr_call1(p, odd[i], u)));
  for (size_t i = 0; i < COUNT(even); i++) CHECK_SAME(expr_call1(p, even[i], minus), expr_call1(p, even[i], u));
}

// Law: sines and cosines turned by k quarter turns. Judge: equal ids.
PROP(quarter_turns, 400) {
  const Expr u = gen_expr(g, 3);
  ASSUME(!expr_depends(p, u, EXPR_PI));
  const long k = gen_int(g, -9, 9), quarters = ((k % 4) + 4) % 4;
  const Expr turned = expr_add(p, u, expr_scale(p, ratio_make(p, k, 2), EXPR_PI));
  const Expr s = expr_call1(p, FN_SIN, u), c = expr_call1(p, FN_COS, u);
  const Expr sines[] = {s, c, expr_neg(p, s), expr_neg(p, c)};
  CHECK_SAME(expr_call1(p, FN_SIN, turned), sines[quarters]);
  CHECK_SAME(expr_call1(p, FN_COS, turned), sines[(quarters + 1) % 4]);
}

// Law: exponentials multiply by adding exponents; log undoes exp. Judge: equal ids.
PROP(exponentials, 400) {
  const unsigned kinds = GEN_ALL & ~(unsigned) (GEN_LOG | GEN_POWER | GEN_ROOT | GEN_ABS);
  const Expr a = gen_expr_of(g, 3, kinds), b = gen_expr_of(g, 3, kinds);
  const Expr ea = expr_call1(p, FN_EXP, a), eb = expr_call1(p, FN_EXP, b);
  CHECK_SAME(expr_mul(p, ea, eb), expr_call1(p, FN_EXP, expr_add(p, a, b)));
  CHECK_SAME(expr_div(p, ea, eb), expr_call1(p, FN_EXP, expr_sub(p, a, b)));
  CHECK_SAME(expr_pow_ratio(p, ea, RATIO_HALF), expr_call1(p, FN_EXP, expr_half(p, a)));
  CHECK_SAME(expr_call1(p, FN_LOG, ea), a);
}

// --- values -------------------------------------------------------------------------------------

// |built - expected| is rounding of JUDGE_BITS, with room for cancellation
#define ROUNDING 0x1p-100

typedef struct {
  mpfr_t a, b, built, expected;
} Values;

static void values_init(Values *v) {
  mpfr_inits2(JUDGE_BITS, v->a, v->b, v->built, v->expected, (mpfr_ptr) 0);
}

static void values_clear(Values *v) {
  mpfr_clears(v->a, v->b, v->built, v->expected, (mpfr_ptr) 0);
}

// Is the value of e the expected one? Expressions without a finite value there are not counted.
static bool has_value(Gen *g, Values *v, Expr e) {
  if (!mpfr_number_p(v->expected) || !judge_value(&(Judge){.g = g}, e, v->built)) return true;
  const double expected = mpfr_get_d(v->expected, MPFR_RNDN);
  mpfr_sub(v->built, v->built, v->expected, MPFR_RNDN);
  const double difference = fabs(mpfr_get_d(v->built, MPFR_RNDN));
  const double size = 1 + fabs(mpfr_get_d(v->a, MPFR_RNDN)) + fabs(mpfr_get_d(v->b, MPFR_RNDN)) + fabs(expected);
  return difference <= ROUNDING * size;
}

// Law: sums, differences, products and quotients have the value of their operands' sum, ... Judge: MPFR.
PROP(values_of_operations, 600) {
  typedef int Operation(mpfr_ptr, mpfr_srcptr, mpfr_srcptr, mpfr_rnd_t);
  static Operation *const by_judge[] = {mpfr_add, mpfr_sub, mpfr_mul, mpfr_div};
  static Expr (*const built[])(ExprPool *, Expr, Expr) = {expr_add, expr_sub, expr_mul, expr_div};
  const Expr a = gen_expr(g, 3), b = gen_expr(g, 3);
  bool right = true;
  Values v;
  values_init(&v);
  const bool good = judge_value(&(Judge){.g = g}, a, v.a) && judge_value(&(Judge){.g = g}, b, v.b);
  for (size_t i = 0; good && i < COUNT(built); i++) {
    by_judge[i](v.expected, v.a, v.b, MPFR_RNDN);
    const Expr e = built[i](p, a, b);
    if (!expr_is_none(e)) right &= has_value(g, &v, e);
    if (right) by_judge[i](v.expected, v.a, v.a, MPFR_RNDN);
    const Expr twice = built[i](p, a, a);
    if (right && !expr_is_none(twice)) right &= has_value(g, &v, twice);
  }
  values_clear(&v);
  ASSUME(good);
  CHECK(right);
}

// Returns a root of a product of two of a few factors, so that equal roots often meet.
static Expr gen_root(Gen *g) {
  ExprPool *p = g->pool;
  const Expr x = gen_variable_at(g, 0), y = gen_variable_at(g, 1), a = gen_constant_at(g, 0);
  const Expr few[] = {x, y, a, expr_call1(p, FN_EXP, x), expr_call1(p, FN_ABS, x), expr_add(p, x, y),
                      expr_sub(p, EXPR_ONE, x), expr_pow(p, a, y), expr_int(p, -2), expr_int(p, 6)};
  const Expr product = expr_mul(p, few[gen_below(g, COUNT(few))], few[gen_below(g, COUNT(few))]);
  return expr_pow_ratio(p, product, ratio_make(p, gen_int(g, -3, 3), 1 + gen_below(g, 2)));
}

// Law: a product of roots has the product of their values and is in canonical form. Judge: MPFR; equal ids.
PROP(values_of_roots, 1500) {
  Values v;
  values_init(&v);
  mpfr_set_si(v.expected, 1, MPFR_RNDN);
  mpfr_set_zero(v.b, 1);
  Expr e = EXPR_ONE;
  const size_t n = 2 + gen_below(g, 3);
  for (size_t i = 0; i < n && !expr_is_none(e); i++) {
    const Expr root = gen_root(g);
    e = expr_mul(p, e, root);
    if (expr_is_none(e) || !judge_value(&(Judge){.g = g}, root, v.a)) e = EXPR_NONE;
    else mpfr_mul(v.expected, v.expected, v.a, MPFR_RNDN);
  }
  const bool right = expr_is_none(e) || has_value(g, &v, e);
  values_clear(&v);
  ASSUME(!expr_is_none(e));
  CHECK(right);
  check_canonical(g, p, e);
}

// Law: a rational power has the value of the operand's power. Judge: MPFR.
PROP(values_of_powers, 600) {
  const Expr a = gen_expr(g, 3);
  const long num = gen_int(g, -5, 5);
  const unsigned long den = 1 + gen_below(g, 4);
  const Expr e = expr_pow_ratio(p, a, ratio_make(p, num, den));
  Values v;
  values_init(&v);
  bool good = judge_value(&(Judge){.g = g}, a, v.a) && !expr_is_none(e);
  if (num % (long) den != 0 && mpfr_sgn(v.a) < 0) good = false;  // not real, or real only by convention
  mpfr_set_si(v.b, num, MPFR_RNDN);
  mpfr_div_ui(v.b, v.b, den, MPFR_RNDN);
  if (good) mpfr_pow(v.expected, v.a, v.b, MPFR_RNDN);
  const bool right = !good || has_value(g, &v, e);
  values_clear(&v);
  ASSUME(good);
  CHECK(right);
}

// Law: a function call has the function's value. Judge: MPFR.
PROP(values_of_functions, 600) {
  typedef int Operation(mpfr_ptr, mpfr_srcptr, mpfr_rnd_t);
  static const struct {
    Function fn;
    Operation *by_judge;
  } functions[] = {{FN_SIN, mpfr_sin},   {FN_COS, mpfr_cos},   {FN_TAN, mpfr_tan},   {FN_ASIN, mpfr_asin},
                   {FN_ACOS, mpfr_acos}, {FN_ATAN, mpfr_atan}, {FN_SINH, mpfr_sinh}, {FN_COSH, mpfr_cosh},
                   {FN_TANH, mpfr_tanh}, {FN_EXP, mpfr_exp},   {FN_LOG, mpfr_log}};
  const size_t which = gen_below(g, COUNT(functions));
  const Expr a = gen_expr(g, 3), e = expr_call1(p, functions[which].fn, a);
  Values v;
  values_init(&v);
  mpfr_set_zero(v.b, 1);
  const bool good = judge_value(&(Judge){.g = g}, a, v.a) && mpfr_cmpabs_ui(v.a, 30) < 0 && !expr_is_none(e);
  if (good) functions[which].by_judge(v.expected, v.a, MPFR_RNDN);
  const bool right = !good || has_value(g, &v, e);
  values_clear(&v);
  ASSUME(good);
  CHECK(right);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(sum_in_any_order),
    cmocka_unit_test(sum_in_any_nesting),
    cmocka_unit_test(product_in_any_order),
    cmocka_unit_test(product_in_any_nesting),
    cmocka_unit_test(nodes_are_in_canonical_form),
    cmocka_unit_test(add_then_subtract),
    cmocka_unit_test(multiply_then_divide),
    cmocka_unit_test(numbers_distribute),
    cmocka_unit_test(integer_powers),
    cmocka_unit_test(parity),
    cmocka_unit_test(quarter_turns),
    cmocka_unit_test(exponentials),
    cmocka_unit_test(values_of_operations),
    cmocka_unit_test(values_of_roots),
    cmocka_unit_test(values_of_powers),
    cmocka_unit_test(values_of_functions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
