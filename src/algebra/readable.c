// algebra/readable.c: expand, contract, collect; keep what became shorter.
//
// Law:   the result equals the argument (checked by fingerprint before it is returned)
// Cost:  bounded: expressions that expand to more than EXPAND_MOST terms stay as they are

#include "algebra/algebra_impl.h"
#include "base/table.h"

#define EXPAND_MOST 150    // terms; beyond, nobody reads it anyway
#define EXPAND_POWER 4     // highest power of a sum that is multiplied out
#define EXPAND_DEPTH 40    // nesting of sums in products
#define NEST_MOST 30       // terms of a sum whose pairs are looked at for common factors
#define FACTOR_GAIN 0.7    // part of the weight that a common factor must get below
#define WEIGHT_MOST 20000  // heavier expressions are not tried

typedef ARRAY(ExprTerm) TermList;

// A sum of monomials: products without sums in them.
typedef struct {
  ExprPool *pool;
  Arena *arena;
  size_t budget;  // monomials that may still be made
} Expansion;

// --- expanding -----------------------------------------------------------------------------------

static bool expand(Expansion *x, Expr e, int depth, TermList *out);

// Adds equal monomials together.
static void collect(Expansion *x, TermList *list) {
  Memo place = {0};
  size_t kept = 0;
  for (size_t i = 0; i < list->n; i++) {
    const ExprTerm term = list->at[i];
    uint32_t at;
    if (memo_get(&place, term.e.id, &at)) {
      list->at[at].c = ratio_add(x->pool, list->at[at].c, term.c);
    } else {
      memo_put(x->arena, &place, term.e.id, (uint32_t) kept);
      list->at[kept++] = term;
    }
  }
  list->n = 0;
  for (size_t i = 0; i < kept; i++)
    if (list->at[i].c.id != RATIO_ZERO.id) list->at[list->n++] = list->at[i];
}

// c * e as a term whose e carries no number
static void push_term(Expansion *x, TermList *out, Expr e, Ratio c) {
  if (expr_is_number(x->pool, e)) {
    c = ratio_mul(x->pool, c, expr_ratio_of(x->pool, e));
    e = EXPR_ONE;
  } else if (expr_kind(x->pool, e) == EXPR_SUM && expr_count(x->pool, e) == 1) {
    const ExprTerm only = expr_operand(x->pool, e, 0);
    c = ratio_mul(x->pool, c, only.c);
    e = only.e;
  }
  array_push(x->arena, out, ((ExprTerm){e, c}));
}

static bool multiply(Expansion *x, TermList *product, const TermList *by) {
  TermList result = {0};
  if (product->n * by->n > x->budget) return false;
  x->budget -= product->n * by->n;
  for (size_t i = 0; i < product->n; i++)
    for (size_t j = 0; j < by->n; j++) {
      const ExprTerm a = product->at[i], b = by->at[j];
      push_term(x, &result, expr_mul(x->pool, a.e, b.e), ratio_mul(x->pool, a.c, b.c));
    }
  collect(x, &result);
  *product = result;
  return true;
}

static bool expand_product(Expansion *x, Expr e, int depth, TermList *out) {
  TermList product = {0};
  array_push(x->arena, &product, ((ExprTerm){EXPR_ONE, RATIO_ONE}));
  for (size_t i = 0; i < expr_count(x->pool, e); i++) {
    const ExprTerm factor = expr_operand(x->pool, e, i);
    long power, den;
    const bool sum = expr_kind(x->pool, factor.e) == EXPR_SUM &&
                     ratio_get(x->pool, factor.c, &power, &den) && den == 1 && power > 0 &&
                     power <= EXPAND_POWER;
    TermList by = {0};
    if (sum) {
      if (!expand(x, factor.e, depth + 1, &by)) return false;
      for (long k = 0; k < power; k++)
        if (!multiply(x, &product, &by)) return false;
    } else {
      push_term(x, &by, expr_pow_ratio(x->pool, factor.e, factor.c), RATIO_ONE);
      if (!multiply(x, &product, &by)) return false;
    }
  }
  for (size_t i = 0; i < product.n; i++) array_push(x->arena, out, product.at[i]);
  return true;
}

