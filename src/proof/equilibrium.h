// proof/equilibrium.h: claims on equilibria and their small motions.

#ifndef PROOF_EQUILIBRIUM_H
#define PROOF_EQUILIBRIUM_H

#include "proof/claims.h"

// Do all accelerations vanish at rest at the claim's place, and is it stable or unstable as claimed?
Judgement judge_equilibrium(const Equations *eq, const Claim *claim, Arena *arena);

// Answers the first of these questions alone, for a candidate claim.
bool equilibrium_holds(const Equations *eq, const Claim *claim, Arena *arena);

// Returns the name of a constraint on positions that the claim's place violates, or NULL.
const char *equilibrium_violates(const Equations *eq, const Claim *claim, Arena *arena);

// Is left an eigenvalue lambda^2 of the small motions A0 eta'' = B0 eta at the claim's place?
Judgement judge_mode(const Equations *eq, const Claim *claim, Arena *arena);

#endif
