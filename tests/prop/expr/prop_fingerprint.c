// Laws of expr/fingerprint.c: an expression has the fingerprint 0 exactly if it is zero.
//
// Identities are built so that their value is known; with one coefficient changed they are not
// zero. MPFR is the judge of both.

#include "support/judge.h"

#include <math.h>

#define MOST_TERMS 6

// Terms that add up to zero.
typedef struct {
  ExprTerm at[MOST_TERMS];
  size_t n;
} Identity;

static void put(Gen *g, Identity *identity, long num, unsigned long den, Expr e) {
  identity->at[identity->n++] = (ExprTerm){e, ratio_make(g->pool, num, den)};
}

// --- a list of identities -----------------------------------------------------------------------

typedef struct {
  ExprPool *p;
  Expr u, v;                    // any two expressions
  Expr su, cu, tu, sv, cv, tv;  // their sines, cosines and tangents
  Expr shu, chu, thu, shv, chv, thv, eu;
} Things;

static Expr call(ExprPool *p, Function fn, Expr u) {
  return expr_call1(p, fn, u);
}

static Expr times(ExprPool *p, Expr a, Expr b) {
  return expr_mul(p, a, b);
}

static Expr power(ExprPool *p, Expr a, long n) {
  return expr_pow_ratio(p, a, ratio_make(p, n, 1));
}

static Expr fraction(ExprPool *p, long num, unsigned long den, Expr e) {
  return expr_scale(p, ratio_make(p, num, den), e);
}

// Arguments that multiply out to more than 32 terms are one atom each (EXPAND_MOST of fingerprint.c);
// arguments as light as this never do.
#define HEAVIEST 24

static Things things_of(Gen *g) {
  ExprPool *p = g->pool;
  Things w = {.p = p};
  const unsigned kinds = GEN_INVERSE | GEN_CIRCULAR | GEN_RATES | GEN_TIME;
  w.u = gen_expr_of(g, 2, kinds);
  w.v = gen_expr_of(g, 2, kinds);
  ASSUME(expr_weight(p, w.u) + expr_weight(p, w.v) <= HEAVIEST);
  w.su = call(p, FN_SIN, w.u), w.cu = call(p, FN_COS, w.u), w.tu = call(p, FN_TAN, w.u);
  w.sv = call(p, FN_SIN, w.v), w.cv = call(p, FN_COS, w.v), w.tv = call(p, FN_TAN, w.v);
  w.shu = call(p, FN_SINH, w.u), w.chu = call(p, FN_COSH, w.u), w.thu = call(p, FN_TANH, w.u);
  w.shv = call(p, FN_SINH, w.v), w.chv = call(p, FN_COSH, w.v), w.thv = call(p, FN_TANH, w.v);
  w.eu = call(p, FN_EXP, w.u);
  ASSUME(!expr_is_none(w.tu) && !expr_is_none(w.tv));
  return w;
}

#define IDENTITIES 22

