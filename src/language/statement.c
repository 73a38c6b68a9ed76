// language/statement.c: statements one after the other, and the ways into the language.

#include "language/language_impl.h"

static const struct {
  const char *keyword;
  void (*parse)(Parser *parser);
  unsigned failed;  // what the model misses where such a statement fails
} statements[] = {
#define X(keyword, function, failed) {#keyword, parse_##function, failed},
#include "language/statements.def"
#undef X
};

#define STATEMENTS (sizeof statements / sizeof statements[0])

static size_t find_statement(Str word) {
  for (size_t i = 0; i < STATEMENTS; i++)
    if (str_equal(word, str(statements[i].keyword))) return i;
  return NOWHERE;
}

bool is_keyword(Str word) {
  return find_statement(word) != NOWHERE;
}

// --- what statements share ----------------------------------------------------------------------

Span parser_span(const Parser *parser, const Token *first) {
  return span_join(first->span, parser->before.span);
}

bool parse_comma(Parser *parser) {
  if (parser_take(parser, TOKEN_COMMA)) return true;
  if (!parser_at(parser, TOKEN_NAME) || parser_at_ender(parser)) return false;
  diag_report(parser->diags, DIAG_EXPECTED, parser->token.span, ",",
              token_text(parser->arena, &parser->token));
  return true;
}

bool parse_equals(Parser *parser, bool *add) {
  *add = parser_at(parser, TOKEN_PLUS_EQUALS);
  if (*add) parser_advance(parser);
  return *add || parser_expect(parser, TOKEN_EQUALS);
}

void parse_system(Parser *parser) {
  const Token title = parser->token;
  if (parser_take(parser, TOKEN_STRING)) model_title(parser->model, title.text, title.span);
  else parser_expected(parser, "a title in quotes");
}

// --- one statement ------------------------------------------------------------------------------

// A line that starts with no keyword. Returns the statement that was meant, or NOWHERE.
static size_t report_statement(Parser *parser) {
  const Token *token = &parser->token;
  diag_report(parser->diags, DIAG_STATEMENT_UNKNOWN, token->span, token_text(parser->arena, token));
  if (token->kind != TOKEN_NAME) {
    if (token->kind >= TOKEN_COMMA)
      diag_help(parser->diags, "a line goes on when it ends with an operator, a comma or an open bracket");
    return NOWHERE;
  }
  Suggestion suggestion = suggestion_make(token->text);
  for (size_t i = 0; i < STATEMENTS; i++) suggestion_try(&suggestion, statements[i].keyword);
  if (suggestion.best != NULL) {
    diag_help(parser->diags, "did you mean %s?", suggestion.best);
    return find_statement(str(suggestion.best));
  }
  if (parser->next.kind == TOKEN_EQUALS)
    diag_help(parser->diags, "an abbreviation is declared by `let %s = ...`",
              token_text(parser->arena, token));
  return NOWHERE;
}

// Names are declared in these lists, whatever they are called.
static bool is_declaration(size_t statement) {
  return statements[statement].parse == parse_parameter || statements[statement].parse == parse_speed;
}

static void run_statement(Parser *parser, size_t statement) {
  const size_t errors = parser->diags->errors;
  parser->lexer.declares = is_declaration(statement);
  parser_advance(parser);
  statements[statement].parse(parser);
  parser->lexer.declares = false;
  if (!parser_at_end(parser)) parser_expected(parser, "the end of the line");
  if (parser->diags->errors > errors || parser->panic)
    parser->model->failed |= statements[statement].failed;
}

static void parse_statement(Parser *parser, bool after_panic) {
  static const char *const none[] = {NULL};
  size_t statement = parser->token.kind == TOKEN_NAME ? find_statement(parser->token.text) : NOWHERE;
  parser->panic = parser->token.kind == TOKEN_BAD;
  parser->enders = none;
  parser->in_list = false;
  parser->depth = 0;
  parser->open = (Token){.kind = TOKEN_END};
  parser->operands.n = 0;
  parser->model->places.n = 0;
  if (statement == NOWHERE) {
    if (!after_panic && !parser->panic) statement = report_statement(parser);
    if (statement == NOWHERE) parser->model->failed |= MODEL_FAILED_ANY;
  }
  if (statement != NOWHERE) run_statement(parser, statement);
  (void) expr_trouble(parser->pool);
}

void parse_statements(Parser *parser) {
  bool after_panic = false;
  while (parser->token.kind != TOKEN_END) {
    if (parser->token.kind == TOKEN_NEWLINE) {
      parser_advance(parser);
      continue;
    }
    const Token first = parser->token;
    const bool known = first.kind == TOKEN_NAME && is_keyword(first.text);
    parse_statement(parser, after_panic);
    after_panic = parser->panic && (known || after_panic);
    parser_skip(parser, !known || declares_names(&first));
  }
  parser->model->places.n = 0;
}

