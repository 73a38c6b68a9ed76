// language/highlight.h: the parts of a text, for highlighting.

#ifndef LANGUAGE_HIGHLIGHT_H
#define LANGUAGE_HIGHLIGHT_H

#include "language/language.h"

typedef enum {
  MARK_COMMENT,
  MARK_KEYWORD,   // that a statement begins with
  MARK_WORD,      // within one: mass, at, conserved
  MARK_NAME,      // of a thing of the model
  MARK_FUNCTION,  // before a bracket
  MARK_NUMBER,
  MARK_LABEL,
  MARK_COUNT
} MarkKind;

// A stretch of the text; between two of them are spaces and signs.
typedef struct {
  MarkKind kind;
  uint32_t start, end;  // bytes
} Mark;

typedef ARRAY(Mark) Marks;

// Appends the marks of a text that was parsed into the model, in order, in that arena; reports
// nothing.
void language_marks(Model *model, const Source *source, Arena *arena, Marks *marks);

#endif
