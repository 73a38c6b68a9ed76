// program/compile.c: equations to tapes, parameters to numbers.

#include "program/state_tape.h"
#include "methods/constraints.h"
#include "ground/ground.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- constants -----------------------------------------------------------------------------------

static void report_valueless(System *m, size_t parameter) {
  const Parameter *p = &m->model->parameters.at[parameter];
  diag_report(&m->diags, DIAG_PARAMETER_VALUE, p->span, p->name);
  diag_help(&m->diags, "give it one: --set %s=1", p->name);
}

static void destroy_held(void *object) {
  tape_destroy(*(Tape **) object);
}

Tape **system_hold_tape_in(Arena *arena) {
  Tape **held = ARENA_NEW(arena, Tape *);
  arena_defer(arena, destroy_held, held);
  return held;
}

Tape **system_hold_tape(System *m) {
  return system_hold_tape_in(&m->work);
}

// Evaluates one expression of the parameters with a tape.
static Status run_once(System *m, Expr e, const double *parameters, double *value) {
  TapeBuilder *b = tape_builder_create(&m->work, m->pool);
  for (size_t i = 0; i < m->model->parameters.n; i++)
    tape_input(b, m->model->parameters.at[i].symbol);
  Value v;
  Expr missing;
  TRY(tape_lower(b, &e, 1, &v, &missing));
  Tape **tape = system_hold_tape(m);
  *tape = tape_finish(b, &v, 1);
  double *work = ARENA_ARRAY(&m->work, double, tape_values(*tape));
  memcpy(work, parameters, m->model->parameters.n * sizeof *work);
  tape_start(*tape, work);
  tape_run(*tape, work);
  *value = work[tape_output(*tape, 0)];
  return STATUS_OK;
}

Status system_constant(System *m, Expr e, Span span, double *value) {
  if (expr_is_number(m->pool, e)) {
    *value = ratio_double(m->pool, expr_ratio_of(m->pool, e));
  } else {
    for (size_t i = 0; i < m->model->parameters.n; i++) {
      if (!isnan(m->program.inputs[i]) ||
          !expr_depends(m->pool, e, m->model->parameters.at[i].symbol))
        continue;
      report_valueless(m, i);
      return STATUS_INPUT;
    }
    const ArenaMark mark = arena_mark(&m->work);
    const Status status = run_once(m, e, m->program.inputs, value);
    arena_release(&m->work, mark);
    TRY(status);
  }
  if (isfinite(*value)) return STATUS_OK;
  diag_report(&m->diags, DIAG_STATE_FINITE, span, "this expression");
  return STATUS_INPUT;
}

// Does the value of parameter i depend on another parameter whose value is not yet computed?
static bool waits(System *m, size_t i) {
  const Model *model = m->model;
  const Expr value = model->parameters.at[i].value;
  if (expr_is_number(m->pool, value)) return false;
  const ArenaMark mark = arena_mark(&m->work);
  const ExprList symbols = expr_symbols(m->pool, &value, 1, &m->work);
  bool found = false;
  for (size_t k = 0; k < symbols.n && !found; k++) {
    size_t j;
    found = !expr_same(symbols.at[k], EXPR_PI) &&
            model_role(model, symbols.at[k], &j) == ROLE_CONSTANT && isnan(m->program.inputs[j]) &&
            !expr_is_none(model->parameters.at[j].value);
  }
  arena_release(&m->work, mark);
  return found;
}

// NaN marks a parameter without a value. --set may make a parameter depend on a later one, so this repeats
// until nothing changes.
Status system_parameters(System *m) {
  const Model *model = m->model;
  double *values = m->program.inputs;
  if (m->held != NULL) {
    memcpy(values, m->held, model->parameters.n * sizeof *values);
    return STATUS_OK;
  }
  for (size_t i = 0; i < model->parameters.n; i++) values[i] = (double) NAN;
  bool progress = true;
  while (progress) {
    progress = false;
    for (size_t i = 0; i < model->parameters.n; i++) {
      const Parameter *p = &model->parameters.at[i];
      if (!isnan(values[i]) || expr_is_none(p->value) || waits(m, i)) continue;
      double value;
      TRY(system_constant(m, p->value, p->span, &value));
      values[i] = value;
      progress = true;
    }
  }
  for (size_t i = 0; i < model->parameters.n; i++) {
    if (!isnan(values[i]) || expr_is_none(model->parameters.at[i].value)) continue;
    report_valueless(m, i);  // parameters that wait for each other
    return STATUS_INPUT;
  }
  return STATUS_OK;
}

