// proof/odds.h: the odds of statements that hold at random points.

#ifndef PROOF_ODDS_H
#define PROOF_ODDS_H

#include "ground/field_motion.h"

// Returns k such that a nonzero statement vanishes at a random point of the manifold with odds below 10^-k; 0
// if no bound is known.
int odds_exponent(const FieldMotion *fields, Expr statement);

#endif
