// language/expression.c: the grammar of expressions, by recursive descent.
//
//   expression = product { (+|-) product }
//   product    = unary { (*|/) unary }
//   unary      = { - | + } power
//   power      = postfix [ ^ unary ]
//   postfix    = primary { ' | .x | .y | .z }
//   primary    = number | name | name ( ... ) | ( expression ) | [ expression, ... ]
//
// The recursion goes only through brackets, powers and calls, and its depth is limited by LANGUAGE_DEPTH.

#include "language/language_impl.h"

static Value parse_unary(Parser *parser);

static bool enter(Parser *parser) {
  if (++parser->depth <= LANGUAGE_DEPTH || parser->panic) return true;
  diag_report(parser->diags, DIAG_TOO_DEEP, parser->token.span, LANGUAGE_DEPTH);
  parser_panic(parser);
  return false;
}

static void leave(Parser *parser) {
  parser->depth--;
}

// --- primary -------------------------------------------------------------------------------------

static Value parse_number(Parser *parser) {
  const Token number = parser->token;
  parser_advance(parser);
  const Value value = value_scalar(expr_decimal(parser->pool, number.text), number.span);
  return parser_trouble(parser, number.span) ? value_poison(number.span) : value;
}

// (a, b, ...): the first value has been read; vectors count as their components
static Value parse_list(Parser *parser, Value value) {
  ValueList *list = ARENA_NEW(parser->arena, ValueList);
  bool good = true;
  size_t total = 0;
  const Span first = value.span;
  for (;;) {
    size_t n;
    const Expr *at = value_components(&value, &n);
    good &= value.kind != VALUE_POISON;
    for (size_t i = 0; i < n; i++, total++)
      if (total < LIST_MOST) list->at[total] = at[i];
    if (!parser_take(parser, TOKEN_COMMA)) break;
    value = parse_expression(parser);
  }
  const Span span = span_join(first, parser->before.span);
  if (good && total > LIST_MOST) diag_report(parser->diags, DIAG_LIST_LONG, span, LIST_MOST, total);
  if (!good || total > LIST_MOST) return value_poison(span);
  list->n = total;
  return (Value){.kind = VALUE_LIST, .v = vec_none(), .span = span, .list = list};
}

static Value parse_parentheses(Parser *parser) {
  const Span first = parser->token.span;
  const Token outer = parser_open(parser);
  Value value = parse_expression(parser);
  if (parser_at(parser, TOKEN_COMMA)) value = parse_list(parser, value);
  parser_close(parser, TOKEN_CLOSE_ROUND, outer);
  value.span = span_join(first, parser->before.span);
  return value;
}

// [a, b] or [a, b, c]
static Value parse_brackets(Parser *parser) {
  const Span first = parser->token.span;
  const Token outer = parser_open(parser);
  Vec v = vec_zero();
  size_t n = 0;
  bool poisoned = false;
  do {
    const Expr e = parse_scalar(parser);
    if (n < 3) v.x[n] = e;
    poisoned |= expr_is_none(e);
    n++;
  } while (parser_take(parser, TOKEN_COMMA));
  parser_close(parser, TOKEN_CLOSE_SQUARE, outer);
  const Span span = span_join(first, parser->before.span);
  if (parser->panic || (poisoned && n < 2)) return value_poison(span);
  if (n == 2 || n == 3) return value_vector(v, span);
  diag_report(parser->diags, DIAG_VECTOR_SIZE, span, n);
  return value_poison(span);
}

// Reports a missing value: the line ends inside a bracket, or something else stands here.
static void report_no_value(Parser *parser) {
  const Token *token = &parser->token;
  if (parser_at_end(parser) && parser->open.kind != TOKEN_END) {
    diag_report(parser->diags, DIAG_TEXT_BRACKET, parser->open.span,
                token_text(parser->arena, &parser->open));
    return;
  }
  diag_report(parser->diags, DIAG_VALUE_MISSING, token->span, token_text(parser->arena, token));
  if (token->kind == TOKEN_STAR && parser->before.kind == TOKEN_STAR)
    diag_help(parser->diags, "a power is written ^");
  if (token->kind == TOKEN_SLASH && parser->before.kind == TOKEN_SLASH)
    diag_help(parser->diags, "a comment starts with #");
  if (token->kind == TOKEN_EQUALS && parser->before.kind == TOKEN_EQUALS)
    diag_help(parser->diags, "one = is enough");
}

