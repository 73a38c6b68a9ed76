// language/declaration.c: parameter, coordinate, momentum, speed, rate, let, frame, point, body.

#include "language/language_impl.h"

// --- lists of names ------------------------------------------------------------------------------

// Is this a list of values in parentheses: (1, 2, 3)?
static bool at_list(const Parser *parser) {
  if (!parser_at(parser, TOKEN_OPEN_ROUND)) return false;
  Parser scan = *parser;
  size_t depth = 0;
  scan.lexer.quiet = true;
  for (; scan.token.kind != TOKEN_END && scan.token.kind != TOKEN_NEWLINE; parser_advance(&scan)) {
    const TokenKind kind = scan.token.kind;
    if (kind == TOKEN_OPEN_ROUND || kind == TOKEN_OPEN_SQUARE) depth++;
    if ((kind == TOKEN_CLOSE_ROUND || kind == TOKEN_CLOSE_SQUARE) && --depth == 0) return false;
    if (kind == TOKEN_COMMA && depth == 1) return true;
  }
  return false;
}

// A value for each member: (1, 2, 3)
static void parse_values(Parser *parser, NewNames *names) {
  Unit unit;
  const Token first = parser->token;
  const Token outer = parser_open(parser);
  const size_t wanted = new_names_count(names);
  size_t n = 0;
  Str name;
  do {
    const Expr value = parse_quantity(parser, &unit);
    n++;
    if (!new_names_next(parser, names, &name)) continue;
    const Expr symbol = model_parameter(parser->model, name, value, names->name.span);
    units_note(parser, symbol, &unit);
  } while (parser_take(parser, TOKEN_COMMA));
  parser_close(parser, TOKEN_CLOSE_ROUND, outer);
  if (n != wanted && !parser->panic)
    diag_report(parser->diags, DIAG_LIST_COUNT, parser_span(parser, &first), n, wanted);
  // those without a value are declared nevertheless
  while (new_names_next(parser, names, &name))
    model_parameter(parser->model, name, EXPR_NONE, names->name.span);
}

void parse_parameter(Parser *parser) {
  parser->in_list = true;
  do {
    NewNames names;
    Str name;
    if (!parse_new_names(parser, "the name of a parameter", &names)) return;
    const bool given = parser_take(parser, TOKEN_EQUALS);
    if (given && names.ranges > 0 && at_list(parser)) {
      parse_values(parser, &names);
      continue;
    }
    Unit unit = {.text = NULL};
    const Expr value = given ? parse_quantity(parser, &unit) : EXPR_NONE;
    while (new_names_next(parser, &names, &name)) {
      const Expr symbol = model_parameter(parser->model, name, value, names.name.span);
      units_note(parser, symbol, &unit);
    }
  } while (parse_comma(parser));
}

// Parses a list of names, each declared by add.
static void parse_name_list(Parser *parser, const char *what, Expr add(Model *, Str, Span)) {
  do {
    NewNames names;
    Str name;
    if (!parse_new_names(parser, what, &names)) return;
    const Unit unit = parse_own_unit(parser);
    while (new_names_next(parser, &names, &name))
      units_note_own(parser, add(parser->model, name, names.name.span), &unit);
  } while (parse_comma(parser));
}

void parse_coordinate(Parser *parser) {
  parse_name_list(parser, "the name of a coordinate", model_coordinate);
  if (!parser_at(parser, TOKEN_EQUALS)) return;
  parser_expected(parser, "the end of the line");
  diag_help(parser->diags, "initial values are given by `initial x = ...`");
}

void parse_momentum(Parser *parser) {
  parse_name_list(parser, "the name of a momentum", model_momentum);
}

