// methods/conservative.h: whether a model has an energy integral that is quadratic.

#ifndef METHODS_CONSERVATIVE_H
#define METHODS_CONSERVATIVE_H

#include "methods/free.h"

// Returns STATUS_UNABLE, with a message at its place, if L contains t or is not quadratic in the velocities, or if
// forces that are not in L do work along the velocities v (n of them, as the constraints allow). Forces that do no
// work, such as magnetic ones, are allowed.
MUST_USE Status conservative_needed(const FreeSystem *s, const Equations *eq, const Expr *v);

#endif
