// Fuzz entry: bytes choose a model by the grammar, and the commands of the program take it.
//
// Laws: those of command.h.
//
// The program runs in this process, its main under another name, so that the sanitizers see all of it
// and a model takes milliseconds. Each model goes through `derive` and one command more; with FUZZ_ALL=1
// in the environment, through all.

#include "fuzz/command.h"
#include "fuzz/fuzz.h"
#include "fuzz/grammar.h"

#include <stdio.h>
#include <stdlib.h>
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

static void write_model(const char *text) {
  FILE *f = fopen(model, "w");
  if (f == NULL || fputs(text, f) < 0 || fclose(f) != 0) abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char text[GRAMMAR_ROOM];
  make_folder();
  grammar_model(data, size, text);
  write_model(text);
  const char *all = getenv("FUZZ_ALL"), *show = getenv("FUZZ_SHOW");
  if (show != NULL && *show) fprintf(stderr, "%s", text);
  const size_t first = size > 0 ? data[0] : 0;
  for (size_t i = 0; i < COMMANDS; i++)
    if ((all != NULL && *all) || i == 0 || i == 1 + first % (COMMANDS - 1)) command(commands[i]);
  return 0;
}
