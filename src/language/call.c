// language/call.c: the functions of the language.

#include "language/language_impl.h"
#include "model/assume.h"

#define MOST_ARGUMENTS 4  // one more than any function takes, to detect too many

// --- functions of values -------------------------------------------------------------------------

static Value call_sqrt(Parser *parser, const Value *arguments, Span span) {
  return value_scalar(expr_sqrt(parser->pool, value_need_scalar(parser, &arguments[0])), span);
}

static Value call_dot(Parser *parser, const Value *arguments, Span span) {
  const Vec u = value_need_vector(parser, &arguments[0]);
  const Vec v = value_need_vector(parser, &arguments[1]);
  return value_scalar(vec_dot(parser->pool, u, v), span);
}

static Value call_cross(Parser *parser, const Value *arguments, Span span) {
  const Vec u = value_need_vector(parser, &arguments[0]);
  const Vec v = value_need_vector(parser, &arguments[1]);
  return value_vector(vec_cross(parser->pool, u, v), span);
}

static Value call_norm(Parser *parser, const Value *arguments, Span span) {
  const Vec u = value_need_vector(parser, &arguments[0]);
  return value_scalar(expr_sqrt(parser->pool, vec_dot(parser->pool, u, u)), span);
}

static Value call_d(Parser *parser, const Value *arguments, Span span) {
  Value value = arguments[0];
  value.span = span;
  return value_rate(parser, value, 1);
}

static bool can_differentiate_by(Parser *parser, Expr e) {
  const unsigned roles = ROLE_CONSTANT | ROLE_TIME | ROLE_COORDINATE | ROLE_VELOCITY |
                         ROLE_ACCELERATION | ROLE_MOMENTUM | ROLE_SPEED | ROLE_QUASI_VELOCITY;
  return expr_kind(parser->pool, e) == EXPR_SYMBOL && !expr_same(e, EXPR_PI) &&
         ((unsigned) model_role(parser->model, e, NULL) & roles);
}

static Value call_diff(Parser *parser, const Value *arguments, Span span) {
  Value value = arguments[0];
  const Expr by = value_need_scalar(parser, &arguments[1]);
  if (expr_is_none(by) || value.kind == VALUE_POISON) return value_poison(span);
  if (value_has_quantity(parser, &value)) return value_poison(span);
  if (!can_differentiate_by(parser, by)) {
    diag_report(parser->diags, DIAG_DIFF_SYMBOL, arguments[1].span);
    return value_poison(span);
  }
  if (value.kind == VALUE_LIST) {
    (void) value_need_scalar(parser, &value);
    return value_poison(span);
  }
  slips_warn_partial_time(parser, &value, by, span);
  if (value.kind == VALUE_VECTOR) return value_vector(vec_diff(parser->pool, value.v, by), span);
  return value_scalar(expr_diff(parser->pool, value.v.x[0], by), span);
}

static Value call_min(Parser *parser, const Value *arguments, Span span) {
  const Expr a = value_need_scalar(parser, &arguments[0]);
  const Expr b = value_need_scalar(parser, &arguments[1]);
  return value_scalar(expr_min(parser->pool, a, b), span);
}

static Value call_max(Parser *parser, const Value *arguments, Span span) {
  const Expr a = value_need_scalar(parser, &arguments[0]);
  const Expr b = value_need_scalar(parser, &arguments[1]);
  return value_scalar(expr_max(parser->pool, a, b), span);
}

// 0 for negative, 1 for positive, 1/2 for zero
static Value call_step(Parser *parser, const Value *arguments, Span span) {
  ExprPool *pool = parser->pool;
  const Expr side = expr_call1(pool, FN_SIGN, value_need_scalar(parser, &arguments[0]));
  return value_scalar(expr_half(pool, expr_add(pool, EXPR_ONE, side)), span);
}

static const struct {
  const char *name;
  size_t arguments;
  Value (*call)(Parser *parser, const Value *arguments, Span span);
} value_functions[] = {
  {"sqrt", 1, call_sqrt}, {"dot", 2, call_dot}, {"cross", 2, call_cross},
  {"norm", 1, call_norm}, {"d", 1, call_d},     {"diff", 2, call_diff},
  {"min", 2, call_min},   {"max", 2, call_max}, {"step", 1, call_step},
};

// --- functions of names --------------------------------------------------------------------------

static Value call_pos(Parser *parser) {
  const char *name;
  Vec at;
  return parse_place(parser, &name, &at) ? value_vector(at, parser->before.span)
                                         : value_poison(parser->before.span);
}

static Value call_vel(Parser *parser) {
  return value_rate(parser, call_pos(parser), 1);
}

static Value call_acc(Parser *parser) {
  return value_rate(parser, call_pos(parser), 2);
}

