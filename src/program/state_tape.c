// program/state_tape.c: the tape of a run, for single states.
//
// In:    equations, and the initial state of the model
// Out:   a tape from inputs of a run to velocities, accelerations, multipliers, reactions, rates of speeds
// Law:   a result at a state depends on the model and on this state alone, not on earlier states: the tape is
//        made once, stable at the model's initial state; if it is not stable, the evaluator falls back on
//        LAPACK
//
// A run that starts there has the same tape, unless it advances by something else than time: a state is solved by time.

#include "program/state_tape.h"
#include "methods/start.h"
#include "program/flow.h"
#include <string.h>

#define MOST_UNKNOWNS \
  60  // with multipliers; above, LAPACK solves a state in less time than the tape takes to make

typedef ARRAY(Expr) Roots;

static void add(System *m, Roots *roots, const Expr *at, size_t n) {
  for (size_t i = 0; i < n; i++) array_push(&m->work, roots, at[i]);
}

// Puts the approximate initial state of the model into the inputs.
static Status begin(System *m) {
  const Program *p = &m->program;
  const FreeSystem free = free_system(m->model, &m->work);
  const Start start = start_make(&free);
  double *state = ARENA_ARRAY(&m->work, double, 1 + 2 * p->n);
  for (size_t i = 0; i < 1 + 2 * p->n; i++)
    state[i] = start_value(&start, p->symbols[p->parameters + i]);
  return system_find_speeds(m, state[0], state + 1, state + 1 + p->n);
}

// Are the roots the inputs of the program after the parameters: t, q, q'?
static bool are_inputs(const Program *p, const Roots *roots) {
  const Expr *input = p->symbols + p->parameters;
  bool same = roots->n == 1 + 2 * p->n;
  for (size_t i = 0; same && i < roots->n; i++) same = expr_same(roots->at[i], input[i]);
  return same;
}

// Makes a tape: inputs of the program -> velocities whose signs choose a branch, t, q, u; or NULL if these are the
// inputs themselves.
static Status make_enter(System *m, const MotionTape *s, Tape **tape) {
  const Equations *eq = &m->equations;
  Roots roots = {0};
  for (size_t i = 0; i < s->branches; i++) add(m, &roots, &eq->qd[s->branch[i]], 1);
  add(m, &roots, &(Expr){EXPR_TIME.id}, 1);
  add(m, &roots, eq->q, eq->n);
  add(m, &roots, unknowns_now(eq), eq->problem.m);
  if (are_inputs(&m->program, &roots)) return STATUS_OK;
  system_in_inputs(m, roots.at, roots.n);
  return system_tape_of(m, roots.at, roots.n, tape);
}

static Status make_motion(System *m, MotionTape *s, const Roots *system, EvaluatorParts *parts) {
  const Equations *eq = &m->equations;
  Roots roots = {0};
  add(m, &roots, system->at, system->n);
  add(m, &roots, eq->qd, eq->n);
  add(m, &roots, eq->qdd, eq->n);
  for (size_t a = 0; a < eq->constraints.r; a++) add(m, &roots, &eq->constraints.row[a].lambda, 1);
  for (size_t i = 0; i < eq->n; i++) add(m, &roots, &(Expr){rates_push_symbol(eq, i).id}, 1);
  if (eq->beside == 0)
    add(m, &roots, eq->problem.ud, parts->m);
  else if (motion_tape_knows_speed(s, eq->state.z[0]))
    add(m, &roots, eq->state.zd, eq->beside);
  Value *values = ARENA_ARRAY(&m->work, Value, roots.n + 2 * s->watched);
  TRY(motion_tape_lower_own(s, roots.at, roots.n, values));
  memcpy(values + roots.n, s->pivot, s->watched * sizeof *values);
  memcpy(values + roots.n + s->watched, s->scale, s->watched * sizeof *values);
  parts->watched = s->watched;
  parts->motion = tape_finish(s->b, values, roots.n + 2 * s->watched);
  return STATUS_OK;
}

static void clear_plan(void *object) {
  flow_plan_clear(object);
}

static Status make(System *m, const Roots *system, EvaluatorParts *parts) {
  FlowPlan *plan = ARENA_NEW(&m->work, FlowPlan);
  arena_defer(&m->work, clear_plan, plan);  // also if a limit ends the call
  MotionTape motion;
  TRY(begin(m));
  Status status = flow_open(m, &(FlowWish){.constant_pivots = true}, plan, &motion);
  if (status == STATUS_OK) status = motion_tape_define_motion(&motion);
  if (status == STATUS_OK) status = make_enter(m, &motion, &parts->enter);
  return status == STATUS_OK ? make_motion(m, &motion, system, parts) : status;
}

Status state_tape_make(System *m, const Expr *system, size_t n, EvaluatorParts *parts) {
  const Equations *eq = &m->equations;
  const Program *p = &m->program;
  if (eq->problem.m + eq->problem.rows > MOST_UNKNOWNS) return STATUS_OK;
  const Diags before = m->diags;
  const size_t inputs = program_inputs(p) * sizeof *p->inputs;
  double *now = ARENA_ARRAY(&m->work, double, program_inputs(p));
  memcpy(now, p->inputs, inputs);
  Roots roots = {0};
  add(m, &roots, system, n);
  const Equations own = *eq;
  m->equations = equations_by_time(&own);
  const Status status = make(m, &roots, parts);
  m->equations = own;
  memcpy(p->inputs, now, inputs);
  if (status == STATUS_OK) return STATUS_OK;
  m->diags.all.n = before.all.n;
  m->diags.errors = before.errors;
  m->diags.warnings = before.warnings;
  tape_destroy(parts->enter);
  parts->enter = NULL;
  return status == STATUS_CANCELLED ? status : STATUS_OK;
}
