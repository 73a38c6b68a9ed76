// Unit tests of include/dalembert.h: the library as a program uses it.

#include "dalembert.h"

#include "support/folder.h"
#include "support/models.h"
#include "support/texts.h"

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#define PENDULUM                                      \
  "parameter l = 2, g = 9.81\n"                       \
  "coordinate theta\n"                                \
  "point P mass 3 at [l*sin(theta), -l*cos(theta)]\n" \
  "gravity = [0, -g]\n"

static double pendulum_acceleration(DalModel *m, double theta) {
  double velocity = 0.7, acceleration = 0;
  assert_int_equal(dal_model_accelerations(m, 0, &theta, &velocity, &acceleration), DAL_OK);
  return acceleration;
}

static void assert_near(double a, double b) {
  if (!(fabs(a - b) <= 16 * DBL_EPSILON * (1 + fabs(b)))) fail_msg("%.17g is not %.17g", a, b);
}

// --- numbers ------------------------------------------------------------------------------------

static void test_pendulum(void **state) {
  (void) state;
  DalModel *m = model_of(PENDULUM);
  for (double theta = -3; theta < 3; theta += 0.37)
    assert_near(pendulum_acceleration(m, theta), -9.81 / 2 * sin(theta));
  double theta = 0.3, velocity = 1, M, F;
  assert_int_equal(dal_model_system(m, 0, &theta, &velocity, &M, &F), DAL_OK);
  assert_near(M, 12);
  assert_near(F, -3 * 9.81 * 2 * sin(0.3));
  const DalSize size = dal_model_size(m);
  assert_int_equal(size.coordinates, 1);
  assert_true(size.instructions > 0 && size.expressions > 5);
  dal_model_destroy(m);
}

static void test_time_dependent(void **state) {
  (void) state;
  DalModel *m = model_of("parameter a = 2\ncoordinate x\npoint P mass 1 at [x + a*sin(t), 0]\n");
  double x = 0, v = 0, acceleration;
  assert_int_equal(dal_model_accelerations(m, 0.5, &x, &v, &acceleration), DAL_OK);
  assert_near(acceleration, 2 * sin(0.5));
  dal_model_destroy(m);
}

static void test_settings(void **state) {
  (void) state;
  DalModel *m = model_of(PENDULUM);
  assert_near(pendulum_acceleration(m, 1), -9.81 / 2 * sin(1));
  assert_int_equal(dal_model_set(m, "l = 4, g = 1.6"), DAL_OK);
  assert_near(pendulum_acceleration(m, 1), -0.4 * sin(1));
  assert_int_equal(dal_model_set(m, "g = 3*l"), DAL_OK);  // in terms of the others
  assert_near(pendulum_acceleration(m, 1), -3 * sin(1));
  assert_int_equal(dal_model_errors(m), 0);
  dal_model_destroy(m);
}

static void test_bad_settings(void **state) {
  (void) state;
  static const char *const bad[] = {
    "k = 1", "theta = 1", "l", "l = ", "l = theta", "l = 1 g = 2", "= 3", "l = 1/0"};
  for (size_t i = 0; i < COUNT(bad); i++) {
    DalModel *m = model_of(PENDULUM);
    assert_int_equal(dal_model_set(m, bad[i]), DAL_INPUT);
    assert_true(dal_model_errors(m) > 0);
    assert_non_null(strstr(dal_model_messages(m), "error:"));
    dal_model_destroy(m);
  }
}

// Parameters that depend on each other have no value.
static void test_circular_settings(void **state) {
  (void) state;
  DalModel *m = model_of(PENDULUM);
  assert_int_equal(dal_model_set(m, "g = l, l = g"), DAL_OK);
  double theta = 1, velocity = 0, acceleration;
  assert_int_equal(dal_model_accelerations(m, 0, &theta, &velocity, &acceleration), DAL_INPUT);
  assert_true(dal_model_errors(m) > 0);
  dal_model_destroy(m);
}

static void test_parameter_without_value(void **state) {
  (void) state;
  DalModel *m = model_of("parameter k\ncoordinate x\nkinetic = x'^2/2\npotential = k*x^2/2\n");
  double x = 2, v = 0, acceleration;
  assert_int_equal(dal_model_accelerations(m, 0, &x, &v, &acceleration), DAL_INPUT);
  assert_non_null(strstr(dal_model_messages(m), "k"));
  assert_int_equal(dal_model_set(m, "k = 5"), DAL_OK);
  assert_int_equal(dal_model_accelerations(m, 0, &x, &v, &acceleration), DAL_OK);
  assert_near(acceleration, -10);
  dal_model_destroy(m);
}

