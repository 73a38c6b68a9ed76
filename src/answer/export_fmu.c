// answer/export_fmu.c: a model as a Functional Mock-up Unit.
//
// The first patch of a run, with its tapes, becomes C. This file decides what an importer may set, and which names it
// sees.

#include "answer/export.h"
#include "answer/analyze_local.h"
#include "answer/export_fmu_impl.h"
#include "base/sha256.h"
#include "base/zip.h"
#include "draw/modes.h"
#include "language/units.h"
#include "motion/event.h"
#include "native/native.h"
#include "program/atlas.h"
#include "program/switching.h"
#include "report/fmu.h"
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define FMU_RTOL 1e-10  // as for a run
#define FMU_ATOL 1e-12
#define FMU_LONG 10  // length of a run if the model does not give one

typedef struct {
  System *m;
  const ExportRequest *options;
  Atlas atlas;
  FmuModel fmu;
  ExportedModes modes;
  FlowTapes of_modes;                       // lengths and names
  FmuModes entered;                         // the modes of its motion
  const char *const *column, *const *unit;  // of the table
  size_t parameters;                        // of the model; further fixed inputs follow these
  ARRAY(const char *) names;                // already in use
} Job;

// --- names ---------------------------------------------------------------------------------------

static bool is_taken(const Job *job, const char *name) {
  for (size_t i = 0; i < job->names.n; i++)
    if (strcmp(job->names.at[i], name) == 0) return true;
  return false;
}

// Makes a unique name without quotes and brackets from a name of the model: theta' is theta_dot, q[3] is q_3.
static FmuName make_name(Job *job, const char *model, const char *unit) {
  Arena *arena = &job->m->work;
  Text name = text_make(arena);
  for (const char *c = model; *c != '\0'; c++) {
    const bool plain = isalnum((unsigned char) *c) || (unsigned char) *c >= 128;
    const bool twice = c[0] == '\'' && c[1] == '\'';
    if (*c == '\'')
      text_add(&name, twice ? "_ddot" : "_dot");
    else if (plain || strchr("])", *c) == NULL)
      text_add_char(&name, plain ? *c : '_');
    c += twice;
  }
  while (is_taken(job, text_get(&name))) text_add_char(&name, '_');
  array_push(arena, &job->names, text_get(&name));
  return (FmuName){text_get(&name), model, unit};
}

