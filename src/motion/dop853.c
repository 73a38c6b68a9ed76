// motion/dop853.c: DOP853 for flows that are not compiled.

#include "motion/run_impl.h"
#include <math.h>
#include <string.h>

#define DRIVE_NAME(part) flow_##part
#define DRIVE_LINKAGE static
#define DRIVE_N d->n
#define DRIVE_WATCHED d->watched
#define DRIVE_STORAGE(k) double *storage = d->work
#define FLOW ((const Flow *) d->context)
#define DRIVE_RATE(t, y, yd) FLOW->rate(FLOW, t, y, yd, d->watch)
#define DRIVE_PROJECT(t, y) \
  if (FLOW->project) FLOW->project(FLOW, t, y)
#define DRIVE_RESIDUAL_COUNT d->residuals
#define DRIVE_RESIDUALS(t, y, r) FLOW->residual(FLOW, t, y, r)
#define DAL_FUSED 0  // as interpreted tapes
#include "native/text/real.h"
#include "native/text/each.h"
#include "native/text/coefficients.h"
#include "native/text/stages.h"
#include "native/text/step.h"
#include "native/text/dop853.h"

int flow_dop853(Drive *d) {
  return flow_drive(d);
}

const Driver driver_dop853 = {.state_at = flow_state_at, .fill_rows = flow_fill_rows};

static Status run_dop853(const Flow *flow, const RunRequest *r, RunResult *result) {
  return run_driver(&driver_dop853, NULL, flow, r, result);
}

const IntegratorTraits integrator_dop853 = {
  .name = "dop853",
  .title = "explicit Runge-Kutta of order 8 (Dormand and Prince)",
  .run = run_dop853,
};
