// api/run_file.c: runs written to files and read back.

#include "api/run_impl.h"
#include "report/run_read.h"
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

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

static RunEvents events_of(const Motion *motion, Arena *arena) {
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

RunTable api_run_table(const DalRun *run, Arena *arena) {
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
                    .events = events_of(motion, arena)};
}

// --- writing -------------------------------------------------------------------------------------

typedef struct {
  const DalRun *run;
  const char *path;
  DalRun *read;
} Job;

static Status write_body(ApiCall *call, void *context) {
  const Job *job = context;
  RunFormat format;
  TRY(run_format_find(job->path, &format, &call->diags));
  const RunTable table = api_run_table(job->run, &call->work);
  return run_write(&table, format, job->path, &call->diags);
}

DalStatus dal_run_write(const DalRun *run, const char *path, DalResult **result) {
  if (result != NULL) *result = NULL;
  API_NEED(NULL, run);
  API_NEED(NULL, path);
  return api_call(write_body, &(Job){.run = run, .path = path}, result);
}

static Status write_events_body(ApiCall *call, void *context) {
  const Job *job = context;
  const RunEvents events = events_of(&job->run->motion, &call->work);
  return run_write_events(&events, job->path, &call->diags);
}

DalStatus dal_run_write_events(const DalRun *run, const char *path, DalResult **result) {
  if (result != NULL) *result = NULL;
  API_NEED(NULL, run);
  API_NEED(NULL, path);
  return api_call(write_events_body, &(Job){.run = run, .path = path}, result);
}

static Status can_write_body(ApiCall *call, void *context) {
  const Job *job = context;
  RunFormat format;
  return run_format_find(job->path, &format, &call->diags);
}

DalStatus dal_run_can_write(const char *path, DalResult **result) {
  if (result != NULL) *result = NULL;
  API_NEED(NULL, path);
  return api_call(can_write_body, &(Job){.path = path}, result);
}

// --- reading -------------------------------------------------------------------------------------

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

// The memory of a run outlives the call that read it, whether all of it was read or not.
static void keep_memory(void *object) {
  DalRun *run = object;
  if (run->arena.guard != &run->guard) arena_hand_over(&run->arena, &run->guard);
}

static Status read_body(ApiCall *call, void *context) {
  Job *job = context;
  RunFormat format;
  Str bytes;
  TRY(run_format_find(job->path, &format, &call->diags));
  TRY(api_read_file(call, job->path, &bytes));
  DalRun *run = job->read;
  RunTable table;
  arena_init(&run->arena, allocator_heap(), &call->guard);
  arena_defer(&call->work, keep_memory, run);
  TRY(run_read(bytes, format, job->path, &run->arena, &call->diags, &table));
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
                         .at = ARENA_ARRAY(&run->arena, double, table.rows * table.columns + 1)};
  if (table.rows > 0)
    memcpy(run->motion.at, table.at, table.rows * table.columns * sizeof *table.at);
  find_span(&table, &run->motion);
  return STATUS_OK;
}

DalStatus dal_run_read(const char *path, DalRun **run, DalResult **result) {
  if (result != NULL) *result = NULL;
  if (run != NULL) *run = NULL;
  API_NEED(NULL, path);
  API_NEED(NULL, run);
  Job job = {.path = path, .read = calloc(1, sizeof(DalRun))};
  if (job.read == NULL) return DAL_LIMIT;
  job.read->guard.budget = SIZE_MAX;
  const DalStatus status = api_call(read_body, &job, result);
  if (status == DAL_OK)
    *run = job.read;
  else
    dal_run_destroy(job.read);
  return status;
}

// --- units ---------------------------------------------------------------------------------------

// Splits a column `x [mm]` into its name and the factor of its unit.
static Status find_factor(DalModel *m, Arena *arena, const char **name, double *factor) {
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

Status api_in_si(DalModel *m, const Motion *from, Arena *arena, Motion *to) {
  const char **name = ARENA_ARRAY(arena, const char *, from->columns + 1);
  double *factor = ARENA_ARRAY(arena, double, from->columns + 1);
  bool same = true;
  *to = *from;
  for (size_t j = 0; m->finished && j < from->columns; j++) {
    name[j] = from->column[j];
    TRY(find_factor(m, arena, &name[j], &factor[j]));
    same = same && name[j] == from->column[j];
  }
  if (same) return STATUS_OK;
  to->column = name;
  to->unit = NULL;
  to->at = ARENA_ARRAY(arena, double, from->rows * from->columns + 1);
  for (size_t i = 0; i < from->rows * from->columns; i++)
    to->at[i] = from->at[i] * factor[i % from->columns];
  return STATUS_OK;
}
