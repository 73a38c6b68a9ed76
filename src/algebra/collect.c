// algebra/collect.c: collects terms of a sum with common factors.

#include "algebra/algebra_impl.h"
#include "base/table.h"

#define NEST_MOST 30  // terms of a sum whose pairs are searched for common factors

// Does the factor contain more than parameters?
static bool moves(const ExprPool *pool, Expr factor) {
  return !expr_is_constant(pool, factor);
}

bool collect_is_velocity(const ExprPool *pool, Expr factor) {
  int order = 0;
  if (expr_kind(pool, factor) == EXPR_SYMBOL) expr_symbol_base(pool, factor, &order);
  return order > 0;
}

// splits e into the factors by which it is collected and the rest
static void split_factors(ExprPool *pool, Expr e, Collector *by, Expr *rest, Expr *key) {
  const unsigned kind = by == moves ? FORM_MOVING : FORM_VELOCITIES;
  *rest = expr_kept_form(pool, e, kind);
  *key = expr_kept_form(pool, e, kind + 1);
  if (!expr_is_none(*rest)) return;
  *rest = *key = EXPR_ONE;
  const bool product = expr_kind(pool, e) == EXPR_PRODUCT;
  for (size_t i = 0; i < (product ? expr_count(pool, e) : 1); i++) {
    const ExprTerm f = product ? expr_operand(pool, e, i) : (ExprTerm){e, RATIO_ONE};
    Expr *side = by(pool, f.e) ? key : rest;
    *side = expr_mul(pool, *side, expr_pow_ratio(pool, f.e, f.c));
  }
  expr_keep_form(pool, e, kind, *rest);
  expr_keep_form(pool, e, kind + 1, *key);
}

// The product of the common factors of all monomials.
static Expr common_factor(ExprPool *pool, const TermList *list) {
  Expr common = EXPR_ONE;
  const Expr first = list->at[0].e;
  const bool product = expr_kind(pool, first) == EXPR_PRODUCT;
  for (size_t k = 0; k < (product ? expr_count(pool, first) : 1); k++) {
    const ExprTerm f = product ? expr_operand(pool, first, k) : (ExprTerm){first, RATIO_ONE};
    Ratio least = f.c;
    for (size_t i = 1; i < list->n; i++) {
      const Ratio c = expr_exponent(pool, list->at[i].e, f.e);
      if (ratio_compare(pool, c, least) < 0) least = c;
    }
    common = expr_mul(pool, common, expr_pow_ratio(pool, f.e, least));
  }
  return common;
}

// common * (rest)
Expr collect_factored(Expansion *x, const TermList *list) {
  if (list->n == 0) return EXPR_ZERO;
  const Expr common = common_factor(x->pool, list);
  TermList rest = {0};
  for (size_t i = 0; i < list->n; i++)
    term_list_push(x, &rest, expr_div(x->pool, list->at[i].e, common), list->at[i].c);
  return expr_mul(x->pool, common, term_list_sum(x, &rest));
}

// Terms with a common key: c * rest * key.
typedef struct {
  Ratio c;
  Expr rest;     // the sum of what differs between them, without its number
  TermList key;  // one key, or several with their signs
} Group;

typedef ARRAY(Group) Groups;

// Groups terms with equal keys, in the order of their first terms.
static Groups groups_of(Expansion *x, const TermList *list, Collector *by) {
  Memo places = {0};
  ARRAY(TermList) rests = {0};
  ARRAY(Expr) keys = {0};
  for (size_t i = 0; i < list->n; i++) {
    Expr rest, key;
    uint32_t at;
    split_factors(x->pool, list->at[i].e, by, &rest, &key);
    if (!memo_get(&places, key.id, &at)) {
      at = (uint32_t) rests.n;
      memo_put(x->arena, &places, key.id, at);
      array_push(x->arena, &rests, ((TermList){0}));
      array_push(x->arena, &keys, key);
    }
    array_push(x->arena, &rests.at[at], ((ExprTerm){rest, list->at[i].c}));
  }
  Groups groups = {0};
  for (size_t i = 0; i < rests.n; i++) {
    // in a product, the number of a sum stands in front: -m1 - m2 is -(m1 + m2)
    TermList one = {0};
    term_list_push(x, &one, expr_mul(x->pool, collect_factored(x, &rests.at[i]), EXPR_TIME),
                   RATIO_ONE);
    Group group = {.c = one.at[0].c, .rest = expr_div(x->pool, one.at[0].e, EXPR_TIME)};
    array_push(x->arena, &group.key, ((ExprTerm){keys.at[i], RATIO_ONE}));
    array_push(x->arena, &groups, group);
  }
  return groups;
}

