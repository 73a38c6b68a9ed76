// motion/run_impl.h: what the integrators share.

#ifndef MOTION_RUN_IMPL_H
#define MOTION_RUN_IMPL_H

#include "motion/run.h"

// A function of time that changes its sign.
typedef struct {
  double (*value)(void *context, double t);
  void *context;
} EventSearch;

double locate_event(const EventSearch *search, double a, double b);

// Within the last step of a Drive: the state at a time; the rows up to it (dop853.c).
void drive_state_at(const Drive *d, double t, double *y);
void drive_fill_rows(Drive *d, double until);

// The integrators of SUNDIALS (sundials.c).
MUST_USE Status run_sundials(const Flow *flow, const RunRequest *r, RunResult *result);

#endif
