// native/text/fmu.h: an instance of an FMU: its values, its motion, its saved states.
//
// A part of exported C, plain C99, between the functions of a model and an interface, fmi2.h or fmi3.h. It is
// included after drive.h, bounded.h, bounding.h, event.h, course.h, step.h and dop853.h. The model provides
//   FMU_X, FMU_SIDES, FMU_N        the lengths of the state that an importer sees, of the sides of jumps, and of both
//   FMU_P, FMU_FIXED               the numbers of parameters and inputs, without and with
//                                  the values computed from them
//   FMU_WATCHED, FMU_EVENTS, FMU_RESIDUALS, FMU_COLUMNS, FMU_ROW, FMU_OUTPUTS, FMU_INPUTS
//   fmu_parameters, fmu_start, fmu_is_input, fmu_is_fixed, fmu_output, fmu_column, fmu_ask, fmu_fall,
//   fmu_direction, prepare, find_start, and what fmu_flow.h or fmu_modes.h says.
// No static data changes: instances share nothing.

#define FMU_TOLERANCE 1e-8  // of the constraints, if an importer sets a state or integrates itself
#define FMU_NEAR 1e-9       // parts of a step by which rounding may shift communication points

enum { FMU_OK, FMU_WARNING, FMU_DISCARD, FMU_ERROR };

// The modes of an instance.
enum {
  FMU_INSTANTIATED = 1,
  FMU_INITIALIZATION = 2,
  FMU_EVENT = 4,
  FMU_CONTINUOUS = 8,
  FMU_STEP = 16,
  FMU_FAILED = 32,  // the last step ended before its communication point
  FMU_TERMINATED = 64
};
#define FMU_RUNNING (FMU_EVENT | FMU_CONTINUOUS | FMU_STEP | FMU_FAILED)
#define FMU_ANY (FMU_INSTANTIATED | FMU_INITIALIZATION | FMU_RUNNING | FMU_TERMINATED)

// Value references: time; parameters and inputs; states; their rates; outputs; event indicators.
#define FMU_AT_P 1
#define FMU_AT_STATE (FMU_AT_P + FMU_P)
#define FMU_AT_RATE (FMU_AT_STATE + FMU_X)
#define FMU_AT_OUTPUT (FMU_AT_RATE + FMU_X)
#define FMU_AT_EVENT (FMU_AT_OUTPUT + FMU_OUTPUTS)
#define FMU_VARIABLES (FMU_AT_EVENT + FMU_EVENTS)

// Everything that a saved state consists of. Its pointers are those of the instance that holds it.
typedef struct {
  double p[FMU_FIXED + 1];  // parameters and inputs, then the values computed from them
  double t, y[FMU_N];
  double start, stop, rtol, atol;
  int stop_given;
  int mode;
  int made;                    // is p complete?
  int tuned;                   // was any of p set?
  int moved;                   // parameters that the initial state depends on were set,
  int placed[FMU_N];           // and these parts of it
  int changed;                 // something was set since the last step: the run begins anew
  int sign[FMU_EVENTS + 1];    // of the event indicators; 0: not known
  bool happened[FMU_EVENTS + 1];  // which events happened at the end of the run
  int gone[FMU_EVENTS + 1];    // the indicator has just left zero
  double floor[FMU_EVENTS + 1];  // how far rounding may put it on the other side
  int terminated;              // by an event
  FmuDiscrete discrete;
  // the run of co-simulation, which may be ahead of t
  int begun, reason;           // reason: why it ended, or DRIVE_PAUSE
  int undecided;               // forces switch in a way that is not determined
  int over;                    // an event has ended it, or its effect is not determined
  double horizon;              // the run goes at most to here before it is asked again
  long left;                   // steps until the next pause
  double excess, before, origin, ahead[FMU_N], times[1], row[FMU_N];
  Crawl crawl;
  Pace pace;
  Drive drive;
  double yd[FMU_N], carry[FMU_N], dense[DRIVE_DENSE * FMU_N], between[FMU_N], work[DRIVE_WORK * FMU_N];
  double low[FMU_N], high[FMU_N], watch[2 * FMU_WATCHED + 1], lowest[FMU_WATCHED + 1];
  double side[FMU_WATCHED + 1], largest[FMU_WATCHED + 1], ask[FMU_WATCHED + 1];
  double fall[FMU_WATCHED + 1], residual[3 * FMU_RESIDUALS + 1];
} FmuState;

