// program/momenta.h: Hamilton's equations of a Lagrangian, in numbers.

#ifndef PROGRAM_MOMENTA_H
#define PROGRAM_MOMENTA_H

#include "program/linear.h"

// Are the unknowns of the method the momenta of a Lagrangian?
bool momenta_are_unknowns(const Equations *eq);

// q' of p.
MUST_USE Status momenta_velocities(MotionTape *s, Linear *p);

// p' of q', which is known: from the accelerations and multipliers of the free system with its
// constraints, *p, if there are any.
MUST_USE Status momenta_rates(MotionTape *s, Linear *p, Value *rate);

// q'' of q', as far as there are no constraints: for what is lowered afterwards.
MUST_USE Status momenta_accelerations(MotionTape *s, Value *x);

// The change of p with a change of q', in place.
MUST_USE Status momenta_change(MotionTape *s, Value *change);

#endif
