// tape/shorten.c: forms of the same expressions that take fewer operations.
//
// In:    expressions of one pool
// Out:   expressions equal to them as functions, with the same singularities; lowering chooses the lighter of
//        both, node by node
// Law:   equal by fingerprint, never heavier (tests/unit/tape/test_shorten.c)
//
// Two rules for sums, from the innermost outwards: sin^2 + cos^2 = 1, and a factor that several summands have
// in common is multiplied in once. The second is greedy: the most frequent factor first, then the factors
// inside it and those of the remaining summands.

#include "tape/tape_impl.h"
#include <string.h>

#define LONGEST_SUM 400  // summands; common factors are searched for repeatedly among all of them

enum {
  FORM_SQUARES = EXPR_TAPE_FORMS,
  FORM_FACTORS
};  // kept, as several tapes have the same expressions

typedef struct {
  Arena *arena;
  ExprPool *pool;
  bool factors;   // take common factors out, too
  unsigned form;  // the kind of the forms
} Shortening;

typedef struct {
  ExprTerm *at;
  size_t n;
} TermList;

// The factors of an expression, which may be its own only factor.
typedef struct {
  const ExprTerm *at;
  size_t n;
  ExprTerm own;
} FactorList;

static void list_factors(const ExprPool *pool, Expr e, FactorList *list) {
  const bool product = expr_kind(pool, e) == EXPR_PRODUCT;
  list->own = (ExprTerm){e, RATIO_ONE};
  list->at = product ? expr_operands(pool, e) : &list->own;
  list->n = product ? expr_count(pool, e) : 1;
}

static Expr without(ExprPool *pool, Expr e, Expr base, Ratio power) {
  return expr_product(pool, (ExprTerm[]){{e, RATIO_ONE}, {base, ratio_neg(pool, power)}}, 2);
}

// --- sin^2 + cos^2 = 1 ---------------------------------------------------------------------------

// Is the factor sin(u)^2 or cos(u)^2?
static bool is_square_of(const ExprPool *pool, ExprTerm factor, Function fn) {
  long num, den;
  return expr_kind(pool, factor.e) == EXPR_FUNCTION && expr_function(pool, factor.e) == fn &&
         ratio_get(pool, factor.c, &num, &den) && num == 2 && den == 1;
}

// Could summand k be like summand i, with some cos(u)^2 in place of sin(u)^2?
static bool looks_like(const ExprPool *pool, const TermList *terms, size_t i, size_t k) {
  FactorList a, b;
  if (terms->at[k].c.id != terms->at[i].c.id) return false;
  list_factors(pool, terms->at[i].e, &a);
  list_factors(pool, terms->at[k].e, &b);
  if (a.n != b.n) return false;
  for (size_t f = 0; f < b.n; f++)
    if (is_square_of(pool, b.at[f], FN_COS)) return true;
  return false;
}

// Finds the summand that has cos(u)^2 where summand i has the sin(u)^2 of `sine`, or returns n.
static size_t partner(Shortening *s, const TermList *terms, size_t i, Expr sine, Expr *rest) {
  ExprPool *pool = s->pool;
  const Ratio two = ratio_make(pool, 2, 1);
  Expr wanted = EXPR_NONE;
  for (size_t k = 0; k < terms->n; k++) {
    if (!looks_like(pool, terms, i, k)) continue;
    if (expr_is_none(wanted)) {
      const Expr cosine = expr_call1(pool, FN_COS, expr_operand(pool, sine, 0).e);
      *rest = without(pool, terms->at[i].e, sine, two);
      wanted = expr_product(pool, (ExprTerm[]){{*rest, RATIO_ONE}, {cosine, two}}, 2);
    }
    if (expr_same(terms->at[k].e, wanted)) return k;
  }
  return terms->n;
}

// Joins one pair a*sin(u)^2 + a*cos(u)^2 into a; false if there is no such pair.
static bool join_squares(Shortening *s, TermList *terms) {
  ExprPool *pool = s->pool;
  for (size_t i = 0; i < terms->n; i++) {
    FactorList factors;
    list_factors(pool, terms->at[i].e, &factors);
    for (size_t f = 0; f < factors.n; f++) {
      Expr rest;
      if (!is_square_of(pool, factors.at[f], FN_SIN)) continue;
      const size_t other = partner(s, terms, i, factors.at[f].e, &rest);
      if (other == terms->n) continue;
      terms->at[i].e = rest;
      terms->at[other] = terms->at[--terms->n];
      return true;
    }
  }
  return false;
}

