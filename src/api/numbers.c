// api/numbers.c: parameters, states, and the quantities at a state, as numbers.

#include "api/api_impl.h"
#include "program/at_states.h"
#include <math.h>

typedef struct {
  DalModel *m;
  size_t parameter;
  double number, *value;
  StateArrays at;
  StateRoom room;
  const bool *given;
  StateRequest request;
  MatrixArrays matrices;
} Job;

static DalStatus run(DalModel *m, Status (*body)(void *), Job job) {
  job.m = m;
  return api_run(m, body, &job);
}

static Status ready_body(void *context) {
  return system_ready(((const Job *) context)->m);
}

// --- parameters ----------------------------------------------------------------------------------

size_t dal_model_parameters(const DalModel *m) {
  return m != NULL ? m->model->parameters.n : 0;
}

const char *dal_model_parameter(const DalModel *m, size_t i) {
  return i < dal_model_parameters(m) ? m->model->parameters.at[i].name : NULL;
}

// As long as there is no program, the inputs are made for this call only.
static Status parameter_body(void *context) {
  const Job *job = context;
  DalModel *m = job->m;
  if (!m->program.laid_out) {
    m->program.inputs = ARENA_ARRAY(&m->work, double, m->model->parameters.n + 1);
    TRY(system_parameters(m));
  }
  *job->value = m->program.inputs[job->parameter];
  return isnan(*job->value) ? STATUS_DOMAIN : STATUS_OK;
}

DalStatus dal_model_parameter_value(DalModel *m, size_t i, double *value) {
  API_NEED(m, m);
  API_NEED(m, value);
  *value = (double) NAN;
  if (i >= dal_model_parameters(m)) return api_no_such(m, __func__, "parameter");
  double *const inputs = m->program.inputs;
  const DalStatus status = run(m, parameter_body, (Job){.parameter = i, .value = value});
  m->program.inputs = inputs;
  return status;
}

static Status set_body(void *context) {
  const Job *job = context;
  DalModel *m = job->m;
  Parameter *p = &m->model->parameters.at[job->parameter];
  p->value = expr_exact(m->pool, job->number);
  // parameters are inputs of the compiled program: it stays as it is
  return m->program.laid_out ? system_parameters(m) : STATUS_OK;
}

DalStatus dal_model_set_parameter(DalModel *m, size_t i, double value) {
  API_NEED(m, m);
  if (i >= dal_model_parameters(m)) return api_no_such(m, __func__, "parameter");
  if (!isfinite(value)) return api_unfit(m, __func__, "a value that is not finite");
  return run(m, set_body, (Job){.parameter = i, .number = value});
}

// --- everything at a state -----------------------------------------------------------------------

size_t dal_model_quantities(DalModel *m) {
  if (m == NULL || run(m, ready_body, (Job){0}) != DAL_OK) return 0;
  return m->program.n + m->program.outputs.n;
}

DalQuantity dal_model_quantity(DalModel *m, size_t i) {
  if (i >= dal_model_quantities(m)) return (DalQuantity){0};
  const Program *p = &m->program;
  if (i < p->n)
    return (DalQuantity){"accelerations", expr_symbol_name(m->pool, m->equations.qdd[i])};
  return (DalQuantity){p->outputs.at[i - p->n].group, p->outputs.at[i - p->n].name};
}

static Status evaluate_body(void *context) {
  const Job *job = context;
  return at_states_quantities(job->m, &job->at, job->value);
}

DalStatus dal_model_evaluate(DalModel *m, size_t states, const double *t, const double *q,
                             const double *velocities, double *values) {
  API_NEED(m, m);
  API_NEED(m, t);
  API_NEED(m, q);
  API_NEED(m, velocities);
  API_NEED(m, values);
  return run(m, evaluate_body, (Job){.at = {states, t, q, velocities}, .value = values});
}

static Status accelerations_body(void *context) {
  const Job *job = context;
  return at_states_accelerations(job->m, &job->at, job->value);
}

DalStatus dal_model_accelerations_at(DalModel *m, size_t states, const double *t, const double *q,
                                     const double *velocities, double *accelerations) {
  API_NEED(m, m);
  API_NEED(m, t);
  API_NEED(m, q);
  API_NEED(m, velocities);
  API_NEED(m, accelerations);
  return run(m, accelerations_body,
             (Job){.at = {states, t, q, velocities}, .value = accelerations});
}

size_t dal_model_constraints(DalModel *m) {
  if (m == NULL || run(m, ready_body, (Job){0}) != DAL_OK) return 0;
  return m->equations.constraints.r;
}

const char *dal_model_constraint(DalModel *m, size_t i) {
  return i < dal_model_constraints(m) ? m->equations.constraints.row[i].name : NULL;
}

static Status matrices_body(void *context) {
  const Job *job = context;
  return at_states_matrices(job->m, &job->at, &job->matrices);
}

DalStatus dal_model_matrices(DalModel *m, size_t states, const double *t, const double *q,
                             const double *velocities, const DalMatrices *to) {
  API_NEED(m, m);
  API_NEED(m, t);
  API_NEED(m, q);
  API_NEED(m, velocities);
  API_NEED(m, to);
  return run(
    m, matrices_body,
    (Job){.at = {states, t, q, velocities}, .matrices = {to->M, to->F, to->A, to->B, to->b}});
}

// --- states --------------------------------------------------------------------------------------

static Status complete_body(void *context) {
  const Job *job = context;
  return at_states_complete(job->m, &job->room, job->given, &job->request);
}

DalStatus dal_model_complete(DalModel *m, const DalEvalOptions *options, size_t states,
                             const bool *given, double *t, double *q, double *velocities) {
  API_NEED(m, m);
  API_NEED(m, t);
  API_NEED(m, q);
  API_NEED(m, velocities);
  API_STATE(m, state, options);
  if (state.at != NULL) return api_unfit(m, __func__, "the option `at`");
  if (state.table != NULL) return api_unfit(m, __func__, "the option `table`");
  if (state.energy != NULL) return api_unfit(m, __func__, "the option `energy`");
  return run(m, complete_body,
             (Job){.room = {states, t, q, velocities}, .given = given, .request = state});
}
