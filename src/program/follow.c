// program/follow.c: computes a motion, from a request to a table.

#include "program/follow_impl.h"
#include "base/part.h"
#include "motion/compiled.h"
#include "program/kept.h"
#include <math.h>
#include <string.h>

#define TURNED 1e-6  // constraint error of a motion whose friction turns a reaction: much smaller ones are rounding
// Operations interpreted before the equations are compiled: this many, and this many for each operation that a compiler
// reads. That takes about as long as compiling them, so that a run takes at most twice as long as it would
// if its length were known.
#define RUN_LONG 20000000
#define RUN_EACH 50000
#define STARTER_STEPS 16  // of Runge and Kutta's kind, with which a method of several steps begins behind an event
#define RUN_MOST_AHEAD 1e12  // steps: days, whatever the model

const char *follow_integrator(size_t i) {
  return i < INTEGRATOR_COUNT ? integrator_traits((Integrator) i)->name : NULL;
}

const char *follow_integrator_title(size_t i) {
  return i < INTEGRATOR_COUNT ? integrator_traits((Integrator) i)->title : NULL;
}

const char *follow_number(System *m, double value) {
  return text_format(&m->work, "%.6g", value);
}

// --- the table -----------------------------------------------------------------------------------

// on: the surfaces that the motion slides along, or NULL.
static void make_row(FollowJob *job, const Patch *patch, const bool *on, double t, const double *y,
                     double *row) {
  if (on != NULL) {
    memcpy(job->settled, y, patch->plan.n * sizeof *y);
    switching_settle(&job->switching, patch->flow, on, t, job->settled);
    y = job->settled;
  }
  if (patch != job->rows_of) job->row_work = flow_row_work(job->m, &patch->plan);
  job->rows_of = patch;
  flow_row(&patch->plan, job->row_work, t, y, row);
}

// Updates the summary of all rows.
static void note_row(FollowJob *job, const Patch *patch, const double *row, bool first, double lost) {
  Motion *motion = job->motion;
  const double energy = row[patch->plan.energy], error = row[motion->columns - 1];
  job->sizes = job->sizes || job->m->equations.sizes.n > 0;
  if (first) motion->energy = energy;
  motion->energy_drift = fmax(motion->energy_drift, fabs(energy + lost - motion->energy));
  motion->constraint_error = fmax(motion->constraint_error, error);
}

// lost: energy lost at events
static void put_row(FollowJob *job, const Patch *patch, const bool *on, double t, const double *y,
                    double lost) {
  Motion *motion = job->motion;
  double *row = motion->at + motion->rows * motion->columns;
  make_row(job, patch, on, t, y, row);
  results_add(job->m, &job->results, &patch->plan, t, y);
  note_row(job, patch, row, motion->rows++ == 0, lost);
}

// Near a singular state a run may find no further step, or redundant constraints may be off: attributes the end
// to that state.
static void explain_end(FollowJob *job, const Patch *patch, const double *y) {
  RunResult *all = &job->result;
  const bool lost = all->end == RUN_SMALL_STEP || all->end == RUN_STRAYED || all->end == RUN_FAILED;
  if (!lost || !atlas_explains_end(&job->atlas, patch, all->t, y)) return;
  all->end = RUN_SINGULAR;
  all->where = all->t;
}

// Checks a row computed between two steps: are the constraints satisfied there?
static bool is_on_constraints(FollowJob *job, const Patch *patch, double *residual, double t,
                              const double *y) {
  const Flow *flow = patch->flow;
  if (flow->residuals == 0) return true;
  flow->residual(flow, t, y, residual);
  const int stray = drive_stray(residual, (int) flow->residuals, job->result.slack);
  if (stray < 0) return true;
  job->result.end = RUN_STRAYED;
  job->result.stray = (size_t) stray;
  job->result.off = drive_off(residual, stray, flow->residuals);
  job->result.t = t;
  explain_end(job, patch, y);
  return false;
}

