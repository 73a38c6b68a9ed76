// motion/drive_flow.h: adapts a Flow to native/text/drive.h and step.h: its rates, projection and residuals.
//
// For files that build an integrator from these texts, each of which includes it once.

#define DRIVE_N d->n
#define DRIVE_WATCHED d->watched
#define FLOW ((const Flow *) d->context)
#define DRIVE_RATE(t, y, yd) FLOW->rate(FLOW, t, y, yd, d->watch)
#define DRIVE_PROJECT(t, y) \
  if (FLOW->project) FLOW->project(FLOW, t, y)
#define DRIVE_RESIDUAL_COUNT d->residuals
#define DRIVE_RESIDUALS(t, y, r) FLOW->residual(FLOW, t, y, r)
