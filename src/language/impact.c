// language/impact.c: v+(x'), after(x', floor), impulse(floor), energy_lost(floor), for claims.
//
// Several constraints can be hit together: after(x', floor, wall). -name: this constraint is then not in force, e.g.
// when one hold is exchanged for another: after(phi', right, -left).

#include "language/language_impl.h"

// name or -name
static bool parse_hit(Parser *parser, ImpactQuantity *q, Text *written) {
  const bool without = parser_take(parser, TOKEN_MINUS);
  Str name;
  Span span;
  if (!parse_constraint_name(parser, &name, &span)) return false;
  const char *copy = str_copy(parser->arena, name);
  text_addf(written, "%s%s%s", written->at[written->n - 1] == '(' ? "" : ", ", without ? "-" : "",
            copy);
  if (without)
    array_push(parser->arena, &q->without, copy);
  else
    array_push(parser->arena, &q->on, copy);
  array_push(parser->arena, &parser->model->references, ((Reference){copy, true, span}));
  return true;
}

// Parses the remaining arguments, up to the closing bracket.
static Value parse_hits(Parser *parser, ImpactQuantity *q, Text *written, bool comma) {
  const Span from = parser->before.span;
  while (!parser_at(parser, TOKEN_CLOSE_ROUND)) {
    if (comma && !parser_expect(parser, TOKEN_COMMA)) return value_poison(from);
    comma = true;
    if (!parse_hit(parser, q, written)) return value_poison(from);
  }
  text_add_char(written, ')');
  q->span = span_join(from, parser->before.span);
  return value_scalar(model_impact(parser->model, q, text_get(written)), q->span);
}

Value call_after(Parser *parser) {
  ImpactQuantity q = {.kind = IMPACT_AFTER};
  Text written = text_make(parser->arena);
  Span span;
  q.velocity = parse_variable(parser, &span);
  if (expr_is_none(q.velocity)) return value_poison(span);
  if (model_role(parser->model, q.velocity, NULL) != ROLE_VELOCITY) {
    diag_report(parser->diags, DIAG_IMPACT_VELOCITY, span, parser_written(parser, span));
    return value_poison(span);
  }
  text_addf(&written, "v+(%s", expr_symbol_name(parser->pool, q.velocity));
  return parse_hits(parser, &q, &written, true);
}

static Value call_impact(Parser *parser, ImpactKind kind, const char *word) {
  ImpactQuantity q = {.kind = kind};
  Text written = text_make(parser->arena);
  text_addf(&written, "%s(", word);
  return parse_hits(parser, &q, &written, false);
}

Value call_impulse(Parser *parser) {
  return call_impact(parser, IMPACT_IMPULSE, "impulse");
}

Value call_energy_lost(Parser *parser) {
  return call_impact(parser, IMPACT_LOST, "energy_lost");
}

bool impact_at_velocity_after(const Parser *parser) {
  Thing thing;
  if (!parser_at_word(parser, "v") || parser->next.kind != TOKEN_PLUS) return false;
  const Span v = parser->token.span, plus = parser->next.span;
  if (v.end != plus.start || model_find(parser->model, parser->token.text, &thing)) return false;
  return plus.end < v.source->text.n && v.source->text.at[plus.end] == '(';
}

Value parse_velocity_after(Parser *parser) {
  const Token first = parser->token;
  parser_advance(parser);
  parser_advance(parser);
  const Token outer = parser_open(parser);
  Value value = call_after(parser);
  parser_close(parser, TOKEN_CLOSE_ROUND, outer);
  value.span = span_join(first.span, parser->before.span);
  parser_place(parser, &value);
  return value;
}