static void name_all(Job *job) {
  System *m = job->m;
  Arena *arena = &m->work;
  const size_t columns = job->fmu.columns;
  const FlowTapes *tapes = job->fmu.tapes;
  const ExportedModes *modes = job->fmu.modes;
  const Equations *eq = &m->equations;
  array_push(arena, &job->names, "time");
  FmuName *parameter = ARENA_ARRAY(arena, FmuName, tapes->fixed + 1);
  FmuName *state = ARENA_ARRAY(arena, FmuName, tapes->n + 1);
  const char **unit = ARENA_ARRAY(arena, const char *, tapes->fixed + tapes->n + 1);
  Expr *symbol = ARENA_ARRAY(arena, Expr, tapes->fixed + tapes->n + 1);
  for (size_t i = 0; i < job->parameters; i++) symbol[i] = m->model->parameters.at[i].symbol;
  language_units_of(m->model, symbol, job->parameters, unit);
  for (size_t i = 0; i < tapes->fixed; i++)
    parameter[i] = make_name(job, tapes->input[i], i < job->parameters ? unit[i] : NULL);
  memcpy(symbol, eq->q, eq->n * sizeof *symbol);
  if (modes != NULL)
    memcpy(symbol + eq->n, eq->qd, eq->n * sizeof *symbol);
  else
    memcpy(symbol + eq->n, eq->problem.u, eq->problem.m * sizeof *symbol);
  const size_t states = fmu_states(&job->fmu);
  language_units_of(m->model, symbol, states, unit);
  for (size_t i = 0; i < states; i++)
    state[i] = make_name(job, tapes->input[tapes->fixed + 1 + i], unit[i]);
  job->fmu.parameter = parameter;
  job->fmu.state = state;
  FmuName *output = ARENA_ARRAY(arena, FmuName, columns);
  size_t *column = ARENA_ARRAY(arena, size_t, columns);
  long *state_column = ARENA_ARRAY(arena, long, tapes->n + 1);
  for (size_t k = 0; k < states; k++) state_column[k] = -1;
  size_t n = 0;
  for (size_t i = 1; i < columns; i++) {
    bool known = false;  // part of the state
    for (size_t k = 0; k < states; k++) {
      if (strcmp(state[k].model, job->column[i]) != 0) continue;
      state_column[k] = (long) i;
      known = true;
    }
    if (known) continue;
    column[n] = i;
    output[n++] = make_name(job, job->column[i], job->unit[i]);
  }
  job->fmu.output = output;
  job->fmu.column = column;
  job->fmu.state_column = state_column;
  job->fmu.outputs = n;
  FmuName *event = ARENA_ARRAY(arena, FmuName, tapes->events + 1);
  for (size_t i = 0; i < m->model->stops.n; i++)
    event[i] = make_name(job, text_format(arena, "stop %zu", i + 1), NULL);
  for (size_t i = 0; i < 2 * tapes->sides; i++)
    event[m->model->stops.n + i] = make_name(
      job, text_format(arena, i < tapes->sides ? "switch %zu" : "slip %zu", i % tapes->sides + 1),
      NULL);
  for (size_t i = 0; modes != NULL && i < modes->whens; i++)
    event[modes->stops + i] =
      make_name(job, text_format(arena, "when %s", modes->when_name[i]), NULL);
  for (size_t a = 0, k = m->model->stops.n + m->model->whens.n; modes != NULL && a < modes->r; a++)
    if (modes->unilateral[a])
      event[k++] = make_name(job, text_format(arena, "contact %s", modes->name[a]), NULL);
  job->fmu.event = event;
}

// --- what an importer may set --------------------------------------------------------------------

static Status find_inputs(Job *job) {
  System *m = job->m;
  const Expr *input;
  size_t inputs;
  TRY(analyze_read_inputs(m, job->options->input, &input, &inputs));
  for (size_t k = 0; k < inputs; k++)
    for (size_t i = 0; i < job->parameters; i++)
      if (expr_same(m->model->parameters.at[i].symbol, input[k])) job->fmu.role[i] = FMU_INPUT;
  return STATUS_OK;
}

// Is this a coordinate, a velocity or the time? Their initial values can be computed again for other parameters.
static bool is_plain_start(const System *m, Expr symbol) {
  const Equations *eq = &m->equations;
  bool plain = expr_same(symbol, EXPR_TIME);
  for (size_t i = 0; i < eq->n; i++)
    plain = plain || expr_same(symbol, eq->q[i]) || expr_same(symbol, eq->qd[i]);
  return plain;
}

static void find_roles(Job *job) {
  System *m = job->m;
  const Equations *eq = &m->equations;
  FmuRole *role = job->fmu.role;
  for (size_t i = job->parameters; i < job->fmu.tapes->fixed; i++) role[i] = FMU_UNTOUCHABLE;
  for (size_t i = 0; i < job->parameters; i++) {
    const Parameter *parameter = &m->model->parameters.at[i];
    for (size_t a = 0; a < eq->constraints.r; a++) {
      const ConstraintRow *row = &eq->constraints.row[a];
      const Expr level = expr_is_none(row->position) ? row->velocity : row->position;
      if (!expr_is_none(level) && expr_depends(m->pool, level, parameter->symbol))
        role[i] = FMU_SETTLED;
    }
    for (size_t k = 0; k < m->model->initial.n; k++) {
      const Assignment *a = &m->model->initial.at[k];
      if (!expr_depends(m->pool, a->value, parameter->symbol)) continue;
      const FmuRole wanted = is_plain_start(m, a->symbol) ? FMU_SETTLED : FMU_UNTOUCHABLE;
      if (role[i] != FMU_INPUT && wanted > role[i]) role[i] = wanted;
    }
  }
}

