// program/at_states.h: quantities at many states, each given by numbers.

#ifndef PROGRAM_AT_STATES_H
#define PROGRAM_AT_STATES_H

#include "program/system.h"

// One state after the other: a time each, then all coordinates, all velocities.
typedef struct {
  size_t n;
  const double *t, *q, *velocities;
} StateArrays;

// The same for states that are changed.
typedef struct {
  size_t n;
  double *t, *q, *velocities;
} StateRoom;

// Where matrices go, one after the other; NULL: not wanted.
typedef struct {
  double *M, *F, *A, *B, *b;
} MatrixArrays;

// Within a call: find the accelerations at each state, or with all other quantities of the model after them; the
// matrices of the free system and its constraints; complete states from the values that are given (1 + 2n flags, or
// NULL). A state without a result gets NaN and does not affect the others: the status is that of the last such state.
MUST_USE Status at_states_accelerations(System *m, const StateArrays *at, double *values);
MUST_USE Status at_states_quantities(System *m, const StateArrays *at, double *values);
MUST_USE Status at_states_matrices(System *m, const StateArrays *at, const MatrixArrays *to);
MUST_USE Status at_states_complete(System *m, const StateRoom *at, const bool *given,
                                   const StateRequest *request);

#endif
