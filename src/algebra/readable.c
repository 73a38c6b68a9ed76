// algebra/readable.c: expands, contracts, collects; keeps the shortest.
//
// Law:   the result equals the argument (checked by fingerprint before it is returned)
// Cost:  bounded: expressions that expand to more than EXPAND_MOST terms stay as they are

#include "algebra/algebra_impl.h"
#include "base/table.h"

#define EXPAND_MOST 150    // terms; larger sums are unreadable
#define EXPAND_POWER 4     // highest power of a sum that is multiplied out
#define EXPAND_DEPTH 40    // nesting of sums in products
#define WEIGHT_MOST 20000  // heavier expressions are not attempted
#define PULL_MOST 2000     // heavier ones are not searched for factors of sums

// --- expanding -----------------------------------------------------------------------------------

static bool expand(Expansion *x, Expr e, int depth, TermList *out);

// Adds equal monomials together.
void term_list_collect(Expansion *x, TermList *list) {
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

// adds c * e as a term whose e contains no number
void term_list_push(Expansion *x, TermList *out, Expr e, Ratio c) {
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
      term_list_push(x, &result, expr_mul(x->pool, a.e, b.e), ratio_mul(x->pool, a.c, b.c));
    }
  term_list_collect(x, &result);
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
      term_list_push(x, &by, expr_pow_ratio(x->pool, factor.e, factor.c), RATIO_ONE);
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
    term_list_push(x, out, e, RATIO_ONE);
    return true;
  }
  for (size_t i = 0; i < expr_count(x->pool, e); i++) {
    const ExprTerm term = expr_operand(x->pool, e, i);
    TermList part = {0};
    if (!expand(x, term.e, depth + 1, &part)) return false;
    for (size_t k = 0; k < part.n; k++)
      term_list_push(x, out, part.at[k].e, ratio_mul(x->pool, term.c, part.at[k].c));
    if (out->n > EXPAND_MOST) return false;
  }
  term_list_collect(x, out);
  return true;
}

TermList term_list_copy(Expansion *x, const TermList *list) {
  TermList copy = {0};
  for (size_t i = 0; i < list->n; i++) array_push(x->arena, &copy, list->at[i]);
  return copy;
}

Expr term_list_sum(Expansion *x, const TermList *list) {
  return expr_sum(x->pool, list->at, list->n);
}

// --- choosing ------------------------------------------------------------------------------------

static Expr lighter(ExprPool *pool, Expr best, Expr candidate, Expr original) {
  if (expr_is_none(candidate) || expr_weight(pool, candidate) >= expr_weight(pool, best))
    return best;
  return expr_equal(pool, candidate, original) ? candidate : best;
}

// Tries the forms that keep terms apart, or put together those with the same constants.
static Expr lightest_sum(Expansion *x, const TermList *list, Expr best, Expr e) {
  Expr forms[GROUPED_FORMS];
  const size_t n = collect_grouped(x, list, forms);
  for (size_t i = 0; i < n; i++) best = lighter(x->pool, best, forms[i], e);
  return best;
}

// Tries the forms that keep the sums within terms, with common factors in front of them: (a*v + b*v)^2 = v^2*(a + b)^2
static Expr lightest_as_built(Expansion *x, Expr e) {
  ExprPool *pool = x->pool;
  TermList list = {0};
  if (expr_kind(pool, e) != EXPR_SUM || expr_weight(pool, e) > PULL_MOST) return e;
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const ExprTerm term = expr_operand(pool, e, i);
    term_list_push(x, &list, collect_pull_factors(x, term.e), term.c);
  }
  const Expr best = lightest_sum(x, &list, e, e);
  if (!collect_is_homogeneous(pool, &list)) return best;
  return lighter(pool, best, collect_form(x, &list, collect_is_velocity), e);
}

static Expr shorten(Expansion *x, Expr e, double gain) {
  ExprPool *pool = x->pool;
  TermList list = {0};
  const Expr built = lightest_as_built(x, e);
  if (!expand(x, e, 0, &list)) return built;
  Expr best = lightest_sum(x, &list, built, e);
  if (contract_terms(x, &list)) best = lightest_sum(x, &list, best, e);
  TermList parts = term_list_copy(x, &list), squares = term_list_copy(x, &list);
  if (contract_parts(x, &parts)) best = lightest_sum(x, &parts, best, e);
  if (contract_squares(x, &squares)) best = lightest_sum(x, &squares, best, e);
  // one factor in front of many terms hides which term is which: use it only if it saves a lot, or if all terms are of
  // one kind
  const double bound = gain * expr_weight(pool, best);
  const bool alike = collect_is_homogeneous(pool, &list);
  const struct {
    Expr form;
    bool free;
  } products[] = {{collect_factored(x, &list), alike},
                  {collect_form(x, &list, collect_is_velocity), alike},
                  {collect_nested(x, &list), false},
                  {collect_nested_groups(x, &list), false}};
  for (size_t i = 0; i < sizeof products / sizeof *products; i++)
    if (!expr_is_none(products[i].form) &&
        (products[i].free || expr_weight(pool, products[i].form) < bound))
      best = lighter(pool, best, products[i].form, e);
  return best;
}

Expr readable_terms(ExprPool *pool, Expr e, TermsGain gain) {
  static const double part[] = {[GAIN_FACTOR] = FACTOR_GAIN, [GAIN_SIDE] = SIDE_GAIN};
  const unsigned kind = gain == GAIN_FACTOR ? FORM_TERMS : FORM_SIDE;
  if (expr_is_none(e) || expr_weight(pool, e) > WEIGHT_MOST) return e;
  Expr best = expr_kept_form(pool, e, kind);
  if (!expr_is_none(best)) return best;
  Arena *arena = expr_workspace(pool);
  const ArenaMark mark = arena_mark(arena);
  best = shorten(&(Expansion){pool, arena, EXPAND_MOST * 8}, e, part[gain]);
  arena_release(arena, mark);
  expr_keep_form(pool, e, kind, best);
  return best;
}

static Expr readable_form(ExprPool *pool, Expr e) {
  const Expr best = readable_terms(pool, e, GAIN_FACTOR);
  const Expr quotient = readable_quotient(pool, best);
  if (expr_same(quotient, best)) return best;
  // likewise: without a division by a sum, a common denominator only hides the terms
  if (!algebra_has_denominator(pool, best) &&
      expr_weight(pool, quotient) >= FACTOR_GAIN * expr_weight(pool, best))
    return best;
  return expr_weight(pool, quotient) > expr_weight(pool, e) ? best : quotient;
}

Expr algebra_readable(ExprPool *pool, Expr e) {
  Expr form = expr_kept_form(pool, e, FORM_READABLE);
  if (!expr_is_none(form)) return form;
  form = readable_form(pool, e);
  expr_keep_form(pool, e, FORM_READABLE, form);
  return form;
}
