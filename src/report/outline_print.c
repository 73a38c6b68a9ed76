// report/outline_print.c: outlines as text and LaTeX.

#include "report/outline.h"
#include <ctype.h>
#include <stdint.h>
#include <string.h>

#define PAGE_WIDTH 96  // columns; only a formula may need more

// --- text ----------------------------------------------------------------------------------------

static void spaces(size_t n, Text *out) {
  text_addf(out, "%*s", (int) n, "");
}

#define HELD '\1'  // a space at which a line is not broken

// Returns the columns of this many bytes of UTF-8.
static size_t columns(const char *at, size_t bytes) {
  size_t n = 0;
  for (size_t i = 0; i < bytes; i++) n += ((unsigned char) at[i] & 0xc0) != 0x80;
  return n;
}

// Returns the length up to the next place where a line may be broken: a space or the end of the
// line; in a terminal also inside a formula that is too wide for it.
static size_t piece_of(const char *at, size_t room) {
  const size_t n = strcspn(at, " \n");
  return columns(at, n) <= room ? n : strcspn(at, (const char[]){' ', '\n', HELD, '\0'});
}

// Continues a line at a column, broken to fit the page; further lines start at `hang`.
static void add_wrapped(const Outline *o, const char *line, size_t column, size_t hang, Text *out) {
  const size_t page = o->columns > 0 ? o->columns : PAGE_WIDTH;
  const size_t room = o->columns == 0 ? SIZE_MAX : page > hang ? page - hang : 1;
  for (bool first = true; *line != '\0'; first = false) {
    const bool ends = *line == '\n';
    const bool space = *line == ' ' || *line == HELD;
    const size_t gap = ends || (!first && space) ? 1 : 0, n = piece_of(line + gap, room),
                 width = columns(line + gap, n);
    if (ends || (column > hang && column + gap + width > page)) {
      text_add(out, "\n");
      spaces(hang, out);
      column = hang;
    } else if (gap > 0) {
      text_add(out, " ");
      column++;
    }
    for (size_t i = 0; i < n; i++) text_add_char(out, line[gap + i] == HELD ? ' ' : line[gap + i]);
    column += width;
    line += gap + n;
  }
  text_add(out, "\n");
}

// Appends a piece. Formulas may be broken only after commas, semicolons and colons, code nowhere.
static void add_piece(const LinePiece *piece, Text *text) {
  const char *at = text_get(&piece->as[FORMAT_TEXT]);
  for (char before = '\0'; *at != '\0'; before = *at++) {
    const bool held = piece->kind == PIECE_CODE ||
                      (piece->kind == PIECE_FORMULA && (before == '\0' || !strchr(",;:", before)));
    text_add_char(text, *at == ' ' && held ? HELD : *at);
  }
}

static const char *line_text(const Outline *o, const OutlineLine *line) {
  Text text = text_make(o->arena);
  for (size_t i = 0; i < line->n; i++) add_piece(&line->at[i], &text);
  return text_get(&text);
}

static void text_item(const Outline *o, const OutlineItem *item, Text *out) {
  const char *line = line_text(o, &item->line);
  size_t hang = item->indent + item->hang;
  switch (item->kind) {
    case ITEM_PART: text_addf(out, "\n%s\n", item->name); return;
    case ITEM_MATRIX:
      report_text_matrix(&item->matrix[FORMAT_TEXT], item->indent, o->columns, out);
      return;
    case ITEM_NAMED: {
      const size_t n = columns(item->name, strlen(item->name));
      const char *pad =
        text_format(o->arena, "%*s", (int) (n < item->width ? item->width - n : 0), "");
      line = text_format(o->arena, "%s%s  %s", item->name, pad, line);
      hang += item->width + 2;
      break;
    }
    case ITEM_CASE:
      line = text_format(o->arena, "%zu. %s: %s", item->number, line, item->verdict);
      break;
    case ITEM_ROW: line = text_format(o->arena, "%s:%c%s", item->name, HELD, line); break;
    case ITEM_LINE:
    case ITEM_NOTE:
    case ITEM_ENTRY:
    case ITEM_FORMULA: break;
  }
  spaces(item->indent, out);
  add_wrapped(o, line, item->indent, hang, out);
  if (item->below.n == 0) return;
  spaces(item->indent + 3, out);
  add_wrapped(o, line_text(o, &item->below), item->indent + 3, item->indent + 5, out);
}

void outline_text(const Outline *o, Text *out) {
  for (size_t i = 0; i < o->items.n; i++) text_item(o, &o->items.at[i], out);
}

// --- LaTeX ---------------------------------------------------------------------------------------

static void plain_matrix(const ListedFormula *latex, const ListedFormula *mathml, Text *out) {
  (void) mathml;
  text_addf(out, "\\[\n%s = ", latex->left);
  report_latex_matrix(latex, out);
  text_add(out, "\n\\]\n");
}

const LatexStyle outline_latex_plain = {"\\(", "\\)", "\\[ ", " \\]\n", plain_matrix};

// Appends code in typewriter letters; double hyphens stay double.
static void add_code(const char *code, Text *out) {
  text_add(out, "\\texttt{");
  for (; *code != '\0'; code++) {
    names_print_plain((Str){code, 1}, FORMAT_LATEX, out);
    if (*code == '-') text_add(out, "{}");
  }
  text_add(out, "}");
}

