// page/events.c: what happened at the events of a motion, as a table.

#include "page/html.h"
#include "page/page_impl.h"
#include "print/print.h"

#define LAST 6  // of the shown events, if not all fit, this many are the last ones

static const char command[] = "dalembert simulate --events FILE MODEL";

// Returns how many events in the middle do not fit.
static size_t omitted(const PageContent *content) {
  return content->events > PAGE_EVENTS ? content->events - PAGE_EVENTS : 0;
}

// Example: y': −10 → 5, ...
static void add_changes(const PageContent *content, const PageEvent *e, Text *out) {
  for (size_t i = 0; i < e->changes && i < PAGE_CHANGES; i++) {
    const PageChange *c = &e->change[i];
    Text math = text_make(out->arena);
    print_expr(content->model->pool, c->symbol, FORMAT_MATHML, NULL, &math);
    if (i > 0) html_add(out, ", ");
    page_add_math(text_get(&math), out);
    html_add(out, ": %s → %s", page_number(c->before, out->arena),
             page_number(c->after, out->arena));
  }
  if (e->changes > PAGE_CHANGES) html_add(out, ", and %z more", e->changes - PAGE_CHANGES);
}

static void add_quantity(double value, Text *out) {
  html_add(out, "<td>%s</td>", value != 0 ? page_number(value, out->arena) : "");
}

void page_add_events(const PageContent *content, Text *out) {
  if (content->events == 0) return;
  html_add(
    out, "<div class=\"scroll\"><table class=\"values events\"><caption>Events</caption><thead><tr>"
         "<th scope=\"col\">Time</th><th scope=\"col\">What happened</th>"
         "<th scope=\"col\">What changed</th><th scope=\"col\">Impulse</th>"
         "<th scope=\"col\">Energy lost</th></tr></thead><tbody>\n");
  const size_t n = content->events, more = omitted(content);
  for (size_t i = 0; i < n; i++) {
    const PageEvent *e = &content->event[i];
    if (more > 0 && i == PAGE_EVENTS - LAST) {
      i += more - 1;
      html_add(out, "<tr><td colspan=\"5\">… and %z more: <code>%s</code></td></tr>\n", more,
               command);
      continue;
    }
    html_add(out, "<tr><td>%s</td><td>%s</td><td>", page_number(e->t, out->arena), e->text);
    add_changes(content, e, out);
    html_add(out, "</td>");
    add_quantity(e->impulse, out);
    add_quantity(e->lost, out);
    html_add(out, "</tr>\n");
  }
  html_add(out, "</tbody></table></div>\n");
}

static void add_latex_changes(const PageContent *content, const PageEvent *e, Text *out) {
  for (size_t i = 0; i < e->changes && i < PAGE_CHANGES; i++) {
    text_add(out, i > 0 ? ", \\(" : "\\(");
    print_expr(content->model->pool, e->change[i].symbol, FORMAT_LATEX, NULL, out);
    text_addf(out, "\\colon %.6g \\to %.6g\\)", e->change[i].before, e->change[i].after);
  }
  if (e->changes > PAGE_CHANGES) text_add(out, ", \\ldots");
}

void page_latex_events(const PageContent *content, Text *out) {
  if (content->events == 0) return;
  text_add(out, "\n\\subsection*{Events}\n\\begin{longtable}[l]{lp{0.18\\linewidth}p{0."
                "34\\linewidth}ll}\nTime & Event & Change & Impulse & Energy lost \\\\\n");
  const size_t n = content->events, more = omitted(content);
  for (size_t i = 0; i < n; i++) {
    const PageEvent *e = &content->event[i];
    if (more > 0 && i == PAGE_EVENTS - LAST) {
      i += more - 1;
      text_addf(out, "\\ldots & %zu more & & & \\\\\n", more);
      continue;
    }
    text_addf(out, "%.6g & ", e->t);
    names_print_plain(str(e->text), FORMAT_LATEX, out);
    text_add(out, " & ");
    add_latex_changes(content, e, out);
    text_addf(out, e->impulse != 0 ? " & %.6g" : " & ", e->impulse);
    text_addf(out, e->lost != 0 ? " & %.6g" : " & ", e->lost);
    text_add(out, " \\\\\n");
  }
  text_add(out, "\\end{longtable}\n");
}

const char *page_number(double value, Arena *arena) {
  const char *text = text_format(arena, "%.6g", value);
  return *text == '-' ? text_format(arena, "−%s", text + 1) : text;
}
