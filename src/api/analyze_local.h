// api/analyze_local.h: the parts of an analysis that are about one state and what is near it.

#ifndef API_ANALYZE_LOCAL_H
#define API_ANALYZE_LOCAL_H

#include "api/api_impl.h"
#include "report/analysis.h"

// Everything is left in the model's arena. STATUS_INPUT, with the reason told, where a request makes
// no sense.
MUST_USE Status analyze_equilibria(DalModel *m, const DalAnalyzeOptions *options,
                                   const Equilibria **found);
MUST_USE Status analyze_steady(DalModel *m, const DalAnalyzeOptions *options,
                               const Linearization **found);
MUST_USE Status constraints_at(DalModel *m, const DalAnalyzeOptions *options, const Equations *eq,
                               ConstraintAnalysis **found);
MUST_USE Status analyze_linearization(DalModel *m, const DalAnalyzeOptions *options,
                                      const Linearization **found);

#endif
