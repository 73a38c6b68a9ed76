// cli/analyze.c: dalembert analyze FILE: what a mechanician asks of a system.

#include "cli/cli.h"

int command_analyze(const Arguments *a) {
  int status;
  DalModel *model = open_model(a, &status);
  if (model == NULL) return status;
  const DalAnalyzeOptions options = {.only = a->value[OPTION_ONLY]};
  const char *text = "";
  const DalStatus result = dal_model_analyze(model, &options, a->format, &text);
  status = finish(a, model, result);
  if (status == EXIT_DONE) status = write_result(a, text);
  dal_model_destroy(model);
  return status;
}
