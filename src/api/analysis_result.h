// api/analysis_result.h: what `analyze` found, as the structs of the public header, and these as JSON.

#ifndef API_ANALYSIS_RESULT_H
#define API_ANALYSIS_RESULT_H

#include "api/api_impl.h"
#include "report/analysis.h"

// Makes the structs in the arena.
DalAnalysis *api_analysis_result(const AnalysisReport *report, Arena *arena);
void api_analysis_json(const DalAnalysis *analysis, Text *out);

#endif
