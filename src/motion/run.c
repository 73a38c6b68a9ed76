// motion/run.c: runs with any driver: pauses, events, the way they end.

#include "motion/event.h"
#include "base/part.h"
#include "motion/run_impl.h"
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define PAUSE_STEPS 500        // steps between pauses
#define LINE 8                 // numbers in a line of the cache
#define ORDER_LEAST 6          // of series
#define ORDER_GAIN 0.75        // the order for a tolerance e^-k, in parts of k
#define DETOUR_STEPS 8         // of DOP853 at a time, where series are of no use
#define PIVOT_NOISE 8          // roundings for each part of the state: a smaller pivot may be zero
#define PIVOT_ERROR 100        // tolerances by which what a pivot is made of may be wrong
#define PIVOT_ERROR_MOST 1e-3  // at most, or loose tolerances would see zeros everywhere
#define PIVOT_DOUBT_MOST 0.1   // at most, where shorter steps are to tell
#define CRAWL 1e-6             // parts of the way; who gets no further between pauses crawls
#define CRAWL_CHANGE 0.1       // of a pivot, in parts of it: the steps lead somewhere
#define CRAWL_STEPS 200000     // and without it, so many lead nowhere
#define STALL_STEPS 200000     // in which a run has to come forward by
#define STALL_PART 1e-3        // of what its best steps would have reached,
#define STALL_MOST 1e8         // if it would take more than so many to the end
#define ASK_AGAIN 0.25         // parts of a pivot that was asked about, at which to ask again
#define STRAY 10               // tolerances that a residual may be off where states are projected
#define STRAY_DRIFT 1000       // and for each step where they are not
#define STRAY_ROUNDING 1e5     // roundings that it may be off
#define STRAY_MOST 1e-3        // parts of its terms that it may be off in any case,
#define STRAY_MOST_ABSOLUTE 1e-6  // and changes of the state
#define STRAY_START 2             // times the violation of the initial state, where that is larger
#define PIVOT_SUSPECT 1e-5        // a pivot as small as this explains a step that becomes too small

// --- memory --------------------------------------------------------------------------------------

// A pivot of a constraint is a sum of squares, as of velocities that come to rest together. Where
// these are in error by some multiple of the tolerance, a zero shows as the square of that.
static double pivot_blur(double rtol, double most) {
  const double error = fmin(PIVOT_ERROR * rtol, most);
  return error * error;
}

double run_least_pivot(size_t n) {
  return PIVOT_NOISE * DBL_EPSILON * (double) n;
}

// The order of series for a tolerance (docs/theory/integration.md).
static int order_for(double rtol) {
  const double order = ceil(1 - ORDER_GAIN * log(rtol));
  return (int) fmin(fmax(order, ORDER_LEAST), DRIVE_ORDER_MOST);
}

// Numbers that native/text/taylor.h keeps beside those of the state.
static size_t series_room(const Flow *flow) {
  const FlowSeries *s = &flow->series;
  const size_t rows = DRIVE_ORDER_MOST + 1, lanes = TAYLOR_PADDED(s->sums);
  const size_t states = 5 * TAYLOR_PADDED(flow->n);
  const size_t others = rows * (flow->watched + s->guards) + s->kept;
  return 2 * rows * lanes + lanes + states + TAYLOR_PADDED(others);
}

