// api/analyze_local.h: the parts of an analysis that are about one state and what is near it.

#ifndef API_ANALYZE_LOCAL_H
#define API_ANALYZE_LOCAL_H

#include "api/api_impl.h"
#include "report/analysis.h"

MUST_USE Status analyze_equilibria(DalModel *m, const DalAnalyzeOptions *options,
                                   const Equilibria **found);

#endif