static Value call_omega(Parser *parser) {
  const Model *model = parser->model;
  Token name;
  Thing thing;
  if (!parser_name(parser, "a frame or body", &name)) return value_poison(name.span);
  if (!model_find(model, name.text, &thing) && token_is(&name, "N"))
    return value_vector(vec_zero(), name.span);
  if (!reference_find(parser, &name, &thing)) return value_poison(name.span);
  if (thing.kind != THING_FRAME && thing.kind != THING_BODY) {
    diag_report(parser->diags, DIAG_NAME_KIND, name.span, str_copy(parser->arena, name.text),
                thing_kind_name(thing.kind), "a frame or a body");
    return value_poison(name.span);
  }
  const size_t frame = thing.kind == THING_BODY ? model->bodies.at[thing.index].frame : thing.index;
  return value_vector(frame == NOWHERE ? vec_zero() : frame_omega(model, &model->frames.at[frame]),
                      name.span);
}

static Value constraint_quantity(Parser *parser, QuantityKind kind) {
  Str name;
  Span span;
  if (!parse_constraint_name(parser, &name, &span)) return value_poison(parser->token.span);
  return value_scalar(model_quantity(parser->model, kind, name, span), span);
}

static Value call_lambda(Parser *parser) {
  return constraint_quantity(parser, QUANTITY_LAMBDA);
}

static Value call_residual(Parser *parser) {
  return constraint_quantity(parser, QUANTITY_RESIDUAL);
}

static const struct {
  const char *name;
  Value (*call)(Parser *parser);
} name_functions[] = {
  {"pos", call_pos},
  {"vel", call_vel},
  {"acc", call_acc},
  {"omega", call_omega},
  {"lambda", call_lambda},
  {"residual", call_residual},
  {"reaction", call_reaction},
  {"reaction_force", call_reaction_force},
  {"reaction_torque", call_reaction_torque},
  {"after", call_after},
  {"impulse", call_impulse},
  {"energy_lost", call_energy_lost},
};

// --- finding -------------------------------------------------------------------------------------

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

static size_t find_value_function(Str name) {
  for (size_t i = 0; i < COUNT(value_functions); i++)
    if (str_is(name, value_functions[i].name)) return i;
  return NOWHERE;
}

static size_t find_name_function(Str name) {
  for (size_t i = 0; i < COUNT(name_functions); i++)
    if (str_is(name, name_functions[i].name)) return i;
  return NOWHERE;
}

bool language_is_function(Str name) {
  Function fn;
  return find_value_function(name) != NOWHERE || find_name_function(name) != NOWHERE ||
         function_find(name, &fn) || str_is(name, "sum");
}

static void suggest_functions(Suggestion *suggestion) {
  for (size_t i = 0; i < COUNT(value_functions); i++)
    suggestion_try(suggestion, value_functions[i].name);
  for (size_t i = 0; i < COUNT(name_functions); i++)
    suggestion_try(suggestion, name_functions[i].name);
  suggestion_try(suggestion, "sum");
  for (int fn = 0; fn < FN_COUNT; fn++) suggestion_try(suggestion, function_name((Function) fn));
}

// --- calling -------------------------------------------------------------------------------------

// Reads the arguments after the opening bracket. Returns their number; keeps MOST_ARGUMENTS.
static size_t parse_arguments(Parser *parser, Value *arguments) {
  size_t n = 0;
  if (parser_at(parser, TOKEN_CLOSE_ROUND)) return 0;
  do {
    const Value value = parse_expression(parser);
    if (n < MOST_ARGUMENTS) arguments[n] = value;
    n++;
  } while (parser_take(parser, TOKEN_COMMA));
  return n;
}

static Value call_elementary(Parser *parser, Function fn, const Value *arguments, Span span) {
  Expr e[MOST_ARGUMENTS];
  for (size_t i = 0; i < function_arguments(fn); i++) {
    e[i] = value_need_scalar(parser, &arguments[i]);
    if (fn == FN_ABS && arguments[i].kind == VALUE_VECTOR)
      diag_help(parser->diags, "the length of a vector u is norm(u)");
  }
  for (size_t i = 0; i < function_arguments(fn); i++)
    if (expr_is_none(e[i])) return value_poison(span);
  return value_scalar(expr_call(parser->pool, fn, e), span);
}

