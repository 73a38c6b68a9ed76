// native/text/event.h: the first event of a run.
//
// In:    a step of a run with any integrator; bounds of the events (tape/bounds.h)
// Out:   the first time at which one of them changes its sign by passing through zero
// How:   Over the step the state is a polynomial, so that on any part of it the events and their
//        derivatives have bounds. A part on which an event cannot vanish, or is monotonic, is
//        settled; any other part is halved, down to the size of rounding. This distinguishes two close
//        zeros from no zero, and a zero from a jump or a pole, where bounds fail on the smallest part.
//        A zero that is only touched does not change the sign.
// From:  R. E. Moore, R. B. Kearfott, M. J. Cloud, Introduction to Interval Analysis (2009), chapter 8
// Not:   If bounds stay too wide for the budget of parts, signs at 64 places decide, and a change
//        counts if the event shrinks towards it.
//
// This text is compiled into the program and is a part of exported C: plain C99, with <float.h>, <math.h>,
// <stdbool.h>, <stdlib.h> and <string.h>. The including file provides the types of tape/bounded.h,
// bounds_of_number, Drive, EventWatch and Flow, a struct with
//   n, events        the lengths of the state and of the events
//   event, bounds, settle   functions of the flow, as in motion/flow.h; the last two may be NULL
// and defines
//   EVENT_LINKAGE    the linkage of the functions of motion/event.h
//   EVENT_OFF, EventPassed   as there

#define NODES 8             // Chebyshev nodes of the state: its polynomial has degree 7
#define SLACK 0x1p-42       // parts of the change over a step by which that polynomial may be off
#define PARTS_MOST 4000     // parts examined in a step,
#define PARTS_LEAST 60      // and at least, after steps in which that was not enough
#define PART_COARSE 0x1p-5  // length of a part if bounds do not help; the step is from -1 to 1
#define PART_STILL 0x1p-10  // length of a part: an event that is 0 at both its ends stays 0
#define PART_LEAST 0x1p-45  // the smallest part that is examined
#define OVERLAP 0x1p-6      // how far to look before the step: polynomials of two steps differ
#define NOISE 8             // times the error of a value: smaller changes of it mean nothing
#define ROUNDS 200          // of bisection and secants; far more than needed
#define SHRINKS 0.05        // parts of its size nearby below which a value counts as vanishing;
#define NEARBY 0x1p17       // nearby: this many smallest parts away

// What is known for certain about an event.
typedef struct {
  int sign;      // 0: nothing
  double since;  // the last place with that sign
  bool clean;    // only zeros can have changed the sign since
  bool gone;     // the other sign is rounding until this one appears,
  double floor;  // as long as the value is not larger than this
} Side;

// Places in the step are x between -1 and 1.
struct EventWatch {
  size_t n, events;
  Drive *d;
  DriveStateAt *state_at;
  double at[NODES];                // Chebyshev's nodes
  double fit[NODES][NODES];        // from values at the nodes to coefficients of 1, x, x^2, ...
  double *node, *coefficient;      // NODES * n
  double *slack, *y, *g, *middle;  // n, n, events, NODES
  Bounds *input, *bound, *whole;   // 1 + n, events, events: the last over the whole step
  Side *side;                      // of each event
  double *zero;                    // of each event: where it happens in the step, or 2
  double first;                    // the first of these
  int event;                       // the one being examined
  size_t patience, left;           // the parts that may be examined, and how many are left
  double smallest;                 // the smallest part worth examining
  double least;                    // the length of parts that are not halved any more
  double bracket[2];               // places around the zero that was found
  size_t changing;                 // the first event that counts only where it changes its sign
  size_t passed;                   // events that do not end the run,
  EventPassed *report;             // and the function that is called at their zeros
  void *context;
};

// --- memory --------------------------------------------------------------------------------------

// T_k(x) in powers of x.
static void chebyshev(double T[NODES][NODES]) {
  memset(T, 0, NODES * NODES * sizeof(double));
  T[0][0] = T[1][1] = 1;
  for (int k = 2; k < NODES; k++)
    for (int i = 0; i < NODES; i++) T[k][i] = (i > 0 ? 2 * T[k - 1][i - 1] : 0) - T[k - 2][i];
}

