// tests/prop/ground/explore_linkages.c: linkages whose freedoms are known from their construction.
//
// Law and judge: support/linkage_judge.h.

#include "support/check.h"
#include "support/linkage_runs.h"

#define LINKAGES 60
#define LARGEST 12  // coordinates

static void linkages(void **state) {
  (void) state;
  assert_int_equal(linkages_run(LINKAGES, JUDGE_ALL, 0, LARGEST), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(linkages)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
