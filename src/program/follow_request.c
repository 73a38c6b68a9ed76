// program/follow_request.c: reads the request for a motion, from options and the model: tolerances, columns,
// the initial state, the times of rows.

#include "program/follow_impl.h"
#include <math.h>
#include <string.h>

#define RUN_RTOL 1e-10
#define RUN_ATOL 1e-12
#define RUN_RTOL_LEAST 1e-16    // half a unit in the last place is 1.1e-16
#define RUN_ROWS 500            // unless the model or an option gives their distance
#define RUN_MOST_ROWS 20000000  // keeps a typing error from filling the memory
#define RUN_MOST_STEPS ((size_t) 1000000000)

// --- the request ---------------------------------------------------------------------------------

// Finds a number that an option, or else the model, gives as an expression.
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
    if (strcmp(name, follow_integrator(i)) != 0) continue;
    *integrator = (Integrator) i;
    return STATUS_OK;
  }
  diag_report(&m->diags, DIAG_RUN_INTEGRATOR, (Span){0}, name);
  Text names = text_make(&m->work);
  for (size_t i = 0; i < INTEGRATOR_COUNT; i++)
    text_addf(&names, "%s%s", i ? ", " : "", follow_integrator(i));
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

static const Section *section_named(const Model *model, const char *name) {
  for (size_t i = 0; i < model->sections.n; i++)
    if (strcmp(model->sections.at[i].name, name) == 0) return &model->sections.at[i];
  return NULL;
}

static void watch_section(FollowJob *job, const Section *section) {
  for (size_t i = 0; i < job->passed; i++)
    if (job->watched[i] == section) return;
  if (section != NULL) job->watched[job->passed++] = section;
}

static Status find_sections(FollowJob *job, FlowWish *wish) {
  System *m = job->m;
  const char *name = job->options->only;
  if (name != NULL) job->section = section_named(m->model, name);
  job->watched = ARENA_ARRAY(&m->work, const Section *, m->model->sections.n + 1);
  watch_section(job, job->section);
  for (size_t i = 0; i < m->model->results.n; i++)
    if (m->model->results.at[i].of != NULL)
      watch_section(job, section_named(m->model, m->model->results.at[i].of));
  wish->section = job->watched;
  wish->sections = job->passed;
  if (name == NULL || job->section != NULL) return STATUS_OK;
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
// People write decimals, and expect them: 0.018 after six times 0.003, not 0.018000000000000002. So if the
// start and the time between rows are short decimals, both are counted in units of their last digit, and a
// row's time is the double nearest to its decimal.

#define TIME_DIGITS_MOST 12     // after the point
#define TIME_UNITS_MOST 0x1p53  // integers up to here are exact

static bool is_whole(double x, double scale) {
  const double n = nearbyint(x * scale);
  return fabs(n) <= TIME_UNITS_MOST && n / scale == x;
}

// Returns the power of ten that makes both integers; 0 if they are not short decimals.
static double common_scale(double a, double b) {
  double scale = 1;
  for (int digits = 0; digits <= TIME_DIGITS_MOST; digits++, scale *= 10)
    if (is_whole(a, scale) && is_whole(b, scale)) return scale;
  return 0;
}

// Fills in the times number first + 1 and following, counted from `from`.
static void fill_times(double from, double step, size_t first, double *times, size_t n) {
  const double scale = common_scale(from, step);
  const double start = nearbyint(from * scale), units = nearbyint(step * scale);
  for (size_t i = 0; i < n; i++) {
    const double k = (double) (first + i + 1), at = start + k * units;
    times[i] = scale > 0 && fabs(at) < TIME_UNITS_MOST ? at / scale : from + k * step;
  }
}

// Finds the times of the rows after the first: at regular intervals, and the end.
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
                            follow_number(m, r->from), follow_number(m, r->to)));
    return STATUS_INPUT;
  }
  if (!(job->every > 0) && length > 0) {
    diag_report(&m->diags, DIAG_RUN_EVERY, m->model->simulation.span, follow_number(m, job->every));
    return STATUS_INPUT;
  }
  // rows of a resumed run are counted from where the first one began
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

