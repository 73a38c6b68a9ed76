// program/state_problem.c: finds what a state leaves open, from the constraints: positions first, then velocities.
//
// A problem is a set of equations and unknowns as a tape. It depends only on which slots are given, so that the
// rows of a CSV file share one.

#include "program/partial_state.h"
#include "ground/ground.h"
#include "methods/constraints.h"
#include "motion/complete.h"
#include "motion/linear.h"
#include <float.h>
#include <math.h>
#include <string.h>

typedef enum {
  STATE_POSITIONS,
  STATE_VELOCITIES,
  STATE_PROJECT_POSITIONS,  // may also move given values
  STATE_PROJECT_VELOCITIES,
  STATE_CHECK  // residuals and their scales, nothing unknown
} StateProblemKind;

struct StateProblem {
  StateProblemKind kind;
  bool *given;         // the slots it was made for
  size_t constraints;  // the number of its checks that belong to constraints
  Completion problem;  // for the other kinds
  Tape *tape;          // NULL if there is nothing to do
};

typedef ARRAY(Expr) Residuals;

#define CHECK_VALUES 3  // of each check: residual, size of its terms, slope
#define ROUNDING (64 * DBL_EPSILON)

// --- equations and unknowns ----------------------------------------------------------------------

static void add_residual(System *m, Residuals *all, Expr e) {
  array_push(&m->work, all, e);
}

static void constraint_residuals(System *m, bool positions, Residuals *all) {
  const Constraints *c = &m->equations.constraints;
  for (size_t a = 0; a < c->r; a++) {
    const Expr residual = positions ? c->row[a].position : c->row[a].velocity;
    if (!expr_is_none(residual)) add_residual(m, all, residual);
  }
}

// Adds q' = psi if the model gives it, and given momenta and quasi-velocities.
static void other_residuals(System *m, const PartialState *s, Residuals *all) {
  const Equations *eq = &m->equations;
  for (size_t i = 0; i < s->n; i++) {
    const size_t slot = momentum_slot(s, i);
    if (eq->beside > 0) add_residual(m, all, expr_sub(m->pool, eq->qd[i], eq->state.psi[i]));
    if (s->given[slot] && !partial_state_is_free(m, s, slot))
      add_residual(m, all, expr_sub(m->pool, equations_momentum(eq)[i], partial_state_symbol(m, s, slot)));
  }
  for (size_t i = 0; i < s->speeds; i++) {
    const Speed *speed = &m->model->speeds.at[i];
    if (s->given[speed_slot(s, i)] && !expr_is_none(speed->definition))
      add_residual(m, all, expr_sub(m->pool, speed->definition, speed->z));
  }
}

// Returns the first slot of the unknowns of the free problem: of the velocities, or of the momenta.
static size_t unknown_slot(const System *m, const PartialState *s) {
  size_t slot = velocity_slot(s, 0);
  if (s->n > 0) (void) partial_state_slot(m, s, m->equations.free.u[0], &slot);
  return slot;
}

static bool has_velocities(const System *m) {
  return free_in_velocities(&m->equations);
}

// Lists the slots that a problem may change: those not given or, for a projection, all of its kind. A
// projection moves the unknowns of the free problem, velocities or momenta.
static size_t unknown_slots(System *m, const PartialState *s, StateProblemKind kind,
                            size_t *slots) {
  const bool positions = kind == STATE_POSITIONS || kind == STATE_PROJECT_POSITIONS;
  const bool project = kind == STATE_PROJECT_POSITIONS || kind == STATE_PROJECT_VELOCITIES;
  const size_t first = positions ? 1 : project ? unknown_slot(m, s) : velocity_slot(s, 0);
  size_t n = 0;
  for (size_t i = first; i < first + s->n; i++)
    if (project || !s->given[i]) slots[n++] = i;
  for (size_t i = momentum_slot(s, 0); !positions && i < slot_count(s); i++)
    if ((i < first || i >= first + s->n) && partial_state_is_free(m, s, i) && !s->given[i])
      slots[n++] = i;
  return n;
}

// --- tapes ---------------------------------------------------------------------------------------

