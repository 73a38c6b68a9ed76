// motion/run.c: runs with any driver: pauses, events, the way they end.

#include "motion/event.h"
#include "motion/run_impl.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PAUSE_STEPS 500        // steps between pauses
#define PIVOT_LEAST 1e-10      // of its measure; below, a pivot counts as zero
#define PIVOT_ERROR 100        // tolerances by which what a pivot is made of may be wrong
#define PIVOT_ERROR_MOST 1e-3  // at most, or loose tolerances would see zeros everywhere
#define PIVOT_DOUBT_MOST 0.1   // at most, where shorter steps are to tell
#define CRAWL 1e-6             // parts of the way; who gets no further between pauses crawls
#define PIVOT_SUSPECT 1e-5     // a pivot as small as this explains a step that becomes too small

// --- memory --------------------------------------------------------------------------------------

// A pivot of a constraint is a sum of squares, as of velocities that come to rest together. Where
// these are in error by some multiple of the tolerance, a zero shows as the square of that.
static double pivot_blur(double rtol, double most) {
  const double error = fmin(PIVOT_ERROR * rtol, most);
  return error * error;
}

// All arrays of a Drive in one block.
static double *drive_init(Drive *d, const Flow *flow, const RunRequest *r, RunResult *result) {
  const size_t n = flow->n;
  double *block = calloc((3 + DRIVE_DENSE + DRIVE_WORK) * n + 5 * flow->watched + 1, sizeof *block);
  if (block == NULL) return NULL;
  double *at = block;
  *d = (Drive){.context = flow,
               .parameters = flow->fixed,
               .n = (int) n,
               .watched = (int) flow->watched,
               .events = (int) flow->events,
               .t = r->from,
               .end = r->to,
               .y = result->y,
               .rtol = r->rtol,
               .atol = r->atol,
               .times = r->times,
               .n_times = (long) r->n_times,
               .rows = result->rows,
               .direction = r->direction,
               .least = PIVOT_LEAST,
               .blur = pivot_blur(r->rtol, PIVOT_ERROR_MOST),
               .doubt = pivot_blur(r->rtol, PIVOT_DOUBT_MOST),
               .stop = r->stop};
  d->yd = at, at += n;
  d->dense = at, at += DRIVE_DENSE * n;
  d->work = at, at += DRIVE_WORK * n;
  d->low = at, at += n;
  d->high = at, at += n;
  for (size_t i = 0; i < n; i++) d->low[i] = 1;
  d->watch = at, at += 2 * flow->watched;
  d->lowest = at, at += flow->watched;
  d->side = at, at += flow->watched;
  d->largest = at;
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

static RunEnd end_of(const Drive *d, int reason) {
  switch (reason) {
    case DRIVE_DONE: return RUN_DONE;
    case DRIVE_EVENT: return RUN_EVENT;
    case DRIVE_SINGULAR: return RUN_SINGULAR;
    case DRIVE_SMALL_STEP: return RUN_SMALL_STEP;
    case DRIVE_NOT_FINITE: return RUN_NOT_FINITE;
    case DRIVE_FAILED: return RUN_FAILED;
    default: return d->stop != NULL && *d->stop ? RUN_INTERRUPTED : RUN_STEPS;
  }
}

// The pivot that is nearly zero at t, the smallest one; flow->watched where there is none.
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
static void explain_small_step(const Drive *d, RunResult *result) {
  const size_t suspect = suspect_pivot(d);
  if (suspect == ((const Flow *) d->context)->watched) return;
  result->end = RUN_SINGULAR;
  result->pivot = suspect;
  result->where = d->t;
}

// Beside a singular state the errors of the rates can let pass steps that lead nowhere, for ever.
static bool crawls(const Drive *d, double before, double start) {
  return d->budget == PAUSE_STEPS && fabs(d->t - before) < CRAWL * fabs(d->t - start) &&
         suspect_pivot(d) < ((const Flow *) d->context)->watched;
}

Status run_driver(const Driver *driver, void *stepper, const Flow *flow, const RunRequest *r,
                  RunResult *result) {
  Drive d;
  double *block = drive_init(&d, flow, r, result);
  EventWatch *watch = event_watch_create(flow);
  if (block == NULL || watch == NULL) {
    free(block);
    event_watch_destroy(watch);
    return STATUS_LIMIT;
  }
  d.stepper = stepper;
  d.watch_events = watch;
  d.find_event = event_find;
  const double start = d.t;
  int reason = DRIVE_PAUSE;
  while (reason == DRIVE_PAUSE && !(d.stop != NULL && *d.stop) &&
         (size_t) d.steps < r->most_steps) {
    const size_t left = r->most_steps - (size_t) d.steps;
    d.budget = left < PAUSE_STEPS ? (long) left : PAUSE_STEPS;
    const double before = d.t;
    reason = (driver->drive != NULL ? driver->drive : flow->drive)(&d);
    if (reason == DRIVE_PAUSE && crawls(&d, before, start)) reason = DRIVE_SMALL_STEP;
    if (reason != DRIVE_PAUSE || r->pause == NULL) continue;
    r->pause(r->pause_context, d.t, (size_t) d.calls, &flow);
    d.context = flow;
    d.parameters = flow->fixed;
  }
  if (reason == DRIVE_EVENT) end_at_event(driver, flow, &d);
  result->end = end_of(&d, reason);
  result->event = (size_t) d.event;
  result->pivot = (size_t) d.pivot;
  result->where = d.bracket[0];
  if (reason == DRIVE_SMALL_STEP) explain_small_step(&d, result);
  result->t = d.t;
  result->n_rows = (size_t) d.done_times;
  result->steps = (size_t) d.steps;
  result->rejected = (size_t) d.rejected;
  result->calls = (size_t) d.calls;
  result->stiff = d.stiff;
  free(block);
  event_watch_destroy(watch);
  return STATUS_OK;
}

Status run_flow(const Flow *flow, const RunRequest *r, RunResult *result) {
  return r->integrator == INTEGRATOR_DOP853 ? run_driver(&driver_dop853, NULL, flow, r, result)
                                            : run_sundials(flow, r, result);
}
