// native/text/fmu_jumps.h: the events of an FMU whose constraints come and go: impacts, contact, release, `when`.
//
// A part of exported C, plain C99, after fmu.h and expect.h, in the place of fmu_stops.h. What happens is in modes.h;
// here are the two ways to get there: the events of co-simulation, which the integrator finds, and the event indicators
// of model exchange, which an importer follows.

#define FMU_SOON 1e-12    // of the time and of the run: an importer may stop so far before an event
#define FMU_FLOOR 1e-13   // of the highest flight: so far a closed gap may be on the wrong side,
#define FMU_FLOOR_ERRORS 10  // or, after a release, this many tolerances
#define FMU_ZERO 1e-12    // of 1 and the state: a smaller difference of `when` or `stop when` may be rounding
#define FMU_STRAYED 1e-6  // of the highest flight, or of its terms: an open constraint is violated

static void fmu_note_event(FmuInstance *in, double t, const char *what, const char *name, double impulse, double lost) {
  if (!in->logging) return;
  if (what[0] == 'i')
    fmu_fail(in, FMU_OK, "%s %s at time %.17g, impulse %.17g, energy lost %.17g", what, name, t, impulse, lost);
  else
    fmu_fail(in, FMU_OK, "%s %s at time %.17g", what, name, t);
}

static int fmu_complain(FmuInstance *in) {
  return fmu_fail(in, FMU_ERROR, "the motion ends at time %.17g: %s", in->s.t, in->s.discrete.trouble);
}

static const char *fmu_trouble(const FmuInstance *in) {
  return in->s.discrete.trouble;
}

// What is known of the events when a stretch begins at a state: their signs, and how far those that are zero up to
// rounding may be on the other side.
static void fmu_note_signs(FmuInstance *in, const double *y) {
  FmuState *s = &in->s;
  Mode *mode = &s->discrete;
  ModeTerms m;
  int near[FMU_EVENTS + 1];
  double g[FMU_EVENTS + 1], size = 1;
  mode_expect(mode, s->p, y, s->sign, near);
  mode_at(s->p, mode->t, y, &m);
  mode_events(mode, s->p, mode->t, y, g);
  for (int i = 0; i < FMU_N; i++) size = fmax(size, fabs(y[i]));
  for (int i = 0; i < FMU_CROSSINGS; i++) {
    s->gone[i] = near[i];
    s->floor[i] = near[i] ? 2 * fabs(g[i]) + DBL_MIN : 0;
    if (near[i] || !(fabs(g[i]) <= FMU_ZERO * size)) continue;
    // it may stay zero: it is taken to be where no event is due
    s->sign[i] = fmu_direction[i] != 0 ? fmu_direction[i] : 1;
    s->floor[i] = FMU_ZERO * size;
  }
  for (int a = 0, k = FMU_CROSSINGS; a < MODES_R; a++) {
    if (!mode_is_unilateral[a]) continue;
    const double error = mode_rests(mode, &m, a) ? FMU_FLOOR_ERRORS * s->rtol : 0;  // it opens slowly
    const double floor = fmax(FMU_FLOOR, error) * (m.gap_size[a] + mode->highest[a]);
    const int open = mode->use[a] == MODE_WATCHED && !(m.gap[a] > floor);
    s->sign[k] = 1;
    s->gone[k] = open;
    s->floor[k++] = open ? fmax(-m.gap[a], 0) + floor : 0;
  }
}

static int fmu_start_events(FmuInstance *in) {
  FmuState *s = &in->s;
  fmu_make(in);
  fmu_forget(in);
  if (mode_start(&s->discrete, s->p, s->t, s->y) == MODE_TROUBLE) return fmu_complain(in);
  fmu_note_signs(in, s->y);
  return FMU_OK;
}

// Parameters or inputs have other values than before: what is in contact may let go.
static int fmu_tune(FmuInstance *in) {
  FmuState *s = &in->s;
  const int none[FMU_EVENTS + 1] = {0};
  s->discrete.at_once = 0;
  s->discrete.t = s->t;
  fmu_forget(in);
  return mode_happen(&s->discrete, s->p, s->t, s->y, none) == MODE_TROUBLE ? fmu_complain(in) : FMU_OK;
}

// --- co-simulation -------------------------------------------------------------------------------

static void fmu_expect(FmuInstance *in, int fresh) {
  FmuState *s = &in->s;
  (void) fresh;
  fmu_note_signs(in, s->ahead);
  for (int i = 0; i < FMU_EVENTS; i++) {
    const int contact = i >= FMU_CROSSINGS;
    if (s->gone[i] || s->floor[i] > 0)
      event_watch_gone(in->watch, (size_t) i, s->sign[i], contact || !s->gone[i] ? s->floor[i] : HUGE_VAL);
    else if (contact)
      event_watch_expect(in->watch, (size_t) i, 1);
  }
  s->horizon = mode_horizon(&s->discrete, s->p, s->ahead, HUGE_VAL);
}

static void fmu_mark_events(FmuInstance *in) {
  const Drive *d = &in->s.drive;
  for (int i = 0; i < FMU_EVENTS; i++)
    in->s.happened[i] = i == d->event || (d->direction[i] != EVENT_OFF && event_happens_too(in->watch, (size_t) i));
}

static int fmu_strays(const FmuInstance *in, double t, const double *y) {
  const Mode *mode = &in->s.discrete;
  ModeTerms m;
  mode_at(in->s.p, t, y, &m);
  for (int a = 0; a < MODES_R; a++) {
    const double scale = fmax(mode->highest[a], m.gap_size[a]) + fabs(m.speed[a] * t);
    if (mode_is_open(mode, a) && m.gap[a] < -fmax(FMU_STRAYED, 100 * in->s.rtol) * scale) return 1;
  }
  return 0;
}

