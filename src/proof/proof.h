// proof/proof.h: what holds on the constraint manifold, decided exactly at random points of finite
// fields.

#ifndef PROOF_PROOF_H
#define PROOF_PROOF_H

#include "ground/ground.h"

// Do two derivations of one model give the same accelerations everywhere on the manifold?
Truth proof_agree(const Equations *a, const Equations *b, Arena *arena);
// Answers the same at real states, to 40 digits, if no points over the fields are known. TRUTH_YES is not a proof.
Truth proof_agree_at_states(const Equations *a, const Equations *b, Arena *arena);

// Counts the freedoms that a derivation in free speeds leaves: one more than its speeds if one speed is found
// from the energy.
size_t proof_freedoms(const Equations *eq);

#endif
