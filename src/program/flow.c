// program/flow.c: the tapes of a run.

#include "program/flow.h"
#include "ground/ground.h"
#include "language/units.h"
#include "methods/constraints.h"
#include "print/print.h"
#include <string.h>

typedef struct {
  System *m;
  MotionTape motion;
  FlowPlan *plan;
  ARRAY(Expr) roots;
  ARRAY(const char *) names;
} Planner;

// --- columns -------------------------------------------------------------------------------------

static void add_column(Planner *p, const char *name, Expr value) {
  array_push(&p->m->work, &p->roots, value);
  array_push(p->plan->arena, &p->names, name);
}

static void add_symbols(Planner *p, const Expr *symbols, size_t n) {
  for (size_t i = 0; i < n; i++)
    add_column(p, expr_symbol_name(p->m->pool, symbols[i]), symbols[i]);
}

static void add_speeds(Planner *p) {
  const Model *model = p->m->model;
  for (size_t i = 0; i < model->speeds.n; i++) {
    const Speed *speed = &model->speeds.at[i];
    if (!expr_is_none(speed->definition) || motion_tape_knows_speed(&p->motion, speed->z))
      add_column(p, speed->name, speed->z);
  }
}

static void add_momenta(Planner *p) {
  if (p->m->model->dynamics != DYNAMICS_HAMILTONIAN && !p->m->model->momenta_named) return;
  for (size_t i = 0; i < p->m->equations.n; i++) {
    const Expr symbol = model_momentum_symbol(p->m->model, i);
    add_symbols(p, &symbol, 1);
  }
}

// Adds the variable that the run advances by, unless it is t or a coordinate.
static void add_variable(Planner *p) {
  const Equations *eq = &p->m->equations;
  if (eq->along.place > eq->n) add_symbols(p, &eq->along.variable, 1);
}

// Adds the multipliers of all constraints that the model declares, so that the columns are the same in every
// mode: 0 for those that are not in force.
static void add_multipliers(Planner *p) {
  const Constraints *c = &p->m->equations.constraints;
  if (!model_has_modes(p->m->model)) {
    for (size_t a = 0; a < c->r; a++) add_symbols(p, &c->row[a].lambda, 1);
    return;
  }
  size_t declared;
  const Constraint *all = model_declared(p->m->model, &declared);
  for (size_t i = 0, a = 0; i < declared; i++) {
    const char *name = text_format(p->plan->arena, "lambda(%s)", all[i].name);
    const bool there = model_use(p->m->model, i) == USE_IN_FORCE;
    add_column(p, name, there ? c->row[a].lambda : EXPR_ZERO);
    a += there;
  }
}

static void add_wishes(Planner *p, const FlowWish *wish) {
  const Equations *eq = &p->m->equations;
  if (wish->accelerations) add_symbols(p, eq->qdd, eq->n);
  if (wish->multipliers) add_multipliers(p);
  for (size_t i = 0; wish->reactions && i < eq->n; i++) {
    const Expr symbol = rates_reaction_symbol(&p->m->equations, i);
    add_symbols(p, &symbol, 1);
  }
}

// Adds a residual, scaled by its sensitivity to the state: the error is absolute if that is small, relative if
// it is large.
static void add_residual(Planner *p, Expr e) {
  ExprPool *pool = p->m->pool;
  Expr relative, absolute;
  if (expr_is_none(e)) return;
  system_changes_of(p->m, e, &relative, &absolute);
  array_push(&p->m->work, &p->roots, expr_div(pool, e, expr_add(pool, EXPR_ONE, relative)));
}

// Adds the violation of an open unilateral constraint, (|h| - h)/2, scaled like other residuals.
static void add_gap(Planner *p, Expr gap) {
  ExprPool *pool = p->m->pool;
  Expr relative, absolute;
  system_changes_of(p->m, gap, &relative, &absolute);
  const Expr size = expr_call1(pool, FN_ABS, gap), part = expr_sub(pool, size, gap);
  const Expr half = expr_mul(pool, expr_ratio(pool, 1, 2), part);
  array_push(&p->m->work, &p->roots, expr_div(pool, half, expr_add(pool, EXPR_ONE, relative)));
}