static bool expand(Expansion *x, Expr e, int depth, TermList *out) {
  if (depth > EXPAND_DEPTH) return false;
  if (expr_kind(x->pool, e) == EXPR_PRODUCT) return expand_product(x, e, depth, out);
  if (expr_kind(x->pool, e) != EXPR_SUM) {
    push_term(x, out, e, RATIO_ONE);
    return true;
  }
  for (size_t i = 0; i < expr_count(x->pool, e); i++) {
    const ExprTerm term = expr_operand(x->pool, e, i);
    TermList part = {0};
    if (!expand(x, term.e, depth + 1, &part)) return false;
    for (size_t k = 0; k < part.n; k++)
      push_term(x, out, part.at[k].e, ratio_mul(x->pool, term.c, part.at[k].c));
    if (out->n > EXPAND_MOST) return false;
  }
  collect(x, out);
  return true;
}

// --- contracting ---------------------------------------------------------------------------------

static bool is_circular(const ExprPool *pool, Expr e, Function fn, Expr *argument) {
  if (expr_kind(pool, e) != EXPR_FUNCTION || expr_function(pool, e) != fn) return false;
  *argument = expr_operand(pool, e, 0).e;
  return true;
}

static size_t find_monomial(const TermList *list, Expr e) {
  size_t i = 0;
  while (i < list->n && !expr_same(list->at[i].e, e)) i++;
  return i;
}

static Expr call(ExprPool *pool, Function fn, Expr a) {
  return expr_call1(pool, fn, a);
}

// Replaces terms i and j, which have equal or opposite coefficients, by c * rest * by.
static void replace_two(Expansion *x, TermList *list, size_t i, size_t j, Ratio c, Expr rest,
                        Expr by) {
  list->at[i].c = list->at[j].c = RATIO_ZERO;
  push_term(x, list, expr_mul(x->pool, rest, by), c);
  collect(x, list);
}

// X sin(a)^2 + X cos(a)^2 = X, and with different angles
//   X cos(a) cos(b) + X sin(a) sin(b) = X cos(a - b)
//   X sin(a) cos(b) - X cos(a) sin(b) = X sin(a - b)
static bool contract_pair(Expansion *x, TermList *list, size_t i, Expr fa, Expr fb) {
  ExprPool *pool = x->pool;
  Expr a, b;
  const bool sin_a = is_circular(pool, fa, FN_SIN, &a), sin_b = is_circular(pool, fb, FN_SIN, &b);
  if ((!sin_a && !is_circular(pool, fa, FN_COS, &a)) ||
      (!sin_b && !is_circular(pool, fb, FN_COS, &b)))
    return false;
  const Expr other_a = call(pool, sin_a ? FN_COS : FN_SIN, a),
             other_b = call(pool, sin_b ? FN_COS : FN_SIN, b);
  const ExprTerm term = list->at[i];
  const Expr rest = expr_div(pool, term.e, expr_mul(pool, fa, fb));
  const size_t j = find_monomial(list, expr_mul(pool, rest, expr_mul(pool, other_a, other_b)));
  if (j >= list->n || j == i) return false;
  const bool equal = list->at[j].c.id == term.c.id;
  const bool opposite = list->at[j].c.id == ratio_neg(pool, term.c).id;
  if (!equal && !opposite) return false;
  const Expr sum = expr_add(pool, a, b), difference = expr_sub(pool, a, b);
  if (sin_a == sin_b) {
    // cos cos + sin sin = cos(a - b); cos cos - sin sin = cos(a + b); the sign is that of the
    // cosines
    const Ratio c = sin_a && opposite ? ratio_neg(pool, term.c) : term.c;
    replace_two(x, list, i, j, c, rest, call(pool, FN_COS, equal ? difference : sum));
  } else {
    // sin(a) cos(b) + cos(a) sin(b) = sin(a + b), with - sin(a - b)
    const Expr angle = equal ? sum : sin_a ? difference : expr_neg(pool, difference);
    replace_two(x, list, i, j, term.c, rest, call(pool, FN_SIN, angle));
  }
  return true;
}