// All arrays of a Drive in one block.
static double *drive_init(Drive *d, const Flow *flow, const RunRequest *r, bool taylor,
                          RunResult *result) {
  const size_t n = flow->n, series = taylor ? series_room(flow) : 0;
  const size_t rows = DRIVE_ORDER_MOST + 1;
  const size_t dense = taylor ? rows * TAYLOR_PADDED(n) : DRIVE_DENSE * n;
  double *block =
    calloc((5 + DRIVE_WORK) * n + dense + series + 7 * flow->watched + 3 * flow->residuals + LINE,
           sizeof *block);
  if (block == NULL) return NULL;
  double *at = block + (LINE - (uintptr_t) block / sizeof *block % LINE) % LINE;
  *d = (Drive){.context = flow,
               .parameters = flow->fixed,
               .n = (int) n,
               .watched = (int) flow->watched,
               .events = (int) flow->events,
               .residuals = flow->monitored ? (int) flow->residuals : 0,
               .t = r->from,
               .end = r->to,
               .y = result->y,
               .rtol = r->rtol,
               .atol = r->atol,
               .times = r->times,
               .n_times = (long) r->n_times,
               .rows = result->rows,
               .direction = r->direction,
               .order = order_for(r->rtol),
               .asked = -1,
               .least = run_least_pivot(n),
               .digits = RUN_FEW_DIGITS,
               .nearest = -1,
               .blur = pivot_blur(r->rtol, PIVOT_ERROR_MOST),
               .doubt = pivot_blur(r->rtol, PIVOT_DOUBT_MOST),
               .stop = r->stop};
  // these first: what is loaded side by side is not to lie across lines of the cache
  d->series = taylor ? at : NULL, at += series;
  d->dense = at, at += dense;
  d->yd = at, at += n;
  d->carry = at, at += n;
  d->between = at, at += n;
  d->work = at, at += DRIVE_WORK * n;
  d->low = at, at += n;
  d->high = at, at += n;
  for (size_t i = 0; i < n; i++) d->low[i] = 1;
  d->watch = at, at += 2 * flow->watched;
  d->lowest = at, at += flow->watched;
  d->side = at, at += flow->watched;
  d->largest = at, at += flow->watched;
  d->ask = at, at += flow->watched;
  d->fall = at, at += flow->watched;
  d->residual = at;
  for (size_t i = 0; r->ask != NULL && i < flow->watched; i++) {
    d->ask[i] = r->ask_part[i];
    d->fall[i] = r->fall[i];
    d->falls |= d->fall[i] > 0;
  }
  return block;
}

// --- events --------------------------------------------------------------------------------------

// Ends the run at the event: the rows before it, and the state there.
static void end_at_event(const Driver *driver, const Flow *flow, Drive *d) {
  const double t = d->bracket[0];
  driver->state_at(d, t, d->work);
  if (flow->project != NULL) flow->project(flow, t, d->work);
  driver->fill_rows(d, t);
  memcpy(d->y, d->work, flow->n * sizeof *d->y);
  d->t = t;
}

// --- the run -------------------------------------------------------------------------------------

static RunEnd end_of(const Drive *d, int reason, size_t most_steps) {
  switch (reason) {
    case DRIVE_DONE: return RUN_DONE;
    case DRIVE_EVENT: return RUN_EVENT;
    case DRIVE_SINGULAR: return RUN_SINGULAR;
    case DRIVE_SMALL_STEP: return RUN_SMALL_STEP;
    case DRIVE_NOT_FINITE: return RUN_NOT_FINITE;
    case DRIVE_FAILED: return RUN_FAILED;
    case DRIVE_STRAY: return RUN_STRAYED;
    case DRIVE_ASK: return RUN_ASKED;
    default: return (size_t) d->steps < most_steps ? RUN_INTERRUPTED : RUN_STEPS;
  }
}

// The pivot that is nearly zero at t, the smallest one; or flow->watched.
static size_t suspect_pivot(const Drive *d) {
  const Flow *flow = d->context;
  flow->rate(flow, d->t, d->y, d->work, d->watch);
  double smallest = PIVOT_SUSPECT;
  size_t suspect = flow->watched;
  for (size_t i = 0; i < flow->watched; i++) {
    const double part = fabs(d->watch[i]) / fmax(fabs(d->watch[flow->watched + i]), d->largest[i]);
    if (part > smallest) continue;
    smallest = part;
    suspect = i;
  }
  return suspect;
}

// A step that became too small beside a pivot that is nearly zero is a singular state.
static int explain_small_step(Drive *d) {
  const size_t suspect = suspect_pivot(d);
  if (suspect == ((const Flow *) d->context)->watched) return DRIVE_SMALL_STEP;
  d->pivot = (int) suspect;
  d->bracket[0] = d->t;
  return DRIVE_SINGULAR;
}

