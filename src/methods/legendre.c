// methods/legendre.c: the Legendre transform for functions quadratic in velocities or momenta.
//
// From:  U16 (5) to (7); docs/theory/hamilton.md (1), (2)
// Law:   the two directions compose to the identity (tests/unit/methods/test_hamilton.c, by
//        fingerprint)

#include "methods/legendre.h"
#include "algebra/algebra.h"

// Is e constant as a function of x, however it is written? constant: e without x.
static bool is_constant_in(ExprPool *pool, Expr e, const Expr *x, const Expr *zeros, size_t n,
                           Expr *constant) {
  *constant = e;
  if (!expr_depends_on_any(pool, e, x, n)) return true;
  *constant = expr_substitute(pool, e, x, zeros, n);
  if (!expr_is_none(*constant)) return expr_equal(pool, *constant, e);
  (void) expr_trouble(pool);  // a pole at x = 0 is not a mistake in the model
  return false;
}

// Solves slope(x) = y for x, where slope is affine in x: x = A^-1 (y - slope(0)).
static bool solve_affine(const FreeSystem *s, const Expr *x, const Expr *y, const Expr *slope,
                         Expr *solution) {
  ExprPool *pool = s->pool;
  const size_t n = s->n;
  Expr *A = ARENA_ARRAY(s->arena, Expr, n * n), *inverse = ARENA_ARRAY(s->arena, Expr, n * n);
  Expr *zeros = matrix_make(s->arena, n, 1).at;
  for (size_t i = 0; i < n * n; i++)
    if (!is_constant_in(pool, expr_diff(pool, slope[i / n], x[i % n]), x, zeros, n, &A[i]))
      return false;
  if (!algebra_eliminate(pool, s->arena, n, A, inverse)) return false;
  for (size_t i = 0; i < n; i++) {
    solution[i] = EXPR_ZERO;
    for (size_t j = 0; j < n; j++) {
      const Expr rest = expr_sub(pool, y[j], expr_substitute(pool, slope[j], x, zeros, n));
      solution[i] = expr_add(pool, solution[i], expr_mul(pool, inverse[i * n + j], rest));
    }
  }
  return true;
}

// sum x_i y_i - f with x replaced by its solution
static Expr transformed(const FreeSystem *s, const Expr *x, const Expr *solution, const Expr *y,
                        Expr f) {
  ExprPool *pool = s->pool;
  Expr sum = expr_neg(pool, expr_substitute(pool, f, x, solution, s->n));
  for (size_t i = 0; i < s->n; i++) sum = expr_add(pool, sum, expr_mul(pool, solution[i], y[i]));
  return algebra_readable(pool, sum);
}

bool legendre_lagrangian(const FreeSystem *s, const Expr *p, Expr H, Expr *L) {
  Expr *slope = ARENA_ARRAY(s->arena, Expr, s->n), *momentum = ARENA_ARRAY(s->arena, Expr, s->n);
  for (size_t i = 0; i < s->n; i++) slope[i] = expr_diff(s->pool, H, p[i]);
  if (!solve_affine(s, p, s->qd, slope, momentum)) return false;
  *L = transformed(s, p, momentum, s->qd, H);
  return true;
}

bool legendre_hamiltonian(const FreeSystem *s, const Expr *p, const Expr *momentum, Expr L, Expr *H,
                          Expr *velocity) {
  if (!solve_affine(s, s->qd, p, momentum, velocity)) return false;
  *H = transformed(s, s->qd, velocity, p, L);
  return true;
}
