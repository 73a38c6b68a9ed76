// language/parser.c: moving through the tokens, and abandoning a statement.
//
// After a syntax error the parser is in panic: nothing matches any more, every loop ends, and the rest of the statement
// is skipped. Semantic mistakes do not cause panic; they yield poison.

#include "language/language_impl.h"
#include <string.h>

// Ends text that is read again at its cut.
static void cut_token(const Parser *parser, Token *token) {
  if (token->span.start < parser->cut || token->kind == TOKEN_END) return;
  token->kind = parser->cut_kind;
  token->span.start = token->span.end = parser->cut;
}

static Token fetch(Parser *parser) {
  Token token = lexer_next(&parser->lexer);
  cut_token(parser, &token);
  return token;
}

Spot parser_spot(const Parser *parser) {
  return (Spot){parser->lexer, parser->token, parser->next, parser->before, true};
}

void parser_return(Parser *parser, const Spot *spot) {
  parser->lexer = spot->lexer;
  parser->token = spot->token;
  parser->before = spot->before;
  parser->next = spot->token;
  if (spot->ahead)
    parser->next = spot->next;
  else if (spot->token.kind != TOKEN_END)
    parser->next = fetch(parser);
}


void parser_cut(Parser *parser, uint32_t at, TokenKind kind) {
  parser->cut = at;
  parser->cut_kind = kind;
  cut_token(parser, &parser->token);
  cut_token(parser, &parser->next);
}

// Does the word `for` occur in the text?
static bool mentions_for(Str text) {
  for (size_t i = 0; i + 4 <= text.n; i++)
    if (text.at[i] == 'f' && text.at[i + 1] == 'o' && text.at[i + 2] == 'r' &&
        strchr(" \t\r\n\v\f", text.at[i + 3]) != NULL)
      return true;
  return false;
}

void parser_init(Parser *parser, Model *model, const Source *source) {
  static const char *const none[] = {NULL};
  *parser =
    (Parser){.model = model, .pool = model->pool, .arena = model->arena, .diags = model->diags};
  parser->enders = none;
  parser->cut = UINT32_MAX;
  parser->has_for = mentions_for(source->text);
  lexer_init(&parser->lexer, model, source);
  parser->token = fetch(parser);
  parser->next = parser->token.kind == TOKEN_END ? parser->token : fetch(parser);
  parser->before = parser->token;
}

void parser_advance(Parser *parser) {
  parser->before = parser->token;
  parser->token = parser->next;
  if (parser->token.kind != TOKEN_END) parser->next = fetch(parser);
  if (parser->token.kind == TOKEN_BAD) parser->panic = true;
}

bool parser_at(const Parser *parser, TokenKind kind) {
  return !parser->panic && parser->token.kind == kind;
}

bool parser_at_word(const Parser *parser, const char *word) {
  return !parser->panic && token_is(&parser->token, word);
}

bool parser_at_end(const Parser *parser) {
  return parser->panic || parser->token.kind == TOKEN_NEWLINE || parser->token.kind == TOKEN_END;
}

bool parser_at_ender(const Parser *parser) {
  for (size_t i = 0; parser->enders[i] != NULL; i++)
    if (parser_at_word(parser, parser->enders[i])) return true;
  return false;
}

bool parser_take(Parser *parser, TokenKind kind) {
  if (!parser_at(parser, kind)) return false;
  parser_advance(parser);
  return true;
}

bool parser_take_word(Parser *parser, const char *word) {
  if (!parser_at_word(parser, word)) return false;
  parser_advance(parser);
  return true;
}

void parser_panic(Parser *parser) {
  parser->panic = true;
}

// x(t), q(0): how other languages write a function of time, and its initial value.
static void help_call(Parser *parser, const Token *before, const Token *token, const Token *next) {
  if (token->kind != TOKEN_OPEN_ROUND || before->kind != TOKEN_NAME) return;
  const char *name = str_copy(parser->arena, before->text);
  if (token_is(next, "t"))
    diag_help(parser->diags, "coordinates depend on time: write %s alone", name);
  else if (next->kind == TOKEN_NUMBER)
    diag_help(parser->diags, "initial values are those at the start: write `initial %s = ...`", name);
}

