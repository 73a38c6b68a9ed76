// program/momenta.h: Hamilton's equations of a Lagrangian, in numbers.

#ifndef PROGRAM_MOMENTA_H
#define PROGRAM_MOMENTA_H

#include "program/linear.h"

// Are the unknowns of the method the momenta of a Lagrangian?
bool momenta_are_unknowns(const Equations *eq);

// Finds q' from p.
MUST_USE Status momenta_velocities(MotionTape *s, Linear *p);

// Finds p' from q', which is known, and, if there are constraints, from the accelerations and multipliers of
// the free system with its constraints, *p.
MUST_USE Status momenta_rates(MotionTape *s, Linear *p, Value *rate);

// Finds q'' from q', if there are no constraints, for expressions lowered afterwards.
MUST_USE Status momenta_accelerations(MotionTape *s, Value *x);

// Turns a change of q' into a change of p, in place.
MUST_USE Status momenta_change(MotionTape *s, Value *change);

#endif
