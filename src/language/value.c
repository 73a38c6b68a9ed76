// language/value.c: arithmetic on scalars and vectors; reports every mistake at its place.

#include "language/language_impl.h"
#include "model/assume.h"

Value value_poison(Span span) {
  return (Value){.kind = VALUE_POISON, .v = vec_none(), .span = span};
}

Value value_scalar(Expr e, Span span) {
  if (expr_is_none(e)) return value_poison(span);
  return (Value){.kind = VALUE_SCALAR, .v = {{e, EXPR_NONE, EXPR_NONE}}, .span = span};
}

Value value_vector(Vec v, Span span) {
  if (vec_is_none(v)) return value_poison(span);
  return (Value){.kind = VALUE_VECTOR, .v = v, .span = span};
}

static int components(ValueKind kind) {
  return kind == VALUE_VECTOR ? 3 : 1;
}

const Expr *value_components(const Value *value, size_t *n) {
  *n = value->kind == VALUE_LIST ? value->list->n : (size_t) components(value->kind);
  return value->kind == VALUE_LIST ? value->list->at : value->v.x;
}

// Reports a list if a single value is needed.
static bool report_list(Parser *parser, const Value *value) {
  if (value->kind != VALUE_LIST) return false;
  diag_report(parser->diags, DIAG_TYPE_LIST, value->span);
  if (value->list->n <= 3) diag_help(parser->diags, "a vector is written with brackets: [a, b]");
  return true;
}

Expr value_need_scalar(Parser *parser, const Value *value) {
  if (value->kind == VALUE_SCALAR) return value->v.x[0];
  if (value->kind == VALUE_VECTOR) diag_report(parser->diags, DIAG_TYPE_SCALAR, value->span);
  report_list(parser, value);
  return EXPR_NONE;
}

Vec value_need_vector(Parser *parser, const Value *value) {
  if (value->kind == VALUE_VECTOR) return value->v;
  if (value->empty) return vec_zero();
  if (value->kind == VALUE_SCALAR) diag_report(parser->diags, DIAG_TYPE_VECTOR, value->span);
  report_list(parser, value);
  return vec_none();
}

// The span of all operands from first on.
static Span operands_span(const Parser *parser, size_t first) {
  return span_join(parser->operands.at[first].value.span,
                   parser->operands.at[parser->operands.n - 1].value.span);
}

// --- sums ----------------------------------------------------------------------------------------

// The kind shared by all operands. Poison if one of them is poison; reports if they differ.
static ValueKind common_kind(Parser *parser, size_t first) {
  ValueKind kind = parser->operands.at[first].value.kind;
  if (report_list(parser, &parser->operands.at[first].value)) return VALUE_POISON;
  bool empty = parser->operands.at[first].value.empty;
  for (size_t i = first + 1; i < parser->operands.n; i++) {
    const Value *value = &parser->operands.at[i].value;
    if (value->kind == VALUE_POISON || kind == VALUE_POISON) return VALUE_POISON;
    if (report_list(parser, value)) return VALUE_POISON;
    if (empty) kind = value->kind;
    empty = empty && value->empty;
    if (value->kind == kind || value->empty) continue;
    diag_report(parser->diags, DIAG_TYPE_SUM, value->span);
    return VALUE_POISON;
  }
  return kind;
}

// One component of the sum of the operands from first on.
static Expr sum_component(Parser *parser, size_t first, int k) {
  parser->terms.n = 0;
  for (size_t i = first; i < parser->operands.n; i++) {
    const Operand *operand = &parser->operands.at[i];
    if (operand->value.empty) continue;
    const ExprTerm term = {operand->value.v.x[k], operand->inverse ? RATIO_MINUS_ONE : RATIO_ONE};
    array_push(parser->arena, &parser->terms, term);
  }
  return expr_sum(parser->pool, parser->terms.at, parser->terms.n);
}

static bool is_empty(const Parser *parser, size_t first) {
  for (size_t i = first; i < parser->operands.n; i++)
    if (!parser->operands.at[i].value.empty) return false;
  return true;
}

Value value_sum(Parser *parser, size_t first) {
  const Span span = operands_span(parser, first);
  Value sum = {.kind = common_kind(parser, first), .span = span};
  if (sum.kind == VALUE_POISON) return value_poison(span);
  for (int k = 0; k < components(sum.kind); k++) sum.v.x[k] = sum_component(parser, first, k);
  sum.empty = is_empty(parser, first);
  return parser_trouble(parser, span) ? value_poison(span) : sum;
}

