// page/plots.c: the figures of a motion, and its rows as JSON.

#include "page/plots.h"
#include "base/embedded.h"
#include "page/html.h"
#include "print/print.h"
#include <math.h>
#include <string.h>

#define ROWS 600   // at most, in the page
#define JUMPS 300  // at most that are shown as such
#define DIGITS 6
#define ENERGY_DIGITS 15  // the energy changes little: its differences are visible

// Appends a name as [letters, index, dots]: theta1' is ["θ", "1", 1].
static void add_name(Text *out, const char *name) {
  size_t dots = 0, n = strlen(name);
  while (n > 0 && name[n - 1] == '\'') dots++, n--;
  const NameParts parts = name_parts((Str){name, n});
  const char *greek = names_greek_letter(parts.letters);
  text_add(out, "[\"");
  if (greek != NULL)
    text_add(out, greek);
  else
    html_add_str(out, parts.letters);
  text_add(out, "\",\"");
  Str subscript[NAME_SUBSCRIPTS];
  const size_t count = name_subscripts(&parts, subscript);
  for (size_t i = 0; i < count; i++) {
    if (i > 0) text_add_char(out, ',');
    const char *letter = names_greek_letter(subscript[i]);
    if (letter != NULL)
      text_add(out, letter);
    else
      html_add_str(out, subscript[i]);
  }
  text_addf(out, "\",%zu]", dots);
}

// Two rows with the same time are the states before and after an event: is this the second one?
static bool is_jump(const Plots *p, size_t row) {
  const double *t = p->at + p->column[0];
  return row > 0 && row < p->rows && t[row * p->columns] == t[(row - 1) * p->columns];
}

// Appends every so many rows, and the rows around jumps with null between them, unless these are
// too many.
static void add_column(const Plots *p, size_t column, int digits, Text *out) {
  const size_t stride = p->rows > ROWS ? (p->rows + ROWS - 1) / ROWS : 1;
  size_t jumps = 0;
  for (size_t i = 0; i < p->rows; i++) jumps += is_jump(p, i);
  const bool few = jumps <= JUMPS;
  text_add_char(out, '[');
  for (size_t i = 0; i < p->rows; i++) {
    const double x = p->at[i * p->columns + column];
    const bool second = few && is_jump(p, i), first = few && is_jump(p, i + 1);
    if (i % stride != 0 && !first && !second) continue;
    if (i > 0) text_add_char(out, ',');
    if (second) text_add(out, "null,");
    if (isfinite(x))
      text_addf(out, "%.*g", digits, x);
    else
      text_add(out, "null");
  }
  text_add_char(out, ']');
}

static void add_data(const Plots *p, size_t shown, Text *out) {
  html_add(
    out, "<script type=\"application/json\">{\"coordinates\":%z,\"conservative\":%s,\n\"names\":[",
    shown, p->conservative ? "true" : "false");
  const size_t n = p->coordinates;
  for (size_t i = 0; i < 1 + 2 * shown; i++) {
    if (i > 0) text_add_char(out, ',');
    add_name(out, p->name[i <= shown ? i : 1 + n + (i - 1 - shown)]);
  }
  text_add(out, "],\n\"columns\":[");
  for (size_t i = 0; i < 1 + 2 * shown; i++) {
    if (i > 0) text_add(out, ",\n");
    add_column(p, p->column[i <= shown ? i : 1 + n + (i - 1 - shown)], DIGITS, out);
  }
  text_add(out, ",\n");
  add_column(p, p->column[1 + 2 * n], ENERGY_DIGITS, out);
  text_add(out, "]}</script>\n");
}

static void open_figure(const char *kind, const char *title, Text *out) {
  html_add(out,
           "<figure class=\"plot\" data-plot=\"%s\" hidden><figcaption>%s</figcaption>"
           "<div class=\"drawing\"></div>",
           kind, title);
}

static void add_figure(const char *kind, const char *title, Text *out) {
  open_figure(kind, title, out);
  html_add(out, "</figure>\n");
}

void plots_html(Text *out, const Plots *p) {
  const size_t shown = p->coordinates < PLOTS_COORDINATES ? p->coordinates : PLOTS_COORDINATES;
  html_add(out, "<div class=\"plots\">\n");
  if (p->planar) add_figure("paths", "Paths in the plane", out);
  add_figure("coordinates",
             shown < p->coordinates ? "The first coordinates against time"
                                    : "Coordinates against time",
             out);
  add_figure("phase",
             p->coordinates > 1 ? "Phase portraits: each coordinate and its velocity"
                                : "Phase portrait: the coordinate and its velocity",
             out);
  open_figure("energy",
              p->conservative ? "Error of the energy, which is constant" : "Energy against time",
              out);
  add_data(p, shown, out);
  html_add(out, "</figure>\n");
  if (p->fallback != NULL) html_add(out, "<noscript>%m</noscript>\n", p->fallback);
  html_add(out, "</div>\n");
}

void plots_style(Text *out) {
  text_add(out, embedded_find(embedded_page, embedded_page_count, "curves"));
}

void plots_script(Text *out) {
  text_add(out, embedded_find(embedded_page, embedded_page_count, "plots"));
}
