// local/positive.h: signs of formulas in parameters, for all assumed values.

#ifndef LOCAL_POSITIVE_H
#define LOCAL_POSITIVE_H

#include "model/model.h"

// sign 1: nowhere negative, -1: nowhere positive, 0: unknown. strict: also nowhere zero.
typedef struct {
  int sign;
  bool strict;
} SureSign;

typedef struct Domain Domain;

// The parameter values that the assumptions of the model allow, or a larger set. taken: every other parameter keeps the
// sign of its value, and is positive if it has none.
Domain *domain_make(const Model *model, bool taken, Arena *arena);

// The sign of e there. e contains only parameters; of functions, only simple bounds are known: exp(u) > 0, |u| >= 0.
SureSign domain_sign(Domain *domain, Expr e);

#endif
