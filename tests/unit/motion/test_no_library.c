// Unit tests of motion/sundials.c without SUNDIALS: no library can be opened here.

#include "support/check.h"
#include "support/flows.h"

#include <dlfcn.h>

static int asked;

// replaces that of the C library
void *dlopen(const char *file, int mode) {
  (void) file, (void) mode;
  asked++;
  return NULL;
}

char *dlerror(void) {
  static char reason[] = "no such file";
  return reason;
}

static void run_all(void) {
  const Flow flow = flow_oscillator();
  for (Integrator integrator = 0; integrator < INTEGRATOR_COUNT; integrator++) {
    double y[2] = {1, 0};
    const RunRequest r = {
      .integrator = integrator, .to = 1, .rtol = 1e-8, .atol = 1e-8, .most_steps = 1000};
    RunResult result = {.y = y};
    const bool ours = integrator == INTEGRATOR_DOP853 || integrator == INTEGRATOR_TAYLOR;
    assert_int_equal(run_flow(&flow, &r, &result), ours ? STATUS_OK : STATUS_UNABLE);
  }
}

static void test_no_library(void **state) {
  (void) state;
  run_all();
  const int once = asked;
  assert_true(once >= 2);  // CVODE and ARKODE, each by all its names
  run_all();
  assert_int_equal(asked, once);
  assert_null(run_library(RUN_LIBRARY_CVODE)->handle);
  assert_null(run_library(RUN_LIBRARY_ARKODE)->file);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_library)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
