// api/state.c: the states to evaluate: from `initial`, from --at, from a CSV file.
//
// What --at or a row gives holds; the rest comes from `initial`; what is still open is found: positions
// from the holonomic constraints, then velocities from all constraints and from momenta and speeds
// that are given. What these leave open stays near its guess, or 0.

#include "api/api_impl.h"
#include "methods/constraints.h"
#include "motion/complete.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// Everything that can be given, as one list of slots: t, q, velocities, momenta, speeds.
typedef struct {
  size_t n, speeds;
  bool *given;
  double *value;
} Slots;

static size_t slot_count(const Slots *s) {
  return 1 + 3 * s->n + s->speeds;
}

static size_t velocity_slot(const Slots *s, size_t i) {
  return 1 + s->n + i;
}

static size_t momentum_slot(const Slots *s, size_t i) {
  return 1 + 2 * s->n + i;
}

static size_t speed_slot(const Slots *s, size_t i) {
  return 1 + 3 * s->n + i;
}

static Slots slots_make(DalModel *m) {
  Slots s = {.n = m->program.n, .speeds = m->model->speeds.n};
  s.given = ARENA_ARRAY(&m->work, bool, slot_count(&s));
  s.value = ARENA_ARRAY(&m->work, double, slot_count(&s));
  return s;
}

static Slots slots_copy(DalModel *m, const Slots *from) {
  Slots s = slots_make(m);
  memcpy(s.given, from->given, slot_count(&s) * sizeof *s.given);
  memcpy(s.value, from->value, slot_count(&s) * sizeof *s.value);
  return s;
}

static bool slot_of(const DalModel *m, const Slots *s, Expr symbol, size_t *slot) {
  size_t i = 0;
  switch (model_role(m->model, symbol, &i)) {
    case ROLE_TIME: *slot = 0; return true;
    case ROLE_COORDINATE: *slot = 1 + i; return true;
    case ROLE_VELOCITY: *slot = velocity_slot(s, i); return true;
    case ROLE_MOMENTUM: *slot = momentum_slot(s, i); return true;
    case ROLE_SPEED: case ROLE_QUASI_VELOCITY: *slot = speed_slot(s, i); return true;
    default: return false;
  }
}

static Expr slot_symbol(DalModel *m, const Slots *s, size_t slot) {
  if (slot == 0) return EXPR_TIME;
  if (slot < velocity_slot(s, 0)) return m->equations.q[slot - 1];
  if (slot < momentum_slot(s, 0)) return m->equations.qd[slot - velocity_slot(s, 0)];
  if (slot < speed_slot(s, 0)) return model_momentum_symbol(m->model, slot - momentum_slot(s, 0));
  return m->model->speeds.at[slot - speed_slot(s, 0)].z;
}

// --- giving values ------------------------------------------------------------------------------

static Status give(DalModel *m, Slots *s, const Assignments *from, bool hold) {
  for (size_t i = 0; i < from->n; i++) {
    size_t slot;
    if (!slot_of(m, s, from->at[i].symbol, &slot)) continue;
    if (hold && s->given[slot]) {
      diag_report(&m->diags, DIAG_STATE_TWICE, from->at[i].span, expr_symbol_name(m->pool, from->at[i].symbol));
      return STATUS_INPUT;
    }
    TRY(api_constant(m, from->at[i].value, from->at[i].span, &s->value[slot]));
    s->given[slot] = hold;
  }
  return STATUS_OK;
}

// A momentum and its velocity must not both be given.
static Status check_slots(DalModel *m, const Slots *s, Span span) {
  for (size_t i = 0; i < s->n; i++) {
    if (!s->given[velocity_slot(s, i)] || !s->given[momentum_slot(s, i)]) continue;
    diag_report(&m->diags, DIAG_STATE_BOTH, span, expr_symbol_name(m->pool, m->equations.qd[i]),
                expr_symbol_name(m->pool, slot_symbol(m, s, momentum_slot(s, i))));
    return STATUS_INPUT;
  }
  return STATUS_OK;
}

