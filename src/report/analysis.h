// report/analysis.h: what `analyze` found, as text, LaTeX and JSON.

#ifndef REPORT_ANALYSIS_H
#define REPORT_ANALYSIS_H

#include "analysis/constraints.h"
#include "analysis/equilibria.h"
#include "analysis/integrals.h"
#include "analysis/singular.h"
#include "analysis/steady.h"
#include "report/json.h"
#include "report/report.h"

// A part is NULL where it was not asked for.
typedef struct {
  const Model *model;
  Arena *arena;
  ConstraintAnalysis *constraints;
  const Integrals *integrals;
  const Equilibria *equilibria;
  const Linearization *steady, *linearization;
  SingularAnalysis *singular;
} AnalysisReport;

// left = right from left - right: a sum has its negative terms on the other side.
void print_equation(ExprPool *pool, Expr difference, bool latex, Text *out);

void report_analysis(const AnalysisReport *report, ReportFormat format, Text *out);

// --- the parts, each in its file: as text or LaTeX, and as members of a JSON object ---------------

void print_constraints(const AnalysisReport *report, bool latex, Text *out);
void json_constraints(const AnalysisReport *report, Json *json);
void print_integrals(const AnalysisReport *report, bool latex, Text *out);
void json_integrals(const AnalysisReport *report, Json *json);
void print_equilibria(const AnalysisReport *report, bool latex, Text *out);
void json_equilibria(const AnalysisReport *report, Json *json);
void print_steady(const AnalysisReport *report, bool latex, Text *out);
void json_steady(const AnalysisReport *report, Json *json);
void print_linearization(const AnalysisReport *report, bool latex, Text *out);
void json_linearization(const AnalysisReport *report, Json *json);
void print_singular(const AnalysisReport *report, bool latex, Text *out);
void json_singular(const AnalysisReport *report, Json *json);

// A and B as a table: a line of names, then a line for each variable.
void csv_linearization(const AnalysisReport *report, Text *out);

#endif
