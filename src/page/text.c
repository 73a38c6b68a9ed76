// page/text.c: the text of a model in a page: highlighted, its lines numbered.

#include "language/highlight.h"
#include "page/html.h"
#include "page/page_impl.h"

static const char *const classes[MARK_COUNT] = {"comment",  "keyword", "word", "name",
                                                "function", "number",  "label"};

typedef struct {
  Text *out;
  Str text;
  size_t line;    // number of the next line
  bool numbered;  // lines get ids: only those of the first text
} Writer;

static void open_line(Writer *w) {
  if (w->numbered)
    html_add(w->out, "<span class=\"line\" id=\"line-%z\">", w->line);
  else
    html_add(w->out, "<span class=\"line\">");
}

// Appends the bytes from start to end, in one element of that class per line.
static void add_stretch(Writer *w, uint32_t start, uint32_t end, const char *class) {
  for (uint32_t at = start; at < end;) {
    uint32_t stop = at;
    while (stop < end && w->text.at[stop] != '\n') stop++;
    if (stop > at) {
      if (class != NULL) html_add(w->out, "<span class=\"%s\">", class);
      html_add_str(w->out, (Str){w->text.at + at, stop - at});
      if (class != NULL) html_add(w->out, "</span>");
    }
    if (stop < end) {
      html_add(w->out, "\n</span>");
      w->line++;
      open_line(w);
      stop++;
    }
    at = stop;
  }
}

// The room that is left in a page, for all texts together.
typedef struct {
  size_t bytes, lines;
} Room;

// Returns the length of the first lines that fit.
static size_t length_shown(Str text, Room *room) {
  size_t whole = 0;  // of complete lines
  for (size_t i = 0; i < text.n; i++) {
    if (i >= room->bytes || room->lines == 0) return whole;
    if (text.at[i] != '\n') continue;
    room->lines--;
    whole = i + 1;
  }
  return text.n;
}

static size_t lines_after(Str text, size_t start) {
  size_t n = 0;
  for (size_t i = start; i < text.n; i++) n += text.at[i] == '\n' || i + 1 == text.n;
  return n;
}

static void add_source(Model *model, const Source *source, bool numbered, Room *room, Text *out) {
  Marks marks = {0};
  language_marks(model, source, out->arena, &marks);
  Writer w = {.out = out, .text = source->text, .line = 1, .numbered = numbered};
  while (w.text.n > 0 && (w.text.at[w.text.n - 1] == '\n' || w.text.at[w.text.n - 1] == '\r'))
    w.text.n--;
  const size_t whole = w.text.n;
  w.text.n = length_shown(w.text, room);
  room->bytes -= w.text.n;
  html_add(out, "<pre class=\"source scroll\" aria-label=\"Text of the model\"><code>");
  open_line(&w);
  uint32_t at = 0;
  for (size_t i = 0; i < marks.n; i++) {
    const Mark *mark = &marks.at[i];
    if (mark->end > w.text.n) break;  // the rest is not shown
    add_stretch(&w, at, mark->start, NULL);
    add_stretch(&w, mark->start, mark->end, classes[mark->kind]);
    at = mark->end;
  }
  add_stretch(&w, at, (uint32_t) w.text.n, NULL);
  html_add(out, "</span></code></pre>\n");
  const size_t omitted = lines_after((Str){w.text.at, whole}, w.text.n);
  if (omitted > 0) html_add(out, "<p class=\"note\">… and %z more lines</p>\n", omitted);
}

PageFormulas page_family_statements(const PageContent *content, Arena *arena) {
  PageFormulas all = {0};
  for (size_t i = 0; i < content->n_sources; i++) {
    Marks marks = {0};
    language_marks(content->model, content->sources[i], arena, &marks);
    page_families(content->sources[i], &marks, arena, &all);
  }
  return all;
}

static void add_families(const PageContent *content, Text *out) {
  const PageFormulas all = page_family_statements(content, out->arena);
  if (all.n == 0) return;
  html_add(out, "<h3>Families</h3>\n");
  for (size_t i = 0; i < all.n; i++) {
    Text mathml = text_make(out->arena);
    (void) latex_to_mathml(str(all.at[i]), &mathml);
    page_add_formula(text_get(&mathml), all.at[i], out);
  }
}

static void add_included(const PageContent *content, Room *room, Text *out) {
  size_t n;
  const Source *const *included = language_included(content->model, &n);
  for (size_t i = 0; i < n; i++) {
    html_add(out, "<details><summary>Included: %s</summary>\n", included[i]->name);
    add_source(content->model, included[i], false, room, out);
    html_add(out, "</details>\n");
  }
}

void page_add_text(const PageContent *content, Text *out) {
  Room room = {PAGE_TEXT, PAGE_LINES};
  for (size_t i = 0; i < content->n_sources; i++)
    add_source(content->model, content->sources[i], i == 0, &room, out);
  add_included(content, &room, out);
  add_families(content, out);
}
