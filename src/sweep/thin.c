// sweep/thin.c: selects fewer members of a plan.

#include "sweep/thin.h"
#include <string.h>

// Chooses how many values of each axis are kept, and, as the last entry, how many samples.
static uint64_t *find_counts(Arena *arena, const SweepPlan *p, uint64_t most) {
  uint64_t *kept = ARENA_ARRAY(arena, uint64_t, p->axes + 1);
  for (size_t i = 0; i < p->axes; i++)
    kept[i] = p->axis[i].kind < SWEEP_GRIDS ? p->axis[i].count : 1;
  kept[p->axes] = p->samples;
  for (;;) {
    size_t largest = 0;
    double members = 1;
    for (size_t i = 0; i <= p->axes; i++) {
      members *= (double) kept[i];
      if (kept[i] > kept[largest]) largest = i;
    }
    if (members <= (double) most || kept[largest] <= 1) return kept;
    kept[largest] -= kept[largest] / 16 + 1;
  }
}

// Returns the place in the grid of the i-th of `kept` values.
static uint64_t place_of(uint64_t i, uint64_t kept, uint64_t count) {
  return kept > 1 ? (i * (count - 1) + (kept - 1) / 2) / (kept - 1) : count / 2;
}

static SweepAxis thin_axis(Arena *arena, const SweepAxis *a, uint64_t kept) {
  SweepAxis thin = *a;
  if (a->kind >= SWEEP_GRIDS) return thin;
  thin.kind = SWEEP_LIST;
  thin.n = (size_t) kept;
  thin.count = kept;
  thin.value = ARENA_ARRAY(arena, Precise, thin.n);
  for (uint64_t i = 0; i < kept; i++)
    thin.value[i].high = plan_grid_value(a, place_of(i, kept, a->count));
  return thin;
}

SweepPlan plan_thin(Arena *arena, const SweepPlan *p, uint64_t most, uint64_t **member) {
  const uint64_t *kept = find_counts(arena, p, most);
  SweepPlan thin = *p;
  thin.axis = ARENA_ARRAY(arena, SweepAxis, p->axes + 1);
  thin.samples = kept[p->axes];
  thin.grid = 1;
  for (size_t i = 0; i < p->axes; i++) {
    thin.axis[i] = thin_axis(arena, &p->axis[i], kept[i]);
    thin.grid *= kept[i];
  }
  thin.members = thin.block = thin.grid * thin.samples;
  uint64_t *place = ARENA_ARRAY(arena, uint64_t, p->axes + 1);
  *member = ARENA_ARRAY(arena, uint64_t, thin.members + 1);
  for (uint64_t k = 0; k < thin.members; k++) {
    uint64_t at = 0;
    plan_place(&thin, k, place);
    for (size_t i = 0; i < p->axes; i++)
      if (p->axis[i].kind < SWEEP_GRIDS)
        at = at * p->axis[i].count + place_of(place[i], kept[i], p->axis[i].count);
    (*member)[k] = at * p->samples + k % thin.samples;
  }
  return thin;
}