// Makes a tape of the roots, as functions of the parameters and all slots.
static Status make_tape(System *m, Arena *arena, const PartialState *s, const Residuals *roots,
                        Tape **tape) {
  TapeBuilder *b = tape_builder_create(&m->work, m->pool);
  for (size_t i = 0; i < m->program.parameters; i++) tape_input(b, m->program.symbols[i]);
  for (size_t i = 0; i < slot_count(s); i++) tape_input(b, partial_state_symbol(m, s, i));
  Value *values = ARENA_ARRAY(&m->work, Value, roots->n + 1);
  Expr missing = EXPR_NONE;
  const Status status = tape_lower(b, roots->at, roots->n, values, &missing);
  if (status == STATUS_INPUT)
    diag_report(&m->diags, DIAG_NOT_COMPUTED, (Span){0}, expr_symbol_name(m->pool, missing));
  TRY(status);
  Tape **held = system_hold_tape_in(arena);
  *tape = *held = tape_finish(b, values, roots->n);
  return STATUS_OK;
}

static Status make_completion(System *m, Arena *arena, const PartialState *s,
                              StateProblem *problem) {
  Residuals roots = {0};
  const bool positions =
    problem->kind == STATE_POSITIONS || problem->kind == STATE_PROJECT_POSITIONS;
  constraint_residuals(m, positions, &roots);
  const bool moved = problem->kind != STATE_PROJECT_VELOCITIES || has_velocities(m);
  if (!positions && moved) other_residuals(m, s, &roots);
  size_t *slots = ARENA_ARRAY(arena, size_t, slot_count(s));
  const size_t equations = roots.n, unknowns = unknown_slots(m, s, problem->kind, slots);
  if (equations == 0 || unknowns == 0) return STATUS_OK;
  for (size_t i = 0; i < equations; i++)
    for (size_t j = 0; j < unknowns; j++)
      add_residual(m, &roots,
                   expr_diff(m->pool, roots.at[i], partial_state_symbol(m, s, slots[j])));
  for (size_t j = 0; j < unknowns; j++) slots[j] += m->program.parameters;
  TRY(make_tape(m, arena, s, &roots, &problem->tape));
  problem->problem = (Completion){equations, unknowns, problem->tape, slots, true};
  return STATUS_OK;
}

// Adds a residual, the size of its terms, and the sum of the sizes of its derivatives by these variables: this
// sum times the size of the variables and the rounding unit is noise. A constraint of one term, x' = 0, has no
// other scale.
static void add_check(System *m, Residuals *roots, Expr residual, const Expr *variables) {
  const bool none = expr_is_none(residual);
  Expr slope = EXPR_ZERO;
  for (size_t i = 0; !none && i < m->equations.n; i++) {
    const Expr derivative = expr_diff(m->pool, residual, variables[i]);
    slope = expr_add(m->pool, slope, expr_call1(m->pool, FN_ABS, derivative));
  }
  add_residual(m, roots, none ? EXPR_ZERO : residual);
  add_residual(m, roots, none ? EXPR_ZERO : expr_size_of_terms(m->pool, residual));
  add_residual(m, roots, slope);
}

// Makes two checks for each constraint, of positions and of velocities, then those of the other conditions.
static Status make_check(System *m, Arena *arena, const PartialState *s, StateProblem *problem) {
  const Equations *eq = &m->equations;
  Residuals roots = {0}, others = {0};
  for (size_t a = 0; a < eq->constraints.r; a++) {
    add_check(m, &roots, eq->constraints.row[a].position, eq->q);
    add_check(m, &roots, eq->constraints.row[a].velocity, eq->free.u);
  }
  problem->constraints = roots.n / CHECK_VALUES;
  other_residuals(m, s, &others);
  for (size_t i = 0; i < others.n; i++) add_check(m, &roots, others.at[i], eq->qd);
  return roots.n > 0 ? make_tape(m, arena, s, &roots, &problem->tape) : STATUS_OK;
}

// Finds the problem of that kind for these slots, made when first needed.
static Status find_stage(System *m, StateProblems *problems, StateProblemKind kind,
                         const PartialState *s, StateProblem **problem) {
  const size_t n = slot_count(s);
  Arena *arena = problems->arena != NULL ? problems->arena : &m->work;
  for (size_t i = 0; i < problems->all.n; i++) {
    *problem = problems->all.at[i];
    if ((*problem)->kind == kind && memcmp((*problem)->given, s->given, n * sizeof *s->given) == 0)
      return STATUS_OK;
  }
  *problem = ARENA_NEW(arena, StateProblem);
  (*problem)->kind = kind;
  (*problem)->given = ARENA_ARRAY(arena, bool, n);
  memcpy((*problem)->given, s->given, n * sizeof *s->given);
  TRY(kind == STATE_CHECK ? make_check(m, arena, s, *problem)
                          : make_completion(m, arena, s, *problem));
  array_push(arena, &problems->all, *problem);
  return STATUS_OK;
}

