// report/run_read.c: runs from files.
//
// The files may come from anywhere. Whatever they contain, the result is a table or an error.

#include "report/run_read.h"
#include "report/run_impl.h"
#include <string.h>

#define COLUMNS_MOST 100000

bool run_fails(RunReading *r, const char *wrong) {
  r->wrong = wrong;
  return false;
}

bool run_add_name(RunReading *r, Str name) {
  if (name.n == 0 || memchr(name.at, '\0', name.n) != NULL)
    return run_fails(r, "a column has no name");
  if (r->column.n == COLUMNS_MOST) return run_fails(r, "there are too many columns");
  array_push(r->arena, &r->column, str_copy(r->arena, name));
  return true;
}

static void finish(RunReading *r) {
  RunTable *run = r->run;
  run->column = r->column.at;
  run->columns = r->column.n;
  run->rows = r->at.n / r->column.n;
  run->at = r->at.at;
}

Status run_read(Str bytes, RunFormat format, const char *path, Arena *arena, Diags *diags,
                RunTable *run) {
  *run = (RunTable){0};
  RunReading r = {.arena = arena, .run = run};
  if (!run_format_traits(format)->read(&r, bytes) || r.column.n == 0) {
    diag_report(diags, DIAG_RUN_READ, (Span){0}, path, r.wrong ? r.wrong : "it has no columns");
    return STATUS_INPUT;
  }
  finish(&r);
  return STATUS_OK;
}
