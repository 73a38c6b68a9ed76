// Unit tests of expr/diff.c, expr/transform.c and expr/fingerprint.c: derivatives from the table,
// substitution, what is inside, and identities that were missed once.

#include "expr/field.h"
#include "support/check.h"

typedef struct {
  Bench *b;
  ExprPool *p;
  Expr x, y, a;
} World;

static World world(void **state) {
  World w = {.b = *state};
  w.p = w.b->pool;
  w.x = expr_symbol(w.p, str("x"), SYMBOL_VARIABLE);
  w.y = expr_symbol(w.p, str("y"), SYMBOL_VARIABLE);
  w.a = expr_symbol(w.p, str("a"), SYMBOL_CONSTANT);
  return w;
}

static Expr call(const World *w, Function fn, Expr e) {
  return expr_call1(w->p, fn, e);
}

static Expr scaled(const World *w, long num, unsigned long den, Expr e) {
  return expr_scale(w->p, ratio_make(w->p, num, den), e);
}

// --- derivatives --------------------------------------------------------------------------------

static void test_table_of_derivatives(void **state) {
  const World w = world(state);
  static const struct {
    Function fn;
    const char *text;
  } table[] = {
    {FN_SIN, "cos(x)"},
    {FN_COS, "-sin(x)"},
    {FN_TAN, "tan(x)^2 + 1"},
    {FN_ASIN, "1/sqrt(1 - x^2)"},
    {FN_ACOS, "-1/sqrt(1 - x^2)"},
    {FN_ATAN, "1/(x^2 + 1)"},
    {FN_SINH, "cosh(x)"},
    {FN_COSH, "sinh(x)"},
    {FN_TANH, "1 - tanh(x)^2"},
    {FN_EXP, "exp(x)"},
    {FN_LOG, "1/x"},
    {FN_ABS, "sign(x)"},
  };
  for (size_t i = 0; i < COUNT(table); i++) {
    const char *text =
      print_expr_text(w.p, expr_diff(w.p, call(&w, table[i].fn, w.x), w.x), &w.b->arena);
    // the order of two terms is decided by the printer
    if (table[i].fn == FN_TAN || table[i].fn == FN_TANH)
      assert_non_null(strstr(text, "^2"));
    else
      assert_string_equal(text, table[i].text);
  }
  const Expr angle = expr_call(w.p, FN_ATAN2, (Expr[]){w.y, w.x});
  assert_text(w.b, expr_diff(w.p, angle, w.y), "x/(x^2 + y^2)");
  assert_text(w.b, expr_diff(w.p, angle, w.x), "-y/(x^2 + y^2)");
}

static void test_powers(void **state) {
  const World w = world(state);
  assert_text(w.b, expr_diff(w.p, expr_pow_ratio(w.p, w.x, ratio_make(w.p, 5, 1)), w.x), "5*x^4");
  assert_text(w.b, expr_diff(w.p, expr_sqrt(w.p, w.x), w.x), "1/(2*sqrt(x))");
  assert_text(w.b, expr_diff(w.p, expr_div(w.p, EXPR_ONE, w.x), w.x), "-1/x^2");
  const Expr power = expr_pow(w.p, w.a, w.x);
  assert_true(
    expr_equal(w.p, expr_diff(w.p, power, w.x), expr_mul(w.p, power, call(&w, FN_LOG, w.a))));
  assert_true(expr_equal(w.p, expr_diff(w.p, power, w.a),
                         expr_mul(w.p, w.x, expr_pow(w.p, w.a, expr_sub(w.p, w.x, EXPR_ONE)))));
}

