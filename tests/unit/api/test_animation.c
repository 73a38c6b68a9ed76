// Unit tests of draw/animation.c: what is shown of a model, and where.
//
// Judge: motions in closed form. Between rows that are h apart the coordinates are cubic; the error
// of that is at most h^4/384 max|x''''|.

#include "draw/animation.h"
#include "api/run_impl.h"

#include "support/check.h"

#include <math.h>

#define NEAR 1e-8  // of a run with rtol 1e-10

typedef struct {
  DalModel *m;
  DalRun *run;
  Animation a;
} Shown;

static Status make_body(void *context) {
  Shown *s = context;
  return animation_make(s->m, &s->run->its.motion, &s->m->arena, &s->a, NULL);
}

static Shown show(const char *text, const DalRunOptions *options, const char *method) {
  Shown s = {.m = dal_model_create()};
  assert_non_null(s.m);
  if (dal_model_add(s.m, text) != DAL_OK || dal_model_finish(s.m) != DAL_OK)
    fail_msg("%s", dal_model_messages(s.m));
  const DalDeriveOptions how = {.method = method};
  if (method != NULL) assert_int_equal(dal_model_derive(s.m, &how), DAL_OK);
  const DalStatus status = dal_model_simulate(s.m, options, &s.run);
  if (s.run == NULL) fail_msg("%d: %s", status, dal_model_messages(s.m));
  assert_int_equal(guard_run(&s.m->guard, make_body, &s), STATUS_OK);
  arena_release(&s.m->work, (ArenaMark){0});
  return s;
}

static void drop(Shown *s) {
  dal_run_destroy(s->run);
  dal_model_destroy(s->m);
}

static double at(const Shown *s, size_t frame, size_t column) {
  return s->a.at[frame * s->a.columns + column];
}

static double time_of(const Shown *s, size_t frame) {
  return s->a.from + (s->a.to - s->a.from) * (double) frame / (double) (s->a.frames - 1);
}

static void assert_within(double a, double b, double tolerance) {
  if (!(fabs(a - b) <= tolerance)) fail_msg("%.17g is not %.17g", a, b);
}

static void assert_names(const Shown *s, const char *const *names, size_t n) {
  assert_int_equal(s->a.points, n);
  for (size_t i = 0; i < n; i++) assert_string_equal(s->a.point[i].name, names[i]);
}

// --- where ---------------------------------------------------------------------------------------

static const char oscillator[] = "coordinate x\n"
                                 "point P mass 3 at [x, 2*x]\n"
                                 "potential = 15/2*x^2\n"  // x'' = -x
                                 "initial x = 1\n";

static void check_cosine(const DalRunOptions *options, double tolerance) {
  Shown s = show(oscillator, options, NULL);
  assert_int_equal(s.a.frames, 601);
  for (size_t f = 0; f < s.a.frames; f++) {
    assert_within(at(&s, f, 0), cos(time_of(&s, f)), tolerance);
    assert_within(at(&s, f, 1), 2 * cos(time_of(&s, f)), 2 * tolerance);
    assert_true(at(&s, f, 2) == 0);
  }
  drop(&s);
}

// Frames do not coincide with rows: 60 per second, and rows 0.03, 0.2 and 1 apart; forwards and backwards.
static void test_between_rows(void **state) {
  (void) state;
  static const struct {
    const char *every;
    double h;
  } rows[] = {{"0.03", 0.03}, {"0.2", 0.2}, {"1", 1}};
  for (size_t i = 0; i < COUNT(rows); i++) {
    const double tolerance = pow(rows[i].h, 4) / 384 + NEAR;
    check_cosine(&(DalRunOptions){.to = "10", .every = rows[i].every}, tolerance);
    check_cosine(&(DalRunOptions){.to = "-10", .every = rows[i].every}, tolerance);
  }
}

// A circle, at unit speed, in the variables of Whittaker: rows are even in the angle, not in time.
static void test_other_variable(void **state) {
  (void) state;
  static const char kepler[] = "coordinate r, phi\n"
                               "kinetic = 1/2*(r'^2 + r^2*phi'^2)\n"
                               "potential = -1/r\n"
                               "point P at r*[cos(phi), sin(phi)]\n"
                               "initial r = 1, phi' = 1.3\n";
  Shown by_time = show(kepler, &(DalRunOptions){.to = "10", .every = "0.01"}, NULL);
  Shown s = show(kepler, &(DalRunOptions){.to = "6", .every = "0.01"}, "whittaker");
  assert_true(s.a.from == 0 && s.a.to > 5);
  double uneven = 0;
  for (size_t i = 0; i + 2 < dal_run_rows(s.run); i++)
    uneven = fmax(uneven, fabs(dal_run_row(s.run, i)[0] - 2 * dal_run_row(s.run, i + 1)[0] +
                               dal_run_row(s.run, i + 2)[0]));
  assert_true(uneven > 1e-6);
  // the same place at the same time; both tables are dense
  for (size_t f = 0; f < s.a.frames; f++) {
    const double t = time_of(&s, f);
    if (t > 10) break;
    const size_t row = (size_t) (t / 0.01);
    const double *a = dal_run_row(by_time.run, row), r = a[1] + (t - a[0]) * a[3],
                 phi = a[2] + (t - a[0]) * a[4];
    assert_within(at(&s, f, 0), r * cos(phi), 1e-4);  // linear here: h^2/2 max|q''|
    assert_within(at(&s, f, 1), r * sin(phi), 1e-4);
  }
  drop(&s);
  drop(&by_time);
}