// Adds the amount by which an unknown that represents the size of a reaction is negative, relative to it.
static void add_sizes(Planner *p) {
  ExprPool *pool = p->m->pool;
  const Equations *eq = &p->m->equations;
  for (size_t i = 0; i < eq->sizes.n; i++) {
    const Expr w = eq->sizes.at[i], size = expr_call1(pool, FN_ABS, w),
               part = expr_sub(pool, size, w);
    const Expr scale = expr_add(pool, EXPR_ONE, size);
    array_push(&p->m->work, &p->roots, expr_div(pool, part, scale));
  }
}

static void add_gaps(Planner *p) {
  size_t declared;
  const Constraint *all = model_declared(p->m->model, &declared);
  for (size_t i = 0; i < declared; i++)
    if (model_use(p->m->model, i) == USE_WATCHED) add_gap(p, all[i].residual);
}

// Gathers t, coordinates, velocities, speeds or momenta, requested columns, observables, energy; then the
// residuals of positions and of velocities.
static void gather_columns(Planner *p, const FlowWish *wish) {
  const Equations *eq = &p->m->equations;
  add_symbols(p, &(Expr){EXPR_TIME.id}, 1);
  add_variable(p);
  add_symbols(p, eq->q, eq->n);
  add_symbols(p, eq->qd, eq->n);
  add_speeds(p);
  add_momenta(p);
  add_wishes(p, wish);
  for (size_t i = 0; i < p->m->model->observables.n; i++)
    add_column(p, p->m->model->observables.at[i].name, p->m->model->observables.at[i].value);
  p->plan->energy = p->roots.n;
  add_column(p, "energy", eq->energy);
  for (size_t a = 0; a < eq->constraints.r; a++) {
    const ConstraintRow *row = &eq->constraints.row[a];
    add_residual(p, row->position);
    add_residual(p, row->velocity);
  }
  add_gaps(p);
  add_sizes(p);
  p->plan->residuals = p->roots.n - p->names.n;
  array_push(p->plan->arena, &p->names, "constraint_error");
  p->plan->columns = p->names.n;
  p->plan->column = p->names.at;
  p->plan->unit = ARENA_ARRAY(p->plan->arena, const char *, p->names.n + 1);
  language_units_of(p->m->model, p->roots.at, p->names.n - 1, p->plan->unit);
}

// Converts columns that were declared in a unit other than that of SI, and names the unit, `x [mm]`, so that
// nobody mistakes them.
static void declare_units(Planner *p) {
  Model *model = p->m->model;
  const size_t observables = p->plan->energy - model->observables.n;
  for (size_t j = 0; j < p->plan->energy; j++) {
    const char *unit = NULL;
    Expr factor = EXPR_ONE;
    if (j < observables) {
      if (!model_symbol_unit(model, p->roots.at[j], &unit, &factor)) continue;
    } else {
      const Observable *o = &model->observables.at[j - observables];
      unit = o->unit;
      factor = o->unit != NULL ? o->factor : EXPR_ONE;
    }
    if (unit == NULL || expr_same(factor, EXPR_ONE)) continue;
    p->roots.at[j] = expr_div(p->m->pool, p->roots.at[j], factor);
    p->plan->column[j] = text_format(p->plan->arena, "%s [%s]", p->plan->column[j], unit);
    p->plan->unit[j] = str_copy(p->plan->arena, str(unit));
  }
}

static Status row_tape(Planner *p, const FlowWish *wish) {
  gather_columns(p, wish);
  if (wish->declared) declare_units(p);
  Value *values = ARENA_ARRAY(&p->m->work, Value, p->roots.n);
  TRY(motion_tape_lower(&p->motion, p->roots.at, p->roots.n, values));
  p->plan->row = tape_finish(p->motion.b, values, p->roots.n);
  return STATUS_OK;
}

// Makes the tape of values and rates of the quantities observed over the motion.
static Status result_tape(MotionTape *s, FlowPlan *plan) {
  const Model *model = s->m->model;
  if (model->results.n == 0) return STATUS_OK;
  Expr *roots = ARENA_ARRAY(&s->m->work, Expr, 2 * model->results.n);
  size_t n = 0;
  for (size_t i = 0; i < model->results.n; i++) {
    const Result *r = &model->results.at[i];
    if (r->kind != RESULT_TIME) roots[n++] = r->value;
    if (!expr_is_none(r->rate)) roots[n++] = r->rate;
  }
  Value *values = ARENA_ARRAY(&s->m->work, Value, n + 1);
  TRY(motion_tape_lower(s, roots, n, values));
  plan->result = tape_finish(s->b, values, n);
  return STATUS_OK;
}

