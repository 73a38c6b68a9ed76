// tests/unit/api/test_rest.c: no integrator passes a singular state unnoticed, and none ends without one. More runs
// of the same kind: slow_rest.c.
//
// Judge: closed forms (support/rest.h). Absolute tolerances are the usual one, or as large as the
// relative one.

#include "dalembert.h"
#include "support/check.h"
#include "support/rest.h"

#define ALL(i) for (size_t i = 0; dal_integrator_name(i) != NULL; i++)

static void test_rest(void **state) {
  (void) state;
  static const double tolerance[] = {1e-3, 1e-6, 1e-10};
  ALL(i)
  for (size_t model = 0; model < REST_MODELS;
       model++) for (size_t k = 0; k < COUNT(tolerance); k++) for (int backward = 0; backward < 2;
                                                                   backward++)
    assert_comes_to_rest(&(RestRun){.model = model,
                                    .T = backward ? 0.61 : 1.37,
                                    .backward = backward,
                                    .integrator = dal_integrator_name(i),
                                    .code = "interpreter",
                                    .rtol = tolerance[k],
                                    .atol = rest_is_friction(model) ? 0 : tolerance[k]});
}

static void test_turns(void **state) {
  (void) state;
  static const double tolerance[] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10};
  ALL(i)
  for (size_t point = 0; point < 2; point++) for (size_t k = 0; k < COUNT(tolerance);
                                                  k++) for (int backward = 0; backward < 2;
                                                            backward++)
    assert_turns(&(RestRun){.start = point,
                            .backward = backward,
                            .integrator = dal_integrator_name(i),
                            .code = "interpreter",
                            .rtol = tolerance[k],
                            .atol = k % 2 == 0 ? 0 : tolerance[k]});
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_rest), cmocka_unit_test(test_turns)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
