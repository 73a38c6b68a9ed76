// answer/states.c: everything there is to know at states, as records.

#include "answer/states.h"
#include "language/units.h"
#include <string.h>

// Adds a number, with its unit if that is known.
static void add_number(Record *r, System *m, const char *group, const char *name, Expr e,
                       double value) {
  const char *unit;
  record_add(r, group, name, value);
  language_units_of(m->model, &e, 1, &unit);
  record_unit(r, unit);
}

static void add_numbers(Record *r, System *m, const char *group, const Expr *symbols,
                        const double *values) {
  for (size_t i = 0; i < m->program.n; i++)
    add_number(r, m, group, expr_symbol_name(m->pool, symbols[i]), symbols[i], values[i]);
}

// Multipliers, reactions and residuals have the names of constraints and coordinates, so that the name does not
// determine a unit.
static bool is_named_alone(const Output *output) {
  static const char *const groups[] = {"multipliers", "reactions", "residuals", NULL};
  for (size_t i = 0; groups[i] != NULL; i++)
    if (strcmp(output->group, groups[i]) == 0) return false;
  return true;
}

static Status evaluate_state(System *m, const double *state, Record *record) {
  Program *p = &m->program;
  const Equations *eq = &m->equations;
  memcpy(p->inputs + p->parameters, state, (1 + 2 * p->n + p->speeds) * sizeof *state);
  double *outputs = ARENA_ARRAY(&m->work, double, p->outputs.n);
  EvaluatorMotion motion;
  TRY(system_solve(m, &motion));
  evaluator_outputs(p->evaluator, p->inputs, outputs);
  const double *now = p->inputs + p->parameters;
  add_number(record, m, "t", NULL, EXPR_TIME, now[0]);
  add_numbers(record, m, "coordinates", eq->q, now + 1);
  add_numbers(record, m, "velocities", eq->qd, now + 1 + p->n);
  add_numbers(record, m, "accelerations", eq->qdd, motion.acceleration);
  for (size_t i = 0; i < p->outputs.n; i++) {
    const Output *o = &p->outputs.at[i];
    if (is_named_alone(o))
      add_number(record, m, o->group, o->name, o->value, outputs[i]);
    else
      record_add(record, o->group, o->name, outputs[i]);
  }
  return STATUS_OK;
}

Status answer_states(System *m, const StateRequest *request, Records *records) {
  States states = {0};
  TRY(system_states(m, request, &states));
  evaluator_check_branch(m->program.evaluator, !request->as_is);
  records->many = states.many;
  for (size_t i = 0; i < states.rows.n; i++)
    TRY(evaluate_state(m, states.rows.at[i], records_next(records)));
  return STATUS_OK;
}
