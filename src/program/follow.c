// program/follow.c: a motion, from what is asked to a table.

#include "program/follow_impl.h"
#include "motion/compiled.h"
#include "print/print.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define RUN_RTOL 1e-10
#define RUN_ATOL 1e-12
#define RUN_RTOL_LEAST 1e-16    // half a unit in the last place is 1.1e-16
#define RUN_ROWS 500            // where nobody says how far apart they are to be
#define RUN_MOST_ROWS 20000000  // keeps a slip of the pen from filling the memory
#define RUN_MOST_STEPS ((size_t) 1000000000)
// Operations interpreted before the equations are compiled: so many, and so many for each that is to
// be compiled. That takes about as long as compiling it, so that a run takes at most twice what it
// would if one knew.
#define RUN_LONG 100000000
#define RUN_EACH 250000

static const char *name_of(Integrator integrator) {
  return integrator_traits(integrator)->name;
}

const char *follow_integrator(size_t i) {
  return i < INTEGRATOR_COUNT ? name_of((Integrator) i) : NULL;
}

const char *follow_integrator_title(size_t i) {
  return i < INTEGRATOR_COUNT ? integrator_traits((Integrator) i)->title : NULL;
}

static const char *number_text(System *m, double value) {
  Text text = text_make(&m->work);
  text_addf(&text, "%.6g", value);
  return text_get(&text);
}

// --- what is asked -------------------------------------------------------------------------------

// The number that an option gives as an expression, or else the model.
static Status find_number(System *m, const char *name, const char *option, Expr model,
                          double *value) {
  Span span = m->model->simulation.span;
  const ExprMark mark = expr_mark(m->pool);
  Expr e = m->model->simulation.given ? model : EXPR_NONE;
  if (option != NULL) {
    const Source *source = system_source(m, name, str(option));
    span = (Span){source, 0, (uint32_t) source->text.n};
    e = language_expression(m->model, source);
    if (expr_is_none(e) || !model_check_constant(m->model, e, span)) return STATUS_INPUT;
  }
  if (expr_is_none(e)) return STATUS_OK;
  TRY(system_constant(m, e, span, value));
  expr_release(m->pool, mark);
  return STATUS_OK;
}

static Status find_integrator(System *m, const char *name, Integrator *integrator) {
  *integrator = INTEGRATOR_DOP853;
  if (name == NULL) return STATUS_OK;
  for (size_t i = 0; i < INTEGRATOR_COUNT; i++) {
    if (strcmp(name, name_of((Integrator) i)) != 0) continue;
    *integrator = (Integrator) i;
    return STATUS_OK;
  }
  diag_report(&m->diags, DIAG_RUN_INTEGRATOR, (Span){0}, name);
  Text names = text_make(&m->work);
  for (size_t i = 0; i < INTEGRATOR_COUNT; i++)
    text_addf(&names, "%s%s", i ? ", " : "", name_of((Integrator) i));
  diag_help(&m->diags, "the integrators are %s", text_get(&names));
  return STATUS_INPUT;
}

static Status find_code(System *m, const char *name, Code *code) {
  static const char *const names[] = {"auto", "interpreter", "native"};
  *code = CODE_AUTO;
  if (name == NULL) return STATUS_OK;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (strcmp(name, names[i]) != 0) continue;
    *code = (Code) i;
    return STATUS_OK;
  }
  diag_report(&m->diags, DIAG_RUN_CODE, (Span){0}, name);
  return STATUS_INPUT;
}

// "accelerations, reactions"
static Status find_columns(System *m, const char *list, FlowWish *wish) {
  static const char separators[] = ", ";
  while (list != NULL && *(list += strspn(list, separators)) != '\0') {
    const Str word = {list, strcspn(list, separators)};
    if (str_equal(word, str("accelerations"))) {
      wish->accelerations = true;
    } else if (str_equal(word, str("multipliers"))) {
      wish->multipliers = true;
    } else if (str_equal(word, str("reactions"))) {
      wish->reactions = true;
    } else {
      diag_report(&m->diags, DIAG_RUN_COLUMNS, (Span){0}, str_copy(&m->work, word));
      return STATUS_INPUT;
    }
    list += word.n;
  }
  return STATUS_OK;
}