// --- the ways in --------------------------------------------------------------------------------

// Reports the first byte of each line that is not UTF-8.
static void check_bytes(Diags *diags, const Source *source) {
  bool reported = false;
  for (uint32_t at = 0; at < source->text.n;) {
    uint32_t code;
    const Str rest = {source->text.at + at, source->text.n - at};
    const size_t n = utf8_decode(rest, &code);
    if (n == 0 && !reported) {
      diag_report(diags, DIAG_TEXT_UTF8, ((Span){source, at, at + 1}));
      diag_help(diags, "save the text in the encoding UTF-8");
    }
    reported = n == 0 || (reported && code != '\n');
    at += n == 0 ? 1 : (uint32_t) n;
  }
}

// Is the text fit for reading at all?
static bool check_source(Diags *diags, const Source *source) {
  if (source->text.n > (size_t) LANGUAGE_SOURCE_MIB << 20) {
    diag_report(diags, DIAG_TEXT_LARGE, ((Span){source, 0, 0}), LANGUAGE_SOURCE_MIB);
    return false;
  }
  check_bytes(diags, source);
  return true;
}

Status language_parse(Model *model, const Source *source) {
  Parser parser;
  const size_t errors = model->diags->errors;
  if (!check_source(model->diags, source)) return STATUS_INPUT;
  parser_init(&parser, model, source);
  if (model->first.source == NULL) model->first = parser.token.span;
  parse_statements(&parser);
  return model->diags->errors > errors ? STATUS_INPUT : STATUS_OK;
}

// Begins with a text that is no list of statements: an expression, a list of values.
static bool start_fragment(Parser *parser, Model *model, const Source *source) {
  if (!check_source(model->diags, source)) return false;
  parser_init(parser, model, source);
  model->places.n = 0;
  if (parser->token.kind == TOKEN_NEWLINE) parser_advance(parser);
  parser->panic = parser->token.kind == TOKEN_BAD;
  return true;
}

static void end_fragment(Parser *parser) {
  if (parser_at(parser, TOKEN_NEWLINE)) parser_advance(parser);
  if (!parser_at(parser, TOKEN_END)) parser_expected(parser, "the end of the text");
  parser->model->places.n = 0;
}

Expr language_expression(Model *model, const Source *source) {
  Parser parser;
  const size_t errors = model->diags->errors;
  if (!start_fragment(&parser, model, source)) return EXPR_NONE;
  const Expr e = parse_scalar(&parser);
  end_fragment(&parser);
  return model->diags->errors > errors ? EXPR_NONE : e;
}

typedef struct {
  Assignments *out;
  bool parameters;
} Collection;

static void collect(Model *model, Expr symbol, Expr value, Span span, void *context) {
  const Collection *collection = context;
  if (expr_is_none(symbol) || expr_is_none(value)) return;
  if (!model_check_assignment(model, symbol, value, span)) return;
  array_push(model->arena, collection->out, ((Assignment){symbol, value, span}));
}

Status language_assignments(Model *model, const Source *source, Assignments *out) {
  Parser parser;
  Collection collection = {out, false};
  const size_t errors = model->diags->errors;
  if (!start_fragment(&parser, model, source)) return STATUS_INPUT;
  if (!parser_at(&parser, TOKEN_END)) parse_assignments(&parser, collect, &collection);
  end_fragment(&parser);
  return model->diags->errors > errors ? STATUS_INPUT : STATUS_OK;
}

// The symbol of a parameter; EXPR_NONE after a report.
static Expr parse_parameter_name(Parser *parser, Span *span) {
  Token name;
  Thing thing;
  *span = parser->token.span;
  if (!parser_name(parser, "a parameter", &name) || !find_thing(parser, &name, &thing)) return EXPR_NONE;
  if (thing.kind == THING_PARAMETER) return parser->model->parameters.at[thing.index].symbol;
  diag_report(parser->diags, DIAG_NAME_KIND, name.span, str_copy(parser->arena, name.text),
              thing_kind_name(thing.kind), "a parameter");
  return EXPR_NONE;
}

Status language_settings(Model *model, const Source *source, Assignments *out) {
  Parser parser;
  const size_t errors = model->diags->errors;
  if (!start_fragment(&parser, model, source)) return STATUS_INPUT;
  parser.in_list = true;
  if (!parser_at(&parser, TOKEN_END)) do {
    Span span;
    const Expr symbol = parse_parameter_name(&parser, &span);
    parser_expect(&parser, TOKEN_EQUALS);
    const Expr value = parse_scalar(&parser);
    if (!expr_is_none(symbol) && !expr_is_none(value) && model_check_constant(model, value, span))
      array_push(model->arena, out, ((Assignment){symbol, value, span}));
  } while (parse_comma(&parser));
  end_fragment(&parser);
  return model->diags->errors > errors ? STATUS_INPUT : STATUS_OK;
}