// --- the flow ------------------------------------------------------------------------------------

static Tape *run_tape(const MotionTape *s, const Value *values, size_t n) {
  return tape_finish_for(s->b, values, n, (TapeUse){.fixed = s->fixed});
}

// The rates, the pivots and their measures.
static Tape *rate_tape(const MotionTape *s, TapeUse use) {
  const size_t n = s->n + 2 * s->watched;
  Value *values = ARENA_ARRAY(&s->m->work, Value, n + 1);
  memcpy(values, s->rate, s->n * sizeof *values);
  memcpy(values + s->n, s->pivot, s->watched * sizeof *values);
  memcpy(values + s->n + s->watched, s->scale, s->watched * sizeof *values);
  use.fixed = s->fixed;
  return tape_finish_for(s->b, values, n, use);
}

// Makes the series of the rates and pivots, unless pivots are searched for at each step.
static Status series_tapes(const MotionTape *s, FlowTapes *tapes) {
  Tape *tape = rate_tape(s, (TapeUse){.series = true});
  const Status status =
    tape_series(tape, s->fixed, s->n + s->watched, &s->m->work, &tapes->series);
  tape_destroy(tape);
  return status == STATUS_UNABLE ? STATUS_OK : status;
}

static Status change_tapes(MotionTape *s, FlowTapes *tapes) {
  Value *change = ARENA_ARRAY(&s->m->work, Value, s->n + 1);
  TRY(motion_tape_position_change(s, change, &tapes->positions));
  if (tapes->positions > 0) tapes->position = run_tape(s, change, tapes->positions);
  TRY(motion_tape_velocity_change(s, change, &tapes->speeds));
  tapes->first = s->m->equations.n;
  if (tapes->speeds > 0) tapes->velocity = run_tape(s, change, tapes->speeds);
  return STATUS_OK;
}

static int direction_of(Crossing crossing) {
  return crossing == CROSSING_RISING ? 1 : crossing == CROSSING_FALLING ? -1 : 0;
}

size_t flow_events(const Model *model, const Section *const *section, size_t sections, Arena *arena,
                   int **direction) {
  size_t declared, n = 0;
  const Constraint *all = model_declared(model, &declared);
  int *at = ARENA_ARRAY(arena, int, sections + model->stops.n + model->whens.n + declared + 1);
  for (size_t i = 0; i < sections; i++) at[n++] = direction_of(section[i]->crossing);
  for (size_t i = 0; i < model->stops.n; i++) at[n++] = direction_of(model->stops.at[i].crossing);
  for (size_t i = 0; i < model->whens.n; i++) at[n++] = direction_of(model->whens.at[i].crossing);
  for (size_t i = 0; i < declared; i++)
    if (all[i].unilateral) at[n++] = -1;
  *direction = at;
  return n;
}

// An open unilateral constraint may close; one in contact lets go where its multiplier vanishes.
static Expr unilateral_event(System *m, const Constraint *c, ConstraintUse use) {
  if (use == USE_OFF) return EXPR_ONE;
  if (use == USE_WATCHED) return c->residual;
  return expr_symbol(m->pool, str(text_format(&m->work, "lambda(%s)", c->name)), SYMBOL_QUANTITY);
}

