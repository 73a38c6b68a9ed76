// answer/export.c: the equations of motion as source text.

#include "answer/export.h"
#include "ground/jumps.h"
#include "answer/export_impl.h"
#include "draw/modes.h"
#include "program/flow.h"
#include "motion/run.h"
#include "native/emit.h"
#include "print/print.h"
#include "report/export.h"
#include <math.h>
#include <string.h>

typedef ARRAY(Expr) Roots;
typedef ARRAY(const char *) NameList;

// Makes a tape of these expressions, held by the working memory.
static Status make_tape(MotionTape *s, const Expr *roots, size_t n, const Tape **tape) {
  Value *values = ARENA_ARRAY(&s->m->work, Value, n + 1);
  TRY(motion_tape_lower(s, roots, n, values));
  Tape **held = system_hold_tape(s->m);
  *tape = *held = tape_finish(s->b, values, n);
  return STATUS_OK;
}

static Status constraint_tapes(MotionTape *s, ExportedEquations *e) {
  System *m = s->m;
  const Constraints *c = &m->equations.constraints;
  Roots residuals = {0}, multipliers = {0};
  NameList residual_names = {0}, multiplier_names = {0};
  for (size_t a = 0; a < c->r; a++) {
    const Expr levels[] = {c->row[a].position, c->row[a].velocity};
    for (size_t i = 0; i < 2; i++) {
      if (expr_is_none(levels[i])) continue;
      array_push(&m->work, &residuals, levels[i]);
      const bool rate = i == 1 && !expr_is_none(levels[0]);
      array_push(&m->work, &residual_names,
                 text_format(&m->work, rate ? "%s'" : "%s", c->row[a].name));
    }
    array_push(&m->work, &multipliers, c->row[a].lambda);
    array_push(&m->work, &multiplier_names, c->row[a].name);
  }
  e->residual_name = residual_names.at;
  e->multiplier_name = multiplier_names.at;
  if (residuals.n > 0) TRY(make_tape(s, residuals.at, residuals.n, &e->residual));
  if (multipliers.n > 0) TRY(make_tape(s, multipliers.at, multipliers.n, &e->multiplier));
  return STATUS_OK;
}

// --- further functions ---------------------------------------------------------------------------

// Adds a function of these expressions, as rows of `columns` numbers or as a list.
static Status add_function(MotionTape *s, ExportedEquations *e, ExportedFunction f,
                           const Expr *roots) {
  const size_t n = f.rows * (f.columns > 0 ? f.columns : 1);
  if (n > 0) TRY(make_tape(s, roots, n, &f.tape));
  e->further[e->furthers++] = f;
  return STATUS_OK;
}

static const char **entry_labels(System *m, const char *letter, const Expr *row, size_t rows,
                                 const Expr *column, size_t columns) {
  const char **labels = ARENA_ARRAY(&m->work, const char *, rows * columns + 1);
  for (size_t i = 0; i < rows * columns; i++) {
    const char *right = expr_symbol_name(m->pool, column[i % columns]);
    const char *left = row != NULL ? expr_symbol_name(m->pool, row[i / columns])
                                   : m->equations.constraints.row[i / columns].name;
    labels[i] = text_format(&m->work, "%s[%s, %s]", letter, left, right);
  }
  return labels;
}

