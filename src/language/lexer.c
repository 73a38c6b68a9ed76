// language/lexer.c: text to tokens.
//
// A line ends a statement unless a bracket is open or the line ends with a comma or an operator. A line that starts
// like a statement always ends the one before, so that an unclosed bracket does not swallow the rest of the file.

#include "language/language_impl.h"

static const struct {
  const char *text;
  bool goes_on;
} tokens[TOKEN_COUNT] = {
#define X(name, text, goes_on) {text, goes_on},
#include "language/tokens.def"
#undef X
};

// --- characters ----------------------------------------------------------------------------------

static Str rest(const Lexer *lexer, uint32_t at) {
  const Str text = lexer->source->text;
  return (Str){text.at + at, text.n - at};
}

static char char_at(const Lexer *lexer, uint32_t at) {
  return at < lexer->source->text.n ? lexer->source->text.at[at] : '\0';
}

static bool at_end(const Lexer *lexer) {
  return lexer->at >= lexer->source->text.n;
}

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static Span span_of(const Lexer *lexer, uint32_t start, uint32_t end) {
  return (Span){lexer->source, start, end};
}

// The length in bytes of a letter at this place, or 0.
static size_t letter_at(const Lexer *lexer, uint32_t at, uint32_t *code) {
  const size_t n = names_decode(rest(lexer, at), code);
  return n > 0 && names_is_letter(lexer->letters, *code) ? n : 0;
}

// The length in bytes of a letter, digit or _ at this place, or 0.
static size_t name_part_at(const Lexer *lexer, uint32_t at, uint32_t *code) {
  const char c = char_at(lexer, at);
  *code = (unsigned char) c;
  return c == '_' || is_digit(c) ? 1 : letter_at(lexer, at, code);
}

