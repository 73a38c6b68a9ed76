// answer/analyze_local.c: equilibria, steady motions and linearizations, as requested.

#include "answer/analyze_local.h"
#include "program/facts.h"
#include "methods/start.h"
#include <math.h>
#include <string.h>

// Derives the equations by multipliers, with the constraints as they are; or by the natural method
// of the model if its velocities are given by other variables.
static Status derive(System *m, const Equations **eq) {
  const Method *method = methods_default(m->model);
  bool rates = false;
  for (size_t i = 0; i < m->model->coordinates.n; i++)
    rates = rates || !expr_is_none(m->model->coordinates.at[i].rate);
  if (!rates) return system_reference(m, eq, &method);
  const Status status = system_by_method(m, method, eq);
  if (status != STATUS_OK) system_report_refusal(m, method, NULL);
  return status;
}

// --- requests ------------------------------------------------------------------------------------

static Span all_of(const Source *source) {
  return (Span){source, 0, (uint32_t) source->text.n};
}

// Takes a piece of a list, without the spaces around it.
static Str next_piece(const char **at) {
  *at += strspn(*at, " \t");
  Str piece = {*at, strcspn(*at, ",")};
  *at += piece.n;
  if (**at == ',') ++*at;
  while (piece.n > 0 && strchr(" \t", piece.at[piece.n - 1])) piece.n--;
  return piece;
}

static Status value_of(System *m, Str text, double *value) {
  const Source *source = system_source(m, "--range", text);
  const Expr e = language_expression(m->model, source);
  if (expr_is_none(e) || !model_check_constant(m->model, e, all_of(source))) return STATUS_INPUT;
  const FreeSystem s = free_system(m->model, &m->work);
  const Start start = start_make(&s);
  *value = start_value(&start, e);
  if (isfinite(*value)) return STATUS_OK;
  diag_report(&m->diags, DIAG_STATE_FINITE, all_of(source), "this");
  return STATUS_INPUT;
}

static Status coordinate_of(System *m, Str text, Expr *q) {
  const char *name = language_name(&m->work, text);
  Thing thing;
  if (!model_find(m->model, str(name), &thing) || thing.kind != THING_COORDINATE) {
    diag_report(&m->diags, DIAG_RANGE_NAME, (Span){0}, name);
    return STATUS_INPUT;
  }
  *q = m->model->coordinates.at[thing.index].q;
  return STATUS_OK;
}

// Reads "theta = -pi:pi".
static Status read_range(System *m, Str text, Range *range) {
  const char *equals = memchr(text.at, '=', text.n), *colon = memchr(text.at, ':', text.n);
  if (equals == NULL || colon == NULL || colon < equals) {
    diag_report(&m->diags, DIAG_RANGE_FORM, (Span){0}, (int) text.n, text.at);
    return STATUS_INPUT;
  }
  Str name = {text.at, (size_t) (equals - text.at)};
  while (name.n > 0 && name.at[name.n - 1] == ' ') name.n--;
  TRY(coordinate_of(m, name, &range->q));
  TRY(value_of(m, (Str){equals + 1, (size_t) (colon - equals - 1)}, &range->low));
  TRY(value_of(m, (Str){colon + 1, (size_t) (text.at + text.n - colon - 1)}, &range->high));
  if (range->low < range->high) return STATUS_OK;
  diag_report(&m->diags, DIAG_RANGE_EMPTY, (Span){0}, expr_symbol_name(m->pool, range->q));
  return STATUS_INPUT;
}

typedef ARRAY(Range) Ranges;

static Status read_ranges(System *m, const char *text, Ranges *ranges) {
  while (text != NULL && *text != '\0') {
    const Str piece = next_piece(&text);
    if (piece.n == 0) continue;
    Range range = {0};
    TRY(read_range(m, piece, &range));
    for (size_t i = 0; i < ranges->n; i++) {
      if (!expr_same(ranges->at[i].q, range.q)) continue;
      diag_report(&m->diags, DIAG_STATE_TWICE, (Span){0}, expr_symbol_name(m->pool, range.q));
      return STATUS_INPUT;
    }
    array_push(&m->notes, ranges, range);
  }
  return STATUS_OK;
}

// Reads the values "x'=5, theta=pi/2" of an option; time: whether t may be among them.
static Status read_values(System *m, const char *option, const char *text, bool time,
                          const Assignments **values) {
  *values = NULL;
  if (text == NULL) return STATUS_OK;
  Assignments *read = ARENA_NEW(&m->notes, Assignments);
  const Source *source = system_source(m, option, str(text));
  TRY(language_assignments(m->model, source, read));
  for (size_t i = 0; i < read->n; i++) {
    const Role role = model_role(m->model, read->at[i].symbol, NULL);
    if (role != ROLE_TIME || time) continue;
    diag_report(&m->diags, DIAG_STEADY_VALUE, read->at[i].span,
                expr_symbol_name(m->pool, read->at[i].symbol));
    return STATUS_INPUT;
  }
  *values = read;
  return STATUS_OK;
}

// Does an input move the constraints? It must not: it would act on the state at once.
static bool moves_constraints(System *m, Expr input) {
  for (size_t i = 0; i < m->model->constraints.n; i++)
    if (expr_depends(m->pool, m->model->constraints.at[i].residual, input)) return true;
  return false;
}

