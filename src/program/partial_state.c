// program/partial_state.c: the slots of a state.

#include "program/partial_state.h"
#include <string.h>

PartialState partial_state_make(System *m) {
  PartialState s = {.n = m->program.n, .speeds = m->model->speeds.n};
  s.given = ARENA_ARRAY(&m->work, bool, slot_count(&s));
  s.value = ARENA_ARRAY(&m->work, double, slot_count(&s));
  return s;
}

PartialState partial_state_copy(System *m, const PartialState *from) {
  PartialState s = partial_state_make(m);
  memcpy(s.given, from->given, slot_count(&s) * sizeof *s.given);
  memcpy(s.value, from->value, slot_count(&s) * sizeof *s.value);
  return s;
}

bool partial_state_slot(const System *m, const PartialState *s, Expr symbol, size_t *slot) {
  size_t i = 0;
  switch (model_role(m->model, symbol, &i)) {
    case ROLE_TIME: *slot = 0; return true;
    case ROLE_COORDINATE: *slot = 1 + i; return true;
    case ROLE_VELOCITY: *slot = velocity_slot(s, i); return true;
    case ROLE_MOMENTUM: *slot = momentum_slot(s, i); return true;
    case ROLE_SPEED:
    case ROLE_QUASI_VELOCITY: *slot = speed_slot(s, i); return true;
    default: return false;
  }
}

Expr partial_state_symbol(System *m, const PartialState *s, size_t slot) {
  if (slot == 0) return EXPR_TIME;
  if (slot < velocity_slot(s, 0)) return m->equations.q[slot - 1];
  if (slot < momentum_slot(s, 0)) return m->equations.qd[slot - velocity_slot(s, 0)];
  if (slot < speed_slot(s, 0)) return model_momentum_symbol(m->model, slot - momentum_slot(s, 0));
  return m->model->speeds.at[slot - speed_slot(s, 0)].z;
}

bool partial_state_is_free(System *m, const PartialState *s, size_t slot) {
  return m->equations.beside > 0 &&
         free_is_state_variable(&m->equations, partial_state_symbol(m, s, slot));
}

void partial_state_to_state(System *m, const PartialState *s, double *state) {
  memcpy(state, s->value, (1 + 2 * s->n) * sizeof *state);
  for (size_t i = momentum_slot(s, 0), k = 1 + 2 * s->n; i < slot_count(s); i++)
    if (partial_state_is_free(m, s, i)) state[k++] = s->value[i];
}
