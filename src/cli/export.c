// cli/export.c: dalembert export FILE: the equations as source text, or as an FMU.

#include "cli/cli.h"
#include <errno.h>
#include <string.h>
#include <unistd.h>

// Writes an archive to -o or standard output.
static int write_archive(const Arguments *a, const DalResult *result) {
  const char *path = a->value[OPTION_OUTPUT] ? a->value[OPTION_OUTPUT] : "-";
  const DalStatus status = dal_result_write(result, path);
  if (status == DAL_OK) return EXIT_DONE;
  wrong("cannot write %s: %s", strcmp(path, "-") == 0 ? "standard output" : path, strerror(errno));
  return status == DAL_LIMIT ? EXIT_TROUBLE : EXIT_WRONG;
}

int command_export(const Arguments *a) {
  int status;
  const char *target = a->value[OPTION_TARGET];
  const bool archive = target != NULL && strncmp(target, "fmu", 3) == 0;
  const bool open = a->value[OPTION_OUTPUT] == NULL && isatty(STDOUT_FILENO);
  if (archive && open) return wrong("an FMU is a file: give its name with -o NAME.fmu");
  DalModel *model = open_model(a, &status);
  if (model == NULL) return status;
  char name[NAME_MOST];
  file_name(a->file, name);
  const DalExportOptions options = {.target = target,
                                    .name = name,
                                    .input = a->value[OPTION_FMU_INPUT],
                                    .source_only = a->count[OPTION_SOURCE_ONLY] > 0};
  status = derive(a, model);
  if (status == EXIT_DONE) {
    DalResult *result;
    limit_call(a, model, "export");
    const DalStatus done = dal_model_export(model, &options, &result);
    if (archive) {  // half of one is of no use
      status = finish(a, model, done);
      if (status == EXIT_DONE) status = write_archive(a, result);
      dal_result_destroy(result);
    } else {
      status = finish_text(a, model, result, done);
    }
  }
  dal_model_destroy(model);
  return status;
}
