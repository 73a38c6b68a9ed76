// cli/common.c: opening a model, printing messages, writing results.

#include "cli/cli.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

enum { MESSAGES_MOST = 20 };  // errors, and warnings; of more, only the first are printed

int finish(const Arguments *a, DalModel *model, DalStatus status) {
  if (status != DAL_OK || a->count[OPTION_QUIET] == 0)
    fputs(dal_model_first_messages(model, MESSAGES_MOST), stderr);
  if (status != DAL_OK && dal_model_errors(model) == 0) wrong("%s", dal_status_meaning(status));
  switch (status) {
    case DAL_OK: return EXIT_DONE;
    case DAL_INPUT:
    case DAL_DOMAIN:
    case DAL_UNABLE: return EXIT_WRONG;
    default: return EXIT_TROUBLE;
  }
}

DalModel *open_model(const Arguments *a, int *status) {
  DalModel *model = dal_model_create();
  if (model == NULL) {
    *status = EXIT_TROUBLE;
    wrong("out of memory");
    return NULL;
  }
  for (int i = 0; i < a->count[OPTION_SET]; i++)
    (void) dal_model_preset(model, a->all[OPTION_SET][i]);
  // the checks of the whole add to the mistakes of the parts
  DalStatus result = dal_model_read(model, a->file);
  const bool unread =
    result != DAL_OK && dal_model_errors(model) == 1 && dal_model_coordinates(model) == 0;
  if (!unread) {
    const DalStatus finished = dal_model_finish(model);
    if (result == DAL_OK) result = finished;
  }
  for (int i = 0; i < a->count[OPTION_SET] && result == DAL_OK; i++)
    result = dal_model_set(model, a->all[OPTION_SET][i]);
  for (int i = 0; i < a->count[OPTION_BRANCH] && result == DAL_OK; i++)
    result = dal_model_branch(model, a->all[OPTION_BRANCH][i]);
  if (result == DAL_OK) return model;
  *status = finish(a, model, result);
  if (strcmp(a->command, "check") == 0 && a->format == DAL_JSON)
    (void) write_result(a, dal_model_messages_json(model));
  dal_model_destroy(model);
  return NULL;
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
  if (status == DAL_OK) return EXIT_DONE;
  wrong("cannot write %s: %s", strcmp(path, "-") == 0 ? "standard output" : path, strerror(errno));
  return status == DAL_LIMIT ? EXIT_TROUBLE : EXIT_WRONG;
}

int write_result(const Arguments *a, const char *text) {
  return write_file(a->value[OPTION_OUTPUT] ? a->value[OPTION_OUTPUT] : "-", text);
}
