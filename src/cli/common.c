// cli/common.c: opening a model, printing messages, writing results.

#include "cli/cli.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { MESSAGES_MOST = 20 };  // most errors, and most warnings, that are printed

static int exit_status(DalStatus status) {
  switch (status) {
    case DAL_OK: return EXIT_DONE;
    case DAL_INPUT:
    case DAL_DOMAIN:
    case DAL_UNABLE: return EXIT_WRONG;
    default: return EXIT_TROUBLE;
  }
}

// Prints the messages. Returns the exit status, which is that of a limit if there was no memory for them.
static int show_messages(const Arguments *a, const char *messages, DalStatus status) {
  clear_progress();
  if (status == DAL_OK && a->count[OPTION_QUIET] > 0) return EXIT_DONE;
  print_messages(messages);
  if (status != DAL_OK && *messages == '\0') wrong("%s", dal_status_meaning(status));
  return strcmp(messages, DAL_NO_MESSAGES) == 0 ? EXIT_TROUBLE : exit_status(status);
}

int finish(const Arguments *a, DalModel *model, DalStatus status) {
  return show_messages(a, dal_model_first_messages(model, MESSAGES_MOST), status);
}

int finish_result(const Arguments *a, DalResult *result, DalStatus status) {
  const int exit = show_messages(a, dal_result_messages(result), status);
  dal_result_destroy(result);
  return exit;
}

int finish_text(const Arguments *a, DalModel *model, DalResult *result, DalStatus status) {
  int exit = finish(a, model, status);
  // what was finished before a limit was reached
  const bool part = status == DAL_LIMIT && *dal_result_text(result) != '\0';
  if (exit == EXIT_DONE || part) {
    const int written = write_result(a, dal_result_text(result));
    if (written != EXIT_DONE) exit = written;
  }
  dal_result_destroy(result);
  return exit;
}

bool read_state(const Arguments *a, DalEvalOptions *options, int *status) {
  static DalResult *table;  // of the command being run
  const char *at = a->value[OPTION_AT];
  options->at = at;
  if (at == NULL || *at != '@') return true;
  dal_result_destroy(table);
  const DalStatus read = dal_read_text(at + 1, &table);
  if (read != DAL_OK) {
    *status = finish_result(a, table, read);
    table = NULL;
    return false;
  }
  options->at = NULL;
  options->table = dal_result_text(table);
  options->table_name = at + 1;
  return true;
}

static bool is_file(const char *path) {
  struct stat status;
  return strcmp(path, "-") == 0 || (stat(path, &status) == 0 && !S_ISDIR(status.st_mode));
}

// Reads the model: a file or, if there is no such file, a model of the gallery.
static DalStatus read_statements(const Arguments *a, DalModel *model) {
  const char *text = is_file(a->file) ? NULL : example_text(a->file);
  if (text == NULL) return dal_model_read(model, a->file);
  return dal_model_add_named(model, a->file, text);
}

static void suggest_example(const char *path) {
  const char *near = is_file(path) ? NULL : nearest_example(path);
  char help[2 * NAME_MOST];
  snprintf(help, sizeof help, "help: the gallery has %s\n", near != NULL ? near : "");
  if (near != NULL) print_messages(help);
}

// Reads the statements and checks the whole, which may add further errors.
static int read_model(const Arguments *a, DalModel *model) {
  for (int i = 0; i < a->count[OPTION_SET]; i++)
    (void) dal_model_preset(model, a->all[OPTION_SET][i]);
  DalStatus result = read_statements(a, model);
  const bool unread =
    result != DAL_OK && dal_model_errors(model) == 1 && dal_model_coordinates(model) == 0;
  if (!unread) {
    const DalStatus finished = dal_model_finish(model);
    if (result == DAL_OK) result = finished;
  }
  const int status = finish(a, model, result);
  if (unread) suggest_example(a->file);
  return status;
}

DalModel *empty_model(int *status) {
  DalModel *model = dal_model_create();
  if (model != NULL) return model;
  *status = EXIT_TROUBLE;
  wrong("out of memory");
  return NULL;
}

DalModel *open_model(const Arguments *a, int *status) {
  DalModel *model = empty_model(status);
  if (model == NULL) return NULL;
  limit_reading(a, model);
  *status = read_model(a, model);
  for (int i = 0; i < a->count[OPTION_SET] && *status == EXIT_DONE; i++)
    *status = finish(a, model, dal_model_set(model, a->all[OPTION_SET][i]));
  for (int i = 0; i < a->count[OPTION_BRANCH] && *status == EXIT_DONE; i++)
    *status = finish(a, model, dal_model_branch(model, a->all[OPTION_BRANCH][i]));
  if (*status == EXIT_DONE) return model;
  if (strcmp(a->command, "check") == 0 && a->format == DAL_JSON)
    (void) write_result(a, dal_model_messages_json(model));
  dal_model_destroy(model);
  return NULL;
}

int derive(const Arguments *a, DalModel *model) {
  const DalDeriveOptions options = {.method = a->value[OPTION_METHOD],
                                    .independent = a->value[OPTION_INDEPENDENT]};
  limit_call(a, model, "equations");
  return finish(a, model, dal_model_derive(model, &options));
}

void file_name(const char *path, char name[NAME_MOST]) {
  const char *slash = strrchr(path, '/'), *start = slash ? slash + 1 : path;
  const char *dot = strrchr(start, '.');
  size_t n = dot && dot > start ? (size_t) (dot - start) : strlen(start);
  if (strcmp(path, "-") == 0) n = 0;
  if (n >= NAME_MOST) n = NAME_MOST - 1;
  memcpy(name, start, n);
  name[n] = '\0';
}

// --- output --------------------------------------------------------------------------------------

int write_file(const char *path, const char *text) {
  const DalStatus status = dal_write_text(path, text);
  return status == DAL_OK ? EXIT_DONE : cannot_write(path, status);
}

int cannot_write(const char *path, DalStatus status) {
  wrong("cannot write %s: %s", strcmp(path, "-") == 0 ? "standard output" : path, strerror(errno));
  return status == DAL_LIMIT ? EXIT_TROUBLE : EXIT_WRONG;
}

int write_result(const Arguments *a, const char *text) {
  return write_file(a->value[OPTION_OUTPUT] ? a->value[OPTION_OUTPUT] : "-", text);
}
