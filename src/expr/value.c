// expr/value.c: the value of an expression in doubles, for rough decisions; reported numbers come from tapes.

#include "expr/expr_impl.h"
#include <math.h>

static double function_value(Function fn, double a, double b, double c) {
  switch (fn) {
    case FN_SIN: return sin(a);
    case FN_COS: return cos(a);
    case FN_TAN: return tan(a);
    case FN_ASIN: return asin(a);
    case FN_ACOS: return acos(a);
    case FN_ATAN: return atan(a);
    case FN_ATAN2: return atan2(a, b);
    case FN_SINH: return sinh(a);
    case FN_COSH: return cosh(a);
    case FN_TANH: return tanh(a);
    case FN_EXP: return exp(a);
    case FN_LOG: return log(a);
    case FN_ABS: return fabs(a);
    case FN_SIGN: return a > 0 ? 1 : a < 0 ? -1 : a;
    case FN_IF: return a > 0 ? b : a <= 0 ? c : a;
    case FN_COUNT: break;
  }
  return (double) NAN;
}

static double node_value(const ExprPool *pool, Expr e, const Memo *place, const double *values) {
  const Node *node = pool_node(pool, e);
  double value = node->kind == EXPR_SUM ? 0 : 1, arguments[FUNCTION_ARGUMENTS] = {0};
  for (size_t i = 0; i < node->n; i++) {
    const ExprTerm term = pool_terms(pool, e)[i];
    uint32_t at = 0;
    memo_get(place, term.e.id, &at);
    if (node->kind == EXPR_SUM) value += ratio_double(pool, term.c) * values[at];
    if (node->kind == EXPR_PRODUCT) value *= pow(values[at], ratio_double(pool, term.c));
    if (node->kind == EXPR_FUNCTION) arguments[i] = values[at];
  }
  return node->kind == EXPR_FUNCTION
           ? function_value((Function) node->fn, arguments[0], arguments[1], arguments[2])
           : value;
}

#define SEARCHED 4  // symbols that are searched for one by one: building a table takes longer

// Maps symbols to their places; empty if there are so few to look up that a search is faster.
static Memo places_of(ExprPool *pool, const ExprList *nodes, const Expr *symbols, size_t n) {
  size_t wanted = 0;
  Memo places = {0};
  for (size_t i = 0; i < nodes->n; i++) wanted += expr_kind(pool, nodes->at[i]) == EXPR_SYMBOL;
  for (size_t i = 0; i < n && wanted > SEARCHED; i++)
    memo_put(&pool->keep, &places, symbols[i].id, (uint32_t) i);
  return places;
}

static bool find_symbol(const Memo *places, Expr symbol, const Expr *symbols, size_t n,
                        uint32_t *place) {
  if (memo_get(places, symbol.id, place)) return true;
  for (size_t i = 0; i < n; i++) {
    if (!expr_same(symbols[i], symbol)) continue;
    *place = (uint32_t) i;
    return true;
  }
  return false;
}

void expr_values(ExprPool *pool, const Expr *roots, size_t count, const Expr *symbols,
                 const double *at, size_t n, double *results) {
  const ArenaMark mark = arena_mark(&pool->keep);
  const ExprList nodes = expr_reachable(pool, roots, count, &pool->keep);
  double *values = ARENA_ARRAY(&pool->keep, double, nodes.n + 1);
  Memo place = {0};
  const Memo given = places_of(pool, &nodes, symbols, n);
  for (size_t i = 0; i < nodes.n; i++) {
    const Expr node = nodes.at[i];
    uint32_t k;
    switch (expr_kind(pool, node)) {
      case EXPR_NUMBER: values[i] = ratio_double(pool, expr_ratio_of(pool, node)); break;
      case EXPR_SYMBOL:
        values[i] = find_symbol(&given, node, symbols, n, &k) ? at[k]
                    : expr_same(node, EXPR_PI)                ? acos(-1)
                                                              : (double) NAN;
        break;
      default: values[i] = node_value(pool, node, &place, values);
    }
    memo_put(&pool->keep, &place, node.id, (uint32_t) i);
  }
  for (size_t i = 0; i < count; i++) {
    uint32_t k;
    results[i] = memo_get(&place, roots[i].id, &k) ? values[k] : (double) NAN;
  }
  arena_release(&pool->keep, mark);
}

double expr_value(ExprPool *pool, Expr e, const Expr *symbols, const double *at, size_t n) {
  double value;
  expr_values(pool, &e, 1, symbols, at, n, &value);
  return value;
}