// X - X cos(a)^2 = X sin(a)^2, and with sine and cosine exchanged
static bool contract_square(Expansion *x, TermList *list, size_t i, Expr f) {
  ExprPool *pool = x->pool;
  Expr a;
  const bool sine = is_circular(pool, f, FN_SIN, &a);
  if (!sine && !is_circular(pool, f, FN_COS, &a)) return false;
  const ExprTerm term = list->at[i];
  const Expr rest = expr_div(pool, term.e, expr_square(pool, f));
  const size_t j = find_monomial(list, rest);
  if (j >= list->n || list->at[j].c.id != ratio_neg(pool, term.c).id) return false;
  replace_two(x, list, i, j, list->at[j].c, rest,
              expr_square(pool, call(pool, sine ? FN_COS : FN_SIN, a)));
  return true;
}

// Tries every pair of circular factors of term i; a square counts as a pair.
static bool contract_term(Expansion *x, TermList *list, size_t i) {
  const Expr e = list->at[i].e;
  if (expr_kind(x->pool, e) != EXPR_PRODUCT) return false;
  for (size_t k = 0; k < expr_count(x->pool, e); k++) {
    const ExprTerm f = expr_operand(x->pool, e, k);
    long power, den;
    if (!ratio_get(x->pool, f.c, &power, &den) || den != 1 || power < 1) continue;
    if (power >= 2 && (contract_pair(x, list, i, f.e, f.e) || contract_square(x, list, i, f.e)))
      return true;
    for (size_t l = k + 1; l < expr_count(x->pool, e); l++) {
      const ExprTerm g = expr_operand(x->pool, e, l);
      if (ratio_sign(x->pool, g.c) > 0 && contract_pair(x, list, i, f.e, g.e)) return true;
    }
  }
  return false;
}

// a X sin(u)^2 + b X cos(u)^2 = a X + (b - a) X cos(u)^2 for a, b of one sign, |a| < |b|; likewise
// exchanged
static bool contract_part(Expansion *x, TermList *list, size_t i) {
  ExprPool *pool = x->pool;
  const ExprTerm term = list->at[i];
  if (expr_kind(pool, term.e) != EXPR_PRODUCT) return false;
  for (size_t k = 0; k < expr_count(pool, term.e); k++) {
    const ExprTerm f = expr_operand(pool, term.e, k);
    Expr a;
    const bool sine = is_circular(pool, f.e, FN_SIN, &a);
    if ((!sine && !is_circular(pool, f.e, FN_COS, &a)) ||
        ratio_compare(pool, f.c, ratio_make(pool, 2, 1)) < 0)
      continue;
    const Expr rest = expr_div(pool, term.e, expr_square(pool, f.e));
    const Expr other = expr_square(pool, call(pool, sine ? FN_COS : FN_SIN, a));
    const size_t j = find_monomial(list, expr_mul(pool, rest, other));
    if (j >= list->n || ratio_sign(pool, list->at[j].c) != ratio_sign(pool, term.c)) continue;
    const Ratio more = ratio_add(pool, list->at[j].c, ratio_neg(pool, term.c));
    if (more.id == RATIO_ZERO.id || ratio_sign(pool, more) != ratio_sign(pool, term.c)) continue;
    list->at[i].c = RATIO_ZERO;
    list->at[j].c = more;
    push_term(x, list, rest, term.c);
    collect(x, list);
    return true;
  }
  return false;
}

static void contract_parts(Expansion *x, TermList *list) {
  for (size_t i = 0; i < list->n;)
    i = contract_term(x, list, i) || contract_part(x, list, i) ? 0 : i + 1;
}

static void contract(Expansion *x, TermList *list) {
  for (size_t i = 0; i < list->n;) i = contract_term(x, list, i) ? 0 : i + 1;
}