Status partial_state_equations(System *m, bool positions, const PartialState *s,
                               StateEquations *equations) {
  StateProblem *problem = ARENA_NEW(&m->work, StateProblem);
  problem->kind = positions ? STATE_POSITIONS : STATE_VELOCITIES;
  TRY(make_completion(m, &m->work, s, problem));
  const Completion *p = &problem->problem;
  size_t *slot = ARENA_ARRAY(&m->work, size_t, p->unknowns + 1);
  for (size_t i = 0; i < p->unknowns; i++) slot[i] = p->place[i] - m->program.parameters;
  *equations = (StateEquations){p->equations, p->unknowns, slot, problem->tape};
  return STATUS_OK;
}

// --- running -------------------------------------------------------------------------------------

static double *inputs_of(System *m, const PartialState *s) {
  double *inputs = ARENA_ARRAY(&m->work, double, m->program.parameters + slot_count(s));
  memcpy(inputs, m->program.inputs, m->program.parameters * sizeof *inputs);
  memcpy(inputs + m->program.parameters, s->value, slot_count(s) * sizeof *inputs);
  return inputs;
}

// Returns the metric of a projection at the state: the mass matrix; the identity for free speeds; if momenta
// are projected instead of velocities, H_pp for them and its inverse for positions.
static double *metric(System *m, const PartialState *s, StateProblemKind kind, size_t unknowns) {
  const size_t n = s->n;
  double *mass = ARENA_ARRAY(&m->work, double, n * n),
         *M = ARENA_ARRAY(&m->work, double, unknowns * unknowns);
  partial_state_to_state(m, s, m->program.inputs + m->program.parameters);
  evaluator_mass(m->program.evaluator, m->program.inputs, mass);
  if (kind == STATE_PROJECT_POSITIONS && !has_velocities(m)) {
    double *inverse = ARENA_ARRAY(&m->work, double, n * n);
    if (linear_inverse(n, mass, inverse) == STATUS_OK) mass = inverse;
  }
  for (size_t i = 0; i < unknowns; i++)
    for (size_t j = 0; j < unknowns; j++)
      M[i * unknowns + j] = i < n && j < n ? mass[i * n + j] : i == j ? 1 : 0;
  return M;
}

static Status run_stage(System *m, StateProblems *problems, StateProblemKind kind,
                        PartialState *s) {
  StateProblem *problem;
  TRY(find_stage(m, problems, kind, s, &problem));
  if (problem->tape == NULL) return STATUS_OK;
  double *inputs = inputs_of(m, s), error = 0;
  const bool project = kind == STATE_PROJECT_POSITIONS || kind == STATE_PROJECT_VELOCITIES;
  if (project) TRY(system_compile(m));
  const Status status =
    project
      ? complete_project(&problem->problem, metric(m, s, kind, problem->problem.unknowns), inputs)
      : complete_state(&problem->problem, inputs, &error);
  if (status == STATUS_UNABLE) return system_no_lapack(m);
  // the check that follows reports what could not be satisfied, constraint by constraint
  if (status != STATUS_OK && status != STATUS_DOMAIN) return status;
  memcpy(s->value, inputs + m->program.parameters, slot_count(s) * sizeof *inputs);
  return STATUS_OK;
}

// Returns the largest of the n values from a slot on.
static double largest(const PartialState *s, size_t first) {
  double size = 0;
  for (size_t i = first; i < first + s->n; i++) size = fmax(size, fabs(s->value[i]));
  return size;
}

// Returns the first slot of the variables that check i was made with, see make_check.
static size_t checked_slot(const System *m, const PartialState *s, const StateProblem *problem,
                           size_t i) {
  if (i >= problem->constraints) return velocity_slot(s, 0);
  return i % 2 == 0 ? 1 : unknown_slot(m, s);
}

