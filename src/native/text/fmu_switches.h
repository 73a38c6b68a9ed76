// native/text/fmu_switches.h: the events of an FMU whose forces switch: `stop when`, and the places where they switch.
//
// A part of exported C, plain C99, after fmu.h, in place of fmu_stops.h. Events are the stops, the functions of the
// sides, then what is left of each side while the motion slides along a surface; events that are not watched have the
// indicator 1.

#define FMU_SOON 1e-12  // of the time and of the run: an importer may stop this far before an event
#define FMU_ZERO 1e-12  // of 1 and the state: a smaller function may be rounding
#define FMU_OFF 1e-8    // of the same: how far motion along a surface may leave it in model exchange

// Finds the sides from a state on; event: the one that happened there, or FMU_EVENTS. Returns 0 if they are not
// determined.
static int fmu_decide(FmuInstance *in, double t, double *y, int event, EventWatch *watch) {
  FmuState *s = &in->s;
  const SwitchKind kind = switching_decide(&s->discrete.switching, &in->flow, t, y, (size_t) event,
                                           fabs(s->stop - s->start), watch);
  in->now = fmu_flow_of_sides(&s->discrete, &in->flow);
  s->drive.context = (void *) in->now;
  s->undecided = kind == SWITCH_UNDECIDED ? 1 : kind == SWITCH_CROWDED ? 2 : 0;
  if (s->undecided) return 0;
  // velocities that are prescribed may jump with the forces
  if (in->flow.project != NULL) fmu_project(&in->flow, t, y);
  return 1;
}

static const char *fmu_trouble(const FmuInstance *in) {
  return in->s.undecided == 2 ? "forces switch without end, and time does not pass"
                              : "forces switch there, and several motions begin, or none";
}

static int fmu_complain(FmuInstance *in) {
  return fmu_fail(in, FMU_ERROR, "the motion ends at time %.17g: %s", in->s.t, fmu_trouble(in));
}

static void fmu_note_signs(FmuInstance *in) {
  FmuState *s = &in->s;
  double g[FMU_EVENTS + 1], size = 1;
  fmu_event(&in->flow, s->t, s->y, g);
  for (int i = 0; i < FMU_X; i++) size = fmax(size, fabs(s->y[i]));
  for (int i = 0; i < FMU_EVENTS; i++) {
    const int side = i - FMU_STOPS;
    const int small = fabs(g[i]) <= FMU_ZERO * size;
    s->sign[i] = side >= FMU_SIDES           ? 1
                 : side >= 0                 ? (s->y[FMU_X + side] > 0 ? 1 : -1)
                 : !small                    ? (g[i] > 0 ? 1 : -1)
                 : s->discrete.direction[i] != 0 ? s->discrete.direction[i]
                                             : 1;
    s->floor[i] = small && side < FMU_SIDES ? 2 * FMU_ZERO * size : 0;
  }
}

// Keeps the sides of fmu_start, unless another state was set: then takes those of their functions.
static void fmu_find_sides(FmuInstance *in) {
  FmuState *s = &in->s;
  double g[FMU_EVENTS + 1];
  for (int i = 0; s->moved && i < FMU_SIDES; i++) {
    fmu_event(&in->flow, s->t, s->y, g);
    if (g[FMU_STOPS + i] != 0) s->y[FMU_X + i] = g[FMU_STOPS + i] > 0 ? 1 : -1;
  }
}

static int fmu_start_events(FmuInstance *in) {
  FmuState *s = &in->s;
  fmu_make(in);
  fmu_find_sides(in);
  s->discrete.switching.last = (double) NAN;
  s->discrete.switching.kept = s->discrete.switching.cycle = 0;
  for (int i = 0; i < FMU_EVENTS; i++) s->discrete.direction[i] = i < FMU_STOPS ? fmu_direction[i] : EVENT_OFF;
  fmu_forget(in);
  if (!fmu_decide(in, s->t, s->y, FMU_EVENTS, NULL)) return fmu_complain(in);
  fmu_note_signs(in);
  return FMU_OK;
}

// Reacts to new values of parameters or inputs.
static int fmu_tune(FmuInstance *in) {
  fmu_forget(in);
  return fmu_decide(in, in->s.t, in->s.y, FMU_EVENTS, NULL) ? FMU_OK : fmu_complain(in);
}

// --- co-simulation -------------------------------------------------------------------------------

static void fmu_expect(FmuInstance *in, int fresh) {
  FmuState *s = &in->s;
  in->watch->changing = FMU_STOPS;
  if (fresh) (void) fmu_decide(in, s->drive.t, s->ahead, FMU_EVENTS, in->watch);
  s->horizon = switching_horizon(&s->discrete.switching, s->drive.t);
}

static void fmu_mark_events(FmuInstance *in) {
  (void) in;
}

