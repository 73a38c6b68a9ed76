// support/linkage_runs.h: many linkages, judged and counted.

#ifndef SUPPORT_LINKAGE_RUNS_H
#define SUPPORT_LINKAGE_RUNS_H

#include "support/linkage_judge.h"

// Draws and judges `count` linkages with `least` to `most` coordinates, TEST_SCALE times as many if that is set, beginning with the seed
// TEST_SEED or 1, and prints how many of each class were right, wrong, refused. Returns how many were not
// right. Variables of the environment are for explorers: LINKAGE_CLASS=n draws one class alone,
// LINKAGE_MOST=n changes how many coordinates there may be, LINKAGE_KEEP=FOLDER
// puts the model of each that is not right there, and gives each a process and a minute of its own.
size_t linkages_run(size_t count, unsigned parts, size_t least, size_t most);

#endif
