// tests/prop/ground/prop_neighbours.c: linkages close to special ones.
//
// Law and judge: support/neighbours.h. TEST_SCALE=100 judges 1,000.

#include "support/check.h"
#include "support/neighbours.h"

#define MODELS 10

static void neighbours(void **state) {
  (void) state;
  assert_int_equal(neighbours_run(MODELS), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(neighbours)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
