// solve/closed_shorten.c: shortens closed forms by expressions that vanish on the manifold, and by roots.
//
// From:  docs/theory/readable.md, section "Closed forms"
// Law:   a form that is kept has the same value as before at random points of the manifold

#include "solve/closed_impl.h"
#include "ground/branches.h"

#define SHORTEN_ROUNDS 3    // relations used one after another
#define SHORTEN_TERMS 80    // longer solutions are not shortened
#define MORE_TERMS 2        // additional terms that a form may have and still be lighter
#define ELIMINATE_GAIN 0.7  // required of an elimination: it may divide by what can vanish
#define RELATION_MONOMIALS 16
#define BEAM 4           // polynomials followed at once
#define BEAM_ROUNDS 4    // replacements in succession
#define BEAM_TERMS 12    // longer polynomials are not followed
#define SHARE_WEIGHT 32  // weight from which a part shared with other forms may decide

// --- candidates ----------------------------------------------------------------------------------

// The weight of e on the page, if a sum of at least this weight that already occurs in another form is written as a
// name.
double closing_cost(Closing *c, Expr e, uint32_t least) {
  const ExprPool *pool = c->eq->pool;
  const ArenaMark mark = arena_mark(c->arena);
  ARRAY(Expr) open = {0};
  double sum = expr_weight(pool, e);
  array_push(c->arena, &open, e);
  while (open.n > 0) {
    const Expr top = open.at[--open.n];
    const ExprKind kind = expr_kind(pool, top);
    uint32_t ignored;
    if (kind == EXPR_NUMBER || kind == EXPR_SYMBOL || expr_weight(pool, top) < least) continue;
    if (memo_get(&c->shared, top.id, &ignored)) {
      sum -= expr_weight(pool, top) - 1.0;
      continue;
    }
    for (size_t i = 0; i < expr_count(pool, top); i++)
      array_push(c->arena, &open, expr_operand(pool, top, i).e);
  }
  arena_release(c->arena, mark);
  return sum;
}

void closing_share(Closing *c, Expr e) {
  const ExprPool *pool = c->eq->pool;
  const ExprList parts = expr_reachable(c->eq->pool, &e, 1, c->arena);
  for (size_t i = 0; i < parts.n; i++) {
    const bool sum = expr_kind(pool, parts.at[i]) == EXPR_SUM && expr_count(pool, parts.at[i]) > 1;
    if (sum && expr_weight(pool, parts.at[i]) >= NAME_WEIGHT && !expr_same(parts.at[i], e))
      memo_put(c->arena, &c->shared, parts.at[i].id, 1);
  }
}

// Keeps the candidate if it weighs less than this part of the best so far and has the same values on the manifold.
static void consider(Closing *c, const Rational *candidate, Expr original, double part,
                     Form *best) {
  if (candidate == NULL || rational_terms(candidate) > rational_terms(best->r) + MORE_TERMS) return;
  for (size_t i = 0; i < c->tried.n; i++)
    if (rational_same(c->field, c->tried.at[i], candidate)) return;
  array_push(c->arena, &c->tried, candidate);
  const Rational *r = rational_cancel(c->field, candidate);
  const Expr e = algebra_quotient(c->eq->pool, c->field, r);
  if (expr_is_none(e)) return;
  if (closing_cost(c, e, SHARE_WEIGHT) >= part * closing_cost(c, best->e, SHARE_WEIGHT)) return;
  if (closing_equal(c, e, original)) *best = (Form){r, e};
}

// --- numerator and denominator apart -------------------------------------------------------------

typedef struct {
  const Rational *at[BEAM];  // those with the fewest terms, the best first
  size_t n;
} Beam;

static void beam_add(Closing *c, Beam *beam, const Rational *r) {
  size_t place = 0;
  for (size_t i = 0; i < beam->n; i++)
    if (rational_same(c->field, beam->at[i], r)) return;
  while (place < beam->n && rational_terms(beam->at[place]) <= rational_terms(r)) place++;
  if (place == BEAM) return;
  if (beam->n < BEAM) beam->n++;
  for (size_t i = beam->n - 1; i > place; i--) beam->at[i] = beam->at[i - 1];
  beam->at[place] = r;
}

