// cli/eval.c: dalembert eval FILE: numbers at a state.

#include "cli/cli.h"

int command_eval(const Arguments *a) {
  DalEvalOptions options = {.project = a->count[OPTION_PROJECT] > 0,
                            .as_is = a->count[OPTION_AS_IS] > 0,
                            .energy = a->value[OPTION_ENERGY]};
  int status = read_positive(a, OPTION_TOLERANCE, &options.tolerance);
  if (status != EXIT_DONE) return status;
  if (options.project && options.as_is) return wrong("--project and --as-is exclude each other");
  DalModel *model = open_model(a, &status);
  if (model == NULL) return status;
  status = derive(a, model);
  if (status == EXIT_DONE && read_state(a, &options, &status)) {
    DalResult *result;
    limit_call(a, model, "numbers");
    const DalStatus done = dal_model_eval(model, &options, a->format, &result);
    status = finish_text(a, model, result, done);
  }
  dal_model_destroy(model);
  return status;
}