// The length in bytes of white space at this place, except line ends.
static size_t space_at(const Lexer *lexer, uint32_t at) {
  const char c = char_at(lexer, at);
  if (c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f') return 1;
  uint32_t code;
  const size_t n = names_decode(rest(lexer, at), &code);
  return n > 1 && (code == 0xa0 || code == 0xfeff || code == 0x202f || code == 0x2009) ? n : 0;
}

static uint32_t skip_spaces(const Lexer *lexer, uint32_t at) {
  for (size_t n; (n = space_at(lexer, at)) > 0;) at += (uint32_t) n;
  return at;
}

// --- names ---------------------------------------------------------------------------------------

// The name at this place in its normal form, with Greek letters spelt out. end: the byte after it.
static Str name_at(const Lexer *lexer, uint32_t at, uint32_t *end) {
  uint32_t code;
  bool plain = true;
  *end = at;
  for (size_t n; (n = name_part_at(lexer, *end, &code)) > 0; *end += (uint32_t) n)
    plain &= names_greek(code) == NULL;
  const Str written = {lexer->source->text.at + at, *end - at};
  if (plain) return written;

  Text text = text_make(lexer->model->arena);
  for (uint32_t i = at; i < *end;) {
    const size_t n = name_part_at(lexer, i, &code);
    const char *greek = names_greek(code);
    if (greek != NULL)
      text_add(&text, greek);
    else
      text_add_str(&text, (Str){lexer->source->text.at + i, n});
    i += (uint32_t) n;
  }
  return (Str){text.at, text.n};
}

// --- where statements start ----------------------------------------------------------------------

// Statements whose keyword is followed by an equals sign.
static bool takes_equals(Str word) {
  static const char *const words[] = {"kinetic", "potential",   "lagrangian", "hamiltonian",
                                      "gravity", "dissipation", NULL};
  for (size_t i = 0; words[i] != NULL; i++)
    if (str_is(word, words[i])) return true;
  return false;
}

// Does the line here start like a statement? In an expression, no name is followed by a name, a label or an equals
// sign. Outside brackets, the model's own names take precedence.
static bool starts_statement(const Lexer *lexer) {
  uint32_t end, code;
  const Str word = name_at(lexer, lexer->at, &end);
  if (!statement_is_keyword(word)) return false;
  const uint32_t follows = skip_spaces(lexer, end);
  const char c = char_at(lexer, follows);
  const bool equals = c == '=' || (c == '+' && char_at(lexer, follows + 1) == '=');
  if (equals ? !takes_equals(word) : c != '"' && letter_at(lexer, follows, &code) == 0)
    return false;
  if (lexer->depth > 0) return true;
  Thing thing;
  return !model_find(lexer->model, word, &thing) && !(equals && lexer->declares);
}

static bool goes_on(const Lexer *lexer) {
  return lexer->depth > 0 || tokens[lexer->last.kind].goes_on;
}

// --- tokens --------------------------------------------------------------------------------------

void lexer_init(Lexer *lexer, Model *model, const Source *source) {
  *lexer = (Lexer){.model = model, .source = source};
  lexer->last.kind = TOKEN_NEWLINE;
  lexer->letters = ARENA_NEW(model->arena, Letters);
  lexer->letters->arena = model->arena;
}

bool token_is(const Token *token, const char *word) {
  return token->kind == TOKEN_NAME && str_is(token->text, word);
}

const char *token_text(Arena *arena, const Token *token) {
  if (token->kind == TOKEN_NAME || token->kind == TOKEN_NUMBER) return str_copy(arena, token->text);
  return tokens[token->kind].text;
}

static Token make(const Lexer *lexer, TokenKind kind, uint32_t start, uint32_t end) {
  const Str text = {lexer->source->text.at + start, end - start};
  return (Token){.kind = kind, .span = span_of(lexer, start, end), .text = text};
}

static Token lex_name(Lexer *lexer) {
  uint32_t end;
  const Str text = name_at(lexer, lexer->at, &end);
  Token token = make(lexer, TOKEN_NAME, lexer->at, end);
  token.text = text;
  if (text.n > LANGUAGE_NAME_BYTES) {
    if (!lexer->quiet)
      diag_report(lexer->model->diags, DIAG_TEXT_NAME, token.span, LANGUAGE_NAME_BYTES);
    token.kind = TOKEN_BAD;
  }
  return token;
}

static uint32_t skip_digits(const Lexer *lexer, uint32_t at) {
  while (is_digit(char_at(lexer, at))) at++;
  return at;
}

// 1, 0.1, .5, 1e-3; after a dot only digits, as in rolling.1
static Token lex_number(Lexer *lexer) {
  uint32_t end = skip_digits(lexer, lexer->at);
  if (lexer->last.kind == TOKEN_DOT) return make(lexer, TOKEN_NUMBER, lexer->at, end);
  const bool range = char_at(lexer, end) == '.' && char_at(lexer, end + 1) == '.';  // 1..n
  if (char_at(lexer, end) == '.' && !range) end = skip_digits(lexer, end + 1);
  if ((char_at(lexer, end) | 0x20) == 'e') {
    const char sign = char_at(lexer, end + 1);
    const uint32_t power = end + 1 + (sign == '+' || sign == '-');
    if (is_digit(char_at(lexer, power))) end = skip_digits(lexer, power);
  }
  return make(lexer, TOKEN_NUMBER, lexer->at, end);
}

// Reports control characters: labels and titles are printed to terminals, pages and files of many kinds.
static void refuse_controls(Lexer *lexer, uint32_t start, uint32_t end) {
  for (uint32_t at = start; at < end;) {
    uint32_t code = 0;
    const uint32_t n = (uint32_t) names_decode(rest(lexer, at), &code);
    if (n == 0) return;  // already reported as invalid UTF-8
    const Span span = {lexer->source, at, at + n};
    if (code != '\t' && text_is_control(code)) {
      diag_report(lexer->model->diags, DIAG_TEXT_CONTROL, span, (unsigned) code);
      return;
    }
    at += n;
  }
}

static Token lex_string(Lexer *lexer) {
  uint32_t end = lexer->at + 1;
  while (end < lexer->source->text.n && char_at(lexer, end) != '"' && char_at(lexer, end) != '\n')
    end++;
  const bool closed = char_at(lexer, end) == '"';
  Token token = make(lexer, closed ? TOKEN_STRING : TOKEN_BAD, lexer->at, end + closed);
  if (closed) {
    token.text = (Str){token.text.at + 1, token.text.n - 2};
    if (!lexer->quiet) refuse_controls(lexer, token.span.start + 1, token.span.end - 1);
  } else if (!lexer->quiet)
    diag_report(lexer->model->diags, DIAG_TEXT_STRING, token.span);
  return token;
}

// clang-format off
static TokenKind sign_kind(uint32_t code) {
  switch (code) {
    case '\'': case 0x2032: return TOKEN_PRIME;
    case '.': return TOKEN_DOT;
    case ',': return TOKEN_COMMA;
    case ':': return TOKEN_COLON;
    case '=': return TOKEN_EQUALS;
    case '+': return TOKEN_PLUS;
    case '-': case 0x2212: return TOKEN_MINUS;
    case '*': return TOKEN_STAR;
    case '/': return TOKEN_SLASH;
    case '^': return TOKEN_CARET;
    case '<': return TOKEN_LESS;
    case '>': return TOKEN_GREATER;
    case 0x2264: return TOKEN_LESS_EQUAL;
    case 0x2265: return TOKEN_GREATER_EQUAL;
    case '(': return TOKEN_OPEN_ROUND;
    case ')': return TOKEN_CLOSE_ROUND;
    case '[': return TOKEN_OPEN_SQUARE;
    case ']': return TOKEN_CLOSE_SQUARE;
    default: return TOKEN_BAD;
  }
}

// A suggestion for a character that the language does not have, or NULL.
static const char *sign_help(uint32_t code) {
  switch (code) {
    case 0xb7: case 0xd7: case 0x22c5: return "multiplication is written *";
    case 0xf7: return "division is written /";
    case 0xb2: return "the square of x is written x^2";
    case 0xb3: return "the third power of x is written x^3";
    case 0x2019: case 0x2bc: case 0x2033: case '`': return "the time derivative of x is written x'";
    case 0x201c: case 0x201d: return "a label is written \"like this\"";
    case 0x2013: case 0x2014: return "minus is written -";
    case '%': return "a comment starts with #";
    case '|': return "the absolute value is abs(x), the length of a vector norm(u)";
    case 0x221a: return "a root is written sqrt(x)";
    case 0x2202: return "a partial derivative is written diff(e, x)";
    case 0x307: case 0x308: return "the time derivative of x is written x'";
    case ';': return "a statement ends with its line";
    case '{': case '}': return "brackets are ( ) and, for vectors, [ ]";
    case '\\': return "a Greek letter is written by its name: theta";
    default: return NULL;
  }
}
// clang-format on

// Reports a meaningless character; invalid bytes were reported before.
static void report_character(Lexer *lexer, Span span, uint32_t code) {
  Diags *diags = lexer->model->diags;
  Arena *arena = lexer->model->arena;
  const bool visible = code > 0x20 && code != 0x7f && (code < 0x80 || code > 0x9f);
  const Str text = {lexer->source->text.at + span.start, span.end - span.start};
  const char *shown =
    visible ? str_copy(arena, text) : text_format(arena, "the character U+%04X", (unsigned) code);
  diag_report(diags, DIAG_TEXT_CHARACTER, span, shown);
  if (code == ';' && lexer->depth > 0)
    diag_help(diags, "components are separated by commas");
  else if (sign_help(code) != NULL)
    diag_help(diags, "%s", sign_help(code));
}

static Token lex_sign(Lexer *lexer) {
  uint32_t code = 0;
  const size_t n = names_decode(rest(lexer, lexer->at), &code);
  const uint32_t end = lexer->at + (uint32_t) (n > 0 ? n : 1);
  if (code == '+' && char_at(lexer, end) == '=')
    return make(lexer, TOKEN_PLUS_EQUALS, lexer->at, end + 1);
  if (code == '.' && char_at(lexer, end) == '.')
    return make(lexer, TOKEN_RANGE, lexer->at, end + 1);
  if ((code == '<' || code == '>') && char_at(lexer, end) == '=')
    return make(lexer, code == '<' ? TOKEN_LESS_EQUAL : TOKEN_GREATER_EQUAL, lexer->at, end + 1);
  const TokenKind kind = n > 0 ? sign_kind(code) : TOKEN_BAD;
  const Token token = make(lexer, kind, lexer->at, end);
  if (kind == TOKEN_BAD && n > 0 && !lexer->quiet) report_character(lexer, token.span, code);
  if (kind == TOKEN_OPEN_ROUND || kind == TOKEN_OPEN_SQUARE) lexer->depth++;
  if ((kind == TOKEN_CLOSE_ROUND || kind == TOKEN_CLOSE_SQUARE) && lexer->depth > 0) lexer->depth--;
  return token;
}

// A dot before a digit starts a number, except directly after a name or bracket: rolling.1
static bool starts_number(const Lexer *lexer) {
  const char c = char_at(lexer, lexer->at);
  if (is_digit(c)) return true;
  if (c != '.' || !is_digit(char_at(lexer, lexer->at + 1))) return false;
  const TokenKind last = lexer->last.kind;
  const bool touches = lexer->last.span.end == lexer->at && lexer->at > 0;
  return !touches || (last != TOKEN_NAME && last != TOKEN_PRIME && last != TOKEN_CLOSE_ROUND &&
                      last != TOKEN_CLOSE_SQUARE);
}

static Token lex_visible(Lexer *lexer) {
  uint32_t code;
  if (starts_number(lexer)) return lex_number(lexer);
  if (letter_at(lexer, lexer->at, &code) > 0) return lex_name(lexer);
  if (char_at(lexer, lexer->at) == '"') return lex_string(lexer);
  return lex_sign(lexer);
}

// Skips spaces, comments and line ends up to the next token; returns true at a line end that ends the statement.
// line_start: the next token is the first of its line.
static bool skip_to_token(Lexer *lexer, bool *line_start) {
  *line_start = lexer->at == 0;
  for (;;) {
    lexer->at = skip_spaces(lexer, lexer->at);
    if (char_at(lexer, lexer->at) == '#')
      while (!at_end(lexer) && char_at(lexer, lexer->at) != '\n') lexer->at++;
    if (at_end(lexer)) return false;
    if (char_at(lexer, lexer->at) != '\n') break;
    lexer->at++;
    *line_start = true;
    if (!goes_on(lexer) && lexer->last.kind != TOKEN_NEWLINE) return true;
  }
  return *line_start && goes_on(lexer) && starts_statement(lexer);
}

Token lexer_next(Lexer *lexer) {
  bool line_start = false;
  const uint32_t end = lexer->last.span.end;  // where something is missing
  const bool after_newline = lexer->last.kind == TOKEN_NEWLINE;
  Token token;
  if (skip_to_token(lexer, &line_start)) {
    token = make(lexer, TOKEN_NEWLINE, end, end);
    lexer->depth = 0;
  } else if (at_end(lexer)) {
    token = make(lexer, TOKEN_END, end, end);
  } else {
    token = lex_visible(lexer);
    token.first = line_start || after_newline;
    lexer->at = token.span.end;
  }
  lexer->last = token;
  return token;
}
