// language/sweep.c: sweep, and results over a motion.

#include "language/language_impl.h"

// --- observe top = max(theta) --------------------------------------------------------------------

static const char *const result_words[] = {"max", "min", "mean", "final", "time"};

static bool at_result(const Parser *parser, ResultKind *kind) {
  if (!parser_at(parser, TOKEN_NAME) || parser->next.kind != TOKEN_OPEN_ROUND) return false;
  for (size_t i = 0; i < sizeof result_words / sizeof *result_words; i++) {
    if (!token_is(&parser->token, result_words[i])) continue;
    *kind = (ResultKind) i;
    return true;
  }
  return false;
}

bool parse_result(Parser *parser, const Token *name) {
  ResultKind kind;
  if (!at_result(parser, &kind)) return false;
  const Spot spot = parser_spot(parser);
  const Token first = parser->token;
  parser_advance(parser);
  const Token outer = parser_open(parser);
  Expr value = EXPR_NONE;
  Token event = {0};
  if (kind == RESULT_TIME) {
    if (!parser_take_word(parser, "stop"))
      parser_name(parser, "`stop` or the name of a section", &event);
  } else {
    value = parse_scalar(parser);
  }
  if (parser_at(parser, TOKEN_COMMA) && !parser->panic) {  // several arguments: a function
    parser_return(parser, &spot);
    parser->open = outer;
    return false;
  }
  if (!parser_close(parser, TOKEN_CLOSE_ROUND, outer)) return true;
  if (!parser_at_end(parser) && !parser_at(parser, TOKEN_COMMA)) {
    diag_report(parser->diags, DIAG_RESULT_ALONE, first.span, result_words[kind]);
    diag_help(parser->diags, "observe %s(...) under its own name", result_words[kind]);
    parser_panic(parser);
    return true;
  }
  model_result(parser->model, name->text, kind, value, event.text, name->span);
  return true;
}

// --- sweep ---------------------------------------------------------------------------------------

typedef struct {
  Expr symbol;
  ARRAY(Expr) values;
} Values;

static void parse_value(Parser *parser, Values *v) {
  Unit unit;
  const Expr e = parse_quantity(parser, &unit);
  units_note(parser, v->symbol, &unit);
  array_push(parser->arena, &v->values, e);
}

// (1, 2, 5)
static void parse_values(Parser *parser, Values *v) {
  if (!parser_at(parser, TOKEN_OPEN_ROUND)) {
    parser_expected(parser, "(");
    return;
  }
  const Token outer = parser_open(parser);
  do parse_value(parser, v);
  while (parser_take(parser, TOKEN_COMMA) && !parser->panic);
  parser_close(parser, TOKEN_CLOSE_ROUND, outer);
}

// 1:3 step 0.5, 1:3:0.5, 1:3 points 5
static SweepKind parse_range(Parser *parser, Values *v) {
  parse_value(parser, v);
  if (!parser_expect(parser, TOKEN_COLON)) return SWEEP_STEPS;
  parse_value(parser, v);
  if (parser_take_word(parser, "points")) {
    array_push(parser->arena, &v->values, parse_scalar(parser));
    return SWEEP_POINTS;
  }
  if (!parser_take(parser, TOKEN_COLON) && !parser_take_word(parser, "step"))
    parser_expected(parser, "`step` or `points`");
  else
    parse_value(parser, v);
  return SWEEP_STEPS;
}

static bool at_distribution(const Parser *parser, SweepKind *kind) {
  if (!parser_at(parser, TOKEN_NAME) || parser->next.kind != TOKEN_OPEN_ROUND) return false;
  for (SweepKind k = SWEEP_GRIDS; k < SWEEP_KINDS; k++) {
    if (!token_is(&parser->token, model_sweep_word(k))) continue;
    *kind = k;
    return true;
  }
  return false;
}

