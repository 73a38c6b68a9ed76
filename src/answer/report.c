// answer/report.c: everything about a model in one text.

#include "answer/report.h"
#include "answer/analyze.h"
#include "answer/check.h"
#include "answer/report_sweep.h"
#include "base/part.h"
#include "draw/animation.h"
#include "draw/events.h"
#include "draw/live.h"
#include "draw/plot.h"
#include "page/page.h"
#include "program/facts.h"
#include "program/part.h"
#include <math.h>
#include <string.h>

#define FIGURES 2
#define WORK 8.0  // seconds of processor time for optional parts

typedef struct {
  System *m;
  ReportRequest request;
  double work;  // seconds for optional parts
  double end;   // the work at which these end
  CheckReport check;
  Motion motion;             // 0 rows if there is none
  const char *remark;        // why there is no motion, or why it ended early; or NULL
  const char *svg[FIGURES];  // of the motion; or NULL
  const char *no_figures;    // why they are missing; or NULL
  const char *animation;     // markup; or NULL
  Live live;                 // the motion computed in the page
  bool planar;               // there are paths in a plane to draw
  PageSweep sweep;           // said is NULL without `sweep`
  const SolvedForms *forms;
  const char *omitted[8];  // parts that there was no time for
  size_t omissions;
} Job;

// --- parts ---------------------------------------------------------------------------------------

static void omit(Job *job, const char *part) {
  if (job->omissions < sizeof job->omitted / sizeof *job->omitted)
    job->omitted[job->omissions++] = part;
}

// Runs an optional part with this share of all work, but no more than what is left. An internal
// error, or a request of the caller, ends the report; a limit of the whole call does not: the page
// has what was finished.
static Status run_part(Job *job, const char *name, double share, Status (*body)(void *context)) {
  const double rest = job->end - part_work(), most = share * job->work;
  bool left = true;
  Status status = STATUS_LIMIT;
  if (rest > 0 && !system_is_over(job->m))
    status = system_part(job->m, &(SystemPart){name, rest < most ? rest : most, body, job}, &left);
  if (!left) return status;
  omit(job, name);
  return STATUS_OK;
}

// --- the motion ----------------------------------------------------------------------------------

#define DEFAULT_END "10"  // end of a run if the model leaves it open, as in exported C

// Returns the end of the run if the model leaves it open; otherwise NULL.
static const char *open_end(const System *m) {
  const Simulation *s = &m->model->simulation;
  return !s->given || expr_is_none(s->to) ? DEFAULT_END : NULL;
}

// Is this a status that ends a report, rather than a property of the model?
static bool is_fatal(Status status) {
  return status == STATUS_LIMIT || status == STATUS_INTERNAL || status == STATUS_CANCELLED;
}

// Moves messages about the run to the report.
static void take_remark(Job *job, const Diags *before) {
  System *m = job->m;
  Text text = text_make(&m->notes);
  text_add(&text, job->motion.rows > 0 ? "" : "There is no motion: ");
  for (size_t i = before->all.n; i < m->diags.all.n; i++)
    text_addf(&text, "%s%s", i > before->all.n ? "; " : "", m->diags.all.at[i].message);
  if (m->diags.all.n > before->all.n) job->remark = text_get(&text);
  m->diags = *before;
}

// Computes the motion that the model asks for, the basis of everything shown. Problems with it go
// into the report: only an internal error ends it. A run that takes too long is shown as far as it
// goes; one that ends in the middle, for lack of memory, is not shown.
static Status follow(void *context) {
  Job *job = context;
  System *m = job->m;
  const Simulation *s = &m->model->simulation;
  if (!s->given && m->model->initial.n == 0) {
    job->remark = "There is no motion: the model gives neither `initial` nor `simulate`.";
    return STATUS_OK;
  }
  const Diags before = m->diags;
  const MotionRequest request = {.to = open_end(m), .rows = PLOT_ROWS, .jumps = true};
  Motion motion;
  const Status status = system_follow(m, &request, &m->notes, &motion);
  job->motion = motion;
  if (is_fatal(status) && !(status == STATUS_LIMIT && job->motion.rows > 0)) return status;
  if (status == STATUS_LIMIT) omit(job, "the rest of the motion");
  take_remark(job, &before);
  return STATUS_OK;
}

