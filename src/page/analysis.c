// page/analysis.c: the analysis in a page.

#include "page/html.h"
#include "page/page_impl.h"
#include "report/outline.h"
#include <string.h>

// --- lines ---------------------------------------------------------------------------------------

// Returns punctuation that must stay with the formula before it, or "".
static const char *mark_of(const char *words, Arena *arena) {
  return *words != '\0' && strchr(",;:.)", *words) ? text_format(arena, "%c", *words) : "";
}

// Appends the words of each piece, and the text after the last one.
static void add_pieces(const OutlineLine *line, const char *const *words, Text *out) {
  size_t taken = 0;  // characters of the next words that were already written
  for (size_t i = 0; i <= line->n; i++) {
    const PieceKind kind = i < line->n ? line->at[i].kind : PIECE_WORDS;
    if (kind != PIECE_FORMULA) {
      html_add(out, kind == PIECE_CODE ? "<code>%s</code>" : "%s", words[i] + taken);
      taken = 0;
      continue;
    }
    const bool free = i + 1 == line->n || line->at[i + 1].kind == PIECE_WORDS;
    const char *mark = free ? mark_of(words[i + 1], out->arena) : "";
    taken = strlen(mark);
    if (taken > 0) html_add(out, "<span class=\"keep\">");
    page_add_math(text_get(&line->at[i].as[FORMAT_MATHML]), out);
    if (taken > 0) html_add(out, "%s</span>", mark);
  }
}

static void add_line(const Outline *o, size_t i, Text *out) {
  const OutlineItem *item = &o->items.at[i];
  const char **words = ARENA_ARRAY(out->arena, const char *, item->line.n + 1);
  for (size_t k = 0; k < item->line.n; k++) words[k] = outline_words(o, item, k);
  words[item->line.n] = outline_stop(o, i);
  add_pieces(&item->line, words, out);
}

static void add_below(const OutlineLine *line, Text *out) {
  const char **words = ARENA_ARRAY(out->arena, const char *, line->n + 1);
  for (size_t k = 0; k < line->n; k++) words[k] = text_get(&line->at[k].as[FORMAT_TEXT]);
  words[line->n] = "";
  add_pieces(line, words, out);
}

// Returns the formulas of an item as LaTeX, for copying.
static const char *formulas_of(const OutlineItem *item, Arena *arena) {
  Text latex = text_make(arena);
  const OutlineLine *const lines[] = {&item->line, &item->below};
  for (size_t i = 0; i < 2; i++)
    for (size_t k = 0; k < lines[i]->n; k++) {
      const LinePiece *piece = &lines[i]->at[k];
      if (piece->kind != PIECE_FORMULA) continue;
      text_addf(&latex, "%s%s", latex.n > 0 ? ", \\quad " : "", text_get(&piece->as[FORMAT_LATEX]));
    }
  return text_get(&latex);
}

// --- lists and tables ----------------------------------------------------------------------------

// The elements that are open around the next item.
typedef struct {
  bool named, list, table, matrices;
  bool folded;  // a case
} Around;

static void set(bool *open, bool wanted, const char *begin, const char *end, Text *out) {
  if (*open != wanted) html_add(out, "%m", wanted ? begin : end);
  *open = wanted;
}

// Closes the elements that the item is not part of and opens its own; a list may be about a named
// thing.
static void set_around(Around *around, ItemKind kind, Text *out) {
  static const char matrices[] = "<details class=\"matrices\"><summary>Matrices</summary>\n";
  if (kind != ITEM_MATRIX) set(&around->matrices, false, matrices, "</details>\n", out);
  set(&around->table, kind == ITEM_ROW,
      "<div class=\"scroll\"><table class=\"modes\"><thead><tr><th scope=\"col\">Small motion</th>"
      "<th scope=\"col\">Eigenvalue</th><th scope=\"col\">Shape</th><th scope=\"col\">"
      "<span class=\"unseen\">Copy</span></th></tr></thead><tbody>\n",
      "</tbody></table></div>\n", out);
  set(&around->list, kind == ITEM_ENTRY, "<ul class=\"cases\">\n", "</ul>\n", out);
  if (around->named && kind == ITEM_NAMED) html_add(out, "</dd></div>\n");
  set(&around->named, kind == ITEM_NAMED || (around->named && kind == ITEM_ENTRY),
      "<dl class=\"facts\">\n", "</dd></div>\n</dl>\n", out);
  if (kind == ITEM_MATRIX) set(&around->matrices, true, matrices, "</details>\n", out);
  if (around->folded && (kind == ITEM_CASE || kind == ITEM_PART)) {
    html_add(out, "</details>\n");
    around->folded = false;
  }
}

