// page/sources.c: the meaning of the short names of sources.

#include "page/html.h"
#include "page/page_impl.h"
#include <string.h>

static const struct {
  const char *name, *title, *where;
} sources[] = {
#define X(name, title, where) {name, title, where},
#include "page/sources.def"
#undef X
};

#define SOURCES (sizeof sources / sizeof *sources)

// Does a step of the worksheet name it?
static bool is_cited(const Equations *eq, const char *name) {
  const size_t n = strlen(name);
  for (size_t i = 0; i < eq->worksheet.n; i++)
    for (const char *at = eq->worksheet.at[i].source; (at = strstr(at, name)) != NULL; at += n)
      if (at[n] == ' ' || at[n] == '\0') return true;
  return false;
}

void page_add_sources(const Equations *eq, Text *out) {
  html_add(out, "<h3>Sources</h3>\n<dl class=\"facts sources\">\n");
  for (size_t i = 0; i < SOURCES; i++)
    if (is_cited(eq, sources[i].name))
      html_add(out, "<div><dt>%s</dt><dd>%s, %s</dd></div>\n", sources[i].name, sources[i].title,
               sources[i].where);
  html_add(out, "</dl>\n");
}

void page_latex_sources(const Equations *eq, Text *out) {
  text_add(out, "\n\\subsection*{Sources}\n\\begin{longtable}[l]{lp{0.8\\linewidth}}\n");
  for (size_t i = 0; i < SOURCES; i++)
    if (is_cited(eq, sources[i].name))
      text_addf(out, "%s & \\raggedright %s, %s \\tabularnewline\n", sources[i].name,
                sources[i].title, sources[i].where);
  text_add(out, "\\end{longtable}\n");
}
