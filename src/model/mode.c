// model/mode.c: the modes of a model: which of its constraints are in force.
//
// A model whose constraints come and go is read once, as a whole. All other parts of the program see it in one mode:
// the same system with some of its constraints. So every method and every question has the same meaning as for a model
// that declares only these constraints.

#include "model/model_impl.h"
#include <string.h>

bool model_has_modes(const Model *model) {
  if (model->whole != NULL) return true;
  for (size_t i = 0; i < model->constraints.n; i++)
    if (model->constraints.at[i].unilateral || model->constraints.at[i].released) return true;
  return model->whens.n > 0;
}

const Constraint *model_declared(const Model *model, size_t *n) {
  const Model *whole = model->whole != NULL ? model->whole : model;
  *n = whole->constraints.n;
  return whole->constraints.at;
}

ConstraintUse model_use(const Model *model, size_t declared) {
  return model->use != NULL ? model->use[declared] : USE_IN_FORCE;
}

size_t model_find_declared(const Model *model, const char *name) {
  ConstraintRange range;
  const Model *whole = model->whole != NULL ? model->whole : model;
  const bool found = model_find_constraint(whole, str(name), &range) && range.count > 0;
  return found ? range.first : NOWHERE;
}

// --- a mode --------------------------------------------------------------------------------------

typedef struct {
  ARRAY(Expr) from;
  ARRAY(Expr) to;
} Absent;

static void note_absent(Model *model, Absent *absent, const char *quantity, const Constraint *c,
                        Expr to) {
  Expr symbol;
  const char *name = text_format(model->arena, "%s(%s)", quantity, c->name);
  if (!expr_find_symbol(model->pool, str(name), &symbol)) return;
  array_push(model->arena, &absent->from, symbol);
  array_push(model->arena, &absent->to, to);
}

// A constraint that is not in force has no multiplier, and its residual is a function of the state like any other.
static Absent find_absent(Model *model) {
  Absent absent = {0};
  for (size_t i = 0; i < model->whole->constraints.n; i++) {
    const Constraint *c = &model->whole->constraints.at[i];
    if (model->use[i] == USE_IN_FORCE) continue;
    note_absent(model, &absent, names_quantity(QUANTITY_LAMBDA), c, EXPR_ZERO);
    note_absent(model, &absent, names_quantity(QUANTITY_RESIDUAL), c, c->residual);
  }
  return absent;
}

static void put_absent(const Model *model, const Absent *absent, Expr *e) {
  if (absent->from.n == 0 || expr_is_none(*e)) return;
  *e = expr_substitute(model->pool, *e, absent->from.at, absent->to.at, absent->from.n);
}

static void *copy_of(const Model *model, const void *at, size_t n, size_t size) {
  void *copy = arena_take(model->arena, (n + 1) * size);
  if (n > 0) memcpy(copy, at, n * size);
  return copy;
}

#define OWN(model, list) \
  ((list)->at = copy_of(model, (list)->at, (list)->n, sizeof *(list)->at), (list)->room = (list)->n)

static void put_absent_in_event(const Model *model, const Absent *absent, When *when) {
  put_absent(model, absent, &when->difference);
  OWN(model, &when->actions);
  for (size_t i = 0; i < when->actions.n; i++)
    put_absent(model, absent, &when->actions.at[i].value);
}

// Rewrites what a run computes in the terms of the mode. Claims stay as written: the mode in which a claim is judged
// depends on what it mentions.
static void rewrite(Model *model) {
  const Absent absent = find_absent(model);
  OWN(model, &model->observables);
  OWN(model, &model->stops);
  OWN(model, &model->whens);
  for (size_t i = 0; i < model->observables.n; i++)
    put_absent(model, &absent, &model->observables.at[i].value);
  for (size_t i = 0; i < model->stops.n; i++)
    put_absent(model, &absent, &model->stops.at[i].difference);
  for (size_t i = 0; i < model->whens.n; i++)
    put_absent_in_event(model, &absent, &model->whens.at[i]);
  model->generalized_force =
    copy_of(model, model->generalized_force, model->coordinates.n, sizeof(Expr));
  for (size_t i = 0; i < model->coordinates.n; i++)
    put_absent(model, &absent, &model->generalized_force[i]);
  OWN(model, &model->forces);
  for (size_t i = 0; i < model->forces.n; i++)
    for (int k = 0; k < 3; k++) put_absent(model, &absent, &model->forces.at[i].vector.x[k]);
}

// Takes the constraints of the mode, and their names.
static void take_constraints(Model *model) {
  const Model *whole = model->whole;
  model->constraints.at = NULL;
  model->constraints.n = model->constraints.room = 0;
  for (size_t i = 0; i < whole->constraints.n; i++)
    if (model->use[i] == USE_IN_FORCE)
      array_push(model->arena, &model->constraints, whole->constraints.at[i]);
  model->constraint_names = (Names){0};
  model->places_of_constraints = NULL;
  model_remember_constraints(model);
}

static void enter(Model *model, const Model *whole, const ConstraintUse *use) {
  model->whole = whole;
  model->use = copy_of(whole, use, whole->constraints.n, sizeof *use);
  take_constraints(model);
  rewrite(model);
}

Model *model_in_mode(const Model *model, const ConstraintUse *use) {
  const Model *whole = model->whole != NULL ? model->whole : model;
  Model *copy = ARENA_NEW(whole->arena, Model);
  *copy = *whole;
  enter(copy, whole, use);
  return copy;
}

// --- the first one -------------------------------------------------------------------------------

void model_settle(Model *model) {
  if (!model_has_modes(model)) return;
  const size_t n = model->constraints.n;
  ConstraintUse *use = ARENA_ARRAY(model->arena, ConstraintUse, n + 1);
  for (size_t i = 0; i < n; i++) {
    const Constraint *c = &model->constraints.at[i];
    use[i] = c->released ? USE_OFF : c->unilateral ? USE_WATCHED : USE_IN_FORCE;
  }
  Model *whole = ARENA_NEW(model->arena, Model);
  *whole = *model;
  enter(model, whole, use);
}
