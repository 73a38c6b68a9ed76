// motion/dop853.c: DOP853 for flows that are not compiled.

#define DAL_FUSED 0  // as interpreted tapes
#include "motion/dop853_impl.h"

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
