// unit/fmu/test_fmu.c: models as FMUs, of both versions and kinds, in the project's own importer.

#include "support/check.h"
#include "support/fmu_judge.h"
#include "support/fmu_rules.h"
#include <math.h>
#include <stdlib.h>

// A pendulum on a cart that a force moves; the mass of the bob follows from that of the cart.
static const char cart[] =
  "system \"Cart & <pendulum>\"\n"
  "parameter M = 2 kg, m = M/4, l = 0.5 m, g = 9.81 m/s^2, F = 0 N, a = 0.3\n"
  "coordinate x [m], theta\n"
  "point C mass M at [x, 0]\n"
  "point P mass m at [x + l*sin(theta), -l*cos(theta)]\n"
  "gravity = [0, -g]\n"
  "force x = F\n"
  "initial theta = 2*a, x = 0.1\n"
  "observe height = P.y\n"
  "stop when theta = -0.2 falling\n"
  "simulate to 4\n";

// The sanitizers see nothing of a binary.
#if defined __SANITIZE_ADDRESS__
#define PACKED IMPORT_SOURCE
#else
#define PACKED IMPORT_BINARY
#endif

static double value_of(Fmu *f, void *c, const char *name) {
  double value;
  assert_int_equal(importer_get(&f->im, c, &f->im.variable[importer_find(&f->im, name)].reference, 1,
                                &value),
                   0);
  return value;
}

static int give(Fmu *f, void *c, const char *name, double value) {
  return importer_set(&f->im, c, &f->im.variable[importer_find(&f->im, name)].reference, 1, &value);
}

// A longer rod: the state moves to the nearest one that it allows. A length that it cannot reach is refused.
static void start_meets_constraints(Fmu *f) {
  Importer *im = &f->im;
  void *c = importer_create(im, false, im->token);
  assert_int_equal(give(f, c, "l", 2.5), 0);
  assert_int_equal(importer_setup(im, c, im->from, im->to), 0);
  assert_int_equal(importer_ready(im, c), 0);
  const double x = value_of(f, c, "x"), y = value_of(f, c, "y");
  assert_true(fabs(x * x + y * y - 6.25) < 1e-12);
  assert_int_equal(importer_reset(im, c), 0);
  assert_int_equal(give(f, c, "x", 0), 0);
  assert_int_equal(give(f, c, "y", 0), 0);
  assert_int_equal(importer_setup(im, c, im->from, im->to), 0);
  const size_t before = im->messages;
  assert_int_equal(importer_ready(im, c), 3);
  assert_true(im->messages > before);
  importer_free(im, c);
}

static void holonomic_in_two(void **state) {
  (void) state;
  Fmu f;
  fmu_open(&f, "pendulum-cartesian", NULL, 2, NULL, PACKED);
  fmu_check_rules(&f.im);
  assert_true(fmu_judge_steps(&f, 64) > 500);
  fmu_judge_exchange(&f, 0.2);
  assert_true(fmu_judge_derivatives(&f, 1) > 30);
  start_meets_constraints(&f);
  fmu_judge_misuse(&f, 1, 20000);
  fmu_close(&f);
}

static void rolling_in_three(void **state) {
  (void) state;
  Fmu f;
  fmu_open(&f, "rolling-disk", NULL, 3, NULL, IMPORT_SOURCE);
  fmu_check_rules(&f.im);
  assert_true(fmu_judge_steps(&f, 32) > 500);
  fmu_judge_exchange(&f, 0.2);
  assert_true(fmu_judge_derivatives(&f, 5) > 30);
  fmu_judge_misuse(&f, 5, 5000);
  fmu_close(&f);
}

static void event_in_three(void **state) {
  (void) state;
  Fmu f;
  fmu_open(&f, "disk-on-bar", NULL, 3, NULL, IMPORT_SOURCE);
  fmu_check_rules(&f.im);
  fmu_judge_steps(&f, 64);
  fmu_judge_exchange(&f, 1);
  fmu_judge_derivatives(&f, 2);
  fmu_judge_misuse(&f, 2, 20000);
  fmu_close(&f);
}

// --- inputs and parameters -----------------------------------------------------------------------

static void expect(const Fmu *f, const char *name, const char *causality, const char *variability,
                   const char *unit) {
  const ImportedVariable *v = &f->im.variable[importer_find(&f->im, name)];
  assert_string_equal(v->causality, causality);
  assert_string_equal(v->variability, variability);
  assert_string_equal(v->unit, unit);
}

