// Unit tests of dal_thread_limit: limits and cancellation of calls that have no model.
//
// Judge: the file of an undisturbed call; a call that was ended leaves no file, or the old one, and the same call
// afterwards gives the same bytes. A drawing program that never ends.

#include "dalembert.h"
#include "support/folder.h"
#include "support/models.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static const char sweep_text[] = "parameter k = 1\n"
                                 "coordinate x\n"
                                 "kinetic = x'^2/2\n"
                                 "potential = k*x^2/2\n"
                                 "initial x = 1\n"
                                 "observe top = max(x)\n"
                                 "simulate to 1 every 0.5\n"
                                 "sweep k = 1:2 points 2000\n";

static void make_folder(const char *folder) {
  DalModel *m = model_of(sweep_text);
  DalSweep *sweep;
  assert_int_equal(
    dal_model_sweep(m, &(DalSweepOptions){.run = &(DalRunOptions){.code = "interpreter"}}, &sweep),
    DAL_OK);
  assert_int_equal(dal_sweep_run(sweep, folder, NULL, NULL), DAL_OK);
  dal_sweep_destroy(sweep);
  dal_model_destroy(m);
}

typedef struct {
  int calls, end;  // the call at which it requests the end; 0: never
} Patience;

static int lose_patience(void *context) {
  Patience *p = context;
  return ++p->calls == p->end;
}

static bool exists(const char *path) {
  return access(path, F_OK) == 0;
}

// Ends the call by its limits; nothing may be left at path. The message says which limit it was.
static void expect_end(const char *folder, const char *path, const DalLimits *limits,
                       DalStatus status, const char *code) {
  DalResult *result;
  assert_int_equal(dal_thread_limit(limits), DAL_OK);
  assert_int_equal(dal_sweep_collect(folder, path, &result), status);
  assert_string_equal(dal_result_message(result, 0).code, code);
  assert_string_equal(dal_result_text(result), "");
  assert_false(exists(path));
  dal_result_destroy(result);
  assert_int_equal(dal_thread_limit(NULL), DAL_OK);
}

static void test_collect(void **state) {
  Folder *f = *state;
  const int cancel = 1;
  const char *folder = folder_path(f, "sweep"), *whole = folder_path(f, "whole.csv");
  make_folder(folder);
  assert_int_equal(dal_sweep_collect(folder, whole, NULL), DAL_OK);
  const char *path = folder_path(f, "cut.csv");
  expect_end(folder, path, &(DalLimits){.cancel = &cancel}, DAL_CANCELLED, "N0768");
  expect_end(folder, path, &(DalLimits){.seconds = 1e-9}, DAL_LIMIT, "N0767");
  expect_end(folder, path, &(DalLimits){.bytes = 1000}, DAL_LIMIT, "N0771");
  assert_int_equal(dal_sweep_status(folder, NULL, NULL), DAL_OK);
  assert_int_equal(dal_sweep_collect(folder, path, NULL), DAL_OK);
  size_t n, m;
  const char *a = folder_read(f, whole, &n), *b = folder_read(f, path, &m);
  assert_int_equal(n, m);
  assert_memory_equal(a, b, n);
}

static double seconds(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

// gnuplot that reads nothing and never ends: it is stopped with the call.
static void test_figure(void **state) {
  Folder *f = *state;
  const char *slow = folder_path(f, "gnuplot"), *path = folder_path(f, "figure.svg");
  FILE *script = fopen(slow, "w");
  assert_non_null(script);
  fputs("#!/bin/sh\nexec sleep 300\n", script);
  fclose(script);
  chmod(slow, 0700);
  setenv("DALEMBERT_GNUPLOT", slow, 1);
  DalModel *m = model_of("parameter k = 1\ncoordinate x\nkinetic = x'^2/2\npotential = "
                         "k*x^2/2\ninitial x = 1\nsimulate to 1\n");
  DalFigure *figure;
  assert_int_equal(dal_model_plot(m, NULL, &figure), DAL_OK);
  dal_model_destroy(m);
  Patience patience = {.end = 3};
  DalResult *result;
  const double start = seconds();
  assert_int_equal(dal_thread_limit(&(DalLimits){.poll = lose_patience, .poll_context = &patience}),
                   DAL_OK);
  assert_int_equal(dal_figure_write(figure, path, &result), DAL_CANCELLED);
  assert_string_equal(dal_result_message(result, 0).code, "N0768");
  dal_result_destroy(result);
  assert_int_equal(dal_thread_limit(&(DalLimits){.seconds = 0.2}), DAL_OK);
  assert_int_equal(dal_figure_write(figure, path, NULL), DAL_LIMIT);
  assert_true(seconds() - start < 60);  // on a busy machine; the program would take 600
  assert_false(exists(path));
  assert_int_equal(dal_thread_limit(NULL), DAL_OK);
  dal_figure_destroy(figure);
  unsetenv("DALEMBERT_GNUPLOT");
}

// A sweep under way ends as well; what is in its folder stays.
static void test_sweep(void **state) {
  Folder *f = *state;
  const int cancel = 1;
  DalModel *m = model_of(sweep_text);
  DalSweep *sweep;
  assert_int_equal(
    dal_model_sweep(m, &(DalSweepOptions){.run = &(DalRunOptions){.code = "interpreter"}}, &sweep),
    DAL_OK);
  assert_int_equal(dal_thread_limit(&(DalLimits){.cancel = &cancel}), DAL_OK);
  assert_int_equal(dal_sweep_run(sweep, folder_path(f, "s"), NULL, NULL), DAL_CANCELLED);
  assert_int_equal(dal_thread_limit(NULL), DAL_OK);
  assert_int_equal(dal_sweep_run(sweep, folder_path(f, "s"), NULL, NULL), DAL_OK);
  dal_sweep_destroy(sweep);
  dal_model_destroy(m);
}

static void test_wrong(void **state) {
  (void) state;
  assert_int_equal(dal_thread_limit(&(DalLimits){.seconds = -1}), DAL_INPUT);
  assert_int_equal(dal_thread_limit(&(DalLimits){.work = (double) NAN}), DAL_INPUT);
}

int main(void) {
  const struct CMUnitTest tests[] = {FOLDER_TEST(test_collect), FOLDER_TEST(test_figure),
                                     FOLDER_TEST(test_sweep), cmocka_unit_test(test_wrong)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