static Value parse_primary(Parser *parser) {
  if (parser_at(parser, TOKEN_NUMBER)) return parse_number(parser);
  if (parser_at(parser, TOKEN_OPEN_ROUND)) return parse_parentheses(parser);
  if (parser_at(parser, TOKEN_OPEN_SQUARE)) return parse_brackets(parser);
  if (impact_at_velocity_after(parser)) return parse_velocity_after(parser);
  if (parser_at(parser, TOKEN_NAME)) {
    const bool called = parser->next.kind == TOKEN_OPEN_ROUND;
    Thing thing;
    const bool declared = model_find(parser->model, parser->token.text, &thing);
    const bool own = declared && thing.kind == THING_FUNCTION;
    if (called && (own || language_is_function(parser->token.text) || !declared))
      return parse_call(parser);
    if (declared || !parser_at_ender(parser)) return parse_name(parser);
    // `mass at [x, y]`: the value before `at` is missing, but the rest may be right
    report_no_value(parser);
    return value_poison(parser->token.span);
  }
  if (!parser->panic) report_no_value(parser);
  parser_panic(parser);
  return value_poison(parser->token.span);
}

// --- postfix -------------------------------------------------------------------------------------

static bool is_constant(Parser *parser, const Value *value) {
  if (value->kind != VALUE_SCALAR) return false;
  const Expr e = value->v.x[0];
  if (expr_is_number(parser->pool, e)) return true;
  return expr_kind(parser->pool, e) == EXPR_SYMBOL &&
         model_role(parser->model, e, NULL) == ROLE_CONSTANT;
}

// Reads all primes that follow.
static Value parse_primes(Parser *parser, Value value) {
  const Span operand = value.span;
  int order = 0;
  while (parser_take(parser, TOKEN_PRIME))
    if (order < 3) order++;
  value.span = span_join(operand, parser->before.span);
  if (value.kind == VALUE_POISON) return value;
  if (order > 2) {
    diag_report(parser->diags, DIAG_RATE_BEYOND, value.span);
    return value_poison(value.span);
  }
  if (is_constant(parser, &value)) {
    diag_report(parser->diags, DIAG_RATE_CONSTANT, value.span, parser_written(parser, operand));
    return value_poison(value.span);
  }
  value = value_rate(parser, value, order);
  parser_place(parser, &value);
  return value;
}

bool parse_axis_name(Parser *parser, int *axis) {
  static const char *const axes[] = {"x", "y", "z"};
  for (*axis = 0; *axis < 3; ++*axis)
    if (parser_take_word(parser, axes[*axis])) return true;
  return false;
}

bool parse_dot(Parser *parser, int *axis) {
  parser_advance(parser);
  if (parse_axis_name(parser, axis)) return true;
  const Token *token = &parser->token;
  if (!parser->panic) {
    diag_report(parser->diags, DIAG_COMPONENT, token->span, token_text(parser->arena, token));
    if (token_is(token, "diff") || token_is(token, "dt"))
      diag_help(parser->diags, "the time derivative of x is written x'");
    if (token->kind == TOKEN_STAR || token->kind == TOKEN_SLASH || token->kind == TOKEN_CARET)
      diag_help(parser->diags, "write %s without the dot", token_text(parser->arena, token));
  }
  parser_panic(parser);
  return false;
}

static Value parse_component(Parser *parser, Value value) {
  int k;
  if (!parse_dot(parser, &k)) return value_poison(value.span);
  const Vec v = value_need_vector(parser, &value);
  return value_scalar(v.x[k], span_join(value.span, parser->before.span));
}

Value parse_operand(Parser *parser) {
  Value value = parse_primary(parser);
  for (;;) {
    if (parser_at(parser, TOKEN_PRIME))
      value = parse_primes(parser, value);
    else if (parser_at(parser, TOKEN_DOT))
      value = parse_component(parser, value);
    else
      return value;
  }
}

// --- operators -----------------------------------------------------------------------------------

static Value parse_power(Parser *parser) {
  Value base = parse_operand(parser);
  if (!parser_take(parser, TOKEN_CARET)) return base;
  if (!enter(parser)) return value_poison(base.span);
  const Value exponent = parse_unary(parser);
  leave(parser);
  return value_power(parser, base, exponent);
}