static void test_singular_mass(void **state) {
  (void) state;
  DalModel *m = model_of("coordinate x, y\nkinetic = x'^2/2\npotential = x*y\n");
  double q[] = {1, 1}, v[] = {0, 0}, accelerations[2];
  assert_int_equal(dal_model_accelerations(m, 0, q, v, accelerations), DAL_DOMAIN);
  assert_non_null(strstr(dal_model_messages(m), "acceleration of y"));
  dal_model_destroy(m);
}

// Two coordinates for one point on a line: M is singular at every state, whatever the rounding.
static void test_redundant_coordinates(void **state) {
  (void) state;
  DalModel *m = model_of("coordinate x, y\npoint P mass 1.7 at [0.1*x + 0.3*y, 0]\nforce x = 1\n");
  double q[] = {1, 1}, v[] = {0, 0}, accelerations[2];
  assert_int_equal(dal_model_accelerations(m, 0, q, v, accelerations), DAL_DOMAIN);
  assert_true(dal_model_errors(m) > 0);
  dal_model_destroy(m);
}

static void test_not_finite(void **state) {
  (void) state;
  DalModel *m = model_of("coordinate x\nkinetic = x'^2/2\npotential = 1/x\n");
  double x = 0, v = 0, acceleration;
  assert_int_equal(dal_model_accelerations(m, 0, &x, &v, &acceleration), DAL_DOMAIN);
  x = 2;  // and continues
  assert_int_equal(dal_model_accelerations(m, 0, &x, &v, &acceleration), DAL_OK);
  assert_near(acceleration, 0.25);
  dal_model_destroy(m);
}

// --- building -----------------------------------------------------------------------------------

static const char *const lines[] = {
  "system \"Double pendulum\"",
  "parameter m1 = 1, m2 = 1.5, l1 = 1, l2 = 0.5, g = 9.81",
  "coordinate theta1, theta2",
  "let r1 = l1*[sin(theta1), -cos(theta1)]",
  "let r2 = r1 + l2*[sin(theta2), -cos(theta2)]",
  "point P1 mass m1 at r1",
  "point P2 mass m2 at r2",
  "gravity = [0, -g]",
  "observe height = pos(P2).y",
  "initial theta1 = 2, theta2 = 1",
};

static void test_line_by_line(void **state) {
  Bench *b = *state;
  Text all = text_make(&b->arena);
  DalModel *one = dal_model_create(), *two = dal_model_create();
  for (size_t i = 0; i < COUNT(lines); i++) {
    text_addf(&all, "%s\n", lines[i]);
    assert_int_equal(dal_model_add(two, lines[i]), DAL_OK);
  }
  assert_int_equal(dal_model_add(one, text_get(&all)), DAL_OK);
  assert_int_equal(dal_model_finish(one), DAL_OK);
  assert_int_equal(dal_model_finish(two), DAL_OK);
  assert_string_equal(dal_model_title(two), "Double pendulum");
  assert_int_equal(dal_model_coordinates(two), 2);
  assert_string_equal(dal_model_coordinate(two, 1), "theta2");
  assert_null(dal_model_coordinate(two, 2));
  for (int format = DAL_TEXT; format <= DAL_JSON; format++) {
    const char *first, *second;
    assert_int_equal(text_of(&first, dal_model_print, one, (DalFormat) format), DAL_OK);
    assert_int_equal(text_of(&second, dal_model_print, two, (DalFormat) format), DAL_OK);
    assert_string_equal(first, second);
    assert_int_equal(text_of(&first, dal_model_eval, one, NULL, (DalFormat) format), DAL_OK);
    assert_int_equal(text_of(&second, dal_model_eval, two, NULL, (DalFormat) format), DAL_OK);
    assert_string_equal(first, second);
  }
  const double q[] = {0.3, -1.1}, v[] = {0.2, 0.9};
  double a1[2], a2[2];
  assert_int_equal(dal_model_accelerations(one, 0, q, v, a1), DAL_OK);
  assert_int_equal(dal_model_accelerations(two, 0, q, v, a2), DAL_OK);
  assert_memory_equal(a1, a2, sizeof a1);
  dal_model_destroy(one);
  dal_model_destroy(two);
}

static void test_errors(void **state) {
  (void) state;
  DalModel *m = dal_model_create();
  assert_int_equal(dal_model_add(m, "coordinate x\n"), DAL_OK);
  assert_int_equal(dal_model_add(m, "kinetic = m*x'^2/2\npotential = sni(x)\n"), DAL_INPUT);
  assert_int_equal(dal_model_errors(m), 2);
  const char *messages = dal_model_messages(m);
  assert_non_null(strstr(messages, ":1:11: error: m is not declared [N0201]\n"));
  assert_non_null(strstr(messages, "sni"));
  assert_non_null(strstr(messages, "^^^"));
  assert_int_equal(dal_model_finish(m), DAL_INPUT);
  const char *text = "unchanged";
  assert_int_equal(text_of(&text, dal_model_print, m, DAL_TEXT), DAL_INPUT);
  double x = 0, v = 0, a;
  assert_int_equal(dal_model_accelerations(m, 0, &x, &v, &a), DAL_INPUT);
  dal_model_destroy(m);
}

