// language/highlight.c: the parts of a text, by its tokens.

#include "language/highlight.h"
#include "language/language_impl.h"

// Marks comments, which lie between tokens; each goes to the end of its line.
static void mark_comments(Arena *arena, Str text, uint32_t from, uint32_t to, Marks *marks) {
  for (uint32_t at = from; at < to; at++) {
    if (text.at[at] != '#') continue;
    Mark mark = {MARK_COMMENT, at, at};
    while (mark.end < to && text.at[mark.end] != '\n') mark.end++;
    while (mark.end > at && text.at[mark.end - 1] == '\r') mark.end--;
    array_push(arena, marks, mark);
    at = mark.end;
  }
}

static bool is_named(const Model *model, Str name) {
  Thing thing;
  ConstraintRange range;
  if (str_is(name, "t") || str_is(name, "pi")) return true;
  if (model_find(model, name, &thing) || model_find_constraint(model, name, &range)) return true;
  for (size_t i = 0; i < model->observables.n; i++)
    if (str_is(name, model->observables.at[i].name)) return true;
  return false;
}

static MarkKind name_kind(const Model *model, const Token *token, bool first, const Token *next) {
  if (first && statement_is_keyword(token->text)) return MARK_KEYWORD;
  if (next->kind == TOKEN_OPEN_ROUND) return MARK_FUNCTION;
  return is_named(model, token->text) ? MARK_NAME : MARK_WORD;
}

void language_marks(Model *model, const Source *source, Arena *arena, Marks *marks) {
  Lexer lexer;
  lexer_init(&lexer, model, source);
  lexer.quiet = true;
  bool first = true;
  uint32_t end = 0;
  for (Token token = lexer_next(&lexer), next; token.kind != TOKEN_END; token = next) {
    next = lexer_next(&lexer);
    if (token.span.start > end) mark_comments(arena, source->text, end, token.span.start, marks);
    if (token.span.end > end) end = token.span.end;
    Mark mark = {MARK_COUNT, token.span.start, token.span.end};
    if (token.kind == TOKEN_NAME) mark.kind = name_kind(model, &token, first, &next);
    if (token.kind == TOKEN_NUMBER) mark.kind = MARK_NUMBER;
    if (token.kind == TOKEN_STRING) mark.kind = MARK_LABEL;
    if (mark.kind != MARK_COUNT) array_push(arena, marks, mark);
    first = token.kind == TOKEN_NEWLINE;
  }
  mark_comments(arena, source->text, end, (uint32_t) source->text.n, marks);
}
