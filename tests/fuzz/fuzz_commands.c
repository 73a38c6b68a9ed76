// Fuzz entry: bytes choose a model by the grammar, and the commands of the program take it.
//
// Laws: those of command.h.
//
// The program runs in this process, its main under another name, so that the sanitizers see all of it
// and a model takes milliseconds. Each model goes through `derive` and one command more. In the environment:
//
//   FUZZ_ALL=1          through all commands
//   FUZZ_ONLY=analyze   through the commands of that name
//   FUZZ_COPY=FILE      keep the last model; with FUZZ_SLOW=SECONDS, those that take longer in FILE-1, FILE-2 ...

#include "fuzz/command.h"
#include "fuzz/fuzz.h"
#include "fuzz/grammar.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static char folder[] = P_tmpdir "/fuzz_commands.XXXXXX";
static char model[64], page[64];

// --- one model ------------------------------------------------------------------------------------

static const char *const commands[][7] = {
  {"derive", model},
  {"eval", "--format", "json", model},
  {"check", model},
  {"analyze", model},
  {"simulate", model},
  {"report", "-o", page, model},
  {"export", model},
  {"derive", "--worksheet", "--format", "latex", model},
  {"derive", "--format", "json", model},
  {"check", "--format", "json", model},
  {"analyze", "--format", "json", model},
  {"simulate", "--code", "interpreter", "--integrator", "bdf", model},
  {"eval", "--as-is", model},
  {"plot", "--terminal", model},
  {"derive", "--method", "udwadia", model},
  {"derive", "--method", "hamilton", model},
  {"derive", "--method", "hamel", model},
  {"derive", "--tape", model},
};

#define COMMANDS (sizeof commands / sizeof *commands)

// --- the entry ------------------------------------------------------------------------------------

static void remove_folder(void) {
  unlink(model);
  unlink(page);
  rmdir(folder);
}

static void make_folder(void) {
  if (*model != '\0') return;
  if (mkdtemp(folder) == NULL) abort();
  snprintf(model, sizeof model, "%s/model.mech", folder);
  snprintf(page, sizeof page, "%s/page.html", folder);
  atexit(remove_folder);
}

static void write_model(const char *path, const char *text) {
  FILE *f = fopen(path, "w");
  if (f == NULL || fputs(text, f) < 0 || fclose(f) != 0) abort();
}

// All bytes count, since many files begin with the same few.
static size_t command_of(const uint8_t *data, size_t size) {
  uint32_t hash = UINT32_C(2166136261);  // Fowler, Noll and Vo's
  for (size_t i = 0; i < size; i++) hash = (hash ^ data[i]) * UINT32_C(16777619);
  return 1 + hash % (COMMANDS - 1);
}

static bool is_wanted(size_t i, size_t chosen) {
  const char *all = getenv("FUZZ_ALL"), *only = getenv("FUZZ_ONLY");
  if (only != NULL && *only) return strcmp(commands[i][0], only) == 0;
  return (all != NULL && *all) || i == 0 || i == chosen;
}

static void keep_model(const char *text, double seconds) {
  static unsigned kept;
  const char *copy = getenv("FUZZ_COPY"), *most = getenv("FUZZ_SLOW");
  char path[4096];
  if (copy == NULL || !*copy) return;
  write_model(copy, text);
  if (most == NULL || !*most || seconds < strtod(most, NULL)) return;
  snprintf(path, sizeof path, "%s-%u", copy, ++kept);
  write_model(path, text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char text[GRAMMAR_ROOM];
  make_folder();
  grammar_model(data, size, text);
  write_model(model, text);
  const char *show = getenv("FUZZ_SHOW");
  if (show != NULL && *show) fprintf(stderr, "%s", text);
  const clock_t begin = clock();
  keep_model(text, 0);
  for (size_t i = 0; i < COMMANDS; i++)
    if (is_wanted(i, command_of(data, size))) command(commands[i]);
  keep_model(text, (double) (clock() - begin) / CLOCKS_PER_SEC);
  return 0;
}