// Makes the events of flow_events, then the functions of the sides, then the distance of each side from its
// limits while the motion slides: 1 - s^2.
static Status event_tape(MotionTape *s, const FlowWish *wish, FlowTapes *tapes) {
  System *m = s->m;
  const Model *model = m->model;
  size_t declared, n = 0;
  const size_t sides = s->sides.n;
  const Constraint *all = model_declared(model, &declared);
  Expr *roots = ARENA_ARRAY(
    &m->work, Expr, wish->sections + model->stops.n + model->whens.n + declared + 2 * sides + 1);
  for (size_t i = 0; i < wish->sections; i++) roots[n++] = wish->section[i]->difference;
  for (size_t i = 0; i < model->stops.n; i++) roots[n++] = model->stops.at[i].difference;
  for (size_t i = 0; i < model->whens.n; i++) roots[n++] = model->whens.at[i].difference;
  for (size_t i = 0; i < declared; i++)
    if (all[i].unilateral) roots[n++] = unilateral_event(m, &all[i], model_use(model, i));
  tapes->events = n + 2 * sides;
  if (tapes->events == 0) return STATUS_OK;
  for (size_t i = 0; i < sides; i++) {
    roots[n + i] = s->sides.function[i];
    roots[n + sides + i] = expr_sub(m->pool, EXPR_ONE, expr_square(m->pool, s->sides.symbol[i]));
  }
  Value *values = ARENA_ARRAY(&m->work, Value, tapes->events);
  TRY(motion_tape_lower(s, roots, n, values));
  TRY(motion_tape_lower_own(s, roots + n, 2 * sides, values + n));
  tapes->event = run_tape(s, values, tapes->events);
  return STATUS_OK;
}

static Status action_tape(MotionTape *s, FlowPlan *plan) {
  const Model *model = s->m->model;
  ARRAY(Expr) roots = {0};
  for (size_t i = 0; i < model->whens.n; i++)
    for (size_t k = 0; k < model->whens.at[i].actions.n; k++)
      if (model->whens.at[i].actions.at[k].kind == ACTION_ASSIGN)
        array_push(&s->m->work, &roots, model->whens.at[i].actions.at[k].value);
  if (roots.n == 0) return STATUS_OK;
  Value *values = ARENA_ARRAY(&s->m->work, Value, roots.n);
  TRY(motion_tape_lower(s, roots.at, roots.n, values));
  plan->action = tape_finish(s->b, values, roots.n);
  return STATUS_OK;
}

static bool depends_on_sides(const MotionTape *s, Value value) {
  bool varies;
  tape_varying(s->b, s->fixed + 1 + s->n - s->sides.n, &value, 1, &varies);
  return varies;
}

// Returns the rate of a rate, if a tape of the motion knows all its symbols, or EXPR_NONE.
static Expr second_rate(const MotionTape *s, Expr rate) {
  const Equations *eq = &s->m->equations;
  const Problem *p = problem_by_time(eq);
  if (expr_depends_on_any(s->m->pool, rate, eq->qdd, eq->n) ||
      expr_depends_on_any(s->m->pool, rate, p->ud, p->m))
    return EXPR_NONE;
  const Expr second = expr_rate(s->m->pool, rate);
  (void) expr_trouble(s->m->pool);
  return second;
}

// Turns n rates by time into rates by the variable of the run.
static void by_variable(const MotionTape *s, Value *rate, size_t n) {
  for (size_t i = 0; i < n; i++) rate[i] = tape_op(s->b, TAPE_DIV, rate[i], s->pace);
}

// For each function of a side: its rate if that depends on the sides, the second rate if only that does. Then
// the first rate in the latter case, otherwise 0. A second rate is needed only where the first one is zero: there it is
// that by time, divided by the square of the pace.
static Status slope_tape(MotionTape *s, Arena *arena, FlowTapes *tapes) {
  const size_t sides = s->sides.n;
  if (sides == 0) return STATUS_OK;
  Expr *roots = ARENA_ARRAY(&s->m->work, Expr, sides);
  Value *values = ARENA_ARRAY(&s->m->work, Value, 2 * sides);
  int *order = ARENA_ARRAY(arena, int, sides);
  for (size_t i = 0; i < sides; i++) roots[i] = expr_rate(s->m->pool, s->sides.function[i]);
  TRY(motion_tape_lower_own(s, roots, sides, values));
  for (size_t i = 0; i < sides; i++) {
    order[i] = 1;
    values[sides + i] = tape_constant(s->b, 0);
    const Expr second = depends_on_sides(s, values[i]) ? EXPR_NONE : second_rate(s, roots[i]);
    if (expr_is_none(second)) continue;
    Value value;
    TRY(motion_tape_lower_own(s, &second, 1, &value));
    if (!depends_on_sides(s, value)) continue;
    order[i] = 2;
    values[sides + i] = values[i];
    values[i] = value;
  }
  by_variable(s, values, 2 * sides);
  for (size_t i = 0; i < sides; i++)
    if (order[i] == 2) by_variable(s, values + i, 1);
  tapes->order = order;
  tapes->slope = run_tape(s, values, 2 * sides);
  return STATUS_OK;
}