static void test_turning_body(void **state) {
  (void) state;
  Shown s = show("coordinate a\n"
                 "frame F = rotate(z, a)\n"
                 "body B mass 2 at [1, 2] frame F inertia (0, 0, 1)\n"
                 "initial a' = 1\n"
                 "simulate to 5 every 0.1\n",
                 &(DalRunOptions){0}, NULL);
  assert_true(s.a.planar && s.a.points == 1 && s.a.point[0].body && s.a.point[0].mass == 2);
  const size_t axes = s.a.point[0].axes;
  assert_int_not_equal(axes, ANIMATION_NONE);
  for (size_t f = 0; f < s.a.frames; f++) {
    const double c = cos(time_of(&s, f)), d = sin(time_of(&s, f));
    const double expected[] = {c, d, 0, -d, c, 0};
    for (size_t i = 0; i < 6; i++) assert_within(at(&s, f, axes + i), expected[i], NEAR);
    assert_true(at(&s, f, 0) == 1 && at(&s, f, 1) == 2);
  }
  drop(&s);
}

// --- what ----------------------------------------------------------------------------------------

static void test_all_without_draw(void **state) {
  (void) state;
  static const char *const names[] = {"heavy", "light", "hidden", "B"};
  Shown s = show("coordinate x\n"
                 "point heavy mass 1 at [x, 0]\n"
                 "point light at [x, 1]\n"
                 "point hidden at [x, 2]\n"
                 "body B mass 2 at [-x, 3] inertia (1, 1, 1)\n"
                 "initial x' = 1\n"
                 "simulate to 5\n",
                 &(DalRunOptions){0}, NULL);
  assert_names(&s, names, COUNT(names));
  assert_int_equal(s.a.paths, 4);
  for (size_t i = 0; i < 4; i++) assert_int_equal(s.a.path[i], i);
  assert_true(s.a.lines == 0 && s.a.circles == 0 && s.a.planar && s.a.end == NULL);
  assert_int_equal(s.a.point[3].axes, ANIMATION_NONE);  // fixed to N
  assert_true(s.a.gravity[0] == 0 && s.a.gravity[1] == 0 && s.a.gravity[2] == 0);
  drop(&s);
}

// With `draw`: what it names, and what has mass. O is a point if it is named.
static void test_draw(void **state) {
  (void) state;
  static const char *const names[] = {"heavy", "light", "B", "O"};
  Shown s = show("parameter R = 1/2\n"
                 "coordinate x\n"
                 "point heavy mass 1 at [x, 0]\n"
                 "point light at [x, 1]\n"
                 "point hidden at [x, 2]\n"
                 "body B mass 2 at [-x, 3] inertia (1, 1, 1)\n"
                 "gravity = [0, -3, 0]\n"
                 "initial x' = 1\n"
                 "simulate to 5\n"
                 "draw line O light\n"
                 "draw path heavy\n"
                 "draw circle B radius R*(1 + x)\n",
                 &(DalRunOptions){0}, NULL);
  assert_names(&s, names, COUNT(names));
  assert_int_equal(s.a.lines, 1);
  assert_true(s.a.line[0].from == 3 && s.a.line[0].to == 1);
  assert_true(s.a.paths == 1 && s.a.path[0] == 0);
  assert_true(s.a.circles == 1 && s.a.circle[0].point == 2);
  assert_within(at(&s, s.a.frames - 1, s.a.circle[0].radius), 3, NEAR);  // x = 5 at the end
  assert_true(s.a.gravity[0] == 0 && s.a.gravity[1] == -1 && s.a.gravity[2] == 0);
  drop(&s);
}

static bool is_planar(const char *text) {
  Shown s = show(text, &(DalRunOptions){.to = "1"}, NULL);
  const bool planar = s.a.planar;
  drop(&s);
  return planar;
}

static void test_planar(void **state) {
  (void) state;
  assert_true(is_planar("coordinate x\npoint P mass 1 at [x, 0, 3]\n"));
  assert_false(is_planar("coordinate x\npoint P mass 1 at [x, 0, x]\n"));
  assert_false(is_planar("coordinate x\npoint P mass 1 at [x, 0, t]\n"));
  assert_false(is_planar("coordinate x\npoint P mass 1 at [x, 0]\npoint Q at [x, 0, 1]\n"));
  assert_false(is_planar("coordinate x\nframe F = rotate(x, x)\n"
                         "body B mass 1 at [0, 0] frame F inertia (1, 1, 1)\n"));
  assert_true(is_planar("coordinate x\nframe F = rotate(z, x)\n"
                        "body B mass 1 at [0, 0] frame F inertia (1, 1, 1)\n"));
}

