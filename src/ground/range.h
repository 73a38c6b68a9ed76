// ground/range.h: bounds of an expression over all real states.

#ifndef GROUND_RANGE_H
#define GROUND_RANGE_H

#include "model/model.h"

// Bounds of all real values of e, for any values of its variables; parameters that are positive in the model, or have
// no value, are positive. Wider than necessary if a variable occurs more than once. A bound that is never reached
// counts: exp(x) is above zero.
typedef struct {
  double low, high;  // -INFINITY and INFINITY if unbounded
} Range;

Range range_of(const Model *model, Expr e, Arena *work);

// e in numbers: parameters have the values of the model, and those without one a positive value.
Expr range_in_numbers(const Model *model, Expr e);

// Can e be zero, judging by its range?
bool range_may_vanish(const Model *model, Expr e, Arena *work);

#endif
