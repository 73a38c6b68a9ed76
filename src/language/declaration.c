// language/declaration.c: parameter, coordinate, momentum, speed, rate, let, frame, point, body.

#include "language/language_impl.h"

// --- lists of names ------------------------------------------------------------------------------

void parse_parameter(Parser *parser) {
  parser->in_list = true;
  do {
    Token name;
    if (!parser_name(parser, "the name of a parameter", &name)) return;
    const bool given = parser_take(parser, TOKEN_EQUALS);
    model_parameter(parser->model, name.text, given ? parse_scalar(parser) : EXPR_NONE, name.span);
  } while (parse_comma(parser));
}

void parse_coordinate(Parser *parser) {
  do {
    Token name;
    if (!parser_name(parser, "the name of a coordinate", &name)) return;
    model_coordinate(parser->model, name.text, name.span);
  } while (parse_comma(parser));
  if (!parser_at(parser, TOKEN_EQUALS)) return;
  parser_expected(parser, "the end of the line");
  diag_help(parser->diags, "initial values are given by `initial x = ...`");
}

void parse_momentum(Parser *parser) {
  do {
    Token name;
    if (!parser_name(parser, "the name of a momentum", &name)) return;
    model_momentum(parser->model, name.text, name.span);
  } while (parse_comma(parser));
}

void parse_speed(Parser *parser) {
  parser->in_list = true;
  do {
    Token name;
    if (!parser_name(parser, "the name of a speed", &name)) return;
    if (parser_take(parser, TOKEN_EQUALS))
      model_quasi_velocity(parser->model, name.text, parse_scalar(parser), name.span);
    else
      model_speed(parser->model, name.text, name.span);
  } while (parse_comma(parser));
}

// --- rate and let --------------------------------------------------------------------------------

// x' = psi
static void parse_one_rate(Parser *parser) {
  Span span;
  size_t index = 0;
  const Expr velocity = parse_variable(parser, &span);
  const bool good =
    !expr_is_none(velocity) && model_role(parser->model, velocity, &index) == ROLE_VELOCITY;
  if (!good && !expr_is_none(velocity)) {
    const char *text = parser_written(parser, span);
    diag_report(parser->diags, DIAG_EXPECTED, span, "a velocity such as x'", text);
  }
  if (!parser_expect(parser, TOKEN_EQUALS)) return;
  const Expr rate = parse_scalar(parser);
  if (good) model_rate(parser->model, index, rate, span);
}

void parse_rate(Parser *parser) {
  parser->in_list = true;
  do parse_one_rate(parser);
  while (parse_comma(parser));
}

static void parse_one_let(Parser *parser) {
  Token name;
  if (!parser_name(parser, "the name of an abbreviation", &name)) return;
  Value value = value_poison(name.span);
  if (parser_expect(parser, TOKEN_EQUALS)) value = parse_expression(parser);
  if (value.kind == VALUE_VECTOR)
    model_let_vector(parser->model, name.text, value.v, name.span);
  else
    model_let_scalar(parser->model, name.text, value.v.x[0], name.span);
}

void parse_let(Parser *parser) {
  parser->in_list = true;
  do parse_one_let(parser);
  while (parse_comma(parser));
}

// --- frames --------------------------------------------------------------------------------------

typedef ARRAY(Rotation) Rotations;

// rotate(z, psi)
static bool parse_rotation(Parser *parser, Rotation *rotation) {
  int axis;
  *rotation = (Rotation){0, EXPR_NONE};
  if (!parser_expect_word(parser, "rotate")) return false;
  if (!parser_at(parser, TOKEN_OPEN_ROUND)) return parser_expect(parser, TOKEN_OPEN_ROUND);
  const Token outer = parser_open(parser);
  if (!parse_axis_name(parser, &axis)) parser_expected(parser, "an axis x, y or z");
  if (!parser_expect(parser, TOKEN_COMMA)) return false;
  *rotation = (Rotation){axis, parse_scalar(parser)};
  return parser_close(parser, TOKEN_CLOSE_ROUND, outer);
}

// The frame of that name, including N; false after a report.
static bool parse_frame_name(Parser *parser, size_t *frame) {
  Token name;
  Thing thing;
  *frame = NOWHERE;
  if (!parser_name(parser, "the name of a frame", &name)) return false;
  if (!model_find(parser->model, name.text, &thing) && token_is(&name, "N")) return true;
  if (!find_thing(parser, &name, &thing)) return false;
  *frame = thing.index;
  if (thing.kind == THING_FRAME) return true;
  diag_report(parser->diags, DIAG_NAME_KIND, name.span, str_copy(parser->arena, name.text),
              thing_kind_name(thing.kind), "a frame");
  return false;
}

