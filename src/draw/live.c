// draw/live.c: a model as a script that computes its motion in a page.
//
// The script holds the parts of a run of the library in JavaScript: rates of the state, corrections onto the
// constraints, events, a row of the table; and how a state begins: initial values as functions of the parameters, and
// the equations that complete them. report/text/dop853.js, modes.js and switching.js, and page/live.js do the rest.

#include "draw/live.h"
#include "draw/modes.h"
#include "print/print.h"
#include "program/atlas.h"
#include "program/partial_state.h"
#include "report/mode_text.h"
#include "report/target.h"
#include <math.h>
#include <string.h>

#define LIVE_MOST 12000  // operations of all functions: half a megabyte

typedef struct {
  System *m;
  Arena *arena;
  Text *out;
  FlowPlan *plan;
  PartialState initial;  // from `initial` and `guess`
  size_t operations;
  const ExportedModes *modes;  // or NULL
} Maker;

static void clear_plan(void *object) {
  flow_plan_clear(object);
}

// --- functions -----------------------------------------------------------------------------------

// The inputs of a tape: the parameters, then t if `time`, then an array y.
static TargetInputs inputs_of(const Maker *k, const char *const *names, size_t parameters,
                              bool time, size_t n) {
  const size_t count = parameters + time + n;
  const char **place = ARENA_ARRAY(k->arena, const char *, count + 1);
  for (size_t i = 0; i < count; i++)
    place[i] = i < parameters            ? text_format(k->arena, "p[%zu]", i)
               : time && i == parameters ? "t"
                                         : text_format(k->arena, "y[%zu]", i - parameters - time);
  return (TargetInputs){.language = &target_js, .inputs = count, .input = names, .place = place};
}

static void add_function(Maker *k, const TargetInputs *in, const char *name, const Tape *tape) {
  const ExportedFunction f = {
    .name = name, .title = name, .tape = tape, .rows = tape != NULL ? tape_outputs(tape) : 0};
  target_function(in, &f, k->out);
}

static size_t length_of(const Tape *tape) {
  return tape != NULL ? tape_length(tape) + tape_outputs(tape) : 0;
}

// Returns the names of the parameters, then of these symbols.
static const char *const *names_of(const Maker *k, bool time, const Expr *symbol, size_t n) {
  System *m = k->m;
  const size_t parameters = m->program.parameters;
  const char **names = ARENA_ARRAY(k->arena, const char *, parameters + time + n + 1);
  for (size_t i = 0; i < parameters; i++)
    names[i] = expr_symbol_name(m->pool, m->program.symbols[i]);
  if (time) names[parameters] = "t";
  for (size_t i = 0; i < n; i++)
    names[parameters + time + i] = expr_symbol_name(m->pool, symbol[i]);
  return names;
}

// Makes a tape of expressions that contain only parameters.
static Status parameter_tape(Maker *k, const Expr *roots, size_t n, const Tape **tape) {
  System *m = k->m;
  TapeBuilder *b = tape_builder_create(&m->work, m->pool);
  for (size_t i = 0; i < m->program.parameters; i++) tape_input(b, m->program.symbols[i]);
  Value *values = ARENA_ARRAY(&m->work, Value, n + 1);
  TRY(system_lower(m, b, roots, n, values));
  Tape **held = system_hold_tape(m);
  *tape = *held = tape_finish(b, values, n);
  return STATUS_OK;
}

// --- lists ---------------------------------------------------------------------------------------

static void add_numbers(Text *out, const char *name, const double *values, size_t n) {
  text_addf(out, "%s: [", name);
  for (size_t i = 0; i < n; i++) {
    if (i > 0) text_add(out, ", ");
    emit_number_in(&target_js.emit, values[i], out);
  }
  text_add(out, "], ");
}

static void add_sizes(Text *out, const char *name, const size_t *values, size_t n) {
  text_addf(out, "%s: [", name);
  for (size_t i = 0; i < n; i++) text_addf(out, "%s%zu", i > 0 ? ", " : "", values[i]);
  text_add(out, "], ");
}

