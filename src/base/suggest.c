// base/suggest.c: the nearest known word to an unknown one.
//
// Distance is the number of letters changed, omitted, inserted or swapped with their neighbour.
// Case is ignored: M1 suggests m1.

#include "base/suggest.h"
#include <string.h>

#define LONGEST 32  // no "did you mean" for longer words

static char folded(char c) {
  return c >= 'A' && c <= 'Z' ? (char) (c | 0x20) : c;
}

static size_t least(size_t a, size_t b) {
  return a < b ? a : b;
}

// rows[i][j]: the distance of the first i letters of a from the first j of b
static size_t distance(Str a, Str b) {
  size_t rows[LONGEST + 1][LONGEST + 1];
  for (size_t i = 0; i <= a.n; i++) rows[i][0] = i;
  for (size_t j = 0; j <= b.n; j++) rows[0][j] = j;
  for (size_t i = 1; i <= a.n; i++)
    for (size_t j = 1; j <= b.n; j++) {
      const bool same = folded(a.at[i - 1]) == folded(b.at[j - 1]);
      size_t d = least(rows[i - 1][j], rows[i][j - 1]) + 1;
      d = least(d, rows[i - 1][j - 1] + !same);
      const bool swapped = i > 1 && j > 1 && folded(a.at[i - 1]) == folded(b.at[j - 2]) &&
                           folded(a.at[i - 2]) == folded(b.at[j - 1]);
      rows[i][j] = swapped ? least(d, rows[i - 2][j - 2] + 1) : d;
    }
  return rows[a.n][b.n];
}

// How far away a good suggestion may be: short names are all near each other.
static size_t reach(size_t length) {
  return length < 3 ? 0 : length < 6 ? 1 : 2;
}

Suggestion suggestion_make(Str wanted) {
  return (Suggestion){wanted, NULL, reach(wanted.n) + 1};
}

void suggestion_try(Suggestion *suggestion, const char *candidate) {
  const Str word = str(candidate);
  if (word.n > LONGEST || suggestion->wanted.n > LONGEST) return;
  const size_t d = distance(suggestion->wanted, word);
  if (d >= suggestion->distance || d >= word.n) return;
  suggestion->best = candidate;
  suggestion->distance = d;
}

#define WORD_LEAST 3  // letters of an abbreviated word

const char *suggest_nearest(const char *word, const char *const *known) {
  Suggestion suggestion = suggestion_make(str(word));
  const size_t n = suggestion.wanted.n;
  const char *longer = NULL;  // begins with it
  for (; *known != NULL; known++) {
    suggestion_try(&suggestion, *known);
    if (longer == NULL && n >= WORD_LEAST && strncmp(*known, word, n) == 0) longer = *known;
  }
  return suggestion.best != NULL ? suggestion.best : longer;
}
