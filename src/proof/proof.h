// proof/proof.h: what holds on the constraint manifold, decided exactly at random points of finite
// fields.

#ifndef PROOF_PROOF_H
#define PROOF_PROOF_H

#include "ground/ground.h"

// Do two derivations of one model give the same accelerations everywhere on the manifold?
Truth proof_agree(const Equations *a, const Equations *b, Arena *arena);

#endif
