// motion/run_impl.h: shared by the integrators.

#ifndef MOTION_RUN_IMPL_H
#define MOTION_RUN_IMPL_H

#include "motion/run.h"

// A method that takes steps and can evaluate the last one.
typedef struct {
  int (*drive)(Drive *d);  // a DriveReason; NULL: that of the flow
  void (*state_at)(const Drive *d, double t, double *y);
  void (*fill_rows)(Drive *d, double until);
} Driver;

#define X(NAME, name) extern const IntegratorTraits integrator_##name;
#include "motion/integrators.def"
#undef X

extern const Driver driver_dop853;  // dop853.c
extern const Driver driver_taylor;  // taylor.c

// --- a run, pause by pause -----------------------------------------------------------------------

// Counts the numbers in the arrays of a Drive; sets it up in a block of that many zeros.
size_t drive_room(const Flow *flow, bool taylor);
void drive_init(Drive *d, const Flow *flow, const RunRequest *r, bool taylor, double *block,
                RunResult *result);

// A run from pause to pause, with any stepper.
typedef struct {
  const Driver *driver;  // the one that took the last step
  const Flow *flow;
  const RunRequest *request;
  Drive *d;
  double start;   // t at the start
  double excess;  // by which the initial state violates the constraints
  double before;  // t at the last pause
  double detour;  // the step of DOP853, kept from detour to detour
  size_t steps;   // those taken up to there
  Crawl crawl;
  Pace pace;
  int reason;  // why it pauses or ends: a DriveReason
} Course;

void course_begin(Course *c, const Driver *driver, const Flow *flow, const RunRequest *r, Drive *d);
// Does the run continue? If so, d->budget steps are to be taken.
bool course_goes_on(Course *c);
// Notes that these steps were taken, or ended early, for this reason.
void course_pauses(Course *c, int reason);
void course_end(const Course *c, RunResult *result);

// Runs to the end with any driver; stepper goes to d->stepper.
MUST_USE Status run_driver(const Driver *driver, void *stepper, const Flow *flow,
                           const RunRequest *r, RunResult *result);

#endif