static void beam_step(Closing *c, const Beam *from, const Rational *relation, Beam *to) {
  for (size_t b = 0; b < from->n; b++)
    for (size_t k = 0; k < rational_terms(relation) && k < RELATION_MONOMIALS; k++) {
      const Rational *r = rational_modulo(c->field, from->at[b], relation, k);
      if (r != NULL) beam_add(c, to, r);
    }
}

// Finds a polynomial with as few terms as the relations allow. Some steps help only in combination.
static const Rational *fewest_terms(Closing *c, const Rational *r) {
  Beam beam = {.at = {r}, .n = 1};
  if (rational_terms(r) > BEAM_TERMS) return r;
  for (int round = 0; round < BEAM_ROUNDS; round++) {
    Beam next = beam;
    for (size_t i = 0; i < c->n_relations; i++)
      if (c->relation[i] != NULL) beam_step(c, &beam, c->relation[i], &next);
    for (size_t i = 0; i < c->n_derived; i++) beam_step(c, &beam, c->derived[i], &next);
    beam = next;
  }
  return beam.at[0];
}

// Treats numerator and denominator separately: what shortens one lengthens the other.
static void consider_parts(Closing *c, Expr original, Form *best) {
  Expr above, below;
  rational_parts(c->field, best->r, &above, &below);
  const Rational *num = rational_of(c->field, above), *den = rational_of(c->field, below);
  if (num == NULL || den == NULL) return;
  num = fewest_terms(c, num);
  den = fewest_terms(c, den);
  if (!rational_is_zero(c->field, den))
    consider(c, rational_div(c->field, num, den), original, 1, best);
}

// --- all relations -------------------------------------------------------------------------------

Expr closing_shorten(Closing *c, Form form) {
  const Expr original = form.e;
  if (rational_terms(form.r) > SHORTEN_TERMS) return original;
  c->tried.n = 0;
  for (int round = 0; round < SHORTEN_ROUNDS; round++) {
    const Form before = form;
    for (size_t i = 0; i < c->n_relations; i++) {
      const Rational *p = c->relation[i];
      for (size_t k = 0; k < RELATION_MONOMIALS; k++)
        consider(c, rational_modulo(c->field, before.r, p, k), original, 1, &form);
      for (size_t k = 0; k < rationals_generators(c->field); k++)
        consider(c, rational_eliminate(c->field, before.r, p, k), original, ELIMINATE_GAIN, &form);
    }
    for (size_t i = 0; i < c->n_derived; i++)
      for (size_t k = 0; k < rational_terms(c->derived[i]); k++)
        consider(c, rational_modulo(c->field, before.r, c->derived[i], k), original, 1, &form);
    if (expr_same(form.e, before.e)) break;
    c->shortened = true;
  }
  const Form before = form;
  if (c->n_relations > 0) consider_parts(c, original, &form);
  c->shortened = c->shortened || !expr_same(form.e, before.e);
  return form.e;
}

// Returns the candidate if it weighs less and has the same value; original is the unshortened solution.
Expr closing_better(Closing *c, Expr best, Expr candidate, Expr original) {
  if (expr_is_none(candidate) ||
      closing_cost(c, candidate, NAME_WEIGHT) >= closing_cost(c, best, NAME_WEIGHT))
    return best;
  return closing_equal(c, candidate, original) ? candidate : best;
}

// --- roots ---------------------------------------------------------------------------------------

// e with s^2 in place of the factor u; arguments of functions are unchanged.
static Expr with_square(ExprPool *pool, Expr e, Expr u, Expr s) {
  const ExprKind kind = expr_kind(pool, e);
  if (kind != EXPR_SUM && kind != EXPR_PRODUCT) return e;
  Expr result = kind == EXPR_SUM ? EXPR_ZERO : EXPR_ONE;
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const ExprTerm part = expr_operand(pool, e, i);
    const Expr inner = with_square(pool, part.e, u, s);
    if (kind == EXPR_SUM)
      result = expr_add(pool, result, expr_mul(pool, expr_number(pool, part.c), inner));
    else if (expr_same(part.e, u))
      result = expr_mul(pool, result,
                        expr_pow_ratio(pool, s, ratio_mul(pool, part.c, ratio_make(pool, 2, 1))));
    else
      result = expr_mul(pool, result, expr_pow_ratio(pool, inner, part.c));
  }
  return result;
}