// --- outputs besides the accelerations -----------------------------------------------------------

static void add_output(System *m, const char *group, const char *name, Expr value) {
  array_push(&m->arena, &m->program.outputs, ((Output){group, name, value}));
}

typedef struct {
  ARRAY(Expr) from;
  ARRAY(Expr) to;
} Replacement;

static void replace(System *m, Replacement *r, Expr from, Expr to) {
  if (expr_is_none(from) || expr_is_none(to)) return;
  array_push(&m->work, &r->from, from);
  array_push(&m->work, &r->to, to);
}

static void replace_named(System *m, Replacement *r, const char *name, Expr to) {
  Expr symbol;
  if (expr_find_symbol(m->pool, str(name), &symbol)) replace(m, r, symbol, to);
}

// Returns the residual of a constraint as the model states it.
static Expr residual_of(System *m, size_t a) {
  const ConstraintRow *row = &m->equations.constraints.row[a];
  if (row->level == LEVEL_POSITION) return row->position;
  if (row->level == LEVEL_VELOCITY) return row->velocity;
  Expr sum = expr_neg(m->pool, m->equations.constraints.b[a]);
  for (size_t i = 0; i < m->equations.n; i++) {
    const Expr entry = *matrix_entry(&m->equations.constraints.A, a, i);
    sum = expr_add(m->pool, sum, expr_mul(m->pool, entry, m->equations.qdd[i]));
  }
  return sum;
}

// Is the symbol one of these, which are sorted by id?
static bool is_among(const ExprList *symbols, Expr symbol) {
  size_t low = 0, high = symbols->n;
  while (low < high) {
    const size_t middle = low + (high - low) / 2;
    if (symbols->at[middle].id < symbol.id)
      low = middle + 1;
    else
      high = middle;
  }
  return low < symbols->n && expr_same(symbols->at[low], symbol);
}

// Writes the quantities that expressions may use in terms of the state and the accelerations, if the roots
// contain them.
static Replacement quantities(System *m, const Expr *roots, size_t n) {
  const Equations *eq = &m->equations;
  const ExprList used = expr_symbols(m->pool, roots, n, &m->work);
  Replacement r = {0};
  replace_named(m, &r, names_quantity(QUANTITY_ENERGY), eq->energy);
  replace_named(m, &r, names_quantity(QUANTITY_KINETIC_ENERGY), eq->kinetic);
  replace_named(m, &r, names_quantity(QUANTITY_POTENTIAL_ENERGY), eq->potential);
  for (size_t i = 0; i < eq->n; i++) {
    const Expr p = model_momentum_symbol(m->model, i), rate = expr_symbol_rate(m->pool, p);
    const Expr reaction = rates_reaction_symbol(eq, i);
    if (is_among(&used, p)) replace(m, &r, p, equations_momentum(eq)[i]);
    if (is_among(&used, rate)) replace(m, &r, rate, rates_momentum(eq, i));
    if (is_among(&used, reaction)) replace(m, &r, reaction, rates_reaction(eq, i));
  }
  for (size_t i = 0; i < m->model->speeds.n; i++) {
    const Speed *speed = &m->model->speeds.at[i];
    if (expr_is_none(speed->definition)) continue;
    replace(m, &r, speed->z, speed->definition);
    replace(m, &r, speed->zd, expr_rate(m->pool, speed->definition));
  }
  for (size_t a = 0; a < eq->constraints.r; a++)
    replace_named(m, &r, text_format(&m->work, "residual(%s)", eq->constraints.row[a].name),
                  residual_of(m, a));
  return r;
}

// Adds 1 for each constraint in force here, 0 for the others, if the constraints of the model come and go.
static void add_mode(System *m) {
  size_t n;
  const Constraint *all = model_declared(m->model, &n);
  for (size_t i = 0; model_has_modes(m->model) && i < n; i++)
    add_output(m, "in_force", all[i].name,
               model_use(m->model, i) == USE_IN_FORCE ? EXPR_ONE : EXPR_ZERO);
}

