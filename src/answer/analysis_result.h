// answer/analysis_result.h: what `analyze` found, as the structs of the public header, and these as JSON.

#ifndef ANSWER_ANALYSIS_RESULT_H
#define ANSWER_ANALYSIS_RESULT_H

#include "dalembert.h"
#include "report/analysis.h"

// Makes the structs in the arena.
DalAnalysis *answer_analysis_result(const AnalysisReport *report, Arena *arena);
void answer_analysis_json(const DalAnalysis *analysis, Text *out);

#endif
