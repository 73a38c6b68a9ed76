// api/pipeline.c: the whole program on one page: model, equations, tapes, numbers, text.

#include "api/api_impl.h"
#include "ground/ground.h"
#include "report/report.h"
#include <string.h>

typedef struct {
  DalModel *m;
  DalDeriveOptions derive;
  DalFormat format;
  const DalEvalOptions *eval;
  const char **text;
  double t, *time;
  const double *q, *velocities;
  double *accelerations, *M, *F;
  DalTrajectory *trajectory;
} Job;

// --- model to equations --------------------------------------------------------------------------

// What only one of the methods takes.
static Status derive_options(DalModel *m, const Method *method, const DalDeriveOptions *given,
                             DeriveOptions *options) {
  *options = (DeriveOptions){
    .arena = &m->arena, .worksheet = given->worksheet, .redundant = ground_redundant};
  if (given->independent == NULL && given->energy == NULL) return STATUS_OK;
  if (method != &method_whittaker) {
    diag_report(&m->diags, DIAG_WHITTAKER_OPTION, (Span){0},
                given->energy ? "--energy" : "--independent", method->name);
    return STATUS_INPUT;
  }
  if (given->independent != NULL)
    options->independent = language_name(&m->arena, str(given->independent));
  return given->energy ? api_energy(m, given->energy, &options->energy) : STATUS_OK;
}

static Status derive_body(void *context) {
  const Job *job = context;
  DalModel *m = job->m;
  if (!m->finished) {
    if (m->diags.errors == 0) diag_report(&m->diags, DIAG_NOT_FINISHED, (Span){0});
    return STATUS_INPUT;
  }
  const char *name = job->derive.method;
  const Method *method = name ? methods_find(name) : methods_default(m->model);
  if (method == NULL) {
    diag_report(&m->diags, DIAG_METHOD_UNKNOWN, (Span){0}, name);
    Text names = text_make(&m->arena);
    for (const Method *const *known = methods_all(); *known != NULL; known++)
      text_addf(&names, "%s%s", names.n ? ", " : "", (*known)->name);
    diag_help(&m->diags, "the methods are %s", text_get(&names));
    return STATUS_INPUT;
  }
  evaluator_destroy(m->program.evaluator);
  m->program.evaluator = NULL;
  m->derived = false;
  DeriveOptions options;
  TRY(derive_options(m, method, &job->derive, &options));
  TRY(method->derive(m->model, &options, &m->equations));
  TRY(api_check_constraints(m, &m->equations));
  m->derived = true;
  m->form = job->derive.form;
  return STATUS_OK;
}

static Status need_equations(DalModel *m) {
  return m->derived ? STATUS_OK : derive_body(&(Job){.m = m});
}

// --- equations to text ---------------------------------------------------------------------------

static Status print_body(void *context) {
  const Job *job = context;
  DalModel *m = job->m;
  TRY(need_equations(m));
  Text text = text_make(&m->arena);
  const EquationForm form = (EquationForm) m->form;
  const Status status = report_equations(&m->equations, (ReportFormat) job->format, form, &text);
  if (status != STATUS_OK) {
    diag_report(&m->diags, DIAG_NO_CLOSED_FORM, (Span){0}, status_meaning(status));
    diag_help(&m->diags, "--matrix shows the equations unsolved");
    return status;
  }
  *job->text = text_get(&text);
  return STATUS_OK;
}

// --- equations to numbers ------------------------------------------------------------------------

Status api_ready(DalModel *m) {
  TRY(need_equations(m));
  return api_compile(m);
}

static Status tape_body(void *context) {
  const Job *job = context;
  DalModel *m = job->m;
  TRY(api_ready(m));
  NamedTape tapes[EVALUATOR_TAPES];
  const size_t n = evaluator_tapes(m->program.evaluator, tapes);
  Text text = text_make(&m->arena);
  report_tapes(&m->equations, tapes, n, (ReportFormat) job->format, &text);
  *job->text = text_get(&text);
  return STATUS_OK;
}

