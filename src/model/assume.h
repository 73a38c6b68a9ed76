// model/assume.h: what `assume` says about parameters, asked and checked.

#ifndef MODEL_ASSUME_H
#define MODEL_ASSUME_H

#include "model/model.h"

// 1 where e is not negative, -1 where it is not positive, for all values that are assumed; 0: not known.
int model_sign(Model *model, Expr e);

// e with abs(u) replaced by u or -u, in itself or in its factors, where the sign of u is assumed.
Expr model_without_abs(Model *model, Expr e);

// Reports assumptions that the values of the parameters contradict.
void model_check_assumptions(Model *model);

#endif
