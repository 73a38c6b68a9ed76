// program/partial_state.h: the quantities that can be given for a state, and finding the others.

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

// Makes a state with nothing given and all values 0, in the working memory of the model, like everything here.
PartialState partial_state_make(System *m);
PartialState partial_state_copy(System *m, const PartialState *from);
// Finds the slot of a symbol; false if it has none.
bool partial_state_slot(const System *m, const PartialState *s, Expr symbol, size_t *slot);
Expr partial_state_symbol(System *m, const PartialState *s, size_t slot);
// Is it a variable of the state besides coordinates and velocities?
bool partial_state_is_free(System *m, const PartialState *s, size_t slot);

// Converts to t, q, velocities, free speeds or momenta, in the order of the program's inputs after the parameters.
void partial_state_to_state(System *m, const PartialState *s, double *state);

// Preparations shared by all states with the same slots given (state_problem.c).
typedef struct StateProblem StateProblem;
struct StateProblems {
  Arena *arena;  // in which they live; NULL: the working memory of the model
  ARRAY(StateProblem *) all;
};

// Fills in what is not given, from the constraints and from given momenta and speeds, and checks the result
// against them. span: where the state came from, for messages.
MUST_USE Status partial_state_complete(System *m, StateProblems *problems,
                                       const StateRequest *options, Span span, PartialState *s);

// Does the same for a state in numbers; keeps the preparations (state.c).
MUST_USE Status system_complete_state(System *m, PartialState *s);
// Returns the equations that complete positions, or velocities, as a tape of the parameters and all slots:
// residuals, then their derivatives by the unknown slots, row by row. In the working memory of the model.
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
