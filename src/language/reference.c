// language/reference.c: the meaning of names in an expression.

#include "language/language_impl.h"

// --- names that are not declared -----------------------------------------------------------------

#define LOOK_AHEAD (1u << 20)  // larger texts are not searched for a later declaration

bool reference_declares_names(const Token *keyword) {
  static const char *const words[] = {"parameter", "coordinate", "momentum", "speed", "let",
                                      "observe",   "frame",      "point",    "body",  NULL};
  for (size_t i = 0; words[i] != NULL; i++)
    if (token_is(keyword, words[i])) return true;
  return false;
}

// Finds the first declaration of the name after the current token, if any.
static bool find_declaration(const Parser *parser, Str name, Token *found) {
  Lexer lexer = parser->lexer;
  Token before = {.kind = TOKEN_COUNT}, token = parser->token, next = parser->next;
  bool declaring = false;
  lexer.quiet = true;
  while (token.kind != TOKEN_END) {
    if (before.kind == TOKEN_NEWLINE) declaring = reference_declares_names(&token);
    *found = token;
    if (declaring && token.kind == TOKEN_NAME && str_equal(token.text, name) &&
        (before.first || before.kind == TOKEN_COMMA))
      return true;
    before = token;
    token = next;
    if (token.kind != TOKEN_END) next = lexer_next(&lexer);
  }
  return false;
}

// If the name is declared further below, reports where.
static bool help_declared_below(Parser *parser, Str name) {
  Token found;
  uint32_t line, column;
  if (parser->lexer.source->text.n > LOOK_AHEAD || !find_declaration(parser, name, &found))
    return false;
  source_place(found.span.source, found.span.start, &line, &column);
  diag_help(parser->diags, "it is declared below, in line %u; move that up", (unsigned) line);
  return true;
}

static void try_names(Suggestion *suggestion, const Names *names) {
  for (size_t i = 0; i < names->names.n; i++) suggestion_try(suggestion, names->names.at[i].at);
}

static const char *nearest_name(Parser *parser, Str name) {
  static const char *const built_in[] = {"pi", "energy", "kinetic_energy", "potential_energy",
                                         NULL};
  Suggestion suggestion = suggestion_make(name);
  try_names(&suggestion, &parser->model->things);
  try_names(&suggestion, &parser->model->observable_names);
  for (size_t i = 0; built_in[i] != NULL; i++) suggestion_try(&suggestion, built_in[i]);
  return suggestion.best;
}

static void help_missing(Parser *parser, const char *text) {
  const Model *model = parser->model;
  if (parser->in_index && !parser->fragment) {
    diag_help(parser->diags,
              "`for %s = 1..n` at the end of the statement gives the index its values", text);
    return;
  }
  if (!parser->fragment) {
    diag_help(parser->diags, "declare it above: `parameter %s` or `coordinate %s`", text, text);
    return;
  }
  Text names = text_make(parser->arena);
  for (size_t i = 0; i < model->coordinates.n; i++)
    text_addf(&names, "%s%s", i ? ", " : "", model->coordinates.at[i].name);
  diag_help(parser->diags, "the coordinates are %s", text_get(&names));
}

static void report_unknown(Parser *parser, const Token *name) {
  uint32_t ignored;
  const char *text = str_copy(parser->arena, name->text);
  if (names_get(&parser->poison, name_base(name->text), &ignored)) return;
  if (family_report_member(parser, name)) return;
  if (language_is_function(name->text)) {
    diag_report(parser->diags, DIAG_CALL_BARE, name->span, text, text);
    return;
  }
  diag_report(parser->diags, DIAG_NAME_UNKNOWN, name->span, text);
  if (parser->diags->errors > DIAG_MOST) return;
  Str coordinate;
  int order;
  const char *nearest = nearest_name(parser, name->text);
  const char *slip = parser->fragment ? NULL : slips_find(SLIP_NAME, name->text);
  const bool below = help_declared_below(parser, name_base(name->text));
  if (slips_find_rate(parser, name->text, &coordinate, &order) && !below) {
    const char *x = str_copy(parser->arena, coordinate);
    diag_help(parser->diags, "the %s of %s is written %s%s",
              order == 1 ? "velocity" : "acceleration", x, x, order == 1 ? "'" : "''");
  } else if (slip != NULL && !below && nearest == NULL) {
    diag_help(parser->diags, "%s", slip);
  } else if (nearest != NULL && !below)
    diag_help(parser->diags, "did you mean %s?", nearest);
  else if (!below)
    help_missing(parser, text);
  // a misspelling is reported each time, a missing declaration once
  if (nearest == NULL || below) names_put(parser->arena, &parser->poison, name_base(name->text), 0);
}

