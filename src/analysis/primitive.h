// analysis/primitive.h: antiderivatives by the rules of a short table.

#ifndef ANALYSIS_PRIMITIVE_H
#define ANALYSIS_PRIMITIVE_H

#include "expr/expr.h"

// Finds a function of x whose derivative is e, with everything else constant, or EXPR_NONE. Every result is
// verified by differentiation.
Expr primitive_find(ExprPool *pool, Expr e, Expr x);

#endif
