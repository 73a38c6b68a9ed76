// methods/legendre.h: from a Lagrangian to a Hamiltonian and back, exactly.

#ifndef METHODS_LEGENDRE_H
#define METHODS_LEGENDRE_H

#include "methods/inertia.h"

// L(q, q', t) = p.q' - H with p from q' = H_p. Returns false if H is not quadratic in the momenta, or H_pp is singular
// or could not be inverted.
bool legendre_lagrangian(const FreeSystem *s, const Expr *p, Expr H, Expr *L);

// H(q, p, t) = p.q' - L and the velocities q' = H_p in terms of momenta, from p = momentum(q, q', t). Returns false if
// the momenta are not linear in the velocities, or M is singular or could not be inverted.
bool legendre_hamiltonian(const FreeSystem *s, const Expr *p, const Expr *momentum, Expr L, Expr *H,
                          Expr *velocity);

#endif
