// motion/lanes.h: many motions of one compiled flow, several at a time.
//
// In:    motions that differ in parameters, initial states, times: anything in a RunRequest
// Out:   for each, the result of run_flow with DOP853 and the compiled flow, to the last bit
// How:   native/text/dop853_lanes.h; the unit is compiled for as many lanes as the processor has: 8 with
//        AVX-512, 4 with AVX, 2 otherwise. DALEMBERT_LANES=4 overrides that; 1 turns lanes off.
// Not:   Taylor series, SUNDIALS; requests with a `pause` that changes the flow

#ifndef MOTION_LANES_H
#define MOTION_LANES_H

#include "motion/compiled.h"
#include "motion/run.h"

typedef struct Lanes Lanes;

// A motion. It belongs to the caller, and must stay in place until it is done.
typedef struct {
  const double *fixed;  // the fixed inputs of its tapes
  RunRequest request;   // `events` is not used
  RunResult result;     // y: the initial state; rows: room for the rows requested
  void *context;        // the caller's own
} LaneMotion;

// The source of motions, and their destination.
typedef struct {
  LaneMotion *(*next)(void *context);  // the next motion, or NULL
  void (*done)(void *context, LaneMotion *motion);
  void *context;
} LaneSource;

// Most operations, read by a compiler, that are worth compiling for lanes.
#define LANES_UNIT_MOST 20000

// Decides whether lanes could pay for a block of this many motions. worth: the time in seconds that the block and the
// rest of the work take one by one. DALEMBERT_LANES overrides the decision; otherwise the block must fill the lanes.
bool lanes_may_help(size_t motions, double worth);

// Compiles a flow, which is already compiled and must stay, for lanes. If that cannot be done, would take longer than lanes
// could save, another thread is doing it, or one lane is wanted, *trouble has the reason, and lanes_follow integrates
// the motions one by one, which gives the same bits. Threads may share the result. NULL without memory.
Lanes *lanes_create(const Flow *compiled, double worth, NativeTrouble *trouble);
void lanes_destroy(Lanes *lanes);

// Returns the number of lanes; 1 if motions are integrated one by one.
size_t lanes_width(const Lanes *lanes);

// The work done: steps of all lanes at once, and of single ones.
typedef struct {
  size_t together, alone;
} LaneCount;

// Integrates all motions of the source. A motion may end before one that started earlier. STATUS_LIMIT without memory.
MUST_USE Status lanes_follow(const Lanes *lanes, const LaneSource *source, LaneCount *count);

#endif
