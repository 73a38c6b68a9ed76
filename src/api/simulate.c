// api/simulate.c: runs: following a motion, and the facts about it.

#include "api/run_impl.h"
#include <stdint.h>
#include <stdlib.h>

#define SAME(end) _Static_assert((int) DAL_RUN_##end == RUN_##end, "ends of runs")
SAME(DONE);
SAME(EVENT);
SAME(SINGULAR);
SAME(SMALL_STEP);
SAME(NOT_FINITE);
SAME(STEPS);
SAME(INTERRUPTED);
SAME(FAILED);
SAME(STRAYED);
SAME(UNDECIDED);
SAME(CROWDED);
SAME(BROKEN);
#undef SAME

const char *dal_integrator_name(size_t i) {
  return follow_integrator(i);
}

const char *dal_integrator_title(size_t i) {
  return follow_integrator_title(i);
}

const char *api_motion_request(const DalRunOptions *options, MotionRequest *request) {
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
  return known ? api_state_request(o.start, &request->start) : API_LATER;
}

// --- making one ----------------------------------------------------------------------------------

static void drop_run(void *object) {
  DalRun **run = object;
  dal_run_destroy(*run);
}

DalRun **api_run_open(DalModel *m) {
  DalRun **run = ARENA_NEW(&m->work, DalRun *);
  arena_defer(&m->work, drop_run, run);
  *run = calloc(1, sizeof **run);
  if (*run == NULL) return NULL;
  (*run)->guard.budget = SIZE_MAX;
  arena_init(&(*run)->arena, m->arena.allocator, &m->guard);
  return run;
}

DalRun *api_run_take(DalRun **run) {
  DalRun *own = *run;
  arena_hand_over(&own->arena, &own->guard);
  *run = NULL;
  return own;
}

typedef struct {
  DalModel *m;
  MotionRequest *request;
  const DalRun *resume;  // or NULL
  DalRun **run;
} Job;

static Status simulate_body(void *context) {
  const Job *job = context;
  DalRun **run = api_run_open(job->m);
  if (run == NULL) return STATUS_LIMIT;
  const ModelRun *resume = job->resume != NULL ? &job->resume->its : NULL;
  const Status status = answer_run(job->m, job->request, resume, &(*run)->arena, &(*run)->its);
  if (answer_run_has_rows(&(*run)->its)) *job->run = api_run_take(run);
  return status;
}

DalStatus dal_model_simulate(DalModel *m, const DalRunOptions *options, DalRun **run) {
  API_NEED(m, m);
  API_PLACE(m, run);
  MotionRequest request;
  const char *unfit = api_motion_request(options, &request);
  if (unfit != NULL) return api_unfit(m, __func__, unfit);
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

DalRunSummary dal_run_summary(const DalRun *run) {
  if (run == NULL) return (DalRunSummary){0};
  const Motion *motion = &run->its.motion;
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
  return run != NULL ? run->its.motion.results : 0;
}

const char *dal_run_result(const DalRun *run, size_t i, double *value) {
  if (i >= dal_run_results(run)) return NULL;
  if (value != NULL) *value = run->its.motion.result[i];
  return run->its.motion.result_name[i];
}

size_t dal_run_columns(const DalRun *run) {
  return run != NULL ? run->its.motion.columns : 0;
}

const char *dal_run_column(const DalRun *run, size_t column) {
  return column < dal_run_columns(run) ? run->its.motion.column[column] : NULL;
}

const char *dal_run_unit(const DalRun *run, size_t column) {
  return column < dal_run_columns(run) && run->its.motion.unit != NULL
           ? run->its.motion.unit[column]
           : NULL;
}

size_t dal_run_rows(const DalRun *run) {
  return run != NULL ? run->its.motion.rows : 0;
}

const double *dal_run_row(const DalRun *run, size_t row) {
  return row < dal_run_rows(run) ? run->its.motion.at + row * run->its.motion.columns : NULL;
}

size_t dal_run_events(const DalRun *run) {
  return run != NULL ? run->its.motion.events.n : 0;
}

DalEvent dal_run_event(const DalRun *run, size_t i) {
  if (i >= dal_run_events(run)) return (DalEvent){0};
  const MotionEvent *e = &run->its.motion.events.at[i];
  return (DalEvent){
    .t = e->t, .what = e->what, .name = e->name, .impulse = e->impulse, .energy_lost = e->lost};
}
