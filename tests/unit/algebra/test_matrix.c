// Unit tests of algebra/matrix.c: inverses of matrices of expressions.

#include "algebra/algebra.h"
#include "support/check.h"

#define MOST 6
#define CHAIN 12

static Expr product_entry(ExprPool *p, size_t n, const Expr *A, const Expr *B, size_t i, size_t j) {
  Expr sum = EXPR_ZERO;
  for (size_t k = 0; k < n; k++) sum = expr_add(p, sum, expr_mul(p, A[i * n + k], B[k * n + j]));
  return sum;
}

// Law: A times its inverse is the unit matrix. Judge: exact zero test, no tolerance.
PROP(inverse_is_inverse, 150) {
  const size_t n = 1 + gen_below(g, 3);
  Expr A[MOST * MOST], inverse[MOST * MOST];
  for (size_t i = 0; i < n * n; i++)
    A[i] = gen_below(g, 3) == 0 ? EXPR_ZERO : gen_expr_of(g, 1, GEN_CIRCULAR | GEN_RATES);
  if (!algebra_inverse(p, g->arena, n, A, inverse)) return;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      CHECK_EQUAL(product_entry(p, n, A, inverse, i, j), i == j ? EXPR_ONE : EXPR_ZERO);
}

static void test_two_by_two(void **state) {
  Bench *b = *state;
  ExprPool *p = b->pool;
  const Expr x = expr_symbol(p, str("x"), SYMBOL_VARIABLE), a = expr_symbol(p, str("a"), SYMBOL_CONSTANT);
  const Expr c = expr_call1(p, FN_COS, x), s = expr_call1(p, FN_SIN, x);
  const Expr A[] = {c, expr_neg(p, s), s, c};  // a rotation: its inverse is its transpose
  Expr inverse[4];
  assert_true(algebra_inverse(p, &b->arena, 2, A, inverse));
  assert_text(b, inverse[0], "cos(x)");
  assert_text(b, inverse[1], "sin(x)");
  assert_text(b, inverse[2], "-sin(x)");
  const Expr D[] = {a, EXPR_ZERO, EXPR_ZERO, x};
  assert_true(algebra_inverse(p, &b->arena, 2, D, inverse));
  assert_text(b, inverse[0], "1/a");
  assert_same(b, inverse[1], EXPR_ZERO);
  assert_text(b, inverse[3], "1/x");
}

static void test_singular(void **state) {
  Bench *b = *state;
  ExprPool *p = b->pool;
  const Expr x = expr_symbol(p, str("x"), SYMBOL_VARIABLE);
  const Expr c = expr_call1(p, FN_COS, x), s = expr_call1(p, FN_SIN, x);
  const Expr A[] = {expr_square(p, c), expr_mul(p, c, s), expr_mul(p, c, s), expr_square(p, s)};
  Expr inverse[4];
  assert_false(algebra_inverse(p, &b->arena, 2, A, inverse));
  assert_false(algebra_inverse(p, &b->arena, 1, (Expr[]){EXPR_ZERO}, inverse));
}

// Independent blocks may be anywhere; one that is too large is not written out.
static void test_blocks(void **state) {
  Bench *b = *state;
  ExprPool *p = b->pool;
  Expr A[MOST * MOST], inverse[MOST * MOST];
  const Expr x = expr_symbol(p, str("x"), SYMBOL_VARIABLE);
  for (size_t i = 0; i < MOST * MOST; i++) A[i] = EXPR_ZERO;
  for (size_t i = 0; i < MOST; i++) {
    A[i * MOST + i] = expr_add(p, x, expr_int(p, (long) i + 1));
    A[i * MOST + (MOST - 1 - i)] = expr_add(p, A[i * MOST + (MOST - 1 - i)], EXPR_ONE);
  }
  assert_true(algebra_inverse(p, &b->arena, MOST, A, inverse));  // three blocks of two
  for (size_t i = 0; i < MOST; i++)
    for (size_t j = 0; j < MOST; j++)
      assert_true(expr_equal(p, product_entry(p, MOST, A, inverse, i, j), i == j ? EXPR_ONE : EXPR_ZERO));
  for (size_t i = 0; i + 1 < MOST; i++) A[i * MOST + i + 1] = x;
  assert_false(algebra_inverse(p, &b->arena, MOST, A, inverse));
}

// The mass matrix of a chain of links with a mass at each joint: m_ij cos(x_i - x_j).
static void chain_matrix(ExprPool *p, size_t n, Expr *A) {
  Expr x[CHAIN];
  for (size_t i = 0; i < n; i++) x[i] = expr_symbol(p, str((char[]){'x', (char) ('a' + i), 0}), SYMBOL_VARIABLE);
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j < n; j++)
      A[i * n + j] = expr_mul(p, expr_int(p, (long) (n - (i > j ? i : j))), expr_call1(p, FN_COS, expr_sub(p, x[i], x[j])));
}

// An inverse that was too long is not searched for again; a shorter one in between is still found.
static void test_refused(void **state) {
  Bench *b = *state;
  ExprPool *p = b->pool;
  Expr A[CHAIN * CHAIN], small[4], inverse[CHAIN * CHAIN];
  chain_matrix(p, CHAIN, A);
  assert_false(algebra_eliminate(p, &b->arena, CHAIN, A, inverse));
  const size_t nodes = expr_pool_size(p);
  assert_true(nodes < ALGEBRA_SEARCH_MOST);  // it did not take all of the budget to see that
  assert_false(algebra_eliminate(p, &b->arena, CHAIN, A, inverse));
  assert_int_equal(expr_pool_size(p), nodes);
  chain_matrix(p, 2, small);
  assert_true(algebra_eliminate(p, &b->arena, 2, small, inverse));
  for (size_t i = 0; i < 4; i++)
    assert_true(expr_equal(p, product_entry(p, 2, small, inverse, i / 2, i % 2), i / 2 == i % 2 ? EXPR_ONE : EXPR_ZERO));
}

// A singular matrix is recognized before anything is eliminated.
static void test_singular_elimination(void **state) {
  Bench *b = *state;
  ExprPool *p = b->pool;
  Expr A[16], inverse[16];
  chain_matrix(p, 4, A);
  for (size_t j = 0; j < 4; j++) A[12 + j] = expr_add(p, A[j], A[4 + j]);
  const size_t nodes = expr_pool_size(p);
  assert_false(algebra_eliminate(p, &b->arena, 4, A, inverse));
  assert_int_equal(expr_pool_size(p), nodes);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(inverse_is_inverse),
    BENCH_TEST(test_two_by_two),
    BENCH_TEST(test_singular),
    BENCH_TEST(test_blocks),
    BENCH_TEST(test_refused),
    BENCH_TEST(test_singular_elimination),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
