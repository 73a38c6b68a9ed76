// Fuzz entry: bytes choose a model by the grammar, and the commands of the program take it.
//
// Laws: a command ends with a documented status; one that is not 0 comes with a message, and none says
// that the program is at fault; JSON is JSON.
//
// The program runs in this process, its main under another name, so that the sanitizers see all of it
// and a model takes milliseconds. Each model goes through `derive` and one command more; with FUZZ_ALL=1
// in the environment, through all.

#include "fuzz/fuzz.h"
#include "fuzz/grammar.h"
#include "fuzz/json.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int command_line(int argc, char **argv);  // main of src/cli/main.c

static char folder[] = P_tmpdir "/fuzz_commands.XXXXXX";
static char model[64], page[64];

// --- the two outputs ------------------------------------------------------------------------------

typedef struct {
  int end, kept;  // 1 or 2, and what it was
  FILE *to;
} Output;

static Output catch_output(int end) {
  Output o = {end, dup(end), tmpfile()};
  if (o.kept < 0 || o.to == NULL || dup2(fileno(o.to), end) < 0) abort();
  return o;
}

// What was written, from malloc.
static char *release_output(Output *o) {
  if (dup2(o->kept, o->end) < 0) abort();
  close(o->kept);
  const long n = fseek(o->to, 0, SEEK_END) == 0 ? ftell(o->to) : 0;
  char *text = calloc((size_t) n + 1, 1);
  if (text == NULL) abort();
  rewind(o->to);
  if (fread(text, 1, (size_t) n, o->to) != (size_t) n) abort();
  fclose(o->to);
  o->to = NULL;
  return text;
}

static Output messages;

// Shows what was said before a fault, at the true standard error.
void fuzz_fault(void) {
  char part[4096];
  ssize_t n;
  if (messages.to == NULL || dup2(messages.kept, 2) < 0) return;
  lseek(fileno(messages.to), 0, SEEK_SET);
  while ((n = read(fileno(messages.to), part, sizeof part)) > 0)
    if (write(2, part, (size_t) n) < 0) return;
}

// --- one command ----------------------------------------------------------------------------------

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

static void judge(const char *const *words, int status, const char *out, const char *said) {
  const bool json = strcmp(words[1], "--format") == 0 && strcmp(words[2], "json") == 0;
  const char *wrong = status < 0 || status > 3                   ? "an undocumented status"
                      : status > 1 && !strstr(said, "error:")    ? "failure without a message"
                      : strstr(said, "this program is at fault") ? "an internal error"
                      : json && status == 0 && !is_json(out)     ? "no JSON"
                                                                 : NULL;
  if (wrong == NULL) return;
  fprintf(stderr, "fuzz_commands: %s: %s, status %d\n%s", words[0], wrong, status, said);
  abort();
}

static void command(const char *const *words) {
  char *arguments[9] = {(char[]){"dalembert"}};
  int n = 1;
  for (; words[n - 1] != NULL; n++)
    memcpy(&arguments[n], &words[n - 1], sizeof(char *));  // const is for readers
  fflush(stdout);
  if (fuzz_watch) fuzz_watch();  // seconds for each command
  messages = catch_output(2);
  Output out = catch_output(1);
  const int status = command_line(n, arguments);
  fflush(stdout);
  char *written = release_output(&out), *said = release_output(&messages);
  judge(words, status, written, said);
  free(written);
  free(said);
}

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
