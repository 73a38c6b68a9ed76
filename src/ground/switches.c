// ground/switches.c: the places where formulas jump or bend.
//
// Law:   on a connected set of states on which no switch vanishes, a formula is analytic
// From:  docs/theory/real.md, section "Both sides"

#include "ground/switches.h"
#include "algebra/algebra.h"
#include "ground/range.h"

typedef struct {
  const Model *model;
  Arena *arena;
  Switches found;
} Search;

static void add_factor(Search *s, Expr e) {
  ExprPool *pool = s->model->pool;
  if (expr_is_none(e) || expr_is_number(pool, e) || !range_may_vanish(s->model, e, s->arena))
    return;
  for (size_t i = 0; i < s->found.n; i++)
    if (expr_same(s->found.at[i], e)) return;
  array_push(s->arena, &s->found, e);
}

// Adds the factors of e, and those of its denominator: 1/u changes its sign with u.
static void add(Search *s, Expr e) {
  ExprPool *pool = s->model->pool;
  if (expr_is_none(e)) {
    (void) expr_trouble(pool);
    return;
  }
  if (expr_is_number(pool, e) || !range_may_vanish(s->model, e, s->arena)) return;
  // algebra_factors omits factors without variables
  if (expr_is_constant(pool, e) || expr_kind(pool, e) == EXPR_SYMBOL) {
    add_factor(s, e);
    return;
  }
  const FactorList list = algebra_factors(pool, s->arena, e);
  for (size_t i = 0; i < list.n; i++) add_factor(s, list.at[i].e);
}

// Adds the divisors in e, anywhere in it.
static void add_poles(Search *s, Expr e) {
  ExprPool *pool = s->model->pool;
  const ExprList nodes = expr_reachable(pool, &e, 1, s->arena);
  for (size_t i = 0; i < nodes.n; i++) {
    const Expr node = nodes.at[i];
    if (expr_kind(pool, node) == EXPR_FUNCTION && expr_function(pool, node) == FN_TAN)
      add(s, expr_call1(pool, FN_COS, expr_operand(pool, node, 0).e));
    for (size_t k = 0; expr_kind(pool, node) == EXPR_PRODUCT && k < expr_count(pool, node); k++)
      if (ratio_sign(pool, expr_operand(pool, node, k).c) < 0)
        add(s, expr_operand(pool, node, k).e);
  }
}

static void add_function(Search *s, Expr e) {
  ExprPool *pool = s->model->pool;
  const Expr u = expr_operand(pool, e, 0).e;
  switch (expr_function(pool, e)) {
    case FN_ABS:
    case FN_SIGN:
    case FN_IF:
    case FN_LOG: add(s, u); break;
    case FN_ASIN:
    case FN_ACOS:
      add(s, expr_sub(pool, EXPR_ONE, u));
      add(s, expr_add(pool, EXPR_ONE, u));
      break;
    case FN_ATAN: add_poles(s, u); break;
    case FN_ATAN2:
      add(s, u);
      add(s, expr_operand(pool, e, 1).e);
      break;
    default: break;
  }
}

Switches switches_of(const Model *model, const Expr *formulas, size_t n, Arena *arena) {
  ExprPool *pool = model->pool;
  Search s = {.model = model, .arena = arena};
  const ExprList nodes = expr_reachable(pool, formulas, n, arena);
  for (size_t i = 0; i < nodes.n; i++) {
    const Expr e = nodes.at[i];
    if (expr_kind(pool, e) == EXPR_FUNCTION) add_function(&s, e);
    for (size_t k = 0; expr_kind(pool, e) == EXPR_PRODUCT && k < expr_count(pool, e); k++) {
      const ExprTerm term = expr_operand(pool, e, k);
      if (!ratio_is_integer(pool, term.c)) add(&s, term.e);
    }
  }
  return s.found;
}

static Expr kink_of_function(ExprPool *pool, Expr e) {
  const Expr u = expr_operand(pool, e, 0).e;
  const Function f = expr_function(pool, e);
  if (f == FN_ABS || f == FN_SIGN || f == FN_IF) return u;
  return f == FN_ASIN || f == FN_ACOS ? expr_sub(pool, EXPR_ONE, expr_mul(pool, u, u)) : EXPR_NONE;
}

Switches switches_kinks(ExprPool *pool, Expr formula, Arena *arena) {
  Switches found = {0};
  const ExprList nodes = expr_reachable(pool, &formula, 1, arena);
  for (size_t i = 0; i < nodes.n; i++) {
    const Expr e = nodes.at[i];
    const Expr kink = expr_kind(pool, e) == EXPR_FUNCTION ? kink_of_function(pool, e) : EXPR_NONE;
    if (!expr_is_none(kink)) array_push(arena, &found, kink);
    for (size_t k = 0; expr_kind(pool, e) == EXPR_PRODUCT && k < expr_count(pool, e); k++) {
      const ExprTerm term = expr_operand(pool, e, k);
      if (!ratio_is_integer(pool, term.c)) array_push(arena, &found, term.e);
    }
  }
  return found;
}

static bool is_switching(const ExprPool *pool, Expr e) {
  if (expr_kind(pool, e) != EXPR_FUNCTION) return false;
  const Function f = expr_function(pool, e);
  return f == FN_ABS || f == FN_SIGN || f == FN_IF || f == FN_ATAN2;
}

Switches switches_nodes(ExprPool *pool, const Expr *formulas, size_t n, Arena *arena) {
  Switches found = {0};
  const ExprList nodes = expr_reachable(pool, formulas, n, arena);
  for (size_t i = 0; i < nodes.n; i++)
    if (is_switching(pool, nodes.at[i])) array_push(arena, &found, nodes.at[i]);
  return found;
}