// --- products ------------------------------------------------------------------------------------

// Reports operands that cannot be multiplied or divided; vector: the only vector factor, or NULL.
static bool check_factors(Parser *parser, size_t first, const Value **vector) {
  *vector = NULL;
  bool good = true;
  for (size_t i = first; i < parser->operands.n; i++) {
    const Operand *operand = &parser->operands.at[i];
    const Value *value = &operand->value;
    if (value->kind == VALUE_POISON || report_list(parser, value)) good = false;
    if (value->kind == VALUE_SCALAR && operand->inverse && expr_same(value->v.x[0], EXPR_ZERO)) {
      diag_report(parser->diags, DIAG_DIVISION, value->span);
      good = false;
    }
    if (value->kind != VALUE_VECTOR) continue;
    if (operand->inverse) {
      diag_report(parser->diags, DIAG_VECTOR_DIVISOR, value->span);
      good = false;
    } else if (*vector != NULL) {
      diag_report(parser->diags, DIAG_VECTOR_PRODUCT, value->span);
      diag_help(parser->diags, "write dot(u, v) or cross(u, v)");
      good = false;
    }
    *vector = value;
  }
  return good;
}

Value value_product(Parser *parser, size_t first) {
  const Span span = operands_span(parser, first);
  const Value *vector;
  if (!check_factors(parser, first, &vector)) return value_poison(span);
  parser->terms.n = 0;
  for (size_t i = first; i < parser->operands.n; i++) {
    const Operand *operand = &parser->operands.at[i];
    if (operand->value.kind != VALUE_SCALAR) continue;
    const ExprTerm term = {operand->value.v.x[0], operand->inverse ? RATIO_MINUS_ONE : RATIO_ONE};
    array_push(parser->arena, &parser->terms, term);
  }
  const Expr factor = expr_product(parser->pool, parser->terms.at, parser->terms.n);
  const Value product = vector == NULL
                          ? value_scalar(factor, span)
                          : value_vector(vec_scale(parser->pool, factor, vector->v), span);
  return parser_trouble(parser, span) ? value_poison(span) : product;
}

// --- powers and rates ----------------------------------------------------------------------------

Value value_power(Parser *parser, Value base, Value exponent) {
  const Span span = span_join(base.span, exponent.span);
  if (base.kind == VALUE_VECTOR) {
    diag_report(parser->diags, DIAG_TYPE_SCALAR, base.span);
    diag_help(parser->diags, "the square of a vector u is dot(u, u)");
    return value_poison(span);
  }
  const Expr e = value_need_scalar(parser, &exponent);
  if (base.kind == VALUE_POISON || expr_is_none(e)) return value_poison(span);
  const Expr power = expr_pow(parser->pool, base.v.x[0], e);
  const Expr known = model_without_abs(parser->model, power);
  const bool divides = expr_same(base.v.x[0], EXPR_ZERO);
  return parser_trouble(parser, divides ? base.span : span) ? value_poison(span)
                                                            : value_scalar(known, span);
}

bool value_has_quantity(Parser *parser, const Value *value) {
  const size_t n = (size_t) components(value->kind);
  const ExprList symbols = expr_symbols(parser->pool, value->v.x, n, parser->arena);
  for (size_t i = 0; i < symbols.n; i++) {
    if (expr_symbol_kind(parser->pool, symbols.at[i]) != SYMBOL_QUANTITY) continue;
    const char *name = expr_symbol_name(parser->pool, symbols.at[i]);
    diag_report(parser->diags, DIAG_QUANTITY_RATE, value->span, name);
    return true;
  }
  return false;
}

Value value_rate(Parser *parser, Value value, int order) {
  if (value.kind == VALUE_POISON || order == 0) return value;
  if (report_list(parser, &value)) return value_poison(value.span);
  if (value_has_quantity(parser, &value)) return value_poison(value.span);
  for (int i = 0; i < order; i++)
    for (int k = 0; k < components(value.kind); k++)
      value.v.x[k] = expr_rate(parser->pool, value.v.x[k]);
  return parser_trouble(parser, value.span) ? value_poison(value.span) : value;
}
