// sweep/plan.h: a plan of many motions: what is varied. A member is a function of the plan and of its number.

#ifndef SWEEP_PLAN_H
#define SWEEP_PLAN_H

#include "base/text.h"
#include "model/model.h"

// A number with the remainder that a double cannot hold: 0.1 is not a double, but high + low is nearly 0.1.
typedef struct {
  double high, low;
} Precise;

// One variable.
typedef struct {
  const char *name;  // "m", "theta'"
  bool initial;      // an initial value; otherwise a parameter
  SweepKind kind;
  Precise *value;
  size_t n;
  uint64_t count;    // of values, for a grid
  uint64_t key;      // hash of the name
  size_t dimension;  // number among the sampled axes
} SweepAxis;

typedef struct {
  SweepAxis *axis;
  size_t axes;
  SamplingKind by;
  uint64_t samples, seed;  // samples at each point of the grid; 1 if nothing is sampled
  uint64_t grid;           // points
  uint64_t members, block;
  const char **column, **result;  // names
  size_t columns, results;
  uint64_t rows;       // kept of each member; may be 0
  const char *digest;  // SHA-256 of the text of the plan
} SweepPlan;

#define SWEEP_MOST ((uint64_t) 1000000000)
#define SWEEP_BLOCK 256    // members of a part, at most, unless there would be too many parts
#define SWEEP_BLOCKS 8192  // parts of a sweep that are not too many

// Computes counts and sizes of a plan whose axes and samples are known. Returns NULL, or what is wrong with the values
// of *axis.
const char *plan_settle(SweepPlan *plan, bool rows, size_t *axis);

static inline uint64_t plan_blocks(const SweepPlan *plan) {
  return (plan->members + plan->block - 1) / plan->block;
}
static inline uint64_t plan_block_members(const SweepPlan *plan, uint64_t block) {
  const uint64_t first = block * plan->block;
  return plan->members - first < plan->block ? plan->members - first : plan->block;
}

// Draws the values of a member, one for each axis. The first axis of a grid varies slowest, samples fastest.
void plan_draw(const SweepPlan *plan, uint64_t member, double *values);
// Finds the member's grid point along each axis; 0 for axes that are sampled.
void plan_place(const SweepPlan *plan, uint64_t member, uint64_t *place);
double plan_grid_value(const SweepAxis *axis, uint64_t i);

#endif
