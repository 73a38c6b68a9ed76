// program/settings.c: new values for parameters; replaces a constraint that is a product by one of its factors.

#include "methods/constraints.h"
#include "model/assume.h"
#include "program/system.h"
#include <stdlib.h>
#include <string.h>

// --- parameters ----------------------------------------------------------------------------------

// Keeps the text of settings, to which the values refer as their place, once for all calls with it.
static const Source *keep_settings(System *m, Str text) {
  uint32_t i;
  if (names_get(&m->setting_names, text, &i)) return m->settings.at[i];
  const Source *source = system_keep_source(m, "--set", text);
  names_put(&m->arena, &m->setting_names, source->text, (uint32_t) m->settings.n);
  array_push(&m->arena, &m->settings, source);
  return source;
}

static Parameter *parameter_of(System *m, const Assignment *setting) {
  size_t index;
  model_role(m->model, setting->symbol, &index);
  return &m->model->parameters.at[index];
}

// Exchanges the values and places of the parameters with those of the settings.
static void exchange(System *m, Assignments *settings) {
  for (size_t i = 0; i < settings->n; i++) {
    Assignment *setting = &settings->at[i];
    Parameter *p = parameter_of(m, setting);
    const Assignment old = {setting->symbol, p->value, p->span};
    p->value = setting->value;
    p->span = setting->span;
    *setting = old;
  }
}

static Status check_settings(System *m, const Assignments *settings) {
  for (size_t i = 0; i < settings->n; i++)
    for (size_t k = 0; k < i; k++) {
      if (!expr_same(settings->at[k].symbol, settings->at[i].symbol)) continue;
      diag_report(&m->diags, DIAG_STATE_TWICE, settings->at[i].span,
                  expr_symbol_name(m->pool, settings->at[i].symbol));
      return STATUS_INPUT;
    }
  return STATUS_OK;
}

Status system_set(System *m, const char *settings_text) {
  const Str text = str(settings_text);
  Assignments settings = {0};
  TRY(language_settings(m->model, system_source(m, "--set", text), &settings));
  TRY(check_settings(m, &settings));
  const size_t errors = m->diags.errors;
  exchange(m, &settings);
  model_check_assumptions(m->model);
  if (m->diags.errors > errors) {
    exchange(m, &settings);
    return STATUS_INPUT;
  }
  const Source *kept = settings.n > 0 ? keep_settings(m, text) : NULL;
  for (size_t i = 0; i < settings.n; i++) parameter_of(m, &settings.at[i])->span.source = kept;
  // parameters are inputs of the compiled program, which stays as it is
  return m->program.laid_out ? system_parameters(m) : STATUS_OK;
}

// --- branches ------------------------------------------------------------------------------------

// A constraint, and the factor that replaces it.
typedef struct {
  size_t constraint;
  Expr factor;
} Branch;

typedef ARRAY(Branch) Branches;

// Reads NAME=K, as n letters.
static Status read_branch(System *m, const char *text, size_t n, Branches *out) {
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
  const ConstraintFactors factors = constraint_factors(m->model, c, &m->work);
  if ((size_t) number > factors.n) {
    diag_report(&m->diags, DIAG_BRANCH_NUMBER, c->span, c->name, factors.n,
                factors.n == 1 ? "" : "s", number);
    return STATUS_INPUT;
  }
  if (m->model->reactions.n > 0) {
    diag_report(&m->diags, DIAG_REACTION_BRANCH, m->model->reactions.at[0].span);
    return STATUS_INPUT;
  }
  array_push(&m->work, out, ((Branch){range.first, factors.at[number - 1]}));
  return STATUS_OK;
}

Status system_branch(System *m, const char *branches) {
  TRY(system_check_finished(m));
  Branches all = {0};
  for (const char *at = branches + strspn(branches, " ,"); *at != '\0';) {
    const size_t n = strcspn(at, " ,");
    TRY(read_branch(m, at, n, &all));
    at += n;
    at += strspn(at, " ,");
  }
  m->model->branched = m->model->branched || all.n > 0;
  for (size_t i = 0; i < all.n; i++)
    model_replace_constraint(m->model, all.at[i].constraint, all.at[i].factor);
  const Str text = str(branches);
  const BuildStep step = {.kind = BUILD_BRANCH, .text = {str_copy(&m->arena, text), text.n}};
  array_push(&m->arena, &m->steps, step);
  system_drop_program(m);
  m->derived = false;
  m->derivations++;
  return STATUS_OK;
}
