// draw/modes.c: a model whose constraints come and go, as functions of coordinates and velocities.
//
// The equations of every mode are contained in those of the model with all constraints: M, F, and a row for each. With
// their numbers one can select the rows in force, and needs no equations for each mode.

#include "draw/modes.h"
#include "language/units.h"
#include "print/print.h"
#include "program/contacts.h"
#include "program/corner.h"
#include <string.h>

typedef struct {
  System *m;
  ContactModel contacts;
  const Model *all;  // the model with all its constraints in force
  Sides sides;       // of forces that switch
  ExportedModes *out;
} Maker;

// --- facts ---------------------------------------------------------------------------------------

static int direction_of(Crossing crossing) {
  return (crossing == CROSSING_RISING) - (crossing == CROSSING_FALLING);
}

static void find_constraints(Maker *k) {
  Arena *arena = &k->m->work;
  ExportedModes *out = k->out;
  const size_t r = out->r;
  int *use = ARENA_ARRAY(arena, int, r + 1);
  const char **name = ARENA_ARRAY(arena, const char *, r + 1);
  for (size_t a = 0; a < r; a++) {
    name[a] = k->contacts.declared[a].name;
    use[a] = (int) model_use(k->m->model, a);
  }
  out->name = name;
  out->unilateral = k->contacts.now.unilateral;
  out->level = k->contacts.now.level;
  out->nonlinear = k->contacts.now.nonlinear;
  out->use = use;
}

// Finds the constraints that an action names, or the part of the state that it assigns to.
static bool find_action(const Maker *k, size_t when, const Action *from, ExportedAction *to) {
  const Model *model = k->m->model;
  size_t i;
  *to = (ExportedAction){.when = when, .kind = 3, .count = 1};
  if (from->kind == ACTION_STOP) to->kind = 2;
  if (from->kind == ACTION_RELEASE || from->kind == ACTION_ENGAGE) {
    ConstraintRange range;
    if (!model_find_constraint(model->whole, str(from->name), &range)) return false;
    to->kind = from->kind == ACTION_ENGAGE;
    to->first = range.first;
    to->count = range.count;
  }
  if (from->kind != ACTION_ASSIGN) return true;
  const Role role = model_role(model, from->symbol, &i);
  to->first = role == ROLE_VELOCITY ? k->out->n + i : i;
  return role == ROLE_VELOCITY || role == ROLE_COORDINATE;
}

static bool find_whens(Maker *k) {
  Arena *arena = &k->m->work;
  const Model *all = k->all;
  ExportedModes *out = k->out;
  ARRAY(ExportedAction) actions = {0};
  const char **name = ARENA_ARRAY(arena, const char *, all->whens.n + 1);
  int *direction = ARENA_ARRAY(arena, int, all->stops.n + all->whens.n + 1);
  for (size_t i = 0; i < all->stops.n; i++) direction[i] = direction_of(all->stops.at[i].crossing);
  for (size_t i = 0; i < all->whens.n; i++) {
    const When *when = &all->whens.at[i];
    direction[all->stops.n + i] = direction_of(when->crossing);
    name[i] = *when->label != '\0' ? when->label : text_format(arena, "%zu", i + 1);
    for (size_t j = 0; j < when->actions.n; j++) {
      ExportedAction action;
      if (!find_action(k, i, &when->actions.at[j], &action)) return false;
      array_push(arena, &actions, action);
    }
  }
  out->stops = all->stops.n;
  out->whens = all->whens.n;
  out->when_name = name;
  out->direction = direction;
  out->actions = actions.n;
  out->action = actions.at;
  return true;
}

// --- tapes ---------------------------------------------------------------------------------------

// What follows coordinates and velocities among the inputs of a tape.
typedef enum { WITH_SLIPS, WITH_SIDES, WITH_ALL } Inputs;

