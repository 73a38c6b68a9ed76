// native/text/fmu_jumps.h: the events of an FMU whose constraints come and go: impacts, contact, release, `when`.
//
// A part of exported C, plain C99, after fmu.h and expect.h, in place of fmu_stops.h. What happens is in modes.h and
// contact_event.h; here are the two ways to get there: the events of co-simulation, which the integrator finds, and the
// event indicators of model exchange, which an importer follows.

#define FMU_SOON 1e-12    // of the time and of the run: an importer may stop this far before an event
#define FMU_ZERO 1e-12    // of 1 and the state: a smaller difference of `when` or `stop when` may be rounding

static void fmu_note_event(FmuInstance *in, double t, const char *what, const char *name, double impulse, double lost) {
  if (!in->logging) return;
  if (what[0] == 'i')
    fmu_fail(in, FMU_OK, "%s %s at time %.17g, impulse %.17g, energy lost %.17g", what, name, t, impulse, lost);
  else
    fmu_fail(in, FMU_OK, "%s %s at time %.17g", what, name, t);
}

static int fmu_complain(FmuInstance *in) {
  return fmu_fail(in, FMU_ERROR, "the motion ends at time %.17g: %s", in->s.t, in->mode.trouble);
}

static const char *fmu_trouble(const FmuInstance *in) {
  return in->mode.trouble;
}

// Notes what is known about the events when a stretch begins at a state: their signs, and how far those that are zero
// up to rounding may be on the other side. At an event, contacts_resolve has left its numbers.
static void fmu_note_signs(FmuInstance *in, const double *y) {
  FmuState *s = &in->s;
  Mode *mode = &in->mode;
  int slope[MODE_CROSSINGS + 1];
  double g[FMU_EVENTS + 1], size = 1;
  for (int a = 0, k = MODE_CROSSINGS; a < MODES_R; a++) {
    if (!mode_is_unilateral[a]) continue;
    const double floor = contacts_floor(&mode->c, (size_t) a);
    s->sign[k] = 1;
    s->gone[k] = floor >= 0;
    s->floor[k++] = fmax(floor, 0);
  }
  s->horizon = contacts_horizon(&mode->c, s->discrete.past.contacts.t);
  mode_find_slopes(mode, y, slope);
  mode_events(mode, s->discrete.past.contacts.t, y, g);
  for (int i = 0; i < FMU_N; i++) size = fmax(size, fabs(y[i]));
  for (int i = 0; i < MODE_CROSSINGS; i++) {
    s->gone[i] = slope[i] != 0 && fmu_direction[i] * slope[i] >= 0;
    s->sign[i] = s->gone[i] ? slope[i] : (g[i] > 0) - (g[i] < 0);
    s->floor[i] = s->gone[i] ? 2 * fabs(g[i]) + DBL_MIN : 0;
    if (s->gone[i] || !(fabs(g[i]) <= FMU_ZERO * size)) continue;
    // it may stay zero: its sign is taken to be the one with which no event is due
    s->sign[i] = fmu_direction[i] != 0 ? fmu_direction[i] : 1;
    s->floor[i] = FMU_ZERO * size;
  }
}

static int fmu_start_events(FmuInstance *in) {
  FmuState *s = &in->s;
  fmu_make(in);
  // an importer that integrates itself may come to any state
  for (int k = 0; k < FMU_FLOWS; k++) s->discrete.turned[k] = !in->steps && fmu_flows[k].next >= 0;
  fmu_attach(in);  // with the present tolerances
  if (mode_start(&in->mode, s->t, s->y) == MODE_TROUBLE) return fmu_complain(in);
  fmu_choose_flow(&s->discrete, &in->mode, &in->flow);
  fmu_note_signs(in, s->y);
  return FMU_OK;
}

// Reacts to new values of parameters or inputs: contacts may be released.
static int fmu_tune(FmuInstance *in) {
  FmuState *s = &in->s;
  const bool none[FMU_EVENTS + 1] = {0};
  s->discrete.past.at_once = 0;
  s->discrete.past.contacts.t = s->t;
  fmu_forget(in);
  const int turn = mode_happen(&in->mode, s->t, s->y, none);
  fmu_choose_flow(&s->discrete, &in->mode, &in->flow);
  return turn == MODE_TROUBLE ? fmu_complain(in) : FMU_OK;
}

// --- co-simulation -------------------------------------------------------------------------------

static void fmu_expect(FmuInstance *in, int fresh) {
  FmuState *s = &in->s;
  if (fresh) contacts_at(&in->mode.c, s->drive.t, s->ahead);
  fmu_note_signs(in, s->ahead);
  for (int i = 0; i < FMU_EVENTS; i++) {
    const int contact = i >= MODE_CROSSINGS;
    if (s->gone[i])
      event_watch_gone(in->watch, (size_t) i, s->sign[i], contact ? s->floor[i] : HUGE_VAL);
    else if (contact)
      event_watch_expect(in->watch, (size_t) i, 1);
  }
}

