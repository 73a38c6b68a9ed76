// support/linkage_runs.h: many linkages, judged and counted.

#ifndef SUPPORT_LINKAGE_RUNS_H
#define SUPPORT_LINKAGE_RUNS_H

#include "support/linkage_judge.h"

// Draws and judges `count` linkages with `least` to `most` coordinates (times TEST_SCALE, if set),
// beginning with the seed TEST_SEED or 1, and prints how many of each class were right, wrong,
// refused. Returns how many were not right. Environment variables for exploring: LINKAGE_CLASS=n
// draws only one class, LINKAGE_MOST=n changes the largest number of coordinates,
// LINKAGE_KEEP=FOLDER keeps the model of each that is not right, and gives each its own process and
// one minute.
size_t linkages_run(size_t count, unsigned parts, size_t least, size_t most);

#endif
