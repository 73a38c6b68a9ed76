// report/run_csv.c: a run as CSV: RFC 4180, but with \n at the ends of lines.

#include "base/decimal.h"
#include "base/file.h"
#include "report/run_impl.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- writing -------------------------------------------------------------------------------------

static void add_csv_name(Text *out, const char *name) {
  if (strpbrk(name, ",\"\r\n") == NULL) {
    text_add(out, name);
    return;
  }
  text_add_char(out, '"');
  for (; *name != '\0'; name++) {
    if (*name == '"') text_add_char(out, '"');
    text_add_char(out, *name);
  }
  text_add_char(out, '"');
}

static void write_csv(RunWriter *w) {
  const RunTable *run = w->run;
  for (size_t j = 0; j < run->columns; j++) {
    if (j > 0) text_add_char(&w->text, ',');
    add_csv_name(&w->text, run->column[j]);
  }
  text_add_char(&w->text, '\n');
  char number[DECIMAL_ROOM + 1];
  for (size_t i = 0; i < run->rows && !ferror(w->stream); i++) {
    for (size_t j = 0; j < run->columns; j++) {
      size_t n = decimal_write(number, run->at[i * run->columns + j]);
      number[n++] = j + 1 < run->columns ? ',' : '\n';
      text_add_str(&w->text, (Str){number, n});
    }
    if (w->text.n >= RUN_FLUSH_AT) run_flush(w);
  }
  run_flush(w);
}

static void add_number(Text *out, double value) {
  char number[DECIMAL_ROOM + 1];
  const size_t n = decimal_write(number, value);
  text_add_str(out, (Str){number, n});
}

Status run_write_events(const RunEvents *events, const char *path, Diags *diags) {
  Text out = text_make(diags->arena);
  text_add(&out, "t,event,name,impulse,energy_lost\n");
  for (size_t i = 0; i < events->n; i++) {
    add_number(&out, events->t[i]);
    text_addf(&out, ",%s,", events->what[i]);
    add_csv_name(&out, events->name[i]);
    text_add_char(&out, ',');
    add_number(&out, events->impulse[i]);
    text_add_char(&out, ',');
    add_number(&out, events->lost[i]);
    text_add_char(&out, '\n');
  }
  const Status status = file_replace_bytes(path, (Str){text_get(&out), out.n});
  if (status != STATUS_OK && errno != 0)
    diag_report(diags, DIAG_FILE_WRITE, (Span){0},
                strcmp(path, "-") == 0 ? "standard output" : path, strerror(errno));
  return status;
}

// --- reading -------------------------------------------------------------------------------------

// Reads a field of the first line, in quotes or not. *more: another one follows.
static bool next_name(RunReading *r, Str *text, bool *more) {
  Text name = text_make(r->arena);
  const bool quoted = text->n > 0 && text->at[0] == '"';
  size_t i = quoted;
  for (; i < text->n; i++) {
    const char c = text->at[i];
    if (quoted && c == '"') {
      if (i + 1 == text->n || text->at[i + 1] != '"') break;
      i++;
    } else if (!quoted && (c == ',' || c == '\n' || c == '\r')) {
      break;
    }
    text_add_char(&name, text->at[i]);
  }
  if (quoted && i == text->n) return run_fails(r, "a quoted name does not end");
  i += quoted;
  while (i < text->n && text->at[i] == '\r') i++;
  *more = i < text->n && text->at[i] == ',';
  if (!*more && i < text->n && text->at[i] != '\n')
    return run_fails(r, "the first line is not names");
  i += i < text->n;
  text->at += i;
  text->n -= i;
  return run_add_name(r, (Str){text_get(&name), name.n});
}

// Reads a number and the comma or end of line after it. The text must be terminated by 0.
static bool next_number(RunReading *r, Str *text, bool last) {
  char *end;
  const char c = text->n > 0 ? text->at[0] : '\0';
  const double value = strtod(text->at, &end);
  if (end == text->at || c == ' ' || c == '\n' || c == '\t' || c == '\r')
    return run_fails(r, "something is not a number");
  if (*end == '\r') end++;
  if (*end != (last ? '\n' : ',') && !(last && *end == '\0'))
    return run_fails(r, "the lines are not equally long");
  array_push(r->arena, &r->at, value);
  const size_t taken = (size_t) (end - text->at) + (*end != '\0');
  *text = taken < text->n ? (Str){text->at + taken, text->n - taken} : (Str){"", 0};
  return true;
}

static bool read_csv(RunReading *r, Str text) {
  bool more = true;
  while (more)
    if (!next_name(r, &text, &more)) return false;
  while (text.n > 0)
    for (size_t j = 0; j < r->column.n; j++)
      if (!next_number(r, &text, j + 1 == r->column.n)) return false;
  return true;
}

const RunFormatTraits run_format_csv = {.endings = ".csv", .write = write_csv, .read = read_csv};
