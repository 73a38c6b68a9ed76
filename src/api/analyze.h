// api/analyze.h: the analysis of a model for a report.

#ifndef API_ANALYZE_H
#define API_ANALYZE_H

#include "api/api_impl.h"
#include "report/analysis.h"

// What a report says of a part that was left.
#define ANALYSIS_NO_TIME "it takes longer than a report has time for"

// The parts that need no request, in the arenas of the model, within that many seconds of processor time. A part that
// cannot be done does not make this fail: the report says why. A fault of the program alone is handed on.
MUST_USE Status api_analysis(DalModel *m, double seconds, AnalysisReport *report);

#endif
