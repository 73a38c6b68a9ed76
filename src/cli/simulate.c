// cli/simulate.c: dalembert simulate FILE: a motion.

#include "cli/cli.h"
#include <stdio.h>

static void print_summary(const DalRun *run) {
  const DalRunSummary s = dal_run_summary(run);
  fprintf(stderr, "%s = %g to %g: %s\n", s.variable, s.from, s.t, s.why);
  fprintf(stderr, "%zu steps (%zu rejected), %zu right-hand sides, %s, %.3g s\n", s.steps,
          s.rejected, s.calls, s.compiled ? "compiled" : "interpreted", s.seconds);
  fprintf(stderr, "energy %.10g, largest drift %.2g; largest constraint error %.2g\n", s.energy,
          s.energy_drift, s.constraint_error);
}

int command_simulate(const Arguments *a) {
  DalRunOptions options;
  int status = read_run_options(a, &options);
  if (status != EXIT_DONE) return status;
  DalModel *model = open_model(a, &status);
  if (model == NULL) return status;
  const char *path = a->value[OPTION_OUTPUT] ? a->value[OPTION_OUTPUT] : "-";
  const bool quiet = a->count[OPTION_QUIET] > 0;
  watch_run(&options, quiet);
  DalRun *run = NULL;
  DalStatus result = dal_run_can_write(model, path);
  const DalDeriveOptions derive = {.method = a->value[OPTION_METHOD],
                                   .independent = a->value[OPTION_INDEPENDENT]};
  if (result == DAL_OK) result = dal_model_derive_by(model, &derive);
  if (result == DAL_OK) result = dal_model_simulate(model, &options, &run);
  unwatch_run();
  const bool early = run != NULL && result == DAL_DOMAIN;
  if (run != NULL && (result == DAL_OK || early)) {
    const DalStatus written = dal_run_write(run, path);
    if (written == DAL_OK && !quiet) print_summary(run);
    if (written != DAL_OK) result = written;
  }
  status = finish(a, model, result);
  if (early && status == EXIT_WRONG) status = EXIT_FAILS;
  dal_run_destroy(run);
  dal_model_destroy(model);
  return status;
}
