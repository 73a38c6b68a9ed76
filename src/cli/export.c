// cli/export.c: dalembert export FILE: the equations as source text.

#include "cli/cli.h"

int command_export(const Arguments *a) {
  int status;
  DalModel *model = open_model(a, &status);
  if (model == NULL) return status;
  char name[NAME_MOST];
  file_name(a->file, name);
  const DalDeriveOptions derive = {.method = a->value[OPTION_METHOD],
                                   .independent = a->value[OPTION_INDEPENDENT]};
  const DalExportOptions options = {a->value[OPTION_TARGET], name};
  const char *text = "";
  DalStatus result = dal_model_derive_by(model, &derive);
  if (result == DAL_OK) result = dal_model_export(model, &options, &text);
  status = finish(a, model, result);
  if (status == EXIT_DONE) status = write_result(a, text);
  dal_model_destroy(model);
  return status;
}