// Adds M u' = F + B^T lambda, A u' = b of the free system, for any method.
static Status problem_tapes(MotionTape *s, ExportedEquations *e) {
  System *m = s->m;
  const Problem *p = &m->equations.free;
  const Constraints *c = &m->equations.constraints;
  const char **force = ARENA_ARRAY(&m->work, const char *, p->m + 1);
  const char **bias = ARENA_ARRAY(&m->work, const char *, c->r + 1);
  for (size_t i = 0; i < p->m; i++)
    force[i] = text_format(&m->work, "F[%s]", expr_symbol_name(m->pool, p->u[i]));
  for (size_t a = 0; a < c->r; a++) bias[a] = c->row[a].name;
  const char *u = p->m > 0 ? expr_symbol_name(m->pool, p->u[0]) : "u";
  TRY(add_function(
    s, e,
    (ExportedFunction){
      "mass", text_format(&m->work, "M of M u' = F + B^T lambda, A u' = b; u: %s and so on", u),
      NULL, p->m, p->m, entry_labels(m, "M", p->u, p->m, p->u, p->m)},
    problem_M(p)->at));
  TRY(add_function(s, e, (ExportedFunction){"force", "F of the same", NULL, p->m, 0, force}, problem_F(p)));
  TRY(add_function(s, e,
                   (ExportedFunction){"constraint_matrix", "A of the same", NULL, c->r,
                                      c->r > 0 ? p->m : 0,
                                      entry_labels(m, "A", NULL, c->r, p->u, p->m)},
                   p->A.at));
  if (motion_tape_is_servo(c))
    TRY(add_function(s, e,
                     (ExportedFunction){"reaction_matrix", "B of the same; A where it is missing",
                                        NULL, c->r, p->m,
                                        entry_labels(m, "B", NULL, c->r, p->u, p->m)},
                     p->B.at));
  return add_function(
    s, e, (ExportedFunction){"constraint_bias", "b of the same", NULL, c->r, 0, bias}, p->b);
}

#define JACOBIAN_MOST 2000  // states: each entry is a line of the file, at least

// Adds the derivatives of the rates by the state, unless they are too long to write down.
static Status jacobian_tape(MotionTape *s, ExportedEquations *e) {
  System *m = s->m;
  if (s->n > JACOBIAN_MOST) return STATUS_OK;
  Value *J = ARENA_ARRAY(&m->work, Value, s->n * s->n + 1);
  const Status status = tape_jacobian(s->b, s->rate, s->n, s->y, s->n, J);
  if (status == STATUS_LIMIT) return STATUS_OK;
  TRY(status);
  const char **labels = ARENA_ARRAY(&m->work, const char *, s->n * s->n + 1);
  const char *const *names = e->input + e->fixed + 1;
  for (size_t i = 0; i < s->n * s->n; i++)
    labels[i] = text_format(&m->work, "d (%s)' / d %s", names[i / s->n], names[i % s->n]);
  Tape **held = system_hold_tape(m);
  *held = tape_finish(s->b, J, s->n * s->n);
  e->further[e->furthers++] = (ExportedFunction){
    "jacobian", "the derivatives of the rates by the state", *held, s->n, s->n, labels};
  return STATUS_OK;
}

// Adds what ends the mode of these equations: each `when`, then the open unilateral constraints;
// and the values that the `when`s assign, in order.
static Status mode_tapes(MotionTape *s, ExportedEquations *e) {
  System *m = s->m;
  const Model *model = m->model;
  size_t declared;
  const Constraint *all = model_declared(model, &declared);
  ARRAY(Expr) ends = {0};
  ARRAY(Expr) values = {0};
  ARRAY(const char *) end_names = {0};
  ARRAY(const char *) value_names = {0};
  for (size_t i = 0; i < model->whens.n; i++) {
    const When *when = &model->whens.at[i];
    array_push(&m->work, &ends, when->difference);
    array_push(&m->work, &end_names,
               *when->label != '\0' ? when->label : text_format(&m->work, "when %zu", i + 1));
    for (size_t k = 0; k < when->actions.n; k++) {
      const Action *action = &when->actions.at[k];
      if (action->kind != ACTION_ASSIGN) continue;
      array_push(&m->work, &values, action->value);
      array_push(&m->work, &value_names, expr_symbol_name(m->pool, action->symbol));
    }
  }
  for (size_t i = 0; i < declared; i++) {
    if (!all[i].unilateral || model_use(model, i) != USE_WATCHED) continue;
    array_push(&m->work, &ends, all[i].residual);
    array_push(&m->work, &end_names, all[i].name);
  }
  TRY(add_function(s, e,
                   (ExportedFunction){"mode_ends",
                                      "differences whose zeros change the constraints (when, >=)",
                                      NULL, ends.n, 0, end_names.at},
                   ends.at));
  return add_function(s, e,
                      (ExportedFunction){"assigned", "what the events of the model (when) assign",
                                         NULL, values.n, 0, value_names.at},
                      values.at);
}

