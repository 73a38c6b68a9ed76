// language/units.c: units after numbers, and the dimensions that they give.
//
// A unit follows a number that is a whole value: parameter l = 30 cm. The value is stored exactly, in SI units.

#include "language/language_impl.h"
#include "language/units.h"
#include "print/print.h"
#include <string.h>

static const struct {
  const char *name;
  bool prefixes;
  long num;
  unsigned long den;
  int turns;  // power of pi
  Dimension dimension;
} units[] = {
#define X(name, prefixes, num, den, turns, kg, m, s, A, K) \
  {#name, prefixes, num, den, turns, {{kg, m, s, A, K}}},
#include "language/units.def"
#undef X
};

static const struct {
  const char *name;
  int power;  // of ten
} prefixes[] = {{"", 0},   {"k", 3},  {"M", 6},  {"G", 9},  {"T", 12},  {"h", 2},  {"da", 1},
                {"d", -1}, {"c", -2}, {"m", -3}, {"u", -6}, {"mu", -6}, {"n", -9}, {"p", -12}};

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

// --- one unit ------------------------------------------------------------------------------------

static bool find_prefixed(Str name, size_t prefix, size_t *unit) {
  const size_t n = strlen(prefixes[prefix].name);
  if (name.n <= n || memcmp(name.at, prefixes[prefix].name, n) != 0) return false;
  for (*unit = 0; *unit < COUNT(units); ++*unit)
    if (str_is((Str){name.at + n, name.n - n}, units[*unit].name))
      return prefix == 0 || units[*unit].prefixes;
  return false;
}

static bool find_unit(Str name, size_t *prefix, size_t *unit) {
  for (*prefix = 0; *prefix < COUNT(prefixes); ++*prefix)
    if (find_prefixed(name, *prefix, unit)) return true;
  return false;
}

bool units_is_unit(Str name) {
  size_t prefix, unit;
  return find_unit(name, &prefix, &unit);
}

static Expr unit_factor(ExprPool *pool, size_t prefix, size_t unit) {
  const Ratio power = ratio_make(pool, prefixes[prefix].power, 1);
  const Expr ten = expr_pow_ratio(pool, expr_int(pool, 10), power);
  const Expr number = expr_ratio(pool, units[unit].num, units[unit].den);
  const Expr pi = expr_pow_ratio(pool, EXPR_PI, ratio_make(pool, units[unit].turns, 1));
  return expr_mul(pool, expr_mul(pool, number, ten), pi);
}

// --- kg*m/s^2 ------------------------------------------------------------------------------------

// ^2, ^-1
static bool parse_unit_power(Parser *parser, int *power) {
  *power = 1;
  if (!parser_take(parser, TOKEN_CARET)) return true;
  const bool negative = parser_take(parser, TOKEN_MINUS);
  const Token number = parser->token;
  if (!parser_take(parser, TOKEN_NUMBER) || number.text.n != 1 || *number.text.at == '0') {
    parser_expected(parser, "a small whole number");
    return false;
  }
  *power = (*number.text.at - '0') * (negative ? -1 : 1);
  return true;
}

bool parse_unit(Parser *parser, Unit *unit) {
  ExprPool *pool = parser->pool;
  const Token first = parser->token;
  int sign = 1;
  *unit = (Unit){.factor = EXPR_ONE};
  for (;;) {
    size_t prefix, place;
    int power;
    const Token name = parser->token;
    if (!parser_take(parser, TOKEN_NAME) || !find_unit(name.text, &prefix, &place)) {
      diag_report(parser->diags, DIAG_UNIT_UNKNOWN, name.span, token_text(parser->arena, &name));
      parser_panic(parser);
      return false;
    }
    if (!parse_unit_power(parser, &power)) return false;
    const Ratio exponent = ratio_make(pool, power * sign, 1);
    const Expr factor = expr_pow_ratio(pool, unit_factor(pool, prefix, place), exponent);
    unit->factor = expr_mul(pool, unit->factor, factor);
    for (int k = 0; k < DIMENSIONS; k++)
      unit->dimension.power[k] += units[place].dimension.power[k] * power * sign;
    // 12 N/m continues the unit; in 2 m/l the value is divided by the parameter l
    const bool divides = parser_at(parser, TOKEN_SLASH);
    if (!divides && !parser_at(parser, TOKEN_STAR)) break;
    if (parser->next.kind != TOKEN_NAME || !units_is_unit(parser->next.text)) break;
    parser_advance(parser);
    sign = divides ? -1 : 1;
  }
  unit->span = parser_span(parser, &first);
  unit->text = parser_written(parser, unit->span);
  return true;
}

// --- values --------------------------------------------------------------------------------------

bool units_at(const Parser *parser) {
  return parser->units && parser_at(parser, TOKEN_NAME) &&
         (parser->before.kind == TOKEN_NUMBER || parser->before.kind == TOKEN_CLOSE_ROUND) &&
         parser->next.kind != TOKEN_EQUALS && parser->next.kind != TOKEN_PRIME &&
         units_is_unit(parser->token.text);
}

Expr parse_quantity(Parser *parser, Unit *unit) {
  const Token first = parser->token;
  const bool sign = parser_at(parser, TOKEN_MINUS) || parser_at(parser, TOKEN_PLUS);
  const uint32_t start = sign ? parser->next.span.start : first.span.start;
  parser->units = true;
  parser->unit = (Unit){.text = NULL};
  const Expr value = parse_scalar(parser);
  parser->units = false;
  *unit = parser->unit;
  if (unit->text == NULL || expr_is_none(value)) return value;
  const bool begins = unit->behind.start == start || unit->behind.start == first.span.start;
  const bool whole = begins && unit->span.end == parser->before.span.end;
  if (whole) return value;
  diag_report(parser->diags, DIAG_UNIT_PLACE, unit->span);
  diag_help(parser->diags, "give the constant a name: `parameter l = 30 cm`");
  return EXPR_NONE;
}

static void note(Parser *parser, Expr e, const Unit *unit, bool declared) {
  if (unit->text == NULL) return;
  const UnitFact fact = {e, unit->dimension, unit->text, unit->factor, declared, unit->span};
  model_unit(parser->model, &fact);
}

void units_note(Parser *parser, Expr symbol, const Unit *unit) {
  note(parser, symbol, unit, false);
}

void units_note_own(Parser *parser, Expr symbol, const Unit *unit) {
  note(parser, symbol, unit, true);
}

Unit parse_own_unit(Parser *parser) {
  Unit unit = {.text = NULL};
  if (!parser_at(parser, TOKEN_OPEN_SQUARE)) return unit;
  const Token outer = parser_open(parser);
  if (!parse_unit(parser, &unit)) unit.text = NULL;
  parser_close(parser, TOKEN_CLOSE_SQUARE, outer);
  return unit;
}

// --- dimensions ----------------------------------------------------------------------------------

static const char *show(ExprPool *pool, Expr e, Arena *arena, size_t most) {
  if (expr_weight(pool, e) > most) return "a long term";
  const char *text = print_expr_text(pool, e, arena);
  return strlen(text) <= most ? text : text_format(arena, "%.*s...", (int) most, text);
}

void language_check_dimensions(Model *model) {
  model_check_dimensions(model, show);
}

Dimensions *language_dimensions(Model *model) {
  return model_dimensions(model, show);
}

void language_units_of(Model *model, const Expr *e, size_t n, const char **unit) {
  model_units_of(model, show, e, n, unit);
}

void language_make_dimensionless(Model *model) {
  model_make_dimensionless(model, show);
}

void parse_units(Parser *parser) {
  if (parser_expect_word(parser, "off")) parser->model->units_off = true;
}
