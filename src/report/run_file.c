// report/run_file.c: runs as CSV, NPY and JSON; HDF5 is in report/hdf5.c.

#include "report/run_file.h"
#include "base/decimal.h"
#include "base/file.h"
#include "report/hdf5.h"
#include "report/json.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define FLUSH_AT ((size_t) 1 << 16)  // bytes of text; more at once is not faster

static const struct {
  const char *ending;
  RunFormat format;
} endings[] = {
  {".csv", RUN_CSV}, {".npy", RUN_NPY}, {".json", RUN_JSON}, {".h5", RUN_HDF5}, {".hdf5", RUN_HDF5},
};

// One file being written.
typedef struct Writer Writer;
struct Writer {
  const RunTable *run;
  void (*write)(Writer *w);  // of the format
  FILE *stream;
  Arena arena;
  Text text;  // bytes to be written next
};

// Write errors are not lost: base/file.h checks the stream at the end.
static void flush(Writer *w) {
  fwrite(text_get(&w->text), 1, w->text.n, w->stream);
  w->text.n = 0;
}

// --- CSV (RFC 4180, but lines end as elsewhere) --------------------------------------------------

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

static void write_csv(Writer *w) {
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
    if (w->text.n >= FLUSH_AT) flush(w);
  }
  flush(w);
}

// --- NPY: numpy.lib.format, an array of records with one double for each column ------------------

// A Python string; all bytes from 128 on are treated as UTF-8.
static void add_python_string(Text *out, const char *s) {
  text_add_char(out, '\'');
  for (; *s != '\0'; s++) {
    const unsigned char c = (unsigned char) *s;
    if (c == '\'' || c == '\\')
      text_addf(out, "\\%c", c);
    else if (c < 0x20)
      text_addf(out, "\\x%02x", c);
    else
      text_add_char(out, *s);
  }
  text_add_char(out, '\'');
}

static void add_npy_dictionary(Text *out, const RunTable *run) {
  const char *type = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "<f8" : ">f8";
  text_add(out, "{'descr': [");
  for (size_t j = 0; j < run->columns; j++) {
    if (j > 0) text_add(out, ", ");
    text_add_char(out, '(');
    add_python_string(out, run->column[j]);
    text_addf(out, ", '%s')", type);
  }
  text_addf(out, "], 'fortran_order': False, 'shape': (%zu,), }", run->rows);
}

static bool is_ascii(Str s) {
  for (size_t i = 0; i < s.n; i++)
    if ((unsigned char) s.at[i] >= 128) return false;
  return true;
}

// Magic, version, length, then the dictionary, filled with spaces so that the numbers begin at a
// multiple of 64. Version 1 has two bytes for the length, 2 has four, 3 is 2 in UTF-8.
static void add_npy_header(Writer *w) {
  Text dictionary = text_make(&w->arena);
  add_npy_dictionary(&dictionary, w->run);
  const bool ascii = is_ascii((Str){dictionary.at, dictionary.n});
  const char version = !ascii ? 3 : dictionary.n + 64 > UINT16_MAX ? 2 : 1;
  const size_t before = version == 1 ? 10 : 12;
  do text_add_char(&dictionary, ' ');
  while ((before + dictionary.n + 1) % 64 != 0);
  text_add_char(&dictionary, '\n');
  text_add(&w->text, "\x93NUMPY");
  text_add_char(&w->text, version);
  text_add_char(&w->text, 0);
  for (size_t i = 0; i < before - 8; i++)
    text_add_char(&w->text, (char) (dictionary.n >> 8 * i & 255));
  text_add_str(&w->text, (Str){dictionary.at, dictionary.n});
}

static void write_npy(Writer *w) {
  add_npy_header(w);
  flush(w);
  if (w->run->rows > 0)
    fwrite(w->run->at, sizeof *w->run->at * w->run->columns, w->run->rows, w->stream);
}

// --- JSON ----------------------------------------------------------------------------------------

static void add_notes(Json *json, const RunNote *note, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (note[i].text)
      json_string(json, note[i].name, note[i].text);
    else
      json_number(json, note[i].name, note[i].value);
  }
}

