// cli/analyze.c: dalembert analyze FILE: the standard questions about a system.

#include "cli/cli.h"
#include <math.h>
#include <string.h>
#include <unistd.h>

// Reads a whole number; 0 if it is not given.
static int read_degree(const Arguments *a, unsigned *degree) {
  double value = 0;
  const int status = read_positive(a, OPTION_DEGREE, &value);
  if (status == EXIT_DONE && (value != floor(value) || value > 1e6))
    return wrong("--degree needs a whole number, not %s", a->value[OPTION_DEGREE]);
  *degree = status == EXIT_DONE ? (unsigned) value : 0;
  return status;
}

int command_analyze(const Arguments *a) {
  unsigned degree = 0;
  int status = read_degree(a, &degree);
  if (status != EXIT_DONE) return status;
  DalEvalOptions state = {0};
  if (!read_state(a, &state, &status)) return status;
  if (state.table != NULL) return wrong("analyze takes one state: --at \"x=1\"");
  DalModel *model = open_model(a, &status);
  if (model == NULL) return status;
  const char *to = a->value[OPTION_OUTPUT];
  const size_t length = to ? strlen(to) : 0;
  size_t columns = 0, rows;
  if (to == NULL && isatty(STDOUT_FILENO)) terminal_size(&columns, &rows);
  const DalAnalyzeOptions options = {.columns = columns,
                                     .only = a->value[OPTION_ONLY],
                                     .degree = degree,
                                     .basis = a->value[OPTION_BASIS],
                                     .range = a->value[OPTION_RANGE],
                                     .steady = a->value[OPTION_STEADY],
                                     .linearize = a->count[OPTION_LINEARIZE] > 0,
                                     .at = a->value[OPTION_AT],
                                     .input = a->value[OPTION_INPUT],
                                     .variables = a->value[OPTION_VARIABLES],
                                     .csv = length > 4 && strcmp(to + length - 4, ".csv") == 0};
  DalResult *result;
  limit_search(a, model, "equations");
  const DalStatus done = dal_model_analyze(model, &options, a->format, &result);
  status = finish_text(a, model, result, done);
  dal_model_destroy(model);
  return status;
}
