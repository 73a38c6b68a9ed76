// native/text/fmu_flow.h: the motion of an FMU whose equations stay the same: its tapes.
//
// A part of exported C, plain C99, after fmu_tape.h. An FMU contains either this file, with fmu_sides.h if forces
// switch, or fmu_modes.h. Each provides the functions of a flow, a row of the table, the derivatives of all of these
// in a direction, and FmuDiscrete, the part of a state that changes only at events.

#if FMU_SIDES == 0
typedef struct {
  int none;
} FmuDiscrete;
#endif

static void fmu_rate(const Flow *flow, double t, const double *y, double *yd, double *watch) {
  rate(flow->fixed, t, y, yd, watch);
}

static void fmu_project(const Flow *flow, double t, double *y) {
  project(flow->fixed, t, y);
}

static void fmu_event(const Flow *flow, double t, const double *y, double *g) {
  event(flow->fixed, t, y, g);
}

static void fmu_residual(const Flow *flow, double t, const double *y, double *r) {
  residual(flow->fixed, t, y, r);
}

static void fmu_row(const Flow *flow, double t, const double *y, double *to) {
  row(flow->fixed, t, y, to);
}

static void fmu_bounds(const Flow *flow, const Bounds *ty, Bounds *g) {
  fmu_bound_tape(&fmu_event_tape, flow->fixed, ty, flow->bounds_work);
  for (int i = 0; i < FMU_EVENTS; i++) g[i] = flow->bounds_work[fmu_event_tape.output[i]];
}

// Computes the derivatives that FMU_OF_RATES and the others describe.
static void fmu_derive(const Flow *flow, int of, double t, const double *y, const double *seed, double *work,
                       double *result) {
  const FmuTape *const tapes[] = {&fmu_rate_tape, &fmu_row_tape, &fmu_event_tape};
  const int lengths[] = {FMU_N, FMU_ROW, FMU_EVENTS};
  const double *d = fmu_derive_tape(tapes[of], flow->fixed, t, y, seed, work, lengths[of], result);
  if (of == FMU_OF_ROW) result[FMU_COLUMNS - 1] = fmu_derive_largest(tapes[of], d, work, FMU_COLUMNS - 1, FMU_ROW);
}
