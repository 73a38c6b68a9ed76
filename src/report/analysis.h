// report/analysis.h: what `analyze` found, as text, LaTeX and JSON.

#ifndef REPORT_ANALYSIS_H
#define REPORT_ANALYSIS_H

#include "analysis/equilibria.h"
#include "report/json.h"
#include "report/report.h"

// A part is NULL where it was not asked for.
typedef struct {
  const Model *model;
  Arena *arena;
  const Equilibria *equilibria;
} AnalysisReport;

// analysis_equilibria.c
void print_equilibria(const AnalysisReport *report, bool latex, Text *out);
void json_equilibria(const AnalysisReport *report, Json *json);

void report_analysis(const AnalysisReport *report, ReportFormat format, Text *out);

#endif
