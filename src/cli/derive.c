// cli/derive.c: dalembert derive FILE: the equations of motion, or their cost.

#include "cli/cli.h"

int command_derive(const Arguments *a) {
  int status = EXIT_DONE;
  const bool closed = a->count[OPTION_CLOSED] > 0, matrix = a->count[OPTION_MATRIX] > 0;
  if (closed && matrix) return wrong("--closed and --matrix exclude each other");
  DalModel *model = open_model(a, &status);
  if (model == NULL) return status;
  const char *text = "";
  const DalDeriveOptions options = {.method = a->value[OPTION_METHOD],
                                    .worksheet = a->count[OPTION_WORKSHEET] > 0,
                                    .form = closed   ? DAL_FORM_CLOSED
                                            : matrix ? DAL_FORM_MATRIX
                                                     : DAL_FORM_AUTO,
                                    .independent = a->value[OPTION_INDEPENDENT],
                                    .energy = a->value[OPTION_ENERGY]};
  DalStatus result = dal_model_derive_by(model, &options);
  if (result == DAL_OK)
    result = a->count[OPTION_TAPE] > 0 ? dal_model_tape(model, a->format, &text)
                                       : dal_model_print(model, a->format, &text);
  status = finish(a, model, result);
  if (status == EXIT_DONE) status = write_result(a, text);
  dal_model_destroy(model);
  return status;
}
