// analysis/sign.h: obvious signs.

#ifndef ANALYSIS_SIGN_H
#define ANALYSIS_SIGN_H

#include "model/model.h"

// Returns 1 if e is obviously nonnegative at all real states, -1 if nonpositive, as a sum or product of such
// terms; 0: not obvious. Parameters have the signs of their values, and count as positive without one.
int sign_seen(const Model *model, Expr e);

#endif
