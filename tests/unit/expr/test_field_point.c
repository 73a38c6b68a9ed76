// Unit tests of expr/field_point.c: values at a point whose symbols change.

#include "base/table.h"
#include "expr/field.h"
#include "expr/field_point.h"
#include "support/check.h"

#define SYMBOLS 4
#define ROUNDS 300

static Fingerprint draw(uint64_t *seed) {
  Fingerprint value;
  for (int k = 0; k < FIELD_COUNT; k++) {
    *seed = hash_mix(*seed + 1);
    value.v[k] = *seed % field_prime(k);
  }
  return value;
}

// Law: whatever was set and requested before, a value is that at a new point with the same symbols. Several symbols are
// changed between two requests, some of them twice, some that nothing known depends on.
static void test_changes(void **state) {
  Bench *b = *state;
  ExprPool *p = b->pool;
  Expr x[SYMBOLS], e[SYMBOLS + 2];
  uint64_t seed = 7;
  for (size_t i = 0; i < SYMBOLS; i++)
    x[i] = expr_symbol(p, str((char[]){'x', (char) ('0' + i), 0}), SYMBOL_VARIABLE);
  for (size_t i = 0; i < SYMBOLS; i++)
    e[i] =
      expr_add(p, expr_square(p, x[i]), expr_mul(p, x[(i + 1) % SYMBOLS], x[(i + 2) % SYMBOLS]));
  e[SYMBOLS] = expr_div(p, e[0], e[1]);
  e[SYMBOLS + 1] =
    expr_mul(p, e[2], expr_sum(p, (ExprTerm[]){{e[SYMBOLS], RATIO_ONE}, {x[3], RATIO_HALF}}, 2));
  FieldPoint *point = field_point_create(p, &b->arena);
  Fingerprint at[SYMBOLS];
  for (size_t i = 0; i < SYMBOLS; i++) field_point_set(point, x[i], at[i] = draw(&seed));
  for (int round = 0; round < ROUNDS; round++) {
    for (size_t changes = hash_mix(seed) % 4; changes > 0; changes--) {
      const size_t i = hash_mix(seed + changes) % SYMBOLS;
      field_point_set(point, x[i], at[i] = draw(&seed));
    }
    FieldPoint *anew = field_point_create(p, &b->arena);
    for (size_t i = 0; i < SYMBOLS; i++) field_point_set(anew, x[i], at[i]);
    const Expr asked = e[hash_mix(seed + 99) % (SYMBOLS + 2)];
    Fingerprint value, right;
    assert_true(field_point_values(point, &asked, 1, &value));
    assert_true(field_point_values(anew, &asked, 1, &right));
    for (int k = 0; k < FIELD_COUNT; k++) assert_true(value.v[k] == right.v[k]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {BENCH_TEST(test_changes)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
