// analysis/newton.h: solves equations near a state in doubles, before balls enclose the solution.

#ifndef ANALYSIS_NEWTON_H
#define ANALYSIS_NEWTON_H

#include "local/local.h"

typedef struct Newton Newton;

// Prepares the equations of a system, and further ones in its unknowns, for the unknowns from `first` on; the
// others are held. Parameters have the values of `local`. The tape lives as long as the arena.
MUST_USE Status newton_make(const Local *local, const Equations *eq, const LocalSystem *system,
                            const Expr *further, size_t n, size_t first, Arena *arena,
                            Newton **newton);
void newton_set_time(Newton *newton, double t);

// Solves from x, all unknowns of the system. STATUS_DOMAIN if no solution is found, STATUS_UNABLE without
// LAPACK.
MUST_USE Status newton_solve(Newton *newton, double *x);

#endif
