// api/flow.c: the public functions of program/state_flow.h.

#include "api/api_impl.h"
#include "program/state_flow.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

struct DalFlow {
  StateFlow own;
};

typedef struct {
  StateFlow *flow;
  const StateRequest *start;
  size_t states;
  const double *t, *q, *velocities;
  double *y;
  size_t bad;  // a state without rates
  const char *function;
} Job;

// --- making one ----------------------------------------------------------------------------------

static Status flow_body(void *context) {
  const Job *job = context;
  return state_flow_make(job->flow, job->start);
}

DalStatus dal_model_flow(DalModel *m, const DalFlowOptions *options, DalFlow **flow) {
  API_NEED(m, m);
  API_PLACE(m, flow);
  API_OPTIONS(m, DalFlowOptions, o, options);
  API_STATE(m, start, o.start);
  DalFlow *made = calloc(1, sizeof *made);
  if (made == NULL) return DAL_LIMIT;
  made->own.m = m;
  made->own.wants_jacobian = o.jacobian;
  arena_init(&made->own.arena, m->arena.allocator, &m->guard);
  system_hold(m);
  const DalStatus status = api_run(m, flow_body, &(Job){.flow = &made->own, .start = &start});
  if (status == DAL_OK)
    *flow = made;
  else
    dal_flow_destroy(made);
  return status;
}

void dal_flow_destroy(DalFlow *f) {
  if (f == NULL) return;
  state_flow_clear(&f->own);
  system_drop(f->own.m);
  free(f);
}

// --- looking -------------------------------------------------------------------------------------

size_t dal_flow_size(const DalFlow *f) {
  return f != NULL ? f->own.plan.n : 0;
}

const char *dal_flow_name(const DalFlow *f, size_t i) {
  return i < dal_flow_size(f) ? flow_tapes(f->own.flow)->input[f->own.plan.fixed + 1 + i] : NULL;
}

size_t dal_flow_columns(const DalFlow *f) {
  return f != NULL ? f->own.plan.columns : 0;
}

const char *dal_flow_column(const DalFlow *f, size_t i) {
  return i < dal_flow_columns(f) ? f->own.plan.column[i] : NULL;
}

DalStatus dal_flow_start(const DalFlow *flow, double *t, double *y) {
  API_NEED(NULL, flow);
  API_NEED(flow->own.m, t);
  API_NEED(flow->own.m, y);
  *t = flow->own.plan.reference[flow->own.plan.fixed];
  memcpy(y, flow->own.plan.reference + flow->own.plan.fixed + 1, flow->own.plan.n * sizeof *y);
  return DAL_OK;
}

DalStatus dal_flow_set_parameter(DalFlow *flow, size_t i, double value) {
  API_NEED(NULL, flow);
  DalModel *m = flow->own.m;
  if (i >= flow->own.parameters) return api_no_such(m, __func__, "parameter");
  if (!isfinite(value)) return api_unfit(m, __func__, "a value that is not finite");
  if (flow->own.plan.constants > 0) return api_unfit(m, __func__, "the method whittaker");
  state_flow_set_parameter(&flow->own, i, value);
  return DAL_OK;
}

// --- states to y ---------------------------------------------------------------------------------

static Status enter_body(void *context) {
  const Job *job = context;
  return state_flow_enter(job->flow, job->states, job->t, job->q, job->velocities, job->y);
}

static Status stale_body(void *context) {
  const Job *job = context;
  diag_report(&job->flow->m->diags, DIAG_CALL_STALE, (Span){0}, job->function);
  return STATUS_INPUT;
}

DalStatus dal_flow_enter(DalFlow *flow, size_t states, const double *t, const double *q,
                         const double *velocities, double *y) {
  API_NEED(NULL, flow);
  DalModel *m = flow->own.m;
  API_NEED(m, t);
  API_NEED(m, q);
  API_NEED(m, velocities);
  API_NEED(m, y);
  Job job = {&flow->own, NULL, states, t, q, velocities, y, 0, __func__};
  if (flow->own.derivation != m->derivations) return api_run(m, stale_body, &job);
  if (flow->own.plan.constants > 0) return api_unfit(m, __func__, "the method whittaker");
  return api_run(m, enter_body, &job);
}

