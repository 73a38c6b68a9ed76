// tests/unit/api/test_sweep_threads.c: sweeps by several threads at the same time.
//
// Law:  the files are those of one thread, byte for byte; a callback is called by one thread at a time
//
// Built with ThreadSanitizer, too (the preset `threads`).

#include "dalembert.h"
#include "support/folder.h"
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef __SANITIZE_THREAD__
// The loader guards dlopen and dlclose by a lock of its own, which the sanitizer does not see.
const char *__tsan_default_suppressions(void);
const char *__tsan_default_suppressions(void) {
  return "race:_dl_close_worker\nrace:_dl_check_map_versions\n";
}
#endif

static const char pendulum[] = "parameter l = 1, g = 9.81\n"
                               "coordinate x, y\n"
                               "point P mass 1 at [x, y]\n"
                               "gravity = [0, -g]\n"
                               "constraint rod: x^2 + y^2 = l^2\n"
                               "initial y = -0.8, x' = 0.3\n"
                               "guess x = 0.6\n"
                               "stop when x = 0\n"
                               "observe low = min(y), end = final(x'), when = time(stop)\n"
                               "simulate to 1 every 0.1\n"
                               "sweep l = uniform(0.7, 1.5), g = normal(10, 1)\n"
                               "sweep 96 by sobol seed 2\n";

// Reads a file into memory of the heap.
static char *content(const char *folder, const char *name, size_t *n) {
  char path[300];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  char *bytes = malloc(1 << 20);
  *n = fread(bytes, 1, 1 << 20, file);
  fclose(file);
  return bytes;
}

static void expect_same(const char *one, const char *other, const char *name) {
  size_t n, m;
  char *a = content(one, name, &n), *b = content(other, name, &m);
  assert_int_equal(n, m);
  assert_memory_equal(a, b, n);
  free(a);
  free(b);
}

typedef struct {
  int inside, calls;
  unsigned long long done;
} Count;

static void count(void *context, const DalSweepProgress *p) {
  Count *c = context;
  assert_int_equal(c->inside++, 0);
  assert_true(p->done >= c->done && p->failed <= p->done && p->done <= p->members);
  c->done = p->done;
  c->calls++;
  c->inside--;
}

static const char *code = "interpreter";

static DalStatus sweep_into(const char *folder, unsigned threads, Count *c) {
  DalModel *m = dal_model_create();
  assert_int_equal(dal_model_add(m, pendulum), DAL_OK);
  assert_int_equal(dal_model_finish(m), DAL_OK);
  DalSweep *sweep;
  const DalRunOptions run = {.code = code};
  assert_int_equal(dal_model_sweep(m, &(DalSweepOptions){.run = &run}, &sweep), DAL_OK);
  assert_int_equal(dal_sweep_members(sweep), 96);
  const DalSweepWork work = {.threads = threads, .progress = count, .progress_context = c};
  const DalStatus status = dal_sweep_run(sweep, folder, &work, NULL);
  dal_sweep_destroy(sweep);
  dal_model_destroy(m);
  return status;
}

static void expect_bytes(void **state) {
  Folder *f = *state;
  const char *one = folder_path(f, "one"), *four = folder_path(f, "four");
  Count c1 = {0}, c4 = {0};
  // lengths below 0.8 have no state: members that fail
  assert_int_equal(sweep_into(one, 1, &c1), DAL_DOMAIN);
  assert_int_equal(sweep_into(four, 4, &c4), DAL_DOMAIN);
  assert_int_equal(c1.done, 96);
  assert_int_equal(c4.done, 96);
  assert_int_equal(c1.calls, c4.calls);
  expect_same(one, four, "plan.json");
  expect_same(one, four, "sweep.h5");
  for (int i = 0; i < c1.calls; i++) {
    char name[40];
    snprintf(name, sizeof name, "parts/%06d.h5", i);
    expect_same(one, four, name);
  }
  // what is there is not computed again
  Count again = {0};
  assert_int_equal(sweep_into(four, 3, &again), DAL_OK);
  assert_int_equal(again.calls, c1.calls);
  DalSweepProgress progress;
  assert_int_equal(dal_sweep_status(four, &progress, NULL), DAL_OK);
  assert_int_equal(progress.done, 96);
  assert_true(progress.failed > 0 && progress.failed < 48);
}

static void test_interpreted(void **state) {
  code = "interpreter";
  expect_bytes(state);
}

// Compiled, and in lanes.
static void test_compiled(void **state) {
  code = "native";
  setenv("DALEMBERT_LANES", "4", 1);  // short sweeps are not worth lanes
  expect_bytes(state);
  unsetenv("DALEMBERT_LANES");
}

int main(void) {
  const struct CMUnitTest tests[] = {FOLDER_TEST(test_interpreted), FOLDER_TEST(test_compiled)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
