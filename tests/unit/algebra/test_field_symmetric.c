// Unit tests of algebra/field_symmetric.c: sparse symmetric systems over the finite fields.

#include "algebra/field_linear.h"
#include "support/check.h"

#define MOST 9

static Fingerprint gen_element(Gen *g) {
  Fingerprint e;
  for (int k = 0; k < FIELD_COUNT; k++)
    e.v[k] = gen_below(g, 2) ? gen_below(g, 4) : gen_below(g, field_prime(k));
  return e;
}

// Law: the solution is that of elimination with full rows and pivots anywhere (field_linear.c), which is unique. If a
//      pivot on the diagonal vanishes there is no answer, never a wrong one.
PROP(solutions_are_those_of_full_elimination, 500) {
  (void) p;
  const size_t n = gen_below(g, MOST);
  FieldEntry entries[MOST * MOST];
  uint64_t A[MOST * MOST] = {0}, b[MOST], y[MOST];
  Fingerprint right[MOST] = {0}, x[MOST] = {0};
  bool bound[MOST];
  size_t count = 0;
  for (size_t i = 0; i < n; i++) {
    right[i] = gen_element(g);
    for (size_t j = 0; j <= i; j++)
      if (i == j || gen_below(g, 3) == 0) entries[count++] = (FieldEntry){i, j, gen_element(g)};
  }
  const bool solved = field_solve_symmetric(g->arena, n, entries, count, right, x);
  ASSUME(solved);
  for (int k = 0; k < FIELD_COUNT; k++) {
    for (size_t i = 0; i < n; i++) b[i] = right[i].v[k];
    for (size_t i = 0; i < count; i++)
      A[entries[i].row * n + entries[i].column] = A[entries[i].column * n + entries[i].row] =
        entries[i].value.v[k];
    CHECK(field_solve(k, g->arena, n, n, A, b, y, bound));
    for (size_t i = 0; i < n; i++) CHECK(bound[i] && x[i].v[k] == y[i]);
  }
}

// A diagonal of zeros is refused, although this matrix has an inverse.
static void a_pivot_that_vanishes_is_refused(void **state) {
  Bench *bench = *state;
  const FieldEntry entries[] = {{0, 0, {{0}}}, {1, 0, {{1, 1}}}, {1, 1, {{0}}}};
  const Fingerprint b[2] = {{{1, 1}}, {{1, 1}}};
  Fingerprint x[2];
  assert_false(field_solve_symmetric(&bench->arena, 2, entries, COUNT(entries), b, x));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(solutions_are_those_of_full_elimination),
    BENCH_TEST(a_pivot_that_vanishes_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
