// support/judge.c: evaluation by MPFR, from the operands to their users, without recursion.

#include "support/judge.h"

#include <math.h>
#include <stdlib.h>

typedef struct {
  const Judge *judge;
  ExprPool *pool;
  ExprList nodes;  // in the order of their ids
  mpfr_t *values;
} Evaluation;

static int by_id(const void *a, const void *b) {
  const uint32_t x = ((const Expr *) a)->id, y = ((const Expr *) b)->id;
  return (x > y) - (x < y);
}

static mpfr_ptr value_of(const Evaluation *v, Expr e) {
  const Expr *place = bsearch(&e, v->nodes.at, v->nodes.n, sizeof e, by_id);
  return v->values[place - v->nodes.at];
}

static void set_ratio(const Evaluation *v, mpfr_t to, Ratio r) {
  long num, den;
  if (ratio_get(v->pool, r, &num, &den)) {
    mpfr_set_si(to, num, MPFR_RNDN);
    mpfr_div_si(to, to, den, MPFR_RNDN);
    return;
  }
  mpfr_t below;
  mpfr_init2(below, JUDGE_BITS);
  mpfr_set_str(to, ratio_numerator(v->pool, r, v->judge->g->arena), 10, MPFR_RNDN);
  mpfr_set_str(below, ratio_denominator(v->pool, r, v->judge->g->arena), 10, MPFR_RNDN);
  mpfr_div(to, to, below, MPFR_RNDN);
  mpfr_clear(below);
}

static void set_symbol(const Evaluation *v, mpfr_t to, Expr symbol) {
  if (expr_same(symbol, EXPR_PI)) {
    mpfr_const_pi(to, MPFR_RNDN);
    return;
  }
  mpfr_set_d(to, gen_value(v->judge->g, symbol), MPFR_RNDN);
  if (!expr_same(symbol, v->judge->moved)) return;
  mpfr_t step;
  mpfr_init2(step, JUDGE_BITS);
  mpfr_set_si_2exp(step, v->judge->by, v->judge->exponent, MPFR_RNDN);
  mpfr_add(to, to, step, MPFR_RNDN);
  mpfr_clear(step);
}

static void set_sum(const Evaluation *v, mpfr_t to, Expr e) {
  mpfr_t term;
  mpfr_init2(term, JUDGE_BITS);
  mpfr_set_zero(to, 1);
  for (size_t i = 0; i < expr_count(v->pool, e); i++) {
    const ExprTerm operand = expr_operand(v->pool, e, i);
    set_ratio(v, term, operand.c);
    mpfr_mul(term, term, value_of(v, operand.e), MPFR_RNDN);
    mpfr_add(to, to, term, MPFR_RNDN);
  }
  mpfr_clear(term);
}

static void set_power(const Evaluation *v, mpfr_t to, mpfr_srcptr base, Ratio c) {
  long num, den;
  if (ratio_get(v->pool, c, &num, &den) && den <= 2) {
    if (den == 2) mpfr_sqrt(to, base, MPFR_RNDN);
    else mpfr_set(to, base, MPFR_RNDN);
    mpfr_pow_si(to, to, num, MPFR_RNDN);
  } else {
    set_ratio(v, to, c);
    mpfr_pow(to, base, to, MPFR_RNDN);
  }
}

static void set_product(const Evaluation *v, mpfr_t to, Expr e) {
  mpfr_t factor;
  mpfr_init2(factor, JUDGE_BITS);
  mpfr_set_si(to, 1, MPFR_RNDN);
  for (size_t i = 0; i < expr_count(v->pool, e); i++) {
    const ExprTerm operand = expr_operand(v->pool, e, i);
    set_power(v, factor, value_of(v, operand.e), operand.c);
    mpfr_mul(to, to, factor, MPFR_RNDN);
  }
  mpfr_clear(factor);
}

static void set_function(const Evaluation *v, mpfr_t to, Expr e) {
  mpfr_srcptr u = value_of(v, expr_operand(v->pool, e, 0).e);
  switch (expr_function(v->pool, e)) {
    case FN_SIN: mpfr_sin(to, u, MPFR_RNDN); break;
    case FN_COS: mpfr_cos(to, u, MPFR_RNDN); break;
    case FN_TAN: mpfr_tan(to, u, MPFR_RNDN); break;
    case FN_ASIN: mpfr_asin(to, u, MPFR_RNDN); break;
    case FN_ACOS: mpfr_acos(to, u, MPFR_RNDN); break;
    case FN_ATAN: mpfr_atan(to, u, MPFR_RNDN); break;
    case FN_ATAN2: mpfr_atan2(to, u, value_of(v, expr_operand(v->pool, e, 1).e), MPFR_RNDN); break;
    case FN_SINH: mpfr_sinh(to, u, MPFR_RNDN); break;
    case FN_COSH: mpfr_cosh(to, u, MPFR_RNDN); break;
    case FN_TANH: mpfr_tanh(to, u, MPFR_RNDN); break;
    case FN_EXP: mpfr_exp(to, u, MPFR_RNDN); break;
    case FN_LOG: mpfr_log(to, u, MPFR_RNDN); break;
    case FN_ABS: mpfr_abs(to, u, MPFR_RNDN); break;
    case FN_SIGN: mpfr_set_si(to, mpfr_sgn(u), MPFR_RNDN); break;
    case FN_IF:
      mpfr_set(to, value_of(v, expr_operand(v->pool, e, mpfr_sgn(u) > 0 ? 1 : 2).e), MPFR_RNDN);
      break;
    default: mpfr_set_nan(to);
  }
}

