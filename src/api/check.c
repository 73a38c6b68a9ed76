// api/check.c: is the model sound, do the methods agree, do the claims hold?

#include "api/slots.h"
#include "report/check.h"
#include <string.h>

typedef struct {
  DalModel *m;
  DalFormat format;
  const char **text;
  bool *ok;
  CheckReport report;
  Equations first;  // of the first method that applies
} Job;

static void warn(Job *job, bool unsound, const char *text) {
  array_push(&job->m->arena, &job->report.warnings, text);
  job->report.unsound = job->report.unsound || unsound;
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
        warn(job, true,
             text_format(&m->arena, "the method %s gives other accelerations than %s",
                         (*method)->name, job->report.methods.at[0].method->name));
    }
    arena_release(&m->work, mark);
  }
  return STATUS_OK;
}

// --- the model -----------------------------------------------------------------------------------

// The initial state exists, and accelerations are determined there.
static Status check_start(Job *job) {
  DalModel *m = job->m;
  const Diags before = m->diags;
  Status status = api_ready(m);
  States states = {0};
  if (status == STATUS_OK) status = api_states(m, NULL, &states);
  if (status == STATUS_OK) {
    EvaluatorMotion motion;
    EvaluatorFailure failure;
    Program *p = &m->program;
    memcpy(p->inputs + p->parameters, states.rows.at[0],
           (program_inputs(p) - p->parameters) * sizeof(double));
    status = evaluator_solve(p->evaluator, p->inputs, &motion, &failure);
  }
  if (status == STATUS_LIMIT || status == STATUS_INTERNAL) return status;
  if (status != STATUS_OK && m->diags.all.n > before.all.n)
    warn(job, true, m->diags.all.at[m->diags.all.n - 1].message);
  else if (status != STATUS_OK)
    warn(job, true, "no accelerations are determined at the initial state");
  // warnings about the model stay; what was wrong with the state is in the report
  const Diags after = m->diags;
  m->diags = before;
  for (size_t i = before.all.n; i < after.all.n; i++)
    if (diag_code_severity(after.all.at[i].code) == SEVERITY_WARNING)
      warn(job, false, after.all.at[i].message);
  return STATUS_OK;
}

// --- all of it -----------------------------------------------------------------------------------

static Status check_body(void *context) {
  Job *job = context;
  DalModel *m = job->m;
  if (!m->finished) return STATUS_INPUT;
  job->report = (CheckReport){.model = m->model, .arena = &m->arena};
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
  Text text = text_make(&m->arena);
  report_check(&job->report, (ReportFormat) job->format, &text);
  *job->text = text_get(&text);
  *job->ok = check_is_ok(&job->report);
  return STATUS_OK;
}

DalStatus dal_model_check(DalModel *m, DalFormat format, const char **text, bool *ok) {
  const Status status =
    guard_run(&m->guard, check_body, &(Job){.m = m, .format = format, .text = text, .ok = ok});
  arena_release(&m->work, (ArenaMark){0});
  return (DalStatus) status;
}
