// api/print_json.c: results as JSON; checks and analyses by their public structs.

#include "api/analysis_result.h"
#include "api/check.h"
#include "api/print_format.h"

static void equations(Equations *eq, EquationForm form, const SolvedForms *forms, size_t columns,
                      Text *out) {
  (void) columns;
  report_equations_json(eq, form, forms, out);
}

static void check(const CheckReport *report, const DalCheck *found, const DalModel *m, Text *out) {
  (void) report;
  api_check_json(found, m, out);
}

static void analysis(const AnalysisReport *report, const DalAnalysis *found, Text *out) {
  (void) report;
  api_analysis_json(found, out);
}

extern const PrintFormat print_format_json;
const PrintFormat print_format_json = {.name = "json",
                                       .all_forms = true,
                                       .equations = equations,
                                       .tapes = report_tapes_json,
                                       .records = report_records_json,
                                       .check = check,
                                       .analysis = analysis};