static Status find_section(FollowJob *job, FlowWish *wish) {
  System *m = job->m;
  const char *name = job->options->only;
  if (name == NULL) return STATUS_OK;
  for (size_t i = 0; i < m->model->sections.n; i++)
    if (strcmp(m->model->sections.at[i].name, name) == 0) job->section = &m->model->sections.at[i];
  wish->section = job->section;
  if (job->section != NULL) return STATUS_OK;
  diag_report(&m->diags, DIAG_SECTION_UNKNOWN, (Span){0}, name);
  if (m->model->sections.n > 0)
    diag_help(&m->diags, "did you mean %s?", m->model->sections.at[0].name);
  else
    diag_help(&m->diags, "`section %s: x = 0 rising` in the model makes one", name);
  return STATUS_INPUT;
}

static Status find_units(System *m, const char *name, FlowWish *wish) {
  wish->declared = name != NULL && strcmp(name, "declared") == 0;
  if (name == NULL || wish->declared || strcmp(name, "SI") == 0) return STATUS_OK;
  diag_report(&m->diags, DIAG_RUN_UNITS, (Span){0}, name);
  return STATUS_INPUT;
}

static Status find_tolerances(System *m, const MotionRequest *o, RunRequest *r) {
  r->rtol = o->rtol != 0 ? o->rtol : RUN_RTOL;
  r->atol = o->atol != 0 ? o->atol : RUN_ATOL;
  if (!(r->rtol > 0 && r->rtol < 1 && r->atol > 0 && isfinite(r->atol))) {
    diag_report(&m->diags, DIAG_RUN_TOLERANCE, (Span){0});
    return STATUS_INPUT;
  }
  if (r->rtol >= RUN_RTOL_LEAST) return STATUS_OK;
  diag_report(&m->diags, DIAG_RUN_ROUNDING, (Span){0}, r->rtol, RUN_RTOL_LEAST);
  return STATUS_INPUT;
}

// --- times of rows -------------------------------------------------------------------------------
//
// People write decimals, and expect them: 0.018 after six times 0.003, not 0.018000000000000002. So, where the start
// and the time between rows are short decimals, both are counted in units of their last digit, and a row's time is the
// double nearest to its decimal.

#define TIME_DIGITS_MOST 12     // after the point
#define TIME_UNITS_MOST 0x1p53  // integers up to here are exact

static bool is_whole(double x, double scale) {
  const double n = nearbyint(x * scale);
  return fabs(n) <= TIME_UNITS_MOST && n / scale == x;
}

// The power of ten by which both are whole numbers; 0 if they are no short decimals.
static double common_scale(double a, double b) {
  double scale = 1;
  for (int digits = 0; digits <= TIME_DIGITS_MOST; digits++, scale *= 10)
    if (is_whole(a, scale) && is_whole(b, scale)) return scale;
  return 0;
}

// Those number first + 1 and so on, counted from there.
static void fill_times(double from, double step, size_t first, double *times, size_t n) {
  const double scale = common_scale(from, step);
  const double start = nearbyint(from * scale), units = nearbyint(step * scale);
  for (size_t i = 0; i < n; i++) {
    const double k = (double) (first + i + 1), at = start + k * units;
    times[i] = scale > 0 && fabs(at) < TIME_UNITS_MOST ? at / scale : from + k * step;
  }
}

// The times of the rows after the first: every so often, and the end.
Status follow_find_times(FollowJob *job) {
  System *m = job->m;
  RunRequest *r = &job->request;
  const double length = fabs(r->to - r->from);
  const size_t rows = job->options->rows;
  if (job->section != NULL) return STATUS_OK;
  if (job->every == 0) job->every = length / (rows > 0 ? (double) rows : RUN_ROWS);
  if (job->options->has_grid &&
      !((r->to - r->from) * (r->from - job->options->grid_from) >= 0 && length > 0)) {
    diag_report(&m->diags, DIAG_RUN_RESUME, (Span){0},
                text_format(&m->work, "it is at t = %s already, and --to is %s",
                            number_text(m, r->from), number_text(m, r->to)));
    return STATUS_INPUT;
  }
  if (!(job->every > 0) && length > 0) {
    diag_report(&m->diags, DIAG_RUN_EVERY, m->model->simulation.span, number_text(m, job->every));
    return STATUS_INPUT;
  }
  // rows of a run that goes on are counted from where the first one began
  const double grid = job->options->has_grid ? job->options->grid_from : r->from;
  const double first = length > 0 ? floor(fabs(r->from - grid) / job->every + 1e-9) : 0;
  const double count = length > 0 ? ceil(fabs(r->to - grid) / job->every - 1e-9) - first : 0;
  if (!(count <= RUN_MOST_ROWS)) {
    diag_report(&m->diags, DIAG_RUN_ROWS, m->model->simulation.span, count, RUN_MOST_ROWS);
    return STATUS_INPUT;
  }
  r->n_times = (size_t) count;
  double *times = ARENA_ARRAY(&m->work, double, r->n_times + 1);
  fill_times(grid, copysign(job->every, r->to - r->from), (size_t) first, times, r->n_times);
  if (r->n_times > 0) times[r->n_times - 1] = r->to;
  r->times = times;
  return STATUS_OK;
}

