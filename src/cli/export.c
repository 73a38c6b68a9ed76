// cli/export.c: dalembert export FILE: the equations as source text.

#include "cli/cli.h"

int command_export(const Arguments *a) {
  int status;
  DalModel *model = open_model(a, &status);
  if (model == NULL) return status;
  char name[NAME_MOST];
  file_name(a->file, name);
  const DalExportOptions options = {.target = a->value[OPTION_TARGET], .name = name};
  status = derive(a, model);
  if (status == EXIT_DONE) {
    DalResult *result;
    limit_call(a, model, "export");
    const DalStatus done = dal_model_export(model, &options, &result);
    status = finish_text(a, model, result, done);
  }
  dal_model_destroy(model);
  return status;
}
