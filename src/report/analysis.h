// report/analysis.h: the results of `analyze`, as text and LaTeX.

#ifndef REPORT_ANALYSIS_H
#define REPORT_ANALYSIS_H

#include "analysis/constraints.h"
#include "analysis/equilibria.h"
#include "analysis/integrals.h"
#include "analysis/singular.h"
#include "analysis/steady.h"
#include "model/dimensions.h"
#include "report/outline.h"

typedef enum {
  ANALYSIS_CONSTRAINTS,
  ANALYSIS_INTEGRALS,
  ANALYSIS_EQUILIBRIA,
  ANALYSIS_STEADY,
  ANALYSIS_LINEARIZATION,
  ANALYSIS_SINGULAR,
  ANALYSIS_DIMENSIONS,
  ANALYSIS_PARTS
} AnalysisPart;

// A part is NULL if it was not requested, or could not be done.
typedef struct {
  const Model *model;
  Arena *arena;
  size_t columns;  // width of a terminal for text, or 0 for a page
  ConstraintAnalysis *constraints;
  const Integrals *integrals;
  const Equilibria *equilibria;
  const Linearization *steady, *linearization;
  SingularAnalysis *singular;
  const Dimensions *dimensions;
  const char *trouble[ANALYSIS_PARTS];  // why a part could not be done; or NULL
} AnalysisReport;

// Text or LaTeX.
void report_analysis(const AnalysisReport *report, ReportFormat format, Text *out);

// The parts in reading order; of formulas with more operations than `most` (0: no limit) only the
// size is shown.
Outline analysis_outline(const AnalysisReport *report, uint32_t most);

// --- the parts, each in its file: for an outline ---------------------------------------------------

void say_constraints(const AnalysisReport *report, Outline *out);
void say_integrals(const AnalysisReport *report, Outline *out);
void say_equilibria(const AnalysisReport *report, Outline *out);
void say_steady(const AnalysisReport *report, Outline *out);
void say_linearization(const AnalysisReport *report, Outline *out);
void say_singular(const AnalysisReport *report, Outline *out);

// Words for what was found.
const char *stability_name(Stability stability);  // "stable", "unstable", "undecided"
const char *integral_kind_name(IntegralKind kind);               // "energy", ...
const char *apparent_kind_name(ApparentKind kind);               // "nonlinear", ...
const char *steady_verdict(const Linearization *linearization);  // "stable", ...

void say_dimensions(const AnalysisReport *report, Outline *out);

// A and B as a table: a line of names, then a line for each variable.
void csv_linearization(const AnalysisReport *report, Text *out);

#endif
