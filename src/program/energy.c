// program/energy.c: the variable that equations advance by and its pace at a state; for equations in which a
// quasi-coordinate replaces time, states of given energy and starts of trajectories.
//
// From:  docs/theory/whittaker.md

#include "program/partial_state.h"
#include "methods/constraints.h"
#include <float.h>
#include <math.h>
#include <string.h>

#define REST (64 * DBL_EPSILON)  // of the size of its terms: a smaller pace is only rounding

static Status read_energy(System *m, const Source *source, Expr *energy) {
  *energy = language_expression(m->model, source);
  if (expr_is_none(*energy)) return STATUS_INPUT;
  const Span span = {source, 0, (uint32_t) source->text.n};
  return model_check_constant(m->model, *energy, span) ? STATUS_OK : STATUS_INPUT;
}

Status system_energy(System *m, const char *text, Expr *energy) {
  return read_energy(m, system_source(m, "--energy", str(text)), energy);
}

// --- states --------------------------------------------------------------------------------------

// Evaluates expressions in parameters and state, at the state among the inputs.
static Status values_at_inputs(System *m, const Expr *roots, size_t n, double *values) {
  const Program *p = &m->program;
  TapeBuilder *b = tape_builder_create(&m->work, m->pool);
  for (size_t i = 0; i < program_inputs(p); i++) tape_input(b, p->symbols[i]);
  Value *places = ARENA_ARRAY(&m->work, Value, n);
  Expr missing;
  TRY(tape_lower(b, roots, n, places, &missing));
  Tape **tape = system_hold_tape(m);
  *tape = tape_finish(b, places, n);
  double *work = ARENA_ARRAY(&m->work, double, tape_values(*tape));
  memcpy(work, p->inputs, program_inputs(p) * sizeof *work);
  tape_start(*tape, work);
  tape_run(*tape, work);
  for (size_t i = 0; i < n; i++) values[i] = work[tape_output(*tape, i)];
  return STATUS_OK;
}

// h = s^2 T2 - L0 for velocities times s; at rest it is -L0
Status energy_scale_state(System *m, const char *text, Span span, PartialState *s) {
  if (!m->equations.method->has_independent) {
    diag_report(&m->diags, DIAG_WHITTAKER_OPTION, (Span){0}, "--energy", m->equations.method->name);
    return STATUS_INPUT;
  }
  const Source *source = system_source(m, "--energy", str(text));
  Expr e;
  double energy;
  TRY(read_energy(m, source, &e));
  TRY(system_constant(m, e, (Span){source, 0, (uint32_t) source->text.n}, &energy));
  double *state = m->program.inputs + m->program.parameters;
  const size_t bytes = (1 + 2 * s->n) * sizeof *state;
  memcpy(state, s->value, bytes);
  double now, rest;
  TRY(values_at_inputs(m, &m->equations.energy, 1, &now));
  memset(state + 1 + s->n, 0, s->n * sizeof *state);
  TRY(values_at_inputs(m, &m->equations.energy, 1, &rest));
  const bool moves = now > rest, enough = energy > rest;
  if (!enough) diag_report(&m->diags, DIAG_ENERGY_LOW, span, energy, rest);
  if (enough && !moves) diag_report(&m->diags, DIAG_ENERGY_DIRECTION, span, energy);
  if (!enough || !moves) return STATUS_INPUT;
  const double scale = sqrt((energy - rest) / (now - rest));
  for (size_t i = velocity_slot(s, 0); i < slot_count(s); i++) s->value[i] *= scale;
  return STATUS_OK;
}

// --- trajectories --------------------------------------------------------------------------------

// Returns another coordinate that does not rest, by the name --independent takes, or NULL.
static const char *other_independent(System *m) {
  const Equations *eq = &m->equations;
  for (size_t i = eq->n; i-- > 0;)
    if (m->program.inputs[m->program.parameters + 1 + eq->n + i] != 0)
      return m->model->coordinates.at[i].name;
  return NULL;
}

// Returns its value at the inputs, accurately enough to see whether it is 0.
static double rough_value(System *m, Expr e) {
  return expr_value(m->pool, e, m->program.symbols, m->program.inputs, program_inputs(&m->program));
}

Simulation system_simulation(const System *m) {
  const Simulation nothing = {.from = EXPR_NONE, .to = EXPR_NONE, .every = EXPR_NONE};
  return m->equations.along.untimed == NULL ? m->model->simulation : nothing;
}

double system_variable(const System *m) {
  const Equations *eq = &m->equations;
  const double *state = m->program.inputs + m->program.parameters;
  return eq->along.place <= eq->n ? state[eq->along.place] : 0;
}

double system_pace(System *m) {
  return rough_value(m, m->equations.along.pace_now);
}

Status system_check_pace(System *m) {
  const Equations *eq = &m->equations;
  if (expr_is_number(m->pool, eq->along.pace_now)) return STATUS_OK;
  if (!(fabs(system_pace(m)) <=
        REST * rough_value(m, expr_size_of_terms(m->pool, eq->along.pace_now))))
    return STATUS_OK;
  const Expr rate = expr_derivative_symbol(m->pool, eq->along.variable, EXPR_TIME);
  const char *other = other_independent(m);
  diag_report(&m->diags, DIAG_INDEPENDENT_RESTS, (Span){0}, expr_symbol_name(m->pool, rate),
              expr_symbol_name(m->pool, eq->along.variable));
  if (other != NULL)
    diag_help(&m->diags, "choose something that moves: --independent %s", other);
  else
    diag_help(&m->diags, "the system is at rest; the other methods accept such a state");
  return STATUS_DOMAIN;
}

Status system_trajectory(System *m, double *u, double *constants) {
  const Equations *eq = &m->equations;
  TRY(system_check_pace(m));
  TRY(values_at_inputs(m, unknowns_now(eq), eq->problem.m, u));
  for (size_t i = 0; i < eq->along.constants; i++)
    TRY(values_at_inputs(m, &eq->along.constant[i].start, 1, &constants[i]));
  return STATUS_OK;
}
