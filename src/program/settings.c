// program/settings.c: new values for parameters; replaces a constraint that is a product by one of its factors.

#include "methods/constraints.h"
#include "model/assume.h"
#include "program/system.h"
#include <stdlib.h>
#include <string.h>

Status system_set(System *m, const char *settings_text) {
  const Str text = str(settings_text);
  const Source *source = system_keep_source(m, "--set", text);
  Assignments settings = {0};
  TRY(language_settings(m->model, source, &settings));
  for (size_t i = 0; i < settings.n; i++) {
    size_t index;
    for (size_t k = 0; k < i; k++) {
      if (!expr_same(settings.at[k].symbol, settings.at[i].symbol)) continue;
      diag_report(&m->diags, DIAG_STATE_TWICE, settings.at[i].span,
                  expr_symbol_name(m->pool, settings.at[i].symbol));
      return STATUS_INPUT;
    }
    model_role(m->model, settings.at[i].symbol, &index);
    m->model->parameters.at[index].value = settings.at[i].value;
    m->model->parameters.at[index].span = settings.at[i].span;
  }
  const size_t errors = m->diags.errors;
  model_check_assumptions(m->model);
  if (m->diags.errors > errors) return STATUS_INPUT;
  // parameters are inputs of the compiled program, which stays as it is
  return m->program.laid_out ? system_parameters(m) : STATUS_OK;
}

// --- branches ------------------------------------------------------------------------------------

// NAME=K, as n letters
static Status take_branch(System *m, const char *text, size_t n) {
  const char *equals = memchr(text, '=', n);
  char *end;
  const long number = equals ? strtol(equals + 1, &end, 10) : 0;
  if (equals == NULL || end == equals + 1 || end != text + n || number < 1) {
    diag_report(&m->diags, DIAG_BRANCH_FORM, (Span){0}, (int) n, text);
    return STATUS_INPUT;
  }
  ConstraintRange range;
  const Str name = {text, (size_t) (equals - text)};
  if (!model_find_constraint(m->model, name, &range) || range.count != 1) {
    diag_report(&m->diags, DIAG_BRANCH_NAME, (Span){0}, (int) name.n, name.at);
    return STATUS_INPUT;
  }
  const Constraint *c = &m->model->constraints.at[range.first];
  const ConstraintFactors factors = constraint_factors(m->model, c, &m->arena);
  if ((size_t) number > factors.n) {
    diag_report(&m->diags, DIAG_BRANCH_NUMBER, c->span, c->name, factors.n,
                factors.n == 1 ? "" : "s", number);
    return STATUS_INPUT;
  }
  if (m->model->reactions.n > 0) {
    diag_report(&m->diags, DIAG_REACTION_BRANCH, m->model->reactions.at[0].span);
    return STATUS_INPUT;
  }
  m->model->branched = true;
  model_replace_constraint(m->model, range.first, factors.at[number - 1]);
  return STATUS_OK;
}

Status system_branch(System *m, const char *branches) {
  TRY(system_check_finished(m));
  for (const char *at = branches + strspn(branches, " ,"); *at != '\0';) {
    const size_t n = strcspn(at, " ,");
    TRY(take_branch(m, at, n));
    at += n;
    at += strspn(at, " ,");
  }
  const Str text = str(branches);
  const BuildStep step = {.kind = BUILD_BRANCH, .text = {str_copy(&m->arena, text), text.n}};
  array_push(&m->arena, &m->steps, step);
  system_drop_program(m);
  m->derived = false;
  m->derivations++;
  return STATUS_OK;
}
