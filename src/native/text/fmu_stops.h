// native/text/fmu_stops.h: the events of an FMU whose equations stay the same: each of them ends the run.
//
// A part of exported C, plain C99, after fmu.h; fmu_jumps.h and fmu_switches.h define the same functions.

static int fmu_start_events(FmuInstance *in) {
  double g[FMU_EVENTS + 1];
  fmu_make(in);
  fmu_event(&in->flow, in->s.t, in->s.y, g);
  for (int i = 0; i < FMU_EVENTS; i++) in->s.sign[i] = g[i] > 0 ? 1 : -1;
  return FMU_OK;
}

// Is called before a stretch of co-simulation.
static void fmu_expect(FmuInstance *in, int fresh) {
  (void) fresh;
  in->s.horizon = HUGE_VAL;
}

// Is called when an event of co-simulation was found in the last step.
static void fmu_mark_events(FmuInstance *in) {
  (void) in;
}

// Handles an event of the run. Returns a DriveReason, or DRIVE_PAUSE if the run continues from there, in s->ahead.
static int fmu_jump(FmuInstance *in) {
  in->s.over = 1;
  return DRIVE_EVENT;
}

// Has the motion been lost unnoticed?
static int fmu_is_lost(FmuInstance *in) {
  (void) in;
  return 0;
}

// Reacts to new values of parameters or inputs.
static int fmu_tune(FmuInstance *in) {
  (void) in;
  return FMU_OK;
}

static const char *fmu_trouble(const FmuInstance *in) {
  (void) in;
  return "";
}

static void fmu_indicators(FmuInstance *in, double *g) {
  fmu_event(&in->flow, in->s.t, in->s.y, g);
}

// Event mode of model exchange: does the run end, was the state moved, when is the next event at the latest? Returns
// a status.
static int fmu_update(FmuInstance *in, int *ends, int *moved, double *next) {
  double g[FMU_EVENTS + 1];
  *ends = 0;
  *next = HUGE_VAL;
  fmu_make(in);
  fmu_event(&in->flow, in->s.t, in->s.y, g);
  for (int i = 0; i < FMU_EVENTS; i++) {
    const int sign = g[i] > 0 ? 1 : -1;
    *ends |= sign != in->s.sign[i] && fmu_direction[i] * sign >= 0;
    in->s.sign[i] = sign;
  }
  *moved = fmu_correct(in);
  return FMU_OK;
}

// After a step of model exchange: is there a reason for event mode?
static int fmu_wants_event(FmuInstance *in) {
  return in->flow.project != NULL && !(fmu_violation(in) <= FMU_TOLERANCE);
}