static Value parse_unary(Parser *parser) {
  const Token first = parser->token;
  bool negative = false, signs = false;
  while (parser_at(parser, TOKEN_MINUS) || parser_at(parser, TOKEN_PLUS)) {
    negative ^= parser_at(parser, TOKEN_MINUS);
    signs = true;
    parser_advance(parser);
  }
  Value value = parse_power(parser);
  if (signs) value.span = span_join(first.span, value.span);
  if (!negative || value.kind == VALUE_POISON) return value;
  for (int k = 0; k < (value.kind == VALUE_VECTOR ? 3 : 1); k++)
    value.v.x[k] = expr_neg(parser->pool, value.v.x[k]);
  return value;
}

// Does a value stand where an operator is expected?
static bool at_value(const Parser *parser) {
  if (parser_at(parser, TOKEN_NAME) && parser->in_list &&
      (parser->next.kind == TOKEN_EQUALS || parser->next.kind == TOKEN_PRIME))
    return false;
  if (parser_at(parser, TOKEN_NAME)) return !parser_at_ender(parser);
  return parser_at(parser, TOKEN_NUMBER) || parser_at(parser, TOKEN_OPEN_ROUND) ||
         parser_at(parser, TOKEN_OPEN_SQUARE);
}

static void report_no_operator(Parser *parser) {
  diag_report(parser->diags, DIAG_NO_OPERATOR, parser->token.span,
              token_text(parser->arena, &parser->token));
  if (parser->token.kind == TOKEN_OPEN_ROUND && token_is(&parser->next, "t") &&
      parser->before.kind == TOKEN_NAME)
    diag_help(parser->diags, "the dependence on time comes from the declaration: write %s alone",
              str_copy(parser->arena, parser->before.text));
  if (parser->token.kind != TOKEN_NAME) return;
  Suggestion suggestion = suggestion_make(parser->token.text);
  for (size_t i = 0; parser->enders[i] != NULL; i++) suggestion_try(&suggestion, parser->enders[i]);
  Thing thing;
  if (suggestion.best != NULL)
    diag_help(parser->diags, "did you mean %s?", suggestion.best);
  else if (token_is(&parser->token, "for"))
    diag_help(parser->diags, "a range is written `for i = 1..n`");
  else if (parser->units && parser->before.kind == TOKEN_NUMBER &&
           !units_is_unit(parser->token.text) &&
           parser->token.span.start > parser->before.span.end && !token_is(&parser->token, "for") &&
           !model_find(parser->model, parser->token.text, &thing))
    diag_help(parser->diags, "or, if a unit is meant: there is no unit %s",
              str_copy(parser->arena, parser->token.text));
}

static void push_operand(Parser *parser, Value value, bool inverse) {
  array_push(parser->arena, &parser->operands, ((Operand){value, inverse}));
}

// Applies a unit to the number read last; a second unit in one value is a mistake.
static void apply_unit(Parser *parser) {
  Operand *last = &parser->operands.at[parser->operands.n - 1];
  const bool again = parser->unit.text != NULL;
  const Span behind = last->value.span;
  Unit unit;
  if (!parse_unit(parser, &unit)) return;
  unit.behind = again || last->inverse ? (Span){behind.source, UINT32_MAX, UINT32_MAX} : behind;
  parser->unit = unit;
  if (last->value.kind == VALUE_SCALAR)
    last->value.v.x[0] = expr_mul(parser->pool, last->value.v.x[0], unit.factor);
  last->value.span = span_join(behind, unit.span);
}

// Parses a product. Two values side by side are reported, but still read as a product.
static Value parse_product(Parser *parser) {
  const size_t first = parser->operands.n;
  bool poisoned = false;
  push_operand(parser, parse_unary(parser), false);
  for (;;) {
    const bool inverse = parser_at(parser, TOKEN_SLASH);
    if (units_at(parser)) {
      apply_unit(parser);
      continue;
    }
    if (inverse || parser_at(parser, TOKEN_STAR)) {
      parser_advance(parser);
    } else if (at_value(parser)) {
      // a consequence of an earlier mistake is not reported
      const bool reported = parser->operands.at[parser->operands.n - 1].value.kind == VALUE_POISON;
      if (!poisoned && !reported) report_no_operator(parser);
      poisoned = true;
    } else {
      break;
    }
    push_operand(parser, parse_unary(parser), inverse);
  }
  Value value = parser->operands.at[first].value;
  if (parser->operands.n > first + 1) value = value_product(parser, first);
  parser->operands.n = first;
  return poisoned ? value_poison(value.span) : value;
}

