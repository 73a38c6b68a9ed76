// native/text/fmu.h: an instance of an FMU: its values, its motion, its saved states.
//
// A part of exported C, plain C99, between the functions of a model and an interface, fmi2.h or fmi3.h. It is
// included after drive.h, bounded.h, bounding.h, event.h, course.h, step.h and dop853.h. The model gives
//   FMU_N, FMU_P, FMU_FIXED        the lengths of the state, of the parameters and inputs, and of those
//                                  with what is made of them
//   FMU_WATCHED, FMU_EVENTS, FMU_RESIDUALS, FMU_COLUMNS, FMU_ROW, FMU_OUTPUTS, FMU_INPUTS
//   fmu_parameters, fmu_start, fmu_is_input, fmu_is_fixed, fmu_output, fmu_column, fmu_ask, fmu_fall,
//   fmu_direction, fmu_rate_tape, fmu_row_tape, fmu_event_tape
//   prepare, rate, project, event, residual, row, find_start
// Nothing here is static data that changes: instances share nothing.

#define FMU_TOLERANCE 1e-8  // of the constraints, where an importer sets a state or integrates itself
#define FMU_NEAR 1e-9       // parts of a step that communication points may be apart by rounding

enum { FMU_OK, FMU_WARNING, FMU_DISCARD, FMU_ERROR };

// What an instance waits for.
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
#define FMU_AT_RATE (FMU_AT_STATE + FMU_N)
#define FMU_AT_OUTPUT (FMU_AT_RATE + FMU_N)
#define FMU_AT_EVENT (FMU_AT_OUTPUT + FMU_OUTPUTS)
#define FMU_VARIABLES (FMU_AT_EVENT + FMU_EVENTS)

