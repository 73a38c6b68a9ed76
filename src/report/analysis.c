// report/analysis.c: the results of `analyze`; each part is in a file analysis_PART.c.

#include "report/analysis.h"

// Writes the part.
typedef struct {
  const void *found;  // or NULL: not requested, or not done
  const char *title;
  void (*say)(const AnalysisReport *report, Outline *out);
} Part;

// In reading order, as in AnalysisPart.
static void parts_of(const AnalysisReport *r, Part part[ANALYSIS_PARTS]) {
  const Part all[ANALYSIS_PARTS] = {
    {r->constraints, "Constraints", say_constraints},
    {r->integrals, "First integrals", say_integrals},
    {r->equilibria, "Equilibria", say_equilibria},
    {r->steady, "Steady motion", say_steady},
    {r->linearization, "Linearization", say_linearization},
    {r->singular, "Singular states", say_singular},
    {r->dimensions, "Dimensions", say_dimensions},
  };
  for (size_t i = 0; i < ANALYSIS_PARTS; i++) part[i] = all[i];
}

Outline analysis_outline(const AnalysisReport *r, uint32_t most) {
  Part part[ANALYSIS_PARTS];
  parts_of(r, part);
  Outline outline = outline_make(r->arena, r->model->pool, most);
  for (size_t i = 0; i < ANALYSIS_PARTS; i++) {
    if (part[i].found == NULL && r->trouble[i] == NULL) continue;
    outline_add(&outline, ITEM_PART, 0)->name = part[i].title;
    if (part[i].found != NULL)
      part[i].say(r, &outline);
    else
      outline_line(&outline, 4, "this part could not be done: %s", r->trouble[i]);
  }
  return outline;
}

void report_analysis(const AnalysisReport *r, ReportFormat format, Text *out) {
  Outline outline = analysis_outline(r, 0);
  outline.columns = r->columns;
  if (format == REPORT_LATEX) {
    outline_latex(&outline, &latex_plain, out);
    return;
  }
  text_addf(out, "%s\n", r->model->title && *r->model->title ? r->model->title : "(no title)");
  outline_text(&outline, out);
}
