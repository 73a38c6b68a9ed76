// model/requests.c: what the model asks for: outputs, initial values, runs, drawings, claims.

#include "model/model_impl.h"

static const Content constant_value = {"this value", ROLES_CONSTANT, NULL};

// --- observables ---------------------------------------------------------------------------------

// Is it the name of a column that every output has?
static bool is_column(const Model *model, Str name) {
  Thing thing;
  if (str_is(name, "t") || str_is(name, "energy")) return true;
  if (str_is(name, "constraint_error")) return true;
  if (!model_find(model, name, &thing)) return false;
  return thing.kind == THING_COORDINATE || thing.kind == THING_MOMENTUM ||
         thing.kind == THING_SPEED;
}

void model_observe(Model *model, Str name, Expr value, Span span) {
  static const Content content = {"an observable", ROLES_OUTPUT, NULL};
  const char *text = str_copy(model->arena, name);
  uint32_t first;
  if (names_get(&model->observable_names, name, &first)) {
    diag_report(model->diags, DIAG_NAME_TAKEN, span, text, "an observable");
    model_help_first(model, model->observables.at[first].span);
    return;
  }
  if (is_column(model, name)) diag_report(model->diags, DIAG_OBSERVE_COLUMN, span, text);
  if (!model_check_content(model, &value, 1, &content, span)) value = EXPR_NONE;
  names_put(model->arena, &model->observable_names, name, (uint32_t) model->observables.n);
  array_push(model->arena, &model->observables, ((Observable){.name = text, .value = value, .span = span}));
}

void model_observe_in(Model *model, Str name, const char *unit, Expr factor) {
  uint32_t index;
  if (!names_get(&model->observable_names, name, &index)) return;
  model->observables.at[index].unit = unit;
  model->observables.at[index].factor = factor;
}

// --- states and runs -----------------------------------------------------------------------------

bool model_check_assignment(Model *model, Expr symbol, Expr value, Span span) {
  const unsigned state =
    ROLE_COORDINATE | ROLE_VELOCITY | ROLE_MOMENTUM | ROLE_SPEED | ROLE_QUASI_VELOCITY | ROLE_TIME;
  if (!((unsigned) model_role(model, symbol, NULL) & state)) {
    diag_report(model->diags, DIAG_NOT_STATE, span, expr_symbol_name(model->pool, symbol));
    return false;
  }
  return model_check_content(model, &value, 1, &constant_value, span);
}

bool model_check_constant(Model *model, Expr value, Span span) {
  return model_check_content(model, &value, 1, &constant_value, span);
}

// Adds symbol = value to the list, once; given maps symbols to their index in it.
static void assign(Model *model, Assignments *list, Memo *given, Expr symbol, Expr value,
                   Span span) {
  uint32_t first;
  if (expr_is_none(symbol) || !model_check_assignment(model, symbol, value, span)) return;
  if (memo_get(given, symbol.id, &first)) {
    diag_report(model->diags, DIAG_GIVEN_TWICE, span, expr_symbol_name(model->pool, symbol));
    model_help_first(model, list->at[first].span);
    return;
  }
  memo_put(model->arena, given, symbol.id, (uint32_t) list->n);
  array_push(model->arena, list, ((Assignment){symbol, value, span}));
}

void model_initial(Model *model, Expr symbol, Expr value, Span span) {
  assign(model, &model->initial, &model->initial_given, symbol, value, span);
}

void model_guess(Model *model, Expr symbol, Expr value, Span span) {
  assign(model, &model->guess, &model->guess_given, symbol, value, span);
}

void model_simulate(Model *model, Expr from, Expr to, Expr every, Span span) {
  const Expr values[3] = {from, to, every};
  if (model->simulation.given) {
    diag_report(model->diags, DIAG_GIVEN_TWICE, span, "simulate");
    model_help_first(model, model->simulation.span);
    return;
  }
  model->simulation = (Simulation){true, from, to, every, span};
  if (!model_check_content(model, values, 3, &constant_value, span)) return;
  if (!expr_is_none(every) && (model_is_negative(model, every) || expr_same(every, EXPR_ZERO)))
    diag_report(model->diags, DIAG_STEP, model_place(model, every, span));
}

void model_stop(Model *model, Expr difference, bool in_units, Crossing crossing, Span span) {
  static const Content content = {"`stop when`", ROLES_OUTPUT, NULL};
  if (expr_is_none(difference)) return;
  if (!model_check_content(model, &difference, 1, &content, span)) return;
  array_push(model->arena, &model->stops, ((Stop){difference, in_units, crossing, span}));
}

// Checks an action of an event, also against the others. Constraints are looked up later, when all are known.
static bool check_action(Model *model, const When *when, size_t i) {
  static const Content content = {"an assignment", ROLES_OUTPUT, NULL};
  const Action *a = &when->actions.at[i];
  if (a->kind == ACTION_RELEASE || a->kind == ACTION_ENGAGE) {
    array_push(model->arena, &model->references, ((Reference){a->name, true, a->span}));
    return true;
  }
  if (a->kind == ACTION_STOP) return true;
  if (expr_is_none(a->symbol) || expr_is_none(a->value)) return false;
  for (size_t k = 0; k < i; k++) {
    const Action *other = &when->actions.at[k];
    if (other->kind != ACTION_ASSIGN || !expr_same(other->symbol, a->symbol)) continue;
    diag_report(model->diags, DIAG_GIVEN_TWICE, a->span, expr_symbol_name(model->pool, a->symbol));
    return false;
  }
  const unsigned state =
    ROLE_COORDINATE | ROLE_VELOCITY | ROLE_MOMENTUM | ROLE_SPEED | ROLE_QUASI_VELOCITY;
  if (!((unsigned) model_role(model, a->symbol, NULL) & state)) {
    diag_report(model->diags, DIAG_NOT_STATE, a->span, expr_symbol_name(model->pool, a->symbol));
    return false;
  }
  return model_check_content(model, &a->value, 1, &content, a->span);
}

