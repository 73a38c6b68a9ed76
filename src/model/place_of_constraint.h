// model/place_of_constraint.h: which points, bodies and frames a constraint acts on, and how.

#ifndef MODEL_PLACE_OF_CONSTRAINT_H
#define MODEL_PLACE_OF_CONSTRAINT_H

#include "model/model.h"

typedef struct ConstraintPlace {
  Vec *wrench;    // for each release of the copy, at lambda = 1: a force, or a torque for a frame
  bool complete;  // they account for the whole generalized force of the constraint
  bool foreign;   // it contains momenta or free speeds, so nothing is known
} ConstraintPlace;

// Returns the place of constraint a of a model with a released copy; found once, in the model's memory.
const ConstraintPlace *constraint_place(Model *model, size_t a);

// The symbol lambda(name).
Expr constraint_multiplier(Model *model, size_t a);

// How release k moves (a frame: turns) with a shift, which is a symbol of the copy.
Vec release_movement(const Model *released, size_t k, Expr shift);

#endif