static Status gather_outputs(System *m) {
  const Equations *eq = &m->equations;
  m->program.outputs.n = 0;
  for (size_t i = 0; i < eq->n; i++) {
    const Expr p = model_momentum_symbol(m->model, i);
    add_output(m, "momenta", expr_symbol_name(m->pool, p), equations_momentum(eq)[i]);
  }
  for (size_t i = 0; i < eq->n; i++) {
    const Expr rate = expr_symbol_rate(m->pool, model_momentum_symbol(m->model, i));
    add_output(m, "momentum_rates", expr_symbol_name(m->pool, rate), rates_momentum(eq, i));
  }
  for (size_t i = 0; i < m->model->speeds.n; i++) {
    const Speed *speed = &m->model->speeds.at[i];
    add_output(m, "speeds", speed->name,
               expr_is_none(speed->definition) ? speed->z : speed->definition);
  }
  for (size_t i = 0; i < m->model->speeds.n; i++) {
    const Speed *speed = &m->model->speeds.at[i];
    const Expr rate =
      expr_is_none(speed->definition) ? speed->zd : expr_rate(m->pool, speed->definition);
    add_output(m, "speed_rates", expr_symbol_name(m->pool, speed->zd), rate);
  }
  for (size_t a = 0; a < eq->constraints.r; a++)
    add_output(m, "multipliers", eq->constraints.row[a].name, eq->constraints.row[a].lambda);
  for (size_t i = 0; equations_constrained(eq) && i < eq->n; i++)
    add_output(m, "reactions", m->model->coordinates.at[i].name, rates_reaction(eq, i));
  for (size_t a = 0; a < eq->constraints.r; a++)
    add_output(m, "residuals", eq->constraints.row[a].name, residual_of(m, a));
  add_output(m, "energy", NULL, eq->energy);
  add_mode(m);
  Expr *observed = ARENA_ARRAY(&m->work, Expr, m->model->observables.n + 1);
  for (size_t i = 0; i < m->model->observables.n; i++)
    observed[i] = m->model->observables.at[i].value;
  const Replacement r = quantities(m, observed, m->model->observables.n);
  for (size_t i = 0; i < m->model->observables.n; i++) {
    const Observable *o = &m->model->observables.at[i];
    const Expr value = expr_substitute(m->pool, o->value, r.from.at, r.to.at, r.from.n);
    if (expr_is_none(value)) {
      (void) expr_trouble(m->pool);
      diag_report(&m->diags, DIAG_DIVISION, o->span);
      return STATUS_INPUT;
    }
    add_output(m, "observables", o->name, value);
  }
  return STATUS_OK;
}

// --- tapes ---------------------------------------------------------------------------------------

static void declare_inputs(const System *m, TapeBuilder *b) {
  for (size_t i = 0; i < program_inputs(&m->program); i++) tape_input(b, m->program.symbols[i]);
}

// Declares the motion's results as inputs: accelerations, multipliers, reactions, rates of free speeds or momenta.
static void declare_motion(System *m, TapeBuilder *b) {
  const Equations *eq = &m->equations;
  for (size_t i = 0; i < eq->n; i++) tape_input(b, eq->qdd[i]);
  for (size_t a = 0; a < eq->constraints.r; a++) tape_input(b, eq->constraints.row[a].lambda);
  for (size_t i = 0; i < eq->n; i++) tape_input(b, rates_push_symbol(eq, i));
  for (size_t i = 0; i < eq->beside; i++) tape_input(b, eq->state.zd[i]);
}

static Span span_of_observable(const System *m, Expr symbol) {
  for (size_t i = 0; i < m->model->observables.n; i++)
    if (expr_depends(m->pool, m->model->observables.at[i].value, symbol))
      return m->model->observables.at[i].span;
  return (Span){0};
}

// Reports a symbol that is not known here: a speed of the model that is not a variable of the method, or something
// in an observable.
static void report_missing(System *m, Expr missing) {
  const Equations *eq = &m->equations;
  const Span span = span_of_observable(m, missing);
  const char *name = expr_symbol_name(m->pool, missing);
  bool is_speed = false;
  for (size_t k = 0; k < eq->given.m; k++) is_speed |= expr_same(eq->given.z[k], missing);
  if (!is_speed || span.source != NULL) {
    diag_report(&m->diags, DIAG_NOT_COMPUTED, span, name);
    return;
  }
  diag_report(&m->diags, DIAG_METHOD_NO_SPEEDS, m->model->coordinates.at[0].rate_span, name,
              eq->method->name);
  diag_help(&m->diags, "use --method appell, or state the constraints with `constraint` instead");
}