static Identity identity_of(Gen *g, const Things *w, uint64_t which) {
  ExprPool *p = w->p;
  const Expr sum = expr_add(p, w->u, w->v), difference = expr_sub(p, w->u, w->v);
  Identity i = {.n = 0};
  switch (which) {
    case 0:  // sin^2 + cos^2 = 1
      put(g, &i, 1, 1, power(p, w->su, 2)), put(g, &i, 1, 1, power(p, w->cu, 2)), put(g, &i, -1, 1, EXPR_ONE);
      break;
    case 1:  // sin(u + v)
      put(g, &i, 1, 1, call(p, FN_SIN, sum));
      put(g, &i, -1, 1, times(p, w->su, w->cv)), put(g, &i, -1, 1, times(p, w->cu, w->sv));
      break;
    case 2:  // cos(u - v)
      put(g, &i, 1, 1, call(p, FN_COS, difference));
      put(g, &i, -1, 1, times(p, w->cu, w->cv)), put(g, &i, -1, 1, times(p, w->su, w->sv));
      break;
    case 3:  // tan(u + v) (1 - tan u tan v) = tan u + tan v
      put(g, &i, 1, 1, call(p, FN_TAN, sum));
      put(g, &i, -1, 1, times(p, call(p, FN_TAN, sum), times(p, w->tu, w->tv)));
      put(g, &i, -1, 1, w->tu), put(g, &i, -1, 1, w->tv);
      break;
    case 4:  // sin(2u) = 2 sin u cos u
      put(g, &i, 1, 1, call(p, FN_SIN, fraction(p, 2, 1, w->u))), put(g, &i, -2, 1, times(p, w->su, w->cu));
      break;
    case 5:  // cos(2u) = 1 - 2 sin^2 u
      put(g, &i, 1, 1, call(p, FN_COS, fraction(p, 2, 1, w->u)));
      put(g, &i, -1, 1, EXPR_ONE), put(g, &i, 2, 1, power(p, w->su, 2));
      break;
    case 6:  // sin(3u) = 3 sin u - 4 sin^3 u
      put(g, &i, 1, 1, call(p, FN_SIN, fraction(p, 3, 1, w->u)));
      put(g, &i, -3, 1, w->su), put(g, &i, 4, 1, power(p, w->su, 3));
      break;
    case 7:  // 2 cos^2(u/2) = 1 + cos u
      put(g, &i, 2, 1, power(p, call(p, FN_COS, fraction(p, 1, 2, w->u)), 2));
      put(g, &i, -1, 1, EXPR_ONE), put(g, &i, -1, 1, w->cu);
      break;
    case 8:  // cos u = 4 cos^3(u/3) - 3 cos(u/3)
      put(g, &i, 1, 1, w->cu), put(g, &i, -4, 1, power(p, call(p, FN_COS, fraction(p, 1, 3, w->u)), 3));
      put(g, &i, 3, 1, call(p, FN_COS, fraction(p, 1, 3, w->u)));
      break;
    case 9:  // tan(u/2) sin u = 1 - cos u
      put(g, &i, 1, 1, times(p, call(p, FN_TAN, fraction(p, 1, 2, w->u)), w->su));
      put(g, &i, -1, 1, EXPR_ONE), put(g, &i, 1, 1, w->cu);
      break;
    case 10:  // 2 sin u sin v = cos(u - v) - cos(u + v)
      put(g, &i, 2, 1, times(p, w->su, w->sv));
      put(g, &i, -1, 1, call(p, FN_COS, difference)), put(g, &i, 1, 1, call(p, FN_COS, sum));
      break;
    case 11:  // tan u cos u = sin u
      put(g, &i, 1, 1, times(p, w->tu, w->cu)), put(g, &i, -1, 1, w->su);
      break;
    case 12:  // 2 cosh u = e^u + 1/e^u
      put(g, &i, 2, 1, w->chu), put(g, &i, -1, 1, w->eu), put(g, &i, -1, 1, power(p, w->eu, -1));
      break;
    case 13:  // cosh^2 - sinh^2 = 1
      put(g, &i, 1, 1, power(p, w->chu, 2)), put(g, &i, -1, 1, power(p, w->shu, 2)), put(g, &i, -1, 1, EXPR_ONE);
      break;
    case 14:  // sinh(u + v)
      put(g, &i, 1, 1, call(p, FN_SINH, sum));
      put(g, &i, -1, 1, times(p, w->shu, w->chv)), put(g, &i, -1, 1, times(p, w->chu, w->shv));
      break;
    case 15:  // tanh u cosh u = sinh u
      put(g, &i, 1, 1, times(p, w->thu, w->chu)), put(g, &i, -1, 1, w->shu);
      break;
    case 16:  // tanh(u + v) (1 + tanh u tanh v) = tanh u + tanh v
      put(g, &i, 1, 1, call(p, FN_TANH, sum));
      put(g, &i, 1, 1, times(p, call(p, FN_TANH, sum), times(p, w->thu, w->thv)));
      put(g, &i, -1, 1, w->thu), put(g, &i, -1, 1, w->thv);
      break;
    case 17:  // e^(u/2) e^(u/3) (e^u + v) = e^(11u/6) + v e^(5u/6)
      put(g, &i, 1, 1, times(p, times(p, power(p, call(p, FN_EXP, fraction(p, 1, 6, w->u)), 3),
                                      call(p, FN_EXP, fraction(p, 1, 3, w->u))), expr_add(p, w->eu, w->v)));
      put(g, &i, -1, 1, call(p, FN_EXP, fraction(p, 11, 6, w->u)));
      put(g, &i, -1, 1, times(p, w->v, call(p, FN_EXP, fraction(p, 5, 6, w->u))));
      break;
    case 18: {  // sin(u + k pi/12) = sin u cos(k pi/12) + cos u sin(k pi/12)
      const Expr turn = fraction(p, gen_int(g, -30, 30), 12, EXPR_PI);
      put(g, &i, 1, 1, call(p, FN_SIN, expr_add(p, w->u, turn)));
      put(g, &i, -1, 1, times(p, w->su, call(p, FN_COS, turn)));
      put(g, &i, -1, 1, times(p, w->cu, call(p, FN_SIN, turn)));
      break;
    }
    case 19:  // 4 cos(pi/12) = sqrt 6 + sqrt 2, times u
      put(g, &i, 4, 1, times(p, w->u, call(p, FN_COS, fraction(p, 1, 12, EXPR_PI))));
      put(g, &i, -1, 1, times(p, w->u, expr_sqrt(p, expr_int(p, 6))));
      put(g, &i, -1, 1, times(p, w->u, expr_sqrt(p, expr_int(p, 2))));
      break;
    case 20:  // (u - v)(u + v) = u^2 - v^2
      put(g, &i, 1, 1, times(p, sum, difference));
      put(g, &i, -1, 1, power(p, w->u, 2)), put(g, &i, 1, 1, power(p, w->v, 2));
      break;
    default: {  // 1/(u + a) - 1/(v + a) = (v - u)/((u + a)(v + a))
      const Expr a = gen_constant_at(g, 0), ua = expr_add(p, w->u, a), va = expr_add(p, w->v, a);
      ASSUME(!expr_same(ua, EXPR_ZERO) && !expr_same(va, EXPR_ZERO));
      put(g, &i, 1, 1, power(p, ua, -1)), put(g, &i, -1, 1, power(p, va, -1));
      put(g, &i, 1, 1, expr_div(p, difference, times(p, ua, va)));
    }
  }
  for (size_t k = 0; k < i.n; k++) ASSUME(!expr_is_none(i.at[k].e));
  return i;
}