// Writes names of the model: letters, digits and signs, but no quotes; what looks like markup is escaped.
static void add_names(Text *out, const char *name, const char *const *values, size_t n) {
  text_addf(out, "%s: [", name);
  for (size_t i = 0; i < n; i++) {
    text_addf(out, "%s\"", i > 0 ? ", " : "");
    for (const char *c = values[i]; *c != '\0'; c++)
      text_addf(out, strchr("\"\\<>&", *c) != NULL || (unsigned char) *c < 32 ? "\\x%02x" : "%c",
                (unsigned char) *c);
    text_add_char(out, '"');
  }
  text_add(out, "],\n    ");
}

// --- how a state begins --------------------------------------------------------------------------

typedef struct {
  ARRAY(Expr) roots;
  ARRAY(size_t) slots;
} Given;

static void gather_given(Maker *k, const Assignments *from, bool hold, Given *all) {
  System *m = k->m;
  for (size_t i = 0; i < from->n; i++) {
    size_t slot;
    if (!partial_state_slot(m, &k->initial, from->at[i].symbol, &slot)) continue;
    array_push(&m->work, &all->roots, from->at[i].value);
    array_push(&m->work, &all->slots, slot);
    k->initial.given[slot] = hold;
  }
}

// Writes the initial values that the model gives, then where the run begins and ends.
static Status add_initial(Maker *k, const TargetInputs *in, Text *facts) {
  System *m = k->m;
  const Simulation *s = &m->model->simulation;
  Given all = {0};
  gather_given(k, &m->model->guess, false, &all);
  gather_given(k, &m->model->initial, true, &all);
  const bool from = s->given && !expr_is_none(s->from), to = s->given && !expr_is_none(s->to);
  if (from) array_push(&m->work, &all.roots, s->from);
  if (to) array_push(&m->work, &all.roots, s->to);
  const Tape *tape = NULL;
  if (all.roots.n > 0) TRY(parameter_tape(k, all.roots.at, all.roots.n, &tape));
  add_function(k, in, "initialValues", tape);
  add_sizes(facts, "initialSlots", all.slots.at, all.slots.n);
  text_addf(facts, "hasFrom: %s, hasTo: %s, ", from ? "true" : "false", to ? "true" : "false");
  return STATUS_OK;
}

// Writes parameters that are computed from others, in an order in which they can be.
static Status add_derived(Maker *k, const TargetInputs *in, Text *facts) {
  System *m = k->m;
  const Model *model = m->model;
  const size_t n = model->parameters.n;
  Expr *roots = ARENA_ARRAY(&m->work, Expr, n + 1);
  size_t *number = ARENA_ARRAY(&m->work, size_t, n + 1), count = 0;
  for (size_t i = 0; i < n; i++) {
    const Expr value = model->parameters.at[i].value;
    if (expr_is_none(value) || expr_is_number(m->pool, value)) continue;
    number[count] = i;
    roots[count++] = value;
  }
  const Tape *tape = NULL;
  if (count > 0) TRY(parameter_tape(k, roots, count, &tape));
  add_function(k, in, "derivedValues", tape);
  add_sizes(facts, "derived", number, count);
  return STATUS_OK;
}

// Writes the equations for positions or velocities, with everything that could be unknown.
static Status add_completion(Maker *k, bool positions, const TargetInputs *in, Text *facts) {
  System *m = k->m;
  PartialState open = partial_state_copy(m, &k->initial);
  for (size_t i = 0; i < open.n; i++)
    open.given[positions ? 1 + i : velocity_slot(&open, i)] = false;
  StateEquations e;
  TRY(partial_state_equations(m, positions, &open, &e));
  k->operations += length_of(e.tape);
  add_function(k, in, positions ? "completePositions" : "completeVelocities", e.tape);
  text_addf(facts, "%s: {equations: %zu, ", positions ? "ofPositions" : "ofVelocities",
            e.tape != NULL ? e.equations : 0);
  add_sizes(facts, "unknowns", e.slot, e.unknowns);
  text_add(facts, "},\n    ");
  return STATUS_OK;
}