// All that a saved state consists of. Pointers in it are those of the instance that holds it.
typedef struct {
  double p[FMU_FIXED + 1];  // parameters and inputs, then what is made of them
  double t, y[FMU_N];
  double start, stop, rtol, atol;
  int stop_given;
  int mode;
  int made;                    // is p complete?
  int tuned;                   // was any of p set?
  int moved;                   // parameters that the initial state depends on were set,
  int placed[FMU_N];           // and these parts of it
  int changed;                 // since the last step: the run begins anew
  int sign[FMU_EVENTS + 1];    // of the event indicators
  int terminated;              // by an event
  // the run of co-simulation, which may be ahead of t
  int begun, reason;           // reason: why it ended, or DRIVE_PAUSE
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

// Is the call allowed now? A message if not.
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

// --- the model as a flow -------------------------------------------------------------------------

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

// Bounds of the events: the tape, operation by operation.
static void fmu_bounds(const Flow *flow, const Bounds *ty, Bounds *g) {
  const FmuTape *tape = &fmu_event_tape;
  Bounds *work = flow->bounds_work;
  for (int i = 0; i < FMU_P; i++) work[i] = bounds_of_number(flow->fixed[i]);
  memcpy(work + FMU_P, ty, (1 + FMU_N) * sizeof *ty);
  for (int i = 0; i < tape->constants; i++)
    work[tape->inputs + i] = bounds_of_number(tape->constant[i]);
  for (int i = 0; i < tape->length; i++) {
    const FmuStep s = tape->step[i];
    const Bounds a = work[s.a], b = work[s.b];
    const int gone =
      s.op != TAPE_PICK && (a.kind == BOUNDS_NOWHERE || b.kind == BOUNDS_NOWHERE);
    work[s.to] = gone ? nowhere : bounds_result((TapeOp) s.op, a, b, s.a == s.b);
    if (s.op == TAPE_SINCOS) work[s.to + 1] = gone ? nowhere : bounds_result(TAPE_COS, a, a, true);
  }
  for (int i = 0; i < FMU_EVENTS; i++) g[i] = work[tape->output[i]];
}

// --- derivatives ---------------------------------------------------------------------------------

#if FMU_PIVOTING
// K x = f: K dx = df - dK x. The operands are in v from `first` on, as pivoting.h has them.
static void fmu_solve(double *v, double *d, FmuStep s) {
  const int count = s.b - s.a + 1, n = (int) v[s.a], k = 2 + 2 * n, f = k + n * n;
  const int sides = (count - f) / n;
  double *room = calloc((size_t) (count + DAL_PIVOTING(count)), sizeof *room);
  dal_pivoting(count, v + s.a, v + s.to);
  for (int i = 0; i < DAL_PIVOTING(count); i++) d[s.to + i] = room == NULL ? (double) NAN : 0;
  if (room == NULL) return;
  memcpy(room, v + s.a, (size_t) count * sizeof *room);
  for (int side = 0; side < sides; side++)
    for (int i = 0; i < n; i++) {
      double sum = d[s.a + f + side * n + i];
      for (int j = 0; j < n; j++) sum -= d[s.a + k + i * n + j] * v[s.to + side * n + j];
      room[f + side * n + i] = sum;
    }
  dal_pivoting(count, room, room + count);
  memcpy(d + s.to, room + count, (size_t) (sides * n) * sizeof *d);
  free(room);
}
#endif

// A product whose factor 0 counts, even beside what is infinite.
static double fmu_times(double a, double b) {
  return a == 0 ? 0 : a * b;
}

static double fmu_power(double a, double b, double da, double db) {
  const double first = da == 0 ? 0 : b * pow(a, b - 1) * da;
  return db == 0 ? first : first + pow(a, b) * log(a) * db;
}

// Value and derivative of one operation.
static void fmu_operate(double *v, double *d, FmuStep s) {
  const double a = v[s.a], b = v[s.b], da = d[s.a], db = d[s.b];
  double *r = &v[s.to], *dr = &d[s.to];
  switch ((TapeOp) s.op) {
    case TAPE_ADD: *r = a + b, *dr = da + db; break;
    case TAPE_SUB: *r = a - b, *dr = da - db; break;
    case TAPE_MUL: *r = a * b, *dr = fmu_times(da, b) + fmu_times(db, a); break;
    case TAPE_DIV: *r = a / b, *dr = fmu_times(da - fmu_times(db, *r), 1 / b); break;
    case TAPE_NEG: *r = -a, *dr = -da; break;
    case TAPE_SQRT: *r = sqrt(a), *dr = fmu_times(da, 0.5 / *r); break;
    case TAPE_POW: *r = pow(a, b), *dr = fmu_power(a, b, da, db); break;
    case TAPE_SIN: *r = sin(a), *dr = da * cos(a); break;
    case TAPE_COS: *r = cos(a), *dr = -da * sin(a); break;
    case TAPE_SINCOS:
      r[0] = sin(a), r[1] = cos(a);
      dr[0] = da * r[1], dr[1] = -da * r[0];
      break;
    case TAPE_TAN: *r = tan(a), *dr = da * (1 + *r * *r); break;
    case TAPE_ASIN: *r = asin(a), *dr = fmu_times(da, 1 / sqrt(1 - a * a)); break;
    case TAPE_ACOS: *r = acos(a), *dr = -fmu_times(da, 1 / sqrt(1 - a * a)); break;
    case TAPE_ATAN: *r = atan(a), *dr = da / (1 + a * a); break;
    case TAPE_ATAN2:
      *r = atan2(a, b), *dr = fmu_times(da, b / (a * a + b * b)) - fmu_times(db, a / (a * a + b * b));
      break;
    case TAPE_SINH: *r = sinh(a), *dr = da * cosh(a); break;
    case TAPE_COSH: *r = cosh(a), *dr = da * sinh(a); break;
    case TAPE_TANH: *r = tanh(a), *dr = da * (1 - *r * *r); break;
    case TAPE_EXP: *r = exp(a), *dr = da * *r; break;
    case TAPE_LOG: *r = log(a), *dr = fmu_times(da, 1 / a); break;
    case TAPE_ABS: *r = fabs(a), *dr = a < 0 ? -da : da; break;
    case TAPE_SIGN: *r = a > 0 ? 1 : a < 0 ? -1 : a, *dr = 0; break;
    case TAPE_SIDE: *r = a > 0 ? 1 : a <= 0 ? -1 : a, *dr = 0; break;
    case TAPE_PICK:
      *r = a == 1 ? b : a == -1 ? 0 : (1 + a) / 2 * b;
      *dr = a == 1 ? db : a == -1 ? 0 : (1 + a) / 2 * db + da / 2 * b;
      break;
    case TAPE_TAKE: *r = b, *dr = db; break;
    case TAPE_SOLVE:
#if FMU_PIVOTING
      fmu_solve(v, d, s);
#endif
      break;
    case TAPE_ALL_OPS: break;
  }
}

// A tape and its derivative in the direction of the seeds: FMU_P of p, one of t, FMU_N of y. Both are in the
// workspace of the instance then, the derivatives behind the values.
static double *fmu_play(const FmuInstance *in, const FmuTape *tape, const double *seed) {
  double *v = in->work, *d = v + tape->values;
  memcpy(v, in->s.p, FMU_P * sizeof *v);
  v[FMU_P] = in->s.t;
  memcpy(v + FMU_P + 1, in->s.y, FMU_N * sizeof *v);
  memcpy(d, seed, (FMU_P + 1 + FMU_N) * sizeof *d);
  for (int i = 0; i < tape->constants; i++) {
    v[tape->inputs + i] = tape->constant[i];
    d[tape->inputs + i] = 0;
  }
  for (int i = 0; i < tape->length; i++) fmu_operate(v, d, tape->step[i]);
  return v;
}

// --- instances -----------------------------------------------------------------------------------

// Lets the pointers of the run point into the instance that it is in now.
static void fmu_attach(FmuInstance *in) {
  FmuState *s = &in->s;
  Drive *d = &s->drive;
  in->flow.fixed = s->p;
  d->context = &in->flow;
  d->parameters = s->p;
  d->y = s->ahead, d->yd = s->yd, d->carry = s->carry, d->dense = s->dense;
  d->between = s->between, d->work = s->work;
  d->low = s->low, d->high = s->high, d->watch = s->watch, d->lowest = s->lowest;
  d->side = s->side, d->largest = s->largest, d->ask = s->ask, d->fall = s->fall;
  d->residual = s->residual;
  d->times = s->times, d->rows = s->row;
  d->direction = fmu_direction;
  d->watch_events = in->watch;
  d->find_event = event_find;
  in->row_known = in->rates_known = 0;
}

// As after instantiation.
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
  fmu_attach(in);
}

