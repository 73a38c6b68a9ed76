// report/analysis.c: what `analyze` found, part by part; each part is in a file analysis_PART.c.

#include "report/analysis.h"
#include "expr/print.h"

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
  part[n++] = (Part){r->integrals, "First integrals", print_integrals, json_integrals};
  part[n++] = (Part){r->equilibria, "Equilibria", print_equilibria, json_equilibria};
  part[n++] = (Part){r->steady, "Steady motion", print_steady, json_steady};
  part[n++] = (Part){r->linearization, "Linearization", print_linearization, json_linearization};
  part[n++] = (Part){r->singular, "Singular states", print_singular, json_singular};
  return n;
}

// The terms of this sign, made positive.
static Expr terms_of_sign(ExprPool *pool, Expr e, int sign) {
  Expr sum = EXPR_ZERO;
  for (size_t i = 0; i < expr_count(pool, e); i++) {
    const ExprTerm term = expr_operand(pool, e, i);
    if (ratio_sign(pool, term.c) != sign) continue;
    const Ratio c = sign > 0 ? term.c : ratio_neg(pool, term.c);
    sum = expr_add(pool, sum, expr_scale(pool, c, term.e));
  }
  return sum;
}

void print_equation(ExprPool *pool, Expr e, bool latex, Text *out) {
  const Format format = latex ? FORMAT_LATEX : FORMAT_TEXT;
  Expr left = e, right = EXPR_ZERO;
  if (expr_kind(pool, e) == EXPR_SUM) {
    left = terms_of_sign(pool, e, 1);
    right = terms_of_sign(pool, e, -1);
    if (expr_same(left, EXPR_ZERO)) left = right, right = EXPR_ZERO;
  }
  if (latex) text_add(out, "\\(");
  (void) expr_print(pool, left, format, NULL, out);
  text_add(out, " = ");
  (void) expr_print(pool, right, format, NULL, out);
  if (latex) text_add(out, "\\)");
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
