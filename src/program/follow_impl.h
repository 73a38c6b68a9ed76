// program/follow_impl.h: the steps of computing a motion, alone or together with others.

#ifndef PROGRAM_FOLLOW_IMPL_H
#define PROGRAM_FOLLOW_IMPL_H

#include "program/atlas.h"
#include "program/corner.h"
#include "program/follow.h"
#include "program/hybrid.h"
#include "program/results.h"
#include "program/switching.h"

typedef enum { CODE_AUTO, CODE_INTERPRETER, CODE_NATIVE } Code;

// A part of a run in one chart.
typedef struct {
  const Patch *patch;
  size_t first, rows;  // rows before it; rows up to its end
  const double *at;    // states of its rows
  double lost;         // energy lost at events before it
  const bool *on;  // the surfaces that it slides along, or NULL
} Leg;

typedef struct {
  System *m;
  const MotionRequest *options;
  Arena *arena;  // of the motion
  Motion *motion;
  Atlas atlas;
  Switching switching;
  ARRAY(Leg) legs;
  RunRequest request;
  RunAhead ahead;
  RunResult result;
  double every;
  Code code;
  const char *name;      // of the independent variable
  double *states;        // the initial one, then those of the rows, leg by leg
  Modes modes;
  Hybrid *hybrid;        // events that change the motion; or NULL
  bool broken;           // the events at the initial state could not be resolved
  bool pulled;           // the last stretch ended because forces switched, and a contact would pull
  size_t passed, events;  // sections; all events of the model; those of sides follow
  bool *happened;        // workspace for marks of events
  const Patch *rows_of;  // the patch whose rows are being computed, and the workspace for them
  double *row_work;
  size_t sent;              // number of rows sent to the caller
  double *row;              // workspace for one row
  double *settled;          // and for a state
  bool *rests;              // of each side: the motion stays on its surface, of order 2; or NULL
  const Section *section;   // at whose crossings the rows are; or NULL
  const Section **watched;  // that one, and those whose times are results: `passed` of them
  ARRAY(double) crossings;  // rows, unless the caller receives them
  ARRAY(double) jumps;      // rows before and after events, if requested
  Results results;
  bool refused;  // the caller wants no more
  bool over;     // the motion was followed to its end
  bool sizes;    // forces depend on sizes of reactions
  Corners corners;
  const ConstraintRow *corner;  // the constraint whose corner ended the run; or NULL
} FollowJob;

// Read a request: everything except the times of rows; whether the tolerance chooses between DOP853 and
// Taylor's method; the initial state, into the inputs of the program; the times; the directions of events.
MUST_USE Status follow_find_request(FollowJob *job, FlowWish *wish);
bool follow_is_free(const FollowJob *job);
MUST_USE Status follow_find_start(FollowJob *job);
MUST_USE Status follow_find_times(FollowJob *job);
void follow_find_directions(FollowJob *job);

// Make the table: its columns; its rows, from the states of the run; the summary of the whole motion.
void follow_open_table(FollowJob *job);
void follow_fill_table(FollowJob *job);
void follow_put_summary(FollowJob *job);
// Merge rows of events into the table; list the surfaces on which a motion comes to rest where forces jump.
void follow_merge_jumps(FollowJob *job);
void follow_list_rest(FollowJob *job);

// Decides the sides from here on; event: the one that ended the last leg. Returns false if the run ends here.
bool follow_switch_sides(FollowJob *job, size_t event);
// Has the last leg ended because forces switch, and does the motion continue in the same mode?
bool follow_has_switched(FollowJob *job);
// Does a contact pull now that forces have switched? Then its release is an event.
bool follow_contact_pulls(FollowJob *job);
// Has a leg missed a switching: did it end on another side than the one it was on?
bool follow_is_lost(FollowJob *job);

// Reports how the motion ended; returns the status of the run.
MUST_USE Status follow_report_end(FollowJob *job);

// Formats a number with six digits, for messages; in working memory.
const char *follow_number(System *m, double value);

#endif
