// Laws of algebra/rational*.c: the field of rational functions, and matrices over it.

#include "algebra/rational.h"
#include "support/judge.h"

#define MOST 4
#define KINDS (GEN_INVERSE | GEN_CIRCULAR | GEN_RATES)

static Expr joined(Rationals *f, ExprPool *p, const Rational *r) {
  Expr num, den;
  rational_parts(f, r, &num, &den);
  return expr_div(p, num, den);
}

static void round_trip(Gen *g, ExprPool *p, Expr e, Angles angles, bool exact) {
  Rationals *f = rationals_create(p, g->arena, &e, 1, angles);
  ASSUME(f != NULL);
  const Rational *r = rational_of(f, e);
  ASSUME(r != NULL);
  const Expr back = joined(f, p, rational_cancel(f, r));
  if (exact) CHECK_EQUAL(back, e);
  CHECK(judge_zero(&(Judge){.g = g}, expr_sub(p, back, e)) != TRUTH_NO);
}

// Law: conversion to a rational function and back gives the same function. Judge: fingerprints, no tolerance; and
// values to 200 bits.
PROP(back_and_forth_whole, 300) {
  round_trip(g, p, gen_expr_of(g, 3, KINDS), ANGLES_WHOLE, true);
}

PROP(back_and_forth_split, 300) {
  round_trip(g, p, gen_expr_of(g, 3, KINDS), ANGLES_SPLIT, true);
}

// Law: likewise with roots, whose squares fingerprints do not know. Judge: values to 200 bits.
PROP(back_and_forth_roots, 200) {
  const Expr a = gen_expr_of(g, 2, GEN_RATES), b = gen_expr_of(g, 2, GEN_RATES);
  const Expr u = expr_add(p, expr_square(p, a), expr_add(p, expr_square(p, b), EXPR_ONE));
  const Expr r = expr_sqrt(p, u), c = gen_constant_at(g, 0);
  const Expr top = expr_mul(p, expr_add(p, r, a), expr_sub(p, expr_mul(p, c, r), b));
  round_trip(g, p, expr_div(p, top, expr_add(p, r, expr_square(p, c))), ANGLES_WHOLE, false);
}

// Law: a common factor of numerator and denominator cancels, even if it is visible only with s^2 + c^2 = 1. Judge:
//      the length of the quotient without it.
PROP(common_factors_cancel, 200) {
  const unsigned kinds = GEN_CIRCULAR;
  const Expr x = gen_variable(g), s = expr_call1(p, FN_SIN, x), c = expr_call1(p, FN_COS, x);
  const Expr a = gen_expr_of(g, 1, kinds), b = gen_expr_of(g, 1, kinds);
  // 1 + s, c, 1 - c, 1 - s: products of two of these are also products of others
  const Expr one[] = {expr_add(p, EXPR_ONE, s), expr_add(p, EXPR_ONE, c), s, c};
  const Expr k = one[gen_below(g, 4)];
  ASSUME(!expr_same(a, EXPR_ZERO) && !expr_same(b, EXPR_ZERO));
  Rationals *f = rationals_create(p, g->arena, (Expr[]){a, b, s}, 3, ANGLES_WHOLE);
  ASSUME(f != NULL);
  const Rational *ra = rational_of(f, a), *rb = rational_of(f, b), *rk = rational_of(f, k);
  Expr top, bottom, rest;
  ASSUME(ra != NULL && rb != NULL);
  // the expanded products, so that nothing cancels before the field is used
  rational_parts(f, rational_mul(f, ra, rk), &top, &rest);
  rational_parts(f, rational_mul(f, rb, rk), &bottom, &rest);
  const Rational *q = rational_cancel(f, rational_div(f, ra, rb));
  const Rational *with =
    rational_cancel(f, rational_div(f, rational_of(f, top), rational_of(f, bottom)));
  ASSUME(q != NULL && with != NULL);
  CHECK_EQUAL(joined(f, p, with), expr_div(p, top, bottom));
  CHECK(rational_terms(with) <= rational_terms(q));
}

typedef struct {
  size_t n;
  Expr A[MOST * MOST];
  const Rational *R[MOST * MOST];
  Rationals *f;
} Square;

