// language/function.c: functions defined by the model, let f(u, v) = E.
//
// A call reads the text of E again, with the names u and v standing for the arguments: values, or the names of frames,
// points and bodies. A function can use only what is declared above it, so never itself.

#include "language/language_impl.h"

// --- the body ------------------------------------------------------------------------------------

// The state of the parser that a call changes and restores.
typedef struct {
  Spot spot;
  uint32_t cut;
  TokenKind cut_kind;
  size_t scope, bindings, places;
  const char *const *enders;
  bool in_list;
  Token open;
} Caller;

static Caller leave_caller(Parser *parser) {
  static const char *const none[] = {NULL};
  const Caller caller = {parser_spot(parser), parser->cut,        parser->cut_kind,
                         parser->scope,       parser->bindings.n, parser->model->places.n,
                         parser->enders,      parser->in_list,    parser->open};
  parser->scope = parser->bindings.n;
  parser->enders = none;
  parser->in_list = false;
  parser->open = (Token){.kind = TOKEN_END};
  return caller;
}

static void return_to_caller(Parser *parser, const Caller *caller) {
  parser->cut = caller->cut;
  parser->cut_kind = caller->cut_kind;
  parser->scope = caller->scope;
  parser->bindings.n = caller->bindings;
  parser->model->places.n = caller->places;
  parser->enders = caller->enders;
  parser->in_list = caller->in_list;
  parser->open = caller->open;
  parser_return(parser, &caller->spot);
}

#define CALL_LEVELS \
  2  // levels of LANGUAGE_DEPTH: a call takes as much of the stack as two brackets

static Value evaluate(Parser *parser, const UserFunction *f, const Binding *arguments, Span call) {
  if (parser->depth + CALL_LEVELS > LANGUAGE_DEPTH) {
    diag_report(parser->diags, DIAG_TOO_DEEP, call, LANGUAGE_DEPTH);
    return value_poison(call);
  }
  if (!parser_spend(parser, f->end - f->body.token.span.start, call)) return value_poison(call);
  const Caller caller = leave_caller(parser);
  const Origin origin = origin_enter(parser);
  const Binding mark = {.name = f->name, .value = value_poison(call), .is_call = true};
  for (size_t i = 0; i < f->n; i++) array_push(parser->arena, &parser->bindings, arguments[i]);
  array_push(parser->arena, &parser->bindings, mark);
  parser_return(parser, &f->body);
  parser_cut(parser, f->end, TOKEN_NEWLINE);
  parser->depth += CALL_LEVELS;
  Value value = parse_expression(parser);
  parser->depth -= CALL_LEVELS;
  if (!parser_at_end(parser)) parser_expected(parser, "the end of the function");
  if (parser->panic) value = value_poison(call);
  origin_leave(parser, &origin);
  return_to_caller(parser, &caller);
  value.span = call;
  return value;
}

// --- declaring -----------------------------------------------------------------------------------

// (u, v); the bracket is the current token
static bool parse_argument_names(Parser *parser, UserFunction *f) {
  ARRAY(Str) names = {0};
  const Token outer = parser_open(parser);
  do {
    const Token name = parser->token;
    if (!parser_take(parser, TOKEN_NAME)) {
      parser_expected(parser, "the name of an argument");
      return false;
    }
    for (size_t i = 0; i < names.n; i++)
      if (str_equal(names.at[i], name.text))
        diag_report(parser->diags, DIAG_GIVEN_TWICE, name.span, str_copy(parser->arena, name.text));
    array_push(parser->arena, &names, name.text);
  } while (parser_take(parser, TOKEN_COMMA));
  f->arguments = names.at;
  f->n = names.n;
  return parser_close(parser, TOKEN_CLOSE_ROUND, outer);
}

// Skips the body: up to a comma outside brackets, or the end of the line.
static void pass_body(Parser *parser) {
  size_t depth = 0;
  for (; !parser_at_end(parser); parser_advance(parser)) {
    const TokenKind kind = parser->token.kind;
    if (kind == TOKEN_OPEN_ROUND || kind == TOKEN_OPEN_SQUARE) depth++;
    if ((kind == TOKEN_CLOSE_ROUND || kind == TOKEN_CLOSE_SQUARE) && depth > 0) depth--;
    if (kind == TOKEN_COMMA && depth == 0) return;
  }
}

