// api/energy.c: states and starts of trajectories of given energy, for equations in which a
// quasi-coordinate takes the place of time.
//
// From:  docs/theory/whittaker.md

#include "api/slots.h"
#include "methods/constraints.h"
#include <float.h>
#include <math.h>
#include <string.h>

#define REST (64 * DBL_EPSILON)  // of the size of its terms: a pace that is rounding alone

static Source *energy_source(DalModel *m, const char *text) {
  Source *source = ARENA_NEW(&m->arena, Source);
  *source = (Source){"--energy", {str_copy(&m->arena, str(text)), strlen(text)}};
  return source;
}

static Status read_energy(DalModel *m, const Source *source, Expr *energy) {
  *energy = language_expression(m->model, source);
  if (expr_is_none(*energy)) return STATUS_INPUT;
  const Span span = {source, 0, (uint32_t) source->text.n};
  return model_check_constant(m->model, *energy, span) ? STATUS_OK : STATUS_INPUT;
}

Status api_energy(DalModel *m, const char *text, Expr *energy) {
  return read_energy(m, energy_source(m, text), energy);
}

// --- states --------------------------------------------------------------------------------------

static double value_at_inputs(DalModel *m, Expr e) {
  return expr_value(m->pool, e, m->program.symbols, m->program.inputs, program_inputs(&m->program));
}

// h = s^2 T2 - L0 for velocities times s; at rest it is -L0
Status scale_to_energy(DalModel *m, const char *text, Span span, Slots *s) {
  if (m->equations.in_time == NULL) {
    diag_report(&m->diags, DIAG_WHITTAKER_OPTION, (Span){0}, "--energy", m->equations.method->name);
    return STATUS_INPUT;
  }
  const Source *source = energy_source(m, text);
  Expr e;
  double energy;
  TRY(read_energy(m, source, &e));
  TRY(api_constant(m, e, (Span){source, 0, (uint32_t) source->text.n}, &energy));
  double *state = m->program.inputs + m->program.parameters;
  const size_t bytes = (1 + 2 * s->n) * sizeof *state;
  memcpy(state, s->value, bytes);
  const double now = value_at_inputs(m, m->equations.energy);
  memset(state + 1 + s->n, 0, s->n * sizeof *state);
  const double rest = value_at_inputs(m, m->equations.energy);
  const bool moves = now > rest, enough = energy > rest;
  if (!enough) diag_report(&m->diags, DIAG_ENERGY_LOW, span, energy, rest);
  if (enough && !moves) diag_report(&m->diags, DIAG_ENERGY_DIRECTION, span, energy);
  if (!enough || !moves) return STATUS_INPUT;
  const double scale = sqrt((energy - rest) / (now - rest));
  for (size_t i = velocity_slot(s, 0); i < slot_count(s); i++) s->value[i] *= scale;
  return STATUS_OK;
}

// --- trajectories --------------------------------------------------------------------------------

// Another quasi-velocity of the problem that does not rest, by the name --independent takes.
static const char *other_independent(DalModel *m) {
  const Equations *eq = &m->equations;
  for (size_t i = eq->n; i-- > 0;)
    if (m->program.inputs[m->program.parameters + 1 + eq->n + i] != 0)
      return m->model->coordinates.at[i].name;
  return NULL;
}

Status api_pace(DalModel *m, double *pace) {
  const Equations *eq = &m->equations;
  *pace = value_at_inputs(m, eq->pace_now);
  const double size = value_at_inputs(m, size_of_terms(m->pool, eq->pace_now));
  if (!(fabs(*pace) <= REST * size)) return STATUS_OK;
  const Expr rate = expr_derivative_symbol(m->pool, eq->independent, EXPR_TIME);
  const char *other = other_independent(m);
  diag_report(&m->diags, DIAG_INDEPENDENT_RESTS, (Span){0}, expr_symbol_name(m->pool, rate),
              expr_symbol_name(m->pool, eq->independent));
  if (other != NULL)
    diag_help(&m->diags, "choose something that moves: --independent %s", other);
  else
    diag_help(&m->diags, "the system is at rest; the other methods take such a state");
  return STATUS_DOMAIN;
}

Status api_trajectory(DalModel *m, double *u, DalTrajectory *trajectory) {
  const Equations *eq = &m->equations;
  TRY(api_pace(m, &trajectory->pace));
  for (size_t k = 0; k < eq->m; k++) u[k] = value_at_inputs(m, eq->u_now[k]);
  trajectory->t = m->program.inputs[m->program.parameters];
  trajectory->energy = value_at_inputs(m, eq->energy);
  trajectory->direction = trajectory->pace > 0 ? 1 : -1;
  return STATUS_OK;
}
