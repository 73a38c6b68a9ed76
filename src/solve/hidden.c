// solve/hidden.c: solves a linear problem with names for the heavy fractions on its right-hand side.
//
// In:    K x = f
// Out:   x with these fractions unchanged, as one would write it by hand: a common denominator
//        of everything would multiply them out
// Law:   with the fractions substituted back, x solves the problem

#include "algebra/algebra.h"
#include "solve/closed_impl.h"

#define HIDE_WEIGHT 24  // least weight of a fraction that gets a name
#define HIDE_MOST 8     // names

typedef struct {
  ExprPool *pool;
  Arena *arena;
  Expr name[HIDE_MOST], value[HIDE_MOST];
  size_t n;
} Hidden;

// The name of a fraction, with its sign; e itself if all names are used.
static Expr name_of(Hidden *h, Expr e) {
  for (size_t k = 0; k < h->n; k++) {
    if (expr_equal(h->pool, h->value[k], e)) return h->name[k];
    if (expr_equal(h->pool, expr_neg(h->pool, h->value[k]), e))
      return expr_neg(h->pool, h->name[k]);
  }
  if (h->n == HIDE_MOST) return e;
  const char *text = text_format(h->arena, "part(%zu)", h->n + 1);
  h->name[h->n] = expr_symbol(h->pool, str(text), SYMBOL_QUANTITY);
  h->value[h->n] = e;
  return h->name[h->n++];
}

static Expr hide(Hidden *h, Expr e) {
  ExprPool *pool = h->pool;
  const bool sum = expr_kind(pool, e) == EXPR_SUM;
  Expr result = EXPR_ZERO;
  for (size_t i = 0; i < (sum ? expr_count(pool, e) : 1); i++) {
    ExprTerm term = sum ? expr_operand(pool, e, i) : (ExprTerm){e, RATIO_ONE};
    if (expr_weight(pool, term.e) >= HIDE_WEIGHT && algebra_has_denominator(pool, term.e))
      term.e = name_of(h, term.e);
    result = expr_add(pool, result, expr_mul(pool, expr_number(pool, term.c), term.e));
  }
  return result;
}

// (n_1 Y_1 + n_2 Y_2 + ... + n_0)/d, where the Y are the names, in which r is linear
static Expr by_names(const Hidden *h, Rationals *field, const Rational *r) {
  ExprPool *pool = h->pool;
  Expr num, den, zero[HIDE_MOST];
  rational_parts(field, r, &num, &den);
  for (size_t k = 0; k < h->n; k++) zero[k] = EXPR_ZERO;
  Expr sum = algebra_readable(pool, expr_substitute(pool, num, h->name, zero, h->n));
  for (size_t k = 0; k < h->n; k++) {
    const Expr slope = algebra_readable(pool, expr_diff(pool, num, h->name[k]));
    sum = expr_add(pool, sum, expr_mul(pool, slope, h->name[k]));
  }
  return expr_div(pool, sum, algebra_readable(pool, den));
}

static Expr put_back(const Hidden *h, Expr e) {
  return expr_is_none(e) ? e : expr_substitute(h->pool, e, h->name, h->value, h->n);
}

bool solve_with_hidden(ExprPool *pool, Arena *arena, size_t n, const Expr *K, const Expr *f,
                       Expr *x) {
  Hidden h = {.pool = pool, .arena = arena};
  Expr *roots = ARENA_ARRAY(arena, Expr, n * n + n);
  for (size_t i = 0; i < n * n; i++) roots[i] = algebra_readable(pool, K[i]);
  for (size_t i = 0; i < n; i++) roots[n * n + i] = hide(&h, algebra_readable(pool, f[i]));
  if (h.n == 0) return false;
  Rationals *field = rationals_create(pool, arena, roots, n * n + n, ANGLES_WHOLE);
  if (field == NULL) return false;
  const Rational **R = ARENA_ARRAY(arena, const Rational *, n * n + n),
                 **y = ARENA_ARRAY(arena, const Rational *, n);
  for (size_t i = 0; i < n * n + n; i++) R[i] = rational_of(field, roots[i]);
  if (!rational_solve(field, n, 1, R, R + n * n, y)) return false;
  for (size_t i = 0; i < n; i++) {
    const Rational *r = rational_cancel(field, y[i]);
    x[i] = put_back(&h, algebra_quotient(pool, field, r));
    if (expr_is_none(x[i])) return false;
    const Expr other = put_back(&h, by_names(&h, field, r));
    if (!expr_is_none(other) && expr_weight(pool, other) < expr_weight(pool, x[i])) x[i] = other;
  }
  return true;
}