static void inputs_units_and_roles(void **state) {
  (void) state;
  Fmu f;
  fmu_open(&f, "cart", cart, 2, "F", IMPORT_SOURCE);
  fmu_check_rules(&f.im);
  expect(&f, "M", "parameter", "tunable", "kg");
  expect(&f, "m", "calculatedParameter", "tunable", "kg");
  expect(&f, "F", "input", "continuous", "kg*m/s^2");
  expect(&f, "a", "parameter", "fixed", "");
  expect(&f, "x_dot", "output", "continuous", "m/s");
  expect(&f, "der(x_dot)", "local", "continuous", "m/s^2");
  expect(&f, "energy", "output", "continuous", "kg*m^2/s^2");
  fmu_judge_derivatives(&f, 3);
  fmu_judge_misuse(&f, 3, 5000);
  fmu_close(&f);
}

// A constant force from a parameter, or given step by step, makes the same motion; as with `--set`.
static void inputs_act(void **state) {
  (void) state;
  Fmu f;
  Importer *im = &f.im;
  fmu_open(&f, "cart", cart, 3, "F", IMPORT_SOURCE);
  void *c = importer_create(im, true, im->token);
  double t = im->from, last;
  bool terminated;
  assert_int_equal(give(&f, c, "F", 1.5), 0);
  assert_int_equal(give(&f, c, "a", 0.25), 0);
  assert_int_equal(give(&f, c, "m", 1), 3);  // follows from M
  assert_int_equal(give(&f, c, "M", 3), 0);
  assert_int_equal(give(&f, c, "F", (double) NAN), 3);
  assert_int_equal(importer_setup(im, c, im->from, im->to), 0);
  assert_int_equal(importer_ready(im, c), 0);
  assert_true(value_of(&f, c, "theta") == 0.5 && value_of(&f, c, "m") == 0.75);
  assert_int_equal(give(&f, c, "a", 0.2), 3);      // fixed
  assert_int_equal(give(&f, c, "theta", 0.2), 3);  // a state, after initialization
  for (int i = 0; i < 8; i++, t += 0.03125) {
    assert_int_equal(give(&f, c, "F", 1.5), 0);
    assert_int_equal(importer_step(im, c, t, 0.03125, &last, &terminated), 0);
  }
  assert_int_equal(dal_model_set(f.model, "F=1.5,a=0.25,M=3"), DAL_OK);
  DalRun *run;
  const DalRunOptions options = {.size = sizeof options, .to = "0.25", .every = "0.25"};
  assert_int_equal(dal_model_simulate(f.model, &options, &run), DAL_OK);
  const double *row = dal_run_row(run, dal_run_rows(run) - 1);
  // t, x, theta, x', theta'; both runs keep to 1e-10
  assert_true(fabs(value_of(&f, c, "x") - row[1]) < 1e-9);
  assert_true(fabs(value_of(&f, c, "theta_dot") - row[4]) < 1e-9);
  dal_run_destroy(run);
  importer_free(im, c);
  fmu_close(&f);
}

// Infinitely many switchings, rest where second derivatives keep the motion, and its end, with the bits of `simulate`.
static void rests_and_leaves(void **state) {
  (void) state;
  for (int version = 2; version <= 3; version++) {
    Fmu f;
    fmu_open(&f, "twist",
             "coordinate x\nkinetic = 1/2*x'^2\nforce x = max(t - 5, 0) - 2*sign(x) - sign(x')\ninitial x = 1\nsimulate to 9\n",
             version, NULL, IMPORT_SOURCE);
    fmu_check_rules(&f.im);
    assert_true(fmu_judge_steps(&f, 32) > 60);
    fmu_judge_exchange(&f, 1);
    fmu_close(&f);
  }
}

// A table that begins with the run, as the program writes it: no value before t = 0.
static void begins_on_a_border(void **state) {
  (void) state;
  for (int version = 2; version <= 3; version++) {
    Fmu f;
    fmu_open(&f, "border", "coordinate x\nkinetic = 1/2*x'^2\nforce x = if(t < 0, log(t), t*(2 - t)) - x\nsimulate to 2\n",
             version, NULL, IMPORT_SOURCE);
    assert_true(fmu_judge_steps(&f, 32) > 60);
    fmu_judge_exchange(&f, 1);
    fmu_close(&f);
  }
}

// --- constraints that come and go ----------------------------------------------------------------

static void impacts_in_both(void **state) {
  (void) state;
  for (int version = 2; version <= 3; version++) {
    Fmu f;
    fmu_open(&f, "bouncing-ball", NULL, version, NULL, IMPORT_SOURCE);
    fmu_check_rules(&f.im);
    assert_true(fmu_judge_modes(&f, 32) > 80);
    assert_true(fmu_judge_steps(&f, 32) > 60);
    fmu_judge_exchange(&f, 1);
    assert_true(fmu_judge_derivatives(&f, 3) > 10);
    fmu_judge_misuse(&f, 4, 5000);
    fmu_close(&f);
  }
}