static void test_nothing(void **state) {
  (void) state;
  Shown s = show("coordinate x\nkinetic = 1/2*x'^2\n", &(DalRunOptions){.to = "1"}, NULL);
  assert_int_equal(s.a.points, 0);
  drop(&s);
}

// A parameter that is not needed to draw may have no value.
static void test_gravity_without_value(void **state) {
  (void) state;
  Shown s = show("parameter g\ncoordinate x\npoint P at [x, 0]\n"
                 "kinetic = 1/2*x'^2\ngravity = [0, -g]\n",
                 &(DalRunOptions){.to = "1"}, NULL);
  assert_int_equal(s.a.points, 1);
  assert_true(s.a.gravity[1] == 0 && s.a.point[0].mass == 0);
  drop(&s);
}

// --- how it ends ---------------------------------------------------------------------------------

// Both points come to rest at t = 0.7, where the constraint degenerates.
static void test_singular(void **state) {
  (void) state;
  Shown s = show("parameter m1 = 1, m2 = 2, T = 0.7\n"
                 "coordinate x1, y1, x2, y2\n"
                 "point P1 mass m1 at [x1, y1]\n"
                 "point P2 mass m2 at [x2, y2]\n"
                 "force on P1 = -m1/(T - t)*vel(P1)\n"
                 "force on P2 = -m2/(T - t)*vel(P2)\n"
                 "constraint pivot: x1*x1'*y2' - x2*x2'*y1' + (y1 - y2)*y1'*y2' = 0\n"
                 "initial x1 = 1, y1 = 0.5, x2 = -1.2, y2 = 0.1\n"
                 "initial x1' = 0.3, y1' = 1, y2' = 0.8\n"
                 "simulate to 2 every 0.1\n",
                 &(DalRunOptions){0}, NULL);
  assert_string_equal(s.a.end, "a singular state is ahead");
  assert_within(s.a.to, 0.7, 1e-3);
  drop(&s);
}

// A run that stops where the model says so has not ended early.
static void test_stop(void **state) {
  (void) state;
  Shown s = show("coordinate x\npoint P mass 1 at [x, 0]\ninitial x' = 1\n"
                 "stop when x = 5\nsimulate to 10 every 1/3\n",
                 &(DalRunOptions){0}, NULL);
  assert_null(s.a.end);
  assert_within(s.a.to, 5, NEAR);
  assert_within(at(&s, s.a.frames - 1, 0), 5, NEAR);
  assert_within(at(&s, 150, 0), 2.5, NEAR);
  drop(&s);
}

// x = cos t: an arrow along the velocity is -sin t long, to the linear interpolation between rows that are 0.001 apart.
static void test_shapes(void **state) {
  (void) state;
  static const char text[] = "coordinate x\n"
                             "point P mass 1 at [x, 0]\n"
                             "potential = 1/2*x^2\n"
                             "initial x = 1\n"
                             "draw box P size [2, x + 3]\n"
                             "draw cylinder O P radius 1/4\n"
                             "draw arrow P along 2*vel(P)\n";
  Shown s = show(text, &(DalRunOptions){.to = "1", .every = "0.001"}, NULL);
  assert_int_equal(s.a.boxes, 1);
  assert_int_equal(s.a.arrows, 1);
  assert_int_equal(s.a.lines, 1);
  assert_int_equal(s.a.line[0].kind, LINE_CYLINDER);
  assert_true(s.a.planar);
  for (size_t f = 0; f < s.a.frames; f++) {
    const double t = time_of(&s, f);
    assert_within(at(&s, f, s.a.line[0].radius), 0.25, 0);
    assert_within(at(&s, f, s.a.box[0].vector), 2, 0);
    assert_within(at(&s, f, s.a.box[0].vector + 1), cos(t) + 3, NEAR);
    assert_within(at(&s, f, s.a.arrow[0].vector), -2 * sin(t), 1e-6);  // 2 h^2/8
    assert_within(at(&s, f, s.a.arrow[0].vector + 1), 0, 0);
  }
  drop(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_between_rows), cmocka_unit_test(test_other_variable),
    cmocka_unit_test(test_turning_body), cmocka_unit_test(test_all_without_draw),
    cmocka_unit_test(test_draw),         cmocka_unit_test(test_planar),
    cmocka_unit_test(test_shapes),
    cmocka_unit_test(test_nothing),      cmocka_unit_test(test_gravity_without_value),
    cmocka_unit_test(test_singular),     cmocka_unit_test(test_stop),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
