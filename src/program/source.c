// program/source.c: texts in a request.

#include "program/system.h"
#include <string.h>

const Source *system_source(System *m, const char *name, Str text) {
  Source *source = ARENA_NEW(&m->notes, Source);
  *source = (Source){str_copy(&m->notes, str(name)), {str_copy(&m->notes, text), text.n}};
  return source;
}

const Source *system_keep_source(System *m, const char *name, Str text) {
  Source *source = ARENA_NEW(&m->arena, Source);
  *source = (Source){str_copy(&m->arena, str(name)), {str_copy(&m->arena, text), text.n}};
  return source;
}

// Blanks the text before a part, so that messages about the part show its place in the whole.
static const Source *blanked(System *m, Span span) {
  Text text = text_make(&m->work);
  for (uint32_t i = 0; i < span.start; i++) text_add_char(&text, ' ');
  text_add_str(&text, span_text(span));
  return system_source(m, span.source->name, (Str){text_get(&text), text.n});
}

Status system_expression(System *m, Span span, Expr *value) {
  const char *known = language_name(&m->work, span_text(span));
  for (size_t i = 0; i < m->model->observables.n; i++) {
    const Observable *o = &m->model->observables.at[i];
    if (strcmp(o->name, known) != 0) continue;
    *value = o->value;
    return STATUS_OK;
  }
  *value = language_expression(m->model, blanked(m, span));
  return expr_is_none(*value) ? STATUS_INPUT : STATUS_OK;
}