static Status add_start(Maker *k, Text *facts) {
  System *m = k->m;
  const PartialState *s = &k->initial;
  const size_t slots = slot_count(s);
  Expr *symbol = ARENA_ARRAY(k->arena, Expr, slots + 1);
  for (size_t i = 0; i < slots; i++) symbol[i] = partial_state_symbol(m, s, i);
  const TargetInputs alone =
    inputs_of(k, names_of(k, false, NULL, 0), m->program.parameters, false, 0);
  const TargetInputs in =
    inputs_of(k, names_of(k, false, symbol, slots), m->program.parameters, false, slots);
  TRY(add_initial(k, &alone, facts));
  TRY(add_derived(k, &alone, facts));
  TRY(add_completion(k, true, &in, facts));
  TRY(add_completion(k, false, &in, facts));
  // a state of the program: t, q, velocities, free speeds
  const size_t n = program_inputs(&m->program) - m->program.parameters;
  const TargetInputs state =
    inputs_of(k, names_of(k, false, m->program.symbols + m->program.parameters, n),
              m->program.parameters, false, n);
  add_function(k, &state, "enter", k->plan->enter);
  size_t *free_slots = ARENA_ARRAY(&m->work, size_t, slots + 1), count = 0;
  for (size_t i = momentum_slot(s, 0); i < slots; i++)
    if (partial_state_is_free(m, s, i)) free_slots[count++] = i;
  add_sizes(facts, "freeSlots", free_slots, count);
  const char **names = ARENA_ARRAY(&m->work, const char *, slots + 1);
  for (size_t i = 0; i < slots; i++) names[i] = expr_symbol_name(m->pool, symbol[i]);
  add_names(facts, "slotNames", names, slots);
  double *given = ARENA_ARRAY(&m->work, double, slots + 1);
  for (size_t i = 0; i < slots; i++) given[i] = s->given[i];
  add_numbers(facts, "given", given, slots);
  text_addf(facts, "coordinates: %zu, unknownSlot: %zu, ", s->n,
            free_in_velocities(&m->equations) ? velocity_slot(s, 0) : momentum_slot(s, 0));
  return STATUS_OK;
}

// --- the motion ----------------------------------------------------------------------------------

static void add_motion(Maker *k, const Tape *shapes, Text *facts) {
  System *m = k->m;
  const FlowPlan *plan = k->plan;
  const FlowTapes *t = &plan->tapes;
  const TargetInputs in = inputs_of(k, t->input, plan->fixed, true, plan->n);
  const size_t n = m->equations.n;
  Expr *symbol = ARENA_ARRAY(k->arena, Expr, 2 * n + 1);
  for (size_t i = 0; i < 2 * n; i++) symbol[i] = i < n ? m->equations.q[i] : m->equations.qd[i - n];
  const TargetInputs places =
    inputs_of(k, names_of(k, true, symbol, 2 * n), m->program.parameters, true, 2 * n);
  add_function(k, &in, "rates", t->rate);
  add_function(k, &in, "positionChange", t->position);
  add_function(k, &in, "velocityChange", t->velocity);
  add_function(k, &in, "eventValues", t->event);
  if (t->sides > 0) add_function(k, &in, "slopes", t->slope);
  add_function(k, &in, "row", plan->row);
  if (k->modes != NULL) mode_text_functions(k->modes, k->out);
  add_function(k, &places, "shapes", shapes);
  text_addf(facts,
            "n: %zu, watched: %zu, events: %zu, sides: %zu, positions: %zu, first: %zu, speeds: "
            "%zu, columns: %zu, residuals: %zu,\n"
            "    energy: %zu, fixed: %zu, parameters: %zu, ",
            plan->n, t->watched, t->events, t->sides, t->positions, t->first, t->speeds,
            plan->columns - 1, plan->residuals, plan->energy, plan->fixed, m->program.parameters);
  const double least = run_least_pivot(plan->n);
  text_add(facts, "least: ");
  emit_number_in(&target_js.emit, least, facts);
  text_add(facts, ", ");
  double *direction = ARENA_ARRAY(&m->work, double, t->events + 1);
  for (size_t i = 0; i < m->model->stops.n; i++) {
    const Crossing crossing = m->model->stops.at[i].crossing;
    direction[i] = crossing == CROSSING_RISING ? 1 : crossing == CROSSING_FALLING ? -1 : 0;
  }
  add_numbers(facts, "directions", direction, t->events);
  double *order = ARENA_ARRAY(&m->work, double, t->sides + 1);
  for (size_t i = 0; i < t->sides; i++) order[i] = t->order[i];
  add_numbers(facts, "orders", order, t->sides);
  add_names(facts, "surfaces", plan->surface, t->sides);
  add_sizes(facts, "branches", plan->branch, plan->branches);
  add_names(facts, "columnNames", plan->column, plan->columns - 1);
  add_numbers(facts, "parameterValues", plan->parameters, m->program.parameters);
}

