// program/state.c: the states to evaluate: from `initial`, from --at, from a table.
//
// Values from --at or a row hold; the others come from `initial`; what is still open is found: positions from
// the holonomic constraints, then velocities from all constraints and from given momenta and speeds. Whatever
// these leave open stays near its guess, or 0.

#include "program/partial_state.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// A request, and the results so far.
typedef struct {
  const StateRequest *options;
  StateProblems *problems;
  States *states;
} Request;

// --- giving values -------------------------------------------------------------------------------

static Status give(System *m, PartialState *s, const Assignments *from, bool hold) {
  for (size_t i = 0; i < from->n; i++) {
    size_t slot;
    if (!partial_state_slot(m, s, from->at[i].symbol, &slot)) continue;
    if (hold && s->given[slot]) {
      diag_report(&m->diags, DIAG_STATE_TWICE, from->at[i].span,
                  expr_symbol_name(m->pool, from->at[i].symbol));
      return STATUS_INPUT;
    }
    TRY(system_constant(m, from->at[i].value, from->at[i].span, &s->value[slot]));
    s->given[slot] = hold;
  }
  return STATUS_OK;
}

// Gives the values of a text, then releases the expressions in it.
static Status give_text(System *m, PartialState *s, const Source *source) {
  const ExprMark mark = expr_mark(m->pool);
  Assignments assignments = {0};
  TRY(language_assignments(m->model, source, &assignments));
  TRY(give(m, s, &assignments, true));
  expr_release(m->pool, mark);
  return STATUS_OK;
}

// A momentum and its velocity must not both be given.
static Status check_slots(System *m, const PartialState *s, Span span) {
  for (size_t i = 0; i < s->n; i++) {
    if (!s->given[velocity_slot(s, i)] || !s->given[momentum_slot(s, i)]) continue;
    diag_report(&m->diags, DIAG_STATE_BOTH, span, expr_symbol_name(m->pool, m->equations.qd[i]),
                expr_symbol_name(m->pool, partial_state_symbol(m, s, momentum_slot(s, i))));
    return STATUS_INPUT;
  }
  return STATUS_OK;
}

static bool any_given(const PartialState *s, size_t first, size_t n) {
  for (size_t i = first; i < first + n; i++)
    if (s->given[i]) return true;
  return false;
}

// Puts new values over those of `initial`. Given values of one kind, velocities, momenta or speeds, replace
// what `initial` gives of another kind, which is then only a starting value; of the same kind the rest stays.
static PartialState overlay(System *m, const PartialState *initial, const PartialState *given) {
  PartialState s = partial_state_copy(m, initial);
  const bool velocities = any_given(given, velocity_slot(&s, 0), s.n);
  const bool momenta = any_given(given, momentum_slot(&s, 0), s.n);
  const bool speeds = any_given(given, speed_slot(&s, 0), s.speeds);
  for (size_t i = 0; i < s.n; i++) {
    if (momenta || speeds) s.given[velocity_slot(&s, i)] = false;
    if (speeds || given->given[velocity_slot(&s, i)]) s.given[momentum_slot(&s, i)] = false;
  }
  for (size_t i = 0; i < s.speeds; i++)
    if (momenta || velocities) s.given[speed_slot(&s, i)] = false;
  for (size_t i = 0; i < slot_count(&s); i++) {
    if (!given->given[i]) continue;
    s.given[i] = true;
    s.value[i] = given->value[i];
  }
  return s;
}

// Completes and adds a state: t, q, velocities, free speeds.
static Status add_state(System *m, PartialState s, Span span, Request *request) {
  TRY(check_slots(m, &s, span));
  TRY(partial_state_complete(m, request->problems, request->options, span, &s));
  double *row = ARENA_ARRAY(&m->work, double, 1 + 2 * s.n + m->program.speeds);
  partial_state_to_state(m, &s, row);
  array_push(&m->work, &request->states->rows, row);
  return STATUS_OK;
}

// --- CSV -----------------------------------------------------------------------------------------

// Returns the next field of a line: up to a comma, without spaces and quotes around it.
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

static uint32_t line_end(const Source *source, uint32_t at) {
  while (at < source->text.n && source->text.at[at] != '\n') at++;
  return at;
}

#define NO_SLOT SIZE_MAX  // of a column of results

typedef struct {
  bool run;   // the table was written by a run: it has results in addition to the states
  bool *has;  // of each slot: is there a column?
  ARRAY(size_t) slot;
} Columns;

// Does the header have the column that every run ends its rows with, and nothing else has?
static bool is_header_of_run(System *m, const Source *source, uint32_t at, uint32_t end) {
  bool found = false;
  do {
    const Span field = next_field(source, &at, end);
    found = found || strcmp(language_name(&m->work, span_text(field)), "constraint_error") == 0;
  } while (at < end);
  return found;
}