// New values over those of `initial`. Once momenta or speeds are given, initial velocities are only a start.
static Slots overlay(DalModel *m, const Slots *initial, const Slots *given) {
  Slots s = slots_copy(m, initial);
  bool determines = false, velocities = false;
  for (size_t i = velocity_slot(&s, 0); i < slot_count(&s); i++)
    *(i < momentum_slot(&s, 0) ? &velocities : &determines) |= given->given[i];
  for (size_t i = 0; i < s.n; i++) {
    if (determines) s.given[velocity_slot(&s, i)] = false;
    if (determines || given->given[velocity_slot(&s, i)]) s.given[momentum_slot(&s, i)] = false;
  }
  for (size_t i = 0; i < s.speeds; i++)
    if (determines || velocities) s.given[speed_slot(&s, i)] = false;
  for (size_t i = 0; i < slot_count(&s); i++) {
    if (!given->given[i]) continue;
    s.given[i] = true;
    s.value[i] = given->value[i];
  }
  return s;
}

// --- what is not given ----------------------------------------------------------------------------

typedef ARRAY(Expr) Residuals;

// The equations of one stage: positions, or velocities.
static Residuals stage_residuals(DalModel *m, const Slots *s, bool positions) {
  const Equations *eq = &m->equations;
  Residuals all = {0};
  for (size_t a = 0; a < eq->constraints.r; a++) {
    const Expr residual = positions ? eq->constraints.row[a].position : eq->constraints.row[a].velocity;
    if (!expr_is_none(residual)) array_push(&m->work, &all, residual);
  }
  if (positions) return all;
  for (size_t i = 0; i < s->n; i++) {
    const Expr rate = m->model->coordinates.at[i].rate;
    if (!expr_is_none(rate)) array_push(&m->work, &all, expr_sub(m->pool, eq->qd[i], rate));
    const Expr p = slot_symbol(m, s, momentum_slot(s, i));
    if (s->given[momentum_slot(s, i)]) array_push(&m->work, &all, expr_sub(m->pool, eq->momentum[i], p));
  }
  for (size_t i = 0; i < s->speeds; i++) {
    const Speed *speed = &m->model->speeds.at[i];
    if (!s->given[speed_slot(s, i)] || expr_is_none(speed->definition)) continue;
    array_push(&m->work, &all, expr_sub(m->pool, speed->definition, speed->z));
  }
  return all;
}

static bool is_free_speed(const DalModel *m, const Slots *s, size_t slot) {
  return slot >= speed_slot(s, 0) && expr_is_none(m->model->speeds.at[slot - speed_slot(s, 0)].definition);
}

// Slots that a stage may change: those not given, or, to project, all of its kind.
static size_t stage_unknowns(const DalModel *m, const Slots *s, bool positions, bool all, size_t *slots) {
  size_t n = 0;
  const size_t first = positions ? 1 : velocity_slot(s, 0);
  for (size_t i = first; i < first + s->n; i++)
    if (all || !s->given[i]) slots[n++] = i;
  for (size_t i = speed_slot(s, 0); !positions && i < slot_count(s); i++)
    if (is_free_speed(m, s, i) && !s->given[i]) slots[n++] = i;
  return n;
}

// Residuals and their derivatives as a tape of the parameters and all slots.
static Status stage_tape(DalModel *m, const Slots *s, Residuals *roots, const size_t *unknown, size_t n, Tape **tape) {
  TapeBuilder *b = tape_builder_create(&m->work, m->pool);
  for (size_t i = 0; i < m->program.parameters; i++) tape_input(b, m->program.symbols[i]);
  for (size_t i = 0; i < slot_count(s); i++) tape_input(b, slot_symbol(m, s, i));
  const size_t equations = roots->n;
  for (size_t i = 0; i < equations; i++)
    for (size_t j = 0; j < n; j++)
      array_push(&m->work, roots, expr_diff(m->pool, roots->at[i], slot_symbol(m, s, unknown[j])));
  Value *values = ARENA_ARRAY(&m->work, Value, roots->n + 1);
  Expr missing = EXPR_NONE;
  const Status status = tape_lower(b, roots->at, roots->n, values, &missing);
  if (status == STATUS_INPUT)
    diag_report(&m->diags, DIAG_NOT_COMPUTED, (Span){0}, expr_symbol_name(m->pool, missing));
  if (status == STATUS_OK) *tape = tape_finish(b, values, roots->n);
  return status;
}

