// language/section.c: sections of motions, and first-order states.

#include "language/language_impl.h"

// section S: theta = 0 rising
void parse_section(Parser *parser) {
  static const char *const enders[] = {"rising", "falling", NULL};
  const Token keyword = parser->before;
  Token name;
  parser->enders = enders;
  if (!parser_name(parser, "the name of a section", &name)) return;
  if (!parser_expect(parser, TOKEN_COLON)) return;
  Unit left_unit, right_unit = {.text = NULL};
  const Expr left = parse_quantity(parser, &left_unit);
  Expr right = EXPR_NONE;
  if (parser_expect(parser, TOKEN_EQUALS)) right = parse_quantity(parser, &right_unit);
  if (!expr_is_number(parser->pool, right)) units_note(parser, right, &left_unit);
  if (!expr_is_number(parser->pool, left)) units_note(parser, left, &right_unit);
  Section section = {.name = str_copy(parser->arena, name.text),
                     .difference = expr_sub(parser->pool, left, right),
                     .in_units = left_unit.text != NULL || right_unit.text != NULL};
  if (parser_take_word(parser, "rising"))
    section.crossing = CROSSING_RISING;
  else if (parser_take_word(parser, "falling"))
    section.crossing = CROSSING_FALLING;
  section.span = parser_span(parser, &keyword);
  model_section(parser->model, &section);
}

// state e' = r - x: a coordinate without mass, whose velocity is prescribed by a force that acts only on it
void parse_state(Parser *parser) {
  const Token keyword = parser->before;
  Token name;
  if (!parser_name(parser, "the name of a state", &name)) return;
  const Expr e = model_coordinate(parser->model, name.text, name.span);
  if (!parser_expect(parser, TOKEN_PRIME) || !parser_expect(parser, TOKEN_EQUALS)) return;
  const Expr rate = parse_scalar(parser);
  if (parser->panic || expr_is_none(e)) return;
  const Expr velocity = expr_symbol_rate(parser->pool, e);
  const Expr residual = expr_sub(parser->pool, velocity, rate);
  model_constraint(parser->model, name.text, &residual, 1, &velocity,
                   parser_span(parser, &keyword));
}