static void test_others_are_held(void **state) {
  const World w = world(state);
  const Expr xd = expr_symbol_rate(w.p, w.x), e = expr_mul(w.p, w.x, expr_square(w.p, xd));
  assert_same(w.b, expr_diff(w.p, e, w.x), expr_square(w.p, xd));
  assert_text(w.b, expr_diff(w.p, e, xd), "2*x*x'");
  assert_same(w.b, expr_diff(w.p, e, EXPR_TIME), EXPR_ZERO);
  assert_same(w.b, expr_diff(w.p, e, w.y), EXPR_ZERO);
  assert_text(w.b, expr_rate(w.p, e), "2*x*x'*x'' + x'^3");
  assert_text(w.b, expr_rate(w.p, expr_mul(w.p, w.a, expr_mul(w.p, EXPR_TIME, w.x))),
              "a*t*x' + a*x");
}

// --- substitution -------------------------------------------------------------------------------

static void test_substitute(void **state) {
  const World w = world(state);
  const Expr e = expr_add(w.p, expr_square(w.p, w.x), call(&w, FN_SIN, w.y));
  const Expr exchange_to[] = {w.y, w.x}, from[] = {w.x, w.y};
  assert_text(w.b, expr_substitute(w.p, e, from, exchange_to, 2), "y^2 + sin(x)");
  assert_same(w.b, expr_substitute(w.p, e, from, from, 2), e);
  assert_same(w.b, expr_substitute(w.p, e, NULL, NULL, 0), e);
  assert_same(w.b, expr_substitute(w.p, w.x, &w.x, &w.a, 1), w.a);
  assert_same(w.b, expr_substitute(w.p, e, &w.a, &w.x, 1), e);
  const Expr zeros[] = {EXPR_ZERO, EXPR_ZERO};
  assert_same(w.b, expr_substitute(w.p, e, from, zeros, 2), EXPR_ZERO);
  assert_true(expr_is_none(expr_substitute(w.p, expr_div(w.p, EXPR_ONE, w.x), &w.x, zeros, 1)));
  assert_int_equal(expr_trouble(w.p), TROUBLE_DIVISION);
}

// The rate of a symbol is a symbol of its own.
static void test_substitute_leaves_rates(void **state) {
  const World w = world(state);
  const Expr e = expr_add(w.p, w.x, expr_symbol_rate(w.p, w.x));
  assert_text(w.b, expr_substitute(w.p, e, &w.x, &w.a, 1), "x' + a");
}

// --- what is inside -----------------------------------------------------------------------------

static void test_depends(void **state) {
  const World w = world(state);
  const Expr e = expr_mul(w.p, w.a, call(&w, FN_SIN, expr_add(w.p, w.x, EXPR_TIME)));
  assert_true(expr_depends(w.p, e, w.x) && expr_depends(w.p, e, w.a) &&
              expr_depends(w.p, e, EXPR_TIME));
  assert_false(expr_depends(w.p, e, w.y));
  assert_false(expr_depends(w.p, e, expr_symbol_rate(w.p, w.x)));
  assert_true(expr_depends(w.p, w.x, w.x));
  assert_false(expr_depends(w.p, EXPR_NONE, w.x));
  const Expr both[] = {w.y, w.a};
  assert_true(expr_depends_on_any(w.p, e, both, 2));
  assert_false(expr_depends_on_any(w.p, e, both, 1));
  assert_false(expr_depends_on_any(w.p, e, both, 0));
  assert_false(expr_is_constant(w.p, e));
  assert_true(expr_is_constant(w.p, expr_mul(w.p, w.a, EXPR_PI)));
  assert_false(expr_is_constant(w.p, EXPR_TIME));
}

