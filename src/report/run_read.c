// report/run_read.c: runs from CSV, NPY and JSON; HDF5 is in report/hdf5.c.
//
// The files may come from anywhere. Whatever they contain, the result is a table or an error.

#include "report/run_read.h"
#include "report/hdf5.h"
#include "report/json_read.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS_MOST 100000

typedef struct {
  Arena *arena;
  RunTable *run;
  ARRAY(const char *) column;
  ARRAY(double) at;
  const char *wrong;  // description of the defect
} Reading;

static bool fails(Reading *r, const char *wrong) {
  r->wrong = wrong;
  return false;
}

static bool add_name(Reading *r, Str name) {
  if (name.n == 0 || memchr(name.at, '\0', name.n) != NULL) return fails(r, "a column has no name");
  if (r->column.n == COLUMNS_MOST) return fails(r, "there are too many columns");
  array_push(r->arena, &r->column, str_copy(r->arena, name));
  return true;
}

static void finish(Reading *r) {
  RunTable *run = r->run;
  run->column = r->column.at;
  run->columns = r->column.n;
  run->rows = r->at.n / r->column.n;
  run->at = r->at.at;
}

// --- CSV -----------------------------------------------------------------------------------------

// A field of the first line, in quotes or not. False at the end of the line.
static bool next_name(Reading *r, Str *text, bool *more) {
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
  if (quoted && i == text->n) return fails(r, "a quoted name does not end");
  i += quoted;
  while (i < text->n && text->at[i] == '\r') i++;
  *more = i < text->n && text->at[i] == ',';
  if (!*more && i < text->n && text->at[i] != '\n') return fails(r, "the first line is not names");
  i += i < text->n;
  text->at += i;
  text->n -= i;
  return add_name(r, (Str){text_get(&name), name.n});
}

// A number and the comma or the end of line after it. The text is terminated.
static bool next_number(Reading *r, Str *text, bool last) {
  char *end;
  const char c = text->n > 0 ? text->at[0] : '\0';
  const double value = strtod(text->at, &end);
  if (end == text->at || c == ' ' || c == '\n' || c == '\t' || c == '\r')
    return fails(r, "something is not a number");
  if (*end == '\r') end++;
  if (*end != (last ? '\n' : ',') && !(last && *end == '\0'))
    return fails(r, "the lines are not equally long");
  array_push(r->arena, &r->at, value);
  const size_t taken = (size_t) (end - text->at) + (*end != '\0');
  *text = taken < text->n ? (Str){text->at + taken, text->n - taken} : (Str){"", 0};
  return true;
}

static bool read_csv(Reading *r, Str text) {
  bool more = true;
  while (more)
    if (!next_name(r, &text, &more)) return false;
  while (text.n > 0)
    for (size_t j = 0; j < r->column.n; j++)
      if (!next_number(r, &text, j + 1 == r->column.n)) return false;
  return true;
}

// --- NPY -----------------------------------------------------------------------------------------

// The string of Python at *text; only the escapes that run_file.c writes.
static bool python_string(Reading *r, Str *text, Str *string) {
  Text s = text_make(r->arena);
  size_t i = 1;
  if (text->n == 0 || text->at[0] != '\'') return fails(r, "its header is not understood");
  for (; i < text->n && text->at[i] != '\''; i++) {
    char c = text->at[i];
    if (c == '\\') {
      if (++i == text->n) break;
      c = text->at[i];
      if (c == 'x' && i + 2 < text->n) {
        const char digits[] = {text->at[i + 1], text->at[i + 2], '\0'};
        c = (char) strtol(digits, NULL, 16);
        i += 2;
      }
    }
    text_add_char(&s, c);
  }
  if (i >= text->n) return fails(r, "its header is not understood");
  *string = (Str){text_get(&s), s.n};
  text->at += i + 1;
  text->n -= i + 1;
  return true;
}

static bool take(Str *text, const char *word) {
  const size_t n = strlen(word);
  if (text->n < n || memcmp(text->at, word, n) != 0) return false;
  text->at += n;
  text->n -= n;
  return true;
}

// ('name', '<f8')
static bool npy_column(Reading *r, Str *text) {
  const char *type = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "<f8" : ">f8";
  Str name, kind;
  if (!take(text, "(")) return fails(r, "its header is not understood");
  if (!python_string(r, text, &name) || !add_name(r, name)) return false;
  if (!take(text, ", ") || !python_string(r, text, &kind) || !take(text, ")"))
    return fails(r, "its header is not understood");
  return str_equal(kind, str(type)) ? true : fails(r, "its numbers are of another kind");
}

static bool npy_header(Reading *r, Str text, size_t *rows) {
  if (!take(&text, "{'descr': [")) return fails(r, "it has no named columns");
  do
    if (!npy_column(r, &text)) return false;
  while (take(&text, ", "));
  if (!take(&text, "], 'fortran_order': False, 'shape': ("))
    return fails(r, "its header is not understood");
  *rows = 0;
  for (; text.n > 0 && text.at[0] >= '0' && text.at[0] <= '9'; text.at++, text.n--) {
    if (*rows > SIZE_MAX / 100) return fails(r, "it has too many rows");
    *rows = *rows * 10 + (size_t) (text.at[0] - '0');
  }
  return true;
}

