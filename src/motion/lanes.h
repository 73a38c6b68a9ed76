// motion/lanes.h: many motions of one compiled flow, several at a time.
//
// In:    motions that differ in parameters, initial states, times: whatever a RunRequest says of each
// Out:   for each what run_flow finds with DOP853 and the compiled flow, to the last bit
// How:   native/text/dop853_lanes.h; the unit is compiled for as many lanes as the processor has:
//        8 with AVX-512, 4 with AVX, 2 otherwise. DALEMBERT_LANES=4 chooses, 1 does without.
// Not:   Taylor series, SUNDIALS; requests with a `pause` that changes the flow

#ifndef MOTION_LANES_H
#define MOTION_LANES_H

#include "motion/compiled.h"
#include "motion/run.h"

typedef struct Lanes Lanes;

// One of the motions. It belongs to the caller, and stays where it is until it is done.
typedef struct {
  const double *fixed;  // the fixed inputs of its tapes
  RunRequest request;   // `events` is not used
  RunResult result;     // y: the initial state; rows: room for those that are wanted
  void *context;        // the caller's own
} LaneMotion;

// Where motions come from, and where they go.
typedef struct {
  LaneMotion *(*next)(void *context);  // the next one, or NULL
  void (*done)(void *context, LaneMotion *motion);
  void *context;
} LaneSource;

// Operations that are worth compiling for lanes.
#define LANES_UNIT_MOST 20000

// Compiles a flow, which is compiled already and must stay, for lanes. Where that cannot be done, or one
// lane is wanted, *trouble says why, and lanes_follow takes the motions one by one. Threads may share
// the result. NULL without memory.
Lanes *lanes_create(const Flow *compiled, NativeTrouble *trouble);
void lanes_destroy(Lanes *lanes);

// How many there are; 1 if motions are taken one by one.
size_t lanes_width(const Lanes *lanes);

// What it took: steps of all lanes at once, and of single ones.
typedef struct {
  size_t together, alone;
} LaneCount;

// Follows all motions of the source. A motion may end before one that was taken earlier. STATUS_LIMIT
// without memory.
MUST_USE Status lanes_follow(const Lanes *lanes, const LaneSource *source, LaneCount *count);

#endif
