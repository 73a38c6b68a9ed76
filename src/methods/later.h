// methods/later.h: masses whose M, F and momenta are made when something first asks for them.

#ifndef METHODS_LATER_H
#define METHODS_LATER_H

#include "methods/inertia.h"

// Decides whether M, F and p of a free system can wait, or returns NULL. They can if there are many coordinates, M is
// full, and nothing that is asked of a run needs them: the energy is T + V, and no force contains momenta or switches.
LaterMasses *later_masses(const FreeSystem *s);

// Makes M, F and p of these equations now, so that they can be changed.
void later_settle(Equations *eq);

// Replaces M (n x n), F and p of the free system in these equations.
void later_replace(Equations *eq, Expr *M, Expr *F, Expr *momentum);

// Returns the momenta that forces of the model may contain; NULL if they contain none and the momenta are not made.
const Expr *later_momentum(const Equations *eq);

#endif
