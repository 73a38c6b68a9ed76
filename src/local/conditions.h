// local/conditions.h: for which values of the parameters a state of rest is stable.

#ifndef LOCAL_CONDITIONS_H
#define LOCAL_CONDITIONS_H

#include "local/local.h"

// left > right
typedef struct {
  Expr left, right;
} StabilityCondition;

typedef ARRAY(StabilityCondition) ConditionList;

typedef struct {
  bool known;          // the potential energy decides, and its second derivatives are in parameters
  Stability proved;    // for all values that are assumed; STABILITY_UNSAID: that is open
  ConditionList list;  // stable if all of them hold; parameters keep the signs that their values have
  bool otherwise;      // and unstable if one holds with < instead of >
} StabilityConditions;

// Of a state of rest, which is proved to be one: n coordinates in parameters. Conditions of Dirichlet and
// Lagrange on the second derivatives of the potential energy, on what holonomic constraints allow.
StabilityConditions local_conditions(const Equations *eq, const Expr *q, Arena *arena);

// The same for those values of the parameters with which `from` is `to`, n parameters one after the other.
StabilityConditions local_conditions_given(const Equations *eq, const Expr *q, const Expr *from,
                                           const Expr *to, size_t n, Arena *arena);

#endif
