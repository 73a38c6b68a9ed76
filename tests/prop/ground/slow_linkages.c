// tests/prop/ground/slow_linkages.c: linkages whose freedoms are known from their construction.
//
// Law and judge: support/linkage_judge.h. 300 of up to 15 coordinates, and a few with a body for each
// link in space, of up to 40.

#include "support/check.h"
#include "support/linkage_runs.h"

#define LINKAGES 300
#define SMALL 15
#define LARGE 12
#define LARGEST 40

static void small(void **state) {
  (void) state;
  assert_int_equal(linkages_run(LINKAGES, JUDGE_ALL, 0, SMALL), 0);
}

static void large(void **state) {
  (void) state;
  assert_int_equal(
    linkages_run(LARGE, JUDGE_ANALYZE | JUDGE_GENERAL | JUDGE_RUN, SMALL + 1, LARGEST), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(small), cmocka_unit_test(large)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