// Makes a tape of expressions of parameters, t, q, q', and of signs, or of q'', lambda and all sides.
static Status make_tape(Maker *k, const Expr *roots, size_t n, Inputs with, const Tape **tape) {
  System *m = k->m;
  const Equations *eq = &k->contacts.equations;
  const Sides *sides = with == WITH_SLIPS ? &k->contacts.sides : &k->sides;
  TapeBuilder *b = tape_builder_create(&m->work, m->pool);
  for (size_t i = 0; i < program_inputs(&m->program); i++) tape_input(b, m->program.symbols[i]);
  for (size_t i = 0; with == WITH_ALL && i < eq->n; i++) tape_input(b, eq->qdd[i]);
  for (size_t a = 0; with == WITH_ALL && a < eq->constraints.r; a++) tape_input(b, eq->constraints.row[a].lambda);
  for (size_t i = 0; i < sides->n; i++) tape_input(b, sides->symbol[i]);
  Value *values = ARENA_ARRAY(&m->work, Value, n + 1);
  TRY(system_lower(m, b, roots, n, values));
  Tape **held = system_hold_tape(m);
  *tape = *held = tape_finish(b, values, n);
  return STATUS_OK;
}

// Writes expressions with sides, in the inputs of tapes.
static void in_inputs(Maker *k, Expr *roots, size_t n) {
  sides_put(k->m, &k->sides, roots, n);
  system_in_inputs(k->m, roots, n);
}

static void name_inputs(Maker *k) {
  System *m = k->m;
  const Equations *eq = &k->contacts.equations;
  const size_t n = program_inputs(&m->program), r = eq->constraints.r, all = n + eq->n + r;
  const char **name = ARENA_ARRAY(&m->work, const char *, all + k->sides.n + 1);
  for (size_t i = 0; i < n; i++) name[i] = expr_symbol_name(m->pool, m->program.symbols[i]);
  for (size_t i = 0; i < eq->n; i++) name[n + i] = expr_symbol_name(m->pool, eq->qdd[i]);
  for (size_t a = 0; a < r; a++)
    name[n + eq->n + a] = expr_symbol_name(m->pool, eq->constraints.row[a].lambda);
  for (size_t i = 0; i < k->sides.n; i++) name[all + i] = expr_symbol_name(m->pool, k->sides.symbol[i]);
  k->out->input = name;
}

static Status terms_tape(Maker *k) {
  System *m = k->m;
  ContactModel *c = &k->contacts;
  Expr *roots = ARENA_ARRAY(&m->work, Expr, CONTACT_TERMS(c->n, c->r, c->sides.n) + 1);
  size_t n = contacts_roots(c, NULL, roots);
  TRY(make_tape(k, roots, n, WITH_SLIPS, &k->out->terms));
  if (k->sides.n == 0) return STATUS_OK;
  n = contacts_roots(c, &k->sides, roots);
  return make_tape(k, roots, n, WITH_SIDES, &k->out->sided);
}

// --- forces that switch --------------------------------------------------------------------------

static bool any_depends(const Maker *k, const Expr *e, size_t n, Expr symbol) {
  for (size_t i = 0; i < n; i++)
    if (expr_depends(k->m->pool, e[i], symbol)) return true;
  return false;
}

// Finds where sides occur: one that occurs only in the direction of a reaction acts while that constraint is in force.
static void find_acts(Maker *k) {
  System *m = k->m;
  ContactModel *c = &k->contacts;
  const size_t n = c->n, r = c->r, first = n * (n + 1) / 2 + n, rows = first + r * n, rest = rows + r * n;
  Expr *roots = ARENA_ARRAY(&m->work, Expr, CONTACT_TERMS(n, r, 0) + 1);
  int *acts = ARENA_ARRAY(&m->work, int, k->sides.n * (r + 1) + 1);
  (void) contacts_roots(c, &k->sides, roots);
  for (size_t i = 0; i < k->sides.n; i++) {
    const Expr symbol = k->sides.symbol[i];
    for (size_t a = 0; a < r; a++) {
      const bool row = any_depends(k, roots + first + a * n, n, symbol) || any_depends(k, roots + rows + a * n, n, symbol) ||
                       expr_depends(m->pool, roots[rest + a], symbol);
      acts[i * (r + 1) + a] = row;
    }
    acts[i * (r + 1) + r] = any_depends(k, roots, first, symbol) || any_depends(k, k->sides.function, k->sides.n, symbol);
  }
  k->out->acts = acts;
}

