// program/follow.h: computes a motion, as a table.

#ifndef PROGRAM_FOLLOW_H
#define PROGRAM_FOLLOW_H

#include "motion/run.h"
#include "program/system.h"

// A request for a motion. Everything left out is zero.
typedef struct {
  StateRequest start;
  const char *from, *to, *every;  // expressions; NULL: as in the model
  size_t rows;                    // about this many, unless `every` is given
  double rtol, atol;              // 0: 1e-10 and 1e-12
  const char *integrator;         // NULL: "dop853"
  const char *code;               // "interpreter", "native", "auto"; NULL: auto
  const char *only;               // a section, for rows only at its crossings; or NULL
  const char *columns;            // more of them: "accelerations, multipliers, reactions"; or NULL
  const char *units;              // "declared", "SI"; NULL: SI
  bool no_projection;
  bool jumps;    // for figures: also rows before and after every event that changes the state, both at its time
  size_t steps;  // at most; 0: 10^9
  void (*progress)(void *context, double done);
  void *progress_context;
  // receives the names of the columns, before the first row; or NULL
  void (*names)(void *context, const char *const *column, size_t columns);
  int (*row)(void *context, const double *row, size_t columns);  // returns nonzero to end the run
  void *row_context;
  // for an export: as `opened` of Modes
  void (*opened)(void *context, const ConstraintUse *use, const double *state, bool turned);
  void *opened_context;
  // for a resumed run: its rows are at times counted from here, not from its own start
  bool has_grid;
  double grid_from;
} MotionRequest;

// An event; what: "impact", "contact", "release", "rest", "when", "stop".
typedef struct {
  double t;
  const char *name;  // of the constraint, or of the event
  const char *what;
  double impulse;  // or 0
  double lost;     // energy
} MotionEvent;

typedef struct {
  RunEnd end;
  const char *variable;  // "t", or the variable that replaces it
  double from, t;
  const char *why;
  size_t steps, rejected, calls;
  double seconds;
  bool compiled;
  double energy, energy_drift, constraint_error;
  size_t charts;
  size_t switches;      // how often forces have switched
  const char *section;  // at which the rows are; or NULL
  const char *integrator;
  double rtol, atol;
  const char *const *column;
  const char *const *unit;  // of each column, or NULL if not known; may be NULL itself
  size_t columns, rows;  // rows is 0 if nothing was computed
  double *at;            // row by row
  ARRAY(MotionEvent) events;
  size_t results;        // of the model
  const char *const *result_name;
  double *result;
} Motion;

// Computes the motion; the table is in the arena, which is not the working memory of the system. STATUS_DOMAIN
// if it ended early, STATUS_CANCELLED or STATUS_LIMIT if the caller or the time limit ended it: there is a
// table in these cases, too. Must be called within a guard.
MUST_USE Status system_follow(System *m, const MotionRequest *request, Arena *arena,
                              Motion *motion);

// Returns the name or title of integrator i; NULL past the last.
const char *follow_integrator(size_t i);
const char *follow_integrator_title(size_t i);

#endif
