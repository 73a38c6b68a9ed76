// language/reaction.c: the forces and torques of constraints and joints.
//
// While a model is read they are symbols. When it is complete, its texts are read once more with every body, point and
// frame released (model/release.h), and formulas replace the symbols.

#include "language/language_impl.h"
#include "model/release.h"

// --- reading a call ------------------------------------------------------------------------------

static Value kind_mistake(Parser *parser, const Token *name, Thing thing, const char *needed) {
  diag_report(parser->diags, DIAG_NAME_KIND, name->span, str_copy(parser->arena, name->text),
              thing_kind_name(thing.kind), needed);
  return value_poison(name->span);
}

static Value ask(Parser *parser, const Reaction *asked, const char *text) {
  const Vec v = model_reaction(parser->model, *asked, str_copy(parser->model->arena, str(text)));
  return value_vector(v, asked->span);
}

// reaction(x) of a coordinate is a generalized force, reaction(P) a force
Value call_reaction(Parser *parser) {
  Token name;
  Thing thing;
  if (!parser_name(parser, "a coordinate, point or body", &name)) return value_poison(name.span);
  if (!reference_find(parser, &name, &thing)) return value_poison(name.span);
  if (thing.kind == THING_COORDINATE) {
    const Expr symbol = model_quantity(parser->model, QUANTITY_REACTION, name.text, name.span);
    return value_scalar(symbol, name.span);
  }
  if (thing.kind != THING_POINT && thing.kind != THING_BODY)
    return kind_mistake(parser, &name, thing, "a coordinate, a point or a body");
  const Reaction asked = {.kind = REACTION_AT, .on = thing, .about = vec_none(), .span = name.span};
  const char *text = str_copy(parser->arena, name.text);
  return ask(parser, &asked, text_format(parser->arena, "reaction(%s)", text));
}

// (c, B), with the bracket open
static Value constraint_reaction(Parser *parser, ReactionKind kind, const char *function) {
  Str constraint;
  Span span;
  Token name;
  Thing thing;
  if (!parse_constraint_name(parser, &constraint, &span) || !parser_expect(parser, TOKEN_COMMA))
    return value_poison(parser->token.span);
  const bool force = kind == REACTION_FORCE;
  if (!parser_name(parser, force ? "a point or body" : "a body", &name)) return value_poison(span);
  if (!reference_find(parser, &name, &thing)) return value_poison(name.span);
  if (thing.kind != THING_BODY && (!force || thing.kind != THING_POINT))
    return kind_mistake(parser, &name, thing, force ? "a point or a body" : "a body");
  Reaction asked = {.kind = kind, .on = thing, .about = vec_none()};
  const char *about = NULL;
  if (!force && parser_take(parser, TOKEN_COMMA) && !parse_place(parser, &about, &asked.about))
    return value_poison(name.span);
  asked.constraint = str_copy(parser->model->arena, constraint);
  asked.span = span_join(span, parser->before.span);
  const char *on = str_copy(parser->arena, name.text);
  return ask(parser, &asked,
             text_format(parser->arena, "%s(%s, %s%s%s)", function, asked.constraint, on,
                         about ? ", " : "", about ? about : ""));
}

Value call_reaction_force(Parser *parser) {
  return constraint_reaction(parser, REACTION_FORCE, "reaction_force");
}

// Of a constraint; with one name, the torque that the coordinates impose on a frame or body.
Value call_reaction_torque(Parser *parser) {
  if (parser->next.kind != TOKEN_CLOSE_ROUND)
    return constraint_reaction(parser, REACTION_TORQUE, "reaction_torque");
  Token name;
  Thing thing;
  if (!parser_name(parser, "a frame or body", &name)) return value_poison(name.span);
  if (!reference_find(parser, &name, &thing)) return value_poison(name.span);
  if (thing.kind != THING_FRAME && thing.kind != THING_BODY)
    return kind_mistake(parser, &name, thing, "a frame or a body");
  const Reaction asked = {
    .kind = REACTION_TURN, .on = thing, .about = vec_none(), .span = name.span};
  const char *text = str_copy(parser->arena, name.text);
  return ask(parser, &asked, text_format(parser->arena, "reaction_torque(%s)", text));
}

// --- finding formulas ----------------------------------------------------------------------------

// Reads the model once more, with everything released. Its mistakes were reported the first time.
static Model *read_released(Model *model) {
  Diags *quiet = ARENA_NEW(model->arena, Diags);
  quiet->arena = model->arena;
  ZeroSums *watched = expr_watch_zeros(model->pool, NULL);
  Model *copy = model_create(model->pool, quiet);
  expr_watch_zeros(model->pool, NULL);
  copy->copy_of = model;
  LanguageMemory *memory = language_memory(copy);
  const LanguageMemory *former = language_memory(model);
  memory->former = former;
  memory->presets = former->presets;
  for (size_t i = 0; i < former->texts.n; i++) {
    const ReadText *text = &former->texts.at[i];
    if (text->identity != NULL) continue;
    const Status status = text->path != NULL ? language_parse_file(copy, text->source, text->path)
                                             : language_parse(copy, text->source);
    if (status != STATUS_OK) break;
  }
  expr_watch_zeros(model->pool, watched);
  return copy;
}

Status language_reactions(Model *model) {
  const size_t errors = model->diags->errors;
  if (model->reactions_found == model->reactions.n) return STATUS_OK;
  if (model->branched) {
    diag_report(model->diags, DIAG_REACTION_BRANCH, model->reactions.at[0].span);
    model->reactions.n = model->reactions_found;
    return STATUS_INPUT;
  }
  if (model->released == NULL) model->released = read_released(model);
  if (model->released->diags->errors > 0) {
    const Reaction *r = &model->reactions.at[model->reactions_found];
    diag_report(model->diags, DIAG_REACTION_READ, r->span,
                model->released->diags->all.at[0].message);
    model->reactions.n = model->reactions_found;
    return STATUS_INPUT;
  }
  model_find_reactions(model);
  model_use_reactions(model);
  return model->diags->errors > errors ? STATUS_INPUT : STATUS_OK;
}

Expr reaction_find_in(Model *model, Expr e) {
  return language_reactions(model) == STATUS_OK ? model_with_reactions(model, e) : EXPR_NONE;
}
