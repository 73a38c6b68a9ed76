// figure/svg.c: turns gnuplot's SVG into an element for a page.
//
// Only the insides of tags are changed. gnuplot writes the < of a text as &lt;: every < begins a
// tag, and no text of the figure is inside one.

#include "print/print.h"
#include "figure/figure_impl.h"
#include <string.h>

static bool begins(Str s, const char *with) {
  const size_t n = strlen(with);
  return s.n >= n && memcmp(s.at, with, n) == 0;
}

Str svg_repair(Str svg, Arena *arena) {
  static const char end[] = "]]>", legal[] = "]]&gt;";
  Text out = text_make(arena);
  size_t from = 0;
  for (size_t i = 0; i < svg.n; i++) {
    if (!begins((Str){svg.at + i, svg.n - i}, end)) continue;
    text_add_str(&out, (Str){svg.at + from, i - from});
    text_add(&out, legal);
    from = i + sizeof end - 1;
    i = from - 1;
  }
  if (from == 0) return svg;
  text_add_str(&out, (Str){svg.at + from, svg.n - from});
  return (Str){text_get(&out), out.n};
}

// Replacements for a page: ids, black, and other differences. @ stands for the id.
static const struct {
  const char *from, *to;
} changes[] = {
  {"id='", "id='@-"},
  {"id=\"gnuplot_", "id=\"@-"},
  {"id=\"" SVG_NAME "_", "id=\"@-"},
  {"href='#", "href='#@-"},
  {" color=\"black\"", ""},
  {"stroke='black'", "stroke='currentColor'"},
  {"stroke=\"black\"", "stroke=\"currentColor\""},
  {"fill='black'", "fill='currentColor'"},
  {"fill=\"black\"", "fill=\"currentColor\""},
  {"'rgb(  0,   0,   0)'", "'currentColor'"},
  {"\"rgb(  0,   0,   0)\"", "\"currentColor\""},
};

static void add_replacement(const char *to, const char *id, Text *out) {
  for (; *to != '\0'; to++) {
    if (*to == '@')
      text_add(out, id);
    else
      text_add_char(out, *to);
  }
}

static void add_tag(Str tag, const char *id, Text *out) {
  while (tag.n > 0) {
    size_t i = 0, taken = 1;
    while (i < sizeof changes / sizeof *changes && !begins(tag, changes[i].from)) i++;
    if (i < sizeof changes / sizeof *changes) {
      taken = strlen(changes[i].from);
      add_replacement(changes[i].to, id, out);
    } else {
      text_add_char(out, tag.at[0]);
    }
    tag.at += taken;
    tag.n -= taken;
  }
}

static size_t tag_length(Str s) {
  size_t n = 0;
  while (n < s.n && s.at[n] != '>') n++;
  return n < s.n ? n + 1 : n;
}

static size_t text_length(Str s) {
  size_t n = 0;
  while (n < s.n && s.at[n] != '<') n++;
  return n;
}

static void skip(Str *s, size_t n) {
  s->at += n;
  s->n -= n;
}

// Skips the element at the beginning of s, which must not contain another of the same name.
static void skip_element(Str *s, const char *end) {
  while (s->n > 0 && !begins(*s, end)) skip(s, 1);
  skip(s, tag_length(*s));
}

// Replaces gnuplot's <title> and <desc>, which describe gnuplot: screen readers need the figure's
// title.
static void add_opening(Str *s, const char *id, Label title, Text *out) {
  while (s->n > 0 && !begins(*s, "<svg")) skip(s, 1);
  text_add(out, "<svg role=\"img\"");
  skip(s, strlen("<svg"));
  if (title.text != NULL) text_addf(out, " aria-labelledby=\"%s-title\"", id);
  const size_t n = tag_length(*s);
  add_tag((Str){s->at, n}, id, out);
  skip(s, n);
  if (title.text != NULL) {
    Text plain = text_make(out->arena);
    label_text(title, &plain);
    text_addf(out, "\n<title id=\"%s-title\">", id);
    names_print_plain((Str){plain.at, plain.n}, FORMAT_MATHML, out);
    text_add(out, "</title>");
  }
  while (s->n > 0 && !begins(*s, "<title>")) skip(s, 1);
  skip_element(s, "</title>");
  while (s->n > 0 && !begins(*s, "<desc>")) skip(s, 1);
  skip_element(s, "</desc>");
}

void svg_inline(Str s, const char *id, Label title, Text *out) {
  add_opening(&s, id, title, out);
  while (s.n > 0) {
    const size_t n = s.at[0] == '<' ? tag_length(s) : text_length(s);
    if (s.at[0] == '<')
      add_tag((Str){s.at, n}, id, out);
    else
      text_add_str(out, (Str){s.at, n});
    skip(&s, n);
  }
}