// One message for each constraint concerned.
static void report_constraints(DalModel *m, DiagCode code, const bool *loses) {
  const Constraints *c = &m->equations.constraints;
  for (size_t a = 0; a < c->r; a++)
    if (loses[a]) diag_report(&m->diags, code, c->row[a].span, c->row[a].name);
}

// The name and place of what unknown k of the method is the rate of: a speed of the model, or the
// coordinate of a velocity or momentum.
static const char *name_of_unknown(const DalModel *m, size_t k, Span *span) {
  const Equations *eq = &m->equations;
  const Coordinate *x = &m->model->coordinates.at[k < eq->n ? k : 0];
  for (size_t i = 0; eq->psi != NULL && i < m->model->speeds.n; i++) {
    const Speed *speed = &m->model->speeds.at[i];
    *span = speed->span;
    if (expr_same(speed->z, eq->u[k])) return speed->name;
  }
  for (size_t i = 0; eq->psi != NULL && i < eq->n; i++)
    if (expr_same(eq->qd[i], eq->u[k])) x = &m->model->coordinates.at[i];
  *span = x->span;
  return x->name;
}

void api_report_open(DalModel *m, size_t k) {
  Span span;
  const char *name = name_of_unknown(m, k, &span);
  diag_report(&m->diags, momenta_are_state(&m->equations) ? DIAG_HPP_SINGULAR : DIAG_SINGULAR_MASS,
              span, name);
}

static void report_failure(DalModel *m, const EvaluatorFailure *failure) {
  const Coordinate *x = &m->model->coordinates.at[failure->bad];
  switch (failure->trouble) {
    case EVALUATED_SINGULAR_MASS: api_report_open(m, failure->bad); break;
    case EVALUATED_NOT_FINITE:
      if (m->equations.psi == NULL) {
        diag_report(&m->diags, DIAG_NOT_FINITE, x->span, x->name);
      } else {
        diag_report(&m->diags, DIAG_CHART_FAILS, x->span, m->equations.method->name, x->name);
        if (!momenta_are_state(&m->equations))
          diag_help(&m->diags, "another method may do: --method multipliers");
      }
      break;
    case EVALUATED_OTHER_BRANCH:
      diag_report(&m->diags, DIAG_OTHER_BRANCH, x->span, m->equations.method->name, x->name);
      diag_help(&m->diags, "use --method multipliers, which takes the constraints as they stand");
      break;
    case EVALUATED_SINGULAR: report_constraints(m, DIAG_SINGULAR_STATE, failure->loses); break;
    case EVALUATED_UNREACHED: report_constraints(m, DIAG_UNREACHED, failure->loses); break;
    case EVALUATED_INCONSISTENT: report_constraints(m, DIAG_CONFLICT, failure->loses); break;
    case EVALUATED: break;
  }
}

// The rank of the constraints about the state among the inputs, which may lie on another piece of
// the manifold than the initial one. False if the state is singular, or nothing is known.
static bool rank_about_state(DalModel *m, size_t *rank) {
  const Program *p = &m->program;
  const double *now = p->inputs + p->parameters;
  const Ground *ground = ground_at(&m->equations, now[0], now + 1, now + 1 + p->n,
                                   p->speeds > 0 ? now + 1 + 2 * p->n : NULL);
  *rank = ground->rank;
  return ground->known && ground->regular && ground->fault == GROUND_SOUND;
}

// The motion there; the rank is looked at again if the constraints seem to lose their independence.
static Status solve_there(DalModel *m, EvaluatorMotion *motion, EvaluatorFailure *failure) {
  Evaluator *e = m->program.evaluator;
  size_t rank;
  Status status = evaluator_solve(e, m->program.inputs, motion, failure);
  if (status == STATUS_DOMAIN && failure->trouble == EVALUATED_SINGULAR &&
      rank_about_state(m, &rank)) {
    const size_t before = evaluator_set_rank(e, rank);
    status = evaluator_solve(e, m->program.inputs, motion, failure);
    (void) evaluator_set_rank(e, before);
  }
  return status;
}

