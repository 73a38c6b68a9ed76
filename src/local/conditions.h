// local/conditions.h: the parameter values for which a state of rest is stable.

#ifndef LOCAL_CONDITIONS_H
#define LOCAL_CONDITIONS_H

#include "local/local.h"

// left > right
typedef struct {
  Expr left, right;
} StabilityCondition;

typedef ARRAY(StabilityCondition) ConditionList;

typedef struct {
  bool known;          // the potential energy decides, and its second derivatives are formulas in parameters
  Stability proved;    // for all assumed values; STABILITY_UNSAID: open
  ConditionList list;  // stable if all of them hold; parameters keep the signs of their values
  bool otherwise;      // and unstable if one holds with < instead of >
} StabilityConditions;

// Conditions for a proved state of rest, given by n coordinates in parameters: those of Dirichlet and Lagrange on the
// second derivatives of the potential energy, in the directions allowed by holonomic constraints.
StabilityConditions local_conditions(const Equations *eq, const Expr *q, Arena *arena);

// The same for parameter values at which `from` equals `to`, for n parameters one after another.
StabilityConditions local_conditions_given(const Equations *eq, const Expr *q, const Expr *from,
                                           const Expr *to, size_t n, Arena *arena);

#endif
