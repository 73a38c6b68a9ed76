// model/declare.c: parameters, coordinates, momenta, speeds, rates and abbreviations.

#include "model/model_impl.h"

void model_title(Model *model, Str title, Span span) {
  if (model->title_span.source != NULL || *model->title != '\0') {
    diag_report(model->diags, DIAG_GIVEN_TWICE, span, "the title");
    model_help_first(model, model->title_span);
    return;
  }
  model->title = str_copy(model->arena, title);
  model->title_span = span;
}

void model_count(Model *model, Str name, long value, Span span) {
  if (!model_declare(model, name, THING_COUNT, model->counts.n, span)) return;
  const ModelCount count = {str_copy(model->arena, name), value, span};
  array_push(model->arena, &model->counts, count);
}

bool model_function(Model *model, Str name, size_t index, Span span) {
  return model_declare(model, name, THING_FUNCTION, index, span);
}

Expr model_parameter(Model *model, Str name, Expr value, Span span) {
  static const Content content = {"the value of a parameter", ROLES_CONSTANT, NULL};
  if (!model_check_content(model, &value, 1, &content, span)) value = EXPR_NONE;
  if (!model_declare(model, name, THING_PARAMETER, model->parameters.n, span)) return EXPR_NONE;
  const Expr symbol = expr_symbol(model->pool, name, SYMBOL_CONSTANT);
  const Parameter parameter = {str_copy(model->arena, name), symbol, value, span};
  array_push(model->arena, &model->parameters, parameter);
  return symbol;
}

// Makes room for as many generalized forces as for coordinates.
static void grow_forces(Model *model, size_t old_room) {
  const size_t room = model->coordinates.room;
  if (room == old_room) return;
  Expr *forces = ARENA_ARRAY(model->arena, Expr, room);
  GrowingSum *parts = ARENA_ARRAY(model->arena, GrowingSum, room);
  for (size_t i = 0; i < room; i++)
    forces[i] = i < old_room ? model->generalized_force[i] : EXPR_ZERO;
  for (size_t i = 0; i < old_room; i++) parts[i] = model->force_parts[i];
  model->generalized_force = forces;
  model->force_parts = parts;
}

Expr model_coordinate(Model *model, Str name, Span span) {
  const size_t index = model->coordinates.n;
  if (!model_declare(model, name, THING_COORDINATE, index, span)) return EXPR_NONE;
  Coordinate x = {.name = str_copy(model->arena, name), .span = span};
  x.q = expr_symbol(model->pool, name, SYMBOL_VARIABLE);
  x.qd = expr_symbol_rate(model->pool, x.q);
  x.qdd = expr_symbol_rate(model->pool, x.qd);
  if (index < model->momenta.n) x.p = model->momenta.at[index].symbol;
  const size_t room = model->coordinates.room;
  array_push(model->arena, &model->coordinates, x);
  grow_forces(model, room);
  return x.q;
}

Expr model_momentum(Model *model, Str name, Span span) {
  const size_t index = model->momenta.n;
  const bool follows = index < model->coordinates.n;
  if (follows && !expr_is_none(model->coordinates.at[index].p)) {
    const char *x = model->coordinates.at[index].name;
    diag_report(model->diags, DIAG_MOMENTUM_USED, span, x, x);
  }
  if (!model_declare(model, name, THING_MOMENTUM, index, span)) return EXPR_NONE;
  const Expr p = expr_symbol(model->pool, name, SYMBOL_VARIABLE);
  array_push(model->arena, &model->momenta, ((Momentum){str_copy(model->arena, name), p, span}));
  model->momenta_named = true;
  if (follows) model->coordinates.at[index].p = p;
  return p;
}

static Expr add_speed(Model *model, Str name, Expr definition, Span span) {
  if (!model_declare(model, name, THING_SPEED, model->speeds.n, span)) return EXPR_NONE;
  Speed speed = {.name = str_copy(model->arena, name), .definition = definition, .span = span};
  speed.z = expr_symbol(model->pool, name, SYMBOL_VARIABLE);
  speed.zd = expr_symbol_rate(model->pool, speed.z);
  array_push(model->arena, &model->speeds, speed);
  return speed.z;
}

Expr model_speed(Model *model, Str name, Span span) {
  return add_speed(model, name, EXPR_NONE, span);
}

Expr model_quasi_velocity(Model *model, Str name, Expr definition, Span span) {
  static const Content content = {"a quasi-velocity", ROLES_VELOCITY, NULL};
  if (!model_check_content(model, &definition, 1, &content, span)) definition = EXPR_NONE;
  Expr expanded = model_expand(model, definition, span);
  if (!expr_is_none(expanded) && !model_is_linear_in_velocities(model, expanded)) {
    diag_report(model->diags, DIAG_NOT_LINEAR, model_place(model, definition, span),
                "a quasi-velocity");
    expanded = EXPR_NONE;
  }
  const Expr z = add_speed(model, name, expanded, span);
  if (!expr_is_none(expanded) || expr_is_none(z)) return z;

  // a failed speed keeps its name, but has no meaning
  model->failed |= MODEL_FAILED_SPEED;
  model->speeds.at[model->speeds.n - 1].z = EXPR_NONE;
  return EXPR_NONE;
}

void model_rate(Model *model, size_t coordinate, Expr rate, Span span) {
  static const Content content = {
    "a rate", ROLES_POSITION | ROLE_SPEED,
    "a rate gives a velocity as a function of coordinates, speeds and t"};
  Coordinate *x = &model->coordinates.at[coordinate];
  if (x->rate_span.source != NULL || !expr_is_none(x->rate)) {
    diag_report(model->diags, DIAG_GIVEN_TWICE, span,
                text_format(model->arena, "the rate of %s", x->name));
    model_help_first(model, x->rate_span);
    return;
  }
  if (!model_check_content(model, &rate, 1, &content, span)) rate = EXPR_NONE;
  if (expr_is_none(rate)) model->failed |= MODEL_FAILED_SPEED;
  x->rate = rate;
  x->rate_span = span;
}

void model_let_scalar(Model *model, Str name, Expr value, Span span) {
  if (!model_declare(model, name, THING_LET, model->lets.n, span)) return;
  const Let let = {str_copy(model->arena, name), false, value, vec_none(), span};
  array_push(model->arena, &model->lets, let);
}

void model_let_vector(Model *model, Str name, Vec value, Span span) {
  if (!model_declare(model, name, THING_LET, model->lets.n, span)) return;
  const Let let = {str_copy(model->arena, name), true, EXPR_NONE, value, span};
  array_push(model->arena, &model->lets, let);
}