// c X a^2 + 2c X ab + c X b^2 = c X (a + b)^2, and with -; term i is the one with ab
static bool contract_binomial(Expansion *x, TermList *list, size_t i, Expr a, Expr b) {
  ExprPool *pool = x->pool;
  const ExprTerm term = list->at[i];
  const Expr aa = expr_div(pool, expr_mul(pool, term.e, a), b),
             bb = expr_div(pool, expr_mul(pool, term.e, b), a);
  const size_t j = find_monomial(list, aa), k = find_monomial(list, bb);
  if (j >= list->n || k >= list->n || list->at[j].c.id != list->at[k].c.id) return false;
  const Ratio c = list->at[j].c, twice = ratio_mul(pool, ratio_make(pool, 2, 1), c);
  const bool plus = term.c.id == twice.id;
  if (!plus && term.c.id != ratio_neg(pool, twice).id) return false;
  const Expr rest = expr_div(pool, term.e, expr_mul(pool, a, b));
  const Expr sum = plus ? expr_add(pool, a, b) : expr_sub(pool, a, b);
  list->at[k].c = RATIO_ZERO;
  replace_two(x, list, i, j, c, rest, expr_square(pool, sum));
  return true;
}

static bool contract_binomials(Expansion *x, TermList *list, size_t i) {
  const Expr e = list->at[i].e;
  if (expr_kind(x->pool, e) != EXPR_PRODUCT) return false;
  for (size_t k = 0; k < expr_count(x->pool, e); k++)
    for (size_t l = k + 1; l < expr_count(x->pool, e); l++) {
      const ExprTerm f = expr_operand(x->pool, e, k), g = expr_operand(x->pool, e, l);
      if (ratio_sign(x->pool, f.c) > 0 && ratio_sign(x->pool, g.c) > 0 &&
          contract_binomial(x, list, i, f.e, g.e))
        return true;
    }
  return false;
}

static void contract_squares(Expansion *x, TermList *list) {
  for (size_t i = 0; i < list->n;) i = contract_binomials(x, list, i) ? 0 : i + 1;
}

// --- collecting ----------------------------------------------------------------------------------

// What terms are collected by: by everything that moves, or by velocities alone.
typedef bool Collector(const ExprPool *pool, Expr factor);

static bool moves(const ExprPool *pool, Expr factor) {
  return !expr_is_constant(pool, factor);
}

static bool is_velocity(const ExprPool *pool, Expr factor) {
  int order = 0;
  if (expr_kind(pool, factor) == EXPR_SYMBOL) expr_symbol_base(pool, factor, &order);
  return order > 0;
}

// e as the factors that are collected by, times the rest
static void split_factors(ExprPool *pool, Expr e, Collector *by, Expr *rest, Expr *key) {
  *rest = *key = EXPR_ONE;
  const bool product = expr_kind(pool, e) == EXPR_PRODUCT;
  for (size_t i = 0; i < (product ? expr_count(pool, e) : 1); i++) {
    const ExprTerm f = product ? expr_operand(pool, e, i) : (ExprTerm){e, RATIO_ONE};
    Expr *side = by(pool, f.e) ? key : rest;
    *side = expr_mul(pool, *side, expr_pow_ratio(pool, f.e, f.c));
  }
}

// The exponent of base in the monomial e.
static Ratio exponent_of(const ExprPool *pool, Expr e, Expr base) {
  if (expr_same(e, base)) return RATIO_ONE;
  if (expr_kind(pool, e) != EXPR_PRODUCT) return RATIO_ZERO;
  for (size_t i = 0; i < expr_count(pool, e); i++)
    if (expr_same(expr_operand(pool, e, i).e, base)) return expr_operand(pool, e, i).c;
  return RATIO_ZERO;
}