static int fmu_is_lost(FmuInstance *in) {
  return fmu_strays(in, in->s.t, in->s.y);
}

static int fmu_jump(FmuInstance *in) {
  FmuState *s = &in->s;
  const double t = s->drive.t;
  s->over = 1;
  if (fmu_strays(in, t, s->ahead)) {
    (void) mode_fail(&s->discrete, "an open constraint is violated");
    return DRIVE_FAILED;
  }
  const int turn = mode_happen(&s->discrete, s->p, t, s->ahead, s->happened);
  s->over = turn != MODE_GO_ON;
  return turn == MODE_TROUBLE ? DRIVE_FAILED : turn == MODE_ENDED ? DRIVE_EVENT : DRIVE_PAUSE;
}

// --- model exchange ------------------------------------------------------------------------------

// One that is zero up to rounding is lifted away from zero, so that an importer does not see it change its sign.
static void fmu_lift(const FmuInstance *in, double *g) {
  for (int i = 0; i < FMU_EVENTS; i++) g[i] += in->s.sign[i] * in->s.floor[i];
}

static void fmu_indicators(FmuInstance *in, double *g) {
  fmu_event(&in->flow, in->s.t, in->s.y, g);
  fmu_lift(in, g);
}

// Which indicators have crossed zero since their signs were noted, or are about to, so near that an importer may have
// stopped for it? Returns whether any has.
static int fmu_find_crossed(FmuInstance *in, int *happened) {
  FmuState *s = &in->s;
  const double soon = FMU_SOON * (fabs(s->t) + fabs(s->stop - s->start));
  double g[FMU_EVENTS + 1], later[FMU_EVENTS + 1], next[FMU_N];
  int any = 0;
  fmu_know_rates(in);
  for (int i = 0; i < FMU_N; i++) next[i] = s->y[i] + soon * in->rates[i];
  fmu_indicators(in, g);
  fmu_event(&in->flow, s->t + soon, next, later);
  fmu_lift(in, later);
  for (int i = 0; i < FMU_EVENTS; i++) {
    happened[i] = mode_crosses(i, s->sign[i], g[i]) || mode_crosses(i, s->sign[i], later[i]);
    any |= happened[i];
  }
  return any;
}

// Is there an open constraint that is closed and goes on closing?
static int fmu_closes(const FmuInstance *in) {
  const Mode *mode = &in->s.discrete;
  ModeTerms m;
  mode_at(in->s.p, in->s.t, in->s.y, &m);
  for (int a = 0; a < MODES_R; a++)
    if (mode_is_open(mode, a) && mode_is_closed(mode, &m, a) && mode_closes(mode, &m, a)) return 1;
  return 0;
}

static int fmu_update(FmuInstance *in, int *ends, int *moved, double *next) {
  FmuState *s = &in->s;
  double before[FMU_N];
  int happened[FMU_EVENTS + 1];
  memcpy(before, s->y, sizeof before);
  *ends = 0;
  *next = HUGE_VAL;
  fmu_make(in);
  (void) fmu_correct(in);
  const int crossed = fmu_find_crossed(in, happened);
  if (crossed || s->changed || fmu_closes(in)) {
    if (!crossed) s->discrete.at_once = 0;
    const int turn = mode_happen(&s->discrete, s->p, s->t, s->y, happened);
    fmu_forget(in);
    if (turn == MODE_TROUBLE) return fmu_complain(in);
    *ends = turn == MODE_ENDED;
    s->changed = 0;
    (void) fmu_correct(in);
    fmu_note_signs(in, s->y);
    *next = mode_horizon(&s->discrete, s->p, s->y, HUGE_VAL);
  }
  *moved = memcmp(before, s->y, sizeof before) != 0;
  return FMU_OK;
}

// One that was zero and has come away from it has a sign again, whichever that is.
static void fmu_leave_zero(FmuState *s, const double *g) {
  for (int i = 0; i < FMU_CROSSINGS; i++) {
    if (s->gone[i] || s->floor[i] == 0 || !(g[i] * s->sign[i] < -s->floor[i] / 2)) continue;
    s->sign[i] = -s->sign[i];
    s->floor[i] = 0;
  }
}

// Signs that were not known are those of the state after a step; what has come away from zero is not lifted any more.
static int fmu_wants_event(FmuInstance *in) {
  FmuState *s = &in->s;
  double g[FMU_EVENTS + 1];
  int any = 0;
  ModeTerms m;
  fmu_event(&in->flow, s->t, s->y, g);
  fmu_leave_zero(s, g);
  mode_at(s->p, s->t, s->y, &m);
  for (int a = 0, k = FMU_CROSSINGS; a < MODES_R; a++) {
    if (!mode_is_unilateral[a]) continue;
    if (mode_closes(&s->discrete, &m, a)) s->floor[k] = 0;
    k++;
  }
  for (int i = 0; i < FMU_EVENTS; i++) {
    const double lifted = g[i] + s->sign[i] * s->floor[i];
    if (g[i] * s->sign[i] > s->floor[i]) s->floor[i] = 0;
    if (mode_crosses(i, s->sign[i], lifted))
      any = 1;
    else if (s->floor[i] == 0 && g[i] != 0)
      s->sign[i] = g[i] > 0 ? 1 : -1;
  }
  return any || !(fmu_violation(in) <= FMU_TOLERANCE);
}
