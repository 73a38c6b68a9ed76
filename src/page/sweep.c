// page/sweep.c: many motions of a model, as a section of its page.

#include "page/html.h"
#include "page/page_impl.h"

const char *const page_sweep_heads[PAGE_SWEEP_NUMBERS] = {"Motions", "Mean",   "Deviation",
                                                          "5 %",     "Median", "95 %"};

static void add_numbers(const PageSweep *s, Text *out) {
  html_add(out, "<div class=\"scroll\"><table class=\"values\"><thead><tr>"
                "<th scope=\"col\">Result</th>");
  for (size_t k = 0; k < PAGE_SWEEP_NUMBERS; k++)
    html_add(out, "<th scope=\"col\">%s</th>", page_sweep_heads[k]);
  html_add(out, "</tr></thead><tbody>\n");
  for (size_t i = 0; i < s->results; i++) {
    html_add(out, "<tr><th scope=\"row\"><code>%s</code></th>", s->name[i]);
    for (size_t k = 0; k < PAGE_SWEEP_NUMBERS; k++)
      html_add(out, "<td>%s</td>", text_format(out->arena, "%.6g", s->number[i][k]));
    html_add(out, "</tr>\n");
  }
  html_add(out, "</tbody></table></div>\n");
}

void page_add_sweep(const PageSweep *s, Text *out) {
  html_add(out, "<p>%s</p>\n", s->said);
  if (s->remark != NULL) html_add(out, "<p class=\"box open\">%s</p>\n", s->remark);
  if (s->results > 0) add_numbers(s, out);
  if (s->figures != NULL) html_add(out, "%m", s->figures);
  if (s->no_figures != NULL)
    html_add(out, "<p class=\"box open\">Figures are missing: %s</p>\n", s->no_figures);
}
