// program/state_function.c: evaluates expressions of a model at states, one state after the other.
//
// Out:   values by a tape that is made once, and again when the equations change
// Law:   a state without a value gives NaN, and never a number that only looks right
// Law:   parameters given for a call do not outlast it

#include "program/state_function.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

// --- making one ----------------------------------------------------------------------------------

void state_function_clear(StateFunction *f) {
  for (size_t i = 0; i < f->n && f->name != NULL; i++) free(f->name[i]);
  tape_destroy(f->tape);
  tape_destroy(f->define);
  void *const room[] = {f->name, f->work, f->definition, f->which, f->define_work};
  for (size_t i = 0; i < sizeof room / sizeof *room; i++) free(room[i]);
  *f = (StateFunction){.m = f->m, .text = f->text};
}

// Makes a workspace for a tape, started; NULL without memory.
static double *start(const Tape *tape) {
  double *work = calloc(tape_values(tape) + 1, sizeof *work);
  if (work != NULL) tape_start(tape, work);
  return work;
}

typedef ARRAY(Expr) Roots;

static Status parse(StateFunction *f, Roots *roots) {
  System *m = f->m;
  const Source *source = system_source(m, "<function>", str(f->text));
  const uint32_t end = (uint32_t) source->text.n;
  ARRAY(Str) names = {0};
  uint32_t at = 0;
  do {
    const Span span = source_next_part(source, &at, end, ',');
    Expr value;
    if (span.start == span.end) {
      diag_report(&m->diags, DIAG_FUNCTION_EMPTY, span);
      return STATUS_INPUT;
    }
    TRY(system_expression(m, span, &value));
    array_push(&m->work, roots, value);
    array_push(&m->work, &names, ((Str){source->text.at + span.start, span.end - span.start}));
  } while (at < end);
  f->name = calloc(names.n, sizeof *f->name);
  if (f->name == NULL) return STATUS_LIMIT;
  for (f->n = 0; f->n < names.n; f->n++) {
    f->name[f->n] = strndup(names.at[f->n].at, names.at[f->n].n);
    if (f->name[f->n] == NULL) return STATUS_LIMIT;
  }
  return STATUS_OK;
}

Status state_function_make(StateFunction *f) {
  System *m = f->m;
  state_function_clear(f);
  TRY(system_ready(m));
  Roots roots = {0};
  TRY(parse(f, &roots));
  system_in_inputs(m, roots.at, roots.n);
  f->needs_motion = system_needs_motion(m, roots.at, roots.n);
  TRY(system_output_tape(m, roots.at, roots.n, &f->tape));
  f->work = start(f->tape);
  f->derivation = m->derivations;
  return f->work != NULL ? STATUS_OK : STATUS_LIMIT;
}

// --- parameters ----------------------------------------------------------------------------------

// Are the definitions of the parameters still those of the tape?
static bool is_defined(const StateFunction *f) {
  const Model *model = f->m->model;
  if (f->definition == NULL) return false;
  for (size_t i = 0; i < f->parameters; i++)
    if (!expr_same(f->definition[i], model->parameters.at[i].value)) return false;
  return true;
}

// Makes a tape of the definitions that are formulas in other parameters.
static Status make_definitions(StateFunction *f) {
  System *m = f->m;
  const size_t n = m->model->parameters.n;
  if (is_defined(f)) return STATUS_OK;
  Expr *roots = ARENA_ARRAY(&m->work, Expr, n + 1);
  Value *values = ARENA_ARRAY(&m->work, Value, n + 1);
  free(f->definition);
  free(f->which);
  free(f->define_work);
  tape_destroy(f->define);
  f->define = NULL;
  f->define_work = NULL;
  f->defined = 0;
  f->parameters = n;
  f->definition = calloc(n + 1, sizeof *f->definition);
  f->which = calloc(n + 1, sizeof *f->which);
  if (f->definition == NULL || f->which == NULL) return STATUS_LIMIT;
  TapeBuilder *b = tape_builder_create(&m->work, m->pool);
  for (size_t i = 0; i < n; i++) {
    f->definition[i] = m->model->parameters.at[i].value;
    tape_input(b, m->model->parameters.at[i].symbol);
    if (expr_is_none(f->definition[i]) || expr_is_number(m->pool, f->definition[i])) continue;
    f->which[f->defined] = i;
    roots[f->defined++] = f->definition[i];
  }
  Expr missing;
  TRY(tape_lower(b, roots, f->defined, values, &missing));
  f->define = tape_finish(b, values, f->defined);
  f->define_work = start(f->define);
  return f->define_work != NULL ? STATUS_OK : STATUS_LIMIT;
}

