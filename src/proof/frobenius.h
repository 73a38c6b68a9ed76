// proof/frobenius.h: can a constraint on velocities be integrated?

#ifndef PROOF_FROBENIUS_H
#define PROOF_FROBENIUS_H

#include "proof/claims.h"

// Is the constraint the rate of a function of positions and time, up to a factor: by itself, or together with
// all other constraints?
Judgement judge_integrable(const Equations *eq, const Claim *claim, Arena *arena);

#endif
