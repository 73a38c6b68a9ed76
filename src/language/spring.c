// language/spring.c: springs and dampers between two places.

#include "language/language_impl.h"

bool parse_spot(Parser *parser, const char **name, Vec *at) {
  Thing thing;
  const bool named = parser_at(parser, TOKEN_NAME) && parser->next.kind != TOKEN_OPEN_ROUND;
  const bool is_let = named && model_find(parser->model, parser->token.text, &thing) &&
                      thing.kind == THING_LET;
  if (named && !is_let) return parse_place(parser, name, at);
  const Value value = parse_operand(parser);
  *at = value_need_vector(parser, &value);
  *name = parser_written(parser, value.span);
  return !vec_is_none(*at);
}

// Parses both ends, and prepares the drawing between them.
static bool parse_ends(Parser *parser, DrawKind kind, Drawing *drawing) {
  *drawing = (Drawing){.kind = kind};
  const bool first = parse_spot(parser, &drawing->name[0], &drawing->at[0]);
  const bool second = !parser->panic && parse_spot(parser, &drawing->name[1], &drawing->at[1]);
  return first && second;
}

static Expr square(ExprPool *pool, Expr e) {
  return expr_mul(pool, e, e);
}

// 1/2 k (distance - length)^2, or 1/2 k distance^2 without a length
static Expr spring_energy(ExprPool *pool, const Drawing *ends, Expr stiffness, Expr length) {
  const Vec between = vec_sub(pool, ends->at[1], ends->at[0]);
  Expr stretch = vec_dot(pool, between, between);
  if (!expr_same(length, EXPR_ZERO))
    stretch = square(pool, expr_sub(pool, expr_sqrt(pool, stretch), length));
  return expr_scale(pool, RATIO_HALF, expr_mul(pool, stiffness, stretch));
}

// 1/2 c (rate of the distance)^2
static Expr damper_power(ExprPool *pool, const Drawing *ends, Expr coefficient) {
  const Vec between = vec_sub(pool, ends->at[1], ends->at[0]);
  const Expr rate = expr_rate(pool, expr_sqrt(pool, vec_dot(pool, between, between)));
  return expr_scale(pool, RATIO_HALF, expr_mul(pool, coefficient, square(pool, rate)));
}

void parse_spring(Parser *parser) {
  static const char *const enders[] = {"stiffness", "length", NULL};
  const Token keyword = parser->before;
  Drawing drawing;
  Expr length = EXPR_ZERO;
  parser->enders = enders;
  const bool good = parse_ends(parser, DRAW_SPRING, &drawing);
  if (!parser_expect_word(parser, "stiffness")) return;
  const Expr stiffness = parse_scalar(parser);
  if (parser_take_word(parser, "length")) length = parse_scalar(parser);
  drawing.span = parser_span(parser, &keyword);
  if (!good || parser->panic || expr_is_none(stiffness) || expr_is_none(length)) return;
  const Expr energy = spring_energy(parser->pool, &drawing, stiffness, length);
  if (parser_trouble(parser, drawing.span)) return;
  model_energy(parser->model, ENERGY_POTENTIAL, energy, true, drawing.span);
  model_draw(parser->model, &drawing);
}

void parse_damper(Parser *parser) {
  static const char *const enders[] = {"coefficient", NULL};
  const Token keyword = parser->before;
  Drawing drawing;
  parser->enders = enders;
  const bool good = parse_ends(parser, DRAW_DAMPER, &drawing);
  if (!parser_expect_word(parser, "coefficient")) return;
  const Expr coefficient = parse_scalar(parser);
  drawing.span = parser_span(parser, &keyword);
  if (!good || parser->panic || expr_is_none(coefficient)) return;
  const Expr power = damper_power(parser->pool, &drawing, coefficient);
  if (parser_trouble(parser, drawing.span)) return;
  model_energy(parser->model, ENERGY_DISSIPATION, power, true, drawing.span);
  model_draw(parser->model, &drawing);
}