static void write_json(Writer *w) {
  const RunTable *run = w->run;
  Json json = json_make(&w->text);
  json_begin(&json, NULL, '{');
  if (run->title) json_string(&json, "title", run->title);
  if (run->method) json_string(&json, "method", run->method);
  add_notes(&json, run->note, run->notes);
  json_begin(&json, "parameters", '{');
  add_notes(&json, run->parameter, run->parameters);
  json_end(&json, '}');
  if (run->model_text) json_string(&json, "model", run->model_text);
  json_begin(&json, "columns", '[');
  for (size_t j = 0; j < run->columns; j++) json_string(&json, NULL, run->column[j]);
  json_end(&json, ']');
  json_number(&json, "rows", (double) run->rows);
  json_begin(&json, "run", '{');
  for (size_t j = 0; j < run->columns && !ferror(w->stream); j++) {
    json_numbers(&json, run->column[j], run->rows > 0 ? run->at + j : run->at, run->rows,
                 run->columns);
    flush(w);
  }
  json_end(&json, '}');
  json_end(&json, '}');
  flush(w);
}

// --- all of them ---------------------------------------------------------------------------------

bool run_format_of(const char *path, RunFormat *format) {
  const char *dot = strcmp(path, "-") == 0 ? ".csv" : strrchr(path, '.');
  for (size_t i = 0; dot && i < sizeof endings / sizeof *endings; i++) {
    if (strcasecmp(dot, endings[i].ending) != 0) continue;
    *format = endings[i].format;
    return true;
  }
  return false;
}

static Status find_hdf5(const char *path, Diags *diags) {
  char reason[HDF5_TROUBLE];
  const Status status = hdf5_find(reason);
  if (status == STATUS_OK) return STATUS_OK;
  diag_report(diags, DIAG_HDF5_MISSING, (Span){0}, path, reason);
  if (status == STATUS_UNABLE)
    diag_help(diags, "install HDF5, on Debian the package libhdf5-dev, or choose another ending");
  return status;
}

Status run_format_find(const char *path, RunFormat *format, Diags *diags) {
  if (run_format_of(path, format)) return *format == RUN_HDF5 ? find_hdf5(path, diags) : STATUS_OK;
  Text known = text_make(diags->arena);
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
    text_addf(&known, "%s%s", i > 0 ? " " : "", endings[i].ending);
  diag_report(diags, DIAG_RUN_ENDING, (Span){0}, path, text_get(&known));
  return STATUS_INPUT;
}

// The writers leave memory to the guard; the stream must still be closed.
static Status write_inside(void *context) {
  Writer *w = context;
  w->text = text_make(&w->arena);
  w->write(w);
  return STATUS_OK;
}

static Status write_stream(void *context, FILE *stream) {
  Writer *w = context;
  w->stream = stream;
  const Status status = guard_run(w->arena.guard, write_inside, w);
  arena_clear(&w->arena);
  return status;
}

static Status write_hdf5(const RunTable *run, const char *path, Diags *diags) {
  Str image = {0};
  char trouble[HDF5_TROUBLE];
  TRY(find_hdf5(path, diags));
  if (!hdf5_image(run, &image, trouble)) {
    diag_report(diags, DIAG_HDF5_FAILS, (Span){0}, path, trouble);
    return STATUS_LIMIT;
  }
  const Status status = file_replace_bytes(path, image);
  const int reason = errno;
  hdf5_free(image);
  errno = reason;
  return status;
}

Status run_write(const RunTable *run, RunFormat format, const char *path, Diags *diags) {
  static void (*const writers[])(Writer * w) = {write_csv, write_npy, write_json};
  Status status;
  const size_t told = diags->errors;
  if (format == RUN_HDF5) {
    status = write_hdf5(run, path, diags);
  } else {
    Writer w = {.run = run, .write = writers[format]};
    arena_init(&w.arena, diags->arena->allocator, diags->arena->guard);
    status = file_replace(path, write_stream, &w);
  }
  if (status != STATUS_OK && errno != 0 && diags->errors == told)
    diag_report(diags, DIAG_FILE_WRITE, (Span){0},
                strcmp(path, "-") == 0 ? "standard output" : path, strerror(errno));
  return status;
}
