// sweep/thin.h: some members of a plan that stand for all of them.

#ifndef SWEEP_THIN_H
#define SWEEP_THIN_H

#include "sweep/plan.h"

// A plan of at most `most` members of this one: of each grid some values, spread from the first to the last, and the first
// of the samples. All of them are one block. `member` gets the number that each has in the plan.
SweepPlan plan_thin(Arena *arena, const SweepPlan *plan, uint64_t most, uint64_t **member);

#endif
