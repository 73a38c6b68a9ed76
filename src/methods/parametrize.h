// methods/parametrize.h: velocities in terms of free ones, found from the constraints.

#ifndef METHODS_PARAMETRIZE_H
#define METHODS_PARAMETRIZE_H

#include "methods/free.h"

// Finds q' = psi(q, z, t), where z are some of the velocities, chosen if eliminate is NULL, from the constraints that
// are not redundant (NULL: from all of them). Returns STATUS_UNABLE, with a message, if a constraint cannot be solved
// for a velocity.
MUST_USE Status parametrization_find(const FreeSystem *s, const Equations *eq,
                                     const bool *redundant, const Elimination *eliminate,
                                     Parametrization *p);

#endif
