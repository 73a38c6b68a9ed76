// analysis/primitive.h: antiderivatives by the rules of a short table.

#ifndef ANALYSIS_PRIMITIVE_H
#define ANALYSIS_PRIMITIVE_H

#include "expr/expr.h"

// A function of x whose derivative is e, everything else held constant; EXPR_NONE if the table
// has none. Whatever comes out was differentiated again and compared.
Expr primitive_find(ExprPool *pool, Expr e, Expr x);

#endif
