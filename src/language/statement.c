// language/statement.c: parses statements one after another.

#include "language/language_impl.h"

static const struct {
  const char *keyword;
  void (*parse)(Parser *parser);
  unsigned failed;  // what the model lacks if such a statement fails
} statements[] = {
#define X(keyword, function, failed) {#keyword, parse_##function, failed},
#include "language/statements.def"
#undef X
};

#define STATEMENTS (sizeof statements / sizeof statements[0])

static size_t find_statement(Str word) {
  for (size_t i = 0; i < STATEMENTS; i++)
    if (str_is(word, statements[i].keyword)) return i;
  return NOWHERE;
}

bool statement_is_keyword(Str word) {
  return find_statement(word) != NOWHERE;
}

// --- what statements share -----------------------------------------------------------------------

Span parser_span(const Parser *parser, const Token *first) {
  return span_join(first->span, parser->before.span);
}

// After a mistake in one item of a list, continues with the next: , name =
static bool recover(Parser *parser) {
  if (!parser->panic || !parser->in_list || parser->fragment) return false;
  Parser scan = *parser;
  scan.lexer.quiet = true;
  for (; scan.token.kind != TOKEN_NEWLINE && scan.token.kind != TOKEN_END; parser_advance(&scan)) {
    if (scan.token.kind != TOKEN_COMMA || scan.next.kind != TOKEN_NAME) continue;
    const Spot spot = {scan.lexer, scan.token, scan.next, scan.before, true};
    parser_advance(&scan);
    while (scan.next.kind == TOKEN_PRIME) parser_advance(&scan);
    if (scan.next.kind != TOKEN_EQUALS) continue;
    parser_return(parser, &spot);
    parser->lexer.quiet = false;
    parser->lexer.depth = 0;
    parser->panic = false;
    parser->open = (Token){.kind = TOKEN_END};
    parser->poisoned = true;
    parser_advance(parser);
    return true;
  }
  return false;
}

bool parse_comma(Parser *parser) {
  if (recover(parser)) return true;
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
  if (parser_take(parser, TOKEN_STRING))
    model_title(parser->model, title.text, title.span);
  else
    parser_expected(parser, "a title in quotes");
}

// --- one statement -------------------------------------------------------------------------------

// Finds the statement that a word of another language stands for, if any, so that its declarations are known.
static size_t meant_by(Str word) {
  static const char *const words[][2] = {{"param", "parameter"},
                                         {"params", "parameter"},
                                         {"parameters", "parameter"},
                                         {"constant", "parameter"},
                                         {"constants", "parameter"},
                                         {"coord", "coordinate"},
                                         {"coords", "coordinate"},
                                         {"coordinates", "coordinate"},
                                         {"constraints", "constraint"},
                                         {"init", "initial"},
                                         {"ic", "initial"}};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (str_is(word, words[i][0])) return find_statement(str(words[i][1]));
  return NOWHERE;
}

// Reports a line that starts without a keyword. Returns the intended statement, or NOWHERE.
static size_t report_statement(Parser *parser) {
  const Token *token = &parser->token;
  diag_report(parser->diags, DIAG_STATEMENT_UNKNOWN, token->span, token_text(parser->arena, token));
  if (token->kind != TOKEN_NAME) {
    if (token->kind >= TOKEN_COMMA)
      diag_help(parser->diags,
                token->kind == TOKEN_SLASH && parser->next.kind == TOKEN_SLASH
                  ? "a comment starts with #"
                  : "a line continues if it ends with an operator, a comma or an open bracket");
    return NOWHERE;
  }
  const char *slip = slips_find(SLIP_STATEMENT, token->text);
  if (slip != NULL) {
    diag_help(parser->diags, "%s", slip);
    return meant_by(token->text);
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

// In these lists any word is a new name.
static bool is_declaration(size_t statement) {
  return statements[statement].parse == parse_parameter ||
         statements[statement].parse == parse_speed;
}

static void start_statement(Parser *parser) {
  static const char *const none[] = {NULL};
  parser->panic = parser->token.kind == TOKEN_BAD;
  parser->poisoned = false;
  parser->enders = none;
  parser->in_list = false;
  parser->depth = 0;
  parser->open = (Token){.kind = TOKEN_END};
  parser->operands.n = 0;
  parser->model->places.n = 0;
}

static void run_statement(Parser *parser, size_t statement) {
  start_statement(parser);
  const size_t errors = parser->diags->errors;
  parser->lexer.declares = is_declaration(statement);
  parser_advance(parser);
  statements[statement].parse(parser);
  parser->lexer.declares = false;
  if (!parser_at_end(parser)) parser_expected(parser, "the end of the line");
  if (parser->diags->errors > errors || parser->panic || parser->poisoned)
    parser->model->failed |= statements[statement].failed;
  (void) expr_trouble(parser->pool);
}

typedef struct {
  Parser *parser;
  size_t statement;
} Guarded;

static Status statement_body(void *context) {
  const Guarded *g = context;
  run_statement(g->parser, g->statement);
  return STATUS_OK;
}

// A number in a formula that is too large is a mistake in its statement. Any other failure ends the whole work.
static void run_guarded(Parser *parser, size_t statement) {
  Guard *guard = parser->model->arena->guard;
  const Token first = parser->token;
  const Status status = guard_run(guard, statement_body, &(Guarded){parser, statement});
  if (status == STATUS_OK) return;
  if (expr_trouble(parser->pool) != TROUBLE_SIZE) guard_fail(guard, status);
  diag_report(parser->diags, DIAG_NUMBER_SIZE, first.span);
  parser->lexer.declares = false;
  parser->panic = true;
  parser->model->failed |= statements[statement].failed;
}

// Parses a statement. Returns true if the following lines may be the rest of a broken statement.
static bool parse_statement(Parser *parser, bool after_panic) {
  size_t statement =
    parser->token.kind == TOKEN_NAME ? find_statement(parser->token.text) : NOWHERE;
  start_statement(parser);
  const bool broken = after_panic || parser->panic;
  if (statement == NOWHERE && !broken) statement = report_statement(parser);
  if (statement == NOWHERE) {
    parser->model->failed |= MODEL_FAILED_ANY;
    return broken;
  }
  if (!parse_copies(parser, run_guarded, statement)) run_guarded(parser, statement);
  return parser->panic;
}

void parse_statements(Parser *parser) {
  bool after_panic = false;
  while (parser->token.kind != TOKEN_END) {
    if (parser->token.kind == TOKEN_NEWLINE) {
      parser_advance(parser);
      continue;
    }
    const Token first = parser->token;
    const bool known = first.kind == TOKEN_NAME && statement_is_keyword(first.text);
    after_panic = parse_statement(parser, after_panic);
    parser_skip(parser, !known || reference_declares_names(&first));
  }
  parser->model->places.n = 0;
}
