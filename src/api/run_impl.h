// api/run_impl.h: what a DalRun is made of.

#ifndef API_RUN_IMPL_H
#define API_RUN_IMPL_H

#include "answer/run.h"
#include "api/api_impl.h"

struct DalRun {
  Guard guard;
  Arena arena;
  ModelRun its;
};

// Makes the request that options describe. Returns what cannot be used in them, or NULL.
const char *api_motion_request(const DalRunOptions *options, MotionRequest *request);

// Makes an empty run whose memory is counted by the model's guard, or returns NULL without memory. It is destroyed with
// the working memory unless it is taken.
DalRun **api_run_open(DalModel *m);
DalRun *api_run_take(DalRun **run);

#endif