bool reference_find(Parser *parser, const Token *name, Thing *thing) {
  if (model_is_disputed(parser->model, name->text)) return false;
  const Binding *binding = family_find_binding(parser, name->text);
  if (binding != NULL && binding->value.kind == VALUE_POISON) return false;
  if (model_find(parser->model, name->text, thing)) return true;
  report_unknown(parser, name);
  return false;
}

// --- values --------------------------------------------------------------------------------------

static Vec frame_axis(const Model *model, size_t frame, int k) {
  Vec v = vec_zero();
  if (frame == NOWHERE)
    v.x[k] = EXPR_ONE;
  else
    for (int row = 0; row < 3; row++) v.x[row] = model->frames.at[frame].r[row][k];
  return v;
}

// B.x, B.y, B.z; the name B has been consumed. kind: that of B, for messages.
static Value parse_axis(Parser *parser, const Token *name, size_t frame, const char *kind) {
  const char *text = str_copy(parser->arena, name->text);
  if (parser_at(parser, TOKEN_DOT)) {
    int k;
    if (!parse_dot(parser, &k)) return value_poison(name->span);
    const Span span = span_join(name->span, parser->before.span);
    return value_vector(frame_axis(parser->model, frame, k), span);
  }
  diag_report(parser->diags, DIAG_NOT_A_VALUE, name->span, text, kind);
  diag_help(parser->diags, "its unit vectors are %s.x, %s.y, %s.z; the centre of a body is pos(%s)",
            text, text, text, text);
  return value_poison(name->span);
}

static Value thing_value(Parser *parser, const Token *name, Thing thing) {
  Model *model = parser->model;
  const Span span = name->span;
  switch (thing.kind) {
    case THING_PARAMETER: return value_scalar(model->parameters.at[thing.index].symbol, span);
    case THING_COORDINATE: return value_scalar(model->coordinates.at[thing.index].q, span);
    case THING_MOMENTUM: return value_scalar(model_momentum_symbol(model, thing.index), span);
    case THING_SPEED: return value_scalar(model->speeds.at[thing.index].z, span);
    case THING_LET: {
      const Let *let = &model->lets.at[thing.index];
      return let->is_vector ? value_vector(let->vector, span) : value_scalar(let->scalar, span);
    }
    case THING_POINT: return value_vector(model->points.at[thing.index].at, span);
    case THING_FRAME: return parse_axis(parser, name, thing.index, "a frame");
    case THING_BODY: return parse_axis(parser, name, model->bodies.at[thing.index].frame, "a body");
    case THING_COUNT:
      return value_scalar(expr_ratio(model->pool, model->counts.at[thing.index].value, 1), span);
    case THING_FUNCTION: {
      const char *text = str_copy(parser->arena, name->text);
      diag_report(parser->diags, DIAG_CALL_BARE, span, text, text);
      break;
    }
  }
  return value_poison(span);
}

// energy, kinetic_energy, potential_energy
static bool find_quantity(const Token *name, QuantityKind *kind) {
  for (*kind = 0; *kind < QUANTITY_COUNT; ++*kind)
    if (!names_quantity_has_argument(*kind) && token_is(name, names_quantity(*kind))) return true;
  return false;
}

// The meaning of a name that the model does not declare.
static Value built_in_value(Parser *parser, const Token *name) {
  Model *model = parser->model;
  uint32_t observable;
  QuantityKind quantity;
  if (token_is(name, "pi")) return value_scalar(EXPR_PI, name->span);
  if (token_is(name, "t")) return value_scalar(EXPR_TIME, name->span);
  if (names_get(&model->observable_names, name->text, &observable))
    return value_scalar(model->observables.at[observable].value, name->span);
  if (token_is(name, "O")) return value_vector(vec_zero(), name->span);
  if (token_is(name, "N")) return parse_axis(parser, name, NOWHERE, "the fixed frame");
  if (find_quantity(name, &quantity))
    return value_scalar(model_quantity(model, quantity, (Str){0}, name->span), name->span);
  report_unknown(parser, name);
  return value_poison(name->span);
}