Status system_lower(System *m, TapeBuilder *b, const Expr *roots, size_t n, Value *values) {
  for (size_t i = 0; i < m->program.parameters; i++) {
    if (!isnan(m->program.inputs[i])) continue;
    for (size_t k = 0; k < n; k++) {
      if (!expr_depends(m->pool, roots[k], m->program.symbols[i])) continue;
      report_valueless(m, i);
      return STATUS_INPUT;
    }
  }
  Expr missing = EXPR_NONE;
  const Status status = tape_lower(b, roots, n, values, &missing);
  if (status == STATUS_INPUT) report_missing(m, missing);
  return status;
}

typedef ARRAY(Expr) Roots;

static void add_roots(System *m, Roots *roots, const Expr *at, size_t n) {
  for (size_t i = 0; i < n; i++) array_push(&m->work, roots, at[i]);
}

// Adds a symmetric matrix, by rows up to the diagonal, then the right-hand side.
static void add_problem(System *m, Roots *roots, const Matrix *M, const Expr *F) {
  for (size_t i = 0; i < M->rows; i++) add_roots(m, roots, matrix_entry(M, i, 0), i + 1);
  add_roots(m, roots, F, M->rows);
}

Status system_tape_of(System *m, const Expr *roots, size_t n, Tape **tape) {
  TapeBuilder *b = tape_builder_create(&m->work, m->pool);
  declare_inputs(m, b);
  Value *values = ARENA_ARRAY(&m->work, Value, n + 1);
  TRY(system_lower(m, b, roots, n, values));
  *tape = tape_finish(b, values, n);
  return STATUS_OK;
}

void system_changes_of(System *m, Expr e, Expr *relative, Expr *absolute) {
  ExprPool *pool = m->pool;
  const ExprList symbols = expr_symbols(pool, &e, 1, &m->work);
  *relative = *absolute = EXPR_ZERO;
  for (size_t i = 0; i < symbols.n; i++) {
    if (expr_is_constant(pool, symbols.at[i]) || expr_same(symbols.at[i], EXPR_TIME)) continue;
    const Expr slope = expr_call1(pool, FN_ABS, expr_diff(pool, e, symbols.at[i]));
    const Expr size = expr_call1(pool, FN_ABS, symbols.at[i]);
    *relative = expr_add(pool, *relative, expr_mul(pool, slope, size));
    *absolute = expr_add(pool, *absolute, slope);
  }
}

#define SPREAD 1000  // a row that vanishes is scaled by its change with the state, divided by this

// A row that vanishes wherever the constraints hold may be a single term, like sin(b) for an angle of 0, whose
// digits have no meaning.
Expr system_row_size(System *m, const Matrix *A, size_t a) {
  const bool *vanishing = ground_of(&m->equations)->vanishing;
  const bool changes = vanishing != NULL && A->rows == m->equations.constraints.r && vanishing[a];
  Expr size = EXPR_ZERO;
  for (size_t i = 0; i < A->columns; i++) {
    const Expr e = *matrix_entry(A, a, i);
    Expr relative = EXPR_ZERO, absolute = EXPR_ZERO;
    if (changes) system_changes_of(m, e, &relative, &absolute);
    const Expr change = expr_add(m->pool, relative, absolute);
    size = expr_add(m->pool, size, expr_size_of_terms(m->pool, e));
    size = expr_add(m->pool, size, expr_div(m->pool, change, expr_int(m->pool, SPREAD)));
  }
  return size;
}

static void add_row_sizes(System *m, Roots *roots, const Matrix *A) {
  for (size_t a = 0; a < A->rows; a++) array_push(&m->work, roots, system_row_size(m, A, a));
}

static Status system_tape(System *m, EvaluatorParts *parts) {
  const Equations *eq = &m->equations;
  const Constraints *c = &eq->constraints;
  Roots roots = {0};
  add_problem(m, &roots, problem_M(&eq->free), problem_F(&eq->free));
  add_roots(m, &roots, c->A.at, c->r * eq->n);
  add_roots(m, &roots, c->B.at, c->r * eq->n);
  add_roots(m, &roots, c->b, c->r);
  add_row_sizes(m, &roots, &c->A);
  TRY(system_tape_of(m, roots.at, roots.n, &parts->system));
  m->program.system_length = tape_length(parts->system);
  return state_tape_make(m, roots.at, roots.n, parts);
}