static void add_entry(const Outline *o, size_t i, Text *out) {
  html_add(out, "<li class=\"formula\"><div class=\"scroll\">");
  add_line(o, i, out);
  html_add(out, "</div>");
  page_add_copy_button(formulas_of(&o->items.at[i], out->arena), out);
  html_add(out, "</li>\n");
}

static void add_row(const Outline *o, size_t i, Text *out) {
  const OutlineItem *item = &o->items.at[i];
  html_add(out, "<tr><td>%s</td><td class=\"scroll\">", item->name);
  add_line(o, i, out);
  html_add(out, "</td><td class=\"scroll\">");
  add_below(&item->below, out);
  html_add(out, "</td><td>");
  page_add_copy_button(formulas_of(item, out->arena), out);
  html_add(out, "</td></tr>\n");
}

// --- items ---------------------------------------------------------------------------------------

#define CASES_OPEN 2  // this many cases at the beginning are not folded

static void add_case(const Outline *o, size_t i, Around *around, Text *out) {
  static const char *const classes[] = {"open", "good", "bad"};
  const OutlineItem *item = &o->items.at[i];
  around->folded = item->number > CASES_OPEN;
  html_add(out, around->folded ? "<details class=\"case\"><summary><h4>" : "<h4 class=\"scroll\">");
  html_add(out, "<span class=\"number\">%z.</span> ", item->number);
  add_line(o, i, out);
  html_add(out, " <span class=\"verdict %s\">%s</span></h4>%m\n", classes[item->tone], item->verdict,
           around->folded ? "</summary>" : "");
}

static void add_formula(const OutlineItem *item, Text *out) {
  Text mathml = text_make(out->arena);
  for (size_t k = 0; k < item->line.n; k++)
    text_add(&mathml, text_get(&item->line.at[k].as[FORMAT_MATHML]));
  page_add_formula(text_get(&mathml), formulas_of(item, out->arena), out);
}

static void add_item(const Outline *o, size_t i, Around *around, Text *out) {
  const OutlineItem *item = &o->items.at[i];
  switch (item->kind) {
    case ITEM_PART: html_add(out, "<h3>%s</h3>\n", item->name); return;
    case ITEM_LINE:
    case ITEM_NOTE:
      html_add(out, "<p class=\"%s\">", item->kind == ITEM_NOTE ? "note scroll" : "scroll");
      add_line(o, i, out);
      html_add(out, "</p>\n");
      return;
    case ITEM_NAMED:
      html_add(out, "<div><dt><code>%s</code></dt><dd>", item->name);
      add_line(o, i, out);
      return;
    case ITEM_ENTRY: add_entry(o, i, out); return;
    case ITEM_ROW: add_row(o, i, out); return;
    case ITEM_CASE: add_case(o, i, around, out); return;
    case ITEM_FORMULA: add_formula(item, out); return;
    case ITEM_MATRIX:
      page_add_matrix(&item->matrix[FORMAT_MATHML], &item->matrix[FORMAT_LATEX], out);
  }
}

void page_add_analysis(const Outline *o, Text *out) {
  Around around = {0};
  for (size_t i = 0; i < o->items.n; i++) {
    set_around(&around, o->items.at[i].kind, out);
    add_item(o, i, &around, out);
  }
  set_around(&around, ITEM_PART, out);
}
