// analysis/steady.h: steady motions, and the motion near a state as matrices.

#ifndef ANALYSIS_STEADY_H
#define ANALYSIS_STEADY_H

#include "local/local.h"

// A root of a small motion near a state, e^(lambda t).
typedef struct {
  double re, im;
  int sign;  // certain sign of the real part; 0 if it is undecided
  bool is_zero;
  double *shape;  // of each variable, then the imaginary parts; or NULL
} Root;

typedef struct {
  bool found;
  const char *trouble;  // the reason if not
  bool steady;          // a steady motion was requested
  bool enclosed;        // in balls; equations that follow from others hold to many digits
  bool holds_time;      // the equations depend on t, which is held at `time`
  double time;
  size_t n;  // of x: coordinates, then velocities or the variables that replace them
  const Expr *x;
  double *state, *rate;  // x and x' there
  size_t left_out;       // number of coordinates that nothing depends on
  const Expr *ignored;
  // w' = drift + A w + B input in d variables; A and B row by row
  size_t d, inputs;
  const Expr *w, *input;
  double *drift, *A, *B;
  Root *root;   // d, the fastest growing first
  bool drifts;  // drift is not 0: neither rest nor a steady motion
} Linearization;

typedef struct {
  const Assignments *given;  // values of the state
  const Expr *input;         // parameters
  size_t inputs;
  const Expr *variable;  // of the state, in the desired order; NULL: all independent ones
  size_t variables;
} LinearizationRequest;

// Finds a steady motion. Leaves out coordinates that nothing depends on (ignorable ones), and velocities that
// follow from the constraints. The other coordinates and the independent velocities stay constant.
MUST_USE Status steady_motion(const Equations *eq, const LinearizationRequest *request,
                              Arena *arena, Linearization *result);

// Linearizes at the state with the given values, completed by the constraints, near the initial one. Without
// given values, at the nearest state of rest.
MUST_USE Status steady_linearize(const Equations *eq, const LinearizationRequest *request,
                                 Arena *arena, Linearization *result);

#endif
