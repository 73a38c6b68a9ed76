// motion/flow.c: flows whose tapes are interpreted.

#include "motion/flow.h"
#define DAL_FUSED 0  // as interpreted tapes
#include "native/text/real.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// A tape with its workspace. The fixed inputs and the constants are set once.
typedef struct {
  const Tape *tape;
  double *work;
} Workspace;

typedef struct {
  FlowTapes tapes;
  bool shared;  // the tapes belong to another flow
  Workspace rate, position, velocity, event, slope, residual, jacobian, start, next;
  Bounds *bounds;  // workspace for bounds of the events
  double *change;
} Interpreted;

static const Interpreted *interpreted(const Flow *flow) {
  return flow->own;
}

static void run_tape(const Workspace *p, const FlowTapes *tapes, double t, const double *y) {
  p->work[tapes->fixed] = t;
  memcpy(p->work + tapes->fixed + 1, y, tapes->n * sizeof *y);
  tape_run(p->tape, p->work);
}

static void take_outputs(const Workspace *p, size_t first, size_t n, double *to) {
  for (size_t i = 0; i < n; i++) to[i] = p->work[tape_output(p->tape, first + i)];
}

static void interpret_rate(const Flow *flow, double t, const double *y, double *yd, double *watch) {
  const Interpreted *own = interpreted(flow);
  run_tape(&own->rate, &own->tapes, t, y);
  take_outputs(&own->rate, 0, flow->n, yd);
  take_outputs(&own->rate, flow->n, 2 * flow->watched, watch);
}

static void interpret_change(const Flow *flow, const Workspace *p, double t, const double *y, int n,
                             double *change) {
  run_tape(p, &interpreted(flow)->tapes, t, y);
  take_outputs(p, 0, (size_t) n, change);
}

#define PROJECT_CONTEXT const Flow *flow
#define PROJECT_STORAGE(k) double *change = interpreted(flow)->change

#define PROJECT_NAME project_positions
#define PROJECT_FIRST 0
#define PROJECT_COUNT (int) interpreted(flow)->tapes.positions
#define PROJECT_CHANGE(t, y, to) \
  interpret_change(flow, &interpreted(flow)->position, t, y, PROJECT_COUNT, to)
#include "native/text/project.h"
#undef PROJECT_NAME
#undef PROJECT_FIRST
#undef PROJECT_COUNT
#undef PROJECT_CHANGE

#define PROJECT_NAME project_speeds
#define PROJECT_FIRST interpreted(flow)->tapes.first
#define PROJECT_COUNT (int) interpreted(flow)->tapes.speeds
#define PROJECT_CHANGE(t, y, to) \
  interpret_change(flow, &interpreted(flow)->velocity, t, y, PROJECT_COUNT, to)
#include "native/text/project.h"

static void interpret_project(const Flow *flow, double t, double *y) {
  if (interpreted(flow)->position.tape != NULL) project_positions(flow, t, y);
  if (interpreted(flow)->velocity.tape != NULL) project_speeds(flow, t, y);
}

static void interpret_event(const Flow *flow, double t, const double *y, double *g) {
  run_tape(&interpreted(flow)->event, &interpreted(flow)->tapes, t, y);
  take_outputs(&interpreted(flow)->event, 0, flow->events, g);
}

static void interpret_bounds(const Flow *flow, const Bounds *ty, Bounds *g) {
  const Interpreted *own = interpreted(flow);
  const Tape *tape = own->event.tape;
  memcpy(own->bounds + own->tapes.fixed, ty, (1 + flow->n) * sizeof *ty);
  tape_bounds_run(tape, own->bounds);
  for (size_t i = 0; i < flow->events; i++) g[i] = own->bounds[tape_output(tape, i)];
}

static void interpret_slope(const Flow *flow, double t, const double *y, double *w) {
  run_tape(&interpreted(flow)->slope, &interpreted(flow)->tapes, t, y);
  take_outputs(&interpreted(flow)->slope, 0, 2 * flow->sides, w);
}

static void interpret_residual(const Flow *flow, double t, const double *y, double *r) {
  run_tape(&interpreted(flow)->residual, &interpreted(flow)->tapes, t, y);
  take_outputs(&interpreted(flow)->residual, 0, 3 * flow->residuals, r);
}

