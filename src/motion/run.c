// motion/run.c: runs with any driver: pauses, events, and how they end.

#include "motion/event.h"
#include "base/part.h"
#include "motion/run_impl.h"
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define LINE 8                 // numbers in a line of the cache
#define ORDER_LEAST 6          // of series
#define ORDER_GAIN 0.85        // the order for a tolerance e^-k, as a fraction of k
#define DETOUR_STEPS 8         // of DOP853 at a time, where series are useless

#include "native/text/course.h"

double run_least_pivot(size_t n) {
  return least_pivot(n);
}

// --- memory --------------------------------------------------------------------------------------

// Returns the order of series for a tolerance (docs/theory/integration.md).
static int order_for(double rtol) {
  const double order = ceil(1 - ORDER_GAIN * log(rtol));
  return (int) fmin(fmax(order, ORDER_LEAST), DRIVE_ORDER_MOST);
}

// Counts the numbers that native/text/taylor.h keeps besides those of the state.
static size_t series_room(const Flow *flow) {
  const FlowSeries *s = &flow->series;
  const size_t rows = DRIVE_ORDER_MOST + 1, lanes = TAYLOR_PADDED(s->sums);
  const size_t states = 7 * TAYLOR_PADDED(flow->n);
  const size_t others = (rows + 1) * (flow->watched + s->guards) + s->kept;
  return 2 * rows * lanes + lanes + states + TAYLOR_PADDED(others);
}

static size_t dense_room(const Flow *flow, bool taylor) {
  return taylor ? (DRIVE_ORDER_MOST + 1) * TAYLOR_PADDED(flow->n) : DRIVE_DENSE * flow->n;
}

size_t drive_room(const Flow *flow, bool taylor) {
  return (5 + DRIVE_WORK) * flow->n + dense_room(flow, taylor) + (taylor ? series_room(flow) : 0) +
         7 * flow->watched + 3 * flow->residuals + LINE;
}

void drive_init(Drive *d, const Flow *flow, const RunRequest *r, bool taylor, double *block,
                RunResult *result) {
  const size_t n = flow->n, series = taylor ? series_room(flow) : 0;
  const size_t dense = dense_room(flow, taylor);
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
  // these first, aligned: vector loads must not straddle cache lines
  d->series = taylor ? at : NULL, at += series;
  d->dense = at, at += dense;
  d->yd = at, at += n;
  d->carry = at, at += n;
  d->between = at, at += n;
  d->work = at, at += DRIVE_WORK * n;
  d->low = at, at += n;
  d->high = at, at += n;
  for (size_t i = 0; i < n; i++) d->low[i] = 1, d->carry[i] = 0;
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
}

// --- events --------------------------------------------------------------------------------------

// Ends the run at the event: fills the rows before it, and sets the state there.
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

// --- other variables -----------------------------------------------------------------------------

// Does another flow continue better from here, with this fraction of a pivot left?
static RunAdvice ask_for_better(const Drive *d, const RunRequest *r, int pivot, double part) {
  return r->ask != NULL ? r->ask(r->context, d->t, d->y, (size_t) pivot, part) : RUN_STAY;
}

static double part_left(const Drive *d, int pivot) {
  return d->largest[pivot] > 0 ? fabs(d->side[pivot]) / d->largest[pivot] : 0;
}

// Ends the run as singular: the pivot in question belongs to the problem, and only rounding is left of it.
static int give_up(Drive *d) {
  d->pivot = d->asked;
  d->bracket[0] = d->t;
  return DRIVE_SINGULAR;
}

