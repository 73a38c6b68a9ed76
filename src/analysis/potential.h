// analysis/potential.h: the holonomic constraints hidden in constraints on velocities.

#ifndef ANALYSIS_POTENTIAL_H
#define ANALYSIS_POTENTIAL_H

#include "local/pfaff.h"

typedef ARRAY(Expr) Potentials;

// Finds functions of coordinates and time that are constant along all motions the constraints allow, besides
// those of the holonomic constraints. They are independent, and each is proved; some are missing if no closed
// form was found. The flag of the system must be known.
Potentials potential_find(const Pfaff *pfaff);

#endif
