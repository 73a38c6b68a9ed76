// api/check.c: is the model sound, do the methods agree, do the claims hold?

#include "api/check.h"
#include "api/slots.h"
#include <string.h>

typedef struct {
  DalModel *m;
  CheckReport report;
  Equations first;  // of the first method that applies
} Job;

static void warn(Job *job, const char *text) {
  array_push(&job->m->arena, &job->report.warnings, text);
}

static void unsound(Job *job, const char *text) {
  array_push(&job->m->arena, &job->report.problems, text);
}

// --- methods -------------------------------------------------------------------------------------

// A derivation that may be refused: what it says then is forgotten.
static Status try_method(DalModel *m, const Method *method, Equations *eq) {
  const Diags before = m->diags;
  const DeriveOptions options = {.arena = &m->arena, .energy = EXPR_NONE};
  const Status status = method->derive(m->model, &options, eq);
  if (status == STATUS_UNABLE || status == STATUS_INPUT || status == STATUS_DOMAIN)
    m->diags = before;
  return status;
}

// The one that takes the constraints as they stand goes first: the others are compared with it.
static Status check_methods(Job *job) {
  DalModel *m = job->m;
  const Method *const order[] = {&method_multipliers, methods_default(m->model)};
  for (size_t i = 0; i < 2 && job->report.methods.n == 0; i++) {
    const Status status = try_method(m, order[i], &job->first);
    if (status == STATUS_OK)
      array_push(&m->arena, &job->report.methods, ((CheckedMethod){order[i], TRUTH_YES}));
    else if (status != STATUS_UNABLE)
      return status;
  }
  if (job->report.methods.n == 0) {
    // nothing applies: the natural method says why
    const DeriveOptions options = {.arena = &m->arena, .energy = EXPR_NONE};
    return order[1]->derive(m->model, &options, &job->first);
  }
  for (const Method *const *method = methods_all(); *method != NULL; method++) {
    if (*method == job->report.methods.at[0].method) continue;
    const ArenaMark mark = arena_mark(&m->work);
    Equations *eq = ARENA_NEW(&m->work, Equations);
    const Status status = try_method(m, *method, eq);
    if (status == STATUS_LIMIT || status == STATUS_INTERNAL) return status;
    if (status == STATUS_OK) {
      const Truth agrees = proof_agree(&job->first, eq, &m->work);
      array_push(&m->arena, &job->report.methods, ((CheckedMethod){*method, agrees}));
      if (agrees == TRUTH_NO)
        unsound(job, text_format(&m->arena, "the method %s gives other accelerations than %s",
                                 (*method)->name, job->report.methods.at[0].method->name));
    }
    arena_release(&m->work, mark);
  }
  return STATUS_OK;
}

// --- the model -----------------------------------------------------------------------------------

static Status solve_start(DalModel *m) {
  States states = {0};
  TRY(api_ready(m));
  TRY(api_states(m, NULL, &states));
  Program *p = &m->program;
  memcpy(p->inputs + p->parameters, states.rows.at[0],
         (program_inputs(p) - p->parameters) * sizeof(double));
  EvaluatorMotion motion;
  return api_solve(m, &motion);
}

// Without values or without LAPACK, nothing is known about numbers; the formulas may be right.
static bool is_about_model(DiagCode code) {
  return code != DIAG_PARAMETER_VALUE && code != DIAG_NO_LAPACK;
}

// The initial state exists, and accelerations are determined there. What is told on the way goes
// into the report; where the state is wrong, other warnings would only add to the confusion.
static Status check_start(Job *job) {
  DalModel *m = job->m;
  const Diags before = m->diags;
  const Status status = solve_start(m);
  if (status == STATUS_LIMIT || status == STATUS_INTERNAL) return status;
  const Diags after = m->diags;
  m->diags = before;
  for (size_t i = before.all.n; i < after.all.n; i++) {
    const Diag *diag = &after.all.at[i];
    const bool error = diag_code_severity(diag->code) == SEVERITY_ERROR;
    if (error && is_about_model(diag->code))
      unsound(job, text_format(&m->arena, "initial state: %s", diag->message));
    else if (error || status == STATUS_OK)
      warn(job, diag->message);
  }
  return STATUS_OK;
}

// --- all of it -----------------------------------------------------------------------------------

Status api_check(DalModel *m, CheckReport *report) {
  Job work = {.m = m, .report = {.model = m->model, .arena = &m->arena}}, *job = &work;
  if (!m->finished) return STATUS_INPUT;
  TRY(check_start(job));
  TRY(check_methods(job));
  const size_t n = m->model->claims.n;
  job->report.judgement = ARENA_ARRAY(&m->arena, Judgement, n + 1);
  for (size_t i = 0; i < n; i++) {
    const ArenaMark mark = arena_mark(&m->work);
    const Judgement j = proof_judge(&job->first, &m->model->claims.at[i], &m->work);
    job->report.judgement[i] = (Judgement){j.verdict, str_copy(&m->arena, str(j.detail))};
    arena_release(&m->work, mark);
  }
  *report = job->report;
  return STATUS_OK;
}

typedef struct {
  DalModel *m;
  DalFormat format;
  const char **text;
  bool *ok;
} Request;

static Status check_body(void *context) {
  const Request *r = context;
  CheckReport report;
  TRY(api_check(r->m, &report));
  Text text = text_make(&r->m->arena);
  report_check(&report, (ReportFormat) r->format, &text);
  *r->text = text_get(&text);
  *r->ok = check_is_ok(&report);
  return STATUS_OK;
}

DalStatus dal_model_check(DalModel *m, DalFormat format, const char **text, bool *ok) {
  const Status status = guard_run(&m->guard, check_body, &(Request){m, format, text, ok});
  arena_release(&m->work, (ArenaMark){0});
  return (DalStatus) status;
}