void follow_open_table(FollowJob *job) {
  Motion *motion = job->motion;
  const FlowPlan *plan = &job->atlas.now->plan;
  motion->columns = plan->columns;
  const char **names = ARENA_ARRAY(job->arena, const char *, plan->columns);
  for (size_t i = 0; i < plan->columns; i++) names[i] = str_copy(job->arena, str(plan->column[i]));
  motion->column = names;
  const char **units = ARENA_ARRAY(job->arena, const char *, plan->columns);
  for (size_t i = 0; i < plan->columns; i++)
    if (plan->unit[i] != NULL) units[i] = str_copy(job->arena, str(plan->unit[i]));
  motion->unit = units;
  const Model *model = job->m->model;
  const char **results = ARENA_ARRAY(job->arena, const char *, model->results.n + 1);
  for (size_t i = 0; i < model->results.n; i++)
    results[i] = str_copy(job->arena, str(model->results.at[i].name));
  motion->result_name = results;
  motion->results = model->results.n;
  motion->result = ARENA_ARRAY(job->arena, double, motion->results + 1);
  job->results = results_open(job->m);
  job->row = ARENA_ARRAY(&job->m->work, double, plan->columns + 1);
  if (job->options->names != NULL)
    job->options->names(job->options->row_context, names, plan->columns);
}

// Fills in the initial state, the rows, and the final state if the run ended before a row was due.
void follow_fill_table(FollowJob *job) {
  Motion *motion = job->motion;
  if (job->section != NULL) {
    motion->at = ARENA_ARRAY(job->arena, double, job->crossings.n + 1);
    if (job->crossings.n > 0)
      memcpy(motion->at, job->crossings.at, job->crossings.n * sizeof *motion->at);
    motion->rows = job->crossings.n / motion->columns;
    return;
  }
  const RunResult *result = &job->result;
  const Leg *leg = job->legs.at;
  motion->at = ARENA_ARRAY(job->arena, double, (result->n_rows + 2) * motion->columns);
  size_t residuals = 0;
  for (size_t i = 0; i < job->legs.n; i++)
    if (leg[i].patch->flow->residuals > residuals) residuals = leg[i].patch->flow->residuals;
  double *residual = ARENA_ARRAY(&job->m->work, double, 3 * residuals + 1);
  put_row(job, leg->patch, leg->on, job->request.from, job->states, leg->lost);
  double last = job->request.from;
  for (size_t i = 0; i < result->n_rows; i++) {
    while (i >= leg->rows) leg++;
    const double *y = leg->at + (i - leg->first) * leg->patch->plan.n;
    last = job->request.times[i];
    put_row(job, leg->patch, leg->on, last, y, leg->lost);
    if (!is_on_constraints(job, leg->patch, residual, last, y)) return;
  }
  if (result->end == RUN_DONE || result->t == last) return;
  leg = &job->legs.at[job->legs.n - 1];
  put_row(job, job->atlas.now, leg->on, result->t, result->y, leg->lost);
}

// Keeps the state before or after an event as a row of its own.
static void note_jump(FollowJob *job, double t, const double *y) {
  if (!job->options->jumps) return;
  make_row(job, job->atlas.now, NULL, t, y, job->row);
  for (size_t i = 0; i < job->motion->columns; i++) array_push(&job->m->work, &job->jumps, job->row[i]);
}

// --- rows for the caller, as soon as they are known ----------------------------------------------

static void send(FollowJob *job, const double *row) {
  const MotionRequest *o = job->options;
  job->sent++;
  job->refused = o->row(o->row_context, row, job->motion->columns) != 0;
}

static const bool *on_now(const FollowJob *job) {
  return job->switching.sliding ? job->switching.on : NULL;
}

// Finds the state of a row, its patch and its surfaces, from a leg that is over or from the current one.
static const double *state_of_row(const FollowJob *job, size_t row, const Patch **patch, const bool **on) {
  const RunResult *all = &job->result;
  *patch = job->atlas.now;
  *on = on_now(job);
  if (row == 0) {
    if (job->legs.n > 0) *patch = job->legs.at[0].patch;
    if (job->legs.n > 0) *on = job->legs.at[0].on;
    return job->states;
  }
  if (row > all->n_rows) return all->rows + (row - 1 - all->n_rows) * (*patch)->plan.n;
  const Leg *leg = job->legs.at;
  while (row > leg->rows) leg++;
  *patch = leg->patch;
  *on = leg->on;
  return leg->at + (row - 1 - leg->first) * leg->patch->plan.n;
}

// Sends the rows before t.
static void send_rows(FollowJob *job, double t) {
  const RunRequest *r = &job->request;
  if (job->options->row == NULL || job->section != NULL) return;
  for (; job->sent <= r->n_times && !job->refused;) {
    const double at = job->sent > 0 ? r->times[job->sent - 1] : r->from;
    if (!((t - at) * (r->to - r->from) > 0)) return;
    const Patch *patch;
    const bool *on;
    const double *y = state_of_row(job, job->sent, &patch, &on);
    make_row(job, patch, on, at, y, job->row);
    send(job, job->row);
  }
}

