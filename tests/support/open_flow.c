// support/open_flow.c: the flow of a model from its initial state.

#include "support/open_flow.h"
#include <string.h>

Status open_flow(System *m, FlowWish wish, FlowPlan *plan, double *t0, double **y0, Flow **flow) {
  States states = {0};
  TRY(system_prepare(m));
  TRY(system_start(m, &(StateRequest){0}, t0, &states));
  const Program *p = &m->program;
  memcpy(p->inputs + p->parameters, states.rows.at[0],
         (program_inputs(p) - p->parameters) * sizeof(double));
  wish.arena = &m->arena;
  TRY(flow_plan(m, &wish, plan));
  *y0 = ARENA_ARRAY(&m->arena, double, plan->n + 1);
  TRY(flow_enter(m, plan, *y0));
  *flow = flow_interpret(&plan->tapes, plan->parameters, true);
  return *flow != NULL ? STATUS_OK : STATUS_LIMIT;
}