Status api_solve(DalModel *m, EvaluatorMotion *motion) {
  EvaluatorFailure failure;
  if (m->equations.in_time != NULL) TRY(api_check_pace(m));
  const Status status = solve_there(m, motion, &failure);
  if (status == STATUS_UNABLE) return api_no_lapack(m);
  if (status == STATUS_DOMAIN) report_failure(m, &failure);
  return status;
}

#define LOOKED_AT 2500  // entries of A; of more, singular values would take longer than a run

// A chart that fails there is the run's own affair, and it finds another.
Status api_check_start(DalModel *m) {
  const Equations *eq = &m->equations;
  EvaluatorMotion motion;
  EvaluatorFailure failure;
  if (eq->constraints.r * eq->n > LOOKED_AT || eq->in_time != NULL) return STATUS_OK;
  const Status status = solve_there(m, &motion, &failure);
  if (status != STATUS_DOMAIN || failure.trouble != EVALUATED_SINGULAR) return STATUS_OK;
  report_failure(m, &failure);
  return STATUS_DOMAIN;
}

static Status accelerations_body(void *context) {
  const Job *job = context;
  TRY(api_ready(job->m));
  TRY(api_find_speeds(job->m, job->t, job->q, job->velocities));
  EvaluatorMotion motion;
  TRY(api_solve(job->m, &motion));
  memcpy(job->accelerations, motion.acceleration, job->m->program.n * sizeof *job->accelerations);
  return STATUS_OK;
}

static Status system_body(void *context) {
  const Job *job = context;
  const Status status = accelerations_body(context);
  if (status != STATUS_OK && status != STATUS_DOMAIN) return status;
  return evaluator_system(job->m->program.evaluator, job->M, job->F);
}

// --- a state to everything there is to know ------------------------------------------------------

static void add_numbers(Record *r, DalModel *m, const char *group, const Expr *symbols,
                        const double *values) {
  for (size_t i = 0; i < m->program.n; i++)
    record_add(r, group, expr_symbol_name(m->pool, symbols[i]), values[i]);
}

static Status evaluate_state(DalModel *m, const double *state, Record *record) {
  Program *p = &m->program;
  const Equations *eq = &m->equations;
  memcpy(p->inputs + p->parameters, state, (1 + 2 * p->n + p->speeds) * sizeof *state);
  double *outputs = ARENA_ARRAY(&m->work, double, p->outputs.n);
  EvaluatorMotion motion;
  TRY(api_solve(m, &motion));
  evaluator_outputs(p->evaluator, p->inputs, outputs);
  const double *now = p->inputs + p->parameters;
  record_add(record, "t", NULL, now[0]);
  add_numbers(record, m, "coordinates", eq->q, now + 1);
  add_numbers(record, m, "velocities", eq->qd, now + 1 + p->n);
  add_numbers(record, m, "accelerations", eq->qdd, motion.acceleration);
  for (size_t i = 0; i < p->outputs.n; i++)
    record_add(record, p->outputs.at[i].group, p->outputs.at[i].name, outputs[i]);
  return STATUS_OK;
}

static Status eval_body(void *context) {
  const Job *job = context;
  DalModel *m = job->m;
  TRY(api_ready(m));
  States states = {0};
  TRY(api_states(m, job->eval, &states));
  evaluator_check_branch(m->program.evaluator, !(job->eval && job->eval->as_is));
  Text text = text_make(&m->arena);
  Records records = {.arena = &m->arena, .many = states.many};
  for (size_t i = 0; i < states.rows.n; i++)
    TRY(evaluate_state(m, states.rows.at[i], records_next(&records)));
  report_records(&records, (ReportFormat) job->format, &text);
  *job->text = text_get(&text);
  return STATUS_OK;
}

// --- the public functions ------------------------------------------------------------------------