static void fmu_destroy(FmuInstance *in) {
  if (in == NULL) return;
  event_watch_destroy(in->watch);
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

// After parameters or inputs were set: what is made of them.
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

static void fmu_know_row(FmuInstance *in) {
  if (in->row_known) return;
  fmu_make(in);
  row(in->s.p, in->s.t, in->s.y, in->row);
  double error = 0;
  for (int i = FMU_COLUMNS - 1; i < FMU_ROW; i++) error = fmax(error, fabs(in->row[i]));
  in->row[FMU_COLUMNS - 1] = error;
  in->row_known = 1;
}

static void fmu_know_rates(FmuInstance *in) {
  if (in->rates_known) return;
  fmu_make(in);
  rate(in->s.p, in->s.t, in->s.y, in->rates, in->rates + FMU_N);
  in->rates_known = 1;
}

// Is there a motion at the present state?
static int fmu_moves(FmuInstance *in) {
  int good = 1;
  fmu_know_rates(in);
  const double *w = in->rates + FMU_N;
  for (int i = 0; i < FMU_N; i++) good &= in->rates[i] * 0 == 0;
  for (int i = 0; i < FMU_WATCHED; i++)
    good &= fabs(w[i]) > least_pivot(FMU_N) * fabs(w[FMU_WATCHED + i]);
  return good;
}

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
    // after a step, as the table of `simulate` has it: a momentum by way of the velocities
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
    event(in->s.p, in->s.t, in->s.y, g);
    *value = g[k - FMU_AT_EVENT];
  }
  if (*value * 0 == 0) return FMU_OK;
  return fmu_fail(in, FMU_DISCARD, "variable %u has no finite value at time %.17g", reference,
                  in->s.t);
}

