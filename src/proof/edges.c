// proof/edges.c: pieces of the states under conditions that the factors of the conditions do not reveal.
//
// In:    the conditions of a claim, and the constraints
// Out:   values of some variables that leave no more equations than before, counting themselves
// Why:   x*y = z*w and x*p + z*q = 0 make y*q + w*p vanish wherever x is not 0. At x = z = 0 both hold as well,
//        and y*q + w*p is arbitrary: two equations replace two others, so these states have the same dimension.
//        Points found by solving for y and p never lie there
// How:   sets a coefficient of a variable in which an equation is linear to zero, by solving for a variable
//        that has a constant coefficient in it, and continues with the equations that remain
// Not:   pieces on which no such variable can be solved for are not found

#include "proof/edges.h"
#include "algebra/algebra.h"
#include <stdlib.h>

#define DEPTH_MOST 3     // variables that are given values
#define EDGES_MOST 6     // edges to find
#define TRIES_MOST 1000  // substitutions to try

typedef struct {
  const Equations *eq;
  ARRAY(Expr) variables;
  Expr *e;
  size_t equations;
  Condition put[DEPTH_MOST];
  size_t tries;
  Edges found;
  Arena *arena;
} Search;

static bool is_of_state(const Search *s, Expr e) {
  for (size_t i = 0; i < s->variables.n; i++)
    if (expr_depends(s->eq->pool, e, s->variables.at[i])) return true;
  return false;
}

// The coefficient of the variable, if e is linear in it; otherwise EXPR_NONE.
static Expr coefficient(const Search *s, Expr e, Expr variable) {
  if (!expr_depends(s->eq->pool, e, variable)) return EXPR_NONE;
  const Expr slope = expr_diff(s->eq->pool, e, variable);
  if (!expr_is_none(slope) && !expr_depends(s->eq->pool, slope, variable)) return slope;
  if (expr_is_none(slope)) (void) expr_trouble(s->eq->pool);
  return EXPR_NONE;
}

// Solves f = 0 for a variable with a constant coefficient.
static bool solved(const Search *s, Expr f, Condition *out) {
  ExprPool *pool = s->eq->pool;
  for (size_t i = 0; i < s->variables.n; i++) {
    const Expr variable = s->variables.at[i], zero = EXPR_ZERO, c = coefficient(s, f, variable);
    if (expr_is_none(c) || is_of_state(s, c)) continue;
    const Expr rest = expr_substitute(pool, f, &variable, &zero, 1);
    *out = (Condition){variable, expr_neg(pool, expr_div(pool, rest, c))};
    if (!expr_is_none(out->right)) return true;
    (void) expr_trouble(pool);
  }
  return false;
}

static void search(Search *s, const Expr *e, size_t n, size_t depth);

static bool has(const Edge *edge, const Condition *c) {
  for (size_t i = 0; i < edge->n; i++)
    if (expr_same(edge->at[i].left, c->left) && expr_same(edge->at[i].right, c->right)) return true;
  return false;
}

// Was the same edge found before, in another order?
static bool is_found(const Search *s, size_t n) {
  for (size_t k = 0; k < s->found.n; k++) {
    size_t same = 0;
    while (same < n && has(&s->found.at[k], &s->put[same])) same++;
    if (same == n && s->found.at[k].n == n) return true;
  }
  return false;
}

// Substitutes f = 0 into the equations and searches those that are left.
static void put(Search *s, const Expr *e, size_t n, size_t depth, Expr f) {
  Expr *left = ARENA_ARRAY(s->arena, Expr, n);
  size_t m = 0;
  if (s->found.n == EDGES_MOST || s->tries == TRIES_MOST || !solved(s, f, &s->put[depth])) return;
  s->tries++;
  for (size_t i = 0; i < n; i++) {
    left[m] = expr_substitute(s->eq->pool, e[i], &s->put[depth].left, &s->put[depth].right, 1);
    if (expr_is_none(left[m])) {
      (void) expr_trouble(s->eq->pool);
      return;
    }
    m += !expr_same(left[m], EXPR_ZERO);
  }
  if (m + depth + 1 > s->equations) {
    search(s, left, m, depth + 1);
    return;
  }
  if (is_found(s, depth + 1)) return;
  Condition *at = ARENA_ARRAY(s->arena, Condition, depth + 1);
  for (size_t i = 0; i <= depth; i++) at[i] = s->put[i];
  array_push(s->arena, &s->found, ((Edge){at, depth + 1}));
}

