// Unit tests of tape/shorten.c: which forms are found, and that no others are.

#include "support/check.h"
#include "tape/tape_impl.h"

typedef struct {
  Bench *b;
  ExprPool *p;
  Expr a, b1, c, x, s, co;  // s = sin(x), co = cos(x)
} World;

static World world(void **state) {
  World w = {.b = *state};
  w.p = w.b->pool;
  w.a = expr_symbol(w.p, str("a"), SYMBOL_CONSTANT);
  w.b1 = expr_symbol(w.p, str("b"), SYMBOL_CONSTANT);
  w.c = expr_symbol(w.p, str("c"), SYMBOL_CONSTANT);
  w.x = expr_symbol(w.p, str("x"), SYMBOL_VARIABLE);
  w.s = expr_call1(w.p, FN_SIN, w.x);
  w.co = expr_call1(w.p, FN_COS, w.x);
  return w;
}

static Expr shortened(const World *w, Expr e, bool factors) {
  Expr form;
  const ExprGraph graph = expr_graph(w->p, &e, 1, &w->b->arena);
  tape_shorten(&w->b->arena, w->p, factors, &graph, &form);
  return form;
}

static Expr sum3(const World *w, Expr a, Expr b, Expr c) {
  return expr_add(w->p, a, expr_add(w->p, b, c));
}

static Expr times(const World *w, Expr a, Expr b) {
  return expr_mul(w->p, a, b);
}

static void test_squares(void **state) {
  const World w = world(state);
  const Expr ss = expr_square(w.p, w.s), cc = expr_square(w.p, w.co);
  assert_same(w.b, shortened(&w, expr_add(w.p, ss, cc), false), EXPR_ONE);
  const Expr e = sum3(&w, times(&w, w.a, ss), w.b1, times(&w, w.a, cc));
  assert_same(w.b, shortened(&w, e, false), expr_add(w.p, w.a, w.b1));
  // inside
  const Expr deep = times(&w, w.c, expr_square(w.p, e));
  assert_same(w.b, shortened(&w, deep, false),
              times(&w, w.c, expr_square(w.p, expr_add(w.p, w.a, w.b1))));
  // other coefficients, other arguments, no square
  const Expr other = expr_square(w.p, expr_call1(w.p, FN_COS, w.a));
  const Expr no[] = {expr_add(w.p, ss, expr_scale(w.p, RATIO_HALF, cc)), expr_sub(w.p, ss, cc),
                     expr_add(w.p, ss, other), expr_add(w.p, w.s, w.co)};
  for (size_t i = 0; i < COUNT(no); i++) assert_same(w.b, shortened(&w, no[i], false), no[i]);
}

static void test_factors(void **state) {
  const World w = world(state);
  const Expr ab = times(&w, w.a, w.b1), ac = times(&w, w.a, w.c), aa = expr_square(w.p, w.a);
  const Expr inner = expr_add(w.p, w.b1, w.c);
  assert_same(w.b, shortened(&w, expr_add(w.p, ab, ac), true), times(&w, w.a, inner));
  assert_same(w.b, shortened(&w, expr_add(w.p, ab, ac), false), expr_add(w.p, ab, ac));
  // powers, and summands without the factor
  assert_same(w.b, shortened(&w, sum3(&w, times(&w, aa, w.b1), times(&w, aa, w.c), w.x), true),
              expr_add(w.p, w.x, times(&w, aa, inner)));
  const Expr aaab = times(&w, times(&w, aa, w.a), w.b1), rest = sum3(&w, ab, w.c, w.x);
  assert_same(w.b, shortened(&w, sum3(&w, aaab, times(&w, aa, w.c), times(&w, aa, w.x)), true),
              times(&w, aa, rest));
  assert_same(w.b,
              shortened(&w, expr_add(w.p, expr_div(w.p, w.b1, aa), expr_div(w.p, w.c, aa)), true),
              expr_div(w.p, inner, aa));
}

// a (b - c) x and (c - b) x: b - c and its negative are one factor.
static void test_signs(void **state) {
  const World w = world(state);
  const Expr bc = expr_sub(w.p, w.b1, w.c), cb = expr_sub(w.p, w.c, w.b1);
  const Expr e = expr_add(w.p, times(&w, times(&w, w.a, bc), w.s), times(&w, cb, w.co));
  const Expr inner = expr_sub(w.p, times(&w, w.a, w.s), w.co);
  assert_same(w.b, shortened(&w, e, true), times(&w, bc, inner));
  // three factors that change their signs, and the square of one, which does not
  const Expr ax = expr_sub(w.p, w.a, w.x), xa = expr_sub(w.p, w.x, w.a);
  const Expr all = times(&w, times(&w, bc, ax), expr_square(w.p, ax));
  const Expr turned = times(&w, times(&w, cb, xa), expr_square(w.p, xa));
  assert_same(w.b, shortened(&w, expr_sub(w.p, times(&w, all, w.s), times(&w, turned, w.co)), true),
              times(&w, all, expr_sub(w.p, w.s, w.co)));
}

// a and 1/a, a and its root have nothing in common: no new singularity, no new root.
static void test_no_factor(void **state) {
  const World w = world(state);
  const Expr no[] = {
    expr_add(w.p, times(&w, w.a, w.b1), expr_div(w.p, w.c, w.a)),
    expr_add(w.p, times(&w, expr_square(w.p, w.a), w.b1), times(&w, w.c, expr_sqrt(w.p, w.a))),
    expr_add(w.p, times(&w, w.a, w.b1), times(&w, w.c, w.x)),
    expr_add(w.p, EXPR_ONE, w.a),
  };
  for (size_t i = 0; i < COUNT(no); i++) assert_same(w.b, shortened(&w, no[i], true), no[i]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_squares),
    BENCH_TEST(test_factors),
    BENCH_TEST(test_signs),
    BENCH_TEST(test_no_factor),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
