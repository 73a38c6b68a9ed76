// model/content.c: the role of each symbol, and whether an expression may contain it.

#include "model/model_impl.h"

// --- roles ---------------------------------------------------------------------------------------

// The role of a thing's symbol, differentiated `order` times.
static Role thing_role(const Model *model, Thing thing, int order) {
  switch (thing.kind) {
    case THING_PARAMETER: return ROLE_CONSTANT;
    case THING_COORDINATE:
      return order == 0 ? ROLE_COORDINATE : order == 1 ? ROLE_VELOCITY : ROLE_ACCELERATION;
    case THING_MOMENTUM:
      return order == 0 ? ROLE_MOMENTUM : order == 1 ? ROLE_MOMENTUM_RATE : ROLE_OTHER;
    case THING_SPEED:
      if (order > 0) return order == 1 ? ROLE_SPEED_RATE : ROLE_OTHER;
      return expr_is_none(model->speeds.at[thing.index].definition) ? ROLE_SPEED
                                                                    : ROLE_QUASI_VELOCITY;
    default: return ROLE_OTHER;
  }
}

Role model_role(const Model *model, Expr symbol, size_t *index) {
  int order;
  const Expr base = expr_symbol_base(model->pool, symbol, &order);
  if (expr_same(base, EXPR_PI)) return ROLE_CONSTANT;
  if (expr_same(base, EXPR_TIME)) return ROLE_TIME;
  if (expr_symbol_kind(model->pool, base) == SYMBOL_QUANTITY) return ROLE_QUANTITY;
  Thing thing;
  if (!model_find(model, str(expr_symbol_name(model->pool, base)), &thing)) return ROLE_OTHER;
  if (index != NULL) *index = thing.index;
  return thing_role(model, thing, order);
}

static const struct {
  Role role;
  const char *one;   // "a velocity"
  const char *many;  // "velocities"; NULL if not listed by itself
} role_words[] = {
  {ROLE_COORDINATE, "a coordinate", "coordinates"},
  {ROLE_VELOCITY, "a velocity", "velocities"},
  {ROLE_ACCELERATION, "an acceleration", "accelerations"},
  {ROLE_MOMENTUM, "a momentum", "momenta"},
  {ROLE_MOMENTUM_RATE, "the rate of a momentum", NULL},
  {ROLE_SPEED, "a free speed", "speeds"},
  {ROLE_QUASI_VELOCITY, "a quasi-velocity", NULL},
  {ROLE_SPEED_RATE, "the rate of a speed", NULL},
  {ROLE_QUANTITY, "computed from the motion", NULL},
  {ROLE_TIME, "the time", "t"},
  {ROLE_CONSTANT, "a parameter", "parameters"},
  {ROLE_OTHER, "a second derivative of a momentum or speed", NULL},
};

#define ROLE_WORDS (sizeof role_words / sizeof role_words[0])

static const char *role_name(Role role) {
  for (size_t i = 0; i < ROLE_WORDS; i++)
    if (role_words[i].role == role) return role_words[i].one;
  return "";
}

// "coordinates, t and parameters"
static const char *list_roles(Arena *arena, unsigned roles) {
  Text text = text_make(arena);
  const char *held = NULL;
  for (size_t i = 0; i < ROLE_WORDS; i++) {
    if (!(roles & (unsigned) role_words[i].role) || role_words[i].many == NULL) continue;
    if (held != NULL) text_addf(&text, text.n > 0 ? ", %s" : "%s", held);
    held = role_words[i].many;
  }
  text_addf(&text, text.n > 0 ? " and %s" : "%s", held);
  return text_get(&text);
}

// --- places --------------------------------------------------------------------------------------

Span model_place(Model *model, Expr e, Span otherwise) {
  for (size_t i = model->places.n; i-- > 0;)
    if (expr_same(model->places.at[i].e, e)) otherwise = model->places.at[i].span;
  return otherwise;
}

// The first place in the statement that contains the symbol.
static Span place_of_symbol(Model *model, Expr symbol, Span otherwise) {
  for (size_t i = 0; i < model->places.n; i++)
    if (expr_depends(model->pool, model->places.at[i].e, symbol)) return model->places.at[i].span;
  return otherwise;
}

// --- checks --------------------------------------------------------------------------------------

bool model_check_content(Model *model, const Expr *e, size_t n, const Content *content, Span span) {
  Expr wrong = EXPR_NONE;
  Span place = span;
  const ArenaMark mark = arena_mark(model->arena);
  const ExprList symbols = expr_symbols(model->pool, e, n, model->arena);
  for (size_t j = 0; j < symbols.n; j++) {
    if ((unsigned) model_role(model, symbols.at[j], NULL) & content->roles) continue;
    const Span here = place_of_symbol(model, symbols.at[j], span);
    if (!expr_is_none(wrong) && here.start >= place.start) continue;
    wrong = symbols.at[j];
    place = here;
  }
  arena_release(model->arena, mark);
  if (expr_is_none(wrong)) return true;
  diag_report(model->diags, DIAG_CONTENT, place, expr_symbol_name(model->pool, wrong),
              role_name(model_role(model, wrong, NULL)), content->what,
              list_roles(model->arena, content->roles));
  if (content->help != NULL) diag_help(model->diags, "%s", content->help);
  return false;
}

Expr model_expand(Model *model, Expr e, Span span) {
  if (expr_is_none(e)) return e;
  ARRAY(Expr) from = {0};
  ARRAY(Expr) to = {0};
  for (size_t i = 0; i < model->speeds.n; i++) {
    const Speed *speed = &model->speeds.at[i];
    if (expr_is_none(speed->definition)) continue;
    array_push(model->arena, &from, speed->z);
    array_push(model->arena, &to, speed->definition);
    if (!expr_depends(model->pool, e, speed->zd)) continue;
    array_push(model->arena, &from, speed->zd);
    array_push(model->arena, &to, expr_rate(model->pool, speed->definition));
  }
  if (from.n == 0) return e;
  const Expr expanded = expr_substitute(model->pool, e, from.at, to.at, from.n);
  if (expr_is_none(expanded) && expr_trouble(model->pool) != TROUBLE_NONE)
    diag_report(model->diags, DIAG_DIVISION, span);
  return expanded;
}

bool model_is_linear_in_velocities(Model *model, Expr e) {
  ExprPool *pool = model->pool;
  ARRAY(Expr) velocities = {0};
  const ExprList symbols = expr_symbols(pool, &e, 1, model->arena);
  for (size_t i = 0; i < symbols.n; i++)
    if (model_role(model, symbols.at[i], NULL) == ROLE_VELOCITY)
      array_push(model->arena, &velocities, symbols.at[i]);

  if (expr_switches_on_any(pool, e, velocities.at, velocities.n)) return false;

  // e = sum of (de/dv) v, with no velocity left in the coefficients
  Expr rest = e;
  for (size_t i = 0; i < velocities.n; i++) {
    const Expr factor = expr_diff(pool, e, velocities.at[i]);
    for (size_t j = 0; j < velocities.n; j++)
      if (!expr_same(expr_diff(pool, factor, velocities.at[j]), EXPR_ZERO)) return false;
    rest = expr_sub(pool, rest, expr_mul(pool, factor, velocities.at[i]));
  }
  return expr_same(rest, EXPR_ZERO);
}

bool model_is_negative(const Model *model, Expr e) {
  return expr_is_number(model->pool, e) &&
         ratio_sign(model->pool, expr_ratio_of(model->pool, e)) < 0;
}
