// expr/diff.c: derivatives, by a symbol or by time, computed once for each node and direction.
//
// A direction gives every symbol its rate: 1 for the one differentiated by, or, along the motion,
// 1 for t and x' for x. The chain rule does the rest, so both kinds of derivative are one walk.

#include "expr/walk.h"

#define ALONG_MOTION EXPR_NONE  // the direction of the total time derivative

#define CHAIN 64        // from this depth on, derivatives of nested functions are multiplied at once
#define CHAINS_MOST 40  // one inside another

typedef struct {
  ExprPool *pool;
  Expr direction;
  uint64_t mask;  // nodes without any of these deps have derivative zero
  int chains;     // nesting depth of chains
} Derivation;

static uint64_t memo_key(const Derivation *d, Expr e) {
  return (uint64_t) e.id << 32 | d->direction.id;
}

static bool chain_derivative(const Derivation *d, Expr e, Expr *result);

static bool derivative_known(void *self, Expr e, Expr *result) {
  const Derivation *d = self;
  *result = EXPR_ZERO;
  if ((pool_node(d->pool, e)->deps & d->mask) == 0) return true;
  if (memo_get(&d->pool->derivatives, memo_key(d, e), &result->id)) return true;
  return chain_derivative(d, e, result);
}

static Expr derivative_of(const Derivation *d, Expr e) {
  Expr result;
  return derivative_known((void *) (uintptr_t) d, e, &result) ? result : EXPR_NONE;
}

static Expr symbol_derivative(const Derivation *d, Expr e) {
  if (!expr_same(d->direction, ALONG_MOTION))
    return expr_same(e, d->direction) ? EXPR_ONE : EXPR_ZERO;
  switch (expr_symbol_kind(d->pool, e)) {
    case SYMBOL_TIME: return EXPR_ONE;
    case SYMBOL_CONSTANT: return EXPR_ZERO;
    default: return expr_symbol_rate(d->pool, e);
  }
}

static Expr sum_derivative(const Derivation *d, Expr e) {
  ExprPool *pool = d->pool;
  Terms terms = {0};
  for (size_t i = 0; i < pool_node(pool, e)->n; i++) {
    const ExprTerm term = pool_terms(pool, e)[i];
    const Expr derivative = derivative_of(d, term.e);
    if (!expr_same(derivative, EXPR_ZERO))
      array_push(&pool->scratch, &terms, ((ExprTerm){derivative, term.c}));
  }
  return expr_sum(pool, terms.at, terms.n);
}

// d(u^a * v^b * ...) = a * u^(a-1) * du * v^b * ... + ...
static Expr product_derivative(const Derivation *d, Expr e) {
  ExprPool *pool = d->pool;
  const size_t n = pool_node(pool, e)->n;
  Terms sum = {0};
  ExprTerm *factors = ARENA_ARRAY(&pool->scratch, ExprTerm, n + 1);
  for (size_t i = 0; i < n; i++) {
    const ExprTerm factor = pool_terms(pool, e)[i];
    const Expr derivative = derivative_of(d, factor.e);
    if (expr_same(derivative, EXPR_ZERO)) continue;
    for (size_t j = 0; j < n; j++) factors[j] = pool_terms(pool, e)[j];
    factors[i].c = ratio_add(pool, factor.c, RATIO_MINUS_ONE);
    factors[n] = (ExprTerm){derivative, RATIO_ONE};
    const Expr term = expr_product(pool, factors, n + 1);
    array_push(&pool->scratch, &sum, ((ExprTerm){term, factor.c}));
  }
  return expr_sum(pool, sum.at, sum.n);
}

