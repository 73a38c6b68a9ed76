// Fuzz entry: bytes choose a model by the grammar, and the commands of the program take it.
//
// Laws: those of command.h.
//
// The program runs in this process, its main under another name, so that the sanitizers see all of it
// and a model takes milliseconds. Each model goes through one command, all of which derive its equations. In the environment:
//
//   FUZZ_ALL=1          through all commands
//   FUZZ_ONLY=analyze   through the commands that contain this text
//   FUZZ_COPY=FILE      keep the last model; with FUZZ_SLOW=SECONDS, those that take longer in FILE-1, FILE-2 ...

#include "fuzz/command.h"
#include "fuzz/fuzz.h"
#include "fuzz/grammar.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

static char folder[] = P_tmpdir "/fuzz_commands.XXXXXX";

// --- the commands ---------------------------------------------------------------------------------

// Words between spaces; %NAME is a file in the folder of the test, which begins without it. What follows a semicolon is
// another command, which may use what the one before it has written.
static const char *const commands[] = {
  "derive %model.mech",
  "derive --worksheet --format latex %model.mech",
  "derive --format json --worksheet %model.mech",
  "derive --closed %model.mech",
  "derive --matrix --format json %model.mech",
  "derive --dimensionless %model.mech",
  "derive --tape %model.mech",
  "derive --method lagrange %model.mech",
  "derive --method multipliers %model.mech",
  "derive --method udwadia %model.mech",
  "derive --method appell %model.mech",
  "derive --method hamilton %model.mech",
  "derive --method hamel %model.mech",
  "derive --method whittaker %model.mech",
  "eval --format json %model.mech",
  "eval --as-is %model.mech",
  "eval --project --at x=0.3,x'=-1 %model.mech",
  "eval --format json --as-is --at @%states.csv %model.mech",
  "eval --method udwadia --set g=0,a=b %model.mech",
  "check %model.mech",
  "check --format json %model.mech",
  "check --certificate %proofs.json %model.mech",
  "analyze %model.mech",
  "analyze --format json %model.mech",
  "analyze --only dimensions,constraints,singular %model.mech",
  "analyze --only equilibria --range x=-2:2 %model.mech",
  "analyze --linearize --input a --format json %model.mech",
  "analyze --linearize --at x=0.3 -o %matrices.csv %model.mech",
  "analyze --steady x'=1 %model.mech",
  "analyze --degree 1 --basis sin(x) --only integrals %model.mech",
  "simulate --events %events.csv %model.mech",
  "simulate --code interpreter --integrator bdf %model.mech",
  "simulate --integrator adams --as-is --columns accelerations,multipliers,reactions %model.mech",
  "simulate --integrator erk --rtol 1e-6 --no-projection -o %run.npy %model.mech; plot --terminal "
  "%run.npy",
  "simulate --integrator dirk --project --units declared %model.mech",
  "simulate -q --integrator taylor -o %run.json %model.mech; simulate --resume %run.json --to 3/2 "
  "%model.mech",
  "simulate -q --to 1/10 -o %run.h5 %model.mech; simulate -q --resume %run.h5 --integrator bdf "
  "%model.mech",
  "simulate -q -o %run.h5 %model.mech; plot --terminal --run %run.h5 --show orbits --show energy "
  "%model.mech",
  "simulate -q --only S -o %run.csv %model.mech; plot --terminal %run.csv --only S",
  "simulate --method appell --code interpreter %model.mech",
  "simulate --method hamilton --code interpreter %model.mech",
  "simulate --method hamel --code interpreter %model.mech",
  "simulate --to -1 --every 1/4 --code interpreter %model.mech",
  "plot --terminal %model.mech",
  "plot --terminal --show x:x' --show constraints --set a=1 --set a=3 %model.mech",
  "plot --code interpreter --script %figure %model.mech",
  "plot --code interpreter -o %film.gif --to 1/4 %model.mech",
  "report -o %page.html %model.mech",
  "report --format latex -o %page.tex %model.mech",
  "export %model.mech",
  "export --target js %model.mech",
  "export --target python %model.mech",
  "export --target matlab %model.mech",
  "export --target fortran %model.mech",
  "export --target rust %model.mech",
  "export --target fmu2 --source-only --input a -o %model.fmu %model.mech",
  "export --target fmu3 --source-only -o %model.fmu %model.mech",
  "sweep -q --code interpreter --threads 2 -o %sweep %model.mech; sweep --collect %sweep; plot "
  "--terminal %sweep",
  "sweep -q --code interpreter --vary m=1:2:1 --rows 3 -o %sweep %model.mech; sweep --collect "
  "%sweep -o %all.csv; "
  "sweep --status %sweep",
  "sweep --code interpreter --member 1 %model.mech",
};

