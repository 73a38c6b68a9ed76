// figure/write.c: figures as files.

#include "figure/figure.h"
#include "base/file.h"
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

Status figure_kind_needed(const char *path, Diags *diags, FigureKind *kind) {
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

Status figure_write(const Figure *figure, const char *path, Arena *work, Diags *diags) {
  FigureKind kind = FIGURE_SVG;
  Str bytes;
  TRY(figure_kind_needed(path, diags, &kind));
  TRY(figure_file(figure, kind, work, diags, &bytes));
  return write_bytes(diags, path, bytes);
}

Status figure_write_script(const Figure *figure, const char *folder, Arena *work, Diags *diags) {
  Text script = text_make(work), data = text_make(work);
  figure_script(figure, FIGURE_SVG, &script, &data);
  if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
    diag_report(diags, DIAG_FILE_WRITE, (Span){0}, folder, strerror(errno));
    return STATUS_INPUT;
  }
  const char *path = text_format(work, "%s/%s", folder, FIGURE_DATA);
  TRY(write_bytes(diags, path, (Str){text_get(&data), data.n}));
  path = text_format(work, "%s/%s", folder, FIGURE_SCRIPT);
  return write_bytes(diags, path, (Str){text_get(&script), script.n});
}
