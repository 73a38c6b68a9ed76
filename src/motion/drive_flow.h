// motion/drive_flow.h: a Flow as what native/text/drive.h and step.h drive: its rates, projection and residuals.
//
// For files that make an integrator of these texts, once each.

#define DRIVE_N d->n
#define DRIVE_WATCHED d->watched
#define FLOW ((const Flow *) d->context)
#define DRIVE_RATE(t, y, yd) FLOW->rate(FLOW, t, y, yd, d->watch)
#define DRIVE_PROJECT(t, y) \
  if (FLOW->project) FLOW->project(FLOW, t, y)
#define DRIVE_RESIDUAL_COUNT d->residuals
#define DRIVE_RESIDUALS(t, y, r) FLOW->residual(FLOW, t, y, r)
