// answer/analyze.h: the standard questions about a model.

#ifndef ANSWER_ANALYZE_H
#define ANSWER_ANALYZE_H

#include "program/system.h"
#include "report/analysis.h"

// Said in a report about a part that was not finished.
#define ANALYSIS_NO_TIME "it takes longer than a report has time for"

// A request; zero means the default.
typedef struct {
  const char *only;       // parts: "constraints, integrals, equilibria, singular"; NULL: all
  unsigned degree;        // of first integrals in the velocities; 0: 2
  const char *basis;      // further functions of positions for their coefficients: "1/r, x^3"
  const char *range;      // where equilibria are looked for: "theta=-pi:pi, s=0:2"
  const char *steady;     // a steady motion with these values: "x'=5, theta=pi/2"
  bool linearize;         // the motion near a state, as matrices
  const char *at;         // the state; NULL: the steady motion, or a state of rest
  const char *input;      // parameters that are its inputs: "F, tau"
  bool csv;               // only A and B are wanted
  size_t columns;         // width that text must fit; 0: that of a page
  const char *variables;  // of the linearization, in this order: "phi, phi'"; NULL: all independent ones
} AnalyzeRequest;

// Answers the request; the report lives until the next call. STATUS_LIMIT if a limit ended a part: the report has the
// others. It is empty if the request makes no sense.
MUST_USE Status answer_analyze(System *m, const AnalyzeRequest *request, AnalysisReport *report);

// Writes the matrices of the linearization as a table; nothing if a limit has ended it. STATUS_DOMAIN if there is no
// linearization.
MUST_USE Status answer_analysis_csv(System *m, const AnalysisReport *report, Text *text);

// Does the parts that need no request, in the arenas of the model, within this many seconds of processor time. A part
// that cannot be done is not a failure: the report gives the reason. Only an internal error is passed on.
MUST_USE Status answer_analysis(System *m, double seconds, AnalysisReport *report);

#endif
