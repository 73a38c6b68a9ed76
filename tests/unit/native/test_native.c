// Unit tests of native/native.c, compiler.c and process.c: good compilers, bad ones, and signals.
// Judge: what the compiled function returns, files and processes that are there or not.

#include "native/native_impl.h"
#include "support/native.h"

#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static void rest(long milliseconds) {
  nanosleep(&(struct timespec){milliseconds / 1000, milliseconds % 1000 * 1000000}, NULL);
}

// --- good compilers -----------------------------------------------------------------------------

static void test_open(void **state) {
  (void) state;
  const char *source = "int one(void) { return 1; }\nconst double two = 2;\n";
  NativeUnit *unit;
  NativeTrouble trouble;
  assert_int_equal(native_open(source, strlen(source), &unit, &trouble), STATUS_OK);
  assert_int_equal(trouble.code, NATIVE_NONE);
  int (*one)(void);
  void *symbol = native_symbol(unit, "one");
  memcpy(&one, &symbol, sizeof symbol);
  assert_int_equal(one(), 1);
  assert_true(*(const double *) native_symbol(unit, "two") == 2);
  assert_null(native_symbol(unit, "three"));
  const NativeFacts *facts = native_facts(unit);
  assert_true(facts->compiled && facts->kept);
  assert_true(facts->compile_seconds > 0 && facts->load_seconds > 0);
  native_close(unit);
  native_close(NULL);
}

// The text ends at its given length.
static void test_length(void **state) {
  (void) state;
  const char *source = "int answer(void) { return 5; } this is no C";
  NativeUnit *unit;
  NativeTrouble trouble;
  assert_int_equal(native_open(source, 30, &unit, &trouble), STATUS_OK);
  native_close(unit);
}

// Two units at once do not mix, though their names are the same.
static void test_two_units(void **state) {
  (void) state;
  NativeUnit *units[2];
  NativeTrouble trouble;
  for (int i = 0; i < 2; i++) {
    const char *source = answer_source(i + 20);
    assert_int_equal(native_open(source, strlen(source), &units[i], &trouble), STATUS_OK);
  }
  for (int i = 0; i < 2; i++) {
    int (*answer)(void);
    void *symbol = native_symbol(units[i], "answer");
    memcpy(&answer, &symbol, sizeof symbol);
    assert_int_equal(answer(), i + 20);
  }
  native_close(units[0]);
  native_close(units[1]);
}

// Arithmetic is that of IEEE 754. From: the standard, 6.1 to 6.3, and (1 + e) - 1 in its order.
static void test_arithmetic(void **state) {
  (void) state;
  const char *source = "#include <math.h>\n"
                       "double difference(double x) { return x - x; }\n"
                       "double product(double x) { return x * 0.0; }\n"
                       "double equal(double x) { return x == x; }\n"
                       "double sum(double x) { return (1e16 + x) - 1e16; }\n"
                       "double root(double x) { return sqrt(x); }\n"
                       "double sine(double x) { return sin(x); }\n";
  NativeUnit *unit;
  NativeTrouble trouble;
  assert_int_equal(native_open(source, strlen(source), &unit, &trouble), STATUS_OK);
  static const char *const names[] = {"difference", "product", "equal", "sum", "root", "sine"};
  double (*f[6])(double);
  for (size_t i = 0; i < COUNT(names); i++) {
    void *symbol = native_symbol(unit, names[i]);
    memcpy(&f[i], &symbol, sizeof symbol);
  }
  assert_true(isnan(f[0]((double) INFINITY)));
  assert_true(signbit(f[1](-1)) && isnan(f[1]((double) INFINITY)));
  assert_true(f[2]((double) NAN) == 0);
  assert_true(f[3](1) == 0);  // 1e16 + 1 is a tie, which goes to the even 1e16
  assert_true(isnan(f[4](-1)) && f[4](4) == 2);
  assert_true(f[5](0.5) == sin(0.5));
  native_close(unit);
}

static void test_environment(void **state) {
  const Place *place = *state;
  // the command may have arguments; CC comes second
  setenv("CC", "/no/such/compiler", 1);
  setenv("DALEMBERT_CC", " cc  -Dreturn=return+100+", 1);
  assert_int_equal(place_answer(1).answer, 101);
  unsetenv("DALEMBERT_CC");
  setenv("CC", "cc -Dreturn=return+200+", 1);
  assert_int_equal(place_answer(1).answer, 201);
  // a compiler in the current folder is not used
  char here[1024];
  assert_non_null(getcwd(here, sizeof here));
  place_compiler(place, "exit 1");
  assert_int_equal(rename(place_file(place, "compiler"), place_file(place, "cc")), 0);
  unsetenv("DALEMBERT_CC");
  unsetenv("CC");
  const char *path = getenv("PATH");
  char *kept = strdup(path), longer[4096];
  snprintf(longer, sizeof longer, ".::%s", kept);
  setenv("PATH", longer, 1);
  assert_int_equal(chdir(place->root), 0);
  const Opened opened = place_answer(1);
  assert_int_equal(chdir(here), 0);
  setenv("PATH", kept, 1);
  free(kept);
  assert_int_equal(opened.answer, 1);
}

