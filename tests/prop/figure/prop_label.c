// Laws of figure/label.c and gnuplot.c: no text of a figure becomes anything but text.

#include "figure/figure.h"
#include "support/check.h"
#include "support/svg.h"
#include <stdlib.h>

// Pieces that mean something to gnuplot, to XML, to a shell or to a terminal.
static const char *const pieces[] = {
  "'",
  "''",
  "\"",
  "\\",
  "\\\\",
  "\\n",
  "\\047",
  "\\U+003C",
  "{",
  "}",
  "^",
  "_",
  "@",
  "&",
  "~",
  "`",
  "$",
  "%",
  "#",
  ";",
  "!",
  "<",
  ">",
  "</text>",
  "<script>",
  "&lt;",
  "&#x3c;",
  "]]>",
  "\n",
  "\r",
  "\t",
  "\033[",
  "\x7f",
  "system('touch owned')",
  "`touch owned`",
  "load 'x'",
  "set output 'owned'",
  "END",
  "$data << END",
  "{/=40 x}",
  "{/:Bold",
  "a",
  "theta1",
  "m_left",
  "x'",
  "θ",
  "日",
  "😀",
  "1e-3",
  "^2",
  "lambda(x)",
  " ",
  "  ",
  "\xe9",
  "\xff",
};

static const char *gen_text(Gen *g) {
  Text text = text_make(g->arena);
  const size_t n = gen_below(g, 8);
  for (size_t i = 0; i < n; i++) text_add(&text, pieces[gen_below(g, COUNT(pieces))]);
  return str_copy(g->arena, (Str){text_get(&text), text.n});
}

static const char *gen_label(Gen *g, Label *label) {
  const char *text = gen_text(g);
  *label = gen_below(g, 2) ? label_math(text) : label_plain(text);
  return text;
}

static const double line[] = {0, 1};

static Figure figure_of(Gen *g, const Label *label) {
  Panel panel = {.title = label[0], .label = {label[1], label[2]}};
  for (int j = 0; j < 2; j++)
    array_push(g->arena, &panel.series,
               ((Series){.name = label[3 + j], .n = 2, .at = {line, line}}));
  Figure figure = {.title = label[5], .note = label[6]};
  array_push(g->arena, &figure.panels, panel);
  return figure;
}

// What follows a string if a quote of its text is joined to the rest of it.
static const char joined[] = ".\"'\".'";

// Returns the script without texts in single quotes and without comments. A quote opens a string that
// the next one ends: gnuplot has no other way to end it, since no quote is doubled here.
static const char *outside_quotes(Gen *g, const char *script) {
  Text out = text_make(g->arena);
  for (const char *c = script; *c != '\0'; c++) {
    const bool begins_line = c == script || c[-1] == '\n';
    if (begins_line && *c == '#') {
      while (c[1] != '\n' && c[1] != '\0') c++;
    } else if (*c == '\'') {
      text_add_char(&out, '\'');
      bool more = true;
      while (more) {
        while (*++c != '\'')
          if (*c == '\n' || *c == '\0') return NULL;  // a string that does not end in its line
        more = strncmp(c + 1, joined, strlen(joined)) == 0;
        if (more) c += strlen(joined);
      }
    } else {
      text_add_char(&out, *c);
    }
  }
  return text_get(&out);
}

static size_t characters(const char *text) {
  size_t n = 0;
  for (; *text != '\0'; text++) n += ((unsigned char) *text & 0xc0) != 0x80;
  return n;
}

// Law: outside its strings, a script is that of a figure with harmless texts of the same width.
PROP(prop_script, 1000) {
  Label own[7], harmless[7];
  for (int i = 0; i < 7; i++) {
    const char *text = gen_label(g, &own[i]);
    const size_t n = characters(text);
    char *x = arena_take(g->arena, n + 1);
    memset(x, 'x', n);
    harmless[i] = label_plain(x);
    gen_note(g, "%s", text);
  }
  const Figure figures[] = {figure_of(g, own), figure_of(g, harmless)};
  const char *outside[2];
  for (int i = 0; i < 2; i++) {
    Text script = text_make(g->arena), data = text_make(g->arena);
    figure_script(&figures[i], FIGURE_SVG, &script, &data);
    outside[i] = outside_quotes(g, text_get(&script));
    CHECK(outside[i] != NULL);
    // the data are numbers and comments, line by line
    const char *rows = outside_quotes(g, text_get(&data));
    CHECK(rows != NULL && strcmp(rows, "\n0 0\n1 1\n\n\n\n0 0\n1 1\n\n\n") == 0);
  }
  CHECK(strcmp(outside[0], outside[1]) == 0);
}

// Returns what is visible of a plain text: other characters are replaced. In the pieces these are the ones below 32
// and 127, by a space, and bytes that are not UTF-8, by U+FFFD.
static const char *visible(Gen *g, const char *text) {
  Text out = text_make(g->arena);
  for (; *text != '\0'; text++) {
    const unsigned char c = (unsigned char) *text;
    if (c < 32 || c == 127)
      text_add_char(&out, ' ');
    else if (c == 0xe9 || c == 0xff)
      text_add(&out, "\uFFFD");
    else
      text_add_char(&out, *text);
  }
  return text_get(&out);
}

static size_t count_text(const SvgTexts *texts, const char *text) {
  size_t n = 0;
  for (size_t i = 0; i < texts->n; i++) n += strcmp(texts->at[i], text) == 0;
  return n;
}

// Law: the SVG shows each text as it is, and has no element or attribute that a figure does not have.
// Judge: support/svg.c on what gnuplot drew.
PROP(prop_svg, 40) {
  Figure figure = {.title = label_plain("title")};
  const char *text[FIGURE_PANELS];
  for (size_t i = 0; i < FIGURE_PANELS; i++) {
    text[i] = gen_text(g);
    Panel panel = {.label = {label_plain(text[i]), label_math(gen_text(g))}};
    array_push(g->arena, &panel.series, ((Series){.n = 2, .at = {line, line}}));
    array_push(g->arena, &figure.panels, panel);
    gen_note(g, "%s", text[i]);
  }
  Diags diags = {.arena = g->arena};
  Str svg;
  const Status status = gen_below(g, 2) ? figure_svg(&figure, "a", g->arena, &diags, &svg)
                                        : figure_file(&figure, FIGURE_SVG, g->arena, &diags, &svg);
  CHECK(status == STATUS_OK && diags.errors == 0);
  const char *wrong = svg_wrong(svg, g->arena);
  if (wrong != NULL) gen_note(g, "%s", wrong);
  CHECK(wrong == NULL);
  const SvgTexts texts = svg_texts(svg, "text", g->arena);
  for (size_t i = 0; i < FIGURE_PANELS; i++) {
    const char *seen = visible(g, text[i]);
    if (*seen != '\0') CHECK(count_text(&texts, seen) > 0);
  }
}

static void nothing_was_run(void **state) {
  (void) state;
  assert_int_equal(system("test ! -e owned"), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(prop_script),
    cmocka_unit_test(prop_svg),
    cmocka_unit_test(nothing_was_run),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
