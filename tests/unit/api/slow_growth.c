// Unit tests of include/dalembert.h: 200,000 evaluations, each at another state given as text, leave the process no
// larger than a thousand of them; prints and reports leave the model as large as it was.
//
// Judge: the resident pages that the system counts.

#include "dalembert.h"

#include "support/check.h"

#include <stdlib.h>

enum { EVALS = 200000, WARM = 1000 };

#define SLACK (256 * 1024)  // bytes: the allocator of the system may keep some pages

static size_t resident(void) {
  unsigned long all, pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (file == NULL) skip();
  if (fscanf(file, "%lu %lu", &all, &pages) != 2) pages = 0;
  fclose(file);
  return pages * 4096;
}

static void test_evaluations(void **state) {
  (void) state;
  DalModel *m = dal_model_create();
  assert_int_equal(dal_model_read(m, "models/double-pendulum.mech"), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  size_t before = 0, held = 0;
  for (int i = 0; i < EVALS; i++) {
    char at[64];
    snprintf(at, sizeof at, "theta1=%d/1000000, theta2'=0.%06d", i, i);
    DalResult *result;
    if (dal_model_eval(m, &(DalEvalOptions){.at = at}, DAL_JSON, &result) != DAL_OK)
      fail_msg("%s", dal_result_messages(result));
    dal_result_destroy(result);
    if (i == WARM) before = resident(), held = dal_model_size(m).bytes;
  }
  const size_t after = resident();
  print_message("%zu bytes resident after %d, %zu after %d\n", before, WARM, after, EVALS);
  assert_int_equal(dal_model_size(m).bytes, held);
  assert_true(after <= before + SLACK);
  dal_model_destroy(m);
}

// Prints in every format, 10^4 times.
static void test_prints(void **state) {
  (void) state;
  enum { PRINTS = 10000 };
  DalModel *m = dal_model_create();
  assert_int_equal(dal_model_read(m, "models/pulleys.mech"), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  size_t held = 0;
  DalResult *result;
  for (int i = 0; i < PRINTS; i++) {
    const DalFormat format = (DalFormat) (i % (DAL_MATHML + 1));
    assert_int_equal(dal_model_print(m, format, &result), DAL_OK);
    dal_result_destroy(result);
    if (i == 10) held = dal_model_size(m).bytes;
  }
  assert_int_equal(dal_model_size(m).bytes, held);
  dal_model_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_evaluations), cmocka_unit_test(test_prints)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
