// program/state_flow.c: the flow of a motion at states given by a caller.
//
// Out:   rates, Jacobians, projections and rows at states, by tapes that were made once
// Law:   a state without rates is reported, and never gets numbers that only look right

#include "program/state_flow.h"
#include "motion/run.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- making one ----------------------------------------------------------------------------------

// Finds the state that the flow is made for, into the inputs of the program.
static Status find_start(System *m, const StateRequest *start) {
  const Program *p = &m->program;
  States states = {0};
  double t = (double) NAN;
  TRY(system_start(m, start, &t, &states));
  if (states.rows.n != 1) {
    diag_report(&m->diags, DIAG_RUN_STATES, (Span){0}, states.rows.n);
    return STATUS_INPUT;
  }
  memcpy(p->inputs + p->parameters, states.rows.at[0],
         (program_inputs(p) - p->parameters) * sizeof(double));
  return STATUS_OK;
}

// Elimination in a fixed order is good for a definite matrix at all states; with constraints it may fail away
// from the start, so pivots are searched for.
static bool wants_pivots(const Equations *eq) {
  const Problem *p = &eq->problem;
  return p->rows > 0 && p->m + p->rows <= TAPE_MOST_PIVOTED;
}

static void start_rows(StateFlow *f) {
  memcpy(f->row_work, f->plan.parameters, f->plan.fixed * sizeof *f->row_work);
  tape_start(f->plan.row, f->row_work);
}

static bool allocate(StateFlow *f) {
  const size_t n = f->plan.n;
  f->watch = calloc(2 * f->flow->watched + 1, sizeof(double));
  f->residual = calloc(3 * f->flow->residuals + 1, sizeof(double));
  f->rate = calloc(n + 1, sizeof(double));
  f->kept = calloc(n + 1, sizeof(double));
  f->entries = calloc(f->flow->pattern->entries + 1, sizeof(double));
  f->row_work = calloc(tape_values(f->plan.row) + 1, sizeof(double));
  return f->watch && f->residual && f->rate && f->kept && f->entries && f->row_work;
}

Status state_flow_make(StateFlow *f, const StateRequest *start) {
  System *m = f->m;
  TRY(system_prepare(m));
  TRY(find_start(m, start));
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
  f->flow = flow_interpret(&f->plan.tapes, f->plan.parameters, true);
  if (f->flow == NULL || !allocate(f)) return STATUS_LIMIT;
  start_rows(f);
  return STATUS_OK;
}

void state_flow_clear(StateFlow *f) {
  flow_destroy(f->flow);
  flow_plan_clear(&f->plan);
  double *const room[] = {f->watch, f->residual, f->rate, f->kept, f->entries, f->row_work};
  for (size_t i = 0; i < sizeof room / sizeof *room; i++) free(room[i]);
  arena_clear(&f->arena);
}

void state_flow_set_parameter(StateFlow *f, size_t i, double value) {
  f->plan.parameters[i] = value;
  flow_restart(f->flow);
  start_rows(f);
}

// --- states to y ---------------------------------------------------------------------------------

// Do the velocities in the state among the inputs have the signs that the equations assume?
static bool is_on_branch(const StateFlow *f) {
  const Program *p = &f->m->program;
  for (size_t k = 0; k < f->plan.branches; k++) {
    const double held = f->plan.parameters[p->parameters + k];
    if (!(held * p->inputs[p->parameters + 1 + p->n + f->plan.branch[k]] > 0)) return false;
  }
  return true;
}

// Uses the parameters of the flow.
static Status enter_all(StateFlow *f, size_t states, const double *t, const double *q,
                        const double *velocities, double *y) {
  System *m = f->m;
  const size_t n = m->program.n, size = f->plan.n;
  Status all = STATUS_OK;
  memcpy(m->program.inputs, f->plan.parameters, f->parameters * sizeof(double));
  for (size_t i = 0; i < states; i++, y += size) {
    const ArenaMark mark = arena_mark(&m->work);
    TRY(system_find_speeds(m, t[i], q + i * n, velocities + i * n));
    const bool good = is_on_branch(f);
    if (good) TRY(flow_enter(m, &f->plan, y));
    for (size_t k = 0; !good && k < size; k++) y[k] = (double) NAN;
    if (!good) all = STATUS_DOMAIN;
    arena_release(&m->work, mark);
  }
  return all;
}

Status state_flow_enter(StateFlow *f, size_t states, const double *t, const double *q,
                        const double *velocities, double *y) {
  const Status status = enter_all(f, states, t, q, velocities, y);
  const Status restored = system_parameters(f->m);
  return status == STATUS_OK ? restored : status;
}

// --- numbers at states ---------------------------------------------------------------------------

static bool all_finite(const double *numbers, size_t n) {
  for (size_t i = 0; i < n; i++)
    if (!isfinite(numbers[i])) return false;
  return true;
}

bool state_flow_rates(StateFlow *f, double t, const double *y, double *rate) {
  const Flow *flow = f->flow;
  const double least = run_least_pivot(flow->n);
  flow->rate(flow, t, y, rate, f->watch);
  for (size_t i = 0; i < flow->watched; i++)
    if (!(fabs(f->watch[i]) > least * fabs(f->watch[flow->watched + i]))) return false;
  return all_finite(rate, flow->n);
}

bool state_flow_jacobian(StateFlow *f, double t, const double *y, double *J) {
  const size_t n = f->plan.n;
  const FlowPattern *pattern = f->flow->pattern;
  memset(J, 0, n * n * sizeof *J);
  if (!state_flow_rates(f, t, y, f->rate)) return false;
  f->flow->jacobian(f->flow, t, y, f->entries);
  for (size_t j = 0; j < n; j++)
    for (size_t k = pattern->start[j]; k < pattern->start[j + 1]; k++)
      J[pattern->row[k] * n + j] = f->entries[k];
  return all_finite(f->entries, pattern->entries);
}

// The largest violation of the constraints that a projection may leave.
static const double slack[2] = {1e-8, 1e-12};

bool state_flow_project(StateFlow *f, double t, double *y) {
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

bool state_flow_row(StateFlow *f, double t, const double *y, double *row) {
  if (!state_flow_rates(f, t, y, f->rate)) return false;
  flow_row(&f->plan, f->row_work, t, y, row);
  return true;
}
