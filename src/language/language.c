// language/language.c: the entry points: whole texts, and fragments from the command line.

#include "language/language_impl.h"

// --- bytes ---------------------------------------------------------------------------------------

// Reports the first byte in each line that is not UTF-8.
static void check_bytes(Diags *diags, const Source *source) {
  bool reported = false;
  for (uint32_t at = 0; at < source->text.n;) {
    uint32_t code;
    const Str rest = {source->text.at + at, source->text.n - at};
    const size_t n = names_decode(rest, &code);
    if (n == 0 && !reported) {
      diag_report(diags, DIAG_TEXT_UTF8, ((Span){source, at, at + 1}));
      diag_help(diags, "save the text in the encoding UTF-8");
    }
    reported = n == 0 || (reported && code != '\n');
    at += n == 0 ? 1 : (uint32_t) n;
  }
}

// Checks whether the text can be read at all.
static bool check_source(Diags *diags, const Source *source) {
  if (source->text.n > (size_t) LANGUAGE_SOURCE_MIB << 20) {
    diag_report(diags, DIAG_TEXT_LARGE, ((Span){source, 0, 0}), LANGUAGE_SOURCE_MIB);
    return false;
  }
  check_bytes(diags, source);
  return true;
}

// --- whole texts ---------------------------------------------------------------------------------

void language_keep_text(Model *model, ReadText text) {
  if (model->copy_of == NULL) array_push(model->arena, &language_memory(model)->texts, text);
}

Status parse_source(Model *model, const Source *source) {
  Parser parser;
  const size_t errors = model->diags->errors;
  if (!check_source(model->diags, source)) return STATUS_INPUT;
  parser_init(&parser, model, source);
  if (model->first.source == NULL) model->first = parser.token.span;
  parse_statements(&parser);
  return model->diags->errors > errors ? STATUS_INPUT : STATUS_OK;
}

Status language_parse(Model *model, const Source *source) {
  language_keep_text(model, (ReadText){source, NULL, NULL});
  return parse_source(model, source);
}

// --- fragments -----------------------------------------------------------------------------------

// Begins a text that is not a list of statements: an expression, a list of values. Its memory is that of the messages,
// and lives no longer.
static bool start_fragment(Parser *parser, Model *model, const Source *source) {
  if (!check_source(model->diags, source)) return false;
  Arena *lasting = model->arena;
  model->arena = model->diags->arena;
  parser_init(parser, model, source);
  model->arena = lasting;
  parser->fragment = true;
  model->places.n = 0;
  if (parser->token.kind == TOKEN_NEWLINE) parser_advance(parser);
  parser->panic = parser->token.kind == TOKEN_BAD;
  return true;
}

static void end_fragment(Parser *parser) {
  if (parser_at(parser, TOKEN_NEWLINE)) parser_advance(parser);
  if (!parser_at(parser, TOKEN_END)) parser_expected(parser, "the end of the text");
  parser->model->places.n = 0;
}

Expr language_expression(Model *model, const Source *source) {
  Parser parser;
  const size_t errors = model->diags->errors;
  if (!start_fragment(&parser, model, source)) return EXPR_NONE;
  Expr e = parse_scalar(&parser);
  end_fragment(&parser);
  if (model->diags->errors == errors) e = reaction_find_in(model, e);
  return model->diags->errors > errors ? EXPR_NONE : e;
}

static void collect(Model *model, Expr symbol, Expr value, Span span, void *context) {
  Assignments *out = context;
  if (expr_is_none(symbol) || expr_is_none(value)) return;
  if (model_check_assignment(model, symbol, value, span))
    array_push(model->diags->arena, out, ((Assignment){symbol, value, span}));
}

Status language_assignments(Model *model, const Source *source, Assignments *out) {
  Parser parser;
  const size_t errors = model->diags->errors;
  if (!start_fragment(&parser, model, source)) return STATUS_INPUT;
  if (!parser_at(&parser, TOKEN_END)) parse_assignments(&parser, collect, out);
  end_fragment(&parser);
  return model->diags->errors > errors ? STATUS_INPUT : STATUS_OK;
}

