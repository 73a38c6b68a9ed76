// answer/print_format.h: a format in which results are printed; answer/print_formats.def lists them.

#ifndef ANSWER_PRINT_FORMAT_H
#define ANSWER_PRINT_FORMAT_H

#include "dalembert.h"
#include "report/analysis.h"
#include "report/check.h"
#include "report/report.h"

typedef struct PrintFormat PrintFormat;

// Each function appends to the text; NULL if the format has no such result.
struct PrintFormat {
  const char *name;
  Format notation;  // of formulas
  bool all_forms;   // equations have all closed forms, however long
  // columns: of a terminal, or 0
  void (*equations)(const PrintFormat *f, Equations *eq, EquationForm form,
                    const SolvedForms *forms, size_t columns, Text *out);
  void (*tapes)(const PrintFormat *f, Equations *eq, const NamedTape *tapes, size_t n, Text *out);
  void (*records)(const PrintFormat *f, const Records *records, Text *out);
  // a check and an analysis: the report, and the same as public structs
  void (*check)(const PrintFormat *f, const CheckReport *report, const DalCheck *check,
                const DalModel *m, Text *out);
  void (*analysis)(const PrintFormat *f, const AnalysisReport *report, const DalAnalysis *analysis,
                   Text *out);
};

// The format of that number, or NULL.
const PrintFormat *print_format(size_t format);

// For formats of documents, which differ in their notation: what report/ writes.
void print_format_equations(const PrintFormat *f, Equations *eq, EquationForm form,
                            const SolvedForms *forms, size_t columns, Text *out);
void print_format_tapes(const PrintFormat *f, Equations *eq, const NamedTape *tapes, size_t n,
                        Text *out);
void print_format_records(const PrintFormat *f, const Records *records, Text *out);
void print_format_check(const PrintFormat *f, const CheckReport *report, const DalCheck *check,
                        const DalModel *m, Text *out);
void print_format_analysis(const PrintFormat *f, const AnalysisReport *report,
                           const DalAnalysis *analysis, Text *out);

#endif
