// api/flow.c: the flow of a motion, for programs with an integrator of their own.
//
// Out:   rates, Jacobians, projections and rows at states, by tapes that were made once
// Law:   a state without rates gives NaN, and never numbers that only look right

#include "api/api_impl.h"
#include "motion/run.h"
#include "program/flow.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct DalFlow {
  DalModel *model;
  Arena arena;        // of the plan
  size_t derivation;  // of the model, that it was made from
  size_t parameters;
  bool by_time, wants_jacobian;
  FlowPlan plan;
  Flow *flow;
  // room
  double *watch, *residual, *rate, *kept, *entries, *row_work;
};

// --- making one ----------------------------------------------------------------------------------

typedef struct {
  DalModel *m;
  const StateRequest *start;
  DalFlow *flow;
  size_t states;
  const double *t, *q, *velocities;
  double *y;
  size_t bad;  // a state without rates
  const char *function;
} Job;

// The state that the flow is made for, into the inputs of the program.
static Status find_start(const Job *job) {
  DalModel *m = job->m;
  const Program *p = &m->program;
  States states = {0};
  double t = (double) NAN;
  TRY(system_start(m, job->start, &t, &states));
  if (states.rows.n != 1) {
    diag_report(&m->diags, DIAG_RUN_STATES, (Span){0}, states.rows.n);
    return STATUS_INPUT;
  }
  memcpy(p->inputs + p->parameters, states.rows.at[0],
         (program_inputs(p) - p->parameters) * sizeof(double));
  return STATUS_OK;
}

// Elimination in a fixed order is good for a definite matrix at all states; with constraints it may
// fail away from the start, so that pivots are looked for.
static bool wants_pivots(const Equations *eq) {
  const Problem *p = &eq->problem;
  return p->rows > 0 && advances_by_time(eq) && p->m + p->rows <= TAPE_MOST_PIVOTED;
}

static void start_rows(DalFlow *f) {
  memcpy(f->row_work, f->plan.parameters, f->plan.fixed * sizeof *f->row_work);
  tape_start(f->plan.row, f->row_work);
}

static bool allocate(DalFlow *f) {
  const size_t n = f->plan.n;
  f->watch = calloc(2 * f->flow->watched + 1, sizeof(double));
  f->residual = calloc(3 * f->flow->residuals + 1, sizeof(double));
  f->rate = calloc(n + 1, sizeof(double));
  f->kept = calloc(n + 1, sizeof(double));
  f->entries = calloc(f->flow->pattern->entries + 1, sizeof(double));
  f->row_work = calloc(tape_values(f->plan.row) + 1, sizeof(double));
  return f->watch && f->residual && f->rate && f->kept && f->entries && f->row_work;
}

static Status flow_body(void *context) {
  const Job *job = context;
  DalModel *m = job->m;
  DalFlow *f = job->flow;
  TRY(system_prepare(m));
  TRY(find_start(job));
  TRY(system_check_start(m));
  const FlowWish wish = {.arena = &f->arena,
                         .jacobian = f->wants_jacobian,
                         .accelerations = true,
                         .multipliers = true,
                         .reactions = true,
                         .pivoting = wants_pivots(&m->equations)};
  TRY(flow_plan(m, &wish, &f->plan));
  f->derivation = m->derivations;
  f->parameters = m->program.parameters;
  f->by_time = advances_by_time(&m->equations);
  f->flow = flow_interpret(&f->plan.tapes, f->plan.parameters, true);
  if (f->flow == NULL || !allocate(f)) return STATUS_LIMIT;
  start_rows(f);
  return STATUS_OK;
}

DalStatus dal_model_flow(DalModel *m, const DalFlowOptions *options, DalFlow **flow) {
  API_NEED(m, m);
  API_PLACE(m, flow);
  API_OPTIONS(m, DalFlowOptions, o, options);
  API_STATE(m, start, o.start);
  Job job = {.m = m, .start = &start, .flow = calloc(1, sizeof(DalFlow))};
  if (job.flow == NULL) return DAL_LIMIT;
  job.flow->model = m;
  job.flow->wants_jacobian = o.jacobian;
  arena_init(&job.flow->arena, m->arena.allocator, &m->guard);
  api_hold(m);
  const DalStatus status = api_run(m, flow_body, &job);
  if (status == DAL_OK)
    *flow = job.flow;
  else
    dal_flow_destroy(job.flow);
  return status;
}

void dal_flow_destroy(DalFlow *f) {
  if (f == NULL) return;
  flow_destroy(f->flow);
  flow_plan_clear(&f->plan);
  double *const room[] = {f->watch, f->residual, f->rate, f->kept, f->entries, f->row_work};
  for (size_t i = 0; i < sizeof room / sizeof *room; i++) free(room[i]);
  arena_clear(&f->arena);
  api_drop(f->model);
  free(f);
}

