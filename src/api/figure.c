// api/figure.c: figures of motions, as a file, a script, an element of a page, or text for a terminal.

#include "api/figure.h"
#include "draw/sweep_plot.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// --- making one ----------------------------------------------------------------------------------

// Destroys a figure when the call ends, unless it was taken.
static void drop_figure(void *object) {
  DalFigure **figure = object;
  dal_figure_destroy(*figure);
}

// Makes an empty figure whose memory is counted by the guard, or returns NULL without memory. It is destroyed with the
// working memory unless it is taken.
static DalFigure **open_figure(Arena *work, Allocator allocator, Guard *guard) {
  DalFigure **figure = ARENA_NEW(work, DalFigure *);
  arena_defer(work, drop_figure, figure);
  *figure = calloc(1, sizeof **figure);
  if (*figure == NULL) return NULL;
  (*figure)->guard.budget = SIZE_MAX;
  arena_init(&(*figure)->arena, allocator, guard);
  return figure;
}

static DalFigure *take_figure(DalFigure **figure) {
  DalFigure *own = *figure;
  arena_hand_over(&own->arena, &own->guard);
  *figure = NULL;
  return own;
}

typedef struct {
  DalModel *m;
  const DalRun *made;  // or NULL
  PlotRequest *request;
  DalFigure **figure;
} PlotJob;

static Status plot_body(void *context) {
  const PlotJob *job = context;
  DalModel *m = job->m;
  RunTable table;
  if (job->made != NULL) {
    const ModelRun *made = &job->made->its;
    ModelRun shown;
    TRY(answer_run_in_si(m, made, &m->work, &shown));
    table = answer_run_table(&shown, &m->work);
    job->request->made = &table;
    if (answer_run_ended_early(made)) job->request->made_end = made->motion.why;
  }
  DalFigure **figure = open_figure(&m->work, m->arena.allocator, &m->guard);
  if (figure == NULL) return STATUS_LIMIT;
  const Status status = plot_make(m, job->request, &(*figure)->arena, &(*figure)->figure);
  if (status == STATUS_OK || (status == STATUS_DOMAIN && (*figure)->figure.panels.n > 0))
    *job->figure = take_figure(figure);
  return status;
}

DalStatus dal_model_plot(System *m, const DalPlotOptions *options, DalFigure **figure) {
  API_NEED(m, m);
  API_PLACE(m, figure);
  API_OPTIONS(m, DalPlotOptions, o, options);
  if (api_has_null(o.show, o.shows)) return api_null(m, __func__, "show");
  if (api_has_null(o.set, o.sets)) return api_null(m, __func__, "set");
  PlotRequest request = {
    .show = o.show, .shows = o.shows, .set = o.set, .sets = o.sets, .stretch = o.stretch};
  const char *unfit = api_motion_request(o.run, &request.run);
  if (unfit != NULL) return api_unfit(m, __func__, unfit);
  return api_run(m, plot_body, &(PlotJob){m, o.made, &request, figure});
}

void dal_figure_destroy(DalFigure *figure) {
  if (figure == NULL) return;
  arena_clear(&figure->arena);
  free(figure);
}

typedef struct {
  SweepPlotRequest request;
  DalFigure **figure;
} SweepJob;

static Status sweep_plot_body(ApiCall *call, void *context) {
  const SweepJob *job = context;
  DalFigure **figure = open_figure(&call->work, call->work.allocator, &call->guard);
  if (figure == NULL) return STATUS_LIMIT;
  TRY(sweep_plot_make(&job->request, &call->work, &call->diags, &(*figure)->arena,
                      &(*figure)->figure));
  *job->figure = take_figure(figure);
  return STATUS_OK;
}

DalStatus dal_sweep_plot(const char *folder, const char *const *show_texts, size_t shows,
                         DalFigure **figure, DalResult **result) {
  if (result != NULL) *result = NULL;
  API_NEED(NULL, folder);
  API_PLACE(NULL, figure);
  if (api_has_null(show_texts, shows)) return DAL_INPUT;
  return api_call(sweep_plot_body, &(SweepJob){{folder, show_texts, shows}, figure}, result);
}

// --- showing it ----------------------------------------------------------------------------------

typedef struct {
  const Figure *figure;
  const char *path;  // or the id of an element
  Terminal terminal;
} Job;

static Status write_body(ApiCall *call, void *context) {
  const Job *job = context;
  return figure_write(job->figure, job->path, &call->work, &call->diags);
}

static Status script_body(ApiCall *call, void *context) {
  const Job *job = context;
  return figure_write_script(job->figure, job->path, &call->work, &call->diags);
}

static Status svg_body(ApiCall *call, void *context) {
  const Job *job = context;
  Str svg;
  TRY(figure_svg(job->figure, job->path, &call->work, &call->diags, &svg));
  text_add_str(&call->result->text, svg);
  return STATUS_OK;
}

static Status text_body(ApiCall *call, void *context) {
  const Job *job = context;
  figure_braille(job->figure, job->terminal, &call->result->text);
  return STATUS_OK;
}

static Status can_write_body(ApiCall *call, void *context) {
  const Job *job = context;
  FigureKind kind;
  return figure_kind_needed(job->path, &call->diags, &kind);
}

DalStatus dal_figure_write(DalFigure *figure, const char *path, DalResult **result) {
  if (result != NULL) *result = NULL;
  API_NEED(NULL, figure);
  API_NEED(NULL, path);
  return api_call(write_body, &(Job){.figure = &figure->figure, .path = path}, result);
}

DalStatus dal_figure_write_script(DalFigure *figure, const char *path, DalResult **result) {
  if (result != NULL) *result = NULL;
  API_NEED(NULL, figure);
  API_NEED(NULL, path);
  return api_call(script_body, &(Job){.figure = &figure->figure, .path = path}, result);
}

// Is the text fit for the id of an element, and for references to it?
static bool is_id(const char *text) {
  static const char known[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_";
  return text[strspn(text, known)] == '\0';
}

DalStatus dal_figure_svg(DalFigure *figure, const char *id, DalResult **result) {
  API_PLACE(NULL, result);
  API_NEED(NULL, figure);
  API_NEED(NULL, id);
  if (!is_id(id)) return DAL_INPUT;
  return api_call(svg_body, &(Job){.figure = &figure->figure, .path = id}, result);
}

DalStatus dal_figure_text(DalFigure *figure, size_t columns, size_t rows, bool colour,
                          DalResult **result) {
  API_PLACE(NULL, result);
  API_NEED(NULL, figure);
  return api_call(text_body, &(Job){.figure = &figure->figure, .terminal = {columns, rows, colour}},
                  result);
}

DalStatus dal_figure_can_write(const char *path, DalResult **result) {
  if (result != NULL) *result = NULL;
  API_NEED(NULL, path);
  return api_call(can_write_body, &(Job){.path = path}, result);
}