// The factor common to all terms above the bar, or to all below it, in front of them; makes no common denominator.
static Expr shared(Expansion *x, const TermList *list) {
  Expr common = list->at[0].e;
  for (size_t i = 1; i < list->n; i++) common = collect_common_part(x->pool, common, list->at[i].e);
  TermList rest = {0};
  for (size_t i = 0; i < list->n; i++)
    term_list_push(x, &rest, expr_div(x->pool, list->at[i].e, common), list->at[i].c);
  return expr_mul(x->pool, common, term_list_sum(x, &rest));
}

// The sum of all groups, each with its common factor in front.
static Expr sum_of_groups(Expansion *x, const Groups *groups) {
  TermList sum = {0};
  for (size_t i = 0; i < groups->n; i++) {
    const Group *g = &groups->at[i];
    term_list_push(x, &sum, expr_mul(x->pool, g->rest, shared(x, &g->key)), g->c);
  }
  return term_list_sum(x, &sum);
}

Expr collect_form(Expansion *x, const TermList *list, Collector *by) {
  const Groups groups = groups_of(x, list, by);
  return sum_of_groups(x, &groups);
}

static bool is_unit(Ratio c) {
  return c.id == RATIO_ONE.id || c.id == RATIO_MINUS_ONE.id;
}

static bool is_opposite(ExprPool *pool, Ratio a, Ratio b) {
  return a.id == ratio_neg(pool, b).id;
}

// Merges groups with the same rest, up to its sign.
static Groups merged_groups(Expansion *x, const Groups *groups) {
  Groups merged = {0};
  for (size_t i = 0; i < groups->n; i++) {
    const Group *g = &groups->at[i];
    const bool plain =
      expr_same(g->rest, EXPR_ONE) && (g->c.id == RATIO_ONE.id || g->c.id == RATIO_MINUS_ONE.id);
    size_t k = 0;
    while (k < merged.n &&
           (plain || !expr_same(merged.at[k].rest, g->rest) ||
            (merged.at[k].c.id != g->c.id && !is_opposite(x->pool, merged.at[k].c, g->c))))
      k++;
    if (k == merged.n) {
      array_push(x->arena, &merged, *g);
      continue;
    }
    ExprTerm key = g->key.at[0];
    if (merged.at[k].c.id != g->c.id) key.c = RATIO_MINUS_ONE;
    array_push(x->arena, &merged.at[k].key, key);
  }
  return merged;
}

// The sum of the exponents of velocities, or of all factors.
static long degree_in(const ExprPool *pool, Expr e, bool velocities) {
  long degree = 0;
  const bool product = expr_kind(pool, e) == EXPR_PRODUCT;
  for (size_t k = 0; k < (product ? expr_count(pool, e) : 1); k++) {
    const ExprTerm f = product ? expr_operand(pool, e, k) : (ExprTerm){e, RATIO_ONE};
    long power, den;
    if ((!velocities || collect_is_velocity(pool, f.e)) && ratio_get(pool, f.c, &power, &den))
      degree += power / den;
  }
  return degree;
}

static size_t count_factors(const ExprPool *pool, Expr e) {
  return expr_same(e, EXPR_ONE) ? 0 : expr_kind(pool, e) == EXPR_PRODUCT ? expr_count(pool, e) : 1;
}

