// support/sides.h: claims that are true on one side of something and false on the other.
//
// A true identity is changed so that the change matters only beyond a root, an absolute value or the cut
// of an inverse function, for the other order of two parameters, on another factor of a constraint, or on
// another part of the constraint manifold that no factor distinguishes. That it is reached is known by construction,
// not from the program.

#ifndef SUPPORT_SIDES_H
#define SUPPORT_SIDES_H

#include "support/check.h"

// Law: the false claim is neither proved nor verified, and the true one is not refuted.
void sides_law(Gen *g, ExprPool *p);

// Prints the counts of each verdict; fails if many were left undecided.
void sides_count(void);

#endif