static double *inputs_of(DalModel *m, const Slots *s) {
  double *inputs = ARENA_ARRAY(&m->work, double, m->program.parameters + slot_count(s));
  memcpy(inputs, m->program.inputs, m->program.parameters * sizeof *inputs);
  memcpy(inputs + m->program.parameters, s->value, slot_count(s) * sizeof *inputs);
  return inputs;
}

// The mass matrix at the state, as the metric of a projection (identity for free speeds).
static double *metric(DalModel *m, const Slots *s, size_t unknowns) {
  const size_t n = s->n;
  double *mass = ARENA_ARRAY(&m->work, double, n * n), *M = ARENA_ARRAY(&m->work, double, unknowns * unknowns);
  memcpy(m->program.inputs + m->program.parameters, s->value, (1 + 2 * n) * sizeof *mass);
  evaluator_mass(m->program.evaluator, m->program.inputs, mass);
  for (size_t i = 0; i < unknowns; i++)
    for (size_t j = 0; j < unknowns; j++)
      M[i * unknowns + j] = i < n && j < n ? mass[i * n + j] : i == j ? 1 : 0;
  return M;
}

// One stage: fills in what is not given; with project, moves what is given too.
static Status run_stage(DalModel *m, Slots *s, bool positions, bool project) {
  size_t *slots = ARENA_ARRAY(&m->work, size_t, slot_count(s));
  Residuals residuals = stage_residuals(m, s, positions);
  Completion problem = {.equations = residuals.n, .unknowns = stage_unknowns(m, s, positions, project, slots)};
  if (problem.equations == 0 || problem.unknowns == 0) return STATUS_OK;
  Tape *tape = NULL;
  TRY(stage_tape(m, s, &residuals, slots, problem.unknowns, &tape));
  size_t *place = ARENA_ARRAY(&m->work, size_t, problem.unknowns);
  for (size_t i = 0; i < problem.unknowns; i++) place[i] = m->program.parameters + slots[i];
  problem.tape = tape;
  problem.place = place;
  double *inputs = inputs_of(m, s), error = 0;
  const Status status = project ? project_state(&problem, metric(m, s, problem.unknowns), inputs)
                                : complete_state(&problem, inputs, &error);
  tape_destroy(tape);
  if (status == STATUS_UNABLE) diag_report(&m->diags, DIAG_NO_LAPACK, (Span){0});
  // what could not be satisfied is told constraint by constraint, by the check that follows
  if (status != STATUS_OK && status != STATUS_DOMAIN) return status;
  memcpy(s->value, inputs + m->program.parameters, slot_count(s) * sizeof *inputs);
  return STATUS_OK;
}

// --- is it consistent? ----------------------------------------------------------------------------

