// answer/sweep_run.h: blocks of a sweep, computed by threads.

#ifndef ANSWER_SWEEP_RUN_H
#define ANSWER_SWEEP_RUN_H

#include "answer/sweep.h"
#include "dalembert.h"

// Computes the blocks that are not in the folder yet. STATUS_DOMAIN if members of these blocks failed.
MUST_USE Status answer_sweep_run(const ModelSweep *sweep, const DalSweepWork *work,
                                 const char *path, Arena *arena, Diags *diags);

#endif
