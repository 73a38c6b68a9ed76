// The motions of the gallery: methods against each other, and all of them against a judge.
//
// Law 1: every method that applies gives the same motion, to 1e-8 over 10 time units. A method whose variables fail, or
// that reaches a singular state, must say so and be right up to there.
// Law 2: at rtol = 1e-12 the final state after 20 time units is right to 1e-9, with either of the program's own
//        integrators; of a motion with impacts or events, or whose forces switch, the part before the first of them.
//        Judge: support/reference.h, 113 bits. Errors are relative to the largest coordinate and the
//        largest velocity of the run.
// Law 3: with projection the constraints hold to 1e-13 over 100 time units at the default tolerances.
//
// Of law 2: an error of 1e-12 a step, some hundred steps, leaves a factor of ten or a hundred for the
// sensitivity of the motion itself (support/spans.txt). The double pendulum of the gallery is chaotic:
// its errors grow 7e9 times, and no program in double precision has 1e-9 after 20 time units. It is
// judged as long as it can be, and from a calmer start over 20.

#include "api/api_impl.h"
#include "support/check.h"
#include "support/gallery.h"
#include "support/reference.h"

#include <math.h>
#include <stdlib.h>

#define MOST 32

static DalModel *model_at(size_t example) {
  DalModel *m = dal_model_create();
  assert_non_null(m);
  assert_int_equal(dal_model_add(m, dal_example_text(example)), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  return m;
}

// t, q and q' of a row, from its first columns
static const double *last_row(const DalRun *run) {
  return dal_run_row(run, dal_run_rows(run) - 1);
}

static double largest(const DalRun *run, size_t first, size_t n) {
  double size = 0;
  for (size_t r = 0; r < dal_run_rows(run); r++)
    for (size_t i = first; i < first + n; i++) size = fmax(size, fabs(dal_run_row(run, r)[i]));
  return size;
}

// Returns the error at the end of n columns, relative to the largest value of the run.
static double apart(const DalRun *run, size_t first, size_t n, const double *right) {
  double most = 0;
  for (size_t i = 0; i < n; i++) most = fmax(most, fabs(last_row(run)[first + i] - right[i]));
  return most == 0 ? 0 : most / largest(run, first, n);
}

// --- spans ---------------------------------------------------------------------------------------

#define USUAL 1e-12
#define FINE 1e-14

#define CHAOS "double-pendulum"
#define CHAOS_USUAL 5.0  // an error grows 7e5 times in 11.3, 7e9 times in 20
#define CHAOS_FINE 11.0

static bool is_chaotic(size_t example) {
  return strcmp(dal_example_name(example), CHAOS) == 0;
}

// --- methods -------------------------------------------------------------------------------------

static DalStatus follow_by(DalModel *m, const char *method, const char *integrator, const char *to,
                           double rtol, DalRun **run) {
  *run = NULL;
  const DalStatus derived = dal_model_derive(m, &(DalDeriveOptions){.method = method});
  if (derived != DAL_OK) return derived;
  const DalRunOptions options = {.from = "0",
                                 .to = to,
                                 .every = "1/2",
                                 .integrator = integrator,
                                 .rtol = rtol,
                                 .atol = rtol / 100};
  return dal_model_simulate(m, &options, run);
}

static DalStatus follow_at(DalModel *m, const char *method, const char *to, double rtol,
                           DalRun **run) {
  return follow_by(m, method, NULL, to, rtol, run);
}

static DalStatus follow(size_t example, DalModel *m, const char *method, const char *to,
                        DalRun **run) {
  return follow_at(m, method, to, is_chaotic(example) ? FINE : USUAL, run);
}

// Ten time units; for a motion with modes no more than the model requests, after which there may be infinitely many.
static const char *end_of(size_t example) {
  static char to[32];
  DalModel *m = model_at(example);
  DalRun *run = NULL;
  const bool modes = model_has_modes(m->model);
  if (modes) assert_int_equal(dal_model_simulate(m, &(DalRunOptions){.rows = 2}, &run), DAL_OK);
  snprintf(to, sizeof to, "%.17g", modes ? fmin(10, dal_run_summary(run).t) : 10);
  dal_run_destroy(run);
  dal_model_destroy(m);
  return to;
}

// The motion by multipliers, of one model at a time; it is run again if another end is requested.
typedef struct {
  size_t example;
  DalModel *m;
  DalRun *run;
  char to[32];
} Right;

static const DalRun *right_run(Right *r, size_t example, const char *to) {
  if (r->m == NULL || r->example != example) {
    dal_run_destroy(r->run);
    dal_model_destroy(r->m);
    *r = (Right){example, model_at(example), NULL, ""};
  }
  if (strcmp(r->to, to) == 0) return r->run;
  dal_run_destroy(r->run);
  if (follow(example, r->m, "multipliers", to, &r->run) != DAL_OK)
    fail_msg("%s: %s", dal_example_name(example), dal_model_messages(r->m));
  snprintf(r->to, sizeof r->to, "%s", to);
  return r->run;
}

static void compare_methods(Right *r, size_t example, const char *method, const DalRun *run) {
  const double *row = last_row(run);
  char to[32];
  snprintf(to, sizeof to, "%.17g", row[0]);
  const bool event = dal_run_summary(run).end == DAL_RUN_EVENT;
  const double *right = last_row(right_run(r, example, event ? end_of(example) : to));
  const size_t n = dal_model_coordinates(r->m);
  // the ends by `stop when` may differ by a rounding, which moves q and q' by a rounding times their rates
  assert_true(fabs(right[0] - row[0]) < 1e-9);
  const double error = fmax(apart(run, 1, n, right + 1), apart(run, 1 + n, n, right + 1 + n));
  if (!(error < 1e-8))
    fail_msg("%s by %s at t = %g: %g", dal_example_name(example), method, row[0], error);
}

// This motion ends in a singular state, where the equations of every method lose their digits: a
// run by free speeds, off by 1e-12 at first, misses it by 3e-4 when it gets there, and passes. The
// motion before it is compared.
static bool ends_singular(size_t example) {
  return strcmp(dal_example_name(example), "nonholonomic-double-pendulum-symmetric") == 0;
}

static void compare_before_end(Right *r, size_t example, const char *method) {
  const double end = last_row(right_run(r, example, "10"))[0];
  DalModel *m = model_at(example);
  DalRun *run;
  char to[32];
  snprintf(to, sizeof to, "%.17g", 0.9 * end);
  assert_int_equal(follow(example, m, method, to, &run), DAL_OK);
  compare_methods(r, example, method, run);
  dal_run_destroy(run);
  dal_model_destroy(m);
}

static void test_methods(void **state) {
  (void) state;
  size_t whole = 0;
  Right right = {0};
  for (size_t i = 0; i < dal_example_count(); i++) {
    if (strcmp(dal_example_name(i), "relativistic-ring") == 0) continue;  // the only method for it
    for (size_t k = 0; dal_method_name(k) != NULL; k++) {
      const char *method = dal_method_name(k);
      if (strcmp(method, "whittaker") == 0) continue;  // not over time
      if (strcmp(method, "multipliers") == 0 || refuses_late(dal_example_name(i), method)) continue;
      DalModel *m = model_at(i);
      DalRun *run;
      const DalStatus status = follow(i, m, method, end_of(i), &run);
      if (status == DAL_OK && ends_singular(i)) {
        compare_before_end(&right, i, method);
      } else if (status == DAL_OK) {
        compare_methods(&right, i, method, run);
        whole++;
      } else if (run != NULL) {
        fail_msg("%s by %s: %s", dal_example_name(i), method, dal_model_messages(m));
      }
      dal_run_destroy(run);
      dal_model_destroy(m);
    }
  }
  dal_run_destroy(right.run);
  dal_model_destroy(right.m);
  // 62 models, four methods for most of them, each to its end: charts are changed at their edges
  assert_true(whole > 220);
}

// --- the judge -----------------------------------------------------------------------------------

// A motion in 113 bits, which takes long: its start and its end.
typedef struct {
  double start[1 + 2 * MOST], to;  // t, coordinates and velocities; the end
  double q[MOST], v[MOST];
} Known;

// Returns the error at the end of the run. A motion that is known is not computed again.
static double error_of(const char *text, const DalRun *run, size_t n, Known *known) {
  const double *first = dal_run_row(run, 0), to = *last_row(run);
  const size_t size = (1 + 2 * n) * sizeof *first;
  assert_true(n <= MOST);
  if (memcmp(known->start, first, size) != 0 || !(known->to == to)) {
    Quad q[MOST], v[MOST];
    assert_true(reference_run(text, first[0], to, first + 1, first + 1 + n, q, v));
    for (size_t i = 0; i < n; i++) known->q[i] = (double) q[i], known->v[i] = (double) v[i];
    memcpy(known->start, first, size);
    known->to = to;
  }
  return fmax(apart(run, 1, n, known->q), apart(run, 1 + n, n, known->v));
}

// The judge follows the motion of another text if one is given.
static void judge_by(const char *name, const char *text, const char *other, double span,
                     double rtol) {
  static const char *const integrators[] = {"dop853", "taylor"};
  Known known = {.to = (double) NAN};
  char to[32];
  snprintf(to, sizeof to, "%g", span);
  for (size_t i = 0; i < COUNT(integrators); i++) {
    DalModel *m = dal_model_create();
    DalRun *run;
    assert_int_equal(dal_model_add(m, text), DAL_OK);
    assert_int_equal(dal_model_finish(m), DAL_OK);
    if (follow_by(m, NULL, integrators[i], to, rtol, &run) != DAL_OK)
      fail_msg("%s: %s", name, dal_model_messages(m));
    const double error = error_of(other, run, dal_model_coordinates(m), &known);
    if (!(error < 1e-9)) fail_msg("%s with %s: %g after %s", name, integrators[i], error, to);
    dal_run_destroy(run);
    dal_model_destroy(m);
  }
}

static void judge(const char *name, const char *text, double span, double rtol) {
  judge_by(name, text, text, span, rtol);
}

// The double pendulum, as it is and with both rods one radian from the vertical.
static void judge_chaos(const char *text) {
  static const char start[] = "initial theta1 = 2, theta2 = 1, ";
  judge(CHAOS, text, CHAOS_USUAL, USUAL);
  judge(CHAOS, text, CHAOS_FINE, FINE);
  char calm[4096];
  const char *at = strstr(text, start);
  assert_non_null(at);
  snprintf(calm, sizeof calm, "%.*sinitial theta1 = 1, theta2 = 1, %s", (int) (at - text), text,
           at + strlen(start));
  judge("calm " CHAOS, calm, 20, USUAL);
}

// The judge needs a Lagrangian. Landau and Lifshitz, The Classical Theory of Fields, (8.2) and (16.4)
// have that of a particle nearly as fast as light.
static const char relativistic[] = "parameter m = 1, f = 2, r = 1\n"
                                   "coordinate x, y\n"
                                   "lagrangian = -m*sqrt(1 - x'^2 - y'^2) + f*x\n"
                                   "constraint (x^2 + y^2)/2 = r^2/2\n";

static size_t judged, parts;  // models, and those of which a part was judged

static void judge_smooth_part(const char *name, const char *text) {
  const SmoothPart part = smooth_part(text, 20);
  if (part.to > 0) judge_by(name, text, part.text, part.to, USUAL);
  judged += part.to > 0;
  parts += part.to < 20;
  free(part.text);
}

static void test_judge(void **state) {
  (void) state;
  const char *only = getenv("TEST_MODEL");
  for (size_t i = 0; i < dal_example_count(); i++) {
    const char *name = dal_example_name(i), *text = dal_example_text(i);
    if (only != NULL && strcmp(name, only) != 0) continue;
    if (is_chaotic(i))
      judge_chaos(text);
    else if (strcmp(name, "relativistic-ring") == 0)
      judge_by(name, text, relativistic, 20, USUAL);
    else
      judge_smooth_part(name, text);
  }
  printf("%zu motions, %zu of them up to their first event\n", judged, parts);
  assert_true(only != NULL || (judged + 5 > dal_example_count() && parts < dal_example_count() / 4));
}

// One point of the nonholonomic double pendulum at rest is not a singular state: thrown up the incline,
// P1 or P2 turns, the other moves on.
#define PAIR                             \
  "parameter m1 = 1, m2 = 2, g = 9.81\n" \
  "coordinate x1, y1, x2, y2\n"          \
  "point P1 mass m1 at [x1, y1]\n"       \
  "point P2 mass m2 at [x2, y2]\n"       \
  "gravity = [g, 0]\n"                   \
  "constraint pivot: x1*x1'*y2' - x2*x2'*y1' + (y1 - y2)*y1'*y2' = 0\n"

static void assert_turns(const char *text, size_t point) {
  judge(text, text, 2, USUAL);
  // speed and direction: the smallest |v| of that point beside its first, in rows 1/10000 apart
  DalModel *m = dal_model_create();
  assert_int_equal(dal_model_add(m, text), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  DalRun *run;
  assert_int_equal(dal_model_simulate(m, &(DalRunOptions){.to = "2", .every = "1/10000"}, &run),
                   DAL_OK);
  double smallest = (double) INFINITY;
  for (size_t i = 0; i < dal_run_rows(run); i++) {
    const double *v = dal_run_row(run, i) + 5 + 2 * point;
    smallest = fmin(smallest, hypot(v[0], v[1]));
  }
  if (!(smallest < 2e-3)) fail_msg("%s: %g", text, smallest);  // g/10000, and room
  dal_run_destroy(run);
  dal_model_destroy(m);
}

static void test_one_at_rest(void **state) {
  (void) state;
  assert_turns(PAIR "initial x1 = 1, y1 = 0.5, x2 = -1.2, y2 = 0.1\n"
                    "initial x1' = -1, y1' = 1, y2' = 0.8\n",
               0);
  assert_turns(PAIR "initial x2 = 1, y2 = 0.5, x1 = -1.2, y1 = 0.1\n"
                    "initial x2' = -1, y2' = 1, y1' = 0.8\n",
               1);
}

// --- constraints ---------------------------------------------------------------------------------

static void test_constraints(void **state) {
  (void) state;
  static const char *const names[] = {
    "chaplygin-sleigh",    "four-bar",        "hamilton-spherical-pendulum",
    "pendulum-cartesian",  "quaternion-body", "nonholonomic-double-pendulum-linear",
    "parallel-velocities", "rolling-disk",    "relativistic-ring",
    "massless-link",       "trailer-3",       "hamilton-double-pendulum"};
  size_t found = 0;
  for (size_t i = 0; i < dal_example_count(); i++)
    for (size_t k = 0; k < COUNT(names); k++) {
      if (strcmp(dal_example_name(i), names[k]) != 0) continue;
      DalModel *m = model_at(i);
      DalRun *run;
      const DalRunOptions options = {.from = "0", .to = "100", .every = "1/2"};
      if (dal_model_simulate(m, &options, &run) != DAL_OK)
        fail_msg("%s: %s", names[k], dal_model_messages(m));
      const double error = dal_run_summary(run).constraint_error;
      if (!(error < 1e-13)) fail_msg("%s: %g", names[k], error);
      dal_run_destroy(run);
      dal_model_destroy(m);
      found++;
    }
  assert_int_equal(found, COUNT(names));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_methods),
    cmocka_unit_test(test_judge),
    cmocka_unit_test(test_one_at_rest),
    cmocka_unit_test(test_constraints),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