// The product of what all monomials have in common.
static Expr common_factor(ExprPool *pool, const TermList *list) {
  Expr common = EXPR_ONE;
  const Expr first = list->at[0].e;
  const bool product = expr_kind(pool, first) == EXPR_PRODUCT;
  for (size_t k = 0; k < (product ? expr_count(pool, first) : 1); k++) {
    const ExprTerm f = product ? expr_operand(pool, first, k) : (ExprTerm){first, RATIO_ONE};
    Ratio least = f.c;
    for (size_t i = 1; i < list->n; i++) {
      const Ratio c = exponent_of(pool, list->at[i].e, f.e);
      if (ratio_compare(pool, c, least) < 0) least = c;
    }
    common = expr_mul(pool, common, expr_pow_ratio(pool, f.e, least));
  }
  return common;
}

static Expr sum_of(Expansion *x, const TermList *list) {
  return expr_sum(x->pool, list->at, list->n);
}

// common * (rest)
static Expr factored(Expansion *x, const TermList *list) {
  if (list->n == 0) return EXPR_ZERO;
  const Expr common = common_factor(x->pool, list);
  TermList rest = {0};
  for (size_t i = 0; i < list->n; i++)
    push_term(x, &rest, expr_div(x->pool, list->at[i].e, common), list->at[i].c);
  return expr_mul(x->pool, common, sum_of(x, &rest));
}

// (rest) * key + (rest) * key + ..., each rest with its common factor in front
static Expr collected(Expansion *x, const TermList *list, Collector *by) {
  Memo places = {0};
  ARRAY(TermList) groups = {0};
  ARRAY(Expr) keys = {0};
  for (size_t i = 0; i < list->n; i++) {
    Expr rest, key;
    uint32_t at;
    split_factors(x->pool, list->at[i].e, by, &rest, &key);
    if (!memo_get(&places, key.id, &at)) {
      at = (uint32_t) groups.n;
      memo_put(x->arena, &places, key.id, at);
      array_push(x->arena, &groups, ((TermList){0}));
      array_push(x->arena, &keys, key);
    }
    array_push(x->arena, &groups.at[at], ((ExprTerm){rest, list->at[i].c}));
  }
  TermList sum = {0};
  for (size_t i = 0; i < groups.n; i++)
    push_term(x, &sum, expr_mul(x->pool, factored(x, &groups.at[i]), keys.at[i]), RATIO_ONE);
  return sum_of(x, &sum);
}

// The part of exponent a that b has as well: the smaller one of two of the same sign.
static Ratio shared_exponent(ExprPool *pool, Ratio a, Ratio b) {
  const int sign = ratio_sign(pool, a);
  if (sign == 0 || sign != ratio_sign(pool, b)) return RATIO_ZERO;
  return (ratio_compare(pool, a, b) < 0) == (sign > 0) ? a : b;
}

// What two monomials have in common, above and below.
static Expr common_part(ExprPool *pool, Expr a, Expr b) {
  Expr common = EXPR_ONE;
  const bool product = expr_kind(pool, a) == EXPR_PRODUCT;
  for (size_t k = 0; k < (product ? expr_count(pool, a) : 1); k++) {
    const ExprTerm f = product ? expr_operand(pool, a, k) : (ExprTerm){a, RATIO_ONE};
    const Ratio c = shared_exponent(pool, f.c, exponent_of(pool, b, f.e));
    if (c.id == RATIO_ZERO.id) continue;
    common = expr_mul(pool, common, expr_pow_ratio(pool, f.e, c));
  }
  return common;
}

static bool has_part(ExprPool *pool, Expr part, Expr e) {
  const bool product = expr_kind(pool, part) == EXPR_PRODUCT;
  for (size_t k = 0; k < (product ? expr_count(pool, part) : 1); k++) {
    const ExprTerm f = product ? expr_operand(pool, part, k) : (ExprTerm){part, RATIO_ONE};
    if (shared_exponent(pool, f.c, exponent_of(pool, e, f.e)).id != f.c.id) return false;
  }
  return true;
}

