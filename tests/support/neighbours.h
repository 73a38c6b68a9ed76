// support/neighbours.h: linkages close to special ones.
//
// A linkage with special geometry (a parallelogram with a third crank, Bennett's, a door) has constraints that follow
// from others. Here one number of one constraint is changed slightly, by 1e-6 to 3e-2.
//
// Law:   if the new constraints hold at a state nearby, freedoms, accelerations and motion are those there, with the
//        rank that they have there; if the judge finds no such state, there is an error, or the state that the
//        program finds satisfies the constraints. A constraint that was implied before is not assumed to be so now.
// Judge: support/mechanism.h: Newton's method and ranks in 113 bits

#ifndef SUPPORT_NEIGHBOURS_H
#define SUPPORT_NEIGHBOURS_H

#include "support/linkage_judge.h"

// Draws and judges this many (times TEST_SCALE, if set), from TEST_SEED on; prints how many were right, and so on.
// Returns how many were not; with LINKAGE_KEEP=FOLDER these models are kept there.
size_t neighbours_run(size_t count);

#endif
