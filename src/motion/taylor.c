// motion/taylor.c: Taylor's method for flows that are not compiled.

#include "motion/run_impl.h"
#include <math.h>
#include <string.h>

#define DRIVE_NAME(part) taylor_##part
#define DRIVE_LINKAGE static
#define DRIVE_N d->n
#define DRIVE_WATCHED d->watched
#define FLOW ((const Flow *) d->context)
#define DRIVE_RATE(t, y, yd) FLOW->rate(FLOW, t, y, yd, d->watch)
#define DRIVE_PROJECT(t, y) \
  if (FLOW->project) FLOW->project(FLOW, t, y)
#define DRIVE_RESIDUAL_COUNT d->residuals
#define DRIVE_RESIDUALS(t, y, r) FLOW->residual(FLOW, t, y, r)
#define TAYLOR_SUMS (int) FLOW->series.sums
#define TAYLOR_GUARDS (int) FLOW->series.guards
#define TAYLOR_KEPT (int) FLOW->series.kept
#define TAYLOR_START(t, y, yd, w, kept) FLOW->series.start(FLOW, t, y, yd, w, kept)
#define TAYLOR_NEXT(kept, k, y, sum, yd, w, a, b) \
  FLOW->series.next(FLOW, kept, k, y, sum, yd, w, a, b)
#define DAL_FUSED 0  // as interpreted tapes
#include "native/text/real.h"
#include "native/text/each.h"
#include "native/text/step.h"
#include "native/text/taylor.h"

int flow_taylor(Drive *d) {
  return taylor_drive(d);
}

const Driver driver_taylor = {.state_at = taylor_state_at, .fill_rows = taylor_fill_rows};

// Without series, which not every flow has, DOP853 serves.
static Status run_taylor(const Flow *flow, const RunRequest *r, RunResult *result) {
  return run_driver(flow->taylor != NULL ? &driver_taylor : &driver_dop853, NULL, flow, r, result);
}

const IntegratorTraits integrator_taylor = {
  .name = "taylor",
  .title = "Taylor series, their order by the tolerance",
  .series = true,
  .run = run_taylor,
};