// What a pivot was when steps last led somewhere.
typedef struct {
  size_t pivot;
  double size;
  long steps;
} Crawl;

// Beside a singular state the errors of the rates can let pass steps that lead nowhere, for ever.
// Where a pivot is small beyond doubt that is so at once; otherwise they may be small for the noise
// of the rates alone, and lead past it.
static bool crawls(const Drive *d, double before, double start, Crawl *c) {
  if (d->budget < PAUSE_STEPS || fabs(d->t - before) >= CRAWL * fabs(d->t - start)) return false;
  const size_t suspect = suspect_pivot(d);
  if (suspect == ((const Flow *) d->context)->watched) return false;
  const double size = fabs(d->watch[suspect]);
  if (!(size > d->blur * d->largest[suspect])) return true;
  if (c->pivot == suspect && fabs(size - c->size) < CRAWL_CHANGE * c->size)
    return d->steps - c->steps > CRAWL_STEPS;
  *c = (Crawl){suspect, size, d->steps};
  return false;
}

// How fast a run has come forward.
typedef struct {
  double t;
  long steps;   // where and when the present stretch began
  double best;  // the most time that a step took, between two pauses
} Pace;

// Beside a jump of the rates every step may be accepted and none lead anywhere. Such a run is one that
// was much faster before and would now take more than STALL_MOST steps to its end.
static bool stalls(const Drive *d, double before, Pace *p) {
  p->best = fmax(p->best, fabs(d->t - before) / PAUSE_STEPS);
  const double steps = (double) (d->steps - p->steps), pace = fabs(d->t - p->t) / steps;
  if (steps < STALL_STEPS) return false;
  p->t = d->t;
  p->steps = d->steps;
  return pace < STALL_PART * p->best && pace * STALL_MOST < fabs(d->end - d->t);
}

// --- constraints ---------------------------------------------------------------------------------

// What a residual may be after so many steps. With a projection the constraints that are kept hold
// up to rounding, and so do those that follow from them; the tolerances leave room for its last
// step, and for a state between steps.
static void find_slack(Drive *d, double excess) {
  const bool project = ((const Flow *) d->context)->project != NULL;
  const double times = project ? STRAY : STRAY_DRIFT * (double) (d->steps + PAUSE_STEPS);
  d->slack[0] = excess * fmin(times * d->rtol + STRAY_ROUNDING * DBL_EPSILON, STRAY_MOST);
  d->slack[1] = excess * fmin(times * d->atol, STRAY_MOST_ABSOLUTE);
}

// How many times more than that the initial state violates a constraint, with some room; at least 1.
static double start_excess(const Flow *flow, Drive *d) {
  double excess = 1;
  const size_t n = flow->residuals;
  if (n == 0) return excess;
  find_slack(d, 1);
  flow->residual(flow, d->t, d->y, d->residual);
  for (size_t i = 0; i < n; i++) {
    const double *e = d->residual + i;
    const double allowed = d->slack[0] * e[n] + d->slack[1] * e[2 * n];
    if (fabs(*e) > allowed && allowed > 0) excess = fmax(excess, STRAY_START * fabs(*e) / allowed);
  }
  return excess;
}

static bool has_strayed(const Flow *flow, Drive *d) {
  if (flow->residuals == 0) return false;
  flow->residual(flow, d->t, d->y, d->residual);
  d->strayed = drive_stray(d->residual, (int) flow->residuals, d->slack);
  return d->strayed >= 0;
}

// --- other variables -----------------------------------------------------------------------------

// Is there a flow that goes on better from here, where that part of a pivot is left?
static RunAdvice ask_for_better(const Drive *d, const RunRequest *r, int pivot, double part) {
  return r->ask != NULL ? r->ask(r->context, d->t, d->y, (size_t) pivot, part) : RUN_STAY;
}

static double part_left(const Drive *d, int pivot) {
  return d->largest[pivot] > 0 ? fabs(d->side[pivot]) / d->largest[pivot] : 0;
}

