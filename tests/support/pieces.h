// support/pieces.h: random constraint sets of several pieces, and claims on them.
//
// Constraints and conditions are products of factors, determinants, circles, forms in velocities with coefficients that
// vanish somewhere. Most claims hold on one piece only, or nearly hold. The judge is a set of states found by
// Gauss-Newton steps of least norm, factor by factor of each constraint, and from starts where some variables are 0:
// pieces on which a would-be divisor vanishes.

#ifndef SUPPORT_PIECES_H
#define SUPPORT_PIECES_H

#include "support/check.h"

// Law: a claim that is proved by algebra vanishes at every state that satisfies the constraints and has
// their full rank, on whichever piece.
void pieces_law(Gen *g, ExprPool *p);

// Prints the counts; fails if almost no claim was proved, or almost all.
void pieces_count(void);

#endif
