// Unit tests of include/dalembert.h: what a model keeps of a call.
//
// Judge: the bytes that the model holds, and the same question asked before and after.

#include "dalembert.h"

#include "support/check.h"

#include <stdlib.h>
#include <string.h>

#define PENDULUM                      \
  "parameter l = 2, g = 9.81\n"       \
  "assume l > 1\n"                    \
  "coordinate x, y\n"                 \
  "point P mass 3 at [x, y]\n"        \
  "gravity = [0, -g]\n"               \
  "constraint rod: x^2 + y^2 = l^2\n" \
  "initial x = 1.2, y = -1.6\n"       \
  "simulate to 0.5 every 0.5\n"

#define PRODUCTS                             \
  "coordinate x, y, z\n"                     \
  "point P mass 1 at [x, y, z]\n"            \
  "constraint first: (x - 1)*(x - 2) = 0\n"  \
  "constraint second: (y - 1)*(y - 2) = 0\n" \
  "initial x = 1, y = 1\n"

static DalModel *model_with(const char *text) {
  DalModel *m = dal_model_create();
  assert_int_equal(dal_model_add(m, text), DAL_OK);
  if (dal_model_finish(m) != DAL_OK) fail_msg("%s", dal_model_messages(m));
  return m;
}

static void run_once(DalModel *m, DalRun **run) {
  if (dal_model_simulate(m, NULL, run) != DAL_OK) fail_msg("%s", dal_model_messages(m));
}

// --- memory --------------------------------------------------------------------------------------

static DalStatus set_name(DalModel *m, int i) {
  (void) i;
  return dal_model_set(m, "nothing=1");
}

static DalStatus set_text(DalModel *m, int i) {
  (void) i;
  return dal_model_set(m, "l=(");
}

static DalStatus set_false(DalModel *m, int i) {
  (void) i;
  return dal_model_set(m, "l=1/2");
}

static DalStatus set_in_turn(DalModel *m, int i) {
  return dal_model_set(m, i % 2 != 0 ? "l=2" : "l=2, g=10");
}

static DalStatus branch_past(DalModel *m, int i) {
  (void) i;
  return dal_model_branch(m, "rod=7");
}

static DalStatus simulate(DalModel *m, int i) {
  (void) i;
  DalRun *run;
  const DalStatus status = dal_model_simulate(m, NULL, &run);
  dal_run_destroy(run);
  return status;
}

typedef struct {
  DalStatus (*call)(DalModel *m, int i);
  DalStatus expected;
  int times;
} Repeated;

// The model has the same size after many calls as after a few.
static void test_repeated(void **state) {
  (void) state;
  enum { FEW = 20 };
  static const Repeated calls[] = {
    {set_name, DAL_INPUT, 20000}, {set_text, DAL_INPUT, 20000},   {set_false, DAL_INPUT, 20000},
    {set_in_turn, DAL_OK, 20000}, {branch_past, DAL_INPUT, 2000}, {simulate, DAL_OK, 400},
  };
  DalModel *m = model_with(PENDULUM);
  assert_int_equal(dal_model_derive(m, &(DalDeriveOptions){.method = "appell"}), DAL_OK);
  assert_int_equal(dal_model_compile(m), DAL_OK);
  for (size_t k = 0; k < sizeof calls / sizeof *calls; k++) {
    size_t held = 0;
    for (int i = 0; i < calls[k].times; i++) {
      assert_int_equal(calls[k].call(m, i), calls[k].expected);
      if (i == FEW) held = dal_model_size(m).bytes;
    }
    if (dal_model_size(m).bytes != held)
      fail_msg("call %zu: %zu bytes, then %zu", k, held, dal_model_size(m).bytes);
  }
  dal_model_destroy(m);
}

// --- refused calls -------------------------------------------------------------------------------

static void test_refused_value(void **state) {
  (void) state;
  DalModel *m = model_with(PENDULUM);
  double l, g;
  assert_int_equal(dal_model_set(m, "g=1, l=1/2"), DAL_INPUT);
  assert_int_equal(dal_model_parameter_value(m, 0, &l), DAL_OK);
  assert_int_equal(dal_model_parameter_value(m, 1, &g), DAL_OK);
  assert_true(l == 2 && g == 9.81);
  dal_model_destroy(m);
}

static char *equations(DalModel *m) {
  DalResult *result;
  assert_int_equal(dal_model_derive(m, NULL), DAL_OK);
  assert_int_equal(dal_model_print(m, DAL_JSON, &result), DAL_OK);
  char *text = strdup(dal_result_text(result));
  dal_result_destroy(result);
  return text;
}

// A list of branches is taken as a whole or not at all.
static void test_refused_branch(void **state) {
  (void) state;
  DalModel *m = model_with(PRODUCTS);
  char *before = equations(m);
  assert_int_equal(dal_model_branch(m, "first=1, second=3"), DAL_INPUT);
  char *after = equations(m);
  assert_string_equal(before, after);
  assert_int_equal(dal_model_branch(m, "first=1, second=2"), DAL_OK);
  char *taken = equations(m);
  assert_string_not_equal(before, taken);
  free(before);
  free(after);
  free(taken);
  dal_model_destroy(m);
}

// --- equations -----------------------------------------------------------------------------------

// A run that changes its charts and modes leaves the equations of the model as they were: the next run has the same bits.
static void test_run_again(void **state) {
  (void) state;
  static const char *const methods[] = {"multipliers", "appell", "hamel"};
  for (size_t k = 0; k < 3; k++) {
    DalModel *m = dal_model_create();
    assert_int_equal(dal_model_read(m, "models/trebuchet.mech"), DAL_OK);
    assert_int_equal(dal_model_finish(m), DAL_OK);
    assert_int_equal(dal_model_derive(m, &(DalDeriveOptions){.method = methods[k]}), DAL_OK);
    DalRun *first, *again;
    run_once(m, &first);
    run_once(m, &again);
    const size_t rows = dal_run_rows(first), columns = dal_run_columns(first);
    assert_int_equal(dal_run_rows(again), rows);
    assert_memory_equal(dal_run_row(first, 0), dal_run_row(again, 0),
                        rows * columns * sizeof(double));
    dal_run_destroy(first);
    dal_run_destroy(again);
    dal_model_destroy(m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_repeated),
    cmocka_unit_test(test_refused_value),
    cmocka_unit_test(test_refused_branch),
    cmocka_unit_test(test_run_again),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