static void send_rest(FollowJob *job) {
  const Motion *motion = job->motion;
  if (job->options->row == NULL || job->section != NULL) return;
  while (job->sent < motion->rows && !job->refused)
    send(job, motion->at + job->sent * motion->columns);
}

// Handles a crossing of a section: notes its time, if that is a result; its row, if rows are wanted, is sent at
// once or kept.
static void on_crossing(void *context, size_t event, double t, double *y) {
  FollowJob *job = context;
  const Patch *patch = job->atlas.now;
  results_happen(&job->results, job->watched[event]->name, t);
  if (job->refused || job->section != job->watched[event]) return;
  if (patch->flow->project != NULL) patch->flow->project(patch->flow, t, y);
  make_row(job, patch, on_now(job), t, y, job->row);
  note_row(job, patch, job->row, false, 0);
  if (job->options->row != NULL) {
    send(job, job->row);
    return;
  }
  for (size_t i = 0; i < job->motion->columns; i++)
    array_push(job->arena, &job->crossings, job->row[i]);
}

// --- running -------------------------------------------------------------------------------------

// Compiles the flow in use. If that fails, the run continues as before, with one warning.
static void compile(FollowJob *job) {
  NativeTrouble trouble;
  Patch *patch = job->atlas.now;
  if (flow_compile_soon(patch->flow, &patch->compiled, &trouble) == STATUS_OK) {
    job->motion->compiled = true;
    return;
  }
  job->code = CODE_INTERPRETER;
  if (job->m->guard.ended != STATUS_OK) return;  // the run ends, too
  diag_report(&job->m->diags, DIAG_NO_COMPILER, (Span){0},
              text_format(&job->m->work, "%s", trouble.text));
}

// Uses a flow that the last motion compiled, if this one is to be compiled from its first step on.
static void use_compiled(FollowJob *job) {
  Patch *patch = job->atlas.now;
  if (patch->compiled == NULL) return;
  job->motion->compiled = job->code == CODE_NATIVE && flow_renew_compiled(patch->compiled);
  if (job->motion->compiled) return;
  flow_destroy(patch->compiled);
  patch->compiled = NULL;
}

static bool is_long(Patch *patch, size_t calls) {
  const size_t done = calls * (tape_length(flow_tapes(patch->flow)->rate) + 10);
  if (done <= RUN_LONG) return false;
  if (patch->work == 0) patch->work = flow_unit_work(patch->flow);
  return patch->work <= FLOW_UNIT_MOST && done > RUN_EACH * patch->work;
}

// Continues a run that turns out to be long with compiled code. Its length is counted in operations, not in
// seconds, so that the same input gives the same numbers.
static void on_pause(void *context, double t, size_t calls, const Flow **flow) {
  FollowJob *job = context;
  const RunRequest *r = &job->request;
  Patch *patch = job->atlas.now;
  if (job->code == CODE_AUTO && patch->compiled == NULL && !job->switching.sliding &&
      is_long(patch, patch->calls + calls)) {
    compile(job);
    if (patch->compiled != NULL) *flow = patch->compiled;
  } else if (patch->compiled != NULL &&
             (r->integrator == INTEGRATOR_DOP853 || r->integrator == INTEGRATOR_TAYLOR)) {
    flow_improve(patch->compiled);  // other integrators take their own steps
  }
  send_rows(job, t);
  if (job->options->progress == NULL) return;
  job->options->progress(job->options->progress_context, (t - r->from) / (r->to - r->from));
}

// Should the run end, at the caller's request or because time is up?
static bool on_look(void *context) {
  FollowJob *job = context;
  return job->refused || guard_look(&job->m->guard) != STATUS_OK;
}

static RunAdvice on_ask(void *context, double t, const double *y, size_t pivot, double part) {
  FollowJob *job = context;
  return atlas_ask(&job->atlas, t, y, pivot, part);
}