// Replaces quantities that are not inputs, such as quasi-velocities, by formulas of the inputs.
void system_in_inputs(System *m, Expr *roots, size_t n) {
  const Replacement r = quantities(m, roots, n);
  expr_substitute_all(m->pool, roots, n, r.from.at, r.to.at, r.from.n);
}

static Status reduced_tape(System *m, EvaluatorParts *parts) {
  const Equations *eq = &m->equations;
  const Problem *p = problem_by_time(eq);
  if (equations_are_free(eq)) return STATUS_OK;  // one tape serves both
  Roots roots = {0};
  add_problem(m, &roots, problem_M(p), problem_F(p));
  if (p->rows > 0) {
    add_roots(m, &roots, p->A.at, p->rows * p->m);
    add_roots(m, &roots, p->b, p->rows);
    add_row_sizes(m, &roots, &p->A);
  }
  add_roots(m, &roots, p->psi, eq->n);
  add_roots(m, &roots, p->psi_z.at, eq->n * p->m);
  add_roots(m, &roots, p->drift, eq->n);
  system_in_inputs(m, roots.at, roots.n);
  TRY(system_tape_of(m, roots.at, roots.n, &parts->reduced));
  m->program.system_length += tape_length(parts->reduced);
  return STATUS_OK;
}

// psi_z and the drift psi_q q' + psi_t of the model's own rates, if the problem has other unknowns
static Status speeds_tape(System *m, EvaluatorParts *parts) {
  const Equations *eq = &m->equations;
  parts->output_rates = m->program.speeds;
  const Expr *z = eq->state.z;
  if (m->program.speeds == 0) return STATUS_OK;
  if (eq->problem.m > 0 && expr_same(eq->problem.u[0], z[0])) return STATUS_OK;
  const FreeSystem free = free_system(m->model, &m->work);
  Roots roots = {0};
  for (size_t i = 0; i < eq->n; i++)
    for (size_t k = 0; k < m->program.speeds; k++)
      array_push(&m->work, &roots, expr_diff(m->pool, eq->state.psi[i], z[k]));
  for (size_t i = 0; i < eq->n; i++)
    array_push(&m->work, &roots, rate_along(&free, eq->state.psi[i], eq->qd));
  return system_tape_of(m, roots.at, roots.n, &parts->speeds);
}

bool system_needs_motion(System *m, const Expr *roots, size_t n) {
  const Equations *eq = &m->equations;
  for (size_t i = 0; i < n; i++) {
    if (expr_depends_on_any(m->pool, roots[i], eq->qdd, eq->n)) return true;
    if (expr_depends_on_any(m->pool, roots[i], eq->state.zd, eq->beside)) return true;
    for (size_t a = 0; a < eq->constraints.r; a++)
      if (expr_depends(m->pool, roots[i], eq->constraints.row[a].lambda)) return true;
    for (size_t k = 0; k < eq->n; k++)
      if (expr_depends(m->pool, roots[i], rates_push_symbol(eq, k))) return true;
  }
  return false;
}

Status system_output_tape(System *m, const Expr *roots, size_t n, Tape **tape) {
  TapeBuilder *b = tape_builder_create(&m->work, m->pool);
  declare_inputs(m, b);
  declare_motion(m, b);
  Value *values = ARENA_ARRAY(&m->work, Value, n + 1);
  TRY(system_lower(m, b, roots, n, values));
  *tape = tape_finish(b, values, n);
  return STATUS_OK;
}

static Status output_tape(System *m, EvaluatorParts *parts) {
  const Program *p = &m->program;
  Expr *roots = ARENA_ARRAY(&m->work, Expr, p->outputs.n);
  for (size_t i = 0; i < p->outputs.n; i++) roots[i] = p->outputs.at[i].value;
  return system_output_tape(m, roots, p->outputs.n, &parts->outputs);
}

static void lay_out_inputs(System *m) {
  Program *p = &m->program;
  const Equations *eq = &m->equations;
  p->n = eq->n;
  p->parameters = m->model->parameters.n;
  p->speeds = eq->beside;
  p->inputs = ARENA_ARRAY(&m->arena, double, program_inputs(p));
  p->symbols = ARENA_ARRAY(&m->arena, Expr, program_inputs(p));
  p->system_length = 0;
  p->problems = NULL;
  size_t k = 0;
  for (size_t i = 0; i < p->parameters; i++) p->symbols[k++] = m->model->parameters.at[i].symbol;
  p->symbols[k++] = EXPR_TIME;
  for (size_t i = 0; i < p->n; i++) p->symbols[k++] = eq->q[i];
  for (size_t i = 0; i < p->n; i++) p->symbols[k++] = eq->qd[i];
  for (size_t i = 0; i < p->speeds; i++) p->symbols[k++] = eq->state.z[i];
}

