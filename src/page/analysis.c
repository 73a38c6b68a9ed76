// page/analysis.c: in a page: what the analysis found.

#include "page/html.h"
#include "page/page_impl.h"
#include "report/outline.h"

// --- lines ---------------------------------------------------------------------------------------

static void add_piece(const LinePiece *piece, const char *words, Text *out) {
  if (piece->kind == PIECE_FORMULA)
    page_add_math(text_get(&piece->as[FORMAT_MATHML]), out);
  else
    html_add(out, piece->kind == PIECE_CODE ? "<code>%s</code>" : "%s", words);
}

static void add_line(const Outline *o, size_t i, Text *out) {
  const OutlineItem *item = &o->items.at[i];
  for (size_t k = 0; k < item->line.n; k++)
    add_piece(&item->line.at[k], outline_words(o, item, k), out);
  html_add(out, "%s", outline_stop(o, i));
}

static void add_below(const OutlineLine *line, Text *out) {
  for (size_t k = 0; k < line->n; k++)
    add_piece(&line->at[k], text_get(&line->at[k].as[FORMAT_TEXT]), out);
}

// The formulas of an item, to be copied.
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

// What is open around the next item.
typedef struct {
  bool named, list, table;
} Around;

static void set(bool *open, bool wanted, const char *begin, const char *end, Text *out) {
  if (*open != wanted) html_add(out, "%m", wanted ? begin : end);
  *open = wanted;
}

// Ends what the item is not part of, and begins what it is: a list may be about a thing with a name.
static void set_around(Around *around, ItemKind kind, Text *out) {
  set(&around->table, kind == ITEM_ROW,
      "<div class=\"scroll\"><table class=\"values\"><thead><tr><th scope=\"col\">Small motion</th>"
      "<th scope=\"col\">Eigenvalue</th><th scope=\"col\">Shape</th><th scope=\"col\">"
      "<span class=\"unseen\">Copy</span></th></tr></thead><tbody>\n",
      "</tbody></table></div>\n", out);
  set(&around->list, kind == ITEM_ENTRY, "<ul class=\"cases\">\n", "</ul>\n", out);
  if (around->named && kind == ITEM_NAMED) html_add(out, "</dd></div>\n");
  set(&around->named, kind == ITEM_NAMED || (around->named && kind == ITEM_ENTRY),
      "<dl class=\"facts\">\n", "</dd></div>\n</dl>\n", out);
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
  html_add(out, "<tr><td>%s</td><td>", item->name);
  add_line(o, i, out);
  html_add(out, "</td><td>");
  add_below(&item->below, out);
  html_add(out, "</td><td>");
  page_add_copy_button(formulas_of(item, out->arena), out);
  html_add(out, "</td></tr>\n");
}

// --- items ---------------------------------------------------------------------------------------

static void add_case(const Outline *o, size_t i, Text *out) {
  static const char *const classes[] = {"open", "good", "bad"};
  const OutlineItem *item = &o->items.at[i];
  html_add(out, "<h4><span class=\"number\">%z.</span> ", item->number);
  add_line(o, i, out);
  html_add(out, " <span class=\"verdict %s\">%s</span></h4>\n", classes[item->tone], item->verdict);
}

static void add_formula(const OutlineItem *item, Text *out) {
  Text mathml = text_make(out->arena);
  for (size_t k = 0; k < item->line.n; k++)
    text_add(&mathml, text_get(&item->line.at[k].as[FORMAT_MATHML]));
  page_add_formula(text_get(&mathml), formulas_of(item, out->arena), out);
}

static void add_item(const Outline *o, size_t i, Text *out) {
  const OutlineItem *item = &o->items.at[i];
  switch (item->kind) {
    case ITEM_PART: html_add(out, "<h3>%s</h3>\n", item->name); return;
    case ITEM_LINE:
    case ITEM_NOTE:
      html_add(out, item->kind == ITEM_NOTE ? "<p class=\"note\">" : "<p>");
      add_line(o, i, out);
      html_add(out, "</p>\n");
      return;
    case ITEM_NAMED:
      html_add(out, "<div><dt><code>%s</code></dt><dd>", item->name);
      add_line(o, i, out);
      return;
    case ITEM_ENTRY: add_entry(o, i, out); return;
    case ITEM_ROW: add_row(o, i, out); return;
    case ITEM_CASE: add_case(o, i, out); return;
    case ITEM_FORMULA: add_formula(item, out); return;
    case ITEM_MATRIX:
      page_add_matrix(&item->matrix[FORMAT_MATHML], &item->matrix[FORMAT_LATEX], out);
  }
}

void page_add_analysis(const Outline *o, Text *out) {
  Around around = {false, false, false};
  for (size_t i = 0; i < o->items.n; i++) {
    set_around(&around, o->items.at[i].kind, out);
    add_item(o, i, out);
  }
  set_around(&around, ITEM_PART, out);
}
