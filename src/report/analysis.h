// report/analysis.h: what `analyze` found, as text, LaTeX and JSON.

#ifndef REPORT_ANALYSIS_H
#define REPORT_ANALYSIS_H

#include "analysis/integrals.h"
#include "report/json.h"
#include "report/report.h"

// A part is NULL where it was not asked for.
typedef struct {
  const Model *model;
  Arena *arena;
  const Integrals *integrals;
} AnalysisReport;

void report_analysis(const AnalysisReport *report, ReportFormat format, Text *out);

// --- the parts, each in its file -----------------------------------------------------------------

void print_integrals(const AnalysisReport *report, bool latex, Text *out);
void json_integrals(const AnalysisReport *report, Json *json);

#endif
