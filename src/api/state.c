// api/state.c: the states to evaluate: from `initial`, from --at, from a CSV file.
//
// What --at or a row gives holds; the rest comes from `initial`; what is still open is found: momenta
// and speeds that are given determine velocities, everything else stays at its guess, or 0.

#include "api/api_impl.h"
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
  if (slot < momentum_slot(s, 0)) return m->equations.u[slot - velocity_slot(s, 0)];
  if (slot < speed_slot(s, 0)) return model_momentum_symbol(m->model, slot - momentum_slot(s, 0));
  return m->model->speeds.at[slot - speed_slot(s, 0)].z;
}

// --- giving values ------------------------------------------------------------------------------

static Status give(DalModel *m, Slots *s, const Assignments *from, bool hold) {
  for (size_t i = 0; i < from->n; i++) {
    size_t slot;
    if (!slot_of(m, s, from->at[i].symbol, &slot)) continue;
    TRY(api_constant(m, from->at[i].value, from->at[i].span, &s->value[slot]));
    s->given[slot] = hold;
  }
  return STATUS_OK;
}

// A momentum or a speed and what it would determine must not both be given.
static Status check_slots(DalModel *m, const Slots *s, Span span) {
  size_t velocities = 0, conditions = 0;
  for (size_t i = 0; i < s->n; i++) {
    velocities += s->given[velocity_slot(s, i)];
    conditions += s->given[momentum_slot(s, i)];
    if (!s->given[velocity_slot(s, i)] || !s->given[momentum_slot(s, i)]) continue;
    diag_report(&m->diags, DIAG_STATE_BOTH, span, expr_symbol_name(m->pool, m->equations.u[i]),
                expr_symbol_name(m->pool, slot_symbol(m, s, momentum_slot(s, i))));
    return STATUS_INPUT;
  }
  for (size_t i = 0; i < s->speeds; i++) {
    if (!s->given[speed_slot(s, i)]) continue;
    conditions++;
    if (velocities + conditions <= s->n) continue;
    diag_report(&m->diags, DIAG_STATE_BOTH, span, m->model->speeds.at[i].name, "all the velocities it consists of");
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

// --- velocities from momenta and speeds -----------------------------------------------------------

// The tape of  p_i(q, q') - P_i  and  w_k(q, q') - W_k  and their derivatives by the open velocities.
static Status condition_tape(DalModel *m, const Slots *s, Completion *problem, size_t *place, Tape **tape) {
  Program *p = &m->program;
  TapeBuilder *b = tape_builder_create(&m->work, m->pool);
  ARRAY(Expr) residuals = {0};
  for (size_t i = 0; i < program_inputs(p); i++) tape_input(b, p->symbols[i]);
  for (size_t i = momentum_slot(s, 0); i < slot_count(s); i++) {
    const Expr symbol = slot_symbol(m, s, i);
    tape_input(b, symbol);
    if (!s->given[i]) continue;
    const Expr value = i < speed_slot(s, 0) ? m->equations.momentum[i - momentum_slot(s, 0)]
                                            : m->model->speeds.at[i - speed_slot(s, 0)].definition;
    array_push(&m->work, &residuals, expr_sub(m->pool, value, symbol));
  }
  const size_t equations = residuals.n;
  for (size_t i = 0; i < s->n; i++)
    if (!s->given[velocity_slot(s, i)]) place[problem->unknowns++] = p->parameters + velocity_slot(s, i);
  for (size_t i = 0; i < equations; i++)
    for (size_t j = 0; j < problem->unknowns; j++)
      array_push(&m->work, &residuals, expr_diff(m->pool, residuals.at[i], p->symbols[place[j]]));
  problem->equations = equations;
  Value *values = ARENA_ARRAY(&m->work, Value, residuals.n + 1);
  Expr missing;
  TRY(tape_lower(b, residuals.at, residuals.n, values, &missing));
  *tape = tape_finish(b, values, residuals.n);
  return STATUS_OK;
}

static Status find_velocities(DalModel *m, Slots *s, Span span) {
  size_t *place = ARENA_ARRAY(&m->work, size_t, s->n);
  Completion problem = {.place = place};
  Tape *tape = NULL;
  TRY(condition_tape(m, s, &problem, place, &tape));
  problem.tape = tape;
  double *inputs = ARENA_ARRAY(&m->work, double, tape_inputs(tape));
  memcpy(inputs, m->program.inputs, m->program.parameters * sizeof *inputs);
  memcpy(inputs + m->program.parameters, s->value, slot_count(s) * sizeof *inputs);
  double error;
  const Status status = complete_state(&problem, inputs, &error);
  tape_destroy(tape);
  if (status == STATUS_UNABLE) diag_report(&m->diags, DIAG_NO_LAPACK, (Span){0});
  if (status == STATUS_DOMAIN) {
    diag_report(&m->diags, DIAG_STATE_NONE, span, error);
    return STATUS_INPUT;
  }
  memcpy(s->value, inputs + m->program.parameters, slot_count(s) * sizeof *inputs);
  return status;
}

// One finished state: t, q, velocities.
static Status add_state(DalModel *m, Slots s, Span span, States *states) {
  TRY(check_slots(m, &s, span));
  for (size_t i = momentum_slot(&s, 0); i < slot_count(&s); i++) {
    if (!s.given[i]) continue;
    TRY(find_velocities(m, &s, span));
    break;
  }
  double *row = ARENA_ARRAY(&m->work, double, 1 + 2 * s.n);
  memcpy(row, s.value, (1 + 2 * s.n) * sizeof *row);
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

static Status states_of_file(DalModel *m, const char *path, const Slots *initial, States *states) {
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
    if (row == STATUS_OK) row = add_state(m, overlay(m, initial, &given), (Span){source, at, end}, states);
    if (row != STATUS_OK) status = row;
  }
  return status;
}

// --- all of it ----------------------------------------------------------------------------------

Status api_states(DalModel *m, const char *at, States *states) {
  Slots initial = slots_make(m), given = slots_make(m);
  TRY(give(m, &initial, &m->model->guess, false));
  TRY(give(m, &initial, &m->model->initial, true));
  if (at != NULL && at[0] == '@') {
    states->many = true;
    return states_of_file(m, at + 1, &initial, states);
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
  return add_state(m, overlay(m, &initial, &given), span, states);
}
