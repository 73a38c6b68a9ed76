// model/place_of_constraint.h: on which points, bodies and frames a constraint acts, and how.

#ifndef MODEL_PLACE_OF_CONSTRAINT_H
#define MODEL_PLACE_OF_CONSTRAINT_H

#include "model/model.h"

typedef struct ConstraintPlace {
  Vec *wrench;    // one for each release of the copy: a force, for a frame a torque, if lambda is 1
  bool complete;  // they account for the whole generalized force of the constraint
  bool foreign;   // it contains momenta or free speeds: nothing is known
} ConstraintPlace;

// Of constraint a of the model, whose released copy is there; found once, in the model's memory.
const ConstraintPlace *constraint_place(Model *model, size_t a);

// The symbol lambda(name).
Expr constraint_multiplier(Model *model, size_t a);

// How release k moves (a frame: turns) with a shift, a symbol of the copy.
Vec release_movement(const Model *released, size_t k, Expr shift);

#endif
