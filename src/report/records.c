// report/records.c: the results of `eval`, in numbers.

#include "print/print.h"
#include "report/json.h"
#include "report/report.h"
#include <stdlib.h>
#include <string.h>

Record *records_next(Records *records) {
  array_push(records->arena, &records->all, ((Record){.arena = records->arena}));
  return &records->all.at[records->all.n - 1];
}

void record_add(Record *record, const char *group, const char *name, double value) {
  array_push(record->arena, &record->entries, ((RecordEntry){group, name, value, NULL}));
}

void record_unit(Record *record, const char *unit) {
  record->entries.at[record->entries.n - 1].unit = unit;
}

// Returns the end of the group that begins at `first`.
static size_t group_end(const Record *r, size_t first) {
  size_t end = first + 1;
  while (end < r->entries.n && strcmp(r->entries.at[end].group, r->entries.at[first].group) == 0)
    end++;
  return end;
}

// Writes the units of the names that have one.
static void add_units(Json *json, const Record *r) {
  bool any = false;
  for (size_t i = 0; i < r->entries.n; i++) {
    const RecordEntry *e = &r->entries.at[i];
    if (e->unit == NULL) continue;
    if (!any) json_begin(json, "units", '{');
    any = true;
    json_string(json, e->name != NULL ? e->name : e->group, e->unit);
  }
  if (any) json_end(json, '}');
}

static void add_json(Json *json, const Record *r) {
  json_begin(json, NULL, '{');
  for (size_t i = 0, end; i < r->entries.n; i = end) {
    end = group_end(r, i);
    if (r->entries.at[i].name == NULL) {
      json_number(json, r->entries.at[i].group, r->entries.at[i].value);
      continue;
    }
    json_begin(json, r->entries.at[i].group, '{');
    for (size_t k = i; k < end; k++)
      json_number(json, r->entries.at[k].name, r->entries.at[k].value);
    json_end(json, '}');
  }
  add_units(json, r);
  json_end(json, '}');
}

// Writes groups below each other, with aligned names.
static void add_text(Text *out, const Record *r) {
  int width = 0;
  for (size_t i = 0; i < r->entries.n; i++) {
    const RecordEntry *e = &r->entries.at[i];
    const int length = (int) strlen(e->name ? e->name : e->group);
    if (length > width) width = length;
  }
  for (size_t i = 0, end; i < r->entries.n; i = end) {
    end = group_end(r, i);
    const bool lone = r->entries.at[i].name == NULL;
    if (!lone) text_addf(out, "%s\n", r->entries.at[i].group);
    for (size_t k = i; k < end; k++) {
      const RecordEntry *e = &r->entries.at[k];
      text_addf(out, "%s%-*s = ", lone ? "" : "  ", lone ? width + 2 : width,
                lone ? e->group : e->name);
      text_add_double(out, e->value);
      text_add_char(out, '\n');
    }
  }
}

static void add_latex_number(Text *out, double value) {
  Text digits = text_make(out->arena);
  text_add_double(&digits, value);
  const char *e = strchr(text_get(&digits), 'e');
  if (e == NULL)
    text_add(out, text_get(&digits));
  else
    text_addf(out, "%.*s \\cdot 10^{%d}", (int) (e - text_get(&digits)), text_get(&digits),
              atoi(e + 1));
}

static void add_latex(Text *out, const Record *r) {
  text_add(out, "\\begin{align*}\n");
  for (size_t i = 0; i < r->entries.n; i++) {
    const RecordEntry *e = &r->entries.at[i];
    Str name = str(e->name ? e->name : e->group);
    int order = 0;
    while (name.n > 0 && name.at[name.n - 1] == '\'') name.n--, order++;
    text_add(out, "  ");
    name_print(name, order, FORMAT_LATEX, out);
    text_add(out, " &= ");
    add_latex_number(out, e->value);
    text_add(out, i + 1 < r->entries.n ? " \\\\\n" : "\n");
  }
  text_add(out, "\\end{align*}\n");
}

void report_records_json(const Records *records, Text *out) {
  Json json = json_make(out);
  if (records->many) json_begin(&json, NULL, '[');
  for (size_t i = 0; i < records->all.n; i++) add_json(&json, &records->all.at[i]);
  if (records->many) json_end(&json, ']');
}

void report_records(const Records *records, Format format, Text *out) {
  for (size_t i = 0; i < records->all.n; i++) {
    if (i > 0) text_add_char(out, '\n');
    if (format == FORMAT_TEXT)
      add_text(out, &records->all.at[i]);
    else
      add_latex(out, &records->all.at[i]);
  }
}
