// program/partial_state.h: everything that can be given of a state, and finding the rest.

#ifndef PROGRAM_PARTIAL_STATE_H
#define PROGRAM_PARTIAL_STATE_H

#include "program/system.h"

// One list of slots: t, q, velocities, momenta, speeds.
typedef struct {
  size_t n, speeds;
  bool *given;
  double *value;
} PartialState;

static inline size_t slot_count(const PartialState *s) {
  return 1 + 3 * s->n + s->speeds;
}

static inline size_t velocity_slot(const PartialState *s, size_t i) {
  return 1 + s->n + i;
}

static inline size_t momentum_slot(const PartialState *s, size_t i) {
  return 1 + 2 * s->n + i;
}

static inline size_t speed_slot(const PartialState *s, size_t i) {
  return 1 + 3 * s->n + i;
}

// Nothing given, all values 0; in the working memory of the model, like all of this.
PartialState partial_state_make(System *m);
PartialState partial_state_copy(System *m, const PartialState *from);
// The slot of a symbol; false if it has none.
bool partial_state_slot(const System *m, const PartialState *s, Expr symbol, size_t *slot);
Expr partial_state_symbol(System *m, const PartialState *s, size_t slot);
// Is it one of the variables that a state has beside coordinates and velocities?
bool partial_state_is_free(System *m, const PartialState *s, size_t slot);

// t, q, velocities, free speeds or momenta: as the program takes them after the parameters.
void partial_state_to_state(System *m, const PartialState *s, double *state);

// What is found out once for all states with the same slots given (state_problem.c).
typedef struct StateProblem StateProblem;
struct StateProblems {
  Arena *arena;  // that they live in; NULL: the working memory of the model
  ARRAY(StateProblem *) all;
};

// Fills in what is not given, from the constraints and from momenta and speeds that are given;
// checks the result against them. span: where the state came from, for messages.
MUST_USE Status partial_state_complete(System *m, StateProblems *problems,
                                       const StateRequest *options, Span span, PartialState *s);

// The same for a state in numbers; what is found out for this is kept (state.c).
MUST_USE Status system_complete_state(System *m, PartialState *s);
// The equations that complete positions, or velocities, as a tape of the parameters and all slots: residuals, then
// their derivatives by the unknown slots, row by row. In the working memory of the model.
typedef struct {
  size_t equations, unknowns;
  const size_t *slot;  // of each unknown
  const Tape *tape;    // NULL if there is nothing to do
} StateEquations;
MUST_USE Status partial_state_equations(System *m, bool positions, const PartialState *s,
                                        StateEquations *equations);

// Scales the velocities so that the state has this energy, which is quadratic in them (energy.c).
MUST_USE Status energy_scale_state(System *m, const char *energy, Span span, PartialState *s);

#endif
