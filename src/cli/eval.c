// cli/eval.c: dalembert eval FILE: numbers at a state.

#include "cli/cli.h"

int command_eval(const Arguments *a) {
  DalEvalOptions options = {.at = a->value[OPTION_AT],
                            .project = a->count[OPTION_PROJECT] > 0,
                            .as_is = a->count[OPTION_AS_IS] > 0,
                            .energy = a->value[OPTION_ENERGY]};
  const DalDeriveOptions derive = {.method = a->value[OPTION_METHOD],
                                   .independent = a->value[OPTION_INDEPENDENT]};
  int status = read_positive(a, OPTION_TOLERANCE, &options.tolerance);
  if (status != EXIT_DONE) return status;
  if (options.project && options.as_is) return wrong("--project and --as-is exclude each other");
  DalModel *model = open_model(a, &status);
  if (model == NULL) return status;
  const char *text = "";
  DalStatus result = dal_model_derive_by(model, &derive);
  if (result == DAL_OK) result = dal_model_eval(model, &options, a->format, &text);
  status = finish(a, model, result);
  if (status == EXIT_DONE) status = write_result(a, text);
  dal_model_destroy(model);
  return status;
}
