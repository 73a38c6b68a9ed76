// api/numbers.c: parameters, states, and the quantities at a state, as numbers.

#include "api/api_impl.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  DalModel *m;
  size_t parameter;
  double number, *value;
  size_t states;
  const double *t, *q, *velocities;
  double *to_t, *to_q, *to_velocities;
  const bool *given;
  StateRequest request;
  const DalMatrices *matrices;
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

static Status solve_at(const Job *job, size_t i, EvaluatorMotion *motion) {
  const size_t n = job->m->program.n;
  TRY(system_find_speeds(job->m, job->t[i], job->q + i * n, job->velocities + i * n));
  return system_solve(job->m, motion);
}

static Status evaluate_at(const Job *job, size_t i) {
  const Program *p = &job->m->program;
  const size_t n = p->n, all = n + p->outputs.n;
  double *to = job->value + i * all;
  for (size_t k = 0; k < all; k++) to[k] = (double) NAN;
  EvaluatorMotion motion;
  TRY(solve_at(job, i, &motion));
  memcpy(to, motion.acceleration, n * sizeof *to);
  evaluator_outputs(p->evaluator, p->inputs, to + n);
  return STATUS_OK;
}

static Status accelerations_at(const Job *job, size_t i) {
  const size_t n = job->m->program.n;
  double *to = job->value + i * n;
  for (size_t k = 0; k < n; k++) to[k] = (double) NAN;
  EvaluatorMotion motion;
  TRY(solve_at(job, i, &motion));
  memcpy(to, motion.acceleration, n * sizeof *to);
  return STATUS_OK;
}

// M and F exist even if there is no motion.
static Status matrices_at(const Job *job, size_t i) {
  DalModel *m = job->m;
  const DalMatrices *to = job->matrices;
  const size_t n = m->program.n, r = m->equations.constraints.r;
  EvaluatorMotion motion;
  const Status status = solve_at(job, i, &motion);
  if (status != STATUS_OK && status != STATUS_DOMAIN) return status;
  double *M = ARENA_ARRAY(&m->work, double, n * n + 1), *F = ARENA_ARRAY(&m->work, double, n + 1),
         *A = ARENA_ARRAY(&m->work, double, r * n + 1), *B = ARENA_ARRAY(&m->work, double, r * n + 1),
         *b = ARENA_ARRAY(&m->work, double, r + 1);
  const Status there = evaluator_system(m->program.evaluator, M, F);
  for (size_t k = 0; there != STATUS_OK && k < n * n; k++) M[k] = (double) NAN;
  for (size_t k = 0; there != STATUS_OK && k < n; k++) F[k] = (double) NAN;
  evaluator_constraints(m->program.evaluator, A, B, b);
  if (to->M != NULL) memcpy(to->M + i * n * n, M, n * n * sizeof *M);
  if (to->F != NULL) memcpy(to->F + i * n, F, n * sizeof *F);
  if (to->A != NULL) memcpy(to->A + i * r * n, A, r * n * sizeof *A);
  if (to->B != NULL) memcpy(to->B + i * r * n, B, r * n * sizeof *B);
  if (to->b != NULL) memcpy(to->b + i * r, b, r * sizeof *b);
  return there;
}

// Takes one state after the other; a state without a result does not affect the others.
static Status at_each(const Job *job, Status (*at)(const Job *job, size_t i)) {
  DalModel *m = job->m;
  Status all = STATUS_OK;
  TRY(system_ready(m));
  evaluator_check_branch(m->program.evaluator, true);
  for (size_t i = 0; i < job->states; i++) {
    const ArenaMark mark = arena_mark(&m->work);
    const Status status = at(job, i);
    arena_release(&m->work, mark);
    if (status == STATUS_DOMAIN || status == STATUS_INPUT)
      all = status;
    else
      TRY(status);
  }
  return all;
}

static Status evaluate_body(void *context) {
  return at_each(context, evaluate_at);
}

DalStatus dal_model_evaluate(DalModel *m, size_t states, const double *t, const double *q,
                             const double *velocities, double *values) {
  API_NEED(m, m);
  API_NEED(m, t);
  API_NEED(m, q);
  API_NEED(m, velocities);
  API_NEED(m, values);
  return run(m, evaluate_body,
             (Job){.states = states, .t = t, .q = q, .velocities = velocities, .value = values});
}

static Status accelerations_body(void *context) {
  return at_each(context, accelerations_at);
}

DalStatus dal_model_accelerations_at(DalModel *m, size_t states, const double *t, const double *q,
                                     const double *velocities, double *accelerations) {
  API_NEED(m, m);
  API_NEED(m, t);
  API_NEED(m, q);
  API_NEED(m, velocities);
  API_NEED(m, accelerations);
  return run(
    m, accelerations_body,
    (Job){.states = states, .t = t, .q = q, .velocities = velocities, .value = accelerations});
}

size_t dal_model_constraints(DalModel *m) {
  if (m == NULL || run(m, ready_body, (Job){0}) != DAL_OK) return 0;
  return m->equations.constraints.r;
}

const char *dal_model_constraint(DalModel *m, size_t i) {
  return i < dal_model_constraints(m) ? m->equations.constraints.row[i].name : NULL;
}

static Status matrices_body(void *context) {
  return at_each(context, matrices_at);
}

DalStatus dal_model_matrices(DalModel *m, size_t states, const double *t, const double *q,
                             const double *velocities, const DalMatrices *to) {
  API_NEED(m, m);
  API_NEED(m, t);
  API_NEED(m, q);
  API_NEED(m, velocities);
  API_NEED(m, to);
  return run(m, matrices_body,
             (Job){.states = states, .t = t, .q = q, .velocities = velocities, .matrices = to});
}

// --- states --------------------------------------------------------------------------------------

static Status complete_at(const Job *job, size_t i) {
  DalModel *m = job->m;
  const size_t n = m->program.n;
  double *state = m->program.inputs + m->program.parameters;
  bool *given = ARENA_ARRAY(&m->work, bool, 1 + 2 * n);
  for (size_t k = 0; k < 1 + 2 * n; k++) given[k] = job->given == NULL || job->given[k];
  state[0] = job->to_t[i];
  memcpy(state + 1, job->to_q + i * n, n * sizeof *state);
  memcpy(state + 1 + n, job->to_velocities + i * n, n * sizeof *state);
  TRY(system_complete(m, given, &job->request));
  job->to_t[i] = state[0];
  memcpy(job->to_q + i * n, state + 1, n * sizeof *state);
  memcpy(job->to_velocities + i * n, state + 1 + n, n * sizeof *state);
  return STATUS_OK;
}

static Status complete_body(void *context) {
  return at_each(context, complete_at);
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
             (Job){.states = states,
                   .given = given,
                   .to_t = t,
                   .to_q = q,
                   .to_velocities = velocities,
                   .request = state});
}