// Reads the body once with unknown arguments, to find its mistakes.
static bool try_body(Parser *parser, const UserFunction *f) {
  const size_t errors = parser->diags->errors;
  Binding *unknown = ARENA_ARRAY(parser->arena, Binding, f->n);
  for (size_t i = 0; i < f->n; i++)
    unknown[i] = (Binding){.name = f->arguments[i], .value = value_poison(f->body.token.span)};
  (void) evaluate(parser, f, unknown, (Span){0});
  return parser->diags->errors == errors;
}

void parse_function(Parser *parser, const Token *name) {
  LanguageMemory *memory = language_memory(parser->model);
  UserFunction f = {.name = name->text};
  if (language_is_function(name->text)) {
    diag_report(parser->diags, DIAG_NAME_RESERVED, name->span, str_copy(parser->arena, name->text),
                "a function of the language");
    parser_panic(parser);
    return;
  }
  if (!parse_argument_names(parser, &f) || !parser_expect(parser, TOKEN_EQUALS)) return;
  f.body = parser_spot(parser);
  const bool quiet = parser->lexer.quiet;
  parser->lexer.quiet = true;  // mistakes in the body are reported when it is used
  pass_body(parser);
  parser->lexer.quiet = quiet;
  f.end = parser->token.span.start;
  parser->panic = false;
  if (!try_body(parser, &f)) {
    names_put(parser->arena, &parser->poison, name->text, 0);
    parser->panic = false;
    return;
  }
  if (model_function(parser->model, name->text, memory->functions.n, name->span))
    array_push(parser->arena, &memory->functions, f);
}

// --- calling -------------------------------------------------------------------------------------

// Is it a name that only functions of names take: a frame, point, body, O or N?
static bool stands_for_itself(Parser *parser, const Token *name) {
  Thing thing;
  const Binding *binding = family_find_binding(parser, name->text);
  if (binding != NULL) return binding->stands_for.n > 0;
  if (model_find(parser->model, name->text, &thing))
    return thing.kind == THING_FRAME || thing.kind == THING_POINT || thing.kind == THING_BODY;
  return token_is(name, "O") || token_is(name, "N");
}

static Binding parse_argument(Parser *parser) {
  if (parser_at(parser, TOKEN_NAME)) {
    const Spot spot = parser_spot(parser);
    const size_t errors = parser->diags->errors;
    Token name = parser->token;
    const bool itself = stands_for_itself(parser, &name) || parser->next.kind == TOKEN_OPEN_SQUARE;
    parser_advance(parser);
    if (itself && parse_indices(parser, &name) && stands_for_itself(parser, &name) &&
        (parser_at(parser, TOKEN_COMMA) || parser_at(parser, TOKEN_CLOSE_ROUND)))
      return (Binding){.stands_for = name.text, .value = value_scalar(EXPR_ZERO, name.span)};
    if (parser->panic || parser->diags->errors > errors)
      return (Binding){.value = value_poison(name.span)};
    parser_return(parser, &spot);
  }
  return (Binding){.value = parse_expression(parser)};
}

Value parse_user_call(Parser *parser, const Token *name, size_t function, Token outer) {
  // a copy: the list of functions may move while the arguments are read
  const UserFunction f = language_memory(parser->model)->functions.at[function];
  Binding *arguments = ARENA_ARRAY(parser->arena, Binding, f.n);
  size_t n = 0;
  bool poisoned = false;
  parser->depth += CALL_LEVELS - 1;  // the bracket itself counts as one
  if (!parser_at(parser, TOKEN_CLOSE_ROUND)) {
    do {
      Binding argument = parse_argument(parser);
      poisoned |= argument.value.kind == VALUE_POISON;
      if (n < f.n) {
        argument.name = f.arguments[n];
        arguments[n] = argument;
      }
      n++;
    } while (parser_take(parser, TOKEN_COMMA));
  }
  parser->depth -= CALL_LEVELS - 1;
  parser_close(parser, TOKEN_CLOSE_ROUND, outer);
  const Span span = span_join(name->span, parser->before.span);
  if (parser->panic) return value_poison(span);
  if (n != f.n) {
    diag_report(parser->diags, DIAG_ARGUMENT_COUNT, name->span, str_copy(parser->arena, name->text),
                f.n, f.n == 1 ? "" : "s", n);
    return value_poison(span);
  }
  if (poisoned) return value_poison(span);
  if (f.table != NULL) return table_value(parser, f.table, &arguments[0].value, span);
  const Value value = evaluate(parser, &f, arguments, span);
  parser_place(parser, &value);
  return value;
}
