// program/many.h: computes motions of one system, several at a time (motion/lanes.h).
//
// Law:   a motion has the table and the results that system_follow finds with `code` native, to the last bit;
//        whatever may differ for one of them (another way to solve, charts, an end other than the requested
//        one) is left to system_follow

#ifndef PROGRAM_MANY_H
#define PROGRAM_MANY_H

#include "program/follow.h"

// Motions 0 .. n - 1.
typedef struct {
  size_t n;
  // puts the parameters of one motion into the system and fills in its request; not STATUS_OK: compute it alone
  Status (*set)(void *context, size_t i, MotionRequest *request);
  // restores the system's own parameters
  Status (*reset)(void *context);
  // receives a result; NULL: compute it alone. Called within the guard, once for each, in order
  void (*take)(void *context, size_t i, const Motion *motion);
  void *context;
  Arena *room;  // for a motion, until `take` returns; not the working memory of the system
  double worth;  // how many seconds these motions and those that follow take one by one, as far as known
} ManyMotions;

// Must be called within a guard. Not STATUS_OK if the work was cancelled, or without memory.
MUST_USE Status system_follow_many(System *m, const ManyMotions *many);

#endif
