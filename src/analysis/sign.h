// analysis/sign.h: signs that can be seen.

#ifndef ANALYSIS_SIGN_H
#define ANALYSIS_SIGN_H

#include "model/model.h"

// 1 or -1 where e is nowhere below, or above, 0 for real states, as a sum or product of such things;
// parameters have the signs of their values, and are positive where they have none. 0: not seen.
int seen_sign(const Model *model, Expr e);

#endif
