// support/assorted.h: random models with constraints of every kind.
//
// A model has two to five coordinates, a kinetic energy of squares of linear forms in the
// velocities, with terms linear in them at times, a potential, forces; and constraints on positions,
// linear, affine and nonlinear ones on velocities, on momenta, on quasi-velocities, on accelerations,
// servo constraints, ones with the time, redundant ones; or rates in free speeds. Masses may be zero or
// of very different sizes, states singular.
//
// Law:   accelerations by every method that accepts the model, by the tapes of a run, by compiled code and by exported
//        C agree with the augmented problem in 113 bits; or there is a message, and that problem has no unique solution
//        here or is singular.
// Judge: support/mechanism.h

#ifndef SUPPORT_ASSORTED_H
#define SUPPORT_ASSORTED_H

#include "support/folder.h"
#include "support/linkage_judge.h"

// Returns a model at a consistent state, or NULL if none was found.
Mechanism *assorted_draw(uint64_t seed);

// Draws and judges this many models (times TEST_SCALE, if set), from TEST_SEED on; prints how many were right, rightly
// refused, and so on. Returns how many were not right; with LINKAGE_KEEP=FOLDER these models are kept there. The folder
// is for exported C.
size_t assorted_run(size_t count, Folder *folder);

#endif