static const char lift[] =
  "parameter m = 2, g = 10, F = 0\n"
  "coordinate y\n"
  "point P mass m at [0, y]\n"
  "gravity = [0, -g]\n"
  "force y = F\n"
  "constraint floor: y >= 0\n"
  "initial y = 0\n"
  "simulate to 4\n";

// A block rests on the floor, which carries m g - F, until F is larger: then y = (F/m - g) t^2/2. Without F it comes down
// again, with the time and velocity of free fall.
static void inputs_lift_off(void **state) {
  (void) state;
  Fmu f;
  Importer *im = &f.im;
  fmu_open(&f, "lift", lift, 3, "F", IMPORT_SOURCE);
  void *c = importer_create(im, true, im->token);
  double last;
  bool terminated;
  assert_int_equal(importer_setup(im, c, im->from, im->to), 0);
  assert_int_equal(importer_ready(im, c), 0);
  assert_int_equal(give(&f, c, "F", 15), 0);
  assert_int_equal(importer_step(im, c, 0, 1, &last, &terminated), 0);
  assert_true(value_of(&f, c, "y") == 0 && fabs(value_of(&f, c, "lambda_floor") - 5) < 1e-12);
  assert_int_equal(give(&f, c, "F", 30), 0);
  assert_int_equal(importer_step(im, c, 1, 1, &last, &terminated), 0);
  assert_true(fabs(value_of(&f, c, "y") - 2.5) < 1e-9 && value_of(&f, c, "lambda_floor") == 0);
  assert_int_equal(give(&f, c, "F", 0), 0);
  assert_int_equal(importer_step(im, c, 2, 1.25, &last, &terminated), 0);  // 0.5 s up, sqrt(0.75) s down: not yet
  assert_true(fabs(value_of(&f, c, "y") - (2.5 + 5 * 1.25 - 5 * 1.5625)) < 1e-9);
  assert_int_equal(importer_step(im, c, 3.25, 0.25, &last, &terminated), 0);
  assert_true(fabs(value_of(&f, c, "y")) < 1e-12 && fabs(value_of(&f, c, "lambda_floor") - 20) < 1e-12);
  importer_free(im, c);
  fmu_close(&f);
}

// --- the archive ---------------------------------------------------------------------------------

// A sanitized test leaves the binary to the others.
static DalResult *pack_cart(void) {
  DalModel *m = dal_model_create();
  DalResult *archive;
  const DalExportOptions options = {
    .size = sizeof options, .target = "fmu2", .name = "cart", .source_only = PACKED == IMPORT_SOURCE};
  assert_int_equal(dal_model_add(m, cart), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  assert_int_equal(dal_model_export(m, &options, &archive), DAL_OK);
  dal_model_destroy(m);
  return archive;
}

static void same_model_same_bytes(void **state) {
  (void) state;
  DalResult *a = pack_cart(), *b = pack_cart();
  const Importer im = {.archive = dal_result_text(a), .length = dal_result_length(a)};
  assert_int_equal(im.length, dal_result_length(b));
  assert_memory_equal(im.archive, dal_result_text(b), im.length);
  size_t n;
  char *model = importer_file(&im, "resources/cart.mech", &n);
  assert_non_null(model);
  free(model);
  char *page = importer_file(&im, "documentation/index.html", &n);
  assert_non_null(strstr(page, "Cart &amp; &lt;pendulum&gt;"));
  free(page);
  dal_result_destroy(a);
  dal_result_destroy(b);
}

static void wrong_wishes(void **state) {
  (void) state;
  DalModel *m = dal_model_create();
  DalResult *result;
  assert_int_equal(dal_model_add(m, cart), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  DalExportOptions options = {.size = sizeof options, .target = "fmu2", .input = "x"};
  assert_int_equal(dal_model_export(m, &options, &result), DAL_INPUT);
  assert_non_null(strstr(dal_result_messages(result), "x"));
  dal_result_destroy(result);
  const DalDeriveOptions along = {.size = sizeof along, .method = "whittaker"};
  options.input = NULL;
  if (dal_model_derive(m, &along) == DAL_OK) {
    assert_int_equal(dal_model_export(m, &options, &result), DAL_INPUT);
    assert_non_null(strstr(dal_result_messages(result), "N0827"));
    dal_result_destroy(result);
  }
  dal_model_destroy(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(holonomic_in_two),       cmocka_unit_test(event_in_three),
    cmocka_unit_test(rolling_in_three),       cmocka_unit_test(inputs_units_and_roles),
    cmocka_unit_test(inputs_act),             cmocka_unit_test(same_model_same_bytes),
    cmocka_unit_test(wrong_wishes),           cmocka_unit_test(impacts_in_both),
    cmocka_unit_test(inputs_lift_off),        cmocka_unit_test(rests_and_leaves),
    cmocka_unit_test(begins_on_a_border),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
