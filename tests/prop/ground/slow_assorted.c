// tests/prop/ground/slow_assorted.c: random models with constraints of every kind.
//
// Law and judge: support/assorted.h. TEST_SCALE=40 judges 2,000.

#include "support/assorted.h"

#define MODELS 50

static void assorted(void **state) {
  assert_int_equal(assorted_run(MODELS, *state), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {FOLDER_TEST(assorted)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
