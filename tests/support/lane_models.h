// support/lane_models.h: random models for runs in lanes.
//
// Functions of every kind in the potential, forces with and without friction, mass matrices that
// depend on the state, constraints on positions and velocities, events, states from which the motion
// runs into a singular one: everything that makes lanes diverge.

#ifndef SUPPORT_LANE_MODELS_H
#define SUPPORT_LANE_MODELS_H

#include "base/text.h"
#include "support/dice.h"

// Returns the text of a model, in the arena.
const char *lane_model(Arena *arena, Dice *dice);

#endif