static Status observable_tapes(MotionTape *s, ExportedEquations *e) {
  System *m = s->m;
  const Model *model = m->model;
  const size_t n = e->observables = model->observables.n, events = e->events = model->stops.n;
  Expr *roots = ARENA_ARRAY(&m->work, Expr, n + events + 1);
  const char **names = ARENA_ARRAY(&m->work, const char *, n + 1);
  const char **stops = ARENA_ARRAY(&m->work, const char *, events + 1);
  int *direction = ARENA_ARRAY(&m->work, int, events + 1);
  const int way =
    system_pace(m) < 0 ? -1 : 1;  // what rises with time falls with a variable that falls
  for (size_t i = 0; i < n; i++) {
    names[i] = model->observables.at[i].name;
    roots[i] = model->observables.at[i].value;
  }
  for (size_t i = 0; i < events; i++) {
    const Stop *stop = &model->stops.at[i];
    stops[i] = print_expr_text(m->pool, stop->difference, &m->work);
    direction[i] =
      way * ((stop->crossing == CROSSING_RISING) - (stop->crossing == CROSSING_FALLING));
    roots[n + i] = stop->difference;
  }
  e->observable_name = names;
  e->event_name = stops;
  e->direction = direction;
  TRY(add_function(
    s, e, (ExportedFunction){"observables", "what the model observes", NULL, n, 0, names}, roots));
  TRY(add_function(s, e,
                   (ExportedFunction){"events", "differences whose zeros end a run (stop when)",
                                      NULL, events, 0, stops},
                   roots + n));
  return model_has_modes(model) ? mode_tapes(s, e) : STATUS_OK;
}

// --- all of it -----------------------------------------------------------------------------------

// Makes a C name from that of a file or system.
static const char *make_prefix(System *m, const char *name) {
  const char *made = emit_name(&m->work, name && *name ? name : "model", NULL, 0);
  return made[0] >= '0' && made[0] <= '9' ? text_format(&m->work, "m%s", made) : made;
}

static void clear_plan(void *object) {
  flow_plan_clear(object);
}

// Finds where a run would begin and end.
static Status find_ends(System *m, ExportedEquations *e) {
  const Simulation s = system_simulation(m);
  e->from = system_variable(m);
  e->to = e->from + m->equations.along.usual;
  return s.given && !expr_is_none(s.to) ? system_constant(m, s.to, s.span, &e->to) : STATUS_OK;
}

// Puts the state from which a run would start into the inputs of the program.
static Status find_start(System *m) {
  const Program *p = &m->program;
  const Simulation s = system_simulation(m);
  States states = {0};
  double t = (double) NAN;
  if (s.given && !expr_is_none(s.from)) TRY(system_constant(m, s.from, s.span, &t));
  TRY(system_start(m, NULL, &t, &states));
  memcpy(p->inputs + p->parameters, states.rows.at[0],
         (program_inputs(p) - p->parameters) * sizeof(double));
  return system_check_start(m);
}

// Makes the tape of rates, pivots, and the measure of each pivot.
static const Tape *rate_tape(MotionTape *s) {
  const size_t n = s->n + 2 * s->watched;
  Value *values = ARENA_ARRAY(&s->m->work, Value, n);
  memcpy(values, s->rate, s->n * sizeof *values);
  memcpy(values + s->n, s->pivot, s->watched * sizeof *values);
  memcpy(values + s->n + s->watched, s->scale, s->watched * sizeof *values);
  Tape **held = system_hold_tape(s->m);
  return *held = tape_finish(s->b, values, n);
}

