// model/constraint.c: constraints and their levels.

#include "model/model_impl.h"
#include <string.h>

// --- names ---------------------------------------------------------------------------------------

// Packs a range into one table value: one bit for vectors, four for each count.
static uint32_t range_pack(ConstraintRange range) {
  return (uint32_t) range.first << 9 | (uint32_t) range.written << 5 | (uint32_t) range.count << 1 | (uint32_t) range.is_vector;
}

bool model_find_constraint(const Model *model, Str name, ConstraintRange *range) {
  uint32_t packed;
  if (!names_get(&model->constraint_names, name, &packed)) return false;
  *range = (ConstraintRange){packed >> 9, packed >> 1 & 15, packed & 1, packed >> 5 & 15};
  return true;
}

static bool is_free(Model *model, Str name, Span span) {
  ConstraintRange range;
  if (!model_find_constraint(model, name, &range)) return true;
  diag_report(model->diags, DIAG_NAME_TAKEN, span, str_copy(model->arena, name), "a constraint");
  if (range.count > 0) model_help_first(model, model->constraints.at[range.first].span);
  return false;
}

// --- kinds ---------------------------------------------------------------------------------------

// The roles of all symbols in e.
static unsigned roles_in(Model *model, Expr e) {
  unsigned roles = 0;
  const ExprList symbols = expr_symbols(model->pool, &e, 1, model->arena);
  for (size_t i = 0; i < symbols.n; i++) roles |= (unsigned) model_role(model, symbols.at[i], NULL);
  return roles;
}

// Are the accelerations linear: do all second derivatives by them vanish?
static bool is_linear_in_accelerations(Model *model, Expr e) {
  ExprPool *pool = model->pool;
  const ExprList symbols = expr_symbols(pool, &e, 1, model->arena);
  for (size_t i = 0; i < symbols.n; i++) {
    if (model_role(model, symbols.at[i], NULL) != ROLE_ACCELERATION) continue;
    if (expr_switches_on_any(pool, e, &symbols.at[i], 1)) return false;
    const Expr factor = expr_diff(pool, e, symbols.at[i]);
    for (size_t j = 0; j < symbols.n; j++)
      if (model_role(model, symbols.at[j], NULL) == ROLE_ACCELERATION &&
          !expr_same(expr_diff(pool, factor, symbols.at[j]), EXPR_ZERO))
        return false;
  }
  return true;
}

static Level level_of(unsigned roles) {
  if (roles & ROLE_ACCELERATION) return LEVEL_ACCELERATION;
  if (roles & (ROLE_VELOCITY | ROLE_MOMENTUM | ROLE_SPEED | ROLE_QUASI_VELOCITY))
    return LEVEL_VELOCITY;
  return LEVEL_POSITION;
}

// Replaces rates of quasi-velocities in e, if any, by accelerations.
static Expr without_speed_rates(Model *model, Expr e) {
  for (size_t i = 0; i < model->speeds.n; i++) {
    const Speed *speed = &model->speeds.at[i];
    if (expr_is_none(speed->definition) || !expr_depends(model->pool, e, speed->zd)) continue;
    const Expr rate = expr_rate(model->pool, speed->definition);
    e = expr_substitute(model->pool, e, &speed->zd, &rate, 1);
  }
  return e;
}

// Can e = 0 be required? Reports if not. level: that of the constraint.
static bool check_residual(Model *model, Expr e, Level *level, Span span) {
  static const Content content = {"a constraint", ROLES_FORCE | ROLE_ACCELERATION, NULL};
  if (expr_is_number(model->pool, e)) {
    diag_report(model->diags, DIAG_CONSTRAINT_FALSE, span);
    return false;
  }
  if (!model_check_content(model, &e, 1, &content, span)) return false;
  const unsigned roles = roles_in(model, e);
  if (!(roles & ~(ROLES_CONSTANT | ROLE_TIME))) {
    diag_report(model->diags, DIAG_CONSTRAINT_STILL, span);
    return false;
  }
  if (!is_linear_in_accelerations(model, e)) {
    diag_report(model->diags, DIAG_CONSTRAINT_ACCELERATION, span);
    return false;
  }
  *level = level_of(roles);
  return true;
}

static Expr check_realized(Model *model, Expr e, Span span) {
  static const Content content = {"what follows `realized by`", ROLES_VELOCITY, NULL};
  if (expr_is_none(e) || !model_check_content(model, &e, 1, &content, span)) return EXPR_NONE;
  const Expr expanded = model_expand(model, e, span);
  if (!expr_same(expanded, EXPR_ZERO) && model_is_linear_in_velocities(model, expanded))
    return expanded;
  diag_report(model->diags, DIAG_NOT_LINEAR, model_place(model, e, span), content.what);
  return EXPR_NONE;
}

// --- adding --------------------------------------------------------------------------------------

// Adds one component, unless it always holds or is invalid.
static void add_component(Model *model, const char *name, Expr residual, const Expr *realized,
                          Span span) {
  if (expr_is_none(residual)) model->failed |= MODEL_FAILED_CONSTRAINT;
  if (expr_is_none(residual) || expr_same(residual, EXPR_ZERO)) return;
  Constraint constraint = {
    .name = name, .residual = without_speed_rates(model, residual), .written = name, .span = span};
  if (!check_residual(model, constraint.residual, &constraint.level, span)) {
    model->failed |= MODEL_FAILED_CONSTRAINT;
    return;
  }
  if (realized != NULL) {
    constraint.realized = check_realized(model, *realized, span);
    if (expr_is_none(constraint.realized)) model->failed |= MODEL_FAILED_CONSTRAINT;
  }
  array_push(model->arena, &model->constraints, constraint);
}

