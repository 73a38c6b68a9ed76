// Unit tests of include/dalembert.h: wrong calls, none of which may do harm.
//
// Every function of the header is called with NULL for each of its pointers, before there is
// anything to work on, and with numbers out of range; a test checks that no function of the header
// is missing.

#include "dalembert.h"

#include "support/check.h"

#include <math.h>
#include <stdlib.h>

#define PENDULUM                                      \
  "parameter l = 2, g = 9.81\n"                       \
  "coordinate theta\n"                                \
  "point P mass 3 at [l*sin(theta), -l*cos(theta)]\n" \
  "gravity = [0, -g]\n"                               \
  "initial theta = 0.3\n"                             \
  "simulate to 1 every 0.5\n"

#define WRONG(call)                      \
  do {                                   \
    assert_int_equal((call), DAL_INPUT); \
    dal_result_destroy(result);          \
    result = NULL;                       \
  } while (0)

static const double zero[8];
static double room[64];
static DalResult *result;

static DalModel *finished(void) {
  DalModel *m = dal_model_create();
  assert_int_equal(dal_model_add(m, PENDULUM), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  return m;
}

static DalStatus no_pieces(void *context, DalPut *put, void *sink) {
  (void) context, (void) put, (void) sink;
  return DAL_OK;
}

// --- nothing at all ------------------------------------------------------------------------------

static void test_no_model(void **state) {
  (void) state;
  DalRun *run;
  DalFigure *figure;
  DalTrajectory trajectory;
  dal_model_destroy(NULL);
  WRONG(dal_model_read(NULL, "models/kepler.mech"));
  WRONG(dal_model_add(NULL, "coordinate x\n"));
  WRONG(dal_model_add_named(NULL, "x.mech", "coordinate x\n"));
  assert_null(dal_nearest_word(NULL, (const char *const[]){"word", NULL}));
  assert_null(dal_nearest_word("word", NULL));
  WRONG(dal_model_finish(NULL));
  WRONG(dal_model_limit(NULL, NULL));
  WRONG(dal_thread_limit(&(DalLimits){.seconds = -1}));
  assert_null(dal_model_message(NULL, 0).text);
  WRONG(dal_model_set(NULL, "g = 1"));
  WRONG(dal_model_preset(NULL, "n = 1"));
  WRONG(dal_model_make_dimensionless(NULL));
  assert_string_equal(dal_model_messages_json(NULL), "{}");
  WRONG(dal_model_branch(NULL, "c=1"));
  assert_string_equal(dal_model_messages(NULL), "");
  assert_string_equal(dal_model_first_messages(NULL, 3), "");
  assert_int_equal(dal_model_errors(NULL), 0);
  assert_string_equal(dal_model_title(NULL), "");
  assert_int_equal(dal_model_coordinates(NULL), 0);
  assert_null(dal_model_coordinate(NULL, 0));
  WRONG(dal_model_derive(NULL, NULL));
  WRONG(dal_model_print(NULL, DAL_TEXT, &result));
  WRONG(dal_model_compile(NULL));
  assert_int_equal(dal_model_size(NULL).coordinates, 0);
  WRONG(dal_model_tape(NULL, DAL_TEXT, &result));
  WRONG(dal_model_accelerations(NULL, 0, zero, zero, room));
  WRONG(dal_model_system(NULL, 0, zero, zero, room, room));
  WRONG(dal_model_state(NULL, NULL, room, room, room));
  assert_int_equal(dal_model_slopes(NULL), 0);
  WRONG(dal_model_trajectory(NULL, NULL, room, room, &trajectory));
  WRONG(dal_model_eval(NULL, NULL, DAL_TEXT, &result));
  WRONG(dal_model_simulate(NULL, NULL, &run));
  WRONG(dal_run_can_write(NULL, &result));
  WRONG(dal_run_write_events(NULL, "events.csv", &result));
  assert_true(dal_run_events(NULL) == 0 && dal_run_event(NULL, 0).name == NULL);
  DalSweep *sweep;
  WRONG(dal_model_sweep(NULL, NULL, &sweep));
  WRONG(dal_sweep_member(NULL, 0, &run));
  WRONG(dal_sweep_run(NULL, "folder", NULL, &result));
  WRONG(dal_sweep_status(NULL, NULL, &result));
  WRONG(dal_sweep_collect(NULL, NULL, &result));
  WRONG(dal_sweep_plot(NULL, NULL, 0, &figure, &result));
  WRONG(dal_sweep_plot("nowhere", NULL, 1, &figure, &result));
  assert_int_equal(dal_sweep_members(NULL), 0);
  assert_int_equal(dal_sweep_blocks(NULL), 0);
  dal_sweep_destroy(NULL);
  assert_int_equal(dal_run_results(NULL), 0);
  assert_null(dal_run_result(NULL, 0, room));
  WRONG(dal_model_plot(NULL, NULL, &figure));
  WRONG(dal_figure_can_write(NULL, &result));
  WRONG(dal_model_check(NULL, DAL_TEXT, &result));
  WRONG(dal_model_certificate(NULL, &result));
  WRONG(dal_model_analyze(NULL, NULL, DAL_TEXT, &result));
  WRONG(dal_model_export(NULL, NULL, &result));
  WRONG(dal_model_report(NULL, NULL, &result));
}

static void test_no_model_numbers(void **state) {
  (void) state;
  DalFlow *flow;
  assert_int_equal(dal_model_parameters(NULL), 0);
  assert_null(dal_model_parameter(NULL, 0));
  WRONG(dal_model_parameter_value(NULL, 0, room));
  WRONG(dal_model_set_parameter(NULL, 0, 1));
  assert_int_equal(dal_model_quantities(NULL), 0);
  assert_null(dal_model_quantity(NULL, 0).group);
  WRONG(dal_model_make_dimensionless(NULL));
  WRONG(dal_model_evaluate(NULL, 1, zero, zero, zero, room));
  WRONG(dal_model_accelerations_at(NULL, 1, zero, zero, zero, room));
  assert_int_equal(dal_model_constraints(NULL), 0);
  assert_null(dal_model_constraint(NULL, 0));
  WRONG(dal_model_matrices(NULL, 1, zero, zero, zero, &(DalMatrices){0}));
  WRONG(dal_model_complete(NULL, NULL, 1, NULL, room, room, room));
  WRONG(dal_model_flow(NULL, NULL, &flow));
}

// No run, no figure, no flow.
static void test_no_result(void **state) {
  (void) state;
  DalRun *run = (DalRun *) room;  // must be overwritten
  dal_result_destroy(NULL);
  assert_string_equal(dal_result_text(NULL), "");
  assert_int_equal(dal_result_length(NULL), 0);
  assert_null(dal_result_message(NULL, 0).text);
  assert_string_equal(dal_result_messages(NULL), "");
  assert_null(dal_result_check(NULL));
  assert_null(dal_result_analysis(NULL));
  WRONG(dal_read_text(NULL, &result));
  WRONG(dal_read_text("README.md", NULL));
  assert_null(dal_library_opening());
  dal_run_destroy(NULL);
  assert_int_equal(dal_run_summary(NULL).steps, 0);
  assert_int_equal(dal_run_columns(NULL), 0);
  assert_null(dal_run_column(NULL, 0));
  assert_null(dal_run_unit(NULL, 0));
  assert_int_equal(dal_run_rows(NULL), 0);
  assert_null(dal_run_row(NULL, 0));
  WRONG(dal_run_write(NULL, "x.csv", &result));
  WRONG(dal_run_read(NULL, &run, &result));
  assert_null(run);
  WRONG(dal_run_read("x.csv", NULL, &result));
  dal_figure_destroy(NULL);
  WRONG(dal_figure_write(NULL, "x.svg", &result));
  WRONG(dal_figure_write_script(NULL, "x", &result));
  WRONG(dal_figure_svg(NULL, "x", &result));
  WRONG(dal_figure_text(NULL, 80, 20, false, &result));
  dal_flow_destroy(NULL);
  assert_int_equal(dal_flow_size(NULL), 0);
  assert_null(dal_flow_name(NULL, 0));
  WRONG(dal_flow_set_parameter(NULL, 0, 1));
  WRONG(dal_flow_start(NULL, room, room));
  WRONG(dal_flow_enter(NULL, 1, zero, zero, zero, room));
  WRONG(dal_flow_rates(NULL, 1, zero, zero, room));
  WRONG(dal_flow_jacobian(NULL, 1, zero, zero, room));
  WRONG(dal_flow_project(NULL, 1, zero, room));
  assert_int_equal(dal_flow_columns(NULL), 0);
  assert_null(dal_flow_column(NULL, 0));
  WRONG(dal_flow_rows(NULL, 1, zero, zero, room));
}

static void test_past_the_last(void **state) {
  (void) state;
  char title[8] = "?";
  assert_true(strlen(dal_version()) > 0);
  assert_null(dal_library(1000).name);
  assert_string_equal(dal_status_meaning((DalStatus) 1000), "no status");
  assert_null(dal_method_name(1000));
  assert_null(dal_method_title(1000));
  assert_null(dal_format_name(1000));
  assert_string_equal(dal_format_name(DAL_JSON), "json");
  assert_null(dal_integrator_name(1000));
  assert_null(dal_integrator_title(1000));
  assert_null(dal_example_name(dal_example_count()));
  assert_null(dal_example_text(dal_example_count()));
  dal_example_title(dal_example_count(), title, sizeof title);
  assert_string_equal(title, "");
  WRONG(dal_write_text(NULL, "x"));
  WRONG(dal_write_text("x", NULL));
  WRONG(dal_write_pieces(NULL, no_pieces, NULL));
  WRONG(dal_write_pieces("x", NULL, NULL));
  WRONG(dal_result_write(NULL, "x"));
  dal_abandon_files();  // nothing is being written: does nothing
  dal_example_title(0, NULL, 8);
  dal_example_title(0, title, 0);
}

// --- a model, but no place for the result --------------------------------------------------------

// The message names the function and the argument.
static void assert_told(DalModel *m, const char *function, const char *what) {
  const char *messages = dal_model_messages(m);
  char expected[120];
  snprintf(expected, sizeof expected, "%s: %s", function, what);
  if (strstr(messages, expected) == NULL) fail_msg("no message `%s`: %s", expected, messages);
}

#define NULL_IN(call, function, argument)                           \
  do {                                                              \
    WRONG(call);                                                    \
    assert_told(m, function, argument " must not be NULL [N0761]"); \
  } while (0)

static void test_null_text(void **state) {
  (void) state;
  DalModel *m = finished();
  NULL_IN(dal_model_read(m, NULL), "dal_model_read", "path");
  NULL_IN(dal_model_add(m, NULL), "dal_model_add", "statements");
  NULL_IN(dal_model_add_named(m, "x.mech", NULL), "dal_model_add_named", "statements");
  NULL_IN(dal_model_add_named(m, NULL, "coordinate x\n"), "dal_model_add_named", "name");
  NULL_IN(dal_model_set(m, NULL), "dal_model_set", "settings");
  NULL_IN(dal_model_preset(m, NULL), "dal_model_preset", "settings");
  NULL_IN(dal_model_branch(m, NULL), "dal_model_branch", "branches");
  NULL_IN(dal_model_print(m, DAL_TEXT, NULL), "dal_model_print", "result");
  NULL_IN(dal_model_tape(m, DAL_TEXT, NULL), "dal_model_tape", "result");
  NULL_IN(dal_model_eval(m, NULL, DAL_TEXT, NULL), "dal_model_eval", "result");
  NULL_IN(dal_model_check(m, DAL_TEXT, NULL), "dal_model_check", "result");
  NULL_IN(dal_model_certificate(m, NULL), "dal_model_certificate", "result");
  NULL_IN(dal_model_analyze(m, NULL, DAL_TEXT, NULL), "dal_model_analyze", "result");
  NULL_IN(dal_model_export(m, NULL, NULL), "dal_model_export", "result");
  NULL_IN(dal_model_report(m, NULL, NULL), "dal_model_report", "result");
  dal_model_destroy(m);
}

static void test_null_numbers(void **state) {
  (void) state;
  DalModel *m = finished();
  DalTrajectory trajectory;
  NULL_IN(dal_model_accelerations(m, 0, NULL, zero, room), "dal_model_accelerations", "q");
  NULL_IN(dal_model_accelerations(m, 0, zero, NULL, room), "dal_model_accelerations", "velocities");
  NULL_IN(dal_model_accelerations(m, 0, zero, zero, NULL), "dal_model_accelerations",
          "accelerations");
  NULL_IN(dal_model_system(m, 0, NULL, zero, room, room), "dal_model_system", "q");
  NULL_IN(dal_model_system(m, 0, zero, NULL, room, room), "dal_model_system", "velocities");
  NULL_IN(dal_model_system(m, 0, zero, zero, NULL, room), "dal_model_system", "M");
  NULL_IN(dal_model_system(m, 0, zero, zero, room, NULL), "dal_model_system", "F");
  NULL_IN(dal_model_state(m, NULL, NULL, room, room), "dal_model_state", "t");
  NULL_IN(dal_model_state(m, NULL, room, NULL, room), "dal_model_state", "q");
  NULL_IN(dal_model_state(m, NULL, room, room, NULL), "dal_model_state", "velocities");
  NULL_IN(dal_model_trajectory(m, NULL, NULL, room, &trajectory), "dal_model_trajectory", "q");
  NULL_IN(dal_model_trajectory(m, NULL, room, NULL, &trajectory), "dal_model_trajectory", "slopes");
  NULL_IN(dal_model_trajectory(m, NULL, room, room, NULL), "dal_model_trajectory", "trajectory");
  NULL_IN(dal_model_parameter_value(m, 0, NULL), "dal_model_parameter_value", "value");
  NULL_IN(dal_model_accelerations_at(m, 1, NULL, zero, zero, room), "dal_model_accelerations_at",
          "t");
  NULL_IN(dal_model_accelerations_at(m, 1, zero, NULL, zero, room), "dal_model_accelerations_at",
          "q");
  NULL_IN(dal_model_accelerations_at(m, 1, zero, zero, NULL, room), "dal_model_accelerations_at",
          "velocities");
  NULL_IN(dal_model_accelerations_at(m, 1, zero, zero, zero, NULL), "dal_model_accelerations_at",
          "accelerations");
  NULL_IN(dal_model_evaluate(m, 1, NULL, zero, zero, room), "dal_model_evaluate", "t");
  NULL_IN(dal_model_evaluate(m, 1, zero, NULL, zero, room), "dal_model_evaluate", "q");
  NULL_IN(dal_model_evaluate(m, 1, zero, zero, NULL, room), "dal_model_evaluate", "velocities");
  NULL_IN(dal_model_evaluate(m, 1, zero, zero, zero, NULL), "dal_model_evaluate", "values");
  NULL_IN(dal_model_matrices(m, 1, NULL, zero, zero, &(DalMatrices){0}), "dal_model_matrices", "t");
  NULL_IN(dal_model_matrices(m, 1, zero, NULL, zero, &(DalMatrices){0}), "dal_model_matrices", "q");
  NULL_IN(dal_model_matrices(m, 1, zero, zero, NULL, &(DalMatrices){0}), "dal_model_matrices",
          "velocities");
  NULL_IN(dal_model_matrices(m, 1, zero, zero, zero, NULL), "dal_model_matrices", "to");
  NULL_IN(dal_model_complete(m, NULL, 1, NULL, NULL, room, room), "dal_model_complete", "t");
  NULL_IN(dal_model_complete(m, NULL, 1, NULL, room, NULL, room), "dal_model_complete", "q");
  NULL_IN(dal_model_complete(m, NULL, 1, NULL, room, room, NULL), "dal_model_complete",
          "velocities");
  dal_model_destroy(m);
}

static void test_null_results(void **state) {
  (void) state;
  DalModel *m = finished();
  DalRun *run;
  DalFigure *figure;
  static const char *const none[] = {NULL};
  NULL_IN(dal_model_simulate(m, NULL, NULL), "dal_model_simulate", "run");
  assert_int_equal(dal_model_simulate(m, NULL, &run), DAL_OK);
  WRONG(dal_run_write(run, NULL, &result));
  assert_null(dal_run_column(run, dal_run_columns(run)));
  assert_null(dal_run_unit(run, dal_run_columns(run)));
  assert_null(dal_run_row(run, dal_run_rows(run)));
  assert_null(dal_run_result(run, dal_run_results(run), NULL));
  dal_run_destroy(run);
  DalSweep *sweep;
  static const char *const vary[] = {"l = 1:2:0.5"};
  const DalSweepOptions options = {.vary = vary, .varies = 1};
  NULL_IN(dal_model_sweep(m, &options, NULL), "dal_model_sweep", "sweep");
  NULL_IN(dal_model_sweep(m, &(DalSweepOptions){.varies = 1}, &sweep), "dal_model_sweep", "vary");
  assert_int_equal(dal_model_sweep(m, &options, &sweep), DAL_OK);
  assert_int_equal(dal_sweep_members(sweep), 3);
  NULL_IN(dal_sweep_member(sweep, 0, NULL), "dal_sweep_member", "run");
  WRONG(dal_sweep_member(sweep, 3, &run));
  assert_null(run);
  NULL_IN(dal_sweep_run(sweep, NULL, NULL, &result), "dal_sweep_run", "folder");
  WRONG(dal_sweep_run(sweep, "folder", &(DalSweepWork){.part = 3, .parts = 2}, &result));
  dal_sweep_destroy(sweep);
  NULL_IN(dal_model_plot(m, NULL, NULL), "dal_model_plot", "figure");
  NULL_IN(dal_model_plot(m, &(DalPlotOptions){.shows = 1}, &figure), "dal_model_plot", "show");
  NULL_IN(dal_model_plot(m, &(DalPlotOptions){.show = none, .shows = 1}, &figure), "dal_model_plot",
          "show");
  NULL_IN(dal_model_plot(m, &(DalPlotOptions){.set = none, .sets = 1}, &figure), "dal_model_plot",
          "set");
  assert_int_equal(dal_model_plot(m, NULL, &figure), DAL_OK);
  WRONG(dal_figure_write(figure, NULL, &result));
  WRONG(dal_figure_write_script(figure, NULL, &result));
  WRONG(dal_figure_svg(figure, NULL, &result));
  WRONG(dal_figure_svg(figure, "x", NULL));
  WRONG(dal_figure_text(figure, 80, 20, false, NULL));
  dal_figure_destroy(figure);
  dal_model_destroy(m);
}

static void test_null_flow(void **state) {
  (void) state;
  DalModel *m = finished();
  DalFlow *f;
  NULL_IN(dal_model_flow(m, NULL, NULL), "dal_model_flow", "flow");
  assert_int_equal(dal_model_flow(m, NULL, &f), DAL_OK);
  NULL_IN(dal_flow_start(f, NULL, room), "dal_flow_start", "t");
  NULL_IN(dal_flow_start(f, room, NULL), "dal_flow_start", "y");
  NULL_IN(dal_flow_enter(f, 1, NULL, zero, zero, room), "dal_flow_enter", "t");
  NULL_IN(dal_flow_enter(f, 1, zero, NULL, zero, room), "dal_flow_enter", "q");
  NULL_IN(dal_flow_enter(f, 1, zero, zero, NULL, room), "dal_flow_enter", "velocities");
  NULL_IN(dal_flow_enter(f, 1, zero, zero, zero, NULL), "dal_flow_enter", "y");
  NULL_IN(dal_flow_rates(f, 1, NULL, zero, room), "dal_flow_rates", "t");
  NULL_IN(dal_flow_rates(f, 1, zero, NULL, room), "dal_flow_rates", "y");
  NULL_IN(dal_flow_rates(f, 1, zero, zero, NULL), "dal_flow_rates", "rates");
  NULL_IN(dal_flow_jacobian(f, 1, NULL, zero, room), "dal_flow_jacobian", "t");
  NULL_IN(dal_flow_jacobian(f, 1, zero, NULL, room), "dal_flow_jacobian", "y");
  NULL_IN(dal_flow_jacobian(f, 1, zero, zero, NULL), "dal_flow_jacobian", "J");
  NULL_IN(dal_flow_project(f, 1, NULL, room), "dal_flow_project", "t");
  NULL_IN(dal_flow_project(f, 1, zero, NULL), "dal_flow_project", "y");
  NULL_IN(dal_flow_rows(f, 1, NULL, zero, room), "dal_flow_rows", "t");
  NULL_IN(dal_flow_rows(f, 1, zero, NULL, room), "dal_flow_rows", "y");
  NULL_IN(dal_flow_rows(f, 1, zero, zero, NULL), "dal_flow_rows", "rows");
  dal_flow_destroy(f);
  dal_model_destroy(m);
}

// --- the wrong order -----------------------------------------------------------------------------

// Calls everything that needs a finished model with one that is not.
static void use_unfinished(DalModel *m) {
  DalRun *run;
  DalFigure *figure;
  DalFlow *flow;
  DalTrajectory trajectory;
  WRONG(dal_model_branch(m, "c=1"));
  WRONG(dal_model_derive(m, NULL));
  WRONG(dal_model_print(m, DAL_TEXT, &result));
  WRONG(dal_model_compile(m));
  WRONG(dal_model_tape(m, DAL_TEXT, &result));
  WRONG(dal_model_accelerations(m, 0, zero, zero, room));
  WRONG(dal_model_system(m, 0, zero, zero, room, room));
  WRONG(dal_model_state(m, NULL, room, room, room));
  assert_int_equal(dal_model_slopes(m), 0);
  WRONG(dal_model_trajectory(m, NULL, room, room, &trajectory));
  WRONG(dal_model_eval(m, NULL, DAL_TEXT, &result));
  assert_int_equal(dal_model_quantities(m), 0);
  assert_null(dal_model_quantity(m, 0).group);
  WRONG(dal_model_evaluate(m, 1, zero, zero, zero, room));
  assert_int_equal(dal_model_constraints(m), 0);
  assert_null(dal_model_constraint(m, 0));
  WRONG(dal_model_matrices(m, 1, zero, zero, zero, &(DalMatrices){0}));
  WRONG(dal_model_complete(m, NULL, 1, NULL, room, room, room));
  WRONG(dal_model_flow(m, NULL, &flow));
  assert_null(flow);
  WRONG(dal_model_simulate(m, NULL, &run));
  assert_null(run);
  WRONG(dal_model_plot(m, NULL, &figure));
  assert_null(figure);
  WRONG(dal_model_check(m, DAL_TEXT, &result));
  WRONG(dal_model_certificate(m, &result));
  WRONG(dal_model_analyze(m, NULL, DAL_TEXT, &result));
  WRONG(dal_model_export(m, NULL, &result));
  WRONG(dal_model_report(m, NULL, &result));
}

static void test_null_function(void **state) {
  (void) state;
  DalModel *m = finished();
  DalFunction *f;
  NULL_IN(dal_model_function(m, "energy", NULL), "dal_model_function", "function");
  NULL_IN(dal_model_function(m, NULL, &f), "dal_model_function", "expressions");
  assert_null(f);
  NULL_IN(dal_model_animation(m, NULL, &result), "dal_model_animation", "run");
  NULL_IN(dal_model_film(m, NULL, "film.gif", &result), "dal_model_film", "run");
  assert_int_equal(dal_model_function(m, "energy", &f), DAL_OK);
  assert_null(dal_function_name(f, dal_function_size(f)));
  assert_false(dal_function_needs_motion(f));
  NULL_IN(dal_function_values(f, 1, NULL, zero, zero, NULL, room), "dal_function_values", "t");
  NULL_IN(dal_function_values(f, 1, zero, NULL, zero, NULL, room), "dal_function_values", "q");
  NULL_IN(dal_function_values(f, 1, zero, zero, NULL, NULL, room), "dal_function_values",
          "velocities");
  NULL_IN(dal_function_values(f, 1, zero, zero, zero, NULL, NULL), "dal_function_values", "values");
  dal_function_destroy(f);
  dal_function_destroy(NULL);
  WRONG(dal_function_values(NULL, 1, zero, zero, zero, NULL, room));
  WRONG(dal_model_function(NULL, "energy", &f));
  WRONG(dal_model_animation(NULL, NULL, &result));
  WRONG(dal_model_film(NULL, NULL, "film.gif", &result));
  dal_model_destroy(m);
}

static void test_unfinished(void **state) {
  (void) state;
  // empty; with statements, but not finished; with a mistake; finished without success
  static const char *const texts[] = {"", PENDULUM, "coordinate theta\ncoordinate theta\n",
                                      "= 1\n"};
  for (size_t i = 0; i < COUNT(texts); i++) {
    DalModel *m = dal_model_create();
    (void) dal_model_add(m, texts[i]);
    use_unfinished(m);
    assert_true(dal_model_errors(m) > 0);
    // a wrong call is no mistake of the model
    if (i == 1) assert_int_equal(dal_model_finish(m), DAL_OK);
    if (i != 1) WRONG(dal_model_finish(m));
    if (i != 1) use_unfinished(m);
    dal_model_destroy(m);
  }
  DalModel *m = dal_model_create();
  WRONG(dal_model_derive(m, NULL));
  assert_non_null(strstr(dal_model_messages(m), "[N0725]"));
  WRONG(dal_model_set(m, "g = 1"));
  WRONG(dal_model_make_dimensionless(m));
  WRONG(dal_model_set_parameter(m, 0, 1));
  WRONG(dal_model_parameter_value(m, 0, room));
  dal_model_destroy(m);
}

static void test_finished_twice(void **state) {
  (void) state;
  DalModel *m = finished();
  assert_int_equal(dal_model_finish(m), DAL_OK);
  WRONG(dal_model_add(m, "coordinate x\n"));
  WRONG(dal_model_read(m, "models/kepler.mech"));
  assert_int_equal(dal_model_coordinates(m), 1);
  assert_int_equal(dal_model_accelerations(m, 0, zero, zero, room), DAL_OK);
  dal_model_destroy(m);
}

// Once, and before equations are derived.
static void test_dimensionless_late(void **state) {
  (void) state;
  DalModel *m = finished();
  assert_int_equal(dal_model_make_dimensionless(m), DAL_OK);
  WRONG(dal_model_make_dimensionless(m));
  assert_non_null(strstr(dal_model_messages(m), "[N0756]"));
  assert_int_equal(dal_model_derive(m, NULL), DAL_OK);
  dal_model_destroy(m);
  m = finished();
  assert_int_equal(dal_model_derive(m, NULL), DAL_OK);
  WRONG(dal_model_make_dimensionless(m));
  dal_model_destroy(m);
}

// A flow of equations that no longer exist.
static void test_stale_flow(void **state) {
  (void) state;
  DalModel *m = finished();
  DalFlow *f;
  assert_int_equal(dal_model_flow(m, NULL, &f), DAL_OK);
  assert_int_equal(dal_flow_enter(f, 1, zero, zero, zero, room), DAL_OK);
  assert_int_equal(dal_model_derive(m, &(DalDeriveOptions){.method = "hamilton"}), DAL_OK);
  WRONG(dal_flow_enter(f, 1, zero, zero, zero, room));
  assert_told(m, "dal_flow_enter",
              "the equations were derived again after this flow was made [N0763]");
  // its own numbers do not need them
  assert_int_equal(dal_flow_rates(f, 1, zero, zero, room), DAL_OK);
  dal_flow_destroy(f);
  dal_model_destroy(m);
}

// --- numbers out of range ------------------------------------------------------------------------

static void test_no_such(void **state) {
  (void) state;
  DalModel *m = finished();
  DalFlow *f;
  DalRun *run;
  const DalFormat format = (DalFormat) 17;
  WRONG(dal_model_print(m, format, &result));
  WRONG(dal_model_tape(m, format, &result));
  WRONG(dal_model_eval(m, NULL, format, &result));
  WRONG(dal_model_check(m, format, &result));
  WRONG(dal_model_analyze(m, NULL, format, &result));
  WRONG(dal_model_report(m, &(DalReportOptions){.format = (DalReportFormat) 9}, &result));
  assert_told(m, "dal_model_report", "there is no such format [N0762]");
  WRONG(dal_model_derive(m, &(DalDeriveOptions){.form = (DalForm) 9}));
  WRONG(dal_model_parameter_value(m, 2, room));
  WRONG(dal_model_limit(m, &(DalLimits){.seconds = -1}));
  WRONG(dal_model_limit(m, &(DalLimits){.seconds = (double) NAN}));
  assert_null(dal_model_message(m, 1).text);
  WRONG(dal_model_set_parameter(m, 2, 1));
  assert_told(m, "dal_model_set_parameter", "there is no such parameter [N0762]");
  WRONG(dal_model_set_parameter(m, 0, (double) NAN));
  WRONG(dal_model_set_parameter(m, 0, (double) INFINITY));
  assert_told(m, "dal_model_set_parameter",
              "a value that is not finite cannot be used here [N0764]");
  assert_null(dal_model_parameter(m, 2));
  assert_null(dal_model_coordinate(m, 1));
  assert_null(dal_model_quantity(m, dal_model_quantities(m)).group);
  assert_null(dal_model_constraint(m, 0));
  WRONG(dal_model_complete(m, &(DalEvalOptions){.at = "theta=1"}, 1, NULL, room, room, room));
  WRONG(dal_model_complete(m, &(DalEvalOptions){.energy = "1"}, 1, NULL, room, room, room));
  WRONG(dal_model_eval(m, &(DalEvalOptions){.tolerance = -1}, DAL_TEXT, &result));
  WRONG(dal_model_simulate(
    m, &(DalRunOptions){.start = &(DalEvalOptions){.tolerance = (double) NAN}}, &run));
  assert_told(m, "dal_model_simulate",
              "a tolerance that is not a positive number cannot be used here [N0764]");
  assert_int_equal(dal_model_flow(m, NULL, &f), DAL_OK);
  assert_null(dal_flow_name(f, dal_flow_size(f)));
  assert_null(dal_flow_column(f, dal_flow_columns(f)));
  WRONG(dal_flow_set_parameter(f, 2, 1));
  WRONG(dal_flow_set_parameter(f, 0, (double) NAN));
  WRONG(dal_flow_jacobian(f, 1, zero, zero, room));  // made without
  dal_flow_destroy(f);
  // after all of that it still works
  assert_int_equal(dal_model_accelerations(m, 0, zero, zero, room), DAL_OK);
  assert_true(room[0] == 0);
  dal_model_destroy(m);
}

// Lists with an entry that is NULL, and options that were not initialized.
static void test_wrong_lists(void **state) {
  (void) state;
  DalModel *m = finished();
  DalSweep *sweep;
  DalFigure *figure;
  const char *const none[] = {NULL};
  WRONG(dal_model_sweep(m, &(DalSweepOptions){.varies = 1}, &sweep));
  WRONG(dal_model_sweep(m, &(DalSweepOptions){.vary = none, .varies = 1}, &sweep));
  assert_told(m, "dal_model_sweep", "vary must not be NULL [N0761]");
  WRONG(dal_model_plot(m, &(DalPlotOptions){.show = none, .shows = 1}, &figure));
  WRONG(dal_model_plot(m, &(DalPlotOptions){.set = none, .sets = 1}, &figure));
  const struct {
    DalPlotOptions options;
    char zeros[8192];
  } large = {.options.size = SIZE_MAX};
  WRONG(dal_model_plot(m, &large.options, &figure));
  WRONG(dal_sweep_plot("folder", none, 1, &figure, NULL));
  dal_model_destroy(m);
}

// The id of a figure ends up in a page as it is.
static void test_wrong_id(void **state) {
  (void) state;
  DalModel *m = finished();
  DalFigure *figure;
  assert_int_equal(
    dal_model_plot(m, &(DalPlotOptions){.run = &(DalRunOptions){.to = "1"}}, &figure), DAL_OK);
  WRONG(dal_figure_svg(figure, "a\"><script>", &result));
  WRONG(dal_figure_svg(figure, "a b", &result));
  assert_null(result);
  dal_figure_destroy(figure);
  dal_model_destroy(m);
}

// --- nothing left out ----------------------------------------------------------------------------

static char *whole_file(const char *path) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  char *content = calloc(1, 1 << 20);
  assert_true(fread(content, 1, (1 << 20) - 1, file) > 0);
  fclose(file);
  return content;
}

