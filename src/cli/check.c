// cli/check.c: dalembert check FILE: is the model sound, do the methods agree, do the claims hold.

#include "cli/cli.h"

static int write_certificate(const Arguments *a, DalModel *model) {
  const char *text = "";
  const int status = finish(a, model, dal_model_certificate(model, &text));
  return status == EXIT_DONE ? write_file(a->value[OPTION_CERTIFICATE], text) : status;
}

int command_check(const Arguments *a) {
  int status;
  DalModel *model = open_model(a, &status);
  if (model == NULL) return status;
  const char *text = "";
  bool ok = false;
  const DalStatus result = dal_model_check(model, a->format, &text, &ok);
  status = finish(a, model, result);
  if (status == EXIT_DONE && a->count[OPTION_CERTIFICATE] > 0) status = write_certificate(a, model);
  if (status == EXIT_DONE && !(a->count[OPTION_QUIET] > 0 && ok)) status = write_result(a, text);
  dal_model_destroy(model);
  return status == EXIT_DONE && !ok ? EXIT_FAILS : status;
}