// --- the laws -----------------------------------------------------------------------------------

// Law: an identity is zero. Judge: the textbook.
PROP(identities_are_zero, 3000) {
  const Things w = things_of(g);
  const Identity i = identity_of(g, &w, gen_below(g, IDENTITIES));
  CHECK_ZERO(expr_sum(p, i.at, i.n));
}

// Law: an identity with one coefficient changed has the fingerprint 0 only if its value is 0. Judge: MPFR.
PROP(changed_identities_are_not, 1500) {
  const Things w = things_of(g);
  const double u = judge_double(&(Judge){.g = g}, w.u), v = judge_double(&(Judge){.g = g}, w.v);
  ASSUME(fabs(u) < 8 && fabs(v) < 8);  // no term is too small to matter
  Identity i = identity_of(g, &w, gen_below(g, IDENTITIES));
  const size_t changed = gen_below(g, i.n);
  i.at[changed].c = ratio_add(p, i.at[changed].c, gen_ratio(g));
  const Expr e = expr_sum(p, i.at, i.n);
  const Truth zero = judge_zero(&(Judge){.g = g}, e);
  ASSUME(zero != TRUTH_UNKNOWN);
  CHECK(expr_same(e, EXPR_ZERO) == (zero == TRUTH_YES));
}

// Law: expressions with equal fingerprints have equal values. Judge: MPFR. Of two random expressions hardly
// any are equal; so the second is a derivative of the first taken twice, or the first rearranged.
PROP(equal_means_equal_values, 600) {
  const Expr a = gen_expr(g, 3), b = gen_expr(g, 3), x = gen_symbol(g);
  const Expr ab = expr_mul(p, a, b), square = expr_square(p, expr_add(p, a, b));
  const Expr expanded = expr_add(p, expr_add(p, expr_square(p, a), expr_square(p, b)), fraction(p, 2, 1, ab));
  const Expr pairs[][2] = {
    {square, expanded},
    {expr_diff(p, ab, x), expr_add(p, times(p, expr_diff(p, a, x), b), times(p, a, expr_diff(p, b, x)))},
    {expr_diff(p, square, x), expr_diff(p, expanded, x)},
  };
  for (size_t i = 0; i < COUNT(pairs); i++) {
    if (!expr_equal(p, pairs[i][0], pairs[i][1])) continue;
    const double left = judge_double(&(Judge){.g = g}, pairs[i][0]);
    const double right = judge_double(&(Judge){.g = g}, pairs[i][1]);
    if (left != left || right != right) continue;
    CHECK_NEAR(left, right, 0x1p-52 * fabs(left) + 0x1p-100);
  }
}