// Finds the parameters that follow from others: they are computed again when these are set.
static Status find_derived(Job *job) {
  System *m = job->m;
  Arena *arena = &m->work;
  TapeBuilder *b = tape_builder_create(arena, m->pool);
  const char **place = ARENA_ARRAY(arena, const char *, job->parameters + 1);
  Value *value = ARENA_ARRAY(arena, Value, job->parameters + 1);
  size_t inputs = 0, derived = 0;
  for (size_t i = 0; i < job->parameters; i++) {
    const Parameter *parameter = &m->model->parameters.at[i];
    bool follows = false;
    for (size_t k = 0; k < i && !expr_is_none(parameter->value); k++)
      follows =
        follows || expr_depends(m->pool, parameter->value, m->model->parameters.at[k].symbol);
    if (follows && job->fmu.role[i] != FMU_INPUT) job->fmu.role[i] = FMU_DERIVED;
    if (job->fmu.role[i] == FMU_DERIVED) continue;
    tape_input(b, parameter->symbol);
    place[inputs++] = text_format(arena, "p[%zu]", i);
  }
  for (size_t i = 0; i < job->parameters; i++) {
    const Parameter *parameter = &m->model->parameters.at[i];
    if (job->fmu.role[i] != FMU_DERIVED) continue;
    TRY(tape_lower(b, &parameter->value, 1, &value[derived], NULL));
    tape_define(b, parameter->symbol, value[derived++]);
  }
  if (derived == 0) return STATUS_OK;
  Tape **held = system_hold_tape(m);
  job->fmu.derive = *held = tape_finish(b, value, derived);
  job->fmu.derive_input = place;
  return STATUS_OK;
}

// Makes the initial state: functions of parameters, as in the model; the rest numbers, as completed.
static Status find_begin(Job *job) {
  System *m = job->m;
  const Program *p = &m->program;
  const size_t n = program_inputs(p) - p->parameters;
  TapeBuilder *b = tape_builder_create(&m->work, m->pool);
  for (size_t i = 0; i < p->parameters; i++) tape_input(b, p->symbols[i]);
  Value *value = ARENA_ARRAY(&m->work, Value, n + 1);
  for (size_t i = 0; i < n; i++) value[i] = tape_constant(b, p->inputs[p->parameters + i]);
  for (size_t k = 0; k < m->model->initial.n; k++) {
    const Assignment *a = &m->model->initial.at[k];
    for (size_t i = 1; i < 1 + 2 * p->n; i++)
      if (expr_same(p->symbols[p->parameters + i], a->symbol))
        TRY(tape_lower(b, &a->value, 1, &value[i], NULL));
  }
  Tape **held = system_hold_tape(m);
  job->fmu.begin = *held = tape_finish(b, value, n);
  return STATUS_OK;
}

// --- the motion ----------------------------------------------------------------------------------

static void close_atlas(void *object) {
  Job *job = object;
  atlas_close(&job->atlas);
}

static Status find_times(Job *job) {
  System *m = job->m;
  const Simulation *s = &m->model->simulation;
  FmuModel *f = &job->fmu;
  f->from = (double) NAN;
  if (s->given && !expr_is_none(s->from)) TRY(system_constant(m, s->from, s->span, &f->from));
  States states = {0};
  TRY(system_start(m, &(StateRequest){0}, &f->from, &states));
  memcpy(m->program.inputs + m->program.parameters, states.rows.at[0],
         (program_inputs(&m->program) - m->program.parameters) * sizeof(double));
  TRY(system_check_start(m));
  f->to = f->from + FMU_LONG;
  if (s->given && !expr_is_none(s->to)) TRY(system_constant(m, s->to, s->span, &f->to));
  if (!(f->to > f->from)) f->to = f->from + FMU_LONG;  // importers do not run backwards
  return STATUS_OK;
}

