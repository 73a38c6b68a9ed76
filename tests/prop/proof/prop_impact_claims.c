// tests/prop/proof/prop_impact_claims.c: a claim about an impact with one mistake in it is refuted.
//
// Law:   as in prop_mutants.c, only for claims about v+, impulse, energy_lost and contact: no false one is proved or
//        verified.
// Judge: support/mutants.h, in 113 bits, which shares nothing with src/proof.

#include "support/mutants.h"

#define MUTANTS 60

static void of_impacts(void **state) {
  (void) state;
  mutants_open();
  prop_run("of impacts", MUTANTS, mutants_law_of_impacts);
  mutants_count();
  mutants_close();
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(of_impacts)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
