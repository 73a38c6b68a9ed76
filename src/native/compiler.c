// native/compiler.c: finds a C compiler, and calls it.
//
// The flags. -O3 and -march=native are for speed. The arithmetic stays that of IEEE 754: no flag of
// -ffast-math, which would ignore infinities, NaN and signed zeros, or reorder sums. So a program gives the
// same bits in every run, and a state out of the domain gives NaN. With
//   -ffp-contract=off     a*b + c is rounded once only if the text says so (text/real.h): every compiler
//                         gives the same bits, and so do several motions at once (text/lanes.h)
// this holds for every compiler. Allowed are
//   -fno-math-errno       errno is not read after sqrt, which then is one instruction
//   -fno-trapping-math    the exception flags are not read, so both sides of a choice may be
//                         computed
//   -falign-functions=64  functions are aligned to cache lines: short rates take up to a tenth
//                         longer if they are badly aligned (bench/rhs.c)
//   -fno-builtin-sin ...  functions of the C library are called even if their arguments turn out to be
//                         constant (after a sign, say): the compiler's own values differ in the last bit
// Turned off is
//   -ftree-slp-vectorize  numbers that straight-line code has just stored one by one would be loaded
//                         several at once, which waits until they are written (bench/motion.c)

#include "native/native_impl.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// All operations of tape/ops.def except those that are one instruction.
#define CALLED                                                                           \
  "-fno-builtin-pow", "-fno-builtin-sin", "-fno-builtin-cos", "-fno-builtin-tan",        \
    "-fno-builtin-asin", "-fno-builtin-acos", "-fno-builtin-atan", "-fno-builtin-atan2", \
    "-fno-builtin-sinh", "-fno-builtin-cosh", "-fno-builtin-tanh", "-fno-builtin-exp",   \
    "-fno-builtin-log"

static const char *const flags[] = {
  "-std=c11",
  "-O3",
  "-fPIC",
  "-shared",
  "-w",
  "-ffp-contract=off",
  "-fno-math-errno",
  "-fno-trapping-math",
  "-fno-tree-slp-vectorize",
  "-falign-functions=64",
  CALLED,
};
#define FLAGS (sizeof flags / sizeof *flags)

// For units that are needed soon: the same bits, with fewer passes.
static const char *const soon[FLAGS] = {
  "-std=c11",           "-O1",  "-fPIC", "-shared", "-w", "-ffp-contract=off", "-fno-math-errno",
  "-fno-trapping-math", CALLED,
};

// For exported objects: any processor, and the same bits as the interpreter.
static const char *const away[FLAGS] = {
  "-std=c99",
  "-O2",
  "-fPIC",
  "-shared",
  "-w",
  "-s",
  "-ffp-contract=off",
  "-fno-math-errno",
  "-fvisibility=hidden",
  CALLED,
};

#define SECONDS 60  // that a compiler may take

// Returns the value of a variable that is set and not empty, or NULL.
static const char *setting(const char *name) {
  const char *value = getenv(name);
  return value && *value ? value : NULL;
}

// --- finding ------------------------------------------------------------------------------------

// Splits the command at its spaces and finds its program.
static bool take_command(Compiler *compiler, const char *command) {
  const size_t n = strlen(command);
  if (n >= sizeof compiler->words) return false;
  memcpy(compiler->words, command, n + 1);
  compiler->n = 0;
  char *rest, *word = strtok_r(compiler->words, " \t", &rest);
  for (; word && compiler->n < NATIVE_WORDS; word = strtok_r(NULL, " \t", &rest))
    compiler->word[compiler->n++] = word;
  return compiler->n > 0 && process_find(compiler->word[0], compiler->path);
}

// --- identity -----------------------------------------------------------------------------------

// Adds an item with its length, so that one item never looks like two.
static void add_item(Sha256 *sha, const void *data, size_t n) {
  const uint64_t length = n;
  sha256_add(sha, &length, sizeof length);
  sha256_add(sha, data, n);
}

static void add_text(Sha256 *sha, const char *text) {
  add_item(sha, text, strlen(text));
}

// Adds a word of the command; a word that is a program is identified by its file: `ccache gcc` has two.
static void add_word(Sha256 *sha, const char *word) {
  char path[PATH_MAX], real[PATH_MAX];
  struct stat about;
  add_text(sha, word);
  if (!process_find(word, path) || realpath(path, real) == NULL || stat(real, &about) != 0) return;
  const int64_t facts[] = {about.st_size, about.st_mtim.tv_sec, about.st_mtim.tv_nsec};
  add_text(sha, real);
  add_item(sha, facts, sizeof facts);
}

// Adds what -march=native depends on: the first processor of the list, without facts that change all the time.
static bool add_processor(Sha256 *sha) {
  static const char *const wanted[] = {
    "vendor_id",       "cpu family",  "model",    "stepping",     "flags", "Features",
    "CPU implementer", "CPU variant", "CPU part", "CPU revision", "isa",   "cpu\t",
  };
  FILE *list = fopen("/proc/cpuinfo", "r");
  if (list == NULL) return false;
  char *line = NULL;
  size_t room = 0;
  ssize_t n;
  bool found = false;
  while ((n = getline(&line, &room, list)) > 1)
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
      if (strncmp(line, wanted[i], strlen(wanted[i])) == 0) {
        add_item(sha, line, (size_t) n);
        found = true;
        break;
      }
  free(line);
  fclose(list);
  return found;
}

