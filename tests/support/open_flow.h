// support/open_flow.h: the flow of a model from its initial state, as in a run.

#ifndef SUPPORT_OPEN_FLOW_H
#define SUPPORT_OPEN_FLOW_H

#include "program/flow.h"

// Call it inside guard_run. The plan and y0 are in the arena of the system; the caller destroys the
// flow and clears the plan.
MUST_USE Status open_flow(System *m, FlowWish wish, FlowPlan *plan, double *t0, double **y0,
                          Flow **flow);

#endif