// Makes the tape of the functions whose signs are the sides, and of their rates.
static Status surface_tape(Maker *k) {
  System *m = k->m;
  const Equations *eq = &k->contacts.equations;
  const size_t n = k->sides.n;
  Expr *roots = ARENA_ARRAY(&m->work, Expr, 4 * n + 1);
  int *order = ARENA_ARRAY(&m->work, int, n + 1);
  const char **name = ARENA_ARRAY(&m->work, const char *, n + 1);
  for (size_t i = 0; i < n; i++) {
    const Expr g = k->sides.function[i], rate = expr_rate(m->pool, g);
    const bool first = expr_depends_on_any(m->pool, rate, eq->qdd, eq->n);
    const Expr second = first ? EXPR_NONE : expr_rate(m->pool, rate);
    order[i] = !expr_is_none(second) && expr_depends_on_any(m->pool, second, eq->qdd, eq->n) ? 2 : 1;
    roots[i] = g;
    roots[n + i] = order[i] == 2 ? second : rate;
    roots[2 * n + i] = order[i] == 2 ? rate : EXPR_ZERO;
    roots[3 * n + i] = expr_size_of_terms(m->pool, roots[n + i]);
    name[i] = print_expr_text(m->pool, g, &m->work);
  }
  k->out->sides = n;
  k->out->order = order;
  k->out->surface_name = name;
  in_inputs(k, roots, 4 * n);
  find_acts(k);
  return make_tape(k, roots, 4 * n, WITH_ALL, &k->out->surface);
}

// Do any of these depend on accelerations or multipliers?
static bool use_motion(const Maker *k, const Expr *e, size_t n) {
  const Equations *eq = &k->contacts.equations;
  bool any = false;
  for (size_t i = 0; i < n; i++) {
    any = any || expr_depends_on_any(k->m->pool, e[i], eq->qdd, eq->n);
    for (size_t a = 0; a < eq->constraints.r; a++)
      any = any || expr_depends(k->m->pool, e[i], eq->constraints.row[a].lambda);
  }
  return any;
}

static Status event_tapes(Maker *k) {
  System *m = k->m;
  const Model *all = k->all;
  ARRAY(Expr) differences = {0};
  ARRAY(Expr) values = {0};
  for (size_t i = 0; i < all->stops.n; i++) array_push(&m->work, &differences, all->stops.at[i].difference);
  for (size_t i = 0; i < all->whens.n; i++) {
    const When *when = &all->whens.at[i];
    array_push(&m->work, &differences, when->difference);
    for (size_t j = 0; j < when->actions.n; j++)
      if (when->actions.at[j].kind == ACTION_ASSIGN) array_push(&m->work, &values, when->actions.at[j].value);
  }
  k->out->assigned = values.n;
  in_inputs(k, differences.at, differences.n);
  in_inputs(k, values.at, values.n);
  k->out->uses_motion = use_motion(k, differences.at, differences.n);
  if (differences.n > 0) TRY(make_tape(k, differences.at, differences.n, WITH_ALL, &k->out->crossing));
  return values.n > 0 ? make_tape(k, values.at, values.n, WITH_ALL, &k->out->assign) : STATUS_OK;
}

