// Unit tests of base/suggest.c: what "did you mean" proposes.

#include "base/suggest.h"
#include "support/desk.h"

static const char *nearest(const char *wanted) {
  static const char *const words[] = {"theta", "theta1", "phi", "m1", "m2", "kinetic", "x", NULL};
  Suggestion suggestion = suggestion_make(str(wanted));
  for (size_t i = 0; words[i] != NULL; i++) suggestion_try(&suggestion, words[i]);
  return suggestion.best;
}

static void test_near(void **state) {
  (void) state;
  assert_string_equal(nearest("thta"), "theta");    // one left out
  assert_string_equal(nearest("thetaa"), "theta");  // one too many
  assert_string_equal(nearest("thtea"), "theta");   // two swapped
  assert_string_equal(nearest("kinetik"), "kinetic");
  assert_string_equal(nearest("kinetics"), "kinetic");
  assert_string_equal(nearest("M1"), "m1");  // the case alone
}

static void test_far(void **state) {
  (void) state;
  assert_null(nearest("y"));  // short names are all near each other
  assert_null(nearest("m3"));
  assert_null(nearest("potential"));
  assert_null(nearest("a_name_that_is_longer_than_any_that_is_compared"));
}

static void test_ties(void **state) {
  (void) state;
  assert_string_equal(nearest("theta11"), "theta1");  // the nearest
  assert_string_equal(nearest("theta2"), "theta");    // and of two the first
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_near),
    cmocka_unit_test(test_far),
    cmocka_unit_test(test_ties),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
