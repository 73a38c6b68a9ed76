// api/figure.c: what becomes of a figure: a file, a script, an element of a page, a terminal.

#include "api/plot_impl.h"
#include "base/file.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

typedef struct {
  DalFigure *figure;
  const char *path;  // or the id of an element
  Terminal terminal;
  const char **text;
} Job;

static Status find_kind(DalModel *m, const char *path, FigureKind *kind) {
  if (figure_kind_of(path, kind)) return STATUS_OK;
  diag_report(&m->diags, DIAG_PLOT_ENDING, (Span){0}, path);
  return STATUS_INPUT;
}

static Status write_bytes(DalModel *m, const char *path, Str bytes) {
  const Status status = file_replace_bytes(path, bytes);
  if (status != STATUS_OK)
    diag_report(&m->diags, DIAG_FILE_WRITE, (Span){0},
                strcmp(path, "-") == 0 ? "standard output" : path, strerror(errno));
  return status;
}

static Status write_body(void *context) {
  const Job *job = context;
  DalModel *m = job->figure->model;
  FigureKind kind = FIGURE_SVG;
  Str bytes;
  TRY(find_kind(m, job->path, &kind));
  TRY(figure_file(&job->figure->figure, kind, &m->work, &m->diags, &bytes));
  return write_bytes(m, job->path, bytes);
}

static Status script_body(void *context) {
  const Job *job = context;
  DalModel *m = job->figure->model;
  Text script = text_make(&m->work), data = text_make(&m->work);
  figure_script(&job->figure->figure, FIGURE_SVG, &script, &data);
  if (mkdir(job->path, 0777) != 0 && errno != EEXIST) {
    diag_report(&m->diags, DIAG_FILE_WRITE, (Span){0}, job->path, strerror(errno));
    return STATUS_INPUT;
  }
  const char *path = text_format(&m->work, "%s/%s", job->path, FIGURE_DATA);
  TRY(write_bytes(m, path, (Str){text_get(&data), data.n}));
  path = text_format(&m->work, "%s/%s", job->path, FIGURE_SCRIPT);
  return write_bytes(m, path, (Str){text_get(&script), script.n});
}

static Status svg_body(void *context) {
  const Job *job = context;
  DalModel *m = job->figure->model;
  Str svg;
  TRY(figure_svg(&job->figure->figure, job->path, &m->work, &m->diags, &svg));
  *job->text = str_copy(&m->arena, svg);
  return STATUS_OK;
}

static Status text_body(void *context) {
  const Job *job = context;
  Text text = text_make(&job->figure->model->arena);
  figure_braille(&job->figure->figure, job->terminal, &text);
  *job->text = text_get(&text);
  return STATUS_OK;
}

static DalStatus run(Status (*body)(void *), Job job) {
  DalModel *m = job.figure->model;
  const Status status = guard_run(&m->guard, body, &job);
  arena_release(&m->work, (ArenaMark){0});
  return (DalStatus) status;
}

DalStatus dal_figure_write(DalFigure *figure, const char *path) {
  API_NEED(NULL, figure);
  API_NEED(figure->model, path);
  return run(write_body, (Job){.figure = figure, .path = path});
}

DalStatus dal_figure_write_script(DalFigure *figure, const char *folder) {
  API_NEED(NULL, figure);
  API_NEED(figure->model, folder);
  return run(script_body, (Job){.figure = figure, .path = folder});
}

DalStatus dal_figure_svg(DalFigure *figure, const char *id, const char **svg) {
  API_NEED(NULL, figure);
  API_NEED(figure->model, id);
  API_NEED(figure->model, svg);
  return run(svg_body, (Job){.figure = figure, .path = id, .text = svg});
}

DalStatus dal_figure_text(DalFigure *figure, size_t columns, size_t rows, bool colour,
                          const char **text) {
  API_NEED(NULL, figure);
  API_NEED(figure->model, text);
  const Terminal terminal = {columns, rows, colour};
  return run(text_body, (Job){.figure = figure, .terminal = terminal, .text = text});
}

typedef struct {
  DalModel *m;
  const char *path;
} CanWrite;

static Status can_write_body(void *context) {
  const CanWrite *job = context;
  FigureKind kind;
  return find_kind(job->m, job->path, &kind);
}

DalStatus dal_figure_can_write(DalModel *m, const char *path) {
  API_NEED(m, m);
  API_NEED(m, path);
  return (DalStatus) guard_run(&m->guard, can_write_body, &(CanWrite){m, path});
}
