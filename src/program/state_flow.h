// program/state_flow.h: the flow of a motion at states given by a caller with its own integrator.

#ifndef PROGRAM_STATE_FLOW_H
#define PROGRAM_STATE_FLOW_H

#include "program/flow.h"

typedef struct {
  System *m;
  Arena arena;        // of the plan
  size_t derivation;  // number of the model's derivation that it was made from
  size_t parameters;
  bool wants_jacobian;
  FlowPlan plan;
  Flow *flow;
  // workspace
  double *watch, *residual, *rate, *kept, *entries, *row_work;
} StateFlow;

// Makes the tapes, for a flow that has a model and an arena, stable at the requested state.
MUST_USE Status state_flow_make(StateFlow *f, const StateRequest *start);
void state_flow_clear(StateFlow *f);
void state_flow_set_parameter(StateFlow *f, size_t i, double value);

// Converts states in coordinates and velocities to y, with the parameters of the flow. STATUS_DOMAIN, and NaN,
// if velocities have other signs than the equations assume.
MUST_USE Status state_flow_enter(StateFlow *f, size_t states, const double *t, const double *q,
                                 const double *velocities, double *y);

// Compute numbers at one state y; false if there are no rates, or no state that satisfies the constraints: y is
// then unchanged.
bool state_flow_rates(StateFlow *f, double t, const double *y, double *rate);
bool state_flow_jacobian(StateFlow *f, double t, const double *y, double *J);  // row by row
bool state_flow_project(StateFlow *f, double t, double *y);
bool state_flow_row(StateFlow *f, double t, const double *y, double *row);

#endif