static void identify(Compiler *compiler) {
  Sha256 sha = sha256_make();
  const char *march = setting("DALEMBERT_MARCH");
  add_text(&sha, "dalembert native 1");  // raise it when objects of older programs must not be used
  for (int i = 0; i < compiler->n; i++) add_word(&sha, compiler->word[i]);
  for (size_t i = 0; i < FLAGS; i++) add_text(&sha, flags[i]);
  for (size_t i = 0; i < FLAGS && soon[i] != NULL; i++) add_text(&sha, soon[i]);
  const bool known = add_processor(&sha);
  compiler->march[0] = '\0';
  if (known || march)
    snprintf(compiler->march, sizeof compiler->march, "-march=%s", march ? march : "native");
  add_text(&sha, compiler->march);
  sha256_finish(&sha, compiler->identity);
}

Status compiler_find(Compiler *compiler, NativeTrouble *trouble) {
  static const char *const usual[] = {"cc", "gcc", "clang"};
  const char *given = setting("DALEMBERT_CC"), *limit = setting("DALEMBERT_CC_SECONDS");
  if (given == NULL) given = setting("CC");
  bool found = given && take_command(compiler, given);
  for (size_t i = 0; !given && !found && i < sizeof usual / sizeof *usual; i++)
    found = take_command(compiler, usual[i]);
  if (!found)
    return native_fail(trouble, NATIVE_COMPILER, "no C compiler found (tried %.1000s)",
                       given ? given : "cc, gcc, clang");
  compiler->seconds = limit ? strtod(limit, NULL) : SECONDS;
  if (!(compiler->seconds > 0)) compiler->seconds = SECONDS;
  identify(compiler);
  return STATUS_OK;
}

// --- running ------------------------------------------------------------------------------------

#define WORDS (NATIVE_WORDS + FLAGS + 8)

// Makes the words of a call, ended by NULL.
static void make_call(const Compiler *compiler, CompilerUse use, const char *march,
                      const char *source, const char *object, char *arguments[WORDS]) {
  static const char *const *const of_use[] = {
    [COMPILE_HERE] = flags, [COMPILE_SOON] = soon, [COMPILE_AWAY] = away};
  const char *const *const wanted = of_use[use];
  const char *list[WORDS] = {NULL};
  size_t n = 0;
  list[n++] = compiler->path;  // a compiler finds its parts from there
  for (int i = 1; i < compiler->n; i++) list[n++] = compiler->word[i];
  for (size_t i = 0; i < FLAGS && wanted[i] != NULL; i++) list[n++] = wanted[i];
  if (*march) list[n++] = march;
  const char *const rest[] = {"-o", object, source, "-lm", NULL};
  memcpy(list + n, rest, sizeof rest);
  memcpy(arguments, list, sizeof list);  // posix_spawn changes none of them, whatever its type says
}

static ProcessEnd call(const Compiler *compiler, CompilerUse use, Process *process,
                       const char *march, const char *source, const char *object) {
  char *arguments[WORDS];
  make_call(compiler, use, march, source, object, arguments);
  process->arguments = arguments;
  return process_run(process);
}

bool compiler_begin(const Compiler *compiler, const char *folder, pid_t *pid) {
  char source[PATH_MAX], object[PATH_MAX], *arguments[WORDS];
  if (!native_path(source, folder, NATIVE_SOURCE) || !native_path(object, folder, NATIVE_OBJECT))
    return false;
  make_call(compiler, COMPILE_HERE, compiler->march, source, object, arguments);
  return process_begin(
    &(Process){.program = compiler->path, .arguments = arguments, .scratch = folder}, pid);
}

Status compiler_run(const Compiler *compiler, CompilerUse use, const char *folder,
                    const SignalHold *hold, NativeTrouble *trouble) {
  char source[PATH_MAX], object[PATH_MAX];
  if (!native_path(source, folder, NATIVE_SOURCE) || !native_path(object, folder, NATIVE_OBJECT))
    return native_fail(trouble, NATIVE_FOLDER, "the folder %.1000s has too long a name", folder);
  Process process = {
    .program = compiler->path, .scratch = folder, .seconds = compiler->seconds, .hold = hold};
  const char *march = use == COMPILE_AWAY ? "" : compiler->march;
  ProcessEnd end = call(compiler, use, &process, march, source, object);
  // some compilers do not know -march=native, or -march at all; a host that ignores its children hides their
  // status, but not a missing object
  const bool failed = end == PROCESS_FAILED || (end == PROCESS_DONE && access(object, F_OK) != 0);
  if (failed && *march && strstr(process.output, "march"))
    end = call(compiler, use, &process, "", source, object);
  switch (end) {
    case PROCESS_DONE: return STATUS_OK;
    case PROCESS_LATE:
      return native_fail(trouble, NATIVE_TIME, "the C compiler %.300s took more than %g seconds",
                         compiler->path, compiler->seconds);
    case PROCESS_INTERRUPTED:
      return native_fail(trouble, NATIVE_INTERRUPTED, "interrupted while %.300s was compiling",
                         compiler->path);
    case PROCESS_UNSTARTED:
      if (process.no_memory) return native_fail(trouble, NATIVE_MEMORY, "out of memory");
      return native_fail(trouble, NATIVE_COMPILER, "the C compiler %.300s could not be started%s%s",
                         compiler->path, *process.output ? ":\n" : "", process.output);
    case PROCESS_FAILED: break;
  }
  return native_fail(trouble, NATIVE_REJECTED, "the C compiler %.300s failed%s%s", compiler->path,
                     *process.output ? ":\n" : " without giving a reason", process.output);
}
