// native/text/fmu_run.h: the motion of an instance of an FMU, and its saved states.
//
// A part of exported C, plain C99, after fmu.h. Co-simulation is a run of the program's own DOP853, steps,
// projection and events: without inputs it gives the bits of `simulate`.

#define FMU_MOST_STEPS 10000000  // of the integrator, in a communication step: with numbers like 1e300 it ends, too

// --- co-simulation -------------------------------------------------------------------------------

// Returns the parts of each pivot at which the driver asks for better variables, or that a step must leave.
static const double *fmu_asks(const FmuInstance *in, int falls) {
#if FMU_MODES
  if (in->mode.flow != NULL) return falls ? in->mode.flow->fall : in->mode.flow->ask;
#endif
  (void) in;
  return falls ? fmu_fall : fmu_ask;
}

// How a run begins: across an event, anew, or after its horizon.
enum { FMU_ACROSS, FMU_FRESH, FMU_LEG };

static void fmu_begin(FmuInstance *in, double t, const double *y, int how) {
  FmuState *s = &in->s;
  Drive *d = &s->drive;
  const long wanted = d->n_times, done = d->done_times;
  fmu_attach(in);
  const int watched = (int) in->flow.watched;
  *d = (Drive){.n = FMU_N,
               .watched = watched,
               .events = FMU_EVENTS,
               .residuals = in->flow.monitored ? (int) in->flow.residuals : 0,
               .t = t,
               .end = s->stop,
               .n_times = wanted,
               .done_times = done,
               .rtol = s->rtol,
               .atol = s->atol,
               .asked = -1,
               .least = least_pivot(FMU_N),
               .digits = 1e-9,
               .nearest = -1,
               .blur = pivot_blur(s->rtol, PIVOT_ERROR_MOST),
               .doubt = pivot_blur(s->rtol, PIVOT_DOUBT_MOST)};
  fmu_attach(in);
  memmove(s->ahead, y, sizeof s->y);
  memset(s->carry, 0, sizeof s->carry);
  for (int i = 0; i < FMU_N; i++) s->low[i] = 1, s->high[i] = 0;
  for (int i = 0; i < watched; i++) {
    s->largest[i] = 0;
    s->ask[i] = fmu_asks(in, 0)[i];
    s->fall[i] = fmu_asks(in, 1)[i];
    d->falls |= s->fall[i] > 0;
  }
  if (how == FMU_FRESH || (how == FMU_ACROSS && FMU_SIDES == 0)) {
    event_watch_forget(in->watch);
    in->watch->patience = PARTS_MOST;
  }
  s->excess = start_excess(in->now, d);
  s->origin = t;
  s->crawl = (Crawl){0, 0, 0};
  s->pace = (Pace){t, 0, 0};
  s->left = 0;
  s->reason = DRIVE_PAUSE;
  s->begun = 1;
  s->over = s->changed = 0;
  s->horizon = t;
  if (how != FMU_LEG) fmu_expect(in, how == FMU_FRESH);
}

static void fmu_end_at_event(FmuInstance *in) {
  Drive *d = &in->s.drive;
  const double t = d->bracket[0];
  fmu_mark_events(in);
  flow_state_at(d, t, d->work);
  if (in->now->project != NULL) in->now->project(in->now, t, d->work);
  flow_fill_rows(d, t);
  memcpy(d->y, d->work, FMU_N * sizeof *d->y);
  d->t = t;
}

// After a stretch of steps: is there a reason to stop?
static int fmu_settle(FmuInstance *in, int reason) {
  FmuState *s = &in->s;
  Drive *d = &s->drive;
  d->budget = PAUSE_STEPS;
  if (reason == DRIVE_PAUSE &&
      (crawls(d, s->before, s->origin, &s->crawl) || stalls(d, s->before, &s->pace)))
    reason = DRIVE_SMALL_STEP;
  if (reason == DRIVE_EVENT) fmu_end_at_event(in);
  const int stands = reason == DRIVE_PAUSE || reason == DRIVE_DONE || reason == DRIVE_EVENT;
  if (stands && has_strayed(&in->flow, d)) return DRIVE_STRAY;
  if (reason == DRIVE_SMALL_STEP) reason = explain_small_step(d);
#if FMU_MODES
  if ((reason == DRIVE_ASK || reason == DRIVE_SINGULAR) && fmu_turn(&in->s.discrete, &in->mode)) {
    // what is known about events belongs to a step that was undone
    if (reason == DRIVE_SINGULAR) event_watch_forget(in->watch);
    in->s.horizon = d->end = d->t;
    return DRIVE_DONE;
  }
#endif
  if (reason != DRIVE_ASK) return reason;
  lower_levels(d);
  d->asked = -1;
  return DRIVE_PAUSE;
}

// Sets the present end of the run: at most its horizon.
static void fmu_set_end(FmuInstance *in, double end) {
  Drive *d = &in->s.drive;
  d->end = in->s.horizon > d->t ? fmin(end, in->s.horizon) : end;
}

