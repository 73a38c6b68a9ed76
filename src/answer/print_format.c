// answer/print_format.c: the formats in which results are printed, by number and name.

#include "answer/print_format.h"

#define X(NAME, name) extern const PrintFormat print_format_##name;
#include "answer/print_formats.def"
#undef X

enum {
#define X(NAME, name) PRINT_##NAME,
#include "answer/print_formats.def"
#undef X
  PRINT_FORMATS
};

_Static_assert((int) PRINT_TEXT == (int) DAL_TEXT && (int) PRINT_LATEX == (int) DAL_LATEX &&
                 (int) PRINT_JSON == (int) DAL_JSON && (int) PRINT_MATHML == (int) DAL_MATHML,
               "formats have the numbers of the public header");

static const PrintFormat *const formats[] = {
#define X(NAME, name) &print_format_##name,
#include "answer/print_formats.def"
#undef X
};

const PrintFormat *print_format(size_t format) {
  return format < PRINT_FORMATS ? formats[format] : NULL;
}

void print_format_equations(const PrintFormat *f, Equations *eq, EquationForm form,
                            const SolvedForms *forms, size_t columns, Text *out) {
  report_equations(eq, f->notation, form, forms, columns, out);
}

void print_format_tapes(const PrintFormat *f, Equations *eq, const NamedTape *tapes, size_t n,
                        Text *out) {
  report_tapes(eq, tapes, n, f->notation, out);
}

void print_format_records(const PrintFormat *f, const Records *records, Text *out) {
  report_records(records, f->notation, out);
}

void print_format_check(const PrintFormat *f, const CheckReport *report, const DalCheck *check,
                        const DalModel *m, Text *out) {
  (void) check, (void) m;
  report_check(report, f->notation, out);
}

void print_format_analysis(const PrintFormat *f, const AnalysisReport *report,
                           const DalAnalysis *analysis, Text *out) {
  (void) analysis;
  report_analysis(report, f->notation, out);
}