static DalStatus run(DalModel *m, Status (*body)(void *), Job job) {
  job.m = m;
  const Status status = guard_run(&m->guard, body, &job);
  arena_release(&m->work, (ArenaMark){0});
  return (DalStatus) status;
}

DalStatus dal_model_derive(DalModel *m, const char *method, bool worksheet) {
  return run(m, derive_body, (Job){.derive = {.method = method, .worksheet = worksheet}});
}

DalStatus dal_model_derive_by(DalModel *m, const DalDeriveOptions *options) {
  return run(m, derive_body, (Job){.derive = *options});
}

DalStatus dal_model_print(DalModel *m, DalFormat format, const char **text) {
  return run(m, print_body, (Job){.format = format, .text = text});
}

static Status compile_job(void *context) {
  return api_ready(((const Job *) context)->m);
}

DalStatus dal_model_compile(DalModel *m) {
  return run(m, compile_job, (Job){0});
}

DalStatus dal_model_tape(DalModel *m, DalFormat format, const char **text) {
  return run(m, tape_body, (Job){.format = format, .text = text});
}

DalSize dal_model_size(const DalModel *m) {
  DalSize size = {.coordinates = m->model->coordinates.n, .expressions = expr_pool_size(m->pool)};
  if (m->program.evaluator == NULL) return size;
  size.instructions = m->program.system_length;
  size.solve_instructions = evaluator_length(m->program.evaluator) - size.instructions;
  return size;
}

DalStatus dal_model_accelerations(DalModel *m, double t, const double *q, const double *velocities,
                                  double *accelerations) {
  return run(m, accelerations_body,
             (Job){.t = t, .q = q, .velocities = velocities, .accelerations = accelerations});
}

DalStatus dal_model_system(DalModel *m, double t, const double *q, const double *velocities,
                           double *M, double *F) {
  return run(m, system_body,
             (Job){.t = t, .q = q, .velocities = velocities, .accelerations = F, .M = M, .F = F});
}

static Status state_body(void *context) {
  const Job *job = context;
  DalModel *m = job->m;
  TRY(api_ready(m));
  States states = {0};
  TRY(api_states(m, job->eval, &states));
  const size_t n = m->program.n;
  if (states.rows.n != 1) return STATUS_INPUT;
  *job->time = states.rows.at[0][0];
  memcpy(job->M, states.rows.at[0] + 1, n * sizeof *job->M);
  memcpy(job->F, states.rows.at[0] + 1 + n, n * sizeof *job->F);
  return STATUS_OK;
}

static Status trajectory_body(void *context) {
  const Job *job = context;
  DalModel *m = job->m;
  TRY(api_ready(m));
  if (m->equations.in_time == NULL) return STATUS_INPUT;
  States states = {0};
  TRY(api_states(m, job->eval, &states));
  if (states.rows.n != 1) return STATUS_INPUT;
  const Program *p = &m->program;
  memcpy(p->inputs + p->parameters, states.rows.at[0], (1 + 2 * p->n + p->speeds) * sizeof(double));
  memcpy(job->M, states.rows.at[0] + 1, p->n * sizeof *job->M);
  return api_trajectory(m, job->F, job->trajectory);
}

size_t dal_model_slopes(const DalModel *m) {
  return m->derived && m->equations.in_time != NULL ? m->equations.m : 0;
}

DalStatus dal_model_trajectory(DalModel *m, const DalEvalOptions *options, double *q,
                               double *slopes, DalTrajectory *trajectory) {
  return run(m, trajectory_body,
             (Job){.eval = options, .M = q, .F = slopes, .trajectory = trajectory});
}

DalStatus dal_model_state(DalModel *m, const DalEvalOptions *options, double *t, double *q,
                          double *velocities) {
  return run(m, state_body, (Job){.eval = options, .time = t, .M = q, .F = velocities});
}

DalStatus dal_model_eval(DalModel *m, const DalEvalOptions *options, DalFormat format,
                         const char **text) {
  return run(m, eval_body, (Job){.eval = options, .format = format, .text = text});
}
