// api/print_latex.c: results as LaTeX.

#include "api/print_format.h"

static void equations(Equations *eq, EquationForm form, const SolvedForms *forms, size_t columns,
                      Text *out) {
  report_equations(eq, FORMAT_LATEX, form, forms, columns, out);
}

static void tapes(Equations *eq, const NamedTape *list, size_t n, Text *out) {
  report_tapes(eq, list, n, FORMAT_LATEX, out);
}

static void records(const Records *list, Text *out) {
  report_records(list, FORMAT_LATEX, out);
}

static void check(const CheckReport *report, const DalCheck *numbers, const DalModel *m,
                  Text *out) {
  (void) numbers, (void) m;
  report_check(report, FORMAT_LATEX, out);
}

static void analysis(const AnalysisReport *report, const DalAnalysis *numbers, Text *out) {
  (void) numbers;
  report_analysis(report, FORMAT_LATEX, out);
}

extern const PrintFormat print_format_latex;
const PrintFormat print_format_latex = {.name = "latex",
                                        .equations = equations,
                                        .tapes = tapes,
                                        .records = records,
                                        .check = check,
                                        .analysis = analysis};