static void interpret_jacobian(const Flow *flow, double t, const double *y, double *J) {
  const Interpreted *own = interpreted(flow);
  run_tape(&own->jacobian, &own->tapes, t, y);
  take_outputs(&own->jacobian, 0, flow->pattern->entries, J);
}

static void interpret_start(const Flow *flow, double t, const double *y, double *yd, double *w,
                            double *kept) {
  const Interpreted *own = interpreted(flow);
  const TapeSeries *s = &own->tapes.series;
  const size_t side = s->outputs - flow->n + s->guards;
  run_tape(&own->start, &own->tapes, t, y);
  take_outputs(&own->start, 0, flow->n, yd);
  take_outputs(&own->start, flow->n, side, w);
  take_outputs(&own->start, flow->n + side, s->kept, kept);
}

static void interpret_next(const Flow *flow, const double *kept, int k, const double *y,
                           const double *sum, double *yd, double *w, double *a, double *b) {
  const Interpreted *own = interpreted(flow);
  const TapeSeries *s = &own->tapes.series;
  const double order[] = {k}, inverse[] = {1.0 / k}, time[] = {k == 1};
  const double *const from[] = {kept, order, inverse, time, y, sum};  // as in SeriesSource
  const Workspace *p = &own->next;
  for (size_t i = 0; i < tape_inputs(p->tape); i++)
    p->work[i] = from[s->input[i].from][s->input[i].index];
  tape_run(p->tape, p->work);
  const size_t side = s->outputs - flow->n + s->guards, all = flow->n + side;
  take_outputs(p, 0, flow->n, yd);
  take_outputs(p, flow->n, side, w);
  take_outputs(p, all, s->sums, a);
  take_outputs(p, all + s->sums, s->sums, b);
}

// --- making one ----------------------------------------------------------------------------------

void flow_tapes_clear(FlowTapes *tapes) {
  Tape **const all[] = {&tapes->rate,     &tapes->position, &tapes->velocity, &tapes->event,
                        &tapes->residual, &tapes->jacobian, &tapes->slope};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    tape_destroy(*all[i]);
    *all[i] = NULL;
  }
  tape_series_clear(&tapes->series);
}

const FlowTapes *flow_tapes(const Flow *flow) {
  return &interpreted(flow)->tapes;
}

static bool start_workspace(Workspace *p, const Tape *tape, const double *fixed, size_t n) {
  *p = (Workspace){tape, NULL};
  if (tape == NULL) return true;
  p->work = calloc(tape_values(tape), sizeof *p->work);
  if (p->work == NULL) return false;
  if (n > 0) memcpy(p->work, fixed, n * sizeof *fixed);
  tape_start(tape, p->work);
  return true;
}

static void restart_workspace(const Workspace *p, const double *fixed, size_t n) {
  if (p->tape == NULL) return;
  memcpy(p->work, fixed, n * sizeof *fixed);
  tape_start(p->tape, p->work);
}

static bool start_bounds(Interpreted *own, const double *fixed) {
  const Tape *tape = own->tapes.event;
  if (tape == NULL || !tape_has_bounds(tape)) return true;
  own->bounds = calloc(tape_values(tape), sizeof *own->bounds);
  if (own->bounds == NULL) return false;
  for (size_t i = 0; i < own->tapes.fixed; i++) own->bounds[i] = bounds_of_number(fixed[i]);
  tape_bounds_start(tape, own->bounds);
  return true;
}

// Starts all workspaces, or only those of events and residuals.
static bool start_workspaces(Interpreted *own, const double *fixed, bool all) {
  const FlowTapes *tapes = &own->tapes;
  const size_t n = tapes->fixed;
  own->change = calloc(tapes->n + 1, sizeof *own->change);
  if (own->change == NULL || !start_workspace(&own->event, tapes->event, fixed, n) ||
      !start_bounds(own, fixed) || !start_workspace(&own->residual, tapes->residual, fixed, n))
    return false;
  return !all || (start_workspace(&own->rate, tapes->rate, fixed, n) &&
                  start_workspace(&own->position, tapes->position, fixed, n) &&
                  start_workspace(&own->velocity, tapes->velocity, fixed, n) &&
                  start_workspace(&own->slope, tapes->slope, fixed, n) &&
                  start_workspace(&own->jacobian, tapes->jacobian, fixed, n) &&
                  start_workspace(&own->start, tapes->series.start, fixed, n) &&
                  start_workspace(&own->next, tapes->series.next, NULL, 0));
}