// Does the status end the report? Not if messages explain what is wrong with the figures.
static bool ends_report(const Job *job, Status status, const Diags *before) {
  return is_fatal(status) && !(status == STATUS_LIMIT && job->m->diags.all.n > before->all.n);
}

static Status plan_figure(Job *job, const PlotRequest *request, Figure *figure) {
  System *m = job->m;
  const Diags before = m->diags;
  const Status status = plot_make(m, request, &m->notes, figure);
  if (status != STATUS_OK && figure->panels.n == 0) return status;
  m->diags = before;  // an early end was already reported
  return STATUS_OK;
}

// Draws what a reader looks at: orbits or coordinates, and how well the run keeps what it should.
// Problems, such as a missing gnuplot, go into the report; lack of memory ends it.
static Status draw(void *context) {
  Job *job = context;
  System *m = job->m;
  if (job->motion.rows == 0 || job->request.latex) return STATUS_OK;
  static const char *const accuracy[] = {"energy", "constraints"};
  const MotionRequest run = {.to = open_end(m)};
  const PlotRequest plots[FIGURES] = {{.run = run, .known = &job->motion},
                                      {.run = run,
                                       .known = &job->motion,
                                       .show = accuracy,
                                       .shows = m->model->constraints.n > 0 ? 2 : 1}};
  static const char *const names[FIGURES] = {"orbits", "accuracy"};
  const Diags before = m->diags;
  Figure figures[FIGURES] = {0};
  const char *ids[FIGURES];
  Str svg[FIGURES];
  Status status = STATUS_OK;
  bool ends = false;
  size_t n = 0;
  for (size_t i = 0; i < FIGURES && !ends; i++) {
    status = plan_figure(job, &plots[i], &figures[n]);
    if (status == STATUS_OK) ids[n++] = names[i];
    ends = ends_report(job, status, &before);
  }
  if (n > 0 && !ends) {
    status = figures_svg(figures, ids, n, &m->work, &m->diags, svg);
    for (size_t i = 0; status == STATUS_OK && i < n; i++) job->svg[i] = str_copy(&m->notes, svg[i]);
    ends = ends_report(job, status, &before);
  }
  if (m->diags.all.n > before.all.n) job->no_figures = m->diags.all.at[before.all.n].message;
  m->diags = before;
  return ends ? status : STATUS_OK;
}

static const char *figures_of(const Job *job) {
  Text text = text_make(&job->m->work);
  for (size_t i = 0; i < FIGURES; i++)
    if (job->svg[i] != NULL) text_addf(&text, "<figure class=\"plot\">%s</figure>\n", job->svg[i]);
  return text.n > 0 ? text_get(&text) : NULL;
}

// Makes the model as a script; if that is not possible, the page says why.
static Status make_live(Job *job, const Animation *animation, const Tape *shapes) {
  System *m = job->m;
  const Diags before = m->diags;
  Live live;
  const Status status = live_make(m, &job->motion, animation, shapes, &m->notes, &live);
  if (is_fatal(status)) return status;
  if (status != STATUS_OK) live = (Live){.why = "its equations are not found again at the start"};
  if (status != STATUS_OK) m->diags = before;
  job->live = live;
  return STATUS_OK;
}

