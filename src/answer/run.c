// answer/run.c: runs: followed, as tables for files, and read back.

#include "answer/run.h"
#include "program/resume.h"
#include "report/run_read.h"
#include <math.h>
#include <string.h>

// --- following -----------------------------------------------------------------------------------

void answer_run_note(const System *m, Arena *arena, ModelRun *run) {
  const Program *p = &m->program;
  run->title = str_copy(arena, str(m->model->title != NULL ? m->model->title : ""));
  run->method = str_copy(arena, str(m->equations.method->name));
  run->parameter = ARENA_ARRAY(arena, RunNote, p->parameters + 1);
  run->parameters = p->parameters;
  for (size_t i = 0; i < p->parameters; i++) {
    const char *name = str_copy(arena, str(m->model->parameters.at[i].name));
    run->parameter[i] = (RunNote){name, NULL, p->inputs[i]};
  }
}

bool answer_run_has_rows(const ModelRun *run) {
  return run->motion.rows > 0 || run->motion.section != NULL;
}

bool answer_run_ended_early(const ModelRun *run) {
  return run->motion.end != RUN_DONE && run->motion.end != RUN_EVENT;
}

Status answer_run(System *m, MotionRequest *request, const ModelRun *resume, Arena *arena,
                  ModelRun *run) {
  if (resume != NULL) TRY(resume_request(m, &resume->motion, resume->facts, request));
  const Status status = system_follow(m, request, arena, &run->motion);
  if (!answer_run_has_rows(run)) return status;
  // whatever ended the motion, its rows are kept
  const bool held = m->guard.held;
  m->guard.held = true;
  answer_run_note(m, arena, run);
  run->facts = resume_facts(m, &run->motion, arena);
  if (resume != NULL) resume_join(m, &resume->motion, arena, &run->motion);
  m->guard.held = held;
  return status;
}

// --- as a table ----------------------------------------------------------------------------------

// How a run ended, as a word in its file.
static const char *const end_names[] = {
  [RUN_DONE] = "done",
  [RUN_EVENT] = "event",
  [RUN_SINGULAR] = "singular",
  [RUN_SMALL_STEP] = "small step",
  [RUN_NOT_FINITE] = "not finite",
  [RUN_STEPS] = "steps",
  [RUN_INTERRUPTED] = "interrupted",
  [RUN_FAILED] = "failed",
  [RUN_STRAYED] = "strayed",
  [RUN_UNDECIDED] = "undecided",
  [RUN_CROWDED] = "crowded",
  [RUN_BROKEN] = "broken",
};

#define ENDS (sizeof end_names / sizeof *end_names)

RunEvents answer_run_events(const ModelRun *run, Arena *arena) {
  const Motion *motion = &run->motion;
  const size_t n = motion->events.n;
  double *t = ARENA_ARRAY(arena, double, n + 1), *impulse = ARENA_ARRAY(arena, double, n + 1),
         *lost = ARENA_ARRAY(arena, double, n + 1);
  const char **name = ARENA_ARRAY(arena, const char *, n + 1),
             **what = ARENA_ARRAY(arena, const char *, n + 1);
  for (size_t i = 0; i < n; i++) {
    const MotionEvent *e = &motion->events.at[i];
    t[i] = e->t;
    impulse[i] = e->impulse;
    lost[i] = e->lost;
    name[i] = e->name;
    what[i] = e->what;
  }
  return (RunEvents){n, t, impulse, lost, name, what};
}

RunTable answer_run_table(const ModelRun *run, Arena *arena) {
  const Motion *motion = &run->motion;
  const RunNote notes[] = {{"integrator", motion->integrator, 0},
                           {"rtol", NULL, motion->rtol},
                           {"atol", NULL, motion->atol},
                           {"end", motion->why, 0},
                           {"end_kind", end_names[motion->end], 0},
                           {"resume", run->facts != NULL ? run->facts : "", 0},
                           {"steps", NULL, (double) motion->steps},
                           {"chart_changes", NULL, (double) motion->charts},
                           {"energy_drift", NULL, motion->energy_drift},
                           {"largest_constraint_error", NULL, motion->constraint_error}};
  RunNote *note = ARENA_ARRAY(arena, RunNote, sizeof notes / sizeof *notes);
  memcpy(note, notes, sizeof notes);
  return (RunTable){.title = run->title,
                    .method = run->method,
                    .note = note,
                    .notes = sizeof notes / sizeof *notes,
                    .parameter = run->parameter,
                    .parameters = run->parameters,
                    .column = motion->column,
                    .unit = motion->unit,
                    .columns = motion->columns,
                    .rows = motion->rows,
                    .at = motion->at,
                    .events = answer_run_events(run, arena)};
}