// --- numbers at states ---------------------------------------------------------------------------

static Status no_rates_body(void *context) {
  const Job *job = context;
  if (job->bad == 0) return STATUS_OK;
  diag_report(&job->flow->m->diags, DIAG_NO_RATES, (Span){0}, job->function, job->bad);
  return STATUS_DOMAIN;
}

// Returns DAL_DOMAIN if a state, counted from 1, has no rates. Messages of the previous call are forgotten.
static DalStatus block_status(DalFlow *f, size_t bad, const char *function) {
  if (bad == 0 && f->own.m->diags.all.n == 0) return DAL_OK;
  return api_run(f->own.m, no_rates_body,
                 &(Job){.flow = &f->own, .bad = bad, .function = function});
}

typedef bool (*Numbers)(StateFlow *f, double t, const double *y, double *to);

// Computes `size` numbers for each state, NaN if a state has no such numbers.
static DalStatus numbers(DalFlow *flow, Numbers find, size_t size, size_t states, const double *t,
                         const double *y, double *to, const char *function) {
  size_t bad = 0;
  for (size_t i = 0; i < states; i++, to += size) {
    if (find(&flow->own, t[i], y + i * flow->own.plan.n, to)) continue;
    for (size_t k = 0; k < size; k++) to[k] = (double) NAN;
    bad = i + 1;
  }
  return block_status(flow, bad, function);
}

DalStatus dal_flow_rates(DalFlow *flow, size_t states, const double *t, const double *y,
                         double *rates) {
  API_NEED(NULL, flow);
  API_NEED(flow->own.m, t);
  API_NEED(flow->own.m, y);
  API_NEED(flow->own.m, rates);
  return numbers(flow, state_flow_rates, flow->own.plan.n, states, t, y, rates, __func__);
}

static Status report_long(void *context) {
  const StateFlow *flow = context;
  diag_report(&flow->m->diags, DIAG_JACOBIAN_LONG, (Span){0}, flow->plan.n);
  diag_help(&flow->m->diags, "use finite differences of the rates");
  return STATUS_UNABLE;
}

DalStatus dal_flow_jacobian(DalFlow *flow, size_t states, const double *t, const double *y,
                            double *J) {
  API_NEED(NULL, flow);
  API_NEED(flow->own.m, t);
  API_NEED(flow->own.m, y);
  API_NEED(flow->own.m, J);
  const size_t n = flow->own.plan.n;
  if (!flow->own.wants_jacobian)
    return api_unfit(flow->own.m, __func__, "a flow made without `jacobian`");
  if (flow->own.flow->jacobian == NULL) return api_run(flow->own.m, report_long, &flow->own);
  return numbers(flow, state_flow_jacobian, n * n, states, t, y, J, __func__);
}

DalStatus dal_flow_project(DalFlow *flow, size_t states, const double *t, double *y) {
  API_NEED(NULL, flow);
  API_NEED(flow->own.m, t);
  API_NEED(flow->own.m, y);
  size_t bad = 0;
  for (size_t i = 0; i < states; i++)
    if (!state_flow_project(&flow->own, t[i], y + i * flow->own.plan.n)) bad = i + 1;
  return block_status(flow, bad, __func__);
}

DalStatus dal_flow_rows(DalFlow *flow, size_t states, const double *t, const double *y,
                        double *rows) {
  API_NEED(NULL, flow);
  API_NEED(flow->own.m, t);
  API_NEED(flow->own.m, y);
  API_NEED(flow->own.m, rows);
  return numbers(flow, state_flow_row, flow->own.plan.columns, states, t, y, rows, __func__);
}