// Compares every residual with the size of its terms.
static Status check_residuals(DalModel *m, const Slots *s, double tolerance, Span span) {
  const Constraints *c = &m->equations.constraints;
  Residuals roots = {0};
  for (size_t a = 0; a < c->r; a++) {
    array_push(&m->work, &roots, expr_is_none(c->row[a].position) ? EXPR_ZERO : c->row[a].position);
    array_push(&m->work, &roots, expr_is_none(c->row[a].position) ? EXPR_ONE : c->row[a].position_size);
    array_push(&m->work, &roots, expr_is_none(c->row[a].velocity) ? EXPR_ZERO : c->row[a].velocity);
    array_push(&m->work, &roots, expr_is_none(c->row[a].velocity) ? EXPR_ONE : c->row[a].velocity_size);
  }
  const Residuals conditions = stage_residuals(m, s, false);
  const size_t constraints = roots.n;
  for (size_t i = 0; i < conditions.n; i++) {
    array_push(&m->work, &roots, conditions.at[i]);
    array_push(&m->work, &roots, size_of_terms(m->pool, conditions.at[i]));
  }
  if (roots.n == 0) return STATUS_OK;
  Tape *tape = NULL;
  TRY(stage_tape(m, s, &roots, NULL, 0, &tape));
  double *work = ARENA_ARRAY(&m->work, double, tape_values(tape));
  memcpy(work, inputs_of(m, s), tape_inputs(tape) * sizeof *work);
  tape_start(tape, work);
  tape_run(tape, work);
  Status status = STATUS_OK;
  for (size_t i = 0; i < roots.n; i += 2) {
    const double residual = work[tape_output(tape, i)], size = work[tape_output(tape, i + 1)];
    if (fabs(residual) <= tolerance * size) continue;
    if (i >= constraints && status != STATUS_OK) continue;  // told already
    status = STATUS_INPUT;
    if (i < constraints)
      diag_report(&m->diags, DIAG_STATE_VIOLATES, c->row[i / 4].span, c->row[i / 4].name, fabs(residual), size);
    else
      diag_report(&m->diags, DIAG_STATE_NONE, span);
    diag_help(&m->diags, "a `guess` helps to find what is not given; --project moves the state to the nearest "
                         "consistent one, --as-is takes it as it is");
  }
  tape_destroy(tape);
  return status;
}

#define TOLERANCE 1e-8  // by default

// One finished state: t, q, velocities, free speeds.
static Status add_state(DalModel *m, Slots s, Span span, const DalEvalOptions *options, States *states) {
  const bool as_is = options && options->as_is, project = options && options->project;
  const double tolerance = options && options->tolerance > 0 ? options->tolerance : TOLERANCE;
  TRY(check_slots(m, &s, span));
  for (int positions = 1; positions >= 0; positions--) {
    TRY(run_stage(m, &s, positions == 1, false));
    if (project) TRY(run_stage(m, &s, positions == 1, true));
  }
  if (!as_is) TRY(check_residuals(m, &s, tolerance, span));
  double *row = ARENA_ARRAY(&m->work, double, 1 + 2 * s.n + m->program.speeds);
  memcpy(row, s.value, (1 + 2 * s.n) * sizeof *row);
  for (size_t i = speed_slot(&s, 0), k = 1 + 2 * s.n; i < slot_count(&s); i++)
    if (is_free_speed(m, &s, i)) row[k++] = s.value[i];
  array_push(&m->work, &states->rows, row);
  return STATUS_OK;
}

// --- CSV ----------------------------------------------------------------------------------------

// The next field of a line: up to a comma, spaces and quotes around it taken off.
static Span next_field(const Source *source, uint32_t *at, uint32_t line_end) {
  const char *text = source->text.at;
  uint32_t start = *at, end;
  while (*at < line_end && text[*at] != ',') ++*at;
  end = *at;
  if (*at < line_end) ++*at;
  while (start < end && strchr(" \t\r\"", text[start])) start++;
  while (end > start && strchr(" \t\r\"", text[end - 1])) end--;
  return (Span){source, start, end};
}

static Str span_text(Span span) {
  return (Str){span.source->text.at + span.start, span.end - span.start};
}

static uint32_t line_end(const Source *source, uint32_t at) {
  while (at < source->text.n && source->text.at[at] != '\n') at++;
  return at;
}

typedef ARRAY(size_t) Columns;