static int direction_of(Crossing crossing) {
  return (crossing == CROSSING_RISING) - (crossing == CROSSING_FALLING);
}

// Makes the tape of the initial state itself: coordinates and velocities.
static const Tape *enter_tape(System *m, size_t n) {
  TapeBuilder *b = tape_builder_create(&m->work, m->pool);
  Value *value = ARENA_ARRAY(&m->work, Value, 2 * n + 1);
  const size_t inputs = program_inputs(&m->program), first = m->program.parameters + 1;
  for (size_t i = 0; i < inputs; i++) {
    const Value input = tape_input(b, m->program.symbols[i]);
    if (i >= first && i < first + 2 * n) value[i - first] = input;
  }
  Tape **held = system_hold_tape(m);
  return *held = tape_finish(b, value, 2 * n);
}

// Lists the columns of the model, then multipliers of all constraints, then the constraint error.
static void find_columns_of_modes(Job *job) {
  const ExportedModes *o = &job->modes;
  Arena *arena = &job->m->work;
  const size_t n = o->columns + o->r + 1;
  const char **column = ARENA_ARRAY(arena, const char *, n),
             **unit = ARENA_ARRAY(arena, const char *, n);
  memcpy(column, o->column, o->columns * sizeof *column);
  memcpy(unit, o->unit, o->columns * sizeof *unit);
  for (size_t a = 0; a < o->r; a++)
    column[o->columns + a] = text_format(arena, "lambda(%s)", o->name[a]);
  column[n - 1] = "constraint_error";
  job->column = column;
  job->unit = unit;
  job->fmu.columns = n;
}

// Finds the equations of all modes, for a model whose constraints come and go.
static Status find_modes(Job *job) {
  System *m = job->m;
  FmuModel *f = &job->fmu;
  ExportedModes *o = &job->modes;
  const char *why;
  TRY(draw_modes(m, o, &why));
  if (why == NULL && o->sides + o->slips > 0) why = "forces switch along it, beside constraints that come and go";
  if (why != NULL) {
    diag_report(&m->diags, DIAG_FMU_MODES, (Span){0}, why);
    return STATUS_INPUT;
  }
  const size_t crossings = o->stops + o->whens;
  size_t events = crossings;
  for (size_t a = 0; a < o->r; a++) events += o->unilateral[a] != 0;
  int *direction = ARENA_ARRAY(&m->work, int, events + 1);
  memcpy(direction, o->direction, crossings * sizeof *direction);
  for (size_t i = crossings; i < events; i++) direction[i] = -1;
  job->of_modes =
    (FlowTapes){.input = o->input, .fixed = o->parameters, .n = 2 * o->n, .events = events};
  find_columns_of_modes(job);
  FmuModes *e = &job->entered;
  *e = (FmuModes){.m = m,
                  .modes = o,
                  .column = job->column,
                  .columns = f->columns,
                  .from = f->from,
                  .to = f->to,
                  .rtol = f->rtol,
                  .atol = f->atol};
  TRY(export_fmu_find_flows(e));
  job->of_modes.watched = e->watched;
  job->of_modes.residuals = e->residuals;
  f->modes = o;
  f->flow = e->flow;
  f->flows = e->flows;
  f->ask = f->fall = ARENA_ARRAY(&m->work, double, e->watched + 1);
  f->tapes = &job->of_modes;
  f->start = o->start;
  f->value = m->program.inputs;
  f->residuals = 1;
  f->enter = enter_tape(m, o->n);
  f->direction = direction;
  return STATUS_OK;
}

