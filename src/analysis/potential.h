// analysis/potential.h: the holonomic constraints in constraints on velocities.

#ifndef ANALYSIS_POTENTIAL_H
#define ANALYSIS_POTENTIAL_H

#include "local/pfaff.h"

typedef ARRAY(Expr) Potentials;

// Functions of coordinates and time that are constant along all motions the constraints allow,
// beside those that the holonomic constraints name: independent ones, each proved; fewer than
// there are where no closed form was found. The flag of the system is known.
Potentials potential_find(const Pfaff *pfaff);

// A function h with dh = factor*form; EXPR_NONE if none was found. live: the variables that
// count.
Expr potential_of(const Pfaff *pfaff, const Expr *form, const bool *live);

#endif