// May the tolerance decide between DOP853 and Taylor's method?
bool follow_is_free(const FollowJob *job) {
  return job->options->integrator == NULL && job->request.rtol <= RUN_TAYLOR_RTOL;
}

Status follow_find_request(FollowJob *job, FlowWish *wish) {
  System *m = job->m;
  const MotionRequest *o = job->options;
  const Simulation *s = &m->model->simulation;
  RunRequest *r = &job->request;
  *r = (RunRequest){.from = (double) NAN, .to = (double) NAN, .stop = m->guard.watch.cancel};
  r->most_steps = o->steps ? o->steps : RUN_MOST_STEPS;
  TRY(find_integrator(m, o->integrator, &r->integrator));
  TRY(find_code(m, o->code, &job->code));
  TRY(find_columns(m, o->columns, wish));
  TRY(find_section(job, wish));
  TRY(find_units(m, o->units, wish));
  TRY(find_tolerances(m, o, r));
  wish->series = integrator_traits(r->integrator)->series || follow_is_free(job);
  wish->jacobian = integrator_traits(r->integrator)->jacobian;
  // the model speaks of time
  const bool by_time = advances_by_time(&m->equations);
  if (o->has_grid && !by_time) {
    diag_report(&m->diags, DIAG_RUN_RESUME, (Span){0}, "its equations do not advance by time");
    return STATUS_INPUT;
  }
  job->name = by_time ? "t" : expr_symbol_name(m->pool, m->equations.along.variable);
  // the natural method is that of each mode
  const bool natural = m->request.method == NULL && m->equations.given.m == 0;
  if (model_has_modes(m->model) && !natural && !m->equations.method->has_modes) {
    diag_report(&m->diags, DIAG_EVENT_METHOD, (Span){0}, m->equations.method->name);
    return STATUS_INPUT;
  }
  TRY(find_number(m, "--from", o->from, by_time ? s->from : EXPR_NONE, &r->from));
  TRY(find_number(m, "--to", o->to, by_time ? s->to : EXPR_NONE, &r->to));
  TRY(find_number(m, "--every", o->every, by_time && o->rows == 0 ? s->every : EXPR_NONE,
                  &job->every));
  if (o->every != NULL && !(job->every > 0)) {
    diag_report(&m->diags, DIAG_RUN_EVERY, (Span){0}, number_text(m, job->every));
    return STATUS_INPUT;
  }
  if (!isnan(r->to)) return STATUS_OK;
  diag_report(&m->diags, DIAG_RUN_END_MISSING, (Span){0});
  if (by_time)
    diag_help(&m->diags, "give it: --to 10, or `simulate to 10` in the model");
  else
    diag_help(&m->diags, "give the last %s: --to 10", job->name);
  return STATUS_INPUT;
}

// Where a quasi-coordinate takes the place of time, the run begins where it is.
static Status settle_independent(FollowJob *job) {
  System *m = job->m;
  const Equations *eq = &m->equations;
  double start = 0;
  for (size_t i = 0; i < eq->n; i++)
    if (expr_same(eq->q[i], eq->along.variable))
      start = m->program.inputs[m->program.parameters + 1 + i];
  if (!isnan(job->request.from) && job->request.from != start) {
    diag_report(&m->diags, DIAG_RUN_FROM, (Span){0}, job->name, number_text(m, start));
    return STATUS_INPUT;
  }
  job->request.from = start;
  return STATUS_OK;
}