void parser_expected(Parser *parser, const char *what) {
  const Token before = parser->before, token = parser->token, next = parser->next;
  if (parser->panic) return;
  diag_report(parser->diags, DIAG_EXPECTED, parser->token.span, what,
              token_text(parser->arena, &parser->token));
  parser_panic(parser);
  help_call(parser, &before, &token, &next);
  if (token.kind != TOKEN_NAME) return;
  Suggestion suggestion = suggestion_make(token.text);
  for (size_t i = 0; parser->enders[i] != NULL; i++) suggestion_try(&suggestion, parser->enders[i]);
  if (suggestion.best != NULL && !token_is(&token, suggestion.best))
    diag_help(parser->diags, "did you mean %s?", suggestion.best);
}

bool parser_expect(Parser *parser, TokenKind kind) {
  if (parser_take(parser, kind)) return true;
  const Token wanted = {.kind = kind};
  const bool assigns = kind == TOKEN_EQUALS && parser_at(parser, TOKEN_COLON);
  const bool again = kind == TOKEN_EQUALS && parser->next.kind == TOKEN_EQUALS;
  const bool compares = kind == TOKEN_EQUALS && parser->token.kind >= TOKEN_LESS &&
                        parser->token.kind <= TOKEN_GREATER_EQUAL;
  parser_expected(parser, token_text(parser->arena, &wanted));
  if (assigns && again) diag_help(parser->diags, "write = alone");
  if (compares) diag_help(parser->diags, "both sides of an equation are needed, not an inequality");
  return false;
}

bool parser_expect_word(Parser *parser, const char *word) {
  if (parser_take_word(parser, word)) return true;
  const char *const words[] = {word, NULL}, *const *enders = parser->enders;
  parser->enders = words;
  parser_expected(parser, text_format(parser->arena, "`%s`", word));
  parser->enders = enders;
  return false;
}

Token parser_open(Parser *parser) {
  const Token outer = parser->open;
  parser->open = parser->token;
  parser_advance(parser);
  return outer;
}

bool parser_close(Parser *parser, TokenKind kind, Token outer) {
  const Token open = parser->open;
  parser->open = outer;
  if (parser->panic || parser_take(parser, kind)) return !parser->panic;
  if (!parser_at_end(parser) && !parser_at(parser, TOKEN_EQUALS))
    return parser_expect(parser, kind);
  diag_report(parser->diags, DIAG_TEXT_BRACKET, open.span, token_text(parser->arena, &open));
  parser_panic(parser);
  return false;
}

void parser_skip(Parser *parser, bool declares) {
  while (parser->token.kind != TOKEN_NEWLINE && parser->token.kind != TOKEN_END) {
    if (declares && parser->token.kind == TOKEN_NAME)
      names_put(parser->arena, &parser->poison, parser->token.text, 0);
    parser->lexer.quiet = parser->next.kind != TOKEN_NEWLINE;
    parser_advance(parser);
  }
  parser->lexer.quiet = false;
}

bool parser_name(Parser *parser, const char *what, Token *name) {
  *name = parser->token;
  if (!parser_take(parser, TOKEN_NAME))
    parser_expected(parser, what);
  else if (parse_indices(parser, name))
    return true;
  parser_panic(parser);
  return false;
}

void parser_place(Parser *parser, const Value *value) {
  const int n = value->kind == VALUE_VECTOR ? 3 : value->kind == VALUE_SCALAR ? 1 : 0;
  for (int k = 0; k < n; k++)
    if (!expr_is_none(value->v.x[k]))
      array_push(parser->model->arena, &parser->model->places, ((Place){value->v.x[k], value->span}));
}

const char *parser_written(const Parser *parser, Span span) {
  return str_copy(parser->arena, (Str){span.source->text.at + span.start, span.end - span.start});
}

bool parser_trouble(Parser *parser, Span span) {
  static const DiagCode codes[] = {
    [TROUBLE_DIVISION] = DIAG_DIVISION, [TROUBLE_ROOT] = DIAG_ROOT,
    [TROUBLE_LOG] = DIAG_LOGARITHM,     [TROUBLE_SIZE] = DIAG_NUMBER_SIZE,
    [TROUBLE_RATE] = DIAG_RATE_BEYOND,
  };
  const ExprTrouble trouble = expr_trouble(parser->pool);
  if (trouble == TROUBLE_NONE) return false;
  diag_report(parser->diags, codes[trouble], span);
  return true;
}