#define COMMANDS (sizeof commands / sizeof *commands)
#define WORDS_MOST 16

// Copies a word of a table of commands, with the folder in place of %. Returns the end of the copy.
static char *word(const char *text, size_t n, char *to, size_t room) {
  const char *mark = memchr(text, '%', n);
  const int before = mark != NULL ? (int) (mark - text) : (int) n;
  const int after = mark != NULL ? (int) n - before - 1 : 0;
  const int length = snprintf(to, room, "%.*s%s%s%.*s", before, text, mark ? folder : "",
                              mark ? "/" : "", after, mark ? mark + 1 : "");
  if (length < 0 || (size_t) length >= room) abort();
  return to + length + 1;
}

// Runs one command, up to a semicolon. Returns its end.
static const char *run_one(const char *text, int *status) {
  char room[512], *to = room;
  const char *words[WORDS_MOST] = {NULL};
  size_t n = 0;
  while (*text != '\0' && *text != ';') {
    const size_t length = strcspn(text, " ;");
    if (length > 0) {
      if (n + 1 == WORDS_MOST) abort();
      words[n++] = to;
      to = word(text, length, to, (size_t) (room + sizeof room - to));
    }
    text += length + (text[length] == ' ');
  }
  *status = command(words);
  return text;
}

// Runs commands; those after the first only if it had a result.
static void run_commands(const char *text) {
  int status;
  do text = run_one(text, &status);
  while (*text++ == ';' && status < 2);
}

// --- the folder -----------------------------------------------------------------------------------

static void remove_folder(void) {
  remove_tree(folder);
}

static void write_text(const char *path, const char *text) {
  FILE *f = fopen(path, "w");
  if (f == NULL || fputs(text, f) < 0 || fclose(f) != 0) abort();
}

static void write_file(const char *name, const char *text) {
  char path[sizeof folder + 32];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  write_text(path, text);
}

// Fills the folder with the model and the files that it expects, and nothing else.
static void make_folder(const char *text) {
  static bool made;
  if (made)
    remove_folder();
  else
    atexit(remove_folder);
  if (made ? mkdir(folder, 0700) != 0 : mkdtemp(folder) == NULL) abort();
  made = true;
  write_file("model.mech", text);
  write_file("data.csv", grammar_data);
  write_file("part.mech", grammar_part);
  write_file("states.csv", "t,x,x'\n0,1,0\n0.5,0.25,-1\n");
}

// --- the entry ------------------------------------------------------------------------------------

// Chooses a command by all bytes, since many files begin with the same few.
static size_t command_of(const uint8_t *data, size_t size) {
  uint32_t hash = UINT32_C(2166136261);  // Fowler, Noll and Vo's
  for (size_t i = 0; i < size; i++) hash = (hash ^ data[i]) * UINT32_C(16777619);
  return hash % COMMANDS;
}

static bool is_wanted(size_t i, size_t chosen) {
  const char *all = getenv("FUZZ_ALL"), *only = getenv("FUZZ_ONLY");
  if (only != NULL && *only) return strstr(commands[i], only) != NULL;
  return (all != NULL && *all) || i == chosen;
}

static void keep_model(const char *text, double seconds) {
  static unsigned kept;
  const char *copy = getenv("FUZZ_COPY"), *most = getenv("FUZZ_SLOW");
  char path[4096];
  if (copy == NULL || !*copy) return;
  write_text(copy, text);
  if (most == NULL || !*most || seconds < strtod(most, NULL)) return;
  snprintf(path, sizeof path, "%s-%u", copy, ++kept);
  write_text(path, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char text[GRAMMAR_ROOM];
  grammar_model(data, size, text);
  const char *show = getenv("FUZZ_SHOW");
  if (show != NULL && *show) fprintf(stderr, "%s", text);
  const clock_t begin = clock();
  keep_model(text, 0);
  for (size_t i = 0; i < COMMANDS; i++)
    if (is_wanted(i, command_of(data, size))) {
      make_folder(text);
      run_commands(commands[i]);
    }
  keep_model(text, (double) (clock() - begin) / CLOCKS_PER_SEC);
  return 0;
}