// The initial state, into the inputs of the program.
Status follow_find_start(FollowJob *job) {
  System *m = job->m;
  States states = {0};
  double open = (double) NAN;
  const bool by_time = advances_by_time(&m->equations);
  TRY(system_start(m, &job->options->start, by_time ? &job->request.from : &open, &states));
  if (states.rows.n != 1) {
    diag_report(&m->diags, DIAG_RUN_STATES, (Span){0}, states.rows.n);
    return STATUS_INPUT;
  }
  const Program *p = &m->program;
  memcpy(p->inputs + p->parameters, states.rows.at[0],
         (program_inputs(p) - p->parameters) * sizeof(double));
  return by_time ? STATUS_OK : settle_independent(job);
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

// What is known of all rows.
static void note_row(FollowJob *job, const Patch *patch, const double *row, bool first, double lost) {
  Motion *motion = job->motion;
  const double energy = row[patch->plan.energy], error = row[motion->columns - 1];
  if (first) motion->energy = energy;
  motion->energy_drift = fmax(motion->energy_drift, fabs(energy + lost - motion->energy));
  motion->constraint_error = fmax(motion->constraint_error, error);
}

// lost: energy that is known to be gone
static void put_row(FollowJob *job, const Patch *patch, const bool *on, double t, const double *y,
                    double lost) {
  Motion *motion = job->motion;
  double *row = motion->at + motion->rows * motion->columns;
  make_row(job, patch, on, t, y, row);
  results_add(job->m, &job->results, &patch->plan, t, y);
  note_row(job, patch, row, motion->rows++ == 0, lost);
}

// Beside a singular state a run may find no more steps, or constraints that only follow from others may
// be off: what ended it is that state.
static void explain_end(FollowJob *job, const Patch *patch, const double *y) {
  RunResult *all = &job->result;
  const bool lost = all->end == RUN_SMALL_STEP || all->end == RUN_STRAYED || all->end == RUN_FAILED;
  if (!lost || !atlas_explains_end(&job->atlas, patch, all->t, y)) return;
  all->end = RUN_SINGULAR;
  all->where = all->t;
}

// A row that was taken between two steps: are the constraints satisfied there?
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

// The initial state, the rows, and where the run ended before a row was due, the state there.
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

// The state before or after an event, as a row of its own.
static void note_jump(FollowJob *job, double t, const double *y) {
  if (!job->options->jumps) return;
  make_row(job, job->atlas.now, NULL, t, y, job->row);
  for (size_t i = 0; i < job->motion->columns; i++) array_push(&job->m->work, &job->jumps, job->row[i]);
}

// Puts the rows of events between the others: after those of the same time.
static void merge_jumps(FollowJob *job) {
  Motion *motion = job->motion;
  const size_t width = motion->columns, extra = job->jumps.n / width;
  const double sign = job->request.to >= job->request.from ? 1 : -1;
  const double *jump = job->jumps.at, *row = motion->at;
  const double *last_jump = jump + extra * width, *last_row = row + motion->rows * width;
  if (extra == 0) return;
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

// --- rows for the caller, as they are known ------------------------------------------------------

static void send(FollowJob *job, const double *row) {
  const MotionRequest *o = job->options;
  job->sent++;
  job->refused = o->row(o->row_context, row, job->motion->columns) != 0;
}

static const bool *on_now(const FollowJob *job) {
  return job->switching.sliding ? job->switching.on : NULL;
}

// The state of a row, the patch that it is in and the surfaces: of a leg that is over, or of the one under way.
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

// Those before t.
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

// A crossing of the section: its row, which is sent at once or kept.
static void on_crossing(void *context, size_t event, double t, double *y) {
  FollowJob *job = context;
  const Patch *patch = job->atlas.now;
  (void) event;
  if (job->refused) return;
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

// Compiles the flow in use. Where that fails the run goes on as it is, with one warning.
static void compile(FollowJob *job) {
  NativeTrouble trouble;
  Patch *patch = job->atlas.now;
  if (flow_compile(patch->flow, &patch->compiled, &trouble) == STATUS_OK) {
    job->motion->compiled = true;
    return;
  }
  job->code = CODE_INTERPRETER;
  if (job->m->guard.ended != STATUS_OK) return;  // the run ends, too
  diag_report(&job->m->diags, DIAG_NO_COMPILER, (Span){0},
              text_format(&job->m->work, "%s", trouble.text));
}

static bool is_long(const Flow *flow, size_t calls) {
  const size_t done = calls * (tape_length(flow_tapes(flow)->rate) + 10);
  const size_t size = flow_unit_length(flow);
  return size <= FLOW_UNIT_MOST && done > RUN_LONG && done > RUN_EACH * size;
}

// A run that turns out to be long goes on with compiled code. How long is counted in operations,
// not in seconds, so that the same input gives the same numbers.
static void on_pause(void *context, double t, size_t calls, const Flow **flow) {
  FollowJob *job = context;
  const RunRequest *r = &job->request;
  const Patch *patch = job->atlas.now;
  if (job->code == CODE_AUTO && patch->compiled == NULL && !job->switching.sliding &&
      is_long(patch->flow, patch->calls + calls)) {
    compile(job);
    if (patch->compiled != NULL) *flow = patch->compiled;
  }
  send_rows(job, t);
  if (job->options->progress == NULL) return;
  job->options->progress(job->options->progress_context, (t - r->from) / (r->to - r->from));
}

// Is the run to end: has the caller had enough, or is time over?
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
  job->passed = job->section != NULL;
  job->events = flow_events(job->m->model, job->section, &job->m->work, &direction);
  job->request.direction = direction;
  job->happened = ARENA_ARRAY(&job->m->work, bool, job->events + 1);
}

// What a leg has come to is added to the run.
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

// A leg after an event may be shorter than the rest of the run.
static double end_of_leg(const FollowJob *job, double from) {
  const double to = job->request.to, horizon = hybrid_horizon(job->hybrid, from);
  return horizon != from && fabs(horizon - from) < fabs(to - from) ? horizon : to;
}

// The next stretch, from where the last one ended.
static Status follow_leg(FollowJob *job) {
  RunRequest r = job->request;
  const RunResult *all = &job->result;
  const Patch *patch = job->atlas.now;
  if (job->legs.n > 0) r.from = all->t;
  if (job->hybrid != NULL) r.to = end_of_leg(job, r.from);
  r.times += all->n_rows;
  r.n_times -= all->n_rows;
  r.most_steps -= all->steps;
  r.ask = atlas_is_asked(&job->atlas) ? on_ask : NULL;
  r.ask_part = patch->ask;
  r.fall = patch->fall;
  r.length = tape_length(flow_tapes(patch->flow)->rate);
  r.direction = job->switching.direction;
  RunResult leg = {.y = all->y, .rows = all->rows};
  // from the first step on, limits and cancelling are checked between steps: what was computed is kept
  job->m->guard.held = true;
  const Flow *own = patch->compiled != NULL ? patch->compiled : patch->flow;
  const Status status = run_flow(switching_flow(&job->switching, patch->flow, own), &r, &leg);
  if (status == STATUS_OK) add_leg(job, &leg);
  if (status == STATUS_OK) send_rows(job, leg.t);
  return status;
}

// The sides from here on; event: that the last leg ended with. False if the run ends with it.
static bool switch_sides(FollowJob *job, size_t event) {
  RunResult *all = &job->result;
  const RunRequest *r = &job->request;
  const Flow *flow = job->atlas.now->flow;
  const double t = job->legs.n > 0 ? all->t : r->from;
  const SwitchKind kind =
    switching_decide(&job->switching, flow, t, all->y, event, r->to - r->from, r->events);
  if (kind != SWITCH_UNDECIDED && kind != SWITCH_CROWDED) {
    // velocities that are prescribed may jump with the forces
    if (flow->project != NULL) flow->project(flow, t, all->y);
    if (job->legs.n == 0) memcpy(job->states, all->y, flow->n * sizeof *job->states);
    return true;
  }
  all->end = kind == SWITCH_UNDECIDED ? RUN_UNDECIDED : RUN_CROWDED;
  all->t = t;
  return false;
}

// A leg that ended on another side than the one it was on has missed a switching.
static bool is_lost(FollowJob *job) {
  RunResult *all = &job->result;
  const Flow *flow = job->atlas.now->flow;
  if (flow->sides == 0 || all->end == RUN_EVENT || all->end == RUN_UNDECIDED ||
      !switching_is_wrong(&job->switching, flow, all->t, all->y))
    return false;
  all->end = RUN_UNDECIDED;
  return true;
}

static bool has_switched(FollowJob *job) {
  const Switching *s = &job->switching;
  return job->result.end == RUN_EVENT && job->result.event >= s->first &&
         switch_sides(job, job->result.event);
}

// A run that ends where it begins has one leg without rows.
static void add_empty_leg(FollowJob *job) {
  array_push(&job->m->work, &job->legs, ((Leg){.patch = job->atlas.now}));
  job->result.digits = 1;
}

// Leg after leg, each in a chart that is good where it begins, up to an event or the end.
static Status follow_stretch(FollowJob *job) {
  const Flow *flow = job->atlas.now->flow;
  event_watch_destroy(job->request.events);
  job->request.events = event_watch_create(flow);
  if (job->request.events == NULL) return STATUS_LIMIT;
  switching_close(&job->switching);
  TRY(switching_open(&job->switching, flow, job->request.direction, job->events, &job->m->work));
  event_watch_ignore_rest(job->request.events, job->events);
  if (job->passed > 0) event_watch_pass(job->request.events, job->passed, on_crossing, job);
  if (job->passed > 0 && job->legs.n == 0) {
    make_row(job, job->atlas.now, NULL, job->request.from, job->result.y, job->row);
    note_row(job, job->atlas.now, job->row, true, 0);
  }
  if (flow->sides > 0 && !switch_sides(job, flow->events)) {
    if (job->legs.n == 0) add_empty_leg(job);
    return STATUS_OK;
  }
  if (job->hybrid != NULL) hybrid_expect(job->hybrid, job->request.events, job->result.t, job->result.y);
  do {
    if (job->code == CODE_NATIVE && job->atlas.now->compiled == NULL) compile(job);
    TRY(follow_leg(job));
    if (is_lost(job)) break;
    const bool chart = job->result.end == RUN_ASKED && !job->atlas.solver;
    if (job->result.end == RUN_ASKED && atlas_turn(&job->atlas, job->result.t, job->result.y))
      job->motion->charts += chart;
  } while (job->result.end == RUN_ASKED || has_switched(job) ||
           (job->result.end == RUN_DONE && job->result.t != job->request.to));
  return STATUS_OK;
}

// What follows from the event that ended a stretch; true if the run goes on.
static Status turn_at_event(FollowJob *job, bool *goes_on) {
  RunResult *result = &job->result;
  HybridTurn turn;
  *goes_on = false;
  for (size_t i = job->passed; i < job->events; i++)
    job->happened[i - job->passed] = i == result->event || event_happens_too(job->request.events, i);
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
  explain_end(job, job->atlas.now, job->result.y);
  return STATUS_OK;
}

// By the series of the first leg, for the whole run.
static void choose_integrator(FollowJob *job) {
  Flow *flow = job->atlas.now->flow;
  if (run_taylor_pays(flow, job->request.rtol)) {
    job->request.integrator = INTEGRATOR_TAYLOR;
    return;
  }
  flow_forget_series(flow);
  job->atlas.wish.series = false;
}

// The atlas at the initial state; of a model with modes, in the one that this state asks for.
static Status open_first(FollowJob *job, const FlowWish *wish, double **y) {
  System *m = job->m;
  const RunRequest *r = &job->request;
  const bool project = !job->options->no_projection;
  if (!model_has_modes(m->model)) return atlas_open(m, wish, project, r->rtol, &job->atlas, y);
  HybridTurn turn;
  modes_open(m, &job->atlas, wish, project, r->rtol, &job->modes);
  TRY(hybrid_open(m, &job->modes, job->passed, job->arena, job->motion, &job->hybrid));
  TRY(hybrid_start(job->hybrid, r->from, r->to < r->from, &turn));
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
  TRY(open_first(job, wish, &y));
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
    diag_report(&m->diags, DIAG_NO_SUNDIALS, (Span){0}, name_of(r->integrator));
  return status == STATUS_UNABLE ? STATUS_INTERNAL : status;
}

// --- how it ended --------------------------------------------------------------------------------

static void tell_dependent(FollowJob *job, size_t a, const char *at, const char *where) {
  const ConstraintRow *row = &job->m->equations.constraints.row[a];
  diag_report(&job->m->diags, DIAG_RUN_SINGULAR, row->span, at, row->name, where);
}

static void tell_singular(FollowJob *job, const char *at) {
  System *m = job->m;
  const Watched w = job->atlas.now->plan.watch[job->result.pivot];
  const char *where =
    text_format(&m->work, "%s = %s", job->name, number_text(m, job->result.where));
  const Equations *eq = &m->equations;
  const Expr u = w.kind == WATCH_PACE                 ? eq->along.variable
                 : w.kind != WATCH_INERTIA            ? EXPR_TIME
                 : is_in_velocities(eq, &eq->problem) ? eq->q[w.index]
                                                      : eq->problem.u[w.index];
  const char *name = expr_symbol_name(m->pool, u);
  if (job->atlas.singular) {
    tell_dependent(job, job->atlas.weakest_row, at, where);
    return;
  }
  switch (w.kind) {
    case WATCH_CONSTRAINT: tell_dependent(job, w.index, at, where); break;
    case WATCH_INERTIA:
      diag_report(&m->diags, DIAG_RUN_SINGULAR_MASS, (Span){0}, at, name, where);
      break;
    case WATCH_PROBLEM:
      diag_report(&m->diags, DIAG_RUN_SINGULAR_PROBLEM, (Span){0}, at, where);
      break;
    case WATCH_PACE:
      diag_report(&m->diags, DIAG_RUN_PACE, (Span){0}, at, name);
      diag_help(&m->diags, "--independent chooses another variable in place of time");
      break;
    case WATCH_DIVISOR:
      diag_report(&m->diags, DIAG_RUN_CHART, (Span){0}, at, eq->method->name,
                  expr_text(m->pool, w.divisor, &m->work), where);
      diag_help(&m->diags, "another method may work: --method multipliers");
  }
}

// Which constraint, by how much of its terms, and why?
static void tell_stray(FollowJob *job, const char *at) {
  System *m = job->m;
  const Patch *patch = job->atlas.now;
  const size_t a = patch->plan.constraint[job->result.stray];
  const ConstraintRow *row = &m->equations.constraints.row[a];
  bool kept = false;
  for (size_t k = 0; k < patch->chart.rows; k++) kept = kept || patch->chart.row[k] == a;
  diag_report(&m->diags, DIAG_RUN_STRAYED, row->span, at, row->name,
              number_text(m, job->result.off));
  if (!kept)
    diag_help(&m->diags, "it was assumed to follow from the others, but does not do so here");
  else if (job->options->no_projection)
    diag_help(&m->diags, "without --no-projection every step ends on the constraints");
}

// Digits that rounding has taken from the rates are lost to the motion from there on.
static void tell_nearness(FollowJob *job) {
  const RunResult *result = &job->result;
  const Atlas *atlas = &job->atlas;
  const bool charts = atlas->digits < RUN_FEW_DIGITS && atlas->digits < result->digits;
  const double digits = charts ? atlas->digits : result->digits;
  if (!(digits < 1) || result->end == RUN_SINGULAR) return;
  diag_report(&job->m->diags, DIAG_RUN_NEAR, (Span){0}, job->name,
              number_text(job->m, charts ? atlas->nearest_at : result->nearest_at),
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
    case RUN_INTERRUPTED: return "interrupted";
    case RUN_STRAYED: return "a constraint is violated";
    case RUN_BROKEN: return "an event could not be resolved";
    case RUN_UNDECIDED: return "the motion is not determined";
    case RUN_CROWDED: return "forces switch without end";
    default: return "the integrator failed";
  }
}

// Has the motion left a table? Then that is what ended it.
static bool tell_table(FollowJob *job, const char *at) {
  System *m = job->m;
  if (m->model->tables.n == 0 || !job->atlas.by_time) return false;
  flow_leave(m, &job->atlas.now->plan, job->result.t, job->result.y);
  for (size_t i = 0; i < m->model->tables.n; i++) {
    const TableUse *use = &m->model->tables.at[i];
    Expr argument = use->argument;
    system_in_inputs(m, &argument, 1);
    const double u = expr_value(m->pool, argument, m->program.symbols, m->program.inputs,
                                program_inputs(&m->program));
    const double room = 1e-9 * (use->high - use->low);
    if (u > use->low + room && u < use->high - room) continue;
    diag_report(&m->diags, DIAG_RUN_TABLE, use->span, at, use->name, number_text(m, use->low),
                number_text(m, use->high));
    return true;
  }
  return false;
}

static Status tell_end(FollowJob *job) {
  System *m = job->m;
  const RunResult *result = &job->result;
  const char *at = text_format(&m->work, "%s = %s", job->name, number_text(m, result->t));
  if (result->stiff) {
    diag_report(&m->diags, DIAG_RUN_STIFF, (Span){0});
    diag_help(&m->diags, "try --integrator bdf");
  }
  tell_nearness(job);
  const bool lost = result->end == RUN_NOT_FINITE || result->end == RUN_SMALL_STEP ||
                    result->end == RUN_UNDECIDED || result->end == RUN_FAILED;
  if (lost && tell_table(job, at)) return STATUS_DOMAIN;
  switch (result->end) {
    case RUN_DONE:
    case RUN_EVENT: return STATUS_OK;
    case RUN_SINGULAR: tell_singular(job, at); break;
    case RUN_SMALL_STEP: diag_report(&m->diags, DIAG_RUN_SMALL_STEP, (Span){0}, at); break;
    case RUN_NOT_FINITE: diag_report(&m->diags, DIAG_RUN_NOT_FINITE, (Span){0}); break;
    case RUN_STEPS:
      diag_report(&m->diags, DIAG_RUN_STEPS, (Span){0}, at, result->steps);
      diag_help(&m->diags, "--steps allows more");
      break;
    case RUN_INTERRUPTED:
      diag_report(&m->diags, DIAG_RUN_INTERRUPTED, (Span){0}, at);
      return m->guard.ended != STATUS_OK ? m->guard.ended : STATUS_CANCELLED;
    case RUN_STRAYED: tell_stray(job, at); break;
    case RUN_BROKEN: break;  // reported where it happened
    case RUN_UNDECIDED:
      diag_report(&m->diags, DIAG_RUN_UNDECIDED, (Span){0}, at);
      diag_help(&m->diags, "where forces jump, several motions begin at this state, or none");
      break;
    case RUN_CROWDED:
      diag_report(&m->diags, DIAG_RUN_CROWDED, (Span){0}, at, job->switching.count);
      diag_help(&m->diags, "the switchings come ever closer together");
      break;
    case RUN_ASKED:
    case RUN_FAILED:
      diag_report(&m->diags, DIAG_RUN_FAILED, (Span){0}, name_of(job->request.integrator), at);
      break;
  }
  return STATUS_DOMAIN;
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
  motion->integrator = name_of(job->request.integrator);
  results_close(&job->results, result->end == RUN_EVENT, motion->result);
  motion->rtol = job->request.rtol;
  motion->atol = job->request.atol;
}

// --- all of it -----------------------------------------------------------------------------------

static void close_job(void *object) {
  FollowJob *job = object;
  event_watch_destroy(job->request.events);
  switching_close(&job->switching);
  if (job->modes.m != NULL)
    modes_close(&job->modes);
  else
    atlas_close(&job->atlas);
}

static Status run_job(FollowJob *job) {
  System *m = job->m;
  FlowWish wish = {.sides = true};
  TRY(system_prepare(m));
  TRY(follow_find_request(job, &wish));
  TRY(follow_find_start(job));
  TRY(system_check_start(m));
  TRY(follow_find_times(job));
  TRY(follow(job, &wish));
  follow_fill_table(job);
  send_rest(job);
  merge_jumps(job);
  follow_put_summary(job);
  return tell_end(job);
}

Status system_follow(System *m, const MotionRequest *request, Arena *arena, Motion *motion) {
  const bool held = m->guard.held;
  const ArenaMark mark = arena_mark(&m->work);
  FollowJob *job = ARENA_NEW(&m->work, FollowJob);
  *motion = (Motion){0};
  *job = (FollowJob){.m = m, .options = request, .arena = arena, .motion = motion};
  arena_defer(&m->work, close_job, job);
  const Status status = run_job(job);
  arena_release(&m->work, mark);
  m->guard.held = held;
  return status;
}