// Not to be asked again until a pivot is smaller still.
static void lower_levels(const Drive *d) {
  for (int i = 0; i < d->watched; i++)
    if (fabs(d->side[i]) < d->ask[i] * d->largest[i])
      d->ask[i] = ASK_AGAIN * fabs(d->side[i]) / d->largest[i];
}

// The pivot that was asked about is one of the problem, and rounding is all that is left of it.
static int give_up(Drive *d) {
  d->pivot = d->asked;
  d->bracket[0] = d->t;
  return DRIVE_SINGULAR;
}

// What is left of a reason to end, or to pause, when others have been asked.
static int settle(const Flow *flow, Drive *d, const RunRequest *r, int reason) {
  const bool stands = reason == DRIVE_PAUSE || reason == DRIVE_DONE || reason == DRIVE_EVENT;
  if (stands && has_strayed(flow, d)) return DRIVE_STRAY;
  if (reason == DRIVE_SMALL_STEP) reason = explain_small_step(d);
  if (reason == DRIVE_SINGULAR && ask_for_better(d, r, d->pivot, 0) == RUN_CHANGE) {
    // what is known of events is known for a step that was taken back
    event_watch_forget(d->watch_events);
    return DRIVE_ASK;
  }
  if (reason != DRIVE_ASK) return reason;
  const RunAdvice advice = ask_for_better(d, r, d->asked, part_left(d, d->asked));
  if (advice != RUN_STAY) return advice == RUN_CHANGE ? DRIVE_ASK : give_up(d);
  lower_levels(d);
  d->asked = -1;
  return DRIVE_PAUSE;
}

// --- all of it -----------------------------------------------------------------------------------

static void put_result(const Drive *d, int reason, const RunRequest *r, RunResult *result) {
  const size_t residuals = ((const Flow *) d->context)->residuals;
  result->end = end_of(d, reason, r->most_steps);
  result->event = (size_t) d->event;
  result->pivot = (size_t) d->pivot;
  result->stray = (size_t) d->strayed;
  result->off = reason == DRIVE_STRAY ? drive_off(d->residual, d->strayed, residuals) : 0;
  result->digits = d->nearest >= 0 ? d->digits : 1;
  result->nearest = (size_t) d->nearest;
  result->nearest_at = d->nearest_at;
  result->where = d->bracket[0];
  memcpy(result->slack, d->slack, sizeof d->slack);
  result->t = d->t;
  result->n_rows = (size_t) d->done_times;
  result->steps = (size_t) d->steps;
  result->rejected = (size_t) d->rejected;
  result->calls = (size_t) d->calls;
  result->stiff = d->stiff;
}

// Some steps with DOP853 where series are of no use; h is its step from detour to detour. What
// rounding took from the state is not known beyond it.
static int make_detour(const Flow *flow, Drive *d, double *h) {
  const long budget = d->budget;
  d->h = *h;
  d->budget = DETOUR_STEPS;
  const int reason = flow->drive(d);
  *h = d->h;
  d->budget = budget;
  memset(d->carry, 0, flow->n * sizeof *d->carry);
  return reason;
}

// As many steps as the budget has. *driver is the one that took the last step.
static int drive_some(const Driver **driver, const Flow *flow, Drive *d, double *detour) {
  if ((*driver)->drive != NULL) return (*driver)->drive(d);
  if (flow->taylor == NULL || d->series == NULL) return flow->drive(d);
  *driver = &driver_taylor;
  const int reason = flow->taylor(d);
  if (reason != DRIVE_NO_SERIES) return reason;
  *driver = &driver_dop853;
  return make_detour(flow, d, detour);
}

#define LOOK_OPERATIONS 1e8  // at most about so many between two looks: a tenth of a second
#define STEP_RATES 13        // a step takes about so many

