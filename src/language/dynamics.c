// language/dynamics.c: energies, gravity, forces and constraints.

#include "language/language_impl.h"

// --- energies ------------------------------------------------------------------------------------

static void parse_energy(Parser *parser, EnergyKind kind) {
  const Token keyword = parser->before;
  bool add;
  const bool assigns = parser_at(parser, TOKEN_COLON);
  if (!parse_equals(parser, &add)) {
    if (!assigns) diag_help(parser->diags, "an energy is given after =, and += adds to it");
    return;
  }
  const Expr value = parse_scalar(parser);
  model_energy(parser->model, kind, value, add, parser_span(parser, &keyword));
}

void parse_kinetic(Parser *parser) {
  parse_energy(parser, ENERGY_KINETIC);
}

void parse_potential(Parser *parser) {
  parse_energy(parser, ENERGY_POTENTIAL);
}

void parse_lagrangian(Parser *parser) {
  parse_energy(parser, ENERGY_LAGRANGIAN);
}

void parse_hamiltonian(Parser *parser) {
  parse_energy(parser, ENERGY_HAMILTONIAN);
}

void parse_dissipation(Parser *parser) {
  parse_energy(parser, ENERGY_DISSIPATION);
}

void parse_gravity(Parser *parser) {
  const Token keyword = parser->before;
  if (!parser_expect(parser, TOKEN_EQUALS)) return;
  const Value value = parse_expression(parser);
  parser_place(parser, &value);
  parser->poisoned |= value.kind == VALUE_POISON;
  const Vec gravity = value_need_vector(parser, &value);
  if (value.kind == VALUE_SCALAR)
    diag_help(parser->diags, "gravity is a vector, such as [0, -g] or [0, 0, -g]");
  model_gravity(parser->model, gravity, parser_span(parser, &keyword));
}

// --- forces --------------------------------------------------------------------------------------

// on P = VECTOR; `on` has been consumed
static void parse_force_on(Parser *parser, const Token *keyword, bool is_torque) {
  Token name;
  Thing thing = {THING_POINT, NOWHERE};
  bool add;
  if (!parser_name(parser, is_torque ? "a body" : "a point or body", &name)) return;
  bool good = reference_find(parser, &name, &thing);
  if (good && thing.kind != THING_BODY && (is_torque || thing.kind != THING_POINT)) {
    diag_report(parser->diags, DIAG_NAME_KIND, name.span, str_copy(parser->arena, name.text),
                thing_kind_name(thing.kind), is_torque ? "a body" : "a point or a body");
    if (thing.kind == THING_COORDINATE && !is_torque)
      diag_help(parser->diags, "a generalized force is written without `on`");
    good = false;
  }
  if (!parse_equals(parser, &add)) return;
  const Vec vector = parse_vector(parser);
  const Span span = parser_span(parser, keyword);
  if (!good || vec_is_none(vector)) return;
  if (is_torque)
    model_torque(parser->model, thing.index, vector, span);
  else if (thing.kind == THING_BODY)
    model_force_body(parser->model, thing.index, vector, span);
  else
    model_force_point(parser->model, thing.index, vector, span);
}

// x = E
static void parse_force_coordinate(Parser *parser, const Token *keyword) {
  Token name;
  Thing thing = {THING_COORDINATE, NOWHERE};
  bool add;
  if (!parser_name(parser, "`on` or a coordinate", &name)) return;
  bool good = reference_find(parser, &name, &thing);
  if (good && thing.kind != THING_COORDINATE) {
    const char *text = str_copy(parser->arena, name.text);
    diag_report(parser->diags, DIAG_NAME_KIND, name.span, text, thing_kind_name(thing.kind),
                "a coordinate");
    if (thing.kind == THING_POINT || thing.kind == THING_BODY)
      diag_help(parser->diags, "write `force on %s = ...`", text);
    good = false;
  }
  if (!parse_equals(parser, &add)) return;
  if (!good) {
    (void) parse_expression(parser);  // may be a vector
    return;
  }
  const Expr force = parse_scalar(parser);
  model_force_coordinate(parser->model, thing.index, force, add, parser_span(parser, keyword));
}

void parse_force(Parser *parser) {
  const Token keyword = parser->before;
  // a coordinate may be called `on`
  const bool is_on = parser_at_word(parser, "on") && parser->next.kind == TOKEN_NAME;
  if (!is_on) {
    parse_force_coordinate(parser, &keyword);
    return;
  }
  parser_advance(parser);
  parse_force_on(parser, &keyword, false);
}