typedef struct FmuInstance FmuInstance;

struct FmuInstance {
  FmuState s;
  Flow flow;
  const Flow *now;  // `flow`, or the flow along surfaces where forces jump
#if FMU_SIDES > 0
  Slide *slide;
#endif
#if FMU_MODES
  Mode mode;  // with the past in s.discrete
#endif
  EventWatch *watch;
  double *work;  // values of a tape and their derivatives
  double row[FMU_ROW + 1], rates[FMU_N + 2 * FMU_WATCHED];
  int row_known, rates_known;
  int steps;  // co-simulation, not model exchange
  int logging;
  char *name;
  void (*log)(FmuInstance *in, int status, const char *message);
  void *environment;
  unsigned char logger[sizeof(void (*)(void))];  // a function of the importer
};

// --- messages ------------------------------------------------------------------------------------

static int fmu_fail(FmuInstance *in, int status, const char *format, ...) {
  char text[400];
  va_list list;
  va_start(list, format);
  vsnprintf(text, sizeof text, format, list);
  va_end(list);
  in->log(in, status, text);
  return status;
}

// Is the call allowed now? Logs a message if not.
static int fmu_may(FmuInstance *in, int modes, const char *call) {
  static const char *const names[] = {"instantiation", "initialization mode", "event mode",
                                      "continuous-time mode", "step mode", "a failed step",
                                      "termination"};
  int k = 0;
  if (in->s.mode & modes) return 1;
  while (!(in->s.mode >> k & 1)) k++;
  fmu_fail(in, FMU_ERROR, "%s must not be called %s %s", call, k == 0 || k > 4 ? "after" : "in",
           names[k]);
  return 0;
}

// --- instances -----------------------------------------------------------------------------------

// Makes the pointers of the run point into its present instance.
static void fmu_attach(FmuInstance *in) {
  FmuState *s = &in->s;
  Drive *d = &s->drive;
  in->flow.fixed = s->p;
  in->flow.own = &s->discrete;
  in->now = &in->flow;
#if FMU_SIDES > 0
  fmu_attach_sides(&s->discrete, in->slide);
  in->now = fmu_flow_of_sides(&s->discrete, &in->flow);
#endif
  d->context = (void *) in->now;
  d->parameters = s->p;
  d->y = s->ahead, d->yd = s->yd, d->carry = s->carry, d->dense = s->dense;
  d->between = s->between, d->work = s->work;
  d->low = s->low, d->high = s->high, d->watch = s->watch, d->lowest = s->lowest;
  d->side = s->side, d->largest = s->largest, d->ask = s->ask, d->fall = s->fall;
  d->residual = s->residual;
  d->times = s->times, d->rows = s->row;
  d->direction = fmu_direction;
#if FMU_SIDES > 0
  d->direction = s->discrete.direction;
#endif
  d->watch_events = in->watch;
  d->find_event = event_find;
#if FMU_MODES
  mode_attach(&in->mode, &s->discrete.past, s->p, s->rtol, s->atol);
  in->mode.owner = in;
  in->flow.own = &in->mode;
  fmu_choose_flow(&s->discrete, &in->mode, &in->flow);
#endif
  in->row_known = in->rates_known = 0;
}

// Restores the state after instantiation.
static void fmu_reset(FmuInstance *in) {
  FmuState *s = &in->s;
  memset(s, 0, sizeof *s);
  memcpy(s->p, fmu_parameters, FMU_P * sizeof *s->p);
  memcpy(s->y, fmu_start, sizeof s->y);
  s->t = s->start = FMU_START_TIME;
  s->stop = FMU_STOP_TIME;
  s->rtol = FMU_RTOL;
  s->atol = FMU_ATOL;
  s->mode = FMU_INSTANTIATED;
#if FMU_MODES
  for (int a = 0; a < MODES_R; a++) s->discrete.past.marks[a] = mode_first_use[a];  // the uses
#endif
  fmu_attach(in);
}

static void fmu_destroy(FmuInstance *in) {
  if (in == NULL) return;
  event_watch_destroy(in->watch);
#if FMU_SIDES > 0
  slide_destroy(in->slide);
#endif
  free(in->flow.bounds_work);
  free(in->work);
  free(in->name);
  free(in);
}