static void refuse_march(const Place *place) {
  place_compiler(place,
                 "case \"$*\" in *-march=*) echo \"bad value for '-march='\" >&2; exit 1;; esac\n"
                 "exec cc \"$@\"");
}

static void test_march_refused(void **state) {
  refuse_march(*state);
  const Opened opened = place_answer(6);
  assert_int_equal(opened.answer, 6);
  assert_true(opened.facts.kept);
}

// A host that lets the system collect its children still gets its answers.
static void test_children_ignored(void **state) {
  signal(SIGCHLD, SIG_IGN);
  const Opened good = place_answer(7);
  setenv("DALEMBERT_CC", "cc -Dreturn=nonsense", 1);
  const Opened bad = place_answer(7);
  refuse_march(*state);
  const Opened plain = place_answer(8);
  signal(SIGCHLD, SIG_DFL);
  assert_int_equal(good.answer, 7);
  assert_int_equal(plain.answer, 8);
  assert_int_equal(bad.status, STATUS_UNABLE);
}

// --- bad compilers ------------------------------------------------------------------------------

static void test_no_compiler(void **state) {
  const Place *place = *state;
  char *path = strdup(getenv("PATH"));
  setenv("PATH", place->tmp, 1);
  const Opened none = place_answer(1);
  setenv("PATH", path, 1);
  free(path);
  assert_int_equal(none.status, STATUS_UNABLE);
  assert_int_equal(none.trouble.code, NATIVE_COMPILER);
  assert_string_equal(none.trouble.text, "no C compiler found (tried cc, gcc, clang)");
  setenv("DALEMBERT_CC", "no-such-compiler -O3", 1);
  const Opened named = place_answer(1);
  assert_int_equal(named.status, STATUS_UNABLE);
  assert_string_equal(named.trouble.text, "no C compiler found (tried no-such-compiler -O3)");
  // a program that the system cannot start
  place_write(place_file(place, "compiler"), "\177ELF", 4);
  assert_int_equal(chmod(place_file(place, "compiler"), 0700), 0);
  setenv("DALEMBERT_CC", place_file(place, "compiler"), 1);
  assert_int_equal(place_answer(1).trouble.code, NATIVE_COMPILER);
}

static void test_rejected(void **state) {
  const Place *place = *state;
  NativeUnit *unit;
  NativeTrouble trouble;
  assert_int_equal(native_open("int x = ;", 9, &unit, &trouble), STATUS_UNABLE);
  assert_null(unit);
  assert_int_equal(trouble.code, NATIVE_REJECTED);
  assert_non_null(strstr(trouble.text, "error: expected expression"));
  // without output, and with ten million words of it
  place_compiler(place, "exit 1");
  const Opened silent = place_answer(1);
  assert_int_equal(silent.trouble.code, NATIVE_REJECTED);
  assert_non_null(strstr(silent.trouble.text, "without giving a reason"));
  place_compiler(place, "head -c 10000000 /dev/zero | tr '\\0' x >&2; exit 1");
  const Opened loud = place_answer(1);
  assert_int_equal(loud.trouble.code, NATIVE_REJECTED);
  assert_non_null(strstr(loud.trouble.text, "xxxx"));
  place_compiler(place, "kill -SEGV $$");
  assert_int_equal(place_answer(1).trouble.code, NATIVE_REJECTED);
  assert_int_equal(place_count(place->cache, ""), 0);
}

// Compilers that report success.
static void test_garbage(void **state) {
  const Place *place = *state;
  static const char *const find = "while [ \"$1\" != -o ]; do shift; done\n";
  static const char *const scripts[] = {"exit 0", "echo garbage >\"$2\"", ": >\"$2\"",
                                        "mkdir \"$2\"", "ln -s /bin/sh \"$2\""};
  static const NativeCode codes[] = {NATIVE_REJECTED, NATIVE_LOADING, NATIVE_REJECTED,
                                     NATIVE_REJECTED, NATIVE_REJECTED};
  for (size_t i = 0; i < COUNT(scripts); i++) {
    char script[256];
    snprintf(script, sizeof script, "%s%s", find, scripts[i]);
    place_compiler(place, script);
    const Opened opened = place_answer(1);
    assert_int_equal(opened.status, STATUS_UNABLE);
    assert_int_equal(opened.trouble.code, codes[i]);
  }
  assert_int_equal(place_count(place->cache, ""), 0);
}

// Is the process whose number is in the file running? A zombie is not.
static bool runs(const char *path) {
  char stat[64], state = 'X';
  int pid = 0;
  FILE *file = fopen(path, "r");
  assert_non_null(file);
  assert_int_equal(fscanf(file, "%d", &pid), 1);
  fclose(file);
  snprintf(stat, sizeof stat, "/proc/%d/stat", pid);
  if ((file = fopen(stat, "r")) == NULL) return false;
  if (fscanf(file, "%*d (%*[^)]) %c", &state) != 1) state = 'X';
  fclose(file);
  return state != 'Z' && state != 'X';
}