// --- read back -----------------------------------------------------------------------------------

static const char *find_note(const RunTable *table, const char *name) {
  for (size_t i = 0; i < table->notes; i++)
    if (strcmp(table->note[i].name, name) == 0) return table->note[i].text;
  return NULL;
}

// A file that does not say how the run ended is of a run that reached its end.
static RunEnd end_of(const RunTable *table) {
  const char *name = find_note(table, "end_kind");
  size_t end = 0;
  while (name != NULL && end < ENDS && strcmp(name, end_names[end]) != 0) end++;
  return end < ENDS ? (RunEnd) end : RUN_FAILED;
}

static size_t column_of(const RunTable *table, const char *name) {
  size_t i = 0;
  while (i < table->columns && strcmp(table->column[i], name) != 0) i++;
  return i;
}

static void find_span(const RunTable *table, Motion *motion) {
  const size_t t = column_of(table, "t");
  motion->from = motion->t = motion->energy = (double) NAN;
  motion->variable = "t";
  if (t == table->columns || table->rows == 0) return;
  motion->from = table->at[t];
  motion->t = table->at[(table->rows - 1) * table->columns + t];
}

Status answer_run_read(Str bytes, RunFormat format, const char *path, Arena *arena, Diags *diags,
                       ModelRun *run) {
  RunTable table;
  TRY(run_read(bytes, format, path, arena, diags, &table));
  const char *why = find_note(&table, "end");
  run->title = table.title != NULL ? table.title : "";
  run->method = table.method != NULL ? table.method : "";
  run->facts = find_note(&table, "resume");
  run->motion = (Motion){.end = end_of(&table),
                         .why = why != NULL ? why : "",
                         .integrator = "",
                         .column = table.column,
                         .columns = table.columns,
                         .rows = table.rows,
                         .at = ARENA_ARRAY(arena, double, (table.rows * table.columns) + 1)};
  if (table.rows > 0)
    memcpy(run->motion.at, table.at, table.rows * table.columns * sizeof *table.at);
  find_span(&table, &run->motion);
  return STATUS_OK;
}

// --- units ---------------------------------------------------------------------------------------

// Splits a column `x [mm]` into its name and the factor of its unit.
static Status find_factor(System *m, Arena *arena, const char **name, double *factor) {
  const char *unit = strstr(*name, " [");
  const size_t n = strlen(*name);
  Expr value;
  *factor = 1;
  if (unit == NULL || (*name)[n - 1] != ']') return STATUS_OK;
  const Str text = {unit + 2, (size_t) (*name + n - 1 - (unit + 2))};
  TRY(language_unit(m->model, system_source(m, *name, text), &value));
  *name = str_copy(arena, (Str){*name, (size_t) (unit - *name)});
  *factor = expr_value(m->pool, value, NULL, NULL, 0);
  return STATUS_OK;
}

Status answer_run_in_si(System *m, const ModelRun *run, Arena *arena, ModelRun *to) {
  const Motion *from = &run->motion;
  const char **name = ARENA_ARRAY(arena, const char *, from->columns + 1);
  double *factor = ARENA_ARRAY(arena, double, from->columns + 1);
  bool same = true;
  *to = *run;
  for (size_t j = 0; m->finished && j < from->columns; j++) {
    name[j] = from->column[j];
    TRY(find_factor(m, arena, &name[j], &factor[j]));
    same = same && name[j] == from->column[j];
  }
  if (same) return STATUS_OK;
  to->motion.column = name;
  to->motion.unit = NULL;
  to->motion.at = ARENA_ARRAY(arena, double, from->rows * from->columns + 1);
  for (size_t i = 0; i < from->rows * from->columns; i++)
    to->motion.at[i] = from->at[i] * factor[i % from->columns];
  return STATUS_OK;
}