static void set_node(const Evaluation *v, mpfr_t to, Expr e) {
  switch (expr_kind(v->pool, e)) {
    case EXPR_NUMBER: set_ratio(v, to, expr_ratio_of(v->pool, e)); break;
    case EXPR_SYMBOL: set_symbol(v, to, e); break;
    case EXPR_SUM: set_sum(v, to, e); break;
    case EXPR_PRODUCT: set_product(v, to, e); break;
    case EXPR_FUNCTION: set_function(v, to, e); break;
  }
}

#define HUGE_EXPONENT 60  // beyond 2^60 sines keep too few digits, and doubles cannot follow

// The exponents of the largest number on the way and of the largest summand of the whole.
typedef struct {
  long largest, summand;
} Sizes;

static long exponent_of(mpfr_srcptr value, long least) {
  return mpfr_regular_p(value) && mpfr_get_exp(value) > least ? mpfr_get_exp(value) : least;
}

#define LEAST_EXPONENT (-100000)

static long largest_summand(const Evaluation *v, Expr e) {
  if (expr_kind(v->pool, e) != EXPR_SUM) return exponent_of(value_of(v, e), LEAST_EXPONENT);
  long largest = LEAST_EXPONENT;
  mpfr_t term;
  mpfr_init2(term, JUDGE_BITS);
  for (size_t i = 0; i < expr_count(v->pool, e); i++) {
    set_ratio(v, term, expr_operand(v->pool, e, i).c);
    mpfr_mul(term, term, value_of(v, expr_operand(v->pool, e, i).e), MPFR_RNDN);
    largest = exponent_of(term, largest);
  }
  mpfr_clear(term);
  return largest;
}

static bool evaluate(const Judge *judge, Expr e, mpfr_t value, Sizes *sizes) {
  const Gen *g = judge->g;
  Evaluation v = {judge, g->pool, expr_reachable(g->pool, &e, 1, g->arena), NULL};
  v.values = ARENA_ARRAY(g->arena, mpfr_t, v.nodes.n);
  bool good = true;
  *sizes = (Sizes){0};
  size_t made = 0;
  while (good && made < v.nodes.n) {
    mpfr_ptr made_value = v.values[made];
    mpfr_init2(made_value, JUDGE_BITS);
    set_node(&v, made_value, v.nodes.at[made++]);
    good = mpfr_number_p(made_value) != 0;
    sizes->largest = exponent_of(made_value, sizes->largest);
    good &= sizes->largest <= HUGE_EXPONENT;
  }
  if (good) mpfr_set(value, value_of(&v, e), MPFR_RNDN);
  else mpfr_set_nan(value);
  if (good) sizes->summand = largest_summand(&v, e);
  for (size_t i = 0; i < made; i++) mpfr_clear(v.values[i]);
  return good;
}

bool judge_value(const Judge *judge, Expr e, mpfr_t value) {
  Sizes sizes;
  return evaluate(judge, e, value, &sizes);
}

double judge_double(const Judge *judge, Expr e) {
  mpfr_t value;
  mpfr_init2(value, JUDGE_BITS);
  const bool good = judge_value(judge, e, value);
  const double result = good ? mpfr_get_d(value, MPFR_RNDN) : nan("");
  mpfr_clear(value);
  return result;
}

Truth judge_zero(const Judge *judge, Expr e) {
  mpfr_t value;
  Sizes sizes;
  mpfr_init2(value, JUDGE_BITS);
  const bool good = evaluate(judge, e, value, &sizes);
  const bool exact = good && mpfr_zero_p(value);
  const long exponent = exponent_of(value, LEAST_EXPONENT);
  mpfr_clear(value);
  if (!good) return TRUTH_UNKNOWN;
  if (exact || exponent < sizes.summand - (JUDGE_BITS - 60)) return TRUTH_YES;
  return exponent > sizes.largest - JUDGE_BITS / 2 ? TRUTH_NO : TRUTH_UNKNOWN;
}

bool judge_difference(const Gen *g, Expr e, Expr x, long exponent, mpfr_t value) {
  mpfr_t below;
  mpfr_init2(below, JUDGE_BITS);
  const bool good = judge_value(&(Judge){g, x, 1, exponent}, e, value) &&
                    judge_value(&(Judge){g, x, -1, exponent}, e, below);
  mpfr_sub(value, value, below, MPFR_RNDN);
  mpfr_mul_2si(value, value, -exponent - 1, MPFR_RNDN);
  mpfr_clear(below);
  return good;
}