static int fmu_jump(FmuInstance *in) {
  FmuState *s = &in->s;
  Drive *d = &s->drive;
  s->over = d->event < FMU_STOPS;
  if (s->over) return DRIVE_EVENT;
  s->over = !fmu_decide(in, d->t, s->ahead, d->event, in->watch);
  return s->over ? DRIVE_FAILED : DRIVE_PAUSE;
}

// Has a function left the side that the motion is on unnoticed?
static int fmu_is_lost(FmuInstance *in) {
  return switching_is_wrong(&in->s.discrete.switching, &in->flow, in->s.t, in->s.y);
}

// --- model exchange ------------------------------------------------------------------------------

static void fmu_indicators_at(FmuInstance *in, double t, double *y, double *g) {
  const FmuState *s = &in->s;
  if (in->now->settle != NULL) in->now->settle(in->now, t, y);
  fmu_event(&in->flow, t, y, g);
  for (int i = 0; i < FMU_EVENTS; i++)
    g[i] = s->discrete.direction[i] == EVENT_OFF ? 1 : g[i] + s->sign[i] * s->floor[i];
}

static void fmu_indicators(FmuInstance *in, double *g) {
  double y[FMU_N];
  memcpy(y, in->s.y, sizeof y);
  fmu_indicators_at(in, in->s.t, y, g);
}

static int fmu_crosses(const FmuState *s, int i, double g) {
  const int direction = s->discrete.direction[i];
  return direction != EVENT_OFF && g * s->sign[i] < 0 && (direction == 0 || direction * g > 0);
}

// Returns the first event that has crossed zero, or is about to; or FMU_EVENTS.
static int fmu_find_crossed(FmuInstance *in) {
  FmuState *s = &in->s;
  const double soon = FMU_SOON * (fabs(s->t) + fabs(s->stop - s->start));
  double g[FMU_EVENTS + 1], later[FMU_EVENTS + 1], next[FMU_N];
  fmu_know_rates(in);
  for (int i = 0; i < FMU_N; i++) next[i] = s->y[i] + soon * in->rates[i];
  fmu_indicators(in, g);
  fmu_indicators_at(in, s->t + soon, next, later);
  for (int i = 0; i < FMU_EVENTS; i++)
    if (fmu_crosses(s, i, g[i]) || fmu_crosses(s, i, later[i])) return i;
  return FMU_EVENTS;
}

// Returns how far a motion along surfaces is off these.
static double fmu_off(FmuInstance *in) {
  const FmuState *s = &in->s;
  double g[FMU_EVENTS + 1], off = 0, size = 1;
  fmu_event(&in->flow, s->t, s->y, g);
  for (int i = 0; i < FMU_X; i++) size = fmax(size, fabs(s->y[i]));
  for (int i = 0; i < FMU_SIDES; i++)
    if (s->discrete.on[i]) off = fmax(off, fabs(g[FMU_STOPS + i]));
  return off / size;
}

static int fmu_update(FmuInstance *in, int *ends, int *moved, double *next) {
  FmuState *s = &in->s;
  double before[FMU_X];
  memcpy(before, s->y, sizeof before);
  *ends = 0;
  *next = HUGE_VAL;
  fmu_make(in);
  (void) fmu_correct(in);
  const int event = fmu_find_crossed(in);
  *ends = event < FMU_STOPS;
  if (*ends) return FMU_OK;
  if (event < FMU_EVENTS || s->changed) {
    if (!fmu_decide(in, s->t, s->y, event, NULL)) return fmu_complain(in);
    s->changed = 0;
    fmu_note_signs(in);
  }
  if (s->discrete.switching.sliding) in->now->project(in->now, s->t, s->y);
  fmu_forget(in);
  *moved = memcmp(before, s->y, sizeof before) != 0;
  return FMU_OK;
}

static int fmu_wants_event(FmuInstance *in) {
  FmuState *s = &in->s;
  double g[FMU_EVENTS + 1], raw[FMU_EVENTS + 1];
  int any = 0;
  fmu_indicators(in, g);
  fmu_event(&in->flow, s->t, s->y, raw);
  for (int i = 0; i < FMU_EVENTS; i++) {
    any |= fmu_crosses(s, i, g[i]);
    if (raw[i] * s->sign[i] > s->floor[i]) s->floor[i] = 0;
    if (i < FMU_STOPS && s->floor[i] > 0 && raw[i] * s->sign[i] < -s->floor[i] / 2) s->sign[i] = -s->sign[i], s->floor[i] = 0;
    if (i < FMU_STOPS && s->floor[i] == 0 && raw[i] != 0 && !fmu_crosses(s, i, g[i])) s->sign[i] = raw[i] > 0 ? 1 : -1;
  }
  return any || fmu_off(in) > FMU_OFF || (in->flow.project != NULL && !(fmu_violation(in) <= FMU_TOLERANCE));
}