void follow_find_directions(FollowJob *job) {
  int *direction;
  job->events =
    flow_events(job->m->model, job->watched, job->passed, &job->m->work, &direction);
  // a function that rises in time falls along a backward run
  const size_t named = job->passed + job->m->model->stops.n + job->m->model->whens.n;
  if ((job->request.to - job->request.from) * system_pace(job->m) < 0)
    for (size_t i = 0; i < named; i++) direction[i] = -direction[i];
  job->request.direction = direction;
  job->happened = ARENA_ARRAY(&job->m->work, bool, job->events + 1);
}

// Adds the result of a leg to the run.
static void add_leg(FollowJob *job, const RunResult *leg) {
  RunResult *all = &job->result;
  const size_t rows = all->n_rows + leg->n_rows;
  Patch *patch = job->atlas.now;
  patch->calls += leg->calls;
  bool *on = NULL;
  if (job->switching.sliding) {
    on = ARENA_ARRAY(&job->m->work, bool, job->switching.sides);
    memcpy(on, job->switching.on, job->switching.sides * sizeof *on);
  }
  const double lost = job->hybrid != NULL ? hybrid_lost(job->hybrid) : 0;
  array_push(&job->m->work, &job->legs, ((Leg){patch, all->n_rows, rows, all->rows, lost, on}));
  const RunResult before = *all;
  *all = *leg;
  all->rows = before.rows + leg->n_rows * patch->plan.n;
  all->n_rows = rows;
  all->steps += before.steps;
  all->rejected += before.rejected;
  all->calls += before.calls;
  all->stiff |= before.stiff;
  if (job->legs.n == 1 || leg->digits <= before.digits) return;
  all->digits = before.digits;
  all->nearest = before.nearest;
  all->nearest_at = before.nearest_at;
}

// Returns the end of a leg, which may come before the end of the run.
static double end_of_leg(const FollowJob *job, double from) {
  const double to = job->request.to, next = switching_horizon(&job->switching, from);
  const double end = fabs(next - from) < fabs(to - from) ? next : to;
  const double horizon = job->hybrid != NULL ? hybrid_horizon(job->hybrid, from) : from;
  return horizon != from && fabs(horizon - from) < fabs(end - from) ? horizon : end;
}

// Behind a switching or an event, a method of several steps would begin with its lowest order, and with one step if the
// tolerance allows, whatever becomes of a swing or a flight that is smaller than that. So the first steps are those of a
// method of high order.
static bool begins_leg(const FollowJob *job) {
  const bool many_legs = job->switching.sides > 0 || job->hybrid != NULL;
  return many_legs && job->result.end != RUN_STEPS && integrator_traits(job->request.integrator)->multistep;
}

// Computes the next leg, from the end of the last one.
static Status follow_leg(FollowJob *job) {
  RunRequest r = job->request;
  const bool begins = begins_leg(job);
  const RunResult *all = &job->result;
  const Patch *patch = job->atlas.now;
  if (job->legs.n > 0) r.from = all->t;
  r.to = end_of_leg(job, r.from);
  if (all->n_rows > 0) r.times += all->n_rows;  // there may be none at all
  r.n_times -= all->n_rows;
  r.most_steps -= all->steps;
  if (begins) r.integrator = INTEGRATOR_DOP853;
  if (begins && r.most_steps > STARTER_STEPS) r.most_steps = STARTER_STEPS;
  r.ask = atlas_is_asked(&job->atlas) ? on_ask : NULL;
  r.ask_part = patch->ask;
  r.fall = patch->fall;
  r.length = tape_length(flow_tapes(patch->flow)->rate);
  r.direction = job->switching.direction;
  RunResult leg = {.y = all->y, .rows = all->rows};
  // from the first step on, limits and cancelling are checked between steps, so that results are kept
  job->m->guard.held = true;
  const Flow *own = patch->compiled != NULL ? patch->compiled : patch->flow;
  const Status status = run_flow(switching_flow(&job->switching, patch->flow, own), &r, &leg);
  if (status == STATUS_OK) add_leg(job, &leg);
  if (status == STATUS_OK) send_rows(job, leg.t);
  return status;
}

// Adds a leg without rows, for a run that ends where it starts.
static void add_empty_leg(FollowJob *job) {
  array_push(&job->m->work, &job->legs, ((Leg){.patch = job->atlas.now}));
  job->result.digits = 1;
}

