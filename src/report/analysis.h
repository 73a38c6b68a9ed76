// report/analysis.h: what `analyze` found, as text, LaTeX and JSON.

#ifndef REPORT_ANALYSIS_H
#define REPORT_ANALYSIS_H

#include "report/json.h"
#include "report/report.h"

// A part is NULL where it was not asked for.
typedef struct {
  const Model *model;
  Arena *arena;
} AnalysisReport;

void report_analysis(const AnalysisReport *report, ReportFormat format, Text *out);

#endif