// Takes a step towards the end of the run. Events are left to the caller.
static void fmu_advance(FmuInstance *in) {
  FmuState *s = &in->s;
  Drive *d = &s->drive;
  if (s->left == 0) {
    find_slack(d, s->excess);
    s->before = d->t;
    s->left = PAUSE_STEPS;
  }
  d->budget = 1;
  const int reason = flow_drive(d);
  s->left--;
  if (reason == DRIVE_PAUSE && s->left > 0) return;
  s->left = 0;
  s->reason = fmu_settle(in, reason);
}

// Continues a run that has come to its end before the requested time: that end is postponed, or another leg follows.
static void fmu_go_on(FmuInstance *in, double until) {
  FmuState *s = &in->s;
  Drive *d = &s->drive;
  const double last = FMU_INPUTS > 0 ? until : s->stop;
  const int leg = s->horizon == d->end;
  if (leg) fmu_begin(in, d->t, s->ahead, FMU_LEG);
  d->end = last > d->t ? last : leg ? until : fmax(until, d->t + 10 * (d->t - s->origin));
  s->reason = DRIVE_PAUSE;
}

// Takes steps until the run has passed a time, or ends. An event counts when the time is after it.
static void fmu_follow(FmuInstance *in, double until) {
  FmuState *s = &in->s;
  Drive *d = &s->drive;
  long most = d->steps + d->rejected + FMU_MOST_STEPS;
  for (;;) {
    if (s->reason == DRIVE_EVENT && !s->over && d->t < until) {
      s->reason = fmu_jump(in);
      if (s->reason != DRIVE_PAUSE) return;
      most -= d->steps + d->rejected;
      fmu_begin(in, d->t, s->ahead, FMU_ACROSS);
      fmu_set_end(in, FMU_INPUTS > 0 ? until : s->stop);
    }
    if (s->reason == DRIVE_DONE && d->t < until) fmu_go_on(in, until);
    if (s->reason != DRIVE_PAUSE || !(d->t < until)) return;
    if (d->steps + d->rejected > most) s->reason = DRIVE_FAILED;
    if (s->reason == DRIVE_PAUSE) fmu_advance(in);
  }
}

static const char *fmu_reason(const FmuInstance *in) {
  switch (in->s.reason) {
    case DRIVE_EVENT: return "`stop when` of the model";
    case DRIVE_SINGULAR: return "a singular state is ahead";
    case DRIVE_SMALL_STEP: return "the steps became too small";
    case DRIVE_NOT_FINITE: return "there are no finite rates";
    default: return in->s.over ? fmu_trouble(in) : "it takes too many steps";
  }
}

// Takes one communication step. Returns FMU_OK; FMU_DISCARD if the motion ends before, which is then the time of the
// instance; or FMU_ERROR. Without inputs the run continues across communication points, which do not change it.
static int fmu_step(FmuInstance *in, double from, double step) {
  FmuState *s = &in->s;
  Drive *d = &s->drive;
  const double room = FMU_NEAR * (step + fabs(s->t));
  if (!(step > 0 && step * 0 == 0))
    return fmu_fail(in, FMU_ERROR, "a communication step of %g is not possible", step);
  if (!(fabs(from - s->t) <= room))
    return fmu_fail(in, FMU_ERROR, "the communication point is %.17g, not %.17g", s->t, from);
  if (s->stop_given && from + step > s->stop + room)
    return fmu_fail(in, FMU_ERROR, "the step to %.17g leads past the end, %.17g", from + step,
                    s->stop);
  const double to = s->stop_given ? fmin(from + step, s->stop) : from + step;
  if (!(to > s->t)) return FMU_OK;  // at the end, up to rounding
  fmu_make(in);
  if (s->changed && fmu_tune(in) != FMU_OK) return FMU_ERROR;
  if (!s->begun || s->changed) fmu_begin(in, s->t, s->y, FMU_FRESH);
  if (FMU_INPUTS > 0 && s->reason == DRIVE_DONE) s->reason = DRIVE_PAUSE;
  fmu_set_end(in, FMU_INPUTS > 0 ? to : d->end);
  s->times[0] = to;
  d->n_times = 1;
  d->done_times = 0;
  if (d->step != 0 && to <= d->t) flow_fill_rows(d, d->t);
  fmu_follow(in, to);
  const int whole = d->done_times == 1;
  s->t = whole ? to : d->t;
  memcpy(s->y, whole ? s->row : s->ahead, sizeof s->y);
  fmu_forget(in);
  if (whole && s->reason != DRIVE_EVENT && fmu_is_lost(in))
    return fmu_fail(in, FMU_ERROR, "an event before time %.17g was not seen", s->t);
  if (whole) return FMU_OK;
  s->mode = FMU_FAILED;
  s->terminated = s->reason == DRIVE_EVENT && s->over;
  if (s->reason == DRIVE_STRAY)
    return fmu_fail(in, FMU_DISCARD, "the motion ends at time %.17g: a constraint is violated by %.3g",
                    s->t, drive_off(d->residual, d->strayed, FMU_RESIDUALS));
  return fmu_fail(in, FMU_DISCARD, "the motion ends at time %.17g: %s", s->t, fmu_reason(in));
}