static FmuInstance *fmu_create(const char *name) {
  FmuInstance *in = calloc(1, sizeof *in);
  if (in == NULL) return NULL;
  in->flow.n = FMU_N;
  in->flow.watched = FMU_WATCHED;
  in->flow.events = FMU_EVENTS;
  in->flow.residuals = FMU_RESIDUALS;
  in->flow.rate = fmu_rate;
  in->flow.project = FMU_PROJECTS ? fmu_project : NULL;
  in->flow.event = fmu_event;
  in->flow.residual = fmu_residual;
  in->flow.bounds = FMU_BOUNDS ? fmu_bounds : NULL;
  in->watch = event_watch_create(&in->flow);
#if FMU_SIDES > 0
  in->flow.sides = FMU_SIDES;
  in->flow.monitored = FMU_MONITORED;
  in->flow.order = fmu_order;
  in->flow.slope = fmu_slope;
  in->slide = slide_create(&in->flow);
  if (in->slide == NULL) {
    fmu_destroy(in);
    return NULL;
  }
#endif
  in->flow.bounds_work = calloc(FMU_EVENT_VALUES + 1, sizeof(Bounds));
  in->work = calloc(2 * FMU_MOST_VALUES + 1, sizeof *in->work);
  in->name = calloc(strlen(name) + 1, 1);
  if (in->watch == NULL || in->flow.bounds_work == NULL || in->work == NULL || in->name == NULL) {
    fmu_destroy(in);
    return NULL;
  }
  memcpy(in->name, name, strlen(name) + 1);
  fmu_reset(in);
  return in;
}

// --- values --------------------------------------------------------------------------------------

// Computes the values that follow from parameters and inputs, after these were set.
static void fmu_make(FmuInstance *in) {
  if (in->s.made) return;
#if FMU_DERIVES
  if (in->s.tuned) derive_parameters(in->s.p, in->s.t, in->s.y, in->s.p);
#endif
  prepare(in->s.p);
  in->s.made = 1;
}

static void fmu_forget(FmuInstance *in) {
  in->row_known = in->rates_known = 0;
}

// Copies the present state, with the sides that keep it on the surfaces it slides along.
static void fmu_settled(const FmuInstance *in, double *y) {
  memcpy(y, in->s.y, sizeof in->s.y);
  if (in->now->settle != NULL) in->now->settle(in->now, in->s.t, y);
}

static void fmu_know_row(FmuInstance *in) {
  if (in->row_known) return;
  fmu_make(in);
  double y[FMU_N];
  fmu_settled(in, y);
  fmu_row(&in->flow, in->s.t, y, in->row);
  double error = 0;
  for (int i = FMU_COLUMNS - 1; i < FMU_ROW; i++) error = fmax(error, fabs(in->row[i]));
  in->row[FMU_COLUMNS - 1] = error;
  in->row_known = 1;
}

static void fmu_know_rates(FmuInstance *in) {
  if (in->rates_known) return;
  fmu_make(in);
  in->now->rate(in->now, in->s.t, in->s.y, in->rates, in->rates + FMU_N);
  in->rates_known = 1;
}

// Is there a motion at the present state?
static int fmu_moves(FmuInstance *in) {
  int good = 1;
  fmu_know_rates(in);
  const double *w = in->rates + FMU_N;
  for (int i = 0; i < FMU_N; i++) good &= in->rates[i] * 0 == 0;
  const int watched = (int) in->flow.watched;
  for (int i = 0; i < watched; i++) good &= fabs(w[i]) > least_pivot(FMU_N) * fabs(w[watched + i]);
  return good;
}

static void fmu_indicators(FmuInstance *in, double *g);

static int fmu_get(FmuInstance *in, unsigned reference, double *value) {
  double g[FMU_EVENTS + 1];
  if (reference >= FMU_VARIABLES)
    return fmu_fail(in, FMU_ERROR, "there is no variable with the value reference %u", reference);
  const int k = (int) reference;
  if (k < FMU_AT_P) {
    *value = in->s.t;
  } else if (k < FMU_AT_STATE) {
    *value = in->s.p[k - FMU_AT_P];
  } else if (k < FMU_AT_RATE) {
    // after a step, as in the table of `simulate`: a momentum from the velocities
    const int column = in->s.mode & (FMU_STEP | FMU_FAILED) ? fmu_column[k - FMU_AT_STATE] : -1;
    if (column >= 0) fmu_know_row(in);
    *value = column >= 0 ? in->row[column] : in->s.y[k - FMU_AT_STATE];
  } else if (k < FMU_AT_OUTPUT) {
    fmu_know_rates(in);
    *value = in->rates[k - FMU_AT_RATE];
  } else if (k < FMU_AT_EVENT) {
    fmu_know_row(in);
    *value = in->row[fmu_output[k - FMU_AT_OUTPUT]];
  } else {
    fmu_make(in);
    fmu_indicators(in, g);
    *value = g[k - FMU_AT_EVENT];
  }
  if (*value * 0 == 0) return FMU_OK;
  return fmu_fail(in, FMU_DISCARD, "variable %u has no finite value at time %.17g", reference,
                  in->s.t);
}

