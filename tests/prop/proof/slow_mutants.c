// tests/prop/proof/slow_mutants.c: a claim with one mistake in it is refuted.
//
// Law:   a sign, exponent, coefficient or name that is changed in a claim of the gallery is detected, unless the
//        changed formula holds as well.
// Judge: support/mutants.h, in 113 bits, which shares nothing with src/proof.

#include "support/mutants.h"

#define MUTANTS 1000

static void mutants(void **state) {
  (void) state;
  mutants_open();
  prop_run("mutants", MUTANTS, mutants_law);
  mutants_count();
  mutants_close();
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(mutants)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