// f'(u)
static Expr outer_derivative(ExprPool *pool, Function fn, Expr self, Expr u) {
  const Expr uu = expr_square(pool, u);
  switch (fn) {
    case FN_SIN: return expr_call1(pool, FN_COS, u);
    case FN_COS: return expr_neg(pool, expr_call1(pool, FN_SIN, u));
    case FN_TAN: return expr_add(pool, EXPR_ONE, expr_square(pool, self));
    case FN_ASIN:
      return expr_pow_ratio(pool, expr_sub(pool, EXPR_ONE, uu), ratio_make(pool, -1, 2));
    case FN_ACOS:
      return expr_neg(pool,
                      expr_pow_ratio(pool, expr_sub(pool, EXPR_ONE, uu), ratio_make(pool, -1, 2)));
    case FN_ATAN: return expr_div(pool, EXPR_ONE, expr_add(pool, EXPR_ONE, uu));
    case FN_SINH: return expr_call1(pool, FN_COSH, u);
    case FN_COSH: return expr_call1(pool, FN_SINH, u);
    case FN_TANH: return expr_sub(pool, EXPR_ONE, expr_square(pool, self));
    case FN_EXP: return self;
    case FN_LOG: return expr_div(pool, EXPR_ONE, u);
    case FN_ABS: return expr_call1(pool, FN_SIGN, u);
    case FN_SIGN: return EXPR_ZERO;
    default: return EXPR_NONE;
  }
}

// d atan2(y, x) = (x dy - y dx)/(x^2 + y^2)
static Expr atan2_derivative(const Derivation *d, Expr y, Expr x) {
  ExprPool *pool = d->pool;
  const Expr xdy = expr_mul(pool, x, derivative_of(d, y)),
             ydx = expr_mul(pool, y, derivative_of(d, x));
  const Expr yy = expr_square(pool, y), rr = expr_add(pool, expr_square(pool, x), yy);
  return expr_div(pool, expr_sub(pool, xdy, ydx), rr);
}

// d if(c, u, v) = if(c, du, dv)
static Expr if_derivative(const Derivation *d, Expr e) {
  Expr part[FUNCTION_ARGUMENTS];
  part[0] = expr_operand(d->pool, e, 0).e;
  for (size_t i = 1; i < 3; i++) part[i] = derivative_of(d, expr_operand(d->pool, e, i).e);
  return expr_call(d->pool, FN_IF, part);
}

static Expr compute_derivative(const Derivation *d, Expr e) {
  ExprPool *pool = d->pool;
  switch (expr_kind(pool, e)) {
    case EXPR_SYMBOL: return symbol_derivative(d, e);
    case EXPR_SUM: return sum_derivative(d, e);
    case EXPR_PRODUCT: return product_derivative(d, e);
    case EXPR_FUNCTION: {
      const Function fn = expr_function(pool, e);
      const Expr u = expr_operand(pool, e, 0).e;
      if (fn == FN_ATAN2) return atan2_derivative(d, u, expr_operand(pool, e, 1).e);
      if (fn == FN_IF) return if_derivative(d, e);
      const Expr inner = derivative_of(d, u);
      if (expr_same(inner, EXPR_ZERO)) return EXPR_ZERO;  // also for acos(sign(x)), which has no outer derivative
      return expr_mul(pool, outer_derivative(pool, fn, e, u), inner);
    }
    default: return EXPR_ZERO;
  }
}

static Expr keep_derivative(const Derivation *d, Expr e, Expr result) {
  if (!expr_is_none(result))
    memo_put(d->pool->arena, &d->pool->derivatives, memo_key(d, e), result.id);
  return result;
}

static Expr derivative_visit(void *self, Expr e) {
  const Derivation *d = self;
  const ArenaMark mark = arena_mark(&d->pool->scratch);
  const Expr result = compute_derivative(d, e);
  arena_release(&d->pool->scratch, mark);
  return keep_derivative(d, e, result);
}

// --- chains --------------------------------------------------------------------------------------

// The only operand that may have a derivative, or EXPR_NONE. Functions of two arguments are left to the walk.
static Expr inner_of(const Derivation *d, Expr e, size_t *at) {
  const Node *node = pool_node(d->pool, e);
  Expr inner = EXPR_NONE;
  if (node->kind == EXPR_NUMBER || node->kind == EXPR_SYMBOL) return EXPR_NONE;
  if (node->kind == EXPR_FUNCTION && node->n > 1) return EXPR_NONE;
  for (size_t i = 0; i < node->n; i++) {
    const Expr operand = pool_terms(d->pool, e)[i].e;
    if ((pool_node(d->pool, operand)->deps & d->mask) == 0) continue;
    if (!expr_is_none(inner)) return EXPR_NONE;
    inner = operand;
    *at = i;
  }
  return inner;
}