// The interpolating polynomial is sum_k c_k T_k, c_k = 2/N sum'' f(x_j) T_k(x_j), the first and the last
// of both sums being halved.
static void make_fit(EventWatch *w) {
  double T[NODES][NODES];
  const int N = NODES - 1;
  chebyshev(T);
  for (int j = 0; j < NODES; j++) w->at[j] = -cos(j * acos(-1) / N);
  for (int j = 0; j < NODES; j++)
    for (int k = 0; k < NODES; k++) {
      const double half = (j % N == 0 ? 0.5 : 1) * (k % N == 0 ? 0.5 : 1);
      const double c = 2.0 / N * half * cos(k * acos(-1) * (N - j) / N);
      for (int i = 0; i < NODES; i++) w->fit[i][j] += c * T[k][i];
    }
}

EVENT_LINKAGE void event_watch_destroy(EventWatch *w);

EVENT_LINKAGE EventWatch *event_watch_create(const Flow *flow) {
  EventWatch *w = calloc(1, sizeof *w);
  if (w == NULL) return NULL;
  const size_t n = flow->n, events = flow->events;
  w->n = n;
  w->events = events;
  w->changing = events;
  w->patience = PARTS_MOST;
  w->node = calloc(2 * NODES * n + 2 * n + 2 * events + NODES, sizeof *w->node);
  w->input = calloc(1 + n + 2 * events, sizeof *w->input);
  w->side = calloc(events + 1, sizeof *w->side);
  if (w->node == NULL || w->input == NULL || w->side == NULL) {
    event_watch_destroy(w);
    return NULL;
  }
  w->coefficient = w->node + NODES * n;
  w->slack = w->coefficient + NODES * n;
  w->y = w->slack + n;
  w->g = w->y + n;
  w->middle = w->g + events;
  w->zero = w->middle + NODES;
  w->bound = w->input + 1 + n;
  w->whole = w->bound + events;
  if (events > 0) make_fit(w);
  return w;
}

EVENT_LINKAGE void event_watch_destroy(EventWatch *w) {
  if (w == NULL) return;
  free(w->node);
  free(w->input);
  free(w->side);
  free(w);
}

EVENT_LINKAGE void event_watch_forget(EventWatch *w) {
  memset(w->side, 0, w->events * sizeof *w->side);
}

// --- the state over the step ---------------------------------------------------------------------

static const Flow *flow_of(const EventWatch *w) {
  return w->d->context;
}

static double time_at(const EventWatch *w, double x) {
  const Drive *d = w->d;
  return x == 1 ? d->t : d->from + d->step * (x + 1) / 2;
}

// Computes the state at a place of the step, with the sides that follow from it.
static void take_state(const EventWatch *w, double x, double *y) {
  const double t = time_at(w, x);
  w->state_at(w->d, t, y);
  if (flow_of(w)->settle != NULL) flow_of(w)->settle(flow_of(w), t, y);
}

// Fits polynomials to the changes since the start of the step, which have more digits than the state itself.
static void take_polynomials(EventWatch *w) {
  const size_t n = w->n;
  for (size_t j = 0; j < NODES; j++) take_state(w, w->at[j], w->node + j * n);
  memset(w->coefficient, 0, NODES * n * sizeof *w->coefficient);
  for (size_t i = 0; i < n; i++) {
    const double start = w->node[i];
    double most = 0;
    for (size_t j = 1; j < NODES; j++) {
      const double change = w->node[j * n + i] - start;
      most = fmax(most, fabs(change));
      for (size_t k = 0; k < NODES; k++) w->coefficient[i * NODES + k] += w->fit[k][j] * change;
    }
    w->slack[i] = SLACK * most + DBL_EPSILON * fabs(start);
  }
}

// Bounds component i of the state for x within r of the middle, around which its polynomial is expanded.
static Bounds state_bounds(const EventWatch *w, size_t i, double middle, double r) {
  double *c = w->middle, away = 0, turn = 0, power = 1;
  memcpy(c, w->coefficient + i * NODES, NODES * sizeof *c);
  for (int k = 0; k < NODES - 1; k++)
    for (int j = NODES - 2; j >= k; j--) c[j] += middle * c[j + 1];
  for (int k = 1; k < NODES; k++) {
    if (k > 1) turn += k * fabs(c[k]) * power;
    power *= r;
    away += fabs(c[k]) * power;
  }
  const double value = w->node[i] + c[0], slack = w->slack[i], steep = NODES * NODES * slack;
  away += slack + DBL_EPSILON * fabs(value);
  const bool finite = (value + away + turn) * 0 == 0;
  return (Bounds){value - away, value + away, c[1] - turn - steep, c[1] + turn + steep,
                  finite ? BOUNDS_SMOOTH : BOUNDS_NOWHERE};
}