// Up to the next pause, in portions that are short enough for a look between them. How long they are is
// counted in operations, so that the same input gives the same numbers.
static int drive_portions(const Driver **driver, const Flow *flow, const RunRequest *r, Drive *d,
                          double *detour) {
  const double each = STEP_RATES * (double) (r->length + 1);
  const long portion = (long) fmin(PAUSE_STEPS, fmax(1, LOOK_OPERATIONS / each));
  const long steps = d->budget;
  int reason = DRIVE_PAUSE;
  for (long left = steps; left > 0 && reason == DRIVE_PAUSE; left -= portion) {
    d->budget = left < portion ? left : portion;
    reason = drive_some(driver, flow, d, detour);
    if (reason == DRIVE_PAUSE && left > portion && r->look != NULL && r->look(r->context)) break;
  }
  d->budget = steps;
  return reason;
}

// Goes on until there is a reason not to.
static int drive_on(const Driver *driver, const Flow *flow, const RunRequest *r, Drive *d) {
  const double start = d->t, excess = start_excess(flow, d);
  double detour = 0;
  Crawl crawl = {0};
  Pace pace = {start, d->steps, 0};
  int reason = DRIVE_PAUSE;
  while (reason == DRIVE_PAUSE && !(d->stop != NULL && *d->stop) &&
         !(r->look != NULL && r->look(r->context)) && (size_t) d->steps < r->most_steps) {
    const size_t left = r->most_steps - (size_t) d->steps;
    const double before = d->t;
    find_slack(d, excess);
    d->budget = left < PAUSE_STEPS ? (long) left : PAUSE_STEPS;
    reason = drive_portions(&driver, flow, r, d, &detour);
    if (reason == DRIVE_PAUSE && (crawls(d, before, start, &crawl) || stalls(d, before, &pace)))
      reason = DRIVE_SMALL_STEP;
    if (reason == DRIVE_EVENT) end_at_event(driver, flow, d);
    reason = settle(flow, d, r, reason);
    if (reason != DRIVE_PAUSE || r->pause == NULL) continue;
    r->pause(r->context, d->t, (size_t) d->calls, &flow);
    d->context = flow;
    d->parameters = flow->fixed;
  }
  return reason;
}

Status run_driver(const Driver *driver, void *stepper, const Flow *flow, const RunRequest *r,
                  RunResult *result) {
  Drive d = {0};
  double *block = drive_init(&d, flow, r, driver == &driver_taylor, result);
  EventWatch *own = r->events == NULL ? event_watch_create(flow) : NULL;
  d.stepper = stepper;
  d.watch_events = r->events != NULL ? r->events : own;
  d.find_event = event_find;
  const Status status = block != NULL && d.watch_events != NULL ? STATUS_OK : part_refuse();
  if (status == STATUS_OK) {
    const int reason = drive_on(driver, flow, r, &d);
    put_result(&d, reason, r, result);
  }
  free(block);
  event_watch_destroy(own);
  return status;
}

// Operations of both over the same time, roughly: the steps of DOP853 become shorter with the eighth
// root of the tolerance, those of series stay as they are (bench/taylor.c).
bool run_taylor_pays(const Flow *flow, double rtol) {
  if (flow->taylor == NULL || !(rtol <= RUN_TAYLOR_RTOL)) return false;
  const FlowTapes *tapes = flow_tapes(flow);
  const TapeSeries *s = &tapes->series;
  const double order = order_for(rtol), rate = (double) tape_length(tapes->rate);
  const double around = (double) (tape_inputs(s->next) + tape_outputs(s->next)) / 2;
  const double next = (double) tape_length(s->next) + around + order * (double) s->sums / 8;
  const double steps = 0.135 * pow(rtol, -0.125);  // of DOP853, for one of Taylor's
  return order * next + (double) tape_length(s->start) + rate <
         12 * steps * (rate + 4 * (double) flow->n + 10);
}

const IntegratorTraits *integrator_traits(Integrator integrator) {
  static const IntegratorTraits *const all[] = {
#define X(NAME, name) &integrator_##name,
#include "motion/integrators.def"
#undef X
  };
  return all[integrator];
}

Status run_flow(const Flow *flow, const RunRequest *r, RunResult *result) {
  return integrator_traits(r->integrator)->run(flow, r, result);
}