static Status find_flow(Job *job) {
  System *m = job->m;
  FmuModel *f = &job->fmu;
  double *y;
  const bool constrained = m->equations.constraints.r > 0;
  const FlowWish wish = {.sides = true, .multipliers = constrained, .reactions = constrained};
  arena_defer(&m->work, close_atlas, job);
  TRY(atlas_open(m, &wish, true, FMU_RTOL, &job->atlas, &y));
  const Patch *patch = job->atlas.now;
  const bool asked = atlas_is_asked(&job->atlas);
  f->tapes = flow_tapes(patch->flow);
  const char *why = draw_hindrance(m, f->tapes->sides);
  if (why != NULL) {
    diag_report(&m->diags, DIAG_FMU_MODES, (Span){0}, why);
    return STATUS_INPUT;
  }
  if (m->equations.along.untimed != NULL) {
    diag_report(&m->diags, DIAG_FMU_TIME, (Span){0}, f->method);
    return STATUS_INPUT;
  }
  f->start = y;
  f->value = patch->plan.parameters;
  f->row = patch->plan.row;
  f->columns = patch->plan.columns;
  f->residuals = patch->plan.residuals;
  f->enter = patch->plan.enter;
  job->column = patch->plan.column;
  job->unit = patch->plan.unit;
  double *none = ARENA_ARRAY(&m->work, double, f->tapes->watched + 1);
  f->ask = asked ? patch->ask : none;
  f->fall = asked ? patch->fall : none;
  int *direction = ARENA_ARRAY(&m->work, int, f->tapes->events + 1);
  for (size_t i = 0; i < m->model->stops.n; i++)
    direction[i] = direction_of(m->model->stops.at[i].crossing);
  f->direction = direction;
  return STATUS_OK;
}

static Status find_motion(Job *job) {
  FmuModel *f = &job->fmu;
  f->rtol = FMU_RTOL;
  f->atol = FMU_ATOL;
  TRY(find_times(job));
  TRY(model_has_modes(job->m->model) ? find_modes(job) : find_flow(job));
  // a parameter that nothing depends on may lack a value; its variable must have one
  double *value = ARENA_ARRAY(&job->m->work, double, f->tapes->fixed + 1);
  for (size_t i = 0; i < f->tapes->fixed; i++) value[i] = isnan(f->value[i]) ? 0 : f->value[i];
  f->value = value;
  return STATUS_OK;
}

// Puts the sides on which a motion begins into y, a copy of its first state: at a border, its values lie on one side.
static Status take_sides(Job *job, const Flow *flow, double *y) {
  System *m = job->m;
  const FmuModel *f = &job->fmu;
  Switching s;
  memcpy(y, f->start, flow->n * sizeof *y);
  if (flow->sides == 0) return STATUS_OK;
  TRY(switching_open(&s, flow, f->direction, m->model->stops.n, &m->work));
  EventWatch *watch = event_watch_create(flow);
  if (watch != NULL) switching_decide(&s, flow, f->from, y, flow->events, f->to - f->from, watch);
  const Status status = watch != NULL ? STATUS_OK : STATUS_LIMIT;
  event_watch_destroy(watch);
  switching_close(&s);
  return status;
}

// Can a motion begin at the initial state?
static Status check_start(Job *job) {
  System *m = job->m;
  if (job->fmu.modes != NULL) return STATUS_OK;  // the FMU itself finds its first mode
  const Flow *flow = job->atlas.now->flow;
  double *yd = ARENA_ARRAY(&m->work, double, flow->n + 2 * flow->watched + 1);
  double *w = yd + flow->n, *y = ARENA_ARRAY(&m->work, double, flow->n + 1);
  bool good = true;
  TRY(take_sides(job, flow, y));
  flow->rate(flow, job->fmu.from, y, yd, w);
  for (size_t i = 0; i < flow->n; i++) good = good && isfinite(yd[i]);
  for (size_t i = 0; i < flow->watched; i++)
    good = good && fabs(w[i]) > run_least_pivot(flow->n) * fabs(w[flow->watched + i]);
  if (good) return STATUS_OK;
  diag_report(&m->diags, DIAG_EXPORT_SINGULAR, (Span){0});
  return STATUS_DOMAIN;
}

// --- the archive ---------------------------------------------------------------------------------

