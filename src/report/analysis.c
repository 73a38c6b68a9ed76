// report/analysis.c: what `analyze` found, part by part; each part is in a file analysis_PART.c.

#include "report/analysis.h"

// As text or LaTeX: a heading and what the part says; as JSON: the members of the part.
typedef struct {
  const void *found;  // NULL: not asked for
  const char *title;
  void (*print)(const AnalysisReport *report, bool latex, Text *out);
  void (*json)(const AnalysisReport *report, Json *json);
} Part;

#define PARTS_MOST 8

static size_t parts_of(const AnalysisReport *r, Part *part) {
  size_t n = 0;
  part[n++] = (Part){r->constraints, "Constraints", print_constraints, json_constraints};
  return n;
}

void report_analysis(const AnalysisReport *r, ReportFormat format, Text *out) {
  Part part[PARTS_MOST];
  const size_t n = parts_of(r, part);
  if (format == REPORT_JSON) {
    Json json = json_make(out);
    json_begin(&json, NULL, '{');
    for (size_t i = 0; i < n; i++)
      if (part[i].found != NULL) part[i].json(r, &json);
    json_end(&json, '}');
    return;
  }
  const bool latex = format == REPORT_LATEX;
  if (!latex)
    text_addf(out, "%s\n", r->model->title && *r->model->title ? r->model->title : "(no title)");
  for (size_t i = 0; i < n; i++) {
    if (part[i].found == NULL) continue;
    text_addf(out, latex ? "\\subsection*{%s}\n" : "\n%s\n", part[i].title);
    part[i].print(r, latex, out);
  }
}
