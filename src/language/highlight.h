// language/highlight.h: the parts of a text to be highlighted.

#ifndef LANGUAGE_HIGHLIGHT_H
#define LANGUAGE_HIGHLIGHT_H

#include "language/language.h"

typedef enum {
  MARK_COMMENT,
  MARK_KEYWORD,   // the first word of a statement
  MARK_WORD,      // a word within one: mass, at, conserved
  MARK_NAME,      // a name in the model
  MARK_FUNCTION,  // a name before a bracket
  MARK_NUMBER,
  MARK_LABEL,
  MARK_COUNT
} MarkKind;

// A stretch of the text; between two marks are only spaces and operators.
typedef struct {
  MarkKind kind;
  uint32_t start, end;  // bytes
} Mark;

typedef ARRAY(Mark) Marks;

// Appends the marks of a text that was parsed into the model, in order, in this arena; reports nothing.
void language_marks(Model *model, const Source *source, Arena *arena, Marks *marks);

#endif
