// api/pipeline.c: the whole program on one page: model, equations, tapes, numbers, text.

#include "answer/print_format.h"
#include "answer/states.h"
#include "api/api_impl.h"
#include "base/part.h"
#include "program/part.h"
#include "program/facts.h"
#include "report/report.h"
#include <string.h>

// What is asked for, and where the answers go.
typedef struct {
  DalModel *m;
  DeriveRequest derive;
  const PrintFormat *format;
  const StateRequest *state;
  const SolvedForms **forms;
  double t;
  const double *q, *velocities;
  struct {
    DalResult *result;
    double *t, *q, *velocities, *accelerations, *slopes, *M, *F;
    DalTrajectory *trajectory;
  } to;
} Job;

// --- model to equations --------------------------------------------------------------------------

static Status derive_body(void *context) {
  const Job *job = context;
  return system_derive(job->m, &job->derive);
}

// --- equations to text ---------------------------------------------------------------------------

static Status forms_body(void *context) {
  const Job *job = context;
  const EquationForm form = job->m->request.form;
  const bool all = form == FORM_CLOSED || job->format->all_forms;
  *job->forms = system_forms(job->m, form != FORM_MATRIX, all);
  return STATUS_OK;
}

// Prints the equations alone if there is no time for closed forms; the status says so.
static Status print_body(void *context) {
  Job *job = context;
  DalModel *m = job->m;
  TRY(system_equations(m));
  const SolvedForms none = {.status = STATUS_LIMIT, .energy = EXPR_NONE}, *forms = &none;
  EquationForm form = m->request.form;
  job->forms = &forms;
  bool left;
  const Status limit = system_part(m, &(SystemPart){"closed forms", 0, forms_body, job}, &left);
  if (limit == STATUS_CANCELLED || limit == STATUS_INTERNAL) return limit;
  if (left) {
    part_grace(&m->guard);
    form = FORM_MATRIX;
  }
  if (form == FORM_CLOSED && forms->status != STATUS_OK) {
    diag_report(&m->diags, DIAG_NO_CLOSED_FORM, (Span){0}, status_meaning(forms->status));
    diag_help(&m->diags, "--matrix shows the equations unsolved");
    return forms->status;
  }
  job->format->equations(job->format, &m->equations, form, forms, m->request.columns,
                         &job->to.result->text);
  return limit;
}

// --- equations to numbers ------------------------------------------------------------------------

static Status tape_body(void *context) {
  const Job *job = context;
  DalModel *m = job->m;
  TRY(system_ready(m));
  NamedTape tapes[EVALUATOR_TAPES];
  const size_t n = evaluator_tapes(m->program.evaluator, tapes);
  job->format->tapes(job->format, &m->equations, tapes, n, &job->to.result->text);
  return STATUS_OK;
}

static Status accelerations_body(void *context) {
  const Job *job = context;
  TRY(system_ready(job->m));
  TRY(system_find_speeds(job->m, job->t, job->q, job->velocities));
  EvaluatorMotion motion;
  TRY(system_solve(job->m, &motion));
  memcpy(job->to.accelerations, motion.acceleration, job->m->program.n * sizeof(double));
  return STATUS_OK;
}

static Status system_body(void *context) {
  const Job *job = context;
  const Status status = accelerations_body(context);
  if (status != STATUS_OK && status != STATUS_DOMAIN) return status;
  return evaluator_system(job->m->program.evaluator, job->to.M, job->to.F);
}

// --- a state to everything there is to know ------------------------------------------------------

static Status eval_body(void *context) {
  const Job *job = context;
  DalModel *m = job->m;
  Records records = {.arena = &m->work};
  TRY(system_ready(m));
  TRY(answer_states(m, job->state, &records));
  job->format->records(job->format, &records, &job->to.result->text);
  return STATUS_OK;
}

// --- the public functions ------------------------------------------------------------------------

static DalStatus run(DalModel *m, Status (*body)(void *), Job job) {
  job.m = m;
  return api_run(m, body, &job);
}

// The same for a body that writes a text.
static DalStatus answer(DalModel *m, Status (*body)(void *), Job job, DalResult **result) {
  job.m = m;
  job.to.result = api_result_make(&m->arena);
  return api_answer(m, body, &job, job.to.result, result);
}

DalStatus dal_model_derive(DalModel *m, const DalDeriveOptions *options) {
  API_NEED(m, m);
  API_OPTIONS(m, DalDeriveOptions, o, options);
  if ((unsigned) o.form > DAL_FORM_MATRIX) return api_no_such(m, __func__, "form");
  return run(m, derive_body,
             (Job){.derive = {.method = o.method,
                              .worksheet = o.worksheet,
                              .form = (EquationForm) o.form,
                              .independent = o.independent,
                              .energy = o.energy,
                              .columns = o.columns}});
}

DalStatus dal_model_print(DalModel *m, DalFormat format, DalResult **result) {
  API_NEED(m, m);
  API_PLACE(m, result);
  API_PRINTS(m, format, equations);
  return answer(m, print_body, (Job){.format = print_format(format)}, result);
}