// Returns a digest of everything that the token stands for, as a UUID (RFC 4122, version 8 of its successor: custom
// contents).
static const char *make_token(System *m, const Text *a, const Text *b) {
  uint8_t d[SHA256_BYTES];
  Sha256 sha = sha256_make();
  sha256_add(&sha, text_get(a), a->n);
  sha256_add(&sha, text_get(b), b->n);
  sha256_finish(&sha, d);
  d[6] = (uint8_t) (0x80 | (d[6] & 0x0f));
  d[8] = (uint8_t) (0x80 | (d[8] & 0x3f));
  return text_format(
    &m->work, "{%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x}", d[0], d[1],
    d[2], d[3], d[4], d[5], d[6], d[7], d[8], d[9], d[10], d[11], d[12], d[13], d[14], d[15]);
}

#if defined __x86_64__
static const char *const platforms[] = {"linux64", "x86_64-linux"};
#elif defined __aarch64__
static const char *const platforms[] = {"aarch64-linux", "aarch64-linux"};
#else
static const char *const platforms[] = {NULL, NULL};
#endif

// Adds the compiled code, unless only the source is wanted.
static Status add_binary(Job *job, const Text *source, Zip *zip) {
  System *m = job->m;
  const char *platform = platforms[job->fmu.version - 2];
  NativeTrouble trouble;
  Str object;
  if (job->options->source_only || platform == NULL) return STATUS_OK;
  const Status status = native_build(text_get(source), source->n, &m->work, &object, &trouble);
  if (status != STATUS_OK) {
    diag_report(&m->diags, DIAG_FMU_COMPILER, (Span){0}, text_format(&m->work, "%s", trouble.text));
    diag_help(&m->diags, "--source-only leaves the compiled code out");
    return status == STATUS_LIMIT ? STATUS_LIMIT : STATUS_INPUT;
  }
  zip_add(zip, text_format(&m->work, "binaries/%s/%s.so", platform, job->fmu.identifier), object);
  return STATUS_OK;
}

static Str str_of(const Text *text) {
  return (Str){text_get(text), text->n};
}

static Status write_archive(Job *job, Text *out) {
  System *m = job->m;
  FmuModel *f = &job->fmu;
  Text description = text_make(&m->work), source = text_make(&m->work);
  Text build = text_make(&m->work), page = text_make(&m->work);
  f->token = "";
  fmu_write_description(f, &description);
  fmu_write_source(f, &source);
  f->token = make_token(m, &description, &source);
  description = text_make(&m->work), source = text_make(&m->work);
  fmu_write_description(f, &description);
  fmu_write_source(f, &source);
  fmu_write_page(f, &page);
  Zip zip = zip_make(out);
  zip_add(&zip, "modelDescription.xml", str_of(&description));
  TRY(add_binary(job, &source, &zip));
  zip_add(&zip, text_format(&m->work, "sources/%s.c", f->identifier), str_of(&source));
  if (f->version == 3) {
    fmu_write_build(f, &build);
    zip_add(&zip, "sources/buildDescription.xml", str_of(&build));
  }
  zip_add(&zip, "documentation/index.html", str_of(&page));
  if (m->sources.n > 0)
    zip_add(&zip, text_format(&m->work, "resources/%s.mech", f->identifier),
            m->sources.at[0]->text);
  zip_finish(&zip);
  return STATUS_OK;
}

Status export_fmu(System *m, int version, const char *identifier, const ExportRequest *options,
                  Text *out) {
  Job *job = ARENA_NEW(&m->work, Job);
  *job = (Job){.m = m, .options = options};
  TRY(system_prepare(m));
  job->fmu = (FmuModel){.version = version,
                        .title = system_title(m),
                        .method = m->equations.method->name,
                        .identifier = identifier};
  job->parameters = m->program.parameters;
  TRY(find_motion(job));
  TRY(check_start(job));
  job->fmu.role = ARENA_ARRAY(&m->work, FmuRole, job->fmu.tapes->fixed + 1);
  find_roles(job);
  TRY(find_inputs(job));
  TRY(find_derived(job));
  TRY(find_begin(job));
  name_all(job);
  return write_archive(job, out);
}