// --- events over the step ------------------------------------------------------------------------

// Bounds all events on a part of the step, into w->bound.
static void bound_events(EventWatch *w, double a, double b) {
  const double middle = a + (b - a) / 2, r = (b - a) / 2, slope = w->d->step / 2;
  const double p = time_at(w, a), q = time_at(w, b);
  w->input[0] = (Bounds){fmin(p, q), fmax(p, q), slope, slope, BOUNDS_SMOOTH};
  for (size_t i = 0; i < w->n; i++) w->input[1 + i] = state_bounds(w, i, middle, r);
  flow_of(w)->bounds(flow_of(w), w->input, w->bound);
  w->left -= w->left > 0;
}

// Extrapolates the state beyond the step by its polynomials; the driver knows it only within the step.
static void extrapolate(const EventWatch *w, double x, double *y) {
  for (size_t i = 0; i < w->n; i++) {
    const double *c = w->coefficient + i * NODES;
    double change = 0;
    for (int k = NODES - 1; k >= 0; k--) change = change * x + c[k];
    y[i] = w->node[i] + change;
  }
}

static double value_at(const EventWatch *w, double x) {
  if (x < -1 || x > 1)
    extrapolate(w, x, w->y);
  else
    take_state(w, x, w->y);
  flow_of(w)->event(flow_of(w), time_at(w, x), w->y, w->g);
  return w->g[w->event];
}

// Bounds the event at one place; for a flow without bounds, by its value.
static Bounds bounds_at(EventWatch *w, double x) {
  if (flow_of(w)->bounds == NULL) return bounds_of_number(value_at(w, x));
  bound_events(w, x, x);
  return w->bound[w->event];
}

static int sign_of(Bounds g) {
  return g.kind == BOUNDS_NOWHERE ? 0 : (g.low > 0) - (g.high < 0);
}

// Returns the sign of the event that is examined, or 0 if it may be rounding.
static int sign_of_event(const EventWatch *w, Bounds g) {
  const Side *s = &w->side[w->event];
  const int sign = sign_of(g);
  if (!s->gone || sign == 0 || sign == s->sign) return sign;
  return (sign > 0 ? g.low : -g.high) > s->floor ? sign : 0;
}

static bool is_rounding(const EventWatch *w, Bounds g) {
  const Side *s = &w->side[w->event];
  return s->gone && sign_of(g) == -s->sign && (s->sign > 0 ? -g.low : g.high) <= s->floor;
}

static bool spans_zero(Bounds g) {
  return g.low <= 0 && g.high >= 0;
}

static Bounds bounds_over(EventWatch *w, double a, double b) {
  const bool all = a == -1 && b == 1;
  if (flow_of(w)->bounds == NULL)
    return (Bounds){-HUGE_VAL, HUGE_VAL, -HUGE_VAL, HUGE_VAL, BOUNDS_BROKEN};
  if (!all) bound_events(w, a, b);
  return (all ? w->whole : w->bound)[w->event];
}

// Narrows the bounds on small parts, with f(b) - f(a) = f'(c) (b - a). Is the width that is left only
// rounding?
static bool narrow(EventWatch *w, double a, double b, Bounds *g) {
  const double r = (b - a) / 2;
  const Bounds middle = bounds_at(w, a + r);
  if (g->kind != BOUNDS_SMOOTH || middle.kind != BOUNDS_SMOOTH) return false;
  const double away = r * fmax(fabs(g->least), fabs(g->most));
  if (away >= 0) {
    g->low = fmax(g->low, middle.low - away);
    g->high = fmin(g->high, middle.high + away);
  }
  return spans_zero(middle) && g->high - g->low <= NOISE * (middle.high - middle.low);
}

// --- zeros ---------------------------------------------------------------------------------------