// May it be set now? Returns a status, and logs a message if not.
static int fmu_may_set(FmuInstance *in, unsigned reference, double value) {
  const int early = in->s.mode & (FMU_INSTANTIATED | FMU_INITIALIZATION);
  if (reference >= FMU_VARIABLES)
    return fmu_fail(in, FMU_ERROR, "there is no variable with the value reference %u", reference);
  if (!(value * 0 == 0))
    return fmu_fail(in, FMU_ERROR, "variable %u cannot become %g", reference, value);
  const int k = (int) reference - FMU_AT_P;
  if (k >= 0 && k < FMU_P && fmu_is_input[k]) return FMU_OK;
  if (k >= 0 && k < FMU_P && fmu_is_fixed[k] < 2 &&
      (early || (!fmu_is_fixed[k] && in->s.mode != FMU_CONTINUOUS)))
    return FMU_OK;
  if (k >= FMU_P && k < FMU_P + FMU_X && early) return FMU_OK;
  return fmu_fail(in, FMU_ERROR, "variable %u cannot be set now", reference);
}

static void fmu_set(FmuInstance *in, unsigned reference, double value) {
  const int k = (int) reference - FMU_AT_P;
  FmuState *s = &in->s;
  fmu_forget(in);
  if (k >= FMU_P) {
    s->y[k - FMU_P] = value;
    s->placed[k - FMU_P] = 1;
    s->moved = s->changed = 1;
    return;
  }
  if (s->p[k] == value) return;
  s->p[k] = value;
  s->made = 0;
  s->tuned = 1;
  s->moved = s->changed = 1;
}

// Sets all of them, or none and logs a message.
static int fmu_set_all(FmuInstance *in, const unsigned *reference, size_t n, const double *value) {
  for (size_t i = 0; i < n; i++)
    if (fmu_may_set(in, reference[i], value[i]) != FMU_OK) return FMU_ERROR;
  for (size_t i = 0; i < n; i++) fmu_set(in, reference[i], value[i]);
  return FMU_OK;
}

static int fmu_get_all(FmuInstance *in, const unsigned *reference, size_t n, double *value) {
  int worst = FMU_OK;
  for (size_t i = 0; i < n; i++) {
    const int status = fmu_get(in, reference[i], &value[i]);
    worst = status > worst ? status : worst;
  }
  return worst;
}

// Computes the derivatives of unknowns in the direction of the seeds of knowns.
static int fmu_directional(FmuInstance *in, const unsigned *unknown, size_t n,
                           const unsigned *known, size_t m, const double *direction,
                           double *result) {
  double seed[FMU_P + 1 + FMU_N] = {0}, y[FMU_N], change[FMU_N + FMU_COLUMNS + FMU_ROW + FMU_EVENTS];
  for (size_t i = 0; i < m; i++) {
    const unsigned k = known[i];
    if (k >= FMU_AT_RATE)
      return fmu_fail(in, FMU_ERROR, "variable %u is not a known of derivatives", k);
    seed[k == 0 ? FMU_P : k < FMU_AT_STATE ? k - FMU_AT_P : k - FMU_AT_STATE + FMU_P + 1] +=
      direction[i];
  }
  for (size_t i = 0; i < n; i++)
    if (unknown[i] < FMU_AT_STATE || unknown[i] >= FMU_VARIABLES)
      return fmu_fail(in, FMU_ERROR, "variable %u is not an unknown of derivatives", unknown[i]);
  fmu_make(in);
  fmu_settled(in, y);
#if FMU_SIDES > 0
  fmu_seed_sides(&in->s.discrete, &in->flow, in->s.t, y, in->work, seed);
#endif
  for (int of = 0; of < 3; of++) {
    const int from = of == FMU_OF_RATES ? FMU_AT_RATE : of == FMU_OF_ROW ? FMU_AT_OUTPUT : FMU_AT_EVENT;
    const int to = of == FMU_OF_RATES ? FMU_AT_OUTPUT : of == FMU_OF_ROW ? FMU_AT_EVENT : FMU_VARIABLES;
    int done = 0;
    for (size_t i = 0; i < n; i++) {
      const int k = (int) unknown[i];
      if (of == FMU_OF_RATES && k < FMU_AT_RATE) result[i] = seed[k - FMU_AT_STATE + FMU_P + 1];
      if (k < from || k >= to) continue;
      if (!done) fmu_derive(&in->flow, of, in->s.t, y, seed, in->work, change);
      done = 1;
      result[i] = change[of == FMU_OF_ROW ? fmu_output[k - from] : k - from];
    }
  }
  return FMU_OK;
}

