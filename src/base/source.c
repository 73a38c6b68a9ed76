// base/source.c: the parts of a text given in a request.

#include "base/diag.h"

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

Span source_next_part(const Source *source, uint32_t *at, uint32_t end, char separator) {
  const char *text = source->text.at;
  uint32_t start = *at, last;
  int depth = 0;
  for (; *at < end && (depth > 0 || text[*at] != separator); ++*at) {
    if (text[*at] == '(' || text[*at] == '[') depth++;
    if (text[*at] == ')' || text[*at] == ']') depth--;
  }
  last = *at;
  if (*at < end) ++*at;
  while (start < last && is_space(text[start])) start++;
  while (last > start && is_space(text[last - 1])) last--;
  return (Span){source, start, last};
}

Str span_text(Span span) {
  return (Str){span.source->text.at + span.start, span.end - span.start};
}