// Computes leg after leg, each in a chart that is good where it starts, up to an event or the end.
static Status follow_stretch(FollowJob *job) {
  const Flow *flow = job->atlas.now->flow;
  event_watch_destroy(job->request.events);
  job->request.events = event_watch_create(flow);
  if (job->request.events == NULL) return STATUS_LIMIT;
  switching_close(&job->switching);
  TRY(switching_open(&job->switching, flow, job->request.direction, job->events, &job->m->work));
  event_watch_ignore_rest(job->request.events, job->events);
  if (job->passed > 0) event_watch_pass(job->request.events, job->passed, on_crossing, job);
  if (job->section != NULL && job->legs.n == 0) {
    make_row(job, job->atlas.now, NULL, job->request.from, job->result.y, job->row);
    note_row(job, job->atlas.now, job->row, true, 0);
  }
  if (flow->sides > 0) corners_find(job->m, &job->corners);
  if (flow->sides > 0 && !follow_switch_sides(job, flow->events)) {
    if (job->legs.n == 0) add_empty_leg(job);
    return STATUS_OK;
  }
  if (flow->sides > 0 && follow_contact_pulls(job)) {
    if (job->legs.n == 0) add_empty_leg(job);
    return STATUS_OK;
  }
  if (job->hybrid != NULL) hybrid_expect(job->hybrid, job->request.events, job->result.t, job->result.y);
  do {
    if (job->code == CODE_NATIVE && job->atlas.now->compiled == NULL) compile(job);
    TRY(follow_leg(job));
    if (follow_is_lost(job)) break;
    const bool chart = job->result.end == RUN_ASKED && !job->atlas.solver;
    if (job->result.end == RUN_ASKED && atlas_turn(&job->atlas, job->result.t, job->result.y)) {
      job->motion->charts += chart;
      if (job->hybrid != NULL) modes_note_turn(&job->modes);
    }
  } while (job->result.end == RUN_ASKED || follow_has_switched(job) ||
           (job->result.end == RUN_DONE && job->result.t != job->request.to) ||
           (job->result.end == RUN_STEPS && job->result.steps < job->request.most_steps));
  return STATUS_OK;
}

// Handles the event that ended a stretch; *goes_on: the run continues.
static Status turn_at_event(FollowJob *job, bool *goes_on) {
  RunResult *result = &job->result;
  HybridTurn turn;
  *goes_on = false;
  if (hybrid_strays(job->hybrid, result->t, result->y)) {
    result->end = RUN_BROKEN;
    return STATUS_OK;
  }
  for (size_t i = job->passed; i < job->events; i++)
    job->happened[i - job->passed] = i == result->event || (!job->pulled && event_happens_too(job->request.events, i));
  job->pulled = false;
  note_jump(job, result->t, result->y);
  const Status status =
    hybrid_happen(job->hybrid, result->t, job->happened, &result->y, &turn);
  if (status == STATUS_DOMAIN) turn = HYBRID_BROKEN;
  if (status != STATUS_DOMAIN) TRY(status);
  if (turn == HYBRID_BROKEN) result->end = RUN_BROKEN;
  if (turn == HYBRID_GO_ON) note_jump(job, result->t, result->y);
  *goes_on = turn == HYBRID_GO_ON && result->t != job->request.to;
  if (turn == HYBRID_GO_ON && !*goes_on) result->end = RUN_DONE;
  return STATUS_OK;
}

static Status follow_legs(FollowJob *job) {
  bool goes_on;
  if (job->broken) {
    add_empty_leg(job);
    job->result.end = RUN_BROKEN;
    return STATUS_OK;
  }
  do {
    TRY(follow_stretch(job));
    goes_on = false;
    if (job->hybrid == NULL) break;
    if (job->result.end == RUN_EVENT) {
      TRY(turn_at_event(job, &goes_on));
    } else if (job->result.end == RUN_DONE && hybrid_strays(job->hybrid, job->result.t, job->result.y)) {
      job->result.end = RUN_BROKEN;
    }
  } while (goes_on);
  // if the slide was refused memory, its surfaces are wrong
  if (job->switching.slide != NULL && part_was_refused()) return STATUS_LIMIT;
  explain_end(job, job->atlas.now, job->result.y);
  return STATUS_OK;
}

// Chooses by the series of the first leg, for the whole run.
static void choose_integrator(FollowJob *job) {
  Flow *flow = job->atlas.now->flow;
  if (run_taylor_pays(flow, job->request.rtol)) {
    job->request.integrator = INTEGRATOR_TAYLOR;
    return;
  }
  flow_forget_series(flow);
  job->atlas.wish.series = false;
}