void parse_torque(Parser *parser) {
  const Token keyword = parser->before, name = parser->token;
  if (parser_expect_word(parser, "on"))
    parse_force_on(parser, &keyword, true);
  else if (name.kind == TOKEN_NAME)
    diag_help(parser->diags, "on a body: `torque on B = [0, 0, M]`; on an angle: `force %s = M`",
              str_copy(parser->arena, name.text));
}

// --- constraints ---------------------------------------------------------------------------------

// c[i]: followed by a colon, so not a member on the left of the equation
static bool is_member_label(const Parser *parser) {
  if (parser->next.kind != TOKEN_OPEN_SQUARE) return false;
  Parser scan = *parser;
  size_t depth = 0;
  scan.lexer.quiet = true;
  do {
    parser_advance(&scan);
    const TokenKind kind = scan.token.kind;
    if (kind == TOKEN_END || kind == TOKEN_NEWLINE) return false;
    if (kind == TOKEN_OPEN_SQUARE) depth++;
    if (kind == TOKEN_CLOSE_SQUARE) depth--;
  } while (depth > 0 || scan.next.kind == TOKEN_OPEN_SQUARE);
  return scan.next.kind == TOKEN_COLON;
}

// Parses the optional "name:"; without it the text is empty.
static Token parse_label(Parser *parser) {
  const Token none = {.text = {"", 0}};
  Token name = parser->token;
  Thing thing;
  if (!parser_at(parser, TOKEN_NAME)) return none;
  if (is_member_label(parser)) {
    if (!parser_name(parser, "a name", &name)) return none;
    parser_expect(parser, TOKEN_COLON);
    return name;
  }
  const bool forgotten =
    parser->next.kind == TOKEN_NAME && !model_find(parser->model, name.text, &thing);
  if (parser->next.kind != TOKEN_COLON && !forgotten) return none;
  parser_advance(parser);
  parser_expect(parser, TOKEN_COLON);
  return name;
}

// y >= r restitution e; the difference is that of the two sides as written
static void parse_unilateral(Parser *parser, const Token *name, const Value *difference, int sign,
                             Span span) {
  Expr residual = value_need_scalar(parser, difference), restitution = EXPR_ZERO;
  if (parser_take_word(parser, "restitution")) restitution = parse_scalar(parser);
  if (sign < 0) residual = expr_neg(parser->pool, residual);
  if (name->text.n == 0 && (parser->panic || expr_is_none(residual))) return;
  model_unilateral(parser->model, name->text, parser->panic ? EXPR_NONE : residual, restitution,
                   span);
  const bool known = !expr_is_none(residual) && !parser->panic && parser->model->constraints.n > 0;
  if (parser_take_word(parser, "released") && known) model_released(parser->model, 1);
}

void parse_constraint(Parser *parser) {
  static const char *const enders[] = {"realized", "restitution", "released", NULL};
  Value left, right, along = {0};
  int sign;
  parser->enders = enders;
  const Token name = parse_label(parser);
  const Token first = parser->token;
  Value difference = parse_relation(parser, &left, &right, &sign);
  const Span span = parser_span(parser, &first);
  if (sign != 0) {
    parse_unilateral(parser, &name, &difference, sign, span);
    return;
  }
  const bool is_realized = parser_take_word(parser, "realized");
  const bool is_vector = difference.kind == VALUE_VECTOR;
  if (is_realized && parser_expect_word(parser, "by")) {
    along = parse_expression(parser);
    parser_place(parser, &along);
    if (difference.kind == VALUE_LIST) {
      (void) value_need_scalar(parser, &difference);
      difference = value_poison(span);
    }
    if (is_vector)
      along.v = value_need_vector(parser, &along);
    else
      along.v.x[0] = value_need_scalar(parser, &along);
  }
  Model *model = parser->model;
  const bool good = !parser->panic && difference.kind != VALUE_POISON;
  const Vec none = vec_none();
  size_t n = is_vector ? 3 : 1;
  const Expr *residual = good ? value_components(&difference, &n) : none.x;
  if (!good && name.text.n == 0) return;
  const size_t before = model->constraints.n;
  model_constraint(model, name.text, residual, n, is_realized ? along.v.x : NULL, span);
  if (parser_take_word(parser, "released")) model_released(model, model->constraints.n - before);
}