// --- looking -------------------------------------------------------------------------------------

size_t dal_flow_size(const DalFlow *f) {
  return f != NULL ? f->plan.n : 0;
}

const char *dal_flow_name(const DalFlow *f, size_t i) {
  return i < dal_flow_size(f) ? flow_tapes(f->flow)->input[f->plan.fixed + 1 + i] : NULL;
}

size_t dal_flow_columns(const DalFlow *f) {
  return f != NULL ? f->plan.columns : 0;
}

const char *dal_flow_column(const DalFlow *f, size_t i) {
  return i < dal_flow_columns(f) ? f->plan.column[i] : NULL;
}

DalStatus dal_flow_start(const DalFlow *flow, double *t, double *y) {
  API_NEED(NULL, flow);
  API_NEED(flow->model, t);
  API_NEED(flow->model, y);
  *t = flow->plan.reference[flow->plan.fixed];
  memcpy(y, flow->plan.reference + flow->plan.fixed + 1, flow->plan.n * sizeof *y);
  return DAL_OK;
}

DalStatus dal_flow_set_parameter(DalFlow *flow, size_t i, double value) {
  API_NEED(NULL, flow);
  DalModel *m = flow->model;
  if (i >= flow->parameters) return api_no_such(m, __func__, "parameter");
  if (!isfinite(value)) return api_unfit(m, __func__, "a value that is not finite");
  if (!flow->by_time) return api_unfit(m, __func__, "the method whittaker");
  flow->plan.parameters[i] = value;
  flow_restart(flow->flow);
  start_rows(flow);
  return DAL_OK;
}

// --- states to y ---------------------------------------------------------------------------------

// Have the velocities whose signs the equations hold these signs in the state among the inputs?
static bool is_on_branch(const DalFlow *f) {
  const Program *p = &f->model->program;
  for (size_t k = 0; k < f->plan.branches; k++) {
    const double held = f->plan.parameters[p->parameters + k];
    if (!(held * p->inputs[p->parameters + 1 + p->n + f->plan.branch[k]] > 0)) return false;
  }
  return true;
}

static Status enter_all(const Job *job) {
  DalModel *m = job->m;
  const size_t n = m->program.n, size = job->flow->plan.n;
  Status all = STATUS_OK;
  memcpy(m->program.inputs, job->flow->plan.parameters, job->flow->parameters * sizeof(double));
  for (size_t i = 0; i < job->states; i++) {
    double *y = job->y + i * size;
    const ArenaMark mark = arena_mark(&m->work);
    TRY(system_find_speeds(m, job->t[i], job->q + i * n, job->velocities + i * n));
    const bool good = is_on_branch(job->flow);
    if (good) TRY(flow_enter(m, &job->flow->plan, y));
    for (size_t k = 0; !good && k < size; k++) y[k] = (double) NAN;
    if (!good) all = STATUS_DOMAIN;
    arena_release(&m->work, mark);
  }
  return all;
}

// With the parameters of the flow; those of the model come back.
static Status enter_body(void *context) {
  const Job *job = context;
  const Status status = enter_all(job);
  const Status restored = system_parameters(job->m);
  return status == STATUS_OK ? restored : status;
}

static Status stale_body(void *context) {
  const Job *job = context;
  diag_report(&job->m->diags, DIAG_CALL_STALE, (Span){0}, job->function);
  return STATUS_INPUT;
}

static DalStatus api_stale(const Job *job) {
  Job copy = *job;
  return api_run(job->m, stale_body, &copy);
}

DalStatus dal_flow_enter(DalFlow *flow, size_t states, const double *t, const double *q,
                         const double *velocities, double *y) {
  API_NEED(NULL, flow);
  DalModel *m = flow->model;
  API_NEED(m, t);
  API_NEED(m, q);
  API_NEED(m, velocities);
  API_NEED(m, y);
  Job job = {.m = m, .flow = flow, .states = states, .t = t, .q = q, .velocities = velocities};
  job.y = y;
  job.function = __func__;
  if (flow->derivation != m->derivations) return api_stale(&job);
  if (!flow->by_time) return api_unfit(m, __func__, "the method whittaker");
  return api_run(m, enter_body, &job);
}

// --- numbers at states ---------------------------------------------------------------------------

static Status no_rates_body(void *context) {
  const Job *job = context;
  if (job->bad == 0) return STATUS_OK;
  diag_report(&job->m->diags, DIAG_NO_RATES, (Span){0}, job->function, job->bad);
  return STATUS_DOMAIN;
}

// DAL_DOMAIN if one of the states, counted from 1, was bad. Messages of the call before are forgotten.
static DalStatus told(const DalFlow *f, size_t bad, const char *function) {
  if (bad == 0 && f->model->diags.all.n == 0) return DAL_OK;
  Job job = {.m = f->model, .bad = bad, .function = function};
  return api_run(f->model, no_rates_body, &job);
}