// Can a motion begin at the start?
static Status check_start(MotionTape *s) {
  bool good = true;
  for (size_t i = 0; i < s->n; i++) good = good && isfinite(tape_number(s->b, s->rate[i]));
  for (size_t i = 0; i < s->watched; i++)
    good = good && fabs(tape_number(s->b, s->pivot[i])) >
                     run_least_pivot(s->n) * fabs(tape_number(s->b, s->scale[i]));
  if (good) return STATUS_OK;
  diag_report(&s->m->diags, DIAG_EXPORT_SINGULAR, (Span){0});
  return STATUS_DOMAIN;
}

// Makes the tapes of a run with events: it ends by `stop when`, or forces switch.
static Status find_run(System *m, ExportedEquations *e) {
  FlowPlan *plan = ARENA_NEW(&m->work, FlowPlan);
  arena_defer(&m->work, clear_plan, plan);
  TRY(draw_plan(m, plan, &e->alone));
  if (e->alone == NULL && plan->tapes.events > 0) e->flow = &plan->tapes;
  e->surface = plan->surface;
  return STATUS_OK;
}

static Status find_target(System *m, const char *name, const ExportTarget **target) {
  *target = export_target(name);
  if (*target != NULL) return STATUS_OK;
  Text names = text_make(&m->work);
  for (const ExportTarget *const *known = export_targets(); *known != NULL; known++)
    text_addf(&names, "%s`%s`", names.n > 0 ? ", " : "", (*known)->name);
  diag_report(&m->diags, DIAG_EXPORT_TARGET, (Span){0}, text_get(&names), name);
  if (strcmp(name, "fmu") == 0 || strcmp(name, "modelica") == 0)
    diag_help(&m->diags, "Modelica tools read an FMU: `fmu2` or `fmu3`");
  return STATUS_INPUT;
}

// simulate follows velocities that jump with a constraint, or ends there; equations for
// accelerations can do neither.
static Status check_jumps(System *m) {
  TRY(system_equations(m));
  Expr where;
  const ConstraintRow *row = jumps_of_constraint(&m->equations, NULL, 0, &m->work, &where);
  if (row == NULL) return STATUS_OK;
  diag_report(&m->diags, DIAG_EXPORT_JUMPS, row->span, row->name,
              print_expr_text(m->pool, where, &m->work));
  return STATUS_INPUT;
}

Status answer_export(System *m, const ExportRequest *request, Text *out) {
  const ExportTarget *target;
  TRY(find_target(m, request->target, &target));
  TRY(check_jumps(m));
  if (target->fmi != 0)
    return export_fmu(m, target->fmi, make_prefix(m, request->name), request, out);
  TRY(system_ready(m));
  FlowPlan *plan = ARENA_NEW(&m->work, FlowPlan);
  arena_defer(&m->work, clear_plan, plan);
  TRY(find_start(m));
  MotionTape s;
  TRY(flow_open(m, &(FlowWish){0}, plan, &s));
  TRY(check_start(&s));
  ExportedEquations e = {.title = system_title(m),
                         .method = m->equations.method->name,
                         .prefix = make_prefix(m, request->name),
                         .fixed = plan->fixed,
                         .n = plan->n,
                         .watched = s.watched,
                         .least = run_least_pivot(s.n),
                         .input = plan->tapes.input,
                         .parameter = plan->parameters,
                         .start = plan->reference + plan->fixed + 1,
                         .rate = rate_tape(&s)};
  TRY(find_ends(m, &e));
  TRY(make_tape(&s, &m->equations.energy, 1, &e.energy));
  TRY(problem_tapes(&s, &e));
  TRY(jacobian_tape(&s, &e));
  TRY(motion_tape_define_motion(&s));
  TRY(constraint_tapes(&s, &e));
  TRY(observable_tapes(&s, &e));
  ExportedModes modes;
  if (model_has_modes(m->model)) {
    TRY(draw_modes(m, &modes, &e.alone));
    if (e.alone == NULL) e.modes = &modes;
    TRY(export_jumps(&s, &e));
  } else {
    TRY(find_run(m, &e));
  }
  export_write(target, &e, out);
  return STATUS_OK;
}
