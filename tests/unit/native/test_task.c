// Unit tests of compiling in parallel to the program: native_find, native_begin, native_is_over, native_take.
// Judge: the answer of what was compiled, the files that are there, whether the compiler still runs.

#include "base/process.h"
#include "native/native.h"
#include "support/native.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static void rest(void) {
  nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
}

static NativeTask *begin(int number) {
  const char *source = answer_source(number);
  NativeTask *task = native_begin(source, strlen(source));
  assert_non_null(task);
  return task;
}

static NativeUnit *find(int number) {
  const char *source = answer_source(number);
  return native_find(source, strlen(source));
}

static void wait_until_over(NativeTask *task) {
  const double late = process_now() + 60;
  while (!native_is_over(task)) {
    assert_true(process_now() < late);
    rest();
  }
}

// Nothing is in the cache before it is taken, and then all of it, to be found again.
static void test_taken(void **state) {
  const Place *place = *state;
  assert_null(find(7));
  NativeTask *task = begin(7);
  wait_until_over(task);
  assert_int_equal(place_count(place->cache, ".so"), 0);
  NativeUnit *unit = native_take(task);
  assert_non_null(unit);
  assert_int_equal(answer_of(unit), 7);
  assert_true(native_facts(unit)->kept);
  native_close(unit);
  assert_int_equal(place_count(place->cache, ".so"), 1);
  unit = find(7);
  assert_non_null(unit);
  assert_int_equal(answer_of(unit), 7);
  native_close(unit);
  assert_null(find(8));
}

// A unit that was compiled soon is an entry of its own.
static void test_soon(void **state) {
  const Place *place = *state;
  const char *source = answer_source(5);
  NativeTrouble trouble;
  NativeUnit *unit;
  for (int i = 0; i < 2; i++) {
    assert_int_equal(native_open_soon(source, strlen(source), &unit, &trouble), STATUS_OK);
    assert_int_equal(answer_of(unit), 5);
    assert_int_equal(native_facts(unit)->compiled, i == 0);
    native_close(unit);
  }
  assert_null(find(5));
  assert_int_equal(place_answer(5).answer, 5);
  assert_int_equal(place_count(place->cache, ".so"), 2);
}

// Returns the process whose number a compiler wrote.
static pid_t written(const char *path) {
  char text[32] = "";
  const double late = process_now() + 30;
  while (strchr(text, '\n') == NULL && process_now() < late) {
    FILE *file = fopen(path, "r");
    if (file != NULL) {
      if (fgets(text, sizeof text, file) == NULL) text[0] = '\0';
      fclose(file);
    }
    rest();
  }
  return (pid_t) atoi(text);
}

static bool is_gone(pid_t pid) {
  const double late = process_now() + 10;
  while (kill(pid, 0) == 0 && process_now() < late) rest();
  return kill(pid, 0) != 0 && errno == ESRCH;
}

static const char slow_compiler[] = "sleep 600 &\n"
                                    "while [ \"$1\" != -o ]; do shift; done\n"
                                    "echo half > \"$2\"\n"
                                    "echo $! > \"$place/log\"\n"
                                    "wait\n";

// A compiler that is busy when the run ends is stopped, with the processes it started; the fixture looks for its
// folder.
static void test_stopped(void **state) {
  const Place *place = *state;
  const char *log = place_file(place, "log");
  place_compiler(place, slow_compiler);
  NativeTask *task = begin(1);
  const pid_t child = written(log);
  assert_true(child > 0);
  assert_false(native_is_over(task));
  assert_null(native_take(task));
  assert_true(is_gone(child));
  assert_int_equal(place_count(place->cache, ".so"), 0);
}

static void test_late(void **state) {
  const Place *place = *state;
  setenv("DALEMBERT_CC_SECONDS", "0.1", 1);
  place_compiler(place, slow_compiler);
  NativeTask *task = begin(2);
  wait_until_over(task);
  assert_null(native_take(task));
  unsetenv("DALEMBERT_CC_SECONDS");
}

static void test_failed(void **state) {
  const Place *place = *state;
  static const char *const scripts[] = {"exit 1\n", "exit 0\n", "kill -9 $$\n"};
  for (size_t i = 0; i < COUNT(scripts); i++) {
    place_compiler(place, scripts[i]);
    NativeTask *task = begin(3);
    wait_until_over(task);
    assert_null(native_take(task));
  }
  assert_int_equal(place_count(place->cache, ".so"), 0);
  setenv("DALEMBERT_CC", "/no/such/compiler", 1);
  assert_null(native_begin("int a;", 6));
  assert_null(native_find("int a;", 6));
}

int main(void) {
  const struct CMUnitTest tests[] = {
    PLACE_TEST(test_taken), PLACE_TEST(test_soon),   PLACE_TEST(test_stopped),
    PLACE_TEST(test_late),  PLACE_TEST(test_failed),
  };
  return cmocka_run_group_tests_name("task", tests, NULL, NULL);
}