Value parse_name(Parser *parser) {
  Token name = parser->token;
  Thing thing;
  parser_advance(parser);
  const Binding *binding = family_find_binding(parser, name.text);
  if (binding != NULL && binding->stands_for.n == 0 && !parser_at(parser, TOKEN_OPEN_SQUARE)) {
    Value value = binding->value;
    value.span = name.span;
    return value;
  }
  if (!parse_indices(parser, &name)) return value_poison(name.span);
  if (model_is_disputed(parser->model, name.text)) return value_poison(name.span);
  Value value = model_find(parser->model, name.text, &thing) ? thing_value(parser, &name, thing)
                                                             : built_in_value(parser, &name);
  // if primes follow, the value here is the rate
  if (!parser_at(parser, TOKEN_PRIME)) parser_place(parser, &value);
  return value;
}

// --- names of special kinds ----------------------------------------------------------------------

bool parse_place(Parser *parser, const char **name, Vec *at) {
  Token token;
  Thing thing;
  if (!parser_name(parser, "a point or body", &token)) return false;
  *name = str_copy(parser->arena, token.text);
  *at = vec_zero();
  const Binding *binding = family_find_binding(parser, token.text);
  if (binding != NULL && binding->value.kind == VALUE_VECTOR) {
    *at = binding->value.v;
    return true;
  }
  if (!model_find(parser->model, token.text, &thing) && token_is(&token, "O")) return true;
  if (!reference_find(parser, &token, &thing)) return false;
  if (thing.kind == THING_POINT) {
    *at = parser->model->points.at[thing.index].at;
  } else if (thing.kind == THING_BODY) {
    *at = parser->model->bodies.at[thing.index].at;
  } else {
    diag_report(parser->diags, DIAG_NAME_KIND, token.span, *name, thing_kind_name(thing.kind),
                "a point or a body");
    return false;
  }
  return true;
}

bool parse_constraint_name(Parser *parser, Str *name, Span *span) {
  Token token;
  if (!parser_name(parser, "the name of a constraint", &token)) return false;
  *name = token.text;
  *span = token.span;
  if (!parser_at(parser, TOKEN_DOT)) return true;
  parser_advance(parser);
  const Token part = parser->token;
  if (!parser_take(parser, TOKEN_NUMBER)) {
    parser_expected(parser, "the number of a component");
    return false;
  }
  const char *whole = str_copy(parser->arena, token.text);
  *name = str(text_format(parser->arena, "%s.%s", whole, str_copy(parser->arena, part.text)));
  *span = span_join(token.span, part.span);
  return true;
}

// The symbol of a state variable, or EXPR_NONE for other kinds.
static Expr thing_symbol(Model *model, Thing thing) {
  switch (thing.kind) {
    case THING_COORDINATE: return model->coordinates.at[thing.index].q;
    case THING_MOMENTUM: return model_momentum_symbol(model, thing.index);
    case THING_SPEED: return model->speeds.at[thing.index].z;
    default: return EXPR_NONE;
  }
}

Expr parse_variable(Parser *parser, Span *span) {
  Token name;
  Thing thing;
  int order = 0;
  *span = parser->token.span;
  if (!parser_name(parser, "a coordinate, velocity, momentum or speed", &name)) return EXPR_NONE;
  while (parser_take(parser, TOKEN_PRIME)) order++;
  *span = span_join(name.span, parser->before.span);
  if (token_is(&name, "t") && order == 0) return EXPR_TIME;
  if (!reference_find(parser, &name, &thing)) return EXPR_NONE;
  Expr symbol = thing_symbol(parser->model, thing);
  const int most = thing.kind == THING_COORDINATE ? 1 : 0;
  if (order <= most && thing.kind <= THING_SPEED && thing.kind != THING_PARAMETER) {
    for (; order > 0; order--) symbol = expr_symbol_rate(parser->pool, symbol);
    return symbol;
  }
  diag_report(parser->diags, DIAG_NOT_STATE, *span, parser_written(parser, *span));
  return EXPR_NONE;
}