// Reports that the state does not satisfy a constraint, or something else (NULL).
static void report_violation(System *m, const ConstraintRow *row, Span span, double residual,
                             double size) {
  if (row != NULL)
    diag_report(&m->diags, DIAG_STATE_VIOLATES, row->span, row->name, fabs(residual), size);
  else
    diag_report(&m->diags, has_velocities(m) ? DIAG_STATE_NONE : DIAG_STATE_NO_MOMENTA, span);
  diag_help(&m->diags,
            ground_of(&m->equations)->known
              ? "a `guess` helps to find missing values; --project moves the state to the nearest "
                "consistent one, --as-is accepts it"
              : "no real state was found that satisfies all constraints: they may contradict each "
                "other, or a `guess` is missing");
}

static Status check(System *m, StateProblems *problems, double tolerance, Span span,
                    const PartialState *s) {
  StateProblem *problem;
  TRY(find_stage(m, problems, STATE_CHECK, s, &problem));
  if (problem->tape == NULL) return STATUS_OK;
  const Constraints *c = &m->equations.constraints;
  double *work = ARENA_ARRAY(&m->work, double, tape_values(problem->tape));
  memcpy(work, inputs_of(m, s), tape_inputs(problem->tape) * sizeof *work);
  tape_start(problem->tape, work);
  tape_run(problem->tape, work);
  Status status = STATUS_OK;
  const ConstraintRow *reported = NULL;  // its kink was reported: once is enough
  for (size_t i = 0; CHECK_VALUES * i < tape_outputs(problem->tape); i++) {
    const double *values[CHECK_VALUES];
    for (size_t k = 0; k < CHECK_VALUES; k++)
      values[k] = &work[tape_output(problem->tape, CHECK_VALUES * i + k)];
    const double residual = *values[0], size = *values[1];
    // below DBL_MIN numbers have few digits, and relative rounding does not apply
    const double rounding =
      ROUNDING * *values[2] * largest(s, checked_slot(m, s, problem, i)) + DBL_MIN;
    const ConstraintRow *row = i < problem->constraints ? &c->row[i / 2] : NULL;
    const bool kink = row != NULL && !(isfinite(residual) && isfinite(rounding));
    if (!kink && fabs(residual) <= tolerance * size + rounding) continue;
    if (row == NULL && status != STATUS_OK) break;  // it follows from what was reported
    if (kink && reported != row)
      system_report_kink(m, reported = row);
    else if (!kink)
      report_violation(m, row, span, residual, size);
    status = STATUS_INPUT;
  }
  return status;
}

// Starts from p = q', as for a unit mass, if nothing better is known: at p = 0, H_pp may be singular.
static void guess_unknowns(const System *m, PartialState *s) {
  const size_t first = unknown_slot(m, s);
  for (size_t i = 0; i < s->n; i++) {
    double *u = &s->value[first + i];
    if (*u == 0 && !s->given[first + i]) *u = s->value[velocity_slot(s, i)];
  }
}

static Status velocities_of_momenta(System *m, StateProblems *problems, PartialState *s) {
  PartialState known = partial_state_copy(m, s);
  for (size_t i = 0; i < s->n; i++) {
    known.given[velocity_slot(s, i)] = false;
    known.given[momentum_slot(s, i)] = true;
  }
  TRY(run_stage(m, problems, STATE_VELOCITIES, &known));
  memcpy(s->value, known.value, slot_count(s) * sizeof *s->value);
  return STATUS_OK;
}

#define TOLERANCE 1e-8  // by default

Status partial_state_complete(System *m, StateProblems *problems, const StateRequest *options,
                              Span span, PartialState *s) {
  const bool as_is = options && options->as_is, project = options && options->project;
  const double tolerance = options && options->tolerance > 0 ? options->tolerance : TOLERANCE;
  TRY(run_stage(m, problems, STATE_POSITIONS, s));
  if (project) TRY(run_stage(m, problems, STATE_PROJECT_POSITIONS, s));
  guess_unknowns(m, s);
  TRY(run_stage(m, problems, STATE_VELOCITIES, s));
  if (project) TRY(run_stage(m, problems, STATE_PROJECT_VELOCITIES, s));
  if (project && !has_velocities(m)) TRY(velocities_of_momenta(m, problems, s));
  if (options && options->energy) TRY(energy_scale_state(m, options->energy, span, s));
  return as_is ? STATUS_OK : check(m, problems, tolerance, span, s);
}