static void test_all_functions(void **state) {
  (void) state;
  char *header = whole_file("include/dalembert.h"),
       *test = whole_file("tests/unit/api/test_misuse.c");
  size_t count = 0;
  for (const char *at = header; (at = strstr(at, "dal_")) != NULL;) {
    const size_t n = strspn(at, "abcdefghijklmnopqrstuvwxyz_");
    char call[80];
    assert_true(n + 2 < sizeof call);
    snprintf(call, sizeof call, "%.*s(", (int) n, at);
    if (at[n] == '(' && ++count && strstr(test, call) == NULL) fail_msg("never called: %s", call);
    at += n;
  }
  assert_true(count > 60);
  free(header);
  free(test);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(test_no_model),       cmocka_unit_test(test_no_model_numbers),
    cmocka_unit_test(test_no_result),      cmocka_unit_test(test_past_the_last),
    cmocka_unit_test(test_null_text),      cmocka_unit_test(test_null_numbers),
    cmocka_unit_test(test_null_results),   cmocka_unit_test(test_null_flow),
    cmocka_unit_test(test_null_function),  cmocka_unit_test(test_unfinished),
    cmocka_unit_test(test_finished_twice), cmocka_unit_test(test_dimensionless_late),
    cmocka_unit_test(test_stale_flow),     cmocka_unit_test(test_no_such),
    cmocka_unit_test(test_wrong_lists),    cmocka_unit_test(test_wrong_id),
    cmocka_unit_test(test_all_functions),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
