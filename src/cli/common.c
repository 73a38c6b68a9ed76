// cli/common.c: opening a model, telling messages, writing results.

#include "cli/cli.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int finish(const Arguments *a, DalModel *model, DalStatus status) {
  if (status != DAL_OK || a->count[OPTION_QUIET] == 0) fputs(dal_model_messages(model), stderr);
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
  if (result == DAL_OK) return model;
  *status = finish(a, model, result);
  dal_model_destroy(model);
  return NULL;
}

// --- output --------------------------------------------------------------------------------------

static int cannot(const char *path) {
  return wrong("cannot write %s: %s", path, strerror(errno));
}

// A pipe or a device cannot be replaced: it is written to.
static int write_directly(const char *path, const char *text) {
  FILE *stream = fopen(path, "w");
  if (stream == NULL) return cannot(path);
  const bool good = fputs(text, stream) >= 0;
  return fclose(stream) == 0 && good ? EXIT_DONE : cannot(path);
}

// Written beside the goal and renamed, so that a file is there whole or not at all.
static int write_file(const char *path, const char *text) {
  const size_t n = strlen(path);
  char *beside = malloc(n + 8);
  if (beside == NULL) return EXIT_TROUBLE;
  memcpy(beside, path, n);
  memcpy(beside + n, ".XXXXXX", 8);
  const int file = mkstemp(beside);
  int status = file < 0 ? cannot(path) : EXIT_DONE;
  FILE *stream = file < 0 ? NULL : fdopen(file, "w");
  if (stream != NULL) {
    const mode_t mask = umask(0);
    umask(mask);
    const bool good = fputs(text, stream) >= 0 && fchmod(file, 0666 & ~mask) == 0;
    if (fclose(stream) != 0 || !good || rename(beside, path) != 0) status = cannot(path);
    if (status != EXIT_DONE) unlink(beside);
  }
  free(beside);
  return status;
}

// The file that the path leads to, through symbolic links where there are any.
static int write_path(const char *path, const char *text) {
  struct stat there;
  if (stat(path, &there) != 0) return write_file(path, text);
  if (!S_ISREG(there.st_mode)) return write_directly(path, text);
  char *goal = realpath(path, NULL);
  const int status = write_file(goal ? goal : path, text);
  free(goal);
  return status;
}

int write_result(const Arguments *a, const char *text) {
  const char *path = a->value[OPTION_OUTPUT];
  if (path != NULL && strcmp(path, "-") != 0) return write_path(path, text);
  if (fputs(text, stdout) < 0 || fflush(stdout) != 0) return cannot("standard output");
  return EXIT_DONE;
}