Value parse_expression(Parser *parser) {
  if (!enter(parser)) return value_poison(parser->token.span);
  const size_t first = parser->operands.n;
  push_operand(parser, parse_product(parser), false);
  while (parser_at(parser, TOKEN_PLUS) || parser_at(parser, TOKEN_MINUS)) {
    const bool inverse = parser_at(parser, TOKEN_MINUS);
    parser_advance(parser);
    push_operand(parser, parse_product(parser), inverse);
  }
  Value value = parser->operands.at[first].value;
  if (parser->operands.n > first + 1) value = value_sum(parser, first);
  parser->operands.n = first;
  leave(parser);
  return value;
}

// --- expressions of a wanted kind ----------------------------------------------------------------

// Parses an expression that is not part of another: records its place, and poisons the statement if it is poison.
static Value parse_whole(Parser *parser) {
  const Value value = parse_expression(parser);
  parser_place(parser, &value);
  parser->poisoned |= value.kind == VALUE_POISON;
  return value;
}

Expr parse_scalar(Parser *parser) {
  const Value value = parse_whole(parser);
  return value_need_scalar(parser, &value);
}

Vec parse_vector(Parser *parser) {
  const Value value = parse_whole(parser);
  return value_need_vector(parser, &value);
}

// `vector = 0` means the zero vector.
static void match_zero(Value *side, const Value *other) {
  if (other->kind == VALUE_VECTOR && side->kind == VALUE_SCALAR &&
      expr_same(side->v.x[0], EXPR_ZERO))
    *side = value_vector(vec_zero(), side->span);
}

// The difference of two lists of one length, or of a list and 0.
static Value list_difference(Parser *parser, const Value *left, const Value *right) {
  const Span span = span_join(left->span, right->span);
  const bool zero = right->kind == VALUE_SCALAR && expr_same(right->v.x[0], EXPR_ZERO);
  if (left->kind == VALUE_POISON || right->kind == VALUE_POISON) return value_poison(span);
  if (zero && left->kind == VALUE_LIST) return *left;
  if (left->kind != right->kind || left->list->n != right->list->n) {
    diag_report(parser->diags, DIAG_TYPE_LIST, left->kind == VALUE_LIST ? left->span : right->span);
    diag_help(parser->diags, "a list is equal to 0 or to a list of the same length");
    return value_poison(span);
  }
  ValueList *list = ARENA_NEW(parser->arena, ValueList);
  list->n = left->list->n;
  for (size_t i = 0; i < list->n; i++)
    list->at[i] = expr_sub(parser->pool, left->list->at[i], right->list->at[i]);
  return (Value){.kind = VALUE_LIST, .v = vec_none(), .span = span, .list = list};
}

// left - right, both of one kind.
static Value difference_of(Parser *parser, Value *left, Value *right) {
  match_zero(left, right);
  match_zero(right, left);
  if (left->kind == VALUE_LIST || right->kind == VALUE_LIST)
    return list_difference(parser, left, right);
  push_operand(parser, *left, false);
  push_operand(parser, *right, true);
  const Value difference = value_sum(parser, parser->operands.n - 2);
  parser->operands.n -= 2;
  return difference;
}

Value parse_relation(Parser *parser, Value *left, Value *right, int *sign) {
  *left = parse_whole(parser);
  *right = value_poison(parser->token.span);
  *sign = parser_at(parser, TOKEN_GREATER_EQUAL) - parser_at(parser, TOKEN_LESS_EQUAL);
  if (*sign != 0)
    parser_advance(parser);
  else if (!parser_expect(parser, TOKEN_EQUALS))
    return value_poison(left->span);
  *right = parse_whole(parser);
  return difference_of(parser, left, right);
}

Value parse_equation(Parser *parser, Value *left, Value *right) {
  *left = parse_whole(parser);
  *right = value_poison(parser->token.span);
  if (!parser_expect(parser, TOKEN_EQUALS)) return value_poison(left->span);
  *right = parse_whole(parser);
  return difference_of(parser, left, right);
}