static void test_time_limit(void **state) {
  const Place *place = *state;
  place_compiler(place, "sleep 100 & echo $! >\"$place/child\"; wait");
  setenv("DALEMBERT_CC_SECONDS", "0.3", 1);
  const Opened opened = place_answer(1);
  assert_int_equal(opened.status, STATUS_LIMIT);
  assert_int_equal(opened.trouble.code, NATIVE_TIME);
  assert_non_null(strstr(opened.trouble.text, "took more than 0.3 seconds"));
  for (int i = 0; i < 100 && runs(place_file(place, "child")); i++) rest(10);
  assert_false(runs(place_file(place, "child")));
  assert_int_equal(place_count(place->cache, ""), 0);
}

// The compiler reads from nowhere, and puts temporary files where they are removed with the rest.
static void test_surroundings(void **state) {
  const Place *place = *state;
  place_compiler(place, "read line && exit 1\n"
                        "case \"$TMPDIR\" in */cache/.work-*) ;; *) exit 1;; esac\n"
                        "exec cc \"$@\"");
  assert_int_equal(place_answer(8).answer, 8);
}

// Signals that are blocked or ignored here have their defaults in the compiler. Judge: the kernel.
static void test_signals_passed(void **state) {
  const Place *place = *state;
  char *arguments[] = {(char[]){"grep"}, (char[]){"-eSigBlk"}, (char[]){"-eSigIgn"},
                       (char[]){"/proc/self/status"}, NULL};
  SignalHold hold;
  signal(SIGUSR1, SIG_IGN);
  signals_hold(&hold);
  Process process = {.program = "/bin/grep",
                     .arguments = arguments,
                     .scratch = place->tmp,
                     .seconds = 10,
                     .hold = &hold};
  const ProcessEnd end = process_run(&process);
  process_release_signals(&hold);
  signal(SIGUSR1, SIG_DFL);
  assert_int_equal(end, PROCESS_DONE);
  unsigned long blocked = 1, ignored = ~0ul;
  assert_int_equal(sscanf(process.output, "SigBlk: %lx SigIgn: %lx", &blocked, &ignored), 2);
  assert_int_equal(blocked, 0);
  assert_int_equal(ignored & 1ul << (SIGUSR1 - 1), 0);
}

// Nowhere to write: no file may grow.
static void test_no_room(void **state) {
  (void) state;
  struct rlimit before, none;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
  none = (struct rlimit){0, before.rlim_max};
  signal(SIGXFSZ, SIG_IGN);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &none), 0);
  const Opened opened = place_answer(1);
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
  signal(SIGXFSZ, SIG_DFL);
  assert_int_equal(opened.status, STATUS_UNABLE);
  assert_int_equal(opened.trouble.code, NATIVE_FOLDER);
}

// --- signals ------------------------------------------------------------------------------------

static volatile sig_atomic_t handled;

static void handle(int number) {
  handled = number;
}

// Sends SIGINT to a process that is compiling; returns how it ended.
static int interrupted(const Place *place, void (*handler)(int)) {
  int status;
  unlink(place_file(place, "busy"));
  const pid_t child = fork();
  assert_true(child >= 0);
  if (child == 0) {
    signal(SIGINT, handler);
    const Opened opened = place_answer(9);
    _exit(opened.answer == 9                                               ? 9
          : opened.trouble.code == NATIVE_INTERRUPTED && handled == SIGINT ? 10
                                                                           : 11);
  }
  for (int i = 0; i < 500 && access(place_file(place, "busy"), F_OK) != 0; i++) rest(10);
  assert_int_equal(kill(child, SIGINT), 0);
  assert_int_equal(waitpid(child, &status, 0), child);
  return status;
}

static void test_interrupt(void **state) {
  const Place *place = *state;
  place_compiler(place, "echo $$ >\"$place/child\"; : >\"$place/busy\"; exec sleep 100");
  int status = interrupted(place, SIG_DFL);
  assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGINT);
  assert_false(runs(place_file(place, "child")));
  assert_int_equal(place_count(place->cache, ""), 0);
  assert_int_equal(place_count(place->tmp, ""), 0);
  status = interrupted(place, handle);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 10);
  assert_int_equal(place_count(place->cache, ""), 0);
  // if the signal is ignored here, compiling continues
  place_compiler(place, ": >\"$place/busy\"; sleep 0.2; exec cc \"$@\"");
  status = interrupted(place, SIG_IGN);
  assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    PLACE_TEST(test_open),
    PLACE_TEST(test_length),
    PLACE_TEST(test_two_units),
    PLACE_TEST(test_arithmetic),
    PLACE_TEST(test_environment),
    PLACE_TEST(test_march_refused),
    PLACE_TEST(test_children_ignored),
    PLACE_TEST(test_no_compiler),
    PLACE_TEST(test_rejected),
    PLACE_TEST(test_garbage),
    PLACE_TEST(test_time_limit),
    PLACE_TEST(test_surroundings),
    PLACE_TEST(test_signals_passed),
    PLACE_TEST(test_no_room),
    PLACE_TEST(test_interrupt),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