// --- common factors ------------------------------------------------------------------------------

// A factor base^power of `count` summands. Powers of equal sign are combined.
typedef struct {
  Expr base;
  Ratio power;
  size_t count;
} Common;

typedef ARRAY(Common) Commons;

// x^3 and x^2 have x^2 in common, x^(1/2) only itself
static bool can_join(const ExprPool *pool, Ratio a, Ratio b) {
  if (a.id == b.id) return true;
  return ratio_is_integer(pool, a) && ratio_is_integer(pool, b) &&
         ratio_sign(pool, a) == ratio_sign(pool, b);
}

static bool is_smaller(const ExprPool *pool, Ratio a, Ratio b) {
  return ratio_sign(pool, a) * ratio_compare(pool, a, b) < 0;
}

static void count_factor(Shortening *s, Commons *all, Memo *first, ExprTerm factor) {
  uint32_t place;
  if (!memo_add(s->arena, first, factor.e.id, (uint32_t) all->n, &place))
    for (size_t i = place; i < all->n; i++) {
      Common *c = &all->at[i];
      if (!expr_same(c->base, factor.e) || !can_join(s->pool, c->power, factor.c)) continue;
      c->count++;
      if (is_smaller(s->pool, factor.c, c->power)) c->power = factor.c;
      return;
    }
  array_push(s->arena, all, ((Common){factor.e, factor.c, 1}));
}

// Finds the factor that most summands have; among equals, the heaviest.
static Common most_common(Shortening *s, const TermList *terms) {
  const ArenaMark mark = arena_mark(s->arena);  // nothing is built below
  Commons all = {0};
  Memo first = {0};
  for (size_t i = 0; i < terms->n; i++) {
    FactorList factors;
    if (expr_is_number(s->pool, terms->at[i].e)) continue;
    list_factors(s->pool, terms->at[i].e, &factors);
    for (size_t f = 0; f < factors.n; f++) count_factor(s, &all, &first, factors.at[f]);
  }
  Common best = {.count = 1};
  for (size_t i = 0; i < all.n; i++)
    if (all.at[i].count > best.count ||
        (all.at[i].count == best.count && best.count > 1 &&
         expr_weight(s->pool, all.at[i].base) > expr_weight(s->pool, best.base)))
      best = all.at[i];
  arena_release(s->arena, mark);
  return best;
}

static bool has_factor(const ExprPool *pool, Expr e, const Common *c) {
  FactorList factors;
  list_factors(pool, e, &factors);
  for (size_t f = 0; f < factors.n; f++)
    if (expr_same(factors.at[f].e, c->base) && can_join(pool, factors.at[f].c, c->power))
      return true;
  return false;
}

// Is the factor a sum whose first summand has a minus sign, to an odd power? Then its negative is the same factor.
static bool is_negative(const ExprPool *pool, ExprTerm factor) {
  long num, den;
  return expr_kind(pool, factor.e) == EXPR_SUM &&
         ratio_sign(pool, expr_operand(pool, factor.e, 0).c) < 0 &&
         ratio_get(pool, factor.c, &num, &den) && den == 1 && num % 2 != 0;
}

// Turns the signs of such factors, so that a - b and b - a are one factor.
static void settle_signs(Shortening *s, ExprTerm *term) {
  ExprPool *pool = s->pool;
  FactorList list;
  list_factors(pool, term->e, &list);
  size_t f = 0;
  while (f < list.n && !is_negative(pool, list.at[f])) f++;
  if (f == list.n) return;
  ExprTerm *factors = ARENA_ARRAY(s->arena, ExprTerm, list.n);
  memcpy(factors, list.at, list.n * sizeof *factors);
  for (; f < list.n; f++) {
    if (!is_negative(pool, factors[f])) continue;
    factors[f].e = expr_neg(pool, factors[f].e);
    term->c = ratio_neg(pool, term->c);
  }
  term->e = expr_product(pool, factors, list.n);
}

