// methods/canonical.h: a Hamiltonian without a Lagrangian in closed form, in its own variables.

#ifndef METHODS_CANONICAL_H
#define METHODS_CANONICAL_H

#include "methods/free.h"

// Does the model give a Hamiltonian whose Lagrangian is not known in closed form?
bool canonical_holds(const FreeSystem *s);

// Fills in what free_equations does, with the momenta as part of the state and p' in place of q''. Leaves the rows of
// the constraints on p' to the method.
MUST_USE Status canonical_equations(const FreeSystem *s, const Method *method, Equations *eq);

// The equations with p' = Q - H_q in place of (8), if they are canonical and free: H_pp may then be singular, e.g. that
// of a ray of light. Otherwise the equations unchanged.
const Equations *canonical_solved(const Equations *eq, Arena *arena);

#endif
