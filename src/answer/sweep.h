// answer/sweep.h: a sweep of a model: its plan and its members, each the motion that `simulate` gives for its values.

#ifndef ANSWER_SWEEP_H
#define ANSWER_SWEEP_H

#include "answer/run.h"
#include "sweep/folder.h"

typedef struct {
  System *model;
  Arena arena;            // of all that follows
  MotionRequest request;  // of every member
  PlanFile file;
  const char *text;        // of plan.json
  const char *model_name;  // for commands shown to the user
} ModelSweep;

// Variations besides the `sweep` statements of the model: "m=1:3:0.5".
typedef struct {
  const char *const *text;
  size_t n;
} SweepVaried;

// Within a call: makes the plan of a sweep whose model, arena and request are set; copies the texts of the request.
MUST_USE Status answer_sweep_plan(ModelSweep *sweep, const SweepVaried *varied);

// The motion of one member, with a model that no other thread uses.
typedef struct {
  System *m;
  const SweepPlan *plan;
  const MotionRequest *request;
  const double *values;
  Arena *arena;  // of the motion
  Motion *motion;
  bool once;  // a motion that ends early is not computed again
} MemberJob;

// Within a call: computes a member with these values, and restores those of the model. Decisions that were made with
// the values of the model, such as the rank of the constraints, may differ for the member: if that is possible, it gets
// a separate model.
MUST_USE Status answer_sweep_member(const MemberJob *job);

// The same by the number of the member, as a run. Without rows, nothing was computed.
MUST_USE Status answer_sweep_member_run(const ModelSweep *sweep, uint64_t member, Arena *arena,
                                        ModelRun *run);

// Stores the results of the motion as member i of a block.
void sweep_member_keep(const SweepPlan *plan, const Motion *motion, SweepBlock *block, size_t i);
// Did it reach its end, or an end that the model requests?
bool sweep_member_ended_well(const Motion *motion);

// A block of members, with a model that no other thread uses: what is needed to compute it, and the results. Members
// are computed only in this way; each is the motion that `simulate` gives for its values, bit for bit.
typedef struct {
  System *m;
  const ModelSweep *sweep;
  Arena *arena;  // of the results
  Arena *room;   // for a motion; its guard is that of the model
  SweepBlock block;
  SweepFailures failures;
  double each;  // seconds that a member takes by itself; 0: to be measured
  double rest;  // the thread's share of the members still to come
} BlockJob;

// Computes the block by calls of its model, one for each member or for many at once.
MUST_USE Status answer_sweep_block(BlockJob *job);

#endif
