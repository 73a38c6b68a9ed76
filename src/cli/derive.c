// cli/derive.c: dalembert derive FILE: the equations of motion, or their cost.

#include "cli/cli.h"
#include <unistd.h>

int command_derive(const Arguments *a) {
  int status = EXIT_DONE;
  const bool closed = a->count[OPTION_CLOSED] > 0, matrix = a->count[OPTION_MATRIX] > 0;
  if (closed && matrix) return wrong("--closed and --matrix exclude each other");
  DalModel *model = open_model(a, &status);
  if (model == NULL) return status;
  if (a->count[OPTION_DIMENSIONLESS] > 0) {
    status = finish(a, model, dal_model_make_dimensionless(model));
    if (status != EXIT_DONE) {
      dal_model_destroy(model);
      return status;
    }
  }
  size_t columns = 0, rows;
  if (a->value[OPTION_OUTPUT] == NULL && isatty(STDOUT_FILENO)) terminal_size(&columns, &rows);
  const DalDeriveOptions options = {.method = a->value[OPTION_METHOD],
                                    .worksheet = a->count[OPTION_WORKSHEET] > 0,
                                    .form = closed   ? DAL_FORM_CLOSED
                                            : matrix ? DAL_FORM_MATRIX
                                                     : DAL_FORM_AUTO,
                                    .independent = a->value[OPTION_INDEPENDENT],
                                    .energy = a->value[OPTION_ENERGY],
                                    .columns = columns};
  limit_call(a, model, "equations");
  status = finish(a, model, dal_model_derive(model, &options));
  if (status == EXIT_DONE) {
    DalResult *result;
    limit_call(a, model, "closed forms");
    const DalStatus done = a->count[OPTION_TAPE] > 0 ? dal_model_tape(model, a->format, &result)
                                                     : dal_model_print(model, a->format, &result);
    status = finish_text(a, model, result, done);
  }
  dal_model_destroy(model);
  return status;
}