// A factor of a coefficient, and the number of coefficients that contain it.
typedef struct {
  Expr e;
  size_t times, place;
} Factor;

typedef ARRAY(Factor) FactorCounts;

static void count_factor(Search *s, Expr e, FactorCounts *counts) {
  for (size_t i = 0; i < counts->n; i++)
    if (expr_same(counts->at[i].e, e)) {
      counts->at[i].times++;
      return;
    }
  array_push(s->arena, counts, ((Factor){e, 1, counts->n}));
}

static int by_times(const void *a, const void *b) {
  const Factor *x = a, *y = b;
  if (x->times != y->times) return x->times < y->times ? 1 : -1;
  return x->place < y->place ? -1 : 1;
}

// Tries the factors of the most coefficients first: they leave the fewest equations.
static void search(Search *s, const Expr *e, size_t n, size_t depth) {
  ExprPool *pool = s->eq->pool;
  FactorCounts counts = {0};
  if (depth == DEPTH_MOST || depth == s->equations) return;
  for (size_t k = 0; k < n; k++)
    for (size_t i = 0; i < s->variables.n; i++) {
      const Expr c = coefficient(s, e[k], s->variables.at[i]);
      if (expr_is_none(c) || !is_of_state(s, c)) continue;
      const FactorList factors = algebra_factors(pool, s->arena, c);
      for (size_t f = 0; f < factors.n; f++)
        if (ratio_sign(pool, factors.at[f].c) > 0) count_factor(s, factors.at[f].e, &counts);
    }
  if (counts.n > 1) qsort(counts.at, counts.n, sizeof *counts.at, by_times);
  for (size_t i = 0; i < counts.n; i++) put(s, e, n, depth, counts.at[i].e);
}

static void add_variable(Search *s, Expr symbol) {
  for (size_t i = 0; i < s->variables.n; i++)
    if (expr_same(s->variables.at[i], symbol)) return;
  array_push(s->arena, &s->variables, symbol);
}

// Adds an equation unless it holds identically, as constraints do that the rates satisfy.
static void add_equation(Search *s, Expr e) {
  if (!expr_is_none(e)) e = free_in_state_variables(s->eq, e);
  if (expr_is_none(e))
    (void) expr_trouble(s->eq->pool);
  else if (!expr_same(e, EXPR_ZERO))
    s->e[s->equations++] = e;
}

Edges proof_edges(const Equations *eq, const Condition *given, size_t n, Arena *arena) {
  Search s = {.eq = eq, .arena = arena};
  for (size_t i = 0; i < eq->state.m; i++) add_variable(&s, eq->state.z[i]);
  for (size_t i = 0; i < eq->n; i++) add_variable(&s, eq->qd[i]);
  for (size_t i = 0; i < eq->n; i++) add_variable(&s, eq->q[i]);
  s.e = ARENA_ARRAY(arena, Expr, n + eq->constraints.r + 1);
  for (size_t k = 0; k < n; k++)
    add_equation(&s, expr_sub(eq->pool, given[k].left, given[k].right));
  for (size_t a = 0; a < eq->constraints.r; a++) {
    const ConstraintRow *row = &eq->constraints.row[a];
    add_equation(&s, expr_is_none(row->position) ? row->velocity : row->position);
  }
  search(&s, s.e, s.equations, 0);
  return s.found;
}