// Constraints that come and go require multipliers, time as the variable, and unknowns that the method chooses
// in each mode. The natural method is chosen for each mode.
static Status check_method(System *m) {
  const Equations *eq = &m->equations;
  const bool natural = m->request.method == NULL && eq->given.m == 0;
  const bool fixed = eq->given.m > 0 && eq->problem.m > 0 && expr_same(eq->problem.u[0], eq->given.z[0]);
  if (!model_has_modes(m->model) || natural || (eq->method->has_modes && !fixed)) return STATUS_OK;
  diag_report(&m->diags, DIAG_EVENT_METHOD, (Span){0}, eq->method->name);
  const char *help = eq->method->modes_help;
  if (help == NULL)
    help = fixed ? "the free speeds of the model are those of one mode: without `speed` the method chooses them"
                 : "it has no multipliers, by which contact is decided; multipliers, udwadia, appell, hamilton "
                   "and hamel have";
  diag_help(&m->diags, "%s", help);
  return STATUS_INPUT;
}

Status follow_find_request(FollowJob *job, FlowWish *wish) {
  System *m = job->m;
  const MotionRequest *o = job->options;
  const Along *along = &m->equations.along;
  RunRequest *r = &job->request;
  *r = (RunRequest){.from = (double) NAN, .to = (double) NAN, .stop = m->guard.watch.cancel};
  r->most_steps = o->steps ? o->steps : RUN_MOST_STEPS;
  TRY(find_integrator(m, o->integrator, &r->integrator));
  TRY(find_code(m, o->code, &job->code));
  TRY(find_columns(m, o->columns, wish));
  TRY(find_sections(job, wish));
  TRY(find_units(m, o->units, wish));
  TRY(find_tolerances(m, o, r));
  wish->series = integrator_traits(r->integrator)->series || follow_is_free(job);
  wish->jacobian = integrator_traits(r->integrator)->jacobian;
  if (o->has_grid && along->untimed != NULL) {
    diag_report(&m->diags, DIAG_RUN_RESUME, (Span){0}, along->untimed);
    return STATUS_INPUT;
  }
  job->name = expr_symbol_name(m->pool, along->variable);
  TRY(check_method(m));
  const Simulation s = system_simulation(m);
  TRY(find_number(m, "--from", o->from, s.from, &r->from));
  TRY(find_number(m, "--to", o->to, s.to, &r->to));
  TRY(find_number(m, "--every", o->every, o->rows == 0 ? s.every : EXPR_NONE, &job->every));
  if (o->every != NULL && !(job->every > 0)) {
    diag_report(&m->diags, DIAG_RUN_EVERY, (Span){0}, follow_number(m, job->every));
    return STATUS_INPUT;
  }
  if (!isnan(r->to)) return STATUS_OK;
  diag_report(&m->diags, DIAG_RUN_END_MISSING, (Span){0});
  if (along->untimed == NULL)
    diag_help(&m->diags, "give it: --to 10, or `simulate to 10` in the model");
  else
    diag_help(&m->diags, "give the last %s: --to 10", job->name);
  return STATUS_INPUT;
}

// Starts the run at the present value of its variable.
static Status settle_start(FollowJob *job) {
  System *m = job->m;
  const double start = system_variable(m);
  if (!isnan(job->request.from) && job->request.from != start) {
    diag_report(&m->diags, DIAG_RUN_FROM, (Span){0}, job->name, follow_number(m, start));
    return STATUS_INPUT;
  }
  job->request.from = start;
  return STATUS_OK;
}

// Finds the initial state, into the inputs of the program.
Status follow_find_start(FollowJob *job) {
  System *m = job->m;
  States states = {0};
  double t = m->equations.along.place == 0 ? job->request.from : (double) NAN;
  TRY(system_start(m, &job->options->start, &t, &states));
  if (states.rows.n != 1) {
    diag_report(&m->diags, DIAG_RUN_STATES, (Span){0}, states.rows.n);
    return STATUS_INPUT;
  }
  const Program *p = &m->program;
  memcpy(p->inputs + p->parameters, states.rows.at[0],
         (program_inputs(p) - p->parameters) * sizeof(double));
  return settle_start(job);
}
