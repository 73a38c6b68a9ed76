// motion/run.h: a flow followed from one time to another.

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

// The libraries of integrators that are not our own: what was found, or why nothing was.
typedef enum { RUN_LIBRARY_CVODE, RUN_LIBRARY_ARKODE, RUN_LIBRARY_KLU } RunLibrary;
const Library *run_library(RunLibrary which);

// Why a run ended.
typedef enum {
  RUN_DONE,         // it reached its end
  RUN_EVENT,        // an event that was requested
  RUN_SINGULAR,     // a pivot vanishes ahead
  RUN_SMALL_STEP,   // the step became too small
  RUN_NOT_FINITE,   // there are no rates at the start
  RUN_STEPS,        // the most steps were taken
  RUN_INTERRUPTED,  // the caller requested it
  RUN_FAILED,       // the integrator failed otherwise
  RUN_STRAYED,      // a constraint is violated by more than the tolerances explain
  RUN_UNDECIDED,    // where rates jump: several motions begin, or no motion
  RUN_CROWDED,      // where rates jump: again and again, without time passing
  RUN_BROKEN,       // an event could not be resolved
  RUN_ASKED         // the callback has another flow to continue with
} RunEnd;

// What becomes of a run whose pivot is small.
typedef enum {
  RUN_STAY,    // there is nothing better
  RUN_CHANGE,  // another flow continues better from here
  RUN_GIVE_UP  // rounding hides the way on for every flow: a singular state
} RunAdvice;

typedef struct {
  Integrator integrator;
  double from, to;
  double rtol, atol;
  const double *times;  // where the state is wanted, after `from`, in the direction of the run
  size_t n_times;
  size_t most_steps;
  const int *direction;      // of each event: 1 rising, -1 falling, 0 any
  EventWatch *events;        // of a run that this one continues; or NULL
  const volatile int *stop;  // may be NULL; not 0: end the run
  // called now and then; may put another flow of the same state in place, with a Jacobian if this one has one; may be NULL
  void (*pause)(void *context, double t, size_t calls, const Flow **flow);
  // called between steps, several times a second: is the run to end? May be NULL
  bool (*look)(void *context);
  size_t length;  // of the rates, in operations: how often that is
  // called when no more than a part of a pivot's largest size is left, ask_part at first, and again
  // when it has become much smaller, or if a pivot vanishes ahead (part 0): is there another flow that
  // continues better from here? May be NULL
  RunAdvice (*ask)(void *context, double t, const double *y, size_t pivot, double part);
  const double *ask_part;  // of each pivot, then; 0: do not ask until it vanishes
  const double *fall;      // of each pivot, then: the part of it that a step is to leave; 0: any
  void *context;           // of pause, look and ask
} RunRequest;

#define RUN_FEW_DIGITS \
  1e-9  // parts of its measure; a smaller pivot leaves rates that have lost digits

// Parts of its measure below which a pivot of a state of n numbers may be zero.
double run_least_pivot(size_t n);

#define RUN_MESSAGE 200  // chars

typedef struct {
  RunEnd end;
  double t;       // where it ended
  double *y;      // and the state there (n); the caller's
  double *rows;   // n_times * n; the caller's
  size_t n_rows;  // filled in
  size_t steps, rejected, calls;
  bool stiff;                 // a stiff method would do better
  size_t event;               // that ended it
  size_t stray;               // the residual that is too large,
  double off;                 // what it is, in parts of what a change of the state makes of it,
  double slack[2];            // and how much would be explained, as drive_stray takes it
  double digits;              // the least that was left of a pivot, beside its terms; 1: enough
  size_t nearest;             // which one that was,
  double nearest_at;          // and when
  size_t pivot;               // that vanishes,
  double where;               // and when
  char message[RUN_MESSAGE];  // RUN_FAILED: what the integrator says
} RunResult;

#define RUN_TAYLOR_RTOL 1e-13  // from here on Taylor's method is the faster one, if its series are short

// Is Taylor's method likely to be faster than DOP853 along an interpreted flow?
bool run_taylor_pays(const Flow *flow, double rtol);

// y: the state at `from`, and then at the end. Status: STATUS_LIMIT without memory, STATUS_UNABLE
// without the library of the integrator; what happened to the motion is in the result.
MUST_USE Status run_flow(const Flow *flow, const RunRequest *request, RunResult *result);

// An integrator: its name, as --integrator gives it, its title, whether it needs the Jacobian of the rates, and how
// it follows a flow. run_flow calls `run`.
typedef struct {
  const char *name, *title;
  bool jacobian;
  bool series;     // and the Taylor series of the motion
  bool multistep;  // each step uses those before
  Status (*run)(const Flow *flow, const RunRequest *request, RunResult *result);
} IntegratorTraits;

const IntegratorTraits *integrator_traits(Integrator integrator);

#endif