static bool read_npy(Reading *r, Str bytes) {
  if (bytes.n < 12 || memcmp(bytes.at, "\x93NUMPY", 6) != 0) return fails(r, "it is no NPY file");
  const unsigned char *b = (const unsigned char *) bytes.at;
  const size_t before = b[6] == 1 ? 10 : 12;
  size_t length = 0;
  for (size_t i = before; i-- > 8;) length = length << 8 | b[i];
  if (length > bytes.n - before) return fails(r, "it is cut short");
  size_t rows;
  if (!npy_header(r, (Str){bytes.at + before, length}, &rows)) return false;
  const size_t room = (bytes.n - before - length) / sizeof(double);
  if (rows > room / r->column.n) return fails(r, "it is cut short");
  array_reserve(r->arena, &r->at, rows * r->column.n);
  r->at.n = rows * r->column.n;
  if (r->at.n > 0) memcpy(r->at.at, bytes.at + before + length, r->at.n * sizeof(double));
  return true;
}

// --- JSON ----------------------------------------------------------------------------------------

// The list of each column; they are equally long.
static bool json_lists(Reading *r, const JsonValue *columns, const JsonValue *run,
                       const JsonValue **list) {
  for (size_t j = 0; j < columns->n; j++) {
    const JsonValue *name = &columns->item[j];
    if (name->kind != JSON_STRING) return fails(r, "\"columns\" is not a list of names");
    if (!add_name(r, name->string)) return false;
    list[j] = json_member(run, name->string);
    if (list[j] == NULL || list[j]->kind != JSON_LIST)
      return fails(r, "a column is missing in \"run\"");
    if (list[j]->n != list[0]->n) return fails(r, "the columns are not equally long");
  }
  return columns->n > 0 || fails(r, "\"columns\" is not a list of names");
}

// The lists side by side.
static bool json_columns(Reading *r, const JsonValue *columns, const JsonValue *run) {
  const JsonValue **list = ARENA_ARRAY(r->arena, const JsonValue *, columns->n + 1);
  if (!json_lists(r, columns, run, list)) return false;
  for (size_t i = 0; i < list[0]->n; i++)
    for (size_t j = 0; j < columns->n; j++) {
      const JsonValue *v = &list[j]->item[i];
      if (v->kind != JSON_NUMBER && v->kind != JSON_NULL)
        return fails(r, "something is not a number");
      array_push(r->arena, &r->at, v->kind == JSON_NUMBER ? v->number : (double) NAN);
    }
  return true;
}

static bool read_json(Reading *r, Str text) {
  JsonValue all;
  if (!json_read(text, r->arena, &all)) return fails(r, "it is no JSON");
  const JsonValue *columns = json_member(&all, str("columns")),
                  *run = json_member(&all, str("run"));
  if (columns == NULL || columns->kind != JSON_LIST || run == NULL || run->kind != JSON_OBJECT)
    return fails(r, "it has no \"columns\" and \"run\"");
  RunNote *note = ARENA_ARRAY(r->arena, RunNote, all.n);
  for (size_t i = 0; i < all.n; i++) {
    const JsonValue *v = &all.item[i];
    if (v->kind != JSON_STRING) continue;
    const char *text_of = str_copy(r->arena, v->string);
    if (str_equal(all.key[i], str("title"))) r->run->title = text_of;
    note[r->run->notes++] = (RunNote){.name = str_copy(r->arena, all.key[i]), .text = text_of};
  }
  r->run->note = note;
  return json_columns(r, columns, run);
}

// --- HDF5 ----------------------------------------------------------------------------------------

static bool read_hdf5(Reading *r, Str bytes) {
  Hdf5Table *table = ARENA_NEW(r->arena, Hdf5Table);
  arena_defer(r->arena, hdf5_clear, table);
  const char *failed = hdf5_read(bytes, table);
  if (table->no_memory) guard_fail(r->arena->guard, STATUS_LIMIT);
  if (failed != NULL) return fails(r, text_format(r->arena, "%s", failed));
  for (size_t j = 0; j < table->columns; j++)
    if (!add_name(r, str(table->column[j]))) return false;
  RunNote *end = ARENA_NEW(r->arena, RunNote);
  *end = (RunNote){.name = "end", .text = table->end};
  r->run->title = table->title;
  r->run->note = end;
  r->run->notes = table->end != NULL;
  r->at.at = table->at;
  r->at.n = table->rows * table->columns;
  return true;
}

// --- all of them ---------------------------------------------------------------------------------

Status run_read(Str bytes, RunFormat format, const char *path, Arena *arena, Diags *diags,
                RunTable *run) {
  static bool (*const readers[])(Reading * r, Str bytes) = {read_csv, read_npy, read_json,
                                                            read_hdf5};
  *run = (RunTable){0};
  Reading r = {.arena = arena, .run = run};
  if (!readers[format](&r, bytes) || r.column.n == 0) {
    diag_report(diags, DIAG_RUN_READ, (Span){0}, path, r.wrong ? r.wrong : "it has no columns");
    return STATUS_INPUT;
  }
  finish(&r);
  return STATUS_OK;
}
