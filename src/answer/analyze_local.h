// answer/analyze_local.h: the parts of an analysis about one state and its neighbourhood.

#ifndef ANSWER_ANALYZE_LOCAL_H
#define ANSWER_ANALYZE_LOCAL_H

#include "answer/analyze.h"

// Everything is in the model's arena. STATUS_INPUT, with a message, if a request makes no sense.
MUST_USE Status analyze_equilibria(System *m, const AnalyzeRequest *options,
                                   const Equilibria **found);
MUST_USE Status analyze_steady(System *m, const AnalyzeRequest *options,
                               const Linearization **found);
MUST_USE Status analyze_constraints_at(System *m, const AnalyzeRequest *options,
                                       const Equations *eq, ConstraintAnalysis **found);
MUST_USE Status analyze_linearization(System *m, const AnalyzeRequest *options,
                                      const Linearization **found);

// Reads a list "F, tau" of parameters that become inputs; NULL is an empty list. STATUS_INPUT, with
// a message, if one is not a parameter or moves the constraints.
MUST_USE Status analyze_read_inputs(System *m, const char *list, const Expr **input,
                                    size_t *inputs);

#endif