// Parses a parameter; returns its symbol, or EXPR_NONE after a report and for a count.
static Expr parse_parameter_name(Parser *parser, Thing *thing_found, Span *span) {
  Token name;
  Thing thing;
  *thing_found = (Thing){THING_PARAMETER, NOWHERE};
  *span = parser->token.span;
  if (!parser_name(parser, "a parameter", &name) || !reference_find(parser, &name, &thing))
    return EXPR_NONE;
  *thing_found = thing;
  if (thing.kind == THING_COUNT) return EXPR_NONE;
  if (thing.kind == THING_PARAMETER) return parser->model->parameters.at[thing.index].symbol;
  diag_report(parser->diags, DIAG_NAME_KIND, name.span, str_copy(parser->arena, name.text),
              thing_kind_name(thing.kind), "a parameter");
  return EXPR_NONE;
}

// n = 20, which must be the value that the count already has
static void parse_count_setting(Parser *parser, const ModelCount *count, Span span) {
  long value;
  if (!parse_whole_number(parser, "a count", &value) || value == count->value) return;
  diag_report(parser->diags, DIAG_COUNT_FIXED, span, count->name, count->value);
}

// m1 = 2
static void parse_setting(Parser *parser, Assignments *out) {
  Model *model = parser->model;
  Span span;
  Thing thing;
  const Expr symbol = parse_parameter_name(parser, &thing, &span);
  if (!parser_expect(parser, TOKEN_EQUALS)) return;
  if (thing.kind == THING_COUNT) {
    parse_count_setting(parser, &model->counts.at[thing.index], span);
    return;
  }
  Unit unit;
  const Expr value = parse_quantity(parser, &unit);
  units_note(parser, symbol, &unit);
  if (expr_is_none(symbol) || expr_is_none(value)) return;
  if (model_check_constant(model, value, span))
    array_push(model->diags->arena, out, ((Assignment){symbol, value, span}));
}

void language_preset(Model *model, const Source *source) {
  array_push(model->arena, &language_memory(model)->presets, source);
}

Status language_settings(Model *model, const Source *source, Assignments *out) {
  Parser parser;
  const size_t errors = model->diags->errors;
  if (!start_fragment(&parser, model, source)) return STATUS_INPUT;
  parser.in_list = true;
  if (!parser_at(&parser, TOKEN_END)) {
    do parse_setting(&parser, out);
    while (parse_comma(&parser));
  }
  end_fragment(&parser);
  return model->diags->errors > errors ? STATUS_INPUT : STATUS_OK;
}

Status language_vary(Model *model, const Source *source) {
  Parser parser;
  const size_t errors = model->diags->errors;
  if (!start_fragment(&parser, model, source)) return STATUS_INPUT;
  parse_sweep(&parser);
  end_fragment(&parser);
  if (model->diags->errors == errors) model_check_sweeps(model);
  return model->diags->errors > errors ? STATUS_INPUT : STATUS_OK;
}

Status language_unit(Model *model, const Source *source, Expr *factor) {
  Parser parser;
  Unit unit;
  const size_t errors = model->diags->errors;
  if (!start_fragment(&parser, model, source)) return STATUS_INPUT;
  *factor = parse_unit(&parser, &unit) ? unit.factor : EXPR_NONE;
  end_fragment(&parser);
  return model->diags->errors > errors ? STATUS_INPUT : STATUS_OK;
}

const char *language_name(Arena *arena, Str written) {
  Text name = text_make(arena);
  bool index = false;  // u[2, 3] is u[2][3]
  for (size_t at = 0; at < written.n;) {
    uint32_t code;
    const char c = written.at[at];
    if (c == '[' || c == ']') index = c == '[';
    if (index && (c == ' ' || c == ',')) {
      if (c == ',') text_add(&name, "][");
      at++;
      continue;
    }
    const size_t n = names_decode((Str){written.at + at, written.n - at}, &code);
    const char *greek = n > 0 ? names_greek(code) : NULL;
    if (greek != NULL)
      text_add(&name, greek);
    else
      text_add_str(&name, (Str){written.at + at, n > 0 ? n : 1});
    at += n > 0 ? n : 1;
  }
  return text_get(&name);
}