void model_when(Model *model, const When *when) {
  static const Content content = {"`when`", ROLES_OUTPUT, NULL};
  if (expr_is_none(when->difference)) return;
  bool good = model_check_content(model, &when->difference, 1, &content, when->span);
  for (size_t i = 0; i < when->actions.n; i++) good = check_action(model, when, i) && good;
  if (good) array_push(model->arena, &model->whens, *when);
}

void model_section(Model *model, const Section *section) {
  static const Content content = {"a section", ROLES_OUTPUT, NULL};
  if (expr_is_none(section->difference)) return;
  for (size_t i = 0; i < model->sections.n; i++) {
    if (!str_equal(str(model->sections.at[i].name), str(section->name))) continue;
    diag_report(model->diags, DIAG_GIVEN_TWICE, section->span, section->name);
    model_help_first(model, model->sections.at[i].span);
    return;
  }
  if (!model_check_content(model, &section->difference, 1, &content, section->span)) return;
  array_push(model->arena, &model->sections, *section);
}

// Edges of a box may depend on positions, an arrow also on velocities.
static bool has_vector(Model *model, const Drawing *drawing) {
  static const Content size = {"the size of a box", ROLES_POSITION, NULL};
  static const Content along = {"an arrow", ROLES_POSITION | ROLE_VELOCITY, NULL};
  for (size_t i = 0; i < 3; i++)
    if (expr_is_none(drawing->vector.x[i])) return false;
  const bool box = drawing->kind == DRAW_BOX;
  return model_check_content(model, drawing->vector.x, 3, box ? &size : &along, drawing->span);
}

void model_draw(Model *model, const Drawing *drawing) {
  static const Content content = {"a radius", ROLES_POSITION, NULL};
  if ((drawing->kind == DRAW_BOX || drawing->kind == DRAW_ARROW) && !has_vector(model, drawing)) return;
  if (drawing->kind == DRAW_CIRCLE || drawing->kind == DRAW_CYLINDER) {
    if (expr_is_none(drawing->radius)) return;
    if (!model_check_content(model, &drawing->radius, 1, &content, drawing->span)) return;
    if (model_is_negative(model, drawing->radius)) {
      diag_report(model->diags, DIAG_NEGATIVE, model_place(model, drawing->radius, drawing->span),
                  content.what);
      return;
    }
  }
  array_push(model->arena, &model->drawings, *drawing);
}

// --- assumptions and units -----------------------------------------------------------------------

void model_assume(Model *model, Expr larger, Expr smaller, bool strict, Span span) {
  static const Content content = {"an assumption", ROLES_CONSTANT, NULL};
  const Expr sides[2] = {larger, smaller};
  if (expr_is_none(larger) || expr_is_none(smaller)) return;
  if (!model_check_content(model, sides, 2, &content, span)) return;
  array_push(model->arena, &model->assumptions, ((Assumption){larger, smaller, strict, span}));
}

void model_unit(Model *model, const UnitFact *fact) {
  if (!expr_is_none(fact->e)) array_push(model->arena, &model->units, *fact);
}

// --- claims --------------------------------------------------------------------------------------

static bool has_left(ClaimKind kind) {
  return kind == CLAIM_EQUATION || kind == CLAIM_CONSERVED || kind == CLAIM_MODE;
}

static bool is_on_constraint(ClaimKind kind) {
  return kind == CLAIM_INTEGRABLE || kind == CLAIM_LINEAR || kind == CLAIM_REDUNDANT;
}

// Checks the state of an equilibrium: each variable once, with a constant value.
static bool check_state(Model *model, const Claim *claim) {
  Assignments seen = {0};
  Memo given = {0};
  const size_t errors = model->diags->errors;
  for (size_t i = 0; i < claim->at.n; i++) {
    const Assignment *a = &claim->at.at[i];
    if (expr_is_none(a->value)) return false;
    assign(model, &seen, &given, a->symbol, a->value, a->span);
  }
  return model->diags->errors == errors;
}

static bool check_conditions(Model *model, const Claim *claim, const Content *content) {
  for (size_t i = 0; i < claim->given.n; i++) {
    const Expr sides[2] = {claim->given.at[i].left, claim->given.at[i].right};
    if (expr_is_none(sides[0]) || expr_is_none(sides[1])) return false;
    if (!model_check_content(model, sides, 2, content, claim->span)) return false;
  }
  return true;
}

void model_claim(Model *model, const Claim *claim) {
  static const Content content = {"a claim", ROLES_OUTPUT, NULL};
  static const Content eigenvalue = {"an eigenvalue", ROLES_CONSTANT, NULL};
  const Expr sides[2] = {claim->left, claim->right};
  if (has_left(claim->kind) && expr_is_none(claim->left)) return;
  if (claim->kind == CLAIM_EQUATION && expr_is_none(claim->right)) return;
  const bool named = claim->kind == CLAIM_CYCLIC || is_on_constraint(claim->kind);
  if (named && claim->name == NULL) return;
  const bool is_mode = claim->kind == CLAIM_MODE;
  if (!model_check_content(model, sides, 2, is_mode ? &eigenvalue : &content, claim->span)) return;
  if (!check_conditions(model, claim, &content) || !check_state(model, claim)) return;
  if (is_on_constraint(claim->kind)) {
    const Span place = claim->name_span.source != NULL ? claim->name_span : claim->span;
    array_push(model->arena, &model->references, ((Reference){claim->name, true, place}));
  }
  array_push(model->arena, &model->claims, *claim);
}