// Makes the animation, unless the model has nothing to show.
static Status animate(void *context) {
  Job *job = context;
  System *m = job->m;
  if (job->motion.rows == 0 || job->request.latex) return STATUS_OK;
  Animation animation;
  const Tape *shapes = NULL;
  TRY(animation_make(m, &job->motion, &m->notes, &animation, &shapes));
  TRY(make_live(job, &animation, shapes));
  job->planar = animation.planar && animation.paths > 0;
  if (animation.points == 0) return STATUS_OK;
  if (animation.columns > ANIMATION_COLUMNS_MOST) {
    omit(job, "the animation, which has too many points");
    return STATUS_OK;
  }
  Text text = text_make(&m->notes);
  animation_html(&text, &animation);
  job->animation = text_get(&text);
  return STATUS_OK;
}

static Status sweep(void *context) {
  Job *job = context;
  PageSweep page;
  if (job->m->model->sweeps.n == 0) return STATUS_OK;
  TRY(answer_report_sweep(job->m, open_end(job->m), !job->request.latex, &page));
  job->sweep = page;
  return STATUS_OK;
}

// --- all of it -----------------------------------------------------------------------------------

static PageRun page_run(const Motion *motion) {
  return (PageRun){.variable = motion->variable,
                   .from = motion->from,
                   .to = motion->t,
                   .end = motion->why,
                   .integrator = motion->integrator,
                   .rtol = motion->rtol,
                   .atol = motion->atol,
                   .steps = motion->steps,
                   .rows = motion->rows,
                   .energy = motion->energy,
                   .energy_drift = motion->energy_drift,
                   .constraint_error = motion->constraint_error};
}

static Status find_forms(void *context) {
  Job *job = context;
  job->forms = system_forms(job->m, true, false);
  return STATUS_OK;
}

#define ENERGY_ERROR \
  1e-6  // a larger change of the energy, relative to its size, is not a numerical error

static PageEnergy energy_kind(const Job *job, const AnalysisReport *analysis) {
  const Integrals *integrals = analysis->integrals;
  const Expr energy = job->m->equations.energy;
  for (size_t i = 0; integrals != NULL && i < integrals->list.n; i++)
    if (expr_same(integrals->list.at[i].value, energy)) return ENERGY_CONSTANT;
  const bool much = job->motion.energy_drift > ENERGY_ERROR * (1 + fabs(job->motion.energy));
  return much ? ENERGY_WORK : ENERGY_OPEN;
}

// Returns the energy that events have taken.
static double lost_energy(const Motion *motion) {
  double lost = 0;
  for (size_t i = 0; i < motion->events.n; i++) lost += motion->events.at[i].lost;
  return fabs(lost) > ENERGY_ERROR * (1 + fabs(motion->energy)) ? lost : 0;
}

static size_t column_of(const Motion *motion, const char *name) {
  size_t i = 0;
  while (i < motion->columns && strcmp(motion->column[i], name) != 0) i++;
  return i;
}

// Selects the rows of the motion for the page's plots; false if a column is missing.
static bool find_plots(const Job *job, PageEnergy kind, Plots *plots) {
  System *m = job->m;
  const Equations *eq = &m->equations;
  const Motion *motion = &job->motion;
  const size_t n = eq->n, count = 2 + 2 * n;
  const char **name = ARENA_ARRAY(&m->work, const char *, count);
  size_t *column = ARENA_ARRAY(&m->work, size_t, count);
  for (size_t i = 0; i < count; i++) {
    name[i] = i == 0          ? "t"
              : i <= n        ? expr_symbol_name(m->pool, eq->q[i - 1])
              : i < count - 1 ? expr_symbol_name(m->pool, eq->qd[i - 1 - n])
                              : "energy";
    column[i] = column_of(motion, name[i]);
    if (column[i] == motion->columns) return false;
  }
  *plots = (Plots){.coordinates = n,
                   .name = name,
                   .rows = motion->rows,
                   .columns = motion->columns,
                   .at = motion->at,
                   .column = column,
                   .conservative = kind == ENERGY_CONSTANT && lost_energy(motion) == 0,
                   .planar = job->planar};
  return motion->rows > 1 && n > 0;
}

