// cli/check.c: dalembert check FILE: is the model sound, do the methods agree, do the claims hold.

#include "cli/cli.h"

static int write_certificate(const Arguments *a, DalModel *model) {
  DalResult *result;
  limit_call(a, model, "certificate");
  int status = finish(a, model, dal_model_certificate(model, &result));
  if (status == EXIT_DONE)
    status = write_file(a->value[OPTION_CERTIFICATE], dal_result_text(result));
  dal_result_destroy(result);
  return status;
}

int command_check(const Arguments *a) {
  int status;
  DalModel *model = open_model(a, &status);
  if (model == NULL) return status;
  DalResult *result;
  limit_search(a, model, "equations");
  const DalStatus done = dal_model_check(model, a->format, &result);
  const DalCheck *check = dal_result_check(result);
  const bool ok = check != NULL && check->ok;
  status = finish(a, model, done);
  if (status == EXIT_DONE && a->count[OPTION_CERTIFICATE] > 0) status = write_certificate(a, model);
  const bool part = done == DAL_LIMIT && check != NULL;  // what was finished before
  if ((status == EXIT_DONE || part) && !(a->count[OPTION_QUIET] > 0 && ok)) {
    const int written = write_result(a, dal_result_text(result));
    if (written != EXIT_DONE) status = written;
  }
  dal_result_destroy(result);
  dal_model_destroy(model);
  return status == EXIT_DONE && !ok ? EXIT_FAILS : status;
}
