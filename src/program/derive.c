// program/derive.c: derives the equations of a model by the requested method.

#include "base/suggest.h"
#include "ground/ground.h"
#include "methods/impact.h"
#include "program/facts.h"
#include <string.h>

// Checks and fills in options that only one method takes.
static Status options_of(System *m, const Method *method, const DeriveRequest *request,
                         DeriveOptions *options) {
  *options = (DeriveOptions){
    .arena = &m->arena, .worksheet = request->worksheet, .redundant = ground_redundant, .state = ground_known_state};
  if (request->independent == NULL && request->energy == NULL) return STATUS_OK;
  if (!method->has_independent) {
    diag_report(&m->diags, DIAG_WHITTAKER_OPTION, (Span){0},
                request->energy ? "--energy" : "--independent", method->name);
    return STATUS_INPUT;
  }
  if (request->independent != NULL)
    options->independent = language_name(&m->arena, str(request->independent));
  return request->energy ? system_energy(m, request->energy, &options->energy) : STATUS_OK;
}

static const Method *find_method(System *m, const char *name) {
  const Method *method = name != NULL ? methods_find(name) : methods_default(m->model);
  if (method != NULL) return method;
  diag_report(&m->diags, DIAG_METHOD_UNKNOWN, (Span){0}, name);
  Text names = text_make(&m->work);
  Suggestion near = suggestion_make(str(name));
  for (const Method *const *known = methods_all(); *known != NULL; known++) {
    text_addf(&names, "%s%s", names.n ? ", " : "", (*known)->name);
    suggestion_try(&near, (*known)->name);
  }
  const char *other = methods_other_name(name);
  if (other != NULL)
    diag_help(&m->diags, "%s", other);
  else if (near.best != NULL)
    diag_help(&m->diags, "did you mean %s? The methods are %s", near.best, text_get(&names));
  else
    diag_help(&m->diags, "the methods are %s", text_get(&names));
  return NULL;
}

Status system_check_finished(System *m) {
  if (m->finished) return STATUS_OK;
  if (m->diags.errors == 0) diag_report(&m->diags, DIAG_NOT_FINISHED, (Span){0});
  return STATUS_INPUT;
}

static void keep_request(System *m, const DeriveRequest *request) {
  m->request = *request;
  const char **const texts[] = {&m->request.method, &m->request.independent, &m->request.energy};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    if (*texts[i] != NULL) *texts[i] = str_copy(&m->arena, str(*texts[i]));
}

static bool same_text(const char *a, const char *b) {
  return a == b || (a != NULL && b != NULL && strcmp(a, b) == 0);
}

bool system_is_derived(const System *m, const DeriveRequest *request) {
  const DeriveRequest *last = &m->request;
  return m->derived && last->worksheet == request->worksheet && last->form == request->form &&
         same_text(last->method, request->method) &&
         same_text(last->independent, request->independent) &&
         same_text(last->energy, request->energy);
}

// Writes the law of impact for each unilateral constraint that has one.
static void write_impacts(System *m) {
  size_t n;
  const Constraint *all = model_declared(m->model, &n);
  for (size_t i = 0; i < n; i++) {
    if (!all[i].unilateral) continue;
    ImpactQuantity q = {.kind = IMPACT_LOST};
    array_push(&m->work, &q.on, all[i].name);
    const ImpactMode mode = impact_mode(m->model, &q, NULL, 0, &m->work);
    const Equations *of_mode;
    Equations eq;
    if (system_in_mode(m, mode.use, &of_mode) != STATUS_OK) continue;
    if (impact_equations(of_mode, mode.hit, &m->arena, &eq) != STATUS_OK) continue;
    impact_worksheet(&eq, mode.hit);
    for (size_t k = 0; k < eq.worksheet.n; k++) {
      WorkStep step = eq.worksheet.at[k];
      step.title = text_format(&m->arena, "Impact on %s: %s", all[i].name, step.title);
      array_push(&m->arena, &m->equations.worksheet, step);
    }
  }
}

Status system_derive(System *m, const DeriveRequest *request) {
  TRY(system_check_finished(m));
  const Method *method = find_method(m, request->method);
  if (method == NULL) return STATUS_INPUT;
  system_drop_program(m);
  m->derived = false;
  m->derivations++;
  DeriveOptions options;
  TRY(options_of(m, method, request, &options));
  const bool plain = request->independent == NULL && request->energy == NULL;
  if (plain && !request->worksheet) {
    const Equations *eq;
    const Status status = system_by_method(m, method, &eq);
    if (status != STATUS_OK) system_report_refusal(m, method, NULL);
    TRY(status);
    m->equations = *eq;
  } else {
    TRY(method_derive(method, m->model, &options, &m->equations));
    if (plain) system_keep_derivation(m);
    if (request->worksheet) write_impacts(m);
  }
  TRY(system_check_constraints(m, &m->equations));
  m->derived = true;
  if (request != &m->request) keep_request(m, request);
  return STATUS_OK;
}

Status system_equations(System *m) {
  return m->derived ? STATUS_OK : system_derive(m, &m->request);
}

Status system_prepare(System *m) {
  TRY(system_equations(m));
  return system_lay_out(m);
}

Status system_ready(System *m) {
  TRY(system_equations(m));
  return system_compile(m);
}