// Calls a function of values; its opening bracket has been consumed.
static Value call_values(Parser *parser, const Token *name, Token outer) {
  Value arguments[MOST_ARGUMENTS] = {{0}};
  Function fn = FN_COUNT;
  const size_t place = find_value_function(name->text);
  const bool known = place != NOWHERE || function_find(name->text, &fn);
  const size_t n = parse_arguments(parser, arguments);
  parser_close(parser, TOKEN_CLOSE_ROUND, outer);
  const Span span = span_join(name->span, parser->before.span);
  if (parser->panic || !known) return value_poison(span);
  const size_t wanted =
    place != NOWHERE ? value_functions[place].arguments : function_arguments(fn);
  if (n != wanted) {
    diag_report(parser->diags, DIAG_ARGUMENT_COUNT, name->span, str_copy(parser->arena, name->text),
                wanted, wanted == 1 ? "" : "s", n);
    return value_poison(span);
  }
  const Value value = place != NOWHERE ? value_functions[place].call(parser, arguments, span)
                                       : call_elementary(parser, fn, arguments, span);
  if (parser_trouble(parser, span)) return value_poison(span);
  if (value.kind != VALUE_SCALAR) return value;
  return value_scalar(model_without_abs(parser->model, value.v.x[0]), span);
}

// Parses a < b and the like. Returns an expression that is positive if it holds, or, for <= and >=, if it does not
static Expr parse_comparison(Parser *parser, bool *strict) {
  const Value left = parse_expression(parser);
  const TokenKind sign = parser->token.kind;
  if (sign < TOKEN_LESS || sign > TOKEN_GREATER_EQUAL) {
    parser_expected(parser, "<, <=, > or >=");
    return EXPR_NONE;
  }
  parser_advance(parser);
  const Value right = parse_expression(parser);
  const Expr a = value_need_scalar(parser, &left), b = value_need_scalar(parser, &right);
  *strict = sign == TOKEN_LESS || sign == TOKEN_GREATER;
  const bool rises = sign == TOKEN_LESS || sign == TOKEN_GREATER_EQUAL;
  return rises ? expr_sub(parser->pool, b, a) : expr_sub(parser->pool, a, b);
}

// if(a < b, u, v); its opening bracket has been consumed.
static Value parse_choice(Parser *parser, const Token *name, Token outer) {
  bool strict = true;
  const Expr c = parse_comparison(parser, &strict);
  Value part[2] = {{0}};
  for (size_t i = 0; i < 2; i++)
    if (parser_expect(parser, TOKEN_COMMA)) part[i] = parse_expression(parser);
  parser_close(parser, TOKEN_CLOSE_ROUND, outer);
  const Span span = span_join(name->span, parser->before.span);
  if (parser->panic || expr_is_none(c)) return value_poison(span);
  const Value *u = &part[strict ? 0 : 1], *v = &part[strict ? 1 : 0];
  if (part[0].kind != VALUE_VECTOR && part[1].kind != VALUE_VECTOR) {
    const Expr a = value_need_scalar(parser, u), b = value_need_scalar(parser, v);
    return value_scalar(expr_if(parser->pool, c, a, b), span);
  }
  const Vec a = value_need_vector(parser, u), b = value_need_vector(parser, v);
  Vec result = a;
  for (size_t i = 0; i < 3; i++) result.x[i] = expr_if(parser->pool, c, a.x[i], b.x[i]);
  return value_vector(result, span);
}

static void report_function(Parser *parser, const Token *name) {
  uint32_t ignored;
  if (names_get(&parser->poison, name->text, &ignored)) return;
  if (family_find_binding(parser, name->text) != NULL) return;
  diag_report(parser->diags, DIAG_FUNCTION_UNKNOWN, name->span,
              str_copy(parser->arena, name->text));
  const char *slip = slips_find(SLIP_FUNCTION, name->text);
  Suggestion suggestion = suggestion_make(name->text);
  suggest_functions(&suggestion);
  if (slip != NULL)
    diag_help(parser->diags, "%s", slip);
  else if (suggestion.best != NULL)
    diag_help(parser->diags, "did you mean %s?", suggestion.best);
}

Value parse_call(Parser *parser) {
  const Token name = parser->token;
  parser_advance(parser);
  const Token outer = parser_open(parser);
  Thing thing;
  if (!language_is_function(name.text) && model_find(parser->model, name.text, &thing) &&
      thing.kind == THING_FUNCTION)
    return parse_user_call(parser, &name, thing.index, outer);
  if (token_is(&name, "sum")) return parse_family_sum(parser, &name, outer);
  if (token_is(&name, "if")) return parse_choice(parser, &name, outer);
  const size_t place = find_name_function(name.text);
  if (place == NOWHERE) {
    if (!language_is_function(name.text)) report_function(parser, &name);
    return call_values(parser, &name, outer);
  }
  Value value = name_functions[place].call(parser);
  parser_close(parser, TOKEN_CLOSE_ROUND, outer);
  value.span = span_join(name.span, parser->before.span);
  parser_place(parser, &value);
  return value;
}
