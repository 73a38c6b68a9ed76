// tests/prop/ground/slow_linkages.c: linkages whose freedoms are known from their construction.
//
// Law and judge: support/linkage_judge.h. TEST_SCALE=20 judges thousands.

#include "support/check.h"
#include "support/linkage_runs.h"

#define SMALL 12  // coordinates
#define LARGE 24

// Freedoms, redundant rows, accelerations and multipliers of least norm by the methods that take every set.
static void small(void **state) {
  (void) state;
  assert_int_equal(linkages_run(150, JUDGE_GENERAL, 0, SMALL), 0);
}

// Bodies with six coordinates each, and joints with all their equations.
static void large(void **state) {
  (void) state;
  assert_int_equal(linkages_run(6, JUDGE_GENERAL, SMALL + 1, LARGE), 0);
}

static void runs(void **state) {
  (void) state;
  assert_int_equal(linkages_run(24, JUDGE_RUN, 0, SMALL), 0);
}

static void analyses(void **state) {
  (void) state;
  assert_int_equal(linkages_run(12, JUDGE_ANALYZE, 0, SMALL), 0);
}

// Includes the methods that solve the constraints: with more coordinates their formulas are long.
static void every_method(void **state) {
  (void) state;
  assert_int_equal(linkages_run(12, JUDGE_METHODS | JUDGE_RUN, 0, 6), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(small), cmocka_unit_test(large),
                                     cmocka_unit_test(runs), cmocka_unit_test(analyses),
                                     cmocka_unit_test(every_method)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
