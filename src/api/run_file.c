// api/run_file.c: a run as a file.

#include "api/run_impl.h"
#include "report/run_file.h"

typedef struct {
  const DalRun *run;
  const char *path;
} Job;

typedef struct {
  DalModel *m;
  const char *path;
} CanWrite;

static Status write_body(void *context) {
  const Job *job = context;
  const DalRun *run = job->run;
  DalModel *m = run->model;
  RunFormat format;
  TRY(run_format_find(job->path, &format, &m->diags));
  RunNote *parameters = ARENA_ARRAY(&m->work, RunNote, m->program.parameters + 1);
  for (size_t i = 0; i < m->program.parameters; i++)
    parameters[i] = (RunNote){m->model->parameters.at[i].name, NULL, m->program.inputs[i]};
  const RunNote notes[] = {{"integrator", run->integrator, 0},
                           {"rtol", NULL, run->rtol},
                           {"atol", NULL, run->atol},
                           {"end", run->summary.why, 0},
                           {"steps", NULL, (double) run->summary.steps},
                           {"chart_changes", NULL, (double) run->summary.charts},
                           {"energy_drift", NULL, run->summary.energy_drift},
                           {"largest_constraint_error", NULL, run->summary.constraint_error}};
  const RunTable table = {.title = m->model->title,
                          .method = m->equations.method->name,
                          .note = notes,
                          .notes = sizeof notes / sizeof *notes,
                          .parameter = parameters,
                          .parameters = m->program.parameters,
                          .column = run->column,
                          .columns = run->columns,
                          .rows = run->rows,
                          .at = run->at};
  return run_write(&table, format, job->path, &m->diags);
}

DalStatus dal_run_write(const DalRun *run, const char *path) {
  API_NEED(NULL, run);
  API_NEED(run->model, path);
  const Status status = guard_run(&run->model->guard, write_body, &(Job){run, path});
  arena_release(&run->model->work, (ArenaMark){0});
  return (DalStatus) status;
}

static Status can_write_body(void *context) {
  const CanWrite *job = context;
  RunFormat format;
  return run_format_find(job->path, &format, &job->m->diags);
}

DalStatus dal_run_can_write(DalModel *m, const char *path) {
  API_NEED(m, m);
  API_NEED(m, path);
  return (DalStatus) guard_run(&m->guard, can_write_body, &(CanWrite){m, path});
}
