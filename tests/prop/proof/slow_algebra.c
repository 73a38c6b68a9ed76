// tests/prop/proof/slow_algebra.c: claims proved by algebra hold on every piece of the set of states.
//
// Law:   a claim that is proved by algebra vanishes at every state that satisfies the constraints
// Judge: support/pieces.h, states in numbers

#include "support/pieces.h"

#define CASES 700

static void algebra(void **state) {
  (void) state;
  prop_run("algebra", CASES, pieces_law);
  pieces_count();
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(algebra)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
