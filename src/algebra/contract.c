// algebra/contract.c: fewer monomials by identities.
//
// Law:   the sum of the list is unchanged
// Cost:  every replacement leaves fewer terms, or lower powers of a square, so this terminates

#include "algebra/algebra_impl.h"

#define SQUARES_MOST 60  // terms of a sum whose pairs are searched for squares

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
  term_list_push(x, list, expr_mul(x->pool, rest, by), c);
  term_list_collect(x, list);
}

// Returns the sine for a cosine, and vice versa.
static Expr other_of(ExprPool *pool, Expr f) {
  const bool sine = expr_function(pool, f) == FN_SIN;
  return call(pool, sine ? FN_COS : FN_SIN, expr_operand(pool, f, 0).e);
}

// Kinds of kept pairs: the same terms are tried again after each replacement, and in other sums.
enum { PAIR_PRODUCT = PAIR_COMMON + 1, PAIR_PARTNER, PAIR_REST };

// The monomial e with sine and cosine exchanged in its factors fa and fb.
static Expr partner_of(ExprPool *pool, Expr e, Expr fa, Expr fb) {
  const Expr both = expr_kept_pair(pool, fa, fb, PAIR_PRODUCT);
  if (!expr_is_none(both)) {
    const Expr partner = expr_kept_pair(pool, e, both, PAIR_PARTNER);
    if (!expr_is_none(partner)) return partner;
  }
  const Expr other_a = other_of(pool, fa), other_b = other_of(pool, fb);
  const Expr product = expr_mul(pool, fa, fb), rest = expr_div(pool, e, product);
  const Expr partner = expr_mul(pool, rest, expr_mul(pool, other_a, other_b));
  expr_keep_pair(pool, fa, fb, PAIR_PRODUCT, product);
  expr_keep_pair(pool, e, product, PAIR_PARTNER, partner);
  return partner;
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
  const ExprTerm term = list->at[i];
  const size_t j = find_monomial(list, partner_of(pool, term.e, fa, fb));
  if (j >= list->n || j == i) return false;
  const bool equal = list->at[j].c.id == term.c.id;
  const bool opposite = list->at[j].c.id == ratio_neg(pool, term.c).id;
  if (!equal && !opposite) return false;
  const Expr rest = expr_div(pool, term.e, expr_mul(pool, fa, fb));
  const Expr sum = expr_add(pool, a, b), difference = expr_sub(pool, a, b);
  if (sin_a == sin_b) {
    // cos cos + sin sin = cos(a - b); cos cos - sin sin = cos(a + b), with the sign of the cosines
    const Ratio c = sin_a && opposite ? ratio_neg(pool, term.c) : term.c;
    replace_two(x, list, i, j, c, rest, call(pool, FN_COS, equal ? difference : sum));
  } else {
    // sin(a) cos(b) + cos(a) sin(b) = sin(a + b); with a minus, sin(a - b)
    const Expr angle = equal ? sum : sin_a ? difference : expr_neg(pool, difference);
    replace_two(x, list, i, j, term.c, rest, call(pool, FN_SIN, angle));
  }
  return true;
}

// e/f^2
static Expr rest_of(ExprPool *pool, Expr e, Expr f) {
  Expr rest = expr_kept_pair(pool, e, f, PAIR_REST);
  if (!expr_is_none(rest)) return rest;
  rest = expr_div(pool, e, expr_square(pool, f));
  expr_keep_pair(pool, e, f, PAIR_REST, rest);
  return rest;
}

// X - X cos(a)^2 = X sin(a)^2, and with sine and cosine exchanged
static bool contract_square(Expansion *x, TermList *list, size_t i, Expr f) {
  ExprPool *pool = x->pool;
  Expr a;
  const bool sine = is_circular(pool, f, FN_SIN, &a);
  if (!sine && !is_circular(pool, f, FN_COS, &a)) return false;
  const ExprTerm term = list->at[i];
  const Expr rest = rest_of(pool, term.e, f);
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

// a X sin(u)^2 + b X cos(u)^2 = a X + (b - a) X cos(u)^2 for a, b of one sign, |a| < |b|; likewise with sine and cosine
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
    term_list_push(x, list, rest, term.c);
    term_list_collect(x, list);
    return true;
  }
  return false;
}

bool contract_parts(Expansion *x, TermList *list) {
  bool changed = false;
  for (size_t i = 0; i < list->n;) {
    const bool did = contract_term(x, list, i) || contract_part(x, list, i);
    changed = changed || did;
    i = did ? 0 : i + 1;
  }
  return changed;
}

bool contract_terms(Expansion *x, TermList *list) {
  bool changed = false;
  for (size_t i = 0; i < list->n;) {
    const bool did = contract_term(x, list, i);
    changed = changed || did;
    i = did ? 0 : i + 1;
  }
  return changed;
}

// The root of a product of even powers, or EXPR_NONE if a power is odd.
static Expr root_of(ExprPool *pool, Expr e) {
  const bool product = expr_kind(pool, e) == EXPR_PRODUCT;
  Expr root = EXPR_ONE;
  if (!product) return expr_same(e, EXPR_ONE) ? e : EXPR_NONE;
  for (size_t k = 0; k < expr_count(pool, e); k++) {
    const ExprTerm f = expr_operand(pool, e, k);
    long power, den;
    if (!ratio_get(pool, f.c, &power, &den) || den != 1 || power % 2 != 0) return EXPR_NONE;
    root = expr_mul(pool, root, expr_pow_ratio(pool, f.e, ratio_make(pool, power / 2, 1)));
  }
  return root;
}

// c X a^2 + 2c X ab + c X b^2 = c X (a + b)^2, and with -; i and j are the terms with the squares
static bool contract_binomial(Expansion *x, TermList *list, size_t i, size_t j) {
  ExprPool *pool = x->pool;
  const Ratio c = list->at[i].c;
  if (list->at[j].c.id != c.id) return false;
  const Expr rest = collect_common_part(pool, list->at[i].e, list->at[j].e);
  const Expr a = root_of(pool, expr_div(pool, list->at[i].e, rest));
  if (expr_is_none(a)) return false;
  const Expr b = root_of(pool, expr_div(pool, list->at[j].e, rest));
  if (expr_is_none(b)) return false;
  const size_t k = find_monomial(list, expr_mul(pool, rest, expr_mul(pool, a, b)));
  if (k >= list->n) return false;
  const Ratio twice = ratio_mul(pool, ratio_make(pool, 2, 1), c);
  const bool plus = list->at[k].c.id == twice.id;
  if (!plus && list->at[k].c.id != ratio_neg(pool, twice).id) return false;
  list->at[k].c = RATIO_ZERO;
  const Expr sum = plus ? expr_add(pool, a, b) : expr_sub(pool, a, b);
  replace_two(x, list, i, j, c, rest, expr_square(pool, sum));
  return true;
}

static bool contract_binomials(Expansion *x, TermList *list, size_t i) {
  for (size_t j = i + 1; j < list->n; j++)
    if (contract_binomial(x, list, i, j)) return true;
  return false;
}

bool contract_squares(Expansion *x, TermList *list) {
  bool changed = false;
  for (size_t i = 0; i < list->n && list->n <= SQUARES_MOST;) {
    const bool did = contract_binomials(x, list, i);
    changed = changed || did;
    i = did ? 0 : i + 1;
  }
  return changed;
}
