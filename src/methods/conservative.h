// methods/conservative.h: has a model an energy integral, and one that is quadratic?

#ifndef METHODS_CONSERVATIVE_H
#define METHODS_CONSERVATIVE_H

#include "methods/free.h"

// STATUS_UNABLE, with the reason told at its place, where L contains t or is not quadratic in the
// velocities, or where forces that are not in L do work along the velocities v (n of them, as they
// are allowed by the constraints). Forces that do none, such as magnetic ones, are fine.
MUST_USE Status need_conservative(const FreeSystem *s, const Equations *eq, const Expr *v);

#endif
