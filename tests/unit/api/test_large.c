// Unit tests of large systems: a thousand unknowns, hundreds of constraints.
//
// Judges: the modes of a chain of equal masses and springs between two walls, in closed form for any
// number of masses; a pendulum of many links in its angles, against the same as points on rods in
// Cartesian coordinates, and against the same with its points numbered in another order. Bound: what
// the tolerances allow for each step, times the steps, with room.

#include "dalembert.h"

#include "support/check.h"

#include <math.h>
#include <stdlib.h>

#define ROOM 100  // chars for one part of a model

typedef struct {
  char *at;
  size_t n, room;
} Writer;

static Writer writer_make(size_t parts) {
  Writer w = {.room = parts * ROOM + 1000};
  w.at = calloc(1, w.room);
  assert_non_null(w.at);
  return w;
}

__attribute__((format(printf, 2, 3))) static void add(Writer *w, const char *format, ...) {
  va_list args;
  va_start(args, format);
  w->n += (size_t) vsnprintf(w->at + w->n, w->room - w->n, format, args);
  va_end(args);
  assert_true(w->n < w->room);
}

static DalModel *model_of(Writer *w) {
  DalModel *m = dal_model_create();
  assert_non_null(m);
  if (dal_model_add(m, w->at) != DAL_OK || dal_model_finish(m) != DAL_OK)
    fail_msg("%s", dal_model_messages(m));
  free(w->at);
  return m;
}

static DalRun *run_well(DalModel *m, const DalRunOptions *options) {
  DalRun *run;
  if (dal_model_simulate(m, options, &run) != DAL_OK) fail_msg("%s", dal_model_messages(m));
  return run;
}

static const double *last_row(const DalRun *run) {
  return dal_run_row(run, dal_run_rows(run) - 1);
}

// --- modes ---------------------------------------------------------------------------------------

#define MASSES 1000
#define MODE 400
#define PI 3.14159265358979323846

// Mass i of n is at place[i]; the order of the coordinates is that of i.
static DalModel *chain(int n, const int *place) {
  int *at = calloc((size_t) n + 2, sizeof *at);  // the mass at each place; 0: a wall
  assert_non_null(at);
  for (int i = 1; i <= n; i++) at[place[i]] = i;
  Writer w = writer_make(3 * (size_t) n);
  for (int i = 1; i <= n; i++) {
    add(&w, "coordinate x%d\npoint P%d mass 1 at [x%d, 0]\n", i, i, i);
    add(&w, "initial x%d = sin(%d*pi/%d)\n", i, MODE * place[i], n + 1);
  }
  add(&w, "potential = 50*x%d^2 + 50*x%d^2", at[1], at[n]);
  for (int k = 2; k <= n; k++) add(&w, " + 50*(x%d - x%d)^2", at[k], at[k - 1]);
  add(&w, "\n");
  free(at);
  return model_of(&w);
}

// x_k = sin(j pi k/(n + 1)) cos(omega t), omega = 2 sqrt(k/m) sin(j pi/(2 (n + 1)))
static void assert_mode(DalModel *m, int n, const int *place, const char *integrator) {
  const double omega = 2 * 10 * sin(MODE * PI / (2.0 * (n + 1))), rtol = 1e-8;
  DalRun *run = run_well(m, &(DalRunOptions){.to = "1/2",
                                             .every = "1/2",
                                             .integrator = integrator,
                                             .rtol = rtol,
                                             .atol = rtol,
                                             .code = "interpreter"});
  const double *row = last_row(run);
  const double steps = (double) dal_run_summary(run).steps;
  const double bound = 2 * rtol * sqrt(2) * omega * steps;  // the velocities are of size omega
  for (int i = 1; i <= n; i++) {
    const double amplitude = sin(MODE * PI * place[i] / (n + 1));
    const double x = amplitude * cos(omega / 2), v = -omega * amplitude * sin(omega / 2);
    if (!(fabs(row[i] - x) <= bound && fabs(row[n + i] - v) <= omega * bound))
      fail_msg("%s: mass %d is at %.12g, not %.12g; its velocity is %.12g, not %.12g", integrator,
               i, row[i], x, row[n + i], v);
  }
  dal_run_destroy(run);
}

static void test_modes(void **state) {
  (void) state;
  static int place[MASSES + 1];
  for (int i = 1; i <= MASSES; i++) place[i] = i;
  DalModel *m = chain(MASSES, place);
  static const char *const integrators[] = {"dop853", "bdf", "dirk"};
  for (size_t i = 0; i < COUNT(integrators); i++) assert_mode(m, MASSES, place, integrators[i]);
  dal_model_destroy(m);
}

// The same masses, every seventh first: the Jacobian is no band.
static void test_modes_in_another_order(void **state) {
  (void) state;
  enum { n = 200 };
  static int place[n + 1];
  for (int i = 1; i <= n; i++)
    place[i] = 1 + (7 * (i - 1)) % n;  // 7 and 200 have no factor in common
  DalModel *m = chain(n, place);
  assert_mode(m, n, place, "bdf");
  dal_model_destroy(m);
}

// --- rods ----------------------------------------------------------------------------------------

static DalModel *links(int n) {
  Writer w = writer_make(2 * (size_t) n);
  add(&w, "let r0 = [0, 0]\ngravity = [0, -9.81]\n");
  for (int i = 1; i <= n; i++) {
    add(&w, "coordinate a%d\nlet r%d = r%d + [sin(a%d), -cos(a%d)]\n", i, i, i - 1, i, i);
    add(&w, "point P%d mass 1 at r%d\ninitial a%d = 1 + %d/100\n", i, i, i, i);
  }
  return model_of(&w);
}

