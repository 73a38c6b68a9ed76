// report/analysis_impl.h: what the parts of an analysis print alike.

#ifndef REPORT_ANALYSIS_IMPL_H
#define REPORT_ANALYSIS_IMPL_H

#include "report/analysis.h"

void print_expr(const AnalysisReport *report, Expr e, bool latex, Text *out);
void print_number(double value, bool latex, Text *out);
void print_complex(double re, double im, bool latex, Text *out);

// What was written to a part, each line moved in, as the parts of an analysis are.
void print_indented(const char *text, Text *out);

// A line of text, broken at spaces so that it fits the page; the rest is indented.
void print_wrapped(const char *line, size_t indent, Text *out);

// name = [ a, b ] with its rows under each other; entries row by row.
void print_grid(const char *name, const char *const *entry, size_t rows, size_t columns,
                Arena *arena, Text *out);
void print_latex_grid(const char *name, const char *const *entry, size_t rows, size_t columns,
                      Text *out);
const char *const *number_entries(const double *at, size_t n, bool latex, Arena *arena);
void json_matrix(Json *json, const char *key, const double *at, size_t rows, size_t columns);

const char *stability_name(Stability stability);  // "stable", "unstable", "undecided"

#endif