// What two terms have in common that saves most when it is taken out of all terms that have it;
// EXPR_ONE where no two have anything in common.
static Expr best_factor(Expansion *x, const TermList *list) {
  Expr best = EXPR_ONE;
  uint64_t most = 0;
  Memo seen = {0};
  for (size_t i = 0; i < list->n; i++)
    for (size_t j = i + 1; j < list->n; j++) {
      uint32_t ignored;
      const Expr common = common_part(x->pool, list->at[i].e, list->at[j].e);
      if (expr_is_number(x->pool, common) || memo_get(&seen, common.id, &ignored)) continue;
      memo_put(x->arena, &seen, common.id, 0);
      uint64_t count = 0;
      for (size_t k = 0; k < list->n; k++) count += has_part(x->pool, common, list->at[k].e);
      const uint64_t saved = (count - 1) * (1 + expr_weight(x->pool, common));
      if (saved <= most) continue;
      most = saved;
      best = common;
    }
  return best;
}

// factor * (...) + (...), and so on in both: what a greedy hand would write
static Expr nested(Expansion *x, const TermList *list) {
  ExprPool *pool = x->pool;
  const Expr factor = list->n > NEST_MOST ? EXPR_ONE : best_factor(x, list);
  if (expr_same(factor, EXPR_ONE)) return sum_of(x, list);
  TermList with = {0}, others = {0};
  for (size_t i = 0; i < list->n; i++)
    if (has_part(pool, factor, list->at[i].e))
      push_term(x, &with, expr_div(pool, list->at[i].e, factor), list->at[i].c);
    else
      array_push(x->arena, &others, list->at[i]);
  return expr_add(pool, expr_mul(pool, factor, nested(x, &with)), nested(x, &others));
}

// --- choosing ------------------------------------------------------------------------------------

static Expr lighter(ExprPool *pool, Expr best, Expr candidate, Expr original) {
  if (expr_is_none(candidate) || !expr_equal(pool, candidate, original)) return best;
  return expr_weight(pool, candidate) < expr_weight(pool, best) ? candidate : best;
}

static Expr shorten(Expansion *x, Expr e, double gain) {
  ExprPool *pool = x->pool;
  TermList list = {0};
  if (!expand(x, e, 0, &list)) return e;
  Expr best = lighter(pool, e, collected(x, &list, moves), e);
  contract(x, &list);
  best = lighter(pool, best, collected(x, &list, moves), e);
  TermList parts = {0};
  for (size_t i = 0; i < list.n; i++) array_push(x->arena, &parts, list.at[i]);
  contract_parts(x, &parts);
  best = lighter(pool, best, collected(x, &parts, moves), e);
  parts.n = 0;
  for (size_t i = 0; i < list.n; i++) array_push(x->arena, &parts, list.at[i]);
  contract_squares(x, &parts);
  best = lighter(pool, best, collected(x, &parts, moves), e);
  // one factor in front of many terms hides which term is which: only where it saves a lot
  const double bound = gain * expr_weight(pool, best);
  const Expr products[] = {factored(x, &list), collected(x, &list, is_velocity), nested(x, &list)};
  for (size_t i = 0; i < sizeof products / sizeof *products; i++)
    if (expr_weight(pool, products[i]) < bound) best = lighter(pool, best, products[i], e);
  return best;
}

Expr readable_terms(ExprPool *pool, Expr e, double gain) {
  if (expr_is_none(e) || expr_weight(pool, e) > WEIGHT_MOST) return e;
  Arena *arena = expr_workspace(pool);
  const ArenaMark mark = arena_mark(arena);
  const Expr best = shorten(&(Expansion){pool, arena, EXPAND_MOST * 8}, e, gain);
  arena_release(arena, mark);
  return best;
}

Expr algebra_readable(ExprPool *pool, Expr e) {
  const Expr best = readable_terms(pool, e, FACTOR_GAIN);
  const Expr quotient = readable_quotient(pool, best);
  if (expr_same(quotient, best)) return best;
  // as above: without a sum to divide by, a common denominator only hides the terms
  if (!has_denominator(pool, best) &&
      expr_weight(pool, quotient) >= FACTOR_GAIN * expr_weight(pool, best))
    return best;
  return lighter(pool, best, quotient, e);
}
