// motion/taylor.c: Taylor's method for flows that are not compiled.

#define DAL_FUSED 0  // as interpreted tapes
#include "motion/taylor_impl.h"

int flow_taylor(Drive *d) {
  return taylor_drive(d);
}

const Driver driver_taylor = {.state_at = taylor_state_at, .fill_rows = taylor_fill_rows};

// Falls back to DOP853 for a flow without series.
static Status run_taylor(const Flow *flow, const RunRequest *r, RunResult *result) {
  return run_driver(flow->taylor != NULL ? &driver_taylor : &driver_dop853, NULL, flow, r, result);
}

const IntegratorTraits integrator_taylor = {
  .name = "taylor",
  .title = "Taylor series, their order by the tolerance",
  .series = true,
  .run = run_taylor,
};