// Is e the outermost of at least CHAIN nested functions, each with a single operand that has a derivative?
static bool is_chain(const Derivation *d, Expr e) {
  if (expr_kind(d->pool, e) != EXPR_FUNCTION || pool_node(d->pool, e)->weight < CHAIN) return false;
  size_t functions = 0, at;
  for (size_t steps = 0; !expr_is_none(e) && functions < CHAIN && steps < 4 * CHAIN; steps++) {
    const bool known = memo_get(&d->pool->derivatives, memo_key(d, e), &(uint32_t){0});
    functions += !known && expr_kind(d->pool, e) == EXPR_FUNCTION;
    e = known ? EXPR_NONE : inner_of(d, e, &at);
  }
  return functions == CHAIN;
}

// The factors of de/d(inner).
static bool add_outer(const Derivation *d, Expr e, size_t at, Expr inner, Terms *factors) {
  ExprPool *pool = d->pool;
  const ExprTerm own = pool_terms(pool, e)[at];
  const ExprKind kind = expr_kind(pool, e);
  if (kind == EXPR_FUNCTION) {
    const Expr outer = outer_derivative(pool, expr_function(pool, e), e, inner);
    if (!expr_is_none(outer)) array_push(&pool->keep, factors, ((ExprTerm){outer, RATIO_ONE}));
    return !expr_is_none(outer);
  }
  const Expr number = expr_scale(pool, own.c, EXPR_ONE);
  array_push(&pool->keep, factors, ((ExprTerm){number, RATIO_ONE}));
  for (size_t i = 0; kind == EXPR_PRODUCT && i < pool_node(pool, e)->n; i++) {
    ExprTerm factor = pool_terms(pool, e)[i];
    if (i == at) factor.c = ratio_add(pool, factor.c, RATIO_MINUS_ONE);
    array_push(&pool->keep, factors, factor);
  }
  return true;
}

// Builds one product of all factors. One partial product for each function would give n^2/2 factors.
static bool chain_derivative(const Derivation *d, Expr e, Expr *result) {
  ExprPool *pool = d->pool;
  if (d->chains == CHAINS_MOST || !is_chain(d, e)) return false;
  const ArenaMark mark = arena_mark(&pool->keep);
  Terms factors = {0};
  Expr inner = e, next;
  size_t at;
  while (!expr_is_none(next = inner_of(d, inner, &at)) &&
         !memo_get(&pool->derivatives, memo_key(d, inner), &result->id)) {
    if (!add_outer(d, inner, at, next, &factors)) break;
    inner = next;
  }
  Derivation own = *d;
  own.chains++;
  const Expr last =
    walk_run(&(Walk){pool, derivative_known, derivative_visit, &own}, inner);
  array_push(&pool->keep, &factors, ((ExprTerm){last, RATIO_ONE}));
  *result = expr_is_none(last) ? EXPR_NONE : expr_product(pool, factors.at, factors.n);
  arena_release(&pool->keep, mark);
  return !expr_is_none(keep_derivative(d, e, *result));
}

static Expr derive(ExprPool *pool, Expr e, Expr direction, uint64_t mask) {
  if (expr_is_none(e)) return EXPR_NONE;
  Derivation d = {pool, direction, mask, 0};
  return walk_run(&(Walk){pool, derivative_known, derivative_visit, &d}, e);
}

Expr expr_diff(ExprPool *pool, Expr e, Expr symbol) {
  if (expr_is_none(symbol)) return EXPR_NONE;
  return derive(pool, e, symbol, pool_node(pool, symbol)->deps & ~DEPS_TIME);
}

Expr expr_rate(ExprPool *pool, Expr e) {
  return derive(pool, e, ALONG_MOTION, DEPS_TIME);
}