static void latex_piece(const LinePiece *piece, const char *words, const LatexStyle *style,
                        Text *out) {
  if (piece->kind == PIECE_FORMULA)
    text_addf(out, "%s%s%s", style->open, text_get(&piece->as[FORMAT_LATEX]), style->close);
  else if (piece->kind == PIECE_CODE)
    add_code(words, out);
  else
    names_print_plain(str(words), FORMAT_LATEX, out);
}

static void latex_line(const Outline *o, size_t i, const LatexStyle *style, Text *out) {
  const OutlineItem *item = &o->items.at[i];
  for (size_t k = 0; k < item->line.n; k++)
    latex_piece(&item->line.at[k], outline_words(o, item, k), style, out);
  text_add(out, outline_stop(o, i));
}

static void latex_below(const OutlineLine *line, const LatexStyle *style, Text *out) {
  for (size_t k = 0; k < line->n; k++)
    latex_piece(&line->at[k], text_get(&line->at[k].as[FORMAT_TEXT]), style, out);
}

typedef struct {
  bool named, entries;  // which are open
} Lists;

static void set_list(bool *open, bool wanted, const char *environment, Text *out) {
  if (*open != wanted) text_addf(out, "\\%s{%s}\n", wanted ? "begin" : "end", environment);
  *open = wanted;
}

// Ends the lists that the item does not belong to, and begins its own.
static void set_lists(Lists *lists, ItemKind kind, Text *out) {
  const bool entry = kind == ITEM_ENTRY || kind == ITEM_ROW;
  if (!entry) set_list(&lists->entries, false, "itemize", out);
  if (kind != ITEM_ENTRY) set_list(&lists->named, kind == ITEM_NAMED, "description", out);
  if (entry) set_list(&lists->entries, true, "itemize", out);
}

// Writes the text before the line of an item.
static void open_item(const OutlineItem *item, Text *out) {
  switch (item->kind) {
    case ITEM_LINE:
    case ITEM_NOTE: text_add(out, "\n"); return;
    case ITEM_CASE: text_addf(out, "\\paragraph{%zu.} ", item->number); return;
    case ITEM_ENTRY: text_add(out, "\\item "); return;
    case ITEM_ROW: text_addf(out, "\\item %s: ", item->name); return;
    case ITEM_NAMED:
      text_add(out, "\\item[{");
      names_print_plain(str(item->name), FORMAT_LATEX, out);
      text_add(out, "}] ");
      return;
    case ITEM_PART:
    case ITEM_FORMULA:
    case ITEM_MATRIX: return;
  }
}

static void close_item(const OutlineItem *item, const LatexStyle *style, Text *out) {
  if (item->kind == ITEM_CASE) text_addf(out, ": %s", item->verdict);
  if (item->kind == ITEM_ROW) {
    text_add(out, "; ");
    latex_below(&item->below, style, out);
  }
  text_add(out, "\n");
}

static void latex_item(const Outline *o, size_t i, const LatexStyle *style, Text *out) {
  const OutlineItem *item = &o->items.at[i];
  if (item->kind == ITEM_PART) {
    text_addf(out, "%s\\subsection*{%s}\n", i > 0 ? "\n" : "", item->name);
  } else if (item->kind == ITEM_MATRIX) {
    style->matrix(&item->matrix[FORMAT_LATEX], &item->matrix[FORMAT_MATHML], out);
  } else if (item->kind == ITEM_FORMULA) {
    text_add(out, style->display);
    for (size_t k = 0; k < item->line.n; k++)
      text_add(out, text_get(&item->line.at[k].as[FORMAT_LATEX]));
    text_add(out, style->end_of_display);
  } else {
    open_item(item, out);
    latex_line(o, i, style, out);
    close_item(item, style, out);
  }
}

void outline_latex(const Outline *o, const LatexStyle *style, Text *out) {
  Lists lists = {false, false};
  for (size_t i = 0; i < o->items.n; i++) {
    set_lists(&lists, o->items.at[i].kind, out);
    latex_item(o, i, style, out);
  }
  set_lists(&lists, ITEM_PART, out);
}

// --- sentences -----------------------------------------------------------------------------------

static bool is_sentence(const OutlineItem *item) {
  return item->kind == ITEM_LINE || item->kind == ITEM_NOTE;
}

const char *outline_words(const Outline *o, const OutlineItem *item, size_t piece) {
  const char *words = text_get(&item->line.at[piece].as[FORMAT_TEXT]);
  if (piece > 0 || !is_sentence(item) || item->line.at[0].kind != PIECE_WORDS) return words;
  return text_format(o->arena, "%c%s", toupper((unsigned char) words[0]), words + 1);
}

const char *outline_stop(const Outline *o, size_t i) {
  const OutlineItem *item = &o->items.at[i];
  const ItemKind next = i + 1 < o->items.n ? o->items.at[i + 1].kind : ITEM_PART;
  const char *line = line_text(o, &item->line);
  const size_t n = strlen(line);
  if (n == 0 || strchr(".:", line[n - 1]) != NULL) return "";
  if (is_sentence(item) || item->kind == ITEM_NAMED)
    if (next == ITEM_ENTRY || next == ITEM_FORMULA || next == ITEM_MATRIX) return ":";
  return is_sentence(item) ? "." : "";
}
