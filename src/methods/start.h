// methods/start.h: an approximate initial state, at which formulas should be regular.

#ifndef METHODS_START_H
#define METHODS_START_H

#include "methods/inertia.h"

typedef struct {
  ExprPool *pool;
  Expr *symbols;
  double *values;
  size_t known;
} Start;

// Parameters as given; coordinates and velocities of a state that satisfies the constraints, if one is known, otherwise
// initial values as given and the other coordinates at their guess or 0. Anything else unknown gets some value of order
// one.
Start start_make(const FreeSystem *s);
double start_value(const Start *start, Expr e);
bool start_has_initial(const Model *model, Expr symbol);

#endif