Status analyze_read_inputs(System *m, const char *text, const Expr **found, size_t *count) {
  ARRAY(Expr) inputs = {0};
  while (text != NULL && *text != '\0') {
    const Str piece = next_piece(&text);
    if (piece.n == 0) continue;
    const char *name = language_name(&m->work, piece);
    Thing thing;
    if (!model_find(m->model, str(name), &thing) || thing.kind != THING_PARAMETER) {
      diag_report(&m->diags, DIAG_INPUT_NAME, (Span){0}, name);
      return STATUS_INPUT;
    }
    const Expr input = m->model->parameters.at[thing.index].symbol;
    if (moves_constraints(m, input)) {
      diag_report(&m->diags, DIAG_INPUT_CONSTRAINT, (Span){0}, name);
      return STATUS_INPUT;
    }
    array_push(&m->notes, &inputs, input);
  }
  *found = inputs.at;
  *count = inputs.n;
  return STATUS_OK;
}

// Returns the variables that a linearization can have, in the order of its state.
static ExprList variables_of(System *m, const Equations *eq) {
  const Problem *p = problem_by_time(eq);
  Expr *x = ARENA_ARRAY(&m->work, Expr, eq->n + p->m + 1);
  for (size_t i = 0; i < eq->n + p->m; i++) x[i] = i < eq->n ? eq->q[i] : p->u[i - eq->n];
  return (ExprList){.at = x, .n = eq->n + p->m};
}

// Returns names, separated by commas.
static const char *names_of(System *m, const ExprList *symbols) {
  const char *all = "";
  for (size_t i = 0; i < symbols->n; i++)
    all = text_format(&m->work, "%s%s%s", all, i > 0 ? ", " : "",
                      expr_symbol_name(m->pool, symbols->at[i]));
  return all;
}

static Status read_variables(System *m, const char *text, const Equations *eq,
                             LinearizationRequest *request) {
  const ExprList known = variables_of(m, eq);
  ARRAY(Expr) variables = {0};
  while (text != NULL && *text != '\0') {
    const Str piece = next_piece(&text);
    if (piece.n == 0) continue;
    const Expr e = language_expression(m->model, system_source(m, "--variables", piece));
    if (expr_is_none(e)) return STATUS_INPUT;
    const char *name = str_copy(&m->work, piece);
    size_t k = 0;
    while (k < known.n && !expr_same(known.at[k], e)) k++;
    if (k == known.n) {
      diag_report(&m->diags, DIAG_VARIABLE_NAME, (Span){0}, name, names_of(m, &known));
      return STATUS_INPUT;
    }
    for (size_t i = 0; i < variables.n; i++) {
      if (!expr_same(variables.at[i], e)) continue;
      diag_report(&m->diags, DIAG_VARIABLE_TWICE, (Span){0}, name);
      return STATUS_INPUT;
    }
    array_push(&m->notes, &variables, e);
  }
  request->variable = variables.at;
  request->variables = variables.n;
  return STATUS_OK;
}

// --- parts ---------------------------------------------------------------------------------------

Status analyze_equilibria(System *m, const AnalyzeRequest *options, const Equilibria **found) {
  const Equations *eq;
  Ranges ranges = {0};
  Equilibria *all = ARENA_NEW(&m->notes, Equilibria);
  TRY(read_ranges(m, options->range, &ranges));
  TRY(derive(m, &eq));
  *found = all;
  const Status status = equilibria_find(eq, ranges.at, ranges.n, &m->notes, all);
  if (status != STATUS_OK) *found = NULL;
  return status == STATUS_UNABLE ? system_no_lapack(m) : status;
}

// Finds the growth vector at the coordinates and t that --at gives.
Status analyze_constraints_at(System *m, const AnalyzeRequest *options, const Equations *eq,
                              ConstraintAnalysis **found) {
  const Assignments *values;
  ARRAY(Condition) place = {0};
  TRY(read_values(m, "--at", options->at, true, &values));
  for (size_t i = 0; values != NULL && i < values->n; i++) {
    const Assignment *a = &values->at[i];
    const Role role = model_role(m->model, a->symbol, NULL);
    if (role == ROLE_COORDINATE || role == ROLE_TIME)
      array_push(&m->work, &place, ((Condition){a->symbol, a->value}));
  }
  *found = analysis_constraints(eq, place.at, place.n, &m->work);
  return STATUS_OK;
}

Status analyze_steady(System *m, const AnalyzeRequest *options, const Linearization **found) {
  const Equations *eq;
  LinearizationRequest request = {0};
  Linearization *result = ARENA_NEW(&m->notes, Linearization);
  TRY(read_values(m, "--steady", options->steady, false, &request.given));
  TRY(analyze_read_inputs(m, options->input, &request.input, &request.inputs));
  TRY(derive(m, &eq));
  TRY(read_variables(m, options->variables, eq, &request));
  TRY(steady_motion(eq, &request, &m->notes, result));
  *found = result;  // half of it, if a limit ends the search, is not shown
  return STATUS_OK;
}

Status analyze_linearization(System *m, const AnalyzeRequest *options,
                             const Linearization **found) {
  if (options->at == NULL && options->steady != NULL) return analyze_steady(m, options, found);
  const Equations *eq;
  LinearizationRequest request = {0};
  Linearization *result = ARENA_NEW(&m->notes, Linearization);
  TRY(read_values(m, "--at", options->at, true, &request.given));
  TRY(analyze_read_inputs(m, options->input, &request.input, &request.inputs));
  TRY(derive(m, &eq));
  TRY(read_variables(m, options->variables, eq, &request));
  TRY(steady_linearize(eq, &request, &m->notes, result));
  *found = result;  // likewise
  return STATUS_OK;
}
