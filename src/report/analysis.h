// report/analysis.h: what `analyze` found, as text, LaTeX and JSON.

#ifndef REPORT_ANALYSIS_H
#define REPORT_ANALYSIS_H

#include "analysis/constraints.h"
#include "analysis/singular.h"
#include "report/json.h"
#include "report/report.h"

// A part is NULL where it was not asked for.
typedef struct {
  const Model *model;
  Arena *arena;
  ConstraintAnalysis *constraints;
  SingularAnalysis *singular;
} AnalysisReport;

// left = right from left - right: a sum has its negative terms on the other side.
void print_equation(ExprPool *pool, Expr difference, bool latex, Text *out);

// The parts, each in a file of its own: as text or LaTeX, and as members of a JSON object.
void print_constraints(const AnalysisReport *report, bool latex, Text *out);
void json_constraints(const AnalysisReport *report, Json *json);
void print_singular(const AnalysisReport *report, bool latex, Text *out);
void json_singular(const AnalysisReport *report, Json *json);

void report_analysis(const AnalysisReport *report, ReportFormat format, Text *out);

#endif
