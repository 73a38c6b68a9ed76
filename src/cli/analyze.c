// cli/analyze.c: dalembert analyze FILE: what a mechanician asks of a system.

#include "cli/cli.h"
#include <string.h>

int command_analyze(const Arguments *a) {
  int status;
  DalModel *model = open_model(a, &status);
  if (model == NULL) return status;
  const char *to = a->value[OPTION_OUTPUT];
  const size_t length = to ? strlen(to) : 0;
  const DalAnalyzeOptions options = {.only = a->value[OPTION_ONLY],
                                     .range = a->value[OPTION_RANGE],
                                     .steady = a->value[OPTION_STEADY],
                                     .linearize = a->count[OPTION_LINEARIZE] > 0,
                                     .at = a->value[OPTION_AT],
                                     .input = a->value[OPTION_INPUT],
                                     .csv = length > 4 && strcmp(to + length - 4, ".csv") == 0};
  const char *text = "";
  const DalStatus result = dal_model_analyze(model, &options, a->format, &text);
  status = finish(a, model, result);
  if (status == EXIT_DONE) status = write_result(a, text);
  dal_model_destroy(model);
  return status;
}
