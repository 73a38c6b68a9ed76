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
  const char *trouble[ANALYSIS_PARTS];  // reason why a part could not be done; or NULL
} AnalysisReport;

// As text or LaTeX.
void report_analysis(const AnalysisReport *report, Format format, Text *out);

// Limits of what is shown; 0: no limit. If there is more, the outline says how much, and that `analyze` shows it.
typedef struct {
  uint32_t operations;  // operations of a formula; larger ones are replaced by their size
  size_t cases;         // shown of each kind: equilibria, integrals, constraints, modes
  size_t matrix;        // rows of a matrix; larger ones are omitted
} AnalysisExtent;

extern const AnalysisExtent analysis_of_page;

// The parts in reading order.
Outline analysis_outline(const AnalysisReport *report, const AnalysisExtent *extent);
// Returns how many of n things are shown, if `each` of them take the room of one case; outline_more adds a line about
// the others.
size_t outline_shown(const Outline *o, size_t n, size_t each);
void outline_more(Outline *o, unsigned indent, size_t more, const char *only);
const char *analysis_part_name(AnalysisPart part);  // "first integrals"

// --- the parts, each in its own file: for an outline -------------------------------------------------

void analysis_say_constraints(const AnalysisReport *report, Outline *out);
void analysis_say_integrals(const AnalysisReport *report, Outline *out);
void analysis_say_equilibria(const AnalysisReport *report, Outline *out);
void analysis_say_steady(const AnalysisReport *report, Outline *out);
void analysis_say_linearization(const AnalysisReport *report, Outline *out);
void analysis_say_singular(const AnalysisReport *report, Outline *out);

// Words for what was found.
const char *analysis_stability_name(Stability stability);  // "stable", "unstable", "undecided"
const char *analysis_integral_kind(IntegralKind kind);     // "energy", ...
const char *analysis_apparent_kind(ApparentKind kind);     // "nonlinear", ...
const char *analysis_steady_verdict(const Linearization *linearization);  // "stable", ...

void analysis_say_dimensions(const AnalysisReport *report, Outline *out);

// Writes A and B as a table: a line of names, then a line for each variable.
void analysis_csv_linearization(const AnalysisReport *report, Text *out);

#endif