// Finds the values of all parameters from the given ones. Definitions may use later parameters, so this repeats
// until nothing changes, at most once for each definition.
static void find_parameters(StateFunction *f, const double *own, const double *given, double *to) {
  for (size_t i = 0; i < f->parameters; i++) to[i] = isnan(given[i]) ? own[i] : given[i];
  bool changed = f->defined > 0;
  for (size_t round = 0; changed && round < f->defined; round++) {
    changed = false;
    memcpy(f->define_work, to, f->parameters * sizeof *to);
    tape_run(f->define, f->define_work);
    for (size_t k = 0; k < f->defined; k++) {
      const size_t i = f->which[k];
      const double value = f->define_work[tape_output(f->define, k)];
      if (!isnan(given[i]) || value == to[i]) continue;
      to[i] = value;
      changed = true;
    }
  }
}

// --- values --------------------------------------------------------------------------------------

static Status values_at(StateFunction *f, const StateBlock *at, size_t i, double *to) {
  System *m = f->m;
  Program *p = &m->program;
  const size_t n = p->n;
  for (size_t k = 0; k < f->n; k++) to[k] = (double) NAN;
  TRY(system_find_speeds(m, at->t[i], at->q + i * n, at->velocities + i * n));
  EvaluatorMotion motion;
  if (f->needs_motion) TRY(system_solve(m, &motion));
  evaluator_run(p->evaluator, f->tape, f->work, p->inputs, to);
  bool good = true;
  for (size_t k = 0; k < f->n; k++) {
    if (isfinite(to[k])) continue;
    to[k] = (double) NAN;
    good = false;
  }
  if (good) return STATUS_OK;
  diag_report(&m->diags, DIAG_NO_RATES, (Span){0}, at->caller, i + 1);
  return STATUS_DOMAIN;
}

static Status all_values(StateFunction *f, const StateBlock *at) {
  System *m = f->m;
  const size_t parameters = m->program.parameters;
  double *own = ARENA_ARRAY(&m->work, double, parameters + 1);
  Status all = STATUS_OK;
  memcpy(own, m->program.inputs, parameters * sizeof *own);
  evaluator_check_branch(m->program.evaluator, true);
  for (size_t i = 0; i < at->states; i++) {
    const ArenaMark mark = arena_mark(&m->work);
    if (at->parameters != NULL)
      find_parameters(f, own, at->parameters + i * parameters, m->program.inputs);
    const size_t messages = m->diags.all.n;
    const Status status = values_at(f, at, i, at->values + i * f->n);
    arena_release(&m->work, mark);
    if (status != STATUS_DOMAIN && status != STATUS_INPUT)
      TRY(status);
    else if (all == STATUS_OK)
      all = status;
    else
      m->diags.all.n = messages;  // the first message is enough
  }
  return all;
}

Status state_function_values(StateFunction *f, const StateBlock *at) {
  System *m = f->m;
  if (f->tape == NULL || f->derivation != m->derivations || m->program.evaluator == NULL)
    TRY(state_function_make(f));
  if (at->parameters == NULL) return all_values(f, at);
  TRY(make_definitions(f));
  const Status status = all_values(f, at);
  const Status restored = system_parameters(m);
  return status == STATUS_OK ? restored : status;
}
