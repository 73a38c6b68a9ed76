// tests/unit/api/test_stray.c: a run that leaves its constraints is stopped.
//
// Law:   with a chart that leaves out a constraint that does not follow from the others, every
//        integrator, interpreted or compiled, ends soon after the motion has left it, and names
//        that constraint; with a right chart, or one that leaves out what does follow, no run ends.
// Judge: a point on a circle, as a sphere and a plane, moves evenly; without the plane it moves on a
//        great circle, and leaves the plane at once.

#include "api/api_impl.h"
#include "program/flow.h"
#include "motion/compiled.h"
#include "motion/run.h"
#include "support/check.h"
#include "support/texts.h"
#include "support/folder.h"

#include <math.h>
#include <stdlib.h>

#define TURN 3.0  // angular velocity

static const char text[] = "coordinate x, y, z\n"
                           "point P mass 2 at [x, y, z]\n"
                           "constraint sphere: x^2 + y^2 + z^2 = 1\n"
                           "constraint plane: z = 3/5\n"
                           "constraint cylinder: x^2 + y^2 = 16/25\n"
                           "initial x = 4/5, y = 0, z = 3/5, x' = 0, y' = 12/5, z' = 0\n";

typedef struct {
  DalModel *m;
  Chart chart;
  FlowPlan plan;
  double y[6];
} Trial;

static Status plan_body(void *context) {
  Trial *t = context;
  TRY(flow_plan(t->m, &(FlowWish){.jacobian = true, .chart = &t->chart}, &t->plan));
  return flow_enter(t->m, &t->plan, t->y);
}

static DalModel *open_model(void) {
  DalModel *m = dal_model_create();
  const char *json;
  assert_int_equal(dal_model_add(m, text), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  assert_int_equal(dal_model_derive(m, &(DalDeriveOptions){.method = "multipliers"}), DAL_OK);
  // the initial state is among the inputs of the program from here on
  assert_int_equal(text_of(&json, dal_model_eval, m, NULL, DAL_JSON), DAL_OK);
  return m;
}

// Keeps the first `rows` of these constraints.
static RunResult follow(const size_t *order, size_t rows, Integrator integrator, bool native,
                        double tolerance, bool project, size_t *constraint) {
  size_t row[3] = {order[0], order[1], order[2]}, velocity[3] = {0};
  Trial t = {.m = open_model(), .chart = {rows, rows, rows, row, 3, velocity, false}};
  assert_int_equal(guard_run(&t.m->guard, plan_body, &t), STATUS_OK);
  Flow *flow = flow_interpret(&t.plan.tapes, t.plan.parameters, project), *compiled = NULL;
  NativeTrouble trouble;
  assert_non_null(flow);
  if (native) assert_int_equal(flow_compile(flow, &compiled, &trouble), STATUS_OK);
  const RunRequest request = {.integrator = integrator,
                              .to = 2,
                              .rtol = tolerance,
                              .atol = tolerance / 100,
                              .most_steps = 100000};
  RunResult result = {.y = t.y};
  assert_int_equal(run_flow(native ? compiled : flow, &request, &result), STATUS_OK);
  if (result.end == RUN_STRAYED) *constraint = t.plan.constraint[result.stray];
  if (result.end == RUN_DONE && tolerance < 1e-6) {
    assert_true(fabs(t.y[0] - 0.8 * cos(TURN * 2)) < 1e-4);
    assert_true(fabs(t.y[2] - 0.6) < 1e-4);
  }
  flow_destroy(compiled);
  flow_destroy(flow);
  flow_plan_clear(&t.plan);
  dal_model_destroy(t.m);
  return result;
}

enum { SPHERE, PLANE, CYLINDER };

#define ALL(integrator) for (Integrator integrator = 0; integrator < INTEGRATOR_COUNT; integrator++)

static void test_left_out(void **state) {
  const Folder *folder = *state;
  setenv("DALEMBERT_CACHE", folder->path, 1);
  static const size_t order[] = {SPHERE, PLANE, CYLINDER};
  ALL(integrator)
  for (int native = 0; native < 2; native++) for (double tolerance = 1e-4; tolerance > 1e-11;
                                                  tolerance /= 1e3) {
    size_t constraint = SPHERE;
    const RunResult r = follow(order, 1, integrator, native, tolerance, true, &constraint);
    assert_int_equal(r.end, RUN_STRAYED);
    assert_int_not_equal(constraint, SPHERE);
    assert_true(r.t < 1);
    assert_true(r.off > 0 && r.off <= 1);
  }
}

// Two of the three are enough, whichever they are.
static void test_follows(void **state) {
  (void) state;
  static const size_t orders[][3] = {
    {SPHERE, PLANE, CYLINDER}, {PLANE, CYLINDER, SPHERE}, {SPHERE, CYLINDER, PLANE}};
  ALL(integrator)
  for (size_t k = 0; k < COUNT(orders); k++) for (double tolerance = 1e-3; tolerance > 1e-10;
                                                  tolerance /= 1e3) {
    size_t constraint;
    const RunResult r = follow(orders[k], 2, integrator, false, tolerance, true, &constraint);
    assert_int_equal(r.end, RUN_DONE);
  }
}

// Without projection the constraints that are kept drift, too: little at small tolerances.
static void test_drift(void **state) {
  (void) state;
  static const size_t order[] = {SPHERE, PLANE, CYLINDER};
  for (int kept = 1; kept <= 2; kept++) {
    size_t constraint;
    const RunResult r =
      follow(order, (size_t) kept, INTEGRATOR_DOP853, false, 1e-9, false, &constraint);
    assert_int_equal(r.end, kept == 1 ? RUN_STRAYED : RUN_DONE);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {FOLDER_TEST(test_left_out), cmocka_unit_test(test_follows),
                                     cmocka_unit_test(test_drift)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