static Status read_header(DalModel *m, const Source *source, const Slots *s, uint32_t *at, Columns *columns) {
  const uint32_t end = line_end(source, *at);
  bool *seen = ARENA_ARRAY(&m->work, bool, slot_count(s));
  Status status = STATUS_OK;
  do {
    const Span field = next_field(source, at, end);
    const char *name = str_copy(&m->arena, span_text(field));
    size_t slot = 0;
    while (slot < slot_count(s) && strcmp(name, expr_symbol_name(m->pool, slot_symbol(m, s, slot))) != 0) slot++;
    const bool known = slot < slot_count(s);
    if (!known) diag_report(&m->diags, DIAG_CSV_COLUMN, field, name);
    if (known && seen[slot]) diag_report(&m->diags, DIAG_STATE_TWICE, field, name);
    if (!known || seen[slot]) status = STATUS_INPUT;
    if (known) seen[slot] = true;
    array_push(&m->work, columns, slot);
  } while (*at < end);
  *at = end + 1;
  return status;
}

static Status read_number(DalModel *m, Span field, double *value) {
  const char *text = str_copy(&m->work, span_text(field));
  char *rest;
  *value = strtod(text, &rest);
  if (*text != '\0' && *rest == '\0' && isfinite(*value)) return STATUS_OK;
  diag_report(&m->diags, DIAG_CSV_NUMBER, field, *text ? text : "an empty field");
  return STATUS_INPUT;
}

static Status read_row(DalModel *m, const Source *source, uint32_t at, uint32_t end, const Columns *columns,
                       Slots *given) {
  Status status = STATUS_OK;
  size_t count = 0;
  const Span whole = {source, at, end};
  do {
    const Span field = next_field(source, &at, end);
    if (count < columns->n) {
      const size_t slot = columns->at[count];
      if (read_number(m, field, &given->value[slot]) != STATUS_OK) status = STATUS_INPUT;
      given->given[slot] = true;
    }
    count++;
  } while (at < end);
  if (count == columns->n) return status;
  diag_report(&m->diags, DIAG_CSV_FIELDS, whole, count, columns->n);
  return STATUS_INPUT;
}

static bool is_blank(const Source *source, uint32_t at, uint32_t end) {
  while (at < end && strchr(" \t\r", source->text.at[at])) at++;
  return at == end;
}

static Status states_of_file(DalModel *m, const char *path, const Slots *initial, const DalEvalOptions *options,
                             States *states) {
  Source *source = ARENA_NEW(&m->arena, Source);
  *source = (Source){.name = str_copy(&m->arena, str(path))};
  TRY(api_read_file(m, path, &source->text));
  if (source->text.n == 0) {
    diag_report(&m->diags, DIAG_CSV_EMPTY, (Span){0}, path);
    return STATUS_INPUT;
  }
  uint32_t at = 0;
  Columns columns = {0};
  TRY(read_header(m, source, initial, &at, &columns));
  Status status = STATUS_OK;
  for (uint32_t end; at < source->text.n; at = end + 1) {
    end = line_end(source, at);
    if (is_blank(source, at, end)) continue;
    Slots given = slots_make(m);
    Status row = read_row(m, source, at, end, &columns, &given);
    if (row == STATUS_OK) row = add_state(m, overlay(m, initial, &given), (Span){source, at, end}, options, states);
    if (row != STATUS_OK) status = row;
  }
  return status;
}

// --- all of it ----------------------------------------------------------------------------------

Status api_states(DalModel *m, const DalEvalOptions *options, States *states) {
  const char *at = options ? options->at : NULL;
  Slots initial = slots_make(m), given = slots_make(m);
  TRY(give(m, &initial, &m->model->guess, false));
  TRY(give(m, &initial, &m->model->initial, true));
  if (at != NULL && at[0] == '@') {
    states->many = true;
    return states_of_file(m, at + 1, &initial, options, states);
  }
  Span span = {0};
  if (at != NULL) {
    Source *source = ARENA_NEW(&m->arena, Source);
    *source = (Source){"--at", {str_copy(&m->arena, str(at)), strlen(at)}};
    span = (Span){source, 0, (uint32_t) source->text.n};
    Assignments assignments = {0};
    TRY(language_assignments(m->model, source, &assignments));
    TRY(give(m, &given, &assignments, true));
  }
  return add_state(m, overlay(m, &initial, &given), span, options, states);
}
