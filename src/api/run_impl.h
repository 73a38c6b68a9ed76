// api/run_impl.h: what a DalRun is made of.

#ifndef API_RUN_IMPL_H
#define API_RUN_IMPL_H

#include "api/api_impl.h"
#include "program/follow.h"
#include "report/run_file.h"

// Everything is in its own arena: it uses nothing of the model.
struct DalRun {
  Guard guard;
  Arena arena;
  Motion motion;
  const char *title, *method;
  const char *facts;  // for a run that continues this one (program/resume.h), or NULL
  RunNote *parameter;  // with their values
  size_t parameters;
};

// Makes the request that options describe. Returns false if they are of a later version.
bool api_motion_request(const DalRunOptions *options, MotionRequest *request);

// Notes the title, the method and the parameters of the model in the run.
void api_note_model(const DalModel *m, DalRun *run);

// Follows a motion within a call. The caller owns *run, which is NULL if nothing was computed.
MUST_USE Status api_follow(DalModel *m, const MotionRequest *request, DalRun **run);

// The table with all that is known about the run, in the arena.
RunTable api_run_table(const DalRun *run, Arena *arena);

// Converts the motion to SI units, whatever the units of its columns are (`x [mm]`); the copy is in the arena.
MUST_USE Status api_in_si(DalModel *m, const Motion *from, Arena *arena, Motion *to);

// Did it end before it should have?
bool api_ended_early(const DalRun *run);

#endif
