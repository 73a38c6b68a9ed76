// program/state_function.h: expressions of a model at states, by a tape.

#ifndef PROGRAM_STATE_FUNCTION_H
#define PROGRAM_STATE_FUNCTION_H

#include "program/system.h"

typedef struct {
  System *m;
  char *text;         // the expressions, separated by commas; the caller's
  size_t derivation;  // of the model, that the tape was made from
  size_t n;
  char **name;
  bool needs_motion;
  Tape *tape;
  double *work;
  // definitions of parameters by others: a tape of the parameters, and which they are
  Expr *definition;  // of each parameter when the tape was made
  size_t parameters, defined;
  size_t *which;
  Tape *define;
  double *define_work;
} StateFunction;

// States, each with parameters of its own unless these are NULL, and where the values go.
typedef struct {
  size_t states;
  const double *t, *q, *velocities, *parameters;
  double *values;
  const char *caller;  // in messages
} StateBlock;

// The tape of the expressions; what an expression lacks is reported at its place.
MUST_USE Status state_function_make(StateFunction *f);
MUST_USE Status state_function_values(StateFunction *f, const StateBlock *at);
// All but the model and the text.
void state_function_clear(StateFunction *f);

#endif