// The common constants of two groups, if they may stand in front of both: the groups must have the same number; if it
// is 1, they must also have the same degree, also in the velocities, and share more than one constant. A weight and a
// centrifugal force stay apart.
static Expr cluster_part(ExprPool *pool, const Group *a, const Group *b) {
  if (a->c.id != b->c.id && !is_opposite(pool, a->c, b->c)) return EXPR_ONE;
  const Expr common = collect_common_part(pool, a->rest, b->rest);
  if (!is_unit(a->c)) return common;
  const Expr key[2] = {a->key.at[0].e, b->key.at[0].e};
  const bool alike = degree_in(pool, key[0], true) == degree_in(pool, key[1], true) &&
                     degree_in(pool, key[0], false) == degree_in(pool, key[1], false);
  return alike && count_factors(pool, common) > 1 ? common : EXPR_ONE;
}

// common * (rest of one + rest of the other)
static void join_groups(Expansion *x, Group *to, const Group *g, Expr common) {
  ExprPool *pool = x->pool;
  const Expr old = expr_div(pool, to->rest, common), new = expr_div(pool, g->rest, common);
  TermList key = {0};
  if (expr_same(old, EXPR_ONE))
    key = term_list_copy(x, &to->key);
  else
    term_list_push(x, &key, expr_mul(pool, old, shared(x, &to->key)), RATIO_ONE);
  const Ratio sign = to->c.id == g->c.id ? RATIO_ONE : RATIO_MINUS_ONE;
  term_list_push(x, &key, expr_mul(pool, new, shared(x, &g->key)), sign);
  to->rest = common;
  to->key = key;
}

// 1/2*m*R^2*(theta'^2 + Omega^2*sin(theta)^2)
static Groups clustered_groups(Expansion *x, const Groups *groups) {
  Groups clusters = {0};
  for (size_t i = 0; i < groups->n; i++) {
    const Group *g = &groups->at[i];
    size_t k = 0;
    Expr common = EXPR_ONE;
    for (; k < clusters.n; k++) {
      common = cluster_part(x->pool, &clusters.at[k], g);
      if (!expr_same(common, EXPR_ONE)) break;
    }
    if (k == clusters.n)
      array_push(x->arena, &clusters, *g);
    else
      join_groups(x, &clusters.at[k], g, common);
  }
  return clusters;
}

size_t collect_grouped(Expansion *x, const TermList *list, Expr forms[GROUPED_FORMS]) {
  const Groups groups = groups_of(x, list, moves), merged = merged_groups(x, &groups),
               clusters = clustered_groups(x, &merged);
  size_t n = 0;
  forms[n++] = sum_of_groups(x, &groups);
  if (merged.n < groups.n) forms[n++] = sum_of_groups(x, &merged);
  if (clusters.n < merged.n) forms[n++] = sum_of_groups(x, &clusters);
  return n;
}

bool collect_is_homogeneous(const ExprPool *pool, const TermList *list) {
  const long degree = list->n > 0 ? degree_in(pool, list->at[0].e, true) : 0;
  for (size_t i = 1; i < list->n; i++)
    if (degree_in(pool, list->at[i].e, true) != degree) return false;
  return degree > 0;
}

// The part of exponent a that b has as well: the smaller of two with the same sign.
static Ratio shared_exponent(ExprPool *pool, Ratio a, Ratio b) {
  if (b.id == RATIO_ZERO.id) return b;
  const int sign = ratio_sign(pool, a);
  if (sign == 0 || sign != ratio_sign(pool, b)) return RATIO_ZERO;
  if (a.id == b.id) return a;
  return (ratio_compare(pool, a, b) < 0) == (sign > 0) ? a : b;
}

