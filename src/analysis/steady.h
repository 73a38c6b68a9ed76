// analysis/steady.h: steady motions, and the motion near a state as matrices.

#ifndef ANALYSIS_STEADY_H
#define ANALYSIS_STEADY_H

#include "local/local.h"

// One root of a small motion near a state, e^(lambda t).
typedef struct {
  double re, im;
  int sign;  // of the real part, certainly; 0 if it is undecided
  bool is_zero;
  double *shape;  // of each variable, then the imaginary parts; NULL if it has none
} Root;

typedef struct {
  bool found;
  const char *trouble;  // why not
  bool steady;          // a steady motion was asked for
  bool enclosed;        // in balls; equations that follow from others hold to many digits
  bool holds_time;      // the equations depend on t, which is held at `time`
  double time;
  size_t n;  // of x: coordinates, then velocities or what takes their place
  const Expr *x;
  double *state, *rate;  // x and x' there
  size_t left_out;       // coordinates that nothing depends on
  const Expr *ignored;
  // w' = drift + A w + B input in d variables; A and B row by row
  size_t d, inputs;
  const Expr *w, *input;
  double *drift, *A, *B;
  Root *root;   // d, the most growing first
  bool drifts;  // drift is not 0: no state of rest, nor a steady motion
} Linearization;

typedef struct {
  const Assignments *given;  // values of the state
  const Expr *input;         // parameters
  size_t inputs;
  const Expr *variable;  // of the state, in the order that is wanted; NULL: all independent ones
  size_t variables;
} LinearizationRequest;

// Coordinates that nothing depends on (ignorable ones) are left out, and velocities that follow from
// the constraints. The other coordinates and the independent velocities stay the same.
MUST_USE Status steady_motion(const Equations *eq, const LinearizationRequest *request,
                              Arena *arena, Linearization *result);

// At the state with the values that are given, completed by the constraints, near the initial one.
// With none given, at the state of rest nearest to it.
MUST_USE Status steady_linearize(const Equations *eq, const LinearizationRequest *request,
                                 Arena *arena, Linearization *result);

#endif