// Finds the first place in the bracket where the event no longer has the sign that it had, by regula
// falsi with the Illinois weights, which stays in the bracket. b is always past that place.
static double close_in(const EventWatch *w) {
  const Side *s = &w->side[w->event];
  const int before = s->sign;
  const double lift = s->gone ? before * s->floor : 0;
  double a = w->bracket[0], b = w->bracket[1], ga = value_at(w, a) + lift, gb = value_at(w, b) + lift;
  int side = 0;
  for (int round = 0; round < ROUNDS; round++) {
    double middle = b - gb * (b - a) / (gb - ga);
    if (!(middle > a && middle < b) || round > ROUNDS / 2) middle = a + (b - a) / 2;
    if (middle == a || middle == b) break;
    const double g = value_at(w, middle) + lift;
    if (g * before <= 0) {
      b = middle, gb = g;
      if (side == 1) ga /= 2;
      side = 1;
    } else {
      a = middle, ga = g;
      if (side == -1) gb /= 2;
      side = -1;
    }
  }
  return b;
}

// Does the event shrink towards its change of sign? At a jump or a pole it does not.
static bool is_zero(const EventWatch *w, double a, double b) {
  double ga = value_at(w, a);
  while (b - a > w->smallest) {
    const double middle = a + (b - a) / 2, g = value_at(w, middle);
    if (g == 0) return true;
    if (!(g * 0 == 0)) return false;
    if ((g < 0) == (ga < 0))
      a = middle, ga = g;
    else
      b = middle;
  }
  // on both sides: at a jump, one of them may be farther from zero than the other
  const double near = fmax(fabs(ga), fabs(value_at(w, b)));
  const double away = NEARBY * w->smallest;
  const double far = fmin(fabs(value_at(w, a - away)), fabs(value_at(w, b + away)));
  return near <= SHRINKS * far;
}

static bool is_wanted(const EventWatch *w, int sign) {
  const int direction = w->d->direction[w->event];
  return direction != EVENT_OFF && direction * sign >= 0;
}

static bool found(EventWatch *w, double a, double b) {
  w->bracket[0] = a;
  w->bracket[1] = b;
  return true;
}

// Notes that the event has this sign from a to b. Returns true if it has passed zero before.
static bool note(EventWatch *w, int sign, double a, double b) {
  Side *s = &w->side[w->event];
  if (sign == 0) return false;
  if (s->sign * sign < 0 && is_wanted(w, sign) && (s->clean || s->gone || is_zero(w, s->since, a)))
    return found(w, s->since, a);
  *s = (Side){sign, b, true, false, 0};
  return false;
}

static bool note_at(EventWatch *w, double x) {
  return note(w, sign_of_event(w, bounds_at(w, x)), x, x);
}

// Has the event become zero, and does it stay there?
static bool has_ended(EventWatch *w, double a, double b) {
  const Side *s = &w->side[w->event];
  return (size_t) w->event < w->changing && b - a >= PART_STILL && s->sign != 0 && !s->gone &&
         is_wanted(w, -s->sign) && value_at(w, a) == 0 && value_at(w, b) == 0 &&
         found(w, s->since, a);
}

// Finds the first zero from a to b: from the left, so that everything before a part is known.
static bool scan(EventWatch *w, double a, double b) {
  Bounds g = bounds_over(w, a, b);
  if (g.kind == BOUNDS_NOWHERE) {
    w->side[w->event].sign = 0;
    return false;
  }
  if (sign_of_event(w, g) != 0) return note(w, sign_of(g), a, b);
  if (is_rounding(w, g)) return false;
  if (g.kind == BOUNDS_SMOOTH && (g.least > 0 || g.most < 0)) return note_at(w, a) || note_at(w, b);
  const bool smooth = g.kind == BOUNDS_SMOOTH;
  if (narrow(w, a, b, &g)) return has_ended(w, a, b);
  if (sign_of_event(w, g) != 0) return note(w, sign_of(g), a, b);
  if (b - a <= w->least) {
    if (!smooth) w->side[w->event].clean = false;
    return has_ended(w, a, b) || note_at(w, b);
  }
  if (w->left == 0) return false;
  const double middle = a + (b - a) / 2;
  return scan(w, a, middle) || scan(w, middle, b);
}

// Bounds the events over the whole step by what the driver knows of the state.
static void bound_roughly(EventWatch *w) {
  const Drive *d = w->d;
  const double slope = d->step / 2;
  w->input[0] = (Bounds){fmin(d->from, d->t), fmax(d->from, d->t), slope, slope, BOUNDS_SMOOTH};
  for (size_t i = 0; i < w->n; i++) {
    const double room = 16 * DBL_EPSILON * fmax(fabs(d->low[i]), fabs(d->high[i]));
    w->input[1 + i] =
      (Bounds){d->low[i] - room, d->high[i] + room, -HUGE_VAL, HUGE_VAL, BOUNDS_SMOOTH};
  }
  flow_of(w)->bounds(flow_of(w), w->input, w->bound);
}