// The common factor of two monomials, above and below the fraction bar.
Expr collect_common_part(ExprPool *pool, Expr a, Expr b) {
  Expr common = expr_kept_pair(pool, a, b, PAIR_COMMON);
  if (!expr_is_none(common)) return common;
  common = EXPR_ONE;
  const bool product = expr_kind(pool, a) == EXPR_PRODUCT;
  for (size_t k = 0; k < (product ? expr_count(pool, a) : 1); k++) {
    const ExprTerm f = product ? expr_operand(pool, a, k) : (ExprTerm){a, RATIO_ONE};
    const Ratio c = shared_exponent(pool, f.c, expr_exponent(pool, b, f.e));
    if (c.id == RATIO_ZERO.id) continue;
    common = expr_mul(pool, common, expr_pow_ratio(pool, f.e, c));
  }
  expr_keep_pair(pool, a, b, PAIR_COMMON, common);
  return common;
}

static bool has_part(ExprPool *pool, Expr part, Expr e) {
  const bool product = expr_kind(pool, part) == EXPR_PRODUCT;
  for (size_t k = 0; k < (product ? expr_count(pool, part) : 1); k++) {
    const ExprTerm f = product ? expr_operand(pool, part, k) : (ExprTerm){part, RATIO_ONE};
    if (shared_exponent(pool, f.c, expr_exponent(pool, e, f.e)).id != f.c.id) return false;
  }
  return true;
}

// The common factor of two terms that saves most when taken out of all terms that have it, or EXPR_ONE.
static Expr best_factor(Expansion *x, const TermList *list) {
  Expr best = EXPR_ONE;
  uint64_t most = 0;
  Memo seen = {0};
  for (size_t i = 0; i < list->n; i++)
    for (size_t j = i + 1; j < list->n; j++) {
      uint32_t ignored;
      const Expr common = collect_common_part(x->pool, list->at[i].e, list->at[j].e);
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

// factor * (...) + (...), recursively in both: the greedy choice
Expr collect_nested(Expansion *x, const TermList *list) {
  ExprPool *pool = x->pool;
  const Expr factor = list->n > NEST_MOST ? EXPR_ONE : best_factor(x, list);
  if (expr_same(factor, EXPR_ONE)) return term_list_sum(x, list);
  TermList with = {0}, others = {0};
  for (size_t i = 0; i < list->n; i++)
    if (has_part(pool, factor, list->at[i].e))
      term_list_push(x, &with, expr_div(pool, list->at[i].e, factor), list->at[i].c);
    else
      array_push(x->arena, &others, list->at[i]);
  const Expr rest = collect_nested(x, &others);
  return expr_add(pool, expr_mul(pool, factor, collect_nested(x, &with)), rest);
}

Expr collect_nested_groups(Expansion *x, const TermList *list) {
  const Groups groups = groups_of(x, list, moves);
  TermList terms = {0};
  if (groups.n == list->n) return EXPR_NONE;  // nothing was collected
  for (size_t i = 0; i < groups.n; i++)
    term_list_push(x, &terms, expr_mul(x->pool, groups.at[i].rest, groups.at[i].key.at[0].e),
                   groups.at[i].c);
  return collect_nested(x, &terms);
}

// --- factors of sums within ----------------------------------------------------------------------

static Expr pull_from_sum(Expansion *x, Expr e) {
  TermList list = {0};
  for (size_t i = 0; i < expr_count(x->pool, e); i++) {
    const ExprTerm term = expr_operand(x->pool, e, i);
    term_list_push(x, &list, collect_pull_factors(x, term.e), term.c);
  }
  return shared(x, &list);
}

Expr collect_pull_factors(Expansion *x, Expr e) {
  ExprPool *pool = x->pool;
  if (expr_kind(pool, e) == EXPR_SUM) return pull_from_sum(x, e);
  if (expr_kind(pool, e) != EXPR_PRODUCT) return e;
  Expr product = EXPR_ONE;
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const ExprTerm f = expr_operand(pool, e, i);
    product = expr_mul(pool, product, expr_pow_ratio(pool, collect_pull_factors(x, f.e), f.c));
  }
  return product;
}