// Makes a tape of the columns that a run shows by default (program/flow.c).
static Status shown_tape(Maker *k) {
  System *m = k->m;
  const Model *all = k->all;
  const Equations *eq = &k->contacts.equations;
  ARRAY(Expr) roots = {0};
  ARRAY(const char *) names = {0};
  array_push(&m->work, &roots, EXPR_TIME);
  for (size_t i = 0; i < 2 * eq->n; i++)
    array_push(&m->work, &roots, i < eq->n ? eq->q[i] : eq->qd[i - eq->n]);
  for (size_t i = 0; i < all->speeds.n; i++)
    if (!expr_is_none(all->speeds.at[i].definition)) array_push(&m->work, &roots, all->speeds.at[i].z);
  for (size_t i = 0; (all->dynamics == DYNAMICS_HAMILTONIAN || all->momenta_named) && i < eq->n; i++)
    array_push(&m->work, &roots, model_momentum_symbol(m->model, i));
  for (size_t i = 0; i < roots.n; i++)
    array_push(&m->work, &names, expr_symbol_name(m->pool, roots.at[i]));
  for (size_t i = 0; i < all->observables.n; i++) {
    array_push(&m->work, &roots, all->observables.at[i].value);
    array_push(&m->work, &names, all->observables.at[i].name);
  }
  k->out->energy = roots.n;
  array_push(&m->work, &roots, m->equations.energy);
  array_push(&m->work, &names, "energy");
  k->out->columns = roots.n;
  k->out->column = names.at;
  const char **unit = ARENA_ARRAY(&m->work, const char *, roots.n + 1);
  language_units_of(m->model, roots.at, roots.n, unit);
  k->out->unit = unit;
  in_inputs(k, roots.at, roots.n);
  k->out->shows_motion = use_motion(k, roots.at, roots.n);
  return make_tape(k, roots.at, roots.n, WITH_ALL, &k->out->shown);
}

// --- all of it -----------------------------------------------------------------------------------

static Status make(Maker *k) {
  // quantities refer to the model with all its constraints
  const Equations own = k->m->equations;
  k->m->equations = k->contacts.equations;
  k->m->equations.energy = own.energy;
  k->m->equations.kinetic = own.kinetic;
  k->m->equations.potential = own.potential;
  sides_find(k->m, &k->sides);
  name_inputs(k);
  Status status = terms_tape(k);
  if (status == STATUS_OK && k->sides.n > 0) status = surface_tape(k);
  if (status == STATUS_OK) status = event_tapes(k);
  if (status == STATUS_OK) status = shown_tape(k);
  k->m->equations = own;
  return status;
}

const char *draw_hindrance(System *m, size_t known) {
  Sides sides;
  Corners corners = {0};
  sides_find(m, &sides);
  if (sides.n > known) return "forces switch along it, and its equations have several branches";
  if (sides.n > 0) corners_find(m, &corners);
  return corners.bends != NULL ? "a constraint on positions may have corners" : NULL;
}

Status draw_plan(System *m, FlowPlan *plan, const char **why) {
  TRY(flow_plan(m, &(FlowWish){.sides = true}, plan));
  *why = draw_hindrance(m, plan->sides);
  return STATUS_OK;
}

Status draw_modes(System *m, ExportedModes *modes, const char **why) {
  Maker k = {.m = m, .out = modes};
  *modes = (ExportedModes){0};
  *why = NULL;
  *why = draw_hindrance(m, SIZE_MAX);
  if (m->program.speeds > 0) *why = "the states of its modes have speeds of their own";
  if (*why != NULL) return STATUS_OK;
  TRY(contacts_open(m, &k.contacts));
  modes->slips = k.contacts.sides.n;
  ConstraintUse *all = ARENA_ARRAY(&m->work, ConstraintUse, k.contacts.r + 1);
  k.all = model_in_mode(m->model, all);
  modes->n = k.contacts.n;
  modes->r = k.contacts.r;
  modes->parameters = m->program.parameters;
  modes->start = m->program.inputs + m->program.parameters + 1;
  find_constraints(&k);
  if (!find_whens(&k)) {
    *why = "an event assigns to something else than coordinates and velocities";
    return STATUS_OK;
  }
  return make(&k);
}