// Point number i is the place[i]-th of the chain.
static DalModel *points_on_rods(int n, const int *place) {
  int *at = calloc((size_t) n + 1, sizeof *at);
  double *x = calloc((size_t) n + 1, sizeof *x), *y = calloc((size_t) n + 1, sizeof *y);
  assert_true(at != NULL && x != NULL && y != NULL);
  for (int k = 1; k <= n; k++) {
    x[k] = x[k - 1] + sin(1 + k / 100.0);
    y[k] = y[k - 1] - cos(1 + k / 100.0);
  }
  Writer w = writer_make(3 * (size_t) n);
  add(&w, "gravity = [0, -9.81]\n");
  for (int i = 1; i <= n; i++) {
    at[place[i]] = i;
    add(&w, "coordinate x%d, y%d\npoint P%d mass 1 at [x%d, y%d]\n", i, i, i, i, i);
    add(&w, "initial x%d = %.17g, y%d = %.17g\n", i, x[place[i]], i, y[place[i]]);
  }
  add(&w, "constraint x%d^2 + y%d^2 = 1\n", at[1], at[1]);
  for (int k = n; k > 1; k--)
    add(&w, "constraint (x%d - x%d)^2 + (y%d - y%d)^2 = 1\n", at[k], at[k - 1], at[k], at[k - 1]);
  free(at), free(x), free(y);
  return model_of(&w);
}

// Finds the end of the chain after a quarter of a second, by an integrator.
static void end_of(DalModel *m, const char *integrator, const int *place, int n, double *end) {
  DalRun *run = run_well(
    m,
    &(DalRunOptions){.to = "1/4", .every = "1/4", .integrator = integrator, .code = "interpreter"});
  const double *row = last_row(run);
  const DalRunSummary summary = dal_run_summary(run);
  end[0] = end[1] = 0;
  for (int i = 1; i <= n; i++) {
    if (place == NULL) end[0] += sin(row[i]), end[1] -= cos(row[i]);
    if (place != NULL && place[i] == n) end[0] = row[2 * i - 1], end[1] = row[2 * i];
  }
  assert_true(summary.constraint_error <= 1e-12);
  assert_true(summary.energy_drift <= 1e-6 * fabs(summary.energy));
  dal_run_destroy(run);
}

static void assert_ends(DalModel *m, const char *integrator, const int *place, int n,
                        const double *right, double bound) {
  double end[2];
  end_of(m, integrator, place, n, end);
  if (!(hypot(end[0] - right[0], end[1] - right[1]) <= bound))
    fail_msg("%s: the end is at %.12g, %.12g, not %.12g, %.12g", integrator, end[0], end[1],
             right[0], right[1]);
  dal_model_destroy(m);
}

static void test_links_and_rods(void **state) {
  (void) state;
  enum { n = 40 };
  static int place[n + 1];
  double right[2];
  DalModel *m = links(n);
  end_of(m, "dop853", NULL, n, right);
  dal_model_destroy(m);
  // 1e-10 for each of about 100 steps, of a chain 40 long
  for (int i = 1; i <= n; i++) place[i] = i;
  assert_ends(points_on_rods(n, place), "dop853", place, n, right, 40 * 100 * 1e-10);
  for (int i = 1; i <= n; i++) place[i] = 1 + (7 * (i - 1)) % n;
  assert_ends(points_on_rods(n, place), "dop853", place, n, right, 40 * 100 * 1e-10);
}

// Accelerations depend on all positions: no Jacobian, Krylov subspaces.
static void test_many_rods(void **state) {
  (void) state;
  enum { n = 150 };
  static int place[n + 1];
  double right[2];
  for (int i = 1; i <= n; i++) place[i] = i;
  DalModel *m = points_on_rods(n, place);
  end_of(m, "dop853", place, n, right);
  assert_ends(m, "bdf", place, n, right, 150 * 1000 * 1e-10);
}

// --- too large -----------------------------------------------------------------------------------

// T = 1/2 (sum x')^2 + 1/2 sum x'^2: M is full, with 300^3/3 operations.
static void test_too_large(void **state) {
  (void) state;
  enum { n = 300 };
  Writer w = writer_make(2 * n);
  add(&w, "coordinate x1");
  for (int i = 2; i <= n; i++) add(&w, ", x%d", i);
  add(&w, "\nkinetic = 1/2*(");
  for (int i = 1; i <= n; i++) add(&w, "%sx%d'", i > 1 ? " + " : "", i);
  add(&w, ")^2");
  for (int i = 1; i <= n; i++) add(&w, " + 1/2*x%d'^2", i);
  add(&w, "\n");
  DalModel *m = model_of(&w);
  DalRun *run;
  assert_int_equal(dal_model_simulate(m, &(DalRunOptions){.to = "1"}, &run), DAL_UNABLE);
  assert_null(run);
  assert_non_null(strstr(dal_model_messages(m),
                         "solving for 300 unknowns takes too many operations: the limit is 8000000 "
                         "[N0822]"));
  dal_model_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_modes),          cmocka_unit_test(test_modes_in_another_order),
    cmocka_unit_test(test_links_and_rods), cmocka_unit_test(test_many_rods),
    cmocka_unit_test(test_too_large),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
