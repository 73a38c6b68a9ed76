// program/flow_numbers.c: converts states to the variables of a flow, and back; rows of a run.

#include "program/flow.h"
#include <math.h>
#include <string.h>

// Runs a tape at the inputs of the program.
static void run_at_inputs(System *m, const Tape *tape, double *values) {
  double *work = ARENA_ARRAY(&m->work, double, tape_values(tape));
  memcpy(work, m->program.inputs, program_inputs(&m->program) * sizeof *work);
  tape_start(tape, work);
  tape_run(tape, work);
  for (size_t i = 0; i < tape_outputs(tape); i++) values[i] = work[tape_output(tape, i)];
}

Status flow_enter(System *m, FlowPlan *plan, double *y) {
  const Program *p = &m->program;
  for (size_t i = 0; i < plan->branches; i++)
    plan->parameters[p->parameters + i] = p->inputs[p->parameters + 1 + p->n + plan->branch[i]];
  TRY(system_check_pace(m));
  run_at_inputs(m, plan->enter, y);
  if (plan->begin != NULL)
    run_at_inputs(m, plan->begin, plan->parameters + plan->fixed - plan->constants);
  return STATUS_OK;
}

void flow_leave(System *m, const FlowPlan *plan, double t, const double *y) {
  const Program *p = &m->program;
  double *state = p->inputs + p->parameters;
  double *work = plan->leaving;
  memcpy(work, plan->parameters, plan->fixed * sizeof *work);
  work[plan->fixed] = t;
  memcpy(work + plan->fixed + 1, y, plan->n * sizeof *y);
  tape_start(plan->leave, work);
  tape_run(plan->leave, work);
  state[0] = work[tape_output(plan->leave, 0)];
  memcpy(state + 1, y, p->n * sizeof *y);
  for (size_t i = 1; i < tape_outputs(plan->leave); i++)
    state[p->n + i] = work[tape_output(plan->leave, i)];
}

void flow_actions(System *m, const FlowPlan *plan, double t, const double *y, double *value) {
  if (plan->action == NULL) return;
  double *work = ARENA_ARRAY(&m->work, double, tape_values(plan->action));
  memcpy(work, plan->parameters, plan->fixed * sizeof *work);
  work[plan->fixed] = t;
  memcpy(work + plan->fixed + 1, y, plan->n * sizeof *y);
  tape_start(plan->action, work);
  tape_run(plan->action, work);
  for (size_t i = 0; i < tape_outputs(plan->action); i++)
    value[i] = work[tape_output(plan->action, i)];
}

double *flow_row_work(System *m, const FlowPlan *plan) {
  double *work = ARENA_ARRAY(&m->work, double, tape_values(plan->row));
  memcpy(work, plan->parameters, plan->fixed * sizeof *work);
  tape_start(plan->row, work);
  return work;
}

void flow_row(const FlowPlan *plan, double *work, double t, const double *y, double *row) {
  work[plan->fixed] = t;
  memcpy(work + plan->fixed + 1, y, plan->n * sizeof *y);
  tape_run(plan->row, work);
  const size_t columns = plan->columns - 1;
  for (size_t i = 0; i < columns; i++) row[i] = work[tape_output(plan->row, i)];
  row[columns] = 0;
  for (size_t i = 0; i < plan->residuals; i++)
    row[columns] = fmax(row[columns], fabs(work[tape_output(plan->row, columns + i)]));
}
