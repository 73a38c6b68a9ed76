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

// Runs to the end with any driver; stepper is for d->stepper.
MUST_USE Status run_driver(const Driver *driver, void *stepper, const Flow *flow,
                           const RunRequest *r, RunResult *result);

#endif
