// cli/eval.c: dalembert eval FILE: numbers at a state.

#include "cli/cli.h"
#include <math.h>
#include <stdlib.h>

static int read_tolerance(const char *text, double *value) {
  char *end;
  *value = strtod(text, &end);
  if (*text == '\0' || *end != '\0' || !(*value > 0) || !isfinite(*value))
    return wrong("--tolerance takes a positive number, not %s", text);
  return EXIT_DONE;
}

int command_eval(const Arguments *a) {
  int status = EXIT_DONE;
  DalEvalOptions options = {.at = a->value[OPTION_AT],
                            .project = a->count[OPTION_PROJECT] > 0,
                            .as_is = a->count[OPTION_AS_IS] > 0};
  if (a->count[OPTION_TOLERANCE] > 0)
    status = read_tolerance(a->value[OPTION_TOLERANCE], &options.tolerance);
  if (status != EXIT_DONE) return status;
  if (options.project && options.as_is) return wrong("--project and --as-is exclude each other");
  DalModel *model = open_model(a, &status);
  if (model == NULL) return status;
  const char *text = "";
  DalStatus result = dal_model_derive(model, a->value[OPTION_METHOD], false);
  if (result == DAL_OK) result = dal_model_eval(model, &options, a->format, &text);
  status = finish(a, model, result);
  if (status == EXIT_DONE) status = write_result(a, text);
  dal_model_destroy(model);
  return status;
}