// Is it a column that a run writes in addition to its states?
static bool is_result(System *m, const char *name) {
  const Equations *eq = &m->equations;
  bool found = strcmp(name, "energy") == 0 || strcmp(name, "constraint_error") == 0;
  for (size_t i = 0; i < m->model->observables.n; i++)
    found = found || strcmp(name, m->model->observables.at[i].name) == 0;
  for (size_t i = 0; i < eq->n; i++)
    found = found || strcmp(name, expr_symbol_name(m->pool, eq->qdd[i])) == 0 ||
            strcmp(name, expr_symbol_name(m->pool, rates_reaction_symbol(eq, i))) == 0;
  for (size_t a = 0; a < eq->constraints.r; a++)
    found = found || strcmp(name, expr_symbol_name(m->pool, eq->constraints.row[a].lambda)) == 0;
  return found;
}

static size_t find_slot(System *m, const PartialState *s, const char *name) {
  for (size_t slot = 0; slot < slot_count(s); slot++)
    if (strcmp(name, expr_symbol_name(m->pool, partial_state_symbol(m, s, slot))) == 0) return slot;
  return NO_SLOT;
}

static Status read_header(System *m, const Source *source, const PartialState *s, uint32_t *at,
                          Columns *columns) {
  const uint32_t end = line_end(source, *at);
  Status status = STATUS_OK;
  columns->run = is_header_of_run(m, source, *at, end);
  columns->has = ARENA_ARRAY(&m->work, bool, slot_count(s));
  do {
    const Span field = next_field(source, at, end);
    const char *name = language_name(&m->work, span_text(field));
    const size_t slot = find_slot(m, s, name);
    const bool known = slot != NO_SLOT, twice = known && columns->has[slot];
    const bool odd = !known && !(columns->run && is_result(m, name));
    if (odd) diag_report(&m->diags, DIAG_CSV_COLUMN, field, name);
    if (twice) diag_report(&m->diags, DIAG_STATE_TWICE, field, name);
    if (odd || twice) status = STATUS_INPUT;
    if (known) columns->has[slot] = true;
    array_push(&m->work, &columns->slot, slot);
  } while (*at < end);
  *at = end + 1;
  return status;
}

static Status read_number(System *m, Span field, double *value) {
  const char *text = str_copy(&m->work, span_text(field));
  char *rest;
  const bool decimal = strpbrk(text, "xXpP") == NULL;
  *value = strtod(text, &rest);
  if (*text != '\0' && *rest == '\0' && decimal && isfinite(*value)) return STATUS_OK;
  diag_report(&m->diags, DIAG_CSV_NUMBER, field, *text ? text : "an empty field");
  return STATUS_INPUT;
}

static Status read_row(System *m, const Source *source, uint32_t at, uint32_t end,
                       const Columns *columns, PartialState *given) {
  Status status = STATUS_OK;
  size_t count = 0;
  const Span whole = {source, at, end};
  do {
    const Span field = next_field(source, &at, end);
    const size_t slot = count < columns->slot.n ? columns->slot.at[count] : NO_SLOT;
    if (slot != NO_SLOT) {
      if (read_number(m, field, &given->value[slot]) != STATUS_OK) status = STATUS_INPUT;
      given->given[slot] = true;
    }
    count++;
  } while (at < end);
  if (count == columns->slot.n) return status;
  diag_report(&m->diags, DIAG_CSV_FIELDS, whole, count, columns->slot.n);
  return STATUS_INPUT;
}

// Drops the velocities in a run of a Hamiltonian model: its momenta are the state, and velocities follow from them.
static PartialState without_velocities(System *m, const Columns *columns, const PartialState *row) {
  PartialState s = partial_state_copy(m, row);
  for (size_t i = 0; i < s.n; i++)
    if (columns->run && columns->has[momentum_slot(&s, i)]) s.given[velocity_slot(&s, i)] = false;
  return s;
}

#define SAME_VELOCITY 1e-6  // relative: between velocities from momenta and those in the row

static Status check_velocities(System *m, const Columns *columns, const PartialState *row,
                               const double *state, Span span) {
  for (size_t i = 0; i < row->n; i++) {
    const size_t slot = velocity_slot(row, i), momentum = momentum_slot(row, i);
    const double given = row->value[slot], found = state[slot];
    if (!columns->has[slot] || !columns->has[momentum]) continue;
    if (fabs(given - found) <= SAME_VELOCITY * (1 + fabs(found))) continue;
    diag_report(&m->diags, DIAG_STATE_BOTH, span, expr_symbol_name(m->pool, m->equations.qd[i]),
                expr_symbol_name(m->pool, partial_state_symbol(m, row, momentum)));
    return STATUS_INPUT;
  }
  return STATUS_OK;
}

static Status add_row(System *m, const PartialState *initial, const Columns *columns,
                      const PartialState *row, Span span, Request *request) {
  const PartialState given = without_velocities(m, columns, row);
  TRY(add_state(m, overlay(m, initial, &given), span, request));
  if (!columns->run) return STATUS_OK;
  const double *state = request->states->rows.at[request->states->rows.n - 1];
  return check_velocities(m, columns, row, state, span);
}

static bool is_blank(const Source *source, uint32_t at, uint32_t end) {
  while (at < end && strchr(" \t\r", source->text.at[at])) at++;
  return at == end;
}

