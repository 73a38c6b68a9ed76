// report/analysis.c: the results of `analyze`; each part is in a file analysis_PART.c.

#include "report/analysis.h"

// A part and the function that writes it.
typedef struct {
  const void *found;  // or NULL: not requested, or could not be done
  const char *title;
  void (*say)(const AnalysisReport *report, Outline *out);
} Part;

// In reading order, as in AnalysisPart.
static void parts_of(const AnalysisReport *r, Part part[ANALYSIS_PARTS]) {
  const Part all[ANALYSIS_PARTS] = {
    {r->constraints, "Constraints", analysis_say_constraints},
    {r->integrals, "First integrals", analysis_say_integrals},
    {r->equilibria, "Equilibria", analysis_say_equilibria},
    {r->steady, "Steady motion", analysis_say_steady},
    {r->linearization, "Linearization", analysis_say_linearization},
    {r->singular, "Singular states", analysis_say_singular},
    {r->dimensions, "Dimensions", analysis_say_dimensions},
  };
  for (size_t i = 0; i < ANALYSIS_PARTS; i++) part[i] = all[i];
}

const AnalysisExtent analysis_of_page = {.operations = 300, .cases = 6, .matrix = 8};

const char *analysis_part_name(AnalysisPart part) {
  static const char *const names[ANALYSIS_PARTS] = {
    "constraints",   "first integrals", "equilibria", "the steady motion",
    "linearization", "singular states", "dimensions"};
  return names[part];
}

size_t outline_shown(const Outline *o, size_t n, size_t each) {
  return o->cases > 0 && n > o->cases * each ? o->cases * each : n;
}

void outline_more(Outline *o, unsigned indent, size_t more, const char *only) {
  if (more == 0) return;
  outline_line(o, indent, "… and %zu more: ", more);
  outline_code(o, "dalembert analyze --only %s MODEL", only);
}

Outline analysis_outline(const AnalysisReport *r, const AnalysisExtent *extent) {
  Part part[ANALYSIS_PARTS];
  parts_of(r, part);
  Outline outline = outline_make(r->arena, r->model->pool, extent->operations);
  outline.cases = extent->cases;
  outline.matrix = extent->matrix;
  for (size_t i = 0; i < ANALYSIS_PARTS; i++) {
    if (part[i].found == NULL && r->trouble[i] == NULL) continue;
    outline_add(&outline, ITEM_PART, 0)->name = part[i].title;
    if (part[i].found != NULL) part[i].say(r, &outline);
    if (r->trouble[i] != NULL)
      outline_line(&outline, 4, "this part %s: %s",
                   part[i].found != NULL ? "is not finished" : "could not be done", r->trouble[i]);
  }
  return outline;
}

void report_analysis(const AnalysisReport *r, Format format, Text *out) {
  Outline outline = analysis_outline(r, &(AnalysisExtent){0});
  outline.columns = r->columns;
  if (format == FORMAT_LATEX) {
    outline_latex(&outline, &outline_latex_plain, out);
    return;
  }
  text_addf(out, "%s\n", r->model->title && *r->model->title ? r->model->title : "(no title)");
  outline_text(&outline, out);
}