static Expr lighter(const ExprPool *pool, Expr a, Expr b) {
  return expr_weight(pool, b) < expr_weight(pool, a) ? b : a;
}

// (a + b*s)*c/s = (a/s + b)*c
static Expr with_sum_divided(ExprPool *pool, Expr e, Expr s) {
  Expr sum = EXPR_NONE, rest = EXPR_ONE, power = EXPR_ONE;
  const bool product = expr_kind(pool, e) == EXPR_PRODUCT;
  for (size_t i = 0; product && i < expr_count(pool, e); i++) {
    const ExprTerm f = expr_operand(pool, e, i);
    if (expr_is_none(sum) && f.c.id == RATIO_ONE.id && expr_kind(pool, f.e) == EXPR_SUM &&
        expr_depends(pool, f.e, s))
      sum = f.e;
    else if (expr_same(f.e, s))
      power = expr_pow_ratio(pool, s, f.c);
    else
      rest = expr_mul(pool, rest, expr_pow_ratio(pool, f.e, f.c));
  }
  if (expr_is_none(sum) || expr_same(power, EXPR_ONE)) return e;
  Expr with = EXPR_ZERO, without = EXPR_ZERO;
  for (size_t i = 0; i < expr_count(pool, sum); i++) {
    const ExprTerm term = expr_operand(pool, sum, i);
    const Expr part = expr_mul(pool, expr_number(pool, term.c), term.e);
    if (expr_depends(pool, part, s))
      with = expr_add(pool, with, expr_mul(pool, part, power));
    else
      without = expr_add(pool, without, part);
  }
  return expr_mul(pool, rest, expr_add(pool, with, expr_mul(pool, without, power)));
}

// Names the first root in e, so that u/sqrt(u) cancels.
static Expr with_root_named(Closing *c, Expr e) {
  ExprPool *pool = c->eq->pool;
  const ExprList nodes = expr_reachable(pool, &e, 1, c->arena);
  const Expr s = expr_symbol(pool, str("root(1)"), SYMBOL_CONSTANT);
  for (size_t i = 0; i < nodes.n; i++) {
    if (expr_kind(pool, nodes.at[i]) != EXPR_PRODUCT || !branches_is_root(pool, nodes.at[i]))
      continue;
    for (size_t k = 0; k < expr_count(pool, nodes.at[i]); k++) {
      const ExprTerm f = expr_operand(pool, nodes.at[i], k);
      if (ratio_is_integer(pool, f.c)) continue;
      const Expr root = expr_sqrt(pool, f.e);
      const Expr named = algebra_readable(pool, with_square(pool, e, f.e, s));
      if (expr_is_none(named)) return named;
      const bool one = expr_kind(pool, named) == EXPR_SUM && expr_count(pool, named) == 1;
      const ExprTerm only = one ? expr_operand(pool, named, 0) : (ExprTerm){named, RATIO_ONE};
      const Expr quotient = with_sum_divided(pool, only.e, s);
      const Expr divided = expr_mul(pool, expr_number(pool, only.c), quotient);
      const Expr other = expr_substitute(pool, divided, &s, &root, 1);
      return lighter(pool, expr_substitute(pool, named, &s, &root, 1), other);
    }
  }
  return EXPR_NONE;
}

// Simplifies once more by means that do not need the field of the problem.
Expr closing_polish(Closing *c, Expr e) {
  const Expr other = algebra_readable(c->eq->pool, e);
  if (closing_cost(c, other, NAME_WEIGHT) < closing_cost(c, e, NAME_WEIGHT)) e = other;
  return c->rooted ? closing_better(c, e, with_root_named(c, e), e) : e;
}
