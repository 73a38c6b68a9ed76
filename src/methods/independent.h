// methods/independent.h: the quasi-coordinate that takes the place of time.

#ifndef METHODS_INDEPENDENT_H
#define METHODS_INDEPENDENT_H

#include "methods/quasi.h"

// Chooses quasi-velocities so that the last one has this name, which is the velocity of a coordinate or a
// quasi-velocity of the model; for NULL, the one with the largest part in the kinetic energy at the initial state.
// Fails with a message if nothing qualifies.
MUST_USE Status independent_choose(const FreeSystem *s, const Equations *eq, const bool *redundant,
                                   const char *name, Quasi *w);

#endif
