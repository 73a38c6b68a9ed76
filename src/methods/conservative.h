// methods/conservative.h: has a model an energy integral, and one that is quadratic?

#ifndef METHODS_CONSERVATIVE_H
#define METHODS_CONSERVATIVE_H

#include "methods/free.h"

// STATUS_UNABLE, with a message at its place, if L contains t or is not quadratic in the velocities, or if forces
// that are not in L do work along the velocities v (n of them, as they
// are allowed by the constraints). Forces that do no work, such as magnetic ones, are allowed.
MUST_USE Status conservative_needed(const FreeSystem *s, const Equations *eq, const Expr *v);

#endif