// Makes the Jacobian column by column: the entries that do not vanish identically, and the diagonal.
static Status jacobian_tape(MotionTape *s, Arena *arena, FlowTapes *tapes) {
  Value *J = ARENA_ARRAY(&s->m->work, Value, s->n * s->n);
  const Status status = tape_jacobian(s->b, s->rate, s->n, s->y, s->n, J);
  if (status == STATUS_LIMIT) return STATUS_OK;  // too long: the integrator finds its own
  TRY(status);
  ARRAY(Value) values = {0};
  ARRAY(size_t) rows = {0};
  size_t *start = ARENA_ARRAY(arena, size_t, s->n + 1);
  for (size_t j = 0; j < s->n; j++) {
    for (size_t i = 0; i < s->n; i++) {
      if (i != j && tape_is_zero(s->b, J[i * s->n + j])) continue;
      array_push(&s->m->work, &values, J[i * s->n + j]);
      array_push(arena, &rows, i);
    }
    start[j + 1] = rows.n;
  }
  tapes->jacobian = run_tape(s, values.at, values.n);
  tapes->pattern = (FlowPattern){rows.n, start, rows.at};
  return STATUS_OK;
}

// Makes the residuals of all constraints as written, including those that the rates do not need, at the levels
// of positions and velocities. A constraint whose derivatives vanish on the manifold does not change to first
// order: it is watched only at the level of positions, and scaled by its terms.
static Status residual_tape(Planner *p, FlowTapes *tapes) {
  System *m = p->m;
  const Constraints *c = &m->equations.constraints;
  const size_t most = 2 * c->r;
  Expr *roots = ARENA_ARRAY(&m->work, Expr, 3 * most);
  p->plan->constraint = ARENA_ARRAY(p->plan->arena, size_t, most);
  const bool *vanishing = ground_of(&m->equations)->vanishing;
  size_t n = 0;
  for (size_t k = 0; k < most; k++) {
    const ConstraintRow *row = &c->row[k / 2];
    const Expr e = k % 2 == 0 ? row->position : row->velocity;
    if (expr_is_none(e)) continue;
    if (k % 2 == 1 && !expr_is_none(row->position) && vanishing != NULL && vanishing[k / 2])
      continue;
    p->plan->constraint[n] = k / 2;
    roots[n++] = e;
  }
  if (n == 0) return STATUS_OK;
  for (size_t i = 0; i < n; i++) {
    system_changes_of(m, roots[i], &roots[n + i], &roots[2 * n + i]);
    if (vanishing != NULL && vanishing[p->plan->constraint[i]])
      roots[n + i] = expr_size_of_terms(m->pool, roots[i]);
  }
  Value *values = ARENA_ARRAY(&m->work, Value, 3 * n);
  TRY(motion_tape_lower(&p->motion, roots, 3 * n, values));
  tapes->residual = run_tape(&p->motion, values, 3 * n);
  tapes->residuals = n;
  tapes->monitored = p->motion.chart->rows < c->r;
  return STATUS_OK;
}

// Makes t, the velocities, and the free speeds of the model if the method has other variables and they are known.
static Status leave_tape(MotionTape *s, FlowPlan *plan) {
  const Equations *eq = &s->m->equations;
  const Parametrization *g = &eq->given;
  const size_t speeds = g->m > 0 && motion_tape_knows_speed(s, g->z[0]) ? g->m : 0;
  const size_t n = 1 + eq->n + speeds;
  Expr *roots = ARENA_ARRAY(&s->m->work, Expr, n);
  Value *values = ARENA_ARRAY(&s->m->work, Value, n);
  roots[0] = EXPR_TIME;
  memcpy(roots + 1, eq->qd, eq->n * sizeof *roots);
  for (size_t i = 0; i < speeds; i++) roots[1 + eq->n + i] = g->z[i];
  TRY(motion_tape_lower(s, roots, n, values));
  plan->leave = tape_finish(s->b, values, n);
  plan->leaving = ARENA_ARRAY(&s->m->work, double, tape_values(plan->leave));
  return STATUS_OK;
}

