// program/follow_end.c: reports how a motion ended, in messages and in its summary; its events.

#include "program/follow_impl.h"
#include "print/print.h"
#include <math.h>
#include <string.h>

static void report_dependent(FollowJob *job, size_t a, const char *at, const char *where) {
  const ConstraintRow *row = &job->m->equations.constraints.row[a];
  diag_report(&job->m->diags, DIAG_RUN_SINGULAR, row->span, at, row->name, where);
}

// Friction in a plane, -mu N v/|v|, has no direction at rest.
static void report_direction(FollowJob *job, Expr length, const char *at) {
  System *m = job->m;
  const char *text = print_expr_text(m->pool, length, &m->work);
  diag_report(&m->diags, DIAG_RUN_DIRECTION, (Span){0}, at, text);
  diag_help(&m->diags,
            "a motion that rests there: divide by sqrt(%s + 1e-12), with --integrator bdf; one that ends: stop when %s = 1e-12 falling",
            text, text);
}

// Are there no rates at the start because a force has no direction?
static bool report_direction_of_start(FollowJob *job, const char *at) {
  const Patch *patch = job->atlas.now;
  const Flow *flow = patch->flow;
  double *yd = ARENA_ARRAY(&job->m->work, double, flow->n + 2 * flow->watched), *watch = yd + flow->n;
  flow->rate(flow, job->result.t, job->result.y, yd, watch);
  for (size_t i = 0; i < flow->watched; i++)
    if (patch->plan.watch[i].kind == WATCH_LENGTH && watch[i] == 0) {
      report_direction(job, patch->plan.watch[i].divisor, at);
      return true;
    }
  return false;
}

static void report_singular(FollowJob *job, const char *at) {
  System *m = job->m;
  const Watched w = job->atlas.now->plan.watch[job->result.pivot];
  const char *where =
    text_format(&m->work, "%s = %s", job->name, follow_number(m, job->result.where));
  const Equations *eq = &m->equations;
  if (job->atlas.singular) {
    report_dependent(job, job->atlas.weakest_row, at, where);
    return;
  }
  switch (w.kind) {
    case WATCH_CONSTRAINT: report_dependent(job, w.index, at, where); break;
    case WATCH_INERTIA:
      diag_report(&m->diags, DIAG_RUN_SINGULAR_MASS, (Span){0}, at,
                  system_unknown(m, w.index, NULL), where);
      break;
    case WATCH_PROBLEM:
      diag_report(&m->diags, DIAG_RUN_SINGULAR_PROBLEM, (Span){0}, at, where);
      break;
    case WATCH_PACE:
      diag_report(&m->diags, DIAG_RUN_PACE, (Span){0}, at,
                  expr_symbol_name(m->pool, eq->along.variable));
      diag_help(&m->diags, "--independent chooses another variable to replace time");
      break;
    case WATCH_LENGTH: report_direction(job, w.divisor, at); break;
    case WATCH_DIVISOR:
      diag_report(&m->diags, DIAG_RUN_CHART, (Span){0}, at, eq->method->name,
                  print_expr_text(m->pool, w.divisor, &m->work), where);
      diag_help(&m->diags, "another method may work: --method multipliers");
  }
}

// Reports which constraint is violated, by how much relative to its terms, and why.
static void report_stray(FollowJob *job, const char *at) {
  System *m = job->m;
  const Patch *patch = job->atlas.now;
  const size_t a = patch->plan.constraint[job->result.stray];
  const ConstraintRow *row = &m->equations.constraints.row[a];
  bool kept = false;
  for (size_t k = 0; k < patch->chart.rows; k++) kept = kept || patch->chart.row[k] == a;
  diag_report(&m->diags, DIAG_RUN_STRAYED, row->span, at, row->name,
              follow_number(m, job->result.off));
  if (!kept)
    diag_help(&m->diags, "it was assumed to follow from the others, but does not do so here");
  else if (job->options->no_projection)
    diag_help(&m->diags, "without --no-projection every step ends on the constraints");
}

