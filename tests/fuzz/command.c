// fuzz/command.c: the command line called in this process, with its outputs captured and judged.

#include "fuzz/command.h"
#include "fuzz/fuzz.h"
#include "fuzz/json.h"

#include <ftw.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#define SECONDS 60  // of processor time under the sanitizers; more is a hang
#define WORDS_MOST 20

int command_line(int argc, char **argv);  // main of src/cli/main.c

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

// Returns what was written, in memory from malloc.
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

// Shows the output before a fault, on the real standard error.
void fuzz_fault(void) {
  char part[4096];
  ssize_t n;
  if (messages.to == NULL || dup2(messages.kept, 2) < 0) return;
  lseek(fileno(messages.to), 0, SEEK_SET);
  while ((n = read(fileno(messages.to), part, sizeof part)) > 0)
    if (write(2, part, (size_t) n) < 0) return;
}

// --- one command ----------------------------------------------------------------------------------

static bool asks_for_json(const char *const *words) {
  for (size_t i = 0; words[i] != NULL && words[i + 1] != NULL; i++)
    if (strcmp(words[i], "--format") == 0 && strcmp(words[i + 1], "json") == 0) return true;
  return false;
}

static void judge(const char *const *words, int status, const char *out, const char *said) {
  const bool json = asks_for_json(words);
  const bool told = strstr(said, "error:") || strstr(said, "dalembert:");
  const bool bug = strstr(said, "has a bug") != NULL;
  const char *wrong = status < 0 || status > 3               ? "an undocumented status"
                      : status > 1 && !told                  ? "failure without a message"
                      : bug                                  ? "an internal error"
                      : json && status == 0 && !is_json(out) ? "no JSON"
                                                             : NULL;
  if (wrong == NULL) return;
  fprintf(stderr, "fuzz: %s: %s, status %d\n%s", words[0], wrong, status, said);
  abort();
}

// --- counts ---------------------------------------------------------------------------------------

#define NAMES_MOST 16

static struct {
  char name[16];  // empty: unused
  unsigned long ends[4];
} counts[NAMES_MOST];

static void print_counts(void) {
  for (size_t i = 0; i < NAMES_MOST && counts[i].name[0] != '\0'; i++)
    printf("%-8s status 0: %lu, 1: %lu, 2: %lu, 3: %lu\n", counts[i].name, counts[i].ends[0],
           counts[i].ends[1], counts[i].ends[2], counts[i].ends[3]);
}

static void count(const char *name, int status) {
  size_t i = 0;
  if (counts[0].name[0] == '\0') atexit(print_counts);
  while (i + 1 < NAMES_MOST && counts[i].name[0] != '\0' && strcmp(counts[i].name, name) != 0) i++;
  snprintf(counts[i].name, sizeof counts[i].name, "%s", name);
  counts[i].ends[status]++;
}

// FUZZ_SLOW=SECONDS in the environment: commands that work longer, or reach a limit, are shown with their messages.
static void show_slow(const char *const *words, int status, double seconds, const char *said) {
  const char *most = getenv("FUZZ_SLOW");
  if (most == NULL || !*most || (seconds < strtod(most, NULL) && status < 3)) return;
  fprintf(stderr, "fuzz: status %d, %.1f s:", status, seconds);
  for (size_t i = 0; words[i] != NULL; i++) fprintf(stderr, " %s", words[i]);
  fprintf(stderr, "\n%s", said);
}

// Reports of the sanitizers, which end the process, go to the real standard error.
void __sanitizer_set_report_fd(void *fd) __attribute__((weak));

static void set_report(void) {
  static bool set;
  if (!set && __sanitizer_set_report_fd) __sanitizer_set_report_fd((void *) (intptr_t) dup(2));
  set = true;
}

int command(const char *const *words) {
  static char option[] = "--limit", limit[] = "time=5";
  char *arguments[WORDS_MOST] = {(char[]){"dalembert"}};
  int n = 1;
  for (; words[n - 1] != NULL && n < WORDS_MOST - 3; n++)
    memcpy(&arguments[n], &words[n - 1], sizeof(char *));  // const is for readers
  if (!fuzz_watch) {  // libFuzzer has many inputs to try, and some runs are long
    arguments[n++] = option;
    arguments[n++] = limit;
  }
  fflush(stdout);
  if (fuzz_watch) fuzz_watch(SECONDS);
  set_report();
  messages = catch_output(2);
  Output out = catch_output(1);
  const clock_t begin = clock();
  const int status = command_line(n, arguments);
  const double seconds = (double) (clock() - begin) / CLOCKS_PER_SEC;
  fflush(stdout);
  char *written = release_output(&out), *said = release_output(&messages);
  judge(words, status, written, said);
  show_slow(words, status, seconds, said);
  count(words[0], status);
  free(written);
  free(said);
  return status;
}

static int remove_entry(const char *path, const struct stat *info, int kind, struct FTW *at) {
  (void) info, (void) kind, (void) at;
  return remove(path);
}

void remove_tree(const char *folder) {
  nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
}