// Makes the tape of the state, q, u and clocks, and that of the constants of the run.
static Status enter_tapes(System *m, FlowPlan *plan) {
  const Equations *eq = &m->equations;
  const Along *along = &eq->along;
  const size_t k = eq->n + eq->problem.m, n = k + along->clocks;
  Expr *roots = ARENA_ARRAY(&m->work, Expr, n),
       *constants = ARENA_ARRAY(&m->work, Expr, along->constants);
  memcpy(roots, eq->q, eq->n * sizeof *roots);
  memcpy(roots + eq->n, unknowns_now(eq), eq->problem.m * sizeof *roots);
  for (size_t i = 0; i < along->clocks; i++) roots[k + i] = EXPR_TIME;
  for (size_t i = 0; i < along->constants; i++) constants[i] = along->constant[i].start;
  system_in_inputs(m, roots, n);
  system_in_inputs(m, constants, along->constants);
  plan->constants = along->constants;
  if (plan->constants > 0) TRY(system_tape_of(m, constants, plan->constants, &plan->begin));
  return system_tape_of(m, roots, n, &plan->enter);
}

static const char *const *input_names(const MotionTape *s, Arena *arena) {
  const size_t n = s->fixed + 1 + s->n;
  const char **names = ARENA_ARRAY(arena, const char *, n);
  for (size_t i = 0; i < n; i++) {
    const size_t k = i - s->fixed - 1;
    const bool coordinate = i > s->fixed && k < s->m->equations.n;
    names[i] = expr_symbol_name(s->m->pool, coordinate ? s->m->equations.q[k] : s->symbol[i]);
  }
  return names;
}

// Lays out the state and finds the sources of its numbers.
static Status lay_out(const MotionTape *s, FlowPlan *plan) {
  System *m = s->m;
  plan->n = s->n;
  plan->sides = s->sides.n;
  plan->surface = ARENA_ARRAY(plan->arena, const char *, s->sides.n + 1);
  for (size_t i = 0; i < s->sides.n; i++)
    plan->surface[i] = print_expr_text(m->pool, s->sides.function[i], plan->arena);
  plan->fixed = s->fixed;
  plan->branches = s->branches;
  size_t *branch = ARENA_ARRAY(plan->arena, size_t, s->branches + 1);
  for (size_t i = 0; i < s->branches; i++) branch[i] = s->branch[i];
  plan->branch = branch;
  plan->parameters = ARENA_ARRAY(plan->arena, double, s->fixed + 1);
  memcpy(plan->parameters, m->program.inputs, m->program.parameters * sizeof(double));
  return enter_tapes(m, plan);
}

// Finds the inputs of the tapes at the state in the inputs of the program.
static Status find_reference(System *m, const Sides *sides, FlowPlan *plan) {
  plan->reference = ARENA_ARRAY(plan->arena, double, plan->fixed + 1 + plan->n);
  TRY(flow_enter(m, plan, plan->reference + plan->fixed + 1));
  memcpy(plan->reference, plan->parameters, plan->fixed * sizeof *plan->reference);
  plan->reference[plan->fixed] = system_variable(m);
  sides_now(m, sides, plan->reference + plan->fixed + 1 + plan->n - plan->sides);
  return STATUS_OK;
}

// Makes the checks refer to these inputs from here on.
static void refer_checks_to(const FlowPlan *plan, const double *inputs) {
  for (size_t i = 0; i < plan->checks; i++)
    if (i == 0 || plan->check[i].b != plan->check[i - 1].b) tape_refer(plan->check[i].b, inputs);
}

// Makes the checks refer to the state of reference, which may change.
static void refer_checks(const FlowPlan *plan) {
  refer_checks_to(plan, plan->reference);
}

// Keeps the checks. A plan with pivot searches is valid only for its reference, because they are scaled by its
// numbers.
static void keep_checks(const MotionTape *s, FlowPlan *plan) {
  const FlowTapes *tapes = &plan->tapes;
  const Tape *const all[] = {tapes->rate,     tapes->position, tapes->velocity, tapes->event,
                             tapes->residual, plan->begin,     plan->enter,     plan->leave,
                             plan->row,       plan->result};
  plan->check = s->checks.at;
  plan->checks = s->checks.n;
  plan->particular = s->particular || s->pivoting;
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i] != NULL && tape_count(all[i], TAPE_SOLVE) > 0) plan->particular = true;
  refer_checks(plan);
}

