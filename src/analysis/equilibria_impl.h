// analysis/equilibria_impl.h: shared by the files about equilibria.

#ifndef ANALYSIS_EQUILIBRIA_IMPL_H
#define ANALYSIS_EQUILIBRIA_IMPL_H

#include "analysis/equilibria.h"
#include "methods/start.h"

// Closed forms of the coordinates in parameters, and of the multipliers if they are needed (exact.c), proved
// with the judge of claims; exact_place returns false if none were found.
typedef struct {
  Expr *q, *lambda;   // lambda: EXPR_NONE if it is not known
  const Expr *value;  // of all unknowns of rest: q, lambda, and everything between
} ExactPlace;

bool exact_place(const Equations *eq, Local *local, const Equilibrium *e, Arena *arena,
                 ExactPlace *place);

// Finds closed forms of the modes, if the factors of the determinant allow it (closed_modes.c).
void closed_modes(const Equations *eq, Local *local, const ExactPlace *place, Equilibrium *e,
                  Arena *arena);

// Writes the general solution in terms of the modes (solution.c).
void solution_find(Equilibrium *e, size_t n, Arena *arena);

// Finds the modes, A0 and B0 at the state of `local` (modes.c).
void modes_find(const Equations *eq, Local *local, Equilibrium *e, Arena *arena);

#endif