// Is this a list of values: parentheses with a comma directly inside?
static bool at_list(const Parser *parser) {
  if (!parser_at(parser, TOKEN_OPEN_ROUND)) return false;
  Parser scan = *parser;
  scan.lexer.quiet = true;
  int depth = 0;
  bool comma = false;
  do {
    const TokenKind kind = scan.token.kind;
    if (kind == TOKEN_END) return false;
    if (kind == TOKEN_OPEN_ROUND || kind == TOKEN_OPEN_SQUARE) depth++;
    if (kind == TOKEN_CLOSE_ROUND || kind == TOKEN_CLOSE_SQUARE) depth--;
    comma = comma || (kind == TOKEN_COMMA && depth == 1);
    scan.token = scan.next;
    if (depth > 0) scan.next = lexer_next(&scan.lexer);
  } while (depth > 0);
  return comma;
}

// Parses the parameter or state variable to be varied.
static Expr parse_varied(Parser *parser, Span *span) {
  Thing thing;
  Token name = parser->token;
  const Spot spot = parser_spot(parser);
  *span = name.span;
  if (!parser_name(parser, "a parameter or a variable of the state", &name)) return EXPR_NONE;
  *span = name.span;
  const size_t errors = parser->diags->errors;
  if (token_is(&name, "t")) return EXPR_TIME;
  if (reference_find(parser, &name, &thing) && thing.kind == THING_PARAMETER)
    return parser->model->parameters.at[thing.index].symbol;
  if (parser->diags->errors > errors) return EXPR_NONE;
  parser_return(parser, &spot);
  return parse_variable(parser, span);
}

static void parse_variation(Parser *parser) {
  Values v = {0};
  Sweep sweep = {.kind = SWEEP_LIST};
  v.symbol = parse_varied(parser, &sweep.span);
  if (!parser_expect(parser, TOKEN_EQUALS)) return;
  if (at_distribution(parser, &sweep.kind)) {
    parser_advance(parser);
    parse_values(parser, &v);
  } else if (at_list(parser)) {
    parse_values(parser, &v);
  } else {
    sweep.kind = parse_range(parser, &v);
  }
  sweep.symbol = v.symbol;
  sweep.value = v.values.at;
  sweep.n = v.values.n;
  if (!parser->panic) model_sweep(parser->model, &sweep, parser->fragment);
}

static void parse_sampling(Parser *parser) {
  const Token keyword = parser->before;
  Sampling s = {.given = true, .by = SAMPLING_RANDOM, .samples = EXPR_NONE, .seed = EXPR_NONE};
  if (!parser_at_word(parser, "by") && !parser_at_word(parser, "seed"))
    s.samples = parse_scalar(parser);
  if (parser_take_word(parser, "by")) {
    s.by = SAMPLINGS;
    s.by_given = true;
    for (SamplingKind k = SAMPLING_GRID; k < SAMPLINGS && s.by == SAMPLINGS; k++)
      if (parser_take_word(parser, model_sampling_word(k))) s.by = k;
    if (s.by == SAMPLINGS) parser_expected(parser, "`grid`, `random`, `latin` or `sobol`");
  }
  if (parser_take_word(parser, "seed")) s.seed = parse_scalar(parser);
  s.span = parser_span(parser, &keyword);
  if (!parser->panic) model_sampling(parser->model, &s, parser->fragment);
}

void parse_sweep(Parser *parser) {
  static const char *const enders[] = {"step", "points", "by", "seed", NULL};
  parser->enders = enders;
  const bool sampling = parser_at(parser, TOKEN_NUMBER) || parser_at_word(parser, "by");
  if (sampling || (parser->next.kind != TOKEN_EQUALS && parser->next.kind != TOKEN_PRIME &&
                   parser->next.kind != TOKEN_OPEN_SQUARE)) {
    parse_sampling(parser);
    return;
  }
  parser->in_list = true;
  do parse_variation(parser);
  while (!parser->panic && parse_comma(parser));
}