static void destroy_interpreted(Flow *flow) {
  Interpreted *own = flow->own;
  const Workspace all[] = {own->rate,     own->position, own->velocity, own->event, own->residual,
                           own->jacobian, own->start,    own->next,     own->slope};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i].work);
  if (!own->shared) flow_tapes_clear(&own->tapes);
  free(own->bounds);
  free(own->change);
  free(own);
}

Flow *flow_interpret(FlowTapes *tapes, const double *fixed, bool project) {
  Flow *flow = calloc(1, sizeof *flow);
  Interpreted *own = calloc(1, sizeof *own);
  if (flow == NULL || own == NULL) {
    free(flow);
    free(own);
    flow_tapes_clear(tapes);
    return NULL;
  }
  own->tapes = *tapes;
  *flow = (Flow){.n = tapes->n,
                 .watched = tapes->watched,
                 .events = tapes->events,
                 .residuals = tapes->residuals,
                 .sides = tapes->sides,
                 .order = tapes->order,
                 .slope = tapes->slope ? interpret_slope : NULL,
                 .monitored = tapes->monitored,
                 .fixed = fixed,
                 .rate = interpret_rate,
                 .event = interpret_event,
                 .bounds = tapes->event && tape_has_bounds(tapes->event) ? interpret_bounds : NULL,
                 .residual = interpret_residual,
                 .jacobian = tapes->jacobian ? interpret_jacobian : NULL,
                 .pattern = &own->tapes.pattern,
                 .drive = flow_dop853,
                 .own = own,
                 .destroy = destroy_interpreted};
  if (project && (tapes->position != NULL || tapes->velocity != NULL))
    flow->project = interpret_project;
  const TapeSeries *s = &tapes->series;
  if (s->next != NULL) {
    flow->series = (FlowSeries){s->sums, s->guards, s->kept, interpret_start, interpret_next};
    flow->taylor = flow_taylor;
  }
  const bool started = start_workspaces(own, fixed, true);
  *tapes = (FlowTapes){0};  // the flow owns them now
  if (started) return flow;
  flow_destroy(flow);
  return NULL;
}

Flow *flow_share(const Flow *from, const double *fixed, bool all) {
  Flow *flow = calloc(1, sizeof *flow);
  Interpreted *own = calloc(1, sizeof *own);
  if (flow == NULL || own == NULL) {
    free(flow);
    free(own);
    return NULL;
  }
  *own = (Interpreted){.tapes = *flow_tapes(from), .shared = true};
  *flow = *from;
  flow->own = own;
  flow->fixed = fixed;
  flow->pattern = &own->tapes.pattern;
  if (start_workspaces(own, fixed, all)) return flow;
  flow_destroy(flow);
  return NULL;
}

void flow_restart(Flow *flow) {
  const Interpreted *own = interpreted(flow);
  const Workspace all[] = {own->rate,     own->position, own->velocity, own->event,
                           own->residual, own->jacobian, own->start,    own->slope};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    restart_workspace(&all[i], flow->fixed, own->tapes.fixed);
  for (size_t i = 0; own->bounds != NULL && i < own->tapes.fixed; i++)
    own->bounds[i] = bounds_of_number(flow->fixed[i]);
  if (own->bounds != NULL) tape_bounds_start(own->tapes.event, own->bounds);
}

void flow_forget_series(Flow *flow) {
  Interpreted *own = flow->own;
  free(own->start.work);
  free(own->next.work);
  own->start = own->next = (Workspace){0};
  tape_series_clear(&own->tapes.series);
  flow->series = (FlowSeries){0};
  flow->taylor = NULL;
}

void flow_destroy(Flow *flow) {
  if (flow == NULL) return;
  flow->destroy(flow);
  free(flow);
}
