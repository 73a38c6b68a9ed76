// tests/unit/base/test_process.c: programs that read, write, fail, are late or do not exist.

#include "base/process.h"
#include "support/check.h"
#include <stdlib.h>
#include <string.h>

static ProcessEnd shell(Process *process, const char *command) {
  static char words[3][200] = {"sh", "-c", ""};
  char *arguments[] = {words[0], words[1], words[2], NULL};
  snprintf(words[2], sizeof words[2], "%s", command);
  process->program = "/bin/sh";
  process->arguments = arguments;
  if (process->seconds == 0) process->seconds = 20;
  return process_run(process);
}

// More than any pipe holds, in both directions at once, with bytes of every kind.
static void test_echo(void **state) {
  Bench *bench = *state;
  const size_t n = 3000000;
  char *bytes = arena_take(&bench->arena, n);
  for (size_t i = 0; i < n; i++) bytes[i] = (char) (i * 2654435761u >> 13);
  Text result = text_make(&bench->arena);
  Process process = {.input = {bytes, n}, .result = &result};
  assert_int_equal(shell(&process, "echo talk >&2; exec cat"), PROCESS_DONE);
  assert_int_equal(result.n, n);
  assert_memory_equal(result.at, bytes, n);
  assert_string_equal(process.output, "talk\n");
}

// A program that does not read its input to the end does not end this one.
static void test_no_reader(void **state) {
  Bench *bench = *state;
  char *bytes = arena_take(&bench->arena, 1000000);
  memset(bytes, 'x', 1000000);
  Text result = text_make(&bench->arena);
  Process process = {.input = {bytes, 1000000}, .result = &result};
  assert_int_equal(shell(&process, "exec 0<&-; echo done"), PROCESS_DONE);
  assert_string_equal(text_get(&result), "done\n");
  assert_int_equal(shell(&process, "exec 0<&-; exit 3"), PROCESS_FAILED);
}

static void test_nothing_to_read(void **state) {
  Bench *bench = *state;
  Text result = text_make(&bench->arena);
  Process process = {.result = &result};
  assert_int_equal(shell(&process, "read line && echo something; true"), PROCESS_DONE);
  assert_int_equal(result.n, 0);
}

// Without a place for the result, it is among the messages; the first of these are kept.
static void test_messages(void **state) {
  (void) state;
  Process process = {0};
  assert_int_equal(shell(&process, "echo one; echo two >&2"), PROCESS_DONE);
  assert_string_equal(process.output, "one\ntwo\n");
  assert_int_equal(shell(&process, "yes | head -c 100000"), PROCESS_DONE);
  assert_int_equal(strlen(process.output), PROCESS_OUTPUT - 1);
}

static void test_late(void **state) {
  (void) state;
  Process process = {.seconds = 0.2};
  const double start = process_now();
  assert_int_equal(shell(&process, "sleep 60"), PROCESS_LATE);
  assert_true(process_now() - start < 30);
}

static void test_find(void **state) {
  (void) state;
  char path[PATH_MAX], before[PATH_MAX];
  const char *list = getenv("PATH");
  snprintf(before, sizeof before, "%s", list ? list : "");
  setenv("PATH", ".:relative:/nowhere:/bin", 1);
  assert_true(process_find("sh", path));
  assert_string_equal(path, "/bin/sh");
  assert_false(process_find("no-such-program", path));
  assert_true(process_find("/bin/sh", path));
  assert_false(process_find("/bin", path));
  setenv("PATH", before, 1);
}

static void test_missing(void **state) {
  (void) state;
  char name[] = "/nowhere/nothing", *arguments[] = {name, NULL};
  Process process = {.program = name, .arguments = arguments, .seconds = 5};
  assert_int_equal(process_run(&process), PROCESS_UNSTARTED);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    BENCH_TEST(test_echo),
    BENCH_TEST(test_no_reader),
    BENCH_TEST(test_nothing_to_read),
    cmocka_unit_test(test_messages),
    cmocka_unit_test(test_late),
    cmocka_unit_test(test_find),
    cmocka_unit_test(test_missing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