// Reports digits that rounding took from the rates near a singular state: the motion has lost them from there on.
static void report_nearness(FollowJob *job) {
  const RunResult *result = &job->result;
  const Atlas *atlas = &job->atlas;
  const bool charts = atlas->digits < RUN_FEW_DIGITS && atlas->digits < result->digits;
  const double digits = charts ? atlas->digits : result->digits;
  if (!(digits < 1) || result->end == RUN_SINGULAR) return;
  diag_report(&job->m->diags, DIAG_RUN_NEAR, (Span){0}, job->name,
              follow_number(job->m, charts ? atlas->nearest_at : result->nearest_at),
              (int) floor(16 + log10(digits)));
}

static const char *event_text(FollowJob *job) {
  const size_t stops = job->m->model->stops.n, event = job->result.event - job->passed;
  return event < stops
           ? text_format(job->arena, "`stop when` number %zu of the model", event + 1)
           : text_format(job->arena, "`when` number %zu of the model", event - stops + 1);
}

static const char *end_text(FollowJob *job) {
  switch (job->result.end) {
    case RUN_DONE: return "the end was reached";
    case RUN_EVENT: return event_text(job);
    case RUN_SINGULAR: return "a singular state is ahead";
    case RUN_SMALL_STEP: return "the steps became too small";
    case RUN_NOT_FINITE: return "no finite rates";
    case RUN_STEPS: return "the most steps were taken";
    case RUN_INTERRUPTED: return job->ahead.ahead > 0 ? "the end is too far" : "interrupted";
    case RUN_STRAYED: return "a constraint is violated";
    case RUN_BROKEN: return "an event could not be resolved";
    case RUN_UNDECIDED: return "the motion is not determined";
    case RUN_CROWDED: return "forces keep switching";
    default: return "the integrator failed";
  }
}

// Has the motion left a table? Reports that as the reason for its end.
static bool report_table(FollowJob *job, const char *at) {
  System *m = job->m;
  if (m->model->tables.n == 0) return false;
  flow_leave(m, &job->atlas.now->plan, job->result.t, job->result.y);
  for (size_t i = 0; i < m->model->tables.n; i++) {
    const TableUse *use = &m->model->tables.at[i];
    Expr argument = use->argument;
    system_in_inputs(m, &argument, 1);
    const double u = expr_value(m->pool, argument, m->program.symbols, m->program.inputs,
                                program_inputs(&m->program));
    const double room = 1e-9 * (use->high - use->low);
    if (u > use->low + room && u < use->high - room) continue;
    diag_report(&m->diags, DIAG_RUN_TABLE, use->span, at, use->name, follow_number(m, use->low),
                follow_number(m, use->high));
    return true;
  }
  return false;
}

Status follow_report_end(FollowJob *job) {
  System *m = job->m;
  const RunResult *result = &job->result;
  const char *at = text_format(&m->work, "%s = %s", job->name, follow_number(m, result->t));
  if (result->stiff) {
    diag_report(&m->diags, DIAG_RUN_STIFF, (Span){0});
    diag_help(&m->diags, "try --integrator bdf");
  }
  report_nearness(job);
  const bool lost = result->end == RUN_NOT_FINITE || result->end == RUN_SMALL_STEP ||
                    result->end == RUN_UNDECIDED || result->end == RUN_FAILED;
  if (lost && report_table(job, at)) return STATUS_DOMAIN;
  switch (result->end) {
    case RUN_DONE:
    case RUN_EVENT: return STATUS_OK;
    case RUN_SINGULAR: report_singular(job, at); break;
    case RUN_SMALL_STEP: diag_report(&m->diags, DIAG_RUN_SMALL_STEP, (Span){0}, at); break;
    case RUN_NOT_FINITE:
      if (!report_direction_of_start(job, at)) diag_report(&m->diags, DIAG_RUN_NOT_FINITE, (Span){0});
      break;
    case RUN_STEPS:
      diag_report(&m->diags, DIAG_RUN_STEPS, (Span){0}, at, result->steps);
      diag_help(&m->diags, "--steps allows more");
      break;
    case RUN_INTERRUPTED:
      if (job->ahead.ahead > 0) {
        diag_report(&m->diags, DIAG_RUN_AHEAD, (Span){0}, at, result->steps, job->ahead.ahead);
        diag_help(&m->diags, "a shorter --to ends; --limit time=SECONDS allows as much as can be done in this time");
        return STATUS_LIMIT;
      }
      diag_report(&m->diags, DIAG_RUN_INTERRUPTED, (Span){0}, at);
      return m->guard.ended != STATUS_OK ? m->guard.ended : STATUS_CANCELLED;
    case RUN_STRAYED: report_stray(job, at); break;
    case RUN_BROKEN: break;  // reported where it happened
    case RUN_UNDECIDED:
      if (job->corner != NULL) {
        diag_report(&m->diags, DIAG_RUN_CORNER, job->corner->span, at, job->corner->name);
        diag_help(
          &m->diags,
          "model what happens there: two sides with >= and a restitution, or a smooth curve");
        break;
      }
      diag_report(&m->diags, DIAG_RUN_UNDECIDED, (Span){0}, at);
      diag_help(&m->diags, "where forces jump, several motions may begin at this state, or none, "
                           "or derivatives do not decide");
      break;
    case RUN_CROWDED:
      diag_report(&m->diags, DIAG_RUN_CROWDED, (Span){0}, at, job->switching.count);
      diag_help(&m->diags, job->switching.crowd > job->switching.swings
                             ? "the switchings come ever closer together"
                             : "the motion swings about a place by less than the digits of its state can show");
      break;
    case RUN_ASKED:
    case RUN_FAILED:
      diag_report(&m->diags, DIAG_RUN_FAILED, (Span){0}, follow_integrator(job->request.integrator),
                  at);
      break;
  }
  return STATUS_DOMAIN;
}

