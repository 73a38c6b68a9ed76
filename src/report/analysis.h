// report/analysis.h: what `analyze` found, as text, LaTeX and JSON.

#ifndef REPORT_ANALYSIS_H
#define REPORT_ANALYSIS_H

#include "analysis/equilibria.h"
#include "analysis/integrals.h"
#include "analysis/steady.h"
#include "report/json.h"
#include "report/report.h"

// A part is NULL where it was not asked for.
typedef struct {
  const Model *model;
  Arena *arena;
  const Integrals *integrals;
  const Equilibria *equilibria;
  const Linearization *steady, *linearization;
} AnalysisReport;

// analysis_equilibria.c
void print_equilibria(const AnalysisReport *report, bool latex, Text *out);
void json_equilibria(const AnalysisReport *report, Json *json);

// analysis_steady.c
void print_steady(const AnalysisReport *report, bool latex, Text *out);
void json_steady(const AnalysisReport *report, Json *json);
void print_linearization(const AnalysisReport *report, bool latex, Text *out);
void json_linearization(const AnalysisReport *report, Json *json);
// A and B as a table: a line of names, then a line for each variable.
void csv_linearization(const AnalysisReport *report, Text *out);

void report_analysis(const AnalysisReport *report, ReportFormat format, Text *out);

// --- the parts, each in its file -----------------------------------------------------------------

void print_integrals(const AnalysisReport *report, bool latex, Text *out);
void json_integrals(const AnalysisReport *report, Json *json);

#endif
