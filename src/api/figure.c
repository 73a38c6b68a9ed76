// api/figure.c: what becomes of a figure: a file, a script, an element of a page, a terminal.

#include "api/plot_impl.h"
#include "base/file.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

typedef struct {
  const Figure *figure;
  const char *path;  // or the id of an element
  Terminal terminal;
} Job;

static Status find_kind(Diags *diags, const char *path, FigureKind *kind) {
  if (figure_kind_of(path, kind)) return STATUS_OK;
  diag_report(diags, DIAG_PLOT_ENDING, (Span){0}, path);
  return STATUS_INPUT;
}

static Status write_bytes(Diags *diags, const char *path, Str bytes) {
  const Status status = file_replace_bytes(path, bytes);
  if (status != STATUS_OK)
    diag_report(diags, DIAG_FILE_WRITE, (Span){0},
                strcmp(path, "-") == 0 ? "standard output" : path, strerror(errno));
  return status;
}

static Status write_body(ApiCall *call, void *context) {
  const Job *job = context;
  FigureKind kind = FIGURE_SVG;
  Str bytes;
  TRY(find_kind(&call->diags, job->path, &kind));
  TRY(figure_file(job->figure, kind, &call->work, &call->diags, &bytes));
  return write_bytes(&call->diags, job->path, bytes);
}

static Status script_body(ApiCall *call, void *context) {
  const Job *job = context;
  Text script = text_make(&call->work), data = text_make(&call->work);
  figure_script(job->figure, FIGURE_SVG, &script, &data);
  if (mkdir(job->path, 0777) != 0 && errno != EEXIST) {
    diag_report(&call->diags, DIAG_FILE_WRITE, (Span){0}, job->path, strerror(errno));
    return STATUS_INPUT;
  }
  const char *path = text_format(&call->work, "%s/%s", job->path, FIGURE_DATA);
  TRY(write_bytes(&call->diags, path, (Str){text_get(&data), data.n}));
  path = text_format(&call->work, "%s/%s", job->path, FIGURE_SCRIPT);
  return write_bytes(&call->diags, path, (Str){text_get(&script), script.n});
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
  return find_kind(&call->diags, job->path, &kind);
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

DalStatus dal_figure_svg(DalFigure *figure, const char *id, DalResult **result) {
  API_PLACE(NULL, result);
  API_NEED(NULL, figure);
  API_NEED(NULL, id);
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