static EvaluatorKind evaluator_kind(const Equations *eq) {
  if (!equations_are_free(eq)) return EVALUATE_REDUCED;
  if (eq->problem.kind == PROBLEM_MULTIPLIERS) return EVALUATE_NULL_SPACE;
  return eq->problem.kind == PROBLEM_UDWADIA ? EVALUATE_PSEUDO_INVERSE : EVALUATE_FREE;
}

static bool has_multiplier(System *m, Expr e) {
  const Constraints *c = &m->equations.constraints;
  for (size_t a = 0; a < c->r; a++)
    if (expr_depends(m->pool, e, c->row[a].lambda)) return true;
  return false;
}

// Names the observables that the motion does not determine: redundant constraints share their reactions in an
// undetermined way.
static void report_undetermined(System *m) {
  for (size_t i = 0; i < m->model->observables.n; i++) {
    const Observable *o = &m->model->observables.at[i];
    if (has_multiplier(m, o->value) &&
        ground_determines(&m->equations, o->value, &m->work) != TRUTH_YES)
      diag_report(&m->diags, DIAG_UNDETERMINED, o->span, o->name);
  }
}

// Returns the rank of the constraints; names those that follow from the others, once.
static size_t constraint_rank(System *m) {
  const Constraints *c = &m->equations.constraints;
  const Ground *ground = ground_of(&m->equations);
  for (size_t a = 0; a < c->r && !m->redundancy_reported; a++)
    if (ground->known && ground->redundant[a])
      diag_report(&m->diags, DIAG_REDUNDANT, c->row[a].span, c->row[a].name);
  if (!m->redundancy_reported && ground->rank < c->r) report_undetermined(m);
  m->redundancy_reported = true;
  return ground->rank;
}

// Destroys tapes that no evaluator took over.
static void destroy_parts(void *object) {
  const EvaluatorParts *parts = object;
  tape_destroy(parts->system);
  tape_destroy(parts->enter);
  tape_destroy(parts->motion);
  tape_destroy(parts->reduced);
  tape_destroy(parts->speeds);
  tape_destroy(parts->outputs);
}

Status system_lay_out(System *m) {
  if (m->program.laid_out) return STATUS_OK;
  lay_out_inputs(m);
  TRY(system_parameters(m));
  (void) constraint_rank(m);
  m->program.laid_out = true;
  return STATUS_OK;
}

void system_drop_program(System *m) {
  evaluator_destroy(m->program.evaluator);
  m->program.evaluator = NULL;
  m->program.laid_out = false;
}

Status system_compile(System *m) {
  if (m->program.evaluator != NULL) return STATUS_OK;
  const Equations *eq = &m->equations;
  TRY(system_lay_out(m));
  TRY(gather_outputs(m));
  const ArenaMark mark = arena_mark(&m->work);
  EvaluatorParts *parts = ARENA_NEW(&m->work, EvaluatorParts);
  arena_defer(&m->work, destroy_parts, parts);
  *parts = (EvaluatorParts){.kind = evaluator_kind(eq),
                            .n = eq->n,
                            .r = eq->constraints.r,
                            .m = equations_are_free(eq) ? 0 : eq->problem.m,
                            .rows = equations_are_free(eq) ? 0 : eq->problem.rows,
                            .system_of_rates = !free_in_velocities(eq),
                            .velocities = m->program.parameters + 1 + eq->n};
  parts->rank = constraint_rank(m);
  Status status = system_tape(m, parts);
  if (status == STATUS_OK) status = reduced_tape(m, parts);
  if (status == STATUS_OK) status = speeds_tape(m, parts);
  if (status == STATUS_OK) status = output_tape(m, parts);
  if (status == STATUS_OK) {
    m->program.evaluator = evaluator_create(*parts);
    *parts = (EvaluatorParts){0};  // the evaluator owns the tapes now
    if (m->program.evaluator == NULL) status = STATUS_LIMIT;
  }
  arena_release(&m->work, mark);
  return status;
}

Status system_no_lapack(System *m) {
  diag_report(&m->diags, DIAG_NO_LAPACK, (Span){0});
  return STATUS_INTERNAL;
}
