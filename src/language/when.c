// language/when.c: `when a = b rising: release sling, x' = -e*x', stop`.

#include "language/language_impl.h"

// Parses release NAME, engage NAME, stop, or x' = E. A coordinate may be called `stop`.
static bool parse_action(Parser *parser, Action *action) {
  static const char *const none[] = {NULL};
  const Token first = parser->token;
  const bool names = parser->next.kind == TOKEN_NAME;
  parser->enders = none;
  *action = (Action){.kind = ACTION_ASSIGN};
  if (names && parser_take_word(parser, "release"))
    action->kind = ACTION_RELEASE;
  else if (names && parser_take_word(parser, "engage"))
    action->kind = ACTION_ENGAGE;
  else if (parser->next.kind != TOKEN_EQUALS && parser->next.kind != TOKEN_PRIME &&
           parser_take_word(parser, "stop"))
    action->kind = ACTION_STOP;
  if (action->kind == ACTION_RELEASE || action->kind == ACTION_ENGAGE) {
    Str name;
    if (!parse_constraint_name(parser, &name, &action->span)) return false;
    action->name = str_copy(parser->arena, name);
    return true;
  }
  if (action->kind == ACTION_ASSIGN) {
    action->symbol = parse_variable(parser, &action->span);
    if (!parser_expect(parser, TOKEN_EQUALS)) {
      diag_help(parser->diags, "an event does `release NAME`, `engage NAME`, `stop` or `x' = ...`");
      return false;
    }
    Unit unit;
    action->value = parse_quantity(parser, &unit);
    units_note(parser, action->symbol, &unit);
  }
  action->span = parser_span(parser, &first);
  return !parser->panic;
}

void parse_when(Parser *parser) {
  static const char *const enders[] = {"rising", "falling", NULL};
  const Token keyword = parser->before;
  When when = {.label = ""};
  parser->enders = enders;
  if (parser_at(parser, TOKEN_STRING)) {
    when.label = str_copy(parser->arena, parser->token.text);
    parser_advance(parser);
  }
  const Crossed c = parse_crossing(parser);
  when.difference = c.difference;
  when.in_units = c.in_units;
  when.crossing = c.crossing;
  if (!parser_expect(parser, TOKEN_COLON)) return;
  do {
    Action action;
    if (!parse_action(parser, &action)) return;
    array_push(parser->arena, &when.actions, action);
  } while (parser_take(parser, TOKEN_COMMA));
  when.span = parser_span(parser, &keyword);
  model_when(parser->model, &when);
}