static bool looks_for_pivots(const FlowPlan *plan) {
  const Tape *const all[] = {plan->tapes.rate, plan->tapes.position, plan->tapes.velocity,
                             plan->tapes.event, plan->row};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++)
    if (all[i] != NULL && tape_count(all[i], TAPE_SOLVE) > 0) return true;
  return false;
}

// --- sliders and fields --------------------------------------------------------------------------

#define VALUES_MOST 40  // sliders, and fields, each

static const char *math_of(System *m, Expr symbol, Arena *arena) {
  Text text = text_make(arena);
  print_expr(m->pool, symbol, FORMAT_MATHML, NULL, &text);
  return text_get(&text);
}

static void gather_parameters(const Maker *k, Live *live) {
  System *m = k->m;
  const Model *model = m->model;
  LiveValue *all = ARENA_ARRAY(k->arena, LiveValue, model->parameters.n + 1);
  size_t n = 0;
  for (size_t i = 0; i < model->parameters.n && n < VALUES_MOST; i++) {
    const Parameter *p = &model->parameters.at[i];
    if (expr_is_none(p->value) || !expr_is_number(m->pool, p->value)) continue;
    all[n++] = (LiveValue){.name = p->name,
                           .math = math_of(m, p->symbol, k->arena),
                           .value = m->program.inputs[i],
                           .number = i,
                           .given = true};
  }
  live->parameter = all;
  live->parameters = n;
}

static void gather_initials(const Maker *k, Live *live) {
  System *m = k->m;
  const PartialState *s = &k->initial;
  const size_t slots = slot_count(s);
  const double *state = m->program.inputs + m->program.parameters;
  LiveValue *all = ARENA_ARRAY(k->arena, LiveValue, slots + 1);
  size_t n = 0;
  for (size_t i = 1; i < slots && n < VALUES_MOST; i++) {
    if (i >= momentum_slot(s, 0) && !s->given[i]) continue;
    const Expr symbol = partial_state_symbol(m, s, i);
    all[n++] = (LiveValue){.name = expr_symbol_name(m->pool, symbol),
                           .math = math_of(m, symbol, k->arena),
                           .value = i < momentum_slot(s, 0) ? state[i] : 0,
                           .number = i,
                           .given = s->given[i]};
  }
  live->initial = all;
  live->initials = n;
}

// --- all of it -----------------------------------------------------------------------------------

// Returns the reason why the page cannot compute the motion, or NULL.
static const char *hindrance(const Maker *k, const Motion *motion, const Tape *shapes) {
  System *m = k->m;
  const FlowPlan *plan = k->plan;
  const size_t operations = length_of(plan->tapes.rate) + length_of(plan->tapes.position) +
                            length_of(plan->tapes.velocity) + length_of(plan->row) +
                            length_of(shapes) + k->operations;
  if (operations > LIVE_MOST)
    return text_format(
      k->arena, "the system is too large for that: %zu operations, and a page takes at most %d",
      operations, LIVE_MOST);
  for (size_t i = 0; i < m->program.parameters; i++)
    if (isnan(m->program.inputs[i])) return "not all parameters have values";
  (void) motion;
  return NULL;
}

static Status find_start(System *m) {
  const Simulation *s = &m->model->simulation;
  const Program *p = &m->program;
  States states = {0};
  double t = (double) NAN;
  if (s->given && !expr_is_none(s->from)) TRY(system_constant(m, s->from, s->span, &t));
  TRY(system_start(m, NULL, &t, &states));
  memcpy(p->inputs + p->parameters, states.rows.at[0],
         (program_inputs(p) - p->parameters) * sizeof(double));
  return STATUS_OK;
}

