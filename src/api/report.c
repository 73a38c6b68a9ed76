// api/report.c: everything about a model in one text.

#include "api/check.h"
#include "api/run_impl.h"
#include "page/page.h"

typedef struct {
  DalModel *m;
  DalReportFormat format;
  const char **text;
  CheckReport check;
  DalRun *run;         // NULL: there is none
  const char *remark;  // why there is none, or why it ended early; or NULL
  Diags before;        // the run
} Job;

// --- the motion ----------------------------------------------------------------------------------

#define DEFAULT_END "10"  // of a run whose end the model leaves open, as in exported C

// What was told about the run is told in the report instead.
static Status remark_body(void *context) {
  Job *job = context;
  DalModel *m = job->m;
  Text text = text_make(&m->arena);
  text_add(&text, job->run != NULL ? "" : "There is no motion: ");
  for (size_t i = job->before.all.n; i < m->diags.all.n; i++)
    text_addf(&text, "%s%s", i > job->before.all.n ? "; " : "", m->diags.all.at[i].message);
  if (m->diags.all.n > job->before.all.n) job->remark = text_get(&text);
  m->diags = job->before;
  return STATUS_OK;
}

// The motion that the model asks for. What goes wrong with it goes into the report: only a limit or a
// fault of the program ends the whole.
static DalStatus follow(Job *job) {
  DalModel *m = job->m;
  const Simulation *s = &m->model->simulation;
  if (!s->given && m->model->initial.n == 0) {
    job->remark = "There is no motion: the model gives neither `initial` nor `simulate`.";
    return DAL_OK;
  }
  job->before = m->diags;
  const bool open = !s->given || expr_is_none(s->to);
  const DalStatus status =
    dal_model_simulate(m, &(DalRunOptions){.to = open ? DEFAULT_END : NULL}, &job->run);
  if (status == DAL_LIMIT || status == DAL_INTERNAL) return status;
  return (DalStatus) guard_run(&m->guard, remark_body, job);
}

// --- all of it -----------------------------------------------------------------------------------

static Status check_body(void *context) {
  Job *job = context;
  return api_check(job->m, &job->check);
}

static PageRun page_run(const DalRun *run) {
  const DalRunSummary *s = &run->summary;
  return (PageRun){.variable = s->variable,
                   .from = s->from,
                   .to = s->t,
                   .end = s->why,
                   .integrator = run->integrator,
                   .rtol = run->rtol,
                   .atol = run->atol,
                   .steps = s->steps,
                   .rows = run->rows,
                   .energy = s->energy,
                   .energy_drift = s->energy_drift,
                   .constraint_error = s->constraint_error};
}

// What else a page shows (animation, figures, analysis) is made here and put into the content.
static Status compose_body(void *context) {
  const Job *job = context;
  DalModel *m = job->m;
  const PageRun run = job->run != NULL ? page_run(job->run) : (PageRun){0};
  const PageContent content = {.model = m->model,
                               .sources = m->sources.at,
                               .n_sources = m->sources.n,
                               .eq = &m->equations,
                               .check = &job->check,
                               .run = job->run != NULL ? &run : NULL,
                               .remark = job->remark};
  Text text = text_make(&m->arena);
  if (job->format == DAL_REPORT_LATEX)
    page_latex(&content, &text);
  else
    page_html(&content, &text);
  *job->text = text_get(&text);
  return STATUS_OK;
}

DalStatus dal_model_report(DalModel *m, const DalReportOptions *options, const char **text) {
  static const DalReportOptions none;
  if (options == NULL) options = &none;
  Job job = {.m = m, .format = options->format, .text = text};
  const DalDeriveOptions derive = {.method = options->method, .worksheet = true};
  DalStatus status = dal_model_derive_by(m, &derive);
  if (status == DAL_OK) status = (DalStatus) guard_run(&m->guard, check_body, &job);
  arena_release(&m->work, (ArenaMark){0});
  if (status == DAL_OK) status = follow(&job);
  if (status == DAL_OK) status = (DalStatus) guard_run(&m->guard, compose_body, &job);
  arena_release(&m->work, (ArenaMark){0});
  dal_run_destroy(job.run);
  return status;
}
