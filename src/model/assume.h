// model/assume.h: uses and checks what `assume` states about parameters.

#ifndef MODEL_ASSUME_H
#define MODEL_ASSUME_H

#include "model/model.h"

// Replaces abs(u) by u or -u, in e or in its factors, if the sign of u is known.
Expr model_without_abs(Model *model, Expr e);

// Reports assumptions that the values of the parameters contradict.
void model_check_assumptions(Model *model);

#endif
