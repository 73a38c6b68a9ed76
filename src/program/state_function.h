// program/state_function.h: evaluates expressions of a model at states, by a tape.

#ifndef PROGRAM_STATE_FUNCTION_H
#define PROGRAM_STATE_FUNCTION_H

#include "program/system.h"

typedef struct {
  System *m;
  char *text;         // the expressions, separated by commas; the caller's
  size_t derivation;  // number of the model's derivation that the tape was made from
  size_t n;
  char **name;
  bool needs_motion;
  Tape *tape;
  double *work;
  // definitions of parameters by others: a tape of the parameters, and the parameters concerned
  Expr *definition;  // of each parameter when the tape was made
  size_t parameters, defined;
  size_t *which;
  Tape *define;
  double *define_work;
} StateFunction;

// States, each with its own parameters unless these are NULL, and the destination of the values.
typedef struct {
  size_t states;
  const double *t, *q, *velocities, *parameters;
  double *values;
  const char *caller;  // in messages
} StateBlock;

// Makes the tape of the expressions; reports what an expression lacks at its place.
MUST_USE Status state_function_make(StateFunction *f);
MUST_USE Status state_function_values(StateFunction *f, const StateBlock *at);
// Clears everything except the model and the text.
void state_function_clear(StateFunction *f);

#endif
