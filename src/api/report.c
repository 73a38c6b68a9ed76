// api/report.c: everything about a model in one text.

#include "api/analyze.h"
#include "api/animation.h"
#include "api/check.h"
#include "api/plot_impl.h"
#include "page/page.h"
#include "program/facts.h"

#define FIGURES 2

typedef struct {
  DalModel *m;
  DalReportFormat format;
  const char **text;
  CheckReport check;
  DalRun *run;               // NULL: there is none
  const char *remark;        // why there is none, or why it ended early; or NULL
  Diags before;              // the run
  const char *svg[FIGURES];  // of the motion; or NULL
  const char *no_figures;    // why not; or NULL
} Job;

// --- the motion ----------------------------------------------------------------------------------

#define DEFAULT_END "10"  // of a run whose end the model leaves open, as in exported C

// The end of the run where the model leaves it open; NULL otherwise.
static const char *open_end(const DalModel *m) {
  const Simulation *s = &m->model->simulation;
  return !s->given || expr_is_none(s->to) ? DEFAULT_END : NULL;
}

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

// The motion that the model asks for, which all that is shown of it is made of. What goes wrong with it goes into the report: only a limit or a
// fault of the program ends the whole.
static DalStatus follow(Job *job) {
  DalModel *m = job->m;
  const Simulation *s = &m->model->simulation;
  if (!s->given && m->model->initial.n == 0) {
    job->remark = "There is no motion: the model gives neither `initial` nor `simulate`.";
    return DAL_OK;
  }
  job->before = m->diags;
  const DalRunOptions options = {.to = open_end(m), .rows = PLOT_ROWS};
  const DalStatus status = dal_model_simulate(m, &options, &job->run);
  if (status == DAL_LIMIT || status == DAL_INTERNAL) return status;
  return (DalStatus) guard_run(&m->guard, remark_body, job);
}

// What a reader looks at: the orbits, or the coordinates; and how well the run keeps what it
// should. What goes wrong, as without gnuplot, is told in the report; memory that runs out ends it.
static DalStatus draw(Job *job) {
  DalModel *m = job->m;
  if (job->run == NULL || job->format == DAL_REPORT_LATEX) return DAL_OK;
  static const char *const accuracy[] = {"energy", "constraints"};
  const DalRunOptions run = {.to = open_end(m)};
  const DalPlotOptions plots[FIGURES] = {
    {.run = run}, {.run = run, .show = accuracy, .shows = m->model->constraints.n > 0 ? 2 : 1}};
  static const char *const ids[FIGURES] = {"orbits", "accuracy"};
  const Diags before = m->diags;
  DalStatus status = DAL_OK;
  bool ends = false;
  for (size_t i = 0; i < FIGURES && !ends; i++) {
    DalFigure *figure;
    status = plot_run(m, &plots[i], job->run, &figure);
    if (figure != NULL) {
      m->diags = before;  // a run that ended early: that was told
      status = dal_figure_svg(figure, ids[i], &job->svg[i]);
      dal_figure_destroy(figure);
    }
    ends = status == DAL_INTERNAL || (status == DAL_LIMIT && m->diags.all.n == before.all.n);
  }
  if (m->diags.all.n > before.all.n) job->no_figures = m->diags.all.at[before.all.n].message;
  m->diags = before;
  return ends ? status : DAL_OK;
}

static const char *figures_of(const Job *job) {
  Text text = text_make(&job->m->arena);
  for (size_t i = 0; i < FIGURES; i++)
    if (job->svg[i] != NULL) text_addf(&text, "<figure class=\"plot\">%s</figure>\n", job->svg[i]);
  return text.n > 0 ? text_get(&text) : NULL;
}

// The motion to be watched; NULL if the model has nothing that could be seen.
static Status animation_of(const Job *job, const char **markup) {
  *markup = NULL;
  if (job->run == NULL || job->format == DAL_REPORT_LATEX) return STATUS_OK;
  Animation animation;
  TRY(api_animation(job->run, &job->m->arena, &animation));
  if (animation.points == 0) return STATUS_OK;
  Text text = text_make(&job->m->arena);
  animation_html(&text, &animation);
  *markup = text_get(&text);
  return STATUS_OK;
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

static Status compose_body(void *context) {
  const Job *job = context;
  DalModel *m = job->m;
  const PageRun run = job->run != NULL ? page_run(job->run) : (PageRun){0};
  const char *animation;
  TRY(animation_of(job, &animation));
  AnalysisReport analysis;
  TRY(api_analysis(m, &analysis));
  const Outline outline = analysis_outline(&analysis, PAGE_MOST);
  const PageContent content = {.model = m->model,
                               .sources = m->sources.at,
                               .n_sources = m->sources.n,
                               .eq = &m->equations,
                               .forms = system_forms(m, true, false),
                               .check = &job->check,
                               .run = job->run != NULL ? &run : NULL,
                               .remark = job->remark,
                               .analysis = &outline,
                               .animation = animation,
                               .figures = figures_of(job),
                               .no_figures = job->no_figures};
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
  API_NEED(m, m);
  API_NEED(m, text);
  API_FORMAT(m, options->format, DAL_REPORT_LATEX);
  Job job = {.m = m, .format = options->format, .text = text};
  const DalDeriveOptions derive = {.method = options->method, .worksheet = true};
  DalStatus status = dal_model_derive_by(m, &derive);
  if (status == DAL_OK) status = (DalStatus) guard_run(&m->guard, check_body, &job);
  arena_release(&m->work, (ArenaMark){0});
  if (status == DAL_OK) status = follow(&job);
  if (status == DAL_OK) status = draw(&job);
  if (status == DAL_OK) status = (DalStatus) guard_run(&m->guard, compose_body, &job);
  arena_release(&m->work, (ArenaMark){0});
  dal_run_destroy(job.run);
  return status;
}
