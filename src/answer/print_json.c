// answer/print_json.c: results as JSON; checks and analyses by their public structs.

#include "answer/analysis_result.h"
#include "answer/check_result.h"
#include "answer/print_format.h"

static void equations(const PrintFormat *f, Equations *eq, EquationForm form,
                      const SolvedForms *forms, size_t columns, Text *out) {
  (void) f, (void) columns;
  report_equations_json(eq, form, forms, out);
}

static void tapes(const PrintFormat *f, Equations *eq, const NamedTape *list, size_t n, Text *out) {
  (void) f;
  report_tapes_json(eq, list, n, out);
}

static void records(const PrintFormat *f, const Records *list, Text *out) {
  (void) f;
  report_records_json(list, out);
}

static void check(const PrintFormat *f, const CheckReport *report, const DalCheck *found,
                  const DalModel *m, Text *out) {
  (void) f, (void) report;
  answer_check_json(found, m, out);
}

static void analysis(const PrintFormat *f, const AnalysisReport *report, const DalAnalysis *found,
                     Text *out) {
  (void) f, (void) report;
  answer_analysis_json(found, out);
}

extern const PrintFormat print_format_json;
const PrintFormat print_format_json = {.name = "json",
                                       .all_forms = true,
                                       .equations = equations,
                                       .tapes = tapes,
                                       .records = records,
                                       .check = check,
                                       .analysis = analysis};
