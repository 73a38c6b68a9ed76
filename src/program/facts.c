// program/facts.c: derivations and solved forms, each computed once and kept.

#include "program/facts.h"
#include "ground/ground.h"
#include "methods/impact.h"
#include <string.h>

// --- what they depend on -------------------------------------------------------------------------

static uint64_t mix(uint64_t key, Expr e) {
  return hash_mix(key * 31 + e.id + 1);
}

static uint64_t mix_assignments(uint64_t key, const Assignments *list) {
  for (size_t i = 0; i < list->n; i++) key = mix(mix(key, list->at[i].symbol), list->at[i].value);
  return hash_mix(key);
}

// Digest the only parts of a finished system's model that change: its constraints, and its values.
static uint64_t key_of_constraints(const Model *model) {
  size_t n;
  (void) model_declared(model, &n);
  uint64_t key = hash_mix(model->constraints.n + 1);
  for (size_t i = 0; i < n; i++) key = hash_mix(key * 31 + (model_use(model, i) == USE_IN_FORCE) + 1);
  for (size_t i = 0; i < model->constraints.n; i++)
    key = mix(key, model->constraints.at[i].residual);
  return key;
}

static uint64_t key_of(const Model *model) {
  uint64_t key = key_of_constraints(model);
  for (size_t i = 0; i < model->parameters.n; i++) key = mix(key, model->parameters.at[i].value);
  return mix_assignments(mix_assignments(key, &model->initial), &model->guess);
}

static SystemFacts *facts_now(System *m) {
  const uint64_t key = key_of(m->model);
  if (m->facts.key != key) m->facts = (SystemFacts){.key = key};
  return &m->facts;
}

// --- derivations ---------------------------------------------------------------------------------

static bool same_use(const Model *model, const ConstraintUse *a, const ConstraintUse *b) {
  size_t n;
  (void) model_declared(model, &n);
  return a == b || (a != NULL && b != NULL && memcmp(a, b, n * sizeof *a) == 0);
}

static KeptDerivation *find(System *m, const Method *method, const ConstraintUse *use) {
  const SystemFacts *facts = facts_now(m);
  for (size_t i = 0; i < facts->derivations.n; i++) {
    KeptDerivation *d = facts->derivations.at[i];
    if (d->method == method && same_use(m->model, d->use, use)) return d;
  }
  return NULL;
}

// Copies a message so that it outlives its call.
static Diag lasting(System *m, const Diag *diag) {
  Diag copy = *diag;
  copy.message = str_copy(&m->arena, str(diag->message));
  if (diag->help != NULL) copy.help = str_copy(&m->arena, str(diag->help));
  return copy;
}

// Moves the messages since `before` from the model to the refusal.
static void take_refusal(System *m, const Diags *before, KeptDerivation *d) {
  for (size_t i = before->all.n; i < m->diags.all.n; i++)
    array_push(&m->arena, &d->refusal, lasting(m, &m->diags.all.at[i]));
  d->errors = m->diags.errors - before->errors;
  d->warnings = m->diags.warnings - before->warnings;
  m->diags = *before;
}

static bool is_refusal(Status status) {
  return status == STATUS_UNABLE || status == STATUS_INPUT || status == STATUS_DOMAIN;
}

static void derive(System *m, const Model *model, KeptDerivation *d) {
  const Diags before = m->diags;
  const DeriveOptions options = {
    .arena = &m->arena, .energy = EXPR_NONE, .redundant = ground_redundant, .state = ground_known_state};
  d->status = method_derive(d->method, model, &options, &d->equations);
  if (is_refusal(d->status)) take_refusal(m, &before, d);
}

// Keeps equations that depend on no value: those of the method that takes the constraints as they are. Rows that follow
// from rates are chosen at the initial state.
static void keep_lasting(System *m, const Equations *eq) {
  const Model *model = eq->model;
  if (eq->method != methods_reference() || eq->constraints.r != model->constraints.n) return;
  array_push(&m->arena, &m->lasting, ((LastingEquations){key_of_constraints(model), eq}));
}

// Finds them, for the same constraints with any values.
static bool find_lasting(const System *m, const Method *method, const Model *model, Equations *eq) {
  const uint64_t key = key_of_constraints(model);
  for (size_t i = 0; method == methods_reference() && i < m->lasting.n; i++) {
    if (m->lasting.at[i].key != key) continue;
    *eq = *m->lasting.at[i].equations;
    eq->model = model;
    return true;
  }
  return false;
}

static Status derived(System *m, const Method *method, const ConstraintUse *use, const Equations **eq) {
  KeptDerivation *d = find(m, method, use);
  if (d == NULL) {
    const Model *model = use != NULL ? impact_model(m->model, use) : m->model;
    d = ARENA_NEW(&m->arena, KeptDerivation);
    *d = (KeptDerivation){.method = method, .use = use != NULL ? model->use : NULL};
    if (!find_lasting(m, method, model, &d->equations)) {
      derive(m, model, d);
      if (d->status == STATUS_OK) keep_lasting(m, &d->equations);
    }
    if (d->status == STATUS_OK || is_refusal(d->status)) array_push(&m->arena, &m->facts.derivations, d);
  }
  *eq = &d->equations;
  return d->status;
}

Status system_by_method(System *m, const Method *method, const Equations **eq) {
  return derived(m, method, NULL, eq);
}

Status system_in_mode(System *m, const ConstraintUse *use, const Equations **eq) {
  return derived(m, methods_reference(), use, eq);
}

void system_keep_derivation(System *m) {
  if (find(m, m->equations.method, NULL) != NULL) return;
  KeptDerivation *d = ARENA_NEW(&m->arena, KeptDerivation);
  *d = (KeptDerivation){.method = m->equations.method, .equations = m->equations};
  d->equations.worksheet.n = 0;
  array_push(&m->arena, &m->facts.derivations, d);
  keep_lasting(m, &d->equations);
}

void system_report_refusal(System *m, const Method *method, const ConstraintUse *use) {
  const KeptDerivation *d = find(m, method, use);
  if (d == NULL) return;
  for (size_t i = 0; i < d->refusal.n; i++)
    array_push(m->diags.arena, &m->diags.all, d->refusal.at[i]);
  m->diags.errors += d->errors;
  m->diags.warnings += d->warnings;
}

Status system_reference(System *m, const Equations **eq, const Method **method) {
  *method = methods_reference();
  Status status = system_by_method(m, *method, eq);
  if (status == STATUS_UNABLE) {
    *method = methods_default(m->model);
    status = system_by_method(m, *method, eq);
  }
  if (status != STATUS_OK) system_report_refusal(m, *method, NULL);
  return status;
}

// --- solved forms --------------------------------------------------------------------------------

const SolvedForms *system_forms(System *m, bool closed, bool reactions) {
  SystemFacts *facts = facts_now(m);
  if (facts->forms_of != m->derivations) memset(facts->forms, 0, sizeof facts->forms);
  facts->forms_of = m->derivations;
  SolvedForms **forms = &facts->forms[closed][reactions];
  if (*forms != NULL) return *forms;
  SolvedForms *made = ARENA_NEW(&m->arena, SolvedForms);
  solved_forms(&m->equations, closed, reactions, made);
  *forms = made;
  return made;
}