void parse_frame(Parser *parser) {
  Token name;
  size_t parent = NOWHERE;
  Rotations rotations = {0};
  Rotation rotation;
  if (!parser_name(parser, "the name of a frame", &name)) return;
  const size_t errors = parser->diags->errors;
  if (parser_take_word(parser, "in") && !parse_frame_name(parser, &parent)) parent = NOWHERE;
  parser_expect(parser, TOKEN_EQUALS);
  do {
    parse_rotation(parser, &rotation);
    array_push(parser->arena, &rotations, rotation);
  } while (!parser_at_end(parser));

  // a frame with a mistake anywhere in it is ignored
  if (parser->panic || parser->diags->errors > errors) rotations.at[0].angle = EXPR_NONE;
  model_frame(parser->model, name.text, parent, rotations.at, rotations.n, name.span);
}

// --- points and bodies ---------------------------------------------------------------------------

// The parts of `point` and `body` after the name, in any order, each once.
typedef struct {
  bool has_mass, has_at, has_frame, has_inertia;
  Expr mass;
  Vec at;
  size_t frame;
  Expr inertia[6];
} Parts;

static const Expr no_inertia[6] = {{0}};

// (I1, I2, I3) or (Ixx, Iyy, Izz, Ixy, Ixz, Iyz)
static void parse_inertia(Parser *parser, Expr inertia[6]) {
  const Token first = parser->token;
  size_t n = 0;
  if (!parser_at(parser, TOKEN_OPEN_ROUND)) {
    parser_expected(parser, "(");
    return;
  }
  const Token outer = parser_open(parser);
  do {
    const Expr e = parse_scalar(parser);
    if (n < 6) inertia[n] = e;
    n++;
  } while (parser_take(parser, TOKEN_COMMA));
  if (!parser_close(parser, TOKEN_CLOSE_ROUND, outer)) return;
  if (n == 3) inertia[3] = inertia[4] = inertia[5] = EXPR_ZERO;
  if (n != 3 && n != 6)
    diag_report(parser->diags, DIAG_INERTIA_COUNT, parser_span(parser, &first), n);
}

// Records that a part is present; reports a second one.
static void once(Parser *parser, bool *has) {
  const Token word = parser->before;
  if (*has)
    diag_report(parser->diags, DIAG_GIVEN_TWICE, word.span, str_copy(parser->arena, word.text));
  *has = true;
}

static void parse_parts(Parser *parser, Parts *parts, bool is_body) {
  while (!parser_at_end(parser)) {
    if (parser_take_word(parser, "mass")) {
      once(parser, &parts->has_mass);
      parts->mass = parse_scalar(parser);
    } else if (parser_take_word(parser, "at")) {
      once(parser, &parts->has_at);
      parts->at = parse_vector(parser);
    } else if (is_body && parser_take_word(parser, "frame")) {
      once(parser, &parts->has_frame);
      parse_frame_name(parser, &parts->frame);
    } else if (is_body && parser_take_word(parser, "inertia")) {
      once(parser, &parts->has_inertia);
      parse_inertia(parser, parts->inertia);
    } else {
      parser_expected(parser, is_body ? "`mass`, `at`, `frame` or `inertia`" : "`mass` or `at`");
    }
  }
}

// Reports a missing part.
static void need(Parser *parser, bool has, const Token *name, const char *part) {
  if (has || parser->panic) return;
  diag_report(parser->diags, DIAG_PART_MISSING, name->span, str_copy(parser->arena, name->text),
              part);
}

void parse_point(Parser *parser) {
  static const char *const enders[] = {"mass", "at", NULL};
  Token name;
  Parts parts = {.at = vec_none()};
  parser->enders = enders;
  if (!parser_name(parser, "the name of a point", &name)) return;
  parse_parts(parser, &parts, false);
  need(parser, parts.has_at, &name, "at [...]");
  model_point(parser->model, name.text, parts.at, parts.mass, name.span);
}

void parse_body(Parser *parser) {
  static const char *const enders[] = {"mass", "at", "frame", "inertia", NULL};
  Token name;
  Parts parts = {.at = vec_none(), .frame = NOWHERE};
  parser->enders = enders;
  if (!parser_name(parser, "the name of a body", &name)) return;
  const size_t errors = parser->diags->errors;
  parse_parts(parser, &parts, true);
  need(parser, parts.has_at, &name, "at [...]");
  need(parser, parts.has_mass, &name, "mass");
  need(parser, parts.has_inertia, &name, "inertia (...)");
  const bool good = !parser->panic && parser->diags->errors == errors;
  model_body(parser->model, name.text, parts.at, parts.mass, good ? parts.frame : NOWHERE,
             good ? parts.inertia : no_inertia, name.span);
}
