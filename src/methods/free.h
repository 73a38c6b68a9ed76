// methods/free.h: the free system of a model, which every method starts from.

#ifndef METHODS_FREE_H
#define METHODS_FREE_H

#include "methods/constraints.h"
#include "methods/methods.h"

// Fills in the free system and the constraints of the model, and as the problem M q'' = F. A
// Hamiltonian is transformed first: STATUS_UNABLE, with a message, if it cannot be.
MUST_USE Status free_equations(const FreeSystem *s, const Method *method, Equations *eq);

// Momenta and quasi-velocities that were written in velocities may have left a division by zero:
// STATUS_INPUT, with a message at its place.
MUST_USE Status free_check_divisions(const FreeSystem *s, const Equations *eq);

// Time, by which all methods but one advance.
Along along_time(void);

// The rows of the constraints, as those of the free system's problem.
void free_put_rows(Equations *eq);

// e with q' = psi: in the variables of a reduced problem.
Expr free_on_psi(const Equations *eq, Expr e);

// Moves multipliers from the forces to the directions of the reactions; the constraints are known
// (friction.c).
MUST_USE Status friction_take_multipliers(const FreeSystem *s, Equations *eq);

// STATUS_UNABLE, with a message, if the model gives its constraints only in parametric form.
MUST_USE Status free_need_implicit(const Equations *eq);

// The constraints that need not be solved because they follow from the others: a mark for each, or
// NULL if that is not known.
const bool *redundant_rows(const DeriveOptions *options, const Equations *eq);
// A state where what they are solved for should be regular, or NULL.
const double *known_state(const DeriveOptions *options, const Equations *eq);

// The worksheet's steps from positions to Christoffel symbols (lagrange.c).
void lagrange_write_free_system(const FreeSystem *s, Equations *eq);

#endif
