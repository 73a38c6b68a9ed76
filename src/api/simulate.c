// api/simulate.c: runs: following a motion, and the facts about it.

#include "api/run_impl.h"
#include "program/resume.h"
#include <stdint.h>
#include <stdlib.h>

_Static_assert((int) DAL_RUN_DONE == RUN_DONE && (int) DAL_RUN_BROKEN == RUN_BROKEN, "ends");

const char *dal_integrator_name(size_t i) {
  return follow_integrator(i);
}

const char *dal_integrator_title(size_t i) {
  return follow_integrator_title(i);
}

bool api_motion_request(const DalRunOptions *options, MotionRequest *request) {
  DalRunOptions o;
  bool known = api_copy_options(options, sizeof o, &o, sizeof o);
  *request = (MotionRequest){.from = o.from,
                             .to = o.to,
                             .every = o.every,
                             .rows = o.rows,
                             .rtol = o.rtol,
                             .atol = o.atol,
                             .integrator = o.integrator,
                             .code = o.code,
                             .columns = o.columns,
                             .no_projection = o.no_projection,
                             .steps = o.steps,
                             .progress = o.progress,
                             .progress_context = o.progress_context,
                             .only = o.only,
                             .names = o.names,
                             .row = o.row,
                             .row_context = o.row_context};
  return api_state_request(o.start, &request->start) && known;
}

// --- making one ----------------------------------------------------------------------------------

static void drop_run(void *object) {
  DalRun **run = object;
  dal_run_destroy(*run);
}

void api_note_model(const DalModel *m, DalRun *run) {
  const Program *p = &m->program;
  run->title = str_copy(&run->arena, str(m->model->title != NULL ? m->model->title : ""));
  run->method = str_copy(&run->arena, str(m->equations.method->name));
  run->parameter = ARENA_ARRAY(&run->arena, RunNote, p->parameters + 1);
  run->parameters = p->parameters;
  for (size_t i = 0; i < p->parameters; i++) {
    const char *name = str_copy(&run->arena, str(m->model->parameters.at[i].name));
    run->parameter[i] = (RunNote){name, NULL, p->inputs[i]};
  }
}

Status api_follow(DalModel *m, const MotionRequest *request, DalRun **out) {
  // destroyed with the working memory unless it is handed over below
  DalRun **run = ARENA_NEW(&m->work, DalRun *);
  arena_defer(&m->work, drop_run, run);
  *out = NULL;
  *run = calloc(1, sizeof **run);
  if (*run == NULL) return STATUS_LIMIT;
  (*run)->guard.budget = SIZE_MAX;
  arena_init(&(*run)->arena, m->arena.allocator, &m->guard);
  const Status status = system_follow(m, request, &(*run)->arena, &(*run)->motion);
  if ((*run)->motion.rows == 0 && (*run)->motion.section == NULL) return status;
  const bool held = m->guard.held;
  m->guard.held = true;
  api_note_model(m, *run);
  (*run)->facts = resume_facts(m, &(*run)->motion, &(*run)->arena);
  m->guard.held = held;
  arena_hand_over(&(*run)->arena, &(*run)->guard);
  *out = *run;
  *run = NULL;
  return status;
}

typedef struct {
  DalModel *m;
  MotionRequest *request;
  const DalRun *resume;  // or NULL
  DalRun **run;
} Job;

static Status simulate_body(void *context) {
  const Job *job = context;
  if (job->resume == NULL) return api_follow(job->m, job->request, job->run);
  TRY(resume_request(job->m, &job->resume->motion, job->resume->facts, job->request));
  const Status status = api_follow(job->m, job->request, job->run);
  if (*job->run != NULL)
    resume_join(job->m, &job->resume->motion, &(*job->run)->arena, &(*job->run)->motion);
  return status;
}

DalStatus dal_model_simulate(DalModel *m, const DalRunOptions *options, DalRun **run) {
  API_NEED(m, m);
  API_PLACE(m, run);
  MotionRequest request;
  if (!api_motion_request(options, &request))
    return api_unfit(m, __func__, "options of a later version");
  DalRunOptions o;
  (void) api_copy_options(options, sizeof o, &o, sizeof o);
  request.units = o.units;
  if (o.resume != NULL && o.units != NULL)
    return api_unfit(m, __func__, "units for a run that is resumed: it has its own");
  return api_run(m, simulate_body, &(Job){m, &request, o.resume, run});
}

void dal_run_destroy(DalRun *run) {
  if (run == NULL) return;
  arena_clear(&run->arena);
  free(run);
}

// --- looking -------------------------------------------------------------------------------------

bool api_ended_early(const DalRun *run) {
  return run->motion.end != RUN_DONE && run->motion.end != RUN_EVENT;
}

DalRunSummary dal_run_summary(const DalRun *run) {
  if (run == NULL) return (DalRunSummary){0};
  const Motion *motion = &run->motion;
  return (DalRunSummary){.end = (DalRunEnd) motion->end,
                         .variable = motion->variable,
                         .from = motion->from,
                         .t = motion->t,
                         .why = motion->why,
                         .steps = motion->steps,
                         .rejected = motion->rejected,
                         .calls = motion->calls,
                         .seconds = motion->seconds,
                         .compiled = motion->compiled,
                         .energy = motion->energy,
                         .energy_drift = motion->energy_drift,
                         .constraint_error = motion->constraint_error,
                         .charts = motion->charts,
                         .switches = motion->switches};
}

size_t dal_run_results(const DalRun *run) {
  return run != NULL ? run->motion.results : 0;
}

const char *dal_run_result(const DalRun *run, size_t i, double *value) {
  if (i >= dal_run_results(run)) return NULL;
  if (value != NULL) *value = run->motion.result[i];
  return run->motion.result_name[i];
}

size_t dal_run_columns(const DalRun *run) {
  return run != NULL ? run->motion.columns : 0;
}

const char *dal_run_column(const DalRun *run, size_t column) {
  return column < dal_run_columns(run) ? run->motion.column[column] : NULL;
}

const char *dal_run_unit(const DalRun *run, size_t column) {
  return column < dal_run_columns(run) && run->motion.unit != NULL ? run->motion.unit[column]
                                                                   : NULL;
}

size_t dal_run_rows(const DalRun *run) {
  return run != NULL ? run->motion.rows : 0;
}

const double *dal_run_row(const DalRun *run, size_t row) {
  return row < dal_run_rows(run) ? run->motion.at + row * run->motion.columns : NULL;
}

size_t dal_run_events(const DalRun *run) {
  return run != NULL ? run->motion.events.n : 0;
}

DalEvent dal_run_event(const DalRun *run, size_t i) {
  if (i >= dal_run_events(run)) return (DalEvent){0};
  const MotionEvent *e = &run->motion.events.at[i];
  return (DalEvent){
    .t = e->t, .what = e->what, .name = e->name, .impulse = e->impulse, .energy_lost = e->lost};
}
