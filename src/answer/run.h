// answer/run.h: a run: its motion, and what its file says about it.

#ifndef ANSWER_RUN_H
#define ANSWER_RUN_H

#include "program/follow.h"
#include "report/run_file.h"

// Everything is in the arena of the run: it uses nothing of the model.
typedef struct {
  Motion motion;
  const char *title, *method;
  const char *facts;   // for a run that continues this one (program/resume.h), or NULL
  RunNote *parameter;  // with their values
  size_t parameters;
} ModelRun;

// Within a call: follows a motion, or continues that of an earlier run unless it is NULL. Without rows and section,
// nothing was computed.
MUST_USE Status answer_run(System *m, MotionRequest *request, const ModelRun *resume, Arena *arena,
                           ModelRun *run);

// Notes the title, the method and the parameters of the model in the run.
void answer_run_note(const System *m, Arena *arena, ModelRun *run);

// Was anything computed? Did it end before it should have?
bool answer_run_has_rows(const ModelRun *run);
bool answer_run_ended_early(const ModelRun *run);

// The table with all that is known about the run, and its events, in the arena.
RunTable answer_run_table(const ModelRun *run, Arena *arena);
RunEvents answer_run_events(const ModelRun *run, Arena *arena);

// Reads the bytes of a file of runs; the run is in the arena.
MUST_USE Status answer_run_read(Str bytes, RunFormat format, const char *path, Arena *arena,
                                Diags *diags, ModelRun *run);

// Converts the run to SI units, whatever the units of its columns are (`x [mm]`); the copy is in the arena.
MUST_USE Status answer_run_in_si(System *m, const ModelRun *from, Arena *arena, ModelRun *to);

#endif