static void compose(Job *job, const AnalysisReport *analysis, Text *out) {
  System *m = job->m;
  PageRun run = page_run(&job->motion);
  run.kind = energy_kind(job, analysis);
  run.constrained = m->model->constraints.n > 0;
  run.lost = lost_energy(&job->motion);
  size_t events;
  const PageEvent *event = draw_events(m, &job->motion, &m->work, &events);
  Plots plots;
  const bool drawn = !job->request.latex && find_plots(job, run.kind, &plots);
  const Outline outline = analysis_outline(analysis, &analysis_of_page);
  const PageContent content = {.model = m->model,
                               .sources = m->sources.at,
                               .n_sources = m->sources.n,
                               .eq = &m->equations,
                               .forms = job->forms,
                               .check = &job->check,
                               .run = job->motion.rows > 0 ? &run : NULL,
                               .event = event,
                               .events = events,
                               .remark = job->remark,
                               .analysis = &outline,
                               .sweep = job->sweep.said != NULL ? &job->sweep : NULL,
                               .animation = job->animation,
                               .live = job->motion.rows > 0 ? &job->live : NULL,
                               .plots = drawn ? &plots : NULL,
                               .figures = figures_of(job),
                               .no_figures = job->no_figures};
  if (job->request.latex)
    page_latex(&content, out);
  else
    page_html(&content, out);
}

static void report_omissions(const Job *job) {
  System *m = job->m;
  Text list = text_make(&m->notes);
  for (size_t i = 0; i < job->omissions; i++)
    text_addf(&list, "%s%s", i > 0 ? ", " : "", job->omitted[i]);
  if (job->omissions == 0 || part_was_refused()) return;
  diag_report(&m->diags, DIAG_PAGE_SHORT, (Span){0}, text_get(&list), job->work);
  diag_help(&m->diags, "--limit time=%.3g gives it more time", 10 * job->work);
}

static Status check(Job *job) {
  const double rest = job->end - part_work();
  const Status status = answer_check(job->m, rest > 0 ? rest / 2 : 1e-3, &job->check);
  if (status != STATUS_LIMIT || job->check.model == NULL) TRY(status);
  if (job->check.unfinished) omit(job, "part of the check");
  return STATUS_OK;
}

Status answer_report(System *m, const ReportRequest *request, Text *out) {
  const SolvedForms none = {.status = STATUS_LIMIT, .energy = EXPR_NONE};
  Job report = {.m = m, .request = *request, .work = request->work > 0 ? request->work : WORK},
      *job = &report;
  const DeriveRequest derive = {.method = job->request.method, .worksheet = true};
  if (m->stage != NULL) m->stage(m->watch.context, "equations");
  const double begin = part_work() - m->reading;
  if (!system_is_derived(m, &derive)) TRY(system_derive(m, &derive));
  // reading and the equations may have used up the time; the rest always gets an eighth
  job->end = fmax(begin + job->work, part_work() + job->work / 8);
  job->forms = &none;
  TRY(run_part(job, "closed forms", 0.15, find_forms));
  TRY(run_part(job, "motion", 0.25, follow));
  TRY(run_part(job, "figures", 0.15, draw));
  TRY(run_part(job, "animation", 0.15, animate));
  TRY(run_part(job, "many motions", 0.25, sweep));
  TRY(check(job));
  AnalysisReport analysis;
  const double rest = job->end - part_work();
  TRY(answer_analysis(m, rest > 0 ? rest : 1e-3, &analysis));
  for (int i = 0; i < ANALYSIS_PARTS; i++)
    if (analysis.trouble[i] != NULL && strcmp(analysis.trouble[i], ANALYSIS_NO_TIME) == 0)
      omit(job, analysis_part_name((AnalysisPart) i));
  const bool over = system_is_over(m);  // by time or by memory
  if (m->guard.ended == STATUS_CANCELLED) return STATUS_CANCELLED;
  part_grace(&m->guard);
  compose(job, &analysis, out);
  report_omissions(job);
  return over ? STATUS_LIMIT : STATUS_OK;
}