#if FMU_VERSION == 3
// Computes the derivatives of the sum of the unknowns times their seeds by each known.
static int fmu_adjoint(FmuInstance *in, const unsigned *unknown, size_t n, const unsigned *known,
                       size_t m, const double *seed, double *result) {
  const double one = 1;
  for (size_t k = 0; k < m; k++) {
    result[k] = 0;
    for (size_t i = 0; i < n; i++) {
      double part;
      const int status = fmu_directional(in, &unknown[i], 1, &known[k], 1, &one, &part);
      if (status != FMU_OK) return status;
      result[k] += seed[i] * part;
    }
  }
  return FMU_OK;
}
#endif

// --- beginning -----------------------------------------------------------------------------------

// Returns the largest violation of a constraint, in parts of its terms.
static double fmu_violation(FmuInstance *in) {
  fmu_know_row(in);
  return in->row[FMU_COLUMNS - 1];
}

// Computes the initial state for the present parameters, except for the parts that were set.
static void fmu_place(FmuInstance *in) {
  double y[FMU_N];
  FmuState *s = &in->s;
  find_start(s->p, s->start, y);
  for (int i = 0; i < FMU_X; i++)
    if (!s->placed[i]) s->y[i] = y[i];
}

// Moves the state back onto the constraints. Returns 1 if it moved.
static int fmu_correct(FmuInstance *in) {
  if (in->flow.project == NULL || fmu_violation(in) <= 0.01 * FMU_TOLERANCE) return 0;
  fmu_project(&in->flow, in->s.t, in->s.y);
  fmu_forget(in);
  return 1;
}

static int fmu_start_events(FmuInstance *in);

// Ends initialization: moves a state that is not that of the model onto the constraints.
static int fmu_initialize(FmuInstance *in) {
  FmuState *s = &in->s;
  fmu_make(in);
  s->t = s->start;
  if (s->moved) {
    fmu_place(in);
    if (in->flow.project != NULL) fmu_project(&in->flow, s->t, s->y);
  }
  fmu_forget(in);
  if (!(fmu_violation(in) <= FMU_TOLERANCE))
    return fmu_fail(in, FMU_ERROR, "the initial state violates a constraint by %.3g of its terms",
                    fmu_violation(in));
  s->changed = 1;
  // the accelerations are those of the mode and the sides in which a motion begins
  const int status = fmu_start_events(in);
  if (status != FMU_OK || fmu_moves(in)) return status;
  return fmu_fail(in, FMU_ERROR, "the equations give no accelerations at the initial state");
}

static int fmu_set_experiment(FmuInstance *in, int tolerance_given, double tolerance, double start,
                              int stop_given, double stop) {
  FmuState *s = &in->s;
  if (!(start * 0 == 0) || (stop_given && !(stop > start)))
    return fmu_fail(in, FMU_ERROR, "a run cannot go from %g to %g", start, stop);
  if (tolerance_given && !(tolerance > 0 && tolerance < 1))
    return fmu_fail(in, FMU_ERROR, "%g cannot be a relative tolerance", tolerance);
  s->moved |= start != s->start;
  s->t = s->start = start;
  s->stop_given = stop_given;
  s->stop = stop_given ? stop : start + (FMU_STOP_TIME - FMU_START_TIME);
  if (!tolerance_given || tolerance == FMU_RTOL) return FMU_OK;
  s->rtol = fmax(tolerance, 1e-14);
  s->atol = 0.01 * s->rtol;
  return FMU_OK;
}
