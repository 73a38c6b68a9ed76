// motion/run_impl.h: what the integrators share.

#ifndef MOTION_RUN_IMPL_H
#define MOTION_RUN_IMPL_H

#include "motion/run.h"

// A method that takes steps and knows the last one.
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

// How many numbers the arrays of a Drive take; and these in one block, which is all zeros.
size_t drive_room(const Flow *flow, bool taylor);
void drive_init(Drive *d, const Flow *flow, const RunRequest *r, bool taylor, double *block,
                RunResult *result);

// A run from pause to pause, by any stepper.
typedef struct {
  const Driver *driver;  // that took the last step
  const Flow *flow;
  const RunRequest *request;
  Drive *d;
  double start;   // t there
  double excess;  // by which its state violates the constraints
  double before;  // t at the last pause
  double detour;  // the step of DOP853 from detour to detour
  Crawl crawl;
  Pace pace;
  int reason;  // to pause, or to end: a DriveReason
} Course;

void course_begin(Course *c, const Driver *driver, const Flow *flow, const RunRequest *r, Drive *d);
// Are there steps to take? As many as d->budget says, then.
bool course_goes_on(Course *c);
// They were taken, or ended early, for that reason.
void course_pauses(Course *c, int reason);
void course_end(const Course *c, RunResult *result);

// Runs to the end with any driver; stepper is for d->stepper.
MUST_USE Status run_driver(const Driver *driver, void *stepper, const Flow *flow,
                           const RunRequest *r, RunResult *result);

#endif
