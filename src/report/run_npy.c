// report/run_npy.c: a run as NPY: numpy.lib.format, an array of records with one double for each column.

#include "report/run_impl.h"
#include <stdlib.h>
#include <string.h>

// --- writing -------------------------------------------------------------------------------------

// Appends a Python string; bytes from 128 on are taken for UTF-8.
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

// Writes magic, version, length and the dictionary, padded with spaces so that the numbers begin at a multiple of 64.
// Version 1 has two bytes for the length, version 2 four; version 3 is 2 in UTF-8.
static void add_npy_header(RunWriter *w) {
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

static void write_npy(RunWriter *w) {
  add_npy_header(w);
  run_flush(w);
  if (w->run->rows > 0)
    fwrite(w->run->at, sizeof *w->run->at * w->run->columns, w->run->rows, w->stream);
}

// --- reading -------------------------------------------------------------------------------------

// Reads the Python string at *text, with only the escapes that the writer uses.
static bool python_string(RunReading *r, Str *text, Str *string) {
  Text s = text_make(r->arena);
  size_t i = 1;
  if (text->n == 0 || text->at[0] != '\'') return run_fails(r, "its header is not understood");
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
  if (i >= text->n) return run_fails(r, "its header is not understood");
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

// Reads one column: ('name', '<f8')
static bool npy_column(RunReading *r, Str *text) {
  const char *type = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? "<f8" : ">f8";
  Str name, kind;
  if (!take(text, "(")) return run_fails(r, "its header is not understood");
  if (!python_string(r, text, &name) || !run_add_name(r, name)) return false;
  if (!take(text, ", ") || !python_string(r, text, &kind) || !take(text, ")"))
    return run_fails(r, "its header is not understood");
  return str_equal(kind, str(type)) ? true : run_fails(r, "its numbers are of another kind");
}

static bool npy_header(RunReading *r, Str text, size_t *rows) {
  if (!take(&text, "{'descr': [")) return run_fails(r, "it has no named columns");
  do
    if (!npy_column(r, &text)) return false;
  while (take(&text, ", "));
  if (!take(&text, "], 'fortran_order': False, 'shape': ("))
    return run_fails(r, "its header is not understood");
  *rows = 0;
  for (; text.n > 0 && text.at[0] >= '0' && text.at[0] <= '9'; text.at++, text.n--) {
    if (*rows > SIZE_MAX / 100) return run_fails(r, "it has too many rows");
    *rows = *rows * 10 + (size_t) (text.at[0] - '0');
  }
  return true;
}

static bool read_npy(RunReading *r, Str bytes) {
  if (bytes.n < 12 || memcmp(bytes.at, "\x93NUMPY", 6) != 0)
    return run_fails(r, "it is not an NPY file");
  const unsigned char *b = (const unsigned char *) bytes.at;
  const size_t before = b[6] == 1 ? 10 : 12;
  size_t length = 0;
  for (size_t i = before; i-- > 8;) length = length << 8 | b[i];
  if (length > bytes.n - before) return run_fails(r, "it is cut short");
  size_t rows = 0;
  if (!npy_header(r, (Str){bytes.at + before, length}, &rows)) return false;
  const size_t rest = bytes.n - before - length, room = rest / sizeof(double);
  if (rows > room / r->column.n) return run_fails(r, "it is cut short");
  if (rows * r->column.n * sizeof(double) < rest)
    return run_fails(r, "it is longer than its header says");
  array_reserve(r->arena, &r->at, rows * r->column.n);
  r->at.n = rows * r->column.n;
  if (r->at.n > 0) memcpy(r->at.at, bytes.at + before + length, r->at.n * sizeof(double));
  return true;
}

const RunFormatTraits run_format_npy = {.endings = ".npy", .write = write_npy, .read = read_npy};
