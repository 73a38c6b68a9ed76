// analysis/equilibria_impl.h: what the files about equilibria share.

#ifndef ANALYSIS_EQUILIBRIA_IMPL_H
#define ANALYSIS_EQUILIBRIA_IMPL_H

#include "analysis/equilibria.h"
#include "methods/start.h"

// Closed forms of the coordinates in parameters, and of the multipliers where they are needed
// (exact.c). Proved with the judge of claims; false if none was found.
typedef struct {
  Expr *q, *lambda;   // lambda: EXPR_NONE if it is not known
  const Expr *value;  // of all unknowns of rest: q, lambda, and what is between
} ExactPlace;

bool exact_place(const Equations *eq, Local *local, const Equilibrium *e, Arena *arena,
                 ExactPlace *place);

// Gives the modes closed forms where the determinant has factors that allow it (closed_modes.c).
void closed_modes(const Equations *eq, Local *local, const ExactPlace *place, Equilibrium *e,
                  Arena *arena);

// Writes the general solution down, by the modes (solution.c).
void solution_find(Equilibrium *e, size_t n, Arena *arena);

// Modes, A0 and B0 of the state that local is at (modes.c).
void modes_find(const Equations *eq, Local *local, Equilibrium *e, Arena *arena);

#endif
