// api/sweep_impl.h: what a DalSweep is made of.

#ifndef API_SWEEP_IMPL_H
#define API_SWEEP_IMPL_H

#include "api/run_impl.h"
#include "sweep/folder.h"

struct DalSweep {
  DalModel *model;
  Guard guard;
  Arena arena;
  MotionRequest request;  // of every member
  PlanFile file;
  const char *text;        // of plan.json
  const char *model_name;  // for commands that are shown
};

// The motion of one member, with a model that no other thread uses.
typedef struct {
  DalModel *m;
  const SweepPlan *plan;
  const MotionRequest *request;
  const double *values;
  Arena *arena;  // of the motion
  Motion *motion;
  bool once;  // a motion that ends early is not followed again
} MemberJob;

// Within a call: follows it with these values; the model has its own back afterwards. Decisions that were made with
// the values of the model, such as the rank of the constraints, may differ for these: if that is possible, a separate
// model is made for the member.
MUST_USE Status sweep_member_follow(const MemberJob *job);

// Puts what the motion came to into the place of the i-th member of a block.
void sweep_member_keep(const SweepPlan *plan, const Motion *motion, SweepBlock *block, size_t i);
// Did it reach its end, or an end that the model requests?
bool sweep_member_ended_well(const Motion *motion);

// Within a call: the plan of the sweep, whose model and request are known.
MUST_USE Status sweep_plan(DalSweep *sweep, const DalSweepOptions *options);

// A block of members, with a model of one's own: what is needed to compute it, and what comes out. This is the one
// way in which members are computed; each is the motion that `simulate` gives for its values, to the bit.
typedef struct {
  DalModel *m;
  const DalSweep *sweep;
  Arena *arena;  // of what comes out
  Arena *room;   // for a motion; its guard is that of the model
  SweepBlock block;
  SweepFailures failures;
} BlockJob;
DalStatus sweep_block_run(BlockJob *job);

#endif