static void remember(Model *model, Str name, ConstraintRange range) {
  names_put(model->arena, &model->constraint_names, name, range_pack(range));
}

// "pivot", "rolling.2"; "#1" for the first constraint without a name, until model_finish names it.
static const char *component_name(Model *model, Str name, size_t n, size_t i) {
  const char *whole =
    name.n > 0 ? str_copy(model->arena, name) : text_format(model->arena, "#%zu", model->unnamed);
  return n == 1 ? whole : text_format(model->arena, "%s.%zu", whole, i + 1);
}

void model_constraint(Model *model, Str name, const Expr *residual, size_t n, const Expr *realized,
                      Span span) {
  if (name.n > 0 && !is_free(model, name, span)) return;
  if (name.n == 0) model->unnamed++;
  const size_t first = model->constraints.n;
  const unsigned failed = model->failed;
  model->failed &= ~MODEL_FAILED_CONSTRAINT;
  for (size_t i = 0; i < n; i++) {
    const char *part = component_name(model, name, n, i);
    const size_t before = model->constraints.n;
    add_component(model, part, residual[i], realized ? &realized[i] : NULL, span);
    if (n > 1 && model->constraints.n > before)
      remember(model, str(part), (ConstraintRange){before, 1, false, 1});
  }
  const size_t count = model->constraints.n - first;
  if (count == 0 && !(model->failed & MODEL_FAILED_CONSTRAINT))
    diag_report(model->diags, DIAG_CONSTRAINT_EMPTY, span);
  if (name.n > 0) remember(model, name, (ConstraintRange){first, count, n > 1, n});
  model->failed |= failed;
}

// Reports why a constraint cannot be unilateral.
static bool check_unilateral(Model *model, const Constraint *c, Expr restitution) {
  static const Content content = {"a coefficient of restitution", ROLES_CONSTANT, NULL};
  if (c->level != LEVEL_POSITION) {
    diag_report(model->diags, DIAG_UNILATERAL_LEVEL, c->span);
    return false;
  }
  if (expr_is_none(restitution) || !model_check_content(model, &restitution, 1, &content, c->span))
    return false;
  if (!model_is_negative(model, restitution)) return true;
  diag_report(model->diags, DIAG_NEGATIVE, model_place(model, restitution, c->span), content.what);
  return false;
}

void model_unilateral(Model *model, Str name, Expr residual, Expr restitution, Span span) {
  const size_t before = model->constraints.n;
  model_constraint(model, name, &residual, 1, NULL, span);
  if (model->constraints.n == before) return;
  Constraint *c = &model->constraints.at[before];
  c->unilateral = true;
  c->restitution = restitution;
  if (!check_unilateral(model, c, restitution)) model->failed |= MODEL_FAILED_CONSTRAINT;
}

void model_released(Model *model, size_t n) {
  for (size_t i = model->constraints.n - n; i < model->constraints.n; i++)
    model->constraints.at[i].released = true;
}

void model_replace_constraint(Model *model, size_t index, Expr residual) {
  Constraint *constraint = &model->constraints.at[index];
  constraint->residual = residual;
  constraint->level = level_of(roles_in(model, residual));
}

// --- default names -------------------------------------------------------------------------------

// The first of c1, c2, ... after *number that the model does not use itself.
static const char *free_name(Model *model, size_t *number) {
  ConstraintRange range;
  for (;;) {
    const char *name = text_format(model->arena, "c%zu", ++*number);
    if (!model_find_constraint(model, str(name), &range)) return name;
  }
}

void model_name_constraints(Model *model) {
  const char *whole = "", *last = "";
  size_t number = 0, first = 0;
  for (size_t i = 0; i < model->constraints.n; i++) {
    Constraint *constraint = &model->constraints.at[i];
    if (*constraint->name != '#') continue;
    const size_t head = strcspn(constraint->name, ".");
    const char *suffix = constraint->name + head;
    const bool goes_on = strlen(last) >= head && strncmp(last, constraint->name, head) == 0 &&
                         (last[head] == '.' || last[head] == '\0');
    if (!goes_on) {
      whole = free_name(model, &number);
      first = i;
    }
    last = constraint->name;
    constraint->name = text_format(model->arena, "%s%s", whole, suffix);
    remember(model, str(constraint->name), (ConstraintRange){i, 1, false, 1});
    if (*suffix != '\0') remember(model, str(whole), (ConstraintRange){first, i - first + 1, true, 9});
  }
}

// Components of a vector constraint follow each other; its name stands for those that exist.
void model_remember_constraints(Model *model) {
  for (size_t i = 0; i < model->constraints.n; i++) {
    const char *name = model->constraints.at[i].name;
    const size_t head = strcspn(name, ".");
    const Str whole = {name, head};
    ConstraintRange range;
    remember(model, str(name), (ConstraintRange){i, 1, false, 1});
    if (name[head] == '\0') continue;
    const bool goes_on = model_find_constraint(model, whole, &range);
    const ConstraintRange all = {goes_on ? range.first : i, goes_on ? range.count + 1 : 1, true, 9};
    remember(model, str(str_copy(model->arena, whole)), all);
  }
}