static Status compile_job(void *context) {
  return system_ready(((const Job *) context)->m);
}

DalStatus dal_model_compile(DalModel *m) {
  API_NEED(m, m);
  return run(m, compile_job, (Job){0});
}

DalStatus dal_model_tape(DalModel *m, DalFormat format, DalResult **result) {
  API_NEED(m, m);
  API_PLACE(m, result);
  API_PRINTS(m, format, tapes);
  return answer(m, tape_body, (Job){.format = print_format(format)}, result);
}

DalSize dal_model_size(const DalModel *m) {
  if (m == NULL) return (DalSize){0};
  DalSize size = {.coordinates = m->model->coordinates.n,
                  .expressions = expr_pool_size(m->pool),
                  .bytes = m->guard.used};
  if (m->program.evaluator == NULL) return size;
  size.instructions = m->program.system_length;
  size.solve_instructions = evaluator_length(m->program.evaluator) - size.instructions;
  return size;
}

DalStatus dal_model_accelerations(DalModel *m, double t, const double *q, const double *velocities,
                                  double *accelerations) {
  API_NEED(m, m);
  API_NEED(m, q);
  API_NEED(m, velocities);
  API_NEED(m, accelerations);
  return run(m, accelerations_body,
             (Job){.t = t, .q = q, .velocities = velocities, .to.accelerations = accelerations});
}

DalStatus dal_model_system(DalModel *m, double t, const double *q, const double *velocities,
                           double *M, double *F) {
  API_NEED(m, m);
  API_NEED(m, q);
  API_NEED(m, velocities);
  API_NEED(m, M);
  API_NEED(m, F);
  // accelerations go where F is put afterwards
  return run(
    m, system_body,
    (Job){.t = t, .q = q, .velocities = velocities, .to = {.accelerations = F, .M = M, .F = F}});
}

// Puts the only state that is asked for into the inputs of the program.
static Status one_state(const Job *job) {
  DalModel *m = job->m;
  Program *p = &m->program;
  States states = {0};
  TRY(system_states(m, job->state, &states));
  if (states.rows.n != 1) return STATUS_INPUT;
  memcpy(p->inputs + p->parameters, states.rows.at[0], (1 + 2 * p->n + p->speeds) * sizeof(double));
  return STATUS_OK;
}

static Status state_body(void *context) {
  const Job *job = context;
  TRY(system_ready(job->m));
  TRY(one_state(job));
  const Program *p = &job->m->program;
  const double *now = p->inputs + p->parameters;
  *job->to.t = now[0];
  memcpy(job->to.q, now + 1, p->n * sizeof *now);
  memcpy(job->to.velocities, now + 1 + p->n, p->n * sizeof *now);
  return STATUS_OK;
}

static Status trajectory_body(void *context) {
  const Job *job = context;
  DalModel *m = job->m;
  TRY(system_ready(m));
  if (m->equations.along.constants != RUN_CONSTANTS) return STATUS_INPUT;
  TRY(one_state(job));
  const double *state = m->program.inputs + m->program.parameters;
  double of[RUN_CONSTANTS];
  TRY(system_trajectory(m, job->to.slopes, of));
  memcpy(job->to.q, state + 1, m->program.n * sizeof *state);
  *job->to.trajectory = (DalTrajectory){.t = state[0],
                                        .energy = of[RUN_ENERGY],
                                        .direction = of[RUN_DIRECTION] > 0 ? 1 : -1,
                                        .pace = of[RUN_PACE]};
  return STATUS_OK;
}

size_t dal_model_slopes(const DalModel *m) {
  const bool there = m != NULL && m->derived && m->equations.along.constants == RUN_CONSTANTS;
  return there ? m->equations.problem.m : 0;
}

DalStatus dal_model_trajectory(DalModel *m, const DalEvalOptions *options, double *q,
                               double *slopes, DalTrajectory *trajectory) {
  API_NEED(m, m);
  API_NEED(m, q);
  API_NEED(m, slopes);
  API_NEED(m, trajectory);
  API_STATE(m, state, options);
  return run(m, trajectory_body,
             (Job){.state = &state, .to = {.q = q, .slopes = slopes, .trajectory = trajectory}});
}

DalStatus dal_model_state(DalModel *m, const DalEvalOptions *options, double *t, double *q,
                          double *velocities) {
  API_NEED(m, m);
  API_NEED(m, t);
  API_NEED(m, q);
  API_NEED(m, velocities);
  API_STATE(m, state, options);
  return run(m, state_body,
             (Job){.state = &state, .to = {.t = t, .q = q, .velocities = velocities}});
}

DalStatus dal_model_eval(DalModel *m, const DalEvalOptions *options, DalFormat format,
                         DalResult **result) {
  API_NEED(m, m);
  API_PLACE(m, result);
  API_PRINTS(m, format, records);
  API_STATE(m, state, options);
  return answer(m, eval_body, (Job){.state = &state, .format = print_format(format)}, result);
}
