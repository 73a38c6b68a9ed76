// report/run_file.c: the formats of run files, by the endings of names; writing.

#include "base/file.h"
#include "report/run_impl.h"
#include <errno.h>
#include <string.h>
#include <strings.h>

#define X(NAME, name) extern const RunFormatTraits run_format_##name;
#include "report/run_formats.def"
#undef X

const RunFormatTraits *run_format_traits(RunFormat format) {
  static const RunFormatTraits *const all[] = {
#define X(NAME, name) &run_format_##name,
#include "report/run_formats.def"
#undef X
  };
  return all[format];
}

void run_flush(RunWriter *w) {
  fwrite(text_get(&w->text), 1, w->text.n, w->stream);
  w->text.n = 0;
}

// Is the ending one of the words?
static bool is_among(const char *words, const char *ending) {
  const size_t n = strlen(ending);
  for (const char *at = words; *at != '\0'; at += strspn(at, " ")) {
    const size_t length = strcspn(at, " ");
    if (length == n && strncasecmp(at, ending, n) == 0) return true;
    at += length;
  }
  return false;
}

bool run_format_of(const char *path, RunFormat *format) {
  const char *dot = strcmp(path, "-") == 0 ? ".csv" : strrchr(path, '.');
  for (int i = 0; dot != NULL && i < RUN_FORMATS; i++) {
    if (!is_among(run_format_traits((RunFormat) i)->endings, dot)) continue;
    *format = (RunFormat) i;
    return true;
  }
  return false;
}

Status run_format_find(const char *path, RunFormat *format, Diags *diags) {
  if (run_format_of(path, format)) {
    const RunFormatTraits *traits = run_format_traits(*format);
    return traits->find != NULL ? traits->find(path, diags) : STATUS_OK;
  }
  Text known = text_make(diags->arena);
  for (int i = 0; i < RUN_FORMATS; i++)
    text_addf(&known, "%s%s", i > 0 ? " " : "", run_format_traits((RunFormat) i)->endings);
  diag_report(diags, DIAG_RUN_ENDING, (Span){0}, path, text_get(&known));
  return STATUS_INPUT;
}

// Lack of memory in a writer ends at the guard; the stream must still be closed.
static Status write_inside(void *context) {
  RunWriter *w = context;
  w->text = text_make(&w->arena);
  w->write(w);
  return STATUS_OK;
}

static Status write_stream(void *context, FILE *stream) {
  RunWriter *w = context;
  w->stream = stream;
  const Status status = guard_run(w->arena.guard, write_inside, w);
  arena_clear(&w->arena);
  return status;
}

Status run_write(const RunTable *run, RunFormat format, const char *path, Diags *diags) {
  const RunFormatTraits *traits = run_format_traits(format);
  const size_t errors = diags->errors;
  Status status;
  if (traits->write_file != NULL) {
    status = traits->write_file(run, path, diags);
  } else {
    RunWriter w = {.run = run, .write = traits->write};
    arena_init(&w.arena, diags->arena->allocator, diags->arena->guard);
    status = file_replace(path, write_stream, &w);
  }
  if (status != STATUS_OK && errno != 0 && diags->errors == errors)
    diag_report(diags, DIAG_FILE_WRITE, (Span){0},
                strcmp(path, "-") == 0 ? "standard output" : path, strerror(errno));
  return status;
}