// --- model exchange ------------------------------------------------------------------------------

static int fmu_derivatives(FmuInstance *in, double *derivatives) {
  if (!fmu_moves(in))
    return fmu_fail(in, FMU_DISCARD, "there are no finite rates at time %.17g", in->s.t);
  memcpy(derivatives, in->rates, FMU_X * sizeof *derivatives);
  return FMU_OK;
}

// --- saved states --------------------------------------------------------------------------------

#define FMU_MARK "dalembert state of " FMU_TOKEN

typedef struct {
  char mark[sizeof FMU_MARK];
  int steps;
  Side sides[FMU_EVENTS + 1];  // what is known about the events
  size_t patience;
  FmuState s;
} FmuSaved;

#define FMU_SERIALIZED (sizeof(FmuSaved) + sizeof(uint64_t))  // with a checksum

static uint64_t fmu_sum(const void *bytes, size_t n) {
  const unsigned char *at = bytes;
  uint64_t sum = 14695981039346656037u;  // FNV-1a
  for (size_t i = 0; i < n; i++) sum = (sum ^ at[i]) * 1099511628211u;
  return sum;
}

static void fmu_drop_pointers(Drive *d) {
  d->context = NULL, d->stepper = NULL, d->parameters = NULL, d->y = d->yd = NULL;
  d->times = NULL, d->rows = d->dense = d->series = d->carry = NULL, d->direction = NULL;
  d->low = d->high = NULL, d->watch_events = NULL, d->find_event = NULL;
  d->watch = d->lowest = d->side = d->largest = d->ask = d->fall = NULL;
  d->residual = d->between = d->work = NULL, d->stop = NULL;
}

// Saves the state into *place, which holds an older one or NULL.
static int fmu_get_state(FmuInstance *in, void **place) {
  FmuSaved *saved = *place != NULL ? *place : calloc(1, sizeof *saved);
  if (saved == NULL) return fmu_fail(in, FMU_ERROR, "there is no memory for a state");
  memset(saved, 0, sizeof *saved);
  memcpy(saved->mark, FMU_MARK, sizeof FMU_MARK);
  saved->steps = in->steps;
  for (int i = 0; i < FMU_EVENTS; i++) {
    saved->sides[i].sign = in->watch->side[i].sign;
    saved->sides[i].since = in->watch->side[i].since;
    saved->sides[i].clean = in->watch->side[i].clean;
    saved->sides[i].gone = in->watch->side[i].gone;
    saved->sides[i].floor = in->watch->side[i].floor;
  }
  saved->patience = in->watch->patience;
  memcpy(&saved->s, &in->s, sizeof in->s);
  fmu_drop_pointers(&saved->s.drive);
#if FMU_SIDES > 0
  Switching *w = &saved->s.discrete.switching;
  w->slide = NULL, w->on = w->open = w->held = NULL, w->direction = NULL;
#endif
  *place = saved;
  return FMU_OK;
}

// Was it saved by an instance of this FMU of the same kind?
static int fmu_knows(FmuInstance *in, const FmuSaved *saved) {
  if (memcmp(saved->mark, FMU_MARK, sizeof FMU_MARK) == 0 && saved->steps == in->steps) return 1;
  fmu_fail(in, FMU_ERROR, "the state is not one of this FMU and kind");
  return 0;
}

static int fmu_set_state(FmuInstance *in, const FmuSaved *saved) {
  if (!fmu_knows(in, saved)) return FMU_ERROR;
  memcpy(&in->s, &saved->s, sizeof in->s);
  memcpy(in->watch->side, saved->sides, FMU_EVENTS * sizeof(Side));
  in->watch->patience = saved->patience;
  fmu_attach(in);
  return FMU_OK;
}

static int fmu_serialize(FmuInstance *in, const FmuSaved *saved, void *bytes) {
  if (!fmu_knows(in, saved)) return FMU_ERROR;
  const uint64_t sum = fmu_sum(saved, sizeof *saved);
  memcpy(bytes, saved, sizeof *saved);
  memcpy((char *) bytes + sizeof *saved, &sum, sizeof sum);
  return FMU_OK;
}

static int fmu_deserialize(FmuInstance *in, const void *bytes, size_t size, void **place) {
  uint64_t sum = 0;
  if (size == FMU_SERIALIZED)
    memcpy(&sum, (const char *) bytes + sizeof(FmuSaved), sizeof sum);
  if (size != FMU_SERIALIZED || sum != fmu_sum(bytes, sizeof(FmuSaved)))
    return fmu_fail(in, FMU_ERROR, "the bytes are not a state of this FMU");
  FmuSaved *saved = calloc(1, sizeof *saved);
  if (saved == NULL) return fmu_fail(in, FMU_ERROR, "there is no memory for a state");
  memcpy(saved, bytes, sizeof *saved);
  if (!fmu_knows(in, saved)) {
    free(saved);
    return FMU_ERROR;
  }
  *place = saved;
  return FMU_OK;
}
