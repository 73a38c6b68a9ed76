// support/rounding.h: how far a run of a tape may be from the exact values.
//
// Every value has an error bound: the effect of the operands' errors on the result, and the rounding of
// the operation itself (Higham, Accuracy and Stability, section 3.3). Constants carry the rounding
// of their rational number; inputs are exact.

#ifndef SUPPORT_ROUNDING_H
#define SUPPORT_ROUNDING_H

#include "tape/tape.h"

#include <float.h>

#define UNIT (DBL_EPSILON / 2)

// Finds the bounds of all values of a tape that was run on work.
void rounding_bounds(const Tape *tape, const double *work, double *error);

// Is there a constant in e that is not rational, such as sin(3)? The tape has its value without the
// operations that led to it, so their rounding is not in the bounds.
bool rounding_is_hidden(ExprPool *pool, Expr e, Arena *arena);

#endif