// The library keeps all messages, and returns the first of them on request.
static void test_first_messages(void **state) {
  (void) state;
  DalModel *m = dal_model_create();
  for (int i = 0; i < 30; i++) assert_int_equal(dal_model_add(m, "coordinate pi\n"), DAL_INPUT);
  assert_int_equal(dal_model_errors(m), 30);
  const char *all = dal_model_messages(m), *first = dal_model_first_messages(m, 29);
  size_t count = 0;
  for (const char *at = all; (at = strstr(at, " error: ")) != NULL; at++) count++;
  assert_int_equal(count, 30);
  assert_null(strstr(all, "more error"));
  const char *rest = strstr(first, "... and 1 more error\n");
  assert_non_null(rest);
  assert_memory_equal(first, all, (size_t) (rest - first));
  dal_model_destroy(m);
}

static void test_missing_file(void **state) {
  (void) state;
  DalModel *m = dal_model_create();
  assert_int_equal(dal_model_read(m, "/no/such/file.mech"), DAL_INPUT);
  assert_non_null(strstr(dal_model_messages(m), "/no/such/file.mech"));
  dal_model_destroy(m);
}

static void test_read_file(void **state) {
  (void) state;
  DalModel *m = dal_model_create();
  assert_int_equal(dal_model_read(m, "models/double-pendulum.mech"), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  assert_string_equal(dal_model_title(m), "Planar double pendulum");
  dal_model_destroy(m);
}

typedef struct {
  DalStatus end;
  size_t pieces;
  bool written;
} Pieces;

static DalStatus put_pieces(void *context, DalPut *put, void *sink) {
  Pieces *p = context;
  p->written = true;
  for (size_t i = 0; i < p->pieces; i++) p->written = put(sink, "piece\n") && p->written;
  return p->end;
}

// A file that is written piece by piece is complete, or absent; a full device is reported to the writer, too.
static void test_pieces(void **state) {
  Folder *f = *state;
  const char *path = folder_path(f, "pieces.txt");
  size_t n;
  Pieces p = {DAL_DOMAIN, 2, false};
  assert_int_equal(dal_write_pieces(path, put_pieces, &p), DAL_DOMAIN);
  assert_int_equal(errno, 0);
  assert_int_equal(access(path, F_OK), -1);
  p.end = DAL_OK;
  assert_int_equal(dal_write_pieces(path, put_pieces, &p), DAL_OK);
  assert_true(p.written);
  assert_string_equal(folder_read(f, path, &n), "piece\npiece\n");
  p.pieces = 100000;  // more than any buffer
  assert_int_equal(dal_write_pieces("/dev/full", put_pieces, &p), DAL_LIMIT);
  assert_int_equal(errno, ENOSPC);
  assert_false(p.written);
}

// A statement after the end is a wrong request: it is refused, and a message says so.
static void test_add_after_finish(void **state) {
  (void) state;
  DalModel *m = model_of(PENDULUM);
  assert_int_equal(dal_model_add(m, "parameter k = 1\n"), DAL_INPUT);
  assert_true(dal_model_errors(m) > 0);
  assert_string_not_equal(dal_model_messages(m), "");
  dal_model_destroy(m);
}

static void test_use_before_finish(void **state) {
  (void) state;
  DalModel *m = dal_model_create();
  assert_int_equal(dal_model_add(m, PENDULUM), DAL_OK);
  assert_int_equal(dal_model_derive(m, NULL), DAL_INPUT);
  assert_string_not_equal(dal_model_messages(m), "");
  dal_model_destroy(m);
}

static void test_finish_twice(void **state) {
  (void) state;
  DalModel *m = model_of(PENDULUM);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  assert_int_equal(dal_model_errors(m), 0);
  dal_model_destroy(m);
}

static void test_empty_model(void **state) {
  (void) state;
  DalModel *m = dal_model_create();
  assert_int_equal(dal_model_add(m, ""), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_INPUT);
  assert_true(dal_model_errors(m) > 0);
  assert_string_equal(dal_model_title(m), "");
  dal_model_destroy(m);
}

// --- equations and the rest ---------------------------------------------------------------------

static void test_methods(void **state) {
  (void) state;
  size_t n = 0;
  while (dal_method_name(n) != NULL) assert_non_null(dal_method_title(n++));
  assert_true(n >= 1);
  assert_null(dal_method_title(n));
  assert_null(dal_method_name(n + 100));
  assert_string_equal(dal_method_name(0), "lagrange");
  DalModel *m = model_of(PENDULUM);
  assert_int_equal(dal_model_derive(m, &(DalDeriveOptions){.method = "newton"}), DAL_INPUT);
  assert_non_null(strstr(dal_model_messages(m), "newton"));
  assert_int_equal(dal_model_derive(m, &(DalDeriveOptions){.method = "lagrange", .worksheet = true}), DAL_OK);
  const char *with, *without;
  assert_int_equal(text_of(&with, dal_model_print, m, DAL_TEXT), DAL_OK);
  assert_int_equal(dal_model_derive(m, NULL), DAL_OK);
  assert_int_equal(text_of(&without, dal_model_print, m, DAL_TEXT), DAL_OK);
  assert_true(strlen(with) > strlen(without));
  dal_model_destroy(m);
}

static void test_eval(void **state) {
  (void) state;
  DalModel *m = model_of(PENDULUM "initial theta = pi/2, theta' = 2\nobserve v = norm(vel(P))\n");
  const char *text;
  assert_int_equal(text_of(&text, dal_model_eval, m, NULL, DAL_JSON), DAL_OK);
  assert_non_null(strstr(text, "\"theta'\": 2"));
  assert_non_null(strstr(text, "\"v\": 4"));
  assert_int_equal(
    text_of(&text, dal_model_eval, m, &(DalEvalOptions){.at = "theta = 0, theta' = 1"}, DAL_JSON), DAL_OK);
  assert_non_null(strstr(text, "\"v\": 2"));
  assert_int_equal(text_of(&text, dal_model_eval, m, &(DalEvalOptions){.at = "phi = 0"}, DAL_JSON),
                   DAL_INPUT);
  assert_non_null(strstr(dal_model_messages(m), "phi"));
  dal_model_destroy(m);
}

static void test_examples(void **state) {
  (void) state;
  assert_true(dal_example_count() >= 1);
  for (size_t i = 0; i < dal_example_count(); i++) {
    char title[100], cut[5];
    assert_true(strlen(dal_example_name(i)) > 0);
    DalModel *m = dal_model_create();
    assert_int_equal(dal_model_add(m, dal_example_text(i)), DAL_OK);
    assert_int_equal(dal_model_finish(m), DAL_OK);
    dal_example_title(i, title, sizeof title);
    assert_string_equal(title, dal_model_title(m));
    dal_example_title(i, cut, sizeof cut);
    assert_int_equal(strlen(cut), 4);
    assert_memory_equal(cut, title, 4);
    dal_model_destroy(m);
  }
  assert_null(dal_example_name(dal_example_count()));
  assert_null(dal_example_text(dal_example_count()));
}

static void test_small_things(void **state) {
  (void) state;
  dal_model_destroy(NULL);
  assert_string_equal(dal_version(), DAL_VERSION);
  assert_string_equal(dal_status_meaning(DAL_OK), "the result is right");
  for (int i = DAL_OK; i <= DAL_INTERNAL; i++)
    assert_true(strlen(dal_status_meaning((DalStatus) i)) > 10);
}

// Two models share nothing: neither names nor numbers.
static void test_two_models(void **state) {
  (void) state;
  DalModel *one = model_of(PENDULUM);
  DalModel *two =
    model_of("parameter g = 1\ncoordinate theta\nkinetic = theta'^2/2\npotential = g*theta\n");
  assert_near(pendulum_acceleration(one, 1), -9.81 / 2 * sin(1));
  assert_near(pendulum_acceleration(two, 1), -1);
  dal_model_destroy(one);
  assert_near(pendulum_acceleration(two, 1), -1);
  dal_model_destroy(two);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_pendulum),
    cmocka_unit_test(test_time_dependent),
    cmocka_unit_test(test_settings),
    cmocka_unit_test(test_bad_settings),
    cmocka_unit_test(test_circular_settings),
    cmocka_unit_test(test_parameter_without_value),
    cmocka_unit_test(test_singular_mass),
    cmocka_unit_test(test_redundant_coordinates),
    cmocka_unit_test(test_not_finite),
    BENCH_TEST(test_line_by_line),
    cmocka_unit_test(test_errors),
    cmocka_unit_test(test_first_messages),
    cmocka_unit_test(test_missing_file),
    cmocka_unit_test(test_read_file),
    FOLDER_TEST(test_pieces),
    cmocka_unit_test(test_add_after_finish),
    cmocka_unit_test(test_use_before_finish),
    cmocka_unit_test(test_finish_twice),
    cmocka_unit_test(test_empty_model),
    cmocka_unit_test(test_methods),
    cmocka_unit_test(test_eval),
    cmocka_unit_test(test_examples),
    cmocka_unit_test(test_small_things),
    cmocka_unit_test(test_two_models),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