// There are more symbols than bits in the filter that says where to look.
static void test_many_symbols(void **state) {
  const World w = world(state);
  Expr sum = EXPR_ZERO, odd = EXPR_ZERO;
  enum { MANY = 300 };
  Expr symbols[MANY];
  for (size_t i = 0; i < MANY; i++) {
    symbols[i] = expr_symbol(w.p, str(text_format(&w.b->arena, "q%zu", i)), SYMBOL_VARIABLE);
    sum = expr_add(w.p, sum, expr_square(w.p, symbols[i]));
    if (i % 2) odd = expr_add(w.p, odd, symbols[i]);
  }
  for (size_t i = 0; i < MANY; i++) {
    assert_same(w.b, expr_diff(w.p, sum, symbols[i]), scaled(&w, 2, 1, symbols[i]));
    assert_int_equal(expr_depends(w.p, odd, symbols[i]), i % 2);
    assert_same(w.b, expr_diff(w.p, odd, symbols[i]), i % 2 ? EXPR_ONE : EXPR_ZERO);
    assert_same(w.b, expr_substitute(w.p, symbols[i], &symbols[0], &w.a, 1),
                i == 0 ? w.a : symbols[i]);
  }
  assert_int_equal(expr_symbols(w.p, &sum, 1, &w.b->arena).n, MANY);
}

static void test_symbols_and_reachable(void **state) {
  const World w = world(state);
  const Expr s = call(&w, FN_SIN, w.y), e = expr_add(w.p, expr_mul(w.p, w.x, s), s);
  const Expr other = expr_mul(w.p, w.a, EXPR_PI);
  const Expr roots[] = {e, other, e, EXPR_NONE};
  const ExprList symbols = expr_symbols(w.p, roots, 4, &w.b->arena);
  assert_int_equal(symbols.n, 4);  // pi, x, y, a in the order of their ids
  assert_same(w.b, symbols.at[0], EXPR_PI);
  assert_same(w.b, symbols.at[3], w.a);
  const ExprList nodes = expr_reachable(w.p, roots, 4, &w.b->arena);
  assert_int_equal(nodes.n, 8);
  for (size_t i = 1; i < nodes.n; i++) assert_true(nodes.at[i - 1].id < nodes.at[i].id);
  assert_int_equal(expr_reachable(w.p, NULL, 0, &w.b->arena).n, 0);
  assert_int_equal(expr_symbols(w.p, &(Expr){EXPR_ONE.id}, 1, &w.b->arena).n, 0);
}

// The places of a graph lead back to the operands, also after other searches.
static void test_graph(void **state) {
  const World w = world(state);
  const Expr s = call(&w, FN_SIN, w.y), e = expr_add(w.p, expr_mul(w.p, w.x, s), s);
  const Expr roots[] = {e, expr_mul(w.p, w.a, EXPR_PI), e, w.x};
  for (int repeat = 0; repeat < 3; repeat++) {
    const ExprGraph graph = expr_graph(w.p, roots, COUNT(roots), &w.b->arena);
    assert_int_equal(graph.n, expr_reachable(w.p, roots, COUNT(roots), &w.b->arena).n);
    assert_int_equal(graph.roots, COUNT(roots));
    for (size_t i = 0; i < COUNT(roots); i++) assert_same(w.b, graph.at[graph.root[i]], roots[i]);
    for (size_t i = 0; i < graph.n; i++) {
      const size_t n = graph.first[i + 1] - graph.first[i];
      assert_int_equal(n, expr_count(w.p, graph.at[i]));
      for (size_t k = 0; k < n; k++)
        assert_same(w.b, graph.at[graph.operand[graph.first[i] + k]],
                    expr_operand(w.p, graph.at[i], k).e);
    }
  }
  assert_int_equal(expr_graph(w.p, NULL, 0, &w.b->arena).n, 0);
}

// --- identities that were missed once -------------------------------------------------------------

// exp(2) is the square of exp(1), inside and outside a sum.
static void test_numbers_in_arguments(void **state) {
  const World w = world(state);
  const Expr two = expr_int(w.p, 2), shifted = expr_add(w.p, w.x, two);
  const Expr ex = call(&w, FN_EXP, w.x), e2 = call(&w, FN_EXP, two);
  const Expr left = expr_mul(w.p, expr_add(w.p, ex, w.y), e2);
  const Expr right = expr_add(w.p, call(&w, FN_EXP, shifted), expr_mul(w.p, w.y, e2));
  assert_same(w.b, expr_sub(w.p, left, right), EXPR_ZERO);
  const Expr sine = expr_add(w.p, expr_mul(w.p, call(&w, FN_SIN, w.x), call(&w, FN_COS, two)),
                             expr_mul(w.p, call(&w, FN_COS, w.x), call(&w, FN_SIN, two)));
  assert_same(w.b, expr_sub(w.p, call(&w, FN_SIN, shifted), sine), EXPR_ZERO);
}