// May it be set now? Returns a status, with a message.
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
  if (k >= FMU_P && k < FMU_P + FMU_N && early) return FMU_OK;
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

// Sets all of them, or, with a message, none.
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

// The derivative of unknowns in the direction of the seeds of knowns.
static int fmu_directional(FmuInstance *in, const unsigned *unknown, size_t n,
                           const unsigned *known, size_t m, const double *direction,
                           double *result) {
  double seed[FMU_P + 1 + FMU_N] = {0};
  const FmuTape *const tapes[] = {&fmu_rate_tape, &fmu_row_tape, &fmu_event_tape};
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
  for (int which = 0; which < 3; which++) {
    const int from = which == 0 ? FMU_AT_RATE : which == 1 ? FMU_AT_OUTPUT : FMU_AT_EVENT;
    const int to = which == 0 ? FMU_AT_OUTPUT : which == 1 ? FMU_AT_EVENT : FMU_VARIABLES;
    const double *d = NULL;
    for (size_t i = 0; i < n; i++) {
      const int k = (int) unknown[i];
      if (which == 0 && k < FMU_AT_RATE) result[i] = seed[k - FMU_AT_STATE + FMU_P + 1];
      if (k < from || k >= to) continue;
      if (d == NULL) d = fmu_play(in, tapes[which], seed) + tapes[which]->values;
      const int column = which == 1 ? fmu_output[k - from] : k - from;
      if (which == 1 && column == FMU_COLUMNS - 1) {
        // the largest of the residuals, without its sign
        const double *v = d - tapes[which]->values;
        int worst = -1;
        result[i] = 0;
        for (int r = FMU_COLUMNS - 1; r < FMU_ROW; r++) {
          const int at = tapes[which]->output[r];
          if (worst >= 0 && fabs(v[at]) <= fabs(v[worst])) continue;
          worst = at;
          result[i] = v[at] < 0 ? -d[at] : d[at];
        }
      } else {
        result[i] = d[tapes[which]->output[column]];
      }
    }
  }
  return FMU_OK;
}

#if FMU_VERSION == 3
// The other way round: of the sum of the unknowns times their seeds by each known.
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

// The largest violation of a constraint, in parts of its terms.
static double fmu_violation(FmuInstance *in) {
  fmu_know_row(in);
  return in->row[FMU_COLUMNS - 1];
}

static void fmu_note_signs(FmuInstance *in) {
  double g[FMU_EVENTS + 1];
  fmu_make(in);
  event(in->s.p, in->s.t, in->s.y, g);
  for (int i = 0; i < FMU_EVENTS; i++) in->s.sign[i] = g[i] > 0 ? 1 : -1;
}

// The initial state with the parameters there are now, unless it was set.
static void fmu_place(FmuInstance *in) {
  double y[FMU_N];
  FmuState *s = &in->s;
  find_start(s->p, s->start, y);
  for (int i = 0; i < FMU_N; i++)
    if (!s->placed[i]) s->y[i] = y[i];
}

// Ends initialization: a state that is not that of the model is brought onto the constraints.
static int fmu_initialize(FmuInstance *in) {
  FmuState *s = &in->s;
  fmu_make(in);
  s->t = s->start;
  if (s->moved) {
    fmu_place(in);
    if (in->flow.project != NULL) project(s->p, s->t, s->y);
  }
  fmu_forget(in);
  if (!(fmu_violation(in) <= FMU_TOLERANCE))
    return fmu_fail(in, FMU_ERROR, "the initial state violates a constraint by %.3g of its terms",
                    fmu_violation(in));
  if (!fmu_moves(in))
    return fmu_fail(in, FMU_ERROR, "the equations give no accelerations at the initial state");
  fmu_note_signs(in);
  s->changed = 1;
  return FMU_OK;
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