static Status states_of_table(System *m, const PartialState *initial, Request *request) {
  const char *name = request->options->name != NULL ? request->options->name : "states";
  const Source *source = system_source(m, name, str(request->options->table));
  if (source->text.n == 0) {
    diag_report(&m->diags, DIAG_CSV_EMPTY, (Span){0}, name);
    return STATUS_INPUT;
  }
  // a byte order mark, as spreadsheets write it, is not part of the first name
  uint32_t at = source->text.n >= 3 && memcmp(source->text.at, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  Columns columns = {0};
  TRY(read_header(m, source, initial, &at, &columns));
  Status status = STATUS_OK;
  for (uint32_t end; at < source->text.n; at = end + 1) {
    end = line_end(source, at);
    if (is_blank(source, at, end)) continue;
    PartialState given = partial_state_make(m);
    Status row = read_row(m, source, at, end, &columns, &given);
    if (row == STATUS_OK)
      row = add_row(m, initial, &columns, &given, (Span){source, at, end}, request);
    if (row != STATUS_OK) status = row;
  }
  return status;
}

// --- all of it -----------------------------------------------------------------------------------

// Finds the time at which the run starts: as requested, or as the state says.
static Status settle_time(System *m, double *t, PartialState *initial, const PartialState *given) {
  const bool at = given->given[0];
  const double time = at ? given->value[0] : initial->value[0];
  if (!isnan(*t) && at && *t != time) {
    diag_report(&m->diags, DIAG_RUN_TIME_TWICE, (Span){0}, text_format(&m->work, "%g", time),
                text_format(&m->work, "%g", *t));
    return STATUS_INPUT;
  }
  if (isnan(*t)) *t = time;
  initial->value[0] = *t;
  initial->given[0] = true;
  return STATUS_OK;
}

static Status find_states(System *m, const StateRequest *options, double *t, States *states) {
  const char *at = options ? options->at : NULL;
  PartialState initial = partial_state_make(m), given = partial_state_make(m);
  StateProblems own = {0};
  Request request = {options, m->program.problems != NULL ? m->program.problems : &own, states};
  TRY(give(m, &initial, &m->model->guess, false));
  TRY(give(m, &initial, &m->model->initial, true));
  if (options != NULL && options->table != NULL) {
    states->many = true;
    if (t != NULL) TRY(settle_time(m, t, &initial, &given));
    return states_of_table(m, &initial, &request);
  }
  Span span = {0};
  if (at != NULL) {
    const Source *source = system_source(m, "--at", str(at));
    span = (Span){source, 0, (uint32_t) source->text.n};
    TRY(give_text(m, &given, source));
  }
  if (t != NULL) TRY(settle_time(m, t, &initial, &given));
  return add_state(m, overlay(m, &initial, &given), span, &request);
}

Status system_states(System *m, const StateRequest *options, States *states) {
  return find_states(m, options, NULL, states);
}

Status system_start(System *m, const StateRequest *options, double *t, States *states) {
  return find_states(m, options, t, states);
}

// Returns the problems of states that are given repeatedly; they live as long as the equations.
static StateProblems *lasting_stages(System *m) {
  if (m->program.problems == NULL) {
    m->program.problems = ARENA_NEW(&m->arena, StateProblems);
    m->program.problems->arena = &m->arena;
  }
  return m->program.problems;
}

// Returns the state among the inputs as slots; momenta and speeds are starting values for a search.
static PartialState slots_of_inputs(System *m, const bool *given) {
  const Program *p = &m->program;
  PartialState s = partial_state_make(m);
  memcpy(s.value, p->inputs + p->parameters, momentum_slot(&s, 0) * sizeof *s.value);
  memcpy(s.given, given, momentum_slot(&s, 0) * sizeof *s.given);
  for (size_t i = momentum_slot(&s, 0), k = 1 + 2 * p->n; i < slot_count(&s); i++)
    if (partial_state_is_free(m, &s, i)) s.value[i] = p->inputs[p->parameters + k++];
  return s;
}

void system_keep_problems(System *m) {
  (void) lasting_stages(m);
}

Status system_complete(System *m, const bool *given, const StateRequest *options) {
  PartialState s = slots_of_inputs(m, given);
  TRY(partial_state_complete(m, lasting_stages(m), options, (Span){0}, &s));
  partial_state_to_state(m, &s, m->program.inputs + m->program.parameters);
  return STATUS_OK;
}

Status system_complete_state(System *m, PartialState *s) {
  return partial_state_complete(m, lasting_stages(m), NULL, (Span){0}, s);
}

Status system_find_speeds(System *m, double t, const double *q, const double *velocities) {
  const Program *p = &m->program;
  double *state = p->inputs + p->parameters;
  state[0] = t;
  memcpy(state + 1, q, p->n * sizeof *q);
  memcpy(state + 1 + p->n, velocities, p->n * sizeof *velocities);
  if (p->speeds == 0) return STATUS_OK;
  bool *given = ARENA_ARRAY(&m->work, bool, 1 + 2 * p->n);
  memset(given, true, 1 + 2 * p->n);
  // velocities that do not correspond to speeds are detected when the motion is computed
  return system_complete(m, given, &(StateRequest){.as_is = true});
}
