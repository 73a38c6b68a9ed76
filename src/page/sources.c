// page/sources.c: explains the short names of sources.

#include "page/html.h"
#include "page/page_impl.h"

void page_add_sources(const Equations *eq, Text *out) {
  const CitedSource *source;
  html_add(out, "<h3>Sources</h3>\n<dl class=\"facts sources\">\n");
  for (size_t i = 0; (source = report_source(eq, i)) != NULL; i++)
    html_add(out, "<div><dt>%s</dt><dd>%s, %s</dd></div>\n", source->name, source->title, source->where);
  html_add(out, "</dl>\n");
}

void page_latex_sources(const Equations *eq, Text *out) {
  const CitedSource *source;
  text_add(out, "\n\\subsection*{Sources}\n\\begin{longtable}[l]{lp{0.8\\linewidth}}\n");
  for (size_t i = 0; (source = report_source(eq, i)) != NULL; i++)
    text_addf(out, "%s & \\raggedright %s, %s \\tabularnewline\n", source->name, source->title, source->where);
  text_add(out, "\\end{longtable}\n");
}
