// base/suggest.h: "did you mean": the nearest known word to an unknown one.

#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include "base/text.h"

typedef struct {
  Str wanted;
  const char *best;  // the nearest so far, or NULL
  size_t distance;
} Suggestion;

Suggestion suggestion_make(Str wanted);
void suggestion_try(Suggestion *suggestion, const char *candidate);

// Returns the nearest of the known words, a list ended by NULL, or the first that begins with it; or NULL.
const char *suggest_nearest(const char *word, const char *const *known);

#endif