// --- polynomials, multiplied out by hand ----------------------------------------------------------

#define ATOMS 4
#define MOST_MONOMIALS 400

typedef struct {
  long c;
  int exponent[ATOMS];
} Monomial;

typedef struct {
  Monomial at[MOST_MONOMIALS];
  size_t n;
} Polynomial;

static void add_monomial(Polynomial *to, Monomial m) {
  for (size_t i = 0; i < to->n; i++)
    if (memcmp(to->at[i].exponent, m.exponent, sizeof m.exponent) == 0) {
      to->at[i].c += m.c;
      return;
    }
  if (to->n < MOST_MONOMIALS) to->at[to->n++] = m;
}

static void multiply(const Polynomial *a, const Polynomial *b, Polynomial *product) {
  product->n = 0;
  for (size_t i = 0; i < a->n; i++)
    for (size_t j = 0; j < b->n; j++) {
      Monomial m = {.c = a->at[i].c * b->at[j].c};
      for (int k = 0; k < ATOMS; k++) m.exponent[k] = a->at[i].exponent[k] + b->at[j].exponent[k];
      add_monomial(product, m);
    }
}

static Polynomial gen_polynomial(Gen *g) {
  Polynomial a = {.n = 0};
  const size_t n = 1 + gen_below(g, 4);
  for (size_t i = 0; i < n; i++) {
    Monomial m = {.c = gen_int(g, -9, 9)};
    for (int k = 0; k < ATOMS; k++) m.exponent[k] = (int) gen_below(g, 3);
    add_monomial(&a, m);
  }
  return a;
}

static Expr polynomial_expr(Gen *g, const Polynomial *a) {
  ExprPool *p = g->pool;
  const Expr x = gen_variable_at(g, 0);
  const Expr atoms[ATOMS] = {x, gen_constant_at(g, 0), call(p, FN_SIN, x), call(p, FN_EXP, gen_variable_at(g, 1))};
  Expr sum = EXPR_ZERO;
  for (size_t i = 0; i < a->n; i++) {
    Expr term = expr_int(p, a->at[i].c);
    for (int k = 0; k < ATOMS; k++) term = times(p, term, power(p, atoms[k], a->at[i].exponent[k]));
    sum = expr_add(p, sum, term);
  }
  return sum;
}

// Law: a product of polynomials equals its expansion, but not if a coefficient is changed.
// Judge: multiplication by hand, over the integers.
PROP(polynomials_multiplied_out, 1000) {
  const size_t factors = 2 + gen_below(g, 2);
  Expr product = EXPR_ONE;
  Polynomial expanded = {.at = {{.c = 1}}, .n = 1};
  for (size_t i = 0; i < factors; i++) {
    const Polynomial factor = gen_polynomial(g), before = expanded;
    multiply(&before, &factor, &expanded);
    product = times(p, product, polynomial_expr(g, &factor));
  }
  CHECK_ZERO(expr_sub(p, product, polynomial_expr(g, &expanded)));
  expanded.at[gen_below(g, expanded.n)].c += gen_int(g, 1, 5);
  CHECK(!expr_equal(p, product, polynomial_expr(g, &expanded)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(identities_are_zero),
    cmocka_unit_test(changed_identities_are_not),
    cmocka_unit_test(equal_means_equal_values),
    cmocka_unit_test(polynomials_multiplied_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