// Returns the reason to end or to pause that remains after the callbacks.
static int settle(const Flow *flow, Drive *d, const RunRequest *r, int reason) {
  const bool stands = reason == DRIVE_PAUSE || reason == DRIVE_DONE || reason == DRIVE_EVENT;
  if (stands && has_strayed(flow, d)) return DRIVE_STRAY;
  if (reason == DRIVE_SMALL_STEP) reason = explain_small_step(d);
  if (reason == DRIVE_SINGULAR && ask_for_better(d, r, d->pivot, 0) == RUN_CHANGE) {
    // what is known of events belongs to a step that was undone
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

// Takes some steps with DOP853 where series are useless; h is its step from detour to detour. Taylor's method
// does not track the rounding error of t.
static int make_detour(const Flow *flow, Drive *d, double *h) {
  const long budget = d->budget;
  d->h = *h;
  d->budget = DETOUR_STEPS;
  const int reason = flow->drive(d);
  *h = d->h;
  d->budget = budget;
  d->later = 0;
  return reason;
}

// Takes as many steps as the budget allows. *driver becomes the one that took the last step.
static int drive_some(const Driver **driver, const Flow *flow, Drive *d, double *detour) {
  if ((*driver)->drive != NULL) return (*driver)->drive(d);
  if (flow->taylor == NULL || d->series == NULL) return flow->drive(d);
  *driver = &driver_taylor;
  const int reason = flow->taylor(d);
  if (reason != DRIVE_NO_SERIES) return reason;
  *driver = &driver_dop853;
  return make_detour(flow, d, detour);
}

#define LOOK_OPERATIONS 1e8  // at most about this many between two checks: a tenth of a second
#define STEP_RATES 13        // evaluations in a step, roughly

// Steps up to the next pause, in portions short enough to check for an end between them. Their length is
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

#define AHEAD_STEPS ((size_t) 1 << 20)  // between two estimates: long enough for the mean of a motion that varies
#define AHEAD_GROWTH 1.25               // a pace that has grown by more may go on growing: nothing is known

// Notes how far the run has come, and whether the rest of it would take too many steps: at the pace of the last 2^20, if
// that is also the pace of those before them.
static void look_ahead(RunAhead *a, double t, size_t steps) {
  a->steps += steps;
  const size_t taken = a->steps - a->mark;
  if (taken < AHEAD_STEPS) return;
  const double pace = fabs(t - a->t) / (double) taken, ahead = fabs(a->to - t) / pace;
  if (a->pace > 0 && pace <= AHEAD_GROWTH * a->pace && ahead > a->most) a->ahead = ahead;
  a->mark = a->steps;
  a->t = t;
  a->pace = pace;
}

void course_begin(Course *c, const Driver *driver, const Flow *flow, const RunRequest *r, Drive *d) {
  *c = (Course){.driver = driver,
                .flow = flow,
                .request = r,
                .d = d,
                .start = d->t,
                .steps = (size_t) d->steps,
                .excess = start_excess(flow, d),
                .pace = {d->t, d->steps, 0},
                .reason = DRIVE_PAUSE};
}

bool course_goes_on(Course *c) {
  const RunRequest *r = c->request;
  Drive *d = c->d;
  if (c->reason != DRIVE_PAUSE || (d->stop != NULL && *d->stop) ||
      (r->look != NULL && r->look(r->context)) || (size_t) d->steps >= r->most_steps ||
      (r->ahead != NULL && r->ahead->ahead > 0))
    return false;
  const size_t left = r->most_steps - (size_t) d->steps;
  c->before = d->t;
  find_slack(d, c->excess);
  d->budget = left < PAUSE_STEPS ? (long) left : PAUSE_STEPS;
  return true;
}

void course_pauses(Course *c, int reason) {
  const RunRequest *r = c->request;
  Drive *d = c->d;
  if (reason == DRIVE_PAUSE &&
      (crawls(d, c->before, c->start, &c->crawl) || stalls(d, c->before, &c->pace)))
    reason = DRIVE_SMALL_STEP;
  if (r->ahead != NULL) look_ahead(r->ahead, d->t, (size_t) d->steps - c->steps);
  c->steps = (size_t) d->steps;
  if (reason == DRIVE_EVENT) end_at_event(c->driver, c->flow, d);
  c->reason = settle(c->flow, d, r, reason);
  if (c->reason != DRIVE_PAUSE || r->pause == NULL) return;
  r->pause(r->context, d->t, (size_t) d->calls, &c->flow);
  d->context = c->flow;
  d->parameters = c->flow->fixed;
}

void course_end(const Course *c, RunResult *result) {
  put_result(c->d, c->reason, c->request, result);
}

Status run_driver(const Driver *driver, void *stepper, const Flow *flow, const RunRequest *r,
                  RunResult *result) {
  Drive d = {0};
  const bool taylor = driver == &driver_taylor;
  double *block = calloc(drive_room(flow, taylor), sizeof *block);
  EventWatch *own = r->events == NULL ? event_watch_create(flow) : NULL;
  EventWatch *events = r->events != NULL ? r->events : own;
  const Status status = block != NULL && events != NULL ? STATUS_OK : part_refuse();
  if (status == STATUS_OK) {
    Course course;
    drive_init(&d, flow, r, taylor, block, result);
    d.stepper = stepper;
    d.watch_events = events;
    d.find_event = event_find;
    course_begin(&course, driver, flow, r, &d);
    while (course_goes_on(&course)) {
      const int reason = drive_portions(&course.driver, course.flow, r, &d, &course.detour);
      course_pauses(&course, reason);
    }
    course_end(&course, result);
  }
  free(block);
  event_watch_destroy(own);
  return status;
}

// Compares the operations of both over the same time, roughly: DOP853 needs shorter steps with the eighth root
// of the tolerance, series do not (bench/taylor.c).
bool run_taylor_pays(const Flow *flow, double rtol) {
  if (flow->taylor == NULL || !(rtol <= RUN_TAYLOR_RTOL)) return false;
  const FlowTapes *tapes = flow_tapes(flow);
  const TapeSeries *s = &tapes->series;
  const double order = order_for(rtol), rate = (double) tape_length(tapes->rate);
  const double around = (double) (tape_inputs(s->next) + tape_outputs(s->next)) / 2;
  const double next = (double) tape_length(s->next) + around + order * (double) s->sums / 8;
  const double steps = 0.145 * pow(rtol, -0.125);  // of DOP853, for one of Taylor's
  return order * next + (double) tape_length(s->start) <
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
