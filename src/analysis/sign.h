// analysis/sign.h: signs that are obvious.

#ifndef ANALYSIS_SIGN_H
#define ANALYSIS_SIGN_H

#include "model/model.h"

// 1 or -1 if e is nowhere below, or above, 0 for real states, as a sum or product of such terms; parameters have the
// signs of their values, and are positive if they have none. 0: not obvious.
int sign_seen(const Model *model, Expr e);

#endif