// Do rough bounds show that no event changes its sign? In most steps they do.
static bool is_quiet(EventWatch *w) {
  const Flow *flow = flow_of(w);
  if (flow->bounds == NULL || flow->settle != NULL || w->d->low[0] > w->d->high[0]) return false;
  bound_roughly(w);
  for (size_t i = 0; i < w->events; i++)
    if (w->d->direction[i] != EVENT_OFF &&
        (w->side[i].sign == 0 || sign_of(w->bound[i]) != w->side[i].sign))
      return false;
  for (size_t i = 0; i < w->events; i++) w->side[i].clean = true;
  return true;
}

// If an event has another sign at the start of the step than at the end of the last one, it has changed
// between the polynomials of the two steps. Was that a zero? Those of this step decide, a little before it.
static bool search_before(EventWatch *w) {
  Side *s = &w->side[w->event];
  const double start = -1 - OVERLAP;
  if (flow_of(w)->bounds == NULL) return false;
  const Bounds here = bounds_at(w, -1);
  if (s->sign * sign_of_event(w, here) >= 0) return false;
  // a step so short that rounding hid the zero in it
  if (s->clean && here.kind == BOUNDS_SMOOTH && is_wanted(w, -s->sign) &&
      fmax(fabs(here.low), fabs(here.high)) <= 2 * NOISE * (here.high - here.low))
    return found(w, -1, -1);
  s->since = start;
  if (s->sign * sign_of_event(w, bounds_at(w, start)) < 0) s->clean = false;
  return scan(w, start, -1) && found(w, -1, -1);
}

// Finds the first zero of one event in the step, from a place where its sign is known to another place.
static bool search(EventWatch *w, int event, double from, double to) {
  Side *s = &w->side[event];
  w->event = event;
  s->since = from;
  const Side before = *s;
  w->left = flow_of(w)->bounds != NULL ? w->patience : 0;
  if (w->left > 0) {
    w->least = w->smallest;
    const bool happens = (from == -1 && search_before(w)) || scan(w, from, to);
    w->patience = w->left > 0 ? w->patience * 2 : w->patience / 8;
    w->patience = w->patience > PARTS_MOST ? PARTS_MOST : w->patience;
    w->patience = w->patience < PARTS_LEAST ? PARTS_LEAST : w->patience;
    if (happens || w->left > 0) return happens;
    *s = before;
  }
  w->least = PART_COARSE;
  w->left = SIZE_MAX;
  return scan(w, from, to);
}

// Reports all zeros of an event that the run passes, up to a place in the step; the step beyond it does not count.
static void pass(EventWatch *w, int event, double until) {
  Side *s = &w->side[event];
  for (double from = -1; from < until && search(w, event, from, until);) {
    const double zero = close_in(w);
    if (zero > until) return;
    take_state(w, zero, w->y);
    w->report(w->context, (size_t) event, time_at(w, zero), w->y);
    // continues beyond it, with the sign that the event has there
    from = w->bracket[1];
    *s = (Side){-s->sign, from, true, false, 0};
  }
}

EVENT_LINKAGE int event_find(Drive *d, DriveStateAt *state_at) {
  EventWatch *w = d->watch_events;
  w->d = d;
  w->state_at = state_at;
  w->smallest = fmax(PART_LEAST, 8 * DBL_EPSILON * fabs(d->t / d->step));
  if (is_quiet(w)) return 0;
  int first = -1;
  double time = 0;
  take_polynomials(w);
  if (flow_of(w)->bounds != NULL) {
    bound_events(w, -1, 1);
    memcpy(w->whole, w->bound, w->events * sizeof *w->whole);
  }
  for (int event = (int) w->passed; event < (int) w->events; event++) {
    w->zero[event] = 2;
    if (d->direction[event] == EVENT_OFF || !search(w, event, -1, 1)) continue;
    const double zero = close_in(w);
    w->zero[event] = zero;
    if (first >= 0 && !(zero < time)) continue;
    first = event;
    time = zero;
  }
  for (int event = 0; event < (int) w->passed; event++)
    if (d->direction[event] != EVENT_OFF) pass(w, event, first < 0 ? 1 : time);
  if (first < 0) return 0;
  w->first = time;
  d->event = first;
  d->bracket[0] = time_at(w, time);
  return 1;
}
