// support/svg.c: a strict reader for the SVG of figures. It shares nothing with src/figure.

#include "support/svg.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const elements[] = {"svg",    "title",   "desc",        "g",       "rect",
                                       "defs",   "circle",  "path",        "polygon", "use",
                                       "filter", "feFlood", "feComposite", "text",    "tspan"};

static bool is_known(Str name) {
  for (size_t i = 0; i < sizeof elements / sizeof *elements; i++)
    if (str_equal(name, str(elements[i]))) return true;
  return false;
}

static bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == ':' || c == '_';
}

static bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

// --- tags ----------------------------------------------------------------------------------------

// Reads one attribute at *at; returns false if no figure may have it.
static bool attribute(Str tag, size_t *at) {
  const size_t start = *at;
  while (*at < tag.n && is_name(tag.at[*at])) ++*at;
  const Str name = {tag.at + start, *at - start};
  while (*at < tag.n && tag.at[*at] == ' ') ++*at;
  if (name.n == 0 || *at == tag.n || tag.at[*at] != '=') return false;
  ++*at;
  while (*at < tag.n && tag.at[*at] == ' ') ++*at;
  const char quote = *at < tag.n ? tag.at[*at] : '\0';
  if (quote != '"' && quote != '\'') return false;
  const size_t value = ++*at;
  while (*at < tag.n && tag.at[*at] != quote) ++*at;
  if (*at == tag.n) return false;
  const bool link = name.n >= 4 && memcmp(name.at + name.n - 4, "href", 4) == 0;
  if (link && tag.at[value] != '#') return false;
  if (name.n > 2 && memcmp(name.at, "on", 2) == 0) return false;
  ++*at;
  return true;
}

typedef ARRAY(Str) Names;

// Checks the text between < and >.
static const char *check_tag(Str tag, Names *open, Arena *arena) {
  if (tag.n > 0 && tag.at[0] == '?') return open->n == 0 ? NULL : "a prolog inside";
  const bool closing = tag.n > 0 && tag.at[0] == '/', empty = tag.n > 0 && tag.at[tag.n - 1] == '/';
  size_t at = closing, end = tag.n - (empty && !closing);
  const size_t start = at;
  while (at < end && is_name(tag.at[at])) at++;
  const Str name = {tag.at + start, at - start};
  if (!is_known(name)) return text_format(arena, "the element %.*s", (int) tag.n, tag.at);
  while (at < end) {
    while (at < end && is_space(tag.at[at])) at++;
    if (at < end && !attribute((Str){tag.at, end}, &at))
      return text_format(arena, "an attribute of %.*s", (int) tag.n, tag.at);
  }
  if (closing) {
    if (open->n == 0 || !str_equal(open->at[open->n - 1], name)) return "tags that do not match";
    open->n--;
  } else if (!empty) {
    array_push(arena, open, name);
  }
  return NULL;
}

// --- escapes -------------------------------------------------------------------------------------

static const struct {
  const char *from;
  char to;
} escapes[] = {{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&#39;", '\''}};

// Returns the length of the escape at the beginning, or 0.
static size_t escape(Str s, char *c) {
  for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++) {
    const size_t n = strlen(escapes[i].from);
    if (s.n < n || memcmp(s.at, escapes[i].from, n) != 0) continue;
    *c = escapes[i].to;
    return n;
  }
  return 0;
}

const char *svg_wrong(Str svg, Arena *arena) {
  Names open = {0};
  size_t tags = 0;
  for (size_t i = 0; i < svg.n;) {
    char c;
    if (svg.at[i] == '<') {
      const char *end = memchr(svg.at + i, '>', svg.n - i);
      if (end == NULL) return "a tag that does not end";
      const char *wrong =
        check_tag((Str){svg.at + i + 1, (size_t) (end - svg.at) - i - 1}, &open, arena);
      if (wrong != NULL) return wrong;
      i = (size_t) (end - svg.at) + 1;
      tags++;
    } else if (svg.at[i] == '&') {
      const size_t n = escape((Str){svg.at + i, svg.n - i}, &c);
      if (n == 0) return "an & that is no escape";
      i += n;
    } else {
      i++;
    }
  }
  return open.n > 0 ? "tags that stay open" : tags < 4 ? "hardly any tags" : NULL;
}

// --- texts ---------------------------------------------------------------------------------------

static const char *content(Str s, Arena *arena) {
  Text out = text_make(arena);
  for (size_t i = 0; i < s.n;) {
    char c;
    const size_t n = s.at[i] == '&' ? escape((Str){s.at + i, s.n - i}, &c) : 0;
    if (s.at[i] == '<') {
      while (i < s.n && s.at[i] != '>') i++;
      i++;
    } else {
      text_add_char(&out, n > 0 ? c : s.at[i]);
      i += n > 0 ? n : 1;
    }
  }
  return text_get(&out);
}

SvgTexts svg_texts(Str svg, const char *element, Arena *arena) {
  SvgTexts texts = {0};
  const char *all = str_copy(arena, svg), *begin = text_format(arena, "<%s", element),
             *end = text_format(arena, "</%s>", element);
  while ((all = strstr(all, begin)) != NULL) {
    all += strlen(begin);
    if (is_name(*all)) continue;
    all = strchr(all, '>') + 1;
    const char *last = strstr(all, end);
    if (last == NULL) break;
    array_push(arena, &texts, content((Str){all, (size_t) (last - all)}, arena));
    all = last;
  }
  return texts;
}

SvgPoints svg_path(Str svg, const char *colour, Arena *arena) {
  SvgPoints points = {0};
  const char *all = str_copy(arena, svg), *begin = text_format(arena, "<path stroke='%s'", colour);
  while ((all = strstr(all, begin)) != NULL) {
    all = strstr(all, " d='") + 4;
    for (; *all != '\'' && *all != '\0'; all++) {
      if (*all != 'M' && *all != 'L') continue;
      char *rest;
      array_push(arena, &points, strtod(all + 1, &rest));
      array_push(arena, &points, strtod(rest + 1, &rest));
      all = rest - 1;
    }
  }
  return points;
}