static bool all_finite(const double *numbers, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!isfinite(numbers[i])) return false;
  return true;
}

// The rates there; false if there are none.
static bool rates_at(DalFlow *f, double t, const double *y, double *rate) {
  const Flow *flow = f->flow;
  const double least = run_least_pivot(flow->n);
  flow->rate(flow, t, y, rate, f->watch);
  for (size_t i = 0; i < flow->watched; i++)
    if (!(fabs(f->watch[i]) > least * fabs(f->watch[flow->watched + i]))) return false;
  return all_finite(rate, flow->n);
}

static void fill_nan(double *numbers, size_t n) {
  for (size_t i = 0; i < n; i++) numbers[i] = (double) NAN;
}

DalStatus dal_flow_rates(DalFlow *flow, size_t states, const double *t, const double *y,
                         double *rates) {
  API_NEED(NULL, flow);
  API_NEED(flow->model, t);
  API_NEED(flow->model, y);
  API_NEED(flow->model, rates);
  const size_t n = flow->plan.n;
  size_t bad = 0;
  for (size_t i = 0; i < states; i++) {
    if (rates_at(flow, t[i], y + i * n, rates + i * n)) continue;
    fill_nan(rates + i * n, n);
    bad = i + 1;
  }
  return told(flow, bad, __func__);
}

static bool jacobian_at(DalFlow *f, double t, const double *y, double *J) {
  const size_t n = f->plan.n;
  const FlowPattern *pattern = f->flow->pattern;
  memset(J, 0, n * n * sizeof *J);
  if (!rates_at(f, t, y, f->rate)) return false;
  f->flow->jacobian(f->flow, t, y, f->entries);
  for (size_t j = 0; j < n; j++)
    for (size_t k = pattern->start[j]; k < pattern->start[j + 1]; k++)
      J[pattern->row[k] * n + j] = f->entries[k];
  return all_finite(f->entries, pattern->entries);
}

DalStatus dal_flow_jacobian(DalFlow *flow, size_t states, const double *t, const double *y,
                            double *J) {
  API_NEED(NULL, flow);
  API_NEED(flow->model, t);
  API_NEED(flow->model, y);
  API_NEED(flow->model, J);
  const size_t n = flow->plan.n;
  size_t bad = 0;
  if (!flow->wants_jacobian)
    return api_unfit(flow->model, __func__, "a flow made without `jacobian`");
  if (flow->flow->jacobian == NULL) return DAL_UNABLE;
  for (size_t i = 0; i < states; i++) {
    if (jacobian_at(flow, t[i], y + i * n, J + i * n * n)) continue;
    fill_nan(J + i * n * n, n * n);
    bad = i + 1;
  }
  return told(flow, bad, __func__);
}

// What is left of the constraints after a projection: as much as a state may violate them by.
static const double slack[2] = {1e-8, 1e-12};

static bool project_at(DalFlow *f, double t, double *y) {
  const Flow *flow = f->flow;
  memcpy(f->kept, y, flow->n * sizeof *y);
  if (flow->project != NULL) flow->project(flow, t, y);
  bool good = all_finite(y, flow->n);
  if (good && flow->residuals > 0) {
    flow->residual(flow, t, y, f->residual);
    good = all_finite(f->residual, 3 * flow->residuals) &&
           drive_stray(f->residual, (int) flow->residuals, slack) < 0;
  }
  if (!good) memcpy(y, f->kept, flow->n * sizeof *y);
  return good;
}

DalStatus dal_flow_project(DalFlow *flow, size_t states, const double *t, double *y) {
  API_NEED(NULL, flow);
  API_NEED(flow->model, t);
  API_NEED(flow->model, y);
  size_t bad = 0;
  for (size_t i = 0; i < states; i++)
    if (!project_at(flow, t[i], y + i * flow->plan.n)) bad = i + 1;
  return told(flow, bad, __func__);
}

DalStatus dal_flow_rows(DalFlow *flow, size_t states, const double *t, const double *y,
                        double *rows) {
  API_NEED(NULL, flow);
  API_NEED(flow->model, t);
  API_NEED(flow->model, y);
  API_NEED(flow->model, rows);
  const size_t n = flow->plan.n, columns = flow->plan.columns;
  size_t bad = 0;
  for (size_t i = 0; i < states; i++) {
    const bool good = rates_at(flow, t[i], y + i * n, flow->rate);
    if (good) flow_row(&flow->plan, flow->row_work, t[i], y + i * n, rows + i * columns);
    if (good) continue;
    fill_nan(rows + i * columns, columns);
    bad = i + 1;
  }
  return told(flow, bad, __func__);
}
