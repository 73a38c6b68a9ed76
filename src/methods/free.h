// methods/free.h: the free system of a model, from which every method starts.

#ifndef METHODS_FREE_H
#define METHODS_FREE_H

#include "methods/constraints.h"
#include "methods/later.h"
#include "methods/methods.h"

// Fills in the free system and the constraints of the model, and M q'' = F as the problem. A Hamiltonian is transformed
// first; returns STATUS_UNABLE, with a message, if that is not possible.
MUST_USE Status free_equations(const FreeSystem *s, const Method *method, Equations *eq);

// The same; M, F and momenta are made later unless that is NULL. A method must not change them then.
MUST_USE Status free_equations_later(const FreeSystem *s, const Method *method, LaterMasses *later,
                                     Equations *eq);

// Returns STATUS_INPUT, with a message at its place, if writing momenta and quasi-velocities in velocities has left a
// division by zero.
MUST_USE Status free_check_divisions(const FreeSystem *s, const Equations *eq);

// Time, by which all methods but one advance.
Along free_along_time(const FreeSystem *s);

// Makes the rows of the constraints those of the free system's problem.
void free_put_rows(Equations *eq);

// e with q' = psi, i.e. in the variables of a reduced problem.
Expr free_on_psi(const Equations *eq, Expr e);

// Moves multipliers from the forces to the directions of the reactions; call it when the constraints are known
// (friction.c).
MUST_USE Status friction_take_multipliers(const FreeSystem *s, Equations *eq);

// STATUS_UNABLE, with a message, if the model gives its constraints only in parametric form.
MUST_USE Status free_need_implicit(const Equations *eq);

// Marks the constraints that need not be solved because they follow from the others; NULL if that is not known.
const bool *redundant_rows(const DeriveOptions *options, const Equations *eq);
// A state at which the solution of the constraints should be regular, or NULL.
const double *known_state(const DeriveOptions *options, const Equations *eq);

// Writes the worksheet's steps from positions to Christoffel symbols (lagrange.c).
void lagrange_write_free_system(const FreeSystem *s, Equations *eq);

#endif
