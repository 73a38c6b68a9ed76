// analysis/steady_impl.h: shared by the search for steady motions and the choice of its variables.

#ifndef ANALYSIS_STEADY_IMPL_H
#define ANALYSIS_STEADY_IMPL_H

#include "analysis/newton.h"
#include "analysis/steady.h"

#define STEADY_DRAWS 3  // random states at which dependence is decided

typedef struct {
  const Equations *eq;
  Arena *arena;
  Local *local;
  LocalVariables v;
  LocalSystem whole;
  const LinearizationRequest *request;
  double *start;      // of the unknowns of `whole`
  double time;        // the time of the state
  ARRAY(Expr) given;  // expressions that vanish
  size_t draws;
  LocalLinear at[STEADY_DRAWS];  // at random states
  bool near_start;               // at[0] is near the initial state
} SteadyTask;

// A choice of variables: the independent ones of x, and those that are kept.
typedef struct {
  bool *independent, *kept;
  size_t rank;  // larger is better
} SteadyChoice;

typedef ARRAY(SteadyChoice) SteadyChoices;
typedef ARRAY(Expr) SteadyConditions;

// Returns a number between -1 and 1, and advances the seed.
static inline double steady_scatter(unsigned *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double) (*seed >> 8) / (double) (1u << 23) - 1;
}

// Does the request give a value for this variable?
bool steady_is_given(const SteadyTask *t, Expr x);
// x[i] minus its value at the start.
Expr steady_pinned(SteadyTask *t, size_t i);
// Lists all sets of independent velocities, up to a maximum; those that leave out most come first.
MUST_USE Status steady_choose(SteadyTask *t, SteadyChoices *choices);

#endif