static void fmu_mark_events(FmuInstance *in) {
  const Drive *d = &in->s.drive;
  for (int i = 0; i < FMU_EVENTS; i++)
    in->s.happened[i] = i == d->event || (d->direction[i] != EVENT_OFF && event_happens_too(in->watch, (size_t) i));
}

static int fmu_is_lost(FmuInstance *in) {
  return contacts_find_strayed(&in->mode.c, in->s.t, in->s.y) < in->mode.c.r;
}

static int fmu_jump(FmuInstance *in) {
  FmuState *s = &in->s;
  const double t = s->drive.t;
  s->over = 1;
  if (contacts_find_strayed(&in->mode.c, t, s->ahead) < in->mode.c.r) {
    (void) mode_fail(&in->mode, "an open constraint is violated");
    return DRIVE_FAILED;
  }
  const int turn = mode_happen(&in->mode, t, s->ahead, s->happened);
  s->over = turn != MODE_GO_ON;
  fmu_choose_flow(&s->discrete, &in->mode, &in->flow);
  // a newly engaged constraint may be off by as much as the tolerance of the run
  if (turn == MODE_GO_ON && in->flow.project != NULL) fmu_project(&in->flow, t, s->ahead);
  return turn == MODE_TROUBLE ? DRIVE_FAILED : turn == MODE_ENDED ? DRIVE_EVENT : DRIVE_PAUSE;
}

// --- model exchange ------------------------------------------------------------------------------

// Lifts indicators that are zero up to rounding away from zero, so that an importer does not see them change sign.
static void fmu_lift(const FmuInstance *in, double *g) {
  for (int i = 0; i < FMU_EVENTS; i++) g[i] += in->s.sign[i] * in->s.floor[i];
}

static void fmu_indicators(FmuInstance *in, double *g) {
  fmu_event(&in->flow, in->s.t, in->s.y, g);
  fmu_lift(in, g);
}

static int mode_crosses(int i, int before, double g) {
  const int direction = i < MODE_CROSSINGS ? mode_direction[i] : -1;
  return before != 0 && g * before < 0 && (direction == 0 || direction * g > 0);
}

// Marks the indicators that have crossed zero since their signs were noted, or are so near that an importer may have
// stopped for it. Returns whether there are any.
static int fmu_find_crossed(FmuInstance *in, bool *happened) {
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

// Is there an open constraint whose gap is closed and still closing?
static int fmu_closes(FmuInstance *in) {
  Contacts *c = &in->mode.c;
  contacts_at(c, in->s.t, in->s.y);
  for (size_t a = 0; a < c->r; a++)
    if (contacts_is_open(c, a) && contacts_is_closed(c, a) && contacts_close(c, a)) return 1;
  return 0;
}

static int fmu_update(FmuInstance *in, int *ends, int *moved, double *next) {
  FmuState *s = &in->s;
  double before[FMU_N];
  bool happened[FMU_EVENTS + 1] = {0};
  memcpy(before, s->y, sizeof before);
  *ends = 0;
  *next = HUGE_VAL;
  fmu_make(in);
  (void) fmu_correct(in);
  const int crossed = fmu_find_crossed(in, happened);
  if (crossed || s->changed || fmu_closes(in)) {
    if (!crossed) s->discrete.past.at_once = 0;
    const int turn = mode_happen(&in->mode, s->t, s->y, happened);
    fmu_choose_flow(&s->discrete, &in->mode, &in->flow);
    fmu_forget(in);
    if (turn == MODE_TROUBLE) return fmu_complain(in);
    *ends = turn == MODE_ENDED;
    s->changed = 0;
    fmu_note_signs(in, s->y);
    (void) fmu_correct(in);
    *next = s->horizon > s->t ? s->horizon : HUGE_VAL;
  }
  *moved = memcmp(before, s->y, sizeof before) != 0;
  return FMU_OK;
}

// Gives an indicator that was zero and has left zero a sign again.
static void fmu_leave_zero(FmuState *s, const double *g) {
  for (int i = 0; i < MODE_CROSSINGS; i++) {
    if (s->gone[i] || s->floor[i] == 0 || !(g[i] * s->sign[i] < -s->floor[i] / 2)) continue;
    s->sign[i] = -s->sign[i];
    s->floor[i] = 0;
  }
}

// Takes unknown signs from the state after a step, and stops lifting what has left zero. Is there an event?
static int fmu_wants_event(FmuInstance *in) {
  FmuState *s = &in->s;
  double g[FMU_EVENTS + 1];
  int any = 0;
  fmu_event(&in->flow, s->t, s->y, g);
  fmu_leave_zero(s, g);
  contacts_at(&in->mode.c, s->t, s->y);
  for (int a = 0, k = MODE_CROSSINGS; a < MODES_R; a++) {
    if (!mode_is_unilateral[a]) continue;
    if (contacts_close(&in->mode.c, (size_t) a)) s->floor[k] = 0;
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