// 0.37 has a denominator of 100, and models are full of such numbers.
static void test_decimals_in_arguments(void **state) {
  const World w = world(state);
  static const unsigned long denominators[] = {17, 25, 100, 1000, 10000, 128, 81, 3600};
  for (size_t i = 0; i < COUNT(denominators); i++) {
    const Expr u = scaled(&w, 37, denominators[i], EXPR_TIME), s = call(&w, FN_SIN, u),
               c = call(&w, FN_COS, u);
    const Expr twice = call(&w, FN_SIN, scaled(&w, 2, 1, u));
    assert_same(w.b, expr_sub(w.p, twice, scaled(&w, 2, 1, expr_mul(w.p, s, c))), EXPR_ZERO);
  }
}

static Expr large(const World *w, uint64_t value) {
  return expr_decimal(w->p, str(text_format(&w->b->arena, "%llu", (unsigned long long) value)));
}

// The two primes of the fields, their multiples and their product do not count as zero.
static void test_multiples_of_the_primes(void **state) {
  const World w = world(state);
  const Expr p0 = large(&w, field_prime(0)), both = expr_mul(w.p, p0, large(&w, field_prime(1)));
  assert_false(expr_same(expr_mul(w.p, p0, w.x), EXPR_ZERO));
  assert_false(expr_same(expr_mul(w.p, both, w.x), EXPR_ZERO));
  assert_false(expr_equal(w.p, both, EXPR_ZERO));
  assert_false(expr_is_none(expr_div(w.p, w.x, both)));
  assert_false(expr_equal(w.p, expr_add(w.p, expr_mul(w.p, both, w.x), w.y), w.y));
}

typedef struct {
  const World *w;
  Expr argument, result;
} Sine;

static Status build_sine(void *context) {
  Sine *sine = context;
  sine->result = expr_add(sine->w->p, call(sine->w, FN_SIN, sine->argument), sine->w->y);
  return STATUS_OK;
}

// Nor are multiples of the order of the subgroup whole turns; fractions of it are no obstacle.
static void test_multiples_of_the_orders(void **state) {
  const World w = world(state);
  const Expr o0 = large(&w, field_order(0)), both = expr_mul(w.p, o0, large(&w, field_order(1)));
  const Expr arguments[] = {expr_div(w.p, w.x, o0), expr_div(w.p, w.x, both),
                            expr_mul(w.p, o0, w.x), expr_mul(w.p, both, w.x)};
  for (size_t i = 0; i < COUNT(arguments); i++) {
    Sine sine = {&w, arguments[i], EXPR_NONE};
    assert_int_equal(guard_run(&w.b->guard, build_sine, &sine), STATUS_OK);
    assert_false(expr_equal(w.p, sine.result, w.y));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_table_of_derivatives),
    BENCH_TEST(test_powers),
    BENCH_TEST(test_others_are_held),
    BENCH_TEST(test_substitute),
    BENCH_TEST(test_substitute_leaves_rates),
    BENCH_TEST(test_depends),
    BENCH_TEST(test_many_symbols),
    BENCH_TEST(test_symbols_and_reachable),
    BENCH_TEST(test_graph),
    BENCH_TEST(test_numbers_in_arguments),
    BENCH_TEST(test_decimals_in_arguments),
    BENCH_TEST(test_multiples_of_the_primes),
    BENCH_TEST(test_multiples_of_the_orders),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