// Writes where the columns of each point and circle begin.
static void add_shapes(const Maker *k, const Animation *a, Text *facts) {
  System *m = k->m;
  double *at = ARENA_ARRAY(&m->work, double, a->points + 1),
         *axes = ARENA_ARRAY(&m->work, double, a->points + 1);
  double *radius = ARENA_ARRAY(&m->work, double, a->circles + 1);
  for (size_t i = 0; i < a->points; i++) {
    at[i] = (double) a->point[i].at;
    axes[i] = a->point[i].axes == ANIMATION_NONE ? -1 : (double) a->point[i].axes;
  }
  for (size_t i = 0; i < a->circles; i++) radius[i] = (double) a->circle[i].radius;
  double *line = ARENA_ARRAY(&m->work, double, a->lines + 1),
         *box = ARENA_ARRAY(&m->work, double, a->boxes + 1);
  double *arrow = ARENA_ARRAY(&m->work, double, a->arrows + 1);
  for (size_t i = 0; i < a->lines; i++)
    line[i] = a->line[i].kind == LINE_CYLINDER ? (double) a->line[i].radius : -1;
  for (size_t i = 0; i < a->boxes; i++) box[i] = (double) a->box[i].vector;
  for (size_t i = 0; i < a->arrows; i++) arrow[i] = (double) a->arrow[i].vector;
  add_numbers(facts, "lineColumns", line, a->lines);
  add_numbers(facts, "boxColumns", box, a->boxes);
  add_numbers(facts, "arrowColumns", arrow, a->arrows);
  add_numbers(facts, "pointColumns", at, a->points);
  add_numbers(facts, "axesColumns", axes, a->points);
  add_numbers(facts, "radiusColumns", radius, a->circles);
  text_addf(facts, "shapeCount: %zu, ", a->columns);
}

Status live_make(System *m, const Motion *motion, const Animation *animation, const Tape *shapes,
                 Arena *arena, Live *live) {
  *live = (Live){0};
  Text functions = text_make(arena), facts = text_make(arena), script = text_make(arena);
  Maker k = {.m = m, .arena = arena, .out = &functions};
  live->why = m->equations.along.untimed;
  if (live->why != NULL) return STATUS_OK;
  k.plan = ARENA_NEW(&m->work, FlowPlan);
  arena_defer(&m->work, clear_plan, k.plan);
  TRY(system_ready(m));
  TRY(find_start(m));
  TRY(draw_plan(m, k.plan, &live->why));
  k.initial = partial_state_make(m);
  if (live->why != NULL) return STATUS_OK;
  ExportedModes modes;
  if (model_has_modes(m->model)) {
    TRY(draw_modes(m, &modes, &live->why));
    if (live->why != NULL) return STATUS_OK;
    k.modes = &modes;
    k.operations += length_of(modes.terms) + length_of(modes.shown) + length_of(modes.sided) + length_of(modes.surface);
  }
  live->why = hindrance(&k, motion, shapes);
  if (live->why != NULL) return STATUS_OK;
  add_motion(&k, shapes, &facts);
  add_shapes(&k, animation, &facts);
  TRY(add_start(&k, &facts));
  live->why = hindrance(&k, motion, shapes);
  if (live->why != NULL) return STATUS_OK;
  gather_parameters(&k, live);
  gather_initials(&k, live);
  if (motion->charts > 0)
    live->remark = "The run of the program changed its variables on the way; in the page a motion "
                   "ends where the first ones fail.";
  text_add(&script, "const liveModel = (() => {\n  \"use strict\";\n\n");
  if (looks_for_pivots(k.plan)) target_pivoting(&target_js, &script);
  text_add(&script, text_get(&functions));
  text_addf(&script,
            "  return {rates, positionChange, velocityChange, eventValues, row, shapes, "
            "initialValues, derivedValues,\n"
            "    completePositions, completeVelocities, enter,%s\n    %s",
            k.plan->sides > 0 ? " slopes," : "", text_get(&facts));
  if (k.modes != NULL) {
    text_add(&script, "modeTerms, modeSided, modeSurfaces, modeCrossings, modeAssigned, modeRow, modes: ");
    mode_text_facts(k.modes, &script);
    text_add(&script, ",\n    ");
  }
  text_addf(
    &script,
    "hasShapes: %s, from: %.17g, to: %.17g, end: \"%s\", rtol: %.17g, atol: %.17g};\n})();\n\n",
    shapes != NULL ? "true" : "false", motion->from, motion->t,
    motion->end == RUN_DONE    ? "done"
    : motion->end == RUN_EVENT ? "event"
                               : "early",
    motion->rtol, motion->atol);
  mode_text_follow(k.modes != NULL, k.plan->sides > 0 || (k.modes != NULL && k.modes->sides > 0), &script);
  live->script = text_get(&script);
  return STATUS_OK;
}
