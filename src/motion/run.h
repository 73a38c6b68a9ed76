// motion/run.h: integrates a flow from one time to another.

#ifndef MOTION_RUN_H
#define MOTION_RUN_H

#include "base/library.h"
#include "base/status.h"
#include "motion/event.h"

typedef enum {
#define X(NAME, name) INTEGRATOR_##NAME,
#include "motion/integrators.def"
#undef X
  INTEGRATOR_COUNT
} Integrator;

// The libraries of external integrators: the one that was found, or the reason why none was.
typedef enum { RUN_LIBRARY_CVODE, RUN_LIBRARY_ARKODE, RUN_LIBRARY_KLU } RunLibrary;
const Library *run_library(RunLibrary which);

// The reasons why a run ends.
typedef enum {
  RUN_DONE,         // it reached its end
  RUN_EVENT,        // a requested event
  RUN_SINGULAR,     // a pivot vanishes ahead
  RUN_SMALL_STEP,   // the step became too small
  RUN_NOT_FINITE,   // there are no rates at the start
  RUN_STEPS,        // the maximum number of steps was taken
  RUN_INTERRUPTED,  // the caller asked for it, or it would need too many steps (RunAhead)
  RUN_FAILED,       // the integrator failed in another way
  RUN_STRAYED,      // a constraint is violated by more than the tolerances explain
  RUN_UNDECIDED,    // where rates jump: several motions start, or none
  RUN_CROWDED,      // where rates jump: repeatedly, without time passing
  RUN_BROKEN,       // an event could not be resolved
  RUN_ASKED         // the callback continues with another flow
} RunEnd;

// The callback's advice for a run with a small pivot.
typedef enum {
  RUN_STAY,    // there is no better flow
  RUN_CHANGE,  // another flow continues better from here
  RUN_GIVE_UP  // rounding hides how to continue, for every flow: a singular state
} RunAdvice;

// How fast a run comes forward, over all of its legs. A run that would need far more steps than anybody waits for ends.
typedef struct {
  double to;     // where the whole run ends
  double most;   // steps that may be ahead
  size_t steps;  // taken so far
  size_t mark;   // those at the last estimate,
  double t;      // when that was,
  double pace;   // and the mean step before it; 0 until then
  double ahead;  // the steps that were ahead when the run was ended for that; or 0
} RunAhead;

typedef struct {
  Integrator integrator;
  double from, to;
  double rtol, atol;
  const double *times;  // at which the state is wanted, after `from`, in the direction of the run
  size_t n_times;
  size_t most_steps;
  const int *direction;      // of each event: 1 rising, -1 falling, 0 any
  EventWatch *events;        // of the run that this one continues; or NULL
  const volatile int *stop;  // may be NULL; not 0: end the run
  RunAhead *ahead;           // may be NULL: the run takes as long as it takes
  // called now and then; may replace the flow by another of the same state, with a Jacobian if this one has
  // one; may be NULL
  void (*pause)(void *context, double t, size_t calls, const Flow **flow);
  // called between steps, several times a second; returns true to end the run. May be NULL
  bool (*look)(void *context);
  size_t length;  // of the rates, in operations: decides how often `look` is called
  // called when less than a fraction ask_part of a pivot's largest size is left, again when it has become much
  // smaller, and if a pivot vanishes ahead (part 0): does another flow continue better from here? May be NULL
  RunAdvice (*ask)(void *context, double t, const double *y, size_t pivot, double part);
  const double *ask_part;  // for `ask`, of each pivot; 0: do not ask until it vanishes
  const double *fall;      // for `ask`: the fraction of each pivot that a step must leave; 0: any
  void *context;           // of pause, look and ask
} RunRequest;

#define RUN_FEW_DIGITS \
  1e-9  // of its scale; a smaller pivot leaves rates that have lost digits

// Returns the fraction of its scale below which a pivot of a state of n numbers may be zero.
double run_least_pivot(size_t n);

#define RUN_MESSAGE 200  // chars

typedef struct {
  RunEnd end;
  double t;       // time at the end
  double *y;      // state at the end (n); the caller's
  double *rows;   // n_times * n; the caller's
  size_t n_rows;  // filled in
  size_t steps, rejected, calls;
  bool stiff;                 // a stiff method would do better
  size_t event;               // the event that ended it
  size_t stray;               // the residual that is too large,
  double off;                 // its value, relative to the effect of a change of the state,
  double slack[2];            // and how much would be acceptable, as in drive_stray
  double digits;              // the smallest fraction left of a pivot's terms; 1: enough
  size_t nearest;             // the pivot for which that was,
  double nearest_at;          // and when
  size_t pivot;               // the pivot that vanishes,
  double where;               // and when
  char message[RUN_MESSAGE];  // RUN_FAILED: the message of the integrator
} RunResult;

#define RUN_TAYLOR_RTOL 1e-13  // from here on Taylor's method is faster, if its series are short

// Is Taylor's method likely to be faster than DOP853 along an interpreted flow?
bool run_taylor_pays(const Flow *flow, double rtol);

// Runs a flow. y: the state at `from`, and at the end afterwards. STATUS_LIMIT without memory, STATUS_UNABLE
// without the library of the integrator; result reports what happened to the motion.
MUST_USE Status run_flow(const Flow *flow, const RunRequest *request, RunResult *result);

// An integrator: its name, as used by --integrator, its title, whether it needs the Jacobian of the rates, and
// how it integrates a flow. run_flow calls `run`.
typedef struct {
  const char *name, *title;
  bool jacobian;
  bool series;     // and the Taylor series of the motion
  bool multistep;  // each step uses those before
  Status (*run)(const Flow *flow, const RunRequest *request, RunResult *result);
} IntegratorTraits;

const IntegratorTraits *integrator_traits(Integrator integrator);

#endif