Status flow_open(System *m, const FlowWish *wish, FlowPlan *plan, MotionTape *s) {
  Chart *here = ARENA_NEW(&m->work, Chart);
  plan->arena = wish->arena != NULL ? wish->arena : &m->work;
  if (wish->chart == NULL) TRY(chart_here(m, here));
  motion_tape_open(m, wish->chart != NULL ? wish->chart : here, wish->sides, s);
  TRY(lay_out(s, plan));
  TRY(find_reference(m, &s->sides, plan));
  s->pivoting = wish->pivoting;
  s->constant_pivots = wish->constant_pivots;
  plan->tapes.input = input_names(s, plan->arena);
  return motion_tape_solve(s, plan->reference);
}

Status flow_plan(System *m, const FlowWish *wish, FlowPlan *plan) {
  Planner p = {.m = m, .plan = plan};
  MotionTape *s = &p.motion;
  TRY(flow_open(m, wish, plan, s));
  const Equations *eq = &m->equations;
  FlowTapes *tapes = &plan->tapes;
  tapes->title =
    text_format(plan->arena, "%s, by the method %s", system_title(m), eq->method->name);
  tapes->fixed = s->fixed;
  tapes->n = s->n;
  tapes->sides = s->sides.n;
  tapes->watched = s->watched;
  plan->watch = ARENA_ARRAY(plan->arena, Watched, s->watched + 1);
  memcpy(plan->watch, s->watch, s->watched * sizeof *plan->watch);
  plan->pivoting = s->pivoting;
  tapes->rate = rate_tape(s, (TapeUse){.chained = true});
  if (wish->series) TRY(series_tapes(s, tapes));
  TRY(change_tapes(s, tapes));
  if (wish->jacobian) TRY(jacobian_tape(s, plan->arena, tapes));
  TRY(motion_tape_define_motion(s));
  TRY(event_tape(s, wish, tapes));
  TRY(action_tape(s, plan));
  TRY(slope_tape(s, plan->arena, tapes));
  TRY(residual_tape(&p, tapes));
  TRY(row_tape(&p, wish));
  TRY(result_tape(s, plan));
  TRY(leave_tape(s, plan));
  keep_checks(s, plan);
  return STATUS_OK;
}

bool flow_plan_fits(System *m, FlowPlan *plan, double *y) {
  const ArenaMark mark = arena_mark(&m->work);
  if (plan->particular) return false;
  memcpy(plan->parameters, m->program.inputs, m->program.parameters * sizeof(double));
  if (flow_enter(m, plan, y) != STATUS_OK) return false;
  memcpy(plan->reference, plan->parameters, plan->fixed * sizeof *plan->reference);
  plan->reference[plan->fixed] = system_variable(m);
  memcpy(plan->reference + plan->fixed + 1, y, plan->n * sizeof *y);
  refer_checks(plan);
  bool fits = true;
  for (size_t i = 0; fits && i < plan->checks; i++)
    fits = plan->check[i].holds(plan->check[i].b, plan->check[i].what);
  arena_release(&m->work, mark);
  return fits;
}

bool flow_plan_is_stable(System *m, const FlowPlan *plan, double t, const double *y) {
  const ArenaMark mark = arena_mark(&m->work);
  double *here = ARENA_ARRAY(&m->work, double, plan->fixed + 1 + plan->n);
  memcpy(here, plan->parameters, plan->fixed * sizeof *here);
  here[plan->fixed] = t;
  memcpy(here + plan->fixed + 1, y, plan->n * sizeof *y);
  refer_checks_to(plan, here);
  bool stable = true;
  for (size_t i = 0; stable && i < plan->checks; i++)
    stable = plan->check[i].holds(plan->check[i].b, plan->check[i].what);
  refer_checks_to(plan, plan->reference);
  arena_release(&m->work, mark);
  return stable;
}

void flow_plan_clear(FlowPlan *plan) {
  flow_tapes_clear(&plan->tapes);
  tape_destroy(plan->begin);
  plan->begin = NULL;
  tape_destroy(plan->enter);
  tape_destroy(plan->leave);
  tape_destroy(plan->row);
  tape_destroy(plan->action);
  plan->action = NULL;
  tape_destroy(plan->result);
  plan->enter = plan->leave = plan->row = NULL;
}