void parse_speed(Parser *parser) {
  parser->in_list = true;
  do {
    NewNames names;
    Str name;
    if (!parse_new_names(parser, "the name of a speed", &names)) return;
    const bool given = parser_take(parser, TOKEN_EQUALS);
    const Expr value = given ? parse_scalar(parser) : EXPR_NONE;
    while (new_names_next(parser, &names, &name))
      if (given)
        model_quasi_velocity(parser->model, name, value, names.name.span);
      else
        model_speed(parser->model, name, names.name.span);
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
  if (parser_at(parser, TOKEN_OPEN_ROUND)) {
    parse_function(parser, &name);
    return;
  }
  Value value = value_poison(name.span);
  if (parser_expect(parser, TOKEN_EQUALS)) value = parse_expression(parser);
  if (value.kind == VALUE_LIST) (void) value_need_scalar(parser, &value);
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
  int axis = 0;
  *rotation = (Rotation){0, EXPR_NONE, vec_none()};
  const bool times = parser_at(parser, TOKEN_STAR);
  Thing thing;
  const bool other = parser_at(parser, TOKEN_NAME) &&
                     model_find(parser->model, parser->token.text, &thing) &&
                     thing.kind == THING_FRAME;
  if (!parser_expect_word(parser, "rotate")) {
    if (times)
      diag_help(parser->diags, "write rotations one after the other: rotate(z, a) rotate(x, b)");
    if (other)
      diag_help(parser->diags,
                "a frame that starts from another one: `frame B in A = rotate(x, a)`");
    return false;
  }
  if (!parser_at(parser, TOKEN_OPEN_ROUND)) {
    parser_expect(parser, TOKEN_OPEN_ROUND);
    diag_help(parser->diags, "the axis and the angle: rotate(z, a)");
    return false;
  }
  const Token outer = parser_open(parser);
  Vec direction = vec_none();
  const bool word = parser_at(parser, TOKEN_NAME) &&
                    (parser->next.kind == TOKEN_COMMA || parser->next.kind == TOKEN_CLOSE_ROUND);
  const bool named = word && parse_axis_name(parser, &axis);
  if (word && !named) {
    parser_expected(parser, "an axis x, y, z or [a, b, c]");
  } else if (!named) {
    axis = 3;
    direction = parse_vector(parser);
  }
  if (!parser_expect(parser, TOKEN_COMMA)) return false;
  *rotation = (Rotation){axis, parse_scalar(parser), direction};
  return parser_close(parser, TOKEN_CLOSE_ROUND, outer);
}

// Finds the frame of this name, including N; returns false after a report.
static bool parse_frame_name(Parser *parser, size_t *frame) {
  Token name;
  Thing thing;
  *frame = NOWHERE;
  if (!parser_name(parser, "the name of a frame", &name)) return false;
  if (!model_find(parser->model, name.text, &thing) && token_is(&name, "N")) return true;
  if (!reference_find(parser, &name, &thing)) return false;
  *frame = thing.index;
  if (thing.kind == THING_FRAME) return true;
  diag_report(parser->diags, DIAG_NAME_KIND, name.span, str_copy(parser->arena, name.text),
              thing_kind_name(thing.kind), "a frame");
  return false;
}

// quaternion(e0, e1, e2, e3); the word is consumed
static bool parse_quaternion(Parser *parser, Expr e[4]) {
  const Token first = parser->before;
  size_t n = 0;
  for (int i = 0; i < 4; i++) e[i] = EXPR_NONE;
  if (!parser_at(parser, TOKEN_OPEN_ROUND)) return parser_expect(parser, TOKEN_OPEN_ROUND);
  const Token outer = parser_open(parser);
  do {
    const Expr component = parse_scalar(parser);
    if (n < 4) e[n] = component;
    n++;
  } while (parser_take(parser, TOKEN_COMMA));
  if (!parser_close(parser, TOKEN_CLOSE_ROUND, outer)) return false;
  if (n != 4)
    diag_report(parser->diags, DIAG_ARGUMENT_COUNT, parser_span(parser, &first), "quaternion",
                (size_t) 4, "s", n);
  return n == 4;
}

static void parse_frame_of(Parser *parser, const Token *name, size_t parent, size_t errors) {
  Rotations rotations = {0};
  Rotation rotation;
  do {
    parse_rotation(parser, &rotation);
    array_push(parser->arena, &rotations, rotation);
  } while (!parser_at_end(parser));

  // a frame with a mistake anywhere in it is ignored
  if (parser->panic || parser->diags->errors > errors) rotations.at[0].angle = EXPR_NONE;
  model_frame(parser->model, name->text, parent, rotations.at, rotations.n, name->span);
}

void parse_frame(Parser *parser) {
  Token name;
  size_t parent = NOWHERE;
  Expr e[4];
  if (!parser_name(parser, "the name of a frame", &name)) return;
  const size_t errors = parser->diags->errors;
  if (parser_take_word(parser, "in") && !parse_frame_name(parser, &parent)) parent = NOWHERE;
  parser_expect(parser, TOKEN_EQUALS);
  if (!parser_take_word(parser, "quaternion")) {
    parse_frame_of(parser, &name, parent, errors);
    return;
  }
  bool good = parse_quaternion(parser, e) && parser->diags->errors == errors;
  for (int i = 0; i < 4; i++) good = good && !expr_is_none(e[i]);
  const Rotation none = {0, EXPR_NONE, vec_none()};
  if (good)
    model_frame_quaternion(parser->model, name.text, parent, e, name.span);
  else
    model_frame(parser->model, name.text, parent, &none, 1, name.span);
}

// --- points and bodies ---------------------------------------------------------------------------

// The parts of `point` and `body` after the name, in any order, each once.
typedef struct {
  bool has_mass, has_at, has_frame, has_inertia, has_about;
  Vec about;  // the reference point of the moments of inertia, if not the centre
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
    diag_help(
      parser->diags,
      "three moments along the frame: `inertia (I1, I2, I3)`; in the plane `inertia (0, 0, I)`");
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
    } else if (is_body && parser_take_word(parser, "about")) {
      const char *ignored;
      once(parser, &parts->has_about);
      if (!parse_spot(parser, &ignored, &parts->about)) parts->about = vec_none();
    } else {
      const bool assigned = parser_at(parser, TOKEN_EQUALS) || parser_at(parser, TOKEN_COLON);
      parser_expected(parser, is_body ? "`mass`, `at`, `frame` or `inertia`" : "`mass` or `at`");
      if (assigned) diag_help(parser->diags, "a position follows `at`, a mass `mass`, without =");
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

// e with all coordinates and t set to 0, or EXPR_NONE if it has no value there: e itself if it is constant.
static Expr still(Parser *parser, Expr e) {
  const Model *model = parser->model;
  ARRAY(Expr) from = {0};
  ARRAY(Expr) to = {0};
  for (size_t i = 0; i < model->coordinates.n; i++)
    array_push(parser->arena, &from, model->coordinates.at[i].q);
  array_push(parser->arena, &from, EXPR_TIME);
  for (size_t i = 0; i < from.n; i++) array_push(parser->arena, &to, EXPR_ZERO);
  const Expr there = expr_substitute(parser->pool, e, from.at, to.at, from.n);
  (void) expr_trouble(parser->pool);
  return there;
}

// Moves the moments of inertia from another point P of the body to the centre of mass: I = I_P - m (d.d - d d), with d
// from P to the centre in the frame of the body.
static bool inertia_of_centre(Parser *parser, Parts *parts, const Token *name) {
  ExprPool *pool = parser->pool;
  const Vec between = vec_sub(pool, parts->at, parts->about);
  Vec d = between;
  if (vec_is_none(between)) return false;
  for (int k = 0; k < 3; k++) {
    if (parts->frame != NOWHERE) {
      const Frame *frame = &parser->model->frames.at[parts->frame];
      const Vec axis = {{frame->r[0][k], frame->r[1][k], frame->r[2][k]}};
      d.x[k] = vec_dot(pool, axis, between);
    }
    const Expr there = still(parser, d.x[k]);
    if (expr_is_none(there) || !expr_same(expr_sub(pool, d.x[k], there), EXPR_ZERO)) {
      diag_report(parser->diags, DIAG_ABOUT_MOVES, name->span, str_copy(parser->arena, name->text));
      return false;
    }
    d.x[k] = there;
  }
  static const int pairs[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};
  const Expr square = vec_dot(pool, d, d);
  for (int i = 0; i < 6; i++) {
    const Expr product = expr_mul(pool, d.x[pairs[i][0]], d.x[pairs[i][1]]);
    Expr shift = expr_neg(pool, product);
    if (i < 3) shift = expr_sub(pool, square, product);
    const Expr steiner = expr_mul(pool, parts->mass, shift);
    parts->inertia[i] = expr_sub(pool, parts->inertia[i], steiner);
  }
  return true;
}

void parse_body(Parser *parser) {
  static const char *const enders[] = {"mass", "at", "frame", "inertia", "about", NULL};
  Token name;
  Parts parts = {.at = vec_none(), .frame = NOWHERE};
  parser->enders = enders;
  if (!parser_name(parser, "the name of a body", &name)) return;
  const size_t errors = parser->diags->errors;
  parse_parts(parser, &parts, true);
  need(parser, parts.has_at, &name, "at [...]");
  need(parser, parts.has_mass, &name, "mass");
  if (parts.has_inertia && !parts.has_mass && !parser->panic)
    diag_help(parser->diags, "a body that only turns may have `mass 0 at [0, 0]`");
  need(parser, parts.has_inertia, &name, "inertia (...)");
  bool good = !parser->panic && parser->diags->errors == errors;
  if (good && parts.has_about) good = inertia_of_centre(parser, &parts, &name);
  model_body(parser->model, name.text, parts.at, parts.mass, good ? parts.frame : NOWHERE,
             good ? parts.inertia : no_inertia, name.span);
}