static void gen_square(Gen *g, Square *m) {
  m->n = 1 + gen_below(g, MOST - 1);
  for (size_t i = 0; i < m->n * m->n; i++)
    m->A[i] =
      gen_below(g, 3) == 0 ? EXPR_ZERO : gen_expr_of(g, 1, GEN_CIRCULAR | GEN_RATES | GEN_INVERSE);
  m->f = rationals_create(g->pool, g->arena, m->A, m->n * m->n, ANGLES_WHOLE);
  ASSUME(m->f != NULL);
  for (size_t i = 0; i < m->n * m->n; i++) {
    m->R[i] = rational_of(m->f, m->A[i]);
    ASSUME(m->R[i] != NULL);
  }
}

// Computes the determinant by permutations, straight from the definition.
static Expr leibniz(ExprPool *p, const Square *m, size_t row, unsigned used) {
  if (row == m->n) return EXPR_ONE;
  Expr sum = EXPR_ZERO;
  size_t before = 0;
  for (size_t j = 0; j < m->n; j++) {
    if (used >> j & 1) continue;
    const Expr term = expr_mul(p, m->A[row * m->n + j], leibniz(p, m, row + 1, used | 1u << j));
    sum = before++ % 2 ? expr_sub(p, sum, term) : expr_add(p, sum, term);
  }
  return sum;
}

// Law: the determinant. Judge: its definition as a sum over permutations, by fingerprint.
PROP(determinant_is_leibniz, 200) {
  Square m;
  gen_square(g, &m);
  const Rational *det = rational_determinant(m.f, m.n, m.R);
  ASSUME(det != NULL);
  CHECK_EQUAL(joined(m.f, p, det), leibniz(p, &m, 0, 0));
}

static Expr product_entry(ExprPool *p, size_t n, const Expr *A, const Expr *B, size_t i, size_t j) {
  Expr sum = EXPR_ZERO;
  for (size_t k = 0; k < n; k++) sum = expr_add(p, sum, expr_mul(p, A[i * n + k], B[k * n + j]));
  return sum;
}

// Law: A times its inverse is the unit matrix; without an inverse the determinant is zero. Judge:
// fingerprints.
PROP(inverse_is_inverse, 150) {
  Square m;
  gen_square(g, &m);
  const Rational *X[MOST * MOST];
  Expr inverse[MOST * MOST];
  if (!rational_inverse(m.f, m.n, m.R, X)) {
    ASSUME(rationals_status(m.f) == STATUS_DOMAIN);
    CHECK_EQUAL(leibniz(p, &m, 0, 0), EXPR_ZERO);
    return;
  }
  for (size_t i = 0; i < m.n * m.n; i++) inverse[i] = joined(m.f, p, X[i]);
  for (size_t i = 0; i < m.n; i++)
    for (size_t j = 0; j < m.n; j++)
      CHECK_EQUAL(product_entry(p, m.n, m.A, inverse, i, j), i == j ? EXPR_ONE : EXPR_ZERO);
}

// Law: A x = 0 for every column of the kernel, and there are as many as the rank leaves. Judge:
// fingerprints.
PROP(kernel_is_kernel, 150) {
  Square m;
  gen_square(g, &m);
  // the last row is a combination of the first ones, so that there is a kernel
  const Expr c = gen_expr_of(g, 1, GEN_CIRCULAR);
  for (size_t j = 0; j < m.n; j++)
    m.A[(m.n - 1) * m.n + j] = m.n > 1 ? expr_mul(p, c, m.A[j]) : EXPR_ZERO;
  m.f = rationals_create(p, g->arena, m.A, m.n * m.n, ANGLES_WHOLE);
  ASSUME(m.f != NULL);
  for (size_t i = 0; i < m.n * m.n; i++) m.R[i] = rational_of(m.f, m.A[i]);
  const Rational *basis[MOST * MOST];
  size_t count = 0;
  ASSUME(rational_kernel(m.f, m.n, m.n, m.R, basis, &count));
  CHECK(count >= 1);
  for (size_t k = 0; k < count; k++)
    for (size_t i = 0; i < m.n; i++) {
      Expr sum = EXPR_ZERO;
      for (size_t j = 0; j < m.n; j++)
        sum = expr_add(p, sum, expr_mul(p, m.A[i * m.n + j], joined(m.f, p, basis[j * m.n + k])));
      CHECK_EQUAL(sum, EXPR_ZERO);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(back_and_forth_whole),   cmocka_unit_test(back_and_forth_split),
    cmocka_unit_test(back_and_forth_roots),   cmocka_unit_test(common_factors_cancel),
    cmocka_unit_test(determinant_is_leibniz), cmocka_unit_test(inverse_is_inverse),
    cmocka_unit_test(kernel_is_kernel),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