// Returns the sum of the terms, shortened; the terms are consumed.
static Expr shortened_sum(Shortening *s, TermList terms) {
  ExprPool *pool = s->pool;
  while (join_squares(s, &terms)) continue;
  for (size_t i = 0; s->factors && i < terms.n; i++) settle_signs(s, &terms.at[i]);
  for (;;) {
    const Common common = s->factors ? most_common(s, &terms) : (Common){0};
    if (common.count < 2) return expr_sum(pool, terms.at, terms.n);
    TermList inside = {ARENA_ARRAY(s->arena, ExprTerm, common.count), 0};
    size_t left = 0;
    for (size_t i = 0; i < terms.n; i++) {
      ExprTerm term = terms.at[i];
      if (!has_factor(pool, term.e, &common)) {
        terms.at[left++] = term;
        continue;
      }
      term.e = without(pool, term.e, common.base, common.power);
      inside.at[inside.n++] = term;
    }
    const ExprTerm product[] = {{common.base, common.power}, {shortened_sum(s, inside), RATIO_ONE}};
    terms.at[left] = (ExprTerm){expr_product(pool, product, 2), RATIO_ONE};
    settle_signs(s, &terms.at[left]);
    terms.n = left + 1;
  }
}

// --- all of it -----------------------------------------------------------------------------------

// Rebuilds node i of the graph with its operands in their short forms.
static Expr rebuilt(Shortening *s, const ExprGraph *graph, size_t i, const Expr *forms) {
  ExprPool *pool = s->pool;
  const Expr e = graph->at[i];
  const ExprTerm *operands = expr_operands(pool, e);
  const uint32_t *place = &graph->operand[graph->first[i]];
  const size_t n = graph->first[i + 1] - graph->first[i];
  TermList terms = {ARENA_ARRAY(s->arena, ExprTerm, n), n};
  for (size_t k = 0; k < n; k++) terms.at[k] = (ExprTerm){forms[place[k]], operands[k].c};
  if (expr_kind(pool, e) == EXPR_PRODUCT) return expr_product(pool, terms.at, n);
  if (expr_kind(pool, e) == EXPR_FUNCTION) {
    Expr arguments[FUNCTION_ARGUMENTS];
    for (size_t k = 0; k < n; k++) arguments[k] = terms.at[k].e;
    return expr_call(pool, expr_function(pool, e), arguments);
  }
  // a former operand may now be a sum: take it apart
  const Expr flat = expr_sum(pool, terms.at, n);
  if (expr_kind(pool, flat) != EXPR_SUM || expr_count(pool, flat) > LONGEST_SUM) return flat;
  terms =
    (TermList){ARENA_ARRAY(s->arena, ExprTerm, expr_count(pool, flat)), expr_count(pool, flat)};
  memcpy(terms.at, expr_operands(pool, flat), terms.n * sizeof *terms.at);
  return shortened_sum(s, terms);
}

uint32_t tape_weight(const ExprPool *pool, Expr e) {
  const bool negative = expr_kind(pool, e) == EXPR_SUM && expr_count(pool, e) == 1 &&
                        expr_operand(pool, e, 0).c.id == RATIO_MINUS_ONE.id;
  return expr_weight(pool, e) - (negative ? 1 : 0);
}

// Returns the form of node i, whose operands have theirs, or the node itself.
static Expr shorter(Shortening *s, const ExprGraph *graph, size_t i, const Expr *forms) {
  ExprPool *pool = s->pool;
  const Expr e = graph->at[i], form = rebuilt(s, graph, i, forms);
  if (expr_is_none(form)) (void) expr_trouble(pool);
  const bool better = !expr_is_none(form) && expr_equal(pool, form, e) &&
                      tape_weight(pool, form) < tape_weight(pool, e);
  return better ? form : e;
}

void tape_shorten(Arena *arena, ExprPool *pool, bool factors, const ExprGraph *graph, Expr *forms) {
  Shortening s = {arena, pool, factors, factors ? FORM_FACTORS : FORM_SQUARES};
  Expr *all = ARENA_ARRAY(arena, Expr, graph->n);  // of the nodes
  for (size_t i = 0; i < graph->n; i++) {
    all[i] = graph->at[i];
    if (graph->first[i] == graph->first[i + 1]) continue;
    all[i] = expr_kept_form(pool, graph->at[i], s.form);
    if (!expr_is_none(all[i])) continue;
    all[i] = shorter(&s, graph, i, all);
    expr_keep_form(pool, graph->at[i], s.form, all[i]);
  }
  for (size_t i = 0; i < graph->roots; i++) forms[i] = all[graph->root[i]];
}
