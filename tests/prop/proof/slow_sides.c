// tests/prop/proof/slow_sides.c: claims that hold on one side only are neither proved nor verified.
//
// Law:   a claim that is false beyond a cut, for another order of parameters, on another factor of a
//        constraint or another part of the manifold is never proved or verified; its true counterpart
//        is never refuted.
// Judge: the construction of the claims, support/sides.c.

#include "support/sides.h"

#define CASES 200

static void sides(void **state) {
  (void) state;
  prop_run("sides", CASES, sides_law);
  sides_count();
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(sides)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
