// tests/prop/ground/slow_mutations.c: constraints written in another way.
//
// Law and judge: support/mutations.h.

#include "support/check.h"
#include "support/mutations.h"

#define MUTANTS 30

static void mutants(void **state) {
  (void) state;
  assert_int_equal(mutations_run(MUTANTS), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(mutants)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
