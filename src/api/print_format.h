// api/print_format.h: a format in which results are printed; api/print_formats.def lists them.

#ifndef API_PRINT_FORMAT_H
#define API_PRINT_FORMAT_H

#include "dalembert.h"
#include "report/analysis.h"
#include "report/check.h"
#include "report/report.h"

// Each function appends to the text; NULL if the format has no such result.
typedef struct {
  const char *name;
  bool all_forms;  // equations have all closed forms, however long
  // columns: of a terminal, or 0
  void (*equations)(Equations *eq, EquationForm form, const SolvedForms *forms, size_t columns,
                    Text *out);
  void (*tapes)(Equations *eq, const NamedTape *tapes, size_t n, Text *out);
  void (*records)(const Records *records, Text *out);
  // a check and an analysis: the report, and the same as public structs
  void (*check)(const CheckReport *report, const DalCheck *check, const DalModel *m, Text *out);
  void (*analysis)(const AnalysisReport *report, const DalAnalysis *analysis, Text *out);
} PrintFormat;

// The format of that number, or NULL.
const PrintFormat *print_format(DalFormat format);

// Checks in a public function that there is such a format, and that it has this kind of result.
#define API_PRINTS(m, format, result)                                          \
  do {                                                                         \
    const PrintFormat *traits = print_format(format);                          \
    if (traits == NULL || traits->result == NULL)                              \
      return api_no_such((m), __func__, "format");                             \
  } while (0)

#endif
