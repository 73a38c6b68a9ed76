// report/tapes.c: the tapes and their operation counts.

#include "report/json.h"
#include "report/report.h"
#include <string.h>

// The columns: inputs, the kinds of instructions, their total.
#define COLUMNS (TAPE_KINDS + 2)

static const char *column_name(size_t i) {
  if (i == 0) return "inputs";
  return i <= TAPE_KINDS ? tape_kind_name((TapeKind) (i - 1)) : "total";
}

static size_t entry(const Tape *tape, size_t i) {
  if (i == 0) return tape_inputs(tape);
  return i <= TAPE_KINDS ? tape_counts(tape).of[i - 1] : tape_length(tape);
}

void report_tapes_json(Equations *eq, const NamedTape *tapes, size_t n, Text *out) {
  Json json = json_make(out);
  json_begin(&json, NULL, '{');
  if (eq->model->title && *eq->model->title) json_string(&json, "system", eq->model->title);
  json_string(&json, "method", eq->method->name);
  json_begin(&json, "tapes", '[');
  for (size_t k = 0; k < n; k++) {
    json_begin(&json, NULL, '{');
    json_string(&json, "name", tapes[k].name);
    for (size_t i = 0; i < COLUMNS; i++)
      json_number(&json, column_name(i), (double) entry(tapes[k].tape, i));
    json_end(&json, '}');
  }
  json_end(&json, ']');
  json_end(&json, '}');
}

static void add_text(const NamedTape *tapes, size_t n, Text *out) {
  text_addf(out, "\nOperations\n    %-7s", "tape");
  for (size_t i = 0; i < COLUMNS; i++) text_addf(out, "  %9s", column_name(i));
  for (size_t k = 0; k < n; k++) {
    text_addf(out, "\n    %-7s", tapes[k].name);
    for (size_t i = 0; i < COLUMNS; i++) text_addf(out, "  %9zu", entry(tapes[k].tape, i));
  }
  text_add_char(out, '\n');
}

static void add_latex(const NamedTape *tapes, size_t n, Text *out) {
  text_add(out, "\n\\begin{tabular}{l");
  for (size_t i = 0; i < COLUMNS; i++) text_add_char(out, 'r');
  text_add(out, "}\n  tape");
  for (size_t i = 0; i < COLUMNS; i++) text_addf(out, " & %s", column_name(i));
  text_add(out, " \\\\ \\hline\n");
  for (size_t k = 0; k < n; k++) {
    text_addf(out, "  %s", tapes[k].name);
    for (size_t i = 0; i < COLUMNS; i++) text_addf(out, " & %zu", entry(tapes[k].tape, i));
    text_add(out, k + 1 < n ? " \\\\\n" : "\n");
  }
  text_add(out, "\\end{tabular}\n");
}

void report_tapes(Equations *eq, const NamedTape *tapes, size_t n, Format format, Text *out) {
  report_title(eq, format == FORMAT_LATEX, out);
  if (format == FORMAT_TEXT)
    add_text(tapes, n, out);
  else
    add_latex(tapes, n, out);
}
