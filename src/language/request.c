// language/request.c: observe, initial, guess, simulate, stop, draw.

#include "language/language_impl.h"

static void parse_one_observable(Parser *parser) {
  Token name;
  if (!parser_name(parser, "the name of the observable", &name)) return;
  Expr value = EXPR_NONE;
  const Unit unit = parse_own_unit(parser);
  if (parser_expect(parser, TOKEN_EQUALS)) {
    if (parse_result(parser, &name)) {
      if (unit.text != NULL) model_result_in(parser->model, name.text, unit.text, unit.factor);
      return;
    }
    value = parse_scalar(parser);
  }
  model_observe(parser->model, name.text, value, name.span);
  if (unit.text == NULL || expr_is_none(value)) return;
  units_note_own(parser, value, &unit);
  model_observe_in(parser->model, name.text, unit.text, unit.factor);
}

void parse_observe(Parser *parser) {
  parser->in_list = true;
  do parse_one_observable(parser);
  while (parse_comma(parser));
}

// --- values of state variables -------------------------------------------------------------------

void parse_assignments(Parser *parser, AddAssignment *add, void *context) {
  parser->in_list = true;
  do {
    Span span;
    const Expr symbol = parse_variable(parser, &span);
    if (!parser_expect(parser, TOKEN_EQUALS)) return;
    Unit unit;
    const Expr value = parse_quantity(parser, &unit);
    units_note(parser, symbol, &unit);
    add(parser->model, symbol, value, span, context);
  } while (parse_comma(parser));
}

static void add_initial(Model *model, Expr symbol, Expr value, Span span, void *context) {
  (void) context;
  model_initial(model, symbol, value, span);
}

static void add_guess(Model *model, Expr symbol, Expr value, Span span, void *context) {
  (void) context;
  model_guess(model, symbol, value, span);
}

void parse_initial(Parser *parser) {
  parse_assignments(parser, add_initial, NULL);
}

void parse_guess(Parser *parser) {
  parse_assignments(parser, add_guess, NULL);
}

// --- what is known -------------------------------------------------------------------------------

// 0 < e < 1: each sign compares the two values beside it
static void parse_one_assumption(Parser *parser) {
  const Token first = parser->token;
  Expr left = parse_scalar(parser);
  size_t n = 0;
  while (parser->token.kind >= TOKEN_LESS && parser->token.kind <= TOKEN_GREATER_EQUAL &&
         !parser->panic) {
    const TokenKind sign = parser->token.kind;
    parser_advance(parser);
    const Expr right = parse_scalar(parser);
    const bool less = sign == TOKEN_LESS || sign == TOKEN_LESS_EQUAL;
    const bool strict = sign == TOKEN_LESS || sign == TOKEN_GREATER;
    model_assume(parser->model, less ? right : left, less ? left : right, strict,
                 parser_span(parser, &first));
    left = right;
    n++;
  }
  if (n == 0) parser_expected(parser, "< or >");
}

void parse_assume(Parser *parser) {
  do parse_one_assumption(parser);
  while (parser_take(parser, TOKEN_COMMA));
}

// --- runs ----------------------------------------------------------------------------------------

void parse_simulate(Parser *parser) {
  static const char *const words[] = {"from", "to", "every", NULL};
  const Token keyword = parser->before;
  Expr values[3] = {EXPR_NONE, EXPR_NONE, EXPR_NONE};
  bool has[3] = {false, false, false};
  parser->enders = words;
  while (!parser_at_end(parser)) {
    int which = 0;
    while (which < 3 && !parser_take_word(parser, words[which])) which++;
    if (which == 3) {
      const bool number = parser_at(parser, TOKEN_NUMBER);
      parser_expected(parser, "`from`, `to` or `every`");
      if (number)
        diag_help(parser->diags, "`simulate to 10 every 0.1` ends at t = 10, with rows every 0.1");
      break;
    }
    if (has[which]) diag_report(parser->diags, DIAG_GIVEN_TWICE, parser->before.span, words[which]);
    has[which] = true;
    Unit unit;
    values[which] = parse_quantity(parser, &unit);
    units_note(parser, EXPR_TIME, &unit);
  }
  const Span span = parser_span(parser, &keyword);
  if (!has[1] && !parser->panic)
    diag_report(parser->diags, DIAG_PART_MISSING, span, "simulate", "to");
  model_simulate(parser->model, values[0], values[1], values[2], span);
}

Crossed parse_crossing(Parser *parser) {
  // a number with a unit determines the unit of the other side
  Unit left_unit, right_unit = {.text = NULL};
  const Expr left = parse_quantity(parser, &left_unit);
  Expr right = EXPR_NONE;
  if (parser_expect(parser, TOKEN_EQUALS)) right = parse_quantity(parser, &right_unit);
  Crossed c = {.difference = expr_sub(parser->pool, left, right)};
  if (!expr_is_number(parser->pool, right)) units_note(parser, right, &left_unit);
  if (!expr_is_number(parser->pool, left)) units_note(parser, left, &right_unit);
  c.in_units = left_unit.text != NULL || right_unit.text != NULL;
  if (parser_take_word(parser, "rising"))
    c.crossing = CROSSING_RISING;
  else if (parser_take_word(parser, "falling"))
    c.crossing = CROSSING_FALLING;
  return c;
}

void parse_stop(Parser *parser) {
  static const char *const enders[] = {"rising", "falling", NULL};
  const Token keyword = parser->before;
  parser->enders = enders;
  if (!parser_expect_word(parser, "when")) return;
  const Crossed c = parse_crossing(parser);
  model_stop(parser->model, c.difference, c.in_units, c.crossing, parser_span(parser, &keyword));
}

// --- drawings ------------------------------------------------------------------------------------

// Parses the kind of a drawing; reports other words.
static DrawKind parse_draw_kind(Parser *parser) {
  if (parser_take_word(parser, "line")) return DRAW_LINE;
  if (parser_take_word(parser, "path")) return DRAW_PATH;
  if (parser_take_word(parser, "circle")) return DRAW_CIRCLE;
  if (parser_take_word(parser, "box")) return DRAW_BOX;
  if (parser_take_word(parser, "cylinder")) return DRAW_CYLINDER;
  if (parser_take_word(parser, "arrow")) return DRAW_ARROW;
  parser_expected(parser, "`line`, `path`, `circle`, `box`, `cylinder` or `arrow`");
  return DRAW_LINE;
}

void parse_draw(Parser *parser) {
  static const char *const enders[] = {"line",  "path", "circle", "box",    "cylinder",
                                       "arrow", "size", "along",  "radius", NULL};
  const Token keyword = parser->before;
  parser->enders = enders;
  Drawing drawing = {.kind = parse_draw_kind(parser)};
  const bool two = drawing.kind == DRAW_LINE || drawing.kind == DRAW_CYLINDER;
  const bool round = drawing.kind == DRAW_CIRCLE || drawing.kind == DRAW_CYLINDER;
  bool good = parse_place(parser, &drawing.name[0], &drawing.at[0]);
  if (two) good &= parse_place(parser, &drawing.name[1], &drawing.at[1]);
  if (round && parser_expect_word(parser, "radius")) drawing.radius = parse_scalar(parser);
  if (drawing.kind == DRAW_BOX && parser_expect_word(parser, "size"))
    drawing.vector = parse_vector(parser);
  if (drawing.kind == DRAW_ARROW && parser_expect_word(parser, "along"))
    drawing.vector = parse_vector(parser);
  drawing.span = parser_span(parser, &keyword);
  if (good && !parser->panic) model_draw(parser->model, &drawing);
}