// Opens the atlas at the initial state; for a model with modes, in the mode of this state.
static Status open_first(FollowJob *job, const FlowWish *wish, double **y) {
  System *m = job->m;
  const RunRequest *r = &job->request;
  const bool project = !job->options->no_projection;
  if (!model_has_modes(m->model)) 
    return kept_open(m, wish, project, r->rtol, follow_is_free(job), &job->atlas, y);
  HybridTurn turn;
  modes_open(m, &job->atlas, wish, project, r->rtol, r->atol, &job->modes);
  job->modes.opened = job->options->opened;
  job->modes.context = job->options->opened_context;
  TRY(hybrid_open(m, &job->modes, job->passed, job->arena, job->motion, &job->hybrid));
  TRY(hybrid_start(job->hybrid, r->from, r->to, &turn));
  job->broken = turn != HYBRID_GO_ON;
  return modes_chart(&job->modes, y);
}

static Status follow(FollowJob *job, const FlowWish *wish) {
  System *m = job->m;
  RunRequest *r = &job->request;
  double *y;
  follow_find_directions(job);
  r->pause = on_pause;
  r->look = on_look;
  r->context = job;
  // a run that is limited otherwise may try
  job->ahead = (RunAhead){.to = r->to, .most = RUN_MOST_AHEAD, .t = r->from};
  if (job->options->steps == 0 && m->guard.watch.deadline == 0) r->ahead = &job->ahead;
  TRY(open_first(job, wish, &y));
  use_compiled(job);
  if (follow_is_free(job)) choose_integrator(job);
  const size_t n = job->atlas.now->plan.n;
  // in other modes a state may be longer, but not longer than coordinates and velocities
  const size_t sides = job->atlas.now->plan.sides;
  const size_t widest = job->hybrid != NULL ? 2 * m->equations.n + 1 + sides : n;
  double *rows = ARENA_ARRAY(&m->work, double, (r->n_times + 1) * widest);
  memcpy(rows, y, n * sizeof *rows);
  job->result = (RunResult){.y = y, .rows = rows + n, .digits = 1, .t = r->from};
  job->states = rows;
  job->settled = ARENA_ARRAY(&m->work, double, widest + 1);
  follow_open_table(job);
  const double start = guard_now();
  const Status status = follow_legs(job);
  job->motion->seconds = guard_now() - start;
  if (status == STATUS_UNABLE)
    diag_report(&m->diags, DIAG_NO_SUNDIALS, (Span){0}, follow_integrator(r->integrator));
  return status == STATUS_UNABLE ? STATUS_INTERNAL : status;
}

// --- all of it -----------------------------------------------------------------------------------

static void close_job(void *object) {
  FollowJob *job = object;
  event_watch_destroy(job->request.events);
  switching_close(&job->switching);
  if (job->modes.m != NULL)
    modes_close(&job->modes);
  else
    kept_close(job->m, &job->atlas, job->over);
}

static Status run_job(FollowJob *job) {
  System *m = job->m;
  FlowWish wish = {.sides = true};
  TRY(system_prepare(m));
  TRY(follow_find_request(job, &wish));
  if (m->kept != NULL) system_keep_problems(m);  // this motion is not the first one
  TRY(follow_find_start(job));
  TRY(system_check_start(m));
  TRY(follow_find_times(job));
  TRY(follow(job, &wish));
  follow_fill_table(job);
  send_rest(job);
  follow_merge_jumps(job);
  follow_put_summary(job);
  job->over = true;
  return follow_report_end(job);
}

Status system_follow(System *m, const MotionRequest *request, Arena *arena, Motion *motion) {
  const bool held = m->guard.held;
  const ArenaMark mark = arena_mark(&m->work);
  FollowJob *job = ARENA_NEW(&m->work, FollowJob);
  *motion = (Motion){0};
  *job = (FollowJob){.m = m, .options = request, .arena = arena, .motion = motion};
  arena_defer(&m->work, close_job, job);
  Status status = run_job(job);
  // an unknown that represents the size of a reaction is negative: methods/friction.c
  if (status == STATUS_OK && job->sizes && motion->constraint_error > TURNED) {
    diag_report(&m->diags, DIAG_RUN_TURNED, (Span){0});
    status = STATUS_DOMAIN;
  }
  arena_release(&m->work, mark);
  m->guard.held = held;
  return status;
}