// Puts the rows of events between the others, after those of the same time.
void follow_merge_jumps(FollowJob *job) {
  Motion *motion = job->motion;
  const size_t width = motion->columns, extra = job->jumps.n / width;
  const double sign = job->request.to >= job->request.from ? 1 : -1;
  if (extra == 0) return;
  const double *jump = job->jumps.at, *row = motion->at, *last_jump = jump + extra * width;
  const double *last_row = motion->rows > 0 ? row + motion->rows * width : row;  // NULL has no sum
  double *merged = ARENA_ARRAY(job->arena, double, (motion->rows + extra) * width), *to = merged;
  while (row < last_row || jump < last_jump) {
    const bool own = jump == last_jump || (row < last_row && sign * (row[0] - jump[0]) <= 0);
    const double **from = own ? &row : &jump;
    memcpy(to, *from, width * sizeof *to);
    *from += width;
    to += width;
  }
  motion->at = merged;
  motion->rows += extra;
}

// Lists the surfaces on which a motion stays from now on, because a function and its rate vanish.
void follow_list_rest(FollowJob *job) {
  const Switching *s = &job->switching;
  const Patch *patch = job->atlas.now;
  if (job->rests == NULL) job->rests = ARENA_ARRAY(&job->m->work, bool, s->sides + 1);
  for (size_t i = 0; i < s->sides; i++) {
    const bool before = job->rests[i];
    job->rests[i] = patch->flow->order[i] == 2 && (s->on[i] || s->held[i]);
    if (isnan(s->limit) || before || !job->rests[i]) continue;
    const char *name = text_format(job->arena, "%s = 0", patch->plan.surface[i]);
    array_push(job->arena, &job->motion->events, ((MotionEvent){s->limit, name, "rest", 0, 0}));
  }
}

void follow_put_summary(FollowJob *job) {
  Motion *motion = job->motion;
  const RunResult *result = &job->result;
  motion->end = result->end;
  motion->variable = str_copy(job->arena, str(job->name));
  motion->from = job->request.from;
  motion->t = result->t;
  motion->why = end_text(job);
  motion->steps = result->steps;
  motion->rejected = result->rejected;
  motion->calls = result->calls;
  motion->switches = job->switching.count;
  motion->section = job->section != NULL ? str_copy(job->arena, str(job->section->name)) : NULL;
  motion->integrator = follow_integrator(job->request.integrator);
  for (size_t i = 0; i < motion->events.n; i++)
    results_happen(&job->results, motion->events.at[i].name, motion->events.at[i].t);
  results_close(&job->results, result->end == RUN_EVENT, motion->result);
  motion->rtol = job->request.rtol;
  motion->atol = job->request.atol;
}
