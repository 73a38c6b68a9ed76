// answer/analyze.h: the standard questions about a model.

#ifndef ANSWER_ANALYZE_H
#define ANSWER_ANALYZE_H

#include "program/system.h"
#include "report/analysis.h"

// What a report says of a part that was not finished.
#define ANALYSIS_NO_TIME "it takes longer than a report has time for"

// Zero for what is left out.
typedef struct {
  const char *only;       // parts: "constraints, integrals, equilibria, singular"; NULL: all
  unsigned degree;        // of first integrals in the velocities; 0: 2
  const char *basis;      // further functions of positions for their coefficients: "1/r, x^3"
  const char *range;      // where equilibria are looked for: "theta=-pi:pi, s=0:2"
  const char *steady;     // a steady motion with these values: "x'=5, theta=pi/2"
  bool linearize;         // the motion near a state, as matrices
  const char *at;         // that state; NULL: the steady motion, or a state of rest
  const char *input;      // parameters that are inputs of it: "F, tau"
  bool csv;               // A and B alone are wanted
  size_t columns;         // that text is to fit; 0: those of a page
  const char *variables;  // of the linearization, in this order: "phi, phi'"; NULL: all independent ones
} AnalyzeRequest;

// What is asked for; the report lives until the next call. STATUS_LIMIT if a limit ended a part: the report has the
// others then. It is empty if the request makes no sense.
MUST_USE Status answer_analyze(System *m, const AnalyzeRequest *request, AnalysisReport *report);

// The parts that need no request, in the arenas of the model, within that many seconds of processor time. A part that
// cannot be done does not make this fail: the report says why. Only an internal error is passed on.
MUST_USE Status answer_analysis(System *m, double seconds, AnalysisReport *report);

#endif
