// sweep/thin.h: a selection of members that represents a plan.

#ifndef SWEEP_THIN_H
#define SWEEP_THIN_H

#include "sweep/plan.h"

// Makes a plan with at most `most` of the members: some values of each grid, spread from the first
// to the last, and the first samples, all in one block. `member` receives the number of each one in
// the original plan.
SweepPlan plan_thin(Arena *arena, const SweepPlan *plan, uint64_t most, uint64_t **member);

#endif
