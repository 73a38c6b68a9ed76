// report/run_json.c: a run as JSON.

#include "report/json.h"
#include "report/json_read.h"
#include "report/run_impl.h"
#include <math.h>
#include <string.h>

// --- writing -------------------------------------------------------------------------------------

static void add_notes(Json *json, const RunNote *note, size_t n) {
  for (size_t i = 0; i < n; i++) {
    if (note[i].text)
      json_string(json, note[i].name, note[i].text);
    else
      json_number(json, note[i].name, note[i].value);
  }
}

// Writes the units of the columns whose unit is known.
static void add_units(Json *json, const RunTable *run) {
  bool any = false;
  for (size_t j = 0; run->unit != NULL && j < run->columns; j++) {
    if (run->unit[j] == NULL) continue;
    if (!any) json_begin(json, "units", '{');
    any = true;
    json_string(json, run->column[j], run->unit[j]);
  }
  if (any) json_end(json, '}');
}

static void add_events(Json *json, const RunEvents *events) {
  if (events->n == 0) return;
  json_begin(json, "events", '[');
  for (size_t i = 0; i < events->n; i++) {
    json_begin(json, NULL, '{');
    json_number(json, "t", events->t[i]);
    json_string(json, "event", events->what[i]);
    json_string(json, "name", events->name[i]);
    json_number(json, "impulse", events->impulse[i]);
    json_number(json, "energy_lost", events->lost[i]);
    json_end(json, '}');
  }
  json_end(json, ']');
}

static void write_json(RunWriter *w) {
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
  add_units(&json, run);
  add_events(&json, &run->events);
  json_number(&json, "rows", (double) run->rows);
  json_begin(&json, "run", '{');
  for (size_t j = 0; j < run->columns && !ferror(w->stream); j++) {
    json_numbers(&json, run->column[j], run->rows > 0 ? run->at + j : run->at, run->rows,
                 run->columns);
    run_flush(w);
  }
  json_end(&json, '}');
  json_end(&json, '}');
  run_flush(w);
}

// --- reading -------------------------------------------------------------------------------------

// Finds the list of each column; all must have the same length.
static bool json_lists(RunReading *r, const JsonValue *columns, const JsonValue *run,
                       const JsonValue **list) {
  for (size_t j = 0; j < columns->n; j++) {
    const JsonValue *name = &columns->item[j];
    if (name->kind != JSON_STRING) return run_fails(r, "\"columns\" is not a list of names");
    if (!run_add_name(r, name->string)) return false;
    list[j] = json_member(run, name->string);
    if (list[j] == NULL || list[j]->kind != JSON_LIST)
      return run_fails(r, "a column is missing in \"run\"");
    if (list[j]->n != list[0]->n) return run_fails(r, "the columns are not equally long");
  }
  return columns->n > 0 || run_fails(r, "\"columns\" is not a list of names");
}

// Joins the lists to rows.
static bool json_columns(RunReading *r, const JsonValue *columns, const JsonValue *run) {
  const JsonValue **list = ARENA_ARRAY(r->arena, const JsonValue *, columns->n + 1);
  if (!json_lists(r, columns, run, list)) return false;
  for (size_t i = 0; i < list[0]->n; i++)
    for (size_t j = 0; j < columns->n; j++) {
      const JsonValue *v = &list[j]->item[i];
      if (v->kind != JSON_NUMBER && v->kind != JSON_NULL)
        return run_fails(r, "something is not a number");
      array_push(r->arena, &r->at, v->kind == JSON_NUMBER ? v->number : (double) NAN);
    }
  return true;
}

static bool read_json(RunReading *r, Str text) {
  JsonValue all;
  if (!json_read(text, r->arena, &all)) return run_fails(r, "it is not JSON");
  const JsonValue *columns = json_member(&all, str("columns")),
                  *run = json_member(&all, str("run"));
  if (columns == NULL || columns->kind != JSON_LIST || run == NULL || run->kind != JSON_OBJECT)
    return run_fails(r, "it has no \"columns\" and \"run\"");
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

const RunFormatTraits run_format_json = {
  .endings = ".json", .write = write_json, .read = read_json};
